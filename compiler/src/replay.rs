//! Replay: re-executes a trace that a verifier wrote, with the interpreter, and says whether it is a real execution that
//! ends in the error it claims.
//!
//! In: a model and the text of a trace file (`--trace FILE`; the `--json` report will do). Out: for each error of the file
//! the steps in words and a verdict. Nothing in the file is trusted: it may be of another specification, or made up.
//!
//! A step names a process and a statement, and several edges of a process may have the same text. So the replay follows all
//! states that the steps so far can lead to, as one does to run a nondeterministic automaton. Recorded variables and queues
//! select among them; control states and monitors are numbered by the verifier in its own way and are not compared. The trace
//! is real if one state is left at the end that has the error.

use crate::interpret::{End, Options, Outcome, State, Step, System};
use crate::model::{MessageId, Model, Queue, Scope};
use crate::print::action::action;
use serde::{Deserialize, Deserializer, de};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

/// States that are followed at the same time. Verifiers record what is in variables and queues, so only a file that leaves
/// that out has more than a few.
const MAX_STATES: usize = 4096;
/// Links to earlier states that are kept, beyond one for each step.
const MAX_SPARE_LINKS: usize = 4_000_000;
/// Choices that a message lists.
const MAX_LISTED: usize = 6;
/// Characters of the file that a message repeats.
const MAX_QUOTED: usize = 200;
/// Statements wider than this do not push the next column further to the right.
const MAX_COLUMN: usize = 40;

/// What came of the errors of a trace file.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    pub errors: Vec<ReplayedError>,
}

impl Replayed {
    /// All traces are executions that end in the errors they claim.
    pub fn is_real(&self) -> bool {
        self.errors.iter().all(|error| error.verdict.is_ok())
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ReplayedError {
    /// As in the file.
    pub kind: String,
    /// As in the file.
    pub message: String,
    /// A line for each step that could be executed.
    pub steps: Vec<String>,
    /// If the trace is not what it claims to be, a sentence that says so.
    pub verdict: Result<(), String>,
}

/// The text is no trace file. The message says where.
#[derive(Clone, PartialEq, Debug)]
pub struct ReplayError {
    pub message: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for ReplayError {}

/// Re-executes every trace of a file.
pub fn replay(model: &Model, text: &str) -> Result<Replayed, ReplayError> {
    let file: TraceFile = serde_json::from_str(text)
        .map_err(|error| ReplayError { message: format!("this is no trace that a verifier wrote: {error}") })?;
    let settings = file.options.unwrap_or_default();
    let options = Options { eager_timeouts: settings.eager_timeouts.unwrap_or(false), no_minimize: false };
    let system = System::new(model, options)
        .with_queue_limit(settings.queue_limit)
        .with_strict_end(settings.strict_end.unwrap_or(false));
    let names = Names::new(model);
    let errors = file.errors.iter().map(|record| replay_error(&system, &names, record));
    Ok(Replayed { errors: errors.collect() })
}

/// The replay as text.
pub fn print(replayed: &Replayed) -> String {
    if replayed.errors.is_empty() {
        return "the file has no errors: there is nothing to replay\n".into();
    }
    let blocks = replayed.errors.iter().map(|error| {
        let mut lines = vec![match error.message.as_str() {
            "" => shown(&error.kind),
            message => format!("{}: {}", shown(&error.kind), shown(message)),
        }];
        lines.extend(error.steps.iter().cloned());
        lines.push(match &error.verdict {
            Ok(()) => {
                format!("a real execution: {}, ends in the {} it claims", steps_in_words(error), words(&error.kind))
            }
            Err(why) => why.clone(),
        });
        lines.join("\n") + "\n"
    });
    blocks.collect::<Vec<_>>().join("\n")
}

fn steps_in_words(error: &ReplayedError) -> String {
    match error.steps.len() {
        1 => "1 step".into(),
        number => format!("{number} steps"),
    }
}

/// A trace file: the fields that matter here.
#[derive(Deserialize)]
struct TraceFile {
    #[serde(rename = "version", deserialize_with = "version_one")]
    _version: (),
    options: Option<Settings>,
    errors: Vec<ErrorRecord>,
}

/// The verifier's options that change what an execution is.
#[derive(Deserialize, Default)]
struct Settings {
    eager_timeouts: Option<bool>,
    queue_limit: Option<u32>,
    strict_end: Option<bool>,
}

#[derive(Deserialize)]
struct ErrorRecord {
    kind: String,
    message: Option<String>,
    depth: Option<u64>,
    trace: Option<Vec<StepRecord>>,
}

#[derive(Deserialize)]
struct StepRecord {
    step: Option<u64>,
    process: String,
    statement: String,
    state: Option<StateRecord>,
}

#[derive(Deserialize)]
struct StateRecord {
    #[serde(default)]
    variables: BTreeMap<String, Values>,
    #[serde(default)]
    queues: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize, PartialEq)]
#[serde(untagged, expecting = "expected a number or a list of numbers")]
enum Values {
    One(i64),
    List(Vec<i64>),
}

impl fmt::Display for Values {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Values::One(value) => write!(out, "{value}"),
            Values::List(values) => write!(out, "{values:?}"),
        }
    }
}

