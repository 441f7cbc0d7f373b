//! The vector-addition paper's own set: the key is the address of a bit. Exact, and nothing is stored but that bit.

use super::Added;
use super::pages::{Line, Lines};
use crate::memory::Budget;
use std::sync::atomic::Ordering::Relaxed;

/// Bits of a line.
const LINE: u32 = 9;

/// The set.
pub struct BitArray {
    lines: Lines,
}

impl BitArray {
    /// An empty set for keys of so many bits; `None` if the budget has no room for it.
    pub fn new(key_bits: u32, budget: &Budget) -> Option<BitArray> {
        Some(BitArray { lines: Lines::new(1 << key_bits.saturating_sub(LINE), budget)? })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// Adds keys; the numbers of those that were not there go to `new`. Gives their number.
    pub fn add_all<const SHARED: bool>(&self, keys: &[u64], new: &mut Vec<u32>) -> usize {
        keys.iter().for_each(|key| self.line(*key).prefetch());
        let is_new = |at: &usize| self.add::<SHARED>(keys[*at]) == Added::New;
        new.extend((0..keys.len()).filter(is_new).map(|at| at as u32));
        keys.len()
    }

    fn line(&self, key: u64) -> &Line {
        self.lines.get((key >> LINE) as usize)
    }

    fn add<const SHARED: bool>(&self, key: u64) -> Added {
        let word = &self.line(key).0[(key >> 5 & 15) as usize];
        let bit = 1 << (key & 31);
        let before = if SHARED {
            word.fetch_or(bit, Relaxed)
        } else {
            let before = word.load(Relaxed);
            word.store(before | bit, Relaxed);
            before
        };
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
            let set = BitArray::new(key_bits, &Budget::of(1 << 26)).expect("there is room");
            let mut twin = HashSet::new();
            for number in 0..100_000u64 {
                let key = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & ((1 << key_bits) - 1);
                let added = if number % 2 == 0 { set.add::<false>(key) } else { set.add::<true>(key) };
                assert_eq!(added, if twin.insert(key) { Added::New } else { Added::Old });
            }
        }
    }
}
