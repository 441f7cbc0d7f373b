//! Supertrace: how much it misses.

use crate::case::{everywhere, is_interrupted, shown};
use crate::common::verify::{as_if_large, verify};
use crate::found::Found;
use crate::spec::Spec;
use argos_runtime::options::{Options, Order};
use argos_runtime::outcome::{Limit, Outcome};

const ORDERS: [Order; 2] = [Order::Breadth, Order::Depth];

fn bitstate(order: Order, bytes: u64, seed: u64) -> Options {
    Options { order, bitstate: Some(Some(bytes)), seed, ..Options::default() }
}

#[test]
fn with_much_memory_nothing_is_missed() {
    everywhere(100, |case, choice| {
        for order in ORDERS {
            let options = Options { order, ..case.meaning.clone() };
            let options = Options { hashes: Some(6), ..with_array(&options, 1 << 18, choice as u64) };
            for options in [as_if_large(&options), options] {
                let seen = case.check_part(&options);
                assert_eq!(case.found(&seen), case.whole, "{}", shown(&options));
                assert!(seen.outcome.limits.contains(&Limit::Bitstate), "nobody knows that it was everything");
            }
        }
    });
}

fn with_array(options: &Options, bytes: u64, seed: u64) -> Options {
    Options { bitstate: Some(Some(bytes)), seed, ..options.clone() }
}

/// Four counters, each of which goes round: every state has four predecessors, so that one which is missed makes others be missed
/// only if these four are.
fn counters(size: u32) -> Spec {
    let step = format!("do :: x = (x + 1) % {size} od");
    Spec::new(&format!("proc count[4] {{ pvar x = 0; {step} }}"))
}

/// Counters go to this number: more if more cases are asked for.
fn size() -> u32 {
    if std::env::var_os("ARGOSC_CASES").is_some() { 18 } else { 10 }
}

fn mean(outcomes: &[Outcome], value: impl Fn(&Outcome) -> f64) -> f64 {
    outcomes.iter().map(value).sum::<f64>() / outcomes.len() as f64
}

#[test]
fn as_much_is_missed_as_is_predicted() {
    let spec = counters(size());
    let all = u64::from(size()).pow(4);
    for order in ORDERS {
        for (hashes, bits_per_state) in [(1, 20), (2, 10), (3, 10)] {
            let options = |seed| Options { hashes: Some(hashes), ..bitstate(order, all * bits_per_state / 8, seed) };
            let outcomes: Vec<Outcome> = (0..6).map(|seed| verify(&spec.set, &options(seed))).collect();
            assert!(outcomes.iter().all(|outcome| outcome.states <= all));
            let missed = mean(&outcomes, |outcome| (all - outcome.states) as f64);
            let predicted = mean(&outcomes, |outcome| all as f64 * outcome.runs[0].fill.missed);
            let error = (missed - predicted).abs();
            assert!(
                error < 0.15 * predicted + 10.0,
                "{order:?}, {hashes} bits: {missed} missed, {predicted} predicted"
            );
        }
    }
}

#[test]
fn threads_count_no_state_twice() {
    let spec = counters(7);
    let exact = verify(&spec.set, &Options::default());
    for seed in 0..10 {
        let outcome = verify(&spec.set, &as_if_large(&bitstate(Order::Breadth, 4096, seed)));
        assert_eq!(outcome.threads, 3);
        assert!(outcome.states <= exact.states && outcome.transitions <= exact.transitions);
        assert_eq!(outcome.states, outcome.expanded);
    }
}

#[test]
fn runs_have_other_hash_functions_and_share_what_they_find() {
    everywhere(100, |case, choice| {
        let options = Options { runs: Some(4), ..with_array(&case.meaning, 64, choice as u64) };
        let seen = case.check_part(&options);
        if is_interrupted(&seen) {
            return;
        }
        let seeds: Vec<u64> = seen.outcome.runs.iter().map(|run| run.fill.seed).collect();
        assert_eq!(seeds, (0..4).map(|run| choice as u64 + run).collect::<Vec<u64>>());
        let most = seen.outcome.runs.iter().map(|run| run.states).max();
        assert_eq!(Some(seen.outcome.states), most, "the figures are those of the run that saw most");
        let found = case.found(&seen);
        for seed in seeds {
            let one = case.check_part(&Options { runs: None, seed, ..options.clone() });
            // Steps are those of the run that saw most states.
            let part = Found { transitions: 0, ..case.found(&one) };
            assert!(part.is_part_of(&found), "run {seed} of {}", shown(&options));
        }
    });
}
