// Written by argosc 0.1.0 from nbs_transport.argos (XXH3 90e89be1df9c142f). Do not edit: change the specification and compile it again.

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
pub const WORDS: usize = 3;

/// The state of the whole protocol.
pub type State = [u64; WORDS];

/// Control state of `A`, line 17: one of 25.
const at_A: Field = Field::new(0, 0, 5, 0);

/// Control state of `B`, line 78: one of 25.
const at_B: Field = Field::new(0, 53, 5, 0);

/// Control state of `AU`, line 139: one of 9.
const at_AU: Field = Field::new(0, 58, 4, 0);

/// Control state of `BU`, line 154: one of 5.
const at_BU: Field = Field::new(2, 0, 3, 0);

/// Variable `AU.m`.
const var_AU_m: Field = Field::new(0, 62, 2, 0);

/// Queue `ca`: 1 = `m1`, 2 = `m4`, 3 = `m2`, 4 = `m3`, 5 = `m5`, 6 = `m6`.
const queue_ca: Queue = Queue {
    word: 0,
    bit: 5,
    slot: 3,
    message: 3,
    min: 0,
    capacity: 8,
    per_word: 8,
};

/// Queue `ua`: 1 = `conn_req`, 2 = `abort`, 3 = `conn_resp`, 4 = `close_req`.
const queue_ua: Queue = Queue {
    word: 0,
    bit: 29,
    slot: 3,
    message: 3,
    min: 0,
    capacity: 8,
    per_word: 8,
};

/// Queue `cb`: 1 = `m1`, 2 = `m4`, 3 = `m2`, 4 = `m3`, 5 = `m5`, 6 = `m6`.
const queue_cb: Queue = Queue {
    word: 1,
    bit: 0,
    slot: 3,
    message: 3,
    min: 0,
    capacity: 8,
    per_word: 8,
};

/// Queue `ub`: 1 = `conn_resp`, 2 = `close_req`.
const queue_ub: Queue = Queue {
    word: 1,
    bit: 24,
    slot: 2,
    message: 2,
    min: 0,
    capacity: 8,
    per_word: 8,
};

/// Queue `UA`: 1 = `conn_ind`, 2 = `d`, 3 = `conn_conf`, 4 = `disconn`, 5 = `close_ind`, 6 = `data_ind`, 7 = `expid_ind`.
const queue_UA: Queue = Queue {
    word: 1,
    bit: 40,
    slot: 3,
    message: 3,
    min: 0,
    capacity: 8,
    per_word: 8,
};

/// Queue `UB`: 1 = `conn_ind`, 2 = `d`, 3 = `conn_conf`, 4 = `disconn`, 5 = `close_ind`, 6 = `data_ind`, 7 = `expid_ind`.
const queue_UB: Queue = Queue {
    word: 2,
    bit: 3,
    slot: 3,
    message: 3,
    min: 0,
    capacity: 8,
    per_word: 8,
};

/// The protocol of `nbs_transport.argos` as rules on its state vector.
pub struct Verifier;

