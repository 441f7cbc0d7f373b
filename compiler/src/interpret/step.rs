//! One step: which edges are executable in a state, and what comes of each.

use super::control::Edge;
use super::evaluate::{Fault, Who};
use super::{State, System};
use crate::ast::MonitorKind;
use crate::model::{Action, Expr, MessageId, QueueId, QueueRef};

/// An edge that an instance of a process can execute.
pub struct Step<'s> {
    /// The number of the process in the model.
    pub process: usize,
    pub instance: usize,
    pub action: &'s Action,
    pub outcome: Outcome,
}

/// What comes of executing an edge.
pub enum Outcome {
    Next(State),
    /// An error, by the name that reports use, and the state after the action if it had its effect all the same.
    Error(&'static str, Option<State>),
}

impl System<'_> {
    /// What can happen in a state: all but timeouts; timeouts, if nothing else can.
    pub fn steps(&self, state: &State) -> Vec<Step<'_>> {
        let others = self.try_edges(state, |edge| self.options.eager_timeouts || !is_timeout(edge));
        if others.is_empty() { self.try_edges(state, is_timeout) } else { others }
    }

    /// What could happen in a state if timeouts did not have to wait.
    pub fn eager_steps(&self, state: &State) -> Vec<Step<'_>> {
        self.try_edges(state, |_| true)
    }

    fn try_edges(&self, state: &State, wanted: impl Fn(&Edge) -> bool) -> Vec<Step<'_>> {
        let mut steps = Vec::new();
        for (process, instances) in state.control.iter().enumerate() {
            for (instance, at) in instances.iter().enumerate() {
                for edge in self.controls[process].edges[*at].iter().filter(|edge| wanted(edge)) {
                    let tried = self.try_edge(edge, state, process, instance);
                    let outcome = tried.unwrap_or(Some(Outcome::Error("fault", None)));
                    steps.extend(outcome.map(|outcome| Step { process, instance, action: &edge.action, outcome }));
                }
            }
        }
        steps
    }

    /// What comes of an edge; `None` if it is blocked.
    fn try_edge(&self, edge: &Edge, state: &State, process: usize, instance: usize) -> Result<Option<Outcome>, Fault> {
        let who = Who { instance };
        let mut next = state.clone();
        next.control[process][instance] = edge.target;
        let contents = |queue: &QueueRef| -> Result<(usize, Option<(MessageId, i16)>), Fault> {
            let at = self.queue_index(queue, state, who)?;
            Ok((at, state.queues[queue.queue.0 as usize][at].first().copied()))
        };
        match &edge.action {
            Action::Skip => {}
            Action::Condition(condition) => {
                if self.evaluate(condition, state, who)? == 0 {
                    return Ok(None);
                }
            }
            Action::Assert(condition) => {
                if self.evaluate(condition, state, who)? == 0 {
                    return Ok(Some(Outcome::Error("assert_statement", None)));
                }
            }
            Action::Assign { target, value } => {
                let value = self.evaluate(value, state, who)?;
                self.assign(target, value, &mut next, state, who)?;
            }
            Action::Enter { parameters, locals } => {
                for (variable, value) in parameters {
                    let value = self.evaluate(value, state, who)?;
                    next.variables[variable.0 as usize][instance] = vec![value as i16];
                }
                for variable in locals {
                    let initial = self.model[*variable].initial[instance];
                    next.variables[variable.0 as usize][instance].fill(initial);
                }
            }
            Action::Send { queue, message, value } => {
                let (at, _) = contents(queue)?;
                if state.queues[queue.queue.0 as usize][at].len() >= self.capacity(queue.queue) {
                    return Ok(None);
                }
                let value = value.as_ref().map_or(Ok(0), |value| self.evaluate(value, state, who))?;
                next.queues[queue.queue.0 as usize][at].push((*message, value as i16));
                return Ok(Some(self.watch(next, queue.queue, at, *message, true)));
            }
            Action::Receive { queue, target, .. } | Action::ReceiveAny { queue, target } => {
                let (at, oldest) = contents(queue)?;
                let Some((message, value)) = oldest else { return Ok(None) };
                if matches!(&edge.action, Action::Receive { message: wanted, .. } if *wanted != message) {
                    return Ok(None);
                }
                next.queues[queue.queue.0 as usize][at].remove(0);
                if let Some(target) = target {
                    self.assign(target, value.into(), &mut next, state, who)?;
                }
                return Ok(Some(self.watch(next, queue.queue, at, message, false)));
            }
            Action::Timeout { queue } => {
                if contents(queue)?.1.is_some() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(Outcome::Next(next)))
    }

    /// Lets the assertions follow a send or a receive.
    fn watch(&self, mut next: State, queue: QueueId, at: usize, message: MessageId, is_send: bool) -> Outcome {
        let is_this = |action: &Action| {
            let (named, name, sends) = match action {
                Action::Send { queue, message, .. } => (queue, message, true),
                Action::Receive { queue, message, .. } => (queue, message, false),
                _ => return false,
            };
            let index = match named.index.as_deref() {
                Some(Expr::Constant(index)) => *index as usize,
                _ => 0,
            };
            named.queue == queue && index == at && *name == message && sends == is_send
        };
        for (number, (watcher, monitor)) in self.watchers.iter().zip(&self.model.monitors).enumerate() {
            let Some(place) = next.watchers[number] else { continue };
            if !watcher.scope.iter().any(is_this) {
                continue;
            }
            let target = watcher.moves[place].iter().find(|(action, _)| is_this(action)).map(|(_, target)| *target);
            match (monitor.kind, target) {
                (MonitorKind::Assert, None) => return Outcome::Error("assertion", Some(next)),
                (MonitorKind::Error, Some(target)) if watcher.at_end[target] => {
                    return Outcome::Error("error_sequence", Some(next));
                }
                (_, target) => next.watchers[number] = target,
            }
        }
        Outcome::Next(next)
    }
}

fn is_timeout(edge: &Edge) -> bool {
    matches!(edge.action, Action::Timeout { .. })
}
