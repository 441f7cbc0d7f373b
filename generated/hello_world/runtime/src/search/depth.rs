//! Depth first: the stack is the execution that is being looked at.
//!
//! With a depth bound a state that is met again nearer to the start is explored again, because more of what follows is then
//! within the bound; it is counted once.

use super::kernel::Kernel;
use crate::memory::Budget;
use crate::outcome::Limit;
use crate::protocol::{Protocol, Vector};
use crate::store::chunks::Chunks;
use crate::store::table::{Inserted, StateId, Table};

/// The stack: states, and of each the successors that are still to be looked at.
struct Stack<State> {
    frames: Vec<Frame<State>>,
    pending: Vec<State>,
}

struct Frame<State> {
    state: State,
    /// Its pending successors begin here.
    pending_from: usize,
}

/// With a bound: how near to the start each state was met, and whether it was explored.
#[derive(Default)]
struct Nearest {
    visits: Chunks<Visit>,
}

#[derive(Clone, Copy)]
struct Visit {
    depth: u32,
    is_explored: bool,
}

/// There is no room for more.
struct NoRoom;

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    if explore(kernel).is_err() {
        kernel.stop(Limit::Memory);
    }
}

fn explore<P: Protocol>(kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
    let mut table = Table::new(&mut kernel.budget).ok_or(NoRoom)?;
    let mut nearest = Nearest::default();
    let mut stack = Stack { frames: Vec::new(), pending: vec![kernel.initial()] };
    loop {
        let bottom = stack.frames.last().map_or(0, |frame| frame.pending_from);
        if stack.pending.len() == bottom {
            match stack.frames.pop() {
                Some(_) => continue,
                None => return Ok(()),
            }
        }
        if !kernel.goes_on() {
            return Ok(());
        }
        let Some(state) = stack.pending.pop() else { return Ok(()) };
        let depth = stack.frames.len() as u32;
        let (id, is_new) = match table.insert(&state, &mut kernel.budget) {
            Inserted::New(id) => (id, true),
            Inserted::Old(id) => (id, false),
            Inserted::NoRoom => return Err(NoRoom),
        };
        let path = |stack: &Stack<P::State>| stack.frames.iter().map(|frame| frame.state).chain([state]).collect();
        if is_new {
            kernel.discover(&state, depth, || path(&stack));
        }
        let explores_again = match kernel.options.depth {
            None if is_new => false,
            None => continue,
            Some(bound) => match nearest.visit(id, depth, bound, kernel)? {
                Some(again) => again,
                None => continue,
            },
        };
        kernel.expand(&state, explores_again, || path(&stack));
        stack.push(state, kernel)?;
    }
}

impl<State: Vector> Stack<State> {
    /// Puts a state on top, with its successors: the first is looked at first.
    fn push<P: Protocol<State = State>>(&mut self, state: State, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let frame = Frame { state, pending_from: self.pending.len() };
        let has_room = |budget: &mut Budget, stack: &mut Self| budget.push(&mut stack.frames, frame);
        if !has_room(&mut kernel.budget, self) {
            return Err(NoRoom);
        }
        for number in (0..kernel.successors()).rev() {
            let successor = kernel.successor(number);
            if !kernel.budget.push(&mut self.pending, successor) {
                return Err(NoRoom);
            }
        }
        Ok(())
    }
}

impl Nearest {
    /// Whether a state met at this depth is to be explored, and if so whether that is for the second time.
    fn visit<P: Protocol>(
        &mut self,
        id: StateId,
        depth: u32,
        bound: u32,
        kernel: &mut Kernel<P>,
    ) -> Result<Option<bool>, NoRoom> {
        let is_new = id == self.visits.len();
        if is_new && !self.visits.push(Visit { depth, is_explored: false }, &mut kernel.budget) {
            return Err(NoRoom);
        }
        let visit = self.visits.get_mut(id);
        if !is_new && visit.depth <= depth {
            return Ok(None);
        }
        visit.depth = depth;
        if depth >= bound {
            kernel.stop(Limit::Depth);
            return Ok(None);
        }
        Ok(Some(std::mem::replace(&mut visit.is_explored, true)))
    }
}
