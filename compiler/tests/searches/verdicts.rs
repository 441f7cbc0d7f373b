//! What searches say about themselves: whether something was left out, and how executions ended.

use crate::found::Found;
use crate::spec::Spec;
use argos_runtime::options::{Options, Order, Selection};
use argos_runtime::outcome::Limit;
use argos_runtime::search::executions::{Executions, Listing};

const ONE_PROCESS: &str = "pvar x; proc p { do :: x = (x + 1) % 3 :: x = 0 :: (x == 1) -> break od }";
const TWO_ENDS: &str = "pvar x, y; proc p { x = 1 } proc r { y = 1 }";
const TOGGLE: &str = "pvar x; proc p { do :: x = 1 - x od }";
const TWO_TOGGLES: &str = "pvar x, y; proc p { do :: x = 1 - x od } proc r { do :: y = 1 - y od }";

fn limits(text: &str, options: &Options) -> Vec<Limit> {
    Spec::new(text).search(options).outcome.limits
}

fn select(selection: Selection) -> Options {
    Options { selection, ..Options::default() }
}

#[test]
fn what_leaves_nothing_out_is_complete() {
    let depth_first = Options { order: Order::Depth, ..Options::default() };
    for options in [
        select(Selection::Scatter(1)),
        select(Selection::Random(3)),
        select(Selection::FairProgress),
        select(Selection::MaximumProgress),
        Options { depth: Some(50), ..Options::default() },
        Options { unlikely: Some(0), ..Options::default() },
        Options { cache: Some(1), ..depth_first.clone() },
        Options { loop_states: true, ..depth_first.clone() },
        depth_first,
    ] {
        assert_eq!(limits(ONE_PROCESS, &options), [], "{options:?}");
    }
    assert_eq!(limits(TWO_ENDS, &select(Selection::Scatter(2))), []);
}

#[test]
fn what_leaves_something_out_says_so() {
    let usual = Options::default();
    for (limit, options) in [
        (Limit::Selection, select(Selection::Scatter(1))),
        (Limit::Selection, select(Selection::Blast)),
        (Limit::Selection, select(Selection::Random(1))),
        (Limit::Selection, select(Selection::FairProgress)),
        (Limit::Selection, select(Selection::MaximumProgress)),
        (Limit::Depth, Options { depth: Some(1), ..usual.clone() }),
        (Limit::Bitstate, Options { bitstate: Some(Some(1024)), ..usual.clone() }),
        (Limit::Fold, Options { fold: vec!["x".into()], ..usual.clone() }),
        (Limit::Walks, Options { simulate: true, ..usual.clone() }),
        (Limit::Swarm, Options { swarm: Some(2), bitstate: Some(Some(1024)), ..usual.clone() }),
    ] {
        for order in [Order::Breadth, Order::Depth] {
            let options = Options { order, ..options.clone() };
            assert!(limits(TWO_ENDS, &options).contains(&limit), "{options:?}");
        }
    }
    let tagged = "pvar x; proc p { if :: x = 1 :: [unlikely] x = 2 fi }";
    assert_eq!(limits(tagged, &Options { unlikely: Some(0), ..usual.clone() }), [Limit::Unlikely]);
    assert_eq!(limits(tagged, &Options { unlikely: Some(1), ..usual }), []);
}

/// An unlikely step that fails is not looked at where unlikely steps are not.
#[test]
fn failures_can_be_unlikely() {
    let spec = Spec::new("pvar x; proc p { if :: x = 1 :: [unlikely] assert (x == 1) fi }");
    let errors = |most| spec.search(&Options { unlikely: Some(most), ..Options::default() }).outcome.errors.len();
    assert_eq!((errors(0), errors(1)), (0, 1));
}

/// Where states are forgotten, one that was met at the bound and then nearer to the start is looked at for the first time then,
/// and an end that is met at the bound several times is one end.
#[test]
fn states_that_are_not_stored_are_counted_once_within_a_bound() {
    let long_way_first = "pvar x, y; proc p { if :: x = 1; x = 0 :: skip fi; assert (y == 1) } proc r { y = 1 }";
    for bound in 0..6 {
        let found = |options: &Options| Found::of(&Spec::new(long_way_first).search(options).outcome);
        let breadth = Options { depth: Some(bound), ..Options::default() };
        let loop_states = Options { order: Order::Depth, loop_states: true, ..breadth.clone() };
        assert_eq!(found(&loop_states), found(&breadth), "bound {bound}");
    }
}

/// A step that leads beyond the bound was not executed.
#[test]
fn statements_beyond_the_bound_are_not_reached() {
    for order in [Order::Breadth, Order::Depth] {
        let options = Options { order, depth: Some(1), ..Options::default() };
        let executed = Spec::new("pvar x; proc p { x = 1; x = 2 }").search(&options).outcome.executed;
        assert_eq!(executed, [true, false], "{order:?}");
    }
}

/// Successors of many states that are found together must all have room.
#[test]
fn a_state_may_have_many_successors() {
    let options: String = (0..300).map(|value| format!(":: x = {value} ")).collect();
    let spec = Spec::new(&format!("pvar x; proc p {{ do {options} od }}"));
    assert_eq!(spec.set.layout.words, 1);
    let outcome = spec.search(&Options::default()).outcome;
    assert_eq!((outcome.states, outcome.transitions), (300, 90_000));
}

/// Exploring again is work too: a search that does nothing else can be interrupted.
#[test]
fn double_work_can_be_interrupted() {
    let spec = Spec::new("proc p[4] { pvar x; x = 1; x = 2 }");
    let options = Options { order: Order::Depth, loop_states: true, ..Options::default() };
    assert!(spec.search_within(2_000, &options).outcome.limits.contains(&Limit::Interrupt));
}

fn executions(text: &str) -> Executions {
    executions_within(text, None)
}

fn executions_within(text: &str, depth: Option<u32>) -> Executions {
    let options = Options { order: Order::Depth, listing: Listing::Prefixes, depth, ..Options::default() };
    Spec::new(text).search(&options).outcome.executions.unwrap_or_default()
}

#[test]
fn executions_are_counted_by_how_they_end() {
    // p, r to the end; r, then the same state as after p and r.
    assert_eq!(executions(TWO_ENDS), Executions { terminating: 1, loops: 0, prefixes: 1 });
    // An end at the bound is within the bound.
    assert_eq!(executions_within(TWO_ENDS, Some(2)), Executions { terminating: 1, loops: 0, prefixes: 1 });
    assert_eq!(executions(TOGGLE), Executions { terminating: 0, loops: 1, prefixes: 0 });
    // From 00 to 10, where p goes back to 00; from there to 11, where p goes to 01, from where p goes back to 11 and r to 00;
    // where r goes back to 10; and from 00 to 01, which is known.
    assert_eq!(executions(TWO_TOGGLES), Executions { terminating: 0, loops: 4, prefixes: 1 });
}
