//! The `argosc` command as scripts see it: exit codes, what goes to which stream, JSON; and the commands of README.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

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

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target directory can be written");
    folder
}

fn save(folder: &Path, name: &str, text: &str) -> PathBuf {
    std::fs::write(folder.join(name), text).expect("the target directory can be written");
    folder.join(name)
}

/// All files below a folder, with their contents and when they were written.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder can be listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(snapshot(&path));
        } else {
            let time = std::fs::metadata(&path).and_then(|it| it.modified()).expect("a time");
            all.insert(path.clone(), (std::fs::read(&path).expect("a file can be read"), time));
        }
    }
    all
}

fn contents(snapshot: &BTreeMap<PathBuf, (Vec<u8>, SystemTime)>) -> Vec<(&Path, &[u8])> {
    snapshot.iter().map(|(path, (bytes, _))| (path.as_path(), bytes.as_slice())).collect()
}

#[test]
fn a_crate_goes_where_nothing_is_or_where_argosc_has_been() {
    let folder = folder("where");
    let output = |directory: &Path| argosc_on(GOOD, &["-o", directory.to_str().expect("UTF-8")]);
    std::fs::create_dir(folder.join("empty")).expect("the folder can be written");
    for directory in ["absent", "deep/er/absent", "empty", "wörds with 'blanks'"].map(|name| folder.join(name)) {
        assert_eq!(output(&directory).status.code(), Some(0), "{}", directory.display());
        save(&directory, "notes.txt", "the user's");
        let before = snapshot(&directory);
        assert!(before.contains_key(&directory.join("Cargo.lock")));
        assert_eq!(output(&directory).status.code(), Some(0), "{}", directory.display());
        assert_eq!(snapshot(&directory), before, "a second compile touches nothing");
    }
    let message = stderr(&output(&folder.join("it's")));
    let quoted = format!(r"cd '{}/it'\''s' && cargo run --release", folder.display());
    assert!(message.contains(&quoted), "what it says can be pasted into a shell: {message}");
}

#[test]
fn what_is_not_argoscs_is_not_touched() {
    let folder = folder("foreign");
    save(&folder, "Cargo.toml", "the user's");
    let before = snapshot(&folder);
    let refuse = |directory: &Path, why: &str| {
        let output = argosc_on(GOOD, &["-o", directory.to_str().expect("UTF-8")]);
        let expected = format!("argosc: `{}` {why}; choose another directory with -o\n", directory.display());
        assert_eq!((output.status.code(), stderr(&output)), (Some(2), expected));
        assert_eq!(snapshot(&folder), before);
    };
    refuse(&folder, "was not made by argosc and is not empty, so nothing was changed");
    refuse(&folder.join("Cargo.toml"), "is, or is below, a file and not a directory");
    refuse(&folder.join("Cargo.toml/deeper"), "is, or is below, a file and not a directory");
}

#[test]
fn a_failed_compile_leaves_the_previous_crate() {
    let folder = folder("failed");
    let directory = folder.join("verifier");
    let compile = |text, options: &[&str]| {
        argosc_on(text, &[options, &["-o", directory.to_str().expect("UTF-8")]].concat()).status.code()
    };
    assert_eq!(compile(BAD, &[]), Some(1));
    assert!(!directory.exists(), "nothing is written for a specification with errors");
    assert_eq!(compile(GOOD, &[]), Some(0));
    let before = snapshot(&directory);
    assert_eq!(compile(BAD, &[]), Some(1));
    assert_eq!(compile(WARNED, &["--deny-warnings"]), Some(1));
    assert_eq!(snapshot(&directory), before);
    assert_eq!(compile(WARNED, &[]), Some(0));
    assert_ne!(contents(&snapshot(&directory)), contents(&before));
    assert_eq!(compile(GOOD, &[]), Some(0));
    assert_eq!(contents(&snapshot(&directory)), contents(&before), "the way back leaves nothing behind");
}

/// With both, the crate would not build: Rust does not know which of them is the module.
#[test]
fn what_another_version_wrote_does_not_stay() {
    let folder = folder("other-version");
    let directory = folder.join("verifier");
    let compile = || argosc_on(GOOD, &["-o", directory.to_str().expect("UTF-8")]).status.code();
    assert_eq!(compile(), Some(0));
    let written = snapshot(&directory);
    save(&directory.join("runtime/src"), "options.rs", "an old module");
    save(&directory.join("src"), "mine.rs", "the user's");
    assert_eq!(compile(), Some(0));
    assert!(directory.join("src/mine.rs").exists(), "beside the runtime nothing is removed");
    std::fs::remove_file(directory.join("src/mine.rs")).expect("it is there");
    assert_eq!(contents(&snapshot(&directory)), contents(&written));
}

