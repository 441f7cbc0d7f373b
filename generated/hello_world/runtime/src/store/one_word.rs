//! States of one word: the vector is the key.

use super::bits::BitArray;
use super::chunks::Chunks;
use super::remainder::Remainders;
use super::{Added, NoKey, Visited};
use crate::memory::Budget;
use crate::protocol::Vector;

/// Up to so many bits the bit array is smaller than most tables would be: 4 MiB.
const MAX_BIT_ARRAY: u32 = 25;

/// A set of vectors of one word.
pub enum OneWord {
    /// The vector is an address.
    Bits(BitArray),
    /// The vector is hashed.
    Remainders(Remainders),
}

impl OneWord {
    /// A set for vectors of so many bits; `None` if the budget has no room for it.
    pub fn new(vector_bits: u32, budget: &mut Budget) -> Option<OneWord> {
        if vector_bits <= MAX_BIT_ARRAY {
            return BitArray::new(vector_bits, budget).map(OneWord::Bits);
        }
        Remainders::new(vector_bits, budget).map(OneWord::Remainders)
    }
}

impl<State: Vector> Visited<State> for OneWord {
    type Key = u64;
    type Probe = u64;

    const NEEDS_LOG: bool = false;

    #[inline(always)]
    fn key(&mut self, state: &State, _: Option<(&u64, u32)>, _: &mut Budget) -> Result<u64, NoKey> {
        Ok(state.as_ref()[0])
    }

    #[inline(always)]
    fn state(&self, key: &u64) -> State {
        let mut state = State::ZERO;
        state.as_mut()[0] = *key;
        state
    }

    #[inline(always)]
    fn prepare(&self, key: &u64) -> u64 {
        match self {
            OneWord::Bits(set) => {
                set.prefetch(*key);
                *key
            }
            OneWord::Remainders(set) => set.prepare(*key),
        }
    }

    #[inline(always)]
    fn add(&mut self, _: &u64, probe: u64, _: &Chunks<u64>, budget: &mut Budget) -> Added {
        match self {
            OneWord::Bits(set) => set.add(probe),
            OneWord::Remainders(set) => set.add(probe, budget),
        }
    }
}
