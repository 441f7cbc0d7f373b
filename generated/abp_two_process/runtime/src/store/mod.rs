//! Sets of visited states, one file each.
//!
//! A search keeps a *log* of keys, in the order of discovery, and a set that tells whether a key is in it. What a key is, and
//! what the set has to store, is up to the [`Visited`]: see `one_word`, `interned` and `full`.

pub mod bits;
pub mod chunks;
pub mod full;
pub mod interned;
pub mod one_word;
pub mod region;
pub mod remainder;

use crate::memory::Budget;
use crate::protocol::Vector;
use chunks::Chunks;

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

/// A state has no key: too many different states have been seen for keys of this kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoKey;

/// An exact set of states.
pub trait Visited<State: Vector> {
    /// What stands for a state.
    type Key: Copy;
    /// What a lookup of a key needs.
    type Probe: Copy;

    /// The set looks keys up in the log: it must have all of them.
    const NEEDS_LOG: bool;

    /// The key of a state. `near` is the key of a state that differs at most in these parts, a bit for each.
    fn key(&mut self, state: &State, near: Option<(&Self::Key, u32)>, budget: &mut Budget) -> Result<Self::Key, NoKey>;

    /// Makes keys for states possible that had none, if it can; all keys of the log change then.
    fn widen(&mut self, _log: &mut Chunks<Self::Key>, _budget: &mut Budget) -> Result<(), NoKey> {
        Err(NoKey)
    }

    /// The state of a key.
    fn state(&self, key: &Self::Key) -> State;

    /// Starts to fetch what [`Self::add`] will look at.
    fn prepare(&self, key: &Self::Key) -> Self::Probe;

    /// Adds a prepared key, unless it is there. The caller adds it to the log if it is new.
    fn add(&mut self, key: &Self::Key, probe: Self::Probe, log: &Chunks<Self::Key>, budget: &mut Budget) -> Added;
}
