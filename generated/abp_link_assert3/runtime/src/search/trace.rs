//! The steps of an execution, found again from its states.
//!
//! Searches keep states, not rules. Every step is executed anew, so a trace that is shown is one that the rules can make; a
//! way through the states that they cannot make is a defect of the verifier and ends it.

use crate::options::Options;
use crate::outcome::{Step, Trace};
use crate::protocol::{Event, Failure, Protocol, Sink};

/// The trace through these states; `last` is a failing rule that is executed in the last of them, with its result.
pub fn retrace<P: Protocol>(
    protocol: &P,
    options: &Options,
    states: &[P::State],
    last: Option<(u32, Option<P::State>)>,
) -> Trace {
    let limit = options.queue_limit.unwrap_or(u32::MAX);
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
            let rule = rule_between(protocol, &pair[0], &pair[1], limit, options.eager_timeouts);
            step(rule.expect("defect of the verifier: no rule makes a step of the trace"), &pair[0], Some(&pair[1]))
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

/// The first rule that leads from one state to the other.
fn rule_between<P: Protocol>(
    protocol: &P,
    before: &P::State,
    after: &P::State,
    limit: u32,
    eager_timeouts: bool,
) -> Option<u32> {
    let mut finder = Finder { wanted: *after, found: None, is_empty: true };
    protocol.steps(before, limit, &mut finder);
    if eager_timeouts || finder.is_empty {
        protocol.timeouts(before, limit, &mut finder);
    }
    finder.found
}

struct Finder<State> {
    wanted: State,
    found: Option<u32>,
    is_empty: bool,
}

impl<State: Eq> Sink<State> for Finder<State> {
    fn step(&mut self, rule: u32, next: &State) {
        self.is_empty = false;
        if self.found.is_none() && *next == self.wanted {
            self.found = Some(rule);
        }
    }

    fn fails(&mut self, _: u32, _: Failure, _: Option<&State>) {
        self.is_empty = false;
    }
}
