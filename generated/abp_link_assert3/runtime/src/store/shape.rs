//! How keys are spread over the lines of a table of remainders, and what of them is stored there.
//!
//! The hash of a key is a bijection of its bits, so nothing is lost if a line is chosen by it and only the *remainder* is stored there
//! (Cleary's compact hashing). The line is `hash * lines / 2^64`, so a table need not have a power of two of lines; the remainder
//! is what that division leaves, from which a multiplication gives the hash back.
//!
//! A key whose line is full goes to a later one, at a triangular distance; its entry says how many steps it went, so that the line it
//! belongs to is still known. Behind the lines that keys belong to there are as many more as keys of the last one can go.

use super::slots::Slots;

/// The shape of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Bits of a key, without those that the number of the set tells.
    pub key: u32,
    /// An odd number times 2^`known`.
    pub lines: u64,
    /// Bits of a hash that the number of a line tells.
    known: u32,
    /// Bits of an entry besides the remainder: the number of steps gone, plus one.
    extra: u32,
    /// The odd number times this is 1, as words are multiplied.
    inverse: u64,
    pub slots: Slots,
}

/// Where a key belongs: a line, and what is stored there.
#[derive(Clone, Copy, Default)]
pub struct Home {
    pub line: u64,
    /// Before it has gone any step.
    entry: u64,
}

/// A table has at most so many lines.
pub const MAX_LINES: usize = u32::MAX as usize;

/// Bits for the steps that a key has gone, plus one. With so many, four fifths of a table can be filled, ...
const EXTRA: u32 = 4;
/// ... and with so many seven tenths, which is as many keys and takes less time if entries need fewer bits then.
const FEWER_EXTRA: u32 = 3;
/// Lines that are farther away from a key's own than it can go.
pub const FARTHEST: usize = distance(steps(EXTRA)) as usize;

/// A key goes less than so many steps, if there are so many bits for them.
const fn steps(extra: u32) -> u64 {
    (1 << extra) - 1
}

/// The lines between a key's own and the one it is in after so many steps.
#[inline(always)]
const fn distance(gone: u64) -> u64 {
    gone * (gone + 1) / 2
}

impl Home {
    /// The entry of a key that has gone so many steps.
    #[inline(always)]
    pub fn entry(self, gone: u64) -> u64 {
        self.entry + gone
    }

    /// The line that is so many steps away.
    #[inline(always)]
    pub fn line_after(self, gone: u64) -> usize {
        (self.line + distance(gone)) as usize
    }
}

impl Shape {
    /// For keys of so many bits, which belong to so many lines.
    pub fn new(key: u32, lines: usize) -> Shape {
        assert!(lines <= MAX_LINES, "defect of the verifier: a table of {lines} lines");
        let known = lines.trailing_zeros();
        let slots = |extra| Slots::of(key - known + extra);
        let extra = if slots(FEWER_EXTRA) == slots(EXTRA) { EXTRA } else { FEWER_EXTRA };
        let inverse = inverse(lines as u64 >> known);
        Shape { key, lines: lines as u64, known, extra, inverse, slots: slots(extra) }
    }

    /// A key goes less than so many steps.
    #[inline(always)]
    pub fn steps(self) -> u64 {
        steps(self.extra)
    }

    /// How many keys can be put to it before lookups go too far.
    pub fn limit(self) -> usize {
        if self.extra == EXTRA { self.capacity() / 5 * 4 } else { self.capacity() / 10 * 7 }
    }

    /// All lines, also those behind the ones that keys belong to.
    pub fn all_lines(self) -> usize {
        self.lines as usize + FARTHEST
    }

    /// How many keys there is room for in the lines they belong to.
    pub fn capacity(self) -> usize {
        self.lines as usize * self.slots.count()
    }

    /// Where a key belongs, spread over the upper bits of a word.
    #[inline(always)]
    pub fn split(self, spread: u64) -> Home {
        // The upper half of a product of 96 bits. Vectors can make such products of 32 bits, if it is known that there are no more.
        let lines = self.lines & MAX_LINES as u64;
        let low = (spread & u64::from(u32::MAX)) * lines;
        let line = ((spread >> 32) * lines + (low >> 32)) >> 32;
        let remainder = spread.wrapping_mul(lines) >> (64 - self.key + self.known);
        Home { line, entry: remainder << self.extra | 1 }
    }

    /// The key of an entry in a line, spread as it was. What comes of an empty slot means nothing.
    #[inline(always)]
    pub fn spread(self, entry: u64, line: u64) -> u64 {
        let gone_and_one = entry & ((1 << self.extra) - 1);
        let home = line.wrapping_sub(distance(gone_and_one).wrapping_sub(gone_and_one));
        // The lower bits of the line and the remainder are the lower 64 bits of the key times the odd number.
        let product = home << (64 - self.known) | (entry >> self.extra) << (64 - self.key);
        product.wrapping_mul(self.inverse)
    }
}

/// The number that gives 1 when it is multiplied with an odd one: every step of Newton's method makes twice as many bits right.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_and_its_line_tell_the_key() {
        for key_bits in [20, 33, 40, 41, 42, 43, 49, 64] {
            for lines in [1024, 1536, 4096, 5 << 10, 7 << 12, 3 << 15] {
                let shape = Shape::new(key_bits, lines);
                for number in 0..1000u64 {
                    let spread = number.wrapping_mul(0x5851_f42d_4c95_7f2d) >> (64 - key_bits) << (64 - key_bits);
                    let home = shape.split(spread);
                    for gone in [0, 1, shape.steps() - 1] {
                        let line = home.line_after(gone);
                        assert!(line < shape.all_lines());
                        assert_eq!(shape.spread(home.entry(gone), line as u64), spread);
                    }
                }
            }
        }
    }
}
