//! The steps of an execution, found again from its states.
//!
//! Searches keep states, not rules. Every step is executed anew, so a trace that is shown is one that the rules can make; a
//! way through the states that they cannot make is a defect of the verifier and ends it.

use super::successors::{Conditions, Successors};
use crate::outcome::{Step, Trace};
use crate::protocol::{Event, Protocol};

/// The trace through these states; `last` is a failing rule that is executed in the last of them, with its result.
pub fn retrace<P: Protocol>(
    protocol: &P,
    conditions: Conditions,
    states: &[P::State],
    last: Option<(u32, Option<P::State>)>,
) -> Trace {
    let limit = conditions.queue_limit;
    let mut successors = Successors::new();
    let step = |rule: u32, before: &P::State, after: Option<&P::State>| Step {
        rule,
        queue: queue(protocol, rule, before, limit),
        state: after.map(|state| state.as_ref().to_vec()),
    };
    let initial = states.first().expect("an execution begins somewhere");
    assert!(*initial == protocol.initial(), "defect of the verifier: an execution does not begin in the initial state");
    let mut steps: Vec<Step> = states
        .windows(2)
        .map(|pair| {
            successors.generate(protocol, &pair[0], conditions);
            let found = successors.steps.iter().find(|(_, next)| *next == pair[1]);
            let (rule, next) = found.expect("defect of the verifier: no rule makes a step of the trace");
            step(*rule, &pair[0], Some(next))
        })
        .collect();
    if let Some((rule, result)) = last {
        steps.push(step(rule, states.last().unwrap_or(initial), result.as_ref()));
    }
    Trace { initial: initial.as_ref().to_vec(), steps }
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
