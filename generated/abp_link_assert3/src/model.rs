// Written by argosc 0.1.0 from abp_link_assert3.argos (XXH3 e27070e3c2c7f4f9). Do not edit: change the specification and compile it again.

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

/// Control state of `sender`, line 14: one of 4.
const at_sender: Field = Field::new(0, 0, 2, 0);

/// Control state of `receiver`, line 32: one of 8.
const at_receiver: Field = Field::new(0, 2, 3, 0);

/// Control state of `user`, line 46: one of 1.
const at_user: Field = Field::new(0, 0, 0, 0);

/// Control state of `link`, line 53: one of 5.
const at_link: Field = Field::new(0, 5, 3, 0);

/// Queue `sender`: 1 = `ack1`, 2 = `ack0`.
const queue_sender: Queue = Queue {
    word: 0,
    bit: 8,
    slot: 2,
    message: 2,
    min: 0,
    capacity: 1,
    per_word: 1,
};

/// Queue `receiver`: 1 = `msg1`, 2 = `msg0`.
const queue_receiver: Queue = Queue {
    word: 0,
    bit: 10,
    slot: 2,
    message: 2,
    min: 0,
    capacity: 1,
    per_word: 1,
};

/// Queue `link`: 1 = `msg1`, 2 = `msg0`, 3 = `ack1`, 4 = `ack0`.
const queue_link: Queue = Queue {
    word: 0,
    bit: 12,
    slot: 3,
    message: 3,
    min: 0,
    capacity: 1,
    per_word: 1,
};

/// Queue `user`: 1 = `msg1`, 2 = `msg0`.
const queue_user: Queue = Queue {
    word: 0,
    bit: 15,
    slot: 2,
    message: 2,
    min: 0,
    capacity: 1,
    per_word: 1,
};

/// State of `assert`, line 63.
const monitor_assert: Field = Field::new(0, 17, 2, 0);

