//! States of several words, in keys of one: each process with its variables and queues is a *component*, its contents are
//! numbered as they are met, and the key is the vector of these numbers.
//!
//! A step changes few components, so the key of a successor is that of its predecessor with one or two numbers exchanged;
//! what a rule does to them is remembered (`memo`), so that most steps are an addition to the key and nothing else. The numbers
//! share the bits of a key; how many bits each component gets is decided as the search goes on. When a component has more
//! contents than its bits can number, all keys are written anew with other widths. Two things are done about components that do
//! not work out: one with very many contents is split into process and queues; and when 64 bits are not enough for all numbers,
//! neighbouring components are joined, which takes fewer bits, because not everything goes with everything.

use super::bitstate::Bitstate;
use super::components::Component;
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
    pub(super) known: KeySet,
    /// By component: the parts of the vector it is made of, a bit for each.
    parts: Vec<u64>,
    /// Components may still be split into their parts.
    splits: bool,
    pub(super) rules: Vec<RuleUse>,
    /// By process: the component of its control state and variables.
    pub(super) homes: Vec<usize>,
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
    changes: u64,
    /// It looks at its own process's component only, and changes nothing else, but for a message that it sends or receives.
    pub is_local: bool,
}

/// While there are no more states, keys are written anew whenever more is known about what they need.
const FEW_STATES: usize = 1 << 16;
/// A component is worth remembering if its contents come again at least so often.
const STATES_PER_CONTENTS: usize = 16;
/// A key has numbers of at most so many components.
const MAX_COMPONENTS: usize = 24;
/// A component's numbers have at most so many bits.
const MAX_WIDTH: u32 = 31;

impl Place {
    fn new(shift: u32, width: u32) -> Place {
        Place { shift, width, max: (1 << width) - 1 }
    }

