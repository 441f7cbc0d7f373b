// Written by argosc 0.1.0 from go_back_n.argos (XXH3 577e2b7883c67494). Do not edit: change the specification and compile it again.

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

/// Control state of `sender`, line 22: one of 8.
const at_sender: Field = Field::new(0, 0, 3, 0);

/// Control state of `receiver`, line 41: one of 5.
const at_receiver: Field = Field::new(0, 14, 3, 0);

/// Variable `sender.base`.
const var_sender_base: Field = Field::new(0, 3, 3, 0);

/// Variable `sender.sent`.
const var_sender_sent: Field = Field::new(0, 6, 3, -2);

/// Variable `sender.a`.
const var_sender_a: Field = Field::new(0, 9, 2, 0);

/// Variable `receiver.expected`.
const var_receiver_expected: Field = Field::new(0, 17, 3, 0);

/// Variable `receiver.n`.
const var_receiver_n: Field = Field::new(0, 20, 3, -2);

/// Queue `acks`: 1 = `ack`.
const queue_acks: Queue = Queue {
    word: 0,
    bit: 11,
    slot: 3,
    message: 1,
    min: 0,
    capacity: 1,
    per_word: 1,
};

/// Queue `receiver`: 1 = `frame`.
const queue_receiver: Queue = Queue {
    word: 0,
    bit: 23,
    slot: 4,
    message: 1,
    min: -2,
    capacity: 2,
    per_word: 2,
};

/// The protocol of `go_back_n.argos` as rules on its state vector.
pub struct Verifier;

impl Protocol for Verifier {
    type State = State;
    fn facts(&self) -> &Facts {
        &FACTS
    }
    fn initial(&self) -> State {
        [0x200080]
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
                rule_1(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_3(state, limit, sink);
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
                sink.end_state();
            }
        }
        4 => {
            for state in states {
                rule_6(state, limit, sink);
                sink.end_state();
            }
        }
        5 => {
            for state in states {
                rule_7(state, limit, sink);
                sink.end_state();
            }
        }
        6 => {
            for state in states {
                rule_8(state, limit, sink);
                rule_9(state, limit, sink);
                sink.end_state();
            }
        }
        7 => {
            for state in states {
                rule_10(state, limit, sink);
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
                rule_11(state, limit, sink);
                rule_12(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_13(state, limit, sink);
                rule_14(state, limit, sink);
                sink.end_state();
            }
        }
        2 => {
            for state in states {
                rule_15(state, limit, sink);
                sink.end_state();
            }
        }
        3 => {
            for state in states {
                rule_16(state, limit, sink);
                rule_17(state, limit, sink);
                sink.end_state();
            }
        }
        4 => {
            for state in states {
                rule_18(state, limit, sink);
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
        0 => {
            rule_2(state, limit, sink);
        }
        _ => {}
    }
}

/// Line 29, `sender` in state 0: `(sent < 2)`
#[inline(always)]
fn rule_0(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let is_executable = (var_sender_sent.get(state) < 2);
    let next = add(state, [1]);
    sink.offer(0, &next, is_executable);
}

/// Line 30, `sender` in state 0: `acks?ack(a)`
#[inline(always)]
fn rule_1(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_acks;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [2]);
    var_sender_a.set(&mut next, queue.head_value(state));
    queue.receive(&mut next);
    sink.step(1, &next);
}

/// Line 37, `sender` in state 0: `acks?timeout`
#[inline(always)]
fn rule_2(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_acks;
    if !queue.is_empty(state) {
        return;
    }
    let next = add(state, [3]);
    sink.step(2, &next);
}

/// Line 29, `sender` in state 1: `receiver!frame((base + sent) % (2 * (2 + 1)))`
#[inline(always)]
fn rule_3(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [3]);
    let value = i32::from(
        store(
            i32::wrapping_rem(
                i32::wrapping_add(
                    var_sender_base.get(state),
                    var_sender_sent.get(state),
                ),
                6,
            ),
        ),
    );
    queue.send(&mut next, 1, value);
    sink.step(3, &next);
}

