//! The exact set of keys of up to 64 bits that stores only what the address does not say.
//!
//! The plain algorithm is a hash table of keys. The real one differs, because memory is what limits a search:
//!
//! 1. The hash is a bijection of the key's bits: nothing is lost if the top bits of the hash choose a bucket and only the
//!    *remainder* is stored there (Cleary's compact hashing).
//! 2. A bucket is one cache line: a probe waits for one access, which was started long before ([`Remainders::prepare`]).
//! 3. A key whose bucket is full goes to another one, at a triangular distance; its entry says how many it went, so that the
//!    bucket it belongs to is still known. Linear distances fill up at a load of 0.70, triangular ones hold 0.90.
//!
//! An entry is remainder, number of buckets gone (4 bits), occupied (1 bit). Its low 32 bits and the rest are kept apart, so
//! that a bucket is compared with one load for each slot, and only equal low bits need a look at the rest. A bucket has 16
//! slots of 4 bytes, 12 of 5, 10 of 6 or 8 of 8, whichever the remainder needs. Buckets fill from the front and nothing is ever
//! removed. At a load of 0.85 a table of twice the size is filled from it, bucket by bucket, which touches both in order; where
//! the budget has no room for that, it goes on until some key finds no place. (Waiting for that in any case, at loads beyond
//! 0.95, made probes three times as slow: every bucket gone is an access that nobody has started.)

use super::Added;
use super::region::{Line, Region};
use crate::memory::Budget;
use std::sync::atomic::Ordering::Relaxed;

/// The set.
pub struct Remainders {
    region: Region,
    shape: Shape,
    length: usize,
    /// Beyond this many keys it grows, if it can.
    comfortable: usize,
}

/// How keys are spread over buckets and slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    /// Bits of a key.
    key: u32,
    /// Bits that choose a bucket.
    bucket: u32,
    slots: Slots,
}

/// The slots of a bucket, by their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slots {
    Four,
    Five,
    Six,
    Eight,
}

/// Bits of an entry besides the remainder.
const EXTRA: u32 = 5;
/// A key is at most so many buckets away from its own.
const MAX_GONE: u64 = 16;
/// The first table: 64 KiB.
const FIRST_BUCKETS: u32 = 10;

impl Shape {
    fn new(key: u32, bucket: u32) -> Shape {
        let entry = key - bucket + EXTRA;
        let slots = match entry {
            ..=32 => Slots::Four,
            33..=40 => Slots::Five,
            41..=48 => Slots::Six,
            _ => Slots::Eight,
        };
        Shape { key, bucket, slots }
    }

    fn buckets(self) -> usize {
        1 << self.bucket
    }

    /// Spreads a key: a bijection of its bits.
    #[inline(always)]
    fn mix(self, key: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.key);
        let half = self.key / 2;
        let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        mixed ^= mixed >> half;
        mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
        mixed ^ mixed >> half
    }

    /// The bucket a mixed key belongs to.
    #[inline(always)]
    fn home(self, mixed: u64) -> u64 {
        mixed >> (self.key - self.bucket)
    }

    #[inline(always)]
    fn remainder(self, mixed: u64) -> u64 {
        mixed & (u64::MAX >> (64 - (self.key - self.bucket)))
    }

    /// The bucket that is `gone` steps away.
    #[inline(always)]
    fn bucket(self, home: u64, gone: u64) -> usize {
        ((home + gone * (gone + 1) / 2) & (self.buckets() as u64 - 1)) as usize
    }

    /// The mixed key of an entry in a bucket.
    fn mixed(self, entry: u64, bucket: usize) -> u64 {
        let gone = entry >> 1 & (MAX_GONE - 1);
        let home = (bucket as u64).wrapping_sub(gone * (gone + 1) / 2) & (self.buckets() as u64 - 1);
        home << (self.key - self.bucket) | entry >> EXTRA
    }
}

impl Slots {
    fn count(self) -> usize {
        match self {
            Slots::Four => 16,
            Slots::Five => 12,
            Slots::Six => 10,
            Slots::Eight => 8,
        }
    }

    /// The bits above the low 32 of an entry.
    #[inline(always)]
    fn high(self, line: &Line, slot: usize) -> u32 {
        match self {
            Slots::Four => 0,
            Slots::Five => line.0[12 + slot / 4].load(Relaxed) >> (8 * (slot % 4)) & 0xff,
            Slots::Six => line.0[10 + slot / 2].load(Relaxed) >> (16 * (slot % 2)) & 0xffff,
            Slots::Eight => line.0[8 + slot].load(Relaxed),
        }
    }

    /// One of these slots, whose low bits are those of an entry, has its high bits as well.
    #[inline(always)]
    fn contains(self, line: &Line, mut candidates: u32, high: u32) -> bool {
        if self == Slots::Four {
            return candidates != 0;
        }
        while candidates != 0 {
            if self.high(line, candidates.trailing_zeros() as usize) == high {
                return true;
            }
            candidates &= candidates - 1;
        }
        false
    }

    #[inline(always)]
    fn set(self, line: &Line, slot: usize, entry: u64) {
        let high = (entry >> 32) as u32;
        let (word, shift) = match self {
            Slots::Four => (slot, 0),
            Slots::Five => (12 + slot / 4, 8 * (slot % 4)),
            Slots::Six => (10 + slot / 2, 16 * (slot % 2)),
            Slots::Eight => (8 + slot, 0),
        };
        if self != Slots::Four {
            let others = line.0[word].load(Relaxed);
            line.0[word].store(others | high << shift, Relaxed);
        }
        line.0[slot].store(entry as u32, Relaxed);
    }
}