/// A prepared file cannot be written because a folder has its name; what was prepared before it is taken back.
#[test]
fn a_crate_that_cannot_be_written_leaves_nothing_behind() {
    let folder = folder("blocked");
    let directory = folder.join("verifier");
    let compile = |name| {
        let spec = save(&folder, name, GOOD);
        argosc(&[spec.to_str().expect("UTF-8"), "-o", directory.to_str().expect("UTF-8")])
    };
    assert_eq!(compile("one.argos").status.code(), Some(0));
    std::fs::create_dir(directory.join("src/model.rs.argosc-new")).expect("the folder can be written");
    let before = snapshot(&directory);
    let output = compile("two.argos");
    let expected = format!("argosc: cannot write `{}`: ", directory.join("src/model.rs").display());
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains(&expected), "{}", stderr(&output));
    assert_eq!(snapshot(&directory), before);
}

#[test]
fn a_specification_may_be_called_anything() {
    let folder = folder("names");
    let names = [
        ("2pc.argos", "spec-2pc-verifier"),
        ("fn.argos", "fn-verifier"),
        ("my spec.argos", "my_spec-verifier"),
        ("test.argos", "test-verifier"),
        ("ünï.argos", "_n_-verifier"),
        ("none", "none-verifier"),
    ];
    for (file, package) in names {
        let path = save(&folder, file, GOOD);
        let directory = folder.join(format!("{file}-crate"));
        let output = argosc(&[path.to_str().expect("UTF-8"), "-o", directory.to_str().expect("UTF-8")]);
        assert_eq!(output.status.code(), Some(0), "{file}: {}", stderr(&output));
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).expect("a crate has a manifest");
        assert!(manifest.contains(&format!("name = \"{package}\"")), "{file}: {manifest}");
    }
}

#[test]
fn the_stages_of_the_back_end_are_printed() {
    let text = "pvar x; queue q[2]; proc a { do :: x = (x + 1) % 4; q!m(x) :: q?m(x) od }";
    let print = |stage: &str, options: &[&str]| {
        let output = argosc_on(text, &[&["emit", stage], options].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{stage}");
        stdout(&output)
    };
    assert!(print("ranges", &[]).contains("x  0..3  2 bits  line 1"), "{}", print("ranges", &[]));
    assert!(print("layout", &[]).starts_with("9 bits in 1 word\nword  bit  width  name"), "{}", print("layout", &[]));
    assert!(print("rules", &[]).contains("rule 0: a, line 1: x = (x + 1) % 4\n"), "{}", print("rules", &[]));
    assert!(print("rust", &[]).contains("impl Protocol for Verifier"), "{}", print("rust", &[]));
    assert_ne!(print("rust", &[]), print("rust", &["-D", "UNUSED"]), "the stamp tells inputs apart");
    assert_eq!(argosc_on(BAD, &["emit", "rules"]).status.code(), Some(1));
    assert_eq!(argosc_on(GOOD, &["emit", "layout", "--json"]).status.code(), Some(2));
}

/// A deadlock after one step.
const STUCK: &str = "proc a { queue q[1]; pvar x; x = 1; q?m; q!m }";
const STUCK_TRACE: &str = r#"{"version": 1, "errors": [{"kind": "deadlock", "depth": 1, "message": "stuck",
    "trace": [{"step": 1, "process": "a", "statement": "x = 1", "line": 1, "state": {"variables": {"a.x": 1}}}]}]}"#;

