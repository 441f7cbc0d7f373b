//! Arithmetic with intervals: what an operator can give if its operands lie between bounds.

use super::Range;
use crate::ast::BinaryOp;
use std::ops::{Add, Mul, Neg, Sub};

/// Values of an expression, from `min` to `max`: 32-bit numbers, except while an operator is being computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub(super) min: i64,
    pub(super) max: i64,
}

impl From<Range> for Interval {
    fn from(range: Range) -> Interval {
        Interval::new(range.min.into(), range.max.into())
    }
}

impl Interval {
    pub(super) const INT: Interval = Interval { min: i32::MIN as i64, max: i32::MAX as i64 };
    pub(super) const BOOL: Interval = Interval { min: 0, max: 1 };

    pub(super) fn new(min: i64, max: i64) -> Interval {
        Interval { min, max }
    }

    pub(super) fn only(value: i64) -> Interval {
        Interval::new(value, value)
    }

    pub(super) fn at_most(max: i64) -> Interval {
        Interval::new(i64::MIN, max)
    }

    pub(super) fn at_least(min: i64) -> Interval {
        Interval::new(min, i64::MAX)
    }

    /// The indices of something with so many elements.
    pub(super) fn below(length: u32) -> Interval {
        Interval::new(0, i64::from(length) - 1)
    }

    /// The values of a truth; `None` if there are none.
    pub(super) fn truth(can_be_false: bool, can_be_true: bool) -> Option<Interval> {
        (can_be_false || can_be_true).then_some(Interval::new((!can_be_false).into(), can_be_true.into()))
    }

    pub(super) fn is_only(self) -> bool {
        self.min == self.max
    }

    pub(super) fn contains(self, value: i64) -> bool {
        self.min <= value && value <= self.max
    }

    pub(super) fn is_within(self, other: Interval) -> bool {
        other.min <= self.min && self.max <= other.max
    }

    pub(super) fn can_be_false(self) -> bool {
        self.contains(0)
    }

    pub(super) fn can_be_true(self) -> bool {
        self != Interval::only(0)
    }

    pub(super) fn meet(self, other: Interval) -> Option<Interval> {
        let both = Interval::new(self.min.max(other.min), self.max.min(other.max));
        (both.min <= both.max).then_some(both)
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        Interval::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// What is left of it without a value; more than that if the value is in the middle.
    pub(super) fn without(self, value: i64) -> Option<Interval> {
        let (min, max) = (self.min + i64::from(self.min == value), self.max - i64::from(self.max == value));
        (min <= max).then_some(Interval::new(min, max))
    }

    /// What 32-bit arithmetic makes of it.
    pub(super) fn wrap(self) -> Interval {
        self.low_bits(32)
    }

    /// What a variable or a message keeps of it.
    pub(super) fn store(self) -> Range {
        let stored = self.low_bits(16);
        Range { min: stored.min as i32, max: stored.max as i32 }
    }

    /// What the low bits of it are, sign-extended: exact if it does not cross from one multiple of 2^bits to another.
    fn low_bits(self, bits: u32) -> Interval {
        let (size, half) = (1_i64 << bits, 1_i64 << (bits - 1));
        let turn = |value: i64| (value + half).div_euclid(size);
        let turns = turn(self.min);
        if turns != turn(self.max) {
            return Interval::new(-half, half - 1);
        }
        Interval::new(self.min - turns * size, self.max - turns * size)
    }

    /// The smallest interval with what `f` gives at the four corners.
    fn of_corners(left: Interval, right: Interval, f: impl Fn(i64, i64) -> i64) -> Interval {
        let corners = [f(left.min, right.min), f(left.min, right.max), f(left.max, right.min), f(left.max, right.max)];
        let [first, rest @ ..] = corners.map(Interval::only);
        rest.into_iter().fold(first, Interval::join)
    }

    /// The quotient grows or falls all along each edge of the box as long as the divisor keeps its sign.
    fn divide(self, divisor: Interval) -> Option<Interval> {
        let parts = [Interval::at_most(-1), Interval::at_least(1)];
        let quotients = parts.into_iter().filter_map(|part| divisor.meet(part));
        let quotients = quotients.map(|part| Interval::of_corners(self, part, |left, right| left / right));
        quotients.reduce(Interval::join)
    }

    fn remainder(self, divisor: Interval) -> Option<Interval> {
        let largest = divisor.min.abs().max(divisor.max.abs());
        let smallest = if divisor.contains(0) { 1 } else { divisor.min.abs().min(divisor.max.abs()) };
        if largest == 0 {
            return None;
        }
        if self.is_within(Interval::new(1 - smallest, smallest - 1)) {
            return Some(self);
        }
        if divisor.is_only() && self.min / divisor.min == self.max / divisor.min {
            return Some(Interval::new(self.min % divisor.min, self.max % divisor.min));
        }
        Some(Interval::new(self.min.clamp(1 - largest, 0), self.max.clamp(0, largest - 1)))
    }
}

// These are exact, none of them wraps around: 64 bits are enough for any two numbers of 32.

impl Neg for Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval::new(-self.max, -self.min)
    }
}

impl Add for Interval {
    type Output = Interval;
    fn add(self, other: Interval) -> Interval {
        Interval::new(self.min + other.min, self.max + other.max)
    }
}

impl Sub for Interval {
    type Output = Interval;
    fn sub(self, other: Interval) -> Interval {
        self + -other
    }
}

impl Mul for Interval {
    type Output = Interval;
    fn mul(self, other: Interval) -> Interval {
        Interval::of_corners(self, other, |left, right| left * right)
    }
}

/// What an operator gives, as a 32-bit number; `None` if it never has a value. `&&` and `||` are not for here, their
/// right side may be left out.
pub(super) fn binary(operator: BinaryOp, left: Interval, right: Interval) -> Option<Interval> {
    let (same, meet) = (left.is_only() && left == right, left.meet(right).is_some());
    match operator {
        BinaryOp::Or | BinaryOp::And => Some(Interval::BOOL),
        BinaryOp::Equal => Interval::truth(!same, meet),
        BinaryOp::NotEqual => Interval::truth(meet, !same),
        BinaryOp::Less => Interval::truth(left.max >= right.min, left.min < right.max),
        BinaryOp::LessEqual => Interval::truth(left.max > right.min, left.min <= right.max),
        BinaryOp::Greater => Interval::truth(left.min <= right.max, left.max > right.min),
        BinaryOp::GreaterEqual => Interval::truth(left.min < right.max, left.max >= right.min),
        BinaryOp::Add => Some((left + right).wrap()),
        BinaryOp::Subtract => Some((left - right).wrap()),
        BinaryOp::Multiply => Some((left * right).wrap()),
        BinaryOp::Divide => left.divide(right).map(Interval::wrap),
        BinaryOp::Remainder => left.remainder(right),
    }
}
