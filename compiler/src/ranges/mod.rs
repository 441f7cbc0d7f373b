//! Value ranges: which values each variable, and the messages of each queue, can have in any execution.
//!
//! Goes in: the model and the machines that will be executed. Comes out: a side table by id, with the reasons for each
//! range; nothing else changes. True afterwards: whatever a variable or a message holds in a reachable state, under any
//! option of the verifier, lies in its range.
//!
//! The plain algorithm is abstract interpretation with intervals (Cousot and Cousot, 1977): begin with the initial
//! values; as long as some edge gives a value that is in no range yet, widen the range; where a guard or an index must
//! have held for an edge to be taken, its variables are narrower behind it. The real one differs, because:
//!
//! 1. A range for a whole variable forgets what the guards said. A scalar that belongs to a process, or is global and
//!    assigned by a single process only, is *followed* there: it has a range for each control state. All others
//!    and the values of each message of each queue have one *cell* each, which all processes see.
//! 2. A procedure has variables of its own for each call in the text, so states times variables can be far too many. A
//!    followed variable has a range only where it is *live*: where some edge may read it before it is assigned.
//! 3. A counter would be widened one by one. After a few changes, a bound at the head of a loop, or of a cell, moves on
//!    to the next *threshold*, a number of the specification or its neighbour: mostly the one that the guard compares
//!    with. Where that goes on for long, it moves to the end of the 16 bits.
//! 4. That overshoots. Any sound table stays sound if a part of it is computed anew from the rest, so a few rounds of
//!    that follow.
//!
//! At last, a variable's range is its initial values with all that the edges assign: these are the reasons.
//!
//! ```text
//! model, machines ──► problem: graph, follow, cells, thresholds ──► widen ──► narrow ──► explain ──► Ranges
//!                     an edge, in each of these:  known ──► effects, assume ──► evaluate, interval
//! ```

mod assume;
mod cells;
mod effects;
mod evaluate;
mod explain;
mod follow;
mod graph;
mod interval;
mod known;
mod narrow;
mod parts;
mod problem;
#[cfg(test)]
mod tests;
mod thresholds;
mod widen;

use crate::machine::Machine;
use crate::model::{Action, Expr, Model, VariableId};
use crate::source::Span;
use evaluate::Values;
use explain::explain;
use interval::Interval;
use narrow::narrow;
use problem::Problem;
use widen::widen;

/// Stored values from `min` to `max`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub min: i32,
    pub max: i32,
}

impl Range {
    /// All that 16 bits hold.
    pub const ANY: Range = Range { min: i16::MIN as i32, max: i16::MAX as i32 };

    /// One value.
    pub fn only(value: i16) -> Range {
        Range { min: value.into(), max: value.into() }
    }

    /// The smallest range with both in it.
    pub fn join(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub fn contains(self, value: i32) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// How many bits tell its values apart.
    pub fn bits(self) -> u32 {
        let values = (self.max - self.min + 1) as u32;
        values.next_power_of_two().trailing_zeros()
    }

    fn meet(self, other: Range) -> Option<Range> {
        let both = Range { min: self.min.max(other.min), max: self.max.min(other.max) };
        (both.min <= both.max).then_some(both)
    }
}

/// The ranges of a specification.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranges {
    /// By variable: the values it can have in any state, any instance, any element.
    pub variables: Vec<RangeWhy>,
    /// By queue: the values that messages with a value carry on it; `None` if no message with a value is ever in it.
    pub cargo: Vec<Option<RangeWhy>>,
}

/// A range with what it is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct RangeWhy {
    pub range: Range,
    /// First those that reach the bounds, then the others, in the order of the text.
    pub reasons: Vec<Reason>,
}

/// Something that gives values.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub cause: Cause,
    /// What its expression gives, before the low 16 bits of it are stored.
    pub given: (i64, i64),
    pub range: Range,
}

/// What gives values.
#[derive(Clone, PartialEq, Debug)]
pub enum Cause {
    /// Initial values, or initial contents.
    Initial,
    /// An assignment, a send or a receive.
    Statement { span: Span, action: Action },
    /// A call that gives a parameter its value.
    Call { span: Span, argument: Expr },
}

/// Finds the ranges; `machines` are by process, as they will be executed.
pub fn find_ranges(model: &Model, machines: &[&Machine]) -> Ranges {
    let problem = Problem::new(model, machines);
    let mut table = widen(&problem);
    narrow(&problem, &mut table);
    explain(&problem, &table)
}

/// Between which bounds an expression lies if it has a value, given the ranges of all variables and of `_PROCID`.
pub fn expression_range(expr: &Expr, model: &Model, ranges: &Ranges, instances: Range) -> (i64, i64) {
    let of = |id: VariableId| ranges.variables[id.0 as usize].range;
    let values = Values { model, of: &of, instances: instances.into() };
    let interval = values.interval(expr).unwrap_or(Interval::INT);
    (interval.min, interval.max)
}
