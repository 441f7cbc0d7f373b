//! What rules do to components, remembered.
//!
//! Most rules look only at the component of their own process, and change nothing else but a queue they send to. What such a
//! rule does depends on the contents of its own component, so it is found out once for each of them: the list of *offers*. An
//! offer exchanges the number of its own component, and may send a message, which exchanges the number of another one; what the
//! message does there depends on the contents there, and is found out once for each of those. In the same way a process takes
//! messages from a queue that lies in another component: what it does depends on its own contents and on the oldest message,
//! what remains of the queue on the queue. What a rule does is found out by trying it on a vector in which everything else is 0.
//! Expanding states is going through the offers of their components and adding to their keys: `expansion`.
//!
//! That a rule is executed is noted when it is found out for contents of a state, unless it depends on another component.

use super::interned::{Interned, Place};
use super::offers::{Delivery, Entry, Offer, Range, Then, remember};
use super::{Refused, Steps, Trying};
use crate::memory::{Budget, bytes_of};
use crate::protocol::{Event, Protocol, Vector};
use crate::search::successors::Successors;
use std::collections::HashMap;

/// What one thread remembers.
pub struct Memo<P: Protocol> {
    /// Those that have processes: nothing else offers anything.
    pub components: Vec<ComponentMemo>,
    pub offers: Vec<Offer>,
    /// By component.
    deliveries: Vec<Deliveries>,
    /// The delivery of a message to a queue.
    delivery_of: HashMap<(u32, u64), Delivery>,
    inlets: Vec<Inlet>,
    /// The number of the inlet from a queue to a component.
    inlet_numbers: HashMap<(u32, usize), u32>,
    /// By process: control states in which it has rules that look further than its component.
    looks_further: Vec<Vec<bool>>,
    /// By process and control state: rules that receive and do not look further.
    receives: Vec<Vec<Vec<u32>>>,
    successors: Successors<P::State>,
    /// What is being found out.
    new: Vec<Offer>,
}

/// What is remembered of a component.
pub struct ComponentMemo {
    /// Its number, and where that of its contents is in the key.
    pub component: usize,
    pub place: Place,
    /// By number of contents: what they offer.
    pub entries: Vec<Entry>,
}

impl ComponentMemo {
    /// What the contents offer that a state has.
    #[inline(always)]
    pub fn entry(&self, key: u64) -> &Entry {
        self.entries.get(self.place.get(key) as usize).unwrap_or(&Entry::UNKNOWN)
    }
}

/// How going through the offers of a state ended.
pub enum Ended {
    Complete,
    /// Rules that look further than their own component are still to be tried.
    LooksFurther,
    /// Something is wrong.
    Fails,
    Unknown(Question),
}

/// What is not known yet.
pub enum Question {
    Offers { component: usize, number: u32 },
    Delivery { delivery: Delivery, before: u32 },
    Head { inlet: u32, before: u32 },
    Receives { inlet: u32, message: u32, component: usize, number: u32, before: u32 },
}

/// What messages do to the contents of a component.
struct Deliveries {
    place: Place,
    /// By number: the queue, and what is in its slot.
    messages: Vec<(u32, u64)>,
    /// There is room for 2^`width` messages.
    width: u32,
    /// By contents and message: the number of the contents with the message, or one of the constants below. What one state
    /// needs lies side by side.
    results: Vec<u32>,
}

impl Deliveries {
    #[inline(always)]
    fn at(&self, contents: u32, message: u32) -> usize {
        (contents as usize) << self.width | message as usize
    }

    /// The number of a new message for a queue.
    fn add_message(&mut self, queue: u32, message: u64) -> u32 {
        let number = self.messages.len();
        if number == 1 << self.width {
            // Nothing is lost but what can be found out again.
            self.width += 1;
            self.results.fill(UNKNOWN);
        }
        self.messages.push((queue, message));
        number as u32
    }
}

/// Nobody has asked yet.
const UNKNOWN: u32 = u32::MAX;
/// There is no room for the message.
const NO_ROOM: u32 = u32::MAX - 1;

/// A queue of one component from which processes of another one receive.
struct Inlet {
    queue: u32,
    component: usize,
    place: Place,
    /// By contents of that component: the oldest message, and the number of the contents without it.
    heads: Vec<Head>,
    /// Numbers of oldest messages.
    messages: HashMap<u64, u32>,
    /// By number of the oldest message and contents of the receiving component: where the offers are.
    offers_of: Vec<Vec<Range>>,
}

