//! The last keys that were met.
//!
//! Half of all successors were met a moment ago, because steps of different processes lead to the same state in either order.
//! They need not be looked up in the set of known states. Nothing branches on whether a key was met, because nobody can
//! foresee it.

/// How many places for keys, if there is one thread, ...
const PLACES_ALONE: usize = 1 << 14;
/// ... and for each of several: it meets more that the others have met, and a lookup takes longer. Two threads take 6% less time for
/// `leader_election` with as many, and 0 to 3% for others; one thread takes up to 4% more.
const PLACES_SHARED: usize = 1 << 15;
/// A key whose place is not that of 0, which is the first.
const ELSEWHERE: u64 = 1;

/// The last keys: each at the place that it is hashed to. In the beginning, keys at places that are not theirs.
pub struct Recent {
    keys: Box<[u64; PLACES_SHARED]>,
    /// The place of a key is in the upper bits, behind so many others.
    shift: u32,
}

impl Recent {
    /// None were met.
    pub fn new(is_alone: bool) -> Recent {
        let places = if is_alone { PLACES_ALONE } else { PLACES_SHARED };
        let keys = vec![0; PLACES_SHARED].into_boxed_slice().try_into().expect("as many as there are");
        let mut recent = Recent { keys, shift: u64::BITS - places.ilog2() };
        // The rest is not touched before the thread that it belongs to does that.
        recent.keys[0] = ELSEWHERE;
        recent
    }

    /// Forgets all.
    pub fn forget(&mut self) {
        let places = 1 << (u64::BITS - self.shift);
        self.keys[..places].fill(0);
        self.keys[0] = ELSEWHERE;
    }

    /// Meets a key, which is given also spread over the upper bits of a word. Says whether it was not met a moment ago.
    #[inline(always)]
    pub fn meet(&mut self, key: u64, spread: u64) -> bool {
        std::mem::replace(&mut self.keys[(spread >> self.shift) as usize % PLACES_SHARED], key) != key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::division::Division;

    #[test]
    fn a_key_is_left_out_only_if_it_was_met() {
        for is_alone in [true, false] {
            let mut recent = Recent::new(is_alone);
            for key_bits in 0..=64 {
                let division = Division::new(key_bits, 1);
                assert_eq!(division.spread(0), 0);
                assert!(division.spread(ELSEWHERE) >> recent.shift > 0);
            }
            let division = Division::new(64, 1);
            let mut meet = |key| recent.meet(key, division.spread(key));
            let new: Vec<u64> = [0, 1, 0, 7, 7, 1, 1 << 62].into_iter().filter(|key| meet(*key)).collect();
            assert_eq!(new, [0, 1, 7, 1 << 62]);
            let mut known = std::collections::HashSet::from([0, 1, 7, 1 << 62]);
            let mut left_out = 0;
            for number in 0..100_000u64 {
                let key = number * number % 5000;
                if !meet(key) {
                    assert!(known.contains(&key));
                    left_out += 1;
                }
                known.insert(key);
            }
            assert!(left_out > 50_000, "{left_out}");
            recent.forget();
            assert!(recent.meet(0, division.spread(0)) && recent.meet(7, division.spread(7)));
        }
    }
}
