//! Errors by kind and place: one entry with a count and one trace for all states where the same thing is wrong.

use crate::outcome::{ErrorFound, Kind, Trace};
use crate::protocol::{Facts, Failure, ProcessFacts};
use crate::value::Fault;
use std::collections::HashMap;

/// Beyond so many places of one kind the rest is counted together.
const MAX_PLACES: usize = 100;
/// A message names at most so many processes.
const MAX_NAMED: usize = 8;

/// Where something is wrong.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// A step of a rule.
    Step {
        /// The rule.
        rule: u32,
        /// What is wrong.
        failure: Failure,
    },
    /// An invariant, or a fault in it.
    Invariant {
        /// Its number.
        invariant: u32,
        /// Why it has no value.
        fault: Option<Fault>,
    },
    /// An assertion that is not complete.
    Monitor(u32),
    /// A message that waits for a process which cannot take it.
    Reception {
        /// The process.
        process: u32,
        /// Its control state.
        state: u32,
        /// The queue.
        queue: u32,
        /// The number of the message.
        message: u32,
    },
    /// Control states of all processes, and a process that waits for room in a queue.
    Stuck {
        /// By process.
        controls: Vec<u32>,
        /// The process and the queue.
        full: Option<(u32, u32)>,
    },
}

/// What makes two errors of a kind the same.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Key {
    /// The same statement of the same process definition, whatever the instance; the monitor.
    Statement(String, u32, u32, String, u32),
    /// The invariant or the monitor.
    Number(u32),
    /// The process definition, its control state, the queue and the message.
    Reception(String, u32, String, u32),
    /// The same control states.
    Stuck(Vec<u32>),
    /// Beyond the places that have entries of their own.
    #[default]
    Other,
}

/// All errors that were found.
#[derive(Default)]
pub struct Errors {
    found: Vec<ErrorFound>,
    numbers: HashMap<(Kind, Key), usize>,
    places: HashMap<Kind, usize>,
}

impl Errors {
    /// Counts an error that was found so many times. If it is the first at its place, it gets an entry, whose number is
    /// returned: it needs a trace.
    pub fn add(&mut self, kind: Kind, place: &Place, count: u64, facts: &Facts) -> Option<usize> {
        let mut key = key(place, facts);
        let places = self.places.entry(kind).or_default();
        let is_known = self.numbers.contains_key(&(kind, key.clone()));
        if !is_known && *places >= MAX_PLACES {
            key = Key::Other;
        }
        let next = self.found.len();
        let number = *self.numbers.entry((kind, key.clone())).or_insert(next);
        if number < next {
            self.found[number].count += count;
            return None;
        }
        *places += 1;
        let message = match &key {
            Key::Other => format!("at more than {MAX_PLACES} other places, such as: {}", message(place, facts)),
            _ => message(place, facts),
        };
        self.found.push(ErrorFound { kind, key, count, message, trace: Trace::default() });
        Some(number)
    }

    /// Gives an entry its trace.
    pub fn explain(&mut self, number: usize, trace: Trace) -> &ErrorFound {
        self.found[number].trace = trace;
        &self.found[number]
    }

    /// How many entries.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// All entries, in the order in which they were found.
    pub fn found(self) -> Vec<ErrorFound> {
        self.found
    }
}

fn key(place: &Place, facts: &Facts) -> Key {
    let definition = |process: u32| facts.processes[process as usize].definition.to_string();
    match place {
        Place::Step { rule, failure } => {
            let rule = &facts.rules[*rule as usize];
            let monitor = match failure {
                Failure::Assertion(monitor) | Failure::ErrorSequence(monitor) => *monitor,
                _ => 0,
            };
            Key::Statement(definition(rule.process), rule.file, rule.line, rule.statement.to_string(), monitor)
        }
        Place::Invariant { invariant: number, .. } | Place::Monitor(number) => Key::Number(*number),
        Place::Reception { process, state, queue, message } => {
            let queue = facts.queues[*queue as usize].name.to_string();
            Key::Reception(definition(*process), *state, queue, *message)
        }
        Place::Stuck { controls, .. } => Key::Stuck(controls.clone()),
    }
}

/// What is wrong, in a sentence.
fn message(place: &Place, facts: &Facts) -> String {
    let process = |number: u32| &facts.processes[number as usize];
    match place {
        Place::Step { rule, failure } => {
            let rule = &facts.rules[*rule as usize];
            let at = format!("{} at line {}", process(rule.process).name, rule.line);
            let statement = &rule.statement;
            let monitor = |number: u32| {
                let monitor = &facts.monitors[number as usize];
                format!("`{}` (line {})", monitor.name, monitor.line)
            };
            match failure {
                Failure::Fault(fault) => format!("`{statement}` ({at}): {fault}"),
                Failure::AssertStatement => format!("`{statement}` does not hold ({at})"),
                Failure::Assertion(number) => format!("{} does not allow `{statement}` here ({at})", monitor(*number)),
                Failure::ErrorSequence(number) => format!("`{statement}` completes {} ({at})", monitor(*number)),
            }
        }
        Place::Invariant { invariant, fault } => {
            let invariant = &facts.invariants[*invariant as usize];
            let (name, line, condition) = (&invariant.name, invariant.line, &invariant.condition);
            match fault {
                Some(fault) => format!("invariant `{name}` (line {line}, {condition}): {fault}"),
                None => format!("invariant `{name}` (line {line}) does not hold: {condition}"),
            }
        }
        Place::Monitor(number) => {
            let monitor = &facts.monitors[*number as usize];
            format!("all processes have ended, but `{}` (line {}) is not complete", monitor.name, monitor.line)
        }
        Place::Reception { process: number, state, queue, message } => {
            let queue = &facts.queues[*queue as usize];
            let message = &queue.messages[*message as usize - 1].name;
            format!(
                "`{message}` waits in queue `{}`, but {} cannot receive it",
                queue.name,
                at(process(*number), *state)
            )
        }
        Place::Stuck { controls, full } => match full {
            Some((number, queue)) => {
                let place = at(process(*number), controls[*number as usize]);
                format!("{place} waits for room in queue `{}`, which is full", facts.queues[*queue as usize].name)
            }
            None => format!("no process can go on: {}", waiting(controls, facts)),
        },
    }
}

/// A process and where it is.
fn at(process: &ProcessFacts, state: u32) -> String {
    let state = &process.states[state as usize];
    let label = if state.label.is_empty() { String::new() } else { format!("`{}`, ", state.label) };
    format!("{} ({label}line {})", process.name, state.line)
}

/// The processes that have not ended.
fn waiting(controls: &[u32], facts: &Facts) -> String {
    let waits = |(process, state): &(&ProcessFacts, &u32)| process.end != Some(**state);
    let places = facts.processes.iter().zip(controls).filter(waits).map(|(process, state)| at(process, *state));
    let mut places: Vec<String> = places.collect();
    let more = places.len().saturating_sub(MAX_NAMED);
    places.truncate(MAX_NAMED);
    if more > 0 {
        places.push(format!("and {more} more"));
    }
    places.join(", ")
}
