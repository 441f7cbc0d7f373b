//! Nothing panics, hangs or contradicts itself, whatever the text: random characters, random words of the language, spoiled
//! examples, and random specifications that have no errors, whose machines have the sizes that the naive twin gives them.
//! `common::check` says what is checked of all.
//!
//! `PROPTEST_CASES=100000 cargo test --release -p argosc --test robustness` looks further than the usual 256 cases. What was
//! once found is below, each in its smallest form.

mod common {
    pub mod check;
    pub mod choices;
    pub mod mutate;
    pub mod valid;
}

use argosc::diagnostic::{Code, Severity};
use argosc::interpret::control::control;
use argosc::pipeline::Compilation;
use argosc::preprocess::Loader;
use common::check::{OneEmptyFile, check};
use common::mutate::{WORDS, mutate};
use common::valid;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::path::Path;
use std::sync::LazyLock;

/// The texts that are spoiled.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in [project.join("../examples"), project.join("tests/ui")] {
        let entries = std::fs::read_dir(folder).expect("the texts are there");
        paths.extend(entries.map(|entry| entry.expect("a text can be listed").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "argos"));
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).filter(|text| text.len() < 20_000).collect()
});

fn characters() -> impl Strategy<Value = String> {
    let pieces = select(vec![
        "\u{feff}", "\r\n", "\n", "\r", "\t", "\u{0}", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}", "\u{301}", "→", "é",
        "𝕏", "/*", "*/", "//", "\\\n", "\\\r\n", "\\", "#", "#define ", "#if ", "#endif\n", "\"", "\u{a0}",
    ]);
    let piece = prop_oneof![pieces.prop_map(String::from), any::<char>().prop_map(String::from), "[ -~]{0,5}"];
    prop_oneof![any::<String>(), vec(piece, 0..40).prop_map(|pieces| pieces.concat())]
}

/// Words of the language in any order, alone or where a body, a formula or a macro stands.
fn random_words() -> impl Strategy<Value = String> {
    let frames = select(vec![
        ("", ""),
        ("proc p { ", " }"),
        ("pvar x, y; queue q[1]; proc p { do :: ", " od }"),
        ("proc p { x = (", ") }"),
        ("assert { ", " }"),
        ("never { ", " }"),
        ("pvar x, y; proc p { L: skip } ltl l { ", " }"),
        ("pvar x, y; proc p { L: skip } invariant l { ", " }"),
        ("pvar x, y; proc p { L: skip } guide l { ", " }"),
        ("qset s { q : m }; f(x, s) qset s { q : m }; { ", " } proc p { f(1, s) }"),
        ("#define F(x,y) ", "\nproc p { F(x, (y)) }"),
        ("#if ", "\n#endif\n"),
    ]);
    let words = vec((select(WORDS), select(vec![" ", " ", " ", "", "\n"])), 0..50);
    (frames, words).prop_map(|((before, after), words)| {
        let words: String = words.into_iter().flat_map(|(word, space)| [word, space]).collect();
        format!("{before}{words}{after}")
    })
}

fn spoiled_texts() -> impl Strategy<Value = String> {
    let text = || select(TEXTS.as_slice());
    (text(), text(), vec(any::<u16>(), 0..24)).prop_map(|(text, other, numbers)| mutate(&text, &other, &numbers))
}

fn valid_specifications() -> impl Strategy<Value = String> {
    vec(any::<u16>(), 0..300).prop_map(|numbers| valid::specification(&numbers))
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_characters(text in characters()) {
        check(&text, &OneEmptyFile);
    }

    #[test]
    fn any_words(text in random_words()) {
        check(&text, &OneEmptyFile);
    }

    #[test]
    fn spoiled_specifications(text in spoiled_texts()) {
        check(&text, &OneEmptyFile);
    }

    #[test]
    fn valid_specifications_have_no_errors(text in valid_specifications()) {
        let compilation = check(&text, &OneEmptyFile);
        let error = compilation.diagnostics.iter().find(|diagnostic| diagnostic.severity() == Severity::Error);
        prop_assert!(error.is_none(), "{error:#?}");
        let program = compilation.program.as_ref().expect("without errors there is a program");
        for (process, machine) in program.model.processes.iter().zip(&program.machines) {
            let (raw, minimized) = (machine.raw.states.len(), machine.minimized.machine.states.len());
            prop_assert_eq!(control(&process.body, false).size(), raw, "{}, not minimised", &process.name);
            prop_assert_eq!(control(&process.body, true).size(), minimized, "{}, minimised", &process.name);
        }
    }
}

