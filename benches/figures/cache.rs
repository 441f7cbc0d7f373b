//! AT&T 1985, figure 6: a cache of states that is too small for all of them, and what is then done twice.

use crate::figure::{Figure, Row, lines};
use crate::measured::measure;
use crate::protocol::{self, CACHED};
use argos_benches::plot::Axis;
use argos_benches::workshop::{Result, Workshop};

/// Thousands of states, from more than there are (42,258) downwards, to one with which the search does not come to an end in time.
const SIZES: [usize; 11] = [44, 42, 40, 38, 36, 34, 32, 30, 28, 26, 24];

pub fn figure(workshop: &Workshop) -> Result<Figure> {
    let verifier = protocol::build(workshop, CACHED, &[])?;
    let mut rows = Vec::new();
    for size in SIZES {
        let measured = measure(&verifier, &["--cache", &size.to_string()])?;
        rows.push(Row::new("oldest first", 1000.0 * size as f64, measured));
    }
    let size = Axis::linear("states in the cache");
    let charts = vec![
        lines(&rows, size, Axis::logarithmic("states created, again and again"), |row| {
            (row.at.number(), row.measured.explored as f64)
        }),
        lines(&rows, size, Axis::logarithmic("processor time, s"), |row| (row.at.number(), row.measured.time())),
    ];
    Ok(Figure { name: "cache", varied: "cache", rows, charts })
}
