//! Spaces of states: what stands for a state, how its successors are found, and which states are known.
//!
//! In every space a state is a *key* of up to 64 bits, a set tells which keys are known, and a log has them in the order of
//! discovery. A vector of one word is its own key (`one_word`); a longer one is made of parts whose contents are numbered
//! (`interned`). The sets are `remainder` (with `slots`) and `bits`; `pages` is the memory under them.

pub mod bits;
pub mod bitstate;
pub mod components;
pub mod index;
pub mod interned;
pub mod key_set;
pub mod log;
mod memo;
pub mod one_word;
pub mod pages;
pub mod remainder;
mod slots;
pub mod states;
pub mod visits;

use crate::memory::Budget;
use crate::protocol::{Failure, Protocol};
use crate::search::successors::{Conditions, Successors};
use key_set::KeySet;
use log::Log;

/// What came of adding a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// It was not there.
    New,
    /// It was there.
    Old,
    /// It was not there and there is no room for it.
    NoRoom,
}

/// Why a state has no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Too many different states have been seen for keys of this kind.
    Keys,
    /// Memory is used up.
    Memory,
}

/// The states of a protocol.
pub trait Space<P: Protocol>: Sync + Sized {
    /// What a thread keeps for itself.
    type Cache: Send;

    /// An empty one.
    fn cache(&self) -> Self::Cache;

    /// The bytes that one took from the budget.
    fn cache_bytes(cache: &Self::Cache) -> u64;

    /// The key of a state.
    fn key(&self, state: &P::State, budget: &Budget) -> Result<u64, Refused>;

    /// The state of a key.
    fn state(&self, key: u64) -> P::State;

    /// Finds the successors of a state. If it is refused, it may have found some of them.
    fn expand(
        &self,
        trying: &Trying<P>,
        key: u64,
        cache: &mut Self::Cache,
        found: &mut Found<P>,
    ) -> Result<(), Refused>;

    /// Takes over successors of a state that were found and chosen elsewhere. If it is refused, it may have taken some.
    fn take(
        &self,
        trying: &Trying<P>,
        key: u64,
        successors: &Successors<P::State>,
        found: &mut Found<P>,
    ) -> Result<(), Refused>;

    /// The keys that are known.
    fn known(&self) -> &KeySet;

    /// The keys that are known, to be changed.
    fn known_mut(&mut self) -> &mut KeySet;

    /// Makes keys for states possible that had none; all keys of the log may change then, and caches are worth nothing.
    fn widen(&mut self, log: &mut Log, budget: &Budget) -> Result<(), Refused>;

    /// All bytes it takes.
    fn bytes(&self) -> u64;

    /// What it is, and why, for people.
    fn describe(&self) -> String;
}

/// The rules, and how they are tried.
#[derive(Clone, Copy)]
pub struct Trying<'p, P> {
    /// Whose rules.
    pub protocol: &'p P,
    /// How.
    pub conditions: Conditions,
    /// What memory there is.
    pub budget: &'p Budget,
}

/// What the rules gave.
pub struct Found<P: Protocol> {
    /// The keys of successors, one for each step.
    pub successors: Vec<u64>,
    /// The rule, what is wrong, and the state it would have led to.
    pub failures: Vec<(u32, Failure, Option<P::State>)>,
    /// By rule: it was executed.
    pub executed: Vec<bool>,
}

/// Memory behind what a thread writes all the time, so that another thread's does not lie in the same cache lines.
const PADDING: usize = 128;

/// How much was found at some time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    successors: usize,
    failures: usize,
}

impl Mark {
    /// How many successors had been found.
    pub fn successors(self) -> usize {
        self.successors
    }

    /// How many steps were found since another time.
    pub fn steps_since(self, before: Mark) -> u64 {
        (self.successors - before.successors) as u64
    }
}

impl<P: Protocol> Found<P> {
    /// Nothing yet.
    pub fn new(rules: usize) -> Self {
        Found { successors: Vec::new(), failures: Vec::new(), executed: vec![false; rules + PADDING] }
    }

    /// A rule leads to this key.
    #[inline(always)]
    fn step(&mut self, rule: u32, key: u64) {
        self.executed[rule as usize] = true;
        self.successors.push(key);
    }

    /// How much was found so far.
    pub fn mark(&self) -> Mark {
        Mark { successors: self.successors.len(), failures: self.failures.len() }
    }

    /// Forgets what was found since then.
    pub fn go_back(&mut self, mark: Mark) {
        self.successors.truncate(mark.successors);
        self.failures.truncate(mark.failures);
    }

    /// A rule is executable and wrong.
    #[cold]
    fn fails(&mut self, rule: u32, failure: Failure, result: Option<&P::State>) {
        self.executed[rule as usize] = true;
        self.failures.push((rule, failure, result.copied()));
    }
}
