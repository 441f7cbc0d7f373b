//! The command line of emitted verifiers as scripts see it: options alone and in pairs, exit codes, streams, JSON, refusals.
//!
//! One build has all the models: the crate that argosc writes for the first of them, with the others beside it and a main
//! function that asks the environment which of them to run.

mod common;

use common::many::target;
use serde_json::Value;
use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// The models by the names of their files, the first with what file names can have.
const MODELS: [(&str, &str); 8] = [
    ("2 phäses", "queue q[3]; proc a { do :: q!m od } proc b { do :: q?m :: q?timeout -> skip od }"),
    ("leftover", "queue q[3]; proc a { q!m; q!m } proc b { q?m }"),
    (
        "wrong",
        "pvar x; queue q[1];
         proc a { do :: x = (x + 1) % 4; assert (x != 3) :: q!m :: q!n; break :: (x == 2) -> x = 1 / (x - 2) od }
         proc b { do :: q?m od }
         error { q!m; q?m; q!n }
         invariant small { x < 2 }",
    ),
    (
        "claims",
        "pvar x; proc a { do :: x = (x + 1) % 4 od } never { do :: skip :: (x > 2) -> break od } ltl live { <> (x) }",
    ),
    (
        "large",
        "pvar x, y, z; proc a { do :: x = (x + 1) % 400 od } proc b { do :: y = (y + 1) % 400 od }
         proc c { do :: z = (z + 1) % 400 od }",
    ),
    (
        "cube",
        "pvar x, y, z; proc a { do :: x = (x + 7) % 1050 od } proc b { do :: y = (y + 7) % 1050 od }
         proc c { do :: z = (z + 7) % 1050 od }",
    ),
    (
        "wide",
        "pvar v, w, x, y, z; proc a { do :: v = (v + 1500) % 30000 od } proc b { do :: w = (w + 1500) % 30000 od }
         proc c { do :: x = (x + 1500) % 30000 od } proc d { do :: y = (y + 1500) % 30000 od }
         proc e { do :: z = (z + 1500) % 30000 od }",
    ),
    ("long", "queue q[1]; proc p { pvar x; do :: (x < 30000) -> x++ :: (x == 30000) -> break od; q?m; q!m }"),
];

const GOOD: usize = 0;
const LEFTOVER: usize = 1;
const WRONG: usize = 2;
const CLAIMS: usize = 3;
const LARGE: usize = 4;
const CUBE: usize = 5;
const WIDE: usize = 6;
const LONG: usize = 7;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("verifier-options")
}

fn path(name: &str) -> String {
    folder().join(name).to_str().expect("UTF-8").to_string()
}

fn specification(model: usize) -> String {
    path(&format!("{}.argos", MODELS[model].0))
}

fn argosc(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_argosc")).args(arguments).output().expect("argosc runs")
}

/// The program, built once.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    std::fs::create_dir_all(folder()).expect("the target directory can be written");
    for (number, (_, text)) in MODELS.iter().enumerate() {
        std::fs::write(specification(number), text).expect("the folder can be written");
    }
    let directory = folder().join("crate");
    let output = argosc(&[&specification(GOOD), "-o", &path("crate")]);
    assert!(output.status.success(), "{}", stderr(&output));
    let (mut modules, mut arms) = (String::new(), String::new());
    for number in 0..MODELS.len() {
        let model = argosc(&["emit", "rust", &specification(number)]).stdout;
        std::fs::write(directory.join(format!("src/m{number}.rs")), model).expect("the folder can be written");
        let _ = writeln!(modules, "mod m{number};");
        let _ = writeln!(arms, "        Ok(\"{number}\") => run::main(&m{number}::Verifier),");
    }
    let main = format!(
        "use argos_runtime::run;\n\n{modules}\nfn main() -> std::process::ExitCode {{\n    \
         match std::env::var(\"MODEL\").as_deref() {{\n{arms}        _ => panic!(\"no such model\"),\n    }}\n}}\n"
    );
    std::fs::write(directory.join("src/main.rs"), main).expect("the folder can be written");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--locked"])
        .current_dir(&directory)
        .env("CARGO_TARGET_DIR", target())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", stderr(&output));
    target().join("debug").join(format!("spec-2_ph_ses-verifier{}", std::env::consts::EXE_SUFFIX))
});

