//! What must hold for an edge to be taken, and so is known if it is.

use super::Range;
use super::evaluate::Values;
use super::interval::Interval;
use super::known::Known;
use super::problem::{Problem, Table};
use crate::ast::{BinaryOp, UnaryOp};
use crate::model::{Action, Expr, ProcessId, QueueRef, Target, VariableId};
use std::collections::BTreeMap;

/// What one process knows. Each function that assumes something adds to it; it gives `None` if that cannot hold at all.
pub(super) struct Premises<'k, 'm> {
    pub(super) problem: &'k Problem<'m>,
    pub(super) table: &'k Table,
    pub(super) process: ProcessId,
    pub(super) known: &'k mut Known,
}

impl Premises<'_, '_> {
    /// A followed variable that is not live has no range here, and nobody reads it.
    pub(super) fn value(&self, variable: VariableId) -> Range {
        self.known.get(variable).or(self.table.cells[variable.0 as usize]).unwrap_or(Range::ANY)
    }

    /// Where an expression lies if it has a value; `None` if it never has one.
    pub(super) fn interval(&self, expr: &Expr) -> Option<Interval> {
        let model = self.problem.model;
        let of = |variable: VariableId| self.value(variable);
        Values { model, of: &of, instances: Interval::below(model[self.process].instances()) }.interval(expr)
    }

    /// The values that a receive can take; `None` if there is no such message.
    pub(super) fn received(&self, action: &Action) -> Option<Range> {
        let cells = self.problem.cells.received(action);
        cells.iter().filter_map(|cell| self.table.cells[cell.at()]).reduce(Range::join)
    }

