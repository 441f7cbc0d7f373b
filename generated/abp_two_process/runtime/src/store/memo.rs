//! What rules do to components, remembered by all threads together.
//!
//! Most rules look only at the component of their own process, and change nothing else but a queue they send to. What such a
//! rule does depends on the contents of its own component, so it is found out once for each of them: the list of *offers*. An
//! offer exchanges the number of its own component, and may send a message, which exchanges the number of another one; what the
//! message does there depends on the contents there, and is found out once for each of those. In the same way a process takes
//! messages from a queue that lies in another component: what it does depends on its own contents and on the oldest message,
//! what remains of the queue on the queue. Here is what is known; `learn` finds out what is not, and `expansion` goes through it.
//!
//! Everything is in tables by the number of contents. A thread writes what it has found out where all others see it. Tables have as many
//! rows as there can be numbers, until components are given room for more; what has no place in a table waits until then.

use super::components::Component;
use super::hands::Hands;
use super::interned::{Place, RuleUse};
use super::numbers::{Numbers, Seen};
use super::offers::{AllOffers, Delivery, Entry, Offer, Offers, Range, Then, UNKNOWN, WORDS};
use super::pages::prefetch;
use super::table::Table;
use super::{Refused, Steps};
use crate::memory::Budget;
use crate::protocol::{Event, Facts, Protocol};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};

/// What is remembered.
pub struct Memo {
    /// Those that have processes: nothing else offers anything.
    pub components: Vec<ComponentMemo>,
    pub offers: Offers,
    /// By component.
    pub deliveries: Vec<Deliveries>,
    inlets: Vec<Inlet>,
    inlet_numbers: Numbers<InletEnds>,
    /// By process: control states in which it has rules that look further than its component.
    looks_further: Vec<Vec<bool>>,
    /// By process and control state: rules that receive and do not look further.
    receives: Vec<Vec<Vec<u32>>>,
}

/// What is remembered of a component.
pub struct ComponentMemo {
    /// Its number, and where that of its contents is in the key.
    pub component: usize,
    pub place: Place,
    /// Its processes.
    pub processes: Vec<usize>,
    /// By number of contents: what they offer.
    pub entries: Table<AtomicU64>,
}

/// What contents of a component offer, to be read.
#[derive(Clone, Copy)]
pub struct Entries<'m> {
    place: Place,
    rows: &'m [[AtomicU64; WORDS]],
}

impl<'m> Entries<'m> {
    /// What the contents offer that a state has.
    #[inline(always)]
    pub fn of(self, key: u64) -> Entry<'m> {
        Entry(self.rows.get(self.place.get(key) as usize).unwrap_or(&UNKNOWN))
    }
}

impl ComponentMemo {
    /// What is known, to be read.
    #[inline(always)]
    pub fn known(&self) -> Entries<'_> {
        Entries { place: self.place, rows: self.entries.rows() }
    }

    /// What the contents offer that a state has.
    #[inline(always)]
    pub fn entry(&self, key: u64) -> Entry<'_> {
        self.known().of(key)
    }

    /// Starts to fetch what the contents offer that a state has.
    #[inline(always)]
    pub fn fetch(&self, key: u64) {
        prefetch(self.entries.rows::<WORDS>(), self.place.get(key) as usize);
    }

    /// What the contents with a number offer, if there is a place for that.
    #[inline(always)]
    pub fn entry_of(&self, number: u32) -> Option<Entry<'_>> {
        self.entries.rows().get(number as usize).map(Entry)
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
    Delivery { delivery: Delivery, before: u32 },
    Head { inlet: u32, before: u32 },
    Receives { inlet: u32, message: u32, number: u32, before: u32 },
}

/// A message for a queue, and what is in its slot then.
pub type Message = (u32, u64);

/// What messages do to the contents of a component.
pub struct Deliveries {
    place: Place,
    messages: Numbers<Message>,
    /// By contents and message: the number of the contents with the message, or `NO_ROOM`; inverted, so that nothing is 0. What one state
    /// needs lies side by side.
    results: Table<AtomicU32>,
}

/// There is no room for the message.
const NO_ROOM: u32 = u32::MAX - 1;

