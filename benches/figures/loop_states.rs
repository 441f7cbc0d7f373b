//! AT&T 1985, figure 5a: storing only states in which some process is at the start of a loop.

use crate::figure::{Figure, Row, lines};
use crate::measured::{Measured, measure};
use crate::protocol::{self, SCATTER_2, SMALL_FAULTY};
use argos_benches::plot::Axis;
use argos_benches::workshop::{Result, Workshop};

const DEPTHS: [usize; 10] = [20, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const STORES: [(&str, &[&str]); 2] = [("all states", &["--dfs"]), ("loop states", &["--loop-states"])];

pub fn figure(workshop: &Workshop) -> Result<Figure> {
    let verifier = protocol::build(workshop, SMALL_FAULTY, &[])?;
    let mut rows = Vec::new();
    for (name, options) in STORES {
        for depth in DEPTHS {
            let bound = depth.to_string();
            let options = [options, &["--depth", &bound], SCATTER_2.options].concat();
            rows.push(Row::new(name, depth as f64, measure(&verifier, &options)?));
        }
    }
    let depth = Axis::linear("depth bound");
    let charts = vec![
        lines(&rows, depth, Axis::linear("states stored"), |row| (row.at.number(), stored(&row.measured))),
        lines(&rows, depth, Axis::logarithmic("processor time, s"), |row| (row.at.number(), row.measured.time())),
    ];
    Ok(Figure { name: "loop-states", varied: "depth_bound", rows, charts })
}

/// A search that stores everything does not say so.
fn stored(measured: &Measured) -> f64 {
    measured.stored.unwrap_or(measured.states) as f64
}
