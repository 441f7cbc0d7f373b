//! Edges to rules.

use super::facts::describe;
use super::{Effect, Fill, Index, Place, QueuePlace, Rule, RuleSet, Value, Wanted, Watch};
use crate::ast::{BinaryOp, QueueTest, UnaryOp};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::layout::Layout;
use crate::machine::Machine;
use crate::model::{Action, Expr, MessageId, Model, ProcessId, QueueId, QueueRef, Scope, Target, VariableId};
use crate::monitor::{Automaton, AutomatonKind};
use crate::pipeline::Program;
use crate::ranges::{Range, Ranges, expression_range};
use crate::source::SourceMap;
use argos_runtime::value;
use argos_runtime::vector::{Array, Field};

/// Every rule is a function of the emitted crate; with more of them the Rust compiler would take hours.
const MAX_RULES: usize = 30_000;

/// Makes the rules of a program.
pub fn lower(
    program: &Program,
    minimized: bool,
    ranges: &Ranges,
    layout: Layout,
    sources: &SourceMap,
) -> Result<RuleSet, Diagnostics> {
    let machines = program.machines(minimized);
    check_number(&program.model, &machines)?;
    let lowering = Lowering { model: &program.model, machines: &machines, ranges, layout: &layout, instance: 0 };
    let monitors: Vec<&Automaton> = program.monitors().collect();
    let mut rules = Vec::new();
    let mut origins = Vec::new();
    for (at, process) in program.model.processes.iter().enumerate() {
        for instance in 0..process.instances() {
            let lowering = Lowering { instance, ..lowering };
            for (from, state) in machines[at].states.iter().enumerate() {
                for edge in &state.edges {
                    let action = &machines[at].actions[edge.action.0 as usize];
                    let edge_rule = lowering.rule(ProcessId(at as u32), from as u32, edge.target.0, action, &monitors);
                    rules.push(edge_rule);
                    origins.push((edge, action));
                }
            }
        }
    }
    let invariants = program.model.invariants.iter().map(|invariant| lowering.value(&invariant.condition)).collect();
    let guides = program.model.guides.iter().map(|guide| lowering.value(&guide.cost)).collect();
    let initial = lowering.initial();
    let facts = describe(program, minimized, &layout, &rules, &origins, sources);
    Ok(RuleSet { layout, facts, initial, rules, invariants, guides })
}

/// Refuses a specification with too many rules.
fn check_number(model: &Model, machines: &[&Machine]) -> Result<(), Diagnostics> {
    let edges = |machine: &Machine| machine.states.iter().map(|state| state.edges.len()).sum::<usize>();
    let rules = model.processes.iter().zip(machines).map(|(it, machine)| it.instances() as usize * edges(machine));
    let rules: Vec<usize> = rules.collect();
    let total: usize = rules.iter().sum();
    let Some(at) = (0..rules.len()).max_by_key(|&at| rules[at]).filter(|_| total > MAX_RULES) else { return Ok(()) };
    let (process, own) = (&model.processes[at], rules[at]);
    let message = format!(
        "this protocol has {total} rules, one for each edge of each process instance; the limit is {MAX_RULES}"
    );
    let mut diagnostics = Diagnostics::default();
    diagnostics.add(
        Diagnostic::new(Code::TooLarge, process.span, message)
            .label(format!("`{}` has {own} of them", process.name))
            .hint("make process arrays smaller, or procedures that are called often shorter"),
    );
    Err(diagnostics)
}

#[derive(Clone, Copy)]
struct Lowering<'m> {
    model: &'m Model,
    machines: &'m [&'m Machine],
    ranges: &'m Ranges,
    layout: &'m Layout,
    instance: u32,
}

