//! The specifications of `examples/`: each says in its first comment what it is expected to give.

mod common;

use argosc::diagnostic::Severity;
use argosc::interpret::{Options, System};
use argosc::pipeline::{Compilation, Program};
use common::{Folder, compile_case, example_texts, examples_folder, explored, stated};

fn compile(name: &str) -> Compilation {
    let text = std::fs::read_to_string(examples_folder().join(name)).expect("an example is text");
    compile_case(name, &text, &Folder(examples_folder()))
}

fn program(compilation: &Compilation) -> &Program {
    compilation.program.as_ref().expect("the example compiles")
}

#[test]
fn machines_have_the_sizes_that_the_examples_state() {
    let examples = example_texts();
    assert!(examples.len() >= 42, "only {} examples", examples.len());
    for (name, text) in examples {
        let compilation = compile(&name);
        let program = program(&compilation);
        let sizes = program.model.processes.iter().zip(&program.machines).map(|(process, machine)| {
            let times = process.length.map_or(String::new(), |length| format!("x{length}"));
            let (raw, minimized) = (machine.raw.states.len(), machine.minimized.machine.states.len());
            format!("{}{times} {raw}->{minimized}", process.name)
        });
        let stated = stated(&text, "machines").unwrap_or_else(|| panic!("{name} states no machine sizes"));
        assert_eq!(sizes.collect::<Vec<_>>().join(", "), stated, "machines of {name}");
    }
}

#[test]
fn every_example_states_its_verdict() {
    let page = std::fs::read_to_string(examples_folder().join("README.md")).expect("examples/README.md is there");
    for (name, text) in example_texts() {
        let verdict = stated(&text, "Expected").unwrap_or_else(|| panic!("{name} states no verdict"));
        assert!(verdict.starts_with("verified") || verdict.starts_with("error ("), "verdict of {name}: {verdict}");
        assert!(page.contains(&name), "examples/README.md does not mention {name}");
    }
}

/// The naive twin reaches exactly what the examples state, in every mode. The largest are left to release builds.
#[test]
fn the_interpreter_reaches_what_the_examples_state() {
    let modes = [
        ("default", Options::default()),
        ("eager", Options { eager_timeouts: true, ..Options::default() }),
        ("not minimized", Options { no_minimize: true, ..Options::default() }),
    ];
    let limit = if cfg!(debug_assertions) { 3_000 } else { usize::MAX };
    for (name, text) in example_texts() {
        let compilation = compile(&name);
        for (mode, options) in modes {
            let stated = stated(&text, mode).unwrap_or_else(|| panic!("{name} states nothing for {mode}"));
            let states: usize =
                stated.split(' ').next().and_then(|number| number.parse().ok()).expect("a number of states");
            if states <= limit {
                let found = System::new(&program(&compilation).model, options).explore();
                assert_eq!(explored(&found), stated, "{name}, {mode}");
            }
        }
    }
}

/// The examples that warn do so because the papers' text does.
#[test]
fn only_the_papers_own_slips_are_warned_about() {
    let slips = ["db_server", "db_server_end", "incomplete_sender", "nbs_transport", "nondeterminism", "self_block"];
    for (name, _) in example_texts() {
        let warned = compile(&name).diagnostics.count(Severity::Warning) > 0;
        assert_eq!(warned, slips.contains(&name.trim_end_matches(".argos")), "warnings of {name}");
    }
}

/// Sizes that the papers print.
#[test]
fn machines_have_the_sizes_of_the_papers() {
    let minimized = |name: &str, process: &str| {
        let compilation = compile(name);
        let program = program(&compilation);
        let at = program.model.processes.iter().position(|it| &*it.name == process).expect("the process is there");
        let machine = &program.machines[at].minimized.machine;
        (machine.states.len(), machine.unreachable)
    };
    assert_eq!(minimized("hello_world.argos", "east"), (3, 0));
    assert_eq!(minimized("hello_world.argos", "west"), (4, 0));
    assert_eq!(minimized("incomplete_sender.argos", "sender"), (5, 1));
    assert_eq!(minimized("db_server.argos", "db_server"), (9, 1));
    assert_eq!(minimized("section_six_bad.argos", "a"), (3, 0));
    assert_eq!(minimized("section_six_bad.argos", "c"), (7, 0));
    assert_eq!(minimized("ieee_receiver.argos", "receiver"), (4, 1));
    assert_eq!(minimized("nbs_transport.argos", "AU"), (10, 1));
    assert_eq!(minimized("nbs_transport.argos", "BU"), (6, 1));
    assert_eq!(minimized("nbs_transport.argos", "A"), (26, 1));
    let compilation = compile("section_six_bad.argos");
    assert_eq!(program(&compilation).automata[0].states.len(), 3);
}
