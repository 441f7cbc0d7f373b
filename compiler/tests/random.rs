//! Random specifications: what the searches of the runtime find on interpreted rules is what the naive twin finds.
//!
//! `ARGOSC_CASES=20000 cargo test --release -p argosc --test random -- --nocapture` looks further than the usual run, and
//! tells what the specifications were like. `ARGOSC_SEED=1` gives the same ones again. With `RUST_BACKTRACE=0` a failure
//! shrinks much faster. Only a debug build checks that every number fits its field.

mod common;

use argos_runtime::options::{Options, Order};
use argos_runtime::outcome::{Limit, Outcome};
use argos_runtime::report::{json, to_text};
use argosc::interpret::{self, End, Exploration, State, System};
use argosc::model::{Model, Scope};
use argosc::pipeline::{Compilation, Program, compile};
use argosc::print::action::action;
use argosc::ranges::Ranges;
use argosc::replay::replay;
use argosc::rules::RuleSet;
use common::cases::{runner, texts};
use common::verify::{as_if_large, verify};
use common::{Folder, examples_folder};
use proptest::prelude::any;
use proptest::test_runner::TestCaseError;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Specifications with more states are not compared.
const MAX_STATES: usize = if cfg!(debug_assertions) { 1_000 } else { 3_000 };
/// Traces of a search are executed again unless they have more steps than this together.
const MAX_REPLAYED: usize = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
/// Beyond so many places of one kind a search counts the rest together.
const MAX_PLACES: usize = 100;

/// A way to search.
#[derive(Clone, Copy, Debug)]
struct Mode {
    name: &'static str,
    minimized: bool,
    eager_timeouts: bool,
    queue_limit: Option<u32>,
    strict_end: bool,
}

impl Mode {
    fn all(queue_limit: u32) -> [Mode; 5] {
        let mode =
            Mode { name: "default", minimized: true, eager_timeouts: false, queue_limit: None, strict_end: false };
        [
            mode,
            Mode { name: "eager", eager_timeouts: true, ..mode },
            Mode { name: "not minimised", minimized: false, ..mode },
            Mode { name: "queue limit", queue_limit: Some(queue_limit), ..mode },
            Mode { name: "strict end", strict_end: true, ..mode },
        ]
    }

    fn system<'m>(&self, model: &'m Model) -> System<'m> {
        let options = interpret::Options { eager_timeouts: self.eager_timeouts, no_minimize: !self.minimized };
        System::new(model, options).with_queue_limit(self.queue_limit).with_strict_end(self.strict_end)
    }

    fn options(&self, order: Order, depth: Option<u32>) -> Options {
        let Mode { eager_timeouts, queue_limit, strict_end, .. } = *self;
        Options { order, depth, eager_timeouts, queue_limit, strict_end, ..Options::default() }
    }
}

/// Where an error is: its kind; for steps the process definition and the statement.
type Place = (&'static str, String, String);

/// What the naive twin says of a state.
struct Visited {
    depth: usize,
    transitions: u64,
    /// Broken invariants.
    broken: Vec<&'static str>,
    /// Steps that fail.
    failures: Vec<Place>,
    end: Option<End>,
}

/// What a search found, in a form that can be compared.
#[derive(Clone, PartialEq, Debug, Default)]
struct Found {
    states: u64,
    transitions: u64,
    proper: u64,
    proper_with_messages: u64,
    idle: u64,
    /// Counts.
    errors: BTreeMap<Place, u64>,
    /// Breadth first: the steps to the farthest state, and to the nearest error of each place.
    depth: Option<usize>,
    shortest: BTreeMap<Place, usize>,
}

impl Found {
    fn add(&mut self, place: Place, count: u64, steps: usize) {
        *self.errors.entry(place.clone()).or_default() += count;
        let shortest = self.shortest.entry(place).or_insert(steps);
        *shortest = steps.min(*shortest);
    }

    /// What does not depend on the order of the search.
    fn in_any_order(self) -> Found {
        Found { depth: None, shortest: BTreeMap::new(), ..self }
    }

    /// Without the places of errors.
    fn by_kind(self) -> Found {
        let mut found = Found { errors: BTreeMap::new(), shortest: BTreeMap::new(), ..self };
        for (place, count) in self.errors {
            let steps = self.shortest.get(&place).copied().unwrap_or_default();
            found.add(kind_only(place.0), count, steps);
        }
        found
    }

    fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        self.errors.iter().for_each(|((kind, ..), count)| *counts.entry(*kind).or_default() += *count as usize);
        counts
    }
}

