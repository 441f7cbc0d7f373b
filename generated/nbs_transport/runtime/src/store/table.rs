//! The exact set of visited states: a log of the states in the order of discovery, and a hash table of numbers into it.
//!
//! Nothing is approximated: a state is old only if the log has an equal vector. The table holds 64-bit slots with the number
//! of the state and 24 bits of its hash, so that a slot of another state is nearly always passed without a look at the log.
//! It doubles at a load of 3/4; where the budget has no room for that it goes on up to 15/16.

use super::chunks::Chunks;
use crate::memory::{Budget, bytes_of};
use crate::protocol::Vector;
use xxhash_rust::xxh3::xxh3_64;

/// The number of a state: how many were discovered before it.
pub type StateId = usize;

/// Bits of a slot that hold the number of a state, plus one; 0 is an empty slot.
const ID_BITS: u32 = 40;
const ID_MASK: u64 = (1 << ID_BITS) - 1;
const FIRST_SLOTS: usize = 1 << 10;

/// What came of adding a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// It was not there.
    New(StateId),
    /// It was there.
    Old(StateId),
    /// It was not there and there is no room for it.
    NoRoom,
}

/// The set.
#[derive(Debug)]
pub struct Table<State> {
    states: Chunks<State>,
    slots: Vec<u64>,
}

impl<State: Vector> Table<State> {
    /// An empty set; `None` if not even that fits the budget.
    pub fn new(budget: &mut Budget) -> Option<Self> {
        budget
            .take(bytes_of::<u64>(FIRST_SLOTS))
            .then(|| Table { states: Chunks::default(), slots: vec![0; FIRST_SLOTS] })
    }

    /// How many states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// A state.
    pub fn get(&self, id: StateId) -> &State {
        self.states.get(id)
    }

    /// Adds a state, unless it is there.
    pub fn insert(&mut self, state: &State, budget: &mut Budget) -> Inserted {
        let hash = hash(state);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            let id = (slot & ID_MASK) as usize - 1;
            if slot & !ID_MASK == hash & !ID_MASK && self.states.get(id) == state {
                return Inserted::Old(id);
            }
            at = (at + 1) & mask;
        }
        let id = self.states.len();
        let has_room = id < ID_MASK as usize && self.make_room(budget) && self.states.push(*state, budget);
        if !has_room {
            return Inserted::NoRoom;
        }
        let at = if self.slots.len() - 1 == mask { at } else { free_slot(&self.slots, hash) };
        self.slots[at] = entry(hash, id);
        Inserted::New(id)
    }

    /// Sees to it that one more state fits.
    fn make_room(&mut self, budget: &mut Budget) -> bool {
        let (used, all) = (self.states.len() + 1, self.slots.len());
        if used <= all / 4 * 3 {
            return true;
        }
        if !budget.take(bytes_of::<u64>(all * 2)) {
            return used <= all / 16 * 15;
        }
        let mut slots = vec![0; all * 2];
        for id in 0..self.states.len() {
            let hash = hash(self.states.get(id));
            let at = free_slot(&slots, hash);
            slots[at] = entry(hash, id);
        }
        self.slots = slots;
        budget.give_back(bytes_of::<u64>(all));
        true
    }
}

fn entry(hash: u64, id: StateId) -> u64 {
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

/// One word needs no more than a multiplication and a fold; longer vectors get XXH3.
#[inline]
fn hash<State: Vector>(state: &State) -> u64 {
    match state.as_ref() {
        [word] => {
            let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * u128::from(0xd6e8_feb8_6659_fd93_u64);
            (product >> 64) as u64 ^ product as u64
        }
        words => xxh3_64(bytemuck::cast_slice(words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Numbers that repeat, in no order.
    fn scrambled(count: u64) -> impl Iterator<Item = u64> {
        (0..count).map(move |at| (at * 7919) % (count / 3 + 1))
    }

    fn agrees_with_a_hash_map<const WORDS: usize>(vector: impl Fn(u64) -> [u64; WORDS]) {
        let mut budget = Budget::new(Some(1 << 30));
        let mut table = Table::new(&mut budget).expect("there is room");
        let mut twin: HashMap<[u64; WORDS], usize> = HashMap::new();
        for number in scrambled(100_000) {
            let state = vector(number);
            let next = twin.len();
            let expected = match twin.get(&state) {
                Some(id) => Inserted::Old(*id),
                None => {
                    twin.insert(state, next);
                    Inserted::New(next)
                }
            };
            assert_eq!(table.insert(&state, &mut budget), expected);
        }
        assert_eq!(table.len(), twin.len());
        twin.iter().for_each(|(state, id)| assert_eq!(table.get(*id), state));
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
        let mut budget = Budget::new(Some(limit));
        let mut table = Table::<[u64; 2]>::new(&mut budget).expect("there is room");
        let mut number = 0;
        while table.insert(&[number, number], &mut budget) != Inserted::NoRoom {
            number += 1;
        }
        assert!(budget.peak() < limit);
        assert!(table.len() > 400_000, "{} states", table.len());
        assert_eq!(table.insert(&[5, 5], &mut budget), Inserted::Old(5), "what is there is still found");
    }
}
