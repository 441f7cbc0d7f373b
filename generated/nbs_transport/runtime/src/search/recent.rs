//! The last keys that were met.
//!
//! Half of all successors were met a moment ago, because steps of different processes lead to the same state in either order.
//! They need not be looked up in the set of known states. Nothing branches on whether a key was met, because nobody can
//! foresee it.

/// How many places for keys.
const PLACES: usize = 1 << 14;
/// A key whose place is not that of 0.
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
        self.keys[place(0)] = ELSEWHERE;
    }

    /// Meets keys, and appends those that were not met a moment ago to `others`, and their numbers to `numbers`.
    pub fn meet(&mut self, keys: &[u64], others: &mut Vec<u64>, numbers: &mut Vec<u32>) {
        let mut count = others.len();
        others.resize(count + keys.len(), 0);
        numbers.resize(count + keys.len(), 0);
        for (number, key) in keys.iter().enumerate() {
            (others[count], numbers[count]) = (*key, number as u32);
            let before = std::mem::replace(&mut self.keys[place(*key)], *key);
            count += usize::from(before != *key);
        }
        others.truncate(count);
        numbers.truncate(count);
    }
}

#[inline(always)]
fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PLACES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_left_out_only_if_it_was_met() {
        assert_ne!(place(0), place(ELSEWHERE));
        let mut recent = Recent::new();
        let (mut others, mut numbers) = (Vec::new(), Vec::new());
        recent.meet(&[0, 1, 0, 7, 7, 1, 1 << 63], &mut others, &mut numbers);
        assert_eq!((others, numbers), (vec![0, 1, 7, 1 << 63], vec![0, 1, 3, 6]));
        let mut met = std::collections::HashSet::from([0, 1, 7, 1 << 63]);
        for round in 0..100u64 {
            let keys: Vec<u64> = (0..1000).map(|number| (number * number * round) % 5000).collect();
            let (mut others, mut numbers) = (Vec::new(), Vec::new());
            recent.meet(&keys, &mut others, &mut numbers);
            assert!(others.iter().zip(&numbers).all(|(key, number)| keys[*number as usize] == *key));
            let left_out = (0..keys.len()).filter(|number| !numbers.contains(&(*number as u32)));
            let is_new = |number: usize| !met.contains(&keys[number]) && !keys[..number].contains(&keys[number]);
            assert!(left_out.into_iter().all(|number| !is_new(number)));
            met.extend(keys);
        }
        recent.forget();
        let (mut others, mut numbers) = (Vec::new(), Vec::new());
        recent.meet(&[0, 7], &mut others, &mut numbers);
        assert_eq!(others, [0, 7]);
    }
}
