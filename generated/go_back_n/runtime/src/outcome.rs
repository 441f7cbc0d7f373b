//! What a search found: data that the reports print.

use crate::memory::bytes_of;
use crate::options::{Options, Order};
use crate::protocol::Facts;
use crate::search::errors::Key;
use crate::search::executions::Executions;
use crate::store::bitstate::Fill;

/// Everything a search has to say.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// In what order states were explored.
    pub order: Order,
    /// Distinct states.
    pub states: u64,
    /// Their number is an estimate: not all of them were stored.
    pub is_estimate: bool,
    /// How often the successors of a state were looked at by a search that may do that again; 0 for others.
    pub explored: u64,
    /// Steps that a selection did not explore.
    pub left_out: u64,
    /// Steps that were still to be looked at when the search was ended.
    pub waiting: u64,
    /// States whose successors were generated. Fewer than `states` if the search is partial.
    pub expanded: u64,
    /// Executed edges with an explored result.
    pub transitions: u64,
    /// Breadth first, the steps to the farthest state; depth first, the deepest point reached.
    pub depth: u32,
    /// States in which all processes are at their end.
    pub proper: u64,
    /// States in which everything rests.
    pub idle: u64,
    /// Of the proper ends, those that leave messages in queues.
    pub proper_with_messages: u64,
    /// What is wrong: one entry for each kind and place, in the order in which they were found.
    pub errors: Vec<ErrorFound>,
    /// By rule: it was executed.
    pub executed: Vec<bool>,
    /// Why the search did not see everything. Empty if it did.
    pub limits: Vec<Limit>,
    /// How long it took.
    pub seconds: f64,
    /// The most memory that states and everything around them took.
    pub memory_bytes: u64,
    /// What was known of the states at the end: the set, and what it needs.
    pub store: StoreUse,
    /// How many threads searched.
    pub threads: usize,
    /// How executions ended, if the search followed them one by one.
    pub executions: Option<Executions>,
    /// What was stored, where that is not simply every state.
    pub kept: Option<Kept>,
    /// Runs of supertrace.
    pub runs: Vec<Run>,
    /// What part of the states was seen, where it is not the part of those found that was explored.
    pub coverage: Option<f64>,
}

/// What was stored by a search that does not store everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// States that were stored at the end.
    pub stored: u64,
    /// States that had been stored and were forgotten.
    pub forgotten: u64,
}

/// A run of supertrace.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Run {
    /// How full the array was at its end.
    pub fill: Fill,
    /// States that were new to the array.
    pub states: u64,
    /// Executed edges.
    pub transitions: u64,
}

/// How states were stored.
#[derive(Clone, Default, Debug)]
pub struct StoreUse {
    /// What kind of set, in a word: `table` or `bits`.
    pub name: &'static str,
    /// What kind of store it was and why, in a sentence.
    pub description: String,
    /// Bytes of the set of known states.
    pub set_bytes: u64,
    /// Bytes of the log: what is still to be explored, and the way back.
    pub log_bytes: u64,
    /// Bytes of the log that were moved to a temporary file.
    pub file_bytes: u64,
}

impl Outcome {
    /// Nothing seen yet.
    pub fn new(facts: &Facts, options: &Options) -> Outcome {
        Outcome {
            order: options.order,
            states: 0,
            is_estimate: false,
            explored: 0,
            left_out: 0,
            waiting: 0,
            expanded: 0,
            transitions: 0,
            depth: 0,
            proper: 0,
            idle: 0,
            proper_with_messages: 0,
            errors: Vec::new(),
            executed: vec![false; facts.rules.len()],
            limits: if facts.unchecked.is_empty() { Vec::new() } else { vec![Limit::Claims] },
            seconds: 0.0,
            memory_bytes: 0,
            store: StoreUse::default(),
            threads: 1,
            executions: None,
            kept: None,
            runs: Vec::new(),
            coverage: None,
        }
    }

    /// Takes over how many different states there were, where the search did not store all of them.
    pub fn take_distinct(&mut self, states: u64, is_estimate: bool) {
        if is_estimate {
            // What was counted again and again is spread over the states.
            let share = states as f64 / self.states.max(1) as f64;
            self.transitions = (self.transitions as f64 * share) as u64;
            self.expanded = (self.expanded as f64 * share) as u64;
        }
        (self.states, self.is_estimate) = (states, is_estimate);
    }

