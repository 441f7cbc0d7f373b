//! Expressions over an unpacked state.

use super::State;
use crate::ast::{BinaryOp, QueueTest, UnaryOp};
use crate::interpret::System;
use crate::model::{Expr, ProcessId, QueueRef, Target, VariableId};

/// The expression has no value: a division by zero, an index out of range.
#[derive(Debug, PartialEq)]
pub struct Fault;

/// Who evaluates: an instance of a process, or a property.
#[derive(Clone, Copy)]
pub struct Who {
    pub instance: usize,
}

impl System<'_> {
    pub fn evaluate(&self, expression: &Expr, state: &State, who: Who) -> Result<i32, Fault> {
        Ok(match expression {
            Expr::Constant(value) => *value,
            Expr::ProcessIndex => who.instance as i32,
            Expr::Variable(variable) => state.variables[variable.0 as usize][self.copy(*variable, who)][0].into(),
            Expr::Element(variable, index) => {
                let at = self.index(index, self.model[*variable].length, state, who)?;
                state.variables[variable.0 as usize][self.copy(*variable, who)][at].into()
            }
            Expr::Unary(UnaryOp::Not, operand) => (self.evaluate(operand, state, who)? == 0).into(),
            Expr::Unary(UnaryOp::Negate, operand) => self.evaluate(operand, state, who)?.wrapping_neg(),
            Expr::Binary(operator, left, right) => {
                let left = self.evaluate(left, state, who)?;
                match (operator, left != 0) {
                    (BinaryOp::And, false) => return Ok(0),
                    (BinaryOp::Or, true) => return Ok(1),
                    _ => binary(*operator, left, self.evaluate(right, state, who)?)?,
                }
            }
            Expr::Queue(test, queue) => {
                let at = self.queue_index(queue, state, who)?;
                let length = state.queues[queue.queue.0 as usize][at].len();
                match test {
                    QueueTest::Len => length as i32,
                    QueueTest::Empty => (length == 0).into(),
                    QueueTest::Full => (length >= self.capacity(queue.queue)).into(),
                }
            }
            Expr::Remote { process, instance, variable } => {
                let instance = self.instance(*process, instance, state, who)?;
                let index = match &variable.index {
                    Some(index) => self.index(index, self.model[variable.variable].length, state, who)?,
                    None => 0,
                };
                state.variables[variable.variable.0 as usize][instance][index].into()
            }
            Expr::At { process, instance, label } => {
                let instance = self.instance(*process, instance, state, who)?;
                let at = self.controls[process.0 as usize].labels.get(label).copied();
                (Some(state.control[process.0 as usize][instance]) == at).into()
            }
        })
    }

    /// A global variable has one copy, a local one a copy for each instance.
    fn copy(&self, variable: VariableId, who: Who) -> usize {
        match self.model[variable].scope {
            crate::model::Scope::Global => 0,
            _ => who.instance,
        }
    }

    fn index(&self, index: &Expr, length: Option<u32>, state: &State, who: Who) -> Result<usize, Fault> {
        let value = self.evaluate(index, state, who)?;
        usize::try_from(value).ok().filter(|at| *at < length.unwrap_or(1) as usize).ok_or(Fault)
    }

    fn instance(
        &self,
        process: ProcessId,
        instance: &Option<Box<Expr>>,
        state: &State,
        who: Who,
    ) -> Result<usize, Fault> {
        match instance {
            Some(instance) => self.index(instance, self.model[process].length, state, who),
            None => Ok(0),
        }
    }

    /// Which queue of an array is meant.
    pub fn queue_index(&self, queue: &QueueRef, state: &State, who: Who) -> Result<usize, Fault> {
        match &queue.index {
            Some(index) => self.index(index, self.model[queue.queue].length, state, who),
            None => Ok(0),
        }
    }

    /// Stores the low 16 bits of a value.
    pub fn assign(
        &self,
        target: &Target,
        value: i32,
        state: &mut State,
        before: &State,
        who: Who,
    ) -> Result<(), Fault> {
        let index = match &target.index {
            Some(index) => self.index(index, self.model[target.variable].length, before, who)?,
            None => 0,
        };
        state.variables[target.variable.0 as usize][self.copy(target.variable, who)][index] = value as i16;
        Ok(())
    }
}

fn binary(operator: BinaryOp, left: i32, right: i32) -> Result<i32, Fault> {
    Ok(match operator {
        BinaryOp::Or | BinaryOp::And => (right != 0).into(),
        BinaryOp::Equal => (left == right).into(),
        BinaryOp::NotEqual => (left != right).into(),
        BinaryOp::Less => (left < right).into(),
        BinaryOp::LessEqual => (left <= right).into(),
        BinaryOp::Greater => (left > right).into(),
        BinaryOp::GreaterEqual => (left >= right).into(),
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide if right != 0 => left.wrapping_div(right),
        BinaryOp::Remainder if right != 0 => left.wrapping_rem(right),
        BinaryOp::Divide | BinaryOp::Remainder => return Err(Fault),
    })
}
