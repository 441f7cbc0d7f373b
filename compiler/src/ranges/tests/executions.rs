//! Executions at random, of the examples and of specifications that are random too: all values lie in their ranges.

use super::writer::{Dice, Writer};
use super::{compiled, concrete, examples, machines};
use crate::ast::{BinaryOp, QueueTest, UnaryOp};
use crate::machine::Machine;
use crate::model::{Action, Expr, MessageId, Model, QueueRef, Target, VariableId};
use crate::ranges::{Ranges, find_ranges};
use argos_runtime::value;

/// One execution, with timeouts whenever their queue is empty, to see that all values lie in their ranges.
struct Walk<'w> {
    model: &'w Model,
    machines: &'w [&'w Machine],
    ranges: &'w Ranges,
    control: Vec<Vec<usize>>,
    variables: Vec<Vec<Vec<i16>>>,
    queues: Vec<Vec<Vec<(MessageId, i16)>>>,
    instance: usize,
}

impl<'w> Walk<'w> {
    fn new(model: &'w Model, machines: &'w [&'w Machine], ranges: &'w Ranges) -> Self {
        let elements = |length: Option<u32>| length.unwrap_or(1) as usize;
        let control = model.processes.iter().zip(machines);
        let control = control.map(|(process, it)| vec![it.start.0 as usize; process.instances() as usize]);
        let variables = model.variables.iter();
        let variables = variables.map(|it| it.initial.iter().map(|value| vec![*value; elements(it.length)]).collect());
        let queues = model.queues.iter().map(|queue| {
            let contents = queue.initial.iter().map(|(message, value)| (*message, value.unwrap_or(0)));
            vec![contents.collect(); elements(queue.length)]
        });
        let (control, variables, queues) = (control.collect(), variables.collect(), queues.collect());
        Walk { model, machines, ranges, control, variables, queues, instance: 0 }
    }

    fn steps(&mut self, count: usize, dice: &mut Dice) {
        for _ in 0..count {
            let process = dice.below(self.machines.len());
            self.instance = dice.below(self.control[process].len());
            let state = &self.machines[process].states[self.control[process][self.instance]];
            if state.edges.is_empty() {
                continue;
            }
            let edge = &state.edges[dice.below(state.edges.len())];
            let action = &self.machines[process].actions[edge.action.0 as usize];
            match self.step(action) {
                Ok(true) => self.control[process][self.instance] = edge.target.0 as usize,
                Ok(false) => {}
                Err(_) => return,
            }
        }
    }

    /// Says if the action was executable.
    fn step(&mut self, action: &Action) -> Result<bool, value::Fault> {
        match action {
            Action::Skip => Ok(true),
            Action::Condition(condition) | Action::Assert(condition) => Ok(self.value(condition)? != 0),
            Action::Timeout { queue } => Ok(self.queue(queue)?.is_empty()),
            Action::Assign { target, value } => {
                let value = self.value(value)?;
                self.assign(target, value::store(value))
            }
            Action::Send { queue, message, value } => {
                if self.queue(queue)?.len() >= self.model[queue.queue].capacity as usize {
                    return Ok(false);
                }
                let stored = value.as_ref().map_or(Ok(0), |value| self.value(value)).map(value::store)?;
                if value.is_some() {
                    let cargo = self.ranges.cargo[queue.queue.0 as usize].as_ref();
                    let range = cargo.map(|cargo| cargo.range);
                    assert!(range.is_some_and(|range| range.contains(stored.into())), "{queue:?} {stored} {range:?}");
                }
                self.queue(queue)?.push((*message, stored));
                Ok(true)
            }
            Action::Receive { queue, target, .. } | Action::ReceiveAny { queue, target } => {
                let Some(&(oldest, value)) = self.queue(queue)?.first() else { return Ok(false) };
                if matches!(action, Action::Receive { message, .. } if *message != oldest) {
                    return Ok(false);
                }
                self.queue(queue)?.remove(0);
                target.as_ref().map_or(Ok(true), |target| self.assign(target, value))
            }
            Action::Enter { parameters, locals } => {
                let values: Result<Vec<i32>, _> = parameters.iter().map(|(_, value)| self.value(value)).collect();
                for ((parameter, _), value) in parameters.iter().zip(values?) {
                    self.assign(&Target { variable: *parameter, index: None }, value::store(value))?;
                }
                for local in locals {
                    let initial = self.model[*local].initial[self.instance];
                    self.variables[local.0 as usize][self.instance].fill(initial);
                }
                Ok(true)
            }
        }
    }

    fn assign(&mut self, target: &Target, value: i16) -> Result<bool, value::Fault> {
        let range = self.ranges.variables[target.variable.0 as usize].range;
        let at = self.element(target.variable, target.index.as_deref())?;
        assert!(range.contains(value.into()), "{} = {value}, not in {range:?}", self.model[target.variable].name);
        *self.place(target.variable, at) = value;
        Ok(true)
    }

    fn element(&mut self, variable: VariableId, index: Option<&Expr>) -> Result<usize, value::Fault> {
        let Some(index) = index else { return Ok(0) };
        value::index(self.value(index)?, self.model[variable].length.unwrap_or(1))
    }

    fn place(&mut self, variable: VariableId, element: usize) -> &mut i16 {
        let copies = &mut self.variables[variable.0 as usize];
        let copy = if copies.len() == 1 { 0 } else { self.instance };
        &mut copies[copy][element]
    }

    fn queue(&mut self, queue: &QueueRef) -> Result<&mut Vec<(MessageId, i16)>, value::Fault> {
        let at = match queue.index.as_deref() {
            Some(index) => value::index(self.value(index)?, self.model[queue.queue].length.unwrap_or(1))?,
            None => 0,
        };
        Ok(&mut self.queues[queue.queue.0 as usize][at])
    }

    fn value(&mut self, expr: &Expr) -> Result<i32, value::Fault> {
        Ok(match expr {
            Expr::Constant(value) => *value,
            Expr::ProcessIndex => self.instance as i32,
            Expr::Variable(variable) => (*self.place(*variable, 0)).into(),
            Expr::Element(variable, index) => {
                let at = self.element(*variable, Some(index))?;
                (*self.place(*variable, at)).into()
            }
            Expr::Unary(UnaryOp::Not, operand) => (self.value(operand)? == 0).into(),
            Expr::Unary(UnaryOp::Negate, operand) => self.value(operand)?.wrapping_neg(),
            Expr::Binary(operator, left, right) => match (operator, self.value(left)?) {
                (BinaryOp::And, 0) => 0,
                (BinaryOp::Or, left) if left != 0 => 1,
                (_, left) => concrete(*operator, left, self.value(right)?)?,
            },
            Expr::Queue(test, queue) => {
                let (length, capacity) = (self.queue(queue)?.len(), self.model[queue.queue].capacity as usize);
                match test {
                    QueueTest::Len => length as i32,
                    QueueTest::Empty => (length == 0).into(),
                    QueueTest::Full => (length >= capacity).into(),
                }
            }
            Expr::Remote { .. } | Expr::At { .. } => unreachable!("only properties look into processes"),
        })
    }
}

/// Executes a specification at random, with both kinds of machines.
fn walk(text: &str, steps: usize, dice: &mut Dice) {
    let compilation = compiled(text);
    for minimized in [true, false] {
        let (model, machines) = machines(&compilation, minimized);
        let ranges = find_ranges(model, &machines);
        assert_eq!(ranges, find_ranges(model, &machines), "the same from run to run");
        for _ in 0..4 {
            Walk::new(model, &machines, &ranges).steps(steps, dice);
        }
    }
}

#[test]
fn executions_of_the_examples_stay_in_range() {
    let entries = std::fs::read_dir(examples()).expect("the examples are there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an example can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "argos"));
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(path).expect("an example is text");
        walk(&text, 20_000, &mut Dice(0x2545_f491_4f6c_dd1d));
    }
}

#[test]
fn random_executions_of_random_specifications_stay_in_range() {
    for seed in 1..=40 {
        let mut writer = Writer(Dice(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed)));
        let text = writer.specification();
        walk(&text, 3_000, &mut writer.0);
    }
}
