//! The exact set of keys of up to 64 bits that stores only what the address does not say.
//!
//! The plain algorithm is a hash table of keys. The real one differs, because memory is what limits a search:
//!
//! 1. Only what the number of its line does not tell is stored of a key ([`Shape`]).
//! 2. A bucket is one cache line: a probe waits for one access, which was started before: a line is asked for while those of the keys
//!    before are looked at.
//! 3. A key whose line is full goes to another one. Linear distances fill up at a load of 0.70, triangular ones of four bits hold 0.80,
//!    of three bits 0.70.
//!    These accesses are made together as well: a second one for all keys whose lines are full, then a third one, and so on. The few
//!    keys that find all their lines full are kept in a list.
//!
//! An entry is the remainder and, in three or four bits, the number of steps gone plus one; [`Slots`] says how entries lie in a line.
//! Nothing is ever removed.

use super::division::Division;
use super::growth::spread_out;
use super::pages::{Line, Lines, prefetch};
use super::shape::{Home, MAX_LINES, Shape};
use super::simd::{Compare, Plain, Work, in_best_way};
use super::slots::Slots;
use super::{Added, Prospects};
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
    /// Keys whose lines are all full, spread.
    strays: Vec<u64>,
}

/// Used while keys are added: where they belong, and the places of those whose lines are full. It belongs to a thread and not to a set:
/// what another thread has written last is a hundred nanoseconds away for each line, if the two have no cache in common.
pub struct Window {
    homes: Box<[Home; WINDOW + AHEAD]>,
    left: Box<[u16; WINDOW]>,
}

impl Default for Window {
    fn default() -> Window {
        Window { homes: Box::new([Home::default(); WINDOW + AHEAD]), left: Box::new([0; WINDOW]) }
    }
}

/// So few keys may stray that looking through them costs nothing. A table that is four fifths full has a stray now and then; to grow
/// because of one made another thread wait for 140 ms.
const MAX_STRAYS: usize = 64;
/// Keys that are looked up in a row, before those whose lines are full.
const WINDOW: usize = 1024;
/// A line is asked for so many keys before it is looked at: three times as many as a processor can wait for, few enough for the nearest
/// cache to keep them all.
const AHEAD: usize = 48;
/// The first table: 64 KiB. The lines behind those that keys belong to should not count, and many small steps take long.
const FIRST_LINES: usize = 1 << 10;
/// From here on a table grows in smaller steps, or all tables together: 64 MiB.
const LARGE: usize = 1 << 20;
/// A step of growth that is less than a fifth is not worth the work, and might not make enough room.
const LEAST_GROWTH: (usize, usize) = (6, 5);
/// A table grows by no more than that at a time: nobody knows what comes.
const MOST_GROWTH: (usize, usize) = (5, 2);
/// A table is given a number of lines with at most so many bits before the zeros: those bits are kept in every entry.
const LINE_DIGITS: u32 = 3;

impl Shape {
    /// How many keys a table should have before it grows: fewer while it is small, because lookups in a table that is more than
    /// half full take longer. At 0.8 a quarter of new keys find their line full, at 0.9 it would be half of them, and they would go
    /// 1.5 lines on average.
    fn comfortable(self, large: usize) -> usize {
        if (self.lines as usize) < large { self.capacity() / 8 * 5 } else { self.limit() }
    }

    /// How many lines the next table should have, if it is going to have about so many keys, or half as many again if nobody knows.
    /// What is small grows fast, because growing takes time; what is large grows as far as is likely to be needed, because what is not
    /// used takes memory.
    fn next_lines(self, large: usize, expected: Option<usize>) -> usize {
        let lines = self.lines as usize;
        if lines < large / 16 {
            // A step that only doubles it would not be worth the work.
            return if lines * 16 * 2 < large / 16 { lines * 16 } else { large / 16 };
        }
        if lines < large {
            return large;
        }
        let now = self.comfortable(large);
        let enough = expected.unwrap_or(now / 2 * 3).max(now / LEAST_GROWTH.1 * LEAST_GROWTH.0);
        let is_enough = |lines: &usize| Shape::new(self.key, *lines).comfortable(large) >= enough;
        let unit = 1 << (lines.ilog2() + 1 - LINE_DIGITS);
        let sizes = (lines + unit..=lines * MOST_GROWTH.0 / MOST_GROWTH.1).step_by(unit).map(round);
        sizes.clone().find(is_enough).or(sizes.last()).unwrap_or(lines)
    }
}

/// Keys that are to be added to a set.
struct Adding<'s> {
    set: &'s mut Remainders,
    keys: &'s [u64],
    is_new: &'s mut [bool],
    no_room: &'s mut Vec<usize>,
    window: &'s mut Window,
}

impl Work for Adding<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, compare: impl Compare) {
        let Adding { set, keys, is_new, no_room, window } = self;
        // One copy for each kind of slots, so that loops and shifts are constants.
        match set.shape.slots {
            Slots::Bits32 => set.add_to(Slots::Bits32, keys, is_new, (no_room, window), compare),
            Slots::Bits36 => set.add_to(Slots::Bits36, keys, is_new, (no_room, window), compare),
            Slots::Bits42 => set.add_to(Slots::Bits42, keys, is_new, (no_room, window), compare),
            Slots::Bits48 => set.add_to(Slots::Bits48, keys, is_new, (no_room, window), compare),
            Slots::Bits64 => set.add_to(Slots::Bits64, keys, is_new, (no_room, window), compare),
        }
    }
}