    /// Takes over what another search of the same protocol found. Of what both have seen, the figures of the one that saw more
    /// count: nobody knows how much they have in common.
    pub fn join(&mut self, other: Outcome) {
        if other.states > self.states {
            self.states = other.states;
            self.expanded = other.expanded;
            self.transitions = other.transitions;
            self.waiting = other.waiting;
            self.store = other.store;
        }
        self.explored += other.explored;
        if let Some(executions) = other.executions {
            self.executions.get_or_insert_default().join(executions);
        }
        self.left_out += other.left_out;
        self.is_estimate |= other.is_estimate;
        self.depth = self.depth.max(other.depth);
        self.proper = self.proper.max(other.proper);
        self.idle = self.idle.max(other.idle);
        self.proper_with_messages = self.proper_with_messages.max(other.proper_with_messages);
        self.memory_bytes = self.memory_bytes.max(other.memory_bytes);
        self.executed.iter_mut().zip(other.executed).for_each(|(all, own)| *all |= own);
        self.runs.extend(other.runs);
        other.limits.into_iter().for_each(|limit| self.limit(limit));
        other.errors.into_iter().for_each(|error| self.join_error(error));
    }

    /// The same error in two searches is one: with the shorter execution, and as often as the one says that found it more often.
    fn join_error(&mut self, error: ErrorFound) {
        match self.errors.iter_mut().find(|known| known.kind == error.kind && known.key == error.key) {
            None => self.errors.push(error),
            Some(known) => {
                known.count = known.count.max(error.count);
                if error.trace.len() < known.trace.len() {
                    (known.trace, known.message) = (error.trace, error.message);
                }
            }
        }
    }

    /// The search is not complete, because of this.
    pub fn limit(&mut self, limit: Limit) {
        if !self.limits.contains(&limit) {
            self.limits.push(limit);
        }
    }
}

/// Why a search is partial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The depth bound: longer executions were not looked at.
    Depth,
    /// The limit on queues: somewhere a queue had room for more than was allowed.
    Queues,
    /// The time limit.
    Time,
    /// The memory budget.
    Memory,
    /// The user interrupted the search.
    Interrupt,
    /// It stopped at the first error.
    FirstError,
    /// Claims or formulas that this verifier does not check.
    Claims,
    /// Of what could happen in a state only a part was explored.
    Selection,
    /// Supertrace takes some states for others.
    Bitstate,
    /// Parts of states were ignored when they were compared.
    Fold,
    /// Executions with more unlikely steps than were asked for.
    Unlikely,
    /// Only random walks were made.
    Walks,
    /// Only small searches of a swarm were made.
    Swarm,
}

impl Limit {
    /// The search does not go on after this.
    pub fn ends_search(self) -> bool {
        matches!(self, Limit::Time | Limit::Memory | Limit::Interrupt | Limit::FirstError)
    }
}

/// An error, with all states or steps where it is found at the same place.
#[derive(Clone, Debug)]
pub struct ErrorFound {
    /// What kind of error.
    pub kind: Kind,
    /// Where: the message names only the first of what is the same place.
    pub key: Key,
    /// For stuck states and invariants the number of states; for others the number of pairs of state and transition.
    pub count: u64,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// An execution that leads to it; breadth first, a shortest one.
    pub trace: Trace,
}

/// The kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Deadlock,
    BufferLock,
    UnspecifiedReception,
    Assertion,
    AssertionIncomplete,
    ErrorSequence,
    Fault,
    AssertStatement,
    Invariant,
}

impl Kind {
    /// The name in reports for machines.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Deadlock => "deadlock",
            Kind::BufferLock => "buffer_lock",
            Kind::UnspecifiedReception => "unspecified_reception",
            Kind::Assertion => "assertion",
            Kind::AssertionIncomplete => "assertion_incomplete",
            Kind::ErrorSequence => "error_sequence",
            Kind::Fault => "fault",
            Kind::AssertStatement => "assert_statement",
            Kind::Invariant => "invariant",
        }
    }
}

/// An execution from the initial state.
///
/// It can have a million steps, and many errors have one each: so the states lie in one list, and a step takes eight bytes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Trace {
    /// The words of a state.
    words: usize,
    /// The initial state, then the state after each step. The last step may have none.
    states: Vec<u64>,
    steps: Vec<Taken>,
}

