//! One thread's part in finding successors: it expands states, counts, and keeps the keys that are to be looked up.

use super::candidates::{Candidates, StateId};
use super::kernel::Kernel;
use super::recent::Recent;
use super::select::Selector;
use super::successors::Successors;
use super::worker::Worker;
use crate::protocol::Protocol;
use crate::store::division::Division;
use crate::store::groups;
use crate::store::log::Log;
use crate::store::{Found, Refused, Space};
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// States that are expanded at a time.
pub const BATCH: usize = groups::MOST;
/// States that a thread takes at the least: at the end of a round the others may wait for so many.
const LEAST_SHARE: usize = BATCH / 4;
/// Successors that are found before they become candidates, unless one state has more. So they stay in the nearest cache.
const MAX_FOUND: usize = 1024;

/// A thread that expands states.
pub struct Explorer<'s, P: Protocol, S: Space<P>> {
    pub worker: Worker<'s, P>,
    cache: S::Cache,
    /// The successors of the last states.
    pub found: Found<P>,
    pub selector: Selector,
    /// Those of one state, from which some are chosen.
    successors: Successors<P::State>,
    /// As many states are expanded together, if they can be.
    together_from: usize,
    /// Places of states that have no successors, among those that are expanded together.
    stuck: Vec<u16>,
    recent: Recent,
    /// Which set a key belongs to.
    division: Division,
    /// The keys of successors that are to be looked up.
    pub candidates: Candidates,
    /// Those before them, some of which are still to be looked up in sets that somebody else has.
    pub aside: Candidates,
    /// States that it took but could not expand.
    pub left: Range<StateId>,
    /// Why the first of them could not be expanded.
    pub refused: Option<Refused>,
    /// There are states behind the depth bound.
    pub is_cut: bool,
}

/// The states that are expanded in a round, and what that takes.
pub struct Round<'r, S> {
    pub space: &'r S,
    pub log: &'r Log,
    /// By thread: where it begins.
    pub parts: &'r [Part],
    /// Successors lie beyond the depth bound.
    pub is_at_bound: bool,
}

/// States of a round that lie side by side.
#[repr(align(128))]
pub struct Part {
    /// The next one that nobody has taken.
    next: AtomicUsize,
    start: StateId,
    end: StateId,
}

impl Part {
    /// Divides states among so many threads.
    pub fn divide(states: &Range<StateId>, threads: usize) -> Vec<Part> {
        let bound = |number: usize| states.start + (states.len() as u128 * number as u128 / threads as u128) as usize;
        let part = |number| Part { next: bound(number).into(), start: bound(number), end: bound(number + 1) };
        (0..threads).map(part).collect()
    }

    /// States that nobody has taken.
    pub fn left(&self) -> Range<StateId> {
        self.next.load(Relaxed)..self.end
    }

    /// Takes most of the states, or, if that was done, some of those that are left for so many threads.
    fn take(&self, threads: usize) -> Option<Range<StateId>> {
        let end = |start: StateId| {
            let left = self.end - start;
            let share = match threads {
                1 => left,
                _ if start == self.start => left / 16 * 15,
                _ => left / threads,
            };
            (left > 0).then(|| start + left.min(share.max(LEAST_SHARE)))
        };
        let start = self.next.fetch_update(Relaxed, Relaxed, end).ok()?;
        end(start).map(|end| start..end)
    }
}

impl<S> Round<'_, S> {
    /// The states that a thread takes next: those of its own part, and then some of what others have left, fewer and fewer, so that all
    /// threads end at the same time. Neighbours have successors in common, and who finds one first decides where it goes: the
    /// fewer the places where one thread's states meet another's, the more alike are the states that lie side by side in the next level.
    pub fn take_share(&self, thread: usize) -> Option<Range<StateId>> {
        let threads = self.parts.len();
        (thread..thread + threads).find_map(|number| self.parts[number % threads].take(threads))
    }
}

impl<'s, P: Protocol, S: Space<P>> Explorer<'s, P, S> {
    /// A thread that finds keys of so many sets.
    pub fn new(kernel: &Kernel<'s, P>, space: &S, sets: usize) -> Self {
        let facts = kernel.protocol().facts();
        Explorer {
            worker: kernel.worker(),
            cache: space.cache(),
            found: Found::new(facts.rules.len()),
            selector: Selector::new(kernel.options, facts),
            successors: Successors::new(),
            together_from: kernel.options.tuning.together_from,
            stuck: Vec::new(),
            recent: Recent::new(sets == 1),
            division: Division::new(space.key_bits(), sets),
            candidates: Candidates::new(sets),
            aside: Candidates::new(sets),
            left: 0..0,
            refused: None,
            is_cut: false,
        }
    }

