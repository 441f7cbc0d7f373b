//! The exact set of keys of up to 64 bits that stores only what the address does not say.
//!
//! The plain algorithm is a hash table of keys. The real one differs, because memory is what limits a search:
//!
//! 1. The hash is a bijection of the key's bits, so nothing is lost if a line is chosen by it and only the *remainder* is stored
//!    there (Cleary's compact hashing). The line is `hash * lines / 2^bits`, so a table can have any number of lines; the
//!    remainder is what that division leaves, without the bits that the next multiple of `lines` tells.
//! 2. A bucket is one cache line: a probe waits for one access, which was started before: all lines that a batch of keys needs are
//!    asked for, and then they are looked at.
//! 3. A key whose line is full goes to another one, at a triangular distance; its entry says how many it went, so that the
//!    line it belongs to is still known. Linear distances fill up at a load of 0.70, triangular ones hold 0.90. That second
//!    access is started early as well (`look_ahead`).
//!
//! An entry is the remainder and, in four bits, the number of lines gone plus one; [`Slots`] says how entries lie in a line.
//! Nothing is ever removed. A growing table moves its lines in their order into a longer row: both are touched in order.

use super::Added;
use super::pages::{Growing, Line, Lines};
use super::slots::Slots;
use crate::memory::Budget;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The set.
pub struct Remainders {
    lines: Lines,
    shape: Shape,
    length: usize,
    /// With so many keys it is time to grow.
    comfortable: usize,
}

/// How keys are spread over lines and slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    /// Bits of a key.
    key: u32,
    lines: u64,
    /// Bits that the number of lines stands for: 2^`known` <= `lines`.
    known: u32,
    slots: Slots,
    /// The bits of a mixed key: the upper ones of a word.
    mask: u64,
}

/// Where a key belongs: a line, and what is stored there.
#[derive(Clone, Copy, Default)]
struct Home {
    line: u64,
    remainder: u64,
}

/// Lines that are asked for before the first is looked at.
const WINDOW: usize = 256;
/// Bits of an entry besides the remainder.
const EXTRA: u32 = 4;
/// A key is less than so many lines away from its own.
const MAX_GONE: u64 = 15;
/// A lookup in a crowded table is announced when so many others are before it.
const AHEAD: usize = 12;
/// Lines that a thread moves at a time when a table grows.
const SHARE: usize = 1 << 10;
/// The first table: 64 KiB.
const FIRST_LINES: usize = 1 << 10;
/// From here on a table grows in smaller steps: 64 MiB.
const LARGE: usize = 1 << 20;
/// A step of growth that is less than a fifth is not worth the work, and might not make enough room.
const LEAST_GROWTH: (usize, usize) = (6, 5);

impl Shape {
    fn new(key: u32, lines: usize) -> Shape {
        let known = lines.ilog2();
        let slots = match key - known + EXTRA {
            ..=32 => Slots::Bits32,
            33..=36 => Slots::Bits36,
            37..=42 => Slots::Bits42,
            43..=48 => Slots::Bits48,
            _ => Slots::Bits63,
        };
        Shape { key, lines: lines as u64, known, slots, mask: u64::MAX << (64 - key) }
    }

    fn capacity(self) -> usize {
        self.lines as usize * self.slots.count()
    }

    /// Spreads a key: a bijection of its bits, which are then the upper ones of the word.
    #[inline(always)]
    fn mix(self, key: u64) -> u64 {
        let unused = 64 - self.key;
        let mixed = (key << unused).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> (self.key / 2) & self.mask).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// Where a mixed key belongs.
    #[inline(always)]
    fn split(self, mixed: u64) -> Home {
        let product = u128::from(mixed) * u128::from(self.lines);
        Home { line: (product >> 64) as u64, remainder: product as u64 >> (64 - self.key + self.known) }
    }

    /// The line that is `gone` steps away.
    #[inline(always)]
    fn line(self, home: u64, gone: u64) -> usize {
        let line = home + gone * (gone + 1) / 2;
        (if line >= self.lines { line - self.lines } else { line }) as usize
    }

