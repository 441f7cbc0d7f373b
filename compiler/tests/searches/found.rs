//! What a search found, in a form that can be compared.

use argos_runtime::outcome::{ErrorFound, Kind, Outcome};
use std::collections::BTreeMap;

/// Counts that do not depend on the order of a search.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Found {
    pub states: u64,
    pub transitions: u64,
    pub proper: u64,
    pub proper_with_messages: u64,
    pub idle: u64,
    /// By kind and place.
    pub errors: BTreeMap<(Kind, String), u64>,
    pub executed: Vec<bool>,
}

impl Found {
    pub fn of(outcome: &Outcome) -> Found {
        let mut errors = BTreeMap::new();
        for error in &outcome.errors {
            *errors.entry((error.kind, format!("{:?}", error.key))).or_default() += error.count;
        }
        let Outcome { states, transitions, proper, proper_with_messages, idle, .. } = *outcome;
        Found { states, transitions, proper, proper_with_messages, idle, errors, executed: outcome.executed.clone() }
    }

    /// Whatever is found here is also found there, at least as often.
    pub fn is_part_of(&self, whole: &Found) -> bool {
        let is_found =
            |(place, count): (&(Kind, String), &u64)| whole.errors.get(place).is_some_and(|all| count <= all);
        self.states <= whole.states
            && self.transitions <= whole.transitions
            && self.proper <= whole.proper
            && self.proper_with_messages <= whole.proper_with_messages
            && self.idle <= whole.idle
            && self.errors.iter().all(is_found)
            && self.executed.iter().zip(&whole.executed).all(|(own, all)| own <= all)
    }

    /// Errors of a kind.
    pub fn count(&self, kind: Kind) -> u64 {
        self.errors.iter().filter(|((own, _), _)| *own == kind).map(|(_, count)| count).sum()
    }
}

/// The last step of the execution fails; otherwise something is wrong about the state it leads to.
pub fn fails_in_step(error: &ErrorFound) -> bool {
    let has_no_result = error.trace.last().is_some_and(|step| step.state.is_none());
    has_no_result || [Kind::Assertion, Kind::ErrorSequence, Kind::AssertStatement].contains(&error.kind)
}
