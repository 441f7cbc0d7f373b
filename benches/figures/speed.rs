//! AT&T 1985, figure 3: states per second against states.

use crate::figure::{Figure, lines};
use crate::sweep::Sweep;
use argos_benches::plot::Axis;

pub fn figure(sweep: &Sweep) -> Figure {
    let (x, y) = (Axis::logarithmic("states"), Axis::linear("states explored per second of processor time"));
    let chart = lines(&sweep.rows, x, y, |row| {
        let measured = &row.measured;
        (measured.states as f64, measured.explored as f64 / measured.time())
    });
    Figure { name: "speed", varied: "depth_bound", rows: sweep.rows.clone(), charts: vec![chart] }
}
