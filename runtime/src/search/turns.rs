//! Threads that take turns: one of them leads, and whenever it says so, all do some work together.
//!
//! A turn takes a millisecond or less, and to wake a thread takes a twentieth of that. So a thread that waits looks again and again
//! for a while before it goes to sleep, unless there are more threads than cores.

#![allow(unsafe_code)]

use super::cores::Cores;
use crate::store::hands::Work;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{OnceLock, PoisonError, RwLock};
use std::thread::{self, Thread};

/// About a millisecond.
const LOOKS: usize = 1 << 15;
/// After so many of them a thread lets others have its core. The system sometimes wakes a thread on the core of the one that woke it, and
/// then that one would look for a whole millisecond whether something was done that can only be done when it stops looking.
const LOOKS_PER_YIELD: usize = 1 << 7;

/// The turns of some threads.
pub struct Turns {
    /// What is done in this turn.
    work: RwLock<Option<&'static Work<'static>>>,
    /// How often a thread that waits looks before it goes to sleep.
    looks: usize,
    /// Where the threads are, if there is a core for each.
    cores: Option<Cores>,
    /// How many turns there were.
    count: AtomicUsize,
    /// Helpers that are still at work in this turn.
    working: AtomicUsize,
    helpers: RwLock<Vec<Thread>>,
    is_over: AtomicBool,
    has_failed: AtomicBool,
    leader: OnceLock<Thread>,
}

impl Turns {
    /// The turns of so many threads.
    pub fn new(threads: usize) -> Turns {
        let has_cores = std::thread::available_parallelism().is_ok_and(|cores| threads <= cores.get());
        Turns {
            work: RwLock::default(),
            looks: if has_cores { LOOKS } else { 0 },
            cores: has_cores.then(|| Cores::new(threads)),
            count: AtomicUsize::new(0),
            working: AtomicUsize::new(0),
            helpers: RwLock::default(),
            is_over: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            leader: OnceLock::new(),
        }
    }

    /// A thread that helps from the first turn on, until the turns are over.
    pub fn add_helper(&self, helper: Thread) {
        assert!(self.count.load(Relaxed) == 0, "defect of the verifier: a turn does not wait for who comes later");
        self.helpers.write().unwrap_or_else(PoisonError::into_inner).push(helper);
    }

    /// A turn, for the thread that leads: it ends when all have done their work.
    pub fn lead(&self, work: &Work) {
        let _ = self.leader.set(thread::current());
        // Safety: whoever helps is counted before the first turn, and has it only until it says that its work is done. This returns, or
        // unwinds, when all have said so; no other turn begins before, which the assertion makes sure of.
        let lent = unsafe { std::mem::transmute::<&Work<'_>, &'static Work<'static>>(work) };
        let last = self.work.write().unwrap_or_else(PoisonError::into_inner).replace(lent);
        assert!(last.is_none(), "defect of the verifier: a turn within a turn");
        let turn = Turn(self);
        self.begin();
        self.keep_apart(0);
        work(0);
        drop(turn);
        assert!(!self.has_failed.load(Relaxed), "defect of the verifier: a thread has failed");
    }

    /// All turns, for a thread that helps and has this number; the one that leads is number 0.
    pub fn help(&self, thread: usize) {
        for turn in 1.. {
            self.wait(|| self.count.load(Acquire) == turn);
            if self.is_over.load(Relaxed) {
                return;
            }
            let _at_work = AtWork(self);
            self.keep_apart(thread);
            let work = *self.work.read().unwrap_or_else(PoisonError::into_inner);
            work.into_iter().for_each(|work| work(thread));
        }
    }

    fn begin(&self) {
        let helpers = self.helpers.read().unwrap_or_else(PoisonError::into_inner);
        self.working.store(helpers.len(), Relaxed);
        self.count.fetch_add(1, Release);
        helpers.iter().for_each(Thread::unpark);
    }

    /// Keeps the calling thread off the cores of the others.
    fn keep_apart(&self, thread: usize) {
        if let Some(cores) = &self.cores {
            cores.keep_apart(thread);
        }
    }

    /// Waits, first awake, then asleep: whoever makes it true wakes the thread.
    fn wait(&self, is_true: impl Fn() -> bool) {
        for look in 1..=self.looks {
            if is_true() {
                return;
            }
            if look % LOOKS_PER_YIELD == 0 { thread::yield_now() } else { std::hint::spin_loop() }
        }
        while !is_true() {
            thread::park();
        }
    }

    /// Lets the helpers go when it goes away, whatever the reason.
    pub fn dismissal(&self) -> Dismissal<'_> {
        Dismissal(self)
    }
}

/// A turn that has begun. It ends when the helpers have done their work, whatever becomes of the thread that leads.
struct Turn<'t>(&'t Turns);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.wait(|| self.0.working.load(Acquire) == 0);
        *self.0.work.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// A helper at work. When it has done it, or failed, it is not any more.
struct AtWork<'t>(&'t Turns);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.has_failed.store(true, Relaxed);
        }
        if self.0.working.fetch_sub(1, Release) == 1
            && let Some(leader) = self.0.leader.get()
        {
            leader.unpark();
        }
    }
}

/// See [`Turns::dismissal`].
pub struct Dismissal<'t>(&'t Turns);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
        self.0.begin();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_work_in_every_turn() {
        let (turns, work) = (&Turns::new(4), AtomicUsize::new(0));
        thread::scope(|scope| {
            let _dismissal = turns.dismissal();
            for number in 1..4 {
                let helper = scope.spawn(move || turns.help(number));
                turns.add_helper(helper.thread().clone());
            }
            for turn in 1..=1000 {
                turns.lead(&|thread| _ = work.fetch_add(1 + thread, Relaxed));
                assert_eq!(work.load(Relaxed), (4 + 1 + 2 + 3) * turn);
            }
        });
    }

    #[test]
    #[should_panic(expected = "a thread has failed")]
    fn a_helper_that_fails_is_noticed() {
        let turns = Turns::new(2);
        thread::scope(|scope| {
            let _dismissal = turns.dismissal();
            let helper = thread::Builder::new().spawn_scoped(scope, || {
                let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| turns.help(1)));
            });
            turns.add_helper(helper.expect("there are threads").thread().clone());
            turns.lead(&|thread| assert!(thread == 0, "on purpose"));
        });
    }

    #[test]
    fn a_turn_lasts_as_long_as_a_helper_needs_what_was_lent_to_it() {
        let turns = Turns::new(2);
        thread::scope(|scope| {
            let _dismissal = turns.dismissal();
            let helper = thread::Builder::new().spawn_scoped(scope, || turns.help(1));
            turns.add_helper(helper.expect("there are threads").thread().clone());
            let is_done = AtomicBool::new(false);
            let leads = || {
                turns.lead(&|thread| {
                    assert!(thread == 1, "on purpose");
                    thread::sleep(std::time::Duration::from_millis(50));
                    is_done.store(true, Relaxed);
                });
            };
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(leads)).is_err());
            assert!(is_done.load(Relaxed));
        });
    }
}
