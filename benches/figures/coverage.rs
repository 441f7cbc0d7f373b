//! The book of 1991, figure 11.2: how much of a protocol is seen when it outgrows the memory.

use crate::figure::{Figure, Row, lines};
use crate::measured::{Measured, measure};
use crate::protocol;
use argos_benches::plot::Axis;
use argos_benches::verifier::Verifier;
use argos_benches::workshop::{Result, Workshop};

/// In ascending order of states.
const SIZES: [&str; 6] = ["W=1 T=1 D=1", "W=1 T=2", "W=1 T=4", "W=2 T=2", "W=2 T=4", "W=3 T=2"];
/// The least budget that a verifier accepts.
const MEMORY: u64 = 8 << 20;
const MEMORY_OPTION: &str = "8M";
/// What the book assumes for a state.
const CLASSIC_STATE: u64 = 100;

pub fn figure(workshop: &Workshop) -> Result<Figure> {
    let mut rows = Vec::new();
    for macros in SIZES {
        let verifier = protocol::build(workshop, macros, &[])?;
        rows.extend(searches(&verifier)?);
    }
    let (x, y) = (Axis::logarithmic("reachable states"), Axis::logarithmic("coverage, %"));
    let chart = lines(&rows, x, y, |row| (row.at.number(), 100.0 * row.measured.states as f64 / row.at.number()));
    Ok(Figure { name: "coverage", varied: "reachable_states", rows, charts: vec![chart] })
}

/// All searches of one size.
fn searches(verifier: &Verifier) -> Result<Vec<Row>> {
    let all = measure(verifier, &[])?.states;
    let array = format!("--bitstate={MEMORY_OPTION}");
    let rows = [
        ("exhaustive, 100 bytes a state", Measured::computed(all.min(MEMORY / CLASSIC_STATE))),
        ("exhaustive, our store", measure(verifier, &["--memory", MEMORY_OPTION])?),
        ("supertrace, 1 bit", measure(verifier, &[&array, "--hashes", "1"])?),
        ("supertrace, 3 bits", measure(verifier, &[&array, "--hashes", "3"])?),
    ];
    Ok(rows.map(|(search, measured)| Row::new(search, all as f64, measured)).into())
}