fn version_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    match u64::deserialize(deserializer)? {
        1 => Ok(()),
        version => Err(de::Error::custom(format!("it has version {version} of the format, version 1 can be read"))),
    }
}

/// Where an error shows.
#[derive(Clone, Copy, PartialEq)]
enum Claim {
    /// The last step fails.
    LastStep,
    /// After the last step nothing can be executed.
    Stuck,
    /// The last state is wrong.
    Invariant,
}

/// The kinds of errors that can be replayed, and what a person calls them.
const KINDS: [(&str, Claim, &str); 9] = [
    ("deadlock", Claim::Stuck, "deadlock"),
    ("buffer_lock", Claim::Stuck, "buffer lock"),
    ("unspecified_reception", Claim::Stuck, "unspecified reception"),
    ("assertion_incomplete", Claim::Stuck, "incomplete assertion"),
    ("assertion", Claim::LastStep, "assertion violation"),
    ("error_sequence", Claim::LastStep, "error sequence"),
    ("fault", Claim::LastStep, "fault"),
    ("assert_statement", Claim::LastStep, "failed assert statement"),
    ("invariant", Claim::Invariant, "invariant violation"),
];

fn words(kind: &str) -> &str {
    KINDS.iter().find(|(name, ..)| *name == kind).map_or(kind, |(.., words)| words)
}

/// Why a trace is not what it claims to be.
enum Failure {
    /// It is no execution.
    Impossible(String),
    /// It is an execution, but of the wrong length or without the error.
    WrongClaim(String),
    /// Nothing can be said about it.
    Unknown(String),
}

impl Failure {
    fn sentence(&self, kind: &str) -> String {
        match self {
            Failure::Impossible(why) => format!("NOT an execution of this specification: {why}"),
            Failure::WrongClaim(why) => format!("NOT the {} it claims: {why}", words(kind)),
            Failure::Unknown(why) => format!("NOT replayed: {why}"),
        }
    }
}

fn replay_error(system: &System, names: &Names, record: &ErrorRecord) -> ReplayedError {
    let mut search = Search::new(system, names);
    let trace = record.trace.as_deref().unwrap_or_default();
    let verdict = match check(&mut search, record) {
        Ok(last) => {
            search.last = last;
            Ok(())
        }
        Err(failure) => Err(failure.sentence(&shown(&record.kind))),
    };
    let message = record.message.clone().unwrap_or_default();
    ReplayedError { kind: record.kind.clone(), message, steps: search.lines(trace), verdict }
}

