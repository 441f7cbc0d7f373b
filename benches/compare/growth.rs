//! What a state and a transition cost as models get larger: one thread, argosc only.

use argos_benches::plot::{Axis, Chart, Point, Series};
use argos_benches::size::Size;
use argos_benches::statistics::best;
use argos_benches::table::{grouped, table};
use argos_benches::verifier::Verifier;
use argos_benches::workshop::{Result, Workshop};

pub const HOW: &str = "\
argosc's verifiers, one thread, processor time of the best round; the rounds of a size are run in a row. The macros change the
width of the vector as well as the number of states, so the lines need not be smooth.

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
    let heads =
        ["model", "macros", "vector bits", "states", "transitions", "ns/state", "ns/transition", "store bytes/state"];
    let (x, y) = (Axis::logarithmic("states"), Axis::linear("ns of processor time per state"));
    Ok((table(&heads, &rows), Chart { x, y, series }))
}

/// The row of the table, and the point: nanoseconds per state against states.
fn measure(workshop: &Workshop, size: Size, rounds: usize) -> Result<(Vec<String>, Point)> {
    let verifier = Verifier::build(workshop, size, &[])?;
    let runs = (0..rounds).map(|_| verifier.run(1)).collect::<Result<Vec<_>>>()?;
    let run = &runs[0];
    let nanoseconds = best(&runs.iter().map(|run| run.cost.cpu).collect::<Vec<_>>()) * 1e9;
    let (states, transitions) = (run.states as f64, run.transitions as f64);
    let row = vec![
        size.model.into(),
        format!("`{}`", size.macros),
        run.vector_bits.to_string(),
        grouped(run.states),
        grouped(run.transitions),
        format!("{:.1}", nanoseconds / states),
        format!("{:.1}", nanoseconds / transitions),
        format!("{:.1}", run.store_bytes as f64 / states),
    ];
    Ok((row, Point::new(states, nanoseconds / states)))
}
