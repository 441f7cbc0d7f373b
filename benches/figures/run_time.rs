//! AT&T 1985, figure 1: run time against the depth bound.

use crate::figure::{Figure, lines};
use crate::sweep::Sweep;
use argos_benches::plot::Axis;

pub fn figure(sweep: &Sweep) -> Figure {
    let (x, y) = (Axis::linear("depth bound"), Axis::logarithmic("processor time, s"));
    let chart = lines(&sweep.rows, x, y, |row| (row.at.number(), row.measured.time()));
    Figure { name: "run-time", varied: "depth_bound", rows: sweep.rows.clone(), charts: vec![chart] }
}
