//! What the compiler says about a protocol: its rules as code ([`Protocol`]), everything else as data ([`Facts`]).
//!
//! Predicates and actions are code because they run for every state; names, lines and texts are data because they are
//! needed only for a report. The data is written once, by the compiler, as constants of the emitted crate.

use crate::value::Fault;
use crate::vector::{Array, Field, Queue};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::Hash;

/// A text that the compiler wrote.
pub type Text = Cow<'static, str>;
/// A list that the compiler wrote.
pub type List<T> = Cow<'static, [T]>;

/// A protocol as rules on a state vector.
pub trait Protocol: Sync {
    /// The state vector: `[u64; WORDS]`.
    type State: Vector;

    /// Names and positions, for reports.
    fn facts(&self) -> &Facts;

    /// The state in which everything begins.
    fn initial(&self) -> Self::State;

    /// Tries all rules but timeouts. Queues hold at most `limit` messages.
    fn steps(&self, state: &Self::State, limit: u32, sink: &mut impl Sink<Self::State>);

    /// Tries the rules of one process but its timeouts, in states in which this is its control state.
    fn steps_at(
        &self,
        process: u32,
        control: u32,
        states: &[Self::State],
        limit: u32,
        sink: &mut impl Sink<Self::State>,
    );

    /// Tries the rules of one process but its timeouts.
    fn steps_of(&self, process: u32, state: &Self::State, limit: u32, sink: &mut impl Sink<Self::State>) {
        let control = self.facts().processes[process as usize].control.bits(state.as_ref());
        self.steps_at(process, control as u32, std::slice::from_ref(state), limit, sink);
    }

    /// Tries the timeouts.
    fn timeouts(&self, state: &Self::State, limit: u32, sink: &mut impl Sink<Self::State>);

    /// Calls `report` for each invariant that does not hold, or has no value.
    fn invariants(&self, state: &Self::State, limit: u32, report: &mut impl FnMut(u32, Option<Fault>));

    /// The cost of a state by the guide with this number: a guided search looks at cheap states first.
    fn guide(&self, number: u32, state: &Self::State, limit: u32) -> Result<i32, Fault>;

    /// Which queue of an array a rule with a computed index means in this state; 0 for other rules and if the index faults.
    fn queue_index(&self, rule: u32, state: &Self::State, limit: u32) -> usize;
}

/// What a state vector can do.
pub trait Vector: Copy + Eq + Hash + Send + Sync + AsRef<[u64]> + AsMut<[u64]> {
    /// Nothing but zeros.
    const ZERO: Self;
    /// How many words it has.
    const WORDS: usize;

    /// The words of many vectors, one behind the other, without a copy.
    fn flatten(vectors: Vec<Self>) -> Vec<u64>;
}

impl<const WORDS: usize> Vector for [u64; WORDS] {
    const ZERO: Self = [0; WORDS];
    const WORDS: usize = WORDS;

    fn flatten(vectors: Vec<Self>) -> Vec<u64> {
        vectors.into_flattened()
    }
}

/// Takes what rules give.
pub trait Sink<State> {
    /// The rule is executable and leads to `next`.
    fn step(&mut self, rule: u32, next: &State);

    /// The rule leads to `next` if it is executable. Who takes many steps should not branch on that, because nobody can foresee it.
    #[inline(always)]
    fn offer(&mut self, rule: u32, next: &State, is_executable: bool) {
        if is_executable {
            self.step(rule, next);
        }
    }

    /// What was said so far is all about this state, and what follows is about the next one, if there are several.
    #[inline(always)]
    fn end_state(&mut self) {}

    /// The rule is executable and wrong. `result` is the state it would have led to, where there is one.
    fn fails(&mut self, rule: u32, failure: Failure, result: Option<&State>);
}

/// What can be wrong about a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Failure {
    /// An expression has no value.
    Fault(Fault),
    /// An `assert (e)` in a process does not hold.
    AssertStatement,
    /// An `assert { }` cannot take the action. The number is that of the monitor.
    Assertion(u32),
    /// An `error { }` is complete. The number is that of the monitor.
    ErrorSequence(u32),
}

/// Tells a sink of a rule that came to nothing because of a fault.
#[inline(always)]
pub fn report_fault<State>(rule: u32, result: Result<(), Fault>, sink: &mut impl Sink<State>) {
    if let Err(fault) = result {
        sink.fails(rule, Failure::Fault(fault), None);
    }
}

/// Everything about a protocol that only reports need.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The name of the specification: its file without folder and ending.
    pub model: Text,
    /// The files of the specification, as the user named them; the first is the main one.
    pub files: List<Text>,
    /// Bits of the state vector that are used.
    pub vector_bits: u32,
    /// The vector in parts that change apart from each other: words, and which of their bits.
    pub parts: List<List<(u32, u64)>>,
    /// Parts that belong together, a bit for each: a process and the queues it reads.
    pub clusters: List<u64>,
    /// Every instance of every process.
    pub processes: List<ProcessFacts>,
    /// Every variable, a local one once for each instance of its process.
    pub variables: List<VariableFacts>,
    /// Every queue, also each queue of an array.
    pub queues: List<QueueFacts>,
    /// The order in which traces show the queues.
    pub columns: List<u32>,
    /// Assertions and error sequences.
    pub monitors: List<MonitorFacts>,
    /// Invariants.
    pub invariants: List<InvariantFacts>,
    /// Guides.
    pub guides: List<GuideFacts>,
    /// All rules, in the order of the text.
    pub rules: List<RuleFacts>,
    /// What the verifier does not check, in the user's words: claims and formulas.
    pub unchecked: List<Text>,
}