impl Lowering<'_> {
    /// Control states and assertions start at 0.
    fn initial(&self) -> Vec<u64> {
        let mut state = vec![0; self.layout.words as usize];
        for (machine, controls) in self.machines.iter().zip(&self.layout.controls) {
            controls.iter().for_each(|control| control.set(&mut state, machine.start.0 as i32));
        }
        for (variable, copies) in self.model.variables.iter().zip(&self.layout.variables) {
            for (place, initial) in copies.iter().zip(&variable.initial) {
                (0..place.length).for_each(|at| place.at(at as usize).set(&mut state, i32::from(*initial)));
            }
        }
        for (at, queue) in self.model.queues.iter().enumerate() {
            let place = self.layout.queues[at].place.at(0);
            for (message, cargo) in &queue.initial {
                let number = self.number(QueueId(at as u32), *message).expect("what is in a queue can be in it");
                place.send(&mut state, number, cargo.map_or(place.min, i32::from));
            }
        }
        state
    }

    /// The number of a message in a queue; `None` if it is never there.
    fn number(&self, queue: QueueId, message: MessageId) -> Option<u32> {
        let sort = &self.model[queue].sort;
        let messages = &self.layout.queues[queue.0 as usize].messages;
        messages.iter().position(|entry| sort[*entry].message == message).map(|at| at as u32 + 1)
    }

    fn rule(&self, process: ProcessId, from: u32, to: u32, action: &Action, monitors: &[&Automaton]) -> Rule {
        let control = self.layout.controls[process.0 as usize][self.instance as usize];
        let mut vector = Vec::new();
        if from != to {
            vector.push((control, i64::from(to) - i64::from(from)));
        }
        let effect = self.effect(action, &mut vector);
        let watches = self.watches(&effect, monitors);
        Rule { process, instance: self.instance, from, to, action: vector, effect, watches }
    }

    /// What the action asks for and does. Constant parts go to the action vector.
    fn effect(&self, action: &Action, vector: &mut Vec<(Field, i64)>) -> Effect {
        match action {
            Action::Skip => Effect::Skip,
            Action::Condition(condition) => Effect::Condition(self.value(condition)),
            Action::Assert(condition) => Effect::Assert(self.value(condition)),
            Action::Assign { target, value } => {
                let (place, value) = (self.place(target), self.value(value));
                Effect::Assign { places: self.assign(place, value, vector).into_iter().collect(), fills: Vec::new() }
            }
            Action::Enter { parameters, locals } => {
                let parameters = parameters.iter();
                let mut places: Vec<(Place, Value)> = parameters
                    .filter_map(|(parameter, value)| self.assign(self.whole(*parameter, 0), self.value(value), vector))
                    .collect();
                let mut fills = Vec::new();
                for local in locals {
                    let (place, value) =
                        (self.whole(*local, 0), self.model[*local].initial[self.instance as usize].into());
                    if self.model[*local].length.is_some() {
                        fills.push(Fill { variable: *local, copy: place.copy, value });
                    } else {
                        places.push((place, Value::Constant(value)));
                    }
                }
                Effect::Assign { places, fills }
            }
            Action::Send { queue, message, value } => self.send(queue, *message, value.as_ref(), vector),
            Action::Receive { queue, message, target } => {
                let wanted = self.number(queue.queue, *message).map_or(Wanted::NeverSent, Wanted::Number);
                self.receive(queue, wanted, target.as_ref(), vector)
            }
            Action::ReceiveAny { queue, target } => self.receive(queue, Wanted::Any, target.as_ref(), vector),
            Action::Timeout { queue } => Effect::Timeout { queue: self.queue(queue) },
        }
    }

    /// `x = x + c` is a constant vector where it cannot wrap around; anything else is computed.
    fn assign(&self, place: Place, value: Value, vector: &mut Vec<(Field, i64)>) -> Option<(Place, Value)> {
        let Range { min, max } = self.ranges.variables[place.variable.0 as usize].range;
        let wraps = |delta: i64| store_wraps(i64::from(min) + delta) || store_wraps(i64::from(max) + delta);
        match (&place.element, delta(&place, &value)) {
            (Index::Fixed(element), Some(delta)) if !wraps(delta) => {
                let field = self.array(&place).at(*element as usize);
                if field.width > 0 && delta != 0 {
                    vector.push((field, delta));
                }
                None
            }
            _ => Some((place, value)),
        }
    }

    fn array(&self, place: &Place) -> Array {
        self.layout.variables[place.variable.0 as usize][place.copy as usize]
    }

    /// Into the one slot of a queue, a constant message is a constant vector.
    fn send(
        &self,
        queue: &QueueRef,
        message: MessageId,
        cargo: Option<&Expr>,
        vector: &mut Vec<(Field, i64)>,
    ) -> Effect {
        let number = self.number(queue.queue, message).expect("what is sent can be in the queue");
        let queue = self.queue(queue);
        let value = cargo.map(|cargo| self.value(cargo));
        let place = self.layout.queues[queue.queue.0 as usize].place;
        let mut is_constant = false;
        if let (Index::Fixed(element), 1, None | Some(Value::Constant(_))) =
            (&queue.element, place.first.capacity, &value)
        {
            let place = place.at(*element as usize);
            let slot = place.slot(0);
            vector.push((Field { width: place.message, ..slot }, i64::from(number)));
            if let Some(Value::Constant(cargo)) = value {
                let delta = i64::from(value::store(cargo)) - i64::from(place.min);
                let width = place.slot - place.message;
                if width > 0 {
                    vector.push((Field { bit: slot.bit + place.message, width, ..slot }, delta));
                }
            }
            is_constant = true;
        }
        Effect::Send { queue, message: number, value, is_constant }
    }

    /// Out of the one slot of a queue, a message without a value is a constant vector.
    fn receive(
        &self,
        queue: &QueueRef,
        message: Wanted,
        target: Option<&Target>,
        vector: &mut Vec<(Field, i64)>,
    ) -> Effect {
        let queue = self.queue(queue);
        let place = self.layout.queues[queue.queue.0 as usize].place;
        let mut is_constant = false;
        if let (Index::Fixed(element), Wanted::Number(number)) = (&queue.element, message)
            && place.first.capacity == 1
            && place.first.slot == place.first.message
        {
            let slot = place.at(*element as usize).slot(0);
            vector.push((Field { width: place.first.message, ..slot }, -i64::from(number)));
            is_constant = true;
        }
        Effect::Receive { queue, message, target: target.map(|target| self.place(target)), is_constant }
    }

    /// The moves of the assertions that name what the rule does.
    fn watches(&self, effect: &Effect, monitors: &[&Automaton]) -> Vec<Watch> {
        let (queue, is_send) = match effect {
            Effect::Send { queue, .. } => (queue, true),
            Effect::Receive { queue, .. } => (queue, false),
            _ => return Vec::new(),
        };
        let mut watches = Vec::new();
        for (monitor, automaton) in monitors.iter().enumerate() {
            for (action, named) in automaton.actions.iter().enumerate() {
                let (reference, name, sends) = match named {
                    Action::Send { queue, message, .. } => (queue, *message, true),
                    Action::Receive { queue, message, .. } => (queue, *message, false),
                    _ => continue,
                };
                if reference.queue != queue.queue || sends != is_send {
                    continue;
                }
                let Index::Fixed(named_element) = self.queue(reference).element else { continue };
                let element = match queue.element {
                    Index::Fixed(element) if element == named_element => None,
                    Index::Fixed(_) => continue,
                    Index::Computed { .. } => Some(named_element),
                };
                let Some(named_number) = self.number(queue.queue, name) else { continue };
                let message = match effect {
                    Effect::Send { message, .. } | Effect::Receive { message: Wanted::Number(message), .. } => {
                        if *message != named_number {
                            continue;
                        }
                        None
                    }
                    Effect::Receive { message: Wanted::Any, .. } => Some(named_number),
                    _ => continue,
                };
                watches.push(Watch { monitor, element, message, moves: moves(automaton, action as u32) });
            }
        }
        watches
    }

    fn whole(&self, variable: VariableId, element: u32) -> Place {
        let copy = match self.model[variable].scope {
            Scope::Global => 0,
            _ => self.instance,
        };
        Place { variable, copy, element: Index::Fixed(element) }
    }

    fn place(&self, target: &Target) -> Place {
        let element = self.index(target.index.as_deref(), self.model[target.variable].length);
        Place { element, ..self.whole(target.variable, 0) }
    }

    fn queue(&self, queue: &QueueRef) -> QueuePlace {
        QueuePlace { queue: queue.queue, element: self.index(queue.index.as_deref(), self.model[queue.queue].length) }
    }

    /// An index is checked unless the ranges show that it cannot be wrong.
    fn index(&self, index: Option<&Expr>, length: Option<u32>) -> Index {
        let (Some(index), Some(length)) = (index, length) else { return Index::Fixed(0) };
        match self.value(index) {
            Value::Constant(at) if (0..i64::from(length)).contains(&i64::from(at)) => Index::Fixed(at as u32),
            value => {
                let (min, max) = self.bounds(index);
                let is_checked = min < 0 || max >= i64::from(length);
                Index::Computed { value: Box::new(value), length, is_checked }
            }
        }
    }

    /// The values that an expression can have.
    fn bounds(&self, expression: &Expr) -> (i64, i64) {
        let own = self.instance as i32;
        expression_range(expression, self.model, self.ranges, Range { min: own, max: own })
    }

    fn value(&self, expression: &Expr) -> Value {
        match expression {
            Expr::Constant(value) => Value::Constant(*value),
            Expr::ProcessIndex => Value::Constant(self.instance as i32),
            Expr::Variable(variable) => self.read(self.whole(*variable, 0)),
            Expr::Element(variable, index) => {
                let element = self.index(Some(index), self.model[*variable].length);
                self.read(Place { element, ..self.whole(*variable, 0) })
            }
            Expr::Unary(UnaryOp::Not, operand) => match self.value(operand) {
                Value::Constant(value) => Value::Constant((value == 0).into()),
                value => Value::Not(Box::new(value)),
            },
            Expr::Unary(UnaryOp::Negate, operand) => match self.value(operand) {
                Value::Constant(value) => Value::Constant(value.wrapping_neg()),
                value => Value::Negate(Box::new(value)),
            },
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right),
            Expr::Queue(test, queue) => {
                let queue = self.queue(queue);
                match test {
                    QueueTest::Len => Value::Length(queue),
                    QueueTest::Empty => Value::IsEmpty(queue),
                    QueueTest::Full => Value::IsFull(queue),
                }
            }
            Expr::Remote { process, instance, variable } => {
                self.by_instance(*process, instance.as_deref(), |own| own.read(own.remote_place(variable, self)))
            }
            Expr::At { process, instance, label } => {
                let states = &self.machines[process.0 as usize].states;
                let state = states.iter().position(|state| state.labels.contains(label));
                self.by_instance(*process, instance.as_deref(), |own| {
                    state.map_or(Value::Constant(0), |state| Value::IsAt(*process, own.instance, state as u32))
                })
            }
        }
    }

    /// A value that is always the same is a constant.
    fn read(&self, place: Place) -> Value {
        let first = self.array(&place).first;
        if first.width == 0 && !place.element.can_fault() { Value::Constant(first.min) } else { Value::Read(place) }
    }

    /// A local variable of this instance; the index belongs to whoever asks.
    fn remote_place(&self, variable: &Target, asking: &Lowering) -> Place {
        Place { element: asking.place(variable).element, ..self.whole(variable.variable, 0) }
    }

    fn by_instance(&self, process: ProcessId, index: Option<&Expr>, value: impl Fn(&Lowering) -> Value) -> Value {
        let of = |instance: u32| value(&Lowering { instance, ..*self });
        match self.index(index, self.model[process].length) {
            Index::Fixed(instance) => of(instance),
            computed => Value::ByInstance(computed, (0..self.model[process].instances()).map(of).collect()),
        }
    }

    fn binary(&self, operator: BinaryOp, left: &Expr, right: &Expr) -> Value {
        let (min, max) = self.bounds(right);
        let (left, right) = (self.value(left), self.value(right));
        match (operator, &left, &right) {
            (BinaryOp::And, Value::Constant(0), _) => return Value::Constant(0),
            (BinaryOp::Or, Value::Constant(value), _) if *value != 0 => return Value::Constant(1),
            (_, Value::Constant(left), Value::Constant(right)) => {
                if let Ok(value) = compute(operator, *left, *right) {
                    return Value::Constant(value);
                }
            }
            _ => {}
        }
        let (left, right) = (Box::new(left), Box::new(right));
        match operator {
            BinaryOp::Divide | BinaryOp::Remainder if min <= 0 && max >= 0 => Value::Divide(operator, left, right),
            _ => Value::Binary(operator, left, right),
        }
    }
}

