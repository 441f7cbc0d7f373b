//! Finding out what rules do to components, for `memo`: by trying them on a vector in which everything else is 0.
//!
//! What many states need is found out together, in steps: to find the number of contents takes two accesses to memory that another thread may
//! have written last, so they are begun for all of them before the first is needed.
//!
//! That a rule is executed is noted when it is found out for contents of a state, unless it depends on another component.

use super::interned::Interned;
use super::memo::{ComponentMemo, Head, Inlet, InletEnds, Message, Question};
use super::numbers::Seen;
use super::offers::{Delivery, Offer, Then};
use super::{Refused, Trying};
use crate::protocol::{Event, Protocol, Vector};
use crate::search::successors::Successors;
use std::collections::HashMap;
use std::ops::Range;

/// What one thread needs to find something out.
pub struct Learner<P: Protocol> {
    /// Numbers of contents of which it is not known what they offer, ...
    numbers: Vec<u32>,
    /// ... what was tried with each, process by process.
    trials: Vec<Trial<P::State>>,
    /// All that came of it, ...
    successors: Successors<P::State>,
    /// ... and by step: the hash of the contents.
    hashes: Vec<u64>,
    /// What contents offer.
    new: Vec<Offer>,
    /// Messages and contents of which it is not known what they give together.
    arrivals: Vec<Arrival<P::State>>,
    /// By component: the messages that it has seen.
    messages: Vec<Seen<Message>>,
    inlets: Seen<InletEnds>,
    /// By inlet: the oldest messages that it has seen.
    oldest: HashMap<u32, Seen<u64>>,
}

/// The rules of a process were tried in a state that has only the contents with a number.
struct Trial<State> {
    number: u32,
    process: usize,
    state: State,
    /// What came of it, among all successors.
    steps: Range<usize>,
    failures: Range<usize>,
}

/// A message comes to contents.
struct Arrival<State> {
    delivery: Delivery,
    before: u32,
    /// The contents afterwards, if there is room for the message, and their hash.
    after: Option<(State, u64)>,
}

impl<State> Arrival<State> {
    fn new((delivery, before): (Delivery, u32)) -> Self {
        Arrival { delivery, before, after: None }
    }

    /// Arrivals with the same key give the same.
    fn key(&self) -> (Delivery, u32) {
        (self.delivery, self.before)
    }
}

impl<P: Protocol> Learner<P> {
    /// One that has seen nothing, for so many components.
    pub fn new(components: usize) -> Self {
        Learner {
            numbers: Vec::new(),
            trials: Vec::new(),
            successors: Successors::new(),
            hashes: Vec::new(),
            new: Vec::new(),
            arrivals: Vec::new(),
            messages: (0..components).map(|_| Seen::nothing()).collect(),
            inlets: Seen::nothing(),
            oldest: HashMap::new(),
        }
    }

    /// Finds out what is not known yet. If there is no place to remember it, it is refused.
    #[cold]
    #[inline(never)]
    pub fn learn(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        question: Question,
        executed: &mut [bool],
    ) -> Result<(), Refused> {
        match question {
            Question::Delivery { delivery, before } => {
                self.arrivals.clear();
                self.arrivals.push(Arrival::new((delivery, before)));
                self.find_arrivals(space, trying)
            }
            Question::Head { inlet, before } => self.learn_head(space, trying, inlet, before),
            Question::Receives { inlet, message, number, before } => {
                self.learn_receives(space, trying, space.memo.inlet(inlet), (message, number, before), executed)
            }
        }
    }

    /// Finds out what the contents offer that some states have in a component.
    #[cold]
    #[inline(never)]
    pub fn learn_offers(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        memo: &ComponentMemo,
        keys: impl Iterator<Item = u64>,
        executed: &mut [bool],
    ) -> Result<(), Refused> {
        let component = &space.components[memo.component];
        self.numbers.clear();
        self.numbers.extend(keys.map(|key| memo.place.get(key)));
        self.numbers.sort_unstable();
        self.numbers.dedup();
        self.numbers.iter().for_each(|number| {
            component.fetch(*number);
            memo.entries.fetch_to_write(*number, 0);
        });
        self.successors.clear();
        let mut trials = std::mem::take(&mut self.trials);
        trials.clear();
        for number in &self.numbers {
            let mut state = P::State::ZERO;
            component.put(*number, &mut state);
            for process in &memo.processes {
                let (step, failure) = (self.successors.steps.len(), self.successors.failures.len());
                let limit = trying.conditions.queue_limit;
                trying.protocol.steps_of(*process as u32, &state, limit, &mut self.successors);
                let steps = step..self.successors.steps.len();
                let failures = failure..self.successors.failures.len();
                trials.push(Trial { number: *number, process: *process, state, steps, failures });
            }
        }
        self.hashes.clear();
        self.hashes.extend(self.successors.steps.iter().map(|(_, next)| component.hash(next)));
        self.hashes.iter().for_each(|hash| component.fetch_slot(*hash));
        self.hashes.iter().for_each(|hash| component.fetch_contents(*hash));
        for of_number in trials.chunks(memo.processes.len()) {
            self.new.clear();
            for trial in of_number {
                self.add_offers(space, trying, memo, trial, executed)?;
            }
            memo.entry_of(of_number[0].number).ok_or(Refused::Keys)?.write(&self.new, &space.memo.offers)?;
        }
        self.trials = trials;
        Ok(())
    }