/// Executes the trace; gives the number of a state at its end that has the error.
fn check(search: &mut Search, record: &ErrorRecord) -> Result<usize, Failure> {
    let kind = KINDS.iter().find(|(name, ..)| *name == record.kind);
    let Some(&(kind, claim, _)) = kind else {
        return Err(Failure::Unknown("the interpreter does not know errors of this kind".into()));
    };
    let Some(trace) = &record.trace else {
        return Err(Failure::Unknown("the file has no trace of this error".into()));
    };
    let (steps, last) = match (claim, trace.split_last()) {
        (Claim::LastStep, Some((last, steps))) => (steps, Some(last)),
        _ => (&trace[..], None),
    };
    for step in steps {
        search.advance(step)?;
    }
    let witness = match claim {
        Claim::LastStep => search.fail(last, kind)?,
        Claim::Stuck => search.find_end(kind)?,
        Claim::Invariant => search.find_broken(kind)?,
    };
    match record.depth {
        Some(depth) if depth != trace.len() as u64 => {
            Err(Failure::WrongClaim(format!("its depth is given as {depth}, but the trace has {} steps", trace.len())))
        }
        _ => Ok(witness),
    }
}

/// How a state was reached: from which state of the layer before, by which of its steps.
#[derive(Clone, Copy)]
struct Link {
    parent: usize,
    choice: usize,
}

/// A step of the specification that the file may mean.
struct Candidate {
    link: Link,
    outcome: Outcome,
}

/// All executions that agree with the steps so far.
struct Search<'s> {
    system: &'s System<'s>,
    names: &'s Names<'s>,
    /// The states they end in.
    states: Vec<State>,
    /// By step and by state after it. The states themselves would take too much memory in a long trace.
    layers: Vec<Vec<Link>>,
    links: usize,
    /// The state, or the failing step, of the last layer that is shown.
    last: usize,
}

impl<'s> Search<'s> {
    fn new(system: &'s System<'s>, names: &'s Names<'s>) -> Self {
        Search { system, names, states: vec![system.initial()], layers: Vec::new(), links: 0, last: 0 }
    }