impl Protocol for Verifier {
    type State = State;
    fn facts(&self) -> &Facts {
        &FACTS
    }
    fn initial(&self) -> State {
        [0, 0, 0]
    }
    #[inline]
    fn steps(&self, state: &State, limit: u32, sink: &mut impl Sink<State>) {
        steps_of_A(at_A.bits(state) as u32, from_ref(state), limit, sink);
        steps_of_B(at_B.bits(state) as u32, from_ref(state), limit, sink);
        steps_of_AU(at_AU.bits(state) as u32, from_ref(state), limit, sink);
        steps_of_BU(at_BU.bits(state) as u32, from_ref(state), limit, sink);
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
            0 => steps_of_A(control, states, limit, sink),
            1 => steps_of_B(control, states, limit, sink),
            2 => steps_of_AU(control, states, limit, sink),
            3 => steps_of_BU(control, states, limit, sink),
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

/// All rules but timeouts of `A` in one of its control states.
#[inline]
fn steps_of_A(control: u32, states: &[State], limit: u32, sink: &mut impl Sink<State>) {
    match control {
        0 => {
            for state in states {
                rule_0(state, limit, sink);
                rule_1(state, limit, sink);
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
        3 => {
            for state in states {
                rule_6(state, limit, sink);
                sink.end_state();
            }
        }
        4 => {
            for state in states {
                rule_7(state, limit, sink);
                sink.end_state();
            }
        }
        5 => {
            for state in states {
                rule_8(state, limit, sink);
                rule_9(state, limit, sink);
                rule_10(state, limit, sink);
                rule_11(state, limit, sink);
                sink.end_state();
            }
        }
        6 => {
            for state in states {
                rule_12(state, limit, sink);
                rule_13(state, limit, sink);
                rule_14(state, limit, sink);
                rule_15(state, limit, sink);
                sink.end_state();
            }
        }
        7 => {
            for state in states {
                rule_16(state, limit, sink);
                sink.end_state();
            }
        }
        8 => {
            for state in states {
                rule_17(state, limit, sink);
                sink.end_state();
            }
        }
        9 => {
            for state in states {
                rule_18(state, limit, sink);
                sink.end_state();
            }
        }
        10 => {
            for state in states {
                rule_19(state, limit, sink);
                rule_20(state, limit, sink);
                rule_21(state, limit, sink);
                rule_22(state, limit, sink);
                rule_23(state, limit, sink);
                rule_24(state, limit, sink);
                rule_25(state, limit, sink);
                rule_26(state, limit, sink);
                rule_27(state, limit, sink);
                sink.end_state();
            }
        }
        11 => {
            for state in states {
                rule_28(state, limit, sink);
                sink.end_state();
            }
        }
        12 => {
            for state in states {
                rule_29(state, limit, sink);
                sink.end_state();
            }
        }
        13 => {
            for state in states {
                rule_30(state, limit, sink);
                sink.end_state();
            }
        }
        14 => {
            for state in states {
                rule_31(state, limit, sink);
                sink.end_state();
            }
        }
        15 => {
            for state in states {
                rule_32(state, limit, sink);
                sink.end_state();
            }
        }
        16 => {
            for state in states {
                rule_33(state, limit, sink);
                sink.end_state();
            }
        }
        17 => {
            for state in states {
                rule_34(state, limit, sink);
                rule_35(state, limit, sink);
                rule_36(state, limit, sink);
                rule_37(state, limit, sink);
                rule_38(state, limit, sink);
                rule_39(state, limit, sink);
                sink.end_state();
            }
        }
        18 => {
            for state in states {
                rule_40(state, limit, sink);
                rule_41(state, limit, sink);
                rule_42(state, limit, sink);
                rule_43(state, limit, sink);
                rule_44(state, limit, sink);
                rule_45(state, limit, sink);
                sink.end_state();
            }
        }
        19 => {
            for state in states {
                rule_46(state, limit, sink);
                sink.end_state();
            }
        }
        20 => {
            for state in states {
                rule_47(state, limit, sink);
                sink.end_state();
            }
        }
        21 => {
            for state in states {
                rule_48(state, limit, sink);
                sink.end_state();
            }
        }
        22 => {
            for state in states {
                rule_49(state, limit, sink);
                sink.end_state();
            }
        }
        23 => {
            for state in states {
                rule_50(state, limit, sink);
                sink.end_state();
            }
        }
        24 => {
            for state in states {
                rule_51(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// All rules but timeouts of `B` in one of its control states.
#[inline]
fn steps_of_B(control: u32, states: &[State], limit: u32, sink: &mut impl Sink<State>) {
    match control {
        0 => {
            for state in states {
                rule_52(state, limit, sink);
                rule_53(state, limit, sink);
                rule_54(state, limit, sink);
                rule_55(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_56(state, limit, sink);
                sink.end_state();
            }
        }
        2 => {
            for state in states {
                rule_57(state, limit, sink);
                sink.end_state();
            }
        }
        3 => {
            for state in states {
                rule_58(state, limit, sink);
                sink.end_state();
            }
        }
        4 => {
            for state in states {
                rule_59(state, limit, sink);
                sink.end_state();
            }
        }
        5 => {
            for state in states {
                rule_60(state, limit, sink);
                rule_61(state, limit, sink);
                rule_62(state, limit, sink);
                rule_63(state, limit, sink);
                sink.end_state();
            }
        }
        6 => {
            for state in states {
                rule_64(state, limit, sink);
                rule_65(state, limit, sink);
                rule_66(state, limit, sink);
                rule_67(state, limit, sink);
                sink.end_state();
            }
        }
        7 => {
            for state in states {
                rule_68(state, limit, sink);
                sink.end_state();
            }
        }
        8 => {
            for state in states {
                rule_69(state, limit, sink);
                sink.end_state();
            }
        }
        9 => {
            for state in states {
                rule_70(state, limit, sink);
                sink.end_state();
            }
        }
        10 => {
            for state in states {
                rule_71(state, limit, sink);
                rule_72(state, limit, sink);
                rule_73(state, limit, sink);
                rule_74(state, limit, sink);
                rule_75(state, limit, sink);
                rule_76(state, limit, sink);
                rule_77(state, limit, sink);
                rule_78(state, limit, sink);
                rule_79(state, limit, sink);
                sink.end_state();
            }
        }
        11 => {
            for state in states {
                rule_80(state, limit, sink);
                sink.end_state();
            }
        }
        12 => {
            for state in states {
                rule_81(state, limit, sink);
                sink.end_state();
            }
        }
        13 => {
            for state in states {
                rule_82(state, limit, sink);
                sink.end_state();
            }
        }
        14 => {
            for state in states {
                rule_83(state, limit, sink);
                sink.end_state();
            }
        }
        15 => {
            for state in states {
                rule_84(state, limit, sink);
                sink.end_state();
            }
        }
        16 => {
            for state in states {
                rule_85(state, limit, sink);
                sink.end_state();
            }
        }
        17 => {
            for state in states {
                rule_86(state, limit, sink);
                rule_87(state, limit, sink);
                rule_88(state, limit, sink);
                rule_89(state, limit, sink);
                rule_90(state, limit, sink);
                rule_91(state, limit, sink);
                sink.end_state();
            }
        }
        18 => {
            for state in states {
                rule_92(state, limit, sink);
                rule_93(state, limit, sink);
                rule_94(state, limit, sink);
                rule_95(state, limit, sink);
                rule_96(state, limit, sink);
                rule_97(state, limit, sink);
                sink.end_state();
            }
        }
        19 => {
            for state in states {
                rule_98(state, limit, sink);
                sink.end_state();
            }
        }
        20 => {
            for state in states {
                rule_99(state, limit, sink);
                sink.end_state();
            }
        }
        21 => {
            for state in states {
                rule_100(state, limit, sink);
                sink.end_state();
            }
        }
        22 => {
            for state in states {
                rule_101(state, limit, sink);
                sink.end_state();
            }
        }
        23 => {
            for state in states {
                rule_102(state, limit, sink);
                sink.end_state();
            }
        }
        24 => {
            for state in states {
                rule_103(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// All rules but timeouts of `AU` in one of its control states.
#[inline]
fn steps_of_AU(control: u32, states: &[State], limit: u32, sink: &mut impl Sink<State>) {
    match control {
        0 => {
            for state in states {
                rule_104(state, limit, sink);
                rule_105(state, limit, sink);
                rule_106(state, limit, sink);
                rule_107(state, limit, sink);
                rule_108(state, limit, sink);
                rule_109(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_110(state, limit, sink);
                sink.end_state();
            }
        }
        2 => {
            for state in states {
                rule_111(state, limit, sink);
                sink.end_state();
            }
        }
        3 => {
            for state in states {
                rule_112(state, limit, sink);
                sink.end_state();
            }
        }
        4 => {
            for state in states {
                rule_113(state, limit, sink);
                sink.end_state();
            }
        }
        5 => {
            for state in states {
                rule_114(state, limit, sink);
                sink.end_state();
            }
        }
        6 => {
            for state in states {
                rule_115(state, limit, sink);
                sink.end_state();
            }
        }
        7 => {
            for state in states {
                rule_116(state, limit, sink);
                sink.end_state();
            }
        }
        8 => {
            for state in states {
                rule_117(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// All rules but timeouts of `BU` in one of its control states.
#[inline]
fn steps_of_BU(control: u32, states: &[State], limit: u32, sink: &mut impl Sink<State>) {
    match control {
        0 => {
            for state in states {
                rule_118(state, limit, sink);
                rule_119(state, limit, sink);
                rule_120(state, limit, sink);
                rule_121(state, limit, sink);
                sink.end_state();
            }
        }
        1 => {
            for state in states {
                rule_122(state, limit, sink);
                sink.end_state();
            }
        }
        2 => {
            for state in states {
                rule_123(state, limit, sink);
                sink.end_state();
            }
        }
        3 => {
            for state in states {
                rule_124(state, limit, sink);
                sink.end_state();
            }
        }
        4 => {
            for state in states {
                rule_125(state, limit, sink);
                sink.end_state();
            }
        }
        _ => states.iter().for_each(|_| sink.end_state()),
    }
}

/// Line 22, `A` in state 0: `ca?m1`
#[inline(always)]
fn rule_0(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [1, 0, 0]);
    queue.receive(&mut next);
    sink.step(0, &next);
}

/// Line 23, `A` in state 0: `ua?conn_req`
#[inline(always)]
fn rule_1(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [2, 0, 0]);
    queue.receive(&mut next);
    sink.step(1, &next);
}

/// Line 24, `A` in state 0: `ua?abort`
#[inline(always)]
fn rule_2(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [3, 0, 0]);
    queue.receive(&mut next);
    sink.step(2, &next);
}

/// Line 25, `A` in state 0: `ca?m4`
#[inline(always)]
fn rule_3(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [4, 0, 0]);
    queue.receive(&mut next);
    sink.step(3, &next);
}

/// Line 22, `A` in state 1: `UA!conn_ind`
#[inline(always)]
fn rule_4(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [4, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(4, &next);
}

/// Line 23, `A` in state 2: `cb!m1`
#[inline(always)]
fn rule_5(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [4, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(5, &next);
}

/// Line 24, `A` in state 3: `cb!m4`
#[inline(always)]
fn rule_6(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-3, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 2, value);
    sink.step(6, &next);
}

/// Line 25, `A` in state 4: `UA!d`
#[inline(always)]
fn rule_7(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-4, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 2, value);
    sink.step(7, &next);
}

/// Line 38, `A` in state 5: `ua?conn_resp`
#[inline(always)]
fn rule_8(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 3 {
        return;
    }
    let mut next = add(state, [2, 0, 0]);
    queue.receive(&mut next);
    sink.step(8, &next);
}

/// Line 39, `A` in state 5: `ca?m7`
#[inline(always)]
fn rule_9(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if true {
        return;
    }
    let mut next = add(state, [3, 0, 0]);
    queue.receive(&mut next);
    sink.step(9, &next);
}

/// Line 40, `A` in state 5: `ua?abort`
#[inline(always)]
fn rule_10(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-2, 0, 0]);
    queue.receive(&mut next);
    sink.step(10, &next);
}

/// Line 41, `A` in state 5: `ca?m4`
#[inline(always)]
fn rule_11(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-1, 0, 0]);
    queue.receive(&mut next);
    sink.step(11, &next);
}

/// Line 30, `A` in state 6: `ca?m2`
#[inline(always)]
fn rule_12(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 3 {
        return;
    }
    let mut next = add(state, [3, 0, 0]);
    queue.receive(&mut next);
    sink.step(12, &next);
}

/// Line 31, `A` in state 6: `ca?m7`
#[inline(always)]
fn rule_13(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if true {
        return;
    }
    let mut next = add(state, [2, 0, 0]);
    queue.receive(&mut next);
    sink.step(13, &next);
}

/// Line 32, `A` in state 6: `ua?abort`
#[inline(always)]
fn rule_14(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-3, 0, 0]);
    queue.receive(&mut next);
    sink.step(14, &next);
}

/// Line 33, `A` in state 6: `ca?m4`
#[inline(always)]
fn rule_15(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-2, 0, 0]);
    queue.receive(&mut next);
    sink.step(15, &next);
}

/// Line 38, `A` in state 7: `cb!m2`
#[inline(always)]
fn rule_16(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [3, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 3, value);
    sink.step(16, &next);
}

/// Line 39, `A` in state 8: `UA!disconn`
#[inline(always)]
fn rule_17(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-8, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 4, value);
    sink.step(17, &next);
}

/// Line 30, `A` in state 9: `UA!conn_conf`
#[inline(always)]
fn rule_18(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [1, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 3, value);
    sink.step(18, &next);
}

/// Line 46, `A` in state 10: `ua?close_req`
#[inline(always)]
fn rule_19(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 4 {
        return;
    }
    let mut next = add(state, [1, 0, 0]);
    queue.receive(&mut next);
    sink.step(19, &next);
}

/// Line 47, `A` in state 10: `ca?m3`
#[inline(always)]
fn rule_20(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 4 {
        return;
    }
    let mut next = add(state, [2, 0, 0]);
    queue.receive(&mut next);
    sink.step(20, &next);
}

/// Line 48, `A` in state 10: `ua?data_req`
#[inline(always)]
fn rule_21(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if true {
        return;
    }
    let mut next = add(state, [3, 0, 0]);
    queue.receive(&mut next);
    sink.step(21, &next);
}

/// Line 49, `A` in state 10: `ca?m5`
#[inline(always)]
fn rule_22(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 5 {
        return;
    }
    let mut next = add(state, [4, 0, 0]);
    queue.receive(&mut next);
    sink.step(22, &next);
}

/// Line 50, `A` in state 10: `ua?expid_req`
#[inline(always)]
fn rule_23(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if true {
        return;
    }
    let mut next = add(state, [5, 0, 0]);
    queue.receive(&mut next);
    sink.step(23, &next);
}

/// Line 51, `A` in state 10: `ca?m6`
#[inline(always)]
fn rule_24(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 6 {
        return;
    }
    let mut next = add(state, [6, 0, 0]);
    queue.receive(&mut next);
    sink.step(24, &next);
}

/// Line 52, `A` in state 10: `ca?m7`
#[inline(always)]
fn rule_25(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if true {
        return;
    }
    let mut next = add(state, [-2, 0, 0]);
    queue.receive(&mut next);
    sink.step(25, &next);
}

/// Line 53, `A` in state 10: `ua?abort`
#[inline(always)]
fn rule_26(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-7, 0, 0]);
    queue.receive(&mut next);
    sink.step(26, &next);
}

/// Line 54, `A` in state 10: `ca?m4`
#[inline(always)]
fn rule_27(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-6, 0, 0]);
    queue.receive(&mut next);
    sink.step(27, &next);
}

/// Line 46, `A` in state 11: `cb!m3`
#[inline(always)]
fn rule_28(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [6, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 4, value);
    sink.step(28, &next);
}

/// Line 47, `A` in state 12: `UA!close_ind`
#[inline(always)]
fn rule_29(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [6, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 5, value);
    sink.step(29, &next);
}

/// Line 48, `A` in state 13: `cb!m5`
#[inline(always)]
fn rule_30(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-3, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 5, value);
    sink.step(30, &next);
}

/// Line 49, `A` in state 14: `UA!data_ind`
#[inline(always)]
fn rule_31(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-4, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 6, value);
    sink.step(31, &next);
}

/// Line 50, `A` in state 15: `cb!m6`
#[inline(always)]
fn rule_32(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-5, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 6, value);
    sink.step(32, &next);
}

/// Line 51, `A` in state 16: `UA!expid_ind`
#[inline(always)]
fn rule_33(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-6, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 7, value);
    sink.step(33, &next);
}

