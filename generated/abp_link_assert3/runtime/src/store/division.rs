//! Which of several sets a key belongs to, and what of it is left to be stored there.
//!
//! Bijections spread the bits of keys. The upper ones of the result are the number of the set, the next ones choose a place in it: so
//! neither need be stored, and the sets together are as small as one.

/// Shorter keys are taken for keys of so many bits, so that a place never tells more than there is.
const MIN_KEY: u32 = 32;

/// How keys are divided among sets, whose number is a power of two.
#[derive(Clone, Copy)]
pub struct Division {
    /// The bits of a word that keys do not have.
    unused: u32,
    /// The bits that the number of a set tells, and those that are left.
    set_bits: u32,
    rest_bits: u32,
    /// The upper bits of a word, as many as are left.
    rest_mask: u64,
}

impl Division {
    /// Of keys of so many bits among so many sets.
    pub fn new(key_bits: u32, sets: usize) -> Division {
        assert!(sets.is_power_of_two(), "defect of the verifier: {sets} sets");
        let (key_bits, set_bits) = (key_bits.max(MIN_KEY), sets.ilog2());
        let rest_bits = key_bits - set_bits;
        Division { unused: 64 - key_bits, set_bits, rest_bits, rest_mask: u64::MAX << (64 - rest_bits) }
    }

    /// How many sets there are.
    pub fn sets(self) -> usize {
        1 << self.set_bits
    }

    /// Spreads a key over the upper bits of a word, all others are 0: a bijection of its bits.
    #[inline(always)]
    pub fn spread(self, key: u64) -> u64 {
        (key << self.unused).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The number of the set that a key belongs to, which is given spread.
    #[inline(always)]
    pub fn set_of(self, spread: u64) -> usize {
        // Two shifts, because there may be only one set.
        (spread >> 32 >> (32 - self.set_bits)) as usize
    }

    /// What of a key the number of its set does not tell, in the upper bits of the word: spread once more.
    #[inline(always)]
    pub fn rest(self, key: u64) -> u64 {
        let rest = self.spread(key) << self.set_bits;
        (rest ^ rest >> (self.rest_bits / 2) & self.rest_mask).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// The bits of that.
    pub fn rest_bits(self) -> u32 {
        self.rest_bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn set_and_rest_tell_the_key() {
        for (key_bits, sets) in [(5, 1), (16, 1), (32, 8), (33, 2), (47, 256), (64, 4)] {
            let division = Division::new(key_bits, sets);
            let (mut keys, mut told) = (HashSet::new(), HashSet::new());
            for number in 0..30_000u64 {
                let key = number.wrapping_mul(0x5851_f42d_4c95_7f2d) >> (64 - key_bits);
                let rest = division.rest(key);
                assert!(rest.trailing_zeros() >= 64 - division.rest_bits());
                keys.insert(key);
                told.insert((division.set_of(division.spread(key)), rest));
            }
            assert_eq!(keys.len(), told.len());
        }
    }

    #[test]
    fn sets_get_equal_parts() {
        for sets in [2, 4, 8] {
            for shift in [0, 20] {
                let (division, mut counts) = (Division::new(40, sets), vec![0; sets]);
                (0..100_000u64).for_each(|key| counts[division.set_of(division.spread(key << shift))] += 1);
                assert!(counts.iter().all(|count| count * sets > 95_000 && count * sets < 105_000), "{counts:?}");
            }
        }
    }
}
