//! IEEE 1987, figure 3: which state a full cache should forget.

use crate::figure::{At, Figure, Row, dots};
use crate::measured::measure;
use crate::protocol::{self, CACHED};
use argos_benches::plot::Axis;
use argos_benches::scale::Kind;
use argos_benches::workshop::{Result, Workshop};

/// The paper's five in its order (a to e), and one at random.
const STRATEGIES: &[&str] = &["most", "least", "largest-class", "oldest", "deepest", "random"];
/// Thousands of states.
const SIZES: [usize; 2] = [36, 32];

pub fn figure(workshop: &Workshop) -> Result<Figure> {
    let verifier = protocol::build(workshop, CACHED, &[])?;
    let mut rows = Vec::new();
    for size in SIZES {
        for (index, &strategy) in STRATEGIES.iter().enumerate() {
            let measured = measure(&verifier, &["--cache", &size.to_string(), "--replace", strategy])?;
            rows.push(Row { search: format!("cache of {size},000"), at: At::Name(strategy, index), measured });
        }
    }
    let strategy = Axis { name: "what is forgotten", kind: Kind::Names(STRATEGIES) };
    let charts = vec![
        dots(&rows, strategy, Axis::logarithmic("double work, %"), |row| (row.at.number(), row.measured.double_work())),
        dots(&rows, strategy, Axis::logarithmic("processor time, s"), |row| (row.at.number(), row.measured.time())),
    ];
    Ok(Figure { name: "replacement", varied: "strategy", rows, charts })
}