fn codes(compilation: &Compilation) -> Vec<Code> {
    compilation.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// A chain of `n` calls, `goto`s or `skip`s took O(n²).
#[test]
fn long_chains_of_skips_are_removed_in_linear_time() {
    let calls = format!("f() {{ skip }} proc p {{ {} skip }}", "f(); ".repeat(20_000));
    check(&calls, &OneEmptyFile);
    let jumps: String = (0..2_000).map(|at| format!("l{at}: goto l{};", at + 1)).collect();
    check(&format!("proc p {{ {jumps} l2000: skip }}"), &OneEmptyFile);
}

/// Each level was read twice: once as a test, once as a call.
#[test]
fn nested_queue_tests_are_read_once() {
    check(&format!("proc p {{ ({}+{}) }}", "len(q[".repeat(90), "])".repeat(90)), &OneEmptyFile);
}

/// Each level was read twice: once as the operator, once as a call of something named `X`.
#[test]
fn nested_next_operators_are_read_once() {
    check(&format!("ltl p {{ {}+{} }}", "X(".repeat(190), ")".repeat(190)), &OneEmptyFile);
}

/// A tree with millions of levels was built before it was found too deep.
#[test]
fn endless_expressions_are_an_error() {
    for text in [
        format!("proc p {{ ({}1) }}", "1+".repeat(200_000)),
        format!("ltl p {{ {}1 }}", "1 -> ".repeat(100_000)),
        format!("ltl p {{ {}1 }}", "[]".repeat(100_000)),
    ] {
        assert_eq!(codes(&check(&text, &OneEmptyFile)), [Code::TooLarge]);
    }
}

/// Every diagnostic showed its whole line, and counted its column from the line's start.
#[test]
fn many_mistakes_in_one_long_line_are_no_burden() {
    check(&format!("proc p {{ do {} od }}", "::".repeat(20_000)), &OneEmptyFile);
    check(&"9".repeat(1_000_000), &OneEmptyFile);
}

/// The distance of two names takes time and space for each pair of their letters.
#[test]
fn similar_names_are_found_in_reasonable_time() {
    let name = "a".repeat(50_000);
    check(&format!("pvar {name}; proc p {{ {name}b = 1 }}"), &OneEmptyFile);
}

/// Included twice by a file that is included twice, and so on: there was no limit but the depth.
#[test]
fn doubling_includes_are_an_error() {
    struct Doubling;
    impl Loader for Doubling {
        fn load(&self, path: &Path) -> std::io::Result<Vec<u8>> {
            let longer = format!("{}x", path.display());
            Ok(format!("#include \"{longer}\"\n#include \"{longer}\"\n").into_bytes())
        }
    }
    let compilation = check("#include \"x\"\n", &Doubling);
    assert!(codes(&compilation).iter().all(|code| *code == Code::IncludeCycle));
}

/// After the expansion was given up, each level still copied millions of tokens.
#[test]
fn runaway_macros_are_given_up_at_once() {
    let text = format!("#define D(x) x x\npvar x = {}1{};", "D(".repeat(100), ")".repeat(100));
    assert_eq!(codes(&check(&text, &OneEmptyFile)), [Code::RunawayExpansion]);
}

/// Two mistakes out of one macro had the same place and text, but not the same expansion.
#[test]
fn mistakes_in_a_macro_are_said_once() {
    let text = "#define B x = 1\n#define A B; B\nproc p { A }";
    assert_eq!(codes(&check(text, &OneEmptyFile)), [Code::UnknownVariable]);
}
