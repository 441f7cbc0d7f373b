//! The protocol of all figures: the data switch, in several sizes and variants.

use argos_benches::size::Size;
use argos_benches::verifier::Verifier;
use argos_benches::workshop::{Result, Workshop};

/// With design errors, about three million states: as far as a search depth first with a depth bound gets in seconds.
pub const FAULTY: &str = "FAULTY W=2";
/// The same, about a tenth of that.
pub const SMALL_FAULTY: &str = "FAULTY W=1";

/// Small enough for a cache to be too small for it: beyond 2^18 states a search with a cache only estimates how many there are.
pub const CACHED: &str = "FAULTY W=1 T=1 D=1";

pub fn build(workshop: &Workshop, macros: &'static str, arguments: &[&str]) -> Result<Verifier> {
    Verifier::build(workshop, Size { model: "data_switch", macros }, arguments)
}

/// What is explored: a name for legends, and the options. M is the number of processes that are looked at in each state.
pub struct Mode {
    pub name: &'static str,
    pub options: &'static [&'static str],
}

pub const EXHAUSTIVE: Mode = Mode { name: "exhaustive", options: &[] };
pub const SCATTER_2: Mode = Mode { name: "scatter, M = 2", options: &["--scatter=2"] };
pub const SCATTER_1: Mode = Mode { name: "scatter, M = 1", options: &["--scatter=1"] };

pub const MODES: [Mode; 3] = [EXHAUSTIVE, SCATTER_2, SCATTER_1];
