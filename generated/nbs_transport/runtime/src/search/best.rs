//! Best first: of all states that are known and not explored, the one of least cost is next.
//!
//! The cost is that of a *guided* search (book, section 11.3.2), an expression that the specification names; or in a *probabilistic*
//! one the number of unlikely steps it takes to get there, and among equals that of steps which are not likely; or else simply
//! the number of steps. A state is explored when it is taken from the heap for the first time, so with costs that only grow
//! every state is reached in the cheapest way.

use super::expander::Expander;
use super::kernel::Kernel;
use super::matching::{Matching, Meeting, NoRoom};
use crate::memory::bytes_of;
use crate::options::Options;
use crate::outcome::Limit;
use crate::protocol::{Facts, Likelihood, Protocol};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A state that waits to be explored.
struct Waiting<State> {
    /// What it costs; among equals, how many came before it.
    rank: Reverse<(Cost, u64)>,
    state: State,
    depth: u32,
    /// The number of the state it was found from.
    parent: u32,
}

/// What a state costs; the less, the sooner it is explored. Of a probabilistic search: unlikely steps, and steps that are not likely.
type Cost = (i64, u64);

/// What the order of states depends on.
enum Costs {
    Guide(u32),
    Likelihood { most: i64 },
    Steps,
}

struct Best<'s, P: Protocol> {
    costs: Costs,
    matching: Matching<'s, P::State>,
    expander: Expander<'s, P>,
    waiting: BinaryHeap<Waiting<P::State>>,
    /// How many ever waited.
    count: u64,
    /// States that were explored, each with the number of the one it was found from.
    explored: Vec<(P::State, u32)>,
    is_cut: bool,
}

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    let searched = Matching::new(kernel).and_then(|matching| {
        let mut search = Best {
            costs: Costs::of(kernel.options, kernel.protocol().facts()),
            matching,
            expander: Expander::new(kernel),
            waiting: BinaryHeap::new(),
            count: 0,
            explored: Vec::new(),
            is_cut: false,
        };
        let result = search.explore(kernel);
        search.finish(kernel);
        result
    });
    if searched.is_err() {
        kernel.stop(Limit::Memory);
    }
}

impl Costs {
    fn of(options: &Options, facts: &Facts) -> Costs {
        let named = |name: &String| facts.guides.iter().position(|guide| guide.name == *name);
        match (options.guide.as_ref().and_then(named), options.unlikely) {
            (Some(number), _) => Costs::Guide(number as u32),
            (None, Some(most)) => Costs::Likelihood { most: most.into() },
            (None, None) => Costs::Steps,
        }
    }
}

