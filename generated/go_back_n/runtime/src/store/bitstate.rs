//! Supertrace (chapter 11.4 of the book, section 4 of the vector-addition paper): of a state nothing is kept but a few bits at
//! addresses that it is hashed to. Two states with the same bits are taken for one, so a search may miss some; how many is
//! estimated from how full the array is.
//!
//! All bits of a state lie in one cache line, because a lookup then costs one access to memory: three bits in one of 512 lose
//! as little as three bits anywhere, and three in a word of 64 lose three times as much (DESIGN of benches/README.md).

use super::Added;
use super::pages::{Line, Lines, prefetch};
use crate::memory::Budget;
use crate::options::Options;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bits of a state, unless the user says how many: with 4 fewer states are missed than by SPIN's 3 in any place, down to 5 bits of
/// memory for each state; with less memory 3 would be better (benches/README.md has the measurements).
pub const HASHES: u32 = 4;
/// Bytes of the array, unless the user says how many. A search soon touches all of it, which takes longer than a small search.
pub const SIZE: u64 = 256 << 20;
/// Bits of a line.
const LINE_BITS: f64 = 512.0;
/// Bits of an address in a line.
const ADDRESS: u32 = 9;
/// Addresses that one hash value gives.
const PER_VALUE: u32 = 64 / ADDRESS;
/// Keys whose lines are fetched together.
const WINDOW: usize = 256;
/// At most so many lines are looked at to find out how full the array is.
const MAX_COUNTED: usize = 1 << 16;
/// Points in time at which the probability of a conflict is computed.
const POINTS: u32 = 64;

/// The array.
pub struct Bitstate {
    lines: Lines,
    hashes: u32,
    seed: u64,
    /// States that were added.
    added: u64,
}

/// There is no room for the array that was asked for.
pub struct NoArray;

/// How full the array is, and what that means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fill {
    /// Bytes of the array.
    pub bytes: u64,
    /// Bits of a state.
    pub hashes: u32,
    /// The seed of its hash functions.
    pub seed: u64,
    /// The part of its bits that is set.
    pub full: f64,
    /// The probability that a state which is met now for the first time is taken for an old one.
    pub missed_now: f64,
    /// The probability of that for a state met at any time of the search: that a given state was missed.
    pub missed: f64,
}

impl Fill {
    /// How full an array is of which these are pieces.
    pub fn of_all(pieces: &[Fill]) -> Option<Fill> {
        let mean = |value: fn(&Fill) -> f64| pieces.iter().map(value).sum::<f64>() / pieces.len() as f64;
        Some(Fill {
            bytes: pieces.iter().map(|piece| piece.bytes).sum(),
            full: mean(|piece| piece.full),
            missed_now: mean(|piece| piece.missed_now),
            missed: mean(|piece| piece.missed),
            ..*pieces.first()?
        })
    }
}

impl Bitstate {
    /// The array that the options ask for, if they do, in so many pieces.
    pub fn asked_for(pieces: usize, options: &Options, budget: &Budget) -> Result<Option<Vec<Bitstate>>, NoArray> {
        let Some(size) = options.bitstate else { return Ok(None) };
        let default = SIZE.min(1 << (budget.left() / 2).max(1).ilog2());
        let (size, hashes) = (size.unwrap_or(default), options.hashes.unwrap_or(HASHES));
        let piece = |_| Bitstate::new(size / pieces as u64, hashes, options.seed, budget);
        (0..pieces).map(piece).collect::<Option<Vec<Bitstate>>>().map(Some).ok_or(NoArray)
    }

    /// An empty array of so many bytes, with hash functions that depend on the seed; `None` if there is no room for it.
    pub fn new(bytes: u64, hashes: u32, seed: u64, budget: &Budget) -> Option<Bitstate> {
        let lines = (bytes / size_of::<Line>() as u64).max(1) as usize;
        Some(Bitstate { lines: Lines::new(lines, budget)?, hashes, seed, added: 0 })
    }

