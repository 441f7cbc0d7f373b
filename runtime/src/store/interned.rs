//! States of several words, in keys of one: each process with its variables and queues is a *component*, its contents are
//! numbered as they are met, and the key is the vector of these numbers.
//!
//! A step changes few components, so the key of a successor is that of its predecessor with one or two numbers exchanged. The
//! numbers share the 64 bits of a key; how many bits each component gets is decided as the search goes on. When a component has
//! more contents than its bits can number, all keys are written anew with other widths ([`Visited::widen`]); when 64 bits are
//! not enough for all of them, the search goes on with full vectors.

use super::chunks::Chunks;
use super::remainder::Remainders;
use super::{Added, NoKey, Visited};
use crate::memory::{Budget, bytes_of};
use crate::protocol::Vector;

/// The set.
pub struct Interned {
    components: Vec<Component>,
    keys: Remainders,
}

/// Bits of the vector that are numbered together.
struct Component {
    /// Words, and which of their bits.
    pieces: Vec<(usize, u64)>,
    /// Where its number is in the key.
    shift: u32,
    width: u32,
    /// By number: the bits of each piece.
    contents: Vec<u64>,
    /// Numbers plus one, by the hash of their contents.
    slots: Vec<u32>,
    count: u32,
}

const KEY_BITS: u32 = 64;
const FIRST_SLOTS: usize = 64;

impl Interned {
    /// A set for vectors with these components; `None` if there are too many of them, or no room.
    pub fn new(components: &[&[(u32, u64)]], budget: &mut Budget) -> Option<Interned> {
        let count = components.len() as u32;
        let width = KEY_BITS.checked_div(count).filter(|width| *width > 0)?.min(31);
        let component = |(number, pieces): (u32, &&[(u32, u64)])| Component {
            pieces: pieces.iter().map(|(word, mask)| (*word as usize, *mask)).collect(),
            shift: number * width,
            width,
            contents: Vec::new(),
            slots: vec![0; FIRST_SLOTS],
            count: 0,
        };
        if !budget.take(bytes_of::<u32>(FIRST_SLOTS) * u64::from(count)) {
            return None;
        }
        let components = (0..).zip(components).map(component).collect();
        Some(Interned { components, keys: Remainders::new(KEY_BITS, budget)? })
    }
}

fn low_bits(width: u32) -> u64 {
    (1 << width) - 1
}

impl Component {
    /// Its bits cannot number one more content.
    fn is_full(&self) -> bool {
        u64::from(self.count) > low_bits(self.width)
    }

    #[inline(always)]
    fn differs<State: Vector>(&self, one: &State, other: &State) -> bool {
        let (one, other) = (one.as_ref(), other.as_ref());
        self.pieces.iter().any(|(word, mask)| (one[*word] ^ other[*word]) & mask != 0)
    }

    /// The number of its contents in a state.
    #[inline(always)]
    fn number<State: Vector>(&mut self, state: &State, budget: &mut Budget) -> Result<u64, NoKey> {
        let words = state.as_ref();
        let length = self.pieces.len();
        let hash = self.pieces.iter().fold(0, |hash, (word, mask)| fold(hash ^ words[*word] & mask));
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return self.add(state, at, budget);
            }
            let known = &self.contents[(slot as usize - 1) * length..][..length];
            if known.iter().zip(&self.pieces).all(|(content, (word, mask))| *content == words[*word] & mask) {
                return Ok(u64::from(slot - 1));
            }
            at = (at + 1) & mask;
        }
    }

    /// Numbers new contents.
    #[cold]
    fn add<State: Vector>(&mut self, state: &State, at: usize, budget: &mut Budget) -> Result<u64, NoKey> {
        if self.is_full() || !self.make_room(budget) {
            return Err(NoKey);
        }
        let words = state.as_ref();
        for (word, mask) in &self.pieces {
            if !budget.push(&mut self.contents, words[*word] & mask) {
                return Err(NoKey);
            }
        }
        let number = self.count;
        self.count += 1;
        self.slots[at] = self.count;
        if self.count as usize > self.slots.len() / 2 {
            self.rehash();
        }
        Ok(u64::from(number))
    }

    fn make_room(&self, budget: &mut Budget) -> bool {
        let grows = self.count as usize + 1 > self.slots.len() / 2;
        !grows || budget.take(bytes_of::<u32>(self.slots.len()))
    }

    fn rehash(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![0; self.slots.len() * 2];
        for (number, content) in self.contents.chunks(self.pieces.len()).enumerate() {
            let hash = content.iter().fold(0, |hash, word| fold(hash ^ word));
            let mut at = hash as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = number as u32 + 1;
        }
    }
}

