//! How entries of a table of remainders lie in a cache line.
//!
//! A line has as many slots as entries of its size fit, and fills from the front. The low 32 bits of an entry and the rest are kept
//! apart, so that a line is compared with few instructions, and only equal low bits need a look at the rest.

use super::pages::Line;
use super::simd::Compare;
use std::hint::select_unpredictable;

/// A line has at most so many slots.
pub const SLOTS: usize = 16;

/// The slots of a line, by the bits of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slots {
    Bits32,
    Bits36,
    Bits42,
    Bits48,
    Bits64,
}

/// What came of putting an entry to a line.
#[derive(Clone, Copy)]
pub struct Put {
    /// It was not there, and is now.
    pub is_new: bool,
    /// It is not there, and there is no room for it.
    pub is_full: bool,
}

impl Slots {
    /// For entries of so many bits.
    pub fn of(bits: u32) -> Slots {
        match bits {
            ..=32 => Slots::Bits32,
            33..=36 => Slots::Bits36,
            37..=42 => Slots::Bits42,
            43..=48 => Slots::Bits48,
            _ => Slots::Bits64,
        }
    }

    pub const fn count(self) -> usize {
        match self {
            Slots::Bits32 => 16,
            Slots::Bits36 => 14,
            Slots::Bits42 => 12,
            Slots::Bits48 => 10,
            Slots::Bits64 => 8,
        }
    }

    /// How many bits of an entry lie apart from the low 32.
    const fn high(self) -> u32 {
        match self {
            Slots::Bits32 => 0,
            Slots::Bits36 => 4,
            Slots::Bits42 => 10,
            Slots::Bits48 => 16,
            Slots::Bits64 => 32,
        }
    }

    /// As many bits.
    const fn high_mask(self) -> u32 {
        ((1u64 << self.high()) - 1) as u32
    }

    /// The word and the shift of a slot's high bits, which takes no division to find out.
    #[inline(always)]
    pub fn high_place(self, slot: usize) -> (usize, u32) {
        let (word, number) = match self {
            Slots::Bits32 | Slots::Bits64 => (slot, 0),
            Slots::Bits36 => (slot / 8, slot % 8),
            Slots::Bits42 => (slot % 4, slot / 4),
            Slots::Bits48 => (slot / 2, slot % 2),
        };
        ((self.count() + word) % SLOTS, self.high() * number as u32)
    }

    /// Reads what is in all slots.
    pub fn read(self, line: &Line, entries: &mut [u64; SLOTS]) {
        // One copy for each kind, so that loops and shifts are constants.
        match self {
            Slots::Bits32 => Slots::Bits32.read_all(line, entries),
            Slots::Bits36 => Slots::Bits36.read_all(line, entries),
            Slots::Bits42 => Slots::Bits42.read_all(line, entries),
            Slots::Bits48 => Slots::Bits48.read_all(line, entries),
            Slots::Bits64 => Slots::Bits64.read_all(line, entries),
        }
    }

    #[inline(always)]
    fn read_all(self, line: &Line, entries: &mut [u64; SLOTS]) {
        for (slot, entry) in entries.iter_mut().enumerate().take(self.count()) {
            *entry = u64::from(self.high_bits(line, slot)) << 32 | u64::from(line.0[slot]);
        }
    }

    #[inline(always)]
    fn high_bits(self, line: &Line, slot: usize) -> u32 {
        let (word, shift) = self.high_place(slot);
        line.0[word] >> shift & self.high_mask()
    }

    /// Fills a slot that is empty.
    #[inline(always)]
    pub fn set(self, line: &mut Line, slot: usize, entry: u64) {
        self.write(line, slot, entry, false);
    }

    /// A bit for each slot.
    pub const fn all(self) -> u32 {
        (1 << self.count()) - 1
    }

