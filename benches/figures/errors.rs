//! AT&T 1985, figures 2a and 2b: errors against the depth bound, and against the time it took to find them.

use crate::figure::{Figure, lines};
use crate::sweep::Sweep;
use argos_benches::plot::Axis;

pub fn figure(sweep: &Sweep) -> Figure {
    let rows = &sweep.rows;
    let depth = Axis::linear("depth bound");
    let stuck = Axis::logarithmic("stuck states");
    let charts = vec![
        lines(rows, depth, stuck, |row| (row.at.number(), row.measured.stuck as f64)),
        lines(rows, depth, Axis::linear("error places"), |row| (row.at.number(), row.measured.places as f64)),
        lines(rows, Axis::logarithmic("processor time, s"), stuck, |row| {
            (row.measured.time(), row.measured.stuck as f64)
        }),
    ];
    Figure { name: "errors", varied: "depth_bound", rows: rows.clone(), charts }
}
