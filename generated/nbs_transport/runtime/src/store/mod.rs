//! Spaces of states: what stands for a state, how its successors are found, and which states are known.
//!
//! In every space a state is a *key* of up to 64 bits, a set tells which keys are known, and a log has them in the order of
//! discovery. A vector of one word is its own key (`one_word`); a longer one is made of parts whose contents are numbered
//! (`interned`). The sets are `remainder` and `bits`; `pages` is the memory under them.

pub mod bits;
pub mod components;
pub mod interned;
pub mod key_set;
pub mod log;
mod memo;
pub mod one_word;
pub mod pages;
pub mod remainder;

use crate::memory::Budget;
use crate::protocol::{Failure, Protocol};
use crate::search::successors::Conditions;
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
    /// Successors that are to be looked up.
    pub successors: Vec<Prepared>,
    /// How many others were met a moment ago.
    pub repeated: u64,
    /// What was met a moment ago, where that does not matter.
    recent: Option<Recent>,
    /// The rule, what is wrong, and the state it would have led to.
    pub failures: Vec<(u32, Failure, Option<P::State>)>,
    /// By rule: it was executed.
    pub executed: Vec<bool>,
}

/// A key whose lookup has begun.
#[derive(Clone, Copy)]
pub struct Prepared {
    /// The key.
    pub key: u64,
    /// Where it is looked up: a line of the set, ...
    line: u32,
    /// ... and what is looked for there.
    rest: u64,
}

/// The last keys that were met: half of all successors were met a moment ago, because steps of different processes lead to the
/// same state in either order.
struct Recent {
    /// Each key at the place that it is hashed to. In the beginning, keys at places that are not theirs.
    keys: Box<[u64; RECENT]>,
}

const RECENT: usize = 1 << 12;
/// A key whose place is not that of 0.
const ELSEWHERE: u64 = 1;

impl Recent {
    fn new() -> Recent {
        let mut recent = Recent { keys: vec![0; RECENT].into_boxed_slice().try_into().expect("as many as there are") };
        recent.forget();
        recent
    }

    #[inline(always)]
    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT.ilog2())) as usize
    }

    fn forget(&mut self) {
        self.keys.fill(0);
        self.forget_key(0);
    }

    fn forget_key(&mut self, key: u64) {
        let place = Recent::place(key);
        self.keys[place] = if place == Recent::place(0) { ELSEWHERE } else { 0 };
    }

    /// Notes a key; says whether it was there.
    #[inline(always)]
    fn meet(&mut self, key: u64) -> bool {
        std::mem::replace(&mut self.keys[Recent::place(key)], key) == key
    }
}

/// How much was found at some time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    successors: usize,
    repeated: u64,
    failures: usize,
}

impl Mark {
    /// How many steps were found since another time.
    pub fn steps_since(self, before: Mark) -> u64 {
        (self.successors - before.successors) as u64 + (self.repeated - before.repeated)
    }
}

impl<P: Protocol> Found<P> {
    /// Nothing yet. `skips_recent`: successors that were met a moment ago are counted and left out.
    pub fn new(rules: usize, skips_recent: bool) -> Self {
        let (successors, recent) = (Vec::new(), skips_recent.then(Recent::new));
        Found { successors, repeated: 0, recent, failures: Vec::new(), executed: vec![false; rules] }
    }

    /// A rule leads to this key.
    #[inline(always)]
    fn step(&mut self, rule: u32, key: u64, known: &KeySet) {
        self.executed[rule as usize] = true;
        if let Some(recent) = &mut self.recent
            && recent.meet(key)
        {
            self.repeated += 1;
        } else {
            self.successors.push(known.prepare(key));
        }
    }

    /// How much was found so far.
    pub fn mark(&self) -> Mark {
        Mark { successors: self.successors.len(), repeated: self.repeated, failures: self.failures.len() }
    }

    /// Forgets what was found since then.
    pub fn go_back(&mut self, mark: Mark) {
        for successor in self.successors.drain(mark.successors..) {
            self.recent.iter_mut().for_each(|recent| recent.forget_key(successor.key));
        }
        self.repeated = mark.repeated;
        self.failures.truncate(mark.failures);
    }

    /// What was met is not to be relied on any more.
    pub fn forget_recent(&mut self) {
        self.recent.iter_mut().for_each(Recent::forget);
    }

    /// A rule is executable and wrong.
    #[cold]
    fn fails(&mut self, rule: u32, failure: Failure, result: Option<&P::State>) {
        self.executed[rule as usize] = true;
        self.failures.push((rule, failure, result.copied()));
    }
}
