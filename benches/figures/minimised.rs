//! AT&T 1985, figure 5b: minimised machines and those that are not.

use crate::figure::{Figure, Row, lines};
use crate::measured::measure;
use crate::protocol::{self, SCATTER_2};
use argos_benches::plot::Axis;
use argos_benches::workshop::{Result, Workshop};

/// The default text is written so that its machines are minimal; this one says the same at greater length.
const PLAIN: &str = "FAULTY PLAIN W=2";
const MACHINES: [(&str, &[&str]); 2] = [("minimised", &[]), ("not minimised", &["--no-minimize"])];
const DEPTHS: [usize; 9] = [20, 40, 60, 80, 100, 120, 140, 160, 180];

pub fn figure(workshop: &Workshop) -> Result<Figure> {
    let mut rows = Vec::new();
    for (name, arguments) in MACHINES {
        let verifier = protocol::build(workshop, PLAIN, arguments)?;
        for depth in DEPTHS {
            let bound = depth.to_string();
            let options = [&["--dfs", "--depth", &bound], SCATTER_2.options].concat();
            rows.push(Row::new(name, depth as f64, measure(&verifier, &options)?));
        }
    }
    let depth = Axis::linear("depth bound");
    let charts = vec![
        lines(&rows, depth, Axis::linear("states"), |row| (row.at.number(), row.measured.states as f64)),
        lines(&rows, depth, Axis::linear("processor time, s"), |row| (row.at.number(), row.measured.time())),
    ];
    Ok(Figure { name: "minimised", varied: "depth_bound", rows, charts })
}
