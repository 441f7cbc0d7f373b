//! The files of the emitted crate: fixed ones from `templates/`, the runtime's source, and the model.

use super::header;
use super::model::module;
use crate::model::Model;
use crate::rules::RuleSet;
use std::collections::BTreeMap;

/// Paths inside the crate and contents.
pub type Files = BTreeMap<String, String>;

/// The file that says that argosc made the directory.
pub const MARKER: &str = ".argosc";

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Files of `runtime/`, by their path there.
macro_rules! runtime {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../runtime/", $path)))),*]
    };
}

/// The runtime's source. A test sees to it that nothing is missing.
pub const RUNTIME: &[(&str, &str)] = runtime![
    "src/json.rs",
    "src/lib.rs",
    "src/memory.rs",
    "src/options/combine.rs",
    "src/options/mod.rs",
    "src/options/parse.rs",
    "src/options/table.rs",
    "src/options/values.rs",
    "src/outcome.rs",
    "src/protocol.rs",
    "src/report/fixture.rs",
    "src/report/human.rs",
    "src/report/json.rs",
    "src/report/machines.rs",
    "src/report/mod.rs",
    "src/report/verbose.rs",
    "src/run.rs",
    "src/search/best.rs",
    "src/search/breadth.rs",
    "src/search/candidates.rs",
    "src/search/cores.rs",
    "src/search/crew.rs",
    "src/search/depth.rs",
    "src/search/discoveries.rs",
    "src/search/distinct.rs",
    "src/search/ends.rs",
    "src/search/errors.rs",
    "src/search/executions.rs",
    "src/search/expander.rs",
    "src/search/explorer.rs",
    "src/search/fold.rs",
    "src/search/kernel.rs",
    "src/search/levels.rs",
    "src/search/loop_starts.rs",
    "src/search/matching.rs",
    "src/search/mod.rs",
    "src/search/recent.rs",
    "src/search/runs.rs",
    "src/search/select.rs",
    "src/search/successors.rs",
    "src/search/swarm.rs",
    "src/search/trace.rs",
    "src/search/turns.rs",
    "src/search/walk.rs",
    "src/search/watch.rs",
    "src/search/worker.rs",
    "src/store/bits.rs",
    "src/store/bitstate.rs",
    "src/store/components.rs",
    "src/store/division.rs",
    "src/store/expansion.rs",
    "src/store/groups.rs",
    "src/store/growth.rs",
    "src/store/hands.rs",
    "src/store/index.rs",
    "src/store/interned.rs",
    "src/store/key_set.rs",
    "src/store/learn.rs",
    "src/store/log.rs",
    "src/store/memo.rs",
    "src/store/mod.rs",
    "src/store/numbers.rs",
    "src/store/offers.rs",
    "src/store/one_word.rs",
    "src/store/pages.rs",
    "src/store/remainder.rs",
    "src/store/rows.rs",
    "src/store/shape.rs",
    "src/store/sift.rs",
    "src/store/simd.rs",
    "src/store/slots.rs",
    "src/store/states.rs",
    "src/store/table.rs",
    "src/store/visits.rs",
    "src/trace/chart.rs",
    "src/trace/columns.rs",
    "src/trace/list.rs",
    "src/trace/mod.rs",
    "src/trace/state.rs",
    "src/value.rs",
    "src/vector.rs",
];

/// The crate of a rule set.
pub fn package(model: &Model, set: &RuleSet, stamp: u64) -> Files {
    let name = package_name(&set.facts.model);
    let fill = |template: &str| template.replace("@NAME@", &name).replace("@VERSION@", VERSION);
    let mut files = Files::new();
    files.insert(MARKER.into(), include_str!("../../../templates/marker").into());
    files.insert(".gitignore".into(), include_str!("../../../templates/gitignore").into());
    files.insert("Cargo.toml".into(), fill(include_str!("../../../templates/Cargo.toml")));
    files.insert("Cargo.lock".into(), lock_file(&name));
    files.insert("src/main.rs".into(), include_str!("../../../templates/main.rs").into());
    files.insert("src/model.rs".into(), model_file(model, set, stamp));
    files.insert("runtime/Cargo.toml".into(), runtime_manifest());
    files.extend(RUNTIME.iter().map(|(path, text)| (format!("runtime/{path}"), text.to_string())));
    files
}

