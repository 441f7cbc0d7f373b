//! How a table of remainders grows: its row of lines was made longer, and every entry moves to where it belongs now.
//!
//! Entries lie in the order of their hashes, but for those whose lines are full, and they stay in that order. So a line never moves
//! towards the beginning, and lines can be moved in place, the last one first. The lines of the longer row are made in a *ring*,
//! and written to the row, each once, when nothing can be added to them any more; what lies there was moved before. All memory is
//! read and written in order, and nothing branches on whether an entry is in its own line, because nobody can foresee it: to move a
//! key takes half of what it took when it was moved at once, to a line of the longer row that had to be found and looked at.

use super::pages::{Line, prefetch};
use super::shape::{FARTHEST, Home, Shape};
use super::simd::{Compare, Work, in_best_way};
use super::slots::{SLOTS, Slots};

/// Lines whose entries are read together, before they are put anywhere: so nothing branches on how many a line has.
const BLOCK: usize = 16;
/// Lines that are asked for so long before they are read or written: the processor does not do that by itself towards the beginning.
const AHEAD: usize = 64;

/// Moves the entries of a table of one shape, which are at the beginning of a row, to where they belong in the whole row, which is a
/// table of another shape, with more lines. Gives the keys, spread, for which there is no room: that is none, or one now and then.
pub fn spread_out(row: &mut [Line], from: Shape, to: Shape) -> Vec<u64> {
    assert!(row.len() == to.all_lines() && from.lines < to.lines && from.key == to.key);
    in_best_way(Moving { row, from, to })
}

struct Moving<'r> {
    row: &'r mut [Line],
    from: Shape,
    to: Shape,
}

impl Work for Moving<'_> {
    type Output = Vec<u64>;

    #[inline(always)]
    fn run(self, _: impl Compare) -> Vec<u64> {
        // One copy for each kind of slots, so that shifts are constants.
        match self.to.slots {
            Slots::Bits32 => self.move_all(Slots::Bits32),
            Slots::Bits36 => self.move_all(Slots::Bits36),
            Slots::Bits42 => self.move_all(Slots::Bits42),
            Slots::Bits48 => self.move_all(Slots::Bits48),
            Slots::Bits64 => self.move_all(Slots::Bits64),
        }
    }
}

impl Moving<'_> {
    #[inline(always)]
    fn move_all(self, slots: Slots) -> Vec<u64> {
        let Moving { row, from, to } = self;
        let (mut ring, mut strays) = (Ring::new(from, to), Vec::new());
        let (mut entries, mut homes) = ([0; SLOTS], [Home::default(); BLOCK * SLOTS]);
        for end in (1..=from.all_lines()).rev().step_by(BLOCK) {
            ring.finish(row, (to.lines as usize).min(from.image_of(end, to) + 1) + FARTHEST);
            let mut count = 0;
            for number in end.saturating_sub(BLOCK)..end {
                prefetch(row, number.saturating_sub(AHEAD));
                from.slots.read(&row[number], &mut entries);
                for entry in &entries[..from.slots.count()] {
                    homes[count] = to.split(from.spread(*entry, number as u64));
                    count += usize::from(*entry != 0);
                }
            }
            for home in &homes[..count] {
                if !ring.put(*home, slots) {
                    strays.push(to.spread(home.entry(0), home.line));
                }
            }
        }
        ring.finish(row, 0);
        strays
    }
}

impl Shape {
    /// The first line of a larger table that has what belongs to a line.
    fn image_of(self, line: usize, larger: Shape) -> usize {
        (line as u64 * larger.lines / self.lines) as usize
    }
}

/// Lines of the longer row that are being filled: each at its number modulo how many there are, which is a power of two.
struct Ring {
    lines: Vec<Line>,
    /// How many slots of each are filled.
    counts: Vec<u8>,
    /// A key goes less than so many steps.
    steps: u64,
    /// Lines from this one on are finished.
    end: usize,
}