    /// Adds what contents of a component offer to one of its processes.
    fn add_offers(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        memo: &ComponentMemo,
        trial: &Trial<P::State>,
        executed: &mut [bool],
    ) -> Result<(), Refused> {
        let Trial { number, process, state, steps, failures } = trial;
        let control = space.protocol.facts().processes[*process].control.get(state.as_ref()) as usize;
        if space.memo.looks_further(*process, control) {
            self.new.push(Offer::special(0, Then::LOOKS_FURTHER));
        }
        let is_local = |rule: u32| space.rules[rule as usize].is_local;
        let hashed = self.successors.steps[steps.clone()].iter().zip(&self.hashes[steps.clone()]);
        for ((rule, next), hash) in hashed.filter(|((rule, _), _)| is_local(*rule)) {
            let own = space.number_of(memo.component, *hash, next, trying.budget)?;
            let then = match delivery(space, trying, memo.component, *rule, state, next) {
                Some((component, message)) => {
                    let deliveries = &space.memo.deliveries[component];
                    let message = deliveries.number(message, &mut self.messages[component])?;
                    Then::delivers(Delivery { component, message })
                }
                None => Then::NOTHING,
            };
            executed[*rule as usize] |= then == Then::NOTHING;
            self.new.push(Offer { delta: memo.place.exchange(0, *number, own), rule: *rule, then });
        }
        for (rule, ..) in self.successors.failures[failures.clone()].iter().filter(|(rule, ..)| is_local(*rule)) {
            self.new.push(Offer::special(*rule, Then::FAILS));
        }
        self.add_inlets(space, trying, (memo.component, *process, control), state)
    }

    /// Adds the inlets that a process of a component can receive from in a control state.
    fn add_inlets(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        (receiver, process, control): (usize, usize, usize),
        state: &P::State,
    ) -> Result<(), Refused> {
        for rule in space.memo.receives(process, control) {
            let Event::Receive(queue) = space.protocol.facts().rules[*rule as usize].event else { continue };
            let queue = queue + trying.protocol.queue_index(*rule, state, trying.conditions.queue_limit) as u32;
            let source = space.component_of_queue(queue);
            if source == receiver {
                continue;
            }
            let inlet = space.memo.inlet_number(InletEnds { queue, source, receiver }, &mut self.inlets)?;
            let is_known = |offer: &Offer| offer.then == Then::RECEIVES && offer.rule == inlet;
            if !self.new.iter().any(is_known) {
                self.new.push(Offer::special(inlet, Then::RECEIVES));
            }
        }
        Ok(())
    }

    /// Finds out which message is the oldest in contents of the component of an inlet, and what remains without it.
    fn learn_head(&mut self, space: &Interned<P>, trying: &Trying<P>, number: u32, before: u32) -> Result<(), Refused> {
        let inlet = space.memo.inlet(number);
        let queue = space.protocol.facts().queues[inlet.ends.queue as usize].place;
        let mut state = P::State::ZERO;
        space.components[inlet.ends.source].put(before, &mut state);
        let oldest = queue.slot(0).bits(state.as_ref());
        if oldest == 0 {
            return inlet.remember_head(before, Head::Empty);
        }
        queue.receive(state.as_mut());
        let rest = space.number(inlet.ends.source, &state, trying.budget)?;
        let message = inlet.number(oldest, self.oldest.entry(number).or_insert_with(Seen::nothing))?;
        inlet.remember_head(before, Head::Message { message, rest })
    }

