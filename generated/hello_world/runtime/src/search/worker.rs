//! What every thread of every search does: expand a state, count, and check what must hold.
//!
//! A worker notes what is wrong and where; the [`Kernel`](super::kernel::Kernel) takes its notes over when it has time.

use super::ends::{End, classify};
use super::errors::Place;
use crate::options::Options;
use crate::outcome::Kind;
use crate::protocol::{Failure, Protocol};
use crate::store::{Found, Refused, Space, Trying};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A thread of a search.
pub struct Worker<'s, P: Protocol, S: Space<P>> {
    pub trying: Trying<'s, P>,
    options: &'s Options,
    pub cache: S::Cache,
    /// Successors that are to be looked up.
    pub found: Found<P>,
    pub notes: Notes<P::State>,
    /// Something is to be checked in every state.
    checks_states: bool,
}

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

/// What is wrong, by the steps it takes beyond the state it was met at, by kind and by place.
pub type AllWrong<State> = BTreeMap<(bool, Kind, Place), Wrong<State>>;

/// Something that is wrong.
pub struct Wrong<State> {
    /// How many times it was met.
    pub count: u64,
    /// The number of the state where it was met first, ...
    pub at: usize,
    /// ... or this successor of it, ...
    pub then: Option<State>,
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
    fn add(&mut self, kind: Kind, place: Place, wrong: Wrong<State>) {
        let goes_on = wrong.then.is_some() || wrong.last.is_some();
        join(&mut self.wrong, (goes_on, kind, place), wrong);
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

impl<'s, P: Protocol, S: Space<P>> Worker<'s, P, S> {
    pub fn new(trying: Trying<'s, P>, options: &'s Options, space: &S) -> Self {
        let facts = trying.protocol.facts();
        Worker {
            trying,
            options,
            cache: space.cache(),
            found: Found::new(facts.rules.len()),
            notes: Notes::default(),
            checks_states: !facts.invariants.is_empty() || options.queue_limit.is_some(),
        }
    }

    /// Forgets what it has remembered of a space that is no longer the same.
    pub fn renew_cache(&mut self, space: &S) {
        let old = std::mem::replace(&mut self.cache, space.cache());
        self.trying.budget.give_back(S::cache_bytes(&old));
    }

    /// Finds the successors of state number `at`. `is_again`: nothing is counted again.
    #[inline(always)]
    pub fn expand(&mut self, space: &S, key: u64, at: usize, is_again: bool) -> Result<(), Refused> {
        let before = self.found.mark();
        if let Err(refused) = space.expand(&self.trying, key, &mut self.cache, &mut self.found) {
            self.found.go_back(before);
            return Err(refused);
        }
        let steps = self.found.mark().steps_since(before);
        if !is_again {
            self.notes.expanded += 1;
            self.notes.transitions += steps;
        }
        if steps == 0 || !self.found.failures.is_empty() {
            self.note_failures(space, key, at, steps, is_again);
        }
        Ok(())
    }

    /// Finds out whether state number `at`, behind which the depth bound lies, is an end, which then is within the bound.
    pub fn look_at_bound(&mut self, space: &S, key: u64, at: usize) -> Result<bool, Refused> {
        let before = self.found.mark();
        let expanded = space.expand(&self.trying, key, &mut self.cache, &mut self.found);
        let is_end = self.found.mark() == before;
        self.found.go_back(before);
        expanded?;
        if is_end {
            self.notes.expanded += 1;
            self.note_end(&space.state(key), at);
        }
        Ok(is_end)
    }

    #[cold]
    fn note_failures(&mut self, space: &S, key: u64, at: usize, steps: u64, is_again: bool) {
        let failures = std::mem::take(&mut self.found.failures);
        if is_again {
            return;
        }
        if steps == 0 && failures.is_empty() {
            return self.note_end(&space.state(key), at);
        }
        for (rule, failure, result) in failures {
            let wrong = Wrong { count: 1, at, then: None, last: Some((rule, result)) };
            self.notes.add(kind_of(failure), Place::Step { rule, failure }, wrong);
        }
    }

    /// A state in which nothing is executable.
    fn note_end(&mut self, state: &P::State, at: usize) {
        let wrong = || Wrong { count: 1, at, then: None, last: None };
        let limit = self.trying.conditions.queue_limit;
        match classify(self.trying.protocol, state, limit, self.options.strict_end) {
            End::Proper { incomplete, has_messages } => {
                self.notes.proper += 1;
                self.notes.proper_with_messages += u64::from(has_messages);
                for monitor in incomplete {
                    self.notes.add(Kind::AssertionIncomplete, Place::Monitor(monitor), wrong());
                }
            }
            End::Idle => self.notes.idle += 1,
            End::Error(kind, place) => self.notes.add(kind, place, wrong()),
        }
    }

    /// Counts a new state and checks what must hold in every state. It is a successor of state number `parent`, or the one
    /// that the search is at.
    #[inline(always)]
    pub fn discover(&mut self, space: &S, key: u64, parent: impl FnOnce() -> Option<usize>) {
        self.notes.states += 1;
        if self.checks_states {
            self.check(&space.state(key), parent());
        }
    }

    fn check(&mut self, state: &P::State, parent: Option<usize>) {
        let limit = self.trying.conditions.queue_limit;
        if self.options.queue_limit.is_some() && !self.notes.meets_queue_limit {
            let words = state.as_ref();
            let mut queues = self.trying.protocol.facts().queues.iter().map(|queue| queue.place);
            // Full only because of the limit: that may keep something from happening.
            self.notes.meets_queue_limit = queues
                .any(|queue| queue.capacity > limit && queue.is_full(words, limit) && !queue.is_full(words, u32::MAX));
        }
        let notes = &mut self.notes;
        self.trying.protocol.invariants(state, limit, &mut |invariant, fault| {
            let kind = if fault.is_some() { Kind::Fault } else { Kind::Invariant };
            let wrong = Wrong { count: 1, at: parent.unwrap_or(0), then: parent.map(|_| *state), last: None };
            notes.add(kind, Place::Invariant { invariant, fault }, wrong);
        });
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
