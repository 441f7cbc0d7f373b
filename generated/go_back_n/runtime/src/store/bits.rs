//! The vector-addition paper's own set: the key is the address of a bit. Exact, and nothing is stored but that bit.

use super::pages::{Line, Lines, prefetch};
use crate::memory::Budget;

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

    /// Adds keys, and says of each whether it was not there.
    pub fn add_all(&mut self, keys: &[u64], is_new: &mut [bool]) {
        keys.iter().for_each(|key| prefetch(&self.lines, line(*key)));
        keys.iter().zip(is_new).for_each(|(key, is_new)| *is_new = self.add(*key));
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.lines.fill(Line::ZERO);
    }

    /// Adds a key. Says whether it was not there.
    fn add(&mut self, key: u64) -> bool {
        let word = &mut self.lines[line(key)].0[(key >> 5 & 15) as usize];
        let before = *word;
        *word |= 1 << (key & 31);
        before != *word
    }
}

fn line(key: u64) -> usize {
    (key >> LINE) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn finds_exactly_what_is_in_it() {
        for key_bits in [0, 3, 8, 9, 10, 16] {
            let mut set = BitArray::new(key_bits, &Budget::of(1 << 26)).expect("there is room");
            let mut twin = HashSet::new();
            for number in 0..100_000u64 {
                let key = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20 & ((1 << key_bits) - 1);
                assert_eq!(set.add(key), twin.insert(key));
            }
        }
    }
}
