//! Depth first: the stack is the execution that is being looked at.
//!
//! With a depth bound a state that is met again nearer to the start is explored again, because more of what follows is then
//! within the bound; it is counted once.

use super::kernel::Kernel;
use super::worker::Worker;
use crate::memory::{Budget, bytes_of};
use crate::outcome::{Limit, StoreUse};
use crate::protocol::{Protocol, Vector};
use crate::store::interned::Interned;
use crate::store::log::Log;
use crate::store::one_word::OneWord;
use crate::store::{Added, Refused, Space};
use std::collections::HashMap;

/// The stack: keys of states, and of each the successors that are still to be looked at.
struct Stack {
    frames: Vec<Frame>,
    pending: Vec<u64>,
}

struct Frame {
    key: u64,
    /// Its pending successors begin here.
    pending_from: usize,
}

/// With a bound: how near to the start each state was met, and what was done with it.
#[derive(Default)]
struct Nearest {
    visits: HashMap<u64, Visit>,
    /// The bytes of the visits.
    bytes: u64,
    /// How many states have successors that were not looked at.
    cut: usize,
}

#[derive(Clone, Copy)]
struct Visit {
    depth: u32,
    progress: Progress,
}

#[derive(Clone, Copy, PartialEq)]
enum Progress {
    Met,
    /// Its successors lie beyond the bound.
    Cut,
    Explored,
}

/// What is to be done with a state.
enum Visiting {
    Pass,
    Explore { is_again: bool },
    LookAtBound,
}

/// There is no room for more.
#[derive(PartialEq, Eq)]
struct NoRoom;

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    // A stack is no log of all keys, which widening them would need; the numbers of whole states are never widened.
    let searched = if P::State::WORDS == 1 {
        OneWord::new(kernel.protocol().facts().vector_bits, kernel.budget).map(|space| explore(kernel, space))
    } else {
        Interned::numbered(kernel.protocol(), kernel.options.tuning, kernel.budget).map(|space| explore(kernel, space))
    };
    if searched != Some(Ok(())) {
        kernel.stop(Limit::Memory);
    }
}

fn explore<P: Protocol, S: Space<P>>(kernel: &mut Kernel<P>, space: S) -> Result<(), NoRoom> {
    let worker = kernel.worker(&space);
    let mut search = Depth { space, worker, stack: Stack { frames: Vec::new(), pending: Vec::new() } };
    let mut nearest = Nearest::default();
    let result = match kernel.options.depth {
        None => search.explore_all(kernel),
        Some(bound) => search.explore_bounded(kernel, bound, &mut nearest),
    };
    kernel.count(&mut search.worker);
    kernel.take_executed(&search.worker);
    if nearest.cut > 0 {
        kernel.stop(Limit::Depth);
    }
    kernel.outcome.store = StoreUse {
        name: search.space.known().name(),
        description: search.space.describe(),
        set_bytes: search.space.bytes() + nearest.bytes,
        log_bytes: bytes_of::<Frame>(search.stack.frames.capacity()) + bytes_of::<u64>(search.stack.pending.capacity()),
        file_bytes: 0,
    };
    result
}

struct Depth<'s, P: Protocol, S: Space<P>> {
    space: S,
    worker: Worker<'s, P, S>,
    stack: Stack,
}