    /// The number of lines is a power of two, so there is nothing to divide.
    #[inline(always)]
    fn is_power(self) -> bool {
        self.lines == 1 << self.known
    }

    /// The number of lines is three times a power of two, so there are only constants to divide by.
    #[inline(always)]
    fn is_three(self) -> bool {
        self.lines == 3 << (self.known - 1)
    }

    /// The first hash that belongs to a line is `start.0`, or one more if `start.1` is not 0: what is left of the division.
    fn start(self, line: u64) -> (u64, u64) {
        if self.is_power() {
            return (line << (self.key - self.known), 0);
        }
        if self.is_three() && self.key <= 62 {
            let product = line << (self.key + 1 - self.known);
            return (product / 3, (product % 3) << (self.known - 1));
        }
        let (product, lines) = (u128::from(line) << self.key, u128::from(self.lines));
        ((product / lines) as u64, (product % lines) as u64)
    }

    /// The mixed key of an entry in a line, where `start` is that of the line.
    #[inline(always)]
    fn mixed(self, entry: u64, line: usize, start: (u64, u64)) -> u64 {
        let gone = (entry & ((1 << EXTRA) - 1)) - 1;
        let start = if gone == 0 { start } else { self.start(self.home(line as u64, gone)) };
        if self.is_power() {
            return (start.0 + (entry >> EXTRA)) << (64 - self.key);
        }
        // The hash is (line * 2^key + remainder * 2^known) / lines, rounded up.
        let (quotient, left) = if self.is_three() {
            let double = entry >> EXTRA << 1;
            (double / 3, (double % 3) << (self.known - 1))
        } else {
            let rest = (entry >> EXTRA) << self.known;
            (rest / self.lines, rest % self.lines)
        };
        let left = left + start.1;
        let rounded = u64::from(left > 0) + u64::from(left > self.lines);
        (start.0 + quotient + rounded) << (64 - self.key)
    }

    /// The line that an entry belongs to which has gone so many steps.
    fn home(self, line: u64, gone: u64) -> u64 {
        let distance = gone * (gone + 1) / 2;
        if line < distance { line + self.lines - distance } else { line - distance }
    }

    /// Puts the entries of a line to a larger table: `put` puts one to a line, if there is room.
    #[inline(always)]
    fn move_line(self, number: usize, line: &Line, larger: Shape, mut put: impl FnMut(usize, u64) -> bool) {
        let start = self.start(number as u64);
        for slot in 0..self.slots.count() {
            if line.0[slot].load(Relaxed) == 0 {
                break;
            }
            let home = larger.split(self.mixed(self.slots.get(line, slot), number, start));
            let entry = |gone: u64| home.remainder << EXTRA | (gone + 1);
            let has_room = (0..MAX_GONE).any(|gone| put(larger.line(home.line, gone), entry(gone)));
            assert!(has_room, "defect of the verifier: a larger table has less room");
        }
    }

    /// How many keys a table should have before it grows: fewer while it is small, because lookups in a table that is more than
    /// half full take longer, and where lines have few slots, because more of them are full.
    fn comfortable(self) -> usize {
        match self.slots {
            _ if self.lines < LARGE as u64 => self.capacity() / 8 * 5,
            Slots::Bits48 | Slots::Bits63 => self.capacity() / 20 * 17,
            _ => self.capacity() / 10 * 9,
        }
    }

    /// How many lines the next table should have. What is small grows fast, because growing takes time; what is large grows
    /// slowly, because what is not used yet takes memory.
    fn next_lines(self) -> usize {
        match self.lines as usize {
            lines @ ..LARGE => LARGE.min(lines * 4),
            lines if self.is_power() => lines / 2 * 3,
            lines => lines.next_power_of_two(),
        }
    }
}

/// How full the lines of a growing table are. They are filled in their order, but for those that keys go to because others are
/// full, so it is enough to know it of the last ones.
struct Filling {
    /// How many slots of a line are filled, at its number modulo `RING`.
    counts: [u8; RING],
    /// It is known of lines before this one, if they are not too far before it.
    end: usize,
}