impl Remainders {
    /// An empty set for keys of so many bits, more than [`FIRST_BUCKETS`]; `None` if the budget has no room for it.
    pub fn new(key_bits: u32, budget: &mut Budget) -> Option<Remainders> {
        Remainders::with(Shape::new(key_bits, FIRST_BUCKETS), budget)
    }

    /// An empty set that is as large as this one.
    pub fn empty_twin(&self, budget: &mut Budget) -> Option<Remainders> {
        Remainders::with(self.shape, budget)
    }

    fn with(shape: Shape, budget: &mut Budget) -> Option<Remainders> {
        let comfortable = shape.buckets() * shape.slots.count() / 20 * 17;
        Some(Remainders { region: Region::new(shape.buckets(), budget)?, shape, length: 0, comfortable })
    }

    /// How many keys.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.region.bytes()
    }

    /// Starts to fetch what [`Self::add`] will look at; gives what it needs.
    #[inline(always)]
    pub fn prepare(&self, key: u64) -> u64 {
        let mixed = self.shape.mix(key);
        self.region.prefetch(self.shape.home(mixed) as usize);
        mixed
    }

    /// Adds a prepared key, unless it is there.
    #[inline(always)]
    pub fn add(&mut self, mixed: u64, budget: &mut Budget) -> Added {
        if self.length >= self.comfortable && !self.grow(budget) {
            self.comfortable = usize::MAX;
        }
        match self.add_mixed(mixed) {
            Added::NoRoom => self.grow_and_add(mixed, budget),
            added => added,
        }
    }

    #[inline(always)]
    fn add_mixed(&mut self, mixed: u64) -> Added {
        match self.shape.slots {
            Slots::Four => self.add_to(mixed, Slots::Four),
            Slots::Five => self.add_to(mixed, Slots::Five),
            Slots::Six => self.add_to(mixed, Slots::Six),
            Slots::Eight => self.add_to(mixed, Slots::Eight),
        }
    }

    /// One copy for each kind of slots, so that loops and shifts are constants.
    #[inline(always)]
    fn add_to(&mut self, mixed: u64, slots: Slots) -> Added {
        let (home, remainder) = (self.shape.home(mixed), self.shape.remainder(mixed));
        for gone in 0..MAX_GONE {
            let bucket = self.shape.bucket(home, gone);
            let entry = remainder << EXTRA | gone << 1 | 1;
            let all = (1 << slots.count()) - 1;
            let (equal, empty) = self.region.compare(bucket, entry as u32);
            let line = &self.region.lines()[bucket];
            if slots.contains(line, equal & all, (entry >> 32) as u32) {
                return Added::Old;
            }
            if empty & all != 0 {
                slots.set(line, empty.trailing_zeros() as usize, entry);
                self.length += 1;
                return Added::New;
            }
        }
        Added::NoRoom
    }

    #[cold]
    fn grow_and_add(&mut self, mixed: u64, budget: &mut Budget) -> Added {
        if self.grow(budget) { self.add_mixed(mixed) } else { Added::NoRoom }
    }

    /// Makes the table twice as large, if the budget has room for the new one beside the old one.
    fn grow(&mut self, budget: &mut Budget) -> bool {
        let shape = Shape::new(self.shape.key, self.shape.bucket + 1);
        let Some(mut larger) = Remainders::with(shape, budget) else { return false };
        for (bucket, line) in self.region.lines().iter().enumerate() {
            for slot in 0..self.shape.slots.count() {
                let low = line.0[slot].load(Relaxed);
                if low == 0 {
                    break;
                }
                let entry = u64::from(self.shape.slots.high(line, slot)) << 32 | u64::from(low);
                let added = larger.add_mixed(self.shape.mixed(entry, bucket));
                debug_assert_eq!(added, Added::New, "half full after growing");
            }
        }
        budget.give_back(self.region.bytes());
        *self = larger;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The set agrees with its naive twin on keys that come again and again, through several growths.
    fn agrees(key_bits: u32, count: u64, key: impl Fn(u64) -> u64) {
        let mut budget = Budget::of(1 << 30);
        let mut set = Remainders::new(key_bits, &mut budget).expect("there is room");
        let mut twin = HashSet::new();
        for number in 0..count {
            let key = key(number * 7919 % (count / 2 + 1)) & (u64::MAX >> (64 - key_bits));
            let expected = if twin.insert(key) { Added::New } else { Added::Old };
            assert_eq!(set.add(set.prepare(key), &mut budget), expected, "key {key:#x} of {key_bits} bits");
        }
        assert_eq!(set.len(), twin.len());
        twin.iter().for_each(|key| assert_eq!(set.add(set.prepare(*key), &mut budget), Added::Old));
    }

    #[test]
    fn finds_exactly_what_is_in_it() {
        for key_bits in [26, 31, 32, 33, 36, 40, 45, 48, 55, 63, 64] {
            agrees(key_bits, 60_000, |number| number);
            agrees(key_bits, 60_000, |number| number.wrapping_mul(0x1234_5678_9abc_def1));
            agrees(key_bits, 60_000, |number| number << (key_bits - 17));
        }
    }

    #[test]
    fn a_dense_space_is_filled_to_the_last_key() {
        agrees(17, 1 << 18, |number| number);
    }

    #[test]
    fn ends_at_the_budget() {
        let mut budget = Budget::of(16 << 20);
        let mut set = Remainders::new(50, &mut budget).expect("there is room");
        let mut number = 0;
        while set.add(set.prepare(number), &mut budget) != Added::NoRoom {
            number += 1;
        }
        assert!(budget.peak() <= 16 << 20);
        assert!(number > 300_000, "{number} keys");
        assert_eq!(set.len() as u64, number);
        (0..number).for_each(|key| assert_eq!(set.add(set.prepare(key), &mut budget), Added::Old));
    }
}
