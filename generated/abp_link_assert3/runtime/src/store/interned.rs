//! States of several words, in keys of one: each process with its variables and queues is a *component*, its contents are
//! numbered as they are met, and the key is the vector of these numbers.
//!
//! A step changes few components, so the key of a successor is that of its predecessor with one or two numbers exchanged;
//! what a rule does to them is remembered (`memo`), so that most steps are an addition to the key and nothing else. The numbers
//! share the bits of a key; how many bits each component gets is decided as the search goes on. When a component has more
//! contents than its bits can number, all keys are written anew with other widths. Two things are done about components that do
//! not work out: one with very many contents is split into process and queues; and when 64 bits are not enough for all numbers,
//! neighbouring components are joined, which takes fewer bits, because not everything goes with everything.

use super::components::{Component, MAX_NUMBER};
use super::expansion::Expansion;
use super::hands::Hands;
use super::key_set::KeySet;
use super::log::Log;
use super::memo::Memo;
use super::remainder::Remainders;
use super::{Found, Refused, Space, Trying};
use crate::memory::Budget;
use crate::options::Tuning;
use crate::protocol::{Event, Facts, ProcessFacts, Protocol, RuleFacts, Vector};
use crate::search::successors::Successors;
use std::collections::BTreeMap;

/// The states of a protocol.
pub struct Interned<'p, P> {
    pub(super) protocol: &'p P,
    tuning: Tuning,
    pub(super) components: Vec<Component>,
    pub(super) places: Vec<Place>,
    /// By component: the parts of the vector it is made of, a bit for each.
    parts: Vec<u64>,
    /// Components may still be split into their parts.
    splits: bool,
    pub(super) rules: Vec<RuleUse>,
    /// By process: the component of its control state and variables.
    pub(super) homes: Vec<usize>,
    pub(super) memo: Memo,
}

/// How keys change.
pub struct Change<'p, P> {
    /// By component: where its number comes from.
    sources: Vec<Source>,
    /// What keys stood for before, if components are others now.
    old: Option<Box<Interned<'p, P>>>,
}

/// Where the number of a component comes from.
enum Source {
    /// It is the number that was at this place.
    Same(Place),
    /// It is found in a table, by the number that was at this place.
    Table(Place, Vec<u32>),
    /// It is found in a table, by the numbers that were at these places: so many of the second for each of the first.
    Pair(Place, Place, u32, Vec<u32>),
    /// It is the number of the contents that the state has.
    Contents,
}

/// Where the number of a component is in the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    shift: u32,
    width: u32,
    /// The largest number.
    max: u64,
}

/// What a rule has to do with components.
#[derive(Clone, Copy)]
pub(super) struct RuleUse {
    /// Those it may change, a bit for each.
    pub changes: u64,
    /// It looks at its own process's component only, and changes nothing else, but for a message that it sends or receives.
    pub is_local: bool,
}

/// While there are no more states, keys are written anew whenever more is known about what they need.
const FEW_STATES: usize = 1 << 16;
/// A component is worth remembering if its contents come again at least so often.
const STATES_PER_CONTENTS: usize = 16;
/// What two components have together is found in a table if that has at most so many entries: 1 MiB.
const MAX_TABLE: usize = 1 << 18;
/// A key has numbers of at most so many components.
const MAX_COMPONENTS: usize = 24;
/// A component's numbers have at most so many bits.
const MAX_WIDTH: u32 = (MAX_NUMBER + 1).ilog2();

impl Place {
    pub fn new(shift: u32, width: u32) -> Place {
        Place { shift, width, max: (1 << width) - 1 }
    }

    #[inline(always)]
    pub fn get(self, key: u64) -> u32 {
        (key >> self.shift & self.max) as u32
    }

    /// The number is in the key shifted by so much, and at most that.
    pub fn shift_and_max(self) -> (u32, u64) {
        (self.shift, self.max)
    }

    /// Exchanges a number that is in the key: literally vector addition.
    #[inline(always)]
    pub fn exchange(self, key: u64, old: u32, new: u32) -> u64 {
        key.wrapping_add(u64::from(new).wrapping_sub(u64::from(old)) << self.shift)
    }