/// The protocol of `abp_link_assert3.argos` as rules on its state vector.
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
        steps_of_user(at_user.bits(state) as u32, from_ref(state), limit, sink);
        steps_of_link(at_link.bits(state) as u32, from_ref(state), limit, sink);
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
            2 => steps_of_user(control, states, limit, sink),
            3 => steps_of_link(control, states, limit, sink),
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
        3 => {
            for state in states {
                rule_12(state, limit, sink);
                sink.end_state();
            }
        }
        4 => {
            for state in states {
                rule_13(state, limit, sink);
                rule_14(state, limit, sink);
                sink.end_state();
            }
        }
        5 => {
            for state in states {
                rule_15(state, limit, sink);
                sink.end_state();
            }
        }
        6 => {
            for state in states {
                rule_16(state, limit, sink);
                sink.end_state();
            }
        }
        7 => {
            for state in states {
                rule_17(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// All rules but timeouts of `user` in one of its control states.
#[inline]
fn steps_of_user(
    control: u32,
    states: &[State],
    limit: u32,
    sink: &mut impl Sink<State>,
) {
    match control {
        0 => {
            for state in states {
                rule_18(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// All rules but timeouts of `link` in one of its control states.
#[inline]
fn steps_of_link(
    control: u32,
    states: &[State],
    limit: u32,
    sink: &mut impl Sink<State>,
) {
    match control {
        0 => {
            for state in states {
                rule_19(state, limit, sink);
                rule_20(state, limit, sink);
                rule_21(state, limit, sink);
                rule_22(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_23(state, limit, sink);
                rule_24(state, limit, sink);
                sink.end_state();
            }
        }
        2 => {
            for state in states {
                rule_25(state, limit, sink);
                rule_26(state, limit, sink);
                sink.end_state();
            }
        }
        3 => {
            for state in states {
                rule_27(state, limit, sink);
                rule_28(state, limit, sink);
                sink.end_state();
            }
        }
        4 => {
            for state in states {
                rule_29(state, limit, sink);
                rule_30(state, limit, sink);
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

/// Line 17, `sender` in state 0: `link!msg1`
#[inline(always)]
fn rule_0(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x1001]);
    sink.step(0, &next);
}

/// Line 19, `sender` in state 1: `sender?ack1`
#[inline(always)]
fn rule_1(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.head(state) != 1 {
        return;
    }
    let next = add(state, [-0xff]);
    sink.step(1, &next);
}

/// Line 20, `sender` in state 1: `sender?ack0`
#[inline(always)]
fn rule_2(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.head(state) != 2 {
        return;
    }
    let next = add(state, [-0x200]);
    sink.step(2, &next);
}

/// Line 21, `sender` in state 1: `sender?timeout`
#[inline(always)]
fn rule_3(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if !queue.is_empty(state) {
        return;
    }
    let next = add(state, [-1]);
    sink.step(3, &next);
}

/// Line 23, `sender` in state 2: `link!msg0`
#[inline(always)]
fn rule_4(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x2001]);
    sink.step(4, &next);
}

/// Line 25, `sender` in state 3: `sender?ack0`
#[inline(always)]
fn rule_5(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.head(state) != 2 {
        return;
    }
    let next = add(state, [-0x203]);
    sink.step(5, &next);
}

/// Line 26, `sender` in state 3: `sender?ack1`
#[inline(always)]
fn rule_6(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.head(state) != 1 {
        return;
    }
    let next = add(state, [-0x100]);
    sink.step(6, &next);
}

/// Line 27, `sender` in state 3: `sender?timeout`
#[inline(always)]
fn rule_7(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if !queue.is_empty(state) {
        return;
    }
    let next = add(state, [-1]);
    sink.step(7, &next);
}

/// Line 36, `receiver` in state 0: `receiver?msg1`
#[inline(always)]
fn rule_8(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.head(state) != 1 {
        return;
    }
    let next = add(state, [-0x3fc]);
    sink.step(8, &next);
}

/// Line 37, `receiver` in state 0: `receiver?msg0`
#[inline(always)]
fn rule_9(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.head(state) != 2 {
        return;
    }
    let next = add(state, [-0x7f8]);
    sink.step(9, &next);
}

/// Line 36, `receiver` in state 1: `link!ack1`
#[inline(always)]
fn rule_10(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x3008]);
    sink.step(10, &next);
}

/// Line 37, `receiver` in state 2: `link!ack0`
#[inline(always)]
fn rule_11(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x3ff8]);
    sink.step(11, &next);
}

/// Line 36, `receiver` in state 3: `user!msg1`
#[inline(always)]
fn rule_12(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_user;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0x8004]);
    match monitor_assert.get(state) {
        0 => monitor_assert.set(&mut next, 1),
        _ => {
            sink.fails(12, Failure::Assertion(0), Some(&next));
            return;
        }
    }
    sink.step(12, &next);
}

/// Line 40, `receiver` in state 4: `receiver?msg0`
#[inline(always)]
fn rule_13(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.head(state) != 2 {
        return;
    }
    let next = add(state, [-0x7fc]);
    sink.step(13, &next);
}

/// Line 41, `receiver` in state 4: `receiver?msg1`
#[inline(always)]
fn rule_14(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.head(state) != 1 {
        return;
    }
    let next = add(state, [-0x3f8]);
    sink.step(14, &next);
}

/// Line 40, `receiver` in state 5: `link!ack0`
#[inline(always)]
fn rule_15(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x4008]);
    sink.step(15, &next);
}

/// Line 41, `receiver` in state 6: `link!ack1`
#[inline(always)]
fn rule_16(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x2ff8]);
    sink.step(16, &next);
}

/// Line 40, `receiver` in state 7: `user!msg0`
#[inline(always)]
fn rule_17(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_user;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0xffe4]);
    match monitor_assert.get(state) {
        1 => monitor_assert.set(&mut next, 2),
        _ => {
            sink.fails(17, Failure::Assertion(0), Some(&next));
            return;
        }
    }
    sink.step(17, &next);
}

