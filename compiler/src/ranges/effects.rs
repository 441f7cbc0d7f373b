//! What an edge does if it is taken.

use super::Range;
use super::assume::Premises;
use super::cells::CellId;
use super::graph::{Edge, Node};
use super::interval::Interval;
use super::known::Known;
use super::problem::{Problem, Table, initial_range};
use crate::model::{Action, VariableId};

#[derive(Default)]
pub(super) struct Effects {
    /// Values as given, before they are stored.
    pub(super) writes: Vec<(VariableId, Interval)>,
    pub(super) send: Option<(CellId, Interval)>,
    /// The ranges of the live variables of the target.
    pub(super) after: Vec<Range>,
}

impl Effects {
    /// What the edge adds to cells. A private variable has none.
    pub(super) fn cell_writes(&self, problem: &Problem) -> impl Iterator<Item = (CellId, Range)> {
        let is_shared = move |variable: VariableId| !problem.followed.is_private(variable, problem.model);
        let writes = self.writes.iter().filter(move |(variable, _)| is_shared(*variable));
        let writes = writes.map(|(variable, given)| ((*variable).into(), *given));
        writes.chain(self.send).map(|(cell, given)| (cell, given.store()))
    }
}

/// What an edge of a node that has been loaded does if it is taken; `None` if it cannot be taken.
pub(super) fn find_effects(
    edge: &Edge,
    node: &Node,
    problem: &Problem,
    table: &Table,
    known: &mut Known,
) -> Option<Effects> {
    let before = known.mark();
    let mut premises = Premises { problem, table, process: node.process, known };
    let effects = take(edge, &mut premises);
    known.back_to(before);
    effects
}

fn take(edge: &Edge, premises: &mut Premises) -> Option<Effects> {
    let (problem, process) = (premises.problem, premises.process);
    let mut effects = execute(edge.action, premises)?;
    for (variable, given) in &effects.writes {
        if problem.followed.is_by(process, *variable) {
            premises.known.set(*variable, given.store());
        }
    }
    let live = problem.graph[edge.target].live.iter();
    effects.after = live.map(|variable| premises.value(*variable)).collect();
    Some(effects)
}

/// What an action writes and sends; that it was possible is known then.
fn execute(action: &Action, premises: &mut Premises) -> Option<Effects> {
    let mut effects = Effects::default();
    match action {
        Action::Skip => {}
        // What the second half says about a variable can say something about the first half.
        Action::Condition(condition) | Action::Assert(condition) => {
            premises.assume(condition, true)?;
            premises.assume(condition, true)?;
        }
        Action::Timeout { queue } => premises.assume_queue(queue)?,
        Action::Assign { target, value } => {
            premises.assume_target(target)?;
            premises.assume_value(value)?;
            effects.writes.push((target.variable, premises.interval(value)?));
        }
        Action::Send { queue, message, value } => {
            premises.assume_queue(queue)?;
            let given = match value {
                Some(value) => {
                    premises.assume_value(value)?;
                    premises.interval(value)?
                }
                None => Interval::only(0),
            };
            effects.send = premises.problem.cells.of(queue.queue, *message).map(|cell| (cell, given));
        }
        Action::Receive { queue, target, .. } | Action::ReceiveAny { queue, target } => {
            premises.assume_queue(queue)?;
            let received = premises.received(action)?;
            if let Some(target) = target {
                premises.assume_target(target)?;
                effects.writes.push((target.variable, received.into()));
            }
        }
        Action::Enter { parameters, locals } => {
            for (_, value) in parameters {
                premises.assume_value(value)?;
            }
            for (parameter, value) in parameters {
                effects.writes.push((*parameter, premises.interval(value)?));
            }
            let model = premises.problem.model;
            effects.writes.extend(locals.iter().map(|local| (*local, initial_range(model, *local).into())));
        }
    }
    Some(effects)
}
