//! Random walks and swarms.

use crate::case::{Case, everywhere};
use argos_runtime::options::Options;
use argos_runtime::outcome::Outcome;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

fn walk(case: &Case, seed: u64) -> Options {
    Options { simulate: true, runs: Some(3), steps: Some(20), seed, ..case.meaning.clone() }
}

/// All that a user could see of it but the time it took.
fn shown(outcome: &Outcome) -> String {
    let Outcome { states, transitions, depth, proper, idle, errors, executed, limits, .. } = outcome;
    format!("{:?}", (states, transitions, depth, proper, idle, errors, executed, limits))
}

#[test]
fn the_seed_decides_where_walks_go() {
    let differing = AtomicUsize::new(0);
    everywhere(100, |case, choice| {
        let go = |seed| case.check_part(&walk(case, seed));
        let (first, again) = (go(choice as u64), go(choice as u64));
        assert_eq!(shown(&first.outcome), shown(&again.outcome));
        assert_eq!(first.explored, again.explored);
        let has_choice = case.whole.transitions > 2 * case.whole.states;
        let differs = (1..5).any(|seed| go(choice as u64 + seed).explored != first.explored);
        assert!(differs || !has_choice || case.whole.states < 30, "five seeds, one walk");
        differing.fetch_add(differs.into(), Relaxed);
    });
    assert!(differing.load(Relaxed) > 10);
}

fn kinds(outcome: &Outcome) -> BTreeSet<&'static str> {
    outcome.errors.iter().map(|error| error.kind.name()).collect()
}

#[test]
fn many_walks_find_what_is_near() {
    everywhere(50, |case, choice| {
        if case.whole.states < 20 {
            let options = Options { runs: Some(400), ..walk(case, choice as u64) };
            assert_eq!(kinds(&case.check_part(&options).outcome), kinds(&case.exact.outcome));
        }
    });
}

#[test]
fn a_swarm_finds_every_kind_of_error() {
    everywhere(100, |case, choice| {
        let options =
            Options { swarm: Some(12), bitstate: Some(Some(1024)), seed: choice as u64, ..case.meaning.clone() };
        let seen = case.check_part(&options);
        assert_eq!(kinds(&seen.outcome), kinds(&case.exact.outcome));
        assert_eq!(seen.outcome.runs.len(), 12);
    });
}