    /// Finds out what contents of a component can receive from an inlet whose oldest message has this number.
    fn learn_receives(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        inlet: &Inlet,
        (message, number, before): (u32, u32, u32),
        executed: &mut [bool],
    ) -> Result<(), Refused> {
        let component = inlet.ends.receiver;
        let mut state = P::State::ZERO;
        space.components[component].put(number, &mut state);
        space.components[inlet.ends.source].put(before, &mut state);
        let limit = trying.conditions.queue_limit;
        let receives = |rule: u32| match space.protocol.facts().rules[rule as usize].event {
            Event::Receive(queue) if space.rules[rule as usize].is_local => {
                queue + trying.protocol.queue_index(rule, &state, limit) as u32 == inlet.ends.queue
            }
            _ => false,
        };
        self.new.clear();
        for process in (0..space.homes.len()).filter(|process| space.homes[*process] == component) {
            self.successors.clear();
            trying.protocol.steps_of(process as u32, &state, limit, &mut self.successors);
            for (rule, next) in self.successors.steps.iter().filter(|(rule, _)| receives(*rule)) {
                let own = space.number(component, next, trying.budget)?;
                let delta = space.places[component].exchange(0, number, own);
                executed[*rule as usize] = true;
                self.new.push(Offer { delta, rule: *rule, then: Then::NOTHING });
            }
            for (rule, ..) in self.successors.failures.iter().filter(|(rule, ..)| receives(*rule)) {
                self.new.push(Offer::special(*rule, Then::FAILS));
            }
        }
        inlet.remember_offers(number, message, space.memo.offers.add(&self.new)?)
    }

    /// Finds out what the messages do that some states send from a component, as far as it is not known.
    #[cold]
    #[inline(never)]
    pub fn learn_deliveries(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        memo: &ComponentMemo,
        keys: impl Iterator<Item = u64>,
    ) -> Result<(), Refused> {
        let known = space.memo.known();
        self.arrivals.clear();
        for key in keys {
            let unknown = known.sends(key, memo).filter_map(|offer| known.unknown_delivery(key, &offer));
            self.arrivals.extend(unknown.map(Arrival::new));
        }
        self.arrivals.sort_unstable_by_key(Arrival::key);
        self.arrivals.dedup_by_key(|arrival| arrival.key());
        self.find_arrivals(space, trying)
    }

    /// Finds out what messages do to contents of the components they are sent to.
    fn find_arrivals(&mut self, space: &Interned<P>, trying: &Trying<P>) -> Result<(), Refused> {
        let component = |arrival: &Arrival<_>| &space.components[arrival.delivery.component];
        self.arrivals.iter().for_each(|arrival| component(arrival).fetch(arrival.before));
        for arrival in &mut self.arrivals {
            let Delivery { component, message } = arrival.delivery;
            let (queue, slot) = space.memo.deliveries[component].message(message, &mut self.messages[component]);
            let (component, place) =
                (&space.components[component], space.protocol.facts().queues[queue as usize].place);
            let mut state = P::State::ZERO;
            component.put(arrival.before, &mut state);
            if !place.is_full(state.as_ref(), trying.conditions.queue_limit) {
                place.add(state.as_mut(), slot);
                let hash = component.hash(&state);
                component.fetch_slot(hash);
                space.memo.deliveries[arrival.delivery.component].fetch_to_write(arrival.before, message);
                arrival.after = Some((state, hash));
            }
        }
        let found = self.arrivals.iter().filter_map(|arrival| Some((arrival, arrival.after.as_ref()?.1)));
        found.for_each(|(arrival, hash)| component(arrival).fetch_contents(hash));
        for Arrival { delivery: Delivery { component, message }, before, after } in &self.arrivals {
            let number = |(state, hash): &(_, u64)| space.number_of(*component, *hash, state, trying.budget);
            let after = after.as_ref().map(number).transpose()?;
            space.memo.deliveries[*component].remember(*before, *message, after)?;
        }
        Ok(())
    }
}

/// The message that a step delivers to another component, if it does.
fn delivery<P: Protocol>(
    space: &Interned<P>,
    trying: &Trying<P>,
    component: usize,
    rule: u32,
    state: &P::State,
    next: &P::State,
) -> Option<(usize, Message)> {
    let facts = space.protocol.facts();
    let Event::Send(queue) = facts.rules[rule as usize].event else { return None };
    let others = space.rules[rule as usize].changes & !(1 << component);
    let is_changed = |other: &usize| others >> *other & 1 == 1 && space.components[*other].is_in(next);
    let component = (0..space.components.len()).find(is_changed)?;
    let queue = queue + trying.protocol.queue_index(rule, state, trying.conditions.queue_limit) as u32;
    Some((component, (queue, facts.queues[queue as usize].place.slot(0).bits(next.as_ref()))))
}
