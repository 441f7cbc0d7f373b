//! The arithmetic of Argos: 32-bit two's complement with wrap-around in expressions, 16 bits in variables and messages.
//!
//! The compiler evaluates sizes, initialisers and `#if` with these functions; verifiers evaluate guards and assignments
//! with them. So a constant means the same at both times.

use std::fmt;

/// Why an expression has no value. In a running protocol this is an error of the protocol, reported with a trace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// `/` with a right operand of 0.
    DivisionByZero,
    /// `%` with a right operand of 0.
    RemainderByZero,
    /// An index below 0 or not below the number of elements.
    IndexOutOfRange {
        /// The value of the index expression.
        index: i32,
        /// How many elements there are.
        length: u32,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::DivisionByZero => write!(f, "division by zero"),
            Fault::RemainderByZero => write!(f, "remainder of a division by zero"),
            Fault::IndexOutOfRange { index, length } => {
                write!(f, "index {index} is out of range: there are {length} elements, numbered from 0")
            }
        }
    }
}

/// What a variable or a message keeps of a value: the low 16 bits, sign-extended.
#[inline]
pub fn store(value: i32) -> i16 {
    value as i16
}

/// `left / right`, truncated toward zero.
#[inline]
pub fn divide(left: i32, right: i32) -> Result<i32, Fault> {
    if right == 0 { Err(Fault::DivisionByZero) } else { Ok(left.wrapping_div(right)) }
}

/// `left % right`, with the sign of `left`.
#[inline]
pub fn remainder(left: i32, right: i32) -> Result<i32, Fault> {
    if right == 0 { Err(Fault::RemainderByZero) } else { Ok(left.wrapping_rem(right)) }
}

/// The place of element `index` in an array of `length` elements.
#[inline]
pub fn index(index: i32, length: u32) -> Result<usize, Fault> {
    match u32::try_from(index) {
        Ok(place) if place < length => Ok(place as usize),
        _ => Err(Fault::IndexOutOfRange { index, length }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_values_keep_their_low_sixteen_bits() {
        assert_eq!(store(32_767), 32_767);
        assert_eq!(store(32_768), -32_768);
        assert_eq!(store(70_000), 4_464);
        assert_eq!(store(-65_537), -1);
    }

    #[test]
    fn division_truncates_toward_zero_and_wraps() {
        assert_eq!(divide(-7, 2), Ok(-3));
        assert_eq!(remainder(-7, 2), Ok(-1));
        assert_eq!(remainder(7, -2), Ok(1));
        assert_eq!(divide(i32::MIN, -1), Ok(i32::MIN));
        assert_eq!(remainder(i32::MIN, -1), Ok(0));
    }

    #[test]
    fn faults_are_values_not_panics() {
        assert_eq!(divide(1, 0), Err(Fault::DivisionByZero));
        assert_eq!(remainder(1, 0), Err(Fault::RemainderByZero));
        assert_eq!(index(-1, 4), Err(Fault::IndexOutOfRange { index: -1, length: 4 }));
        assert_eq!(index(4, 4), Err(Fault::IndexOutOfRange { index: 4, length: 4 }));
        assert_eq!(index(3, 4), Ok(3));
    }
}
