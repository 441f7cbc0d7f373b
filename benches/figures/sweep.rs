//! The searches of AT&T figures 1 to 3 and of IEEE figure 4: depth first, with a depth bound that grows.

use crate::figure::Row;
use crate::measured::measure;
use crate::protocol::{self, EXHAUSTIVE, FAULTY, MODES};
use argos_benches::workshop::{Result, Workshop};

pub struct Sweep {
    pub rows: Vec<Row>,
    /// The exhaustive search without a bound, for what there is in all.
    pub all: Row,
}

const STEP: usize = 10;
const DEEPEST: usize = 200;

pub fn sweep(workshop: &Workshop) -> Result<Sweep> {
    let verifier = protocol::build(workshop, FAULTY, &[])?;
    let mut rows = Vec::new();
    for mode in &MODES {
        for depth in (STEP..=DEEPEST).step_by(STEP) {
            let bound = depth.to_string();
            let options = [&["--dfs", "--depth", &bound], mode.options].concat();
            let row = Row::new(mode.name, depth as f64, measure(&verifier, &options)?);
            let is_stopped = row.measured.is_stopped;
            rows.push(row);
            // A deeper bound would only be stopped as well.
            if is_stopped {
                break;
            }
        }
    }
    let all = Row::new(EXHAUSTIVE.name, f64::INFINITY, measure(&verifier, &[])?);
    Ok(Sweep { rows, all })
}
