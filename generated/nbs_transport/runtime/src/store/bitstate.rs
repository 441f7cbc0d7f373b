//! Supertrace (chapter 11.4 of the book, section 4 of the vector-addition paper): of a state nothing is kept but a few bits at
//! addresses that it is hashed to. Two states with the same bits are taken for one, so a search may miss some; how many is
//! estimated from how full the array is.
//!
//! All bits of a state lie in one cache line, because a lookup then costs one access to memory: three bits in one of 512 lose
//! as little as three bits anywhere, and three in a word of 64 lose three times as much (DESIGN of benches/README.md). The first
//! bit of a line is its lock: threads that add to a line take turns, so each state is new to one of them only.

use super::Added;
use super::pages::{Line, Lines};
use crate::memory::Budget;
use crate::options::Options;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bits of a state, unless the user says how many: with 4 fewer states are missed than by SPIN's 3 in any place, down to 5 bits of
/// memory for each state; with less memory 3 would be better (benches/README.md has the measurements).
pub const HASHES: u32 = 4;
/// Bytes of the array, unless the user says how many. A search soon touches all of it, which takes longer than a small search.
pub const SIZE: u64 = 256 << 20;
/// Bits of a line, and those of them that states can have.
const LINE_BITS: f64 = 512.0;
const USED_BITS: f64 = LINE_BITS - 1.0;
/// Bits of an address in a line.
const ADDRESS: u32 = 9;
/// Addresses that one hash value gives.
const PER_VALUE: u32 = 64 / ADDRESS;
/// The bit that is the lock of a line.
const LOCK: u32 = 1;
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

impl Bitstate {
    /// The array that the options ask for, if they do.
    pub fn asked_for(options: &Options, budget: &Budget) -> Result<Option<Bitstate>, NoArray> {
        let Some(size) = options.bitstate else { return Ok(None) };
        let default = SIZE.min(1 << (budget.left() / 2).max(1).ilog2());
        let hashes = options.hashes.unwrap_or(HASHES);
        Bitstate::new(size.unwrap_or(default), hashes, options.seed, budget).map(Some).ok_or(NoArray)
    }

    /// An empty array of so many bytes, with hash functions that depend on the seed; `None` if there is no room for it.
    pub fn new(bytes: u64, hashes: u32, seed: u64, budget: &Budget) -> Option<Bitstate> {
        let lines = (bytes / size_of::<Line>() as u64).max(1) as usize;
        Some(Bitstate { lines: Lines::new(lines, budget)?, hashes, seed, added: 0 })
    }

    /// Forgets keys, and all others that have bits in the same lines.
    pub fn clear(&self, keys: &[u64]) {
        for line in keys.iter().map(|key| self.lines.get(self.home(&[*key]).line)) {
            line.0.iter().for_each(|word| word.store(0, Relaxed));
        }
    }

