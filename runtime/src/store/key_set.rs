//! A set of keys: the bit array where keys are short, the table of remainders elsewhere.

use super::Added;
use super::bits::BitArray;
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
}

impl KeySet {
    /// A set for keys of so many bits; `None` if the budget has no room for it.
    pub fn new(key_bits: u32, budget: &Budget) -> Option<KeySet> {
        if key_bits <= MAX_BIT_ARRAY {
            return BitArray::new(key_bits, budget).map(KeySet::Bits);
        }
        Remainders::new(key_bits, budget).map(KeySet::Remainders)
    }

    /// Starts to fetch what a lookup needs; gives what else it needs.
    #[inline(always)]
    pub fn prepare(&self, key: u64) -> u64 {
        match self {
            KeySet::Bits(set) => {
                set.prefetch(key);
                key
            }
            KeySet::Remainders(set) => set.prepare(key),
        }
    }

    /// A lookup that was prepared a while ago comes soon.
    #[inline(always)]
    pub fn look_ahead(&self, probe: u64) {
        if let KeySet::Remainders(set) = self {
            set.look_ahead(probe);
        }
    }

    /// Adds a prepared key, unless it is there. `SHARED`: other threads do the same.
    #[inline(always)]
    pub fn add<const SHARED: bool>(&self, probe: u64) -> Added {
        match self {
            KeySet::Bits(set) => set.add::<SHARED>(probe),
            KeySet::Remainders(set) => set.add::<SHARED>(probe),
        }
    }

    /// How many keys can be added before it should grow.
    pub fn room(&self) -> usize {
        match self {
            KeySet::Bits(_) => usize::MAX,
            KeySet::Remainders(set) => set.room(),
        }
    }

    /// So many keys have been added.
    pub fn count(&mut self, added: usize) {
        if let KeySet::Remainders(set) = self {
            set.count(added);
        }
    }

    /// Makes it larger, if the budget has room for it.
    pub fn grow(&mut self, budget: &Budget) -> bool {
        match self {
            KeySet::Bits(_) => true,
            KeySet::Remainders(set) => set.grow(budget),
        }
    }

    /// What it is, in a word.
    pub fn name(&self) -> &'static str {
        match self {
            KeySet::Bits(_) => "bits",
            KeySet::Remainders(_) => "table",
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        match self {
            KeySet::Bits(set) => set.bytes(),
            KeySet::Remainders(set) => set.bytes(),
        }
    }
}