    /// Gives every component the bits it needs and as large a part of the rest; `None` if keys are too short for that.
    fn share(needed: &[u32], key_bits: u32) -> Option<Vec<Place>> {
        let total = needed.iter().sum::<u32>().max(1);
        let (spare, mut before, mut shift) = (key_bits.checked_sub(total)?, 0, 0);
        let place = |needed: &u32| {
            let share = spare * (before + needed) / total - spare * before / total;
            let place = Place::new(shift, (needed + share).min(MAX_WIDTH));
            (before, shift) = (before + needed, shift + place.width);
            place
        };
        Some(needed.iter().map(place).collect())
    }

    /// The bits of a key.
    fn key_bits(places: &[Place]) -> u32 {
        places.iter().map(|place| place.width).sum()
    }
}

impl<'p, P: Protocol> Interned<'p, P> {
    /// Nothing known, each process with the queues it reads a component; `None` if there is no room.
    pub fn new(protocol: &'p P, tuning: Tuning, budget: &Budget) -> Option<Self> {
        Interned::with(protocol, tuning, protocol.facts().clusters.to_vec(), budget)
    }

    fn with(protocol: &'p P, tuning: Tuning, parts: Vec<u64>, budget: &Budget) -> Option<Self> {
        let facts = protocol.facts();
        let components = parts.iter().map_while(|mask| Component::new(&pieces(facts, *mask), budget));
        let components: Vec<Component> = components.collect();
        if components.len() < parts.len() {
            budget.give_back(components.iter().map(Component::bytes).sum());
            return None;
        }
        let home = |process: &ProcessFacts| parts.iter().position(|mask| mask >> process.part & 1 == 1).unwrap_or(0);
        let homes: Vec<usize> = facts.processes.iter().map(home).collect();
        let components_of = |mask: u64| {
            let is_in = |at: &usize| parts[*at] & mask != 0;
            (0..parts.len()).filter(is_in).fold(0u64, |all, at| all | 1 << at)
        };
        let rule_use = |rule: &RuleFacts| {
            let (own, changes) = (1 << homes[rule.process as usize], components_of(rule.parts));
            let passes_message = matches!(rule.event, Event::Send(_) | Event::Receive(_));
            let is_local = components_of(rule.reads) & !own == 0 && (passes_message || changes & !own == 0);
            RuleUse { changes, is_local }
        };
        let rules: Vec<RuleUse> = facts.rules.iter().map(rule_use).collect();
        let places = Place::share(&vec![1; components.len()], tuning.key_bits)?;
        let memo = Memo::new(facts, &rules, &homes, &places);
        Some(Interned { protocol, tuning, components, places, parts, splits: true, rules, homes, memo })
    }

    /// Numbers are at other places in keys. Gives those where they were.
    fn move_to(&mut self, places: Vec<Place>, hands: Hands, budget: &Budget) -> Vec<Place> {
        self.memo.move_to(&places, budget);
        // If there is no memory for that, whoever needs it will say so.
        let _ = self.memo.fit(&self.components, hands, budget);
        std::mem::replace(&mut self.places, places)
    }

    /// The component that a queue is in.
    pub(super) fn component_of_queue(&self, queue: u32) -> usize {
        let slot = self.protocol.facts().queues[queue as usize].place.slot(0);
        let is_in = |component: &Component| {
            component.pieces().iter().any(|(word, mask)| *word == slot.word as usize && mask >> slot.bit & 1 == 1)
        };
        self.components.iter().position(is_in).expect("every bit is in a component")
    }

    /// The number of a component's contents in a state.
    pub(super) fn number(&self, component: usize, state: &P::State, budget: &Budget) -> Result<u32, Refused> {
        self.components[component].number(state, self.places[component].max, budget)
    }

    /// The same, if the hash of the contents is known.
    pub(super) fn number_of(
        &self,
        component: usize,
        hash: u64,
        state: &P::State,
        budget: &Budget,
    ) -> Result<u32, Refused> {
        self.components[component].number_of(hash, state, self.places[component].max, budget)
    }

    /// The key of the state that a rule leads to from a state with this key.
    pub(super) fn key_after(&self, key: u64, rule: u32, next: &P::State, budget: &Budget) -> Result<u64, Refused> {
        let (mut key, mut changes) = (key, self.rules[rule as usize].changes);
        while changes != 0 {
            let at = changes.trailing_zeros() as usize;
            key = self.places[at].exchange(key, self.places[at].get(key), self.number(at, next, budget)?);
            changes &= changes - 1;
        }
        debug_assert!(self.state(key) == *next, "a rule changes a part that it was not known to");
        Ok(key)
    }

