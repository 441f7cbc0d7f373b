//! What can happen in a state: all rules but timeouts, and timeouts if nothing else can.

use crate::protocol::{Failure, Protocol, Sink};

/// How rules are tried.
#[derive(Clone, Copy)]
pub struct Conditions {
    /// Queues hold at most so many messages.
    pub queue_limit: u32,
    /// A timeout needs only an empty queue.
    pub eager_timeouts: bool,
}

/// What the rules give for one state, in their order.
pub struct Successors<State> {
    /// The rule and the next state.
    pub steps: Vec<(u32, State)>,
    /// The rule, what is wrong, and the state it would have led to.
    pub failures: Vec<(u32, Failure, Option<State>)>,
}

impl<State: Copy> Successors<State> {
    pub fn new() -> Self {
        Successors { steps: Vec::new(), failures: Vec::new() }
    }

    /// Replaces what is here by what the rules give for a state. Never inlined: the rules of a large protocol are most of
    /// the code, and one copy of them is enough.
    #[inline(never)]
    pub fn generate<P: Protocol<State = State>>(&mut self, protocol: &P, state: &State, conditions: Conditions) {
        self.clear();
        protocol.steps(state, conditions.queue_limit, self);
        if conditions.eager_timeouts || self.is_empty() {
            protocol.timeouts(state, conditions.queue_limit, self);
        }
    }

    /// Forgets what is here.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.failures.clear();
    }

    /// The rules that are executable, those that are wrong last.
    pub fn rules(&self) -> impl Iterator<Item = u32> {
        self.steps.iter().map(|(rule, _)| *rule).chain(self.failures.iter().map(|(rule, ..)| *rule))
    }

    /// How many rules are executable.
    pub fn len(&self) -> usize {
        self.steps.len() + self.failures.len()
    }

    /// Keeps what some rules give.
    pub fn retain(&mut self, is_kept: impl Fn(u32) -> bool) {
        self.steps.retain(|(rule, _)| is_kept(*rule));
        self.failures.retain(|(rule, ..)| is_kept(*rule));
    }

    /// Nothing can happen.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.failures.is_empty()
    }
}

impl<State: Copy> Sink<State> for Successors<State> {
    #[inline(always)]
    fn step(&mut self, rule: u32, next: &State) {
        self.steps.push((rule, *next));
    }

    #[cold]
    fn fails(&mut self, rule: u32, failure: Failure, result: Option<&State>) {
        self.failures.push((rule, failure, result.copied()));
    }
}