impl Ring {
    fn new(from: Shape, to: Shape) -> Ring {
        // What is in a line belongs there or to one that is not too far before it, and goes to the image of that or not too far
        // behind it.
        let length = (from.image_of(BLOCK + FARTHEST, to) + 2 + FARTHEST).next_power_of_two();
        Ring { lines: vec![Line::ZERO; length], counts: vec![0; length], steps: to.steps(), end: to.all_lines() }
    }

    /// Puts a key to its line, or to the next one that has room. Says whether there is one.
    #[inline(always)]
    fn put(&mut self, home: Home, slots: Slots) -> bool {
        (0..self.steps).any(|gone| self.put_after(home, gone, slots))
    }

    /// Puts a key to the line that is so many steps away from its own. Says whether there was room.
    #[inline(always)]
    fn put_after(&mut self, home: Home, gone: u64, slots: Slots) -> bool {
        let at = home.line_after(gone) & (self.lines.len() - 1);
        let (line, count) = (&mut self.lines[at], &mut self.counts[at]);
        let has_room = (*count as usize) < slots.count();
        if has_room {
            slots.set(line, *count as usize, home.entry(gone));
            *count += 1;
        }
        has_room
    }

    /// Writes lines down to this one to the row.
    #[inline(always)]
    fn finish(&mut self, row: &mut [Line], end: usize) {
        while self.end > end {
            self.end -= 1;
            prefetch(row, self.end.saturating_sub(AHEAD));
            let at = self.end & (self.lines.len() - 1);
            row[self.end] = std::mem::replace(&mut self.lines[at], Line::ZERO);
            self.counts[at] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::simd::Plain;

    /// The hashes in a table, to which so many were added as far as there is room.
    fn filled(shape: Shape, row: &mut [Line], count: usize) -> Vec<u64> {
        let mut hashes = Vec::new();
        for number in 0..count as u64 {
            let hash = number.wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - shape.key) << (64 - shape.key);
            let home = shape.split(hash);
            let mut put = |gone| shape.slots.add(&mut row[home.line_after(gone)], home.entry(gone), Plain);
            if (0..shape.steps()).any(|gone| put(gone).is_new) {
                hashes.push(hash);
            }
        }
        hashes
    }

    fn hashes(shape: Shape, row: &[Line]) -> Vec<u64> {
        let mut hashes = Vec::new();
        for (number, line) in row.iter().enumerate() {
            let mut entries = [0; SLOTS];
            shape.slots.read(line, &mut entries);
            let count = entries.iter().position(|entry| *entry == 0).unwrap_or(SLOTS);
            assert!(entries[count..].iter().all(|entry| *entry == 0));
            hashes.extend(entries[..count].iter().map(|entry| shape.spread(*entry, number as u64)));
        }
        hashes
    }

    #[test]
    fn what_has_no_room_is_given_back() {
        let (from, to) = (Shape::new(40, 512), Shape::new(40, 520));
        let mut row = vec![Line::ZERO; to.all_lines()];
        // More keys than there is room for.
        let mut expected = filled(from, &mut row[..from.all_lines()], from.capacity() * 2);
        let strays = spread_out(&mut row, from, to);
        assert!(!strays.is_empty());
        let mut moved = hashes(to, &row);
        moved.extend(strays);
        expected.sort_unstable();
        moved.sort_unstable();
        assert!(moved == expected);
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_added() {
        for key_bits in [32, 38, 39, 40, 45, 50, 64] {
            for (lines, more) in
                [(512, 1024), (512, 8192), (512, 16384), (1024, 1536), (1536, 2048), (5 << 9, 6 << 9), (512, 640)]
            {
                let (from, to) = (Shape::new(key_bits, lines), Shape::new(key_bits, more));
                let mut row = vec![Line::ZERO; to.all_lines()];
                let count = from.limit();
                let mut expected = filled(from, &mut row[..from.all_lines()], count);
                assert_eq!(expected.len(), count);
                let strays = spread_out(&mut row, from, to);
                assert!(strays.is_empty());
                let mut moved = hashes(to, &row);
                expected.sort_unstable();
                moved.sort_unstable();
                assert!(moved == expected, "from {lines} to {more} lines, keys of {key_bits} bits");
            }
        }
    }
}
