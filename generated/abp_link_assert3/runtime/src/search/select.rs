//! Which successors of a state are explored: all, or those that a heuristic prefers.
//!
//! - *Scatter search* (AT&T paper, section III; IEEE paper, "Noninterleaved actions"): of the processes that can do something only
//!   a few, those that can do what tends to lead to a deadlock: internal actions first, then receptions, sends and timeouts. What
//!   a chosen process can do is explored entirely, because a choice within a process leads to other parts of the text, and a
//!   choice among processes only to other timings.
//! - *Blast*: one successor, by the same priorities.
//! - *Random selection* (book, section 11.3.2): a few successors, chosen by a hash of the state, so that the same seed always
//!   makes the same choice.
//! - *Fair progress* and *maximum progress* (book, "Partial orders"): one process, the one that was chosen least often so far, or
//!   most often.

use super::successors::Successors;
use crate::options::{Options, Selection};
use crate::protocol::{Event, Facts, Vector};
use crate::store::bitstate::mix;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Chooses, and knows what was left out.
pub struct Selector {
    selection: Selection,
    seed: u64,
    /// By process: how often it was chosen.
    chosen: Vec<u64>,
    /// Steps that were not explored.
    pub left_out: u64,
}

impl Selector {
    /// As the options say.
    pub fn new(options: &Options, facts: &Facts) -> Selector {
        let chosen = vec![0; facts.processes.len()];
        Selector { selection: options.selection, seed: options.seed, chosen, left_out: 0 }
    }

    /// Nothing is ever left out.
    #[inline(always)]
    pub fn takes_all(&self) -> bool {
        self.selection == Selection::All
    }

    /// Keeps those successors that are to be explored: at least one, if there is one.
    pub fn choose<State: Vector>(&mut self, facts: &Facts, state: &State, successors: &mut Successors<State>) {
        let before = successors.len();
        if before < 2 {
            return;
        }
        match self.selection {
            Selection::All => {}
            Selection::Scatter(count) => self.scatter(facts, successors, count as usize),
            Selection::Blast => {
                let first = successors.rules().min_by_key(|rule| priority(facts, *rule));
                successors.retain(|rule| Some(rule) == first);
            }
            Selection::Random(count) => self.draw(state, successors, count as usize),
            Selection::FairProgress => self.advance(facts, successors, |chosen| chosen),
            Selection::MaximumProgress => self.advance(facts, successors, |chosen| u64::MAX - chosen),
        }
        self.left_out += (before - successors.len()) as u64;
    }

    /// The processes of highest priority.
    fn scatter<State: Vector>(&self, facts: &Facts, successors: &mut Successors<State>, count: usize) {
        let mut processes: Vec<(u32, u32)> =
            successors.rules().map(|rule| (priority(facts, rule), process(facts, rule))).collect();
        processes.sort_unstable();
        let mut preferred = Vec::with_capacity(count);
        for (_, process) in processes {
            if preferred.len() < count && !preferred.contains(&process) {
                preferred.push(process);
            }
        }
        successors.retain(|rule| preferred.contains(&process(facts, rule)));
    }

    fn draw<State: Vector>(&self, state: &State, successors: &mut Successors<State>, count: usize) {
        let lot = xxh3_64_with_seed(bytemuck::cast_slice(state.as_ref()), self.seed);
        let mut lots: Vec<(u64, u32)> = successors.rules().map(|rule| (mix(lot ^ u64::from(rule)), rule)).collect();
        lots.sort_unstable();
        lots.truncate(count);
        successors.retain(|rule| lots.iter().any(|(_, drawn)| *drawn == rule));
    }

    /// The process with the least rank, which depends on how often it was chosen.
    fn advance<State: Vector>(&mut self, facts: &Facts, successors: &mut Successors<State>, rank: impl Fn(u64) -> u64) {
        let rank = |process: &u32| (rank(self.chosen[*process as usize]), *process);
        if let Some(first) = successors.rules().map(|rule| process(facts, rule)).min_by_key(rank) {
            successors.retain(|rule| process(facts, rule) == first);
            self.chosen[first as usize] += 1;
        }
    }
}

fn process(facts: &Facts, rule: u32) -> u32 {
    facts.rules[rule as usize].process
}

/// What scatter search prefers: 0 goes first.
fn priority(facts: &Facts, rule: u32) -> u32 {
    match facts.rules[rule as usize].event {
        Event::Internal => 0,
        Event::Receive(_) => 1,
        Event::Send(_) => 2,
        Event::Timeout(_) => 3,
    }
}
