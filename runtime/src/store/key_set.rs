//! A set of keys: the bit array where keys are short, the table of remainders elsewhere, and supertrace's array, which may take
//! a key for another one.

use super::bits::BitArray;
use super::bitstate::Bitstate;
use super::remainder::{Remainders, Window};
use super::{Added, Prospects};
use crate::memory::Budget;

/// Up to so many bits the bit array is smaller than most tables would be: 4 MiB.
const MAX_BIT_ARRAY: u32 = 25;

/// A set of keys.
pub enum KeySet {
    /// The key is an address.
    Bits(BitArray),
    /// The key is hashed.
    Remainders(Remainders),
    /// Nothing of the key is kept but a few bits at addresses that it is hashed to.
    Supertrace(Bitstate),
}

impl KeySet {
    /// A set for keys of so many bits; `None` if the budget has no room for it.
    pub fn new(key_bits: u32, budget: &Budget) -> Option<KeySet> {
        KeySet::one_of(1, key_bits, budget)
    }

    /// One of several sets, each for a part of the keys of so many bits.
    pub fn one_of(sets: usize, key_bits: u32, budget: &Budget) -> Option<KeySet> {
        if key_bits + sets.ilog2() <= MAX_BIT_ARRAY {
            return BitArray::new(key_bits, budget).map(KeySet::Bits);
        }
        Remainders::new(key_bits, sets, budget).map(KeySet::Remainders)
    }

    /// Adds keys, and says of each whether it was not there. If there is no room for some, their places go to `no_room`. It needs a
    /// window, whichever.
    pub fn add_all(&mut self, keys: &[u64], is_new: &mut [bool], no_room: &mut Vec<usize>, window: &mut Window) {
        match self {
            KeySet::Bits(set) => set.add_all(keys, is_new),
            KeySet::Remainders(set) => set.add_all(keys, is_new, no_room, window),
            KeySet::Supertrace(set) => set.add_all(keys, is_new),
        }
    }

    /// Adds one key.
    pub fn add(&mut self, key: u64) -> Added {
        let mut is_new = [false];
        match self {
            KeySet::Bits(set) => set.add_all(&[key], &mut is_new),
            KeySet::Remainders(set) => return set.add(key),
            KeySet::Supertrace(set) => set.add_all(&[key], &mut is_new),
        }
        if is_new[0] { Added::New } else { Added::Old }
    }

    /// How many keys can be added before it should grow.
    pub fn room(&self) -> usize {
        match self {
            KeySet::Bits(_) | KeySet::Supertrace(_) => usize::MAX,
            KeySet::Remainders(set) => set.room(),
        }
    }

    /// It should grow before so many more keys are added, or soon will have to.
    pub fn is_nearly_full(&self, more: usize) -> bool {
        match self {
            KeySet::Bits(_) | KeySet::Supertrace(_) => false,
            KeySet::Remainders(set) => set.is_nearly_full(more),
        }
    }

    /// Makes it larger, if the budget has room for it.
    pub fn grow(&mut self, budget: &Budget, prospects: Prospects) -> bool {
        match self {
            KeySet::Bits(_) | KeySet::Supertrace(_) => true,
            KeySet::Remainders(set) => set.grow(budget, prospects),
        }
    }

    /// Forgets all keys; then it is for keys of so many bits.
    pub fn clear(&mut self, key_bits: u32) {
        match self {
            KeySet::Bits(set) => set.clear(),
            KeySet::Remainders(set) => set.clear(key_bits),
            KeySet::Supertrace(set) => set.clear(),
        }
    }

    /// What it is, in a word.
    pub fn name(&self) -> &'static str {
        match self {
            KeySet::Bits(_) => "bits",
            KeySet::Remainders(_) => "table",
            KeySet::Supertrace(_) => "bitstate",
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        match self {
            KeySet::Bits(set) => set.bytes(),
            KeySet::Remainders(set) => set.bytes(),
            KeySet::Supertrace(set) => set.bytes(),
        }
    }
}