fn verifier(model: usize, options: &[&str]) -> Command {
    let mut command = Command::new(&*PROGRAM);
    command.args(options).env("MODEL", model.to_string());
    command
}

fn run(model: usize, options: &[&str]) -> Output {
    verifier(model, options).output().expect("the verifier runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

/// The report of `--json`, which is added to the options, once everything that must be true of it has been checked.
fn report(model: usize, options: &[&str]) -> Value {
    let output = run(model, &[options, &["--json"]].concat());
    let what = format!("{} {options:?}\n{}", MODELS[model].0, stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {what}"));
    check_fields(&report, &what);
    assert_eq!(report["model"], MODELS[model].0, "{what}");
    let limits = report["search"]["limits_hit"].as_array().expect("a list");
    let errors = report["errors"].as_array().expect("a list");
    let (verdict, code, line) = match (errors.is_empty(), limits.is_empty()) {
        (true, true) => ("verified", 0, "verified: no errors in "),
        (true, false) => ("partial", 3, "no errors found (partial search: "),
        (false, _) => ("error", 1, "error: "),
    };
    assert_eq!((report["verdict"].as_str(), output.status.code()), (Some(verdict), Some(code)), "{what}");
    assert!(last_line(&stderr(&output)).starts_with(line), "{what}");
    assert_eq!(report["coverage"] == 1.0, limits.is_empty(), "{what}");
    report
}

/// All fields of CLI.md, with their types.
fn check_fields(report: &Value, what: &str) {
    assert_eq!(report["version"], 1, "{what}");
    for name in ["vector_bits", "states", "transitions", "depth", "memory_bytes"] {
        assert!(report[name].is_u64(), "{name}: {what}");
    }
    for name in ["seconds", "states_per_second", "bytes_per_state", "coverage"] {
        assert!(report[name].is_f64(), "{name}: {what}");
    }
    for name in ["mode", "order", "store"] {
        assert!(report["search"][name].is_string(), "{name}: {what}");
    }
    assert!(report["search"]["threads"].is_u64(), "{what}");
    assert!(report["ends"]["proper"].is_u64() && report["ends"]["idle"].is_u64(), "{what}");
    for error in report["errors"].as_array().expect("a list") {
        assert!(error["kind"].is_string() && error["message"].is_string(), "{what}");
        assert!(error["count"].as_u64().is_some_and(|count| count > 0), "{what}");
        let trace = error["trace"].as_array().expect("a list");
        assert_eq!(error["depth"], trace.len(), "{what}");
        for (number, step) in (1..).zip(trace) {
            assert_eq!(step["step"], number, "{what}");
            assert!(step["process"].is_string() && step["statement"].is_string() && step["line"].is_u64(), "{what}");
            assert!(step["state"].is_object() || number == trace.len() && step["state"].is_null(), "{what}");
        }
    }
    for statement in report["unreached"].as_array().expect("a list") {
        let known = statement["process"].is_string() && statement["statement"].is_string();
        assert!(known && statement["line"].is_u64(), "{what}");
    }
}

/// In every pair of options the exit code, the verdict, the limits and the errors agree, and the report is JSON.
#[test]
fn options_work_alone_and_in_pairs() {
    let traces = path("pairs.json");
    let options: [&[&str]; 14] = [
        &[],
        &["--dfs"],
        &["-m", "0"],
        &["-m", "1000"],
        &["-q", "1"],
        &["-n"],
        &["--strict-end"],
        &["-j"],
        &["-r", "1h"],
        &["-R", "0.00001s"],
        &["--memory", "8M"],
        &["-f"],
        &["-s", "-v"],
        &["--trace", &traces],
    ];
    for model in [GOOD, LEFTOVER, WRONG, CLAIMS] {
        for (at, first) in options.iter().enumerate() {
            for second in &options[at..] {
                let both = [*first, *second].concat();
                let report = report(model, &both);
                let order = if both.contains(&"--dfs") { "dfs" } else { "bfs" };
                assert_eq!(report["search"]["order"], order, "{both:?}");
                // Of two bounds the last one counts.
                let bound = both.iter().rposition(|word| *word == "-m").map(|at| both[at + 1]);
                let expected = match (model, bound) {
                    (CLAIMS, _) | (_, Some("0")) => "partial",
                    (WRONG, _) => "error",
                    // Their queue has room for more.
                    (GOOD | LEFTOVER, _) if both.contains(&"-q") => "partial",
                    _ => "verified",
                };
                assert_eq!(report["verdict"], expected, "{} {both:?}", MODELS[model].0);
            }
        }
    }
}

/// Every pair of searches of the papers is refused with a reason, or its report is sound and claims nothing that it cannot know.
#[test]
fn searches_work_alone_and_in_pairs() {
    let searches: [&[&str]; 22] = [
        &[],
        &["--dfs"],
        &["-e"],
        &["-m", "2"],
        &["-x"],
        &["-x", "2"],
        &["-b"],
        &["--random", "--seed", "3"],
        &["--progress", "fair"],
        &["--progress", "max"],
        &["-c", "0"],
        &["-c", "3"],
        &["--unlikely", "0"],
        &["--fold", "a"],
        &["--simulate", "--steps", "50", "--runs", "5"],
        &["--swarm", "4"],
        &["-k", "1", "--replace", "least"],
        &["--loop-states"],
        &["--bitstate=1M", "--runs", "2"],
        &["-a"],
        &["-l", "-F"],
        &["-q", "1", "-n"],
    ];
    let never_complete = ["--fold", "--simulate", "--swarm", "--bitstate=1M"];
    for model in [GOOD, LEFTOVER, WRONG] {
        let exact = report(model, &[]);
        for (at, first) in searches.iter().enumerate() {
            for second in &searches[at..] {
                let both = [*first, *second].concat();
                let output = run(model, &both);
                if output.status.code() == Some(2) {
                    assert!(stderr(&output).contains(" exclude each other: "), "{both:?}: {}", stderr(&output));
                    continue;
                }
                let report = report(model, &both);
                if !both.contains(&"-n") {
                    assert!(report["states"].as_u64() <= exact["states"].as_u64(), "{both:?}");
                }
                let is_complete = report["search"]["limits_hit"].as_array().is_some_and(Vec::is_empty);
                assert!(!is_complete || !both.iter().any(|word| never_complete.contains(word)), "{both:?}");
            }
        }
    }
}

#[test]
fn each_limit_makes_a_search_partial_and_has_a_name() {
    let limits = |model, options: &[&str]| report(model, options)["search"]["limits_hit"].clone();
    assert_eq!(limits(GOOD, &[]), serde_json::json!([]));
    assert_eq!(limits(GOOD, &["-m", "0"]), serde_json::json!(["depth"]));
    assert_eq!(limits(GOOD, &["-r", "0.000001s"]), serde_json::json!(["time"]));
    assert_eq!(limits(CLAIMS, &[]), serde_json::json!(["claims"]));
    assert_eq!(limits(WRONG, &["-j"]), serde_json::json!(["first_error"]));
    // What the program itself takes, here all models of this file without optimisation, is some 5 MB and part of the budget.
    for order in ["--bfs", "--dfs"] {
        let report = report(LARGE, &["--memory", "16M", order]);
        assert_eq!(report["search"]["limits_hit"], serde_json::json!(["memory"]));
        assert!(report["memory_bytes"].as_u64().is_some_and(|bytes| bytes < 16 << 20), "{report}");
        assert!(report["states"].as_u64().is_some_and(|states| states > 10_000), "{report}");
    }
}

#[test]
fn both_orders_see_the_same() {
    for model in [GOOD, LEFTOVER, WRONG, CLAIMS] {
        for options in [&[][..], &["-n"], &["-q", "1"], &["--strict-end"], &["-m", "1000"]] {
            let [breadth, depth] = ["--bfs", "--dfs"].map(|order| report(model, &[options, &[order]].concat()));
            for name in ["states", "transitions", "ends", "vector_bits", "unreached", "warnings"] {
                assert_eq!(breadth[name], depth[name], "{name} of {} {options:?}", MODELS[model].0);
            }
        }
    }
}

#[test]
fn options_change_what_is_explored() {
    let states = |options: &[&str]| report(GOOD, options)["states"].as_u64().expect("a number");
    assert_eq!(states(&[]), 4, "the queue holds 0 to 3 messages");
    assert_eq!(states(&["-q", "1"]), 2);
    assert_eq!(states(&["-q", "4294967295"]), 4);
    assert_eq!(states(&["-m", "2"]), 3);
    let timeout = serde_json::json!([{ "process": "b", "line": 1, "statement": "q?timeout" }]);
    assert_eq!(report(GOOD, &[])["unreached"], timeout);
    assert_eq!(report(GOOD, &["-n"])["unreached"], serde_json::json!([]));
    let conditions = serde_json::json!({ "eager_timeouts": true, "queue_limit": 2, "strict_end": true });
    assert_eq!(report(GOOD, &["-n", "-q", "2", "--strict-end"])["options"], conditions);
    let warnings = serde_json::json!(["1 proper termination leaves messages in queues"]);
    assert_eq!(report(LEFTOVER, &[])["warnings"], warnings);
    assert_eq!(report(WRONG, &["-j"])["errors"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_was_not_looked_at_is_said() {
    let verdict = |model, options: &[&str]| last_line(&stdout(&run(model, options))).to_string();
    assert_eq!(verdict(GOOD, &[]), "verified: no errors in 4 states (complete search)");
    let bound =
        "no errors found (partial search: executions longer than 1 step were not looked at; estimated coverage ";
    assert!(verdict(GOOD, &["-m", "1"]).starts_with(bound), "{}", verdict(GOOD, &["-m", "1"]));
    let claims = verdict(CLAIMS, &[]);
    assert!(claims.contains("the claim `never` (line 1) is not checked by this version"), "{claims}");
    assert!(claims.contains("the formula `live` (line 1) is not checked by this version"), "{claims}");
}

#[test]
fn the_report_is_on_standard_output_and_nothing_on_standard_error() {
    for model in [GOOD, LEFTOVER, WRONG, CLAIMS] {
        for options in [&[][..], &["-v"], &["-s"], &["-f"], &["--dfs", "-j"]] {
            let output = run(model, options);
            assert_eq!(stderr(&output), "", "{} {options:?}", MODELS[model].0);
            assert!(!output.stdout.is_empty());
        }
    }
    assert!(stdout(&run(GOOD, &["-s"])).starts_with("process a, line 1\n"));
    let rules = stdout(&run(GOOD, &["-s", "-v"]));
    assert!(rules.contains("if   {") && rules.contains("layout of a state:"), "{rules}");
    assert!(stdout(&run(GOOD, &["-v"])).contains("statements that were not executed:\n  b, line 1: q?timeout\n"));
    let progress = stderr(&run(LARGE, &["-R", "0.001s", "--memory", "8M"]));
    assert!(progress.lines().all(|line| line.contains(" s: ") && line.ends_with(" 0 errors")), "{progress}");
    assert!(!progress.is_empty() && !progress.contains('\r'), "on a pipe, a line each time: {progress}");
}

#[test]
fn help_and_version_are_no_searches() {
    let help = run(GOOD, &["--help"]);
    assert_eq!((help.status.code(), stderr(&help)), (Some(0), String::new()));
    for name in
        "--bfs --dfs --depth --queue-limit --eager-timeouts --strict-end --first --time-limit --report-every --memory \
                 --format --show-machines --trace --json --verbose"
            .split_whitespace()
    {
        assert!(stdout(&help).contains(name), "{name}: {}", stdout(&help));
    }
    let version = run(GOOD, &["-V"]);
    assert_eq!(version.status.code(), Some(0));
    assert!(stdout(&version).starts_with("2 phäses: verifier made by argosc "), "{}", stdout(&version));
}

#[test]
fn wrong_options_are_refused_with_a_reason() {
    let number = |name: &str, least: u32, value: &str| {
        format!("`{name}` needs a whole number from {least} to 4294967295, not `{value}`")
    };
    let time = |value: &str| {
        format!("`-R` needs a time above 0 such as 90s, 5m or 2h (a bare number is minutes), not `{value}`")
    };
    let cases: [(&[&str], String); 19] = [
        (&["-m", "x"], number("-m", 0, "x")),
        (&["-m", "-1"], number("-m", 0, "-1")),
        (&["--depth="], number("--depth", 0, "")),
        (&["-q", "0"], number("-q", 1, "0")),
        (&["-q", "4294967296"], number("-q", 1, "4294967296")),
        (&["-m"], "`-m` needs a value: `-m N`; see --help".into()),
        (&["-R", "0"], time("0")),
        (&["-R", "5000000000000000h"], time("5000000000000000h")),
        (&["--memory", "1M"], "`--memory` needs a size of at least 8M such as 512M or 2G, not `1M`".into()),
        (&["--format", "svg"], "`--format` can be columns, list or msc, not `svg`".into()),
        (
            &["--dfs", "--bfs"],
            "`--dfs` and `--bfs` exclude each other: a search has one order; give one of them".into(),
        ),
        (&["--json=yes"], "`--json` takes no value, but `yes` was given; see --help".into()),
        (&["--bogus"], "unknown option `--bogus`; see --help".into()),
        (&["--jso"], "unknown option `--jso`; did you mean `--json`? See --help".into()),
        (&["--cycles=accept"], "`--cycles` is not available in this version; leave it out".into()),
        (
            &["--hashes", "2"],
            "`--hashes` means something only with `--bitstate` or `--swarm`; add that, or leave it out".into(),
        ),
        (&["--", "x"], "unexpected argument `x`: a verifier takes only options; see --help".into()),
        (&[""], "unexpected argument ``: a verifier takes only options; see --help".into()),
        (&["--trace", ""], "`--trace` needs the name of a file, not ``".into()),
    ];
    for (options, reason) in cases {
        let output = run(GOOD, options);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()), "{options:?}");
        assert_eq!(stderr(&output), format!("error: {reason}\n"));
    }
}

#[test]
fn traces_are_written_and_replayed() {
    let traces = path("traces.json");
    std::fs::write(&traces, "something much longer than this was here before").expect("the folder can be written");
    for options in [&[][..], &["--dfs"], &["-n", "-q", "1"], &["--strict-end"], &["-j"]] {
        let output = run(WRONG, &[options, &["--trace", &traces]].concat());
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        let replayed = argosc(&["replay", &specification(WRONG), &traces]);
        assert_eq!(replayed.status.code(), Some(0), "{options:?}: {}", stdout(&replayed));
        assert!(stdout(&replayed).contains("a real execution: "), "{options:?}");
        let other = argosc(&["replay", &specification(GOOD), &traces]);
        assert_eq!(other.status.code(), Some(1), "{options:?}: {}", stdout(&other));
    }
    let json = path("report.json");
    std::fs::write(&json, run(WRONG, &["--json"]).stdout).expect("the folder can be written");
    assert_eq!(argosc(&["replay", &specification(WRONG), &json]).status.code(), Some(0), "a report will do");
    assert_eq!(run(GOOD, &["--trace", &traces]).status.code(), Some(0));
    let replayed = argosc(&["replay", &specification(GOOD), &traces]);
    assert_eq!(stdout(&replayed), "the file has no errors: there is nothing to replay\n", "old traces are gone");
}

#[test]
fn what_cannot_be_written_is_a_failure() {
    for place in [folder().display().to_string(), path("no/such/folder/t.json")] {
        let output = run(GOOD, &["--trace", &place]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()), "it says so before it searches");
        assert!(stderr(&output).starts_with(&format!("error: cannot write `{place}`: ")), "{}", stderr(&output));
    }
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        for options in [&[][..], &["--json"], &["-s"], &["--help"]] {
            let full = full.try_clone().expect("a file can be cloned");
            let output = verifier(WRONG, options).stdout(full).stderr(Stdio::piped()).output().expect("it runs");
            assert_eq!(output.status.code(), Some(2), "{options:?}");
            assert!(last_line(&stderr(&output)).starts_with("error: cannot write the report: "), "{options:?}");
        }
    }
}

#[test]
fn a_reader_that_goes_away_does_not_change_the_exit_code() {
    for (model, code) in [(GOOD, 0), (WRONG, 1), (CLAIMS, 3)] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = verifier(model, &["-v"]).stdout(writer).output().expect("the verifier runs");
        assert_eq!((output.status.code(), stderr(&output)), (Some(code), String::new()));
    }
}

/// Vectors of one word and of two; levels that are worth several threads; a budget that has no room for the log, nor for threads.
#[test]
fn threads_and_memory_change_no_count() {
    let models = [(CUBE, 150u64.pow(3), 3, 3 * 149, "44M"), (WIDE, 20u64.pow(5), 5, 5 * 19, "56M")];
    for (model, states, steps, depth, little) in models {
        let with_little = ["--threads", "3", "--memory", little];
        for options in [&["--threads", "1"][..], &["--threads", "2"], &["--threads", "3"], &with_little] {
            let report = report(model, options);
            assert_eq!(report["verdict"], "verified", "{options:?}: {report}");
            let threads = if options.len() > 2 { "1" } else { options[1] };
            assert_eq!(report["search"]["threads"].to_string(), threads, "{options:?}");
            assert_eq!(report["states"], states, "{options:?}");
            assert_eq!(report["transitions"], steps * states, "{options:?}");
            assert_eq!(report["depth"], depth, "{options:?}");
            let moved = report["file_bytes"].as_u64().expect("a number");
            assert_eq!(moved > 0, options.len() > 2, "{options:?}: {report}");
        }
    }
}

/// The most memory that a process ever took, in bytes; `None` if it has ended.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10)
}