    /// Puts an entry to a line, unless it is there or the line is full. Nothing branches on which of that is so, because nobody can
    /// foresee it: something is always written, if need be what is there already. With branches a lookup among random keys takes half as
    /// long again.
    #[inline(always)]
    pub fn add(self, line: &mut Line, entry: u64, compare: impl Compare) -> Put {
        let (low, high) = (entry as u32, (entry >> 32) as u32);
        let equal = compare.equal(line, low) & self.all();
        let empty = compare.equal(line, 0) & self.all();
        let is_old = equal != 0;
        let slot = self.first_of(select_unpredictable(is_old, equal, empty));
        if self.differs(equal, self.high_bits(line, slot), high) {
            return self.add_carefully(line, entry, empty);
        }
        let is_full = (equal | empty) == 0;
        self.write(line, slot, entry, is_full);
        Put { is_new: !(is_old | is_full), is_full }
    }

    /// The entry in some slot has the low bits of another one, but not its high bits, which are the lowest of these. Entries with equal low
    /// bits are the same, but for one in millions. A product, because of two conditions the compiler would make a branch for each.
    #[inline(always)]
    pub fn differs(self, equal: u32, highs: u32, high: u32) -> bool {
        u64::from(equal) * u64::from(highs & self.high_mask() ^ high) != 0
    }

    /// Puts an entry to a line in which another one has the same low bits.
    #[cold]
    #[inline(never)]
    pub fn add_carefully(self, line: &mut Line, entry: u64, empty: u32) -> Put {
        let mut entries = [0; SLOTS];
        self.read(line, &mut entries);
        let (is_old, is_full) = (entries.contains(&entry), empty == 0);
        if !is_old {
            self.write(line, self.first_of(empty), entry, is_full);
        }
        Put { is_new: !is_old && !is_full, is_full: !is_old && is_full }
    }

    /// Writes an entry to a slot that is empty or has that entry, unless the line is full.
    #[inline(always)]
    fn write(self, line: &mut Line, slot: usize, entry: u64, is_full: bool) {
        line.0[slot] = select_unpredictable(is_full, line.0[slot], entry as u32);
        if self != Slots::Bits32 {
            let (word, shift) = self.high_place(slot);
            line.0[word] |= select_unpredictable(is_full, 0, ((entry >> 32) as u32) << shift);
        }
    }

    /// The first of some slots; if there are none, the last of all.
    #[inline(always)]
    pub fn first_of(self, slots: u32) -> usize {
        (slots | 1 << (self.count() - 1)).trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::simd::{Plain, Work, in_best_way};

    struct Adding<'l>(Slots, &'l mut Line, u64);

    impl Work for Adding<'_> {
        type Output = Put;

        fn run(self, compare: impl Compare) -> Put {
            compare.add(self.0, self.1, self.2)
        }
    }

    /// A line agrees with its naive twin on entries that differ in their low bits only, in their high bits only, or not at all; whatever
    /// the processor can do.
    #[test]
    fn entries_are_told_apart_by_all_their_bits() {
        for slots in [Slots::Bits32, Slots::Bits36, Slots::Bits42, Slots::Bits48, Slots::Bits64] {
            for seed in 0..200u64 {
                let (mut line, mut best, mut twin) = (Line::ZERO, Line::ZERO, Vec::new());
                for number in 0..40 {
                    let random = (number + 40 * seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
                    let high = if slots == Slots::Bits32 { 0 } else { (random >> 8) % 8 };
                    let entry = high << 32 | (1 + random % 5);
                    let put = slots.add(&mut line, entry, Plain);
                    let put_best = in_best_way(Adding(slots, &mut best, entry));
                    assert_eq!((put_best.is_new, put_best.is_full), (put.is_new, put.is_full), "{slots:?}");
                    assert_eq!(best.0, line.0);
                    let (is_old, is_full) = (twin.contains(&entry), twin.len() == slots.count());
                    assert_eq!((put.is_new, put.is_full), (!is_old && !is_full, !is_old && is_full), "{slots:?}");
                    if put.is_new {
                        twin.push(entry);
                    }
                    let mut entries = [0; SLOTS];
                    slots.read(&line, &mut entries);
                    assert!(entries[..twin.len()] == twin && entries[twin.len()..].iter().all(|entry| *entry == 0));
                }
            }
        }
    }
}
