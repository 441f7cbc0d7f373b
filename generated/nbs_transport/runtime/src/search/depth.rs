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

/// With a bound: how near to the start each state was met, and what was done with it.
#[derive(Default)]
struct Nearest {
    visits: Chunks<Visit>,
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
    let result = follow(kernel, &mut table, &mut nearest, &mut stack);
    if nearest.cut > 0 {
        kernel.stop(Limit::Depth);
    }
    result
}

/// Until the stack is empty, or the search must end.
fn follow<P: Protocol>(
    kernel: &mut Kernel<P>,
    table: &mut Table<P::State>,
    nearest: &mut Nearest,
    stack: &mut Stack<P::State>,
) -> Result<(), NoRoom> {
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
        let path = |stack: &Stack<P::State>| stack.path(state);
        if is_new {
            kernel.discover(&state, depth, || path(stack));
        }
        let visiting = match kernel.options.depth {
            None if is_new => Visiting::Explore { is_again: false },
            None => Visiting::Pass,
            Some(bound) => nearest.visit(id, depth, bound, &mut kernel.budget)?,
        };
        match visiting {
            Visiting::Pass => {}
            Visiting::Explore { is_again } => {
                kernel.expand(&state, is_again, || path(stack));
                stack.push(state, kernel)?;
            }
            Visiting::LookAtBound => {
                let is_end = kernel.look_at_bound(&state, || path(stack));
                nearest.looked_at(id, is_end);
            }
        }
    }
}

impl<State: Vector> Stack<State> {
    /// The states from the initial one to this one, which comes next. There is room for one more: a step that fails.
    fn path(&self, last: State) -> Vec<State> {
        let mut states = Vec::with_capacity(self.frames.len() + 2);
        states.extend(self.frames.iter().map(|frame| frame.state).chain([last]));
        states
    }

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
    /// What to do with a state that is met at this depth: only the first time, or nearer to the start than before.
    fn visit(&mut self, id: StateId, depth: u32, bound: u32, budget: &mut Budget) -> Result<Visiting, NoRoom> {
        let is_new = id == self.visits.len();
        if is_new && !self.visits.push(Visit { depth, progress: Progress::Met }, budget) {
            return Err(NoRoom);
        }
        let visit = self.visits.get_mut(id);
        if !is_new && visit.depth <= depth {
            return Ok(Visiting::Pass);
        }
        visit.depth = depth;
        if depth >= bound {
            return Ok(if visit.progress == Progress::Met { Visiting::LookAtBound } else { Visiting::Pass });
        }
        let before = std::mem::replace(&mut visit.progress, Progress::Explored);
        self.cut -= usize::from(before == Progress::Cut);
        Ok(Visiting::Explore { is_again: before == Progress::Explored })
    }

    fn looked_at(&mut self, id: StateId, is_end: bool) {
        self.visits.get_mut(id).progress = if is_end { Progress::Explored } else { Progress::Cut };
        self.cut += usize::from(!is_end);
    }
}