fn kind_only(kind: &'static str) -> Place {
    (kind, String::new(), String::new())
}

/// Visits every state with the naive twin, breadth first; gives up where there are too many.
fn survey(system: &System, model: &Model, mut look: impl FnMut(&State)) -> Option<Vec<Visited>> {
    let mut visited: Vec<Visited> = Vec::new();
    let mut depths: HashMap<State, usize> = HashMap::from([(system.initial(), 0)]);
    let mut queue = VecDeque::from([system.initial()]);
    while let Some(state) = queue.pop_front() {
        if depths.len() > MAX_STATES {
            return None;
        }
        look(&state);
        let depth = depths[&state];
        let steps = system.steps(&state);
        let end = steps.is_empty().then(|| system.end(&state));
        let mut found =
            Visited { depth, transitions: 0, broken: system.broken_invariants(&state), failures: Vec::new(), end };
        for step in steps {
            match step.outcome {
                interpret::Outcome::Error(kind, _) => {
                    let definition = model.processes[step.process].name.to_string();
                    found.failures.push((kind, definition, action(step.action, model)));
                }
                interpret::Outcome::Next(next) => {
                    found.transitions += 1;
                    if !depths.contains_key(&next) {
                        depths.insert(next.clone(), depth + 1);
                        queue.push_back(next);
                    }
                }
            }
        }
        visited.push(found);
    }
    Some(visited)
}

/// What a search with this depth bound must find.
fn expected(visited: &[Visited], bound: usize) -> Found {
    let mut found = Found::default();
    let mut farthest = 0;
    for state in visited.iter().filter(|state| state.depth <= bound) {
        found.states += 1;
        farthest = farthest.max(state.depth);
        state.broken.iter().for_each(|kind| found.add(kind_only(kind), 1, state.depth));
        if state.depth < bound {
            found.transitions += state.transitions;
            state.failures.iter().for_each(|place| found.add(place.clone(), 1, state.depth + 1));
        }
        match state.end {
            None => {}
            Some(End::Proper { incomplete, with_messages }) => {
                found.proper += 1;
                found.proper_with_messages += u64::from(with_messages);
                if incomplete > 0 {
                    found.add(kind_only("assertion_incomplete"), incomplete as u64, state.depth);
                }
            }
            Some(End::Idle) => found.idle += 1,
            Some(End::Error(kind)) => found.add(kind_only(kind), 1, state.depth),
        }
    }
    Found { depth: Some(farthest), ..found }
}

/// What a search of the runtime found.
fn found(outcome: &Outcome, set: &RuleSet) -> Found {
    let mut found = Found {
        states: outcome.states,
        transitions: outcome.transitions,
        proper: outcome.proper,
        proper_with_messages: outcome.proper_with_messages,
        idle: outcome.idle,
        depth: Some(outcome.depth as usize),
        ..Found::default()
    };
    for error in &outcome.errors {
        let kind = error.kind.name();
        // An invariant and a stuck state have an error after the last step, others in it.
        let fails = ["assertion", "error_sequence", "assert_statement"].contains(&kind);
        let last = error.trace.last().filter(|step| fails || step.state.is_none());
        let place = last.map_or(kind_only(kind), |step| {
            let rule = &set.facts.rules[step.rule as usize];
            (kind, set.facts.processes[rule.process as usize].definition.to_string(), rule.statement.to_string())
        });
        found.add(place, error.count, error.trace.len());
    }
    found
}