impl Deliveries {
    /// The number of a message, if there is a column for it.
    pub fn number(&self, message: Message, seen: &mut Seen<Message>) -> Result<u32, Refused> {
        let number = self.messages.number(message, seen);
        if self.results.has_column(number) { Ok(number) } else { Err(Refused::Keys) }
    }

    /// The message that has a number.
    pub fn message(&self, number: u32, seen: &mut Seen<Message>) -> Message {
        self.messages.thing(number, seen)
    }

    /// Starts to fetch the place for the contents with a message.
    pub fn fetch_to_write(&self, before: u32, message: u32) {
        self.results.fetch_to_write(before, message);
    }

    /// Remembers the contents with a message, `None` if there is no room for it.
    pub fn remember(&self, before: u32, message: u32, after: Option<u32>) -> Result<(), Refused> {
        let place = self.results.get(before, message).ok_or(Refused::Keys)?;
        place.store(!after.unwrap_or(NO_ROOM), Release);
        Ok(())
    }
}

/// A queue, its component, and another one whose processes receive from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct InletEnds {
    pub queue: u32,
    pub source: usize,
    pub receiver: usize,
}

/// A queue of one component from which processes of another one receive.
pub struct Inlet {
    pub ends: InletEnds,
    /// Where the number of the queue's component is.
    place: Place,
    /// By contents of the queue's component: the oldest message, and the number of the contents without it.
    heads: Table<AtomicU64>,
    /// The oldest messages.
    messages: Numbers<u64>,
    /// By contents of the receiving component, and oldest message: where the offers are.
    offers: Table<AtomicU64>,
}

/// The oldest message of a queue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Head {
    Unknown,
    /// The queue is empty.
    Empty,
    /// The message, and the number of the contents without it.
    Message {
        message: u32,
        rest: u32,
    },
}

impl Head {
    const EMPTY: u64 = u64::MAX;

    fn to_word(self) -> u64 {
        match self {
            Head::Unknown => 0,
            Head::Empty => Head::EMPTY,
            Head::Message { message, rest } => u64::from(message + 1) << 32 | u64::from(rest),
        }
    }

    #[inline(always)]
    fn from_word(word: u64) -> Head {
        match word {
            0 => Head::Unknown,
            Head::EMPTY => Head::Empty,
            _ => Head::Message { message: (word >> 32) as u32 - 1, rest: word as u32 },
        }
    }
}

impl Inlet {
    fn new(ends: InletEnds, place: Place) -> Inlet {
        let (heads, offers) = (Table::of_width(0), Table::of_width(0));
        Inlet { ends, place, heads, messages: Numbers::new(), offers }
    }

    /// The number of an oldest message, if there is a column for it.
    pub fn number(&self, message: u64, seen: &mut Seen<u64>) -> Result<u32, Refused> {
        let number = self.messages.number(message, seen);
        if self.offers.has_column(number) { Ok(number) } else { Err(Refused::Keys) }
    }

    #[inline(always)]
    fn head(&self, contents: u32) -> Head {
        Head::from_word(self.heads.rows().get(contents as usize).map_or(0, |[head]| head.load(Relaxed)))
    }

    #[inline(always)]
    fn offers(&self, contents: u32, message: u32) -> Option<Range> {
        Range::from_word(self.offers.get(contents, message)?.load(Acquire))
    }

    /// Remembers the oldest message.
    pub fn remember_head(&self, contents: u32, head: Head) -> Result<(), Refused> {
        self.heads.get(contents, 0).ok_or(Refused::Keys)?.store(head.to_word(), Release);
        Ok(())
    }

    /// Remembers what is offered.
    pub fn remember_offers(&self, contents: u32, message: u32, offers: Range) -> Result<(), Refused> {
        self.offers.get(contents, message).ok_or(Refused::Keys)?.store(offers.to_word(), Release);
        Ok(())
    }
}

/// What is remembered, to be read while states are expanded: nothing of it moves, so where it is is looked up once for all of them.
#[derive(Clone, Copy)]
pub struct Known<'m> {
    deliveries: &'m [Deliveries],
    inlets: &'m [Inlet],
    offers: AllOffers<'m>,
}