    /// Executes a step that has a result.
    fn advance(&mut self, record: &StepRecord) -> Result<(), Failure> {
        let (mut links, mut states, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        let mut failure = None;
        for Candidate { link, outcome } in self.candidates(record)? {
            let state = match outcome {
                Outcome::Next(state) => state,
                Outcome::Error(kind, _) => {
                    failure.get_or_insert(format!("it fails ({}), so no state comes after it", words(kind)));
                    continue;
                }
            };
            if let Some(difference) = self.names.difference(Some(&state), record) {
                failure.get_or_insert(difference);
            } else if seen.insert(state.clone()) {
                links.push(link);
                states.push(state);
            }
        }
        match failure {
            Some(why) if states.is_empty() => Err(self.not_executable(&why)),
            _ => self.enter_layer(links, states),
        }
    }

    fn enter_layer(&mut self, links: Vec<Link>, states: Vec<State>) -> Result<(), Failure> {
        self.links += links.len();
        if states.len() > MAX_STATES || self.links > self.layers.len() + MAX_SPARE_LINKS {
            let why =
                format!("step {} leaves too many possibilities: the file records too little", self.layers.len() + 1);
            return Err(Failure::Unknown(why));
        }
        self.layers.push(links);
        self.states = states;
        Ok(())
    }

    /// Executes the last step of an error that is a failing step. A fault may also be in an invariant, after a proper step.
    fn fail(&mut self, record: Option<&StepRecord>, kind: &str) -> Result<usize, Failure> {
        let Some(record) = record else {
            return if kind == "fault" {
                self.find_broken(kind)
            } else {
                Err(Failure::WrongClaim("it takes a step, but the trace has none".into()))
            };
        };
        let mut failure = None;
        for Candidate { link, outcome } in self.candidates(record)? {
            match outcome {
                Outcome::Error(found, state) if found == kind => match self.names.difference(state.as_ref(), record) {
                    Some(why) => failure = Some(self.not_executable(&why)),
                    None => {
                        self.layers.push(vec![link]);
                        return Ok(0);
                    }
                },
                Outcome::Error(found, _) => {
                    failure.get_or_insert(self.not_claimed(&format!("it ends in the {}", words(found))));
                }
                Outcome::Next(state) => {
                    let different = self.names.difference(Some(&state), record).map(|why| self.not_executable(&why));
                    failure = failure.or(different).or(Some(self.not_claimed("it is executed without an error")));
                }
            }
        }
        if kind == "fault" {
            match self.advance(record) {
                Err(unknown @ Failure::Unknown(_)) => return Err(unknown),
                Err(_) => {}
                Ok(()) => {
                    if let Ok(number) = self.find_broken(kind) {
                        return Ok(number);
                    }
                }
            }
        }
        Err(failure.unwrap_or_else(|| self.not_claimed("it has no such outcome")))
    }

    /// The number of a state in which nothing is executable and the end is of this kind.
    fn find_end(&self, kind: &str) -> Result<usize, Failure> {
        let mut why = None;
        for (number, state) in self.states.iter().enumerate() {
            let steps = self.system.steps(state);
            if let Some(step) = steps.first() {
                let (process, text) = self.names.step(step);
                why.get_or_insert(format!("`{process}` can execute `{text}`"));
                continue;
            }
            let found = match self.system.end(state) {
                End::Proper { incomplete: 1.., .. } if kind == "assertion_incomplete" => return Ok(number),
                End::Error(found) if found == kind => return Ok(number),
                End::Proper { .. } => "all processes are properly at their ends".into(),
                End::Idle => "all processes are idle, which is no error".into(),
                End::Error(found) => format!("there is the {}", words(found)),
            };
            why.get_or_insert(found);
        }
        Err(self.wrong_end(&why.unwrap_or_default()))
    }

    /// The number of a state in which an invariant is broken in this way.
    fn find_broken(&self, kind: &str) -> Result<usize, Failure> {
        let is_broken = |state: &State| self.system.broken_invariants(state).contains(&kind);
        let why = if kind == "fault" { "no invariant has a fault" } else { "all invariants hold" };
        self.states.iter().position(is_broken).ok_or_else(|| self.wrong_end(why))
    }

    /// The executable steps of all states that the file may mean, whatever their outcome; there is at least one.
    fn candidates(&self, record: &StepRecord) -> Result<Vec<Candidate>, Failure> {
        let number = self.layers.len() as u64 + 1;
        if let Some(given) = record.step.filter(|given| *given != number) {
            return Err(self.not_executable(&format!("the file gives it the number {given}")));
        }
        let mut candidates = Vec::new();
        for (parent, state) in self.states.iter().enumerate() {
            for (choice, step) in self.system.steps(state).into_iter().enumerate() {
                if self.names.is_meant(&step, record) {
                    candidates.push(Candidate { link: Link { parent, choice }, outcome: step.outcome });
                }
            }
        }
        if candidates.is_empty() { Err(self.not_executable(&self.why_blocked(record))) } else { Ok(candidates) }
    }

    fn why_blocked(&self, record: &StepRecord) -> String {
        let (process, statement) = (shown(&record.process), shown(&record.statement));
        if !self.names.processes.iter().flatten().any(|name| *name == record.process) {
            return format!("the specification has no process `{process}`");
        }
        let executable: Vec<Step> = self.states.iter().flat_map(|state| self.system.steps(state)).collect();
        let if_eager = self.states.iter().flat_map(|state| self.system.eager_steps(state));
        if let (true, Some(other)) =
            (if_eager.into_iter().any(|it| self.names.is_meant(&it, record)), executable.first())
        {
            let (other, text) = self.names.step(other);
            return format!(
                "`{process}` cannot execute the timeout `{statement}` while `{other}` can execute `{text}`"
            );
        }
        let names = executable.iter().map(|step| self.names.step(step));
        let own: BTreeSet<String> =
            names.filter(|(name, _)| **name == record.process).map(|(_, text)| format!("`{text}`")).collect();
        let mut listed: Vec<&str> = own.iter().map(String::as_str).take(MAX_LISTED).collect();
        if own.len() > MAX_LISTED {
            listed.push("...");
        }
        let others = match listed.is_empty() {
            false => format!("it can execute: {}", listed.join(", ")),
            true if executable.is_empty() => "no process can execute anything".into(),
            true => "it is blocked".into(),
        };
        format!("`{process}` cannot execute `{statement}` here; {others}")
    }

    /// For a failure in the step that comes next.
    fn not_executable(&self, why: &str) -> Failure {
        Failure::Impossible(format!("step {}: {why}", self.layers.len() + 1))
    }

    fn not_claimed(&self, why: &str) -> Failure {
        Failure::WrongClaim(format!("step {}: {why}", self.layers.len() + 1))
    }

    /// For a failure after all steps.
    fn wrong_end(&self, why: &str) -> Failure {
        Failure::WrongClaim(match self.layers.len() {
            0 => format!("in the initial state {why}"),
            number => format!("after step {number} {why}"),
        })
    }

    /// The steps of one execution, with what each of them changed.
    fn lines(&self, trace: &[StepRecord]) -> Vec<String> {
        let mut path = Vec::new();
        let mut at = self.last;
        for layer in self.layers.iter().rev() {
            path.push(layer[at].choice);
            at = layer[at].parent;
        }
        let widest = |text: fn(&StepRecord) -> &str| {
            trace[..path.len()].iter().map(|step| text(step).chars().count()).max().unwrap_or(0).min(MAX_COLUMN)
        };
        let (process, statement) = (widest(|step| &step.process), widest(|step| &step.statement));
        let number = path.len().to_string().len().max(3);
        let mut lines = Vec::new();
        let mut state = self.system.initial();
        for (choice, record) in path.into_iter().rev().zip(trace) {
            let changes = self.execute(&mut state, choice);
            let StepRecord { process: name, statement: text, .. } = record;
            let line = format!("{:number$} {name:process$}  {text:statement$}  {changes}", lines.len() + 1);
            lines.push(line.trim_end().to_string());
        }
        lines
    }

    /// Executes one of the steps of a state and says what it changes.
    fn execute(&self, state: &mut State, choice: usize) -> String {
        let (after, error) = match self.system.steps(state).into_iter().nth(choice).map(|step| step.outcome) {
            Some(Outcome::Next(after)) => (Some(after), None),
            Some(Outcome::Error(kind, after)) => (after, Some(words(kind).to_string())),
            None => (None, None),
        };
        let before = state.clone();
        *state = after.unwrap_or(before.clone());
        let changes = self.names.changes(&before, state);
        changes.into_iter().chain(error).collect::<Vec<_>>().join(", ")
    }
}

/// What things are called in a trace file.
struct Names<'m> {
    model: &'m Model,
    /// By process and instance.
    processes: Vec<Vec<String>>,
    /// By variable and copy.
    variables: Vec<Vec<String>>,
    /// By queue and index.
    queues: Vec<Vec<String>>,
    variable_places: HashMap<String, (usize, usize)>,
    queue_places: HashMap<String, (usize, usize)>,
}