/// The smallest and greatest values seen of each variable, and in each queue.
struct Extremes {
    variables: Vec<(i16, i16)>,
    queues: Vec<Option<(i16, i16)>>,
}

impl Extremes {
    fn new(model: &Model) -> Self {
        Extremes {
            variables: vec![(i16::MAX, i16::MIN); model.variables.len()],
            queues: vec![None; model.queues.len()],
        }
    }

    fn look(&mut self, state: &State, model: &Model) {
        for (seen, variable) in self.variables.iter_mut().zip(&state.variables) {
            for value in variable.iter().flatten() {
                *seen = (seen.0.min(*value), seen.1.max(*value));
            }
        }
        for (number, queues) in state.queues.iter().enumerate() {
            for (message, value) in queues.iter().flatten() {
                let sort = &model.queues[number].sort;
                if sort.iter().any(|entry| entry.message == *message && entry.carries_value) {
                    let seen = self.queues[number].get_or_insert((*value, *value));
                    *seen = (seen.0.min(*value), seen.1.max(*value));
                }
            }
        }
    }

    /// All values are in the ranges that the compiler found.
    fn check(&self, ranges: &Ranges, model: &Model, mode: &Mode) {
        for (number, &(min, max)) in self.variables.iter().enumerate() {
            let (variable, range) = (&model.variables[number], ranges.variables[number].range);
            let is_local = variable.scope != Scope::Global;
            assert!(
                min > max || range.contains(min.into()) && range.contains(max.into()),
                "{}: variable `{}` (local: {is_local}) has values {min}..{max} out of its range {range:?}",
                mode.name,
                variable.name
            );
        }
        for (number, seen) in self.queues.iter().enumerate() {
            let Some((min, max)) = *seen else { continue };
            let range = ranges.cargo[number].as_ref().map(|cargo| cargo.range);
            assert!(
                range.is_some_and(|range| range.contains(min.into()) && range.contains(max.into())),
                "{}: queue `{}` has values {min}..{max} out of its range {range:?}",
                mode.name,
                model.queues[number].name
            );
        }
    }
}

/// Compares everything there is to compare.
fn check(text: &str, choice: u16) {
    let compilation = compile("random.argos", text.into(), &Default::default(), &Folder(examples_folder()));
    let errors: Vec<String> = compilation.diagnostics.iter().map(|it| format!("{it:?}")).collect();
    let Some(program) = &compilation.program else { panic!("errors: {errors:#?}") };
    let mut is_small = true;
    for (number, mode) in Mode::all(1 + u32::from(choice % 2)).into_iter().enumerate() {
        // Only a limit on queues makes states fewer than they are by default.
        let explored = if is_small || mode.queue_limit.is_some() {
            mode.system(&program.model).explore_within(MAX_STATES)
        } else {
            None
        };
        match explored {
            Some(explored) => {
                let comparison = Comparison { compilation: &compilation, program, mode };
                comparison.check(&explored, choice, usize::from(choice) % 5 == number);
            }
            None => {
                is_small &= mode.name != "default";
                count(|statistics| *statistics.skipped.entry(mode.name).or_default() += 1);
            }
        }
    }
}

/// A specification in a mode.
struct Comparison<'c> {
    compilation: &'c Compilation,
    program: &'c Program,
    mode: Mode,
}

