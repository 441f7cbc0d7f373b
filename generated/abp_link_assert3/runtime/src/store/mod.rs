//! Spaces of states: what stands for a state, how its successors are found, and which states are known.
//!
//! In every space a state is a *key* of up to 64 bits, a set tells which keys are known, and a log has them in the order of
//! discovery. A vector of one word is its own key (`one_word`, with `groups`); a longer one is made of parts whose contents are numbered
//! (`interned`, with `components`, `expansion` and `sift`), and what rules do to these is remembered (`memo`, with `table`, `offers`,
//! `learn` and `numbers`). The sets are `remainder` (with `shape`, `slots` and `growth`), `bits` and `bitstate`; `pages` is the memory
//! under them. A set is never shared: where there are several threads, there are several sets, each for a part of the keys (`division`,
//! `rows`).

pub mod bits;
pub mod bitstate;
pub mod components;
pub mod division;
mod expansion;
pub mod groups;
mod growth;
pub mod hands;
pub mod index;
pub mod interned;
pub mod key_set;
mod learn;
pub mod log;
mod memo;
mod numbers;
mod offers;
pub mod one_word;
pub mod pages;
pub mod remainder;
pub mod rows;
mod shape;
mod sift;
mod simd;
mod slots;
pub mod states;
mod table;
pub mod visits;

use crate::memory::Budget;
use crate::protocol::{Failure, Protocol};
use crate::search::successors::{Conditions, Successors};
use hands::Hands;
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

/// What is to be expected when a set grows.
#[derive(Clone, Copy)]
pub struct Prospects {
    /// So many keys will be in the set, if one can tell.
    pub keys: Option<usize>,
    /// So many sets, with this one, are going to grow as much, and share what is left of the budget.
    pub sharers: usize,
}

impl Prospects {
    /// Nobody knows, and there is only one set.
    pub const UNKNOWN: Prospects = Prospects { keys: None, sharers: 1 };
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
pub trait Space<P: Protocol>: Send + Sync + Sized {
    /// What a thread keeps for itself.
    type Cache: Send;
    /// How keys change.
    type Change: Send + Sync;

    /// An empty one.
    fn cache(&self) -> Self::Cache;

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

    /// Finds the successors of many states, in whatever order, if that is quicker than one after the other. Then the places of those
    /// among them that have none are in `stuck`. If it says that it did not, it may have found some.
    fn expand_all(
        &self,
        trying: &Trying<P>,
        keys: &[u64],
        cache: &mut Self::Cache,
        found: &mut Found<P>,
        stuck: &mut Vec<u16>,
    ) -> bool;

    /// Takes over successors of a state that were found and chosen elsewhere. If it is refused, it may have taken some.
    fn take(
        &self,
        trying: &Trying<P>,
        key: u64,
        successors: &Successors<P::State>,
        found: &mut Found<P>,
    ) -> Result<(), Refused>;

    /// The bits of a key.
    fn key_bits(&self) -> u32;

    /// One of so many sets for a part of the keys, empty; `None` if there is no room for it.
    fn one_set(&self, sets: usize, budget: &Budget) -> Option<KeySet>;

    /// Makes keys for states possible that had none. If all keys are others then, also those in the log, it says how they change,
    /// and caches are worth nothing.
    fn widen(&mut self, log: &Log, hands: Hands, budget: &Budget) -> Result<Option<Self::Change>, Refused>;

    /// Makes other keys, if they are better now that so many states are known. As for [`Self::widen`].
    fn improve(&mut self, log: &Log, hands: Hands, budget: &Budget) -> Result<Option<Self::Change>, Refused>;

    /// The key that a state has now, from the one it had.
    fn changed(&self, change: &Self::Change, key: u64) -> u64;

    /// The bytes that knowing how keys change took from the budget.
    fn change_bytes(change: &Self::Change) -> u64;

    /// The bytes it takes, without those of sets.
    fn bytes(&self) -> u64;

