//! Breadth first: the log of discovered states is the queue, and the first way to a state is a shortest one.
//!
//! The plain algorithm takes one state after the other and looks each successor up. The real one takes a batch of states,
//! computes the keys of all their successors and starts to fetch what their lookups need, and only then looks them up: a random
//! access takes some 200 ns if one waits for it and a tenth of that if many are under way. The order of discovery is the same.
//!
//! The way back costs next to nothing: states are discovered in the order of their predecessors, so of every 256th state the
//! number of its predecessor is kept, and the others are found by expanding the few states in between again.

use super::kernel::Kernel;
use super::successors::Successors;
use crate::memory::Budget;
use crate::outcome::Limit;
use crate::protocol::{Protocol, Vector};
use crate::store::chunks::Chunks;
use crate::store::full::Full;
use crate::store::interned::Interned;
use crate::store::one_word::OneWord;
use crate::store::{Added, Visited};

/// The number of a state: how many were discovered before it.
type StateId = usize;

/// States that are expanded before their successors are looked up, at most.
const BATCH: usize = 64;
/// Successors that wait to be looked up, unless one state has more. So what waits takes little memory.
const MAX_PENDING: usize = 512;
/// Of one state in so many the predecessor is kept.
const SAMPLE: usize = 256;

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    if explore(kernel).is_none() {
        kernel.stop(Limit::Memory);
    }
}

/// `None` if memory is not enough.
fn explore<P: Protocol>(kernel: &mut Kernel<P>) -> Option<()> {
    if P::State::WORDS == 1 {
        let visited = OneWord::new(kernel.facts().vector_bits, &mut kernel.budget)?;
        let mut search = Breadth::new(visited);
        search.start(kernel)?;
        return search.run(kernel);
    }
    let Some(visited) = Interned::new(&kernel.facts().parts, &mut kernel.budget) else {
        let mut search = Breadth::new(Full::new(&mut kernel.budget)?);
        search.start(kernel)?;
        return search.run(kernel);
    };
    let mut search = Breadth::new(visited);
    search.start(kernel)?;
    search.run(kernel)?;
    if search.open_successors.is_some() {
        return search.with_full_vectors(&mut kernel.budget)?.run(kernel);
    }
    Some(())
}

struct Breadth<State: Vector, V: Visited<State>> {
    visited: V,
    log: Chunks<V::Key>,
    /// The predecessors of the states with numbers 0, [`SAMPLE`], 2 [`SAMPLE`], ...
    samples: Vec<StateId>,
    /// The next state to be expanded.
    next: StateId,
    depth: u32,
    /// Where the states of this depth end.
    level_end: StateId,
    pending: Vec<Pending<State, V::Key, V::Probe>>,
    /// The successors of state `next` from this one on have no keys: keys of this kind are used up.
    open_successors: Option<usize>,
}

/// A successor that is to be looked up.
struct Pending<State, Key, Probe> {
    state: State,
    key: Key,
    probe: Probe,
    parent: StateId,
}

impl<State: Vector, V: Visited<State>> Breadth<State, V> {
    fn new(visited: V) -> Self {
        Breadth {
            visited,
            log: Chunks::default(),
            samples: Vec::new(),
            next: 0,
            depth: 0,
            level_end: 1,
            pending: Vec::new(),
            open_successors: None,
        }
    }

    fn start<P: Protocol<State = State>>(&mut self, kernel: &mut Kernel<P>) -> Option<()> {
        let initial = kernel.initial();
        let key = self.visited.key(&initial, None, &mut kernel.budget).ok()?;
        let probe = self.visited.prepare(&key);
        let is_added = self.visited.add(&key, probe, &self.log, &mut kernel.budget) == Added::New;
        let has_room = is_added && self.log.push(key, &mut kernel.budget);
        let has_room = has_room && kernel.budget.push(&mut self.samples, 0);
        kernel.discover(&initial, 0, |_| vec![initial]);
        has_room.then_some(())
    }

    /// Until all states are expanded, the search must end, or keys are used up.
    fn run<P: Protocol<State = State>>(&mut self, kernel: &mut Kernel<P>) -> Option<()> {
        if let Some(first) = self.open_successors.take() {
            self.take_successors(kernel, first)?;
            self.next += 1;
        }
        while self.next < self.log.len() {
            if self.next == self.level_end {
                (self.depth, self.level_end) = (self.depth + 1, self.log.len());
            }
            let is_at_bound = kernel.options.depth == Some(self.depth);
            let end = (self.next + BATCH).min(self.level_end);
            while self.next < end {
                if !kernel.goes_on() {
                    return self.add_pending(kernel);
                }
                if is_at_bound {
                    self.look_at_bound(kernel);
                } else {
                    self.expand(kernel)?;
                    if self.open_successors.is_some() {
                        return Some(());
                    }
                }
                self.next += 1;
                if self.pending.len() >= MAX_PENDING {
                    self.add_pending(kernel)?;
                }
            }
            self.add_pending(kernel)?;
        }
        Some(())
    }

