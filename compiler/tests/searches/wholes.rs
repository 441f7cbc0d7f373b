//! Searches that store less, or explore in another order, see everything; and a bound means the same in every order.

use crate::case::{Case, everywhere, is_interrupted, shown};
use crate::common::verify::as_if_large;
use crate::spec::Seen;
use argos_runtime::options::{Options, Order, Replace, Selection, Tuning};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

const STRATEGIES: [Replace; 6] =
    [Replace::Oldest, Replace::Random, Replace::Most, Replace::Least, Replace::LargestClass, Replace::Deepest];

/// Counts searches that came to an end: most must, or nothing was shown.
#[derive(Default)]
struct Ended {
    all: AtomicUsize,
    ended: AtomicUsize,
}

impl Ended {
    fn count(&self, has_ended: bool) {
        self.all.fetch_add(1, Relaxed);
        self.ended.fetch_add(has_ended.into(), Relaxed);
    }

    fn check(&self) {
        let (all, ended) = (self.all.load(Relaxed), self.ended.load(Relaxed));
        assert!(ended * 2 > all, "only {ended} of {all} searches came to an end");
    }
}

fn depth_first(case: &Case) -> Options {
    Options { order: Order::Depth, ..case.meaning.clone() }
}

fn cached(case: &Case, states: usize, replace: Replace) -> Options {
    let tuning = Tuning { cache_unit: states, ..Tuning::default() };
    Options { cache: Some(1), replace, tuning, ..depth_first(case) }
}

#[test]
fn what_a_cache_forgets_is_found_again() {
    let ended = Ended::default();
    everywhere(150, |case, choice| {
        for replace in STRATEGIES.into_iter().skip(choice % 3).step_by(3) {
            let small = 1 + choice % 20;
            ended.count(case.check_whole(&cached(case, small, replace)));
            let half = (case.whole.states / 2 + 1) as usize;
            ended.count(case.check_whole(&cached(case, half, replace)));
            assert!(case.check_whole(&cached(case, 10_000, replace)), "a cache with room for all has no double work");
        }
    });
    ended.check();
}

#[test]
fn loop_states_are_enough() {
    let ended = Ended::default();
    everywhere(150, |case, choice| {
        ended.count(case.check_whole(&Options { loop_states: true, ..depth_first(case) }));
        let replace = STRATEGIES[choice % STRATEGIES.len()];
        ended.count(case.check_whole(&Options { loop_states: true, ..cached(case, 50, replace) }));
    });
    ended.check();
}

#[test]
fn guides_change_only_the_order() {
    everywhere(200, |case, _| {
        for guide in case.spec.set.facts.guides.iter().map(|guide| Some(guide.name.to_string())) {
            assert!(case.check_whole(&Options { guide, ..case.meaning.clone() }));
        }
    });
}

#[test]
fn enough_unlikely_steps_and_enough_depth_are_everything() {
    let ended = Ended::default();
    everywhere(100, |case, _| {
        let usual = case.meaning.clone();
        assert!(case.check_whole(&Options { unlikely: Some(1_000_000), ..usual.clone() }));
        assert!(case.check_whole(&as_if_large(&usual)));
        let bounded = Options { depth: Some(1_000_000), ..usual };
        assert!(case.check_whole(&bounded));
        // These explore a state again that they meet nearer to the start, which can be very often.
        ended.count(case.check_whole(&Options { order: Order::Depth, ..bounded.clone() }));
        ended.count(case.check_whole(&Options { unlikely: Some(1_000_000), ..bounded }));
    });
    ended.check();
}

fn limits(seen: &Seen) -> BTreeSet<String> {
    seen.outcome.limits.iter().map(|limit| format!("{limit:?}")).collect()
}

/// A search with a bound finds the same in every order and with every way to store states, whatever it selects.
fn check_bound(case: &Case, bound: u32, selection: Selection, cache: usize) {
    let breadth = Options { depth: Some(bound), selection, ..case.meaning.clone() };
    let seen = case.check_part(&breadth);
    let depth = Options { order: Order::Depth, ..breadth.clone() };
    let tuning = Tuning { cache_unit: cache, ..Tuning::default() };
    for options in [
        depth.clone(),
        Options { cache: Some(1), tuning, ..depth.clone() },
        Options { loop_states: true, ..depth },
        Options { unlikely: Some(1_000_000), ..breadth },
    ] {
        let other = case.check_part(&options);
        if !is_interrupted(&other) {
            assert_eq!(case.found(&other), case.found(&seen), "{}", shown(&options));
            assert_eq!(limits(&other), limits(&seen), "{}", shown(&options));
        }
    }
}

#[test]
fn a_bound_means_the_same_in_every_order() {
    everywhere(100, |case, choice| {
        let farthest = case.check_part(&case.meaning).outcome.depth;
        for bound in (0..=farthest + 1).skip(choice % 7).step_by(7) {
            check_bound(case, bound, Selection::All, 1 + choice % 10);
            check_bound(case, bound, Selection::Scatter(1 + choice as u32 % 2), 1 + choice % 10);
        }
    });
}