/// `src/model.rs`.
pub fn model_file(model: &Model, set: &RuleSet, stamp: u64) -> String {
    let syn::File { attrs, items, .. } = syn::parse2(module(model, set)).expect("emitted code is Rust");
    let unparse = |attrs, items| prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs, items });
    // One blank line between items, none between imports.
    let is_import = |item: &syn::Item| matches!(item, syn::Item::Use(_));
    let (imports, items): (Vec<_>, Vec<_>) = items.into_iter().partition(is_import);
    let parts = [unparse(attrs, Vec::new()), unparse(Vec::new(), imports)];
    let parts = parts.into_iter().chain(items.into_iter().map(|item| unparse(Vec::new(), vec![item])));
    header(&set.facts, stamp) + &parts.collect::<Vec<String>>().join("\n")
}

/// A name that Cargo takes, whatever the file of the specification is called.
pub fn package_name(model: &str) -> String {
    let keep = |it: char| if it.is_ascii_alphanumeric() || it == '_' || it == '-' { it } else { '_' };
    let name: String = model.chars().map(keep).take(50).collect();
    let prefix = if name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_') { "" } else { "spec-" };
    format!("{prefix}{name}-verifier")
}

/// The runtime's dependencies are those of `runtime/Cargo.toml`.
fn runtime_manifest() -> String {
    let manifest = include_str!("../../../runtime/Cargo.toml");
    let dependencies = manifest.split("\n\n").find(|part| part.starts_with("[dependencies]")).unwrap_or_default();
    let template = include_str!("../../../templates/runtime.toml");
    template.replace("@VERSION@", VERSION).replace("@DEPENDENCIES@", dependencies.trim_end())
}

/// The versions that argosc was built and tested with, so that a crate builds the same everywhere.
fn lock_file(name: &str) -> String {
    let workspace = include_str!("../../../Cargo.lock");
    let mut packages: BTreeMap<&str, String> = BTreeMap::new();
    let mut needed = vec!["argos-runtime"];
    while let Some(package) = needed.pop() {
        let block = workspace.split("[[package]]\n").find(|block| field(block, "name") == Some(package));
        let Some(block) = block.filter(|_| !packages.contains_key(package)) else { continue };
        packages.insert(package, block.trim_end().to_string());
        let dependencies = block.split("dependencies = [").nth(1).unwrap_or_default();
        needed.extend(dependencies.split('"').skip(1).step_by(2).filter_map(|it| it.split(' ').next()));
    }
    packages
        .insert(name, format!("name = \"{name}\"\nversion = \"{VERSION}\"\ndependencies = [\n \"argos-runtime\",\n]"));
    let preamble =
        "# This file is automatically @generated by Cargo.\n# It is not intended for manual editing.\nversion = 4\n";
    packages.values().fold(preamble.to_string(), |text, block| format!("{text}\n[[package]]\n{block}\n"))
}

fn field<'t>(block: &'t str, key: &str) -> Option<&'t str> {
    let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
    Some(line.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn package_names_are_what_cargo_takes() {
        assert_eq!(package_name("abp"), "abp-verifier");
        assert_eq!(package_name("2pc"), "spec-2pc-verifier");
        assert_eq!(package_name("fn"), "fn-verifier");
        assert_eq!(package_name("Bücher & so"), "B_cher___so-verifier");
        assert_eq!(package_name(""), "spec--verifier");
    }

    #[test]
    fn the_whole_runtime_goes_along() {
        fn collect(folder: &Path, root: &Path, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(folder).expect("the runtime is there").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    collect(&path, root, found);
                } else {
                    let path = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
                    found.push(path.replace('\\', "/"));
                }
            }
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
        let mut found = Vec::new();
        collect(&root.join("src"), &root, &mut found);
        found.sort();
        let listed: Vec<&str> = RUNTIME.iter().map(|(path, _)| *path).collect();
        assert_eq!(found, listed);
    }
}
