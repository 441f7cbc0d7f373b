//! Rules interpreted: the protocol of a rule set without compiling Rust.
//!
//! It gives the searches of the runtime the same protocol as the emitted crate does, so that thousands of specifications can
//! be compared with the naive twin in seconds. It reads the rules exactly as `emit` writes them.

use super::{Effect, Fill, Index, Place, QueuePlace, Rule, RuleSet, Value, Wanted};
use crate::ast::BinaryOp;
use crate::rules::lower::compute;
use argos_runtime::protocol::{Facts, Failure, Protocol, Sink};
use argos_runtime::value::{Fault, index, store};
use argos_runtime::vector::{Field, Queue};

/// A rule set whose vector has at most `WORDS` words.
pub struct Interpreted<'r, const WORDS: usize> {
    set: &'r RuleSet,
}

impl<'r, const WORDS: usize> Interpreted<'r, WORDS> {
    /// `None` if the vector is longer.
    pub fn new(set: &'r RuleSet) -> Option<Self> {
        (set.layout.words as usize <= WORDS).then_some(Interpreted { set })
    }

    fn try_rules(
        &self,
        state: &[u64; WORDS],
        limit: u32,
        sink: &mut impl Sink<[u64; WORDS]>,
        is_wanted: impl Fn(usize, &Rule) -> bool,
    ) {
        let execution = Execution { set: self.set, state, limit };
        for (number, rule) in self.set.rules.iter().enumerate() {
            if !is_wanted(number, rule) || !execution.is_at(rule) {
                continue;
            }
            match execution.execute(rule) {
                Ok(Some((next, None))) => sink.step(number as u32, &next),
                Ok(Some((next, Some(failure)))) => sink.fails(number as u32, failure, Some(&next)),
                Ok(None) => {}
                Err(failure) => sink.fails(number as u32, failure, None),
            }
        }
    }
}

