//! How entries of a table of remainders lie in a cache line.
//!
//! A line has as many slots as entries of its size fit, and fills from the front. The low 32 bits of an entry and the rest are kept
//! apart, so that a line is compared with few instructions, and only equal low bits need a look at the rest.

use super::Added;
use super::pages::Line;
use super::simd::Compare;

/// The slots of a line, by the bits of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slots {
    Bits32,
    Bits36,
    Bits42,
    Bits48,
    Bits64,
}

impl Slots {
    pub const fn count(self) -> usize {
        match self {
            Slots::Bits32 => 16,
            Slots::Bits36 => 14,
            Slots::Bits42 => 12,
            Slots::Bits48 => 10,
            Slots::Bits64 => 8,
        }
    }

    /// How many bits of an entry lie apart from the low 32, and of how many slots they lie in one word.
    const fn high(self) -> (u32, usize) {
        match self {
            Slots::Bits32 => (0, 1),
            Slots::Bits36 => (4, 7),
            Slots::Bits42 => (10, 3),
            Slots::Bits48 => (16, 2),
            Slots::Bits64 => (32, 1),
        }
    }

    /// The word and the shift of a slot's high bits.
    #[inline(always)]
    fn high_place(self, slot: usize) -> (usize, u32) {
        let (bits, per_word) = self.high();
        (self.count() + slot / per_word, bits * (slot % per_word) as u32)
    }

    /// What is in all slots.
    pub fn entries(self, line: &Line) -> [u64; 16] {
        // One copy for each kind, so that loops and shifts are constants.
        match self {
            Slots::Bits32 => Slots::Bits32.all_entries(line),
            Slots::Bits36 => Slots::Bits36.all_entries(line),
            Slots::Bits42 => Slots::Bits42.all_entries(line),
            Slots::Bits48 => Slots::Bits48.all_entries(line),
            Slots::Bits64 => Slots::Bits64.all_entries(line),
        }
    }

    #[inline(always)]
    fn all_entries(self, line: &Line) -> [u64; 16] {
        let mut entries = [0; 16];
        for (slot, entry) in entries.iter_mut().enumerate().take(self.count()) {
            let high = if self == Slots::Bits32 { 0 } else { self.high_bits(line, slot) };
            *entry = u64::from(high) << 32 | u64::from(line.0[slot]);
        }
        entries
    }

    #[inline(always)]
    fn high_bits(self, line: &Line, slot: usize) -> u32 {
        let (word, shift) = self.high_place(slot);
        line.0[word] >> shift & (u32::MAX >> (32 - self.high().0))
    }

    /// Fills a slot that is empty.
    #[inline(always)]
    pub fn set(self, line: &mut Line, slot: usize, entry: u64) {
        if self != Slots::Bits32 {
            let (word, shift) = self.high_place(slot);
            line.0[word] |= ((entry >> 32) as u32) << shift;
        }
        line.0[slot] = entry as u32;
    }

    /// The entry is in the line.
    #[inline(always)]
    fn contains(self, line: &Line, entry: u64, compare: impl Compare) -> bool {
        let mut equal = compare.equal(line, entry as u32) & self.all();
        if self == Slots::Bits32 {
            return equal != 0;
        }
        while equal != 0 {
            if self.high_bits(line, equal.trailing_zeros() as usize) == (entry >> 32) as u32 {
                return true;
            }
            equal &= equal - 1;
        }
        false
    }

    /// A bit for each slot.
    const fn all(self) -> u32 {
        (1 << self.count()) - 1
    }

    /// How many slots are filled.
    #[inline(always)]
    pub fn filled(self, line: &Line, compare: impl Compare) -> usize {
        let empty = compare.equal(line, 0) & self.all();
        (empty | 1 << self.count()).trailing_zeros() as usize
    }

    /// Puts an entry to a line, unless it is there; `None` if the line is full.
    #[inline(always)]
    pub fn add(self, line: &mut Line, entry: u64, compare: impl Compare) -> Option<Added> {
        if self.contains(line, entry, compare) {
            return Some(Added::Old);
        }
        self.put(line, entry, compare).then_some(Added::New)
    }

    /// Puts an entry that is not there to a line. Says whether there was room.
    #[inline(always)]
    pub fn put(self, line: &mut Line, entry: u64, compare: impl Compare) -> bool {
        let slot = self.filled(line, compare);
        if slot < self.count() {
            self.set(line, slot, entry);
        }
        slot < self.count()
    }
}