/// Line 59, `A` in state 17: `ca?m3`
#[inline(always)]
fn rule_34(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 4 {
        return;
    }
    let mut next = add(state, [2, 0, 0]);
    queue.receive(&mut next);
    sink.step(34, &next);
}

/// Line 60, `A` in state 17: `ca?m5`
#[inline(always)]
fn rule_35(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 5 {
        return;
    }
    let mut next = add(state, [3, 0, 0]);
    queue.receive(&mut next);
    sink.step(35, &next);
}

/// Line 61, `A` in state 17: `ca?m6`
#[inline(always)]
fn rule_36(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 6 {
        return;
    }
    let mut next = add(state, [4, 0, 0]);
    queue.receive(&mut next);
    sink.step(36, &next);
}

/// Line 62, `A` in state 17: `ca?m7`
#[inline(always)]
fn rule_37(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if true {
        return;
    }
    let mut next = add(state, [-9, 0, 0]);
    queue.receive(&mut next);
    sink.step(37, &next);
}

/// Line 63, `A` in state 17: `ua?abort`
#[inline(always)]
fn rule_38(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0xe, 0, 0]);
    queue.receive(&mut next);
    sink.step(38, &next);
}

/// Line 64, `A` in state 17: `ca?m4`
#[inline(always)]
fn rule_39(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0xd, 0, 0]);
    queue.receive(&mut next);
    sink.step(39, &next);
}

/// Line 69, `A` in state 18: `ua?data_req`
#[inline(always)]
fn rule_40(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if true {
        return;
    }
    let mut next = add(state, [4, 0, 0]);
    queue.receive(&mut next);
    sink.step(40, &next);
}

/// Line 70, `A` in state 18: `ua?expid_req`
#[inline(always)]
fn rule_41(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if true {
        return;
    }
    let mut next = add(state, [5, 0, 0]);
    queue.receive(&mut next);
    sink.step(41, &next);
}

/// Line 71, `A` in state 18: `ua?abort`
#[inline(always)]
fn rule_42(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0xf, 0, 0]);
    queue.receive(&mut next);
    sink.step(42, &next);
}

/// Line 72, `A` in state 18: `ca?m4`
#[inline(always)]
fn rule_43(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0xe, 0, 0]);
    queue.receive(&mut next);
    sink.step(43, &next);
}

/// Line 73, `A` in state 18: `ua?close_req`
#[inline(always)]
fn rule_44(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.head(state) != 4 {
        return;
    }
    let mut next = add(state, [6, 0, 0]);
    queue.receive(&mut next);
    sink.step(44, &next);
}

/// Line 74, `A` in state 18: `ca?m7`
#[inline(always)]
fn rule_45(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if true {
        return;
    }
    let mut next = add(state, [-0xa, 0, 0]);
    queue.receive(&mut next);
    sink.step(45, &next);
}

/// Line 59, `A` in state 19: `UA!close_ind`
#[inline(always)]
fn rule_46(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x13, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 5, value);
    sink.step(46, &next);
}

/// Line 60, `A` in state 20: `UA!data_ind`
#[inline(always)]
fn rule_47(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-3, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 6, value);
    sink.step(47, &next);
}

/// Line 61, `A` in state 21: `UA!expid_ind`
#[inline(always)]
fn rule_48(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-4, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 7, value);
    sink.step(48, &next);
}

/// Line 69, `A` in state 22: `cb!m5`
#[inline(always)]
fn rule_49(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-4, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 5, value);
    sink.step(49, &next);
}

/// Line 70, `A` in state 23: `cb!m6`
#[inline(always)]
fn rule_50(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-5, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 6, value);
    sink.step(50, &next);
}

/// Line 73, `A` in state 24: `cb!m3`
#[inline(always)]
fn rule_51(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x18, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 4, value);
    sink.step(51, &next);
}

