//! States of one word: the vector is the key.

use super::groups::{Groups, MOST, state_of};
use super::hands::Hands;
use super::key_set::KeySet;
use super::log::Log;
use super::{Found, Refused, Space, Steps, Trying};
use crate::memory::Budget;
use crate::protocol::{Facts, Failure, Protocol, Sink};
use crate::search::successors::Successors;
use std::convert::Infallible;

/// States whose vector has one word.
pub struct OneWord {
    /// How many bits of it are used.
    vector_bits: u32,
    /// A state has no more steps.
    most_steps: usize,
}

impl OneWord {
    pub fn new(facts: &Facts) -> OneWord {
        OneWord { vector_bits: facts.vector_bits, most_steps: facts.most_steps() }
    }
}

impl<P: Protocol> Space<P> for OneWord {
    type Cache = Groups<P::State>;
    type Change = Infallible;

    fn cache(&self) -> Groups<P::State> {
        Groups::default()
    }

    fn key(&self, state: &P::State, _: &Budget) -> Result<u64, Refused> {
        Ok(state.as_ref()[0])
    }

    #[inline(always)]
    fn state(&self, key: u64) -> P::State {
        state_of(key)
    }

    #[inline(always)]
    fn expand(
        &self,
        trying: &Trying<P>,
        key: u64,
        groups: &mut Groups<P::State>,
        found: &mut Found<P>,
    ) -> Result<(), Refused> {
        let start = found.mark();
        try_rules(trying, &[key], groups, found);
        if found.mark() == start || trying.conditions.eager_timeouts {
            try_timeouts(trying, key, found);
        }
        Ok(())
    }

    #[inline(always)]
    fn expand_all(
        &self,
        trying: &Trying<P>,
        keys: &[u64],
        groups: &mut Groups<P::State>,
        found: &mut Found<P>,
        stuck: &mut Vec<u16>,
    ) -> bool {
        if trying.conditions.eager_timeouts || !found.has_room(keys.len() * self.most_steps) {
            return false;
        }
        let blocked = try_rules(trying, keys, groups, found);
        // What fails is looked at state by state.
        if !found.failures.is_empty() {
            return false;
        }
        let processes = trying.protocol.facts().processes.len();
        let is_blocked = |blocked: &u16| usize::from(*blocked) == processes;
        // All are asked together first, because hardly ever is one.
        if blocked.iter().fold(false, |any, blocked| any | is_blocked(blocked)) {
            for (place, key) in keys.iter().enumerate().filter(|(place, _)| is_blocked(&blocked[*place])) {
                let before = found.mark();
                try_timeouts(trying, *key, found);
                if found.mark() == before {
                    stuck.push(place as u16);
                }
            }
        }
        found.failures.is_empty()
    }

    fn take(
        &self,
        _: &Trying<P>,
        _: u64,
        successors: &Successors<P::State>,
        found: &mut Found<P>,
    ) -> Result<(), Refused> {
        successors.steps.iter().for_each(|(rule, next)| found.step(*rule, next.as_ref()[0]));
        successors.failures.iter().for_each(|(rule, failure, result)| found.fails(*rule, *failure, result.as_ref()));
        Ok(())
    }

    fn key_bits(&self) -> u32 {
        self.vector_bits
    }

    fn one_set(&self, sets: usize, budget: &Budget) -> Option<KeySet> {
        KeySet::one_of(sets, self.vector_bits, budget)
    }

    fn widen(&mut self, _: &Log, _: Hands, _: &Budget) -> Result<Option<Infallible>, Refused> {
        Err(Refused::Keys)
    }

    fn improve(&mut self, _: &Log, _: Hands, _: &Budget) -> Result<Option<Infallible>, Refused> {
        Ok(None)
    }

    fn changed(&self, change: &Infallible, _: u64) -> u64 {
        match *change {}
    }

    fn change_bytes(change: &Infallible) -> u64 {
        match *change {}
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn describe(&self, set: &KeySet, bytes: u64) -> String {
        let bits = self.vector_bits;
        match set {
            KeySet::Bits(_) => {
                format!("bit array: the vector has only {bits} bits, each state is the address of one bit")
            }
            KeySet::Supertrace(array) => format!("{}; the key is the vector of {bits} bits", array.describe(bytes)),
            KeySet::Remainders(_) => {
                format!(
                    "table of remainders: the vector of {bits} bits is the key, its address in the table tells part of it"
                )
            }
        }
    }
}

/// Tries all rules but timeouts. Gives by place how many processes can do nothing.
#[inline(never)]
fn try_rules<P: Protocol>(
    trying: &Trying<P>,
    keys: &[u64],
    groups: &mut Groups<P::State>,
    found: &mut Found<P>,
) -> [u16; MOST] {
    let mut blocked = [0; MOST];
    let (protocol, limit) = (trying.protocol, trying.conditions.queue_limit);
    for (number, process) in protocol.facts().processes.iter().enumerate() {
        groups.for_each(keys, (process.control, process.states.len()), |control, states, places| {
            let mut row = Row::new(found, places, &mut blocked);
            protocol.steps_at(number as u32, control, states, limit, &mut row);
            row.steps.finish();
        });
    }
    blocked
}

/// Tries the timeouts.
#[cold]
fn try_timeouts<P: Protocol>(trying: &Trying<P>, key: u64, found: &mut Found<P>) {
    let mut blocked = [0; MOST];
    let mut row = Row::new(found, &[0; MOST], &mut blocked);
    trying.protocol.timeouts(&state_of(key), trying.conditions.queue_limit, &mut row);
    row.steps.finish();
}

/// Takes what the rules of a process give for states in a row.
struct Row<'r, P: Protocol> {
    steps: Steps<'r, P>,
    /// The steps before those of the state that is looked at.
    before: usize,
    /// How many states come before that one.
    at: usize,
    /// The places of the states among all.
    places: &'r [u16; MOST],
    /// By place: how many processes can do nothing.
    blocked: &'r mut [u16; MOST],
}

impl<'r, P: Protocol> Row<'r, P> {
    #[inline(always)]
    fn new(found: &'r mut Found<P>, places: &'r [u16; MOST], blocked: &'r mut [u16; MOST]) -> Self {
        let steps = found.steps();
        Row { before: steps.next, steps, at: 0, places, blocked }
    }
}

impl<P: Protocol> Sink<P::State> for Row<'_, P> {
    #[inline(always)]
    fn step(&mut self, rule: u32, next: &P::State) {
        self.offer(rule, next, true);
    }

    #[inline(always)]
    fn offer(&mut self, rule: u32, next: &P::State, is_executable: bool) {
        self.steps.offer_key(rule, next.as_ref()[0], is_executable);
    }

    #[inline(always)]
    fn end_state(&mut self) {
        let place = self.places[self.at % MOST];
        self.blocked[usize::from(place) % MOST] += u16::from(self.steps.next == self.before);
        self.at += 1;
        self.before = self.steps.next;
    }

    #[cold]
    fn fails(&mut self, rule: u32, failure: Failure, result: Option<&P::State>) {
        self.steps.executed[rule as usize] = true;
        self.steps.failures.push((rule, failure, result.copied()));
    }
}
