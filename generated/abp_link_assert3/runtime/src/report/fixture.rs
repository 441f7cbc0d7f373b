//! A small protocol and executions of it, for the tests of traces and reports.

use crate::options::Options;
use crate::outcome::{ErrorFound, Kind, Outcome, StoreUse, Taken, Trace};
use crate::protocol::*;
use crate::search::errors::Key;
use crate::vector::{Array, Field, Queue};
use std::borrow::Cow;

pub(crate) const SEND_MSG: u32 = 0;
pub(crate) const TIMEOUT: u32 = 1;
pub(crate) const SEND_SMSG: u32 = 2;
pub(crate) const RECEIVE_0: u32 = 3;
pub(crate) const RECEIVE_1: u32 = 4;
pub(crate) const ASSIGN: u32 = 5;
pub(crate) const NEVER: u32 = 6;

const SBIT: Field = Field::new(0, 8, 1, 0);
const TABLE: Array = Array::new(Field::new(0, 10, 2, -1), 3, 3);

fn text(text: &str) -> Text {
    Cow::Owned(text.to_string())
}

fn state(line: u32, label: &str, may_rest: bool) -> StateFacts {
    StateFacts { line, label: text(label), may_rest }
}

fn process(name: &str, definition: &str, line: u32, bit: u32, end: Option<u32>) -> ProcessFacts {
    let states = vec![state(line + 2, "", true), state(line + 3, "wait", false), state(line + 9, "", false)];
    let control = Field::new(0, bit, 2, 0);
    ProcessFacts { name: text(name), definition: text(definition), line, part: 0, control, end, states: states.into() }
}

fn queue(name: &str, bit: u32) -> QueueFacts {
    let place = Queue { word: 0, bit, slot: 4, message: 2, min: 0, capacity: 2, per_word: 16 };
    let message = |name, has_value| MessageFacts { name: text(name), has_value };
    QueueFacts { name: text(name), place, messages: vec![message("msg1", false), message("smsg", true)].into() }
}

fn rule(process: u32, edge: (u32, u32), place: (u32, u32), statement: &str, event: Event) -> RuleFacts {
    let vector = text("predicate\naction");
    let ((from, to), (file, line)) = (edge, place);
    let (statement, likelihood) = (text(statement), Likelihood::Untagged);
    RuleFacts { process, from, to, file, line, statement, likelihood, event, parts: 0, reads: 0, vector }
}

/// A sender, and two instances of a link.
pub(crate) fn facts() -> Facts {
    let rules = vec![
        rule(0, (0, 1), (0, 12), "link!msg1", Event::Send(0)),
        rule(0, (1, 0), (0, 13), "sender?timeout", Event::Timeout(1)),
        rule(0, (1, 1), (0, 14), "link!smsg(1)", Event::Send(0)),
        rule(1, (0, 0), (0, 22), "link?default", Event::Receive(0)),
        rule(2, (0, 0), (0, 22), "link?default", Event::Receive(0)),
        rule(0, (1, 2), (1, 3), "t[sbit] = sbit", Event::Internal),
        rule(2, (0, 2), (0, 23), "user!msg1", Event::Send(3)),
    ];
    Facts {
        model: text("abp"),
        files: vec![text("abp.argos"), text("lib/table.argos")].into(),
        parts: Vec::new().into(),
        clusters: Vec::new().into(),
        vector_bits: 47,
        processes: vec![
            process("sender", "sender", 10, 0, Some(2)),
            process("hop[0]", "hop", 20, 2, None),
            process("hop[1]", "hop", 20, 4, None),
        ]
        .into(),
        variables: vec![
            VariableFacts { name: text("sender.sbit"), is_array: false, place: Array::new(SBIT, 1, 1) },
            VariableFacts { name: text("t"), is_array: true, place: TABLE },
        ]
        .into(),
        queues: vec![queue("link", 32), queue("sender", 40), queue("receiver", 48), queue("user", 56)].into(),
        columns: vec![0, 1, 2, 3].into(),
        monitors: vec![MonitorFacts {
            name: text("assert"),
            line: 30,
            is_assert: true,
            state: Field::new(0, 20, 2, 0),
            ends: vec![true, false].into(),
        }]
        .into(),
        invariants: Vec::new().into(),
        guides: Vec::new().into(),
        rules: rules.into(),
        unchecked: Vec::new().into(),
    }
}

/// All processes in state 0, all queues empty.
pub(crate) fn initial() -> Vec<u64> {
    let mut vector = vec![0];
    (0..3).for_each(|index| TABLE.at(index).set(&mut vector, 0));
    vector
}

/// The execution of these rules.
pub(crate) fn trace(rules: &[u32]) -> Trace {
    trace_from(initial(), rules)
}

/// The execution of these rules, from another initial state.
pub(crate) fn trace_from(initial: Vec<u64>, rules: &[u32]) -> Trace {
    let facts = facts();
    let queue = |rule: u32| match facts.rules[rule as usize].event {
        Event::Internal => None,
        Event::Send(queue) | Event::Receive(queue) | Event::Timeout(queue) => Some(queue),
    };
    let (mut vector, mut states) = (initial.clone(), initial.clone());
    for &rule in rules {
        execute(&facts, rule, &mut vector);
        states.extend(&vector);
    }
    Trace::new(initial.len(), states, rules.iter().map(|&rule| Taken::new(rule, queue(rule))).collect())
}

fn execute(facts: &Facts, rule: u32, vector: &mut [u64]) {
    let link = facts.queues[0].place;
    match rule {
        SEND_MSG => link.send(vector, 1, 0),
        SEND_SMSG => link.send(vector, 2, 1),
        RECEIVE_0 | RECEIVE_1 => link.receive(vector),
        ASSIGN => {
            SBIT.set(vector, 1);
            TABLE.at(2).set(vector, 1);
        }
        NEVER => facts.queues[3].place.send(vector, 1, 0),
        _ => {}
    }
    let facts = &facts.rules[rule as usize];
    Field::new(0, 2 * facts.process, 2, 0).set(vector, facts.to as i32);
}

/// The same execution, but its last step has no result.
pub(crate) fn without_result(trace: Trace) -> Trace {
    let results = trace.steps().take(trace.len() - 1).filter_map(|step| step.state);
    let states = [trace.initial()].into_iter().chain(results).collect::<Vec<_>>().concat();
    let steps = trace.steps().map(|step| Taken::new(step.rule, step.queue)).collect();
    Trace::new(trace.initial().len(), states, steps)
}

/// An error found once.
pub(crate) fn error(kind: Kind, message: &str, trace: Trace) -> ErrorFound {
    ErrorFound { kind, key: Key::default(), count: 1, message: message.to_string(), trace }
}

/// A complete search that found nothing and executed all but rule [`NEVER`] and one of the links.
pub(crate) fn outcome() -> Outcome {
    let mut executed = vec![true; facts().rules.len()];
    executed[NEVER as usize] = false;
    executed[RECEIVE_1 as usize] = false;
    Outcome {
        states: 65,
        expanded: 65,
        transitions: 130,
        depth: 20,
        idle: 1,
        executed,
        seconds: 0.5,
        memory_bytes: 4096,
        store: StoreUse {
            name: "table",
            description: "table of something".to_string(),
            set_bytes: 2048,
            log_bytes: 1024,
            file_bytes: 0,
        },
        threads: 2,
        ..Outcome::new(&facts(), &Options::default())
    }
}