    /// Takes over what some rules gave for a state.
    pub(super) fn take_some(
        &self,
        trying: &Trying<P>,
        key: u64,
        successors: &Successors<P::State>,
        found: &mut Found<P>,
        is_wanted: impl Fn(u32) -> bool,
    ) -> Result<(), Refused> {
        for (rule, next) in successors.steps.iter().filter(|(rule, _)| is_wanted(*rule)) {
            found.step(*rule, self.key_after(key, *rule, next, trying.budget)?);
        }
        for (rule, failure, result) in successors.failures.iter().filter(|(rule, ..)| is_wanted(*rule)) {
            found.fails(*rule, *failure, result.as_ref());
        }
        Ok(())
    }

    /// How many combinations of contents two components can have.
    fn combinations(&self, first: usize, second: usize) -> usize {
        self.components[first].count() as usize * self.components[second].count() as usize
    }

    /// How many combinations of contents a component and the next one have in the states of the log; many if that takes long to
    /// find out.
    fn count_pairs(&self, at: usize, log: &Log) -> usize {
        if self.combinations(at, at + 1) > MAX_TABLE {
            return usize::MAX;
        }
        let (place, next) = (self.places[at], self.places[at + 1]);
        let (width, mut is_met) = (self.components[at + 1].count(), vec![false; self.combinations(at, at + 1)]);
        log.for_each_piece(|keys| {
            keys.iter().for_each(|key| is_met[(place.get(*key) * width + next.get(*key)) as usize] = true);
        });
        is_met.into_iter().filter(|is_met| *is_met).count()
    }

    /// The bits that the numbers of each component need.
    fn needed(&self) -> Vec<u32> {
        self.components.iter().map(|component| 32 - component.count().leading_zeros()).collect()
    }

    /// Joins neighbouring components, until their numbers fit a key.
    fn join(&mut self, log: &Log, hands: Hands, budget: &Budget) -> Result<Change<'p, P>, Refused> {
        self.splits = false;
        let mut parts = self.parts.clone();
        while parts.len() > 1 {
            parts = parts.chunks(2).map(|pair| pair.iter().fold(0, |all, mask| all | mask)).collect();
            if let Some(change) = self.regroup(parts.clone(), log, hands, budget)? {
                return Ok(change);
            }
        }
        Err(Refused::Memory)
    }

    /// Splits components that have too many different contents, if there are any and it can be done.
    fn split(&mut self, log: &Log, hands: Hands, budget: &Budget) -> Result<Option<Change<'p, P>>, Refused> {
        // What comes in as many kinds as there are states is several things that change apart from each other.
        let many = (log.len() / STATES_PER_CONTENTS).max(self.tuning.many_contents as usize);
        let is_large =
            |(component, parts): (&Component, &u64)| component.count() as usize > many && parts.count_ones() > 1;
        if !self.splits || !self.components.iter().zip(&self.parts).any(is_large) {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for (component, own) in self.components.iter().zip(&self.parts) {
            match is_large((component, own)) {
                true => parts.extend((0..64).map(|part| own & 1 << part).filter(|part| *part != 0)),
                false => parts.push(*own),
            }
        }
        let change = if parts.len() <= MAX_COMPONENTS { self.regroup(parts, log, hands, budget)? } else { None };
        self.splits = change.is_some();
        Ok(change)
    }

    /// Makes other components of the parts of the vector, if their numbers fit a key.
    fn regroup(
        &mut self,
        parts: Vec<u64>,
        log: &Log,
        hands: Hands,
        budget: &Budget,
    ) -> Result<Option<Change<'p, P>>, Refused> {
        let mut other = Interned::with(self.protocol, self.tuning, parts, budget).ok_or(Refused::Memory)?;
        other.splits = self.splits;
        let sources = other.number_all(self, log, hands, budget);
        match (sources, Place::share(&other.needed(), self.tuning.key_bits)) {
            (Ok(sources), Some(places)) => {
                self.memo.forget(budget);
                other.move_to(places, hands, budget);
                std::mem::swap(self, &mut other);
                Ok(Some(Change { sources, old: Some(Box::new(other)) }))
            }
            (sources, _) => {
                budget.give_back(other.bytes());
                sources.map(|_| None)
            }
        }
    }

    /// Numbers the contents that components have in all states of the log; before, these had other components.
    fn number_all(&mut self, old: &Self, log: &Log, hands: Hands, budget: &Budget) -> Result<Vec<Source>, Refused> {
        let sources = hands.map(self.components.iter_mut().zip(&self.parts), |(component, parts)| {
            number_one(component, *parts, old, log, budget)
        });
        let sources = sources.into_iter().collect::<Result<Vec<Source>, Refused>>()?;
        let is_joined = |source: &Source| matches!(source, Source::Contents);
        if sources.iter().any(is_joined) {
            let mut result = Ok(());
            log.for_each_piece(|keys| {
                for state in keys.iter().map(|key| old.state(*key)) {
                    for (component, _) in self.components.iter_mut().zip(&sources).filter(|(_, it)| is_joined(it)) {
                        result = result.and_then(|()| component.meet_surely(&state, budget).map(|_| ()));
                    }
                }
            });
            result?;
        }
        Ok(sources)
    }
}

