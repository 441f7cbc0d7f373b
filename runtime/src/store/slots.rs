//! How entries of a table of remainders lie in a cache line.
//!
//! A line has as many slots as entries of its size fit, and fills from the front. The low 32 bits of an entry and the rest are kept
//! apart, so that a line is compared with one load for each slot, and only equal low bits need a look at the rest.
//!
//! Threads share a set without waiting for each other's lookups: what a lookup needs is written before the low word, which is
//! written last. Only a thread that adds a key keeps others from adding to the same line, by one bit of it.

use super::Added;
use super::pages::Line;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::fence;

/// The slots of a line, by the bits of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slots {
    Bits32,
    Bits36,
    Bits42,
    Bits48,
    Bits63,
}

impl Slots {
    pub const fn count(self) -> usize {
        match self {
            Slots::Bits32 => 16,
            Slots::Bits36 => 14,
            Slots::Bits42 => 12,
            Slots::Bits48 => 10,
            Slots::Bits63 => 8,
        }
    }

    /// How many bits of an entry lie apart from the low 32, and of how many slots they lie in one word.
    const fn high(self) -> (u32, usize) {
        match self {
            Slots::Bits32 => (0, 1),
            Slots::Bits36 => (4, 7),
            Slots::Bits42 => (10, 3),
            Slots::Bits48 => (16, 2),
            Slots::Bits63 => (31, 1),
        }
    }

    /// The bit that keeps others from adding to a line, which is in no entry: a word and a mask.
    const fn lock(self) -> (usize, u32) {
        match self {
            Slots::Bits48 => (15, 1),
            _ => (self.count() % 16, 1 << 31),
        }
    }

    /// The word and the shift of a slot's high bits.
    #[inline(always)]
    fn high_place(self, slot: usize) -> (usize, u32) {
        let (bits, per_word) = self.high();
        (self.count() + slot / per_word, bits * (slot % per_word) as u32)
    }

    /// What is in a slot.
    #[inline(always)]
    pub fn get(self, line: &Line, slot: usize) -> u64 {
        let low = u64::from(line.0[slot].load(Relaxed));
        if self == Slots::Bits32 { low } else { u64::from(self.high_bits(line, slot)) << 32 | low }
    }

    #[inline(always)]
    fn high_bits(self, line: &Line, slot: usize) -> u32 {
        let (word, shift) = self.high_place(slot);
        line.0[word].load(Relaxed) >> shift & ((1 << self.high().0) - 1)
    }

    /// Fills a slot. A thread that sees its low bits sees all of it.
    #[inline(always)]
    pub fn set(self, line: &Line, slot: usize, entry: u64) {
        if self != Slots::Bits32 {
            let (word, shift) = self.high_place(slot);
            let others = line.0[word].load(Relaxed);
            line.0[word].store(others | ((entry >> 32) as u32) << shift, Relaxed);
        }
        line.0[slot].store(entry as u32, Release);
    }

    /// The entry is in the line.
    #[inline(always)]
    fn contains(self, line: &Line, entry: u64) -> bool {
        let mut equal = line.equal(entry as u32) & ((1 << self.count()) - 1);
        if self == Slots::Bits32 {
            return equal != 0;
        }
        fence(Acquire);
        while equal != 0 {
            if self.high_bits(line, equal.trailing_zeros() as usize) == (entry >> 32) as u32 {
                return true;
            }
            equal &= equal - 1;
        }
        false
    }

    /// The first slot that is empty.
    #[inline(always)]
    pub fn empty(self, line: &Line) -> Option<usize> {
        let empty = line.equal(0) & ((1 << self.count()) - 1);
        (empty != 0).then(|| empty.trailing_zeros() as usize)
    }

    /// Puts an entry that is not there to a line. Says whether there was room.
    #[inline(always)]
    pub fn put(self, line: &Line, entry: u64) -> bool {
        let slot = self.empty(line);
        slot.iter().for_each(|slot| self.set(line, *slot, entry));
        slot.is_some()
    }

    /// Puts an entry to a line, unless it is there; `None` if the line is full.
    #[inline(always)]
    pub fn add<const SHARED: bool>(self, line: &Line, entry: u64) -> Option<Added> {
        if SHARED {
            return self.add_shared(line, entry);
        }
        if self.contains(line, entry) {
            return Some(Added::Old);
        }
        self.put(line, entry).then_some(Added::New)
    }

    /// The same while other threads do it. Whatever is before the first empty slot stays as it is, and the entry is looked for
    /// after that slot was found: so if it is not there and the slot is still empty, the entry is new.
    #[inline(always)]
    fn add_shared(self, line: &Line, entry: u64) -> Option<Added> {
        loop {
            let slot = self.empty(line);
            fence(Acquire);
            if self.contains(line, entry) {
                return Some(Added::Old);
            }
            if self.claim(line, slot?, entry) {
                return Some(Added::New);
            }
        }
    }

    /// Fills a slot, unless somebody else was faster.
    #[inline(always)]
    fn claim(self, line: &Line, slot: usize, entry: u64) -> bool {
        if self == Slots::Bits32 {
            return line.0[slot].compare_exchange(0, entry as u32, AcqRel, Relaxed).is_ok();
        }
        let (word, bit) = self.lock();
        while line.0[word].fetch_or(bit, Acquire) & bit != 0 {
            std::hint::spin_loop();
        }
        let is_empty = line.0[slot].load(Relaxed) == 0;
        if is_empty {
            self.set(line, slot, entry);
        }
        // Only the thread that has the lock writes to this word.
        line.0[word].store(line.0[word].load(Relaxed) & !bit, Release);
        is_empty
    }
}
