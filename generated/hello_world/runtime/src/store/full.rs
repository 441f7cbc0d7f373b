//! States of any length: the vector is the key, and the set is a hash table of numbers into the log.
//!
//! A slot is 64 bits: the number of the state and 24 bits of its hash, so that a slot of another state is nearly always
//! passed without a look at the log. The table doubles at a load of 3/4; where the budget has no room for that it goes on up to
//! 15/16.

use super::chunks::Chunks;
use super::{Added, NoKey, Visited};
use crate::memory::{Budget, bytes_of, zeros};
use crate::protocol::Vector;
use xxhash_rust::xxh3::xxh3_64;

/// Bits of a slot that hold the number of a state, plus one; 0 is an empty slot.
const ID_BITS: u32 = 40;
const ID_MASK: u64 = (1 << ID_BITS) - 1;
const FIRST_SLOTS: usize = 1 << 10;

/// The set.
pub struct Full {
    slots: Vec<u64>,
    length: usize,
}

impl Full {
    /// An empty set; `None` if the budget has no room for it.
    pub fn new(budget: &mut Budget) -> Option<Full> {
        budget.take(bytes_of::<u64>(FIRST_SLOTS)).then(|| Full { slots: vec![0; FIRST_SLOTS], length: 0 })
    }

    /// The number of a state that is in the log.
    pub fn find<State: Vector>(&self, state: &State, log: &Chunks<State>) -> Option<usize> {
        self.probe(state, hash(state), log).ok()
    }

    /// The number of a state, or the slot where it belongs.
    fn probe<State: Vector>(&self, state: &State, hash: u64, log: &Chunks<State>) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            let id = (slot & ID_MASK) as usize - 1;
            if slot & !ID_MASK == hash & !ID_MASK && log.get(id) == state {
                return Ok(id);
            }
            at = (at + 1) & mask;
        }
    }

    /// Sees to it that one more state fits.
    fn make_room<State: Vector>(&mut self, log: &Chunks<State>, budget: &mut Budget) -> bool {
        let (used, all) = (self.length + 1, self.slots.len());
        if used <= all / 4 * 3 {
            return true;
        }
        if !budget.take(bytes_of::<u64>(all * 2)) {
            return used <= all / 16 * 15;
        }
        let Some(mut slots) = zeros(all * 2) else {
            budget.give_back(bytes_of::<u64>(all * 2));
            return used <= all / 16 * 15;
        };
        for id in 0..self.length {
            let hash = hash(log.get(id));
            let at = free_slot(&slots, hash);
            slots[at] = entry(hash, id);
        }
        self.slots = slots;
        budget.give_back(bytes_of::<u64>(all));
        true
    }
}

impl<State: Vector> Visited<State> for Full {
    type Key = State;
    type Probe = u64;

    const NEEDS_LOG: bool = true;

    fn key(&mut self, state: &State, _: Option<(&State, u32)>, _: &mut Budget) -> Result<State, NoKey> {
        Ok(*state)
    }

    fn state(&self, key: &State) -> State {
        *key
    }

    fn prepare(&self, key: &State) -> u64 {
        hash(key)
    }

    fn add(&mut self, key: &State, hash: u64, log: &Chunks<State>, budget: &mut Budget) -> Added {
        let Err(at) = self.probe(key, hash, log) else { return Added::Old };
        let slots = self.slots.len();
        if self.length as u64 >= ID_MASK || !self.make_room(log, budget) {
            return Added::NoRoom;
        }
        let at = if self.slots.len() == slots { at } else { free_slot(&self.slots, hash) };
        self.slots[at] = entry(hash, self.length);
        self.length += 1;
        Added::New
    }
}

fn entry(hash: u64, id: usize) -> u64 {
    hash & !ID_MASK | (id as u64 + 1)
}

fn free_slot(slots: &[u64], hash: u64) -> usize {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    while slots[at] != 0 {
        at = (at + 1) & mask;
    }
    at
}

fn hash<State: Vector>(state: &State) -> u64 {
    xxh3_64(bytemuck::cast_slice(state.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn add<State: Vector>(set: &mut Full, state: &State, log: &mut Chunks<State>, budget: &mut Budget) -> Added {
        let probe = Visited::<State>::prepare(set, state);
        match set.add(state, probe, log, budget) {
            Added::New if !log.push(*state, budget) => Added::NoRoom,
            added => added,
        }
    }

    fn agrees_with_a_hash_map<const WORDS: usize>(vector: impl Fn(u64) -> [u64; WORDS]) {
        let mut budget = Budget::of(1 << 30);
        let mut set = Full::new(&mut budget).expect("there is room");
        let mut log = Chunks::default();
        let mut twin: HashMap<[u64; WORDS], usize> = HashMap::new();
        for number in (0..100_000).map(|number| number * 7919 % 33_334) {
            let state = vector(number);
            let next = twin.len();
            let id = *twin.entry(state).or_insert(next);
            let expected = if id == next { Added::New } else { Added::Old };
            assert_eq!(add(&mut set, &state, &mut log, &mut budget), expected);
        }
        twin.iter().for_each(|(state, id)| assert_eq!(set.find(state, &log), Some(*id)));
        assert_eq!(set.find(&[u64::MAX; WORDS], &log), None);
    }

    #[test]
    fn finds_exactly_what_is_in_it() {
        agrees_with_a_hash_map(|number| [number]);
        agrees_with_a_hash_map(|number| [number << 40]);
        agrees_with_a_hash_map(|number| [number, 0, number * number]);
    }

    #[test]
    fn ends_at_the_budget_and_not_before_it_is_nearly_used() {
        let limit = 32 << 20;
        let mut budget = Budget::of(limit);
        let mut set = Full::new(&mut budget).expect("there is room");
        let mut log = Chunks::default();
        let mut number = 0;
        while add(&mut set, &[number, number], &mut log, &mut budget) != Added::NoRoom {
            number += 1;
        }
        assert!(budget.peak() <= limit);
        assert!(log.len() > 400_000, "{} states", log.len());
        assert_eq!(add(&mut set, &[5, 5], &mut log, &mut budget), Added::Old, "what is there is still found");
    }
}
