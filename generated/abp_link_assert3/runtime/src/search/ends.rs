//! What kind of end a state is in which nothing is executable.

use super::errors::Place;
use crate::outcome::Kind;
use crate::protocol::{Event, Facts, ProcessFacts, Protocol};

/// The kinds of ends.
pub enum End {
    /// Every process is at its end; these assertions are not at theirs.
    Proper { incomplete: Vec<u32>, has_messages: bool },
    /// Everything rests and no message waits.
    Idle,
    /// Anything else.
    Error(Kind, Place),
}

/// Says what kind of end a state is. `strict`: only proper termination is right.
pub fn classify<P: Protocol>(protocol: &P, state: &P::State, limit: u32, strict: bool) -> End {
    let facts = protocol.facts();
    let words = state.as_ref();
    let has_messages = facts.queues.iter().any(|queue| !queue.place.is_empty(words));
    if facts.processes.iter().all(|process| is_at_end(process, words)) {
        return End::Proper { incomplete: incomplete(facts, words), has_messages };
    }
    let rests = |process: &ProcessFacts| is_at_end(process, words) || process.states[control(process, words)].may_rest;
    if !strict && !has_messages && facts.processes.iter().all(rests) {
        return End::Idle;
    }
    blocked(protocol, state, limit)
}

/// The control state of a process.
pub fn control(process: &ProcessFacts, words: &[u64]) -> usize {
    process.control.get(words) as usize
}

/// The process is at its end.
pub fn is_at_end(process: &ProcessFacts, words: &[u64]) -> bool {
    process.end == Some(control(process, words) as u32)
}

fn incomplete(facts: &Facts, words: &[u64]) -> Vec<u32> {
    let monitors = facts.monitors.iter().enumerate();
    let is_incomplete = |&(_, monitor): &(usize, &crate::protocol::MonitorFacts)| {
        monitor.is_assert && !monitor.ends[monitor.state.get(words) as usize]
    };
    monitors.filter(is_incomplete).map(|(number, _)| number as u32).collect()
}

/// A message that nobody takes, a queue that is full, or just no way on: the first that holds.
fn blocked<P: Protocol>(protocol: &P, state: &P::State, limit: u32) -> End {
    let (facts, words) = (protocol.facts(), state.as_ref());
    let mut full = None;
    for (number, rule) in facts.rules.iter().enumerate() {
        let process = &facts.processes[rule.process as usize];
        if control(process, words) != rule.from as usize {
            continue;
        }
        let element = || protocol.queue_index(number as u32, state, limit) as u32;
        match rule.event {
            Event::Receive(queue) => {
                let queue = queue + element();
                let head = facts.queues[queue as usize].place.head(words);
                if head != 0 {
                    let place = Place::Reception { process: rule.process, state: rule.from, queue, message: head };
                    return End::Error(Kind::UnspecifiedReception, place);
                }
            }
            Event::Send(queue) if full.is_none() => {
                let queue = queue + element();
                if facts.queues[queue as usize].place.is_full(words, limit) {
                    full = Some((rule.process, queue));
                }
            }
            _ => {}
        }
    }
    let controls = facts.processes.iter().map(|process| control(process, words) as u32).collect();
    let kind = if full.is_some() { Kind::BufferLock } else { Kind::Deadlock };
    End::Error(kind, Place::Stuck { controls, full })
}
