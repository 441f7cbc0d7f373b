//! A swarm: many small partial searches, each with another hash function, order, depth bound and selection, on all cores. None of
//! them sees much, but what they see lies in different parts of the state space.

use super::search_once;
use super::watch::Watch;
use crate::memory::Budget;
use crate::options::{Options, Order, Selection};
use crate::outcome::{Limit, Outcome};
use crate::protocol::{Facts, Protocol};
use crate::report::coverage;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

/// Of the memory of a search, the part that is its array if nothing is said, and the most of it. The rest is for its stack; and
/// memory that is touched for the first time takes longer than a small search.
const ARRAY_PART: u64 = 16;
const ARRAY: u64 = 64 << 20;

pub fn search<P: Protocol>(protocol: &P, options: &Options, budget: &Budget, watch: Watch, searches: u32) -> Outcome {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let threads = options.threads.unwrap_or_else(cores).min(searches).max(1);
    let share = budget.left() / u64::from(threads);
    let time = options.time_limit.map(|limit| limit * threads / searches);
    let (next, all) = (AtomicU32::new(0), Mutex::new(Vec::new()));
    let work = |mut watch: Watch| loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= searches {
            break;
        }
        let own = diversify(options, protocol.facts(), number, share);
        let outcome = search_once(protocol, &own, &Budget::of(share), watch.over_part().within(time).silently());
        let ends_all = |limit: &Limit| matches!(limit, Limit::Interrupt | Limit::FirstError);
        let is_over = watch.is_over() || outcome.limits.iter().any(ends_all);
        let (seconds, states, errors) = (watch.elapsed(), outcome.states, outcome.errors.len());
        watch.tell(&format!(
            "{seconds:.0} s: search {} of {searches} is over: {states} states, {errors} errors",
            number + 1
        ));
        all.lock().unwrap_or_else(PoisonError::into_inner).push((number, outcome));
        if is_over {
            next.store(searches, Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let watch = watch.over_part();
            // If the system has no more threads, the others do the work.
            let _ = Builder::new().spawn_scoped(scope, || work(watch));
        }
        work(watch.over_part());
    });
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|(number, _)| *number);
    let mut joined = Outcome::new(protocol.facts(), options);
    joined.limits.push(Limit::Swarm);
    joined.coverage = all.iter().map(|(_, outcome)| coverage(outcome)).reduce(f64::max);
    let memory = together(all.iter().map(|(_, outcome)| outcome.memory_bytes).collect(), threads as usize);
    all.into_iter().for_each(|(_, outcome)| joined.join(outcome));
    joined.memory_bytes = memory;
    joined.seconds = watch.elapsed();
    joined.threads = threads as usize;
    joined
}

/// The most memory that so many searches at a time can have taken.
fn together(mut memory: Vec<u64>, threads: usize) -> u64 {
    memory.sort_unstable_by(|left, right| right.cmp(left));
    memory.into_iter().take(threads).sum()
}

/// The options of one search: depth first with supertrace, and something of its own in all that can be varied.
fn diversify(options: &Options, facts: &Facts, number: u32, memory: u64) -> Options {
    let states: usize = facts.processes.iter().map(|process| process.states.len()).sum();
    let default = states as u32 * 8;
    // The first search has no bound but the user's; the others go less and less deep.
    let depth = match number % 4 {
        0 => None,
        shift => Some((default * 64) >> (2 * (shift - 1))),
    };
    let selection = match (options.selection, number % 6) {
        (Selection::All, 3) => Selection::Scatter(2),
        (Selection::All, 4) => Selection::Random(2),
        (Selection::All, 5) => Selection::Scatter(1),
        (selection, _) => selection,
    };
    let seed = options.seed.wrapping_add(number.into());
    Options {
        order: Order::Depth,
        depth: [depth, options.depth].into_iter().flatten().min(),
        selection,
        seed,
        // The first search goes through the rules in their order.
        shuffle: (number > 0).then_some(seed),
        bitstate: Some(Some(
            options.bitstate.flatten().unwrap_or(ARRAY.min(1 << (memory / ARRAY_PART).max(64).ilog2())),
        )),
        swarm: None,
        ..options.clone()
    }
}