/// Line 31, `sender` in state 2: `a = (a - base % (2 + 1) + (2 + 1)) % (2 + 1)`
#[inline(always)]
fn rule_4(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let value_0 = i32::from(
        store(
            i32::wrapping_rem(
                i32::wrapping_add(
                    i32::wrapping_sub(
                        var_sender_a.get(state),
                        i32::wrapping_rem(var_sender_base.get(state), 3),
                    ),
                    3,
                ),
                3,
            ),
        ),
    );
    let mut next = add(state, [3]);
    var_sender_a.set(&mut next, value_0);
    sink.step(4, &next);
}

/// Line 37, `sender` in state 3: `sent = 0`
#[inline(always)]
fn rule_5(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let value_0 = 0;
    let mut next = add(state, [-3]);
    var_sender_sent.set(&mut next, value_0);
    sink.step(5, &next);
}

/// Line 29, `sender` in state 4: `sent = sent + 1`
#[inline(always)]
fn rule_6(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let next = add(state, [0x3c]);
    sink.step(6, &next);
}

/// Line 32, `sender` in state 5: `base = (base + a) % (2 * (2 + 1))`
#[inline(always)]
fn rule_7(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let value_0 = i32::from(
        store(
            i32::wrapping_rem(
                i32::wrapping_add(var_sender_base.get(state), var_sender_a.get(state)),
                6,
            ),
        ),
    );
    let mut next = add(state, [1]);
    var_sender_base.set(&mut next, value_0);
    sink.step(7, &next);
}

/// Line 34, `sender` in state 6: `(a <= sent)`
#[inline(always)]
fn rule_8(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let is_executable = (var_sender_a.get(state) <= var_sender_sent.get(state));
    let next = add(state, [1]);
    sink.offer(8, &next, is_executable);
}

/// Line 35, `sender` in state 6: `(a > sent)`
#[inline(always)]
fn rule_9(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let is_executable = (var_sender_a.get(state) > var_sender_sent.get(state));
    let next = add(state, [-3]);
    sink.offer(9, &next, is_executable);
}

/// Line 34, `sender` in state 7: `sent = sent - a`
#[inline(always)]
fn rule_10(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let value_0 = i32::from(
        store(i32::wrapping_sub(var_sender_sent.get(state), var_sender_a.get(state))),
    );
    let mut next = add(state, [-7]);
    var_sender_sent.set(&mut next, value_0);
    sink.step(10, &next);
}

/// Line 46, `receiver` in state 0: `receiver?frame(n)`
#[inline(always)]
fn rule_11(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = *state;
    var_receiver_n.set(&mut next, queue.head_value(state));
    queue.receive(&mut next);
    sink.step(11, &next);
}

/// Line 47, `receiver` in state 0: `receiver?frame(n)`
#[inline(always)]
fn rule_12(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_receiver;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [0x4000]);
    var_receiver_n.set(&mut next, queue.head_value(state));
    queue.receive(&mut next);
    sink.step(12, &next);
}

/// Line 49, `receiver` in state 1: `(n % (2 + 1) == expected % (2 + 1))`
#[inline(always)]
fn rule_13(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let is_executable = (i32::wrapping_rem(var_receiver_n.get(state), 3)
        == i32::wrapping_rem(var_receiver_expected.get(state), 3));
    let next = add(state, [0x4000]);
    sink.offer(13, &next, is_executable);
}

/// Line 52, `receiver` in state 1: `(n % (2 + 1) != expected % (2 + 1))`
#[inline(always)]
fn rule_14(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let is_executable = (i32::wrapping_rem(var_receiver_n.get(state), 3)
        != i32::wrapping_rem(var_receiver_expected.get(state), 3));
    let next = add(state, [0x8000]);
    sink.offer(14, &next, is_executable);
}

