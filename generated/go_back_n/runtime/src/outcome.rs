//! What a search found: data that the reports print.

use crate::memory::bytes_of;
use crate::options::Order;
use crate::protocol::Facts;

/// Everything a search has to say.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// In what order states were explored.
    pub order: Order,
    /// Distinct states.
    pub states: u64,
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
    pub fn new(facts: &Facts, order: Order) -> Outcome {
        Outcome {
            order,
            states: 0,
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
}

/// An error, with all states or steps where it is found at the same place.
#[derive(Clone, Debug)]
pub struct ErrorFound {
    /// What kind of error.
    pub kind: Kind,
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
}