impl<P: Protocol, S: Space<P>> Depth<'_, P, S> {
    fn explore_all(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        self.start(kernel)?;
        while let Some(key) = self.stack.pop() {
            if !self.goes_on(kernel) {
                return Ok(());
            }
            match self.add(kernel, key)? {
                false => continue,
                true => self.discover(kernel, key),
            }
            self.expand(kernel, key, false)?;
        }
        Ok(())
    }

    fn explore_bounded(&mut self, kernel: &mut Kernel<P>, bound: u32, nearest: &mut Nearest) -> Result<(), NoRoom> {
        self.start(kernel)?;
        while let Some(key) = self.stack.pop() {
            if !self.goes_on(kernel) {
                return Ok(());
            }
            if nearest.meet(key, self.stack.depth(), kernel.budget)? {
                self.discover(kernel, key);
            }
            match nearest.visit(key, self.stack.depth(), bound) {
                Visiting::Pass => {}
                Visiting::Explore { is_again } => self.expand(kernel, key, is_again)?,
                Visiting::LookAtBound => {
                    let is_end = self.trying(kernel, |it| it.worker.look_at_bound(&it.space, key, 0))?;
                    self.report(kernel, key);
                    nearest.looked_at(key, is_end);
                }
            }
        }
        Ok(())
    }

    fn start(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let key = self.space.key(&kernel.protocol().initial(), kernel.budget).map_err(|_| NoRoom)?;
        if kernel.budget.push(&mut self.stack.pending, key) { Ok(()) } else { Err(NoRoom) }
    }

    fn goes_on(&mut self, kernel: &mut Kernel<P>) -> bool {
        kernel.count(&mut self.worker);
        kernel.goes_on()
    }

    /// Adds a key to those that are known; says whether it is new.
    fn add(&mut self, kernel: &mut Kernel<P>, key: u64) -> Result<bool, NoRoom> {
        if self.space.known().room() == 0 {
            self.space.known_mut().grow(1, kernel.budget);
        }
        let mut added = self.space.known().add(key);
        if added == Added::NoRoom && self.space.known_mut().grow(1, kernel.budget) {
            added = self.space.known().add(key);
        }
        self.space.known_mut().count((added == Added::New).into());
        if added == Added::NoRoom { Err(NoRoom) } else { Ok(added == Added::New) }
    }

    fn discover(&mut self, kernel: &mut Kernel<P>, key: u64) {
        kernel.reach(self.stack.depth());
        self.worker.discover(&self.space, key, || None);
        self.report(kernel, key);
    }

    /// Expands a state and puts it on the stack, with its successors: the first is looked at first.
    fn expand(&mut self, kernel: &mut Kernel<P>, key: u64, is_again: bool) -> Result<(), NoRoom> {
        self.trying(kernel, |it| it.worker.expand(&it.space, key, 0, is_again))?;
        self.report(kernel, key);
        let frame = Frame { key, pending_from: self.stack.pending.len() };
        let mut has_room = kernel.budget.push(&mut self.stack.frames, frame);
        for key in self.worker.found.successors.drain(..).rev() {
            has_room = has_room && kernel.budget.push(&mut self.stack.pending, key);
        }
        if has_room { Ok(()) } else { Err(NoRoom) }
    }

    /// Tries something that needs keys, until it is not refused for want of them.
    fn trying<T>(
        &mut self,
        kernel: &mut Kernel<P>,
        mut attempt: impl FnMut(&mut Self) -> Result<T, Refused>,
    ) -> Result<T, NoRoom> {
        loop {
            match attempt(self) {
                Ok(done) => return Ok(done),
                Err(Refused::Memory) => return Err(NoRoom),
                Err(Refused::Keys) => {
                    self.space.widen(&mut Log::default(), kernel.budget).map_err(|_| NoRoom)?;
                }
            }
        }
    }

    /// Reports what is wrong about the state that the search is at.
    fn report(&mut self, kernel: &mut Kernel<P>, key: u64) {
        if !self.worker.notes.wrong.is_empty() {
            let wrong = std::mem::take(&mut self.worker.notes.wrong);
            kernel.report(wrong, |_, _| self.path(key));
        }
    }

    /// The states from the initial one to this one.
    fn path(&self, last: u64) -> Vec<P::State> {
        // With room for the result of a step that fails.
        let mut states = Vec::with_capacity(self.stack.frames.len() + 2);
        let keys = self.stack.frames.iter().map(|frame| frame.key).chain([last]);
        states.extend(keys.map(|key| self.space.state(key)));
        states
    }
}

impl Stack {
    fn depth(&self) -> u32 {
        self.frames.len() as u32
    }

    /// The next successor of the uppermost state that has one; states that have none left are taken off.
    fn pop(&mut self) -> Option<u64> {
        while self.frames.last().is_some_and(|frame| frame.pending_from == self.pending.len()) {
            self.frames.pop();
        }
        self.pending.pop()
    }
}

impl Nearest {
    /// Notes a state that is met at this depth, if that is for the first time; says so.
    fn meet(&mut self, key: u64, depth: u32, budget: &Budget) -> Result<bool, NoRoom> {
        if self.visits.contains_key(&key) {
            return Ok(false);
        }
        if self.visits.len() == self.visits.capacity() {
            self.make_room(budget)?;
        }
        self.visits.insert(key, Visit { depth, progress: Progress::Met });
        Ok(true)
    }

    /// Room for twice as many. While they move, both copies are there.
    fn make_room(&mut self, budget: &Budget) -> Result<(), NoRoom> {
        let more = self.visits.capacity().max(32);
        // A map has one byte more for each entry, and up to a seventh more entries than it says.
        let bytes = bytes_of::<(u64, Visit)>(2 * more) / 16 * 17 / 7 * 8;
        if !budget.take(bytes) {
            return Err(NoRoom);
        }
        if self.visits.try_reserve(more).is_err() {
            budget.give_back(bytes);
            return Err(NoRoom);
        }
        budget.give_back(std::mem::replace(&mut self.bytes, bytes));
        Ok(())
    }

    /// What to do with a state that is met at this depth: only the first time, or nearer to the start than before.
    fn visit(&mut self, key: u64, depth: u32, bound: u32) -> Visiting {
        let visit = self.visits.get_mut(&key).expect("a state that is visited was met");
        if visit.progress != Progress::Met && visit.depth <= depth {
            return Visiting::Pass;
        }
        visit.depth = depth;
        if depth >= bound {
            return if visit.progress == Progress::Met { Visiting::LookAtBound } else { Visiting::Pass };
        }
        let before = std::mem::replace(&mut visit.progress, Progress::Explored);
        self.cut -= usize::from(before == Progress::Cut);
        Visiting::Explore { is_again: before == Progress::Explored }
    }

    fn looked_at(&mut self, key: u64, is_end: bool) {
        let visit = self.visits.get_mut(&key).expect("a state that is visited was met");
        visit.progress = if is_end { Progress::Explored } else { Progress::Cut };
        self.cut += usize::from(!is_end);
    }
}
