//! The exact set of keys of up to 64 bits that stores only what the address does not say.
//!
//! The plain algorithm is a hash table of keys. The real one differs, because memory is what limits a search:
//!
//! 1. The hash is a bijection of the key's bits, so nothing is lost if a line is chosen by it and only the *remainder* is stored
//!    there (Cleary's compact hashing). The line is `hash * lines / 2^64`, so a table need not have a power of two of lines; the
//!    remainder is what that division leaves, from which a multiplication gives the hash back.
//! 2. A bucket is one cache line: a probe waits for one access, which was started before: all lines that a batch of keys needs are
//!    asked for, and then they are looked at.
//! 3. A key whose line is full goes to another one, at a triangular distance; its entry says how many it went, so that the
//!    line it belongs to is still known. Linear distances fill up at a load of 0.70, triangular ones of four bits hold 0.80. These
//!    accesses are made together as well: a second one for all keys whose lines are full, then a third one, and so on.
//!
//! An entry is the remainder and, in four bits, the number of lines gone plus one; [`Slots`] says how entries lie in a line.
//! Nothing is ever removed. A growing table moves its lines in their order into a longer row: both are touched in order.

use super::Added;
use super::division::Division;
use super::pages::{Growing, Line, Lines, Mover};
use super::simd::{Compare, Work, in_best_way};
use super::slots::Slots;
use crate::memory::Budget;

/// The set.
pub struct Remainders {
    lines: Lines,
    shape: Shape,
    length: usize,
    /// How many sets there are together with this one.
    sets: usize,
    division: Division,
    /// With as many lines it grows in smaller steps.
    large: usize,
    /// With so many keys it is time to grow.
    comfortable: usize,
}

/// How keys are spread over lines and slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    /// Bits of a key, without those that the number of the set tells.
    key: u32,
    /// An odd number times 2^`known`.
    lines: u64,
    /// Bits of a hash that the number of a line tells.
    known: u32,
    /// The odd number times this is 1, as words are multiplied.
    inverse: u64,
    slots: Slots,
}

/// Where a key belongs: a line, and what is stored there.
#[derive(Clone, Copy, Default)]
struct Home {
    line: u64,
    remainder: u64,
}

/// A table is given a number of lines with at most so many bits before the zeros: those bits are kept in every entry.
const LINE_DIGITS: u32 = 3;

impl Home {
    /// The entry of a key that has gone so many lines.
    #[inline(always)]
    fn entry(self, gone: u64) -> u64 {
        self.remainder << EXTRA | (gone + 1)
    }
}

/// Lines that are asked for before the first is looked at.
const WINDOW: usize = 256;
/// Bits of an entry besides the remainder.
const EXTRA: u32 = 4;
/// A key is less than so many lines away from its own.
const MAX_GONE: u64 = 15;
/// Not the place of a key: that was added.
const ADDED: u16 = u16::MAX;
/// The first table, or all of them together: 64 KiB.
const FIRST_LINES: usize = 1 << 10;
/// The smallest table: keys do not come back to their own line by going away from it.
const MIN_LINES: usize = 1 << 9;
/// From here on a table grows in smaller steps, or all tables together: 64 MiB.
const LARGE: usize = 1 << 20;
/// A step of growth that is less than a fifth is not worth the work, and might not make enough room.
const LEAST_GROWTH: (usize, usize) = (6, 5);

impl Shape {
    fn new(key: u32, lines: usize) -> Shape {
        let known = lines.trailing_zeros();
        let slots = match key - known + EXTRA {
            ..=32 => Slots::Bits32,
            33..=36 => Slots::Bits36,
            37..=42 => Slots::Bits42,
            43..=48 => Slots::Bits48,
            _ => Slots::Bits64,
        };
        let inverse = inverse(lines as u64 >> known);
        Shape { key, lines: lines as u64, known, inverse, slots }
    }

    fn capacity(self) -> usize {
        self.lines as usize * self.slots.count()
    }

    /// Where a key belongs, spread over the upper bits of a word.
    #[inline(always)]
    fn split(self, spread: u64) -> Home {
        let product = u128::from(spread) * u128::from(self.lines);
        Home { line: (product >> 64) as u64, remainder: product as u64 >> (64 - self.key + self.known) }
    }

