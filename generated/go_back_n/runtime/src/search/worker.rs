//! What every thread of every search does: expand a state, count, and check what must hold.
//!
//! A worker notes what is wrong and where; the [`Kernel`](super::kernel::Kernel) takes its notes over when it has time.

use super::ends::{End, classify};
use super::errors::Place;
use crate::memory::bytes_of;
use crate::options::Options;
use crate::outcome::Kind;
use crate::protocol::{Failure, Protocol};
use crate::store::Trying;
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::collections::btree_map::Entry;

/// Checks and counts for a thread of a search.
pub struct Worker<'s, P: Protocol> {
    pub trying: Trying<'s, P>,
    options: &'s Options,
    pub notes: Notes<P::State>,
    /// Something is to be checked in every state.
    checks_states: bool,
    /// Where a search may come to a state again without knowing it: what was noted of which state. It is noted once.
    noted: Option<HashSet<(P::State, u32)>>,
}

/// Notes beside those of rules, which have the numbers of the rules: an end, and below it the invariants.
const END: u32 = u32::MAX;
const INVARIANT: u32 = u32::MAX - 1;

/// What a worker has seen.
pub struct Notes<State> {
    pub states: u64,
    pub expanded: u64,
    pub transitions: u64,
    pub proper: u64,
    pub idle: u64,
    pub proper_with_messages: u64,
    /// A queue was full only because of the limit on queues.
    pub meets_queue_limit: bool,
    pub wrong: AllWrong<State>,
}

/// What is wrong: first what is wrong about states that are expanded, then what is wrong about steps from there and the states that
/// they lead to; by kind and by place.
pub type AllWrong<State> = BTreeMap<(bool, Kind, Place), Wrong<State>>;

/// Something that is wrong.
pub struct Wrong<State> {
    /// How many times it was met.
    pub count: u64,
    /// The number of the state where it was met first, ...
    pub at: usize,
    /// ... when this rule failed, with this result.
    pub last: Option<(u32, Option<State>)>,
}

impl<State> Default for Notes<State> {
    fn default() -> Self {
        Notes {
            states: 0,
            expanded: 0,
            transitions: 0,
            proper: 0,
            idle: 0,
            proper_with_messages: 0,
            meets_queue_limit: false,
            wrong: BTreeMap::new(),
        }
    }
}

impl<State> Notes<State> {
    /// Ends that are right.
    pub fn ends(&self) -> u64 {
        self.proper + self.idle
    }

    fn add(&mut self, is_beyond: bool, kind: Kind, place: Place, wrong: Wrong<State>) {
        join(&mut self.wrong, (is_beyond, kind, place), wrong);
    }
}

/// Adds to what is wrong.
pub fn join<State>(all: &mut AllWrong<State>, place: (bool, Kind, Place), wrong: Wrong<State>) {
    match all.entry(place) {
        Entry::Vacant(entry) => {
            entry.insert(wrong);
        }
        Entry::Occupied(mut entry) => entry.get_mut().count += wrong.count,
    }
}

/// A rule that was executable and wrong, what is wrong, and the state it would have led to.
pub type FailedStep<State> = (u32, Failure, Option<State>);

impl<'s, P: Protocol> Worker<'s, P> {
    pub fn new(trying: Trying<'s, P>, options: &'s Options) -> Self {
        let facts = trying.protocol.facts();
        let checks_states = !facts.invariants.is_empty() || options.queue_limit.is_some();
        let may_come_again = options.cache.is_some() || options.loop_states || options.simulate;
        let noted = may_come_again.then(HashSet::new);
        Worker { trying, options, notes: Notes::default(), checks_states, noted }
    }

    /// Something was not noted of a state before. If there is no room to remember it, it will be noted again.
    fn is_first(&mut self, state: &P::State, what: u32) -> bool {
        let Some(noted) = &mut self.noted else { return true };
        // With what a map wastes.
        let bytes = 2 * bytes_of::<(P::State, u32)>(1);
        if !self.trying.budget.take(bytes) {
            return true;
        }
        let is_first = noted.insert((*state, what));
        if !is_first {
            self.trying.budget.give_back(bytes);
        }
        is_first
    }

