//! Searches that look at less than everything, or store less: what they find is there, and they say when something is left out.
//!
//! The exact search depth first is the measure (`random.rs` compares it with the interpreter). Specifications are random ones and
//! those examples that have few states. `ARGOSC_CASES=5000 cargo test --release -p argosc --test searches` looks further than the
//! usual run; `ARGOSC_SEED=1` gives the same specifications again.

#[path = "../common/mod.rs"]
mod common;

mod case;
mod found;
mod spec;
mod twins;

mod budgets;
mod parts;
mod selections;
mod supertrace;
mod verdicts;
mod walks;
mod wholes;