impl<'m> Known<'m> {
    /// The messages that a state sends from a component.
    #[inline(always)]
    pub fn sends(self, key: u64, memo: &'m ComponentMemo) -> impl Iterator<Item = Offer> + use<'m> {
        let entry = memo.entry(key);
        (0..entry.counts().sends()).map(move |number| entry.send(number, self.offers))
    }

    /// Makes a step that sends a message, if there is room for it. If that is not known, it is a question.
    #[inline(always)]
    pub fn deliver<P: Protocol>(self, key: u64, offer: &Offer, steps: &mut Steps<P>) -> Option<Question> {
        let delivery = offer.then.delivery()?;
        let (before, known) = self.result(key, delivery);
        if known == 0 {
            return Some(Question::Delivery { delivery, before });
        }
        let (own, after) = (key.wrapping_add(offer.delta), !known);
        let place = self.deliveries[delivery.component].place;
        steps.offer_key(offer.rule, place.exchange(own, before, after), after != NO_ROOM);
        None
    }

    /// A message of an offer and the contents that get it, if it is not known what they give together.
    pub fn unknown_delivery(self, key: u64, offer: &Offer) -> Option<(Delivery, u32)> {
        let delivery = offer.then.delivery()?;
        let (before, known) = self.result(key, delivery);
        (known == 0).then_some((delivery, before))
    }

    /// The contents that get a message in a state, and what is remembered of that.
    #[inline(always)]
    fn result(self, key: u64, Delivery { component, message }: Delivery) -> (u32, u32) {
        let deliveries = &self.deliveries[component];
        let before = deliveries.place.get(key);
        (before, deliveries.results.get(before, message).map_or(0, |it| it.load(Relaxed)))
    }

    /// Makes the steps that contents of a component offer besides those within it and sends.
    #[inline(always)]
    pub fn take_others<P: Protocol>(self, key: u64, memo: &ComponentMemo, steps: &mut Steps<P>) -> Ended {
        let (number, others) = (memo.place.get(key), memo.entry(key).counts().others());
        fence(Acquire);
        let mut ended = Ended::Complete;
        for offer in self.offers.of(others) {
            if offer.then == Then::NOTHING {
                steps.add(key.wrapping_add(offer.delta));
            } else if offer.then.delivery().is_some() {
                if let Some(question) = self.deliver(key, &offer, steps) {
                    return Ended::Unknown(question);
                }
            } else if offer.then == Then::RECEIVES {
                let inlet = &self.inlets[offer.rule as usize];
                let before = inlet.place.get(key);
                let (message, rest) = match inlet.head(before) {
                    Head::Unknown => return Ended::Unknown(Question::Head { inlet: offer.rule, before }),
                    Head::Empty => continue,
                    Head::Message { message, rest } => (message, rest),
                };
                let Some(offers) = inlet.offers(number, message) else {
                    return Ended::Unknown(Question::Receives { inlet: offer.rule, message, number, before });
                };
                for offer in self.offers.of(offers) {
                    if offer.then == Then::FAILS {
                        return Ended::Fails;
                    }
                    let own = key.wrapping_add(offer.delta);
                    steps.add(inlet.place.exchange(own, before, rest));
                }
            } else if offer.then == Then::FAILS {
                return Ended::Fails;
            } else {
                ended = Ended::LooksFurther;
            }
        }
        ended
    }
}

impl Memo {
    /// Nothing remembered.
    pub fn new(facts: &Facts, rules: &[RuleUse], homes: &[usize], places: &[Place]) -> Self {
        let states = facts.processes.iter().map(|process| process.states.len());
        let mut looks_further: Vec<Vec<bool>> = states.clone().map(|count| vec![false; count]).collect();
        let mut receives: Vec<Vec<Vec<u32>>> = states.map(|count| vec![Vec::new(); count]).collect();
        for (number, (rule, uses)) in facts.rules.iter().zip(rules).enumerate() {
            let (process, from) = (rule.process as usize, rule.from as usize);
            match rule.event {
                Event::Timeout(_) => {}
                _ if !uses.is_local => looks_further[process][from] = true,
                Event::Receive(_) => receives[process][from].push(number as u32),
                _ => {}
            }
        }
        // With one component no two states have equal contents, so there is nothing to remember.
        let has_entries = |component: &usize| places.len() > 1 && homes.contains(component);
        let of_component = |component: usize| ComponentMemo {
            component,
            place: places[component],
            processes: (0..homes.len()).filter(|process| homes[*process] == component).collect(),
            entries: Table::of_width(WORDS.ilog2()),
        };
        let of_place =
            |place: &Place| Deliveries { place: *place, messages: Numbers::new(), results: Table::of_width(0) };
        Memo {
            components: (0..places.len()).filter(has_entries).map(of_component).collect(),
            offers: Offers::new(),
            deliveries: places.iter().map(of_place).collect(),
            inlets: Vec::new(),
            inlet_numbers: Numbers::new(),
            looks_further,
            receives,
        }
    }