    /// Notes what is wrong with state number `at`: so many steps lead on from there, and these failed.
    #[inline(always)]
    pub fn check_steps(
        &mut self,
        steps: u64,
        failures: &mut Vec<FailedStep<P::State>>,
        at: usize,
        state: impl FnOnce() -> P::State,
    ) {
        if steps == 0 || !failures.is_empty() {
            self.note_failures(steps, failures, at, state);
        }
    }

    #[cold]
    fn note_failures(
        &mut self,
        steps: u64,
        failures: &mut Vec<FailedStep<P::State>>,
        at: usize,
        state: impl FnOnce() -> P::State,
    ) {
        let state = state();
        if steps == 0 && failures.is_empty() {
            return self.note_end(&state, at);
        }
        for (rule, failure, result) in failures.drain(..) {
            if !self.is_first(&state, rule) {
                continue;
            }
            let wrong = Wrong { count: 1, at, last: Some((rule, result)) };
            self.notes.add(true, kind_of(failure), Place::Step { rule, failure }, wrong);
        }
    }

    /// State number `at`, behind which the depth bound lies, is an end: that is within the bound.
    pub fn ends_at_bound(&mut self, state: &P::State, at: usize) {
        self.notes.expanded += 1;
        self.note_end(state, at);
    }

    /// A state in which nothing is executable.
    fn note_end(&mut self, state: &P::State, at: usize) {
        if !self.is_first(state, END) {
            return;
        }
        let wrong = || Wrong { count: 1, at, last: None };
        let limit = self.trying.conditions.queue_limit;
        match classify(self.trying.protocol, state, limit, self.options.strict_end) {
            End::Proper { incomplete, has_messages } => {
                self.notes.proper += 1;
                self.notes.proper_with_messages += u64::from(has_messages);
                for monitor in incomplete {
                    self.notes.add(false, Kind::AssertionIncomplete, Place::Monitor(monitor), wrong());
                }
            }
            End::Idle => self.notes.idle += 1,
            End::Error(kind, place) => self.notes.add(false, kind, place, wrong()),
        }
    }

    /// Counts a new state, at which the search is, and checks what must hold in every state.
    pub fn discover(&mut self, state: &P::State) {
        self.notes.states += 1;
        if self.checks_states {
            self.check(state, 0, false);
        }
    }

    /// Something is to be checked in every state.
    #[inline(always)]
    pub fn checks_states(&self) -> bool {
        self.checks_states
    }

    /// Checks what must hold in every state. `at` is the number of this one; `is_beyond`: it was only found, and is not expanded yet.
    pub fn check(&mut self, state: &P::State, at: usize, is_beyond: bool) {
        let limit = self.trying.conditions.queue_limit;
        if self.options.queue_limit.is_some() && !self.notes.meets_queue_limit {
            let words = state.as_ref();
            let mut queues = self.trying.protocol.facts().queues.iter().map(|queue| queue.place);
            // Full only because of the limit: that may keep something from happening.
            self.notes.meets_queue_limit = queues
                .any(|queue| queue.capacity > limit && queue.is_full(words, limit) && !queue.is_full(words, u32::MAX));
        }
        let mut violated = Vec::new();
        self.trying.protocol.invariants(state, limit, &mut |invariant, fault| violated.push((invariant, fault)));
        for (invariant, fault) in violated {
            if self.is_first(state, INVARIANT - invariant) {
                let kind = if fault.is_some() { Kind::Fault } else { Kind::Invariant };
                let wrong = Wrong { count: 1, at, last: None };
                self.notes.add(is_beyond, kind, Place::Invariant { invariant, fault }, wrong);
            }
        }
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
