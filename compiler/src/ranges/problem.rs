//! What there is to solve, and the table that solves it.

use super::Range;
use super::cells::Cells;
use super::follow::{Followed, follow};
use super::graph::{Graph, NodeId};
use super::thresholds::Thresholds;
use crate::machine::Machine;
use crate::model::{Model, VariableId};

pub(super) struct Problem<'m> {
    pub(super) model: &'m Model,
    pub(super) graph: Graph<'m>,
    pub(super) followed: Followed,
    pub(super) cells: Cells,
    pub(super) thresholds: Thresholds,
}

impl<'m> Problem<'m> {
    pub(super) fn new(model: &'m Model, machines: &[&'m Machine]) -> Problem<'m> {
        let mut graph = Graph::new(machines);
        let followed = follow(model, machines, &mut graph);
        let cells = Cells::new(model, &graph, &followed);
        let thresholds = Thresholds::new(model, &graph);
        Problem { model, graph, followed, cells, thresholds }
    }

    /// What the variables that are live at the start of a process start with.
    pub(super) fn initial_values(&self, start: NodeId) -> Vec<Range> {
        self.graph[start].live.iter().map(|variable| initial_range(self.model, *variable)).collect()
    }
}

/// The values that a variable starts with, over all instances.
pub(super) fn initial_range(model: &Model, variable: VariableId) -> Range {
    let values = model[variable].initial.iter().map(|value| Range::only(*value));
    values.reduce(Range::join).unwrap_or(Range::only(0))
}

/// The ranges that have been found so far.
pub(super) struct Table {
    /// By node: the ranges of its live variables; `None` if control does not come there.
    pub(super) nodes: Vec<Option<Vec<Range>>>,
    /// By cell: `None` if there is no such message, or if the variable is private.
    pub(super) cells: Vec<Option<Range>>,
}