/// Line 49, `user` in state 0: `user?default`
#[inline(always)]
fn rule_18(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_user;
    if queue.is_empty(state) {
        return;
    }
    let mut next = *state;
    queue.receive(&mut next);
    sink.step(18, &next);
}

/// Line 56, `link` in state 0: `link?msg0`
#[inline(always)]
fn rule_19(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.head(state) != 2 {
        return;
    }
    let next = add(state, [-0x1fe0]);
    sink.step(19, &next);
}

/// Line 57, `link` in state 0: `link?msg1`
#[inline(always)]
fn rule_20(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.head(state) != 1 {
        return;
    }
    let next = add(state, [-0xfc0]);
    sink.step(20, &next);
}

/// Line 58, `link` in state 0: `link?ack0`
#[inline(always)]
fn rule_21(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.head(state) != 4 {
        return;
    }
    let next = add(state, [-0x3fa0]);
    sink.step(21, &next);
}

/// Line 59, `link` in state 0: `link?ack1`
#[inline(always)]
fn rule_22(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_link;
    if queue.head(state) != 3 {
        return;
    }
    let next = add(state, [-0x2f80]);
    sink.step(22, &next);
}

/// Line 56, `link` in state 1: `receiver!msg0`
#[inline(always)]
fn rule_23(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x7e0]);
    sink.step(23, &next);
}

/// Line 56, `link` in state 1: `skip`
#[inline(always)]
fn rule_24(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let next = add(state, [-0x20]);
    sink.step(24, &next);
}

/// Line 57, `link` in state 2: `receiver!msg1`
#[inline(always)]
fn rule_25(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x3c0]);
    sink.step(25, &next);
}

/// Line 57, `link` in state 2: `skip`
#[inline(always)]
fn rule_26(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let next = add(state, [-0x40]);
    sink.step(26, &next);
}

/// Line 58, `link` in state 3: `sender!ack0`
#[inline(always)]
fn rule_27(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x1a0]);
    sink.step(27, &next);
}

/// Line 58, `link` in state 3: `skip`
#[inline(always)]
fn rule_28(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let next = add(state, [-0x60]);
    sink.step(28, &next);
}

/// Line 59, `link` in state 4: `sender!ack1`
#[inline(always)]
fn rule_29(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_sender;
    if queue.is_full(state, limit) {
        return;
    }
    let next = add(state, [0x80]);
    sink.step(29, &next);
}

/// Line 59, `link` in state 4: `skip`
#[inline(always)]
fn rule_30(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let next = add(state, [-0x80]);
    sink.step(30, &next);
}

/// Names, lines and texts, for reports.
static FACTS: Facts = Facts {
    model: Text::Borrowed("abp_link_assert3"),
    files: List::Borrowed(&FILES),
    vector_bits: 19,
    parts: List::Borrowed(&PARTS),
    clusters: List::Borrowed(&CLUSTERS),
    processes: List::Borrowed(&PROCESSES),
    variables: List::Borrowed(&[]),
    queues: List::Borrowed(&QUEUES),
    columns: List::Borrowed(&COLUMNS),
    monitors: List::Borrowed(&MONITORS),
    invariants: List::Borrowed(&[]),
    guides: List::Borrowed(&[]),
    rules: List::Borrowed(&RULES),
    unchecked: List::Borrowed(&[]),
};

