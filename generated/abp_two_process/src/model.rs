// Written by argosc 0.1.0 from abp_two_process.argos (XXH3 0060bcdd34f66aa0). Do not edit: change the specification and compile it again.

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

/// Control state of `sender`, line 11: one of 4.
const at_sender: Field = Field::new(0, 0, 2, 0);

/// Control state of `receiver`, line 30: one of 3.
const at_receiver: Field = Field::new(0, 4, 2, 0);

/// Queue `sender`: 1 = `ack1`, 2 = `ack0`.
const queue_sender: Queue = Queue {
    word: 0,
    bit: 2,
    slot: 2,
    message: 2,
    min: 0,
    capacity: 1,
    per_word: 1,
};

/// Queue `receiver`: 1 = `msg1`, 2 = `msg0`.
const queue_receiver: Queue = Queue {
    word: 0,
    bit: 6,
    slot: 2,
    message: 2,
    min: 0,
    capacity: 1,
    per_word: 1,
};

/// The protocol of `abp_two_process.argos` as rules on its state vector.
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
        steps_of_sender(at_sender.bits(state) as u32, from_ref(state), limit, sink);
        steps_of_receiver(at_receiver.bits(state) as u32, from_ref(state), limit, sink);
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
            0 => steps_of_sender(control, states, limit, sink),
            1 => steps_of_receiver(control, states, limit, sink),
            _ => states.iter().for_each(|_| sink.end_state()),
        }
    }
    #[inline]
    fn timeouts(&self, state: &State, limit: u32, sink: &mut impl Sink<State>) {
        timeouts_of_sender(state, limit, sink);
    }
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