/// One key that is to be added to a set.
struct AddingOne<'s> {
    set: &'s mut Remainders,
    key: u64,
}

impl Work for AddingOne<'_> {
    type Output = Added;

    #[inline(always)]
    fn run(self, compare: impl Compare) -> Added {
        let Remainders { lines, shape, division, strays, length, .. } = self.set;
        let hash = division.rest(self.key);
        let home = shape.split(hash);
        let mut puts = (0..shape.steps())
            .map(|gone| compare.add(shape.slots, &mut lines[home.line_after(gone)], home.entry(gone)));
        let added = match puts.find(|put| !put.is_full) {
            Some(put) if put.is_new => Added::New,
            Some(_) => Added::Old,
            None => Remainders::add_stray(strays, hash),
        };
        *length += usize::from(added == Added::New);
        added
    }
}

impl Remainders {
    /// An empty set for keys of so many bits, one of so many sets; `None` if the budget has no room for it.
    pub fn new(key_bits: u32, sets: usize, budget: &Budget) -> Option<Remainders> {
        // As many together as one: from there they take the same steps.
        let large = (LARGE / sets).max(FIRST_LINES);
        let division = Division::new(key_bits, sets);
        let shape = Shape::new(division.rest_bits(), FIRST_LINES);
        let lines = Lines::new(shape.all_lines(), budget)?;
        let (comfortable, strays) = (shape.comfortable(large), Vec::with_capacity(MAX_STRAYS));
        Some(Remainders { lines, shape, length: 0, sets, division, large, comfortable, strays })
    }

    /// Forgets all keys; then it is for keys of so many bits. It takes the memory that it took.
    pub fn clear(&mut self, key_bits: u32) {
        self.lines.fill(Line::ZERO);
        self.division = Division::new(key_bits, self.sets);
        self.shape = Shape::new(self.division.rest_bits(), self.shape.lines as usize);
        (self.length, self.comfortable) = (0, self.shape.comfortable(self.large));
        self.strays.clear();
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
        let has_many_strays = self.strays.len() > MAX_STRAYS / 2 && self.comfortable != usize::MAX;
        if has_many_strays { 0 } else { self.comfortable.saturating_sub(self.length) }
    }

    /// Adds keys, and says of each whether it was not there. If there is no room for some, their places go to `no_room`.
    pub fn add_all(&mut self, keys: &[u64], is_new: &mut [bool], no_room: &mut Vec<usize>, window: &mut Window) {
        in_best_way(Adding { set: self, keys, is_new, no_room, window });
    }

    /// Adds one key.
    pub fn add(&mut self, key: u64) -> Added {
        in_best_way(AddingOne { set: self, key })
    }

    #[inline(always)]
    fn add_to(
        &mut self,
        slots: Slots,
        all: &[u64],
        is_new: &mut [bool],
        (no_room, window): (&mut Vec<usize>, &mut Window),
        compare: impl Compare,
    ) {
        let (shape, division, lines) = (self.shape, self.division, &mut self.lines[..]);
        let Window { homes, left } = window;
        for (window, (keys, is_new)) in all.chunks(WINDOW).zip(is_new.chunks_mut(WINDOW)).enumerate() {
            // Behind the keys of this window come the first ones of the next. Behind the last key there is nothing more to ask for.
            homes[keys.len()..keys.len() + AHEAD].fill(Home::default());
            for (home, key) in homes.iter_mut().zip(&all[window * WINDOW..]) {
                *home = shape.split(division.rest(*key));
            }
            if window == 0 {
                homes[..AHEAD].iter().for_each(|home| prefetch(lines, home.line as usize));
            }
            let (mut count, mut at) = (0, 0);
            for ((home, ahead), is_new) in homes.iter().zip(&homes[AHEAD..]).zip(is_new.iter_mut()) {
                prefetch(lines, ahead.line as usize);
                let put = compare.add(slots, &mut lines[home.line as usize], home.entry(0));
                *is_new = put.is_new;
                left[count % WINDOW] = at;
                at += 1;
                count += usize::from(put.is_full);
            }
            // Keys whose lines are full: all of them go one step, then those that are left the next one, and so on.
            for gone in 1..shape.steps() {
                let places = std::mem::take(&mut count);
                if places == 0 {
                    break;
                }
                left[..places].iter().for_each(|at| prefetch(lines, homes[*at as usize].line_after(gone)));
                for place in 0..places {
                    let at = left[place];
                    let (home, is_new) = (homes[at as usize], &mut is_new[at as usize]);
                    let put = compare.add(slots, &mut lines[home.line_after(gone)], home.entry(gone));
                    *is_new = put.is_new;
                    left[count] = at;
                    count += usize::from(put.is_full);
                }
            }
            for at in left[..count].iter().map(|at| *at as usize) {
                let added = Remainders::add_stray(&mut self.strays, division.rest(keys[at]));
                is_new[at] = added == Added::New;
                if added == Added::NoRoom {
                    no_room.push(window * WINDOW + at);
                }
            }
            self.length += is_new.iter().map(|is_new| usize::from(*is_new)).sum::<usize>();
        }
    }

