//! The naive twin: executes the model as the language says, with unpacked values and a hash set of states.
//!
//! It shares nothing with the stages after `resolve`: control flow is built anew (`control`), expressions are walked as
//! trees (`evaluate`). It is there to be right, not fast: what the compiled verifiers report is compared with it.
//! Claims (`never`, `ltl`) are not executed.

pub mod control;
mod evaluate;

use crate::ast::MonitorKind;
use crate::model::{Action, MessageId, Model, QueueId, QueueRef, Scope};
use control::{Control, Edge, Watcher, control, watcher};
use evaluate::{Fault, Who};
use std::collections::{BTreeMap, HashMap, VecDeque};

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
    pub idle: usize,
    pub errors: Errors,
}

/// A state of the whole system.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// By process and instance.
    control: Vec<Vec<usize>>,
    /// By variable, copy and element.
    variables: Vec<Vec<Vec<i16>>>,
    /// By queue and index, the oldest message first.
    queues: Vec<Vec<Vec<(MessageId, i16)>>>,
    /// By assertion; `None` is switched off.
    watchers: Vec<Option<usize>>,
}

/// A model with its control flow.
pub struct System<'m> {
    model: &'m Model,
    options: Options,
    controls: Vec<Control>,
    watchers: Vec<Watcher>,
}

