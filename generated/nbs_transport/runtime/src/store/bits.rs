//! The vector-addition paper's own set: the key is the address of a bit. Exact, and nothing is stored but that bit.

use super::Added;
use super::region::Region;
use crate::memory::Budget;
use std::sync::atomic::Ordering::Relaxed;

/// Bits of a line.
const LINE: u32 = 9;

/// The set.
pub struct BitArray {
    region: Region,
}

impl BitArray {
    /// An empty set for keys of so many bits; `None` if the budget has no room for it.
    pub fn new(key_bits: u32, budget: &mut Budget) -> Option<BitArray> {
        let lines = 1usize << key_bits.saturating_sub(LINE);
        Some(BitArray { region: Region::new(lines, budget)? })
    }

    /// Starts to fetch what [`Self::add`] will look at.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.region.prefetch((key >> LINE) as usize);
    }

    /// Adds a key, unless it is there.
    #[inline(always)]
    pub fn add(&mut self, key: u64) -> Added {
        let word = &self.region.lines()[(key >> LINE) as usize].0[(key >> 5 & 15) as usize];
        let (before, bit) = (word.load(Relaxed), 1 << (key & 31));
        word.store(before | bit, Relaxed);
        if before & bit == 0 { Added::New } else { Added::Old }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn finds_exactly_what_is_in_it() {
        for key_bits in [0, 3, 8, 9, 10, 16] {
            let mut budget = Budget::of(1 << 26);
            let mut set = BitArray::new(key_bits, &mut budget).expect("there is room");
            let mut twin = HashSet::new();
            for number in 0..100_000u64 {
                let key = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & ((1 << key_bits) - 1);
                assert_eq!(set.add(key), if twin.insert(key) { Added::New } else { Added::Old });
            }
        }
    }
}
