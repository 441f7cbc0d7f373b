//! Evaluates expressions over ranges of variables instead of values.

use super::Range;
use super::interval::{Interval, binary};
use crate::ast::{BinaryOp, QueueTest, UnaryOp};
use crate::model::{Expr, Model, VariableId};

/// What an expression can be evaluated with.
pub(super) struct Values<'a> {
    pub(super) model: &'a Model,
    pub(super) of: &'a dyn Fn(VariableId) -> Range,
    /// Of `_PROCID`.
    pub(super) instances: Interval,
}

impl Values<'_> {
    /// Where an expression lies if it has a value; `None` if it never has one.
    pub(super) fn interval(&self, expr: &Expr) -> Option<Interval> {
        match expr {
            Expr::Constant(value) => Some(Interval::only((*value).into())),
            Expr::Variable(variable) => Some((self.of)(*variable).into()),
            Expr::Element(variable, index) => {
                self.interval(index)?.meet(Interval::below(self.model[*variable].length.unwrap_or(1)))?;
                Some((self.of)(*variable).into())
            }
            Expr::ProcessIndex => Some(self.instances),
            Expr::Unary(UnaryOp::Not, operand) => {
                let operand = self.interval(operand)?;
                Interval::truth(operand.can_be_true(), operand.can_be_false())
            }
            Expr::Unary(UnaryOp::Negate, operand) => Some((-self.interval(operand)?).wrap()),
            Expr::Binary(BinaryOp::And, left, right) => and(self.interval(left)?, self.interval(right)),
            Expr::Binary(BinaryOp::Or, left, right) => or(self.interval(left)?, self.interval(right)),
            Expr::Binary(operator, left, right) => binary(*operator, self.interval(left)?, self.interval(right)?),
            // The verifier's `-q` can lower a capacity, not raise it.
            Expr::Queue(QueueTest::Len, queue) => Some(Interval::new(0, self.model[queue.queue].capacity.into())),
            Expr::Remote { variable, .. } => Some((self.of)(variable.variable).into()),
            Expr::Queue(..) | Expr::At { .. } => Some(Interval::BOOL),
        }
    }
}

/// The right side is evaluated only if the left side is true.
fn and(left: Interval, right: Option<Interval>) -> Option<Interval> {
    let right = right.filter(|_| left.can_be_true());
    let can_be_false = left.can_be_false() || right.is_some_and(Interval::can_be_false);
    Interval::truth(can_be_false, right.is_some_and(Interval::can_be_true))
}

/// The right side is evaluated only if the left side is false.
fn or(left: Interval, right: Option<Interval>) -> Option<Interval> {
    let right = right.filter(|_| left.can_be_false());
    let can_be_true = left.can_be_true() || right.is_some_and(Interval::can_be_true);
    Interval::truth(right.is_some_and(Interval::can_be_false), can_be_true)
}