impl<const WORDS: usize> Protocol for Interpreted<'_, WORDS> {
    type State = [u64; WORDS];

    fn facts(&self) -> &Facts {
        &self.set.facts
    }

    fn initial(&self) -> Self::State {
        let mut state = [0; WORDS];
        state[..self.set.initial.len()].copy_from_slice(&self.set.initial);
        state
    }

    fn steps(&self, state: &Self::State, limit: u32, sink: &mut impl Sink<Self::State>) {
        self.try_rules(state, limit, sink, |_, rule| !rule.is_timeout());
    }

    fn steps_at(&self, process: u32, _: u32, states: &[Self::State], limit: u32, sink: &mut impl Sink<Self::State>) {
        let facts = &self.set.facts.rules;
        for state in states {
            self.try_rules(state, limit, sink, |number, rule| !rule.is_timeout() && facts[number].process == process);
            sink.end_state();
        }
    }

    fn timeouts(&self, state: &Self::State, limit: u32, sink: &mut impl Sink<Self::State>) {
        self.try_rules(state, limit, sink, |_, rule| rule.is_timeout());
    }

    fn invariants(&self, state: &Self::State, limit: u32, report: &mut impl FnMut(u32, Option<Fault>)) {
        let execution = Execution { set: self.set, state, limit };
        for (number, condition) in self.set.invariants.iter().enumerate() {
            match execution.value(condition) {
                Ok(0) => report(number as u32, None),
                Ok(_) => {}
                Err(fault) => report(number as u32, Some(fault)),
            }
        }
    }

    fn guide(&self, number: u32, state: &Self::State, limit: u32) -> Result<i32, Fault> {
        let execution = Execution { set: self.set, state, limit };
        self.set.guides.get(number as usize).map_or(Ok(0), |cost| execution.value(cost))
    }

    fn queue_index(&self, rule: u32, state: &Self::State, limit: u32) -> usize {
        match self.set.rules[rule as usize].queue().map(|queue| &queue.element) {
            Some(computed @ Index::Computed { .. }) => {
                Execution { set: self.set, state, limit }.element(computed).unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// A rule on a state.
struct Execution<'r, const WORDS: usize> {
    set: &'r RuleSet,
    state: &'r [u64; WORDS],
    limit: u32,
}

/// The next state, and what is wrong about it.
type Next<const WORDS: usize> = ([u64; WORDS], Option<Failure>);

impl<const WORDS: usize> Execution<'_, WORDS> {
    fn is_at(&self, rule: &Rule) -> bool {
        let control = self.set.layout.controls[rule.process.0 as usize][rule.instance as usize];
        control.get(self.state) == rule.from as i32
    }

    /// `Ok(None)` if the rule is not executable.
    fn execute(&self, rule: &Rule) -> Result<Option<Next<WORDS>>, Failure> {
        let mut next = *self.state;
        for (word, delta) in next.iter_mut().zip(rule.action_words(self.set.layout.words)) {
            *word = word.wrapping_add_signed(delta);
        }
        match &rule.effect {
            Effect::Skip => {}
            Effect::Condition(condition) => {
                if self.checked(condition)? == 0 {
                    return Ok(None);
                }
            }
            Effect::Assert(condition) => {
                if self.checked(condition)? == 0 {
                    return Err(Failure::AssertStatement);
                }
            }
            Effect::Assign { places, fills } => {
                let mut stores = Vec::new();
                for (place, value) in places {
                    let value = store(self.checked(value)?);
                    stores.push((self.field(place).map_err(Failure::Fault)?, value));
                }
                stores.iter().for_each(|(field, value)| field.set(&mut next, (*value).into()));
                for Fill { variable, copy, value } in fills {
                    self.set.layout.variables[variable.0 as usize][*copy as usize].fill(&mut next, *value);
                }
            }
            Effect::Send { queue, message, value, is_constant } => {
                let place = self.queue(queue).map_err(Failure::Fault)?;
                if place.is_full(self.state, self.limit) {
                    return Ok(None);
                }
                let value = match value {
                    Some(value) => store(self.checked(value)?).into(),
                    None => place.min,
                };
                if !is_constant {
                    place.send(&mut next, *message, value);
                }
            }
            Effect::Receive { queue, message, target, is_constant } => {
                let place = self.queue(queue).map_err(Failure::Fault)?;
                let head = place.head(self.state);
                let is_wanted = match message {
                    Wanted::Any => head != 0,
                    Wanted::Number(number) => head == *number,
                    Wanted::NeverSent => false,
                };
                if !is_wanted {
                    return Ok(None);
                }
                if let Some(target) = target {
                    let value = place.head_value(self.state);
                    self.field(target).map_err(Failure::Fault)?.set(&mut next, value);
                }
                if !is_constant {
                    place.receive(&mut next);
                }
            }
            Effect::Timeout { queue } => {
                if !self.queue(queue).map_err(Failure::Fault)?.is_empty(self.state) {
                    return Ok(None);
                }
            }
        }
        let failure = self.watch(rule, &mut next);
        Ok(Some((next, failure)))
    }

    /// Lets the assertions follow; tells the first that cannot.
    fn watch(&self, rule: &Rule, next: &mut [u64; WORDS]) -> Option<Failure> {
        let queue = rule.queue()?;
        let element = self.element(&queue.element).unwrap_or(0);
        let head = self.set.layout.queues[queue.queue.0 as usize].place.at(element).head(self.state);
        for watch in &rule.watches {
            let is_meant = watch.element.is_none_or(|named| named as usize == element)
                && watch.message.is_none_or(|named| named == head);
            if !is_meant {
                continue;
            }
            let state = self.set.layout.monitors[watch.monitor];
            match watch.moves[state.get(self.state) as usize] {
                Some(target) => state.set(next, target as i32),
                None => {
                    let monitor = watch.monitor as u32;
                    let is_assert = self.set.facts.monitors[watch.monitor].is_assert;
                    return Some(if is_assert { Failure::Assertion(monitor) } else { Failure::ErrorSequence(monitor) });
                }
            }
        }
        None
    }

    fn checked(&self, value: &Value) -> Result<i32, Failure> {
        self.value(value).map_err(Failure::Fault)
    }

    fn value(&self, value: &Value) -> Result<i32, Fault> {
        Ok(match value {
            Value::Constant(value) => *value,
            Value::Read(place) => self.field(place)?.get(self.state),
            Value::Not(operand) => (self.value(operand)? == 0).into(),
            Value::Negate(operand) => self.value(operand)?.wrapping_neg(),
            Value::Binary(operator, left, right) | Value::Divide(operator, left, right) => {
                let left = self.value(left)?;
                match (operator, left != 0) {
                    (BinaryOp::And, false) => 0,
                    (BinaryOp::Or, true) => 1,
                    _ => compute(*operator, left, self.value(right)?)?,
                }
            }
            Value::Length(queue) => self.queue(queue)?.length(self.state) as i32,
            Value::IsEmpty(queue) => self.queue(queue)?.is_empty(self.state).into(),
            Value::IsFull(queue) => self.queue(queue)?.is_full(self.state, self.limit).into(),
            Value::IsAt(process, instance, state) => {
                let control = self.set.layout.controls[process.0 as usize][*instance as usize];
                (control.get(self.state) == *state as i32).into()
            }
            Value::ByInstance(index, cases) => self.value(&cases[self.element(index)?])?,
        })
    }

    fn element(&self, element: &Index) -> Result<usize, Fault> {
        match element {
            Index::Fixed(element) => Ok(*element as usize),
            Index::Computed { value, length, .. } => index(self.value(value)?, *length),
        }
    }

    fn field(&self, place: &Place) -> Result<Field, Fault> {
        let array = self.set.layout.variables[place.variable.0 as usize][place.copy as usize];
        Ok(array.at(self.element(&place.element)?))
    }

    fn queue(&self, queue: &QueuePlace) -> Result<Queue, Fault> {
        let queues = self.set.layout.queues[queue.queue.0 as usize].place;
        Ok(queues.at(self.element(&queue.element)?))
    }
}