/// Line 50, `receiver` in state 2: `assert (n == expected)`
#[inline(always)]
fn rule_15(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    if !(var_receiver_n.get(state) == var_receiver_expected.get(state)) {
        sink.fails(15, Failure::AssertStatement, None);
        return;
    }
    let next = add(state, [0x8000]);
    sink.step(15, &next);
}

/// Line 55, `receiver` in state 3: `acks!ack(expected % (2 + 1))`
#[inline(always)]
fn rule_16(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_acks;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0xc000]);
    let value = i32::from(store(i32::wrapping_rem(var_receiver_expected.get(state), 3)));
    queue.send(&mut next, 1, value);
    sink.step(16, &next);
}

/// Line 56, `receiver` in state 3: `skip`
#[inline(always)]
fn rule_17(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let next = add(state, [-0xc000]);
    sink.step(17, &next);
}

/// Line 51, `receiver` in state 4: `expected = (expected + 1) % (2 * (2 + 1))`
#[inline(always)]
fn rule_18(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let value_0 = i32::from(
        store(
            i32::wrapping_rem(i32::wrapping_add(var_receiver_expected.get(state), 1), 6),
        ),
    );
    let mut next = add(state, [-0x4000]);
    var_receiver_expected.set(&mut next, value_0);
    sink.step(18, &next);
}

/// Names, lines and texts, for reports.
static FACTS: Facts = Facts {
    model: Text::Borrowed("go_back_n"),
    files: List::Borrowed(&FILES),
    vector_bits: 31,
    parts: List::Borrowed(&PARTS),
    clusters: List::Borrowed(&CLUSTERS),
    processes: List::Borrowed(&PROCESSES),
    variables: List::Borrowed(&VARIABLES),
    queues: List::Borrowed(&QUEUES),
    columns: List::Borrowed(&COLUMNS),
    monitors: List::Borrowed(&[]),
    invariants: List::Borrowed(&[]),
    guides: List::Borrowed(&[]),
    rules: List::Borrowed(&RULES),
    unchecked: List::Borrowed(&[]),
};

