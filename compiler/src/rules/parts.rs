//! Which parts of the vector a rule changes, and which it looks at: what a verifier may remember about it.

use super::{Effect, Fill, Index, Place, QueuePlace, Rule, Value};
use crate::layout::Layout;
use argos_runtime::vector::{Array, Field};

/// The parts that a rule may change, a bit for each.
pub fn changed_parts(rule: &Rule, layout: &Layout) -> u64 {
    let mut parts = Parts { layout, mask: 0 };
    rule.action.iter().for_each(|(field, _)| parts.add(*field));
    match &rule.effect {
        Effect::Assign { places, fills } => {
            places.iter().for_each(|(place, _)| parts.variable(place));
            for Fill { variable, copy, .. } in fills {
                parts.array(&layout.variables[variable.0 as usize][*copy as usize], None);
            }
        }
        Effect::Receive { target: Some(target), .. } => parts.variable(target),
        _ => {}
    }
    if let (Some(queue), false) = (rule.queue(), rule.is_timeout()) {
        parts.queue(queue);
    }
    rule.watches.iter().for_each(|watch| parts.add(layout.monitors[watch.monitor]));
    parts.mask
}

/// The parts that a rule looks at, a bit for each, but for the queue it sends to, which must only have room, and the queue it
/// receives from, of which it takes the oldest message.
pub fn read_parts(rule: &Rule, layout: &Layout) -> u64 {
    let mut parts = Parts { layout, mask: 0 };
    parts.add(layout.controls[rule.process.0 as usize][rule.instance as usize]);
    match &rule.effect {
        Effect::Skip => {}
        Effect::Condition(value) | Effect::Assert(value) => parts.value(value),
        Effect::Assign { places, .. } => {
            for (place, value) in places {
                parts.index(&place.element);
                parts.value(value);
            }
        }
        Effect::Send { queue, value, .. } => {
            parts.index(&queue.element);
            value.iter().for_each(|value| parts.value(value));
        }
        Effect::Receive { queue, target, .. } => {
            parts.index(&queue.element);
            // A variable of somebody else is no place for what is remembered about this process.
            if let Some(target) = target {
                parts.index(&target.element);
                parts.variable(target);
            }
        }
        Effect::Timeout { queue } => {
            parts.index(&queue.element);
            parts.queue(queue);
        }
    }
    rule.watches.iter().for_each(|watch| parts.add(layout.monitors[watch.monitor]));
    parts.mask
}

struct Parts<'l> {
    layout: &'l Layout,
    mask: u64,
}

impl Parts<'_> {
    fn add(&mut self, field: Field) {
        if field.width > 0 {
            self.mask |= 1 << self.layout.part(field);
        }
    }

    /// One element of an array, or all of them.
    fn array(&mut self, array: &Array, element: Option<u32>) {
        match element {
            Some(element) => self.add(array.at(element as usize)),
            None => (0..array.length).for_each(|at| self.add(array.at(at as usize))),
        }
    }

    fn variable(&mut self, place: &Place) {
        self.array(&self.layout.variables[place.variable.0 as usize][place.copy as usize], fixed(&place.element));
    }

    fn queue(&mut self, place: &QueuePlace) {
        let queues = self.layout.queues[place.queue.0 as usize].place;
        let elements = fixed(&place.element).map_or(0..queues.length, |element| element..element + 1);
        for queue in elements.map(|element| queues.at(element as usize)) {
            (0..queue.capacity).for_each(|number| self.add(queue.slot(number)));
        }
    }

    fn index(&mut self, index: &Index) {
        if let Index::Computed { value, .. } = index {
            self.value(value);
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Constant(_) => {}
            Value::Read(place) => {
                self.index(&place.element);
                self.variable(place);
            }
            Value::Not(operand) | Value::Negate(operand) => self.value(operand),
            Value::Binary(_, left, right) | Value::Divide(_, left, right) => {
                self.value(left);
                self.value(right);
            }
            Value::Length(queue) | Value::IsEmpty(queue) | Value::IsFull(queue) => {
                self.index(&queue.element);
                self.queue(queue);
            }
            Value::IsAt(process, instance, _) => self.add(self.layout.controls[process.0 as usize][*instance as usize]),
            Value::ByInstance(index, cases) => {
                self.index(index);
                cases.iter().for_each(|case| self.value(case));
            }
        }
    }
}

fn fixed(index: &Index) -> Option<u32> {
    match index {
        Index::Fixed(element) => Some(*element),
        Index::Computed { .. } => None,
    }
}