    /// Makes a place in tables for whatever there may be, if there is memory. Says whether something had none.
    pub fn fit(&mut self, components: &[Component], hands: Hands, budget: &Budget) -> Result<bool, Refused> {
        for ends in &self.inlet_numbers.things()[self.inlets.len()..] {
            self.inlets.push(Inlet::new(*ends, self.deliveries[ends.source].place));
        }
        let rows = |component: usize| (components[component].room(), components[component].count() as usize);
        let mut fits: Vec<Box<dyn FnOnce() -> Result<bool, Refused> + Send + '_>> = Vec::new();
        for it in &mut self.components {
            fits.push(Box::new(move || it.entries.fit(rows(it.component), 1, budget)));
        }
        for (component, it) in self.deliveries.iter_mut().enumerate().filter(|(_, it)| it.messages.count() > 0) {
            fits.push(Box::new(move || it.results.fit(rows(component), it.messages.count(), budget)));
        }
        for Inlet { ends, heads, messages, offers, .. } in &mut self.inlets {
            let ends = *ends;
            fits.push(Box::new(move || heads.fit(rows(ends.source), 1, budget)));
            fits.push(Box::new(move || offers.fit(rows(ends.receiver), messages.count(), budget)));
        }
        let offers = &mut self.offers;
        fits.push(Box::new(move || offers.fit(budget)));
        hands.map(fits, |fit| fit()).into_iter().try_fold(false, |is_longer, fit| Ok(is_longer | fit?))
    }

    /// Forgets everything.
    pub fn forget(&mut self, budget: &Budget) {
        self.forget_keys(budget);
        self.deliveries.iter_mut().for_each(|it| it.results.forget(budget));
        self.inlets.iter_mut().for_each(|it| it.heads.forget(budget));
    }

    /// Forgets what rules add to keys.
    fn forget_keys(&mut self, budget: &Budget) {
        self.offers.forget(budget);
        self.components.iter_mut().for_each(|it| it.entries.forget(budget));
        self.inlets.iter_mut().for_each(|it| it.offers.forget(budget));
    }

    /// The numbers of components are at other places in keys.
    pub fn move_to(&mut self, places: &[Place], budget: &Budget) {
        self.forget_keys(budget);
        self.components.iter_mut().for_each(|it| it.place = places[it.component]);
        self.deliveries.iter_mut().zip(places).for_each(|(it, place)| it.place = *place);
        self.inlets.iter_mut().for_each(|it| it.place = places[it.ends.source]);
    }

    /// The number of the inlet from a queue of one component to another component, if there is one.
    pub fn inlet_number(&self, ends: InletEnds, seen: &mut Seen<InletEnds>) -> Result<u32, Refused> {
        let number = self.inlet_numbers.number(ends, seen);
        if (number as usize) < self.inlets.len() { Ok(number) } else { Err(Refused::Keys) }
    }

    /// An inlet that has a number.
    pub fn inlet(&self, number: u32) -> &Inlet {
        &self.inlets[number as usize]
    }

    /// What is known, to be read.
    #[inline(always)]
    pub fn known(&self) -> Known<'_> {
        Known { deliveries: &self.deliveries, inlets: &self.inlets, offers: self.offers.all() }
    }

    /// A process has rules that look further than its component in a control state.
    pub fn looks_further(&self, process: usize, control: usize) -> bool {
        self.looks_further[process][control]
    }

    /// Rules of a process that receive in a control state and do not look further.
    pub fn receives(&self, process: usize, control: usize) -> &[u32] {
        &self.receives[process][control]
    }
}
