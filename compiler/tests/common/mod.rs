//! What several test programs need.

// Each of them uses a part of it.
#![allow(dead_code)]

pub mod cases;
pub mod choices;
pub mod costs;
pub mod explorable;
pub mod many;
pub mod verify;

use argosc::interpret::Exploration;
use argosc::pipeline::{Compilation, compile};
use argosc::preprocess::{Loader, Options};
use std::path::{Path, PathBuf};

/// Reads include files from below a folder, so that the paths in messages do not depend on where the project is.
pub struct Folder(pub PathBuf);

impl Loader for Folder {
    fn load(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(self.0.join(path))
    }
}

/// Compiles a case with the options of its first line.
pub fn compile_case(name: &str, source: &str, folder: &Folder) -> Compilation {
    let mut options = Options::default();
    let first_line = source.lines().next().unwrap_or_default();
    let mut words = first_line.strip_prefix("// args:").unwrap_or_default().split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next().expect("an option has a value");
        match word {
            "-D" => options.defines.push(value.to_string()),
            "-I" => options.include_dirs.push(value.into()),
            other => panic!("unknown option {other}"),
        }
    }
    compile(name, source.into(), &options, folder)
}

pub fn examples_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// The names and texts of all examples, in order.
pub fn example_texts() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(examples_folder()).expect("the examples are there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an example can be listed").file_name().to_string_lossy().into_owned())
        .collect();
    names.retain(|name| name.ends_with(".argos"));
    names.sort();
    let text = |name: &String| std::fs::read_to_string(examples_folder().join(name)).expect("an example is text");
    names.iter().map(|name| (name.clone(), text(name))).collect()
}

/// What the first comment says after `key:`, up to the next line that starts with a key.
pub fn stated<'t>(text: &'t str, key: &str) -> Option<String> {
    let comment = &text[..text.find("*/")?];
    let after = &comment[comment.find(&format!("* {key}:"))? + key.len() + 3..];
    let is_key = |line: &&'t str| {
        line.split(':')
            .next()
            .is_some_and(|word| ["default", "eager", "not minimized"].contains(&word.trim_start_matches([' ', '*'])))
    };
    let lines: Vec<&str> = after.lines().take_while(|line| !is_key(line)).collect();
    Some(lines.join(" ").replace(" * ", " ").split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The order in which errors are stated.
pub const KINDS: [&str; 9] = [
    "deadlock",
    "buffer_lock",
    "unspecified_reception",
    "assertion",
    "assertion_incomplete",
    "error_sequence",
    "fault",
    "assert_statement",
    "invariant",
];

/// What the interpreter found, as the examples state it.
pub fn explored(found: &Exploration) -> String {
    let errors = KINDS.iter().filter_map(|kind| found.errors.get(kind).map(|count| format!("{kind} {count}")));
    let errors: Vec<String> = errors.collect();
    format!(
        "{} states, {} transitions, depth {}, {} proper, {} idle, {}",
        found.states,
        found.transitions,
        found.depth,
        found.proper,
        found.idle,
        if errors.is_empty() { "no errors".to_string() } else { errors.join(", ") }
    )
}