impl Comparison<'_> {
    /// Compares all searches with the naive twin; those that see only a part on request, because they take time.
    fn check(&self, explored: &Exploration, choice: u16, with_partial: bool) {
        let Comparison { compilation, program, mode } = *self;
        let model = &program.model;
        let mut extremes = Extremes::new(model);
        let visited = survey(&mode.system(model), model, |state| extremes.look(state, model)).expect("states are few");
        let whole = expected(&visited, usize::MAX);
        let counts = Exploration {
            states: whole.states as usize,
            transitions: whole.transitions as usize,
            depth: whole.depth.unwrap_or_default(),
            proper: whole.proper as usize,
            proper_with_messages: whole.proper_with_messages as usize,
            idle: whole.idle as usize,
            errors: whole.counts(),
        };
        assert_eq!(counts, *explored, "the survey of this test, {}", mode.name);
        extremes.check(&program.ranges(mode.minimized), model, &mode);
        let set = program.rules(mode.minimized, &compilation.sources).expect("the vector is short enough");
        for order in [Order::Breadth, Order::Depth] {
            let outcome = self.search(&set, &mode.options(order, None), &whole);
            let is_ended = outcome.limits.iter().any(|limit| *limit != Limit::Queues);
            assert!(!is_ended, "{}, {order:?}: {:?}", mode.name, outcome.limits);
            if mode.name == "default" && order == Order::Breadth {
                count(|statistics| statistics.add(&whole, &outcome, &set));
            }
        }
        if with_partial {
            let farthest = explored.depth as u32;
            self.check_bound(&set, &visited, u32::from(choice / 5) % (farthest + 1));
            self.check_bound(&set, &visited, farthest + 1);
            self.check_first(&set, &whole);
        }
    }

    fn check_bound(&self, set: &RuleSet, visited: &[Visited], bound: u32) {
        let is_whole = visited
            .iter()
            .all(|state| state.depth < bound as usize || state.end.is_some() && state.depth == bound as usize);
        for order in [Order::Breadth, Order::Depth] {
            let outcome = self.search(set, &self.mode.options(order, Some(bound)), &expected(visited, bound as usize));
            assert!(outcome.errors.iter().all(|error| error.trace.len() <= bound as usize));
            let is_partial = outcome.limits.contains(&Limit::Depth);
            assert_eq!(is_partial, !is_whole, "{}, {order:?}, bound {bound}", self.mode.name);
        }
    }

    fn check_first(&self, set: &RuleSet, whole: &Found) {
        for order in [Order::Breadth, Order::Depth] {
            let options = Options { first: true, ..self.mode.options(order, None) };
            let outcome = verify(set, &options);
            assert_eq!(outcome.errors.len(), usize::from(!whole.errors.is_empty()), "{}, first error", self.mode.name);
            self.check_traces(&outcome, set, &options);
        }
    }

    /// Searches in the usual way and as if everything were large; compares what is found with what must be found.
    fn search(&self, set: &RuleSet, options: &Options, expected: &Found) -> Outcome {
        self.search_once(set, &as_if_large(options), expected);
        self.search_once(set, options, expected)
    }

    fn search_once(&self, set: &RuleSet, options: &Options, expected: &Found) -> Outcome {
        let outcome = verify(set, options);
        let (mut expected, mut found) = (expected.clone(), found(&outcome, set));
        let mut places: HashMap<&str, usize> = HashMap::new();
        outcome.errors.iter().for_each(|error| *places.entry(error.kind.name()).or_default() += 1);
        if places.values().any(|number| *number >= MAX_PLACES) {
            (expected, found) = (expected.by_kind(), found.by_kind());
        }
        if options.order == Order::Depth {
            (expected, found) = (expected.in_any_order(), found.in_any_order());
        }
        assert_eq!(found, expected, "{}, {:?}, bound {:?}", self.mode.name, options.order, options.depth);
        self.check_traces(&outcome, set, options);
        outcome
    }

    /// Every trace is an execution, says the naive twin.
    fn check_traces(&self, outcome: &Outcome, set: &RuleSet, options: &Options) {
        let steps: usize = outcome.errors.iter().map(|error| error.trace.len()).sum();
        if steps > MAX_REPLAYED {
            return count(|statistics| statistics.not_replayed += 1);
        }
        let traces = to_text(|out| json::traces(&set.facts, options, outcome, out));
        let replayed = replay(&self.program.model, &traces).expect("a trace file can be read");
        for error in &replayed.errors {
            assert_eq!(error.verdict, Ok(()), "{}, {:?}: {}", self.mode.name, options.order, error.message);
        }
        assert_eq!(replayed.errors.len(), outcome.errors.len());
    }
}