/// Lines whose filling is known: more than keys go away from their own.
const RING: usize = 512;

impl Filling {
    /// Puts an entry that is not there to a line. Says whether there was room.
    #[inline(always)]
    fn put(&mut self, slots: Slots, growing: &mut Growing, line: usize, entry: u64) -> bool {
        if line >= self.end + RING / 2 || line + RING <= self.end {
            return slots.put(growing.get(line), entry);
        }
        while self.end <= line {
            let filled = slots.empty(growing.get(self.end)).unwrap_or(slots.count());
            self.counts[self.end % RING] = filled as u8;
            self.end += 1;
        }
        let count = &mut self.counts[line % RING];
        let slot = *count as usize;
        if slot < slots.count() {
            *count += 1;
            slots.set(growing.get(line), slot, entry);
        }
        slot < slots.count()
    }
}

impl Remainders {
    /// An empty set for keys of so many bits, more than 10; `None` if the budget has no room for it.
    pub fn new(key_bits: u32, budget: &Budget) -> Option<Remainders> {
        Remainders::with(key_bits, FIRST_LINES, budget)
    }

    /// An empty set with room for as many keys as this one has, for keys of so many bits.
    pub fn empty_twin(&self, key_bits: u32, budget: &Budget) -> Option<Remainders> {
        let mut shape = Shape::new(key_bits, FIRST_LINES);
        while shape.comfortable() <= self.length {
            shape = Shape::new(key_bits, shape.next_lines());
        }
        Remainders::with(key_bits, shape.lines as usize, budget)
    }

