//! New states, in the order of their discovery: they are written down for the log, counted and checked.
//!
//! The way back costs next to nothing: of one state in some hundred a state is kept that is its predecessor or comes shortly
//! before it. The predecessors themselves are found by expanding the few states in between again.

use super::candidates::{Candidates, StateId};
use super::kernel::Kernel;
use super::worker::{AllWrong, Worker};
use crate::protocol::Protocol;
use crate::store::Space;
use crate::store::log::Pen;
use std::sync::atomic::Ordering::Relaxed;

/// Of one state in so many something is kept about its predecessor.
const SAMPLE: usize = 256;

/// The predecessors of state number `at` and those behind it do not come before `parent`.
#[derive(Clone, Copy)]
pub struct Sample {
    pub at: usize,
    pub parent: StateId,
}

impl Sample {
    /// What comes behind another sample is known well enough without this one.
    pub fn adds_nothing_to(self, last: Sample) -> bool {
        self.at - last.at < SAMPLE && (last.parent..last.parent + SAMPLE).contains(&self.parent)
    }
}

/// What a thread discovered since the log took over the last time.
pub struct Discoveries<'s, P: Protocol> {
    worker: Worker<'s, P>,
    /// It writes keys down in the order of their parents.
    pub pen: Pen,
}

/// There is no room for what is to be looked up or to be written down.
pub struct Stuck;

impl<'s, P: Protocol> Discoveries<'s, P> {
    /// Nothing yet.
    pub fn new(kernel: &Kernel<'s, P>) -> Self {
        Discoveries { worker: kernel.worker(), pen: Pen::default() }
    }

    /// Writes down which keys are new of those that were looked up. What there is no room for can be written down later.
    pub fn write_down<S: Space<P>>(&mut self, candidates: &mut Candidates, space: &S) -> Result<(), Stuck> {
        while let Some((count, parent)) = candidates.next() {
            let places = self.pen.room(self.worker.trying.budget).ok_or(Stuck)?;
            let mut new = 0;
            // A key that is not new is written as well, and the next one over it.
            candidates.take(count.min(places.len()), |key, is_new| {
                places[new].store(key, Relaxed);
                new += usize::from(is_new);
            });
            if new > 0 {
                self.discover(new, parent, space);
            }
        }
        Ok(())
    }

    /// Lets the kernel take over what was counted and what is wrong.
    pub fn count(&mut self, kernel: &mut Kernel<P>) -> AllWrong<P::State> {
        kernel.count(&mut self.worker);
        std::mem::take(&mut self.worker.notes.wrong)
    }

    /// Writes the initial state down.
    pub fn begin(&mut self, key: u64) -> Result<(), Stuck> {
        self.pen.room(self.worker.trying.budget).ok_or(Stuck)?[0].store(key, Relaxed);
        self.pen.wrote(1, 0);
        Ok(())
    }

    /// Takes over new keys that were written down.
    fn discover<S: Space<P>>(&mut self, count: usize, parent: StateId, space: &S) {
        let first = self.pen.count();
        self.pen.wrote(count, parent);
        self.worker.notes.states += count as u64;
        if self.worker.checks_states() {
            for (at, key) in (first..).zip(self.pen.last(count)) {
                self.worker.check(&space.state(key.load(Relaxed)), at, true);
            }
        }
    }
}
