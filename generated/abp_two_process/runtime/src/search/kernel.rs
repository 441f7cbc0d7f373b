//! What all searches share: expanding a state, counting, checking, and knowing when to stop.
//!
//! A search calls [`Kernel::discover`] for each new state, [`Kernel::expand`] for each state it explores, and goes on while
//! [`Kernel::goes_on`]. Both calls get the way to the state, as a function: it is needed only where something is wrong.

use super::ends::{End, classify};
use super::errors::{Errors, Place};
use super::successors::{Conditions, Successors};
use super::trace::retrace;
use super::watch::Watch;
use crate::memory::Budget;
use crate::options::Options;
use crate::outcome::{Kind, Limit, Outcome, Trace};
use crate::protocol::{Facts, Failure, Protocol, Vector};
use crate::value::Fault;

pub struct Kernel<'p, P: Protocol> {
    protocol: &'p P,
    pub options: &'p Options,
    pub budget: Budget,
    watch: Watch,
    outcome: Outcome,
    errors: Errors,
    /// What the rules gave for the state that was expanded last.
    successors: Successors<P::State>,
    invariants: Vec<(u32, Option<Fault>)>,
    conditions: Conditions,
    /// By rule: the parts of the vector that it may change.
    parts: Vec<u32>,
}

impl<'p, P: Protocol> Kernel<'p, P> {
    pub fn new(protocol: &'p P, options: &'p Options, budget: Budget, watch: Watch) -> Self {
        let facts = protocol.facts();
        Kernel {
            protocol,
            options,
            budget,
            watch,
            outcome: Outcome {
                order: options.order,
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
            },
            errors: Errors::default(),
            successors: Successors::new(),
            invariants: Vec::new(),
            conditions: options.conditions(),
            parts: facts.rules.iter().map(|rule| rule.parts).collect(),
        }
    }

    pub fn initial(&self) -> P::State {
        self.protocol.initial()
    }

