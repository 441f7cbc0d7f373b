//! Replay accepts what is an execution with the error it claims, and nothing else: traces written by hand, traces that a
//! naive search finds in all examples, the same traces spoiled in every way, and files that are no traces.

mod common;

use argosc::interpret::{End, Options, Outcome, State, Step, System};
use argosc::model::{MessageId, Model, Scope};
use argosc::pipeline::Compilation;
use argosc::print::action::action;
use argosc::replay::{Replayed, ReplayedError, print, replay};
use common::{Folder, compile_case};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

fn compile(text: &str) -> Compilation {
    compile_case("main.argos", text, &Folder(folder()))
}

fn example(name: &str) -> Compilation {
    compile(&std::fs::read_to_string(folder().join(name)).expect("an example is text"))
}

fn model(compilation: &Compilation) -> &Model {
    &compilation.program.as_ref().expect("the specification compiles").model
}

fn replayed(model: &Model, file: &Value) -> Replayed {
    replay(model, &file.to_string()).expect("the file is a trace file")
}

/// Replays a file with one error.
fn replay_one(model: &Model, file: &Value) -> ReplayedError {
    let mut replayed = replayed(model, file);
    assert_eq!(replayed.errors.len(), 1);
    replayed.errors.remove(0)
}

#[track_caller]
fn accept(model: &Model, file: &Value) {
    assert_eq!(replay_one(model, file).verdict, Ok(()), "{file:#}");
}

#[track_caller]
fn refuse(model: &Model, file: &Value, why: &str) {
    assert_eq!(replay_one(model, file).verdict, Err(why.to_string()), "{file:#}");
}

/// A file with one error; steps are `(process, statement)` without states.
fn bare(kind: &str, steps: &[(&str, &str)]) -> Value {
    let steps: Vec<Value> =
        steps.iter().map(|(process, statement)| json!({"process": process, "statement": statement})).collect();
    json!({"version": 1, "errors": [{"kind": kind, "trace": steps}]})
}

const SENDER: [(&str, &str); 4] = [
    ("sender", "channel!smsg(sbit)"),
    ("sender", "sender?timeout"),
    ("sender", "channel!smsg(sbit)"),
    ("sender", "sender?timeout"),
];
const DIVISION: [(&str, &str); 5] = [
    ("user", "in!number(25)"),
    ("user", "in!number(0)"),
    ("div", "in?number(x)"),
    ("div", "in?number(y)"),
    ("div", "out!number(x / y)"),
];

#[test]
fn the_text_shows_each_step_and_the_verdict() {
    let compilation = example("incomplete_sender.argos");
    let mut file = bare("buffer_lock", &SENDER);
    file["errors"][0]["message"] = json!("`sender` is blocked");
    assert_eq!(
        print(&replayed(model(&compilation), &file)),
        "buffer_lock: `sender` is blocked
  1 sender  channel!smsg(sbit)  channel = {smsg(1)}
  2 sender  sender?timeout
  3 sender  channel!smsg(sbit)  channel = {smsg(1), smsg(1)}
  4 sender  sender?timeout
a real execution: 4 steps, ends in the buffer lock it claims
"
    );
    file["errors"][0]["trace"][2]["process"] = json!("receiver");
    assert_eq!(
        print(&replayed(model(&compilation), &file)),
        "buffer_lock: `sender` is blocked
  1 sender  channel!smsg(sbit)  channel = {smsg(1)}
  2 sender  sender?timeout
NOT an execution of this specification: step 3: the specification has no process `receiver`
"
    );
}

#[test]
fn a_failing_step_is_shown_with_its_error() {
    let compilation = example("fast_division_by_zero.argos");
    let replayed = replay_one(model(&compilation), &bare("fault", &DIVISION));
    assert_eq!(replayed.verdict, Ok(()));
    assert_eq!(replayed.steps[4], "  5 div   out!number(x / y)  fault");
    assert_eq!(replayed.steps[3], "  4 div   in?number(y)       in = {}");
}

