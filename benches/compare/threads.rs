//! How much sooner argosc's verifiers finish with more threads.

use argos_benches::size::Size;
use argos_benches::statistics::{best, spread};
use argos_benches::table::{grouped, table};
use argos_benches::verifier::{Run, Verifier};
use argos_benches::workshop::{Result, Workshop};
use std::thread::available_parallelism;
use std::time::Duration;

pub const HOW: &str = "\
Wall-clock time of argosc's verifiers from start to exit: the best round, then the worst. The speedup is that of the best
rounds. The numbers of threads take turns, in an order that alternates.";

/// Measures and gives the table.
pub fn speed_up(workshop: &Workshop, sizes: &[Size], rounds: usize) -> Result<String> {
    let cores = available_parallelism().map_or(2, |cores| cores.get());
    let numbers: Vec<usize> = [1, 2].into_iter().chain((cores > 2).then_some(cores)).collect();
    let rows = sizes.iter().map(|&size| measure(workshop, size, &numbers, rounds));
    let mut heads: Vec<String> = ["model", "macros", "states"].map(String::from).into();
    heads.extend(numbers.iter().map(|number| format!("wall s, threads: {number}")));
    heads.extend(numbers[1..].iter().map(|number| format!("speedup, threads: {number}")));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    Ok(table(&heads, &rows.collect::<Result<Vec<_>>>()?))
}

/// The row of a model.
fn measure(workshop: &Workshop, size: Size, numbers: &[usize], rounds: usize) -> Result<Vec<String>> {
    let verifier = Verifier::build(workshop, size, &[])?;
    let mut runs: Vec<Vec<Run>> = numbers.iter().map(|_| Vec::new()).collect();
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for at in order {
            runs[at].push(verifier.run(numbers[at])?);
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
    row.extend(times[1..].iter().map(|more| format!("{:.2}", best(&times[0]) / best(more))));
    Ok(row)
}