    /// The expression is true, or false.
    pub(super) fn assume(&mut self, expr: &Expr, holds: bool) -> Option<()> {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => self.assume(operand, !holds),
            Expr::Binary(operator @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                if holds == (*operator == BinaryOp::And) {
                    self.assume(left, holds)?;
                    self.assume(right, holds)
                } else {
                    self.assume_either(left, right, holds)
                }
            }
            Expr::Binary(operator, left, right) if is_comparison(*operator) => {
                self.assume_value(left)?;
                self.assume_value(right)?;
                self.assume_comparison(if holds { *operator } else { opposite(*operator) }, left, right)
            }
            _ => {
                self.assume_value(expr)?;
                if holds { self.exclude(expr, 0) } else { self.constrain(expr, Interval::only(0)) }
            }
        }
    }

    /// The left side is true (or false), or else the right side is: what is known in both cases is known.
    fn assume_either(&mut self, left: &Expr, right: &Expr, holds: bool) -> Option<()> {
        let by_left = self.learn(|premises| premises.assume(left, holds));
        let by_right = self.learn(|premises| {
            premises.assume(left, !holds)?;
            premises.assume(right, holds)
        });
        let learned = match (by_left, by_right) {
            (Some(by_left), Some(by_right)) => join_common(&by_left, &by_right),
            (by_left, by_right) => by_left.or(by_right)?,
        };
        learned.into_iter().for_each(|(variable, range)| self.known.set(variable, range));
        Some(())
    }

    /// What would be known under an assumption; it is taken back.
    fn learn(&mut self, assume: impl FnOnce(&mut Self) -> Option<()>) -> Option<BTreeMap<VariableId, Range>> {
        let before = self.known.mark();
        let learned = assume(self).map(|()| self.known.changed_since(before).collect());
        self.known.back_to(before);
        learned
    }

    /// The left side compares like that with the right side.
    fn assume_comparison(&mut self, operator: BinaryOp, left: &Expr, right: &Expr) -> Option<()> {
        let (a, b) = (self.interval(left)?, self.interval(right)?);
        let (of_left, of_right) = match operator {
            BinaryOp::Equal => (b, a),
            BinaryOp::NotEqual => return self.assume_different((left, a), (right, b)),
            BinaryOp::Less => (Interval::at_most(b.max - 1), Interval::at_least(a.min + 1)),
            BinaryOp::LessEqual => (Interval::at_most(b.max), Interval::at_least(a.min)),
            BinaryOp::Greater => (Interval::at_least(b.min + 1), Interval::at_most(a.max - 1)),
            _ => (Interval::at_least(b.min), Interval::at_most(a.max)),
        };
        self.constrain(left, of_left)?;
        self.constrain(right, of_right)
    }

    fn assume_different(&mut self, (left, a): (&Expr, Interval), (right, b): (&Expr, Interval)) -> Option<()> {
        if b.is_only() {
            self.exclude(left, b.min)?;
        }
        if a.is_only() {
            self.exclude(right, a.min)?;
        }
        Some(())
    }

    fn exclude(&mut self, expr: &Expr, value: i64) -> Option<()> {
        let rest = self.interval(expr)?.without(value)?;
        self.constrain(expr, rest)
    }

    /// The expression lies in an interval. Sums and differences pass that on to their operands, unless they may wrap
    /// around.
    fn constrain(&mut self, expr: &Expr, to: Interval) -> Option<()> {
        let to = self.interval(expr)?.meet(to)?;
        match expr {
            Expr::Variable(variable) => {
                let range = Range { min: to.min as i32, max: to.max as i32 };
                if range != self.value(*variable) {
                    self.known.set(*variable, range);
                }
            }
            Expr::Unary(UnaryOp::Negate, operand) => {
                let a = self.interval(operand)?;
                if (-a).is_within(Interval::INT) {
                    self.constrain(operand, -to)?;
                }
            }
            Expr::Binary(BinaryOp::Add, left, right) => {
                let (a, b) = (self.interval(left)?, self.interval(right)?);
                if (a + b).is_within(Interval::INT) {
                    self.constrain(left, to - b)?;
                    self.constrain(right, to - a)?;
                }
            }
            Expr::Binary(BinaryOp::Subtract, left, right) => {
                let (a, b) = (self.interval(left)?, self.interval(right)?);
                if (a - b).is_within(Interval::INT) {
                    self.constrain(left, to + b)?;
                    self.constrain(right, a - to)?;
                }
            }
            _ => {}
        }
        Some(())
    }

    /// The expression has a value: no index in what is certainly evaluated is out of range, no divisor is 0.
    pub(super) fn assume_value(&mut self, expr: &Expr) -> Option<()> {
        match expr {
            Expr::Element(variable, index) => self.assume_index(Some(index), self.problem.model[*variable].length),
            Expr::Unary(_, operand) | Expr::Binary(BinaryOp::And | BinaryOp::Or, operand, _) => {
                self.assume_value(operand)
            }
            Expr::Binary(operator, left, right) => {
                self.assume_value(left)?;
                self.assume_value(right)?;
                let divides = matches!(operator, BinaryOp::Divide | BinaryOp::Remainder);
                if divides { self.exclude(right, 0) } else { Some(()) }
            }
            Expr::Queue(_, queue) => self.assume_queue(queue),
            Expr::Constant(_) | Expr::Variable(_) | Expr::ProcessIndex | Expr::Remote { .. } | Expr::At { .. } => {
                Some(())
            }
        }
    }

    pub(super) fn assume_target(&mut self, target: &Target) -> Option<()> {
        self.assume_index(target.index.as_deref(), self.problem.model[target.variable].length)
    }

    pub(super) fn assume_queue(&mut self, queue: &QueueRef) -> Option<()> {
        self.assume_index(queue.index.as_deref(), self.problem.model[queue.queue].length)
    }

    fn assume_index(&mut self, index: Option<&Expr>, length: Option<u32>) -> Option<()> {
        let Some(index) = index else { return Some(()) };
        self.assume_value(index)?;
        self.constrain(index, Interval::below(length.unwrap_or(1)))
    }
}

/// What both say, as widely as the wider one.
fn join_common(left: &BTreeMap<VariableId, Range>, right: &BTreeMap<VariableId, Range>) -> BTreeMap<VariableId, Range> {
    let common = left.iter().filter_map(|(id, range)| right.get(id).map(|other| (*id, range.join(*other))));
    common.collect()
}

fn is_comparison(operator: BinaryOp) -> bool {
    opposite(operator) != operator
}

/// The comparison that holds if this one does not; other operators stay.
fn opposite(operator: BinaryOp) -> BinaryOp {
    match operator {
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        other => other,
    }
}