#[test]
fn a_file_without_errors_has_nothing_to_replay() {
    let compilation = example("hello_world.argos");
    let replayed = replayed(model(&compilation), &json!({"version": 1, "verdict": "verified", "errors": []}));
    assert!(replayed.is_real());
    assert_eq!(print(&replayed), "the file has no errors: there is nothing to replay\n");
}

#[test]
fn hand_made_traces_of_each_sort_are_accepted() {
    let compilation = example("abp_link_assert1.argos");
    let resend = [
        ("sender", "link!msg1"),
        ("link", "link?msg1"),
        ("link", "skip"),
        ("sender", "sender?timeout"),
        ("sender", "link!msg1"),
    ];
    accept(model(&compilation), &bare("assertion", &resend));
    let compilation = example("hyman_mutex.argos");
    let both = [
        ("P[1]", "b[_PROCID] = 0"),
        ("P[1]", "(k != _PROCID)"),
        ("P[1]", "(b[1 - _PROCID] == 1)"),
        ("P[0]", "b[_PROCID] = 0"),
        ("P[0]", "(k == _PROCID)"),
        ("P[1]", "k = _PROCID"),
        ("P[1]", "(k == _PROCID)"),
    ];
    accept(model(&compilation), &bare("invariant", &both));
    let own = "NOT the invariant violation it claims: after step 6 all invariants hold";
    refuse(model(&compilation), &bare("invariant", &both[..6]), own);
}

#[test]
fn a_timeout_has_to_wait_unless_timeouts_are_eager() {
    let compilation = example("abp_link.argos");
    let mut file = bare("deadlock", &[("sender", "link!msg1"), ("sender", "sender?timeout")]);
    let early = "NOT an execution of this specification: step 2: `sender` cannot execute the timeout `sender?timeout` \
                 while `link` can execute `link?msg1`";
    refuse(model(&compilation), &file, early);
    file["options"] = json!({"eager_timeouts": true});
    let end = "NOT the deadlock it claims: after step 2 `link` can execute `link?msg1`";
    refuse(model(&compilation), &file, end);
}

#[test]
fn tampered_traces_are_refused_at_the_right_step() {
    let compilation = example("fast_division_by_zero.argos");
    let model = model(&compilation);
    let no = "NOT an execution of this specification: ";
    let swapped = [DIVISION[0], DIVISION[2], DIVISION[3], DIVISION[1], DIVISION[4]];
    let why = "step 3: `div` cannot execute `in?number(y)` here; it is blocked";
    refuse(model, &bare("fault", &swapped), &format!("{no}{why}"));
    let wrong_process = [DIVISION[0], DIVISION[1], ("user", "in?number(x)")];
    let why = "step 3: `user` cannot execute `in?number(x)` here; it is blocked";
    refuse(model, &bare("fault", &wrong_process), &format!("{no}{why}"));
    let wrong_statement = [DIVISION[0], ("user", "in!number(25)")];
    let why = "step 2: `user` cannot execute `in!number(25)` here; it can execute: `in!number(0)`";
    refuse(model, &bare("fault", &wrong_statement), &format!("{no}{why}"));
    let why = "NOT the fault it claims: step 4: it is executed without an error";
    refuse(model, &bare("fault", &DIVISION[..4]), why);
    let why = "NOT the assertion violation it claims: step 5: it ends in the fault";
    refuse(model, &bare("assertion", &DIVISION), why);
    let why = "step 5: it fails (fault), so no state comes after it";
    refuse(model, &bare("deadlock", &DIVISION), &format!("{no}{why}"));
    let longer = [&DIVISION[..], &DIVISION[4..]].concat();
    refuse(model, &bare("fault", &longer), &format!("{no}{why}"));
    refuse(model, &bare("fault", &[]), "NOT the fault it claims: in the initial state no invariant has a fault");
    refuse(
        model,
        &bare("assertion", &[]),
        "NOT the assertion violation it claims: it takes a step, but the trace has none",
    );
}

