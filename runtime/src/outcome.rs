//! What a search found: data that the reports print.

use crate::options::Order;

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
#[derive(Clone, Default, Debug)]
pub struct Trace {
    /// The initial state.
    pub initial: Vec<u64>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// One step of an execution.
#[derive(Clone, Debug)]
pub struct Step {
    /// The rule that was executed.
    pub rule: u32,
    /// The queue that it sends to, receives from or times out on, a number in `Facts::queues`.
    pub queue: Option<u32>,
    /// The state after it. `None` only in a last step that fails without a result.
    pub state: Option<Vec<u64>>,
}
