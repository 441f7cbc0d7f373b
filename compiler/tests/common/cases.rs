//! Random specifications as cases of a test.

use super::explorable;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, RngSeed, TestRunner};
use std::fmt;

/// A text that a failed test prints as it is.
#[derive(Clone)]
pub struct Text(pub String);

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "\n{}", self.0)
    }
}

/// Specifications that at most so many numbers decide on.
pub fn texts(numbers: usize) -> impl Strategy<Value = Text> {
    vec(any::<u16>(), 0..numbers).prop_map(|numbers| Text(explorable::specification(&numbers)))
}

/// As many cases as the environment says, each time the same ones unless it says otherwise. Without a word from it, `usual`.
pub fn runner(usual: u32) -> TestRunner {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let config = ProptestConfig {
        cases: number("ARGOSC_CASES").map_or(usual, |cases| cases as u32),
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: number("ARGOSC_SEED").map_or(RngSeed::Random, RngSeed::Fixed),
        max_shrink_iters: 20_000,
        max_shrink_time: 60_000,
        ..ProptestConfig::default()
    };
    TestRunner::new(config)
}