impl<'m> Names<'m> {
    fn new(model: &'m Model) -> Self {
        let processes: Vec<Vec<String>> =
            model.processes.iter().map(|process| numbered(&process.name, process.length)).collect();
        let variables = variable_names(model, &processes);
        let queues: Vec<Vec<String>> = model.queues.iter().map(|queue| numbered(&queue.name, queue.length)).collect();
        let (variable_places, queue_places) = (places(&variables), places(&queues));
        Names { model, processes, variables, queues, variable_places, queue_places }
    }

    /// Who executes a step, and its statement.
    fn step(&self, step: &Step) -> (&str, String) {
        (&self.processes[step.process][step.instance], action(step.action, self.model))
    }

    fn is_meant(&self, step: &Step, record: &StepRecord) -> bool {
        self.processes[step.process][step.instance] == record.process
            && action(step.action, self.model) == record.statement
    }

    /// What is different in the state that was recorded after a step; `None` if nothing is.
    fn difference(&self, state: Option<&State>, record: &StepRecord) -> Option<String> {
        let recorded = record.state.as_ref()?;
        let Some(state) = state else {
            return Some("it fails without a result, but the file has a state after it".into());
        };
        let variables = recorded.variables.iter().map(|(name, values)| {
            let Some(&(variable, copy)) = self.variable_places.get(name) else {
                return Some(format!("the specification has no variable `{}`", shown(name)));
            };
            let actual = self.values(state, variable, copy);
            (actual != *values).then(|| different(name, &actual, values))
        });
        let queues = recorded.queues.iter().map(|(name, messages)| {
            let Some(&(queue, at)) = self.queue_places.get(name) else {
                return Some(format!("the specification has no queue `{}`", shown(name)));
            };
            let actual = self.messages(state, queue, at);
            (actual != *messages).then(|| different(name, &braced(&actual), &braced(messages)))
        });
        variables.chain(queues).flatten().next()
    }