#[derive(Clone, Copy)]
struct Head {
    message: u32,
    rest: u32,
}

const UNKNOWN_HEAD: Head = Head { message: UNKNOWN, rest: UNKNOWN };
/// The queue is empty.
const EMPTY: u32 = u32::MAX - 1;

impl<P: Protocol> Memo<P> {
    /// Nothing remembered.
    pub fn new(space: &Interned<P>) -> Self {
        let facts = space.protocol.facts();
        let states = facts.processes.iter().map(|process| process.states.len());
        let mut looks_further: Vec<Vec<bool>> = states.clone().map(|count| vec![false; count]).collect();
        let mut receives: Vec<Vec<Vec<u32>>> = states.map(|count| vec![Vec::new(); count]).collect();
        for (number, (rule, uses)) in facts.rules.iter().zip(&space.rules).enumerate() {
            let (process, from) = (rule.process as usize, rule.from as usize);
            match rule.event {
                Event::Timeout(_) => {}
                _ if !uses.is_local => looks_further[process][from] = true,
                Event::Receive(_) => receives[process][from].push(number as u32),
                _ => {}
            }
        }
        Memo {
            components: (0..space.places.len())
                .filter(|component| space.homes.contains(component))
                .map(|component| ComponentMemo { component, place: space.places[component], entries: Vec::new() })
                .collect(),
            offers: Vec::new(),
            deliveries: space
                .places
                .iter()
                .map(|place| Deliveries { place: *place, messages: Vec::new(), width: 0, results: Vec::new() })
                .collect(),
            delivery_of: HashMap::new(),
            inlets: Vec::new(),
            inlet_numbers: HashMap::new(),
            looks_further,
            receives,
            successors: Successors::new(),
            new: Vec::new(),
        }
    }

    /// The bytes it took from the budget.
    pub fn bytes(&self) -> u64 {
        let entries = self.components.iter().map(|it| bytes_of::<Entry>(it.entries.capacity())).sum::<u64>();
        let results = self.deliveries.iter().map(|it| bytes_of::<u32>(it.results.capacity())).sum::<u64>();
        let inlets = self.inlets.iter().map(|inlet| {
            let ranges = inlet.offers_of.iter().map(|list| bytes_of::<Range>(list.capacity())).sum::<u64>();
            ranges + bytes_of::<Head>(inlet.heads.capacity())
        });
        inlets.sum::<u64>() + entries + results + bytes_of::<Offer>(self.offers.capacity())
    }

    /// Makes a step that sends a message, if there is room for it. If that is not known, it is a question.
    #[inline(always)]
    pub fn deliver(&self, key: u64, offer: &Offer, steps: &mut Steps<P>) -> Option<Question> {
        let delivery = offer.then.delivery()?;
        let deliveries = &self.deliveries[delivery.component];
        let before = deliveries.place.get(key);
        let after = deliveries.results.get(deliveries.at(before, delivery.message)).copied().unwrap_or(UNKNOWN);
        if after == UNKNOWN {
            return Some(Question::Delivery { delivery, before });
        }
        let own = key.wrapping_add(offer.delta);
        steps.offer_key(offer.rule, deliveries.place.exchange(own, before, after), after != NO_ROOM);
        None
    }

    /// Makes the steps that contents of a component offer besides those within it and sends.
    #[inline(always)]
    pub fn take_others(&self, key: u64, memo: &ComponentMemo, steps: &mut Steps<P>) -> Ended {
        let (component, number) = (memo.component, memo.place.get(key));
        let mut ended = Ended::Complete;
        for offer in memo.entry(key).others().of(&self.offers).unwrap_or_default() {
            if offer.then == Then::NOTHING {
                steps.add(key.wrapping_add(offer.delta));
            } else if offer.then.delivery().is_some() {
                if let Some(question) = self.deliver(key, offer, steps) {
                    return Ended::Unknown(question);
                }
            } else if offer.then == Then::RECEIVES {
                let inlet = &self.inlets[offer.rule as usize];
                let before = inlet.place.get(key);
                let head = inlet.heads.get(before as usize).copied().unwrap_or(UNKNOWN_HEAD);
                if head.message == EMPTY {
                    continue;
                }
                if head.message == UNKNOWN {
                    return Ended::Unknown(Question::Head { inlet: offer.rule, before });
                }
                let range = inlet.offers_of[head.message as usize].get(number as usize);
                let Some(offers) = range.and_then(|range| range.of(&self.offers)) else {
                    let (inlet, message) = (offer.rule, head.message);
                    return Ended::Unknown(Question::Receives { inlet, message, component, number, before });
                };
                for offer in offers {
                    if offer.then == Then::FAILS {
                        return Ended::Fails;
                    }
                    let own = key.wrapping_add(offer.delta);
                    steps.add(inlet.place.exchange(own, before, head.rest));
                }
            } else if offer.then == Then::FAILS {
                return Ended::Fails;
            } else {
                ended = Ended::LooksFurther;
            }
        }
        ended
    }