    /// The line that is `gone` steps away.
    #[inline(always)]
    fn line(self, home: u64, gone: u64) -> usize {
        let line = home + gone * (gone + 1) / 2;
        (if line >= self.lines { line - self.lines } else { line }) as usize
    }

    /// The key of an entry in a line, spread as it was.
    #[inline(always)]
    fn spread(self, entry: u64, line: u64) -> u64 {
        let gone = (entry & ((1 << EXTRA) - 1)) - 1;
        let home = if gone == 0 { line } else { self.home(line, gone) };
        // The lower bits of the line and the remainder are the lower 64 bits of the key times the odd number.
        let product = home << (64 - self.known) | (entry >> EXTRA) << (64 - self.key);
        product.wrapping_mul(self.inverse)
    }

    /// The line that an entry belongs to which has gone so many steps.
    #[inline(always)]
    fn home(self, line: u64, gone: u64) -> u64 {
        let distance = gone * (gone + 1) / 2;
        if line < distance { line + self.lines - distance } else { line - distance }
    }

    /// How many keys a table should have before it grows: fewer while it is small, because lookups in a table that is more than
    /// half full take longer. At 0.8 a quarter of new keys find their line full, at 0.9 it would be half of them, and they would go
    /// 1.5 lines on average.
    fn comfortable(self, large: usize) -> usize {
        if (self.lines as usize) < large { self.capacity() / 8 * 5 } else { self.capacity() / 5 * 4 }
    }

    /// How many lines the next table should have. What is small grows fast, because growing takes time; what is large grows
    /// slowly, because what is not used yet takes memory.
    fn next_lines(self, large: usize) -> usize {
        match self.lines as usize {
            lines if lines < large / 16 => (lines * 16).min(large / 16),
            lines if lines < large => large,
            lines if lines.is_power_of_two() => lines / 2 * 3,
            lines => lines.next_power_of_two(),
        }
    }
}

/// The number that gives 1 when it is multiplied with an odd one: every step of Newton's method makes twice as many bits right.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// Keys that are to be added to a set.
struct Adding<'s> {
    set: &'s mut Remainders,
    keys: &'s [u64],
    is_new: &'s mut [bool],
    no_room: &'s mut Vec<usize>,
}

impl Work for Adding<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, compare: impl Compare) {
        let Adding { set, keys, is_new, no_room } = self;
        // One copy for each kind of slots, so that loops and shifts are constants.
        match set.shape.slots {
            Slots::Bits32 => set.add_to(Slots::Bits32, keys, is_new, no_room, compare),
            Slots::Bits36 => set.add_to(Slots::Bits36, keys, is_new, no_room, compare),
            Slots::Bits42 => set.add_to(Slots::Bits42, keys, is_new, no_room, compare),
            Slots::Bits48 => set.add_to(Slots::Bits48, keys, is_new, no_room, compare),
            Slots::Bits64 => set.add_to(Slots::Bits64, keys, is_new, no_room, compare),
        }
    }
}

/// A table on its way to a larger one.
struct Moving<'s> {
    lines: &'s mut Lines,
    from: Shape,
    to: Shape,
    budget: &'s Budget,
}

impl Work for Moving<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, compare: impl Compare) -> bool {
        match self.to.slots {
            Slots::Bits32 => self.move_to(Slots::Bits32, compare),
            Slots::Bits36 => self.move_to(Slots::Bits36, compare),
            Slots::Bits42 => self.move_to(Slots::Bits42, compare),
            Slots::Bits48 => self.move_to(Slots::Bits48, compare),
            Slots::Bits64 => self.move_to(Slots::Bits64, compare),
        }
    }
}

impl Moving<'_> {
    #[inline(always)]
    fn move_to(self, slots: Slots, compare: impl Compare) -> bool {
        let Moving { lines, from, to, budget } = self;
        lines.grow(to.lines as usize, budget, Entries { from, to, slots, compare, counts: [0; RING], end: 0 })
    }
}

