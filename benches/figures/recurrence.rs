//! IEEE 1987, figure 2: the probability that a state is met again when it was met N times before.
//!
//! A search that stores everything meets a state once for each step that leads to it, in whatever order: so this is counted on
//! the rules themselves, without a verifier.

use crate::figure::{Figure, Row, lines};
use crate::measured::Measured;
use crate::protocol::{CACHED, SMALL_FAULTY};
use argos_benches::plot::Axis;
use argos_benches::size::Size;
use argos_benches::workshop::{Result, Workshop};
use argos_runtime::protocol::{Failure, Protocol, Sink};
use argosc::pipeline::compile;
use argosc::preprocess::{Loader, Options};
use argosc::rules::RuleSet;
use argosc::rules::execute::Interpreted;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Words that have room for the vector.
const WORDS: usize = 8;
/// States that are met more often are too few to say anything.
const LEAST_STATES: u64 = 100;

pub fn figure(workshop: &Workshop) -> Result<Figure> {
    let mut rows = Vec::new();
    for macros in [CACHED, SMALL_FAULTY] {
        let times = met(&rules(workshop, macros)?)?;
        let met = |least: u64| times.values().filter(|times| **times >= least).count() as u64;
        let all = met(1);
        for before in (1..).take_while(|before| met(*before) >= LEAST_STATES) {
            let measured = Measured::counted(met(before), met(before + 1));
            rows.push(Row::new(format!("{all} states"), before as f64, measured));
        }
    }
    let probability = |row: &Row| (row.at.number(), row.measured.explored as f64 / row.measured.states as f64);
    let charts =
        vec![lines(&rows, Axis::linear("times met before"), Axis::linear("probability to be met again"), probability)];
    Ok(Figure { name: "recurrence", varied: "met_before", rows, charts })
}

fn rules(workshop: &Workshop, macros: &'static str) -> Result<RuleSet> {
    let path = workshop.specification(Size { model: "data_switch", macros }, "argos");
    let text = fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let options = Options { defines: macros.split(' ').map(String::from).collect(), ..Options::default() };
    let compilation = compile("data_switch.argos", text.into(), &options, &NoFiles);
    let program = compilation.program.as_ref().ok_or("data_switch does not compile")?;
    program.rules(true, &compilation.sources).map_err(|_| "data_switch has no rules".to_string())
}

struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _: &Path) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::NotFound.into())
    }
}

/// By state: how often a search meets it.
fn met(set: &RuleSet) -> Result<HashMap<[u64; WORDS], u64>> {
    let protocol = Interpreted::<WORDS>::new(set).ok_or("the vector of data_switch is too long")?;
    let initial = protocol.initial();
    let mut times = HashMap::from([(initial, 1)]);
    let mut waiting = vec![initial];
    while let Some(state) = waiting.pop() {
        let mut found = Found::default();
        protocol.steps(&state, u32::MAX, &mut found);
        if !found.is_executable {
            protocol.timeouts(&state, u32::MAX, &mut found);
        }
        for next in found.states {
            let count = times.entry(next).or_insert(0);
            *count += 1;
            if *count == 1 {
                waiting.push(next);
            }
        }
    }
    Ok(times)
}

#[derive(Default)]
struct Found {
    states: Vec<[u64; WORDS]>,
    is_executable: bool,
}

impl Sink<[u64; WORDS]> for Found {
    fn step(&mut self, _: u32, next: &[u64; WORDS]) {
        self.states.push(*next);
        self.is_executable = true;
    }

    fn fails(&mut self, _: u32, _: Failure, _: Option<&[u64; WORDS]>) {
        self.is_executable = true;
    }
}
