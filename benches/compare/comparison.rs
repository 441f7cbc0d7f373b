//! argosc's verifiers and SPIN's, one thread each, on the same models.

use crate::spin::{self, Pan};
use argos_benches::size::Size;
use argos_benches::statistics::{best, median, ratios, spread};
use argos_benches::table::{grouped, table};
use argos_benches::verifier::{self, Verifier};
use argos_benches::workshop::{Result, Workshop};
use std::time::Duration;

pub const HOW: &str = "\
Complete searches by one thread. Both tools find the same states and transitions, which is checked on every run. CPU s is user
and system time of the whole process: the best round, then the worst. The ratio is SPIN's best time divided by argosc's: above
1 argosc is faster. Rates are argosc's. The two take turns, in an order that alternates from round to round.

SPIN: `spin -o1 -o2 -o3 -a`, `gcc -O3 -march=native -DNOREDUCE -DSAFETY` with each of its exact stores (plain, `-DNOCOMP`,
`-DCOLLAPSE`) and two sizes of the hash table (`-w`); the fastest of the six in a first round counts. `-m` is what the model
needs, because clearing a larger stack takes time. `-DMA` is left out: it took ten times as long as the plain store when it was
tried (go_back_n `W=2 Q=2`). argosc: `--threads 1`, as `cargo build --release` makes it.

A store is the set of visited states with its table. SPIN's is its total memory without the stack of the search. A process is
the most memory that was resident, with everything that a search needs besides.";

/// A model, and what was measured for it.
struct Contest {
    size: Size,
    verifier: Verifier,
    ours: Vec<verifier::Run>,
    /// The best variant of SPIN, if there is a SPIN.
    spin: Option<(Pan, Vec<spin::Run>)>,
}

/// Measures and gives the tables.
pub fn compare(workshop: &Workshop, sizes: &[Size], rounds: usize, with_spin: bool) -> Result<String> {
    let contests = sizes.iter().map(|&size| prepare(workshop, size, with_spin));
    let mut contests = contests.collect::<Result<Vec<Contest>>>()?;
    for round in 0..rounds {
        for contest in &mut contests {
            contest.run(round)?;
        }
    }
    Ok(format!("{}\n{}\n{}", speed(&contests), summary(&contests), memory(&contests)))
}

/// Builds both, and finds the best variant of SPIN.
fn prepare(workshop: &Workshop, size: Size, with_spin: bool) -> Result<Contest> {
    let verifier = Verifier::build(workshop, size, &[])?;
    let spin = if with_spin {
        let pan = spin::choose(workshop, size, &verifier.run(1)?)?;
        Some((pan, Vec::new()))
    } else {
        None
    };
    Ok(Contest { size, verifier, ours: Vec::new(), spin })
}

impl Contest {
    /// One after the other, in an order that changes from round to round.
    fn run(&mut self, round: usize) -> Result<()> {
        if round.is_multiple_of(2) {
            self.run_ours()?;
            self.run_spin()
        } else {
            self.run_spin()?;
            self.run_ours()
        }
    }

    fn run_ours(&mut self) -> Result<()> {
        self.ours.push(self.verifier.run(1)?);
        Ok(())
    }

    fn run_spin(&mut self) -> Result<()> {
        if let Some((pan, runs)) = &mut self.spin {
            runs.push(pan.run()?);
        }
        Ok(())
    }

    fn our_times(&self) -> Vec<Duration> {
        self.ours.iter().map(|run| run.cost.cpu).collect()
    }

    fn spin_times(&self) -> Option<Vec<Duration>> {
        self.spin.as_ref().map(|(_, runs)| runs.iter().map(|run| run.cost.cpu).collect())
    }

    /// How many times as fast argosc's verifier is.
    fn ratio(&self) -> Option<f64> {
        self.spin_times().map(|times| best(&times) / best(&self.our_times()))
    }
}

fn speed(contests: &[Contest]) -> String {
    let heads = [
        "model",
        "macros",
        "vector bits",
        "states",
        "transitions",
        "SPIN's best",
        "SPIN CPU s",
        "argosc CPU s",
        "ratio",
        "ratio of a round",
        "states/s",
        "transitions/s",
    ];
    let rows = contests.iter().map(|contest| {
        let (run, times) = (&contest.ours[0], contest.our_times());
        let rate = |count: u64| grouped((count as f64 / best(&times)) as u64);
        let mut row = vec![
            contest.size.model.into(),
            format!("`{}`", contest.size.macros),
            run.vector_bits.to_string(),
            grouped(run.states),
            grouped(run.transitions),
        ];
        row.push(contest.spin.as_ref().map_or("-".into(), |(pan, _)| format!("`{}`", pan.name())));
        row.push(contest.spin_times().map_or("-".into(), |times| spread(&times)));
        row.push(spread(&times));
        row.push(contest.ratio().map_or("-".into(), |ratio| format!("{ratio:.2}")));
        row.push(contest.spin_times().map_or("-".into(), |spin| {
            let (low, high) = ratios(&spin, &times);
            format!("{low:.2} to {high:.2}")
        }));
        row.extend([rate(run.states), rate(run.transitions)]);
        row
    });
    table(&heads, &rows.collect::<Vec<_>>())
}

fn summary(contests: &[Contest]) -> String {
    let ratios: Vec<f64> = contests.iter().filter_map(Contest::ratio).collect();
    if ratios.is_empty() {
        return "SPIN was not measured.\n".into();
    }
    let lowest = ratios.iter().copied().fold(f64::MAX, f64::min);
    format!("Median ratio **{:.2}**, lowest **{lowest:.2}**.\n", median(&ratios))
}

fn memory(contests: &[Contest]) -> String {
    let heads = ["bytes per state", "argosc store", "SPIN store", "argosc process", "SPIN process"];
    let rows = contests.iter().map(|contest| {
        let ours = &contest.ours[0];
        let per_state = |bytes: f64| format!("{:.1}", bytes / ours.states as f64);
        let spin = contest.spin.as_ref().map(|(_, runs)| &runs[0]);
        let of_spin = |bytes: fn(&spin::Run) -> f64| spin.map_or("-".into(), |run| per_state(bytes(run)));
        vec![
            contest.size.model.into(),
            per_state(ours.store_bytes as f64),
            of_spin(|run| run.figures.store_bytes),
            per_state(ours.cost.peak_bytes as f64),
            of_spin(|run| run.cost.peak_bytes as f64),
        ]
    });
    table(&heads, &rows.collect::<Vec<_>>())
}