/// Moves entries. Lines of the larger table are filled in their order, but for those that keys go to because others are full, so it
/// is enough to know of the last ones how full they are. To look at a line again that was just written to would take longer.
struct Entries<C> {
    from: Shape,
    to: Shape,
    /// Those of the larger table.
    slots: Slots,
    compare: C,
    /// How many slots of a line are filled, at its number modulo `RING`.
    counts: [u8; RING],
    /// It is known of lines before this one, if they are not too far before it.
    end: usize,
}

/// Lines whose filling is known.
const RING: usize = 1 << 10;
/// Keys go less far away from their own lines.
const FARTHEST: u64 = MAX_GONE * MAX_GONE / 2;

impl<C: Compare> Mover for Entries<C> {
    #[inline(always)]
    fn put(&mut self, number: usize, line: &Line, growing: &mut Growing) {
        // All at once: whether the next entry begins a line, nobody could foresee.
        let end = (number as u64 + 1) * self.to.lines / self.from.lines + FARTHEST;
        while self.end < self.to.lines.min(end) as usize {
            self.counts[self.end % RING] = self.slots.filled(growing.get_mut(self.end), self.compare) as u8;
            self.end += 1;
        }
        for entry in self.from.slots.entries(line) {
            if entry == 0 {
                return;
            }
            let home = self.to.split(self.from.spread(entry, number as u64));
            if !self.put_one(home.line as usize, home.entry(0), growing) {
                self.put_elsewhere(home, growing);
            }
        }
    }
}

impl<C: Compare> Entries<C> {
    /// Puts an entry to a line. Says whether there was room.
    #[inline(always)]
    fn put_one(&mut self, line: usize, entry: u64, growing: &mut Growing) -> bool {
        if line >= self.end || line + RING <= self.end {
            return self.slots.put(growing.get_mut(line), entry, self.compare);
        }
        let count = &mut self.counts[line % RING];
        let slot = *count as usize;
        let has_room = slot < self.slots.count();
        if has_room {
            *count += 1;
            self.slots.set(growing.get_mut(line), slot, entry);
        }
        has_room
    }

    /// Puts an entry to another line than its own, which is full.
    #[inline(always)]
    fn put_elsewhere(&mut self, home: Home, growing: &mut Growing) {
        let mut gone = 1;
        while !self.put_one(self.to.line(home.line, gone), home.entry(gone), growing) {
            gone += 1;
            assert!(gone < MAX_GONE, "defect of the verifier: a larger table has less room");
        }
    }
}

impl Remainders {
    /// An empty set for keys of so many bits, one of so many sets; `None` if the budget has no room for it.
    pub fn new(key_bits: u32, sets: usize, budget: &Budget) -> Option<Remainders> {
        // As many together as one: from there it takes the same steps.
        let [large, first] = [LARGE, FIRST_LINES].map(|lines| (lines / sets).max(MIN_LINES));
        let division = Division::new(key_bits, sets);
        let (shape, lines) = (Shape::new(division.rest_bits(), first), Lines::new(first, budget)?);
        Some(Remainders { lines, shape, length: 0, sets, division, large, comfortable: shape.comfortable(large) })
    }

    /// Forgets all keys; then it is for keys of so many bits. It takes the memory that it took.
    pub fn clear(&mut self, key_bits: u32) {
        self.lines.clear();
        self.division = Division::new(key_bits, self.sets);
        self.shape = Shape::new(self.division.rest_bits(), self.lines.count());
        (self.length, self.comfortable) = (0, self.shape.comfortable(self.large));
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.lines.bytes()
    }

    /// It should grow before so many more keys are added, or soon will have to.
    pub fn is_nearly_full(&self, more: usize) -> bool {
        self.room() < more + self.length / 128
    }

    /// How many keys can be added before it should grow.
    pub fn room(&self) -> usize {
        self.comfortable.saturating_sub(self.length)
    }

    /// Adds keys, and says of each whether it was not there. If there is no room for some, their places go to `no_room`.
    pub fn add_all(&mut self, keys: &[u64], is_new: &mut [bool], no_room: &mut Vec<usize>) {
        in_best_way(Adding { set: self, keys, is_new, no_room });
    }

