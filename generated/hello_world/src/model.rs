// Written by argosc 0.1.0 from hello_world.argos (XXH3 9be254f7cd5e3924). Do not edit: change the specification and compile it again.

#![allow(nonstandard_style, unused, clippy::all)]
use argos_runtime::protocol::{
    Event, Facts, Failure, GuideFacts, InvariantFacts, Likelihood, List, MessageFacts,
    MonitorFacts, ProcessFacts, Protocol, QueueFacts, RuleFacts, Sink, StateFacts, Text,
    VariableFacts, report_fault,
};
use argos_runtime::value::{Fault, divide, index, remainder, store};
use argos_runtime::vector::{Array, Field, Queue, Queues, add};
use std::slice::from_ref;

/// The length of the state vector.
pub const WORDS: usize = 1;

/// The state of the whole protocol.
pub type State = [u64; WORDS];

/// Control state of `east`, line 12: one of 3.
const at_east: Field = Field::new(0, 0, 2, 0);

/// Control state of `west`, line 18: one of 4.
const at_west: Field = Field::new(0, 4, 2, 0);

/// Queue `eastq`: 1 = `hello`.
const queue_eastq: Queue = Queue {
    word: 0,
    bit: 2,
    slot: 1,
    message: 1,
    min: 0,
    capacity: 2,
    per_word: 2,
};

/// Queue `westq`: 1 = `world`.
const queue_westq: Queue = Queue {
    word: 0,
    bit: 6,
    slot: 1,
    message: 1,
    min: 0,
    capacity: 2,
    per_word: 2,
};

/// The protocol of `hello_world.argos` as rules on its state vector.
pub struct Verifier;

impl Protocol for Verifier {
    type State = State;
    fn facts(&self) -> &Facts {
        &FACTS
    }
    fn initial(&self) -> State {
        [0]
    }
    #[inline]
    fn steps(&self, state: &State, limit: u32, sink: &mut impl Sink<State>) {
        steps_of_east(at_east.bits(state) as u32, from_ref(state), limit, sink);
        steps_of_west(at_west.bits(state) as u32, from_ref(state), limit, sink);
    }
    fn steps_at(
        &self,
        process: u32,
        control: u32,
        states: &[State],
        limit: u32,
        sink: &mut impl Sink<State>,
    ) {
        match process {
            0 => steps_of_east(control, states, limit, sink),
            1 => steps_of_west(control, states, limit, sink),
            _ => states.iter().for_each(|_| sink.end_state()),
        }
    }
    #[inline]
    fn timeouts(&self, state: &State, limit: u32, sink: &mut impl Sink<State>) {}
    #[inline]
    fn invariants(
        &self,
        state: &State,
        limit: u32,
        report: &mut impl FnMut(u32, Option<Fault>),
    ) {}
    fn guide(&self, number: u32, state: &State, limit: u32) -> Result<i32, Fault> {
        Ok(0)
    }
    fn queue_index(&self, rule: u32, state: &State, limit: u32) -> usize {
        0
    }
}