/// Line 83, `B` in state 0: `cb?m1`
#[inline(always)]
fn rule_52(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [0x20000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(52, &next);
}

/// Line 84, `B` in state 0: `ub?conn_req`
#[inline(always)]
fn rule_53(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [0x40000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(53, &next);
}

/// Line 85, `B` in state 0: `ub?abort`
#[inline(always)]
fn rule_54(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [0x60000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(54, &next);
}

/// Line 86, `B` in state 0: `cb?m4`
#[inline(always)]
fn rule_55(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [0x80000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(55, &next);
}

/// Line 83, `B` in state 1: `UB!conn_ind`
#[inline(always)]
fn rule_56(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0x80000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(56, &next);
}

/// Line 84, `B` in state 2: `ca!m1`
#[inline(always)]
fn rule_57(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0x80000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(57, &next);
}

/// Line 85, `B` in state 3: `ca!m4`
#[inline(always)]
fn rule_58(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x60000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 2, value);
    sink.step(58, &next);
}

/// Line 86, `B` in state 4: `UB!d`
#[inline(always)]
fn rule_59(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x80000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 2, value);
    sink.step(59, &next);
}

/// Line 99, `B` in state 5: `ub?conn_resp`
#[inline(always)]
fn rule_60(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [0x40000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(60, &next);
}

/// Line 100, `B` in state 5: `cb?m7`
#[inline(always)]
fn rule_61(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if true {
        return;
    }
    let mut next = add(state, [0x60000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(61, &next);
}

/// Line 101, `B` in state 5: `ub?abort`
#[inline(always)]
fn rule_62(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [-0x40000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(62, &next);
}

/// Line 102, `B` in state 5: `cb?m4`
#[inline(always)]
fn rule_63(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0x20000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(63, &next);
}

/// Line 91, `B` in state 6: `cb?m2`
#[inline(always)]
fn rule_64(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 3 {
        return;
    }
    let mut next = add(state, [0x60000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(64, &next);
}

/// Line 92, `B` in state 6: `cb?m7`
#[inline(always)]
fn rule_65(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if true {
        return;
    }
    let mut next = add(state, [0x40000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(65, &next);
}

/// Line 93, `B` in state 6: `ub?abort`
#[inline(always)]
fn rule_66(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [-0x60000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(66, &next);
}

/// Line 94, `B` in state 6: `cb?m4`
#[inline(always)]
fn rule_67(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0x40000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(67, &next);
}

/// Line 99, `B` in state 7: `ca!m2`
#[inline(always)]
fn rule_68(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0x60000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 3, value);
    sink.step(68, &next);
}

/// Line 100, `B` in state 8: `UB!disconn`
#[inline(always)]
fn rule_69(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x100000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 4, value);
    sink.step(69, &next);
}

/// Line 91, `B` in state 9: `UB!conn_conf`
#[inline(always)]
fn rule_70(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0x20000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 3, value);
    sink.step(70, &next);
}

/// Line 107, `B` in state 10: `ub?close_req`
#[inline(always)]
fn rule_71(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [0x20000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(71, &next);
}

/// Line 108, `B` in state 10: `cb?m3`
#[inline(always)]
fn rule_72(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 4 {
        return;
    }
    let mut next = add(state, [0x40000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(72, &next);
}

/// Line 109, `B` in state 10: `ub?data_req`
#[inline(always)]
fn rule_73(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [0x60000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(73, &next);
}

/// Line 110, `B` in state 10: `cb?m5`
#[inline(always)]
fn rule_74(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 5 {
        return;
    }
    let mut next = add(state, [0x80000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(74, &next);
}

/// Line 111, `B` in state 10: `ub?expid_req`
#[inline(always)]
fn rule_75(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [0xa0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(75, &next);
}

/// Line 112, `B` in state 10: `cb?m6`
#[inline(always)]
fn rule_76(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 6 {
        return;
    }
    let mut next = add(state, [0xc0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(76, &next);
}

/// Line 113, `B` in state 10: `cb?m7`
#[inline(always)]
fn rule_77(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if true {
        return;
    }
    let mut next = add(state, [-0x40000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(77, &next);
}

/// Line 114, `B` in state 10: `ub?abort`
#[inline(always)]
fn rule_78(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [-0xe0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(78, &next);
}

/// Line 115, `B` in state 10: `cb?m4`
#[inline(always)]
fn rule_79(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0xc0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(79, &next);
}

/// Line 107, `B` in state 11: `ca!m3`
#[inline(always)]
fn rule_80(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0xc0000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 4, value);
    sink.step(80, &next);
}

/// Line 108, `B` in state 12: `UB!close_ind`
#[inline(always)]
fn rule_81(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0xc0000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 5, value);
    sink.step(81, &next);
}

/// Line 109, `B` in state 13: `ca!m5`
#[inline(always)]
fn rule_82(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x60000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 5, value);
    sink.step(82, &next);
}

/// Line 110, `B` in state 14: `UB!data_ind`
#[inline(always)]
fn rule_83(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x80000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 6, value);
    sink.step(83, &next);
}

/// Line 111, `B` in state 15: `ca!m6`
#[inline(always)]
fn rule_84(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0xa0000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 6, value);
    sink.step(84, &next);
}

/// Line 112, `B` in state 16: `UB!expid_ind`
#[inline(always)]
fn rule_85(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0xc0000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 7, value);
    sink.step(85, &next);
}

/// Line 120, `B` in state 17: `cb?m3`
#[inline(always)]
fn rule_86(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 4 {
        return;
    }
    let mut next = add(state, [0x40000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(86, &next);
}

/// Line 121, `B` in state 17: `cb?m5`
#[inline(always)]
fn rule_87(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 5 {
        return;
    }
    let mut next = add(state, [0x60000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(87, &next);
}

/// Line 122, `B` in state 17: `cb?m6`
#[inline(always)]
fn rule_88(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 6 {
        return;
    }
    let mut next = add(state, [0x80000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(88, &next);
}

/// Line 123, `B` in state 17: `cb?m7`
#[inline(always)]
fn rule_89(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if true {
        return;
    }
    let mut next = add(state, [-0x120000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(89, &next);
}

/// Line 124, `B` in state 17: `ub?abort`
#[inline(always)]
fn rule_90(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [-0x1c0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(90, &next);
}

/// Line 125, `B` in state 17: `cb?m4`
#[inline(always)]
fn rule_91(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0x1a0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(91, &next);
}

/// Line 130, `B` in state 18: `ub?data_req`
#[inline(always)]
fn rule_92(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [0x80000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(92, &next);
}

/// Line 131, `B` in state 18: `ub?expid_req`
#[inline(always)]
fn rule_93(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [0xa0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(93, &next);
}

/// Line 132, `B` in state 18: `ub?abort`
#[inline(always)]
fn rule_94(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if true {
        return;
    }
    let mut next = add(state, [-0x1e0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(94, &next);
}

/// Line 133, `B` in state 18: `cb?m4`
#[inline(always)]
fn rule_95(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [-0x1c0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(95, &next);
}

/// Line 134, `B` in state 18: `ub?close_req`
#[inline(always)]
fn rule_96(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if queue.head(state) != 2 {
        return;
    }
    let mut next = add(state, [0xc0000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(96, &next);
}

/// Line 135, `B` in state 18: `cb?m7`
#[inline(always)]
fn rule_97(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_cb;
    if true {
        return;
    }
    let mut next = add(state, [-0x140000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(97, &next);
}

/// Line 120, `B` in state 19: `UB!close_ind`
#[inline(always)]
fn rule_98(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x260000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 5, value);
    sink.step(98, &next);
}

/// Line 121, `B` in state 20: `UB!data_ind`
#[inline(always)]
fn rule_99(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x60000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 6, value);
    sink.step(99, &next);
}

/// Line 122, `B` in state 21: `UB!expid_ind`
#[inline(always)]
fn rule_100(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x80000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 7, value);
    sink.step(100, &next);
}

/// Line 130, `B` in state 22: `ca!m5`
#[inline(always)]
fn rule_101(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x80000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 5, value);
    sink.step(101, &next);
}

/// Line 131, `B` in state 23: `ca!m6`
#[inline(always)]
fn rule_102(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0xa0000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 6, value);
    sink.step(102, &next);
}

/// Line 134, `B` in state 24: `ca!m3`
#[inline(always)]
fn rule_103(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ca;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x300000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 4, value);
    sink.step(103, &next);
}

/// Line 145, `AU` in state 0: `UA?conn_conf`
#[inline(always)]
fn rule_104(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.head(state) != 3 {
        return;
    }
    let mut next = add(state, [0x400000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(104, &next);
}

/// Line 146, `AU` in state 0: `UA?close_ind`
#[inline(always)]
fn rule_105(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.head(state) != 5 {
        return;
    }
    let mut next = add(state, [0x800000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(105, &next);
}

/// Line 147, `AU` in state 0: `UA?conn_ind`
#[inline(always)]
fn rule_106(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [0xc00000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(106, &next);
}

/// Line 148, `AU` in state 0: `(m == 0)`
#[inline(always)]
fn rule_107(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    if !(var_AU_m.get(state) == 0) {
        return;
    }
    let next = add(state, [0x1000000000000000, 0, 0]);
    sink.step(107, &next);
}

/// Line 149, `AU` in state 0: `(m == 1)`
#[inline(always)]
fn rule_108(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    if !(var_AU_m.get(state) == 1) {
        return;
    }
    let next = add(state, [0x1400000000000000, 0, 0]);
    sink.step(108, &next);
}

/// Line 150, `AU` in state 0: `UA?default`
#[inline(always)]
fn rule_109(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.is_empty(state) {
        return;
    }
    let mut next = *state;
    queue.receive(&mut next);
    sink.step(109, &next);
}

/// Line 145, `AU` in state 1: `ua!close_req`
#[inline(always)]
fn rule_110(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0x1400000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 4, value);
    sink.step(110, &next);
}

/// Line 146, `AU` in state 2: `ua!close_req`
#[inline(always)]
fn rule_111(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x800000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 4, value);
    sink.step(111, &next);
}

/// Line 147, `AU` in state 3: `ua!conn_resp`
#[inline(always)]
fn rule_112(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0xc00000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 3, value);
    sink.step(112, &next);
}

/// Line 148, `AU` in state 4: `m = 1`
#[inline(always)]
fn rule_113(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let value_0 = 1;
    let mut next = add(state, [0xc00000000000000, 0, 0]);
    var_AU_m.set(&mut next, value_0);
    sink.step(113, &next);
}

/// Line 149, `AU` in state 5: `m = 2`
#[inline(always)]
fn rule_114(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let value_0 = 2;
    let mut next = add(state, [0xc00000000000000, 0, 0]);
    var_AU_m.set(&mut next, value_0);
    sink.step(114, &next);
}

/// Line 145, `AU` in state 6: `UA?close_ind`
#[inline(always)]
fn rule_115(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UA;
    if queue.head(state) != 5 {
        return;
    }
    let mut next = add(state, [-0x1800000000000000, 0, 0]);
    queue.receive(&mut next);
    sink.step(115, &next);
}

/// Line 148, `AU` in state 7: `ua!conn_req`
#[inline(always)]
fn rule_116(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x1c00000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(116, &next);
}

/// Line 149, `AU` in state 8: `ua!abort`
#[inline(always)]
fn rule_117(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ua;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [-0x2000000000000000, 0, 0]);
    let value = queue.min;
    queue.send(&mut next, 2, value);
    sink.step(117, &next);
}

/// Line 158, `BU` in state 0: `UB?conn_conf`
#[inline(always)]
fn rule_118(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.head(state) != 3 {
        return;
    }
    let mut next = add(state, [0, 0, 1]);
    queue.receive(&mut next);
    sink.step(118, &next);
}

/// Line 159, `BU` in state 0: `UB?close_ind`
#[inline(always)]
fn rule_119(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.head(state) != 5 {
        return;
    }
    let mut next = add(state, [0, 0, 2]);
    queue.receive(&mut next);
    sink.step(119, &next);
}

/// Line 160, `BU` in state 0: `UB?conn_ind`
#[inline(always)]
fn rule_120(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.head(state) != 1 {
        return;
    }
    let mut next = add(state, [0, 0, 3]);
    queue.receive(&mut next);
    sink.step(120, &next);
}

/// Line 161, `BU` in state 0: `UB?default`
#[inline(always)]
fn rule_121(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.is_empty(state) {
        return;
    }
    let mut next = *state;
    queue.receive(&mut next);
    sink.step(121, &next);
}

/// Line 158, `BU` in state 1: `ub!close_req`
#[inline(always)]
fn rule_122(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0, 0, 3]);
    let value = queue.min;
    queue.send(&mut next, 2, value);
    sink.step(122, &next);
}

/// Line 159, `BU` in state 2: `ub!close_req`
#[inline(always)]
fn rule_123(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0, 0, -2]);
    let value = queue.min;
    queue.send(&mut next, 2, value);
    sink.step(123, &next);
}

/// Line 160, `BU` in state 3: `ub!conn_resp`
#[inline(always)]
fn rule_124(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_ub;
    if queue.is_full(state, limit) {
        return;
    }
    let mut next = add(state, [0, 0, -3]);
    let value = queue.min;
    queue.send(&mut next, 1, value);
    sink.step(124, &next);
}

/// Line 158, `BU` in state 4: `UB?close_ind`
#[inline(always)]
fn rule_125(state: &State, limit: u32, sink: &mut impl Sink<State>) {
    let queue = queue_UB;
    if queue.head(state) != 5 {
        return;
    }
    let mut next = add(state, [0, 0, -4]);
    queue.receive(&mut next);
    sink.step(125, &next);
}

/// Names, lines and texts, for reports.
static FACTS: Facts = Facts {
    model: Text::Borrowed("nbs_transport"),
    files: List::Borrowed(&FILES),
    vector_bits: 155,
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

static STATES: [StateFacts; 25] = [
    StateFacts {
        line: 21,
        label: Text::Borrowed("closed"),
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
        line: 24,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 25,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 37,
        label: Text::Borrowed("rcvd"),
        may_rest: false,
    },
    StateFacts {
        line: 29,
        label: Text::Borrowed("crsent"),
        may_rest: false,
    },
    StateFacts {
        line: 38,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 39,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 30,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 45,
        label: Text::Borrowed("estab"),
        may_rest: false,
    },
    StateFacts {
        line: 46,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 47,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 48,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 49,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 50,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 51,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 58,
        label: Text::Borrowed("Aclose"),
        may_rest: false,
    },
    StateFacts {
        line: 68,
        label: Text::Borrowed("Pclose"),
        may_rest: false,
    },
    StateFacts {
        line: 59,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 60,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 61,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 69,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 70,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 73,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static STATES_2: [StateFacts; 25] = [
    StateFacts {
        line: 82,
        label: Text::Borrowed("closed"),
        may_rest: true,
    },
    StateFacts {
        line: 83,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 84,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 85,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 86,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 98,
        label: Text::Borrowed("rcvd"),
        may_rest: false,
    },
    StateFacts {
        line: 90,
        label: Text::Borrowed("crsent"),
        may_rest: false,
    },
    StateFacts {
        line: 99,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 100,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 91,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 106,
        label: Text::Borrowed("estab"),
        may_rest: false,
    },
    StateFacts {
        line: 107,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 108,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 109,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 110,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 111,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 112,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 119,
        label: Text::Borrowed("Aclose"),
        may_rest: false,
    },
    StateFacts {
        line: 129,
        label: Text::Borrowed("Pclose"),
        may_rest: false,
    },
    StateFacts {
        line: 120,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 121,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 122,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 130,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 131,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 134,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static STATES_3: [StateFacts; 9] = [
    StateFacts {
        line: 144,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 145,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 146,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 147,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 148,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 149,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 145,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 148,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 149,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static STATES_4: [StateFacts; 5] = [
    StateFacts {
        line: 157,
        label: Text::Borrowed(""),
        may_rest: true,
    },
    StateFacts {
        line: 158,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 159,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 160,
        label: Text::Borrowed(""),
        may_rest: false,
    },
    StateFacts {
        line: 158,
        label: Text::Borrowed(""),
        may_rest: false,
    },
];

static MESSAGES: [MessageFacts; 6] = [
    MessageFacts {
        name: Text::Borrowed("m1"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("m4"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("m2"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("m3"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("m5"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("m6"),
        has_value: false,
    },
];

static MESSAGES_2: [MessageFacts; 4] = [
    MessageFacts {
        name: Text::Borrowed("conn_req"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("abort"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("conn_resp"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("close_req"),
        has_value: false,
    },
];

static MESSAGES_3: [MessageFacts; 2] = [
    MessageFacts {
        name: Text::Borrowed("conn_resp"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("close_req"),
        has_value: false,
    },
];

static MESSAGES_4: [MessageFacts; 7] = [
    MessageFacts {
        name: Text::Borrowed("conn_ind"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("d"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("conn_conf"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("disconn"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("close_ind"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("data_ind"),
        has_value: false,
    },
    MessageFacts {
        name: Text::Borrowed("expid_ind"),
        has_value: false,
    },
];

static PART: [(u32, u64); 1] = [(0, 0x1f)];

static PART_2: [(u32, u64); 1] = [(0, 0x1fffffe0)];

static PART_3: [(u32, u64); 1] = [(0, 0x1fffffe0000000)];

static PART_4: [(u32, u64); 1] = [(0, 0x3e0000000000000)];

static PART_5: [(u32, u64); 1] = [(1, 0xffffff)];

static PART_6: [(u32, u64); 1] = [(1, 0xffff000000)];

static PART_7: [(u32, u64); 1] = [(0, 0xfc00000000000000)];

static PART_8: [(u32, u64); 1] = [(1, 0xffffff0000000000)];

static PART_9: [(u32, u64); 1] = [(2, 7)];

static PART_10: [(u32, u64); 1] = [(2, 0x7fffff8)];

static PARTS: [List<(u32, u64)>; 10] = [
    List::Borrowed(&PART),
    List::Borrowed(&PART_2),
    List::Borrowed(&PART_3),
    List::Borrowed(&PART_4),
    List::Borrowed(&PART_5),
    List::Borrowed(&PART_6),
    List::Borrowed(&PART_7),
    List::Borrowed(&PART_8),
    List::Borrowed(&PART_9),
    List::Borrowed(&PART_10),
];

static CLUSTERS: [u64; 4] = [7, 0x38, 0xc0, 0x300];

static FILES: [Text; 2] = [
    Text::Borrowed("nbs_transport.argos"),
    Text::Borrowed("<command line>"),
];

static PROCESSES: [ProcessFacts; 4] = [
    ProcessFacts {
        name: Text::Borrowed("A"),
        definition: Text::Borrowed("A"),
        line: 17,
        part: 0,
        control: Field::new(0, 0, 5, 0),
        end: None,
        states: List::Borrowed(&STATES),
    },
    ProcessFacts {
        name: Text::Borrowed("B"),
        definition: Text::Borrowed("B"),
        line: 78,
        part: 3,
        control: Field::new(0, 53, 5, 0),
        end: None,
        states: List::Borrowed(&STATES_2),
    },
    ProcessFacts {
        name: Text::Borrowed("AU"),
        definition: Text::Borrowed("AU"),
        line: 139,
        part: 6,
        control: Field::new(0, 58, 4, 0),
        end: None,
        states: List::Borrowed(&STATES_3),
    },
    ProcessFacts {
        name: Text::Borrowed("BU"),
        definition: Text::Borrowed("BU"),
        line: 154,
        part: 8,
        control: Field::new(2, 0, 3, 0),
        end: None,
        states: List::Borrowed(&STATES_4),
    },
];

static VARIABLES: [VariableFacts; 1] = [
    VariableFacts {
        name: Text::Borrowed("AU.m"),
        is_array: false,
        place: Array::new(Field::new(0, 62, 2, 0), 1, 1),
    },
];

static QUEUES: [QueueFacts; 6] = [
    QueueFacts {
        name: Text::Borrowed("ca"),
        place: Queue {
            word: 0,
            bit: 5,
            slot: 3,
            message: 3,
            min: 0,
            capacity: 8,
            per_word: 8,
        },
        messages: List::Borrowed(&MESSAGES),
    },
    QueueFacts {
        name: Text::Borrowed("ua"),
        place: Queue {
            word: 0,
            bit: 29,
            slot: 3,
            message: 3,
            min: 0,
            capacity: 8,
            per_word: 8,
        },
        messages: List::Borrowed(&MESSAGES_2),
    },
    QueueFacts {
        name: Text::Borrowed("cb"),
        place: Queue {
            word: 1,
            bit: 0,
            slot: 3,
            message: 3,
            min: 0,
            capacity: 8,
            per_word: 8,
        },
        messages: List::Borrowed(&MESSAGES),
    },
    QueueFacts {
        name: Text::Borrowed("ub"),
        place: Queue {
            word: 1,
            bit: 24,
            slot: 2,
            message: 2,
            min: 0,
            capacity: 8,
            per_word: 8,
        },
        messages: List::Borrowed(&MESSAGES_3),
    },
    QueueFacts {
        name: Text::Borrowed("UA"),
        place: Queue {
            word: 1,
            bit: 40,
            slot: 3,
            message: 3,
            min: 0,
            capacity: 8,
            per_word: 8,
        },
        messages: List::Borrowed(&MESSAGES_4),
    },
    QueueFacts {
        name: Text::Borrowed("UB"),
        place: Queue {
            word: 2,
            bit: 3,
            slot: 3,
            message: 3,
            min: 0,
            capacity: 8,
            per_word: 8,
        },
        messages: List::Borrowed(&MESSAGES_4),
    },
];

static COLUMNS: [u32; 6] = [0, 1, 4, 2, 3, 5];

static RULES: [RuleFacts; 126] = [
    RuleFacts {
        process: 0,
        from: 0,
        to: 1,
        file: 0,
        line: 22,
        statement: Text::Borrowed("ca?m1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 0, v1 = 1, others - }\nadd  { v0 + 1, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 0,
        to: 2,
        file: 0,
        line: 23,
        statement: Text::Borrowed("ua?conn_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 0, v9 = 1, others - }\nadd  { v0 + 2, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 0,
        to: 3,
        file: 0,
        line: 24,
        statement: Text::Borrowed("ua?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 0, v9 = 2, others - }\nadd  { v0 + 3, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 0,
        to: 4,
        file: 0,
        line: 25,
        statement: Text::Borrowed("ca?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 0, v1 = 2, others - }\nadd  { v0 + 4, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 1,
        to: 5,
        file: 0,
        line: 22,
        statement: Text::Borrowed("UA!conn_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 1, v43 = 0, others - }\nadd  { v0 + 4, others 0 }\nthen append conn_ind to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 2,
        to: 6,
        file: 0,
        line: 23,
        statement: Text::Borrowed("cb!m1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 2, v25 = 0, others - }\nadd  { v0 + 4, others 0 }\nthen append m1 to cb",
        ),
    },
    RuleFacts {
        process: 0,
        from: 3,
        to: 0,
        file: 0,
        line: 24,
        statement: Text::Borrowed("cb!m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 3, v25 = 0, others - }\nadd  { v0 - 3, others 0 }\nthen append m4 to cb",
        ),
    },
    RuleFacts {
        process: 0,
        from: 4,
        to: 0,
        file: 0,
        line: 25,
        statement: Text::Borrowed("UA!d"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 4, v43 = 0, others - }\nadd  { v0 - 4, others 0 }\nthen append d to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 5,
        to: 7,
        file: 0,
        line: 38,
        statement: Text::Borrowed("ua?conn_resp"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 5, v9 = 3, others - }\nadd  { v0 + 2, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 5,
        to: 8,
        file: 0,
        line: 39,
        statement: Text::Borrowed("ca?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 5, others - }\nand  a message that nobody sends is in ca\nadd  { v0 + 3, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 5,
        to: 3,
        file: 0,
        line: 40,
        statement: Text::Borrowed("ua?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 5, v9 = 2, others - }\nadd  { v0 - 2, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 5,
        to: 4,
        file: 0,
        line: 41,
        statement: Text::Borrowed("ca?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 5, v1 = 2, others - }\nadd  { v0 - 1, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 6,
        to: 9,
        file: 0,
        line: 30,
        statement: Text::Borrowed("ca?m2"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 6, v1 = 3, others - }\nadd  { v0 + 3, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 6,
        to: 8,
        file: 0,
        line: 31,
        statement: Text::Borrowed("ca?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 6, others - }\nand  a message that nobody sends is in ca\nadd  { v0 + 2, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 6,
        to: 3,
        file: 0,
        line: 32,
        statement: Text::Borrowed("ua?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 6, v9 = 2, others - }\nadd  { v0 - 3, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 6,
        to: 4,
        file: 0,
        line: 33,
        statement: Text::Borrowed("ca?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 6, v1 = 2, others - }\nadd  { v0 - 2, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 7,
        to: 10,
        file: 0,
        line: 38,
        statement: Text::Borrowed("cb!m2"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 7, v25 = 0, others - }\nadd  { v0 + 3, others 0 }\nthen append m2 to cb",
        ),
    },
    RuleFacts {
        process: 0,
        from: 8,
        to: 0,
        file: 0,
        line: 39,
        statement: Text::Borrowed("UA!disconn"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 8, v43 = 0, others - }\nadd  { v0 - 8, others 0 }\nthen append disconn to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 9,
        to: 10,
        file: 0,
        line: 30,
        statement: Text::Borrowed("UA!conn_conf"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 9, v43 = 0, others - }\nadd  { v0 + 1, others 0 }\nthen append conn_conf to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 11,
        file: 0,
        line: 46,
        statement: Text::Borrowed("ua?close_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, v9 = 4, others - }\nadd  { v0 + 1, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 12,
        file: 0,
        line: 47,
        statement: Text::Borrowed("ca?m3"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, v1 = 4, others - }\nadd  { v0 + 2, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 13,
        file: 0,
        line: 48,
        statement: Text::Borrowed("ua?data_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, others - }\nand  a message that nobody sends is in ua\nadd  { v0 + 3, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 14,
        file: 0,
        line: 49,
        statement: Text::Borrowed("ca?m5"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, v1 = 5, others - }\nadd  { v0 + 4, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 15,
        file: 0,
        line: 50,
        statement: Text::Borrowed("ua?expid_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, others - }\nand  a message that nobody sends is in ua\nadd  { v0 + 5, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 16,
        file: 0,
        line: 51,
        statement: Text::Borrowed("ca?m6"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, v1 = 6, others - }\nadd  { v0 + 6, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 8,
        file: 0,
        line: 52,
        statement: Text::Borrowed("ca?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, others - }\nand  a message that nobody sends is in ca\nadd  { v0 - 2, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 3,
        file: 0,
        line: 53,
        statement: Text::Borrowed("ua?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, v9 = 2, others - }\nadd  { v0 - 7, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 10,
        to: 4,
        file: 0,
        line: 54,
        statement: Text::Borrowed("ca?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 10, v1 = 2, others - }\nadd  { v0 - 6, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 11,
        to: 17,
        file: 0,
        line: 46,
        statement: Text::Borrowed("cb!m3"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 11, v25 = 0, others - }\nadd  { v0 + 6, others 0 }\nthen append m3 to cb",
        ),
    },
    RuleFacts {
        process: 0,
        from: 12,
        to: 18,
        file: 0,
        line: 47,
        statement: Text::Borrowed("UA!close_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 12, v43 = 0, others - }\nadd  { v0 + 6, others 0 }\nthen append close_ind to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 13,
        to: 10,
        file: 0,
        line: 48,
        statement: Text::Borrowed("cb!m5"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 13, v25 = 0, others - }\nadd  { v0 - 3, others 0 }\nthen append m5 to cb",
        ),
    },
    RuleFacts {
        process: 0,
        from: 14,
        to: 10,
        file: 0,
        line: 49,
        statement: Text::Borrowed("UA!data_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 14, v43 = 0, others - }\nadd  { v0 - 4, others 0 }\nthen append data_ind to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 15,
        to: 10,
        file: 0,
        line: 50,
        statement: Text::Borrowed("cb!m6"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 15, v25 = 0, others - }\nadd  { v0 - 5, others 0 }\nthen append m6 to cb",
        ),
    },
    RuleFacts {
        process: 0,
        from: 16,
        to: 10,
        file: 0,
        line: 51,
        statement: Text::Borrowed("UA!expid_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 16, v43 = 0, others - }\nadd  { v0 - 6, others 0 }\nthen append expid_ind to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 17,
        to: 19,
        file: 0,
        line: 59,
        statement: Text::Borrowed("ca?m3"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 17, v1 = 4, others - }\nadd  { v0 + 2, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 17,
        to: 20,
        file: 0,
        line: 60,
        statement: Text::Borrowed("ca?m5"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 17, v1 = 5, others - }\nadd  { v0 + 3, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 17,
        to: 21,
        file: 0,
        line: 61,
        statement: Text::Borrowed("ca?m6"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 17, v1 = 6, others - }\nadd  { v0 + 4, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 17,
        to: 8,
        file: 0,
        line: 62,
        statement: Text::Borrowed("ca?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 17, others - }\nand  a message that nobody sends is in ca\nadd  { v0 - 9, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 17,
        to: 3,
        file: 0,
        line: 63,
        statement: Text::Borrowed("ua?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 17, v9 = 2, others - }\nadd  { v0 - 14, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 17,
        to: 4,
        file: 0,
        line: 64,
        statement: Text::Borrowed("ca?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 17, v1 = 2, others - }\nadd  { v0 - 13, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 18,
        to: 22,
        file: 0,
        line: 69,
        statement: Text::Borrowed("ua?data_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 18, others - }\nand  a message that nobody sends is in ua\nadd  { v0 + 4, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 18,
        to: 23,
        file: 0,
        line: 70,
        statement: Text::Borrowed("ua?expid_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 18, others - }\nand  a message that nobody sends is in ua\nadd  { v0 + 5, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 18,
        to: 3,
        file: 0,
        line: 71,
        statement: Text::Borrowed("ua?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 18, v9 = 2, others - }\nadd  { v0 - 15, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 18,
        to: 4,
        file: 0,
        line: 72,
        statement: Text::Borrowed("ca?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 18, v1 = 2, others - }\nadd  { v0 - 14, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 18,
        to: 24,
        file: 0,
        line: 73,
        statement: Text::Borrowed("ua?close_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(1),
        parts: 5,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 18, v9 = 4, others - }\nadd  { v0 + 6, others 0 }\nthen remove the oldest message of ua",
        ),
    },
    RuleFacts {
        process: 0,
        from: 18,
        to: 8,
        file: 0,
        line: 74,
        statement: Text::Borrowed("ca?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(0),
        parts: 3,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 18, others - }\nand  a message that nobody sends is in ca\nadd  { v0 - 10, others 0 }\nthen remove the oldest message of ca",
        ),
    },
    RuleFacts {
        process: 0,
        from: 19,
        to: 0,
        file: 0,
        line: 59,
        statement: Text::Borrowed("UA!close_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 19, v43 = 0, others - }\nadd  { v0 - 19, others 0 }\nthen append close_ind to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 20,
        to: 17,
        file: 0,
        line: 60,
        statement: Text::Borrowed("UA!data_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 20, v43 = 0, others - }\nadd  { v0 - 3, others 0 }\nthen append data_ind to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 21,
        to: 17,
        file: 0,
        line: 61,
        statement: Text::Borrowed("UA!expid_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(4),
        parts: 0x81,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 21, v43 = 0, others - }\nadd  { v0 - 4, others 0 }\nthen append expid_ind to UA",
        ),
    },
    RuleFacts {
        process: 0,
        from: 22,
        to: 18,
        file: 0,
        line: 69,
        statement: Text::Borrowed("cb!m5"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 22, v25 = 0, others - }\nadd  { v0 - 4, others 0 }\nthen append m5 to cb",
        ),
    },
    RuleFacts {
        process: 0,
        from: 23,
        to: 18,
        file: 0,
        line: 70,
        statement: Text::Borrowed("cb!m6"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 23, v25 = 0, others - }\nadd  { v0 - 5, others 0 }\nthen append m6 to cb",
        ),
    },
    RuleFacts {
        process: 0,
        from: 24,
        to: 0,
        file: 0,
        line: 73,
        statement: Text::Borrowed("cb!m3"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(2),
        parts: 0x11,
        reads: 1,
        vector: Text::Borrowed(
            "if   { v0 = 24, v25 = 0, others - }\nadd  { v0 - 24, others 0 }\nthen append m3 to cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 1,
        file: 0,
        line: 83,
        statement: Text::Borrowed("cb?m1"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 0, v18 = 1, others - }\nadd  { v17 + 1, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 2,
        file: 0,
        line: 84,
        statement: Text::Borrowed("ub?conn_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 0, others - }\nand  a message that nobody sends is in ub\nadd  { v17 + 2, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 3,
        file: 0,
        line: 85,
        statement: Text::Borrowed("ub?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 0, others - }\nand  a message that nobody sends is in ub\nadd  { v17 + 3, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 0,
        to: 4,
        file: 0,
        line: 86,
        statement: Text::Borrowed("cb?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 0, v18 = 2, others - }\nadd  { v17 + 4, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 1,
        to: 5,
        file: 0,
        line: 83,
        statement: Text::Borrowed("UB!conn_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 1, v52 = 0, others - }\nadd  { v17 + 4, others 0 }\nthen append conn_ind to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 2,
        to: 6,
        file: 0,
        line: 84,
        statement: Text::Borrowed("ca!m1"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 2, others - }\nadd  { v17 + 4, others 0 }\nthen append m1 to ca",
        ),
    },
    RuleFacts {
        process: 1,
        from: 3,
        to: 0,
        file: 0,
        line: 85,
        statement: Text::Borrowed("ca!m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 3, others - }\nadd  { v17 - 3, others 0 }\nthen append m4 to ca",
        ),
    },
    RuleFacts {
        process: 1,
        from: 4,
        to: 0,
        file: 0,
        line: 86,
        statement: Text::Borrowed("UB!d"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 4, v52 = 0, others - }\nadd  { v17 - 4, others 0 }\nthen append d to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 5,
        to: 7,
        file: 0,
        line: 99,
        statement: Text::Borrowed("ub?conn_resp"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 5, v26 = 1, others - }\nadd  { v17 + 2, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 5,
        to: 8,
        file: 0,
        line: 100,
        statement: Text::Borrowed("cb?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 5, others - }\nand  a message that nobody sends is in cb\nadd  { v17 + 3, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 5,
        to: 3,
        file: 0,
        line: 101,
        statement: Text::Borrowed("ub?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 5, others - }\nand  a message that nobody sends is in ub\nadd  { v17 - 2, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 5,
        to: 4,
        file: 0,
        line: 102,
        statement: Text::Borrowed("cb?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 5, v18 = 2, others - }\nadd  { v17 - 1, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 6,
        to: 9,
        file: 0,
        line: 91,
        statement: Text::Borrowed("cb?m2"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 6, v18 = 3, others - }\nadd  { v17 + 3, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 6,
        to: 8,
        file: 0,
        line: 92,
        statement: Text::Borrowed("cb?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 6, others - }\nand  a message that nobody sends is in cb\nadd  { v17 + 2, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 6,
        to: 3,
        file: 0,
        line: 93,
        statement: Text::Borrowed("ub?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 6, others - }\nand  a message that nobody sends is in ub\nadd  { v17 - 3, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 6,
        to: 4,
        file: 0,
        line: 94,
        statement: Text::Borrowed("cb?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 6, v18 = 2, others - }\nadd  { v17 - 2, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 7,
        to: 10,
        file: 0,
        line: 99,
        statement: Text::Borrowed("ca!m2"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 7, others - }\nadd  { v17 + 3, others 0 }\nthen append m2 to ca",
        ),
    },
    RuleFacts {
        process: 1,
        from: 8,
        to: 0,
        file: 0,
        line: 100,
        statement: Text::Borrowed("UB!disconn"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 8, v52 = 0, others - }\nadd  { v17 - 8, others 0 }\nthen append disconn to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 9,
        to: 10,
        file: 0,
        line: 91,
        statement: Text::Borrowed("UB!conn_conf"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 9, v52 = 0, others - }\nadd  { v17 + 1, others 0 }\nthen append conn_conf to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 11,
        file: 0,
        line: 107,
        statement: Text::Borrowed("ub?close_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, v26 = 2, others - }\nadd  { v17 + 1, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 12,
        file: 0,
        line: 108,
        statement: Text::Borrowed("cb?m3"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, v18 = 4, others - }\nadd  { v17 + 2, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 13,
        file: 0,
        line: 109,
        statement: Text::Borrowed("ub?data_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, others - }\nand  a message that nobody sends is in ub\nadd  { v17 + 3, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 14,
        file: 0,
        line: 110,
        statement: Text::Borrowed("cb?m5"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, v18 = 5, others - }\nadd  { v17 + 4, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 15,
        file: 0,
        line: 111,
        statement: Text::Borrowed("ub?expid_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, others - }\nand  a message that nobody sends is in ub\nadd  { v17 + 5, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 16,
        file: 0,
        line: 112,
        statement: Text::Borrowed("cb?m6"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, v18 = 6, others - }\nadd  { v17 + 6, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 8,
        file: 0,
        line: 113,
        statement: Text::Borrowed("cb?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, others - }\nand  a message that nobody sends is in cb\nadd  { v17 - 2, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 3,
        file: 0,
        line: 114,
        statement: Text::Borrowed("ub?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, others - }\nand  a message that nobody sends is in ub\nadd  { v17 - 7, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 10,
        to: 4,
        file: 0,
        line: 115,
        statement: Text::Borrowed("cb?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 10, v18 = 2, others - }\nadd  { v17 - 6, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 11,
        to: 17,
        file: 0,
        line: 107,
        statement: Text::Borrowed("ca!m3"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 11, others - }\nadd  { v17 + 6, others 0 }\nthen append m3 to ca",
        ),
    },
    RuleFacts {
        process: 1,
        from: 12,
        to: 18,
        file: 0,
        line: 108,
        statement: Text::Borrowed("UB!close_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 12, v52 = 0, others - }\nadd  { v17 + 6, others 0 }\nthen append close_ind to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 13,
        to: 10,
        file: 0,
        line: 109,
        statement: Text::Borrowed("ca!m5"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 13, others - }\nadd  { v17 - 3, others 0 }\nthen append m5 to ca",
        ),
    },
    RuleFacts {
        process: 1,
        from: 14,
        to: 10,
        file: 0,
        line: 110,
        statement: Text::Borrowed("UB!data_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 14, v52 = 0, others - }\nadd  { v17 - 4, others 0 }\nthen append data_ind to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 15,
        to: 10,
        file: 0,
        line: 111,
        statement: Text::Borrowed("ca!m6"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 15, others - }\nadd  { v17 - 5, others 0 }\nthen append m6 to ca",
        ),
    },
    RuleFacts {
        process: 1,
        from: 16,
        to: 10,
        file: 0,
        line: 112,
        statement: Text::Borrowed("UB!expid_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 16, v52 = 0, others - }\nadd  { v17 - 6, others 0 }\nthen append expid_ind to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 17,
        to: 19,
        file: 0,
        line: 120,
        statement: Text::Borrowed("cb?m3"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 17, v18 = 4, others - }\nadd  { v17 + 2, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 17,
        to: 20,
        file: 0,
        line: 121,
        statement: Text::Borrowed("cb?m5"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 17, v18 = 5, others - }\nadd  { v17 + 3, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 17,
        to: 21,
        file: 0,
        line: 122,
        statement: Text::Borrowed("cb?m6"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 17, v18 = 6, others - }\nadd  { v17 + 4, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 17,
        to: 8,
        file: 0,
        line: 123,
        statement: Text::Borrowed("cb?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 17, others - }\nand  a message that nobody sends is in cb\nadd  { v17 - 9, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 17,
        to: 3,
        file: 0,
        line: 124,
        statement: Text::Borrowed("ub?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 17, others - }\nand  a message that nobody sends is in ub\nadd  { v17 - 14, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 17,
        to: 4,
        file: 0,
        line: 125,
        statement: Text::Borrowed("cb?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 17, v18 = 2, others - }\nadd  { v17 - 13, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 18,
        to: 22,
        file: 0,
        line: 130,
        statement: Text::Borrowed("ub?data_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 18, others - }\nand  a message that nobody sends is in ub\nadd  { v17 + 4, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 18,
        to: 23,
        file: 0,
        line: 131,
        statement: Text::Borrowed("ub?expid_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 18, others - }\nand  a message that nobody sends is in ub\nadd  { v17 + 5, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 18,
        to: 3,
        file: 0,
        line: 132,
        statement: Text::Borrowed("ub?abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 18, others - }\nand  a message that nobody sends is in ub\nadd  { v17 - 15, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 18,
        to: 4,
        file: 0,
        line: 133,
        statement: Text::Borrowed("cb?m4"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 18, v18 = 2, others - }\nadd  { v17 - 14, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 18,
        to: 24,
        file: 0,
        line: 134,
        statement: Text::Borrowed("ub?close_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(3),
        parts: 0x28,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 18, v26 = 2, others - }\nadd  { v17 + 6, others 0 }\nthen remove the oldest message of ub",
        ),
    },
    RuleFacts {
        process: 1,
        from: 18,
        to: 8,
        file: 0,
        line: 135,
        statement: Text::Borrowed("cb?m7"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(2),
        parts: 0x18,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 18, others - }\nand  a message that nobody sends is in cb\nadd  { v17 - 10, others 0 }\nthen remove the oldest message of cb",
        ),
    },
    RuleFacts {
        process: 1,
        from: 19,
        to: 0,
        file: 0,
        line: 120,
        statement: Text::Borrowed("UB!close_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 19, v52 = 0, others - }\nadd  { v17 - 19, others 0 }\nthen append close_ind to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 20,
        to: 17,
        file: 0,
        line: 121,
        statement: Text::Borrowed("UB!data_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 20, v52 = 0, others - }\nadd  { v17 - 3, others 0 }\nthen append data_ind to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 21,
        to: 17,
        file: 0,
        line: 122,
        statement: Text::Borrowed("UB!expid_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(5),
        parts: 0x208,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v17 = 21, v52 = 0, others - }\nadd  { v17 - 4, others 0 }\nthen append expid_ind to UB",
        ),
    },
    RuleFacts {
        process: 1,
        from: 22,
        to: 18,
        file: 0,
        line: 130,
        statement: Text::Borrowed("ca!m5"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 22, others - }\nadd  { v17 - 4, others 0 }\nthen append m5 to ca",
        ),
    },
    RuleFacts {
        process: 1,
        from: 23,
        to: 18,
        file: 0,
        line: 131,
        statement: Text::Borrowed("ca!m6"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 23, others - }\nadd  { v17 - 5, others 0 }\nthen append m6 to ca",
        ),
    },
    RuleFacts {
        process: 1,
        from: 24,
        to: 0,
        file: 0,
        line: 134,
        statement: Text::Borrowed("ca!m3"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(0),
        parts: 0xa,
        reads: 8,
        vector: Text::Borrowed(
            "if   { v8 = 0, v17 = 24, others - }\nadd  { v17 - 24, others 0 }\nthen append m3 to ca",
        ),
    },
    RuleFacts {
        process: 2,
        from: 0,
        to: 1,
        file: 0,
        line: 145,
        statement: Text::Borrowed("UA?conn_conf"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(4),
        parts: 0xc0,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 0, v36 = 3, others - }\nadd  { v34 + 1, others 0 }\nthen remove the oldest message of UA",
        ),
    },
    RuleFacts {
        process: 2,
        from: 0,
        to: 2,
        file: 0,
        line: 146,
        statement: Text::Borrowed("UA?close_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(4),
        parts: 0xc0,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 0, v36 = 5, others - }\nadd  { v34 + 2, others 0 }\nthen remove the oldest message of UA",
        ),
    },
    RuleFacts {
        process: 2,
        from: 0,
        to: 3,
        file: 0,
        line: 147,
        statement: Text::Borrowed("UA?conn_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(4),
        parts: 0xc0,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 0, v36 = 1, others - }\nadd  { v34 + 3, others 0 }\nthen remove the oldest message of UA",
        ),
    },
    RuleFacts {
        process: 2,
        from: 0,
        to: 4,
        file: 0,
        line: 148,
        statement: Text::Borrowed("(m == 0)"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 0x40,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 0, others - }\nand  m == 0\nadd  { v34 + 4, others 0 }",
        ),
    },
    RuleFacts {
        process: 2,
        from: 0,
        to: 5,
        file: 0,
        line: 149,
        statement: Text::Borrowed("(m == 1)"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 0x40,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 0, others - }\nand  m == 1\nadd  { v34 + 5, others 0 }",
        ),
    },
    RuleFacts {
        process: 2,
        from: 0,
        to: 0,
        file: 0,
        line: 150,
        statement: Text::Borrowed("UA?default"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(4),
        parts: 0x80,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 0, others - }\nand  UA is not empty\nadd  { others 0 }\nthen remove the oldest message of UA",
        ),
    },
    RuleFacts {
        process: 2,
        from: 1,
        to: 6,
        file: 0,
        line: 145,
        statement: Text::Borrowed("ua!close_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 0x44,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v16 = 0, v34 = 1, others - }\nadd  { v34 + 5, others 0 }\nthen append close_req to ua",
        ),
    },
    RuleFacts {
        process: 2,
        from: 2,
        to: 0,
        file: 0,
        line: 146,
        statement: Text::Borrowed("ua!close_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 0x44,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v16 = 0, v34 = 2, others - }\nadd  { v34 - 2, others 0 }\nthen append close_req to ua",
        ),
    },
    RuleFacts {
        process: 2,
        from: 3,
        to: 0,
        file: 0,
        line: 147,
        statement: Text::Borrowed("ua!conn_resp"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 0x44,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v16 = 0, v34 = 3, others - }\nadd  { v34 - 3, others 0 }\nthen append conn_resp to ua",
        ),
    },
    RuleFacts {
        process: 2,
        from: 4,
        to: 7,
        file: 0,
        line: 148,
        statement: Text::Borrowed("m = 1"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 0x40,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 4, others - }\nadd  { v34 + 3, others 0 }\nthen m = 1",
        ),
    },
    RuleFacts {
        process: 2,
        from: 5,
        to: 8,
        file: 0,
        line: 149,
        statement: Text::Borrowed("m = 2"),
        likelihood: Likelihood::Untagged,
        event: Event::Internal,
        parts: 0x40,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 5, others - }\nadd  { v34 + 3, others 0 }\nthen m = 2",
        ),
    },
    RuleFacts {
        process: 2,
        from: 6,
        to: 0,
        file: 0,
        line: 145,
        statement: Text::Borrowed("UA?close_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(4),
        parts: 0xc0,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v34 = 6, v36 = 5, others - }\nadd  { v34 - 6, others 0 }\nthen remove the oldest message of UA",
        ),
    },
    RuleFacts {
        process: 2,
        from: 7,
        to: 0,
        file: 0,
        line: 148,
        statement: Text::Borrowed("ua!conn_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 0x44,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v16 = 0, v34 = 7, others - }\nadd  { v34 - 7, others 0 }\nthen append conn_req to ua",
        ),
    },
    RuleFacts {
        process: 2,
        from: 8,
        to: 0,
        file: 0,
        line: 149,
        statement: Text::Borrowed("ua!abort"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(1),
        parts: 0x44,
        reads: 0x40,
        vector: Text::Borrowed(
            "if   { v16 = 0, v34 = 8, others - }\nadd  { v34 - 8, others 0 }\nthen append abort to ua",
        ),
    },
    RuleFacts {
        process: 3,
        from: 0,
        to: 1,
        file: 0,
        line: 158,
        statement: Text::Borrowed("UB?conn_conf"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(5),
        parts: 0x300,
        reads: 0x100,
        vector: Text::Borrowed(
            "if   { v44 = 0, v45 = 3, others - }\nadd  { v44 + 1, others 0 }\nthen remove the oldest message of UB",
        ),
    },
    RuleFacts {
        process: 3,
        from: 0,
        to: 2,
        file: 0,
        line: 159,
        statement: Text::Borrowed("UB?close_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(5),
        parts: 0x300,
        reads: 0x100,
        vector: Text::Borrowed(
            "if   { v44 = 0, v45 = 5, others - }\nadd  { v44 + 2, others 0 }\nthen remove the oldest message of UB",
        ),
    },
    RuleFacts {
        process: 3,
        from: 0,
        to: 3,
        file: 0,
        line: 160,
        statement: Text::Borrowed("UB?conn_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(5),
        parts: 0x300,
        reads: 0x100,
        vector: Text::Borrowed(
            "if   { v44 = 0, v45 = 1, others - }\nadd  { v44 + 3, others 0 }\nthen remove the oldest message of UB",
        ),
    },
    RuleFacts {
        process: 3,
        from: 0,
        to: 0,
        file: 0,
        line: 161,
        statement: Text::Borrowed("UB?default"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(5),
        parts: 0x200,
        reads: 0x100,
        vector: Text::Borrowed(
            "if   { v44 = 0, others - }\nand  UB is not empty\nadd  { others 0 }\nthen remove the oldest message of UB",
        ),
    },
    RuleFacts {
        process: 3,
        from: 1,
        to: 4,
        file: 0,
        line: 158,
        statement: Text::Borrowed("ub!close_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(3),
        parts: 0x120,
        reads: 0x100,
        vector: Text::Borrowed(
            "if   { v33 = 0, v44 = 1, others - }\nadd  { v44 + 3, others 0 }\nthen append close_req to ub",
        ),
    },
    RuleFacts {
        process: 3,
        from: 2,
        to: 0,
        file: 0,
        line: 159,
        statement: Text::Borrowed("ub!close_req"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(3),
        parts: 0x120,
        reads: 0x100,
        vector: Text::Borrowed(
            "if   { v33 = 0, v44 = 2, others - }\nadd  { v44 - 2, others 0 }\nthen append close_req to ub",
        ),
    },
    RuleFacts {
        process: 3,
        from: 3,
        to: 0,
        file: 0,
        line: 160,
        statement: Text::Borrowed("ub!conn_resp"),
        likelihood: Likelihood::Untagged,
        event: Event::Send(3),
        parts: 0x120,
        reads: 0x100,
        vector: Text::Borrowed(
            "if   { v33 = 0, v44 = 3, others - }\nadd  { v44 - 3, others 0 }\nthen append conn_resp to ub",
        ),
    },
    RuleFacts {
        process: 3,
        from: 4,
        to: 0,
        file: 0,
        line: 158,
        statement: Text::Borrowed("UB?close_ind"),
        likelihood: Likelihood::Untagged,
        event: Event::Receive(5),
        parts: 0x300,
        reads: 0x100,
        vector: Text::Borrowed(
            "if   { v44 = 4, v45 = 5, others - }\nadd  { v44 - 4, others 0 }\nthen remove the oldest message of UB",
        ),
    },
];