static STATES: [StateFacts; 4] = [
    StateFacts {
        line: 16,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 18,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 23,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 24,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static STATES_2: [StateFacts; 8] = [
    StateFacts {
        line: 34,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 36,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 37,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 36,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 39,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 40,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 41,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 40,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static STATES_3: [StateFacts; 1] = [
    StateFacts {
        line: 48,
        label: Text::Borrowed(""),
        may_rest: true,
    },
];

static STATES_4: [StateFacts; 5] = [
    StateFacts {
        line: 55,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 56,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 57,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 58,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 59,
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

static MESSAGES_3: [MessageFacts; 4] = [
    MessageFacts {
        name: Text::Borrowed("msg1"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("msg0"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("ack1"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("ack0"),
        has_value: false,
    },
];

static ENDS: [bool; 3] = [false, false, true];

static PART: [(u32, u64); 1] = [(0, 3)];

static PART_2: [(u32, u64); 1] = [(0, 0x1c)];

static PART_3: [(u32, u64); 1] = [(0, 0xe0)];

static PART_4: [(u32, u64); 1] = [(0, 0x300)];

static PART_5: [(u32, u64); 1] = [(0, 0xc00)];

static PART_6: [(u32, u64); 1] = [(0, 0x7000)];

static PART_7: [(u32, u64); 1] = [(0, 0x18000)];

static PART_8: [(u32, u64); 1] = [(0, 0x60000)];

static PARTS: [List<(u32, u64)>; 8] = [
    List::Borrowed(&PART),
    List::Borrowed(&PART_2),
    List::Borrowed(&PART_3),
    List::Borrowed(&PART_4),
    List::Borrowed(&PART_5),
    List::Borrowed(&PART_6),
    List::Borrowed(&PART_7),
    List::Borrowed(&PART_8),
];

static CLUSTERS: [u64; 5] = [1, 0x52, 0x24, 8, 0x80];

static FILES: [Text; 2] = [
    Text::Borrowed("abp_link_assert3.argos"),
    Text::Borrowed("<command line>"),
];

static PROCESSES: [ProcessFacts; 4] = [
    ProcessFacts {
        name: Text::Borrowed("sender"),
        definition: Text::Borrowed("sender"),
        line: 14,
        part: 0,
        control: Field::new(0, 0, 2, 0),
        end: None,
        states: List::Borrowed(&STATES),
    },
    ProcessFacts {
        name: Text::Borrowed("receiver"),
        definition: Text::Borrowed("receiver"),
        line: 32,
        part: 1,
        control: Field::new(0, 2, 3, 0),
        end: None,
        states: List::Borrowed(&STATES_2),
    },
    ProcessFacts {
        name: Text::Borrowed("user"),
        definition: Text::Borrowed("user"),
        line: 46,
        part: 1,
        control: Field::new(0, 0, 0, 0),
        end: None,
        states: List::Borrowed(&STATES_3),
    },
    ProcessFacts {
        name: Text::Borrowed("link"),
        definition: Text::Borrowed("link"),
        line: 53,
        part: 2,
        control: Field::new(0, 5, 3, 0),
        end: None,
        states: List::Borrowed(&STATES_4),
    },
];

static QUEUES: [QueueFacts; 4] = [
    QueueFacts {
        name: Text::Borrowed("sender"),
        place: Queue {
            word: 0,
            bit: 8,
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
            bit: 10,
            slot: 2,
            message: 2,
            min: 0,
            capacity: 1,
            per_word: 1,
        },
        messages: List::Borrowed(&MESSAGES_2),
    },
    QueueFacts {
        name: Text::Borrowed("link"),
        place: Queue {
            word: 0,
            bit: 12,
            slot: 3,
            message: 3,
            min: 0,
            capacity: 1,
            per_word: 1,
        },
        messages: List::Borrowed(&MESSAGES_3),
    },
    QueueFacts {
        name: Text::Borrowed("user"),
        place: Queue {
            word: 0,
            bit: 15,
            slot: 2,
            message: 2,
            min: 0,
            capacity: 1,
            per_word: 1,
        },
        messages: List::Borrowed(&MESSAGES_2),
    },
];

static COLUMNS: [u32; 4] = [3, 0, 1, 2];

static MONITORS: [MonitorFacts; 1] = [
    MonitorFacts {
        name: Text::Borrowed("assert"),
        line: 63,
        is_assert: true,
        state: Field::new(0, 17, 2, 0),
        ends: List::Borrowed(&ENDS),
    },
];

static RULES: [RuleFacts; 31] = [
    RuleFacts {
        process: 0,
        from: 0,
        to: 1,
        file: 0,
        line: 17,
        statement: Text::Borrowed("link!msg1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x21,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 0, -, -, -, -, 0, -, - }\nadd  { 1, 0, 0, 0, 0, 1, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 2,
        file: 0,
        line: 19,
        statement: Text::Borrowed("sender?ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 9,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 1, -, -, 1, -, -, -, - }\nadd  { 1, 0, 0, -1, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 1,
        file: 0,
        line: 20,
        statement: Text::Borrowed("sender?ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 8,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 1, -, -, 2, -, -, -, - }\nadd  { 0, 0, 0, -2, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 0,
        file: 0,
        line: 21,
        statement: Text::Borrowed("sender?timeout"),
        likelihood: Likelihood::Untagged,
        event: Event::Timeout(0),
        parts: 1,
        reads: 9,
        vector: Text::Borrowed(
            "if   { 1, -, -, 0, -, -, -, - }\nadd  { -1, 0, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 2,
        to: 3,
        file: 0,
        line: 23,
        statement: Text::Borrowed("link!msg0"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x21,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 2, -, -, -, -, 0, -, - }\nadd  { 1, 0, 0, 0, 0, 2, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 3,
        to: 0,
        file: 0,
        line: 25,
        statement: Text::Borrowed("sender?ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 9,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 3, -, -, 2, -, -, -, - }\nadd  { -3, 0, 0, -2, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 3,
        to: 3,
        file: 0,
        line: 26,
        statement: Text::Borrowed("sender?ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 8,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 3, -, -, 1, -, -, -, - }\nadd  { 0, 0, 0, -1, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 3,
        to: 2,
        file: 0,
        line: 27,
        statement: Text::Borrowed("sender?timeout"),
        likelihood: Likelihood::Untagged,
        event: Event::Timeout(0),
        parts: 1,
        reads: 9,
        vector: Text::Borrowed(
            "if   { 3, -, -, 0, -, -, -, - }\nadd  { -1, 0, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 1,
        file: 0,
        line: 36,
        statement: Text::Borrowed("receiver?msg1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0x12,
        reads: 2,
        vector: Text::Borrowed(
            "if   { -, 0, -, -, 1, -, -, - }\nadd  { 0, 1, 0, 0, -1, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 2,
        file: 0,
        line: 37,
        statement: Text::Borrowed("receiver?msg0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0x12,
        reads: 2,
        vector: Text::Borrowed(
            "if   { -, 0, -, -, 2, -, -, - }\nadd  { 0, 2, 0, 0, -2, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 1,
        to: 3,
        file: 0,
        line: 36,
        statement: Text::Borrowed("link!ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x22,
        reads: 2,
        vector: Text::Borrowed(
            "if   { -, 1, -, -, -, 0, -, - }\nadd  { 0, 2, 0, 0, 0, 3, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 2,
        to: 0,
        file: 0,
        line: 37,
        statement: Text::Borrowed("link!ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x22,
        reads: 2,
        vector: Text::Borrowed(
            "if   { -, 2, -, -, -, 0, -, - }\nadd  { 0, -2, 0, 0, 0, 4, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 3,
        to: 4,
        file: 0,
        line: 36,
        statement: Text::Borrowed("user!msg1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(3),
        parts: 0xc2,
        reads: 0x82,
        vector: Text::Borrowed(
            "if   { -, 3, -, -, -, -, 0, - }\nadd  { 0, 1, 0, 0, 0, 0, 1, 0 }\nand `assert` must follow",
        ),
    },
    RuleFacts {
        process: 1,
        from: 4,
        to: 5,
        file: 0,
        line: 40,
        statement: Text::Borrowed("receiver?msg0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0x12,
        reads: 2,
        vector: Text::Borrowed(
            "if   { -, 4, -, -, 2, -, -, - }\nadd  { 0, 1, 0, 0, -2, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 4,
        to: 6,
        file: 0,
        line: 41,
        statement: Text::Borrowed("receiver?msg1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0x12,
        reads: 2,
        vector: Text::Borrowed(
            "if   { -, 4, -, -, 1, -, -, - }\nadd  { 0, 2, 0, 0, -1, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 5,
        to: 7,
        file: 0,
        line: 40,
        statement: Text::Borrowed("link!ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x22,
        reads: 2,
        vector: Text::Borrowed(
            "if   { -, 5, -, -, -, 0, -, - }\nadd  { 0, 2, 0, 0, 0, 4, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 6,
        to: 4,
        file: 0,
        line: 41,
        statement: Text::Borrowed("link!ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x22,
        reads: 2,
        vector: Text::Borrowed(
            "if   { -, 6, -, -, -, 0, -, - }\nadd  { 0, -2, 0, 0, 0, 3, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 7,
        to: 0,
        file: 0,
        line: 40,
        statement: Text::Borrowed("user!msg0"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(3),
        parts: 0xc2,
        reads: 0x82,
        vector: Text::Borrowed(
            "if   { -, 7, -, -, -, -, 0, - }\nadd  { 0, -7, 0, 0, 0, 0, 2, 0 }\nand `assert` must follow",
        ),
    },
    RuleFacts {
        process: 2,
        from: 0,
        to: 0,
        file: 0,
        line: 49,
        statement: Text::Borrowed("user?default"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x40,
        reads: 0,
        vector: Text::Borrowed(
            "if   { -, -, -, -, -, -, -, - }\nand  user is not empty\nadd  { 0, 0, 0, 0, 0, 0, 0, 0 }\nthen remove the oldest message of user",
        ),
    },
    RuleFacts {
        process: 3,
        from: 0,
        to: 1,
        file: 0,
        line: 56,
        statement: Text::Borrowed("link?msg0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x24,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 0, -, -, 2, -, - }\nadd  { 0, 0, 1, 0, 0, -2, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 0,
        to: 2,
        file: 0,
        line: 57,
        statement: Text::Borrowed("link?msg1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x24,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 0, -, -, 1, -, - }\nadd  { 0, 0, 2, 0, 0, -1, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 0,
        to: 3,
        file: 0,
        line: 58,
        statement: Text::Borrowed("link?ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x24,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 0, -, -, 4, -, - }\nadd  { 0, 0, 3, 0, 0, -4, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 0,
        to: 4,
        file: 0,
        line: 59,
        statement: Text::Borrowed("link?ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x24,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 0, -, -, 3, -, - }\nadd  { 0, 0, 4, 0, 0, -3, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 1,
        to: 0,
        file: 0,
        line: 56,
        statement: Text::Borrowed("receiver!msg0"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 0x14,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 1, -, 0, -, -, - }\nadd  { 0, 0, -1, 0, 2, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 1,
        to: 0,
        file: 0,
        line: 56,
        statement: Text::Borrowed("skip"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 1, -, -, -, -, - }\nadd  { 0, 0, -1, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 2,
        to: 0,
        file: 0,
        line: 57,
        statement: Text::Borrowed("receiver!msg1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 0x14,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 2, -, 0, -, -, - }\nadd  { 0, 0, -2, 0, 1, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 2,
        to: 0,
        file: 0,
        line: 57,
        statement: Text::Borrowed("skip"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 2, -, -, -, -, - }\nadd  { 0, 0, -2, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 3,
        to: 0,
        file: 0,
        line: 58,
        statement: Text::Borrowed("sender!ack0"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xc,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 3, 0, -, -, -, - }\nadd  { 0, 0, -3, 2, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 3,
        to: 0,
        file: 0,
        line: 58,
        statement: Text::Borrowed("skip"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 3, -, -, -, -, - }\nadd  { 0, 0, -3, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 4,
        to: 0,
        file: 0,
        line: 59,
        statement: Text::Borrowed("sender!ack1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xc,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 4, 0, -, -, -, - }\nadd  { 0, 0, -4, 1, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 3,
        from: 4,
        to: 0,
        file: 0,
        line: 59,
        statement: Text::Borrowed("skip"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, 4, -, -, -, -, - }\nadd  { 0, 0, -4, 0, 0, 0, 0, 0 }",
        ),
    },
];
