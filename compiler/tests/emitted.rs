//! Emitted verifiers: what they report is what the language says, and every trace is an execution.

mod common;

use argosc::interpret::{Exploration, Options, System};
use argosc::pipeline::Compilation;
use argosc::replay::replay;
use common::explorable;
use common::many::{Entry, search_all};
use common::verify::without_depth;
use common::{Folder, KINDS, compile_case, example_texts, examples_folder, explored, stated};
use serde_json::Value;

const BREADTH: &str = "";
const DEPTH: &str = "order: Order::Depth,";
const EAGER: &str = "eager_timeouts: true,";
const EAGER_DEPTH: &str = "eager_timeouts: true, order: Order::Depth,";

/// The counts of a report, as the examples state them.
fn counts(report: &Value) -> String {
    let errors = report["errors"].as_array().expect("a list of errors");
    let of_kind = |kind: &str| -> u64 {
        errors.iter().filter(|error| error["kind"] == *kind).filter_map(|error| error["count"].as_u64()).sum()
    };
    let counted: Vec<String> =
        KINDS.iter().filter(|kind| of_kind(kind) > 0).map(|kind| format!("{kind} {}", of_kind(kind))).collect();
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

/// A sender fills a queue with numbers up to 32,767, then a receiver empties it.
fn fill_and_empty(capacity: u32) -> String {
    format!(
        "queue q[{capacity}];
         proc fill {{ pvar i; do :: (i < {capacity}) -> q!number(i * {step}); i++ :: (i == {capacity}) -> break od }}
         proc empty {{ pvar x, n; (full(q)); do :: q?number(x); assert (x == n * {step}); n++ :: (n == {capacity}) -> break od }}
         invariant short {{ len(q) <= {capacity} && fill.i >= empty.n }}",
        step = 32_767 / capacity
    )
}

/// From 3 bits to 2,000, one word or many: the same code.
#[test]
fn vectors_of_all_widths_work() {
    let mut texts = vec![
        "proc five { skip; if :: skip :: (1) fi; (1); (1); (1); (1) }".to_string(),
        "proc wide { pvar a = -32768, b = 32767, c; a--; b++; c = a * b; a = c - 1; assert (a != b) }".to_string(),
        "queue a[3][1]; proc two[2] { a[_PROCID]!m; if :: a[_PROCID]?m :: skip fi }".to_string(),
    ];
    texts.extend([1, 2, 3, 4, 5, 7, 8, 15, 16, 40, 70, 125].map(fill_and_empty));
    let compilations: Vec<_> =
        texts.iter().map(|text| compile_case("widths", text, &Folder(examples_folder()))).collect();
    let entry =
        |compilation| Entry { name: "widths".into(), compilation, minimized: true, searches: vec![BREADTH, DEPTH] };
    let reports = search_all("emitted-widths", &compilations.iter().map(entry).collect::<Vec<_>>());
    let mut widths = Vec::new();
    for ((text, compilation), reports) in texts.iter().zip(&compilations).zip(&reports) {
        let program = compilation.program.as_ref().expect("it compiles");
        let expected = explored(&System::new(&program.model, Options::default()).explore());
        let [breadth, depth] = reports.as_slice() else { panic!("two reports") };
        assert_eq!(counts(breadth), expected, "{text}");
        assert_eq!(without_depth(&counts(depth)), without_depth(&expected), "{text}");
        widths.push(breadth["vector_bits"].as_u64().expect("a number of bits"));
    }
    assert_eq!(widths[0], 3);
    for range in [33..=64, 65..=128, 129..=1000] {
        assert!(widths.iter().any(|bits| range.contains(bits)), "{range:?}: {widths:?}");
    }
    assert!(widths.last().is_some_and(|bits| *bits >= 2000), "{widths:?}");
}

/// Specifications that are emitted into one crate.
const BATCH: usize = 40;

/// Random specifications: emitted code, searched in both orders, agrees with the interpreter. `ARGOSC_BATCHES` asks for more.
#[test]
fn random_specifications_agree() {
    let batches = std::env::var("ARGOSC_BATCHES").map_or(1, |text| text.parse().expect("a number of batches"));
    let mut seed = 1;
    for _ in 0..batches {
        let mut cases: Vec<(String, Compilation, [Exploration; 2])> = Vec::new();
        while cases.len() < BATCH {
            seed += 1;
            let text = explorable::specification(&random_numbers(seed));
            let compilation = compile_case("random", &text, &Folder(examples_folder()));
            let Some(program) = compilation.program.as_ref() else { continue };
            let explore = |eager_timeouts| {
                System::new(&program.model, Options { eager_timeouts, ..Options::default() }).explore_within(2_000)
            };
            if let (Some(usual), Some(eager)) = (explore(false), explore(true)) {
                cases.push((text, compilation, [usual, eager]));
            }
        }
        let searches = || vec![BREADTH, DEPTH, EAGER, EAGER_DEPTH];
        let entries: Vec<Entry> = cases
            .iter()
            .map(|(_, compilation, _)| Entry {
                name: "random".into(),
                compilation,
                minimized: true,
                searches: searches(),
            })
            .collect();
        for ((text, compilation, explorations), reports) in cases.iter().zip(search_all("emitted-random", &entries)) {
            let program = compilation.program.as_ref().expect("it compiles");
            for (number, (search, report)) in searches().iter().zip(&reports).enumerate() {
                let (found, expected) = (counts(report), explored(&explorations[number / 2]));
                if number % 2 == 0 {
                    assert_eq!(found, expected, "{search}\n{text}");
                } else {
                    assert_eq!(without_depth(&found), without_depth(&expected), "{search}\n{text}");
                }
                let replayed = replay(&program.model, &report.to_string()).expect("a report can be replayed");
                replayed.errors.iter().for_each(|error| assert_eq!(error.verdict, Ok(()), "{}\n{text}", error.message));
            }
        }
    }
}

/// The decisions of a random specification: the same for the same seed, on every machine.
fn random_numbers(seed: u64) -> Vec<u16> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u16
    };
    (0..400).map(|_| next()).collect()
}
