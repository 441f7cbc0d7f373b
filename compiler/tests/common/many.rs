//! Many emitted models in one build: the same modules as in emitted crates, and a program that searches all of them.

use super::costs::costs;
use argosc::emit::package::model_file;
use argosc::pipeline::Compilation;
use argosc::rules::RuleSet;
use argosc::rules::execute::Interpreted;
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A model to be searched.
pub struct Entry<'c> {
    pub name: String,
    pub compilation: &'c Compilation,
    pub minimized: bool,
    /// The searches, each as the fields of the runtime's options that differ from the default.
    pub searches: Vec<&'static str>,
}

impl Entry<'_> {
    fn rules(&self) -> RuleSet {
        let program = self.compilation.program.as_ref().expect("it compiles");
        program.rules(self.minimized, &self.compilation.sources).expect("it is small enough")
    }

    /// What guides must say.
    fn costs(&self) -> String {
        costs(&Interpreted::<256>::new(&self.rules()).expect("the vector has at most 256 words"))
    }
}

/// Builds and runs; gives the JSON report of every search of every entry, in order. Guides must say what they say of
/// interpreted rules.
pub fn search_all(folder: &str, entries: &[Entry]) -> Vec<Vec<Value>> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    write_crate(&directory, entries);
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet"])
        .current_dir(&directory)
        .env("CARGO_TARGET_DIR", target())
        .output()
        .expect("cargo runs");
    let text = String::from_utf8(output.stdout).expect("reports are text");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "emitted code compiles without a warning");
    let mut reports =
        text.split('\u{1e}').skip(1).map(|report| serde_json::from_str(report).expect("a report is JSON"));
    let of_entry = |entry: &Entry| {
        assert_eq!(reports.next(), Some(Value::String(entry.costs())), "costs of {}", entry.name);
        entry.searches.iter().filter_map(|_| reports.next()).collect()
    };
    let all = entries.iter().map(of_entry).collect();
    assert!(reports.next().is_none());
    all
}

/// One target directory for everything that tests build.
pub fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("emitted-target")
}

fn write_crate(directory: &Path, entries: &[Entry]) {
    let source = directory.join("src");
    let _ = std::fs::remove_dir_all(&source);
    std::fs::create_dir_all(&source).expect("the target directory can be written");
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let name = directory.file_name().expect("a folder has a name").to_string_lossy();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nargos-runtime = {{ path = {runtime:?} }}\n\n[workspace]\n"
    );
    write(&directory.join("Cargo.toml"), &manifest);
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    std::fs::copy(lock, directory.join("Cargo.lock")).expect("the lock file can be copied");
    let mut modules = String::new();
    let mut calls = String::new();
    for (number, entry) in entries.iter().enumerate() {
        let program = entry.compilation.program.as_ref().expect("it compiles");
        write(&source.join(format!("m{number}.rs")), &model_file(&program.model, &entry.rules(), 0));
        let _ = writeln!(modules, "mod m{number};");
        let _ = writeln!(calls, "    println!(\"\\u{{1e}}{{:?}}\", costs::costs(&m{number}::Verifier));");
        for search in &entry.searches {
            let _ = writeln!(calls, "    print(&m{number}::Verifier, Options {{ {search} ..Options::default() }});");
        }
    }
    let main = format!(
        "use argos_runtime::options::{{Options, Order}};\nuse argos_runtime::protocol::Protocol;\n\
         use argos_runtime::report::{{json, to_text}};\nuse argos_runtime::search::{{search, watch::Watch}};\n\nmod costs;\n{modules}\n\
         fn print(protocol: &impl Protocol, options: Options) {{\n    \
         let outcome = search(protocol, &options, Watch::silent());\n    \
         println!(\"\\u{{1e}}{{}}\", to_text(|out| json::report(protocol.facts(), &options, &outcome, out)));\n}}\n\n\
         fn main() {{\n    let _ = Order::Depth;\n{calls}}}\n"
    );
    write(&source.join("main.rs"), &main);
    write(&source.join("costs.rs"), include_str!("costs.rs"));
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
}