/// All rules but timeouts of `east` in one of its control states.
#[inline]
fn steps_of_east(
    control: u32,
    states: &[State],
    limit: u32,
    sink: &mut impl Sink<State>,
) {
    match control {
        0 => {
            for state in states {
                rule_0(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_1(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// All rules but timeouts of `west` in one of its control states.
#[inline]
fn steps_of_west(
    control: u32,
    states: &[State],
    limit: u32,
    sink: &mut impl Sink<State>,
) {
    match control {
        0 => {
            for state in states {
                rule_2(state, limit, sink);
                rule_3(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_4(state, limit, sink);
                sink.end_state();
            }
        }
        2 => {
            for state in states {
                rule_5(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// Line 15, `east` in state 0: `eastq?hello`
#[inline(always)]
fn rule_0(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_eastq;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [1]);
    queue.receive(&mut next);
    sink.step(0, &next);
}

/// Line 15, `east` in state 1: `westq!world`
#[inline(always)]
fn rule_1(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_westq;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [1]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(1, &next);
}

/// Line 22, `west` in state 0: `eastq!hello`
#[inline(always)]
fn rule_2(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_eastq;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0x10]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(2, &next);
}

/// Line 23, `west` in state 0: `westq?world`
#[inline(always)]
fn rule_3(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_westq;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [0x20]);
    queue.receive(&mut next);
    sink.step(3, &next);
}

/// Line 22, `west` in state 1: `westq?world`
#[inline(always)]
fn rule_4(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_westq;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [0x20]);
    queue.receive(&mut next);
    sink.step(4, &next);
}

/// Line 23, `west` in state 2: `eastq!hello`
#[inline(always)]
fn rule_5(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_eastq;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0x10]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(5, &next);
}

/// Names, lines and texts, for reports.
static FACTS: Facts = Facts {
    model: Text::Borrowed("hello_world"),
    files: List::Borrowed(&FILES),
    vector_bits: 8,
    parts: List::Borrowed(&PARTS),
    clusters: List::Borrowed(&CLUSTERS),
    processes: List::Borrowed(&PROCESSES),
    variables: List::Borrowed(&[]),
    queues: List::Borrowed(&QUEUES),
    columns: List::Borrowed(&COLUMNS),
    monitors: List::Borrowed(&[]),
    invariants: List::Borrowed(&[]),
    guides: List::Borrowed(&[]),
    rules: List::Borrowed(&RULES),
    unchecked: List::Borrowed(&[]),
};

static STATES: [StateFacts; 3] = [
    StateFacts {
        line: 15,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 15,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 15,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static STATES_2: [StateFacts; 4] = [
    StateFacts {
        line: 21,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 22,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 23,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 21,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static MESSAGES: [MessageFacts; 1] = [
    MessageFacts {
        name: Text::Borrowed("hello"),
        has_value: false,
    },
];

static MESSAGES_2: [MessageFacts; 1] = [
    MessageFacts {
        name: Text::Borrowed("world"),
        has_value: false,
    },
];

static PART: [(u32, u64); 1] = [(0, 3)];

static PART_2: [(u32, u64); 1] = [(0, 0xc)];

static PART_3: [(u32, u64); 1] = [(0, 0x30)];

static PART_4: [(u32, u64); 1] = [(0, 0xc0)];

static PARTS: [List<(u32, u64)>; 4] = [
    List::Borrowed(&PART),
    List::Borrowed(&PART_2),
    List::Borrowed(&PART_3),
    List::Borrowed(&PART_4),
];

static CLUSTERS: [u64; 2] = [3, 0xc];

static FILES: [Text; 2] = [
    Text::Borrowed("hello_world.argos"),
    Text::Borrowed("<command line>"),
];

static PROCESSES: [ProcessFacts; 2] = [
    ProcessFacts {
        name: Text::Borrowed("east"),
        definition: Text::Borrowed("east"),
        line: 12,
        part: 0,
        control: Field::new(0, 0, 2, 0),
        end: Some(2),
        states: List::Borrowed(&STATES),
    },
    ProcessFacts {
        name: Text::Borrowed("west"),
        definition: Text::Borrowed("west"),
        line: 18,
        part: 2,
        control: Field::new(0, 4, 2, 0),
        end: Some(3),
        states: List::Borrowed(&STATES_2),
    },
];

static QUEUES: [QueueFacts; 2] = [
    QueueFacts {
        name: Text::Borrowed("eastq"),
        place: Queue {
            word: 0,
            bit: 2,
            slot: 1,
            message: 1,
            min: 0,
            capacity: 2,
            per_word: 2,
        },
        messages: List::Borrowed(&MESSAGES),
    },
    QueueFacts {
        name: Text::Borrowed("westq"),
        place: Queue {
            word: 0,
            bit: 6,
            slot: 1,
            message: 1,
            min: 0,
            capacity: 2,
            per_word: 2,
        },
        messages: List::Borrowed(&MESSAGES_2),
    },
];

static COLUMNS: [u32; 2] = [0, 1];

static RULES: [RuleFacts; 6] = [
    RuleFacts {
        process: 0,
        from: 0,
        to: 1,
        file: 0,
        line: 15,
        statement: Text::Borrowed("eastq?hello"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 0, 1, -, -, -, - }\nadd  { 1, 0, 0, 0, 0, 0 }\nthen remove the oldest message of eastq",
        ),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 2,
        file: 0,
        line: 15,
        statement: Text::Borrowed("westq!world"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 9,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 1, -, -, -, -, 0 }\nadd  { 1, 0, 0, 0, 0, 0 }\nthen append world to westq",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 1,
        file: 0,
        line: 22,
        statement: Text::Borrowed("eastq!hello"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 6,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 0, 0, -, - }\nadd  { 0, 0, 0, 1, 0, 0 }\nthen append hello to eastq",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 2,
        file: 0,
        line: 23,
        statement: Text::Borrowed("westq?world"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0xc,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, 0, 1, - }\nadd  { 0, 0, 0, 2, 0, 0 }\nthen remove the oldest message of westq",
        ),
    },
    RuleFacts {
        process: 1,
        from: 1,
        to: 3,
        file: 0,
        line: 22,
        statement: Text::Borrowed("westq?world"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0xc,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, 1, 1, - }\nadd  { 0, 0, 0, 2, 0, 0 }\nthen remove the oldest message of westq",
        ),
    },
    RuleFacts {
        process: 1,
        from: 2,
        to: 3,
        file: 0,
        line: 23,
        statement: Text::Borrowed("eastq!hello"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 6,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 0, 2, -, - }\nadd  { 0, 0, 0, 1, 0, 0 }\nthen append hello to eastq",
        ),
    },
];