impl<P: Protocol> Best<'_, P> {
    fn explore(&mut self, kernel: &mut Kernel<P>) -> Result<(), NoRoom> {
        let initial = kernel.protocol().initial();
        self.wait(kernel, initial, (0, 0), 0, 0)?;
        while let Some(next) = self.waiting.pop() {
            if !self.expander.goes_on(kernel) {
                return Ok(());
            }
            self.visit(kernel, &next)?;
        }
        Ok(())
    }

    fn visit(&mut self, kernel: &mut Kernel<P>, next: &Waiting<P::State>) -> Result<(), NoRoom> {
        let (is_new, is_again, is_at_bound) = match self.matching.meet(&next.state, next.depth)? {
            Meeting::Old => return Ok(()),
            Meeting::Explore { is_new, is_again } => (is_new, is_again, false),
            Meeting::LookAtBound { is_new } => (is_new, false, true),
        };
        let number = self.explored.len();
        if number == u32::MAX as usize || !kernel.budget.push(&mut self.explored, (next.state, next.parent)) {
            return Err(NoRoom);
        }
        kernel.reach(next.depth);
        if is_new {
            self.expander.worker.discover(&next.state);
        }
        self.expander.find(&next.state);
        if is_at_bound {
            let is_end = self.expander.successors.is_empty();
            if is_end && self.matching.looks_first(&next.state) {
                self.expander.worker.ends_at_bound(&next.state, number);
            }
            self.matching.looked_at_bound(&next.state, next.depth, is_end)?;
            self.report(kernel, number);
            return Ok(());
        }
        self.expander.choose(&next.state);
        self.expand(kernel, next, number, is_again)?;
        self.matching.leave(&next.state, next.depth)
    }

    fn expand(
        &mut self,
        kernel: &mut Kernel<P>,
        from: &Waiting<P::State>,
        number: usize,
        is_again: bool,
    ) -> Result<(), NoRoom> {
        kernel.outcome.explored += 1;
        let is_end = self.expander.successors.is_empty();
        self.leave_out_unlikely(kernel.protocol().facts(), from.rank.0.0);
        if is_again {
            self.expander.successors.failures.clear();
        } else if self.expander.successors.is_empty() && !is_end {
            self.expander.worker.notes.expanded += 1;
        } else {
            self.expander.note(&from.state, number);
        }
        self.report(kernel, number);
        let mut steps = std::mem::take(&mut self.expander.successors.steps);
        for (rule, next) in steps.drain(..) {
            let cost = self.cost(kernel, from.rank.0.0, rule, &next);
            self.wait(kernel, next, cost, from.depth + 1, number as u32)?;
        }
        self.expander.successors.steps = steps;
        Ok(())
    }

    /// Keeps of what can happen in a state of this cost what is not too unlikely.
    fn leave_out_unlikely(&mut self, facts: &Facts, before: Cost) {
        let Costs::Likelihood { most } = self.costs else { return };
        let successors = &mut self.expander.successors;
        let all = successors.len();
        successors.retain(|rule| before.0 + i64::from(is_unlikely(facts, rule)) <= most);
        self.is_cut |= successors.len() < all;
    }

    /// What a state costs that a rule leads to.
    fn cost(&self, kernel: &Kernel<P>, before: Cost, rule: u32, next: &P::State) -> Cost {
        match self.costs {
            Costs::Guide(guide) => {
                let limit = self.expander.worker.trying.conditions.queue_limit;
                // A state for which the expression has no value comes last.
                let cost = kernel.protocol().guide(guide, next, limit).map_or(i64::MAX, i64::from);
                (cost, 0)
            }
            Costs::Likelihood { .. } => {
                let facts = kernel.protocol().facts();
                let is_likely = facts.rules[rule as usize].likelihood == Likelihood::Likely;
                (before.0 + i64::from(is_unlikely(facts, rule)), before.1 + u64::from(!is_likely))
            }
            Costs::Steps => (before.0 + 1, 0),
        }
    }

    fn wait(&mut self, kernel: &Kernel<P>, state: P::State, cost: Cost, depth: u32, parent: u32) -> Result<(), NoRoom> {
        if self.waiting.len() == self.waiting.capacity() {
            // While the heap moves, both copies are there.
            let (old, new) = (self.waiting.capacity(), (self.waiting.capacity() * 2).max(64));
            if !kernel.budget.take(bytes_of::<Waiting<P::State>>(new)) {
                return Err(NoRoom);
            }
            if self.waiting.try_reserve_exact(new - old).is_err() {
                kernel.budget.give_back(bytes_of::<Waiting<P::State>>(new));
                return Err(NoRoom);
            }
            kernel.budget.give_back(bytes_of::<Waiting<P::State>>(old));
        }
        self.waiting.push(Waiting { rank: Reverse((cost, self.count)), state, depth, parent });
        self.count += 1;
        Ok(())
    }

    fn report(&mut self, kernel: &mut Kernel<P>, number: usize) {
        let explored = &self.explored;
        self.expander.report(kernel, || path(explored, number));
    }

    fn finish(&mut self, kernel: &mut Kernel<P>) {
        self.expander.finish(kernel);
        kernel.outcome.waiting = self.waiting.len() as u64;
        if self.is_cut {
            kernel.stop(Limit::Unlikely);
        }
        let lists = bytes_of::<(P::State, u32)>(self.explored.capacity())
            + bytes_of::<Waiting<P::State>>(self.waiting.capacity());
        kernel.take_matching(&self.matching, lists);
    }
}

/// The states from the initial one to that with this number.
fn path<State: Copy>(explored: &[(State, u32)], number: usize) -> Vec<State> {
    let before = |number: &usize| (*number != 0).then(|| explored[*number].1 as usize);
    let mut states: Vec<State> = std::iter::successors(Some(number), before).map(|number| explored[number].0).collect();
    states.reverse();
    states
}

fn is_unlikely(facts: &Facts, rule: u32) -> bool {
    facts.rules[rule as usize].likelihood == Likelihood::Unlikely
}

impl<State> Ord for Waiting<State> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank)
    }
}

impl<State> PartialOrd for Waiting<State> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<State> PartialEq for Waiting<State> {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl<State> Eq for Waiting<State> {}