    /// Makes the table larger, if the budget has room for it; if not, it can be filled to the last place.
    pub fn grow(&mut self, budget: &Budget, prospects: Prospects) -> bool {
        let (lines, wanted) = (self.shape.lines as usize, self.shape.next_lines(self.large, prospects.keys));
        let share = lines + budget.left() as usize / prospects.sharers / size_of::<Line>();
        let grows = [wanted, wanted / 2, wanted / 4, round(share)]
            .into_iter()
            .any(|lines| lines <= wanted.min(share) && self.is_worth(lines) && self.grow_to(lines, budget));
        if !grows {
            self.comfortable = usize::MAX;
        }
        grows
    }

    /// It is worth to have so many lines. More lines may have fewer slots each.
    fn is_worth(&self, lines: usize) -> bool {
        let least = self.shape.limit() / LEAST_GROWTH.1 * LEAST_GROWTH.0;
        (self.shape.lines as usize + 1..=MAX_LINES).contains(&lines)
            && Shape::new(self.shape.key, lines).limit() >= least
    }

    /// Moves all entries to a table of so many lines, which takes no more memory than that table.
    fn grow_to(&mut self, lines: usize, budget: &Budget) -> bool {
        let to = Shape::new(self.shape.key, lines);
        let grows = self.lines.extend(to.all_lines(), budget);
        if grows {
            let strays = spread_out(&mut self.lines, self.shape, to);
            (self.shape, self.comfortable) = (to, to.comfortable(self.large));
            // They belong elsewhere now, where there is room for most of them.
            for hash in std::mem::replace(&mut self.strays, strays) {
                let home = to.split(hash);
                let mut put = |gone| to.slots.add(&mut self.lines[home.line_after(gone)], home.entry(gone), Plain);
                if !(0..to.steps()).any(|gone| put(gone).is_new) {
                    self.strays.push(hash);
                }
            }
        }
        grows
    }

    /// Adds a key whose lines are all full, which is given spread.
    #[cold]
    fn add_stray(strays: &mut Vec<u64>, hash: u64) -> Added {
        if strays.contains(&hash) {
            return Added::Old;
        }
        let has_room = strays.len() < MAX_STRAYS;
        if has_room {
            strays.push(hash);
        }
        if has_room { Added::New } else { Added::NoRoom }
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
            set.grow(budget, Prospects::UNKNOWN);
        }
        loop {
            match set.add(key) {
                Added::NoRoom if set.grow(budget, Prospects::UNKNOWN) => {}
                added => return added,
            }
        }
    }

    /// Says of many keys which are new, and has room for all.
    fn add_all(set: &mut Remainders, keys: &[u64]) -> Vec<bool> {
        let (mut is_new, mut no_room) = (vec![false; keys.len()], Vec::new());
        set.add_all(keys, &mut is_new, &mut no_room, &mut Window::default());
        assert!(no_room.is_empty());
        is_new
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
        let keys: Vec<u64> = twin.into_iter().collect();
        keys.iter().for_each(|key| assert_eq!(set.add(*key), Added::Old));
        assert!(add_all(&mut set, &keys).iter().all(|is_new| !is_new), "keys together, of {key_bits} bits");
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
        // The last window has many keys, or fewer than are asked for ahead, or it is the only one.
        for count in [3000, 2 * WINDOW as u64 + 7, 2 * WINDOW as u64, 7, 0] {
            let mut set = Remainders::new(40, 1, &budget).expect("there is room");
            let keys: Vec<u64> = (0..count).map(|number| number * number % 1000).collect();
            let mut twin = HashSet::new();
            let expected: Vec<bool> = keys.iter().map(|key| twin.insert(*key)).collect();
            assert_eq!(add_all(&mut set, &keys), expected);
            assert_eq!(set.length, twin.len());
        }
    }

    #[test]
    fn a_full_table_says_which_keys_have_no_room() {
        let budget = Budget::of(1 << 30);
        let mut set = Remainders::new(40, 1, &budget).expect("there is room");
        let keys: Vec<u64> = (0..set.shape.capacity() as u64 + 100).collect();
        let (mut is_new, mut no_room) = (vec![true; keys.len()], Vec::new());
        set.add_all(&keys, &mut is_new, &mut no_room, &mut Window::default());
        assert!(no_room.len() >= 100 && no_room.iter().all(|at| !is_new[*at]));
        assert_eq!(set.length + no_room.len(), keys.len());
        assert_eq!(is_new.iter().filter(|is_new| **is_new).count(), set.length);
        assert!(set.grow(&budget, Prospects::UNKNOWN));
        let left: Vec<u64> = no_room.iter().map(|at| keys[*at]).collect();
        assert!(add_all(&mut set, &left).iter().all(|is_new| *is_new) && set.length == keys.len());
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
