//! The naive twin: executes the model as the language says, with unpacked values and a hash set of states.
//!
//! It shares nothing with the stages after `resolve`: control flow is built anew (`control`), expressions are walked as
//! trees (`evaluate`), edges are tried one by one (`step`), ends are told apart (`end`). It is there to be right, not fast:
//! what the compiled verifiers report is compared with it. Claims (`never`, `ltl`) are not executed.

pub mod control;
mod end;
mod evaluate;
mod step;

use crate::model::{MessageId, Model, QueueId, Scope};
use control::{Control, Watcher, control, watcher};
pub use end::End;
use evaluate::{Fault, Who};
use std::collections::{BTreeMap, HashMap, VecDeque};
pub use step::{Outcome, Step};

/// How to explore.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// A timeout is executable whenever its queue is empty.
    pub eager_timeouts: bool,
    /// Equivalent control states are not merged.
    pub no_minimize: bool,
}

/// What is wrong, by the names that reports use.
pub type Errors = BTreeMap<&'static str, usize>;

/// What an exhaustive exploration found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Exploration {
    pub states: usize,
    /// Executed edges with an explored result, over all states.
    pub transitions: usize,
    /// Steps to the farthest state.
    pub depth: usize,
    pub proper: usize,
    /// Of the proper ends, those that leave messages in queues.
    pub proper_with_messages: usize,
    pub idle: usize,
    pub errors: Errors,
}

/// A state of the whole system.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// By process and instance.
    control: Vec<Vec<usize>>,
    /// By variable, copy and element. A global variable has one copy, any other a copy for each instance of its process.
    pub variables: Vec<Vec<Vec<i16>>>,
    /// By queue and index, the oldest message first.
    pub queues: Vec<Vec<Vec<(MessageId, i16)>>>,
    /// By assertion; `None` is switched off.
    watchers: Vec<Option<usize>>,
}

/// A model with its control flow.
pub struct System<'m> {
    model: &'m Model,
    options: Options,
    queue_limit: Option<u32>,
    strict_end: bool,
    controls: Vec<Control>,
    watchers: Vec<Watcher>,
}

impl<'m> System<'m> {
    pub fn new(model: &'m Model, options: Options) -> Self {
        let controls = model.processes.iter().map(|process| control(&process.body, !options.no_minimize)).collect();
        let watchers = model.monitors.iter().map(|monitor| watcher(&monitor.body)).collect();
        System { model, options, queue_limit: None, strict_end: false, controls, watchers }
    }

    /// Queues hold at most so many messages, whatever their capacity; initial contents may be more.
    pub fn with_queue_limit(self, queue_limit: Option<u32>) -> Self {
        System { queue_limit, ..self }
    }

    /// Only proper termination is right: a state that would be idle is a deadlock.
    pub fn with_strict_end(self, strict_end: bool) -> Self {
        System { strict_end, ..self }
    }

    pub fn initial(&self) -> State {
        let model = self.model;
        let instances = |at: usize| model.processes[at].instances() as usize;
        State {
            control: self.controls.iter().enumerate().map(|(at, control)| vec![control.start; instances(at)]).collect(),
            variables: model
                .variables
                .iter()
                .map(|variable| {
                    let elements = variable.length.unwrap_or(1) as usize;
                    let copies = match variable.scope {
                        Scope::Global => &variable.initial[..1],
                        _ => &variable.initial[..],
                    };
                    copies.iter().map(|value| vec![*value; elements]).collect()
                })
                .collect(),
            queues: model
                .queues
                .iter()
                .map(|queue| {
                    let contents = queue.initial.iter().map(|(message, value)| (*message, value.unwrap_or(0)));
                    vec![contents.collect(); queue.length.unwrap_or(1) as usize]
                })
                .collect(),
            watchers: vec![Some(0); self.watchers.len()],
        }
    }

    /// How many messages block a send to a queue.
    fn capacity(&self, queue: QueueId) -> usize {
        let capacity = self.model[queue].capacity;
        self.queue_limit.map_or(capacity, |limit| limit.min(capacity)) as usize
    }

    /// Visits every reachable state, breadth first.
    pub fn explore(&self) -> Exploration {
        self.explore_within(usize::MAX).unwrap_or_default()
    }

    /// Visits every reachable state, breadth first; gives up where there are more than `max_states`.
    pub fn explore_within(&self, max_states: usize) -> Option<Exploration> {
        let mut found = Exploration::default();
        let mut depths: HashMap<State, usize> = HashMap::new();
        let initial = self.initial();
        depths.insert(initial.clone(), 0);
        let mut queue = VecDeque::from([initial]);
        while let Some(state) = queue.pop_front() {
            if depths.len() > max_states {
                return None;
            }
            let depth = depths[&state];
            found.states += 1;
            found.depth = found.depth.max(depth);
            self.broken_invariants(&state).into_iter().for_each(|kind| found.count(kind));
            let steps = self.steps(&state);
            if steps.is_empty() {
                found.count_end(self.end(&state));
            }
            for step in steps {
                match step.outcome {
                    Outcome::Error(kind, _) => found.count(kind),
                    Outcome::Next(next) => {
                        found.transitions += 1;
                        if !depths.contains_key(&next) {
                            depths.insert(next.clone(), depth + 1);
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        Some(found)
    }

    /// What is wrong with the invariants: one name for each that does not hold, as reports call it.
    pub fn broken_invariants(&self, state: &State) -> Vec<&'static str> {
        let broken = |condition| match self.evaluate(condition, state, Who { instance: 0 }) {
            Ok(0) => Some("invariant"),
            Ok(_) => None,
            Err(Fault) => Some("fault"),
        };
        self.model.invariants.iter().filter_map(|invariant| broken(&invariant.condition)).collect()
    }
}

impl Exploration {
    fn count(&mut self, error: &'static str) {
        *self.errors.entry(error).or_default() += 1;
    }

    fn count_end(&mut self, end: End) {
        match end {
            End::Proper { incomplete, with_messages } => {
                self.proper += 1;
                self.proper_with_messages += usize::from(with_messages);
                (0..incomplete).for_each(|_| self.count("assertion_incomplete"));
            }
            End::Idle => self.idle += 1,
            End::Error(kind) => self.count(kind),
        }
    }
}