    /// What it is, and why, for people. `set` is one of the sets of known keys, which take so many bytes together.
    fn describe(&self, set: &KeySet, bytes: u64) -> String;
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
    /// The keys of successors, one for each step. Only the first `count` count.
    keys: Box<[u64; ROOM]>,
    count: usize,
    /// The rule, what is wrong, and the state it would have led to.
    pub failures: Vec<(u32, Failure, Option<P::State>)>,
    /// By rule: it was executed.
    pub executed: Vec<bool>,
}

/// Successors that there is room for: more than twice as many as a protocol has rules, because those of one state must fit. Memory that
/// is not used is not touched.
const ROOM: usize = 1 << 16;

/// Memory behind what a thread writes all the time, so that another thread's does not lie in the same cache lines.
const PADDING: usize = 128;

/// How much was found at some time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    successors: usize,
    failures: usize,
}

impl Mark {
    /// How many steps were found since another time.
    pub fn steps_since(self, before: Mark) -> u64 {
        (self.successors - before.successors) as u64
    }
}

impl<P: Protocol> Found<P> {
    /// Nothing yet.
    pub fn new(rules: usize) -> Self {
        assert!(rules < ROOM / 2, "defect of the compiler: {rules} rules are too many");
        Found {
            keys: vec![0; ROOM].into_boxed_slice().try_into().expect("as many as there are"),
            count: 0,
            failures: Vec::new(),
            executed: vec![false; rules + PADDING],
        }
    }

    /// The keys of successors, one for each step.
    pub fn successors(&self) -> &[u64] {
        &self.keys[..self.count]
    }

    /// Forgets the successors, but not what was wrong.
    pub fn clear_successors(&mut self) {
        self.count = 0;
    }

    /// So many steps can be taken at a time.
    fn has_room(&self, steps: usize) -> bool {
        self.count + steps < ROOM
    }

    /// A rule leads to this key.
    #[inline(always)]
    fn step(&mut self, rule: u32, key: u64) {
        self.executed[rule as usize] = true;
        self.keys[self.count % ROOM] = key;
        self.count += 1;
    }

    /// Takes the steps of a state, all of which count or none.
    #[inline(always)]
    fn steps(&mut self) -> Steps<'_, P> {
        let Found { keys, count, failures, executed } = self;
        Steps { keys, executed, failures, next: *count, count }
    }

    /// How much was found so far.
    #[inline(always)]
    pub fn mark(&self) -> Mark {
        Mark { successors: self.count, failures: self.failures.len() }
    }

    /// Forgets what was found since then.
    pub fn go_back(&mut self, mark: Mark) {
        self.count = mark.successors;
        self.failures.truncate(mark.failures);
    }

    /// A rule is executable and wrong.
    #[cold]
    fn fails(&mut self, rule: u32, failure: Failure, result: Option<&P::State>) {
        self.executed[rule as usize] = true;
        self.failures.push((rule, failure, result.copied()));
    }
}

/// Takes steps. It counts them in a register: in memory, the count of one step would wait for that of the step before.
struct Steps<'f, P: Protocol> {
    keys: &'f mut [u64; ROOM],
    executed: &'f mut [bool],
    failures: &'f mut Vec<(u32, Failure, Option<P::State>)>,
    next: usize,
    count: &'f mut usize,
}

impl<P: Protocol> Steps<'_, P> {
    /// A rule of which it is noted elsewhere that it is executed leads to this key.
    #[inline(always)]
    fn add(&mut self, key: u64) {
        self.keys[self.next % ROOM] = key;
        self.next += 1;
    }

    /// A rule leads to this key, if it is executable: nothing branches on that.
    #[inline(always)]
    fn offer_key(&mut self, rule: u32, key: u64, is_executable: bool) {
        self.executed[rule as usize] |= is_executable;
        self.keys[self.next % ROOM] = key;
        self.next += usize::from(is_executable);
    }

    /// All of them count.
    #[inline(always)]
    fn finish(self) {
        *self.count = self.next;
    }
}