    #[inline(always)]
    pub fn get(self, key: u64) -> u32 {
        (key >> self.shift & self.max) as u32
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
    pub fn new(protocol: &'p P, tuning: Tuning, array: Option<Bitstate>, budget: &Budget) -> Option<Self> {
        let known = array.map(KeySet::Supertrace);
        Interned::with(protocol, tuning, protocol.facts().clusters.to_vec(), known, budget)
    }

    fn with(protocol: &'p P, tuning: Tuning, parts: Vec<u64>, known: Option<KeySet>, budget: &Budget) -> Option<Self> {
        let facts = protocol.facts();
        let components = parts.iter().map(|mask| Component::new(&pieces(facts, *mask), budget));
        let components = components.collect::<Option<Vec<Component>>>()?;
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
        let rules = facts.rules.iter().map(rule_use).collect();
        let places = Place::share(&vec![1; components.len()], tuning.key_bits)?;
        let table = || Remainders::new(Place::key_bits(&places), budget).map(KeySet::Remainders);
        let known = known.or_else(table)?;
        Some(Interned { protocol, tuning, components, places, known, parts, splits: true, rules, homes })
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

    /// The bits that the numbers of each component need.
    fn needed(&self) -> Vec<u32> {
        self.components.iter().map(|component| 32 - component.count().leading_zeros()).collect()
    }

    /// All keys of the log again, with other places or other components; what was there before is left as it was if there
    /// is no room for that.
    fn write_anew(
        &mut self,
        log: &mut Log,
        budget: &Budget,
        places: &[Place],
        again: impl Fn(&Self, u64) -> u64,
    ) -> Result<KeySet, Refused> {
        let mut again_known = self.known.begin_anew(Place::key_bits(places), log, budget).ok_or(Refused::Memory)?;
        let (mut has_room, mut again_keys) = (true, Vec::new());
        log.for_each_chunk(|keys| {
            again_keys.clear();
            again_keys.extend(keys.iter().map(|key| again(self, *key)));
            let (mut done, mut new) = (0, Vec::new());
            while has_room && done < keys.len() {
                done += again_known.add_all::<false>(&again_keys[done..], &mut new);
                if done < keys.len() {
                    has_room = again_known.grow(1, budget);
                }
            }
        });
        if !has_room {
            budget.give_back(again_known.bytes());
            return Err(Refused::Memory);
        }
        again_known.count(log.len());
        log.rewrite(|key| again(self, key));
        Ok(again_known)
    }

    /// Joins neighbouring components, until their numbers fit a key.
    fn join(&mut self, log: &mut Log, budget: &Budget) -> Result<(), Refused> {
        self.splits = false;
        let mut parts = self.parts.clone();
        while parts.len() > 1 {
            parts = parts.chunks(2).map(|pair| pair.iter().fold(0, |all, mask| all | mask)).collect();
            if self.regroup(parts.clone(), log, budget)? {
                return Ok(());
            }
        }
        Err(Refused::Memory)
    }

    /// Splits components that have too many different contents. Says whether it did.
    fn split(&mut self, log: &mut Log, budget: &Budget) -> Result<bool, Refused> {
        // What comes in as many kinds as there are states is several things that change apart from each other.
        let many = (log.len() / STATES_PER_CONTENTS).max(self.tuning.many_contents as usize);
        let is_large =
            |(component, parts): (&Component, &u64)| component.count() as usize > many && parts.count_ones() > 1;
        if !self.splits || !self.components.iter().zip(&self.parts).any(is_large) {
            return Ok(false);
        }
        let mut parts = Vec::new();
        for (component, own) in self.components.iter().zip(&self.parts) {
            match is_large((component, own)) {
                true => parts.extend((0..64).map(|part| own & 1 << part).filter(|part| *part != 0)),
                false => parts.push(*own),
            }
        }
        self.splits = parts.len() <= MAX_COMPONENTS && self.regroup(parts, log, budget)?;
        Ok(self.splits)
    }

    /// Makes other components of the parts of the vector, and writes all keys anew. Says whether their numbers fit a key.
    fn regroup(&mut self, parts: Vec<u64>, log: &mut Log, budget: &Budget) -> Result<bool, Refused> {
        let mut other = Interned::with(self.protocol, self.tuning, parts, None, budget).ok_or(Refused::Memory)?;
        other.splits = self.splits;
        let regrouped = other.number_all(self, log, budget).and_then(|()| {
            let Some(places) = Place::share(&other.needed(), self.tuning.key_bits) else { return Ok(false) };
            other.places = places;
            let again = |old: &Self, key: u64| other.key(&old.state(key), budget).expect("it has been numbered");
            let known = self.write_anew(log, budget, &other.places, again)?;
            budget.give_back(other.known.bytes());
            other.known = known;
            Ok(true)
        });
        if regrouped == Ok(true) {
            std::mem::swap(self, &mut other);
        }
        budget.give_back(other.bytes());
        regrouped
    }

    /// Numbers the contents of all states of the log.
    fn number_all(&mut self, old: &Self, log: &Log, budget: &Budget) -> Result<(), Refused> {
        let mut result = Ok(());
        let max = Place::new(0, MAX_WIDTH).max;
        log.for_each_chunk(|keys| {
            for state in keys.iter().map(|key| old.state(*key)) {
                for component in &mut self.components {
                    while result.is_ok() {
                        match component.number(&state, max, budget) {
                            Ok(_) => break,
                            Err(Refused::Keys) if component.make_room(budget) => {}
                            Err(_) => result = Err(Refused::Memory),
                        }
                    }
                }
            }
        });
        result
    }
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

impl<P: Protocol> Space<P> for Interned<'_, P> {
    type Cache = Memo<P>;

    fn cache(&self) -> Memo<P> {
        Memo::new(self)
    }

    fn cache_bytes(memo: &Memo<P>) -> u64 {
        memo.bytes()
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
    fn expand(&self, trying: &Trying<P>, key: u64, memo: &mut Memo<P>, found: &mut Found<P>) -> Result<(), Refused> {
        memo.expand(self, trying, key, found)
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

    fn known(&self) -> &KeySet {
        &self.known
    }

    fn known_mut(&mut self) -> &mut KeySet {
        &mut self.known
    }

    fn widen(&mut self, log: &mut Log, budget: &Budget) -> Result<(), Refused> {
        if !self.components.iter_mut().all(|component| component.make_room(budget)) {
            return Err(Refused::Memory);
        }
        if self.split(log, budget)? {
            return Ok(());
        }
        let needed = self.needed();
        let is_enough = needed.iter().zip(&self.places).all(|(needed, place)| *needed <= place.width);
        if is_enough && log.len() > FEW_STATES {
            return Ok(());
        }
        let Some(places) = Place::share(&needed, self.tuning.key_bits) else { return self.join(log, budget) };
        let again = |old: &Self, key: u64| {
            let numbers = old.places.iter().map(|place| u64::from(place.get(key)));
            numbers.zip(&places).fold(0, |key, (number, place)| key | number << place.shift)
        };
        let known = self.write_anew(log, budget, &places, again)?;
        budget.give_back(self.known.bytes());
        (self.known, self.places) = (known, places);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.known.bytes() + self.components.iter().map(Component::bytes).sum::<u64>()
    }

    fn describe(&self) -> String {
        let (bits, count) = (self.protocol.facts().vector_bits, self.components.len());
        let numbers: Vec<String> = self.components.iter().map(|it| it.count().to_string()).collect();
        let kind = match &self.known {
            KeySet::Supertrace(array) => array.describe(),
            _ => "table of remainders of numbered components".to_string(),
        };
        format!(
            "{kind}: the vector of {bits} bits is longer than one word; each of its {count} components has a number for its \
             contents ({} of them), and the key is these numbers in {} bits",
            numbers.join(", "),
            Place::key_bits(&self.places)
        )
    }
}
