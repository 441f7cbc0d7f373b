//! What the threads of a breadth-first search share, and what they do with it in a turn.

use super::candidates::Candidates;
use super::discoveries::{Discoveries, Stuck};
use super::explorer::{BATCH, Explorer, Part, Round};
use super::kernel::Kernel;
use super::turns::Turns;
use crate::memory::Budget;
use crate::protocol::Protocol;
use crate::store::hands::{Hands, Work};
use crate::store::key_set::KeySet;
use crate::store::log::{Log, PIECE};
use crate::store::{Prospects, Space};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// What the threads of a search share. Whoever works on a part of it has it for itself: locks are taken once for thousands of keys.
pub struct Crew<'s, P: Protocol, S: Space<P>> {
    pub budget: &'s Budget,
    pub turns: Turns,
    pub space: RwLock<S>,
    pub log: RwLock<Log>,
    /// The keys that are known; a [`Division`](crate::store::division::Division) says which of them a key belongs to.
    pub sets: Vec<Own<KeySet>>,
    /// By set: the bytes it takes, for others to see while somebody has it.
    set_bytes: Vec<AtomicU64>,
    /// By thread.
    pub explorers: Vec<Own<Explorer<'s, P, S>>>,
    /// By thread: what was new of what it found.
    pub discoveries: Vec<Own<Discoveries<'s, P>>>,
    /// So many states there will be, as far as one can tell.
    pub expected: AtomicUsize,
    /// Somebody has no room for what it found.
    pub is_stuck: AtomicBool,
    /// Somebody found a state that has no key, so all end the round: nobody should wait for a long one meanwhile.
    pub is_refused: AtomicBool,
}

/// Keys that are looked up in a row, whether there is room for them or not, ...
const WINDOW: usize = 1024;
/// ... and if there is room: then somebody asks whether the set should grow.
const LONG_WINDOW: usize = 8 * WINDOW;
/// Keys that the rows of one of several threads have room for together, each of which may have to take all: once for those that it gathers,
/// once for those that it put aside. With fewer, what one has written last comes to the other more often; with more, less stays in the
/// second cache, and nobody counts that memory.
const KEYS_IN_ROWS: usize = 3 << 13;
/// Keys that a thread looks up at a time in each set, on average, at the least.
const KEYS_PER_SET: usize = 256;
/// How often a thread looks whether somebody has left a set before it goes to sleep: that takes some ten microseconds to wake up
/// from, which is as long as somebody stays.
const LOOKS: usize = 1 << 12;

/// What one thread at a time has. What threads write must not lie in the same cache lines, which come in pairs: that would make
/// two threads slower than one.
#[repr(align(128))]
pub struct Own<T>(Mutex<T>);

impl<T> Own<T> {
    fn new(value: T) -> Own<T> {
        Own(Mutex::new(value))
    }
}

fn try_lock<T>(own: &Own<T>) -> Option<MutexGuard<'_, T>> {
    own.0.try_lock().ok()
}

pub fn lock<T>(own: &Own<T>) -> MutexGuard<'_, T> {
    own.0.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

pub fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

impl<'s, P: Protocol, S: Space<P>> Crew<'s, P, S> {
    pub fn new(kernel: &Kernel<'s, P>, space: S, sets: Vec<KeySet>, threads: usize) -> Self {
        Crew {
            budget: kernel.budget,
            turns: Turns::new(threads),
            discoveries: (0..threads).map(|_| Own::new(Discoveries::new(kernel))).collect(),
            explorers: (0..threads).map(|_| Own::new(Explorer::new(kernel, &space, sets.len()))).collect(),
            space: RwLock::new(space),
            log: RwLock::default(),
            set_bytes: sets.iter().map(|set| AtomicU64::new(set.bytes())).collect(),
            sets: sets.into_iter().map(Own::new).collect(),
            expected: AtomicUsize::new(0),
            is_stuck: AtomicBool::new(false),
            is_refused: AtomicBool::new(false),
        }
    }

    /// Does something with all threads, or alone.
    pub fn work(&self, is_alone: bool, work: &Work) {
        if is_alone { work(0) } else { self.turns.lead(work) }
    }

