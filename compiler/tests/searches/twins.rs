//! Naive twins of partial searches: as simple as they can be, with sets of states and nothing else.

use crate::common::verify::{Task, perform};
use crate::found::{Found, fails_in_step};
use crate::spec::{Seen, Spec};
use argos_runtime::options::Options;
use argos_runtime::protocol::{Event, Facts, Failure, Likelihood, Protocol, Sink, Vector};
use std::collections::{HashMap, HashSet, VecDeque};

/// Something that can happen in a state: a rule, and where it leads if it does not fail.
#[derive(Clone)]
pub struct Step {
    pub rule: u32,
    pub next: Option<Vec<u64>>,
}

/// Chooses among what can happen in a state.
pub type Choose<'c> = &'c mut dyn FnMut(&Facts, Vec<Step>) -> Vec<Step>;

/// What a twin visited.
#[derive(PartialEq, Debug, Default)]
pub struct Visited {
    pub states: HashSet<Vec<u64>>,
    pub transitions: u64,
    pub failures: u64,
    /// States in which nothing can happen.
    pub ends: u64,
}

impl Visited {
    /// What a search visited. Its ends are of all kinds; a proper end with incomplete assertions is one end.
    pub fn by(seen: &Seen, found: &Found) -> Visited {
        use argos_runtime::outcome::Kind::{BufferLock, Deadlock, UnspecifiedReception};
        let stuck: u64 = [Deadlock, BufferLock, UnspecifiedReception].map(|kind| found.count(kind)).iter().sum();
        let failures = seen.outcome.errors.iter().filter(|error| fails_in_step(error)).map(|error| error.count).sum();
        Visited {
            states: seen.explored.clone(),
            transitions: found.transitions,
            failures,
            ends: found.proper + found.idle + stuck,
        }
    }

    fn count(&mut self, steps: &[Step]) {
        let failures = steps.iter().filter(|step| step.next.is_none()).count();
        self.failures += failures as u64;
        self.transitions += (steps.len() - failures) as u64;
        self.ends += u64::from(steps.is_empty());
    }
}

struct Steps<'s> {
    state: &'s [u64],
    meaning: &'s Options,
}

impl Task for Steps<'_> {
    type Result = Vec<Step>;

    fn run<P: Protocol>(&self, protocol: &P) -> Vec<Step> {
        let mut state = P::State::ZERO;
        state.as_mut()[..self.state.len()].copy_from_slice(self.state);
        let limit = self.meaning.queue_limit.unwrap_or(u32::MAX);
        let mut list = List { words: self.state.len(), steps: Vec::new(), failures: Vec::new() };
        protocol.steps(&state, limit, &mut list);
        if self.meaning.eager_timeouts || list.steps.is_empty() && list.failures.is_empty() {
            protocol.timeouts(&state, limit, &mut list);
        }
        list.steps.extend(list.failures);
        list.steps
    }
}

struct List {
    words: usize,
    steps: Vec<Step>,
    failures: Vec<Step>,
}

impl<State: Vector> Sink<State> for List {
    fn step(&mut self, rule: u32, next: &State) {
        self.steps.push(Step { rule, next: Some(next.as_ref()[..self.words].to_vec()) });
    }

    fn fails(&mut self, rule: u32, _: Failure, _: Option<&State>) {
        self.failures.push(Step { rule, next: None });
    }
}

/// Everything that can happen in a state; what fails comes last.
fn steps(spec: &Spec, meaning: &Options, state: &[u64]) -> Vec<Step> {
    perform(&spec.set, 1, &Steps { state, meaning })
}

fn initial(spec: &Spec) -> Vec<u64> {
    let mut state = spec.set.initial.clone();
    state.resize(spec.set.layout.words as usize, 0);
    state
}

/// Breadth first through what is chosen. States of which `view` shows the same are the same.
pub fn visit<View: Eq + std::hash::Hash>(
    spec: &Spec,
    meaning: &Options,
    choose: Choose,
    view: impl Fn(&[u64]) -> View,
) -> Visited {
    let mut visited = Visited::default();
    let mut queue = VecDeque::from([initial(spec)]);
    let mut met = HashSet::from([view(&initial(spec))]);
    while let Some(state) = queue.pop_front() {
        let chosen = choose(&spec.set.facts, steps(spec, meaning, &state));
        visited.count(&chosen);
        for next in chosen.into_iter().filter_map(|step| step.next) {
            if met.insert(view(&next)) {
                queue.push_back(next);
            }
        }
        visited.states.insert(state);
    }
    visited
}