#[test]
fn what_the_file_records_about_states_and_numbers_must_be_right() {
    let compilation = example("fast_division_by_zero.argos");
    let model = model(&compilation);
    let with = |at: usize, key: &str, value: Value| {
        let mut file = bare("fault", &DIVISION);
        file["errors"][0]["trace"][at][key] = value;
        file
    };
    let no = "NOT an execution of this specification: ";
    let state = json!({"variables": {"div.x": 25, "user.x": 0}, "queues": {"in": ["number(0)"], "out": []}});
    accept(model, &with(2, "state", state));
    let state = json!({"variables": {"div.x": 24}});
    refuse(model, &with(2, "state", state), &format!("{no}step 3: after it `div.x` is 25, not 24"));
    let state = json!({"queues": {"in": ["number(0)", "number"]}});
    let why = "step 3: after it `in` is {number(0)}, not {number(0), number}";
    refuse(model, &with(2, "state", state), &format!("{no}{why}"));
    let state = json!({"variables": {"div.x": [25]}});
    refuse(model, &with(2, "state", state), &format!("{no}step 3: after it `div.x` is 25, not [25]"));
    let state = json!({"variables": {"x": 25}});
    refuse(model, &with(2, "state", state), &format!("{no}step 3: the specification has no variable `x`"));
    let state = json!({"queues": {"\u{1b}[2J": []}});
    refuse(model, &with(2, "state", state), &format!("{no}step 3: the specification has no queue `\\u{{1b}}[2J`"));
    let why = "step 5: it fails without a result, but the file has a state after it";
    refuse(model, &with(4, "state", json!({})), &format!("{no}{why}"));
    refuse(model, &with(1, "step", json!(3)), &format!("{no}step 2: the file gives it the number 3"));
    let mut file = bare("fault", &DIVISION);
    file["errors"][0]["depth"] = json!(4);
    let why = "NOT the fault it claims: its depth is given as 4, but the trace has 5 steps";
    refuse(model, &file, why);
}

#[test]
fn the_kind_of_the_end_must_be_right() {
    let compilation = example("incomplete_sender.argos");
    let model = model(&compilation);
    for kind in ["deadlock", "unspecified_reception", "assertion_incomplete"] {
        let verdict = replay_one(model, &bare(kind, &SENDER)).verdict.expect_err("the kind is wrong");
        assert!(verdict.ends_with("it claims: after step 4 there is the buffer lock"), "{verdict}");
    }
    let why = "NOT the buffer lock it claims: after step 3 `sender` can execute `sender?timeout`";
    refuse(model, &bare("buffer_lock", &SENDER[..3]), why);
    let longer = [&SENDER[..], &SENDER[..1]].concat();
    let why = "step 5: `sender` cannot execute `channel!smsg(sbit)` here; no process can execute anything";
    refuse(model, &bare("buffer_lock", &longer), &format!("NOT an execution of this specification: {why}"));
    let why = "NOT replayed: the interpreter does not know errors of this kind";
    refuse(model, &bare("acceptance_cycle", &SENDER), why);
    let no_trace = json!({"version": 1, "errors": [{"kind": "buffer_lock"}]});
    refuse(model, &no_trace, "NOT replayed: the file has no trace of this error");
}

