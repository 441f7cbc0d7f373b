//! The verifiers that argosc makes: built as a user would, and run.

use crate::models::Size;
use crate::workshop::{Result, Workshop, cargo, measure, measure_partial, succeed};
use argos_benches::process::Cost;
use serde_json::Value;
use std::path::PathBuf;

pub struct Verifier {
    size: Size,
    program: PathBuf,
}

/// One search.
pub struct Run {
    pub vector_bits: u64,
    pub states: u64,
    pub transitions: u64,
    /// The set of visited states with everything it needs.
    pub store_bytes: u64,
    /// The probability that supertrace missed a state; 0 for an exact search.
    pub missed_probability: f64,
    pub cost: Cost,
}

impl Verifier {
    /// Compiles a specification and the crate that comes of it.
    pub fn build(workshop: &Workshop, size: Size) -> Result<Verifier> {
        eprintln!("building the verifier of {size}");
        let place = workshop.place("argosc", size);
        let specification = workshop.specification(size, "argos");
        succeed(workshop.argosc().arg(specification).args(size.defines()).arg("-o").arg(&place))?;
        // A target directory of its own: in a shared one Cargo takes the verifiers of two sizes for the same crate.
        let target = place.join("target");
        succeed(cargo(&target).args(["build", "--release"]).current_dir(&place))?;
        let program = target.join("release").join(format!("{}-verifier", size.model));
        Ok(Verifier { size, program })
    }

    pub fn run(&self, threads: usize) -> Result<Run> {
        eprintln!("running the verifier of {}, threads: {threads}", self.size);
        let finished = measure(&self.program, &["--json".into(), "--threads".into(), threads.to_string()])?;
        read(&finished.output, threads, finished.cost).map_err(|error| format!("{}: {error}", self.size))
    }

    /// Supertrace, with an array of so many bytes.
    pub fn run_supertrace(&self, bytes: u64, threads: usize) -> Result<Run> {
        eprintln!("running the verifier of {}, supertrace, threads: {threads}", self.size);
        let arguments = ["--json".into(), "--threads".into(), threads.to_string(), format!("--bitstate={bytes}")];
        let finished = measure_partial(&self.program, &arguments)?;
        read(&finished.output, threads, finished.cost).map_err(|error| format!("{}: {error}", self.size))
    }
}

fn read(report: &str, threads: usize, cost: Cost) -> Result<Run> {
    let report: Value = serde_json::from_str(report).map_err(|error| format!("the report is no JSON: {error}"))?;
    let number = |name: &str| report[name].as_u64().ok_or_else(|| format!("the report has no number `{name}`"));
    if report["search"]["threads"] != threads {
        return Err(format!("it did not search with {threads} threads: {}", report["search"]));
    }
    Ok(Run {
        vector_bits: number("vector_bits")?,
        states: number("states")?,
        transitions: number("transitions")?,
        store_bytes: number("store_bytes")?,
        missed_probability: report["missed_probability"].as_f64().unwrap_or(0.0),
        cost,
    })
}
