//! Rules to a crate: nothing is decided here, it is only written down. `quote!` builds the code, `prettyplease` lays it out.

mod expression;
mod facts;
mod model;
mod names;
pub mod package;

use argos_runtime::protocol::Facts;

/// The first lines of an emitted file: where it comes from.
fn header(facts: &Facts, stamp: u64) -> String {
    format!(
        "// Written by argosc {} from {} (XXH3 {stamp:016x}). Do not edit: change the specification and compile it again.\n\n",
        env!("CARGO_PKG_VERSION"),
        facts.files[0]
    )
}
