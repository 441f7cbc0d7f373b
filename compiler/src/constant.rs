//! The value of an expression that is known at compile time: sizes, initialisers, `#if`.

use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::source::{Name, Span};
use argos_runtime::value::{self, Fault};

/// Why an expression has no value at compile time.
#[derive(Debug)]
pub struct Problem {
    pub span: Span,
    pub message: String,
}

/// The value of a name, or of an element of the array of that name, if it is known at compile time.
pub type Lookup<'a> = dyn Fn(&Name, Option<i32>) -> Option<Result<i32, Fault>> + 'a;

/// Evaluates `expression`; `lookup` knows the values of names, if any have one.
pub fn evaluate(expression: &Expr, lookup: &Lookup) -> Result<i32, Problem> {
    let not_constant = |what: &str| Problem { span: expression.span, message: format!("{what} is not a constant") };
    let faulty = |fault: Fault| Problem { span: expression.span, message: fault.to_string() };
    match &expression.kind {
        ExprKind::Number(number) => Ok(*number),
        ExprKind::Name(name) => lookup(name, None).ok_or_else(|| not_constant(&format!("`{name}`")))?.map_err(faulty),
        ExprKind::Element(array, index) => {
            let index = evaluate(index, lookup)?;
            let element = lookup(&array.name, Some(index));
            element.ok_or_else(|| not_constant(&format!("an element of `{array}`")))?.map_err(faulty)
        }
        ExprKind::Unary(operator, operand) => Ok(unary(*operator, evaluate(operand, lookup)?)),
        ExprKind::Binary(operator, left, right) => {
            let left = evaluate(left, lookup)?;
            match (operator, left) {
                (BinaryOp::And, 0) => return Ok(0),
                (BinaryOp::Or, value) if value != 0 => return Ok(1),
                _ => {}
            }
            let right = evaluate(right, lookup)?;
            binary(*operator, left, right).map_err(faulty)
        }
        ExprKind::Queue(test, _) => Err(not_constant(&format!("`{}`", test.word()))),
        ExprKind::Remote { .. } => Err(not_constant("a variable of a process")),
        ExprKind::At { .. } => Err(not_constant("the place of a process")),
        ExprKind::Always(_) | ExprKind::Eventually(_) | ExprKind::Next(_) | ExprKind::Temporal(..) => {
            Err(not_constant("a temporal formula"))
        }
    }
}

fn unary(operator: UnaryOp, operand: i32) -> i32 {
    match operator {
        UnaryOp::Not => (operand == 0).into(),
        UnaryOp::Negate => operand.wrapping_neg(),
    }
}

fn binary(operator: BinaryOp, left: i32, right: i32) -> Result<i32, Fault> {
    Ok(match operator {
        BinaryOp::Or => (left != 0 || right != 0).into(),
        BinaryOp::And => (left != 0 && right != 0).into(),
        BinaryOp::Equal => (left == right).into(),
        BinaryOp::NotEqual => (left != right).into(),
        BinaryOp::Less => (left < right).into(),
        BinaryOp::LessEqual => (left <= right).into(),
        BinaryOp::Greater => (left > right).into(),
        BinaryOp::GreaterEqual => (left >= right).into(),
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide => value::divide(left, right)?,
        BinaryOp::Remainder => value::remainder(left, right)?,
    })
}