/// Numbers the contents that a component of some parts has in all states of the log, unless that takes the whole states. Says where they
/// were before.
fn number_one<P: Protocol>(
    component: &mut Component,
    parts: u64,
    old: &Interned<P>,
    log: &Log,
    budget: &Budget,
) -> Result<Source, Refused> {
    let parts_of: Vec<usize> = (0..old.parts.len()).filter(|at| old.parts[*at] & parts != 0).collect();
    match parts_of[..] {
        [at] => Ok(Source::Table(old.places[at], component.number_parts_of::<P::State>(&old.components[at], budget)?)),
        [first, second] if old.combinations(first, second) <= MAX_TABLE => {
            number_pair(component, old, (first, second), log, budget)
        }
        _ => Ok(Source::Contents),
    }
}

/// Numbers the contents of a component that two components had before, in all states of the log.
fn number_pair<P: Protocol>(
    component: &mut Component,
    old: &Interned<P>,
    (first, second): (usize, usize),
    log: &Log,
    budget: &Budget,
) -> Result<Source, Refused> {
    let (places, width) = ((old.places[first], old.places[second]), old.components[second].count());
    let mut table = vec![u32::MAX; old.combinations(first, second)];
    let mut result = Ok(());
    log.for_each_piece(|keys| {
        for (one, other) in keys.iter().map(|key| (places.0.get(*key), places.1.get(*key))) {
            let number = &mut table[(one * width + other) as usize];
            if *number == u32::MAX && result.is_ok() {
                let mut state = P::State::ZERO;
                old.components[first].put(one, &mut state);
                old.components[second].put(other, &mut state);
                match component.meet_surely(&state, budget) {
                    Ok((found, _)) => *number = found,
                    Err(refused) => result = Err(refused),
                }
            }
        }
    });
    result.map(|()| Source::Pair(places.0, places.1, width, table))
}

/// The bits of some parts of the vector, by word.
fn pieces(facts: &Facts, parts: u64) -> Vec<(u32, u64)> {
    let mut pieces: BTreeMap<u32, u64> = BTreeMap::new();
    let chosen = facts.parts.iter().enumerate().filter(|(part, _)| parts >> part & 1 == 1);
    for (word, mask) in chosen.flat_map(|(_, part)| part.iter()) {
        *pieces.entry(*word).or_default() |= mask;
    }
    pieces.into_iter().collect()
}

impl<'p, P: Protocol> Space<P> for Interned<'p, P> {
    type Cache = Expansion<P>;

    fn cache(&self) -> Expansion<P> {
        Expansion::new(self)
    }

    fn key(&self, state: &P::State, budget: &Budget) -> Result<u64, Refused> {
        let add = |key: u64, (at, place): (usize, &Place)| {
            Ok(key | u64::from(self.number(at, state, budget)?) << place.shift)
        };
        self.places.iter().enumerate().try_fold(0, add)
    }

    #[inline(always)]
    fn state(&self, key: u64) -> P::State {
        let mut state = P::State::ZERO;
        for (component, place) in self.components.iter().zip(&self.places) {
            component.put(place.get(key), &mut state);
        }
        state
    }

    #[inline(always)]
    fn expand(
        &self,
        trying: &Trying<P>,
        key: u64,
        expansion: &mut Expansion<P>,
        found: &mut Found<P>,
    ) -> Result<(), Refused> {
        expansion.expand(self, trying, key, found)
    }