    fn with(key_bits: u32, lines: usize, budget: &Budget) -> Option<Remainders> {
        let shape = Shape::new(key_bits, lines);
        Some(Remainders { lines: Lines::new(lines, budget)?, shape, length: 0, comfortable: shape.comfortable() })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// How many keys can be added before it should grow.
    pub fn room(&self) -> usize {
        self.comfortable.saturating_sub(self.length)
    }

    /// So many keys have been added.
    pub fn count(&mut self, added: usize) {
        self.length += added;
    }

    /// Adds keys, in their order; the numbers of those that were not there go to `new`. Gives how many were looked up:
    /// if not all, there is no room for the next one. The caller tells [`Self::count`] of the new ones.
    pub fn add_all<const SHARED: bool>(&self, keys: &[u64], new: &mut Vec<u32>) -> usize {
        match self.shape.slots {
            Slots::Bits32 => self.add_all_to::<SHARED>(keys, new, Slots::Bits32),
            Slots::Bits36 => self.add_all_to::<SHARED>(keys, new, Slots::Bits36),
            Slots::Bits42 => self.add_all_to::<SHARED>(keys, new, Slots::Bits42),
            Slots::Bits48 => self.add_all_to::<SHARED>(keys, new, Slots::Bits48),
            Slots::Bits63 => self.add_all_to::<SHARED>(keys, new, Slots::Bits63),
        }
    }

    /// One copy for each kind of slots, so that loops and shifts are constants.
    #[inline(always)]
    fn add_all_to<const SHARED: bool>(&self, keys: &[u64], new: &mut Vec<u32>, slots: Slots) -> usize {
        let is_crowded = self.length >= self.shape.capacity() / 2;
        let mut homes = [Home::default(); WINDOW];
        for (window, keys) in keys.chunks(WINDOW).enumerate() {
            let homes = &mut homes[..keys.len()];
            for (home, key) in homes.iter_mut().zip(keys) {
                *home = self.shape.split(self.shape.mix(*key));
                self.lines.get(home.line as usize).prefetch();
            }
            for (at, home) in homes.iter().enumerate() {
                if is_crowded && let Some(later) = homes.get(at + AHEAD) {
                    self.look_ahead(later, slots);
                }
                match self.add::<SHARED>(home, slots) {
                    Added::Old => {}
                    Added::New => new.push((window * WINDOW + at) as u32),
                    Added::NoRoom => return window * WINDOW + at,
                }
            }
        }
        keys.len()
    }

    /// If the line of a key is full, starts to fetch the next one.
    #[inline(always)]
    fn look_ahead(&self, key: &Home, slots: Slots) {
        let is_full = self.lines.get(key.line as usize).0[slots.count() - 1].load(Relaxed) != 0;
        self.lines.get(self.shape.line(key.line, is_full.into())).prefetch();
    }

    #[inline(always)]
    fn add<const SHARED: bool>(&self, key: &Home, slots: Slots) -> Added {
        let entry = key.remainder << EXTRA;
        if let Some(added) = slots.add::<SHARED>(self.lines.get(key.line as usize), entry | 1) {
            return added;
        }
        for gone in 1..MAX_GONE {
            let line = self.lines.get(self.shape.line(key.line, gone));
            if let Some(added) = slots.add::<SHARED>(line, entry | (gone + 1)) {
                return added;
            }
        }
        Added::NoRoom
    }

    /// Makes the table larger, if the budget has room for it; if not, it can be filled to the last place.
    pub fn grow(&mut self, budget: &Budget) -> bool {
        let wanted = self.shape.next_lines();
        // Where the budget ends before that, what is left of it, without the pages that growing itself needs.
        let left = budget.left().saturating_sub(Lines::SPARE_BYTES) as usize / size_of::<Line>();
        let left = self.lines.count() + left;
        let is_worth_it = left >= self.lines.count() / LEAST_GROWTH.1 * LEAST_GROWTH.0;
        let grows = self.grow_to(wanted, budget) || left < wanted && is_worth_it && self.grow_to(left, budget);
        if !grows {
            self.comfortable = usize::MAX;
        }
        grows
    }

    /// Moves all entries to a table of so many lines, page by page, so that it never takes more memory than that table.
    fn grow_to(&mut self, lines: usize, budget: &Budget) -> bool {
        let (old, new) = (self.shape, Shape::new(self.shape.key, lines));
        let grows = match new.slots {
            Slots::Bits32 => self.move_to(old, new, Slots::Bits32, budget),
            Slots::Bits36 => self.move_to(old, new, Slots::Bits36, budget),
            Slots::Bits42 => self.move_to(old, new, Slots::Bits42, budget),
            Slots::Bits48 => self.move_to(old, new, Slots::Bits48, budget),
            Slots::Bits63 => self.move_to(old, new, Slots::Bits63, budget),
        };
        if grows {
            (self.shape, self.comfortable) = (new, new.comfortable());
        }
        grows
    }

    /// One copy for each kind of slots, so that loops and shifts are constants.
    #[inline(always)]
    fn move_to(&mut self, old: Shape, new: Shape, slots: Slots, budget: &Budget) -> bool {
        let mut filling = Filling { counts: [0; RING], end: 0 };
        self.lines.grow(new.lines as usize, budget, |number, line, growing| {
            old.move_line(number, line, new, |to, entry| filling.put(slots, growing, to, entry));
        })
    }

    /// The same with several threads, if there is room for both tables at the same time.
    pub fn grow_together(&mut self, threads: usize, budget: &Budget) -> bool {
        let (old, new) = (self.shape, Shape::new(self.shape.key, self.shape.next_lines()));
        let Some(larger) = Lines::new(new.lines as usize, budget) else { return self.grow(budget) };
        let (next, count) = (AtomicUsize::new(0), self.lines.count());
        let move_lines = || {
            for start in std::iter::repeat_with(|| next.fetch_add(SHARE, Relaxed)).take_while(|start| *start < count) {
                for number in start..count.min(start + SHARE) {
                    let put = |to: usize, entry: u64| new.slots.add::<true>(larger.get(to), entry).is_some();
                    old.move_line(number, self.lines.get(number), new, put);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // If the system has no more threads, the others do the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move_lines);
            }
            move_lines();
        });
        budget.give_back(self.lines.bytes());
        (self.lines, self.shape, self.comfortable) = (larger, new, new.comfortable());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn add(set: &mut Remainders, key: u64, budget: &Budget) -> Added {
        if set.room() == 0 {
            set.grow(budget);
        }
        let mut new = Vec::new();
        while set.add_all::<false>(&[key], &mut new) == 0 {
            if !set.grow(budget) {
                return Added::NoRoom;
            }
        }
        set.count(new.len());
        if new.is_empty() { Added::Old } else { Added::New }
    }

    /// The set agrees with its naive twin on keys that come again and again, through several growths.
    fn agrees(key_bits: u32, count: u64, key: impl Fn(u64) -> u64) {
        let budget = Budget::of(1 << 30);
        let mut set = Remainders::new(key_bits, &budget).expect("there is room");
        let mut twin = HashSet::new();
        for number in 0..count {
            let key = key(number * 7919 % (count / 2 + 1)) & (u64::MAX >> (64 - key_bits));
            let expected = if twin.insert(key) { Added::New } else { Added::Old };
            assert_eq!(add(&mut set, key, &budget), expected, "key {key:#x} of {key_bits} bits");
        }
        assert_eq!(set.length, twin.len());
        twin.iter().for_each(|key| assert_eq!(add(&mut set, *key, &budget), Added::Old));
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
    fn an_entry_and_its_line_tell_the_key() {
        for key_bits in [20, 33, 49, 64] {
            for lines in [1024, 1365, 1536, 4096, 77_777, 3 << 15] {
                let shape = Shape::new(key_bits, lines);
                for number in 0..1000u64 {
                    let mixed = shape.mix(number.wrapping_mul(0x5851_f42d_4c95_7f2d) >> (64 - key_bits));
                    let home = shape.split(mixed);
                    for gone in [0, 1, 14] {
                        let entry = home.remainder << EXTRA | (gone + 1);
                        let line = shape.line(home.line, gone);
                        assert_eq!(shape.mixed(entry, line, shape.start(line as u64)), mixed);
                    }
                }
            }
        }
    }

    #[test]
    fn ends_at_the_budget() {
        let limit = 24 << 20;
        let budget = Budget::of(limit);
        let mut set = Remainders::new(50, &budget).expect("there is room");
        let mut number = 0;
        while add(&mut set, number, &budget) != Added::NoRoom {
            number += 1;
        }
        assert!(budget.peak() <= limit);
        assert!(number > 700_000, "{number} keys");
        assert_eq!(set.length as u64, number);
        (0..number).for_each(|key| assert_eq!(add(&mut set, key, &budget), Added::Old));
    }

    #[test]
    fn threads_add_every_key_once() {
        for key_bits in [26, 36, 45, 50, 64] {
            let budget = Budget::of(1 << 30);
            let mut set = Remainders::new(key_bits, &budget).expect("there is room");
            let mut total = 0;
            for round in 1..=6u64 {
                while set.room() < 10_000 {
                    assert!(set.grow_together(3, &budget));
                }
                let work = || {
                    let keys: Vec<u64> = (0..round * 10_000).collect();
                    let mut new = Vec::new();
                    assert_eq!(set.add_all::<true>(&keys, &mut new), keys.len());
                    new.len()
                };
                let added: usize = std::thread::scope(|scope| {
                    let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
                    threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
                });
                set.count(added);
                total += added;
            }
            assert_eq!(total, 60_000, "{key_bits} bits");
        }
    }

    #[test]
    fn threads_that_race_for_the_same_keys_add_each_once() {
        for key_bits in [36, 45, 50, 64, 30] {
            let budget = Budget::of(1 << 30);
            let mut set = Remainders::new(key_bits, &budget).expect("there is room");
            while set.room() < 300_000 {
                assert!(set.grow(&budget));
            }
            let work = || {
                let mut new = Vec::new();
                for start in (0..300_000u64).step_by(100) {
                    let keys: Vec<u64> = (start..start + 100).collect();
                    assert_eq!(set.add_all::<true>(&keys, &mut new), keys.len());
                }
                new.len()
            };
            let added: usize = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
            });
            assert_eq!(added, 300_000, "{key_bits} bits");
        }
    }
}
