//! Rules, interpreted: the searches of the runtime find on them what the language says.

mod common;

use argos_runtime::options::{Options, Order};
use argos_runtime::report::{json, to_text};
use argosc::replay::replay;
use common::verify::{as_if_large, summary, verify, without_depth};
use common::{Folder, compile_case, example_texts, examples_folder, stated};

/// Every example, in every mode and both orders; every trace is an execution, says the interpreter.
#[test]
fn the_examples_give_what_they_state() {
    let limit = if cfg!(debug_assertions) { 50_000 } else { usize::MAX };
    for (name, text) in example_texts() {
        let compilation = compile_case(&name, &text, &Folder(examples_folder()));
        let program = compilation.program.as_ref().expect("the example compiles");
        for (mode, eager_timeouts, minimized) in
            [("default", false, true), ("eager", true, true), ("not minimized", false, false)]
        {
            let expected = stated(&text, mode).unwrap_or_else(|| panic!("{name} states nothing for {mode}"));
            let states: usize = expected.split(' ').next().and_then(|it| it.parse().ok()).expect("a number of states");
            if states > limit {
                continue;
            }
            let set = program.rules(minimized, &compilation.sources).expect("the example is small enough");
            let orders =
                [Order::Breadth, Order::Depth].map(|order| Options { order, eager_timeouts, ..Options::default() });
            for options in orders.iter().flat_map(|options| [options.clone(), as_if_large(options)]) {
                let order = options.order;
                let outcome = verify(&set, &options);
                let found = summary(&outcome);
                match order {
                    Order::Breadth => assert_eq!(found, expected, "{name}, {mode}"),
                    Order::Depth => assert_eq!(without_depth(&found), without_depth(&expected), "{name}, {mode}, dfs"),
                }
                let traces = to_text(|out| json::traces(&set.facts, &options, &outcome, out));
                let replayed = replay(&program.model, &traces).expect("a trace file can be read");
                for error in &replayed.errors {
                    assert_eq!(error.verdict, Ok(()), "{name}, {mode}, {order:?}: {}", error.message);
                }
                assert_eq!(replayed.errors.len(), outcome.errors.len());
            }
        }
    }
}

/// The first argument was stored before the second one faulted, in a parameter that no completed call gives a value.
#[test]
fn a_call_stores_nothing_before_all_its_arguments_have_values() {
    let text = "f(j, k) { (j != k) } proc p { f(1, 1 / 0) }";
    let compilation = compile_case("call", text, &Folder(examples_folder()));
    let program = compilation.program.as_ref().expect("it compiles");
    let set = program.rules(true, &compilation.sources).expect("it is small enough");
    let found = summary(&verify(&set, &Options::default()));
    assert_eq!(found, "1 states, 0 transitions, depth 0, 0 proper, 0 idle, fault 1");
}
