//! AT&T 1985, figure 4: what the room in queues does to states and run time.

use crate::figure::{Figure, Row, lines};
use crate::measured::measure;
use crate::protocol::{self, FAULTY, MODES};
use argos_benches::plot::Axis;
use argos_benches::workshop::{Result, Workshop};

/// More makes no difference to this protocol: its windows keep queues short.
const MOST: usize = 6;

pub fn figure(workshop: &Workshop) -> Result<Figure> {
    let verifier = protocol::build(workshop, FAULTY, &[])?;
    let mut rows = Vec::new();
    for mode in &MODES {
        for slots in 1..=MOST {
            let limit = slots.to_string();
            let options = [&["--dfs", "--queue-limit", &limit], mode.options].concat();
            rows.push(Row::new(mode.name, slots as f64, measure(&verifier, &options)?));
        }
    }
    let slots = Axis::linear("slots of each queue");
    let charts = vec![
        lines(&rows, slots, Axis::logarithmic("processor time, s"), |row| (row.at.number(), row.measured.time())),
        lines(&rows, slots, Axis::logarithmic("states"), |row| (row.at.number(), row.measured.states as f64)),
    ];
    Ok(Figure { name: "queues", varied: "slots", rows, charts })
}
