//! Expanding states with components by what is remembered of these (`memo`).
//!
//! The plain algorithm goes through the offers of one state after the other, component by component. The real one goes through one
//! component after the other, with many states: what they have in common is decided once and not foreseen wrongly for most of them.
//! First the steps within the component are made (`sift`), then states send that have something to send, and so on. Rules that look
//! further than their component are tried on the whole vector, as are timeouts; and everything, where a rule fails.

use super::interned::Interned;
use super::learn::Learner;
use super::memo::{ComponentMemo, Ended, Known};
use super::offers::INNER;
use super::sift::{Batch, sift, sift_unknown};
use super::{Found, Refused, Space, Steps, Trying};
use crate::protocol::Protocol;
use crate::search::successors::Successors;
use std::sync::atomic::Ordering::Acquire;
use std::sync::atomic::fence;

/// What one thread needs to expand states.
pub struct Expansion<P: Protocol> {
    learner: Learner<P>,
    batch: Box<Batch>,
    /// Of one state, tried on the whole vector.
    successors: Successors<P::State>,
    /// A state has no more steps.
    most_steps: usize,
}

impl<P: Protocol> Expansion<P> {
    /// Nothing remembered.
    pub fn new(space: &Interned<P>) -> Self {
        Expansion {
            learner: Learner::new(space.components.len()),
            batch: Box::new(Batch::new()),
            successors: Successors::new(),
            most_steps: space.protocol.facts().most_steps(),
        }
    }

    /// The successors of a state.
    pub fn expand(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        key: u64,
        found: &mut Found<P>,
    ) -> Result<(), Refused> {
        let start = found.mark();
        // With one component no two states have equal contents, so there is nothing to remember.
        if space.components.len() > 1 && self.go_through(space, trying, &[key], found, &mut Vec::new())? {
            return Ok(());
        }
        found.go_back(start);
        self.successors.generate(trying.protocol, &space.state(key), trying.conditions);
        space.take(trying, key, &self.successors, found)
    }

    /// The successors of many states, if nothing is wrong with any of them.
    pub fn expand_all(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        keys: &[u64],
        found: &mut Found<P>,
        stuck: &mut Vec<u16>,
    ) -> bool {
        space.components.len() > 1
            && found.has_room((keys.len() + 1) * (self.most_steps + INNER))
            && self.go_through(space, trying, keys, found, stuck) == Ok(true)
    }

    /// Finds the successors of states, and the places of those that have none. Says whether nothing is wrong with any.
    fn go_through(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        keys: &[u64],
        found: &mut Found<P>,
        stuck: &mut Vec<u16>,
    ) -> Result<bool, Refused> {
        let failures = found.failures.len();
        let mut steps = found.steps();
        self.batch.begin(keys.len());
        for component in &space.memo.components {
            self.step_within(space, trying, (component, keys), &mut steps)?;
            self.send(space, trying, (component, keys), &mut steps)?;
            if !self.take_others(space, trying, (component, keys), &mut steps)? {
                return Ok(false);
            }
        }
        steps.finish();
        let mut next = 0;
        while let Some(place) = self.batch.next_that_looks_further(next..keys.len()) {
            let before = found.mark();
            self.look_further(space, trying, keys[place], found)?;
            self.batch.note(place, found.mark() != before);
            next = place + 1;
        }
        let all_time_out = trying.conditions.eager_timeouts;
        next = 0;
        while let Some(place) = self.batch.next_that_times_out(next..keys.len(), all_time_out) {
            let before = found.mark();
            self.time_out(space, trying, keys[place], found)?;
            if !self.batch.has_step(place) && found.mark() == before {
                stuck.push(place as u16);
            }
            next = place + 1;
        }
        Ok(found.failures.len() == failures)
    }

    /// Makes the steps of states within a component, and lists those that offer more.
    #[inline(always)]
    fn step_within(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        (component, keys): (&ComponentMemo, &[u64]),
        steps: &mut Steps<P>,
    ) -> Result<(), Refused> {
        self.batch.begin_component();
        steps.next = sift(keys, steps.next, component, &mut self.batch, steps.keys);
        while self.batch.unknown.len() > 0 {
            let unknown = self.batch.unknown.iter().map(|place| keys[place]);
            self.learner.learn_offers(space, trying, component, unknown, steps.executed)?;
            steps.next = sift_unknown(keys, steps.next, component, &mut self.batch, steps.keys);
        }
        // What follows reads of entries what others have written before they could be seen.
        fence(Acquire);
        Ok(())
    }

    /// Lets the listed states send the messages that they offer.
    #[inline(always)]
    fn send(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        (component, keys): (&ComponentMemo, &[u64]),
        steps: &mut Steps<P>,
    ) -> Result<(), Refused> {
        while self.batch.senders.len() > 0 {
            self.send_known(space.memo.known(), (component, keys), steps);
            if self.batch.senders.len() > 0 {
                let senders = self.batch.senders.iter().map(|place| keys[place]);
                self.learner.learn_deliveries(space, trying, component, senders)?;
            }
        }
        Ok(())
    }

    /// Lets the listed states send. Those stay in the list of which it is not known what a message does.
    #[inline(always)]
    fn send_known(&mut self, known: Known, (component, keys): (&ComponentMemo, &[u64]), steps: &mut Steps<P>) {
        self.batch.for_each_sender(|place| {
            let (key, before) = (keys[place], steps.next);
            for offer in known.sends(key, component) {
                if known.deliver(key, &offer, steps).is_some() {
                    steps.next = before;
                    return None;
                }
            }
            Some(steps.next > before)
        });
    }

    /// Lets the listed states take the other steps that they offer. Says whether nothing is wrong with any.
    #[inline(always)]
    fn take_others(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        (component, keys): (&ComponentMemo, &[u64]),
        steps: &mut Steps<P>,
    ) -> Result<bool, Refused> {
        let (known, mut next) = (space.memo.known(), 0);
        while next < self.batch.others.len() {
            let place = self.batch.others.get(next);
            let before = steps.next;
            match known.take_others(keys[place], component, steps) {
                Ended::Complete => {}
                Ended::LooksFurther => self.batch.looks_further[place] = true,
                Ended::Fails => return Ok(false),
                Ended::Unknown(question) => {
                    steps.next = before;
                    self.learner.learn(space, trying, question, steps.executed)?;
                    continue;
                }
            }
            self.batch.note(place, steps.next > before);
            next += 1;
        }
        Ok(true)
    }

    /// Tries timeouts, on the whole vector.
    fn time_out(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        key: u64,
        found: &mut Found<P>,
    ) -> Result<(), Refused> {
        self.successors.clear();
        trying.protocol.timeouts(&space.state(key), trying.conditions.queue_limit, &mut self.successors);
        space.take(trying, key, &self.successors, found)
    }

    /// Tries the rules that look further than their process's component.
    fn look_further(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        key: u64,
        found: &mut Found<P>,
    ) -> Result<(), Refused> {
        let state = space.state(key);
        for (number, process) in space.protocol.facts().processes.iter().enumerate() {
            if space.memo.looks_further(number, process.control.get(state.as_ref()) as usize) {
                self.successors.clear();
                let limit = trying.conditions.queue_limit;
                trying.protocol.steps_of(number as u32, &state, limit, &mut self.successors);
                space.take_some(trying, key, &self.successors, found, |rule| !space.rules[rule as usize].is_local)?;
            }
        }
        Ok(())
    }
}
