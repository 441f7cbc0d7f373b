//! The verifiers that argosc makes: built as a user would, and run.

use crate::process::Cost;
use crate::size::Size;
use crate::workshop::{Result, Workshop, cargo, measure, succeed};
use serde_json::Value;
use std::path::PathBuf;

pub struct Verifier {
    name: String,
    program: PathBuf,
}

/// One complete search.
pub struct Run {
    pub vector_bits: u64,
    pub states: u64,
    pub transitions: u64,
    /// The set of visited states with everything it needs.
    pub store_bytes: u64,
    pub cost: Cost,
}

/// Any search: its report, and what it cost.
pub struct Search {
    pub report: Value,
    pub cost: Cost,
}

/// The exit codes of a search that was complete without errors, one with errors, and one that was partial.
const ENDED: [i32; 3] = [0, 1, 3];

impl Verifier {
    /// Compiles a specification, with these arguments of argosc besides its macros, and the crate that comes of it.
    pub fn build(workshop: &Workshop, size: Size, arguments: &[&str]) -> Result<Verifier> {
        let name = [&[size.to_string().as_str()], arguments].concat().join(" ");
        eprintln!("building the verifier of {name}");
        let place = workshop.place("argosc", &name);
        let specification = workshop.specification(size, "argos");
        let mut argosc = workshop.argosc();
        succeed(argosc.arg(specification).args(size.defines()).args(arguments).arg("-o").arg(&place))?;
        // A target directory of its own: in a shared one Cargo takes the verifiers of two sizes for the same crate.
        let target = place.join("target");
        succeed(cargo(&target).args(["build", "--release"]).current_dir(&place))?;
        let program = target.join("release").join(format!("{}-verifier", size.model));
        Ok(Verifier { name, program })
    }

    /// A complete search of a protocol without errors.
    pub fn run(&self, threads: usize) -> Result<Run> {
        let search = self.execute(&["--threads", &threads.to_string()], &ENDED[..1])?;
        if search.report["search"]["threads"] != threads {
            return Err(format!("it did not search with {threads} threads: {}", search.report["search"]));
        }
        Ok(Run {
            vector_bits: search.number("vector_bits")?,
            states: search.number("states")?,
            transitions: search.number("transitions")?,
            store_bytes: search.number("store_bytes")?,
            cost: search.cost,
        })
    }

    /// A search with one thread and these options, whatever it comes to.
    pub fn search(&self, options: &[&str]) -> Result<Search> {
        self.execute(&[&["--threads", "1"], options].concat(), &ENDED)
    }

    fn execute(&self, options: &[&str], codes: &[i32]) -> Result<Search> {
        eprintln!("running the verifier of {}: {}", self.name, options.join(" "));
        let arguments: Vec<String> = [&["--json"], options].concat().into_iter().map(String::from).collect();
        let finished = measure(&self.program, &arguments, codes)?;
        let report = serde_json::from_str(&finished.output)
            .map_err(|error| format!("{}: the report is no JSON: {error}", self.name))?;
        Ok(Search { report, cost: finished.cost })
    }
}

impl Search {
    /// A number of the report that has to be there.
    pub fn number(&self, name: &str) -> Result<u64> {
        self.report[name].as_u64().ok_or_else(|| format!("the report has no number `{name}`"))
    }
}