#[test]
fn files_that_are_no_traces_are_refused_with_a_place() {
    let compilation = example("hello_world.argos");
    let cases = [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("{", "EOF while parsing an object at line 1 column 1"),
        ("[]", "invalid length 0, expected struct TraceFile with 3 elements at line 1 column 2"),
        (
            "{\"version\": 2,\n \"errors\": []}",
            "it has version 2 of the format, version 1 can be read at line 1 column 13",
        ),
        ("{\"errors\": []}", "missing field `version` at line 1 column 14"),
        ("{\"version\": 1}", "missing field `errors` at line 1 column 14"),
        (
            "{\"version\": 1,\n\"errors\": [{\"kind\": \"fault\", \"trace\": [{\"process\": 7}]}]}",
            "invalid type: integer `7`, expected a string at line 2 column 52",
        ),
        (
            r#"{"version": 1, "errors": [{"kind": "fault", "trace": [{"process": "p", "statement": "skip",
                "state": {"variables": {"x": "1"}}}]}]}"#,
            "expected a number or a list of numbers at line 2 column 49",
        ),
        (r#"{"version": 1, "options": {"queue_limit": -1}, "errors": []}"#, "expected u32 at line 1 column 44"),
    ];
    for (text, message) in cases {
        let error = replay(model(&compilation), text).expect_err("it is no trace").message;
        assert!(error.ends_with(message) && error.starts_with("this is no trace that a verifier wrote: "), "{error}");
    }
    let deep = format!("{{\"version\": 1, \"x\": {}", "[".repeat(1_000_000));
    assert!(replay(model(&compilation), &deep).is_err());
}

/// No spoiled file makes the replay panic, and one that is spoiled only where it does not matter is accepted.
#[test]
fn spoiled_bytes_never_panic() {
    let compilation = example("fast_division_by_zero.argos");
    let model = model(&compilation);
    let file = found_traces(model, Settings::default()).remove("fault").expect("there is a fault").to_string();
    for length in 0..file.len() {
        assert!(replay(model, &file[..length]).is_err());
    }
    let bytes = b"\"{}[]:,0129-ex\\n\0 ";
    for at in (0..file.len()).step_by(3) {
        for byte in bytes {
            let mut spoiled = file.clone().into_bytes();
            spoiled[at] = *byte;
            if let Ok(replayed) = replay(model, &String::from_utf8_lossy(&spoiled)) {
                print(&replayed);
            }
        }
    }
}

const SAME_TEXT: &str = "
    queue q[9];
    proc p {
        do
        :: q!m; if :: q!a :: skip fi; q!b; goto left
        :: q!m; (1); q!c; goto right
        od;
    left: q!d; goto out;
    right: q!e; q!e; assert (0);
    out: skip
    }";

/// The text of a step may fit several edges: the right one shows only later.
#[test]
fn edges_with_the_same_text_are_all_followed() {
    let compilation = compile(SAME_TEXT);
    let model = model(&compilation);
    let one = bare("deadlock", &[("p", "q!m"), ("p", "skip"), ("p", "q!b"), ("p", "q!d")]);
    refuse(model, &one, "NOT the deadlock it claims: after step 4 all processes are properly at their ends");
    let steps = [("p", "q!m"), ("p", "(1)"), ("p", "q!c"), ("p", "q!e"), ("p", "q!e"), ("p", "assert (0)")];
    accept(model, &bare("assert_statement", &steps));
    let why = "step 2: `p` cannot execute `q!b` here; it can execute: `(1)`, `q!a`, `skip`";
    let neither = bare("deadlock", &[("p", "q!m"), ("p", "q!b")]);
    refuse(model, &neither, &format!("NOT an execution of this specification: {why}"));
}

/// The steps that are shown are those of one execution, also where the last step decides which.
#[test]
fn the_execution_that_is_shown_is_the_one_with_the_error() {
    let text = "pvar a[2]; proc p[2] { pvar i;
        if :: i = 0; a[0] = 1 :: i = 0; a[1] = 2; assert (a[0]) fi }";
    let compilation = compile(text);
    let steps = [("p[1]", "i = 0"), ("p[1]", "a[1] = 2"), ("p[1]", "assert (a[0])")];
    let shown = replay_one(model(&compilation), &bare("assert_statement", &steps));
    assert_eq!(shown.verdict, Ok(()));
    assert_eq!(
        shown.steps,
        ["  1 p[1]  i = 0", "  2 p[1]  a[1] = 2       a[1] = 2", "  3 p[1]  assert (a[0])  failed assert statement",]
    );
}

