//! `argosc emit rules`: every rule as in the vector-addition paper, a predicate with don't-cares and a vector that is added,
//! and below them what has to be computed.

use super::action;
use crate::layout::Layout;
use crate::model::{Action, Model};
use crate::rules::{Effect, Index, Rule, RuleSet, Wanted};
use argos_runtime::vector::Field;
use std::fmt::Write;

/// Vectors up to this length are written with all their components, longer ones with those that matter.
const SHORT: usize = 16;

/// The components of the vector, then all rules.
pub fn rules(set: &RuleSet) -> String {
    let mut text = format!("{} components:\n", set.layout.components.len());
    for (number, component) in set.layout.components.iter().enumerate() {
        let Field { min, .. } = component.field;
        let _ = writeln!(text, "  v{number} = {} ({min}..{})", component.name, component.max);
    }
    for (number, facts) in set.facts.rules.iter().enumerate() {
        let process = &set.facts.processes[facts.process as usize].name;
        let tag = action::tag(facts.likelihood);
        let _ = writeln!(text, "\nrule {number}: {process}, line {}: {tag}{}", facts.line, facts.statement);
        facts.vector.lines().for_each(|line| text += &format!("    {line}\n"));
    }
    text
}

/// A rule's predicate and action.
pub fn vector(rule: &Rule, statement: &Action, model: &Model, layout: &Layout) -> String {
    let mut text = format!("if   {}\n", components(&tests(rule, layout), layout, "-", " = "));
    if let Some(condition) = condition(rule, statement, model) {
        let _ = writeln!(text, "and  {condition}");
    }
    let _ = writeln!(text, "add  {}", components(&rule.action, layout, "0", " + "));
    if let Some(rest) = computed(rule, statement, model) {
        let _ = writeln!(text, "then {rest}");
    }
    if !rule.watches.is_empty() {
        let mut names: Vec<String> =
            rule.watches.iter().map(|watch| format!("`{}`", model.monitors[watch.monitor].name)).collect();
        names.dedup();
        let _ = writeln!(text, "and {} must follow", names.join(", "));
    }
    text.truncate(text.trim_end().len());
    text
}

/// The components that must have a constant value.
fn tests(rule: &Rule, layout: &Layout) -> Vec<(Field, i64)> {
    let mut tests = vec![(layout.controls[rule.process.0 as usize][rule.instance as usize], i64::from(rule.from))];
    let Some(queue) = rule.queue() else { return tests };
    let Index::Fixed(element) = queue.element else { return tests };
    let place = layout.queues[queue.queue.0 as usize].place.at(element as usize);
    let message = |slot: u32| Field { width: place.message, ..place.slot(slot) };
    match &rule.effect {
        Effect::Send { .. } => tests.push((message(place.capacity - 1), 0)),
        Effect::Receive { message: Wanted::Number(number), .. } => tests.push((message(0), i64::from(*number))),
        Effect::Timeout { .. } => tests.push((message(0), 0)),
        _ => {}
    }
    tests
}

/// What the predicate asks for beyond constants.
fn condition(rule: &Rule, statement: &Action, model: &Model) -> Option<String> {
    let is_computed = rule.queue().is_some_and(|queue| matches!(queue.element, Index::Computed { .. }));
    let queue = |queue| action::queue(queue, model);
    match statement {
        Action::Condition(condition) => Some(action::expression(condition, model)),
        Action::Send { queue: to, .. } if is_computed => Some(format!("{} is not full", queue(to))),
        Action::Receive { queue: from, message, .. } if is_computed => {
            Some(format!("the oldest message of {} is {}", queue(from), model[*message].name))
        }
        Action::Receive { queue: from, .. }
            if matches!(rule.effect, Effect::Receive { message: Wanted::NeverSent, .. }) =>
        {
            Some(format!("a message that nobody sends is in {}", queue(from)))
        }
        Action::ReceiveAny { queue: from, .. } => Some(format!("{} is not empty", queue(from))),
        Action::Timeout { queue: on } if is_computed => Some(format!("{} is empty", queue(on))),
        _ => None,
    }
}

/// What the action does beyond the vector.
fn computed(rule: &Rule, statement: &Action, model: &Model) -> Option<String> {
    match (&rule.effect, statement) {
        (Effect::Assert(_), Action::Assert(condition)) => {
            Some(format!("it is an error unless {}", action::expression(condition, model)))
        }
        (Effect::Assign { places, fills }, statement) if !(places.is_empty() && fills.is_empty()) => {
            Some(action::action(statement, model))
        }
        (Effect::Send { is_constant: false, .. }, Action::Send { queue, message, value }) => {
            let value = value.as_ref().map_or(String::new(), |value| format!("({})", action::expression(value, model)));
            Some(format!("append {}{value} to {}", model[*message].name, action::queue(queue, model)))
        }
        (
            Effect::Receive { is_constant, target, .. },
            Action::Receive { queue, target: named, .. } | Action::ReceiveAny { queue, target: named },
        ) => {
            let queue = action::queue(queue, model);
            let assigned = named.as_ref().map(|named| format!("{} = its value", action::target(named, model)));
            match (is_constant, target.is_some()) {
                (true, _) => assigned,
                (false, false) => Some(format!("remove the oldest message of {queue}")),
                (false, true) => {
                    Some(format!("remove the oldest message of {queue}, {}", assigned.unwrap_or_default()))
                }
            }
        }
        _ => None,
    }
}

/// A vector: all components, or only those that differ from `rest`.
fn components(values: &[(Field, i64)], layout: &Layout, rest: &str, relation: &str) -> String {
    let mut numbered: Vec<(usize, i64)> =
        values.iter().filter_map(|(field, value)| layout.number(*field).map(|number| (number, *value))).collect();
    numbered.sort_unstable();
    let shown: Vec<String> = if layout.components.len() <= SHORT {
        let mut shown = vec![rest.to_string(); layout.components.len()];
        numbered.iter().for_each(|(number, value)| shown[*number] = value.to_string());
        shown
    } else {
        let named = numbered.iter().map(|(number, value)| format!("v{number}{relation}{value}"));
        named.chain([format!("others {rest}")]).collect()
    };
    format!("{{ {} }}", shown.join(", ")).replace("+ -", "- ")
}