    /// Forgets what is not true any more when keys have changed.
    pub fn forget(&mut self, space: &S) {
        self.cache = space.cache();
        self.recent.forget();
        self.division = Division::new(space.key_bits(), self.division.sets());
    }

    /// Expands a few states: their successors become candidates. Gives the first that could not be expanded, or the end.
    pub fn explore_batch(&mut self, round: &Round<S>, batch: Range<StateId>) -> StateId {
        let mut keys = [0; BATCH];
        let keys = &mut keys[..batch.len()];
        round.log.read(batch.start, keys);
        self.candidates.mark(batch.start);
        if round.is_at_bound {
            batch.clone().zip(&*keys).for_each(|(id, key)| self.look_at_bound(round.space.state(*key), id));
            return batch.end;
        }
        if self.expand_all(round, keys, batch.start) {
            self.add_candidates();
            return batch.end;
        }
        // Counted in registers: what every state writes to memory would have to wait for what it wrote before.
        let (mut next, mut transitions) = (batch.start, 0);
        for key in keys {
            match self.expand(round, *key, next) {
                Ok(steps) => transitions += steps,
                Err(refused) => {
                    self.refused = Some(refused);
                    break;
                }
            }
            next += 1;
            if self.found.successors().len() >= MAX_FOUND {
                self.add_candidates();
            }
        }
        self.add_candidates();
        self.worker.notes.expanded += (next - batch.start) as u64;
        self.worker.notes.transitions += transitions;
        next
    }

    /// Some of its keys wait for room in a set.
    pub fn lacks_room(&self, set: usize) -> bool {
        self.aside.lacks_room(set) || self.candidates.lacks_room(set)
    }

    /// Keys that are known are candidates again, for sets that do not know them any more.
    pub fn add_known(&mut self, keys: &[u64]) {
        let division = self.division;
        self.candidates.add(keys, |_| true, division);
    }

    #[inline(always)]
    fn add_candidates(&mut self) {
        let (division, recent) = (self.division, &mut self.recent);
        let is_kept = |key| recent.meet(key, division.spread(key));
        self.candidates.add(self.found.successors(), is_kept, division);
        self.found.clear_successors();
    }

    /// Expands states together, if it can; the first of them has this number.
    #[inline(always)]
    fn expand_all(&mut self, round: &Round<S>, keys: &[u64], first: StateId) -> bool {
        if !self.selector.takes_all() || keys.len() < self.together_from {
            return false;
        }
        let before = self.found.mark();
        self.stuck.clear();
        if !round.space.expand_all(&self.worker.trying, keys, &mut self.cache, &mut self.found, &mut self.stuck) {
            self.found.go_back(before);
            return false;
        }
        self.worker.notes.expanded += keys.len() as u64;
        self.worker.notes.transitions += self.found.mark().steps_since(before);
        for place in self.stuck.iter().map(|place| usize::from(*place)) {
            let state = || round.space.state(keys[place]);
            self.worker.check_steps(0, &mut self.found.failures, first + place, state);
        }
        true
    }

    /// Expands a state. Gives the number of its steps.
    #[inline(always)]
    fn expand(&mut self, round: &Round<S>, key: u64, id: StateId) -> Result<u64, Refused> {
        let before = self.found.mark();
        if let Err(refused) = self.find_successors(round.space, key) {
            self.found.go_back(before);
            return Err(refused);
        }
        let steps = self.found.mark().steps_since(before);
        self.worker.check_steps(steps, &mut self.found.failures, id, || round.space.state(key));
        Ok(steps)
    }

    #[inline(always)]
    fn find_successors(&mut self, space: &S, key: u64) -> Result<(), Refused> {
        if self.selector.takes_all() {
            return space.expand(&self.worker.trying, key, &mut self.cache, &mut self.found);
        }
        self.choose_successors(space, key)
    }

    #[cold]
    fn choose_successors(&mut self, space: &S, key: u64) -> Result<(), Refused> {
        let (trying, state) = (&self.worker.trying, space.state(key));
        self.successors.generate(trying.protocol, &state, trying.conditions);
        self.selector.choose(trying.protocol.facts(), &state, &mut self.successors);
        space.take(trying, key, &self.successors, &mut self.found)
    }

    /// Finds out whether a state behind which the depth bound lies is an end, which then is within the bound. What can happen
    /// otherwise is not executed.
    fn look_at_bound(&mut self, state: P::State, id: StateId) {
        let trying = &self.worker.trying;
        self.successors.generate(trying.protocol, &state, trying.conditions);
        if self.successors.is_empty() {
            self.worker.ends_at_bound(&state, id);
        } else {
            self.is_cut = true;
        }
    }
}
