//! SPIN at its best: `pan` with each exact store, and the hash table and stack that suit the model.

use crate::pan::{self, Figures};
use argos_benches::process::Cost;
use argos_benches::size::Size;
use argos_benches::verifier;
use argos_benches::workshop::{Result, Workshop, measure, succeed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The exact stores. `-DMA=n`, the minimised automaton, is exact as well but took ten times as long as the plain store for
/// go_back_n `W=2 Q=2` (0.73 s and 0.07 s), so it is not tried each time.
const STORES: [&str; 3] = ["", "-DNOCOMP", "-DCOLLAPSE"];

/// `-m` for the first run, which finds out how deep the search gets. All others get as much as they need: this stack takes
/// 0.3 s to clear.
const DEPTH: u64 = 10_000_000;

/// pan needs a little more than the depth that it prints.
const SPARE: u64 = 100;

/// A `pan` and its options.
#[derive(Clone)]
pub struct Pan {
    size: Size,
    program: PathBuf,
    store: &'static str,
    hash_bits: u32,
    depth: u64,
    /// What it has to count.
    states: u64,
    transitions: u64,
}

/// A `pan` that does supertrace.
pub struct Bitstate {
    size: Size,
    program: PathBuf,
    array_bits: u32,
    depth: u64,
}

/// One search.
pub struct Run {
    pub figures: Figures,
    pub cost: Cost,
}

/// What is missing of what SPIN needs.
pub fn missing() -> Vec<&'static str> {
    let is_missing = |(program, version): &(&str, &str)| Command::new(program).arg(version).output().is_err();
    [("spin", "-V"), ("gcc", "--version")].into_iter().filter(is_missing).map(|(program, _)| program).collect()
}

/// Builds `pan` in all variants, runs each once, and gives the fastest. All have to count what argosc's verifier counted.
pub fn choose(workshop: &Workshop, size: Size, ours: &verifier::Run) -> Result<Pan> {
    let place = generate(workshop, size)?;
    let &verifier::Run { states, transitions, .. } = ours;
    let mut depth = DEPTH;
    let mut best: Option<(Pan, Cost)> = None;
    for store in STORES {
        let program = compile(&place, store)?;
        for hash_bits in [states.ilog2() + 1, states.ilog2() + 2] {
            let mut pan = Pan { size, program: program.clone(), store, hash_bits, depth, states, transitions };
            if depth == DEPTH {
                depth = pan.run()?.figures.depth + SPARE;
                pan.depth = depth;
            }
            let cost = pan.run()?.cost;
            if best.as_ref().is_none_or(|(_, least)| cost.cpu < least.cpu) {
                best = Some((pan, cost));
            }
        }
    }
    Ok(best.expect("there are variants").0)
}

/// Writes `pan.c`, and gives the folder it is in.
fn generate(workshop: &Workshop, size: Size) -> Result<PathBuf> {
    let place = workshop.place("spin", &size.to_string());
    fs::create_dir_all(&place).map_err(|error| format!("cannot make {}: {error}", place.display()))?;
    let specification = workshop.specification(size, "pml");
    let mut spin = Command::new("spin");
    succeed(spin.args(["-o1", "-o2", "-o3", "-a"]).args(size.defines()).arg(specification).current_dir(&place))?;
    Ok(place)
}

fn compile(place: &Path, store: &str) -> Result<PathBuf> {
    let program = place.join(format!("pan{store}"));
    let mut gcc = Command::new("gcc");
    gcc.args(["-O3", "-march=native", "-w", "-DNOREDUCE", "-DSAFETY", "-DMEMLIM=16000"]);
    gcc.args((!store.is_empty()).then_some(store));
    succeed(gcc.arg("-o").arg(&program).arg("pan.c").current_dir(place))?;
    Ok(program)
}

impl Pan {
    pub fn name(&self) -> String {
        format!("{} -w{}", if self.store.is_empty() { "plain" } else { self.store }, self.hash_bits)
    }

    pub fn run(&self) -> Result<Run> {
        eprintln!("running pan of {}, {} -m{}", self.size, self.name(), self.depth);
        // Without -v pan does not tell about memory in all stores.
        let arguments = ["-v".into(), format!("-m{}", self.depth), format!("-w{}", self.hash_bits)];
        let finished = measure(&self.program, &arguments, &[0])?;
        let figures = pan::read(&finished.output).and_then(|figures| {
            figures.agree(self.states, self.transitions)?;
            Ok(figures)
        });
        let figures = figures.map_err(|error| format!("{}: {error}", self.size))?;
        Ok(Run { figures, cost: finished.cost })
    }
}

impl Bitstate {
    /// With an array of 2^`array_bits` bits, and the stack that the model needs.
    pub fn build(workshop: &Workshop, size: Size, array_bits: u32) -> Result<Bitstate> {
        let program = compile(&generate(workshop, size)?, "-DBITSTATE")?;
        let mut pan = Bitstate { size, program, array_bits, depth: DEPTH };
        pan.depth = pan.run()?.figures.depth + SPARE;
        Ok(pan)
    }

    pub fn run(&self) -> Result<Run> {
        eprintln!("running pan of {}, -DBITSTATE -w{} -m{}", self.size, self.array_bits, self.depth);
        let arguments = ["-v".into(), format!("-m{}", self.depth), format!("-w{}", self.array_bits)];
        let finished = measure(&self.program, &arguments, &[0])?;
        let figures = pan::read(&finished.output).map_err(|error| format!("{}: {error}", self.size))?;
        Ok(Run { figures, cost: finished.cost })
    }
}