/// All rules but timeouts of `sender` in one of its control states.
#[inline]
fn steps_of_sender(
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
                rule_2(state, limit, sink);
                sink.end_state();
            }
        }
        2 => {
            for state in states {
                rule_4(state, limit, sink);
                sink.end_state();
            }
        }
        3 => {
            for state in states {
                rule_5(state, limit, sink);
                rule_6(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// All rules but timeouts of `receiver` in one of its control states.
#[inline]
fn steps_of_receiver(
    control: u32,
    states: &[State],
    limit: u32,
    sink: &mut impl Sink<State>,
) {
    match control {
        0 => {
            for state in states {
                rule_8(state, limit, sink);
                rule_9(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_10(state, limit, sink);
                sink.end_state();
            }
        }
        2 => {
            for state in states {
                rule_11(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// The timeouts of `sender`.
#[inline]
fn timeouts_of_sender(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    match at_sender.get(state) {
        1 => {
            rule_3(state, limit, sink);
        }
        3 => {
            rule_7(state, limit, sink);
        }
        _ => {}
    }
}

/// Line 15, `sender` in state 0: `receiver!msg1`
#[inline(always)]
fn rule_0(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x41]);
    sink.step(0, &next);
}

/// Line 17, `sender` in state 1: `sender?ack1`
#[inline(always)]
fn rule_1(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.head(state) != 1 {
        return;
    }
    let next = add(state, [-3]);
    sink.step(1, &next);
}

/// Line 18, `sender` in state 1: `sender?ack0`
#[inline(always)]
fn rule_2(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.head(state) != 2 {
        return;
    }
    let next = add(state, [-8]);
    sink.step(2, &next);
}

/// Line 19, `sender` in state 1: `sender?timeout`
#[inline(always)]
fn rule_3(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if !queue.is_empty(state) {
        return;
    }
    let next = add(state, [-1]);
    sink.step(3, &next);
}

/// Line 21, `sender` in state 2: `receiver!msg0`
#[inline(always)]
fn rule_4(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x81]);
    sink.step(4, &next);
}

/// Line 23, `sender` in state 3: `sender?ack0`
#[inline(always)]
fn rule_5(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.head(state) != 2 {
        return;
    }
    let next = add(state, [-0xb]);
    sink.step(5, &next);
}

/// Line 24, `sender` in state 3: `sender?ack1`
#[inline(always)]
fn rule_6(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.head(state) != 1 {
        return;
    }
    let next = add(state, [-4]);
    sink.step(6, &next);
}

/// Line 25, `sender` in state 3: `sender?timeout`
#[inline(always)]
fn rule_7(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if !queue.is_empty(state) {
        return;
    }
    let next = add(state, [-1]);
    sink.step(7, &next);
}

/// Line 34, `receiver` in state 0: `receiver?msg1`
#[inline(always)]
fn rule_8(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.head(state) != 1 {
        return;
    }
    let next = add(state, [-0x30]);
    sink.step(8, &next);
}

/// Line 35, `receiver` in state 0: `receiver?msg0`
#[inline(always)]
fn rule_9(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.head(state) != 2 {
        return;
    }
    let next = add(state, [-0x60]);
    sink.step(9, &next);
}

/// Line 34, `receiver` in state 1: `sender!ack1`
#[inline(always)]
fn rule_10(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [-0xc]);
    sink.step(10, &next);
}

/// Line 35, `receiver` in state 2: `sender!ack0`
#[inline(always)]
fn rule_11(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [-0x18]);
    sink.step(11, &next);
}

/// Names, lines and texts, for reports.
static FACTS: Facts = Facts {
    model: Text::Borrowed("abp_two_process"),
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

static STATES: [StateFacts; 4] = [
    StateFacts {
        line: 14,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 16,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 21,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 22,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static STATES_2: [StateFacts; 3] = [
    StateFacts {
        line: 33,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 34,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 35,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static MESSAGES: [MessageFacts; 2] = [
    MessageFacts {
        name: Text::Borrowed("ack1"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("ack0"),
        has_value: false,
    },
];

static MESSAGES_2: [MessageFacts; 2] = [
    MessageFacts {
        name: Text::Borrowed("msg1"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("msg0"),
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
    Text::Borrowed("abp_two_process.argos"),
    Text::Borrowed("<command line>"),
];

static PROCESSES: [ProcessFacts; 2] = [
    ProcessFacts {
        name: Text::Borrowed("sender"),
        definition: Text::Borrowed("sender"),
        line: 11,
        part: 0,
        control: Field::new(0, 0, 2, 0),
        end: None,
        states: List::Borrowed(&STATES),
    },
    ProcessFacts {
        name: Text::Borrowed("receiver"),
        definition: Text::Borrowed("receiver"),
        line: 30,
        part: 2,
        control: Field::new(0, 4, 2, 0),
        end: None,
        states: List::Borrowed(&STATES_2),
    },
];

static QUEUES: [QueueFacts; 2] = [
    QueueFacts {
        name: Text::Borrowed("sender"),
        place: Queue {
            word: 0,
            bit: 2,
            slot: 2,
            message: 2,
            min: 0,
            capacity: 1,
            per_word: 1,
        },
        messages: List::Borrowed(&MESSAGES),
    },
    QueueFacts {
        name: Text::Borrowed("receiver"),
        place: Queue {
            word: 0,
            bit: 6,
            slot: 2,
            message: 2,
            min: 0,
            capacity: 1,
            per_word: 1,
        },
        messages: List::Borrowed(&MESSAGES_2),
    },
];

static COLUMNS: [u32; 2] = [0, 1];

static RULES: [RuleFacts; 12] = [
    RuleFacts {
        process: 0,
        from: 0,
        to: 1,
        file: 0,
        line: 15,
        statement: Text::Borrowed("receiver!msg1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 9,
        reads: 1,
        vector: Text::Borrowed("if   { 0, -, -, 0 }\nadd  { 1, 0, 0, 1 }"),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 2,
        file: 0,
        line: 17,
        statement: Text::Borrowed("sender?ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed("if   { 1, 1, -, - }\nadd  { 1, -1, 0, 0 }"),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 1,
        file: 0,
        line: 18,
        statement: Text::Borrowed("sender?ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 2,
        reads: 1,
        vector: Text::Borrowed("if   { 1, 2, -, - }\nadd  { 0, -2, 0, 0 }"),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 0,
        file: 0,
        line: 19,
        statement: Text::Borrowed("sender?timeout"),
        likelihood: Likelihood::Untagged,
        event: Event::Timeout(0),
        parts: 1,
        reads: 3,
        vector: Text::Borrowed("if   { 1, 0, -, - }\nadd  { -1, 0, 0, 0 }"),
    },
    RuleFacts {
        process: 0,
        from: 2,
        to: 3,
        file: 0,
        line: 21,
        statement: Text::Borrowed("receiver!msg0"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 9,
        reads: 1,
        vector: Text::Borrowed("if   { 2, -, -, 0 }\nadd  { 1, 0, 0, 2 }"),
    },
    RuleFacts {
        process: 0,
        from: 3,
        to: 0,
        file: 0,
        line: 23,
        statement: Text::Borrowed("sender?ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed("if   { 3, 2, -, - }\nadd  { -3, -2, 0, 0 }"),
    },
    RuleFacts {
        process: 0,
        from: 3,
        to: 3,
        file: 0,
        line: 24,
        statement: Text::Borrowed("sender?ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 2,
        reads: 1,
        vector: Text::Borrowed("if   { 3, 1, -, - }\nadd  { 0, -1, 0, 0 }"),
    },
    RuleFacts {
        process: 0,
        from: 3,
        to: 2,
        file: 0,
        line: 25,
        statement: Text::Borrowed("sender?timeout"),
        likelihood: Likelihood::Untagged,
        event: Event::Timeout(0),
        parts: 1,
        reads: 3,
        vector: Text::Borrowed("if   { 3, 0, -, - }\nadd  { -1, 0, 0, 0 }"),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 1,
        file: 0,
        line: 34,
        statement: Text::Borrowed("receiver?msg1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0xc,
        reads: 4,
        vector: Text::Borrowed("if   { -, -, 0, 1 }\nadd  { 0, 0, 1, -1 }"),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 2,
        file: 0,
        line: 35,
        statement: Text::Borrowed("receiver?msg0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0xc,
        reads: 4,
        vector: Text::Borrowed("if   { -, -, 0, 2 }\nadd  { 0, 0, 2, -2 }"),
    },
    RuleFacts {
        process: 1,
        from: 1,
        to: 0,
        file: 0,
        line: 34,
        statement: Text::Borrowed("sender!ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 6,
        reads: 4,
        vector: Text::Borrowed("if   { -, 0, 1, - }\nadd  { 0, 1, -1, 0 }"),
    },
    RuleFacts {
        process: 1,
        from: 2,
        to: 0,
        file: 0,
        line: 35,
        statement: Text::Borrowed("sender!ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 6,
        reads: 4,
        vector: Text::Borrowed("if   { -, 0, 2, - }\nadd  { 0, 2, -2, 0 }"),
    },
];