#[inline(always)]
fn fold(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * u128::from(0xd6e8_feb8_6659_fd93_u64);
    (product >> 64) as u64 ^ product as u64
}

impl<State: Vector> Visited<State> for Interned {
    type Key = u64;
    type Probe = u64;

    const NAME: &'static str = "table";
    const NEEDS_LOG: bool = false;

    #[inline(always)]
    fn key(&mut self, state: &State, near: Option<(&State, &u64)>, budget: &mut Budget) -> Result<u64, NoKey> {
        let mut key = near.map_or(0, |(_, key)| *key);
        for component in &mut self.components {
            if near.is_none_or(|(other, _)| component.differs(state, other)) {
                let number = component.number(state, budget)?;
                key = key & !(low_bits(component.width) << component.shift) | number << component.shift;
            }
        }
        Ok(key)
    }

    /// Makes room for more contents: gives every component the bits it needs and an equal share of the rest, and writes all
    /// keys of the log anew.
    fn widen(&mut self, log: &mut Chunks<u64>, budget: &mut Budget) -> Result<(), NoKey> {
        let needed: Vec<u32> = self.components.iter().map(|it| 32 - it.count.leading_zeros()).collect();
        let spare = KEY_BITS.checked_sub(needed.iter().sum()).ok_or(NoKey)?;
        let share = spare / needed.len() as u32;
        if share == 0 && spare == 0 {
            return Err(NoKey);
        }
        let full: Vec<bool> = self.components.iter().map(Component::is_full).collect();
        let mut spare = spare;
        let mut shift = 0;
        let old: Vec<(u32, u32)> = self.components.iter().map(|it| (it.shift, it.width)).collect();
        for (at, component) in self.components.iter_mut().enumerate() {
            // Full components come first when the bits are few.
            let extra = share.max(u32::from(full[at])).min(spare);
            spare -= extra;
            component.shift = shift;
            component.width = (needed[at] + extra).min(31);
            shift += component.width;
        }
        let mut keys = Remainders::new(KEY_BITS, budget).ok_or(NoKey)?;
        for at in 0..log.len() {
            let key = log.get_mut(at);
            let numbers = old.iter().map(|(shift, width)| *key >> shift & low_bits(*width));
            *key = numbers.zip(&self.components).fold(0, |new, (number, it)| new | number << it.shift);
            if keys.add(keys.prepare(*key), budget) == Added::NoRoom {
                return Err(NoKey);
            }
        }
        budget.give_back(self.keys.bytes());
        self.keys = keys;
        Ok(())
    }

    #[inline(always)]
    fn state(&self, key: &u64) -> State {
        let mut state = State::ZERO;
        let words = state.as_mut();
        for component in &self.components {
            let number = (key >> component.shift & low_bits(component.width)) as usize;
            let length = component.pieces.len();
            let contents = &component.contents[number * length..][..length];
            for ((word, _), content) in component.pieces.iter().zip(contents) {
                words[*word] |= content;
            }
        }
        state
    }

    #[inline(always)]
    fn prepare(&self, key: &u64) -> u64 {
        self.keys.prepare(*key)
    }

    #[inline(always)]
    fn add(&mut self, _: &u64, probe: u64, _: &Chunks<u64>, budget: &mut Budget) -> Added {
        self.keys.add(probe, budget)
    }
}
