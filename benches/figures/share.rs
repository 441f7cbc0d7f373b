//! IEEE 1987, figure 4: the share of the errors that a scatter search finds, against its share of the states.

use crate::figure::{Figure, Row, dots};
use crate::protocol::EXHAUSTIVE;
use crate::sweep::Sweep;
use argos_benches::plot::Axis;

pub fn figure(sweep: &Sweep) -> Figure {
    let all = &sweep.all.measured;
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole as f64;
    let x = Axis::logarithmic("% of the states");
    let show = |name, part: fn(&Row) -> u64, whole: u64| {
        dots(&sweep.rows, x, Axis::linear(name), move |row| {
            (percent(row.measured.states, all.states), percent(part(row), whole))
        })
    };
    let charts = vec![
        show("% of the stuck states", |row| row.measured.stuck, all.stuck),
        show("% of the error places", |row| row.measured.places, all.places),
    ];
    let whole = Row { search: format!("{}, no bound", EXHAUSTIVE.name), ..sweep.all.clone() };
    let rows = sweep.rows.iter().cloned().chain([whole]).collect();
    Figure { name: "scatter-share", varied: "depth_bound", rows, charts }
}