    /// Forgets all states.
    pub fn clear(&mut self) {
        self.lines.fill(Line::ZERO);
        self.added = 0;
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// Adds keys, and says of each whether it was not there.
    pub fn add_all(&mut self, keys: &[u64], is_new: &mut [bool]) {
        // The usual number of bits is a constant, so that nothing is asked for each of them.
        self.added += match self.hashes {
            HASHES => self.add_windows(keys, is_new, HASHES),
            hashes => self.add_windows(keys, is_new, hashes),
        };
    }

    #[inline(always)]
    fn add_windows(&mut self, keys: &[u64], is_new: &mut [bool], hashes: u32) -> u64 {
        let mut count = 0;
        let mut homes = [Home { line: 0, addresses: 0 }; WINDOW];
        for (keys, is_new) in keys.chunks(WINDOW).zip(is_new.chunks_mut(WINDOW)) {
            let homes = &mut homes[..keys.len()];
            for (home, key) in homes.iter_mut().zip(keys) {
                *home = self.home(&[*key]);
                prefetch(&self.lines, home.line);
            }
            for (home, is_new) in homes.iter().zip(is_new) {
                *is_new = self.add(*home, hashes) == Added::New;
                count += u64::from(*is_new);
            }
        }
        count
    }

    /// Adds a state that is no key: the words of its vector.
    pub fn add_words(&mut self, words: &[u64]) -> Added {
        let home = self.home(words);
        let added = self.add(home, self.hashes);
        self.added += u64::from(added == Added::New);
        added
    }

    /// The line of a state, and what chooses bits of it: that must not depend on what chooses the line.
    #[inline(always)]
    fn home(&self, words: &[u64]) -> Home {
        let value = xxh3_64_with_seed(bytemuck::cast_slice(words), self.seed);
        let line = ((u128::from(value) * self.lines.len() as u128) >> 64) as usize;
        Home { line, addresses: value.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    #[inline(always)]
    fn add(&mut self, home: Home, hashes: u32) -> Added {
        let line = &mut self.lines[home.line];
        let mut is_old = true;
        for (word, bit) in home.bits(hashes) {
            is_old &= line.0[word] & bit != 0;
            line.0[word] |= bit;
        }
        if is_old { Added::Old } else { Added::New }
    }

    /// How full it is.
    pub fn fill(&self) -> Fill {
        let step = self.lines.len().div_ceil(MAX_COUNTED).max(1);
        let (mut counted, mut full, mut missed_now) = (0.0, 0.0, 0.0);
        for line in self.lines.iter().step_by(step) {
            let set: u32 = line.0.iter().map(|word| word.count_ones()).sum();
            counted += 1.0;
            full += f64::from(set) / LINE_BITS;
            missed_now += (f64::from(set) / LINE_BITS).powi(self.hashes as i32);
        }
        Fill {
            bytes: self.lines.len() as u64 * size_of::<Line>() as u64,
            hashes: self.hashes,
            seed: self.seed,
            full: full / counted,
            missed_now: missed_now / counted,
            missed: missed(self.added as f64 / self.lines.len() as f64, self.hashes),
        }
    }

    /// What arrays of so many bytes are, for people.
    pub fn describe(&self, bytes: u64) -> String {
        format!("supertrace: an array of {bytes} bytes with {} bits for each state, set by hash functions", self.hashes)
    }
}

/// Where a state's bits are.
#[derive(Clone, Copy)]
struct Home {
    line: usize,
    addresses: u64,
}

impl Home {
    /// The bits, each as a word of the line and a mask.
    #[inline(always)]
    fn bits(self, hashes: u32) -> impl Iterator<Item = (usize, u32)> {
        let mut addresses = self.addresses;
        (0..hashes).map(move |number| {
            if number > 0 && number % PER_VALUE == 0 {
                addresses = mix(self.addresses ^ u64::from(number));
            }
            let address = (addresses >> (64 - ADDRESS)) as u32;
            addresses <<= ADDRESS;
            ((address >> 5) as usize, 1 << (address & 31))
        })
    }
}

/// The probability that a state was missed, at a time that may be any time until lines have `states` states on the average.
/// How many states a line has then varies from line to line, which makes conflicts a little more likely than in a whole array.
/// The fuller the array, the more states come for each one that is added.
fn missed(states: f64, hashes: u32) -> f64 {
    let at = |point: u32| conflict(states * (f64::from(point) + 0.5) / f64::from(POINTS), hashes).min(1.0 - 1e-9);
    let (mut missed, mut came) = (0.0, 0.0);
    for conflict in (0..POINTS).map(at) {
        missed += conflict / (1.0 - conflict);
        came += 1.0 / (1.0 - conflict);
    }
    missed / came
}

/// The probability of a conflict when lines have so many states on the average: as many as Poisson's distribution says.
fn conflict(states: f64, hashes: u32) -> f64 {
    let free_after_one = (1.0 - 1.0 / LINE_BITS).powi(hashes as i32);
    // Beyond ten standard deviations there is nothing to be added.
    let (first, last) = ((states - 10.0 * states.sqrt() - 10.0).max(0.0), states + 10.0 * states.sqrt() + 10.0);
    let mut log_factorial = (1..=first as u64).map(|number| (number as f64).ln()).sum::<f64>();
    let mut sum = 0.0;
    for number in first as u64..=last as u64 {
        if number as f64 > first.floor() {
            log_factorial += (number as f64).ln();
        }
        let probability = (number as f64 * states.max(f64::MIN_POSITIVE).ln() - states - log_factorial).exp();
        sum += probability * (1.0 - free_after_one.powf(number as f64)).powi(hashes as i32);
    }
    sum
}

/// A bijection of 64 bits in which every bit depends on every other: the finalizer of MurmurHash3.
#[inline(always)]
pub fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let value = (value ^ (value >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    value ^ (value >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(bytes: u64, hashes: u32, seed: u64) -> Bitstate {
        Bitstate::new(bytes, hashes, seed, &Budget::of(1 << 26)).expect("there is room")
    }

    fn added(set: &mut Bitstate, keys: &[u64]) -> Vec<u64> {
        let mut is_new = vec![false; keys.len()];
        set.add_all(keys, &mut is_new);
        keys.iter().zip(is_new).filter(|(_, is_new)| *is_new).map(|(key, _)| *key).collect()
    }

    #[test]
    fn what_was_added_is_old() {
        let mut set = array(1000, 3, 7);
        assert_eq!((set.fill().bytes, set.fill().full), (960, 0.0));
        for key in 0..200u64 {
            set.add_words(&[key, key * key]);
            assert_eq!(set.add_words(&[key, key * key]), Added::Old);
        }
        assert!(added(&mut set, &[1, 2, 1]).len() < 3);
    }

    #[test]
    fn predicts_how_many_are_missed() {
        for (hashes, keys) in [(1, 100_000u64), (2, 200_000), (3, 300_000), (4, 500_000), (7, 100_000)] {
            let (mut truth, mut predicted) = (0.0, 0.0);
            for seed in 0..3 {
                let mut set = array(1 << 20, hashes, seed);
                let new = added(&mut set, &(0..keys).collect::<Vec<u64>>());
                truth += keys as f64 - new.len() as f64;
                predicted += keys as f64 * set.fill().missed;
            }
            let error = (truth - predicted).abs();
            assert!(error < 0.1 * truth + 30.0, "{hashes} bits, {keys} keys: {truth} missed, {predicted} predicted");
        }
    }

    #[test]
    fn seeds_give_other_conflicts() {
        let missed = |seed| {
            let new = added(&mut array(1 << 12, 2, seed), &(0..4000).collect::<Vec<u64>>());
            (0..4000).filter(|key| !new.contains(key)).collect::<Vec<u64>>()
        };
        let (first, second) = (missed(1), missed(2));
        let both = first.iter().filter(|number| second.contains(number)).count();
        assert!(!first.is_empty() && both * 2 < first.len(), "{both} of {}", first.len());
        assert_eq!(first, missed(1));
    }

    #[test]
    fn what_is_forgotten_leaves_nothing() {
        let mut set = array(1 << 12, 4, 3);
        assert!(!added(&mut set, &(0..1000).collect::<Vec<u64>>()).is_empty());
        set.clear();
        assert!(set.fill().full == 0.0 && set.fill().missed < 1e-9);
    }

    #[test]
    fn pieces_are_as_full_as_the_whole() {
        let keys: Vec<u64> = (0..30_000).collect();
        let mut whole = array(1 << 16, 4, 3);
        added(&mut whole, &keys);
        let piece = |keys: &[u64]| {
            let mut piece = array(1 << 15, 4, 3);
            added(&mut piece, keys);
            piece.fill()
        };
        let all = Fill::of_all(&[piece(&keys[..15_000]), piece(&keys[15_000..])]).expect("there are some");
        assert_eq!((all.bytes, all.hashes), (1 << 16, 4));
        assert!((all.full - whole.fill().full).abs() < 0.01 && (all.missed - whole.fill().missed).abs() < 0.01);
    }
}
