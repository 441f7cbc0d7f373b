//! What a state and a transition cost as models get larger: one thread, argosc only.

use argos_benches::plot::{Axis, Chart, Point, Series};
use argos_benches::process::Cost;
use argos_benches::size::Size;
use argos_benches::statistics::best;
use argos_benches::table::{grouped, table};
use argos_benches::verifier::Verifier;
use argos_benches::workshop::{Result, Workshop};
use std::time::Duration;

pub const HOW: &str = "\
argosc's verifiers, one thread, processor time of the best round; the rounds of a size are run in a row. User time is what the
verifier does; the rest is what the system does, above all to find memory that is touched for the first time, which depends on the
host of a virtual machine. The picture shows user time. The macros change the width of the vector as well as the number of states, so
the lines need not be smooth.

![Nanoseconds per state against states](growth.svg)";

/// Measures, and gives the table and the chart. `sizes` has those of each model together.
pub fn grow(workshop: &Workshop, sizes: &[Vec<Size>], rounds: usize) -> Result<(String, Chart)> {
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for sizes in sizes {
        let mut points = Vec::new();
        for &size in sizes {
            let (row, point) = measure(workshop, size, rounds)?;
            rows.push(row);
            points.push(point);
        }
        series.extend(sizes.first().map(|size| Series::line(size.model, points)));
    }
    let heads = [
        "model",
        "macros",
        "vector bits",
        "states",
        "transitions",
        "user ns/state",
        "ns/state",
        "ns/transition",
        "store bytes/state",
    ];
    let (x, y) = (Axis::logarithmic("states"), Axis::linear("ns of user time per state"));
    Ok((table(&heads, &rows), Chart { x, y, series }))
}

/// The row of the table, and the point: nanoseconds of user time per state against states.
fn measure(workshop: &Workshop, size: Size, rounds: usize) -> Result<(Vec<String>, Point)> {
    let verifier = Verifier::build(workshop, size, &[])?;
    let runs = (0..rounds).map(|_| verifier.run(1)).collect::<Result<Vec<_>>>()?;
    let run = &runs[0];
    let nanoseconds =
        |time: fn(&Cost) -> Duration| best(&runs.iter().map(|run| time(&run.cost)).collect::<Vec<_>>()) * 1e9;
    let (user, cpu) = (nanoseconds(|cost| cost.user), nanoseconds(|cost| cost.cpu));
    let (states, transitions) = (run.states as f64, run.transitions as f64);
    let row = vec![
        size.model.into(),
        format!("`{}`", size.macros),
        run.vector_bits.to_string(),
        grouped(run.states),
        grouped(run.transitions),
        format!("{:.1}", user / states),
        format!("{:.1}", cpu / states),
        format!("{:.1}", cpu / transitions),
        format!("{:.1}", run.store_bytes as f64 / states),
    ];
    Ok((row, Point::new(states, user / states)))
}
