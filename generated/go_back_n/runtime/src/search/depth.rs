//! Depth first: the stack is the execution that is being looked at.
//!
//! What was met before is [`Matching`]'s business; here only the states on the stack matter: an execution that comes back to one
//! of them is a loop, which is recognised whatever else is forgotten. So every search depth first comes to an end.

use super::executions::Ending;
use super::expander::Expander;
use super::kernel::Kernel;
use super::matching::{Matching, Meeting, NoRoom};
use crate::memory::bytes_of;
use crate::outcome::Limit;
use crate::protocol::Protocol;
use crate::store::bitstate::mix;
use crate::store::index::{Index, hash};

struct Frame<State> {
    state: State,
    /// Its pending successors begin here.
    pending_from: usize,
}

struct Depth<'s, P: Protocol> {
    matching: Matching<'s, P::State>,
    expander: Expander<'s, P>,
    /// The execution, ...
    frames: Vec<Frame<P::State>>,
    /// ... where each of its states is, ...
    on_stack: Index,
    /// ... and the successors of its states that are still to be looked at.
    pending: Vec<P::State>,
    /// Successors are looked at in an order that this number changes.
    shuffle: Option<u64>,
}

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    let searched = Matching::new(kernel).and_then(|matching| {
        let mut search = Depth {
            matching,
            expander: Expander::new(kernel),
            frames: Vec::new(),
            on_stack: Index::default(),
            pending: Vec::new(),
            shuffle: kernel.options.shuffle,
        };
        let result = search.explore(kernel);
        search.finish(kernel);
        result
    });
    if searched.is_err() {
        kernel.stop(Limit::Memory);
    }
}

impl<P: Protocol> Depth<'_, P> {
    fn explore(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        if !kernel.budget.push(&mut self.pending, kernel.protocol().initial()) {
            return Err(NoRoom);
        }
        while let Some(state) = self.pop()? {
            if !self.expander.goes_on(kernel) {
                return Ok(());
            }
            self.visit(kernel, &state)?;
        }
        Ok(())
    }

    /// The next successor of the uppermost state that has one; states that have none left are taken off.
    fn pop(&mut self) -> Result<Option<P::State>, NoRoom> {
        while self.frames.last().is_some_and(|frame| frame.pending_from == self.pending.len()) {
            let place = self.frames.len() as u32 - 1;
            let (frames, matching) = (&self.frames, &self.matching);
            let hash_of = |place: u32| hash(&matching.face(&frames[place as usize].state));
            self.on_stack.remove(hash_of(place), place, hash_of);
            if let Some(frame) = self.frames.pop() {
                self.matching.leave(&frame.state, self.frames.len() as u32)?;
            }
        }
        Ok(self.pending.pop())
    }

    fn visit(&mut self, kernel: &mut Kernel<P>, state: &P::State) -> Result<(), NoRoom> {
        let (face, depth) = (self.matching.face(state), self.frames.len() as u32);
        let is_it = |place: u32| self.matching.face(&self.frames[place as usize].state) == face;
        if self.on_stack.find(hash(&face), is_it).is_some() {
            kernel.list(Ending::Loop, || self.path(state));
            return Ok(());
        }
        match self.matching.meet(state, depth)? {
            Meeting::Old => kernel.list(Ending::Prefix, || self.path(state)),
            Meeting::Explore { is_new, is_again } => {
                self.discover(kernel, state, is_new);
                self.expand(kernel, state, face, is_again)?;
            }
            Meeting::LookAtBound { is_new } => {
                self.discover(kernel, state, is_new);
                self.look_at_bound(kernel, state, depth)?;
            }
        }
        Ok(())
    }

    fn discover(&mut self, kernel: &mut Kernel<P>, state: &P::State, is_new: bool) {
        kernel.reach(self.frames.len() as u32);
        if is_new {
            self.expander.worker.discover(state);
            self.report(kernel, state);
        }
    }

    /// Expands a state and puts it on the stack, with its successors: the first is looked at first.
    fn expand(
        &mut self,
        kernel: &mut Kernel<P>,
        state: &P::State,
        face: P::State,
        is_again: bool,
    ) -> Result<(), NoRoom> {
        let ends = self.expander.worker.notes.ends();
        self.expander.find(state);
        self.expander.choose(state);
        kernel.outcome.explored += 1;
        if is_again {
            self.expander.successors.failures.clear();
        } else {
            self.expander.note(state, 0);
            self.report(kernel, state);
        }
        if self.expander.worker.notes.ends() > ends {
            kernel.list(Ending::Terminating, || self.path(state));
        } else if is_again && self.expander.successors.is_empty() {
            kernel.list(Ending::Prefix, || self.path(state));
        }
        self.shuffle(state);
        let (place, frames, matching) = (self.frames.len() as u32, &self.frames, &self.matching);
        let hash_of = |place: u32| hash(&matching.face(&frames[place as usize].state));
        let mut has_room = self.on_stack.add(hash(&face), place, hash_of, kernel.budget);
        let frame = Frame { state: *state, pending_from: self.pending.len() };
        has_room = has_room && kernel.budget.push(&mut self.frames, frame);
        for (_, next) in self.expander.successors.steps.drain(..).rev() {
            has_room = has_room && kernel.budget.push(&mut self.pending, next);
        }
        if has_room { Ok(()) } else { Err(NoRoom) }
    }

    fn shuffle(&mut self, state: &P::State) {
        if let Some(seed) = self.shuffle {
            let order = mix(seed ^ hash(state));
            self.expander.successors.steps.sort_unstable_by_key(|(rule, _)| mix(order ^ u64::from(*rule)));
        }
    }

    /// Finds out whether a state behind which the bound lies is an end, which then is within the bound.
    fn look_at_bound(&mut self, kernel: &mut Kernel<P>, state: &P::State, depth: u32) -> Result<(), NoRoom> {
        self.expander.find(state);
        let (is_end, ends) = (self.expander.successors.is_empty(), self.expander.worker.notes.ends());
        if is_end && self.matching.looks_first(state) {
            self.expander.worker.ends_at_bound(state, 0);
            self.report(kernel, state);
        }
        if self.expander.worker.notes.ends() > ends {
            kernel.list(Ending::Terminating, || self.path(state));
        }
        self.matching.looked_at_bound(state, depth, is_end)
    }

    fn report(&mut self, kernel: &mut Kernel<P>, state: &P::State) {
        let frames = &self.frames;
        self.expander.report(kernel, || path(frames, state));
    }

    fn path(&self, last: &P::State) -> Vec<P::State> {
        path(&self.frames, last)
    }

    fn finish(&mut self, kernel: &mut Kernel<P>) {
        self.expander.finish(kernel);
        kernel.outcome.waiting = self.pending.len() as u64;
        let stack = bytes_of::<Frame<P::State>>(self.frames.capacity()) + bytes_of::<P::State>(self.pending.capacity());
        kernel.take_matching(&self.matching, stack + self.on_stack.bytes());
    }
}

/// The states from the initial one to this one.
fn path<State: Copy>(frames: &[Frame<State>], last: &State) -> Vec<State> {
    // With room for the result of a step that fails.
    let mut states = Vec::with_capacity(frames.len() + 2);
    states.extend(frames.iter().map(|frame| frame.state).chain([*last]));
    states
}