    /// The array, which is empty now, in the hands of somebody else; nothing of it remains here.
    pub fn hand_over(&mut self, budget: &Budget) -> Option<Bitstate> {
        let nothing = Lines::new(0, budget)?;
        let lines = std::mem::replace(&mut self.lines, nothing);
        Some(Bitstate { lines, hashes: self.hashes, seed: self.seed, added: 0 })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// So many states have been added.
    pub fn count(&mut self, added: usize) {
        self.added += added as u64;
    }

    /// Adds keys; the numbers of those that were not there go to `new`. Gives their number.
    pub fn add_all<const SHARED: bool>(&self, keys: &[u64], new: &mut Vec<u32>) -> usize {
        // The usual number of bits is a constant, so that nothing is asked for each of them.
        match self.hashes {
            HASHES => self.add_windows::<SHARED>(keys, new, HASHES),
            hashes => self.add_windows::<SHARED>(keys, new, hashes),
        }
        keys.len()
    }

    #[inline(always)]
    fn add_windows<const SHARED: bool>(&self, keys: &[u64], new: &mut Vec<u32>, hashes: u32) {
        let mut homes = [Home { line: 0, addresses: 0 }; WINDOW];
        for (window, keys) in keys.chunks(WINDOW).enumerate() {
            let homes = &mut homes[..keys.len()];
            for (home, key) in homes.iter_mut().zip(keys) {
                *home = self.home(&[*key]);
                self.lines.get(home.line).prefetch();
            }
            for (at, home) in homes.iter().enumerate() {
                if self.add::<SHARED>(*home, hashes) == Added::New {
                    new.push((window * WINDOW + at) as u32);
                }
            }
        }
    }

    /// Adds a state that is no key: the words of its vector.
    pub fn add_words(&mut self, words: &[u64]) -> Added {
        let home = self.home(words);
        let added = self.add::<false>(home, self.hashes);
        self.added += u64::from(added == Added::New);
        added
    }

    /// The line of a state, and what chooses bits of it: that must not depend on what chooses the line.
    #[inline(always)]
    fn home(&self, words: &[u64]) -> Home {
        let value = xxh3_64_with_seed(bytemuck::cast_slice(words), self.seed);
        let line = ((u128::from(value) * self.lines.count() as u128) >> 64) as usize;
        Home { line, addresses: value.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    #[inline(always)]
    fn add<const SHARED: bool>(&self, home: Home, hashes: u32) -> Added {
        let line = self.lines.get(home.line);
        if has_all(line, home, hashes) {
            return Added::Old;
        }
        if SHARED {
            return add_locked(line, home, hashes);
        }
        set_all(line, home, hashes);
        Added::New
    }

    /// How full it is.
    pub fn fill(&self) -> Fill {
        let step = self.lines.count().div_ceil(MAX_COUNTED).max(1);
        let (mut counted, mut full, mut missed_now) = (0.0, 0.0, 0.0);
        for line in (0..self.lines.count()).step_by(step).map(|line| self.lines.get(line)) {
            let set: u32 = line.0.iter().map(|word| word.load(Relaxed).count_ones()).sum();
            counted += 1.0;
            full += f64::from(set) / USED_BITS;
            missed_now += (f64::from(set) / USED_BITS).powi(self.hashes as i32);
        }
        Fill {
            bytes: self.lines.count() as u64 * size_of::<Line>() as u64,
            hashes: self.hashes,
            seed: self.seed,
            full: full / counted,
            missed_now: missed_now / counted,
            missed: missed(self.added as f64 / self.lines.count() as f64, self.hashes),
        }
    }

    /// What it is, for people.
    pub fn describe(&self) -> String {
        format!(
            "supertrace: an array of {} bytes with {} bits for each state, set by hash functions",
            self.bytes(),
            self.hashes
        )
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
            let address = ((addresses >> (64 - ADDRESS)) as u32).max(LOCK);
            addresses <<= ADDRESS;
            ((address >> 5) as usize, 1 << (address & 31))
        })
    }
}

#[inline(always)]
fn has_all(line: &Line, home: Home, hashes: u32) -> bool {
    home.bits(hashes).fold(true, |all, (word, bit)| all & (line.0[word].load(Relaxed) & bit != 0))
}

#[inline(always)]
fn set_all(line: &Line, home: Home, hashes: u32) {
    home.bits(hashes).for_each(|(word, bit)| line.0[word].store(line.0[word].load(Relaxed) | bit, Relaxed));
}

/// Adds to a line that other threads may add to.
fn add_locked(line: &Line, home: Home, hashes: u32) -> Added {
    while line.0[0].fetch_or(LOCK, Acquire) & LOCK != 0 {
        std::hint::spin_loop();
    }
    let is_old = has_all(line, home, hashes);
    if !is_old {
        set_all(line, home, hashes);
    }
    // Nobody else changes the line meanwhile: a plain store is enough.
    line.0[0].store(line.0[0].load(Relaxed) & !LOCK, Release);
    if is_old { Added::Old } else { Added::New }
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
    let free_after_one = (1.0 - 1.0 / USED_BITS).powi(hashes as i32);
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

    #[test]
    fn what_was_added_is_old() {
        let mut set = array(1000, 3, 7);
        assert_eq!((set.fill().bytes, set.fill().full), (960, 0.0));
        for key in 0..200u64 {
            set.add_words(&[key, key * key]);
            assert_eq!(set.add_words(&[key, key * key]), Added::Old);
        }
        let mut new = Vec::new();
        set.add_all::<false>(&[1, 2, 1], &mut new);
        assert!(!new.contains(&2), "{new:?}");
    }

    #[test]
    fn predicts_how_many_are_missed() {
        for (hashes, keys) in [(1, 100_000u64), (2, 200_000), (3, 300_000), (4, 500_000), (7, 100_000)] {
            let (mut truth, mut predicted) = (0.0, 0.0);
            for seed in 0..3 {
                let mut set = array(1 << 20, hashes, seed);
                let mut new = Vec::new();
                let keys: Vec<u64> = (0..keys).collect();
                set.add_all::<false>(&keys, &mut new);
                set.count(new.len());
                truth += (keys.len() - new.len()) as f64;
                predicted += keys.len() as f64 * set.fill().missed;
            }
            let error = (truth - predicted).abs();
            assert!(error < 0.1 * truth + 30.0, "{hashes} bits, {keys} keys: {truth} missed, {predicted} predicted");
        }
    }

    #[test]
    fn seeds_give_other_conflicts() {
        let missed = |seed| {
            let (set, mut new) = (array(1 << 12, 2, seed), Vec::new());
            set.add_all::<false>(&(0..4000).collect::<Vec<u64>>(), &mut new);
            (0..4000).filter(|number| !new.contains(number)).collect::<Vec<u32>>()
        };
        let (first, second) = (missed(1), missed(2));
        let both = first.iter().filter(|number| second.contains(number)).count();
        assert!(!first.is_empty() && both * 2 < first.len(), "{both} of {}", first.len());
        assert_eq!(first, missed(1));
    }

    #[test]
    fn what_is_forgotten_leaves_nothing() {
        let budget = Budget::of(1 << 20);
        let mut set = Bitstate::new(1 << 12, 4, 3, &budget).expect("there is room");
        let keys: Vec<u64> = (0..1000).collect();
        set.add_all::<false>(&keys, &mut Vec::new());
        set.clear(&keys);
        let other = set.hand_over(&budget).expect("there is room");
        assert_eq!((other.fill().full, set.bytes(), other.bytes()), (0.0, 0, budget.used()));
    }

    #[test]
    fn threads_add_every_key_once() {
        let set = array(1 << 20, 3, 1);
        let keys: Vec<u64> = (0..30_000).collect();
        let add = || {
            let mut new = Vec::new();
            set.add_all::<true>(&keys, &mut new);
            new.len()
        };
        let together: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(add)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
        });
        let (alone, mut new) = (array(1 << 20, 3, 1), Vec::new());
        alone.add_all::<false>(&keys, &mut new);
        assert!(together.abs_diff(new.len()) < 50, "{together} {}", new.len());
        assert!(together <= keys.len());
    }
}
