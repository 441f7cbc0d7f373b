//! Supertrace: argosc's `--bitstate` and SPIN's `-DBITSTATE`, with arrays of the same size.

use crate::models::Size;
use crate::ours::Verifier;
use crate::spin::Bitstate;
use crate::statistics::{best, ratios, spread};
use crate::workshop::{Result, Workshop};
use argos_benches::table::{grouped, table};
use std::time::Duration;

pub const HOW: &str = "\
One run of supertrace, one thread, on the three models with most states in the comparison; SPIN's `pan` with `-DBITSTATE` and
its three bits for each state, argosc's `--bitstate` as it is without further options; arrays of 64 MiB (`-w29`). Missed are the
states that the exact search has and the run did not find. CPU s: the best round, then the worst; the two take turns.";

/// Bytes of the array, as a power of two.
const ARRAY_BITS: u32 = 26;
/// How many models.
const MODELS: usize = 3;

/// What one of them did.
struct Contender {
    states: u64,
    times: Vec<Duration>,
}

/// Measures and gives the table. The largest models by the states that the exact search finds.
pub fn compare(workshop: &Workshop, sizes: &[Size], rounds: usize) -> Result<String> {
    let mut models = Vec::new();
    for &size in sizes {
        let verifier = Verifier::build(workshop, size)?;
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
        "ratio of a round",
    ];
    let rows = models.iter().map(|(exact, size, verifier)| measure(workshop, *exact, *size, verifier, rounds));
    Ok(table(&heads, &rows.collect::<Result<Vec<_>>>()?))
}

/// The row of a model.
fn measure(workshop: &Workshop, exact: u64, size: Size, verifier: &Verifier, rounds: usize) -> Result<Vec<String>> {
    let pan = Bitstate::build(workshop, size, ARRAY_BITS + 3)?;
    let (mut ours, mut spin) = (Contender::new(), Contender::new());
    let mut predicted = 0.0;
    for round in 0..rounds {
        let mut run_ours = || -> Result<()> {
            let run = verifier.run_supertrace(1 << ARRAY_BITS)?;
            predicted = run.missed_probability * exact as f64;
            ours.add(run.states, run.cost.cpu);
            Ok(())
        };
        if round % 2 == 0 {
            run_ours()?;
        }
        let run = pan.run()?;
        spin.add(run.figures.states as u64, run.cost.cpu);
        if round % 2 == 1 {
            run_ours()?;
        }
    }
    let (low, high) = ratios(&spin.times, &ours.times);
    let missed = |contender: &Contender| grouped(exact.saturating_sub(contender.states));
    Ok(vec![
        size.model.into(),
        format!("`{}`", size.macros),
        grouped(exact),
        missed(&spin),
        missed(&ours),
        format!("{predicted:.0}"),
        spread(&spin.times),
        spread(&ours.times),
        format!("{:.2}", best(&spin.times) / best(&ours.times)),
        format!("{low:.2} to {high:.2}"),
    ])
}

impl Contender {
    fn new() -> Contender {
        Contender { states: 0, times: Vec::new() }
    }

    fn add(&mut self, states: u64, time: Duration) {
        self.states = states;
        self.times.push(time);
    }
}