/// Visits states that can be reached with so many unlikely steps, in whatever order: until nothing changes.
pub fn visit_likely(spec: &Spec, meaning: &Options, most: u32) -> Visited {
    let cost = |step: &Step| u32::from(spec.set.facts.rules[step.rule as usize].likelihood == Likelihood::Unlikely);
    let mut costs = HashMap::from([(initial(spec), 0)]);
    let mut changed = vec![initial(spec)];
    while let Some(state) = changed.pop() {
        let before = costs[&state];
        for step in steps(spec, meaning, &state) {
            let cost = before + cost(&step);
            let Some(next) = step.next.filter(|_| cost <= most) else { continue };
            if costs.get(&next).is_none_or(|known| cost < *known) {
                costs.insert(next.clone(), cost);
                changed.push(next);
            }
        }
    }
    let mut visited = Visited::default();
    for (state, before) in costs {
        let all = steps(spec, meaning, &state);
        let likely: Vec<Step> = all.iter().filter(|step| before + cost(step) <= most).cloned().collect();
        visited.count(&likely);
        // Where something unlikely can happen nothing ends.
        visited.ends -= u64::from(likely.is_empty() && !all.is_empty());
        visited.states.insert(state);
    }
    visited
}

pub fn process(facts: &Facts, step: &Step) -> u32 {
    facts.rules[step.rule as usize].process
}

fn rank(facts: &Facts, step: &Step) -> usize {
    let is_kind = |kind: &fn(Event) -> bool| kind(facts.rules[step.rule as usize].event);
    let kinds: [fn(Event) -> bool; 4] = [
        |event| event == Event::Internal,
        |event| matches!(event, Event::Receive(_)),
        |event| matches!(event, Event::Send(_)),
        |event| matches!(event, Event::Timeout(_)),
    ];
    kinds.iter().position(is_kind).expect("there are no other kinds")
}

/// What the best processes can do: the rank of a process is that of the best it can do.
pub fn scatter(facts: &Facts, steps: Vec<Step>, count: usize) -> Vec<Step> {
    let best = |number: u32| {
        let own = steps.iter().filter(|step| process(facts, step) == number);
        own.map(|step| rank(facts, step)).min()
    };
    let able = (0..facts.processes.len() as u32).filter_map(|number| best(number).map(|rank| (rank, number)));
    let mut able: Vec<(usize, u32)> = able.collect();
    able.sort();
    able.truncate(count);
    let is_chosen = |step: &Step| able.iter().any(|(_, number)| *number == process(facts, step));
    steps.iter().filter(|step| is_chosen(step)).cloned().collect()
}

/// The first step of the best rank.
pub fn blast(facts: &Facts, steps: Vec<Step>) -> Vec<Step> {
    let best = steps.iter().map(|step| rank(facts, step)).min();
    steps.into_iter().find(|step| Some(rank(facts, step)) == best).into_iter().collect()
}

/// Everything about a state but what has one of these names: read from the vector piece by piece.
pub fn view(facts: &Facts, names: &[String], state: &[u64]) -> Vec<i64> {
    let is_named = |full: &str| {
        let whole = full.split('[').next().unwrap_or(full);
        names.iter().any(|name| name == full || name == whole)
    };
    let mut seen = Vec::new();
    for process in facts.processes.iter().filter(|process| !is_named(&process.name)) {
        seen.push(process.control.get(state).into());
    }
    for variable in facts.variables.iter() {
        let owner = variable.name.split_once('.').map(|(owner, _)| owner);
        // `node.n` names that variable of all of them.
        let of_all = owner.and_then(|owner| {
            let (definition, _) = owner.split_once('[')?;
            Some(format!("{definition}{}", &variable.name[owner.len()..]))
        });
        if !is_named(&variable.name)
            && !owner.is_some_and(is_named)
            && !of_all.is_some_and(|name| names.contains(&name))
        {
            seen.extend((0..variable.place.length as usize).map(|at| i64::from(variable.place.at(at).get(state))));
        }
    }
    for queue in facts.queues.iter().filter(|queue| !is_named(&queue.name)) {
        let slots = (0..queue.place.capacity).map(|slot| queue.place.at(slot, state));
        seen.extend(slots.flat_map(|slot| slot.map_or([0, 0], |(message, value)| [message.into(), value.into()])));
    }
    seen.extend(facts.monitors.iter().map(|monitor| i64::from(monitor.state.get(state))));
    seen
}