/// What was done in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    rule: u32,
    /// The number of the queue plus one; 0 if there is none.
    queue: u32,
}

impl Taken {
    /// This rule was executed, and it sent to, received from or timed out on this queue.
    pub fn new(rule: u32, queue: Option<u32>) -> Taken {
        Taken { rule, queue: queue.map_or(0, |queue| queue + 1) }
    }

    fn queue(self) -> Option<u32> {
        self.queue.checked_sub(1)
    }
}

/// One step of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<'trace> {
    /// The rule that was executed.
    pub rule: u32,
    /// The queue that it sends to, receives from or times out on, a number in `Facts::queues`.
    pub queue: Option<u32>,
    /// The state after it. `None` only in a last step that fails without a result.
    pub state: Option<&'trace [u64]>,
}

impl Trace {
    /// Bytes that each step takes if states have so many words.
    pub const fn step_bytes(words: usize) -> u64 {
        (size_of::<Taken>() + words * size_of::<u64>()) as u64
    }

    /// An execution that goes through these states, given one behind the other with so many words each, by these steps. The
    /// first state is the initial one; a last step that fails without a result has none.
    pub fn new(words: usize, states: Vec<u64>, steps: Vec<Taken>) -> Trace {
        let visited = states.len() / words;
        assert!(
            visited == steps.len() + 1 || visited > 0 && visited == steps.len(),
            "every step but the last has a state"
        );
        Trace { words, states, steps }
    }

    /// How many steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The initial state is all of it.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The initial state.
    pub fn initial(&self) -> &[u64] {
        &self.states[..self.words]
    }

    /// The steps, in their order.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        (0..self.len()).map(|number| self.step(number))
    }

    /// The last step.
    pub fn last(&self) -> Option<Step<'_>> {
        self.len().checked_sub(1).map(|number| self.step(number))
    }

    fn step(&self, number: usize) -> Step<'_> {
        let taken = self.steps[number];
        let start = (number + 1) * self.words;
        Step { rule: taken.rule, queue: taken.queue(), state: self.states.get(start..start + self.words) }
    }

    /// The memory it takes.
    pub fn bytes(&self) -> u64 {
        bytes_of::<u64>(self.states.capacity()) + bytes_of::<Taken>(self.steps.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn steps_have_the_states_they_lead_to() {
        let trace = Trace::new(2, vec![1, 2, 3, 4], vec![Taken::new(7, Some(0)), Taken::new(8, None)]);
        assert_eq!(trace.initial(), [1, 2]);
        let expected =
            [Step { rule: 7, queue: Some(0), state: Some(&[3, 4]) }, Step { rule: 8, queue: None, state: None }];
        assert_eq!(trace.steps().collect::<Vec<_>>(), expected);
        assert_eq!(trace.last(), Some(expected[1]));
        assert_eq!(trace.len(), 2);
        assert_eq!(trace.bytes(), 2 * Trace::step_bytes(2));
    }

    #[test]
    fn an_execution_without_steps_is_its_initial_state() {
        let trace = Trace::new(2, vec![1, 2], Vec::new());
        assert_eq!((trace.initial(), trace.is_empty(), trace.last()), ([1, 2].as_slice(), true, None));
    }

    /// The message names what was met first, so it may differ at one place, and be the same at two.
    #[test]
    fn searches_are_joined_by_the_places_of_errors() {
        let error = |key: u32, count, message: &str, steps| {
            let trace = Trace::new(1, vec![0; steps + 1], vec![Taken::new(0, None); steps]);
            ErrorFound { kind: Kind::Invariant, key: Key::Number(key), count, message: message.to_string(), trace }
        };
        let outcome = |errors| Outcome { errors, ..Outcome::new(&fixture::facts(), &Options::default()) };
        let mut joined = outcome(vec![error(1, 2, "p[0]", 3), error(2, 1, "r", 3)]);
        joined.join(outcome(vec![error(3, 4, "r", 3), error(1, 5, "p[1]", 2)]));
        let found = joined.errors.iter().map(|error| (error.count, error.message.as_str(), error.trace.len()));
        assert_eq!(found.collect::<Vec<_>>(), [(5, "p[1]", 2), (1, "r", 3), (4, "r", 3)]);
    }
}
