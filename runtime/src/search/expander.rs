//! What searches that take one state at a time share: they find the successors of a state, choose among them, and count.

use super::kernel::Kernel;
use super::select::Selector;
use super::successors::Successors;
use super::worker::Worker;
use crate::protocol::Protocol;

/// Expands states.
pub struct Expander<'s, P: Protocol> {
    pub worker: Worker<'s, P>,
    selector: Selector,
    /// What can happen in the state that was looked at last.
    pub successors: Successors<P::State>,
    /// By rule: it was executed.
    executed: Vec<bool>,
}

impl<'s, P: Protocol> Expander<'s, P> {
    pub fn new(kernel: &Kernel<'s, P>) -> Self {
        let facts = kernel.protocol().facts();
        Expander {
            worker: kernel.worker(),
            selector: Selector::new(kernel.options, facts),
            successors: Successors::new(),
            executed: vec![false; facts.rules.len()],
        }
    }

    /// Finds everything that can happen in a state.
    pub fn find(&mut self, state: &P::State) {
        let trying = &self.worker.trying;
        self.successors.generate(trying.protocol, state, trying.conditions);
    }

    /// Keeps of it what is to be explored.
    pub fn choose(&mut self, state: &P::State) {
        self.selector.choose(self.worker.trying.protocol.facts(), state, &mut self.successors);
    }

    /// Counts what is to be explored; `at` is the number of the state.
    pub fn note(&mut self, state: &P::State, at: usize) {
        self.successors.rules().for_each(|rule| self.executed[rule as usize] = true);
        let steps = self.successors.steps.len() as u64;
        self.worker.notes.expanded += 1;
        self.worker.notes.transitions += steps;
        self.worker.check_steps(steps, &mut self.successors.failures, at, || *state);
    }

    /// Lets the kernel take over what was counted. Says whether the search goes on.
    pub fn goes_on(&mut self, kernel: &mut Kernel<P>) -> bool {
        self.take_over(kernel);
        kernel.goes_on()
    }

    fn take_over(&mut self, kernel: &mut Kernel<P>) {
        kernel.count(&mut self.worker);
        kernel.take_left_out(&mut self.selector);
    }

    /// Reports what is wrong about the state that the search is at. `path` gives the way to it.
    pub fn report(&mut self, kernel: &mut Kernel<P>, path: impl Fn() -> Vec<P::State>) {
        if !self.worker.notes.wrong.is_empty() {
            kernel.report(std::mem::take(&mut self.worker.notes.wrong), |_, _| path());
        }
    }

    /// Lets the kernel take over everything.
    pub fn finish(&mut self, kernel: &mut Kernel<P>) {
        self.take_over(kernel);
        kernel.take_executed(&self.executed);
    }
}
