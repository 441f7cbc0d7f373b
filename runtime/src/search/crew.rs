//! What the threads of a breadth-first search share, and what they do with it in a turn.

use super::discoveries::{Discoveries, Stuck, look_up};
use super::explorer::{Explorer, Round};
use super::kernel::Kernel;
use super::outbox::{Outbox, StateId};
use super::turns::Turns;
use crate::memory::Budget;
use crate::protocol::Protocol;
use crate::store::division::Division;
use crate::store::key_set::KeySet;
use crate::store::log::{Log, PIECE};
use crate::store::{Added, Space};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// What the threads of a search share. Whoever works on a part of it has it for itself: locks are taken once for thousands of
/// states, and nobody ever waits for one.
pub struct Crew<'s, P: Protocol, S: Space<P>> {
    pub budget: &'s Budget,
    pub turns: Turns,
    task: RwLock<Task<S::Change>>,
    pub space: RwLock<S>,
    pub log: RwLock<Log>,
    /// The keys that are known; a [`Division`] says which of them a key belongs to.
    pub sets: Vec<Own<KeySet>>,
    /// By thread.
    pub explorers: Vec<Own<Explorer<'s, P, S>>>,
    /// By thread: what was new of what it found.
    pub discoveries: Vec<Own<Discoveries<'s, P>>>,
    /// By thread, and by set: keys that are to be looked up, or were.
    mail: Vec<Vec<Own<Outbox>>>,
    /// The next state that nobody has taken, or the next set.
    pub next: AtomicUsize,
    pub is_stuck: AtomicBool,
}

/// What all threads do in a turn.
pub enum Task<Change> {
    /// Find the successors of states up to this one; `is_at_bound`: those would lie beyond the depth bound.
    Expand { end: StateId, is_at_bound: bool },
    /// Make sets larger that would soon have to be: if each did that on its own, the others would wait for it each time.
    Grow,
    /// Find out which of them are new.
    LookUp,
    /// Write the new ones down.
    WriteDown,
    /// Write all keys of the log anew.
    Rewrite(Change),
    /// Fill the sets with what is in the log.
    Refill,
}

/// What one thread at a time has. What threads write must not lie in the same cache lines, which come in pairs: that would make
/// two threads slower than one.
#[derive(Default)]
#[repr(align(128))]
pub struct Own<T>(Mutex<T>);

impl<T> Own<T> {
    fn new(value: T) -> Own<T> {
        Own(Mutex::new(value))
    }
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
        let outboxes = || (0..sets.len()).map(|_| Own::default()).collect();
        Crew {
            budget: kernel.budget,
            turns: Turns::new(threads),
            task: RwLock::new(Task::LookUp),
            discoveries: (0..threads).map(|_| Own::new(Discoveries::new(kernel))).collect(),
            explorers: (0..threads).map(|_| Own::new(Explorer::new(kernel, &space, sets.len()))).collect(),
            mail: (0..threads).map(|_| outboxes()).collect(),
            space: RwLock::new(space),
            log: RwLock::default(),
            sets: sets.into_iter().map(Own::new).collect(),
            next: AtomicUsize::new(0),
            is_stuck: AtomicBool::new(false),
        }
    }

    /// Works on something, from state or set number `first` on: with all threads, or alone. Gives the task back.
    pub fn work_on(&self, task: Task<S::Change>, first: usize, is_alone: bool) -> Task<S::Change> {
        *write(&self.task) = task;
        self.next.store(first, Relaxed);
        if is_alone {
            self.work(0);
        } else {
            self.turns.lead(|| self.work(0));
        }
        std::mem::replace(&mut *write(&self.task), Task::LookUp)
    }

    /// What a thread does in a turn.
    pub fn work(&self, thread: usize) {
        let (space, log) = (&*read(&self.space), &*read(&self.log));
        match &*read(&self.task) {
            Task::Expand { end, is_at_bound } => {
                let (end, is_at_bound, threads) = (*end, *is_at_bound, self.explorers.len());
                let mut explorer = lock(&self.explorers[thread]);
                explorer.explore(&Round { space, log, next: &self.next, end, threads, is_at_bound });
                self.exchange(&mut explorer.outboxes, thread);
            }
            Task::Grow => self.for_each(self.sets.len(), |set| {
                let mut known = lock(&self.sets[set]);
                while known.is_nearly_full(self.waiting(set)) && known.grow(self.budget) {}
            }),
            Task::LookUp => self.for_each(self.sets.len(), |set| {
                let mut known = lock(&self.sets[set]);
                let mut outboxes = self.mail.iter().map(|outboxes| lock(&outboxes[set]));
                if outboxes.any(|mut outbox| look_up(&mut known, &mut outbox, self.budget).is_err()) {
                    self.is_stuck.store(true, Relaxed);
                }
            }),
            Task::WriteDown => self.for_each(self.explorers.len(), |thread| {
                let (mut explorer, mut new) = (lock(&self.explorers[thread]), lock(&self.discoveries[thread]));
                let Explorer { outboxes, order, .. } = &mut *explorer;
                self.exchange(outboxes, thread);
                if new.write_down(order, outboxes, space).is_err() {
                    self.exchange(outboxes, thread);
                    self.is_stuck.store(true, Relaxed);
                }
            }),
            Task::Rewrite(change) => {
                let shares = self.sets.len();
                self.for_each(shares, |share| log.rewrite((share, shares), |key| space.changed(change, key)));
            }
            Task::Refill => self.for_each(self.sets.len(), |set| {
                if self.refill(set, log, space.key_bits()).is_err() {
                    self.is_stuck.store(true, Relaxed);
                }
            }),
        }
    }

    /// How many keys are to be looked up in a set.
    pub fn waiting(&self, set: usize) -> usize {
        self.mail.iter().map(|outboxes| lock(&outboxes[set]).waiting()).sum()
    }

    /// Exchanges the outboxes of a thread and those that others see.
    pub fn exchange(&self, outboxes: &mut [Outbox], thread: usize) {
        for (outbox, mail) in outboxes.iter_mut().zip(&self.mail[thread]) {
            std::mem::swap(outbox, &mut lock(mail));
        }
    }

    /// Takes one after the other of so many things, if nobody else has.
    fn for_each(&self, count: usize, work: impl FnMut(usize)) {
        let numbers = std::iter::repeat_with(|| self.next.fetch_add(1, Relaxed));
        numbers.take_while(|number| *number < count).for_each(work);
    }

    /// Fills a set with those keys of the log that belong to it; they have so many bits.
    fn refill(&self, set: usize, log: &Log, key_bits: u32) -> Result<(), Stuck> {
        let mut known = lock(&self.sets[set]);
        known.clear(key_bits);
        let division = Division::new(key_bits, self.sets.len());
        let (mut own, mut is_new, mut no_room) = (Vec::new(), [false; PIECE], Vec::new());
        let mut result = Ok(());
        log.for_each_piece(|keys| {
            if known.room() < keys.len() {
                known.grow(self.budget);
            }
            own.clear();
            own.extend(keys.iter().copied().filter(|key| division.set_of(*key) == set));
            known.add_all(&own, &mut is_new, &mut no_room);
            for key in no_room.drain(..).map(|at| own[at]) {
                while result.is_ok() && known.add(key) == Added::NoRoom {
                    result = if known.grow(self.budget) { Ok(()) } else { Err(Stuck) };
                }
            }
        });
        result
    }
}