/// A file that records no states may leave any number of possibilities; the replay gives up instead of running out of memory.
#[test]
fn too_many_possibilities_are_given_up() {
    let compilation = compile("proc p[13] { if :: (1); (2) :: (1); (3) fi }");
    let names: Vec<String> = (0..13).map(|number| format!("p[{number}]")).collect();
    let steps: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "(1)")).collect();
    let why = "NOT replayed: step 13 leaves too many possibilities: the file records too little";
    refuse(model(&compilation), &bare("deadlock", &steps), why);
}

#[test]
fn long_traces_are_replayed() {
    let compilation = compile("pvar x; proc p { do :: x = (x + 1) % 7 :: (x == 4); x = x / (x - 4) od }");
    let mut steps = vec![("p", "x = (x + 1) % 7"); 100_000];
    while steps.len() % 7 != 4 {
        steps.push(steps[0]);
    }
    steps.extend([("p", "(x == 4)"), ("p", "x = x / (x - 4)")]);
    accept(model(&compilation), &bare("fault", &steps));
}

/// Blocks may be nested 400 deep, and operators as well: the small stack of a test is enough.
#[test]
fn deep_specifications_are_replayed() {
    let nested = |inside: &str| format!("{} {inside} {}", "if :: (1); ".repeat(198), " fi".repeat(198));
    let text = format!("f() {{ {} }} proc p {{ {} }}", nested("assert (0)"), nested("f()"));
    let compilation = compile(&text);
    let mut steps = vec![("p", "(1)"); 396];
    steps.push(("p", "assert (0)"));
    accept(model(&compilation), &bare("assert_statement", &steps));
    let compilation = compile(&format!("pvar x; proc p {{ assert (x{}) }}", " + x".repeat(399)));
    let statement = action_texts(model(&compilation)).remove(0);
    accept(model(&compilation), &bare("assert_statement", &[("p", &statement)]));
}

fn action_texts(model: &Model) -> Vec<String> {
    let system = System::new(model, Options::default());
    system.steps(&system.initial()).iter().map(|step| action(step.action, model)).collect()
}

/// A fault may be in an invariant; the step before it is a proper one.
#[test]
fn a_fault_of_an_invariant_is_a_fault() {
    let compilation = compile("pvar x = 1; proc p { x = 0; x = 1 } invariant i { 1 / x == 1 }");
    accept(model(&compilation), &bare("fault", &[("p", "x = 0")]));
    let mut file = bare("fault", &[("p", "x = 0")]);
    file["errors"][0]["trace"][0]["state"] = json!({"variables": {"x": 0}});
    accept(model(&compilation), &file);
    refuse(
        model(&compilation),
        &bare("fault", &[("p", "x = 0"), ("p", "x = 1")]),
        "NOT the fault it claims: step 2: it is executed without an error",
    );
    let compilation = compile("pvar x; proc p { x = 1 } invariant i { 1 / x == 1 }");
    accept(model(&compilation), &bare("fault", &[]));
}

#[test]
fn assertions_that_end_too_late_or_too_early_are_told_apart() {
    let text = "queue q[3]; proc p { q!a; q!b; q!a }";
    let compilation = compile(&format!("{text} assert {{ q!a; q!b; q!a; q!b }} error {{ q!a; q!b; q!b }}"));
    let all = [("p", "q!a"), ("p", "q!b"), ("p", "q!a")];
    accept(model(&compilation), &bare("assertion_incomplete", &all));
    let why = "NOT the error sequence it claims: step 3: it is executed without an error";
    refuse(model(&compilation), &bare("error_sequence", &all), why);
    let compilation = compile(&format!("{text} error {{ q!a; q!b }}"));
    accept(model(&compilation), &bare("error_sequence", &all[..2]));
    let why = "NOT an execution of this specification: step 2: it fails (error sequence), so no state comes after it";
    refuse(model(&compilation), &bare("error_sequence", &all), why);
}

