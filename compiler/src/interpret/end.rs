//! States in which nothing can happen any more: which of them are right, and what is wrong with the others.

use super::control::Control;
use super::evaluate::Who;
use super::{State, System};
use crate::ast::MonitorKind;
use crate::model::Action;

/// What kind of end a state without executable edges is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All processes are at their end. Some assertions may not be, and queues may hold messages.
    Proper {
        incomplete: usize,
        with_messages: bool,
    },
    Idle,
    /// An error, by the name that reports use.
    Error(&'static str),
}

impl System<'_> {
    /// Says what kind of end a state without executable edges is.
    pub fn end(&self, state: &State) -> End {
        let all = |rests: &dyn Fn(&Control, usize) -> bool| {
            self.controls
                .iter()
                .zip(&state.control)
                .all(|(control, instances)| instances.iter().all(|at| rests(control, *at)))
        };
        let all_empty = state.queues.iter().flatten().all(Vec::is_empty);
        if all(&|control, at| at == control.end) {
            return End::Proper { incomplete: self.incomplete_assertions(state), with_messages: !all_empty };
        }
        if all_empty && all(&|control, at| at == control.end || control.may_rest[at]) {
            return if self.strict_end { End::Error("deadlock") } else { End::Idle };
        }
        let is_waiting = |action: &Action, empty: bool, _| {
            matches!(action, Action::Receive { .. } | Action::ReceiveAny { .. }) && !empty
        };
        let is_blocked = |action: &Action, _, full: bool| matches!(action, Action::Send { .. }) && full;
        End::Error(if self.some_edge(state, is_waiting) {
            "unspecified_reception"
        } else if self.some_edge(state, is_blocked) {
            "buffer_lock"
        } else {
            "deadlock"
        })
    }

    /// How many assertions cannot be at their end.
    fn incomplete_assertions(&self, state: &State) -> usize {
        let is_incomplete = |number: &usize| {
            self.model.monitors[*number].kind == MonitorKind::Assert
                && state.watchers[*number].is_some_and(|at| !self.watchers[*number].at_end[at])
        };
        (0..self.watchers.len()).filter(is_incomplete).count()
    }

    /// Some process is at a state with an edge on a queue that is (empty, full) in this way.
    fn some_edge(&self, state: &State, holds: impl Fn(&Action, bool, bool) -> bool) -> bool {
        self.controls.iter().zip(&state.control).any(|(control, instances)| {
            instances.iter().enumerate().any(|(instance, at)| {
                control.edges[*at].iter().any(|edge| {
                    let (Action::Send { queue, .. } | Action::Receive { queue, .. } | Action::ReceiveAny { queue, .. }) =
                        &edge.action
                    else {
                        return false;
                    };
                    let Ok(at) = self.queue_index(queue, state, Who { instance }) else { return false };
                    let length = state.queues[queue.queue.0 as usize][at].len();
                    holds(&edge.action, length == 0, length >= self.capacity(queue.queue))
                })
            })
        })
    }
}
