//! A specification with all that there is to be found, and searches that are compared with it.

use crate::common::cases::{runner, texts};
use crate::common::example_texts;
use crate::found::Found;
use crate::spec::{Seen, Spec};
use argos_runtime::options::{Options, Order};
use argos_runtime::outcome::{Limit, Outcome};
use argos_runtime::report::{json, to_text};
use argosc::replay::replay;
use proptest::prelude::any;
use proptest::test_runner::TestCaseError;
use std::collections::HashMap;

/// Specifications with more states are left out.
const MAX_STATES: u64 = if cfg!(debug_assertions) { 300 } else { 1_500 };
/// A search that explores states again ends when it has looked at so many.
const MAX_LOOKS: u64 = if cfg!(debug_assertions) { 5_000 } else { 100_000 };
/// Traces of a search are executed again unless they have more steps than this together.
const MAX_REPLAYED: usize = if cfg!(debug_assertions) { 500 } else { 5_000 };
/// Beyond so many places of one kind a search counts the rest together: such specifications are left out.
const MAX_PLACES: usize = 100;

pub struct Case<'s> {
    pub spec: &'s Spec,
    /// What the specification means.
    pub meaning: Options,
    pub exact: Seen,
    pub whole: Found,
}

impl<'s> Case<'s> {
    /// `None` if there are too many states.
    pub fn new(spec: &'s Spec, meaning: &Options) -> Option<Case<'s>> {
        let options = Options { order: Order::Depth, ..meaning.clone() };
        let exact = spec.search_within(MAX_STATES, &options);
        let mut places: HashMap<&str, usize> = HashMap::new();
        exact.outcome.errors.iter().for_each(|error| *places.entry(error.kind.name()).or_default() += 1);
        let is_small = !is_interrupted(&exact) && places.values().all(|number| *number < MAX_PLACES);
        let whole = Found::of(&exact.outcome);
        is_small.then(|| Case { spec, meaning: meaning.clone(), exact, whole })
    }

    pub fn found(&self, seen: &Seen) -> Found {
        Found::of(&seen.outcome)
    }

    /// What a search sees is part of the whole: states, steps, ends and errors, whose traces are executions. If it is not all,
    /// the search says so.
    pub fn check_part(&self, options: &Options) -> Seen {
        let seen = self.spec.search_within(MAX_LOOKS, options);
        let mut found = self.found(&seen);
        if options.simulate {
            // Walks count a step each time they make it.
            found.transitions = found.transitions.min(self.whole.transitions);
        }
        assert!(found.is_part_of(&self.whole), "{}\nfound {found:?}\nof {:?}", shown(options), self.whole);
        assert!(seen.explored.is_subset(&self.exact.explored), "{}: unreachable states were explored", shown(options));
        let says_so = seen.outcome.limits.iter().any(|limit| *limit != Limit::Queues);
        let is_honest = found == self.whole || says_so;
        assert!(is_honest, "{}\nfound {found:?}\nof {:?} and says nothing", shown(options), self.whole);
        self.check_traces(options, &seen.outcome);
        seen
    }

    /// A search sees everything, and says so. Says whether it came to an end.
    pub fn check_whole(&self, options: &Options) -> bool {
        let seen = self.check_part(options);
        if is_interrupted(&seen) {
            return false;
        }
        assert_eq!(self.found(&seen), self.whole, "{}", shown(options));
        assert_eq!(seen.outcome.limits, self.exact.outcome.limits, "{}", shown(options));
        true
    }

    /// Every trace is an execution that ends as it claims, says the interpreter.
    fn check_traces(&self, options: &Options, outcome: &Outcome) {
        if outcome.errors.iter().map(|error| error.trace.len()).sum::<usize>() > MAX_REPLAYED {
            return;
        }
        let traces = to_text(|out| json::traces(&self.spec.set.facts, options, outcome, out));
        let replayed = replay(&self.spec.program().model, &traces).expect("a trace file can be read");
        assert_eq!(replayed.errors.len(), outcome.errors.len());
        replayed
            .errors
            .iter()
            .for_each(|error| assert_eq!(error.verdict, Ok(()), "{}: {}", shown(options), error.message));
    }
}

/// Options that are not the usual ones.
pub fn shown(options: &Options) -> String {
    let (usual, own) = (format!("{:#?}", Options::default()), format!("{options:#?}"));
    let is_usual = |line: &&str| usual.lines().any(|other| other == *line);
    own.lines().filter(|line| !is_usual(line)).map(str::trim).collect::<Vec<_>>().join(" ")
}

pub fn is_interrupted(seen: &Seen) -> bool {
    seen.outcome.limits.contains(&Limit::Interrupt)
}

/// Options that change what a specification means.
fn meanings() -> [Options; 5] {
    let usual = Options::default();
    [
        usual.clone(),
        Options { eager_timeouts: true, ..usual.clone() },
        Options { queue_limit: Some(1), ..usual.clone() },
        Options { queue_limit: Some(2), eager_timeouts: true, ..usual.clone() },
        Options { strict_end: true, ..usual },
    ]
}

/// Checks something for random specifications and for small examples. The number is to choose by.
pub fn everywhere(usual: u32, check: impl Fn(&Case, usize)) {
    let mut number = 0;
    for (_, text) in example_texts() {
        let spec = Spec::new(&text);
        number += 1;
        let meaning = &meanings()[number % meanings().len()];
        Case::new(&spec, meaning).iter().for_each(|case| check(case, number));
    }
    let result = runner(usual).run(&(texts(500), any::<u16>()), |(text, choice)| {
        let (spec, choice) = (Spec::new(&text.0), usize::from(choice));
        let meaning = &meanings()[choice % meanings().len()];
        Case::new(&spec, meaning).iter().for_each(|case| check(case, choice / meanings().len()));
        Ok::<(), TestCaseError>(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
