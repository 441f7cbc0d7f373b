//! Random simulation (book, section 11.3.3): nothing is stored but the execution that is being made, so it works for systems of
//! any size. Every walk begins in the initial state and ends with an error, where nothing is executable, or after so many steps.

use super::distinct::Distinct;
use super::executions::Ending;
use super::expander::Expander;
use super::kernel::Kernel;
use crate::outcome::{Limit, StoreUse};
use crate::protocol::Protocol;
use crate::store::bitstate::mix;

/// Steps of a walk, and walks, unless the user says how many.
pub const STEPS: u32 = 10_000;
pub const WALKS: u32 = 100;

struct Walker<'s, P: Protocol> {
    expander: Expander<'s, P>,
    /// The execution that is being made.
    path: Vec<P::State>,
    /// States that were visited, and those that were found, which are also the successors that no walk went to.
    visited: Distinct,
    found: Distinct,
    /// The last random number.
    random: u64,
}

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    let (protocol, budget, options) = (kernel.protocol(), kernel.budget, kernel.options);
    let facts = protocol.facts();
    let mut walker = Walker {
        expander: Expander::new(kernel),
        path: Vec::new(),
        visited: Distinct::new::<P::State>(facts, budget),
        found: Distinct::new::<P::State>(facts, budget),
        random: mix(options.seed),
    };
    kernel.stop(Limit::Walks);
    let steps = options.steps.unwrap_or(STEPS).min(options.depth.unwrap_or(u32::MAX));
    for _ in 0..options.runs.unwrap_or(WALKS) {
        if !walker.walk(kernel, steps) {
            break;
        }
    }
    walker.finish(kernel);
}

impl<P: Protocol> Walker<'_, P> {
    /// Makes one walk. Says whether there may be another.
    fn walk(&mut self, kernel: &mut Kernel<P>, steps: u32) -> bool {
        self.path.clear();
        let mut state = kernel.protocol().initial();
        for depth in 0..=steps {
            if !self.expander.goes_on(kernel) {
                return false;
            }
            if !kernel.budget.push(&mut self.path, state) {
                kernel.stop(Limit::Memory);
                return false;
            }
            self.meet(kernel, &state, depth);
            match self.step(kernel, &state) {
                Some(next) => state = next,
                None => break,
            }
        }
        true
    }

    fn meet(&mut self, kernel: &mut Kernel<P>, state: &P::State, depth: u32) {
        kernel.reach(depth);
        self.found.meet(state, kernel.budget);
        if self.visited.meet(state, kernel.budget) {
            self.expander.worker.discover(state);
            self.report(kernel);
        }
    }

    /// Goes on from a state; `None` if the walk ends there.
    fn step(&mut self, kernel: &mut Kernel<P>, state: &P::State) -> Option<P::State> {
        self.expander.find(state);
        self.expander.choose(state);
        for (_, next) in &self.expander.successors.steps {
            self.found.meet(next, kernel.budget);
        }
        if self.expander.successors.is_empty() {
            self.end(kernel, state);
            return None;
        }
        let chosen = self.draw(self.expander.successors.len());
        let rule = self.expander.successors.rules().nth(chosen)?;
        self.expander.successors.retain(|other| other == rule);
        self.expander.note(state, 0);
        self.report(kernel);
        self.expander.successors.steps.first().map(|(_, next)| *next)
    }

    /// Nothing is executable in a state.
    fn end(&mut self, kernel: &mut Kernel<P>, state: &P::State) {
        let ends = self.expander.worker.notes.ends();
        self.expander.note(state, 0);
        self.report(kernel);
        if self.expander.worker.notes.ends() > ends {
            kernel.list(Ending::Terminating, || self.path.clone());
        }
    }

    /// A random number below this one.
    fn draw(&mut self, below: usize) -> usize {
        self.random = mix(self.random.wrapping_add(0x9e37_79b9_7f4a_7c15));
        ((u128::from(self.random) * below as u128) >> 64) as usize
    }

    fn report(&mut self, kernel: &mut Kernel<P>) {
        let path = &self.path;
        self.expander.report(kernel, || path.clone());
    }

    fn finish(&mut self, kernel: &mut Kernel<P>) {
        self.expander.finish(kernel);
        let (visited, found) = (self.visited.count(), self.found.count().max(1));
        kernel.outcome.states = visited;
        kernel.outcome.is_estimate = self.visited.is_estimate();
        kernel.outcome.coverage = Some(visited as f64 / found as f64);
        kernel.outcome.store = StoreUse {
            name: "none",
            description: "nothing is stored but the execution that is being made; states are only counted".to_string(),
            ..StoreUse::default()
        };
    }
}
