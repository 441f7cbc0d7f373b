//! How fast this machine reads and writes memory at random addresses, as a search does for every transition.
//!
//! `cargo run --release -p argos-benches --bin random_access` prints a table.

#![forbid(unsafe_code)]

use argos_benches::memory_access::{SIZES, measure};

fn main() {
    print!("{}", measure(&SIZES));
}