    /// A process has rules that look further than its component in a control state.
    pub fn looks_further(&self, process: usize, control: usize) -> bool {
        self.looks_further[process][control]
    }

    /// Finds out what is not known yet.
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
            Question::Offers { component, number } => self.learn_offers(space, trying, (component, number), executed),
            Question::Delivery { delivery, before } => self.learn_delivery(space, trying, delivery, before),
            Question::Head { inlet, before } => self.learn_head(space, trying, inlet, before),
            Question::Receives { inlet, message, component, number, before } => {
                self.learn_receives(space, trying, (inlet, message), (component, number), before, executed)
            }
        }
    }

    /// Finds out what contents of a component make possible.
    fn learn_offers(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        (component, number): (usize, u32),
        executed: &mut [bool],
    ) -> Result<(), Refused> {
        let place = space.places[component];
        let mut state = P::State::ZERO;
        space.components[component].put(number, &mut state);
        let mut offers = std::mem::take(&mut self.new);
        let mut successors = std::mem::replace(&mut self.successors, Successors::new());
        offers.clear();
        for process in (0..space.homes.len()).filter(|process| space.homes[*process] == component) {
            let control = space.protocol.facts().processes[process].control.get(state.as_ref()) as usize;
            if self.looks_further[process][control] {
                offers.push(Offer::special(0, Then::LOOKS_FURTHER));
            }
            successors.clear();
            trying.protocol.steps_of(process as u32, &state, trying.conditions.queue_limit, &mut successors);
            let is_local = |rule: u32| space.rules[rule as usize].is_local;
            for (rule, next) in successors.steps.iter().filter(|(rule, _)| is_local(*rule)) {
                let delta = place.exchange(0, number, space.number(component, next, trying.budget)?);
                let then = self.delivery(space, trying, component, *rule, &state, next);
                executed[*rule as usize] |= then == Then::NOTHING;
                offers.push(Offer { delta, rule: *rule, then });
            }
            for (rule, ..) in successors.failures.iter().filter(|(rule, ..)| is_local(*rule)) {
                offers.push(Offer::special(*rule, Then::FAILS));
            }
            self.add_inlets(space, trying, (component, process, control), &state, &mut offers);
        }
        let entry = Entry::new(&offers, &mut self.offers, trying.budget)?;
        (self.new, self.successors) = (offers, successors);
        let mut components = self.components.iter_mut();
        let memo = components.find(|memo| memo.component == component).expect("it was gone through");
        remember_at(&mut memo.entries, number as usize, entry, Entry::UNKNOWN, trying.budget)
    }

    /// Adds the inlets that a process of a component can receive from in a control state.
    fn add_inlets(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        (component, process, control): (usize, usize, usize),
        state: &P::State,
        offers: &mut Vec<Offer>,
    ) {
        let facts = space.protocol.facts();
        for rule in &self.receives[process][control] {
            let Event::Receive(queue) = facts.rules[*rule as usize].event else { continue };
            let queue = queue + trying.protocol.queue_index(*rule, state, trying.conditions.queue_limit) as u32;
            let source = space.component_of_queue(queue);
            if source == component {
                continue;
            }
            let next = self.inlets.len() as u32;
            let inlet = *self.inlet_numbers.entry((queue, component)).or_insert(next);
            if inlet == next {
                self.inlets.push(Inlet {
                    queue,
                    component: source,
                    place: space.places[source],
                    heads: Vec::new(),
                    messages: HashMap::new(),
                    offers_of: Vec::new(),
                });
            }
            let is_known = |offer: &Offer| offer.then == Then::RECEIVES && offer.rule == inlet;
            if !offers.iter().any(is_known) {
                offers.push(Offer::special(inlet, Then::RECEIVES));
            }
        }
    }

    /// Finds out which message is the oldest in contents of the component of an inlet, and what remains without it.
    fn learn_head(&mut self, space: &Interned<P>, trying: &Trying<P>, inlet: u32, before: u32) -> Result<(), Refused> {
        let inlet = &mut self.inlets[inlet as usize];
        let queue = space.protocol.facts().queues[inlet.queue as usize].place;
        let mut state = P::State::ZERO;
        space.components[inlet.component].put(before, &mut state);
        let message = queue.slot(0).bits(state.as_ref());
        let mut head = Head { message: EMPTY, rest: before };
        if message != 0 {
            queue.receive(state.as_mut());
            head.rest = space.number(inlet.component, &state, trying.budget)?;
            let next = inlet.offers_of.len() as u32;
            head.message = *inlet.messages.entry(message).or_insert(next);
            if head.message == next {
                inlet.offers_of.push(Vec::new());
            }
        }
        remember_at(&mut inlet.heads, before as usize, head, UNKNOWN_HEAD, trying.budget)
    }

    /// Finds out what contents of a component can receive from an inlet whose oldest message has this number.
    fn learn_receives(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        (inlet, message): (u32, u32),
        (component, number): (usize, u32),
        before: u32,
        executed: &mut [bool],
    ) -> Result<(), Refused> {
        let inlet = &mut self.inlets[inlet as usize];
        let mut state = P::State::ZERO;
        space.components[component].put(number, &mut state);
        space.components[inlet.component].put(before, &mut state);
        let limit = trying.conditions.queue_limit;
        let receives = |rule: u32| match space.protocol.facts().rules[rule as usize].event {
            Event::Receive(queue) if space.rules[rule as usize].is_local => {
                queue + trying.protocol.queue_index(rule, &state, limit) as u32 == inlet.queue
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
        let range = Range::new(&self.new, &mut self.offers, trying.budget)?;
        remember_at(&mut inlet.offers_of[message as usize], number as usize, range, Range::UNKNOWN, trying.budget)
    }

    /// The delivery that a step makes to another component, if it does.
    fn delivery(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        component: usize,
        rule: u32,
        state: &P::State,
        next: &P::State,
    ) -> Then {
        let facts = space.protocol.facts();
        let Event::Send(queue) = facts.rules[rule as usize].event else { return Then::NOTHING };
        let is_changed = |other: &usize| *other != component && space.components[*other].is_in(next);
        let Some(component) = (0..space.components.len()).find(is_changed) else { return Then::NOTHING };
        let element = trying.protocol.queue_index(rule, state, trying.conditions.queue_limit) as u32;
        let queue = queue + element;
        let message = facts.queues[queue as usize].place.slot(0).bits(next.as_ref());
        let deliveries = &mut self.deliveries[component];
        let delivery = self.delivery_of.entry((queue, message));
        Then::delivers(
            *delivery.or_insert_with(|| Delivery { component, message: deliveries.add_message(queue, message) }),
        )
    }

    /// Finds out what a message does to contents of the component it is sent to.
    fn learn_delivery(
        &mut self,
        space: &Interned<P>,
        trying: &Trying<P>,
        delivery: Delivery,
        before: u32,
    ) -> Result<(), Refused> {
        let deliveries = &mut self.deliveries[delivery.component];
        let (queue, message) = deliveries.messages[delivery.message as usize];
        let place = space.protocol.facts().queues[queue as usize].place;
        let mut state = P::State::ZERO;
        space.components[delivery.component].put(before, &mut state);
        let after = if place.is_full(state.as_ref(), trying.conditions.queue_limit) {
            NO_ROOM
        } else {
            place.add(state.as_mut(), message);
            space.number(delivery.component, &state, trying.budget)?
        };
        let at = deliveries.at(before, delivery.message);
        remember_at(&mut deliveries.results, at, after, UNKNOWN, trying.budget)
    }
}

fn remember_at<T: Copy>(list: &mut Vec<T>, at: usize, item: T, unknown: T, budget: &Budget) -> Result<(), Refused> {
    while list.len() <= at {
        remember(list, unknown, budget)?;
    }
    list[at] = item;
    Ok(())
}