#[test]
fn replay_tells_real_traces_from_others() {
    let folder = folder("replay");
    let spec = save(&folder, "stuck.argos", STUCK);
    let replay = |trace: &Path| {
        let output = argosc(&["replay", spec.to_str().expect("UTF-8"), trace.to_str().expect("UTF-8")]);
        (output.status.code(), stdout(&output), stderr(&output))
    };
    let (code, shown, _) = replay(&save(&folder, "good.json", STUCK_TRACE));
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("a real execution: 1 step, ends in the deadlock it claims"), "{shown}");
    for (from, to, why) in [
        ("x = 1", "q!m", "NOT an execution of this specification: step 1"),
        (": 1}}}]", ": 2}}}]", "NOT an execution of this specification: step 1"),
        ("\"deadlock\"", "\"buffer_lock\"", "NOT the buffer lock it claims"),
    ] {
        let (code, shown, _) = replay(&save(&folder, "tampered.json", &STUCK_TRACE.replace(from, to)));
        assert_eq!(code, Some(1), "{shown}");
        assert!(shown.contains(why), "{shown}");
    }
    for (name, text) in
        [("text.json", "no JSON"), ("list.json", "[]"), ("new.json", "{\"version\": 2, \"errors\": []}")]
    {
        let path = save(&folder, name, text);
        let (code, shown, message) = replay(&path);
        assert_eq!((code, shown), (Some(2), String::new()), "{name}");
        assert!(message.contains(&format!("argosc: cannot replay `{}`: ", path.display())), "{message}");
    }
    let (code, _, message) = replay(&folder.join("missing.json"));
    assert_eq!(code, Some(2));
    assert!(message.contains("missing.json`; check the path"), "{message}");
}

/// Runs argosc with a cache and a Cargo of the test's choice.
fn argosc_run(spec: &Path, cache: &Path, cargo: Option<&str>, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argosc"));
    command.arg("run").arg(spec).arg("--").args(options).env("XDG_CACHE_HOME", cache);
    command.envs(cargo.map(|cargo| ("CARGO", cargo)));
    command.output().expect("argosc runs")
}

#[test]
fn run_builds_once_and_passes_options_and_exit_codes_on() {
    let folder = folder("run");
    let spec = save(&folder, "stuck.argos", STUCK);
    // Kept from one run of the tests to the next, as it is for users.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli-cache");
    let output = argosc_run(&spec, &cache, None, &["--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON");
    assert_eq!((&report["model"], &report["errors"][0]["kind"]), (&"stuck".into(), &"deadlock".into()));

    let cached = |options: &[&str]| argosc_run(&spec, &cache, Some("/no/such/cargo"), options);
    assert_eq!(cached(&["-m", "0"]).status.code(), Some(3), "the second time nothing is built");
    assert_eq!(cached(&["--help"]).status.code(), Some(0));
    let output = cached(&["-m"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).ends_with("error: `-m` needs a value: `-m N`; see --help\n"), "{}", stderr(&output));
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let mut command = Command::new(env!("CARGO_BIN_EXE_argosc"));
        command.arg("run").arg(&spec).args(["--", "-m", "0"]).env("XDG_CACHE_HOME", &cache).stdout(full);
        let code = command.status().expect("argosc runs").code();
        assert_eq!(code, Some(2), "a report that is lost outweighs a search that is partial");
    }
    let traces = folder.join("traces.json");
    assert_eq!(cached(&["--trace", traces.to_str().expect("UTF-8")]).status.code(), Some(1));
    assert!(std::fs::read_to_string(&traces).is_ok_and(|text| text.contains("\"kind\": \"deadlock\"")));
    let left = std::fs::read_dir(cache.join("argosc")).expect("there is a cache").flatten();
    let left = left.flat_map(|entry| std::fs::read_dir(entry.path()).expect("entries are folders").flatten());
    let left: Vec<_> = left.map(|file| file.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("traces")), "{left:?}");
}

#[test]
fn run_says_what_it_lacks() {
    let folder = folder("lacks");
    let spec = save(&folder, "stuck.argos", STUCK);
    let refuse = |cache: &Path, cargo: &str, options: &[&str], expected: &str| {
        let output = argosc_run(&spec, cache, Some(cargo), options);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()), "{}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    refuse(&folder.join("cache"), "/no/such/cargo", &[], "cannot run `/no/such/cargo`: ");
    refuse(&folder.join("cache"), "/no/such/cargo", &[], "; install Rust from https://rustup.rs\n");
    refuse(&spec, "cargo", &[], "; set XDG_CACHE_HOME to a directory that can be written\n");
    let folder = folder.to_str().expect("UTF-8");
    refuse(Path::new(folder), "cargo", &["--trace", folder], "is no file from which traces can be read again");
    refuse(Path::new(folder), "cargo", &[&format!("--trace={folder}")], "name another file\n");
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