/// What the specifications were like.
#[derive(Default)]
struct Statistics {
    /// By mode.
    skipped: BTreeMap<&'static str, usize>,
    compared: usize,
    not_replayed: usize,
    /// By power of two.
    states: BTreeMap<u32, usize>,
    words: BTreeMap<u32, usize>,
    /// Specifications that have errors of each kind.
    kinds: BTreeMap<String, usize>,
    /// Specifications that have each kind of rule that was executed.
    effects: BTreeMap<String, usize>,
}

static STATISTICS: Mutex<Option<Statistics>> = Mutex::new(None);

fn count(change: impl FnOnce(&mut Statistics)) {
    change(STATISTICS.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default());
}

impl Statistics {
    fn add(&mut self, whole: &Found, outcome: &Outcome, set: &RuleSet) {
        self.compared += 1;
        *self.states.entry(whole.states.ilog2()).or_default() += 1;
        *self.words.entry(set.layout.words).or_default() += 1;
        let mut kinds: Vec<String> = whole.counts().keys().map(|kind| kind.to_string()).collect();
        kinds.extend((whole.proper > 0).then(|| "(proper)".into()));
        kinds.extend((whole.proper_with_messages > 0).then(|| "(proper with messages)".into()));
        kinds.extend((whole.idle > 0).then(|| "(idle)".into()));
        kinds.extend(whole.errors.keys().filter(|(kind, ..)| *kind == "fault").map(|(_, _, statement)| {
            let position = match statement.as_str() {
                "" => "an invariant",
                text if text.starts_with("assert") => "assert",
                text if text.starts_with("call") => "call",
                text if text.ends_with("timeout") => "timeout",
                text if text.starts_with(['(', '!']) => "condition",
                text if text.contains("?default") => "receive default",
                text if text.contains(" = ") => "assignment",
                text if text.split('(').next().is_some_and(|start| start.contains('!')) => "send",
                text if text.contains('?') => "receive",
                text if text.contains('!') => "send",
                _ => "?",
            };
            format!("fault in {position}")
        }));
        kinds.sort();
        kinds.dedup();
        kinds.into_iter().for_each(|kind| *self.kinds.entry(kind).or_default() += 1);
        let mut effects: Vec<String> = set
            .rules
            .iter()
            .zip(&outcome.executed)
            .filter(|(_, executed)| **executed)
            .map(|(rule, _)| format!("{:?}", rule.effect).split([' ', '(']).next().unwrap_or_default().to_string())
            .collect();
        effects.sort();
        effects.dedup();
        effects.into_iter().for_each(|effect| *self.effects.entry(effect).or_default() += 1);
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        writeln!(out, "{} compared; too many states: {:?}", self.compared, self.skipped)?;
        writeln!(out, "searches whose traces were too long to be replayed: {}", self.not_replayed)?;
        writeln!(out, "states, by power of two: {:?}", self.states)?;
        writeln!(out, "words: {:?}", self.words)?;
        writeln!(out, "executed: {:?}", self.effects)?;
        write!(out, "specifications with errors: {:#?}", self.kinds)
    }
}

#[test]
fn random_specifications_agree() {
    let result = runner(300).run(&(texts(700), any::<u16>()), |(text, choice)| {
        check(&text.0, choice);
        Ok::<(), TestCaseError>(())
    });
    if let Some(statistics) = &*STATISTICS.lock().unwrap_or_else(PoisonError::into_inner) {
        println!("{statistics}");
    }
    if let Err(error) = result {
        panic!("{error}");
    }
}
