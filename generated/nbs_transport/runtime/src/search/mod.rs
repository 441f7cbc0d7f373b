//! Searches: one kernel that expands states and knows what is wrong with them, and one file for each order of exploration.

mod breadth;
mod depth;
mod ends;
pub mod errors;
mod kernel;
mod recent;
pub(crate) mod successors;
mod trace;
pub mod watch;
mod worker;

use crate::memory::Budget;
use crate::options::{Options, Order};
use crate::outcome::Outcome;
use crate::protocol::Protocol;
use kernel::Kernel;
use watch::Watch;

/// Explores all states of a protocol, as far as options and memory allow.
pub fn search<P: Protocol>(protocol: &P, options: &Options, watch: Watch) -> Outcome {
    let budget = Budget::new(options.memory);
    let mut kernel = Kernel::new(protocol, options, &budget, watch);
    match options.order {
        Order::Breadth => breadth::search(&mut kernel),
        Order::Depth => depth::search(&mut kernel),
    }
    kernel.finish()
}
