//! How much sooner argosc's verifiers finish with more threads.

use argos_benches::cores::round_trip;
use argos_benches::size::Size;
use argos_benches::statistics::{best, spread};
use argos_benches::table::{grouped, table};
use argos_benches::verifier::{Run, Verifier};
use argos_benches::workshop::{Result, Workshop};
use std::thread::{available_parallelism, scope};
use std::time::Duration;

pub const HOW: &str = "\
Wall-clock time of argosc's verifiers from start to exit: the best round, then the worst. The speedup is that of the best
rounds. The numbers of threads take turns, in an order that alternates. The column of copies is what the machine allows: so much more do
as many copies of the verifier side by side, one thread each, than one copy alone; they have nothing to do with each other but memory
and the third cache. A trip is what a word takes from one core to another and back, in nanoseconds, measured before each round: the
shortest, then the longest. About 50 is two cores with a third cache in common, several hundred two without.";

/// Measures and gives the table.
pub fn speed_up(workshop: &Workshop, sizes: &[Size], rounds: usize) -> Result<String> {
    let numbers: Vec<usize> = [1, 2].into_iter().chain((cores() > 2).then(cores)).collect();
    let rows = sizes.iter().map(|&size| measure(workshop, size, &numbers, rounds));
    let mut heads: Vec<String> = ["model", "macros", "states"].map(String::from).into();
    heads.extend(numbers.iter().map(|number| format!("wall s, threads: {number}")));
    heads.extend(numbers[1..].iter().map(|number| format!("speedup, threads: {number}")));
    heads.extend(numbers[1..].iter().map(|number| format!("copies: {number}")));
    heads.push("trip ns".into());
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    Ok(table(&heads, &rows.collect::<Result<Vec<_>>>()?))
}

/// The row of a model.
fn measure(workshop: &Workshop, size: Size, numbers: &[usize], rounds: usize) -> Result<Vec<String>> {
    let verifier = Verifier::build(workshop, size, &[])?;
    let mut runs: Vec<Vec<Run>> = numbers.iter().map(|_| Vec::new()).collect();
    let mut copies: Vec<Vec<Duration>> = numbers.iter().map(|_| Vec::new()).collect();
    let mut trips = Vec::new();
    for round in 0..rounds {
        // Two threads on one core would wait for each other's turn.
        trips.extend((cores() > 1).then(round_trip));
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for at in order {
            runs[at].push(verifier.run(numbers[at])?);
            if numbers[at] > 1 {
                copies[at].push(run_copies(&verifier, numbers[at])?);
            }
        }
    }
    let first = &runs[0][0];
    let counts = |run: &Run| (run.states, run.transitions);
    if let Some(other) = runs.iter().flatten().find(|run| counts(run) != counts(first)) {
        return Err(format!("{size}: with threads the counts differ: {:?} and {:?}", counts(first), counts(other)));
    }
    let times: Vec<Vec<Duration>> = runs.iter().map(|runs| runs.iter().map(|run| run.cost.wall).collect()).collect();
    let mut row = vec![size.model.into(), format!("`{}`", size.macros), grouped(first.states)];
    row.extend(times.iter().map(|times| spread(times)));
    let alone = best(&times[0]);
    row.extend(times[1..].iter().map(|more| format!("{:.2}", alone / best(more))));
    let work = |(number, times): (&usize, &Vec<Duration>)| format!("{:.2}", *number as f64 * alone / best(times));
    row.extend(numbers.iter().zip(&copies).skip(1).map(work));
    trips.sort_by(f64::total_cmp);
    row.push(match trips[..] {
        [shortest, .., longest] => format!("{shortest:.0} to {longest:.0}"),
        [only] => format!("{only:.0}"),
        [] => "-".into(),
    });
    Ok(row)
}

fn cores() -> usize {
    available_parallelism().map_or(1, |cores| cores.get())
}

/// How long it takes until the last of so many copies has finished.
fn run_copies(verifier: &Verifier, count: usize) -> Result<Duration> {
    scope(|scope| {
        let copies: Vec<_> = (0..count).map(|_| scope.spawn(|| verifier.run(1))).collect();
        let walls = copies.into_iter().map(|copy| Ok(copy.join().expect("it does not panic")?.cost.wall));
        Ok(walls.collect::<Result<Vec<_>>>()?.into_iter().max().unwrap_or_default())
    })
}