/// What comes of trying an edge.
enum Outcome {
    Blocked,
    Step(State),
    Error(&'static str),
}

impl<'m> System<'m> {
    pub fn new(model: &'m Model, options: Options) -> Self {
        let controls = model.processes.iter().map(|process| control(&process.body, !options.no_minimize)).collect();
        let watchers = model.monitors.iter().map(|monitor| watcher(&monitor.body)).collect();
        System { model, options, controls, watchers }
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

    fn capacity(&self, queue: QueueId) -> usize {
        self.model[queue].capacity as usize
    }

    /// Visits every reachable state, breadth first.
    pub fn explore(&self) -> Exploration {
        let mut found = Exploration::default();
        let mut depths: HashMap<State, usize> = HashMap::new();
        let initial = self.initial();
        depths.insert(initial.clone(), 0);
        let mut queue = VecDeque::from([initial]);
        while let Some(state) = queue.pop_front() {
            let depth = depths[&state];
            found.states += 1;
            found.depth = found.depth.max(depth);
            self.check_invariants(&state, &mut found.errors);
            let outcomes = self.outcomes(&state);
            if outcomes.is_empty() {
                self.classify(&state, &mut found);
            }
            for outcome in outcomes {
                match outcome {
                    Outcome::Blocked => {}
                    Outcome::Error(kind) => *found.errors.entry(kind).or_default() += 1,
                    Outcome::Step(next) => {
                        found.transitions += 1;
                        if !depths.contains_key(&next) {
                            depths.insert(next.clone(), depth + 1);
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        found
    }

    fn check_invariants(&self, state: &State, errors: &mut Errors) {
        for invariant in &self.model.invariants {
            match self.evaluate(&invariant.condition, state, Who { instance: 0 }) {
                Ok(0) => *errors.entry("invariant").or_default() += 1,
                Ok(_) => {}
                Err(Fault) => *errors.entry("fault").or_default() += 1,
            }
        }
    }

    /// What can happen in a state: all but timeouts; timeouts, if nothing else can.
    fn outcomes(&self, state: &State) -> Vec<Outcome> {
        let is_timeout = |edge: &&Edge| matches!(edge.action, Action::Timeout { .. });
        let others = self.try_edges(state, |edge| self.options.eager_timeouts || !is_timeout(edge));
        if others.is_empty() { self.try_edges(state, is_timeout) } else { others }
    }

    fn try_edges(&self, state: &State, wanted: impl Fn(&&Edge) -> bool) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for (process, instances) in state.control.iter().enumerate() {
            for (instance, at) in instances.iter().enumerate() {
                for edge in self.controls[process].edges[*at].iter().filter(&wanted) {
                    let outcome = self.try_edge(edge, state, process, instance).unwrap_or(Outcome::Error("fault"));
                    if !matches!(outcome, Outcome::Blocked) {
                        outcomes.push(outcome);
                    }
                }
            }
        }
        outcomes
    }

    fn try_edge(&self, edge: &Edge, state: &State, process: usize, instance: usize) -> Result<Outcome, Fault> {
        let who = Who { instance };
        let mut next = state.clone();
        next.control[process][instance] = edge.target;
        let contents = |queue: &QueueRef| -> Result<(usize, Option<(MessageId, i16)>), Fault> {
            let at = self.queue_index(queue, state, who)?;
            Ok((at, state.queues[queue.queue.0 as usize][at].first().copied()))
        };
        match &edge.action {
            Action::Skip => {}
            Action::Condition(condition) => {
                if self.evaluate(condition, state, who)? == 0 {
                    return Ok(Outcome::Blocked);
                }
            }
            Action::Assert(condition) => {
                if self.evaluate(condition, state, who)? == 0 {
                    return Ok(Outcome::Error("assert_statement"));
                }
            }
            Action::Assign { target, value } => {
                let value = self.evaluate(value, state, who)?;
                self.assign(target, value, &mut next, state, who)?;
            }
            Action::Enter { parameters, locals } => {
                for (variable, value) in parameters {
                    let value = self.evaluate(value, state, who)?;
                    next.variables[variable.0 as usize][instance] = vec![value as i16];
                }
                for variable in locals {
                    let initial = self.model[*variable].initial[instance];
                    next.variables[variable.0 as usize][instance].fill(initial);
                }
            }
            Action::Send { queue, message, value } => {
                let (at, _) = contents(queue)?;
                if state.queues[queue.queue.0 as usize][at].len() >= self.capacity(queue.queue) {
                    return Ok(Outcome::Blocked);
                }
                let value = value.as_ref().map_or(Ok(0), |value| self.evaluate(value, state, who))?;
                next.queues[queue.queue.0 as usize][at].push((*message, value as i16));
                return Ok(self.watch(next, queue.queue, at, *message, true));
            }
            Action::Receive { queue, target, .. } | Action::ReceiveAny { queue, target } => {
                let (at, oldest) = contents(queue)?;
                let Some((message, value)) = oldest else { return Ok(Outcome::Blocked) };
                if matches!(&edge.action, Action::Receive { message: wanted, .. } if *wanted != message) {
                    return Ok(Outcome::Blocked);
                }
                next.queues[queue.queue.0 as usize][at].remove(0);
                if let Some(target) = target {
                    self.assign(target, value.into(), &mut next, state, who)?;
                }
                return Ok(self.watch(next, queue.queue, at, message, false));
            }
            Action::Timeout { queue } => {
                if contents(queue)?.1.is_some() {
                    return Ok(Outcome::Blocked);
                }
            }
        }
        Ok(Outcome::Step(next))
    }

    /// Lets the assertions follow a send or a receive.
    fn watch(&self, mut next: State, queue: QueueId, at: usize, message: MessageId, is_send: bool) -> Outcome {
        let is_this = |action: &Action| {
            let (named, name, sends) = match action {
                Action::Send { queue, message, .. } => (queue, message, true),
                Action::Receive { queue, message, .. } => (queue, message, false),
                _ => return false,
            };
            let index = match named.index.as_deref() {
                Some(crate::model::Expr::Constant(index)) => *index as usize,
                _ => 0,
            };
            named.queue == queue && index == at && *name == message && sends == is_send
        };
        for (number, (watcher, monitor)) in self.watchers.iter().zip(&self.model.monitors).enumerate() {
            let Some(place) = next.watchers[number] else { continue };
            if !watcher.scope.iter().any(is_this) {
                continue;
            }
            let target = watcher.moves[place].iter().find(|(action, _)| is_this(action)).map(|(_, target)| *target);
            match (monitor.kind, target) {
                (MonitorKind::Assert, None) => return Outcome::Error("assertion"),
                (MonitorKind::Error, Some(target)) if watcher.at_end[target] => {
                    return Outcome::Error("error_sequence");
                }
                (_, target) => next.watchers[number] = target,
            }
        }
        Outcome::Step(next)
    }

    /// Says what kind of end a state without executable edges is.
    fn classify(&self, state: &State, found: &mut Exploration) {
        let all = |rests: &dyn Fn(&Control, usize) -> bool| {
            self.controls
                .iter()
                .zip(&state.control)
                .all(|(control, instances)| instances.iter().all(|at| rests(control, *at)))
        };
        if all(&|control, at| at == control.end) {
            found.proper += 1;
            for (number, watcher) in self.watchers.iter().enumerate() {
                let incomplete = state.watchers[number].is_some_and(|at| !watcher.at_end[at]);
                if incomplete && self.model.monitors[number].kind == MonitorKind::Assert {
                    *found.errors.entry("assertion_incomplete").or_default() += 1;
                }
            }
            return;
        }
        let all_empty = state.queues.iter().flatten().all(Vec::is_empty);
        if all_empty && all(&|control, at| at == control.end || control.may_rest[at]) {
            found.idle += 1;
            return;
        }
        let kind = if self.some_edge(state, |action, empty, _| {
            matches!(action, Action::Receive { .. } | Action::ReceiveAny { .. }) && !empty
        }) {
            "unspecified_reception"
        } else if self.some_edge(state, |action, _, full| matches!(action, Action::Send { .. }) && full) {
            "buffer_lock"
        } else {
            "deadlock"
        };
        *found.errors.entry(kind).or_default() += 1;
    }

    /// Some process is at a state with an edge on a queue that is (empty, full) in this way.
    fn some_edge(&self, state: &State, holds: impl Fn(&Action, bool, bool) -> bool) -> bool {
        self.controls.iter().zip(&state.control).any(|(control, instances)| {
            instances.iter().enumerate().any(|(instance, at)| {
                control.edges[*at].iter().any(|edge| {
                    let (Action::Send { queue, .. } | Action::Receive { queue, .. } | Action::ReceiveAny { queue, .. }) =
                        &edge.action
                    else {
                        return false;
                    };
                    let Ok(at) = self.queue_index(queue, state, Who { instance }) else { return false };
                    let length = state.queues[queue.queue.0 as usize][at].len();
                    holds(&edge.action, length == 0, length >= self.capacity(queue.queue))
                })
            })
        })
    }
}
