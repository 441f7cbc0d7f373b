//! The steps of an execution, found again from its states.
//!
//! Searches keep states, not rules. Every step is executed anew, so a trace that is shown is one that the rules can make; a
//! way through the states that they cannot make is a defect of the verifier and ends it.

use super::successors::Successors;
use crate::outcome::{Taken, Trace};
use crate::protocol::{Event, Protocol, Vector};
use crate::store::Trying;

/// The trace through these states; `last` is a failing rule that is executed in the last of them, with its result.
///
/// The list of states becomes part of the trace. It should have room for the result, or all of it is copied.
pub fn retrace<P: Protocol>(
    trying: &Trying<P>,
    mut states: Vec<P::State>,
    last: Option<(u32, Option<P::State>)>,
) -> Trace {
    let protocol = trying.protocol;
    assert!(
        states.first() == Some(&protocol.initial()),
        "defect of the verifier: an execution does not begin in the initial state"
    );
    let queue = |rule: u32, before: &P::State| queue(protocol, rule, before, trying.conditions.queue_limit);
    let mut successors = Successors::new();
    let mut steps = Vec::with_capacity(states.len());
    for pair in states.windows(2) {
        successors.generate(protocol, &pair[0], trying.conditions);
        let found = successors.steps.iter().find(|(_, next)| *next == pair[1]);
        let (rule, _) = found.expect("defect of the verifier: no rule makes a step of the trace");
        steps.push(Taken::new(*rule, queue(*rule, &pair[0])));
    }
    if let (Some((rule, result)), Some(before)) = (last, states.last().copied()) {
        steps.push(Taken::new(rule, queue(rule, &before)));
        states.extend(result);
    }
    Trace::new(P::State::WORDS, P::State::flatten(states), steps)
}

/// The queue that a rule means in a state.
fn queue<P: Protocol>(protocol: &P, rule: u32, state: &P::State, limit: u32) -> Option<u32> {
    match protocol.facts().rules[rule as usize].event {
        Event::Internal => None,
        Event::Send(queue) | Event::Receive(queue) | Event::Timeout(queue) => {
            Some(queue + protocol.queue_index(rule, state, limit) as u32)
        }
    }
}