/// What a verifier's options change.
#[derive(Clone, Copy, Default, Debug)]
struct Settings {
    eager_timeouts: bool,
    queue_limit: Option<u32>,
    strict_end: bool,
}

fn system(model: &Model, settings: Settings) -> System<'_> {
    System::new(model, Options { eager_timeouts: settings.eager_timeouts, no_minimize: false })
        .with_queue_limit(settings.queue_limit)
        .with_strict_end(settings.strict_end)
}

/// A shortest trace to each kind of error, as a verifier would write it.
fn found_traces(model: &Model, settings: Settings) -> BTreeMap<&'static str, Value> {
    let system = system(model, settings);
    let mut found = BTreeMap::new();
    let mut seen = HashSet::from([system.initial()]);
    let mut queue = VecDeque::from([(system.initial(), Steps(None))]);
    while let Some((state, path)) = queue.pop_front() {
        let mut add = |kind, path: &Steps| {
            found.entry(kind).or_insert_with(|| file(kind, &records(path), settings));
        };
        system.broken_invariants(&state).into_iter().for_each(|kind| add(kind, &path));
        let steps = system.steps(&state);
        if steps.is_empty() {
            match system.end(&state) {
                End::Error(kind) => add(kind, &path),
                End::Proper { incomplete: 1.., .. } => add("assertion_incomplete", &path),
                _ => {}
            }
        }
        for step in steps {
            let longer = || Steps(Some(Rc::new((path.clone(), step_record(model, &step)))));
            match &step.outcome {
                Outcome::Error(kind, _) => add(kind, &longer()),
                Outcome::Next(next) if seen.insert(next.clone()) => queue.push_back((next.clone(), longer())),
                Outcome::Next(_) => {}
            }
        }
    }
    found
}

/// Steps that share their beginnings with others, the last one first.
#[derive(Clone)]
struct Steps(Option<Rc<(Steps, Value)>>);

fn records(path: &Steps) -> Vec<Value> {
    let mut steps: Vec<Value> =
        std::iter::successors(path.0.as_ref(), |step| step.0.0.as_ref()).map(|step| step.1.clone()).collect();
    steps.reverse();
    for (at, step) in steps.iter_mut().enumerate() {
        step["step"] = json!(at + 1);
    }
    steps
}

fn file(kind: &str, trace: &[Value], settings: Settings) -> Value {
    let Settings { eager_timeouts, queue_limit, strict_end } = settings;
    json!({
        "version": 1,
        "model": "example",
        "options": {"eager_timeouts": eager_timeouts, "queue_limit": queue_limit, "strict_end": strict_end},
        "states": 7,
        "errors": [{"kind": kind, "count": 3, "depth": trace.len(), "message": "wrong", "trace": trace}],
    })
}

fn step_record(model: &Model, step: &Step) -> Value {
    let state = match &step.outcome {
        Outcome::Next(state) => Some(state),
        Outcome::Error(_, state) => state.as_ref(),
    };
    json!({
        "process": process_name(model, step.process, step.instance),
        "statement": action(step.action, model),
        "line": 1,
        "state": state.map(|state| state_record(model, state)),
    })
}

fn process_name(model: &Model, process: usize, instance: usize) -> String {
    let process = &model.processes[process];
    if process.length.is_some() { format!("{}[{instance}]", process.name) } else { process.name.to_string() }
}