    #[inline(always)]
    fn add_to(
        &mut self,
        slots: Slots,
        keys: &[u64],
        is_new: &mut [bool],
        no_room: &mut Vec<usize>,
        compare: impl Compare,
    ) {
        let mut homes = [Home::default(); WINDOW];
        let mut left = [0; WINDOW];
        for (window, (keys, is_new)) in keys.chunks(WINDOW).zip(is_new.chunks_mut(WINDOW)).enumerate() {
            let homes = &mut homes[..keys.len()];
            for (home, key) in homes.iter_mut().zip(keys) {
                *home = self.shape.split(self.division.rest(*key));
                self.lines.get(home.line as usize).prefetch();
            }
            let mut count = 0;
            for (at, (home, is_new)) in homes.iter().zip(is_new.iter_mut()).enumerate() {
                let added = slots.add(self.lines.get_mut(home.line as usize), home.entry(0), compare);
                *is_new = added == Some(Added::New);
                self.length += usize::from(*is_new);
                if added.is_none() {
                    self.lines.get(self.shape.line(home.line, 1)).prefetch();
                    left[count] = at as u16;
                    count += 1;
                }
            }
            self.add_elsewhere(slots, homes, &mut left[..count], is_new, compare);
            // What is left then has gone everywhere.
            no_room.extend(left[..count].iter().filter(|at| **at != ADDED).map(|at| window * WINDOW + *at as usize));
        }
    }

    /// Adds keys whose own lines are full, given by their places: first all lines are asked for that come next, then they are
    /// looked at, and so on. Places of those that were added become [`ADDED`].
    #[inline(always)]
    fn add_elsewhere(
        &mut self,
        slots: Slots,
        homes: &[Home],
        places: &mut [u16],
        is_new: &mut [bool],
        compare: impl Compare,
    ) {
        for gone in 1..MAX_GONE {
            let mut is_done = true;
            for place in places.iter_mut().filter(|place| **place != ADDED) {
                let (home, is_new) = (homes[*place as usize], &mut is_new[*place as usize]);
                let line = self.lines.get_mut(self.shape.line(home.line, gone));
                let added = slots.add(line, home.entry(gone), compare);
                *is_new = added == Some(Added::New);
                self.length += usize::from(*is_new);
                if added.is_some() {
                    *place = ADDED;
                } else {
                    self.lines.get(self.shape.line(home.line, gone + 1)).prefetch();
                    is_done = false;
                }
            }
            if is_done {
                return;
            }
        }
    }

    /// Makes the table larger, if the budget has room for it; if not, it can be filled to the last place.
    pub fn grow(&mut self, budget: &Budget) -> bool {
        let wanted = self.shape.next_lines(self.large);
        // Where the budget ends before that, this set's part of what is left, without the pages that growing itself needs.
        let left = budget.left().saturating_sub(Lines::SPARE_BYTES) as usize / self.sets / size_of::<Line>();
        let left = round(self.lines.count() + left);
        let grows = [wanted, wanted / 2, wanted / 4, left]
            .into_iter()
            .any(|lines| lines <= wanted && self.is_worth(lines) && self.grow_to(lines, budget));
        if !grows {
            self.comfortable = usize::MAX;
        }
        grows
    }

    /// It is worth to have so many lines. More lines may have fewer slots each.
    fn is_worth(&self, lines: usize) -> bool {
        let least = self.shape.capacity() / LEAST_GROWTH.1 * LEAST_GROWTH.0;
        lines > self.lines.count() && Shape::new(self.shape.key, lines).capacity() >= least
    }

    /// Moves all entries to a table of so many lines, page by page, so that it never takes more memory than that table.
    fn grow_to(&mut self, lines: usize, budget: &Budget) -> bool {
        let (from, to) = (self.shape, Shape::new(self.shape.key, lines));
        let grows = in_best_way(Moving { lines: &mut self.lines, from, to, budget });
        if grows {
            (self.shape, self.comfortable) = (to, to.comfortable(self.large));
        }
        grows
    }
}

