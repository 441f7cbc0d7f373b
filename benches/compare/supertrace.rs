//! Supertrace: argosc's `--bitstate` and SPIN's `-DBITSTATE`, with arrays of the same size.

use crate::spin::Bitstate;
use argos_benches::process::Cost;
use argos_benches::size::Size;
use argos_benches::statistics::{best, spread};
use argos_benches::table::{grouped, table};
use argos_benches::verifier::{Search, Verifier};
use argos_benches::workshop::{Result, Workshop};
use std::thread::available_parallelism;
use std::time::Duration;

pub const HOW: &str = "\
One run of supertrace on the three models with most states in the comparison; SPIN's `pan` with `-DBITSTATE` and its three bits for
each state, argosc's `--bitstate` as it is without further options; arrays of 64 MiB (`-w29`). Missed are the states that the exact search
has and the run did not find. CPU s is that of one thread, wall s that of all cores, which is what a user gets; SPIN has one thread
in both. The best round, then the worst; they take turns.

The second table is one run on a model that no exact search has room for here.";

/// Bytes of the array, as a power of two.
const ARRAY_BITS: u32 = 26;
/// How many models.
const MODELS: usize = 3;
/// A model of more than 5e8 states, and the array for it.
const LARGE: Size = Size { model: "selective_repeat", macros: "W=2 Q=5" };
const LARGE_ARRAY: u64 = 4 << 30;

/// What one of them did.
#[derive(Default)]
struct Contender {
    states: u64,
    cpu: Vec<Duration>,
    wall: Vec<Duration>,
}

/// Measures and gives the tables. The largest models by the states that the exact search finds.
pub fn compare(workshop: &Workshop, sizes: &[Size], rounds: usize, is_small: bool) -> Result<String> {
    let mut models = Vec::new();
    for &size in sizes {
        let verifier = Verifier::build(workshop, size, &[])?;
        let exact = verifier.run(1)?.states;
        models.push((exact, size, verifier));
    }
    models.sort_by_key(|(states, ..)| std::cmp::Reverse(*states));
    models.truncate(MODELS);
    let heads = [
        "model",
        "macros",
        "states",
        "SPIN missed",
        "argosc missed",
        "argosc predicted",
        "SPIN CPU s",
        "argosc CPU s",
        "ratio",
        "SPIN wall s",
        "argosc wall s",
        "ratio",
    ];
    let rows = models.iter().map(|(exact, size, verifier)| measure(workshop, *exact, *size, verifier, rounds));
    let contests = table(&heads, &rows.collect::<Result<Vec<_>>>()?);
    if is_small { Ok(contests) } else { Ok(format!("{contests}\n{}", large(workshop)?)) }
}

/// One run on the large model.
fn large(workshop: &Workshop) -> Result<String> {
    let run = supertrace(&Verifier::build(workshop, LARGE, &[])?, LARGE_ARRAY, cores())?;
    let heads =
        ["model", "macros", "states", "transitions", "array GiB", "predicted missed", "CPU s", "wall s", "process GiB"];
    let gibibytes = |bytes: u64| format!("{:.1}", bytes as f64 / f64::from(1 << 30));
    let row = vec![
        LARGE.model.into(),
        format!("`{}`", LARGE.macros),
        grouped(run.number("states")?),
        grouped(run.number("transitions")?),
        gibibytes(LARGE_ARRAY),
        format!("{:.0}", missed_probability(&run) * run.number("states")? as f64),
        format!("{:.0}", run.cost.cpu.as_secs_f64()),
        format!("{:.0}", run.cost.wall.as_secs_f64()),
        gibibytes(run.cost.peak_bytes),
    ];
    Ok(table(&heads, &[row]))
}

/// One run of argosc's verifier.
fn supertrace(verifier: &Verifier, bytes: u64, threads: usize) -> Result<Search> {
    verifier.search(&[&format!("--bitstate={bytes}"), "--threads", &threads.to_string()])
}

fn missed_probability(run: &Search) -> f64 {
    run.report["missed_probability"].as_f64().unwrap_or(f64::NAN)
}

fn cores() -> usize {
    available_parallelism().map_or(1, |cores| cores.get())
}

/// The row of a model.
fn measure(workshop: &Workshop, exact: u64, size: Size, verifier: &Verifier, rounds: usize) -> Result<Vec<String>> {
    let pan = Bitstate::build(workshop, size, ARRAY_BITS + 3)?;
    let (mut alone, mut together, mut spin) = (Contender::default(), Contender::default(), Contender::default());
    let mut predicted = 0.0;
    for round in 0..rounds {
        let mut order = [0, 1, 2];
        order.rotate_left(round % 3);
        for turn in order {
            if turn == 2 {
                let run = pan.run()?;
                spin.add(run.figures.states as u64, &run.cost);
                continue;
            }
            let run = supertrace(verifier, 1 << ARRAY_BITS, if turn == 0 { 1 } else { cores() })?;
            predicted = missed_probability(&run) * exact as f64;
            if turn == 0 { &mut alone } else { &mut together }.add(run.number("states")?, &run.cost);
        }
    }
    let ratio = |spin: &[Duration], ours: &[Duration]| format!("{:.2}", best(spin) / best(ours));
    Ok(vec![
        size.model.into(),
        format!("`{}`", size.macros),
        grouped(exact),
        grouped(exact.saturating_sub(spin.states)),
        grouped(exact.saturating_sub(alone.states)),
        format!("{predicted:.0}"),
        spread(&spin.cpu),
        spread(&alone.cpu),
        ratio(&spin.cpu, &alone.cpu),
        spread(&spin.wall),
        spread(&together.wall),
        ratio(&spin.wall, &together.wall),
    ])
}

impl Contender {
    fn add(&mut self, states: u64, cost: &Cost) {
        self.states = states;
        self.cpu.push(cost.cpu);
        self.wall.push(cost.wall);
    }
}
