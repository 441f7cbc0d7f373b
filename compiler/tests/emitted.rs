//! Emitted verifiers: what they report is what the language says, and every trace is an execution.

mod common;

use argosc::replay::replay;
use common::many::{Entry, search_all};
use common::verify::without_depth;
use common::{Folder, compile_case, example_texts, examples_folder, stated};
use serde_json::Value;

const BREADTH: &str = "";
const DEPTH: &str = "order: Order::Depth,";
const EAGER: &str = "eager_timeouts: true,";
const EAGER_DEPTH: &str = "eager_timeouts: true, order: Order::Depth,";

/// The counts of a report, as the examples state them.
fn counts(report: &Value) -> String {
    let kinds = [
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
    let errors = report["errors"].as_array().expect("a list of errors");
    let of_kind = |kind: &str| -> u64 {
        errors.iter().filter(|error| error["kind"] == *kind).filter_map(|error| error["count"].as_u64()).sum()
    };
    let counted: Vec<String> =
        kinds.iter().filter(|kind| of_kind(kind) > 0).map(|kind| format!("{kind} {}", of_kind(kind))).collect();
    format!(
        "{} states, {} transitions, depth {}, {} proper, {} idle, {}",
        report["states"],
        report["transitions"],
        report["depth"],
        report["ends"]["proper"],
        report["ends"]["idle"],
        if counted.is_empty() { "no errors".to_string() } else { counted.join(", ") }
    )
}

/// Every cell that the examples state, from emitted code, breadth first and depth first.
#[test]
fn the_examples_give_what_they_state() {
    let limit = if cfg!(debug_assertions) { 100_000 } else { u64::MAX };
    let examples: Vec<(String, String)> = example_texts()
        .into_iter()
        .filter(|(_, text)| {
            let eager = stated(text, "eager").expect("every example states this");
            eager.split(' ').next().and_then(|states| states.parse().ok()).is_some_and(|states: u64| states <= limit)
        })
        .collect();
    let compile = |(name, text): &(String, String)| compile_case(name, text, &Folder(examples_folder()));
    let compilations: Vec<_> = examples.iter().map(compile).collect();
    let mut entries = Vec::new();
    for ((name, _), compilation) in examples.iter().zip(&compilations) {
        for (minimized, searches) in [(true, vec![BREADTH, DEPTH, EAGER, EAGER_DEPTH]), (false, vec![BREADTH, DEPTH])] {
            entries.push(Entry { name: name.clone(), compilation, minimized, searches });
        }
    }
    let reports = search_all("emitted-examples", &entries);
    for (number, (entry, reports)) in entries.iter().zip(&reports).enumerate() {
        let text = &examples[number / 2].1;
        let program = entry.compilation.program.as_ref().expect("the example compiles");
        for (search, report) in entry.searches.iter().zip(reports) {
            let mode = match (entry.minimized, search.contains("eager")) {
                (false, _) => "not minimized",
                (true, true) => "eager",
                (true, false) => "default",
            };
            let what = format!("{}, {mode}, {search}", entry.name);
            let (found, expected) = (counts(report), stated(text, mode).expect("every example states this"));
            if search.contains("Depth") {
                assert_eq!(without_depth(&found), without_depth(&expected), "{what}");
            } else {
                assert_eq!(found, expected, "{what}");
            }
            let replayed = replay(&program.model, &report.to_string()).expect("a report can be replayed");
            replayed.errors.iter().for_each(|error| assert_eq!(error.verdict, Ok(()), "{what}: {}", error.message));
        }
    }
}
