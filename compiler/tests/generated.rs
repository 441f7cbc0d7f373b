//! `generated/`: emitted crates as they are committed. They are what argosc writes today, byte for byte, and they run.
//!
//! To write them anew: `ARGOSC_BLESS=1 cargo test -p argosc --test generated`.

mod common;

use common::many::target;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CRATES: [&str; 5] = ["hello_world", "abp_two_process", "abp_link_assert3", "nbs_transport", "go_back_n"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn temporary(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    directory
}

fn compile(name: &str, directory: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_argosc"))
        .current_dir(root())
        .args([&format!("examples/{name}.argos"), "-o"])
        .arg(directory)
        .output()
        .expect("argosc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// All files below a folder but what Cargo builds.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap_or_else(|error| panic!("{}: {error}", next.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.extend((path.file_name() != Some("target".as_ref())).then_some(path));
            } else {
                let name = path.strip_prefix(folder).expect("it is below the folder").to_path_buf();
                all.insert(name, std::fs::read(&path).expect("a file can be read"));
            }
        }
    }
    all
}

#[test]
fn the_committed_crates_are_what_argosc_writes() {
    let bless = std::env::var_os("ARGOSC_BLESS").is_some();
    for name in CRATES {
        let committed = root().join("generated").join(name);
        if bless {
            let _ = std::fs::remove_dir_all(&committed);
            compile(name, &committed);
        }
        let fresh = temporary(&format!("generated-{name}"));
        compile(name, &fresh);
        let (committed, fresh) = (files(&committed), files(&fresh));
        for (path, content) in &fresh {
            let same = committed.get(path) == Some(content);
            assert!(same, "generated/{name}/{} is out of date: see the first lines of this test", path.display());
        }
        assert_eq!(committed.len(), fresh.len(), "files of generated/{name}");
    }
}

/// The way of a user: compile, `cargo run --release`, compile again.
#[test]
fn an_emitted_crate_builds_and_runs_and_is_left_alone_by_a_second_compile() {
    let directory = temporary("as-a-user");
    compile("nbs_transport", &directory);
    let modified = |path: &Path| std::fs::metadata(path).and_then(|it| it.modified()).expect("a time");
    let before: BTreeMap<PathBuf, _> =
        files(&directory).into_keys().map(|path| (path.clone(), modified(&directory.join(path)))).collect();
    let run = |options: &[&str]| -> Output {
        Command::new(env!("CARGO"))
            .args(["run", "--release", "--locked", "--"])
            .args(options)
            .current_dir(&directory)
            .env("CARGO_TARGET_DIR", target())
            .output()
            .expect("cargo runs")
    };
    let output = run(&["--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("warning: "), "it builds without warnings");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the report is JSON");
    assert_eq!((&report["model"], &report["states"]), (&"nbs_transport".into(), &122.into()));
    compile("nbs_transport", &directory);
    let after: BTreeMap<PathBuf, _> =
        files(&directory).into_keys().map(|path| (path.clone(), modified(&directory.join(path)))).collect();
    assert_eq!(before, after, "neither Cargo nor a second compile touches anything");
}
