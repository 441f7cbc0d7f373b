//! The last keys that were met.
//!
//! Half of all successors were met a moment ago, because steps of different processes lead to the same state in either order.
//! They need not be looked up in the set of known states. Nothing branches on whether a key was met, because nobody can
//! foresee it.

/// How many places for keys.
const PLACES: usize = 1 << 14;
/// A key whose place is not that of 0, which is the first.
const ELSEWHERE: u64 = 1;

/// The last keys: each at the place that it is hashed to. In the beginning, keys at places that are not theirs.
pub struct Recent {
    keys: Box<[u64; PLACES]>,
}

impl Recent {
    /// None were met.
    pub fn new() -> Recent {
        let mut recent = Recent { keys: vec![0; PLACES].into_boxed_slice().try_into().expect("as many as there are") };
        recent.forget();
        recent
    }

    /// Forgets all.
    pub fn forget(&mut self) {
        self.keys.fill(0);
        self.keys[0] = ELSEWHERE;
    }

    /// Meets a key, which is given also spread over the upper bits of a word. Says whether it was not met a moment ago.
    #[inline(always)]
    pub fn meet(&mut self, key: u64, spread: u64) -> bool {
        std::mem::replace(&mut self.keys[(spread >> (64 - PLACES.ilog2())) as usize], key) != key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::division::Division;

    #[test]
    fn a_key_is_left_out_only_if_it_was_met() {
        for key_bits in 0..=64 {
            let division = Division::new(key_bits, 1);
            assert_eq!(division.spread(0), 0);
            assert!(division.spread(ELSEWHERE) >> (64 - PLACES.ilog2()) > 0);
        }
        let (mut recent, division) = (Recent::new(), Division::new(64, 1));
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