fn state_record(model: &Model, state: &State) -> Value {
    let mut variables = Map::new();
    for (variable, copies) in model.variables.iter().zip(&state.variables) {
        for (copy, values) in copies.iter().enumerate() {
            let value = if variable.length.is_some() { json!(values) } else { json!(values[0]) };
            let name = match &variable.scope {
                Scope::Global => variable.name.to_string(),
                Scope::Process(id) => format!("{}.{}", process_name(model, id.0 as usize, copy), variable.name),
                Scope::Expansion { process: id, procedure } => {
                    format!("{}.{procedure}.{}", process_name(model, id.0 as usize, copy), variable.name)
                }
            };
            let numbered = (2..).map(|number| format!("{name}#{number}"));
            let mut free = std::iter::once(name.clone()).chain(numbered).filter(|name| !variables.contains_key(name));
            let free = free.next().expect("there is always another number");
            variables.insert(free, value);
        }
    }
    let mut queues = Map::new();
    for (queue, elements) in model.queues.iter().zip(&state.queues) {
        for (index, messages) in elements.iter().enumerate() {
            let carries = |message| queue.sort.iter().any(|entry| entry.message == message && entry.carries_value);
            let text = |&(message, value): &(MessageId, i16)| {
                let name = &model[message].name;
                if carries(message) { format!("{name}({value})") } else { name.to_string() }
            };
            let name = if queue.length.is_some() { format!("{}[{index}]", queue.name) } else { queue.name.to_string() };
            queues.insert(name, messages.iter().map(text).collect());
        }
    }
    json!({"control": {"p": 1}, "variables": variables, "queues": queues, "monitors": {"assert": 0}})
}

fn all_examples() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the examples are there");
    let names =
        entries.map(|entry| entry.expect("an example can be listed").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".argos")).collect();
    names.sort();
    names
}

/// All examples with at most 500 states, in every mode: what the search finds is real, with or without the states; any other
/// kind, a missing last step, or a step that is there twice makes it wrong.
#[test]
fn what_a_search_finds_is_real_and_nothing_else_is() {
    let modes = [
        Settings::default(),
        Settings { eager_timeouts: true, ..Settings::default() },
        Settings { queue_limit: Some(1), ..Settings::default() },
        Settings { strict_end: true, ..Settings::default() },
    ];
    let mut traces = 0;
    for name in all_examples() {
        let compilation = example(&name);
        let model = model(&compilation);
        for settings in modes {
            if system(model, settings).explore_within(500).is_none() {
                continue;
            }
            for (kind, file) in found_traces(model, settings) {
                accept(model, &file);
                spoil(model, kind, &file);
                traces += 1;
            }
        }
    }
    assert!(traces > 70, "only {traces} traces");
}

/// Checks that a real trace is refused once it is changed. A shortest trace has no prefix with the same error.
fn spoil(model: &Model, kind: &str, file: &Value) {
    let check = |what: &str, change: &dyn Fn(&mut Value)| {
        let mut spoiled = file.clone();
        change(&mut spoiled["errors"][0]);
        assert!(replay_one(model, &spoiled).verdict.is_err(), "{what}: {spoiled:#}");
    };
    let steps = |error: &Value| error["trace"].as_array().expect("a list").clone();
    let length = steps(&file["errors"][0]).len();
    for other in ["deadlock", "buffer_lock", "unspecified_reception", "assertion", "error_sequence", "assert_statement"]
    {
        if other != kind {
            check("wrong kind", &|error| error["kind"] = json!(other));
        }
    }
    check("depth", &|error| error["depth"] = json!(length + 1));
    check("one more step", &|error| {
        let mut steps = steps(error);
        steps.push(json!({"process": "nobody", "statement": "skip"}));
        error["depth"] = json!(steps.len());
        error["trace"] = json!(steps);
    });
    if length > 0 {
        check("truncated", &|error| {
            let mut steps = steps(error);
            steps.pop();
            error["depth"] = json!(steps.len());
            error["trace"] = json!(steps);
        });
    }
    for at in BTreeSet::from([0, length / 2, length.saturating_sub(1)]).into_iter().filter(|at| *at < length) {
        check("wrong process", &|error| error["trace"][at]["process"] = json!("nobody"));
        check("wrong statement", &|error| error["trace"][at]["statement"] = json!("nothing"));
        check("wrong number", &|error| error["trace"][at]["step"] = json!(at));
        let spoiled_state = |error: &mut Value, part: &str, wrong: Value| {
            let names = error["trace"][at]["state"][part].as_object_mut();
            names.and_then(|names| names.values_mut().next()).map(|value| *value = wrong)
        };
        if spoiled_state(&mut file["errors"][0].clone(), "queues", json!(null)).is_some() {
            check("wrong queue", &|error| {
                spoiled_state(error, "queues", json!(["no message"]));
            });
        }
        if spoiled_state(&mut file["errors"][0].clone(), "variables", json!(null)).is_some() {
            check("wrong variable", &|error| {
                spoiled_state(error, "variables", json!(77_777));
            });
        }
    }
}