    /// Does something with the help of all threads, or alone.
    pub fn with_hands<R>(&self, is_alone: bool, work: impl FnOnce(Hands) -> R) -> R {
        work(Hands(&|work| self.work(is_alone, work)))
    }

    /// Makes sets larger that would soon have to be, when so many more keys are added to each: if each did that when it is full, the
    /// others would wait for it each time.
    pub fn grow_all(&self, more: usize) {
        let grow = |set: usize| {
            let mut known = lock(&self.sets[set]);
            while known.is_nearly_full(more) && self.grow(set, &mut known) {}
        };
        self.with_hands(false, |hands| hands.share(0..self.sets.len(), grow));
    }

    /// Explores the states of a round, with all threads or alone.
    pub fn explore_all(&self, parts: &[Part], is_at_bound: bool, is_alone: bool) {
        let (space, log) = (&*read(&self.space), &*read(&self.log));
        self.work(is_alone, &|thread| self.explore(thread, &Round { space, log, parts, is_at_bound }));
    }

    /// Writes all keys of the log anew.
    pub fn rewrite(&self, change: &S::Change, is_alone: bool) {
        let (space, log, shares) = (&*read(&self.space), &*read(&self.log), self.sets.len());
        let rewrite = |share| log.rewrite((share, shares), |key| space.changed(change, key));
        self.with_hands(is_alone, |hands| hands.share(0..shares, rewrite));
    }

    /// Fills all sets anew.
    pub fn refill(&self, is_alone: bool) {
        let (space, log, next) = (&*read(&self.space), &*read(&self.log), AtomicUsize::new(0));
        let clear = |set: usize| lock(&self.sets[set]).clear(space.key_bits());
        self.with_hands(is_alone, |hands| hands.share(0..self.sets.len(), clear));
        self.work(is_alone, &|thread| self.add_known(thread, log, &next));
    }

    /// Explores states until all are taken or it cannot go on. Other threads do the same.
    fn explore(&self, thread: usize, round: &Round<S>) {
        let mut explorer = lock(&self.explorers[thread]);
        let (mut found, mut enough) = (Ok(()), self.enough());
        while found.is_ok()
            && let Some(share) = round.take_share(thread)
        {
            let mut next = share.start;
            while next < share.end && found.is_ok() && !self.ends_round() {
                next = explorer.explore_batch(round, next..share.end.min(next + BATCH));
                if explorer.refused.is_some() {
                    self.is_refused.store(true, Relaxed);
                }
                found = self.find_new(thread, &mut explorer, round.space, enough);
            }
            if next < share.end {
                explorer.left = next..share.end;
                break;
            }
            // At the end of a round the others wait for what is still to be looked up.
            enough = enough.min(KEYS_PER_SET * self.sets.len());
            found = found.and_then(|()| self.find_new(thread, &mut explorer, round.space, enough));
        }
        if found.and_then(|()| self.find_all_new(thread, &mut explorer, round.space)).is_err() {
            self.is_stuck.store(true, Relaxed);
        }
    }

    /// Nobody can go on.
    fn ends_round(&self) -> bool {
        self.is_refused.load(Relaxed) || self.is_stuck.load(Relaxed)
    }

    /// Keys that are worth being looked up.
    fn enough(&self) -> usize {
        match self.sets.len() {
            1 => WINDOW,
            sets => (KEYS_IN_ROWS / sets).max(KEYS_PER_SET * sets),
        }
    }

    /// Finds out which of a thread's candidates are new, if there are enough of them, and writes those down. Where somebody else has a set,
    /// they are put aside, and the thread goes on with others until they can be looked up; it waits only when it has no room for more.
    fn find_new(&self, thread: usize, explorer: &mut Explorer<P, S>, space: &S, enough: usize) -> Result<(), Stuck> {
        let Explorer { candidates, aside, .. } = explorer;
        let (is_enough, is_full) = (candidates.len() >= enough, candidates.len() >= self.enough());
        if aside.len() > 0 && !self.find_new_among(thread, aside, space, is_full)? {
            return Ok(());
        }
        if is_enough && !self.find_new_among(thread, candidates, space, false)? {
            std::mem::swap(candidates, aside);
        }
        Ok(())
    }

