//! What a state and a transition cost as models get larger: one thread, argosc only.

use crate::models::Size;
use crate::ours::Verifier;
use crate::plot::Line;
use crate::statistics::best;
use crate::workshop::{Result, Workshop};
use argos_benches::table::{grouped, table};

pub const HOW: &str = "\
argosc's verifiers, one thread, processor time of the best round; the rounds of a size are run in a row. The macros change the
width of the vector as well as the number of states, so the lines need not be smooth.

![Nanoseconds per state against states](growth.svg)";

/// Measures, and gives the table and the lines of the plot. `sizes` has those of each model together.
pub fn grow(workshop: &Workshop, sizes: &[Vec<Size>], rounds: usize) -> Result<(String, Vec<Line>)> {
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for sizes in sizes {
        let mut points = Vec::new();
        for &size in sizes {
            let (row, point) = measure(workshop, size, rounds)?;
            rows.push(row);
            points.push(point);
        }
        lines.extend(sizes.first().map(|size| Line { name: size.model, points }));
    }
    let heads =
        ["model", "macros", "vector bits", "states", "transitions", "ns/state", "ns/transition", "store bytes/state"];
    Ok((table(&heads, &rows), lines))
}

/// The row of the table, and the states and nanoseconds per state.
fn measure(workshop: &Workshop, size: Size, rounds: usize) -> Result<(Vec<String>, (f64, f64))> {
    let verifier = Verifier::build(workshop, size)?;
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
    Ok((row, (states, nanoseconds / states)))
}
