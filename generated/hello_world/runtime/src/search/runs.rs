//! Supertrace again and again (book, "Multiple hashings"): every run has other hash functions, so what one of them misses
//! another one finds.

use super::search_once;
use super::watch::Watch;
use crate::memory::Budget;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::protocol::Protocol;

pub fn search<P: Protocol>(protocol: &P, options: &Options, budget: &Budget, watch: Watch, runs: u32) -> Outcome {
    let mut all: Option<Outcome> = None;
    for run in 0..u64::from(runs) {
        let options = Options { seed: options.seed.wrapping_add(run), ..options.clone() };
        // What a run leaves is given back before the next one.
        let own = Budget::of(budget.left());
        let outcome = search_once(protocol, &options, &own, watch.over_part());
        let is_over = outcome.limits.iter().any(|limit| limit.ends_search());
        match &mut all {
            None => all = Some(outcome),
            Some(all) => all.join(outcome),
        }
        if is_over {
            break;
        }
    }
    let mut all = all.unwrap_or_else(|| Outcome::new(protocol.facts(), options));
    all.seconds = watch.elapsed();
    all
}
