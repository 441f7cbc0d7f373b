//! Searches: one kernel that expands states and knows what is wrong with them, and one file for each order of exploration.

mod best;
mod breadth;
mod candidates;
mod cores;
mod crew;
mod depth;
mod discoveries;
mod distinct;
mod ends;
pub mod errors;
pub mod executions;
mod expander;
mod explorer;
pub mod fold;
mod kernel;
mod levels;
mod loop_starts;
mod matching;
mod recent;
mod runs;
mod select;
pub(crate) mod successors;
mod swarm;
mod trace;
mod turns;
pub mod walk;
pub mod watch;
mod worker;

use crate::memory::Budget;
use crate::options::{Engine, Options};
use crate::outcome::Outcome;
use crate::protocol::Protocol;
use kernel::Kernel;
use watch::Watch;

/// Explores the states of a protocol, as far as options and memory allow.
pub fn search<P: Protocol>(protocol: &P, options: &Options, watch: Watch) -> Outcome {
    let budget = Budget::new(options.memory);
    if let Some(searches) = options.swarm {
        return swarm::search(protocol, options, &budget, watch, searches);
    }
    match options.runs {
        Some(runs) if options.bitstate.is_some() => runs::search(protocol, options, &budget, watch, runs),
        _ => search_once(protocol, options, &budget, watch),
    }
}

fn search_once<P: Protocol>(protocol: &P, options: &Options, budget: &Budget, watch: Watch) -> Outcome {
    let mut kernel = Kernel::new(protocol, options, budget, watch);
    match options.engine() {
        Engine::Breadth => breadth::search(&mut kernel),
        Engine::Depth => depth::search(&mut kernel),
        Engine::Best => best::search(&mut kernel),
        Engine::Walk => walk::search(&mut kernel),
    }
    kernel.finish()
}