impl Facts {
    /// No state has more steps: as many as each process has rules in the control state with most of them.
    pub fn most_steps(&self) -> usize {
        let mut rules = BTreeMap::<u32, BTreeMap<u32, usize>>::new();
        for rule in self.rules.iter() {
            *rules.entry(rule.process).or_default().entry(rule.from).or_default() += 1;
        }
        rules.values().filter_map(|by_state| by_state.values().max()).sum()
    }
}

/// An instance of a process.
#[derive(Clone, Debug)]
pub struct ProcessFacts {
    /// Its name, with the index if it is one of an array.
    pub name: Text,
    /// Its name without the index.
    pub definition: Text,
    /// The line of its definition.
    pub line: u32,
    /// The part of the vector that is its own: control state, variables, queues it alone reads.
    pub part: u32,
    /// Where its control state is.
    pub control: Field,
    /// The number of the end state, if control can reach it.
    pub end: Option<u32>,
    /// Its control states.
    pub states: List<StateFacts>,
}

/// A control state.
#[derive(Clone, Debug)]
pub struct StateFacts {
    /// The line of the statement it stands before.
    pub line: u32,
    /// A label that names it; empty if none does.
    pub label: Text,
    /// Waiting here for ever is no error: it is like the start, or has an `end` label.
    pub may_rest: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct VariableFacts {
    /// Its name, with that of its process in front if it is local: `sender.bit`, `node[1].n`.
    pub name: Text,
    /// It was declared as an array.
    pub is_array: bool,
    /// Where its elements are; one if it is not an array.
    pub place: Array,
}

/// A queue.
#[derive(Clone, Debug)]
pub struct QueueFacts {
    /// Its name, with the index if it is one of an array.
    pub name: Text,
    /// Where it is.
    pub place: Queue,
    /// The messages by their number, starting with number 1.
    pub messages: List<MessageFacts>,
}

/// A message that a queue can hold.
#[derive(Clone, Debug)]
pub struct MessageFacts {
    /// Its name.
    pub name: Text,
    /// It carries a value.
    pub has_value: bool,
}

/// An assertion or an error sequence.
#[derive(Clone, Debug)]
pub struct MonitorFacts {
    /// `assert` or `error`, numbered if there are several.
    pub name: Text,
    /// Its line.
    pub line: u32,
    /// It says what must happen; if not, what must not.
    pub is_assert: bool,
    /// Where its state is.
    pub state: Field,
    /// By state: it can be at its end. An error sequence has one state more, in which it is switched off.
    pub ends: List<bool>,
}

/// An invariant.
#[derive(Clone, Debug)]
pub struct InvariantFacts {
    /// Its name.
    pub name: Text,
    /// Its line.
    pub line: u32,
    /// The condition, as a text.
    pub condition: Text,
}

/// A guide.
#[derive(Clone, Debug)]
pub struct GuideFacts {
    /// Its name.
    pub name: Text,
    /// Its line.
    pub line: u32,
    /// The cost, as a text.
    pub expression: Text,
}

/// A rule: one edge of the machine of one instance.
#[derive(Clone, Debug)]
pub struct RuleFacts {
    /// Whose rule it is: a number in [`Facts::processes`].
    pub process: u32,
    /// The control state it leaves.
    pub from: u32,
    /// The control state it leads to.
    pub to: u32,
    /// The file of the statement, a number in [`Facts::files`].
    pub file: u32,
    /// The line of the statement.
    pub line: u32,
    /// The statement.
    pub statement: Text,
    /// How likely it is to be taken, as far as the user says.
    pub likelihood: Likelihood,
    /// What it does to queues.
    pub event: Event,
    /// The parts of the vector that it may change, a bit for each.
    pub parts: u64,
    /// The parts that it looks at, a bit for each. That a queue it sends to has room does not count, nor does the oldest message
    /// of a queue it receives from.
    pub reads: u64,
    /// Predicate and action, as `argosc emit rules` prints them.
    pub vector: Text,
}

/// The tag of an option. It says what a search may try first or last, and nothing about what can happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Likelihood {
    /// `[unlikely]`.
    Unlikely,
    /// No tag.
    Untagged,
    /// `[likely]`.
    Likely,
}

/// What a rule does to queues. The number is that in [`Facts::queues`], of element 0 if it is an array with a computed index:
/// then [`Protocol::queue_index`] is to be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Nothing.
    Internal,
    /// Adds a message.
    Send(u32),
    /// Removes the oldest message.
    Receive(u32),
    /// Waits for nothing to be there.
    Timeout(u32),
}