static STATES: [StateFacts; 8] = [
    StateFacts {
        line: 28,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 29,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 31,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 37,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 29,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 32,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 33,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 34,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static STATES_2: [StateFacts; 5] = [
    StateFacts {
        line: 45,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 48,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 50,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 54,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 51,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static MESSAGES: [MessageFacts; 1] = [
    MessageFacts {
        name: Text::Borrowed("ack"),
        has_value: true,
    },
];

static MESSAGES_2: [MessageFacts; 1] = [
    MessageFacts {
        name: Text::Borrowed("frame"),
        has_value: true,
    },
];

static PART: [(u32, u64); 1] = [(0, 0x7ff)];

static PART_2: [(u32, u64); 1] = [(0, 0x3800)];

static PART_3: [(u32, u64); 1] = [(0, 0x7fc000)];

static PART_4: [(u32, u64); 1] = [(0, 0x7f800000)];

static PARTS: [List<(u32, u64)>; 4] = [
    List::Borrowed(&PART),
    List::Borrowed(&PART_2),
    List::Borrowed(&PART_3),
    List::Borrowed(&PART_4),
];

static CLUSTERS: [u64; 2] = [3, 0xc];

static FILES: [Text; 2] = [
    Text::Borrowed("go_back_n.argos"),
    Text::Borrowed("<command line>"),
];

static PROCESSES: [ProcessFacts; 2] = [
    ProcessFacts {
        name: Text::Borrowed("sender"),
        definition: Text::Borrowed("sender"),
        line: 22,
        part: 0,
        control: Field::new(0, 0, 3, 0),
        end: None,
        states: List::Borrowed(&STATES),
    },
    ProcessFacts {
        name: Text::Borrowed("receiver"),
        definition: Text::Borrowed("receiver"),
        line: 41,
        part: 2,
        control: Field::new(0, 14, 3, 0),
        end: None,
        states: List::Borrowed(&STATES_2),
    },
];

static VARIABLES: [VariableFacts; 5] = [
    VariableFacts {
        name: Text::Borrowed("sender.base"),
        is_array: false,
        place: Array::new(Field::new(0, 3, 3, 0), 1, 1),
    },
    VariableFacts {
        name: Text::Borrowed("sender.sent"),
        is_array: false,
        place: Array::new(Field::new(0, 6, 3, -2), 1, 1),
    },
    VariableFacts {
        name: Text::Borrowed("sender.a"),
        is_array: false,
        place: Array::new(Field::new(0, 9, 2, 0), 1, 1),
    },
    VariableFacts {
        name: Text::Borrowed("receiver.expected"),
        is_array: false,
        place: Array::new(Field::new(0, 17, 3, 0), 1, 1),
    },
    VariableFacts {
        name: Text::Borrowed("receiver.n"),
        is_array: false,
        place: Array::new(Field::new(0, 20, 3, -2), 1, 1),
    },
];

static QUEUES: [QueueFacts; 2] = [
    QueueFacts {
        name: Text::Borrowed("acks"),
        place: Queue {
            word: 0,
            bit: 11,
            slot: 3,
            message: 1,
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
            bit: 23,
            slot: 4,
            message: 1,
            min: -2,
            capacity: 2,
            per_word: 2,
        },
        messages: List::Borrowed(&MESSAGES_2),
    },
];

static COLUMNS: [u32; 2] = [0, 1];

static RULES: [RuleFacts; 19] = [
    RuleFacts {
        process: 0,
        from: 0,
        to: 1,
        file: 0,
        line: 29,
        statement: Text::Borrowed("(sent < 2)"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 1,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 0, -, -, -, -, -, -, -, -, -, -, -, - }\nand  sent < 2\nadd  { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 0,
        to: 2,
        file: 0,
        line: 30,
        statement: Text::Borrowed("acks?ack(a)"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 0, -, -, -, 1, -, -, -, -, -, -, -, - }\nadd  { 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }\nthen remove the oldest message of acks, a = its value",
        ),
    },
    RuleFacts {
        process: 0,
        from: 0,
        to: 3,
        file: 0,
        line: 37,
        statement: Text::Borrowed("acks?timeout"),
        likelihood: Likelihood::Untagged,
        event: Event::Timeout(0),
        parts: 1,
        reads: 3,
        vector: Text::Borrowed(
            "if   { 0, -, -, -, 0, -, -, -, -, -, -, -, - }\nadd  { 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 4,
        file: 0,
        line: 29,
        statement: Text::Borrowed("receiver!frame((base + sent) % (2 * (2 + 1)))"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 9,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 1, -, -, -, -, -, -, -, -, -, -, 0, - }\nadd  { 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }\nthen append frame((base + sent) % (2 * (2 + 1))) to receiver",
        ),
    },
    RuleFacts {
        process: 0,
        from: 2,
        to: 5,
        file: 0,
        line: 31,
        statement: Text::Borrowed("a = (a - base % (2 + 1) + (2 + 1)) % (2 + 1)"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 1,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 2, -, -, -, -, -, -, -, -, -, -, -, - }\nadd  { 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }\nthen a = (a - base % (2 + 1) + (2 + 1)) % (2 + 1)",
        ),
    },
    RuleFacts {
        process: 0,
        from: 3,
        to: 0,
        file: 0,
        line: 37,
        statement: Text::Borrowed("sent = 0"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 1,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 3, -, -, -, -, -, -, -, -, -, -, -, - }\nadd  { -3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }\nthen sent = 0",
        ),
    },
    RuleFacts {
        process: 0,
        from: 4,
        to: 0,
        file: 0,
        line: 29,
        statement: Text::Borrowed("sent = sent + 1"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 1,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 4, -, -, -, -, -, -, -, -, -, -, -, - }\nadd  { -4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 5,
        to: 6,
        file: 0,
        line: 32,
        statement: Text::Borrowed("base = (base + a) % (2 * (2 + 1))"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 1,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 5, -, -, -, -, -, -, -, -, -, -, -, - }\nadd  { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }\nthen base = (base + a) % (2 * (2 + 1))",
        ),
    },
    RuleFacts {
        process: 0,
        from: 6,
        to: 7,
        file: 0,
        line: 34,
        statement: Text::Borrowed("(a <= sent)"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 1,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 6, -, -, -, -, -, -, -, -, -, -, -, - }\nand  a <= sent\nadd  { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 6,
        to: 3,
        file: 0,
        line: 35,
        statement: Text::Borrowed("(a > sent)"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 1,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 6, -, -, -, -, -, -, -, -, -, -, -, - }\nand  a > sent\nadd  { -3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 0,
        from: 7,
        to: 0,
        file: 0,
        line: 34,
        statement: Text::Borrowed("sent = sent - a"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 1,
        reads: 1,
        vector: Text::Borrowed(
            "if   { 7, -, -, -, -, -, -, -, -, -, -, -, - }\nadd  { -7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }\nthen sent = sent - a",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 0,
        file: 0,
        line: 46,
        statement: Text::Borrowed("receiver?frame(n)"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0xc,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, -, -, -, 0, -, -, 1, -, -, - }\nadd  { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }\nthen remove the oldest message of receiver, n = its value",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 1,
        file: 0,
        line: 47,
        statement: Text::Borrowed("receiver?frame(n)"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 0xc,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, -, -, -, 0, -, -, 1, -, -, - }\nadd  { 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0 }\nthen remove the oldest message of receiver, n = its value",
        ),
    },
    RuleFacts {
        process: 1,
        from: 1,
        to: 2,
        file: 0,
        line: 49,
        statement: Text::Borrowed("(n % (2 + 1) == expected % (2 + 1))"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, -, -, -, 1, -, -, -, -, -, - }\nand  n % (2 + 1) == expected % (2 + 1)\nadd  { 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 1,
        to: 3,
        file: 0,
        line: 52,
        statement: Text::Borrowed("(n % (2 + 1) != expected % (2 + 1))"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, -, -, -, 1, -, -, -, -, -, - }\nand  n % (2 + 1) != expected % (2 + 1)\nadd  { 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 2,
        to: 4,
        file: 0,
        line: 50,
        statement: Text::Borrowed("assert (n == expected)"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, -, -, -, 2, -, -, -, -, -, - }\nadd  { 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0 }\nthen it is an error unless n == expected",
        ),
    },
    RuleFacts {
        process: 1,
        from: 3,
        to: 0,
        file: 0,
        line: 55,
        statement: Text::Borrowed("acks!ack(expected % (2 + 1))"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 6,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, -, 0, -, 3, -, -, -, -, -, - }\nadd  { 0, 0, 0, 0, 0, 0, -3, 0, 0, 0, 0, 0, 0 }\nthen append ack(expected % (2 + 1)) to acks",
        ),
    },
    RuleFacts {
        process: 1,
        from: 3,
        to: 0,
        file: 0,
        line: 56,
        statement: Text::Borrowed("skip"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, -, -, -, 3, -, -, -, -, -, - }\nadd  { 0, 0, 0, 0, 0, 0, -3, 0, 0, 0, 0, 0, 0 }",
        ),
    },
    RuleFacts {
        process: 1,
        from: 4,
        to: 3,
        file: 0,
        line: 51,
        statement: Text::Borrowed("expected = (expected + 1) % (2 * (2 + 1))"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 4,
        reads: 4,
        vector: Text::Borrowed(
            "if   { -, -, -, -, -, -, 4, -, -, -, -, -, - }\nadd  { 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0 }\nthen expected = (expected + 1) % (2 * (2 + 1))",
        ),
    },
];
