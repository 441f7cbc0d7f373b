//! Runs the searches of the runtime on interpreted rules.

use argos_runtime::options::{Options, Tuning};
use argos_runtime::outcome::{Kind, Limit, Outcome};
use argos_runtime::protocol::Protocol;
use argos_runtime::search::search;
use argos_runtime::search::watch::Watch;
use argosc::rules::RuleSet;
use argosc::rules::execute::Interpreted;
use std::collections::BTreeMap;

/// Options for the same search with everything that happens only in large ones: several threads, components that are split
/// and joined because there are too many contents for them or for their keys. All vectors have components then.
pub fn as_if_large(options: &Options) -> Options {
    let tuning = Tuning {
        threads_from: 1,
        together_from: 1,
        many_contents: 4,
        few_contents: 8,
        join_from: 30,
        key_bits: 26,
        ..options.tuning
    };
    Options { threads: Some(3), tuning, ..options.clone() }
}

/// Something that is done with a protocol.
pub trait Task {
    type Result;

    fn run<P: Protocol>(&self, protocol: &P) -> Self::Result;
}

/// Does it with interpreted rules, in vectors of at least so many words and at most 256.
pub fn perform<T: Task>(set: &RuleSet, least: usize, task: &T) -> T::Result {
    fn with<const WORDS: usize, T: Task>(set: &RuleSet, least: usize, task: &T) -> Option<T::Result> {
        Interpreted::<WORDS>::new(set).filter(|_| WORDS >= least).map(|protocol| task.run(&protocol))
    }
    with::<1, T>(set, least, task)
        .or_else(|| with::<2, T>(set, least, task))
        .or_else(|| with::<4, T>(set, least, task))
        .or_else(|| with::<16, T>(set, least, task))
        .or_else(|| with::<256, T>(set, least, task))
        .expect("the vector has at most 256 words")
}

/// The words that vectors have at least: with components, if the search is as if it were large.
pub fn least_words(options: &Options) -> usize {
    if options.tuning.threads_from == Tuning::default().threads_from { 1 } else { 2 }
}

struct Verify<'o>(&'o Options);

impl Task for Verify<'_> {
    type Result = Outcome;

    fn run<P: Protocol>(&self, protocol: &P) -> Outcome {
        search(protocol, self.0, Watch::silent())
    }
}

/// Searches a rule set whose vector has at most 256 words.
pub fn verify(set: &RuleSet, options: &Options) -> Outcome {
    perform(set, least_words(options), &Verify(options))
}

/// Counts as the examples state them; the depth only if it is said to be comparable.
pub fn summary(outcome: &Outcome) -> String {
    let is_whole = |limit: &Limit| matches!(limit, Limit::Claims | Limit::Queues);
    assert!(outcome.limits.iter().all(is_whole), "{:?}", outcome.limits);
    let mut counts: BTreeMap<Kind, u64> = BTreeMap::new();
    outcome.errors.iter().for_each(|error| *counts.entry(error.kind).or_default() += error.count);
    let errors: Vec<String> = counts.iter().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
    let errors = if errors.is_empty() { "no errors".into() } else { errors.join(", ") };
    let Outcome { states, transitions, depth, proper, idle, .. } = outcome;
    format!("{states} states, {transitions} transitions, depth {depth}, {proper} proper, {idle} idle, {errors}")
}

/// The counts without the depth, which depends on the order of the search.
pub fn without_depth(summary: &str) -> String {
    summary.split(", ").filter(|part| !part.starts_with("depth ")).collect::<Vec<_>>().join(", ")
}