    fn values(&self, state: &State, variable: usize, copy: usize) -> Values {
        let values: Vec<i64> = state.variables[variable][copy].iter().map(|value| i64::from(*value)).collect();
        match (self.model.variables[variable].length, &values[..]) {
            (None, [value]) => Values::One(*value),
            _ => Values::List(values),
        }
    }

    fn messages(&self, state: &State, queue: usize, at: usize) -> Vec<String> {
        let Queue { sort, .. } = &self.model.queues[queue];
        let text = |(message, value): &(MessageId, i16)| {
            let name = &self.model[*message].name;
            let carries_value = sort.iter().any(|entry| entry.message == *message && entry.carries_value);
            if carries_value { format!("{name}({value})") } else { name.to_string() }
        };
        state.queues[queue][at].iter().map(text).collect()
    }

    /// The variables, elements and queues that are not as before, with what is in them now.
    fn changes(&self, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        for (queue, names) in self.queues.iter().enumerate() {
            for (at, name) in names.iter().enumerate() {
                if before.queues[queue][at] != after.queues[queue][at] {
                    changes.push(format!("{name} = {}", braced(&self.messages(after, queue, at))));
                }
            }
        }
        for (variable, names) in self.variables.iter().enumerate() {
            for (copy, name) in names.iter().enumerate() {
                let (old, new) = (&before.variables[variable][copy], &after.variables[variable][copy]);
                for element in (0..new.len()).filter(|&element| old[element] != new[element]) {
                    let index = self.model.variables[variable].length.map(|_| format!("[{element}]"));
                    changes.push(format!("{name}{} = {}", index.unwrap_or_default(), new[element]));
                }
            }
        }
        changes
    }
}

/// The names of the elements of an array, or the one name of something that is no array.
fn numbered(name: &str, length: Option<u32>) -> Vec<String> {
    match length {
        None => vec![name.to_string()],
        Some(length) => (0..length).map(|index| format!("{name}[{index}]")).collect(),
    }
}

/// By variable and copy. A procedure that a process calls twice has two variables of one name; the second gets a `#2`.
fn variable_names(model: &Model, processes: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut uses: HashMap<(u32, String), usize> = HashMap::new();
    let mut name_copies = |process: u32, name: String| {
        let number = uses.entry((process, name.clone())).or_default();
        *number += 1;
        let suffix = if *number > 1 { format!("#{number}") } else { String::new() };
        processes[process as usize].iter().map(|instance| format!("{instance}.{name}{suffix}")).collect()
    };
    let names = model.variables.iter().map(|variable| match &variable.scope {
        Scope::Global => vec![variable.name.to_string()],
        Scope::Process(process) => name_copies(process.0, variable.name.to_string()),
        Scope::Expansion { process, procedure } => name_copies(process.0, format!("{procedure}.{}", variable.name)),
    });
    names.collect()
}

fn places(names: &[Vec<String>]) -> HashMap<String, (usize, usize)> {
    let row = |(number, row): (usize, &Vec<String>)| {
        row.iter().enumerate().map(|(at, name)| (name.clone(), (number, at))).collect::<Vec<_>>()
    };
    names.iter().enumerate().flat_map(row).collect()
}

fn different(name: &str, actual: &impl ToString, recorded: &impl ToString) -> String {
    format!("after it `{name}` is {}, not {}", shown(&actual.to_string()), shown(&recorded.to_string()))
}

fn braced(messages: &[String]) -> String {
    format!("{{{}}}", messages.join(", "))
}

/// Text of the file, fit to be printed: control characters would reach the terminal, and it may be of any length.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_QUOTED).flat_map(escaped).collect();
    if text.chars().nth(MAX_QUOTED).is_some() {
        shown.push_str("...");
    }
    shown
}

fn escaped(character: char) -> Vec<char> {
    if character.is_control() { character.escape_default().collect() } else { vec![character] }
}
