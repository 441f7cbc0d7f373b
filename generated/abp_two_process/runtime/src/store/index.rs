//! Finds items of a list by what they are: a hash table of places in a list that is kept elsewhere.

use crate::memory::{Budget, bytes_of};
use crate::protocol::Vector;

/// Slots in the beginning.
const FIRST: usize = 64;

/// Places plus one, by the hash of the items at them; 0 in a slot that is empty.
#[derive(Default)]
pub struct Index {
    slots: Vec<u32>,
    count: usize,
}

/// The hash of a state.
pub fn hash<State: Vector>(state: &State) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytemuck::cast_slice(state.as_ref()))
}

impl Index {
    /// The bytes it takes.
    pub fn bytes(&self) -> u64 {
        bytes_of::<u32>(self.slots.capacity())
    }

    /// The place of an item with this hash.
    pub fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.slot(hash, is_it).map(|slot| self.slots[slot] - 1)
    }

    fn slot(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash as usize & mask;
        while let Some(place) = self.slots[slot].checked_sub(1) {
            if is_it(place) {
                return Some(slot);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Adds an item that is not in it. Says whether there was room.
    #[must_use]
    pub fn add(&mut self, hash: u64, place: u32, hash_of: impl Fn(u32) -> u64, budget: &Budget) -> bool {
        if (self.count + 1) * 2 > self.slots.len() && !self.grow(hash_of, budget) {
            return false;
        }
        self.put(hash, place);
        self.count += 1;
        true
    }

    fn put(&mut self, hash: u64, place: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = place + 1;
    }

    fn grow(&mut self, hash_of: impl Fn(u32) -> u64, budget: &Budget) -> bool {
        let wanted = (self.slots.len() * 2).max(FIRST);
        if !budget.take(bytes_of::<u32>(wanted)) {
            return false;
        }
        let Some(slots) = crate::memory::zeros(wanted) else {
            budget.give_back(bytes_of::<u32>(wanted));
            return false;
        };
        let old = std::mem::replace(&mut self.slots, slots);
        budget.give_back(bytes_of::<u32>(old.len()));
        old.iter().filter_map(|slot| slot.checked_sub(1)).for_each(|place| self.put(hash_of(place), place));
        true
    }

    /// Removes the item at a place. What comes behind it moves up, so that it is found without a gap.
    pub fn remove(&mut self, hash: u64, place: u32, hash_of: impl Fn(u32) -> u64) {
        let Some(mut gap) = self.slot(hash, |other| other == place) else { return };
        let mask = self.slots.len() - 1;
        let mut next = gap;
        loop {
            next = (next + 1) & mask;
            let Some(place) = self.slots[next].checked_sub(1) else { break };
            let home = hash_of(place) as usize & mask;
            // It may move to the gap unless its home lies between the two.
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(gap) & mask {
                self.slots[gap] = place + 1;
                gap = next;
            }
        }
        self.slots[gap] = 0;
        self.count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn finds_what_is_in_it_and_nothing_else() {
        let budget = Budget::of(1 << 20);
        let hash_of = |place: u32| u64::from(place % 97).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let (mut index, mut twin) = (Index::default(), HashSet::new());
        for number in 0..20_000u32 {
            let place = number.wrapping_mul(2_654_435_761) >> 23;
            let found = index.find(hash_of(place), |other| other == place);
            assert_eq!(found.is_some(), twin.contains(&place));
            if found.is_some() {
                index.remove(hash_of(place), place, hash_of);
                twin.remove(&place);
            } else {
                assert!(index.add(hash_of(place), place, hash_of, &budget));
                twin.insert(place);
            }
        }
        assert!(
            (0..512).all(|place| index.find(hash_of(place), |other| other == place).is_some() == twin.contains(&place))
        );
        assert_eq!(budget.used(), index.bytes());
    }
}
