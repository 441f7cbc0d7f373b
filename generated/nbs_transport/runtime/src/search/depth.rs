//! Depth first: the stack is the execution that is being looked at.
//!
//! With a depth bound a state that is met again nearer to the start is explored again, because more of what follows is then
//! within the bound; it is counted once.

use super::kernel::Kernel;
use crate::memory::Budget;
use crate::outcome::Limit;
use crate::protocol::{Protocol, Vector};
use crate::store::chunks::Chunks;
use crate::store::full::Full;
use crate::store::one_word::OneWord;
use crate::store::{Added, Visited};

/// The number of a state: how many were discovered before it.
type StateId = usize;

/// The stack: states, and of each the successors that are still to be looked at.
struct Stack<State, Key, Probe> {
    frames: Vec<Frame<State>>,
    pending: Vec<(State, Key, Probe)>,
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

/// With a depth bound, states need numbers, which only the set of full vectors gives.
fn explore<P: Protocol>(kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
    if kernel.options.depth.is_some() {
        return explore_bounded(kernel);
    }
    if P::State::WORDS == 1 {
        let visited = OneWord::new(kernel.facts().vector_bits, &mut kernel.budget).ok_or(NoRoom)?;
        return explore_all(kernel, visited);
    }
    let visited = Full::new(&mut kernel.budget).ok_or(NoRoom)?;
    explore_all(kernel, visited)
}

fn explore_all<P: Protocol, V: Visited<P::State>>(kernel: &mut Kernel<P>, mut visited: V) -> Result<(), NoRoom> {
    let mut log = Chunks::default();
    let mut stack = Stack::new(kernel, &mut visited)?;
    while let Some((state, key, probe)) = stack.pop() {
        if !kernel.goes_on() {
            return Ok(());
        }
        match visited.add(&key, probe, &log, &mut kernel.budget) {
            Added::Old => continue,
            Added::New if !V::NEEDS_LOG || log.push(key, &mut kernel.budget) => {}
            _ => return Err(NoRoom),
        }
        kernel.discover(&state, stack.depth(), |_| stack.path(&state));
        kernel.expand(&state, false, |_| stack.path(&state));
        stack.push(state, &key, kernel, &mut visited)?;
    }
    Ok(())
}

fn explore_bounded<P: Protocol>(kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
    let mut nearest = Nearest::default();
    let result = follow_to_bound(kernel, &mut nearest);
    if nearest.cut > 0 {
        kernel.stop(Limit::Depth);
    }
    result
}

fn follow_to_bound<P: Protocol>(kernel: &mut Kernel<P>, nearest: &mut Nearest) -> Result<(), NoRoom> {
    let bound = kernel.options.depth.unwrap_or(u32::MAX);
    let mut visited = Full::new(&mut kernel.budget).ok_or(NoRoom)?;
    let mut log = Chunks::default();
    let mut stack = Stack::new(kernel, &mut visited)?;
    while let Some((state, key, probe)) = stack.pop() {
        if !kernel.goes_on() {
            return Ok(());
        }
        let id = match visited.add(&key, probe, &log, &mut kernel.budget) {
            Added::Old => visited.find(&state, &log).ok_or(NoRoom)?,
            Added::New if log.push(key, &mut kernel.budget) => {
                kernel.discover(&state, stack.depth(), |_| stack.path(&state));
                log.len() - 1
            }
            _ => return Err(NoRoom),
        };
        match nearest.visit(id, stack.depth(), bound, &mut kernel.budget)? {
            Visiting::Pass => {}
            Visiting::Explore { is_again } => {
                kernel.expand(&state, is_again, |_| stack.path(&state));
                stack.push(state, &key, kernel, &mut visited)?;
            }
            Visiting::LookAtBound => {
                let is_end = kernel.look_at_bound(&state, |_| stack.path(&state));
                nearest.looked_at(id, is_end);
            }
        }
    }
    Ok(())
}

impl<State: Vector, Key: Copy, Probe: Copy> Stack<State, Key, Probe> {
    /// Nothing but the initial state to look at.
    fn new<P, V>(kernel: &mut Kernel<P>, visited: &mut V) -> Result<Self, NoRoom>
    where
        P: Protocol<State = State>,
        V: Visited<State, Key = Key, Probe = Probe>,
    {
        let initial = kernel.initial();
        let key = visited.key(&initial, None, &mut kernel.budget).map_err(|_| NoRoom)?;
        Ok(Stack { frames: Vec::new(), pending: vec![(initial, key, visited.prepare(&key))] })
    }

    fn depth(&self) -> u32 {
        self.frames.len() as u32
    }

    /// The next successor of the uppermost state that has one; states that have none left are taken off.
    fn pop(&mut self) -> Option<(State, Key, Probe)> {
        while self.frames.last().is_some_and(|frame| frame.pending_from == self.pending.len()) {
            self.frames.pop();
        }
        self.pending.pop()
    }

    /// Puts the state that was expanded last on top, with its successors: the first is looked at first.
    fn push<P, V>(&mut self, state: State, key: &Key, kernel: &mut Kernel<P>, visited: &mut V) -> Result<(), NoRoom>
    where
        P: Protocol<State = State>,
        V: Visited<State, Key = Key, Probe = Probe>,
    {
        let frame = Frame { state, pending_from: self.pending.len() };
        if !kernel.budget.push(&mut self.frames, frame) {
            return Err(NoRoom);
        }
        for number in (0..kernel.successors()).rev() {
            let (parts, successor) = kernel.successor(number);
            let key = visited.key(&successor, Some((key, parts)), &mut kernel.budget).map_err(|_| NoRoom)?;
            let probe = visited.prepare(&key);
            if !kernel.budget.push(&mut self.pending, (successor, key, probe)) {
                return Err(NoRoom);
            }
        }
        Ok(())
    }

    /// The states from the initial one to this one.
    fn path(&self, last: &State) -> Vec<State> {
        // With room for the result of a step that fails.
        let mut states = Vec::with_capacity(self.frames.len() + 2);
        states.extend(self.frames.iter().map(|frame| frame.state).chain([*last]));
        states
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
