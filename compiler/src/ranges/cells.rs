//! Cells: the ranges that all processes see, of variables and of the values of each message on each queue.

use super::Range;
use super::follow::Followed;
use super::graph::{Graph, NodeId};
use super::parts::reads;
use super::problem::initial_range;
use crate::model::{Action, MessageId, Model, QueueId, VariableId};
use std::collections::HashMap;

/// One range that all processes see: of a variable (with the same number), or of the values of a message on a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellId(u32);

impl CellId {
    pub(super) fn at(self) -> usize {
        self.0 as usize
    }
}

impl From<VariableId> for CellId {
    fn from(variable: VariableId) -> CellId {
        CellId(variable.0)
    }
}

pub(super) struct Cells {
    /// By cell, what it starts with; `None` if no such message is there at the start, or if the variable is private.
    pub(super) initial: Vec<Option<Range>>,
    /// By cell, the nodes with an edge that reads it.
    pub(super) readers: Vec<Vec<NodeId>>,
    of_message: HashMap<(QueueId, MessageId), CellId>,
    /// By queue.
    of_queue: Vec<Vec<CellId>>,
}

impl Cells {
    pub(super) fn new(model: &Model, graph: &Graph, followed: &Followed) -> Cells {
        let variables = (0..model.variables.len() as u32).map(VariableId);
        let initial = variables.map(|id| (!followed.is_private(id, model)).then(|| initial_range(model, id)));
        let mut cells = Cells {
            initial: initial.collect(),
            readers: Vec::new(),
            of_message: HashMap::new(),
            of_queue: vec![Vec::new(); model.queues.len()],
        };
        cells.add_messages(model, graph);
        cells.find_readers(graph, followed);
        cells
    }

    fn add_messages(&mut self, model: &Model, graph: &Graph) {
        for (number, queue) in model.queues.iter().enumerate() {
            for (message, value) in &queue.initial {
                let cell = self.add_message(QueueId(number as u32), *message);
                join_into(&mut self.initial[cell.at()], Range::only(value.unwrap_or(0)));
            }
        }
        for edge in graph.edges() {
            if let Action::Send { queue, message, .. } = edge.action {
                self.add_message(queue.queue, *message);
            }
        }
    }

    fn add_message(&mut self, queue: QueueId, message: MessageId) -> CellId {
        *self.of_message.entry((queue, message)).or_insert_with(|| {
            let cell = CellId(self.initial.len() as u32);
            self.of_queue[queue.0 as usize].push(cell);
            self.initial.push(None);
            cell
        })
    }

    fn find_readers(&mut self, graph: &Graph, followed: &Followed) {
        self.readers = vec![Vec::new(); self.initial.len()];
        for id in graph.ids() {
            let node = &graph[id];
            for edge in &node.edges {
                let shared = reads(edge.action).into_iter().filter(|variable| !followed.is_by(node.process, *variable));
                for cell in shared.map(CellId::from).chain(self.received(edge.action)) {
                    let readers = &mut self.readers[cell.at()];
                    if readers.last() != Some(&id) {
                        readers.push(id);
                    }
                }
            }
        }
    }

    /// Of a message on a queue; `None` if it is never there.
    pub(super) fn of(&self, queue: QueueId, message: MessageId) -> Option<CellId> {
        self.of_message.get(&(queue, message)).copied()
    }

    /// The messages that a receive can take.
    pub(super) fn received(&self, action: &Action) -> Vec<CellId> {
        match action {
            Action::Receive { queue, message, .. } => self.of(queue.queue, *message).into_iter().collect(),
            Action::ReceiveAny { queue, .. } => self.of_queue[queue.queue.0 as usize].clone(),
            _ => Vec::new(),
        }
    }
}

/// Lets a cell contain another range as well.
pub(super) fn join_into(cell: &mut Option<Range>, range: Range) {
    *cell = Some(cell.map_or(range, |cell| cell.join(range)));
}
