//! A set of keys: the bit array where keys are short, the table of remainders elsewhere, and supertrace's array, which may take
//! a key for another one.

use super::Added;
use super::bits::BitArray;
use super::bitstate::Bitstate;
use super::log::Log;
use super::remainder::Remainders;
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
        if key_bits <= MAX_BIT_ARRAY {
            return BitArray::new(key_bits, budget).map(KeySet::Bits);
        }
        Remainders::new(key_bits, budget).map(KeySet::Remainders)
    }

    /// Adds keys, in their order; the numbers of those that were not there go to `new`. Gives how many were looked
    /// up: if not all, there is no room for the next one. `SHARED`: other threads do the same.
    pub fn add_all<const SHARED: bool>(&self, keys: &[u64], new: &mut Vec<u32>) -> usize {
        match self {
            KeySet::Bits(set) => set.add_all::<SHARED>(keys, new),
            KeySet::Remainders(set) => set.add_all::<SHARED>(keys, new),
            KeySet::Supertrace(set) => set.add_all::<SHARED>(keys, new),
        }
    }

    /// Adds one key.
    pub fn add(&self, key: u64) -> Added {
        let mut new = Vec::new();
        match self.add_all::<false>(&[key], &mut new) {
            0 => Added::NoRoom,
            _ if new.is_empty() => Added::Old,
            _ => Added::New,
        }
    }

    /// How many keys can be added before it should grow.
    pub fn room(&self) -> usize {
        match self {
            KeySet::Bits(_) | KeySet::Supertrace(_) => usize::MAX,
            KeySet::Remainders(set) => set.room(),
        }
    }

    /// So many keys have been added.
    pub fn count(&mut self, added: usize) {
        match self {
            KeySet::Bits(_) => {}
            KeySet::Remainders(set) => set.count(added),
            KeySet::Supertrace(set) => set.count(added),
        }
    }

    /// Makes it larger, with so many threads, if the budget has room for it.
    pub fn grow(&mut self, threads: usize, budget: &Budget) -> bool {
        match self {
            KeySet::Bits(_) | KeySet::Supertrace(_) => true,
            KeySet::Remainders(set) if threads > 1 => set.grow_together(threads, budget),
            KeySet::Remainders(set) => set.grow(budget),
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

    /// An empty set of the same size for other keys of so many bits, when `log` has all keys that are in this one; `None` if there
    /// is no room for two. There are never two arrays of supertrace: the one there is becomes empty and is taken away from here.
    pub fn begin_anew(&mut self, key_bits: u32, log: &Log, budget: &Budget) -> Option<KeySet> {
        match self {
            KeySet::Bits(_) => KeySet::new(key_bits, budget),
            KeySet::Remainders(set) => set.empty_twin(key_bits, budget).map(KeySet::Remainders),
            KeySet::Supertrace(set) => {
                log.for_each_chunk(|keys| set.clear(keys));
                set.hand_over(budget).map(KeySet::Supertrace)
            }
        }
    }
}
