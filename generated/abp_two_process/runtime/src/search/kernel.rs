//! What all searches share beside their workers: options, budget, the outcome so far, and knowing when to stop.

use super::errors::Errors;
use super::executions::Ending;
use super::matching::Matching;
use super::select::Selector;
use super::successors::Conditions;
use super::trace::retrace;
use super::watch::Watch;
use super::worker::{AllWrong, Notes, Worker, Wrong};
use crate::memory::Budget;
use crate::options::Options;
use crate::outcome::{Limit, Outcome, Run, Trace};
use crate::protocol::{Protocol, Vector};
use crate::report::human::execution;
use crate::store::Trying;
use crate::store::bitstate::Fill;

pub struct Kernel<'s, P: Protocol> {
    protocol: &'s P,
    pub options: &'s Options,
    pub budget: &'s Budget,
    watch: Watch,
    pub outcome: Outcome,
    errors: Errors,
}

impl<'s, P: Protocol> Kernel<'s, P> {
    pub fn new(protocol: &'s P, options: &'s Options, budget: &'s Budget, watch: Watch) -> Self {
        let outcome = Outcome::new(protocol.facts(), options);
        Kernel { protocol, options, budget, watch, outcome, errors: Errors::default() }
    }

    pub fn protocol(&self) -> &'s P {
        self.protocol
    }

    /// What a worker needs to try rules.
    pub fn trying(&self) -> Trying<'s, P> {
        let conditions = Conditions {
            queue_limit: self.options.queue_limit.unwrap_or(u32::MAX),
            eager_timeouts: self.options.eager_timeouts,
        };
        Trying { protocol: self.protocol, conditions, budget: self.budget }
    }

    pub fn worker(&self) -> Worker<'s, P> {
        Worker::new(self.trying(), self.options)
    }

    /// Takes over what a worker counted. What it found wrong stays with it.
    pub fn count(&mut self, worker: &mut Worker<P>) {
        let wrong = std::mem::take(&mut worker.notes.wrong);
        let notes = std::mem::replace(&mut worker.notes, Notes { wrong, ..Notes::default() });
        self.outcome.states += notes.states;
        self.outcome.expanded += notes.expanded;
        self.outcome.transitions += notes.transitions;
        self.outcome.proper += notes.proper;
        self.outcome.idle += notes.idle;
        self.outcome.proper_with_messages += notes.proper_with_messages;
        if notes.meets_queue_limit {
            self.stop(Limit::Queues);
        }
    }

    /// Takes over which rules were executed.
    pub fn take_executed(&mut self, executed: &[bool]) {
        for (all, own) in self.outcome.executed.iter_mut().zip(executed) {
            *all |= own;
        }
    }

    /// Notes that a state at this depth was met. Puts aside what one more step of a trace takes: a trace is at most as long as
    /// the search is deep, so one always fits, and a search that finds an error with the last of its memory can still say how it
    /// comes about.
    #[inline]
    pub fn reach(&mut self, depth: u32) {
        if depth > self.outcome.depth {
            self.outcome.depth = depth;
            if !self.budget.take(Trace::step_bytes(P::State::WORDS)) {
                self.stop(Limit::Memory);
            }
        }
    }

    /// Counts errors; the first at a place gets a trace. `path` gives the states to the one with this number.
    pub fn report(&mut self, wrong: AllWrong<P::State>, path: impl Fn(&Self, usize) -> Vec<P::State>) {
        for ((_, kind, place), Wrong { count, at, last }) in wrong {
            let is_over = self.options.first || self.outcome.limits.contains(&Limit::Memory);
            if is_over && !self.errors.is_empty() {
                return;
            }
            let count = if self.options.first { 1 } else { count };
            let Some(number) = self.errors.add(kind, &place, count, self.protocol.facts()) else { continue };
            let trace = retrace(&self.trying(), path(self, at), last);
            // Where it does not fit, it lies in the room that was kept, and there is none for another.
            let fits = self.budget.take(trace.bytes());
            self.watch.error(self.protocol.facts(), self.errors.explain(number, trace));
            if self.options.first {
                self.stop(Limit::FirstError);
            } else if !fits {
                self.stop(Limit::Memory);
            }
        }
    }

    /// Counts an execution that ended, and shows it if the user asked for that. `path` gives its states.
    #[inline]
    pub fn list(&mut self, ending: Ending, path: impl FnOnce() -> Vec<P::State>) {
        self.outcome.executions.get_or_insert_default().count(ending);
        if self.options.listing.shows(ending) {
            let trace = retrace(&self.trying(), path(), None);
            self.watch.show(&execution(self.protocol.facts(), self.options.format, ending, &trace));
        }
    }

    /// Takes over what a selection left out.
    pub fn take_left_out(&mut self, selector: &mut Selector) {
        let left_out = std::mem::take(&mut selector.left_out);
        if left_out > 0 {
            self.outcome.left_out += left_out;
            self.stop(Limit::Selection);
        }
    }

    /// Takes over what was stored. `lists`: the bytes of what else the search kept.
    pub fn take_matching(&mut self, matching: &Matching<P::State>, lists: u64) {
        if matching.is_cut() {
            self.stop(Limit::Depth);
        }
        if !self.options.fold.is_empty() {
            self.stop(Limit::Fold);
        }
        if let Some((states, is_estimate)) = matching.distinct() {
            self.outcome.take_distinct(states, is_estimate);
        }
        self.outcome.kept = matching.kept();
        if let Some(fill) = matching.fill() {
            self.take_fill(fill);
        }
        self.outcome.store = matching.usage(lists);
    }

    /// Takes over how full supertrace's array is.
    pub fn take_fill(&mut self, fill: Fill) {
        self.stop(Limit::Bitstate);
        let Outcome { states, transitions, .. } = self.outcome;
        self.outcome.runs.push(Run { fill, states, transitions });
    }

    /// The search is not complete, because of this.
    pub fn stop(&mut self, limit: Limit) {
        self.outcome.limit(limit);
    }

    /// Nothing says that the search must end now.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        if let Some(limit) = self.watch.look(&self.outcome, &self.errors, self.budget) {
            self.stop(limit);
        }
        !self.outcome.limits.iter().any(|limit| limit.ends_search())
    }

    pub fn finish(mut self) -> Outcome {
        self.outcome.seconds = self.watch.finish();
        self.outcome.memory_bytes = self.budget.peak();
        self.outcome.errors = self.errors.found();
        self.outcome
    }
}