    fn look_at_bound<P: Protocol<State = State>>(&mut self, kernel: &mut Kernel<P>) {
        let state = self.visited.state(self.log.get(self.next));
        if !kernel.look_at_bound(&state, |kernel| self.path(kernel, self.next)) {
            kernel.stop(Limit::Depth);
        }
    }

    fn expand<P: Protocol<State = State>>(&mut self, kernel: &mut Kernel<P>) -> Option<()> {
        let state = self.visited.state(self.log.get(self.next));
        kernel.expand(&state, false, |kernel| self.path(kernel, self.next));
        self.take_successors(kernel, 0)
    }

    /// Gives the successors of state `next` keys, from number `first` on.
    fn take_successors<P: Protocol<State = State>>(&mut self, kernel: &mut Kernel<P>, first: usize) -> Option<()> {
        let mut own = *self.log.get(self.next);
        for number in first..kernel.successors() {
            let (parts, successor) = kernel.successor(number);
            let mut key = self.visited.key(&successor, Some((&own, parts)), &mut kernel.budget);
            if key.is_err() {
                self.add_pending(kernel)?;
                if self.visited.widen(&mut self.log, &mut kernel.budget).is_ok() {
                    own = *self.log.get(self.next);
                    key = self.visited.key(&successor, Some((&own, parts)), &mut kernel.budget);
                }
            }
            let Ok(key) = key else {
                self.open_successors = Some(number);
                return Some(());
            };
            let probe = self.visited.prepare(&key);
            self.pending.push(Pending { state: successor, key, probe, parent: self.next });
        }
        Some(())
    }

    /// Looks the pending successors up, in the order in which they were found.
    fn add_pending<P: Protocol<State = State>>(&mut self, kernel: &mut Kernel<P>) -> Option<()> {
        let mut pending = std::mem::take(&mut self.pending);
        for Pending { state, key, probe, parent } in pending.drain(..) {
            match self.visited.add(&key, probe, &self.log, &mut kernel.budget) {
                Added::Old => continue,
                Added::NoRoom => return None,
                Added::New => {}
            }
            let id = self.log.len();
            let has_room = self.log.push(key, &mut kernel.budget)
                && (!id.is_multiple_of(SAMPLE) || kernel.budget.push(&mut self.samples, parent));
            if !has_room {
                return None;
            }
            kernel.discover(&state, self.depth + 1, |kernel| self.path(kernel, id));
        }
        self.pending = pending;
        Some(())
    }

    /// The states from the initial one to this one.
    fn path<P: Protocol<State = State>>(&self, kernel: &Kernel<P>, last: StateId) -> Vec<State> {
        // Room for the steps to a state of the next level, and for the result of one that fails.
        let mut states = Vec::with_capacity(self.depth as usize + 3);
        states.push(self.visited.state(self.log.get(last)));
        let mut successors = Successors::new();
        let mut at = last;
        while at != 0 {
            let target = states[states.len() - 1];
            let first = self.samples[at / SAMPLE];
            let leads_to_it = |id: &StateId| {
                kernel.generate(&mut successors, &self.visited.state(self.log.get(*id)));
                successors.steps.iter().any(|(_, next)| *next == target)
            };
            at = (first..at).find(leads_to_it).expect("defect of the verifier: a state has no predecessor");
            states.push(self.visited.state(self.log.get(at)));
        }
        states.reverse();
        states
    }

    /// The same search with full vectors as keys. `None` if there is no room for them.
    fn with_full_vectors(self, budget: &mut Budget) -> Option<Breadth<State, Full>> {
        let mut visited = Full::new(budget)?;
        let mut log = Chunks::default();
        for id in 0..self.log.len() {
            let state = self.visited.state(self.log.get(id));
            let probe = visited.prepare(&state);
            let has_room = visited.add(&state, probe, &log, budget) == Added::New && log.push(state, budget);
            if !has_room {
                return None;
            }
        }
        Some(Breadth {
            visited,
            log,
            samples: self.samples,
            next: self.next,
            depth: self.depth,
            level_end: self.level_end,
            pending: Vec::new(),
            open_successors: self.open_successors,
        })
    }
}