/// At most so many lines, with few digits.
fn round(lines: usize) -> usize {
    let zeros = (lines.max(1).ilog2() + 1).saturating_sub(LINE_DIGITS);
    lines >> zeros << zeros
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn add(set: &mut Remainders, key: u64, budget: &Budget) -> Added {
        if set.room() == 0 {
            set.grow(budget);
        }
        loop {
            let (mut is_new, mut no_room) = ([false], Vec::new());
            set.add_all(&[key], &mut is_new, &mut no_room);
            match (is_new, no_room.is_empty()) {
                ([true], _) => return Added::New,
                (_, true) => return Added::Old,
                _ if !set.grow(budget) => return Added::NoRoom,
                _ => {}
            }
        }
    }

    /// The set agrees with its naive twin on keys that come again and again, through several growths.
    fn agrees(key_bits: u32, count: u64, key: impl Fn(u64) -> u64) {
        let budget = Budget::of(1 << 30);
        let mut set = Remainders::new(key_bits, 1, &budget).expect("there is room");
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
            for lines in [1024, 1536, 4096, 5 << 10, 7 << 12, 3 << 15] {
                let shape = Shape::new(key_bits, lines);
                for number in 0..1000u64 {
                    let spread = number.wrapping_mul(0x5851_f42d_4c95_7f2d) >> (64 - key_bits) << (64 - key_bits);
                    let home = shape.split(spread);
                    for gone in [0, 1, MAX_GONE - 1] {
                        let entry = home.remainder << EXTRA | (gone + 1);
                        let line = shape.line(home.line, gone);
                        assert_eq!(shape.spread(entry, line as u64), spread);
                    }
                }
            }
        }
    }

    #[test]
    fn ends_at_the_budget() {
        let limit = 24 << 20;
        let budget = Budget::of(limit);
        let mut set = Remainders::new(50, 4, &budget).expect("there is room");
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
    fn says_of_many_keys_which_are_new() {
        let budget = Budget::of(1 << 30);
        let mut set = Remainders::new(40, 1, &budget).expect("there is room");
        let keys: Vec<u64> = (0..3000u64).map(|number| number * number % 1000).collect();
        let (mut is_new, mut twin) = (vec![false; keys.len()], HashSet::new());
        let expected: Vec<bool> = keys.iter().map(|key| twin.insert(*key)).collect();
        set.add_all(&keys, &mut is_new, &mut Vec::new());
        assert_eq!(is_new, expected);
        assert_eq!(set.length, twin.len());
    }

    #[test]
    fn a_full_table_says_which_keys_have_no_room() {
        let budget = Budget::of(1 << 30);
        let mut set = Remainders::new(40, 1, &budget).expect("there is room");
        let keys: Vec<u64> = (0..set.shape.capacity() as u64 + 100).collect();
        let (mut is_new, mut no_room) = (vec![true; keys.len()], Vec::new());
        set.add_all(&keys, &mut is_new, &mut no_room);
        assert!(no_room.len() >= 100 && no_room.iter().all(|at| !is_new[*at]));
        assert_eq!(set.length + no_room.len(), keys.len());
        assert_eq!(is_new.iter().filter(|is_new| **is_new).count(), set.length);
        assert!(set.grow(&budget));
        let left: Vec<u64> = no_room.iter().map(|at| keys[*at]).collect();
        let mut again = vec![false; left.len()];
        set.add_all(&left, &mut again, &mut Vec::new());
        assert!(again.iter().all(|is_new| *is_new) && set.length == keys.len());
    }

    #[test]
    fn what_is_forgotten_can_be_added_again() {
        let budget = Budget::of(1 << 30);
        let mut set = Remainders::new(50, 4, &budget).expect("there is room");
        (0..5000).for_each(|key| assert_eq!(add(&mut set, key, &budget), Added::New));
        let bytes = set.bytes();
        set.clear(30);
        assert_eq!((set.bytes(), set.length), (bytes, 0));
        (0..5000).for_each(|key| assert_eq!(add(&mut set, key, &budget), Added::New));
        (0..5000).for_each(|key| assert_eq!(add(&mut set, key, &budget), Added::Old));
    }
}
