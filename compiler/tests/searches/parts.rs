//! Every search that may leave something out sees a part of the whole, and says so.

use crate::case::{Case, everywhere};
use crate::common::verify::as_if_large;
use argos_runtime::options::{Options, Order, Replace, Selection, Tuning};

/// Of so many searches one is made of a specification.
const PARTS: usize = 4;

/// Names of processes, queues and variables.
pub fn names(case: &Case) -> Vec<String> {
    let facts = &case.spec.set.facts;
    let processes = facts.processes.iter().flat_map(|process| [&process.name, &process.definition]);
    let queues = facts.queues.iter().map(|queue| &queue.name);
    let variables = facts.variables.iter().map(|variable| &variable.name);
    processes.chain(queues).chain(variables).map(|name| name.to_string()).collect()
}

/// Searches that leave something out, each to be done in either order.
fn in_any_order(case: &Case, choice: usize) -> Vec<Options> {
    let usual = case.meaning.clone();
    let seed = choice as u64;
    let depth = Some((choice % (case.exact.outcome.depth as usize + 2)) as u32);
    let names = names(case);
    let fold = vec![names[choice % names.len()].clone()];
    let select = |selection| Options { selection, seed, ..usual.clone() };
    let bitstate = |bytes, hashes| Options { bitstate: Some(Some(bytes)), hashes, seed, ..usual.clone() };
    vec![
        Options { depth, ..usual.clone() },
        Options { first: true, ..usual.clone() },
        select(Selection::Scatter(1)),
        select(Selection::Scatter(2)),
        select(Selection::Blast),
        select(Selection::Random(1)),
        select(Selection::Random(2)),
        select(Selection::FairProgress),
        select(Selection::MaximumProgress),
        Options { depth, ..select(Selection::Scatter(1)) },
        Options { depth, ..select(Selection::Random(2)) },
        bitstate(64, None),
        bitstate(128, Some(1)),
        Options { depth, ..bitstate(128, Some(2)) },
        Options { runs: Some(3), ..bitstate(64, Some(2)) },
        Options { selection: Selection::Scatter(1), ..bitstate(128, None) },
        Options { fold: fold.clone(), ..usual.clone() },
        Options { fold: fold.clone(), depth, ..usual.clone() },
        Options { fold: fold.clone(), ..select(Selection::Scatter(1)) },
        Options { fold, ..bitstate(128, None) },
    ]
}

/// Those that have an order of their own.
fn in_own_order(case: &Case, choice: usize) -> Vec<Options> {
    let usual = case.meaning.clone();
    let seed = choice as u64;
    let depth = Some((choice % (case.exact.outcome.depth as usize + 2)) as u32);
    let tuning = Tuning { cache_unit: 1, ..usual.tuning };
    let dfs = Options { order: Order::Depth, ..usual.clone() };
    let scattered = Options { selection: Selection::Scatter(1), ..dfs.clone() };
    let cache = Some(1 + choice as u32 % 7);
    let unlikely = Some(choice as u32 % 3);
    let mut all = vec![
        Options { cache, tuning, ..scattered.clone() },
        Options { cache, tuning, replace: Replace::LargestClass, depth, ..dfs.clone() },
        Options { loop_states: true, ..scattered },
        Options { loop_states: true, depth, ..dfs.clone() },
        Options { loop_states: true, bitstate: Some(Some(64)), seed, ..dfs },
        Options { unlikely, ..usual.clone() },
        Options { unlikely, depth, ..usual.clone() },
        Options { unlikely, bitstate: Some(Some(64)), seed, ..usual.clone() },
        Options { simulate: true, runs: Some(5), steps: Some(30), seed, ..usual.clone() },
        Options { simulate: true, runs: Some(5), depth, seed, ..usual.clone() },
        Options { simulate: true, runs: Some(3), steps: Some(20), selection: Selection::Scatter(1), ..usual.clone() },
        Options { swarm: Some(7), bitstate: Some(Some(64)), seed, ..usual.clone() },
    ];
    for guide in case.spec.set.facts.guides.iter().map(|guide| Some(guide.name.to_string())) {
        all.push(Options { guide: guide.clone(), depth, ..usual.clone() });
        all.push(Options { guide, selection: Selection::Scatter(1), ..usual.clone() });
    }
    all
}

#[test]
fn every_search_sees_a_part() {
    everywhere(300, |case, choice| {
        let mut all = in_own_order(case, choice);
        for options in in_any_order(case, choice) {
            all.extend([as_if_large(&options), Options { order: Order::Depth, ..options.clone() }, options]);
        }
        // Each specification is for a part of them; together they are for all, many times.
        all.iter().skip(choice % PARTS).step_by(PARTS).for_each(|options| drop(case.check_part(options)));
    });
}