    /// The same for all, however few there are.
    pub fn find_all_new(&self, thread: usize, explorer: &mut Explorer<P, S>, space: &S) -> Result<(), Stuck> {
        for candidates in [&mut explorer.aside, &mut explorer.candidates] {
            self.find_new_among(thread, candidates, space, true)?;
        }
        Ok(())
    }

    /// Finds out which of some candidates are new, and writes those down. Says whether it could, or waits until it can.
    fn find_new_among(
        &self,
        thread: usize,
        candidates: &mut Candidates,
        space: &S,
        waits: bool,
    ) -> Result<bool, Stuck> {
        let is_done = self.look_up(thread, candidates, waits)?;
        if is_done {
            candidates.unite();
            lock(&self.discoveries[thread]).write_down(candidates, space)?;
        }
        Ok(is_done)
    }

    /// Looks up keys, set by set: first in those that nobody else is in. Says whether that was done with all, or waits until it is.
    fn look_up(&self, thread: usize, candidates: &mut Candidates, waits: bool) -> Result<bool, Stuck> {
        let sets = self.sets.len();
        let first = thread * sets / self.explorers.len();
        for looks_left in (0..LOOKS).rev() {
            let mut is_done = true;
            for set in (first..first + sets).map(|set| set % sets) {
                if candidates.waiting(set) == 0 {
                    continue;
                }
                let known = if looks_left == 0 { Some(lock(&self.sets[set])) } else { try_lock(&self.sets[set]) };
                match known {
                    Some(mut known) => self.look_up_in(set, &mut known, candidates)?,
                    None => is_done = false,
                }
            }
            if is_done || !waits {
                return Ok(is_done);
            }
            std::hint::spin_loop();
        }
        Ok(true)
    }

    /// Looks up those keys that belong to a set. What there is no room for is still waiting then.
    fn look_up_in(&self, set: usize, known: &mut KeySet, candidates: &mut Candidates) -> Result<(), Stuck> {
        while candidates.waiting(set) > 0 {
            if known.room() < WINDOW {
                // If it cannot, it is filled to the last place.
                self.grow(set, known);
            }
            let most = known.room().clamp(WINDOW, LONG_WINDOW);
            if !candidates.look_up(set, most, known) && !self.grow(set, known) {
                return Err(Stuck);
            }
        }
        Ok(())
    }

    /// Makes a set larger, if the budget has room for that, and for the others to become as large.
    pub fn grow(&self, set: usize, known: &mut KeySet) -> bool {
        let own = known.bytes();
        let sharers = self.set_bytes.iter().filter(|bytes| bytes.load(Relaxed) <= own).count();
        let keys = self.expected.load(Relaxed) / self.sets.len();
        let grows = known.grow(self.budget, Prospects { keys: Some(keys), sharers: sharers.max(1) });
        self.set_bytes[set].store(known.bytes(), Relaxed);
        grows
    }

    /// Adds keys of the log to the sets they belong to, until all are taken.
    fn add_known(&self, thread: usize, log: &Log, next: &AtomicUsize) {
        let mut explorer = lock(&self.explorers[thread]);
        let mut keys = vec![0; self.enough().max(PIECE)];
        while !self.is_stuck.load(Relaxed) {
            let start = next.fetch_add(keys.len(), Relaxed);
            let count = keys.len().min(log.len().saturating_sub(start));
            if count == 0 {
                return;
            }
            log.read(start, &mut keys[..count]);
            explorer.add_known(&keys[..count]);
            if self.look_up(thread, &mut explorer.candidates, true).is_err() {
                self.is_stuck.store(true, Relaxed);
            }
            explorer.candidates.clear();
        }
    }

    /// Keys wait for room in a set.
    pub fn lacks_room(&self, set: usize) -> bool {
        self.explorers.iter().any(|explorer| lock(explorer).lacks_room(set))
    }
}