    pub fn facts(&self) -> &'p Facts {
        self.protocol.facts()
    }

    /// What the rules give for a state.
    pub fn generate(&self, successors: &mut Successors<P::State>, state: &P::State) {
        successors.generate(self.protocol, state, self.conditions);
    }

    /// Counts a new state at this depth and checks what must hold in every state.
    #[inline]
    pub fn discover(&mut self, state: &P::State, depth: u32, path: impl Fn(&Self) -> Vec<P::State>) {
        self.outcome.states += 1;
        if depth > self.outcome.depth {
            self.outcome.depth = depth;
            self.keep_room_for_trace();
        }
        if self.options.queue_limit.is_some() {
            self.look_at_queues(state);
        }
        let broken = &mut self.invariants;
        self.protocol
            .invariants(state, self.conditions.queue_limit, &mut |invariant, fault| broken.push((invariant, fault)));
        if !self.invariants.is_empty() {
            for (invariant, fault) in std::mem::take(&mut self.invariants) {
                let kind = if fault.is_some() { Kind::Fault } else { Kind::Invariant };
                self.add(kind, Place::Invariant { invariant, fault }, &path, None);
            }
        }
    }

    /// Puts aside what one more step of a trace takes. A trace is at most as long as the search is deep, so one always fits;
    /// a search that finds an error with the last of its memory can still say how it comes about.
    #[inline]
    fn keep_room_for_trace(&mut self) {
        if !self.budget.take(Trace::step_bytes(P::State::WORDS)) {
            self.stop(Limit::Memory);
        }
    }

    /// A queue that is full only because of the limit may keep something from happening.
    fn look_at_queues(&mut self, state: &P::State) {
        let (limit, words) = (self.conditions.queue_limit, state.as_ref());
        let mut queues = self.protocol.facts().queues.iter().map(|queue| queue.place);
        if queues.any(|queue| queue.capacity > limit && queue.is_full(words, limit) && !queue.is_full(words, u32::MAX))
        {
            self.stop(Limit::Queues);
        }
    }

    /// Generates the successors of a state. If it is explored again, nothing is counted again.
    #[inline]
    pub fn expand(&mut self, state: &P::State, is_again: bool, path: impl Fn(&Self) -> Vec<P::State>) {
        self.successors.generate(self.protocol, state, self.conditions);
        if is_again {
            return;
        }
        self.outcome.expanded += 1;
        self.outcome.transitions += self.successors.steps.len() as u64;
        for (rule, _) in &self.successors.steps {
            self.outcome.executed[*rule as usize] = true;
        }
        if self.successors.is_empty() {
            self.end(state, &path);
        }
        for (rule, failure, result) in std::mem::take(&mut self.successors.failures) {
            self.outcome.executed[rule as usize] = true;
            self.add(kind_of(failure), Place::Step { rule, failure }, &path, Some((rule, result)));
        }
    }

    /// Looks at a state behind which the depth bound lies. Says whether it is an end, which is then reported: an execution
    /// that ends there is within the bound.
    pub fn look_at_bound(&mut self, state: &P::State, path: impl Fn(&Self) -> Vec<P::State>) -> bool {
        self.successors.generate(self.protocol, state, self.conditions);
        let is_end = self.successors.is_empty();
        if is_end {
            self.outcome.expanded += 1;
            self.end(state, &path);
        }
        is_end
    }

    /// The successors of the state that was expanded last, in the order of the rules.
    #[inline]
    pub fn successors(&self) -> usize {
        self.successors.steps.len()
    }

    /// One of them, and the parts of the vector in which it may differ from its predecessor.
    #[inline]
    pub fn successor(&self, number: usize) -> (u32, P::State) {
        let (rule, state) = self.successors.steps[number];
        (self.parts[rule as usize], state)
    }

    /// A state in which nothing is executable.
    #[cold]
    fn end(&mut self, state: &P::State, path: &impl Fn(&Self) -> Vec<P::State>) {
        match classify(self.protocol, state, self.conditions.queue_limit, self.options.strict_end) {
            End::Proper { incomplete, has_messages } => {
                self.outcome.proper += 1;
                self.outcome.proper_with_messages += u64::from(has_messages);
                for monitor in incomplete {
                    self.add(Kind::AssertionIncomplete, Place::Monitor(monitor), path, None);
                }
            }
            End::Idle => self.outcome.idle += 1,
            End::Error(kind, place) => self.add(kind, place, path, None),
        }
    }

    /// Counts an error; the first at its place gets a trace.
    #[cold]
    fn add(
        &mut self,
        kind: Kind,
        place: Place,
        path: &impl Fn(&Self) -> Vec<P::State>,
        last: Option<(u32, Option<P::State>)>,
    ) {
        let is_over = self.options.first || self.outcome.limits.contains(&Limit::Memory);
        if is_over && !self.errors.is_empty() {
            return;
        }
        if let Some(number) = self.errors.add(kind, place, self.protocol.facts()) {
            let trace = retrace(self.protocol, self.conditions, path(self), last);
            // Where it does not fit, it lies in the room that was kept, and there is none for another.
            let fits = self.budget.take(trace.bytes());
            self.watch.error(self.protocol.facts(), self.errors.explain(number, trace));
            if self.options.first {
                self.stop(Limit::FirstError);
            } else if !fits {
                self.stop(Limit::Memory);
            }
        }
    }

    /// The search is not complete, because of this.
    pub fn stop(&mut self, limit: Limit) {
        if !self.outcome.limits.contains(&limit) {
            self.outcome.limits.push(limit);
        }
    }

    /// Nothing says that the search must end now.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        if let Some(limit) = self.watch.look(&self.outcome, &self.errors, &self.budget) {
            self.stop(limit);
        }
        let ends = |limit: &Limit| !matches!(limit, Limit::Depth | Limit::Queues | Limit::Claims);
        !self.outcome.limits.iter().any(ends)
    }

    pub fn finish(mut self) -> Outcome {
        self.outcome.seconds = self.watch.finish();
        self.outcome.memory_bytes = self.budget.peak();
        self.outcome.errors = self.errors.found();
        self.outcome
    }
}

fn kind_of(failure: Failure) -> Kind {
    match failure {
        Failure::Fault(_) => Kind::Fault,
        Failure::AssertStatement => Kind::AssertStatement,
        Failure::Assertion(_) => Kind::Assertion,
        Failure::ErrorSequence(_) => Kind::ErrorSequence,
    }
}
