//! Joins what all edges give to each variable and each queue, and keeps that as the reasons.

use super::effects::{Effects, find_effects};
use super::graph::Edge;
use super::interval::Interval;
use super::known::Known;
use super::problem::{Problem, Table, initial_range};
use super::{Cause, Range, RangeWhy, Ranges, Reason};
use crate::model::{Action, Model, VariableId};
use crate::source::Span;

/// The ranges that a table says, with their reasons.
pub(super) fn explain(problem: &Problem, table: &Table) -> Ranges {
    let mut reasons = Reasons::initial(problem.model);
    let mut known = Known::new(problem.model.variables.len());
    for (node, ranges) in problem.graph.nodes().zip(&table.nodes) {
        let Some(ranges) = ranges else { continue };
        known.load(node, ranges);
        for edge in &node.edges {
            if let Some(effects) = find_effects(edge, node, problem, table, &mut known) {
                reasons.add(edge, &effects);
            }
        }
    }
    let variables = reasons.variables.into_iter().map(|reasons| join(reasons).expect("there is an initial value"));
    Ranges { variables: variables.collect(), cargo: reasons.cargo.into_iter().map(join).collect() }
}

struct Reasons {
    /// By variable.
    variables: Vec<Vec<Reason>>,
    /// By queue.
    cargo: Vec<Vec<Reason>>,
}

impl Reasons {
    fn initial(model: &Model) -> Reasons {
        let reason = |range: Range| Reason::new(Cause::Initial, range.into());
        let variables = (0..model.variables.len() as u32).map(VariableId);
        let cargo = model.queues.iter().map(|queue| {
            let values = queue.initial.iter().filter_map(|(_, value)| value.map(Range::only));
            values.reduce(Range::join).into_iter().map(reason).collect()
        });
        Reasons {
            variables: variables.map(|id| vec![reason(initial_range(model, id))]).collect(),
            cargo: cargo.collect(),
        }
    }

    fn add(&mut self, edge: &Edge, effects: &Effects) {
        let Edge { action, span, .. } = *edge;
        let statement = || Cause::Statement { span, action: action.clone() };
        match (action, effects.send) {
            // Locals get their initial values, which count anyway.
            (Action::Enter { parameters, .. }, _) => {
                for ((variable, argument), (_, given)) in parameters.iter().zip(&effects.writes) {
                    let cause = Cause::Call { span, argument: argument.clone() };
                    self.variables[variable.0 as usize].push(Reason::new(cause, *given));
                }
            }
            (Action::Send { queue, value: Some(_), .. }, Some((_, given))) => {
                self.cargo[queue.queue.0 as usize].push(Reason::new(statement(), given));
            }
            _ => {
                for (variable, given) in &effects.writes {
                    self.variables[variable.0 as usize].push(Reason::new(statement(), *given));
                }
            }
        }
    }
}

impl Reason {
    fn new(cause: Cause, given: Interval) -> Reason {
        Reason { cause, given: (given.min, given.max), range: given.store() }
    }

    /// Where it stands; initial values come before all.
    fn place(&self) -> Option<Span> {
        match &self.cause {
            Cause::Initial => None,
            Cause::Statement { span, .. } | Cause::Call { span, .. } => Some(*span),
        }
    }
}

/// Joins the reasons that stand in the same place, and puts those that reach the bounds first. `None` without any.
fn join(mut reasons: Vec<Reason>) -> Option<RangeWhy> {
    let range = reasons.iter().map(|reason| reason.range).reduce(Range::join)?;
    reasons.sort_by_key(Reason::place);
    reasons.dedup_by(|next, kept| {
        let is_same = next.place() == kept.place();
        if is_same {
            kept.range = kept.range.join(next.range);
            kept.given = (kept.given.0.min(next.given.0), kept.given.1.max(next.given.1));
        }
        is_same
    });
    if !bring_forward(&mut reasons, |reason| reason.range == range) {
        bring_forward(&mut reasons, |reason| reason.range.max == range.max);
        bring_forward(&mut reasons, |reason| reason.range.min == range.min);
    }
    Some(RangeWhy { range, reasons })
}

/// Puts the first reason that is asked for before all others; says if there is one.
fn bring_forward(reasons: &mut [Reason], is_asked_for: impl Fn(&Reason) -> bool) -> bool {
    let Some(at) = reasons.iter().position(is_asked_for) else { return false };
    reasons[..=at].rotate_right(1);
    true
}