/// A trace of 60,001 steps: its text has 10 megabytes.
#[cfg(target_os = "linux")]
#[test]
fn a_long_trace_is_reported_within_the_memory_budget() {
    // A search depth first also keeps the way to each state of its stack.
    let cases = [("--bfs", "-f", 12), ("--bfs", "--json", 12), ("--dfs", "-f", 16), ("--dfs", "--json", 16)];
    for options in cases {
        let (order, format, megabytes) = options;
        let mut command = verifier(LONG, &[order, format, "--memory", &format!("{megabytes}M")]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the verifier runs");
        let mut report = child.stdout.take().expect("a pipe");
        let (mut chunk, mut length, mut most) = (vec![0; 1 << 16], 0, 0);
        loop {
            let read = std::io::Read::read(&mut report, &mut chunk).expect("the report can be read");
            if read == 0 {
                break;
            }
            length += read;
            // While it waits for its reader, the verifier is still there to be looked at.
            most = peak(child.id()).unwrap_or(most);
        }
        assert_eq!(child.wait().expect("the verifier ends").code(), Some(1), "{options:?}");
        assert!(length > 2_000_000, "{options:?}: {length} bytes");
        assert!(most > 0 && most < megabytes << 20, "{options:?}: {most} bytes");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_report_so_far() {
    for order in ["--bfs", "--dfs"] {
        let mut command = verifier(LARGE, &["--json", "-R", "0.001s", "--memory", "1G", order]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the verifier runs");
        let mut messages = BufReader::new(child.stderr.take().expect("a pipe"));
        // The first progress report: the search has begun.
        messages.read_line(&mut String::new()).expect("progress is reported");
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(kill.success());
        let rest: Vec<String> = messages.lines().map(|line| line.expect("messages are text")).collect();
        let output = child.wait_with_output().expect("the verifier ends");
        assert_eq!(output.status.code(), Some(3));
        let report: Value = serde_json::from_slice(&output.stdout).expect("the report is whole");
        assert_eq!(report["search"]["limits_hit"], serde_json::json!(["interrupt"]));
        let verdict = rest.last().map(String::as_str).unwrap_or_default();
        assert!(verdict.starts_with("no errors found (partial search: interrupted; "), "{verdict}");
    }
}