const EXPANDED: &str = "
    queue q[2][3];
    pvar t[3] = 1;
    change(p) pvar p; { pvar l = 5; l = l + p; t[l - 5] = p }
    proc node[2] {
        pvar k = _PROCID;
        change(k);
        q[k]!m(k);
        change(k + 1);
        q[1 - k]?m(k);
        assert (t[0] == t[1])
    }";

/// Variables of procedures that a process calls twice, arrays, instances: all are compared under the names of the format.
#[test]
fn every_name_of_a_state_is_known() {
    let compilation = compile(EXPANDED);
    let model = model(&compilation);
    let file = found_traces(model, Settings::default()).remove("assert_statement").expect("the assertion fails");
    accept(model, &file);
    let trace = file["errors"][0]["trace"].as_array().expect("a list");
    let last = trace.iter().rev().find(|step| !step["state"].is_null()).expect("a state");
    let mut names: Vec<&str> = last["state"]["variables"].as_object().expect("names").keys().map(|it| &**it).collect();
    names.extend(last["state"]["queues"].as_object().expect("names").keys().map(|it| &**it));
    assert_eq!(
        names,
        [
            "node[0].change.l",
            "node[0].change.l#2",
            "node[0].change.p",
            "node[0].change.p#2",
            "node[0].k",
            "node[1].change.l",
            "node[1].change.l#2",
            "node[1].change.p",
            "node[1].change.p#2",
            "node[1].k",
            "t",
            "q[0]",
            "q[1]",
        ]
    );
    spoil(model, "assert_statement", &file);
}

#[test]
fn the_queue_limit_blocks_sends_but_not_initial_contents() {
    let text = "queue q[3] = { m, m }; pvar f; proc p { q?m; f = full(q); q?m; f = full(q); q!m; f = full(q); q!m }";
    let compilation = compile(text);
    let found = system(model(&compilation), Settings { queue_limit: Some(1), ..Settings::default() }).explore();
    assert_eq!(
        (found.states, found.errors.get("unspecified_reception"), found.errors.get("buffer_lock")),
        (7, None, Some(&1))
    );
    let unlimited = system(model(&compilation), Settings { queue_limit: Some(9), ..Settings::default() }).explore();
    assert_eq!((unlimited.proper, unlimited.proper_with_messages), (1, 1));
    assert_eq!(unlimited, system(model(&compilation), Settings::default()).explore());
}

#[test]
fn a_strict_end_makes_deadlocks_of_idle_ends_only() {
    let compilation = example("gcd.argos");
    let found = system(model(&compilation), Settings::default()).explore();
    let strict = system(model(&compilation), Settings { strict_end: true, ..Settings::default() }).explore();
    assert_eq!((found.idle, found.errors.len()), (1, 0));
    assert_eq!((strict.idle, strict.errors.get("deadlock")), (0, Some(&1)));
    let compilation = example("hello_world.argos");
    let strict = system(model(&compilation), Settings { strict_end: true, ..Settings::default() }).explore();
    assert_eq!((strict.proper, strict.proper_with_messages, strict.errors.len()), (1, 0, 0));
}

#[test]
fn exploration_gives_up_beyond_its_limit() {
    let compilation = example("abp_link.argos");
    let system = system(model(&compilation), Settings::default());
    assert_eq!(system.explore_within(86), Some(system.explore()));
    assert_eq!(system.explore_within(85), None);
    assert_eq!(system.explore_within(0), None);
}
