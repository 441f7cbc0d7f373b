//! Where memory is too short, every search ends with a report.

use crate::spec::Spec;
use argos_runtime::options::{Options, Order, Replace, Selection};
use argos_runtime::outcome::Limit;

/// Some thousand states, and an error.
const SPEC: &str = "
    proc count[3] { pvar x = 0; do :: x = (x + 1) % 15 od }
    pvar y = 0;
    proc wrong { do :: (y < 3) -> y = y + 1 :: [unlikely] assert (y < 3) od }
    guide least { -y }
";

/// Searches of every kind.
fn searches() -> Vec<Options> {
    let usual = Options::default();
    let depth_first = Options { order: Order::Depth, ..usual.clone() };
    vec![
        usual.clone(),
        Options { depth: Some(20), ..depth_first.clone() },
        Options { selection: Selection::Scatter(3), ..usual.clone() },
        Options { selection: Selection::Random(3), ..depth_first.clone() },
        Options { fold: vec!["wrong".into()], ..usual.clone() },
        Options { unlikely: Some(3), ..usual.clone() },
        Options { guide: Some("least".into()), ..usual.clone() },
        Options { cache: Some(1), replace: Replace::Most, ..depth_first.clone() },
        Options { cache: Some(1), replace: Replace::LargestClass, ..depth_first.clone() },
        Options { loop_states: true, ..depth_first.clone() },
        Options { bitstate: Some(None), ..usual.clone() },
        Options { bitstate: Some(Some(1 << 14)), ..depth_first.clone() },
        Options { bitstate: Some(Some(1 << 14)), runs: Some(3), ..usual.clone() },
        Options { simulate: true, runs: Some(3), ..usual.clone() },
        Options { swarm: Some(5), ..usual },
        depth_first,
    ]
}

#[test]
fn without_memory_every_search_says_so() {
    let spec = Spec::new(SPEC);
    for options in searches() {
        let outcome = spec.search(&Options { memory: Some(1), ..options.clone() }).outcome;
        assert!(outcome.limits.contains(&Limit::Memory), "{options:?}: {:?}", outcome.limits);
    }
}

/// Bytes that the process takes now.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("4096 kB");
    line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(4096) << 10
}

/// How much there really is depends on what the other tests take; whatever it is, nothing goes wrong.
#[test]
fn with_little_memory_every_search_comes_to_an_end() {
    let spec = Spec::new(SPEC);
    for options in searches() {
        for extra in (10..22).step_by(3).map(|power| 1u64 << power) {
            let memory = Some(resident() + (2 << 20) + extra);
            let outcome = spec.search_within(30_000, &Options { memory, ..options.clone() }).outcome;
            assert!(outcome.states <= 15 * 15 * 15 * 8, "{options:?}");
        }
    }
}