    fn expand_all(
        &self,
        trying: &Trying<P>,
        keys: &[u64],
        expansion: &mut Expansion<P>,
        found: &mut Found<P>,
        stuck: &mut Vec<u16>,
    ) -> bool {
        expansion.expand_all(self, trying, keys, found, stuck)
    }

    fn take(
        &self,
        trying: &Trying<P>,
        key: u64,
        successors: &Successors<P::State>,
        found: &mut Found<P>,
    ) -> Result<(), Refused> {
        self.take_some(trying, key, successors, found, |_| true)
    }

    type Change = Change<'p, P>;

    fn key_bits(&self) -> u32 {
        Place::key_bits(&self.places)
    }

    fn one_set(&self, sets: usize, budget: &Budget) -> Option<KeySet> {
        Remainders::new(self.key_bits(), sets, budget).map(KeySet::Remainders)
    }

    fn widen(&mut self, log: &Log, hands: Hands, budget: &Budget) -> Result<Option<Change<'p, P>>, Refused> {
        if self.memo.fit(&self.components, hands, budget)? {
            return Ok(None);
        }
        let has_room = hands.map(&mut self.components, |component| component.make_room(budget));
        if has_room.contains(&false) {
            return Err(Refused::Memory);
        }
        if let Some(change) = self.split(log, hands, budget)? {
            return Ok(Some(change));
        }
        self.memo.fit(&self.components, hands, budget)?;
        let needed = self.needed();
        let is_enough = needed.iter().zip(&self.places).all(|(needed, place)| *needed <= place.width);
        if is_enough && log.len() > FEW_STATES {
            return Ok(None);
        }
        let Some(places) = Place::share(&needed, self.tuning.key_bits) else {
            return self.join(log, hands, budget).map(Some);
        };
        let before = self.move_to(places, hands, budget);
        Ok(Some(Change { sources: before.into_iter().map(Source::Same).collect(), old: None }))
    }

    /// Joins pairs of components that have few contents together, because each component is gone through for every state. Not more
    /// than two: they will have more contents later, and what three have together can be too much to be remembered.
    fn improve(&mut self, log: &Log, hands: Hands, budget: &Budget) -> Result<Option<Change<'p, P>>, Refused> {
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < self.parts.len() {
            let is_pair = at + 1 < self.parts.len() && self.count_pairs(at, log) <= self.tuning.few_contents;
            let count = if is_pair { 2 } else { 1 };
            parts.push(self.parts[at..at + count].iter().fold(0, |all, mask| all | mask));
            at += count;
        }
        if parts.len() == self.parts.len() { Ok(None) } else { self.regroup(parts, log, hands, budget) }
    }

    #[inline(always)]
    fn changed(&self, change: &Change<'p, P>, key: u64) -> u64 {
        let number = |(at, source): (usize, &Source)| match source {
            Source::Same(place) => place.get(key),
            Source::Table(place, table) => table[place.get(key) as usize],
            Source::Pair(first, second, width, table) => table[(first.get(key) * width + second.get(key)) as usize],
            Source::Contents => {
                let old = change.old.as_ref().expect("components are others");
                self.components[at].find(&old.state(key)).expect("it has been numbered")
            }
        };
        let numbers = change.sources.iter().enumerate().map(number);
        numbers.zip(&self.places).fold(0, |key, (number, place)| key | u64::from(number) << place.shift)
    }

    fn change_bytes(change: &Change<'p, P>) -> u64 {
        change.old.as_ref().map_or(0, |old| old.bytes())
    }

    fn bytes(&self) -> u64 {
        self.components.iter().map(Component::bytes).sum()
    }

    fn describe(&self, set: &KeySet, bytes: u64) -> String {
        let (bits, count) = (self.protocol.facts().vector_bits, self.components.len());
        let numbers: Vec<String> = self.components.iter().map(|it| it.used().to_string()).collect();
        let kind = match set {
            KeySet::Supertrace(array) => array.describe(bytes),
            _ => "table of remainders of numbered components".to_string(),
        };
        format!(
            "{kind}: the vector of {bits} bits is longer than one word; each of its {count} components has a number for its \
             contents ({} of them), and the key is these numbers in {} bits",
            numbers.join(", "),
            self.key_bits()
        )
    }
}
