//! The `argosc` command as scripts see it: exit codes, what goes to which stream, JSON; and the commands of README.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the compiler is in the workspace").to_path_buf()
}

fn argosc(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_argosc")).args(arguments).current_dir(root()).output().expect("argosc runs")
}

/// Runs argosc on a specification from standard input.
fn argosc_on(text: &str, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_argosc"))
        .args(arguments)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("argosc runs");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    // Where the arguments are wrong, argosc ends without reading.
    let _ = stdin.write_all(text.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("argosc ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const GOOD: &str = "proc a { queue q[1]; q!m; q?m }";
const WARNED: &str = "proc a { queue q[1]; q!m }";
const BAD: &str = "proc a { x = 1 }";

#[test]
fn exit_codes_tell_errors_from_bad_usage() {
    assert_eq!(argosc_on(GOOD, &["check"]).status.code(), Some(0));
    assert_eq!(argosc_on(WARNED, &["check"]).status.code(), Some(0));
    assert_eq!(argosc_on(WARNED, &["check", "--deny-warnings"]).status.code(), Some(1));
    assert_eq!(argosc_on(WARNED, &["emit", "dot", "--deny-warnings"]).status.code(), Some(1));
    assert_eq!(argosc_on(BAD, &["check"]).status.code(), Some(1));
    assert_eq!(argosc_on(BAD, &["emit", "machines"]).status.code(), Some(1));
    assert_eq!(argosc(&["check", "no_such_file.argos"]).status.code(), Some(2));
    assert_eq!(argosc(&["check", "examples"]).status.code(), Some(2));
    assert_eq!(argosc(&["check", "--no-such-flag", "x"]).status.code(), Some(2));
    assert_eq!(argosc_on(GOOD, &["emit", "ast", "--json"]).status.code(), Some(2));
    assert_eq!(argosc(&["--help"]).status.code(), Some(0));
    assert_eq!(argosc(&["--version"]).status.code(), Some(0));
}

#[test]
fn failures_name_the_file() {
    let message = stderr(&argosc(&["check", "no_such_file.argos"]));
    assert_eq!(message, "argosc: there is no file `no_such_file.argos`; check the path\n");
}

#[test]
fn silence_means_that_all_is_well() {
    let output = argosc_on(GOOD, &["check"]);
    assert_eq!((stdout(&output), stderr(&output)), (String::new(), String::new()));
}

#[test]
fn macros_and_include_directories_come_from_the_command_line() {
    let text = "#include \"hello_world.argos\"\n#if SIZE != 3\n#error wrong size\n#endif\n";
    let output = argosc_on(text, &["check", "-D", "SIZE=3", "-I", root().join("examples").to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(argosc_on(text, &["check", "-D", "SIZE=4"]).status.code(), Some(1));
}

#[test]
fn json_diagnostics_are_one_object_a_line() {
    let output = argosc_on("proc a { x = 1;\n  yy!m }", &["check", "--message-format", "json"]);
    let lines: Vec<serde_json::Value> =
        stderr(&output).lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["severity"], "error");
    assert_eq!(lines[0]["code"], "E302");
    assert_eq!((&lines[0]["line"], &lines[0]["column"]), (&1.into(), &10.into()));
    assert_eq!((&lines[0]["end_line"], &lines[0]["end_column"]), (&1.into(), &11.into()));
}

#[test]
fn machine_sizes_are_json() {
    let output = argosc(&["emit", "machines", "--json", "examples/abp_link_assert1.argos"]);
    let sizes: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("the output is JSON");
    assert_eq!(
        sizes["processes"][0],
        serde_json::json!({
            "name": "sender", "instances": 1, "states_raw": 7, "states_minimized": 5, "unreachable": 1
        })
    );
    assert_eq!(sizes["monitors"], serde_json::json!([{ "name": "assert", "kind": "assert", "states": 3 }]));
}

/// The five complaints and the overview of the manual, item for item.
#[test]
fn the_incomplete_sender_gets_the_complaints_of_the_manual() {
    let output = argosc(&["check", "-v", "--message-format", "json", "examples/incomplete_sender.argos"]);
    let messages: Vec<String> = stderr(&output)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("each line is JSON")["message"].to_string())
        .collect();
    let expected = [
        "\"nothing is ever sent to queue `sender`\"",
        "\"queue `channel` is not declared\"",
        "\"queue `channel` has no known owner\"",
        "\"message `smsg` is sent to queue `channel` but never received from it\"",
        "\"message `cack` is received from queue `sender` but never sent to it\"",
    ];
    assert_eq!(messages, expected);
    let overview = "Overview:\n=====\n2 queues:\n    1  sender,  sort: cack\n    2  channel, sort: smsg\n1 process:\n    \
                    1  sender, 5 states (1 unreachable)\n0 procedures\n0 assertions\n";
    assert_eq!(stdout(&output), overview);
}

#[test]
fn the_overview_of_db_server_is_that_of_the_manual() {
    let sizes = ["-D", "NUMPROCS=8", "-D", "BUFDEPTH=5"];
    let output = argosc(&[&["check", "-v"], sizes.as_slice(), &["examples/db_server.argos"]].concat());
    let overview = "Overview:\n=====\n1 queue:\n    1  process_q[8], sort: hi_there/[i], hi_there/[_PROCID], \
                    destroyed/[_PROCID]\n8 processes:\n  1x8  db_server, 9 states (1 unreachable)\n0 procedures\n0 assertions\n";
    assert_eq!(stdout(&output), overview);
}

#[test]
fn colour_is_used_when_asked_for() {
    assert!(stderr(&argosc_on(BAD, &["check", "--color", "always"])).contains('\u{1b}'));
    assert!(!stderr(&argosc_on(BAD, &["check"])).contains('\u{1b}'));
}

#[test]
fn every_example_is_a_picture_that_graphviz_draws() {
    if Command::new("dot").arg("-V").output().is_err() {
        return eprintln!("Graphviz is not installed: not checked");
    }
    for example in ["nbs_transport", "hyman_mutex", "db_server_end", "level_crossing"] {
        let picture = argosc(&["emit", "dot", &format!("examples/{example}.argos")]);
        let mut dot =
            Command::new("dot").args(["-Tsvg", "-o", "/dev/null"]).stdin(Stdio::piped()).spawn().expect("dot runs");
        dot.stdin.take().expect("a pipe").write_all(&picture.stdout).expect("dot reads");
        assert!(dot.wait().expect("dot ends").success(), "{example}");
    }
}

/// README's first command is run as it stands, its output is what README shows; its second is what CI runs.
#[test]
fn the_commands_of_readme_work() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README.md is there");
    let commands: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    let [job, tests] = commands.as_slice() else { panic!("README starts with two commands, not {commands:?}") };
    let output = Command::new("sh")
        .args(["-c", job])
        .current_dir(root())
        .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
        .output()
        .expect("the shell runs");
    assert_eq!(output.status.code(), Some(1), "an error is found\n{}", stderr(&output));
    let shown = stderr(&output) + &stdout(&output);
    let blocks: Vec<&str> = readme.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        assert!(shown.contains(block), "README shows what its command does not print:\n{block}\nbut:\n{shown}");
    }
    let ci = std::fs::read_to_string(root().join(".ci/run")).expect(".ci/run is there");
    assert!(ci.lines().any(|line| line == *tests), ".ci/run does not run `{tests}`");
}

/// The full specifications that the pages show compile without a complaint.
#[test]
fn the_specifications_of_the_pages_compile() {
    let mut checked = 0;
    for page in ["README.md", "docs/LANGUAGE.md"] {
        let text = std::fs::read_to_string(root().join(page)).expect("the page is there");
        for block in text.split("```argos\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            let output = argosc_on(block, &["check", "--deny-warnings"]);
            assert_eq!(output.status.code(), Some(0), "{page} shows\n{block}\n{}", stderr(&output));
            checked += 1;
        }
    }
    assert!(checked > 5, "only {checked} specifications in the pages");
}