/// What an operator gives.
pub fn compute(operator: BinaryOp, left: i32, right: i32) -> Result<i32, value::Fault> {
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

fn store_wraps(value: i64) -> bool {
    i16::try_from(value).is_err()
}

/// The constant that `place = value` adds to the place, if that is what it does.
fn delta(place: &Place, value: &Value) -> Option<i64> {
    let is_place = |value: &Value| matches!(value, Value::Read(read) if read == place);
    match value {
        Value::Binary(BinaryOp::Add, left, right) => match (&**left, &**right) {
            (read, Value::Constant(delta)) | (Value::Constant(delta), read) if is_place(read) => {
                Some(i64::from(*delta))
            }
            _ => None,
        },
        Value::Binary(BinaryOp::Subtract, left, right) => match (&**left, &**right) {
            (read, Value::Constant(delta)) if is_place(read) => Some(-i64::from(*delta)),
            _ => None,
        },
        value if is_place(value) => Some(0),
        _ => None,
    }
}

/// Where an action leads an assertion from each of its states. An error sequence that cannot take it is switched off.
fn moves(automaton: &Automaton, action: u32) -> Vec<Option<u32>> {
    let is_error = automaton.kind == AutomatonKind::Error;
    let off = automaton.states.len() as u32;
    let target = |state: &crate::monitor::AutomatonState| {
        let target = state.edges.iter().find(|(id, _)| id.0 == action).map(|(_, target)| target.0);
        match (is_error, target) {
            (true, Some(target)) => (!automaton.states[target as usize].end).then_some(target),
            (true, None) => Some(off),
            (false, target) => target,
        }
    };
    automaton.states.iter().map(target).chain(is_error.then_some(Some(off))).collect()
}
