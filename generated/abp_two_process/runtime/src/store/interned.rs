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
use crate::protocol::{List, Vector};

/// The set.
pub struct Interned {
    components: Vec<Component>,
    keys: Remainders,
}

/// Bits of the vector that are numbered together.
struct Component {
    /// Words, and which of their bits.
    pieces: Vec<(usize, u64)>,
    place: Place,
    /// By number: the bits of each piece.
    contents: Vec<u64>,
    /// Numbers plus one, by the hash of their contents.
    slots: Vec<u32>,
    count: u32,
}

/// Where the number of a component is in the key.
#[derive(Clone, Copy)]
struct Place {
    shift: u32,
    width: u32,
}

impl Place {
    #[inline(always)]
    fn mask(self) -> u64 {
        (1 << self.width) - 1
    }

    #[inline(always)]
    fn get(self, key: u64) -> u64 {
        key >> self.shift & self.mask()
    }

    #[inline(always)]
    fn set(self, key: u64, number: u64) -> u64 {
        key & !(self.mask() << self.shift) | number << self.shift
    }
}

const KEY_BITS: u32 = 64;
/// A rule names the components it changes by the bits of 32.
const MAX_COMPONENTS: u32 = 32;
const FIRST_SLOTS: usize = 64;

impl Interned {
    /// A set for vectors with these components; `None` if there are too many of them, or no room.
    pub fn new(components: &[List<(u32, u64)>], budget: &mut Budget) -> Option<Interned> {
        let count = components.len() as u32;
        let width = KEY_BITS.checked_div(count).filter(|_| count <= MAX_COMPONENTS)?.min(31);
        let component = |(number, pieces): (u32, &List<(u32, u64)>)| Component {
            pieces: pieces.iter().map(|(word, mask)| (*word as usize, *mask)).collect(),
            place: Place { shift: number * width, width },
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

impl Component {
    /// Its bits cannot number one more content.
    fn is_full(&self) -> bool {
        u64::from(self.count) > self.place.mask()
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

    const NEEDS_LOG: bool = false;

    #[inline(always)]
    fn key(&mut self, state: &State, near: Option<(&u64, u32)>, budget: &mut Budget) -> Result<u64, NoKey> {
        let (mut key, mut parts) = near.map_or((0, u32::MAX), |(key, parts)| (*key, parts));
        parts &= (1u64 << self.components.len()).wrapping_sub(1) as u32;
        while parts != 0 {
            let component = &mut self.components[parts.trailing_zeros() as usize];
            key = component.place.set(key, component.number(state, budget)?);
            parts &= parts - 1;
        }
        debug_assert!(Visited::<State>::state(self, &key) == *state, "a rule changes a part that it was not known to");
        Ok(key)
    }

    /// Gives every component the bits it needs and an equal share of the rest.
    fn widen(&mut self, log: &mut Chunks<u64>, budget: &mut Budget) -> Result<(), NoKey> {
        let needed: Vec<u32> = self.components.iter().map(|it| 32 - it.count.leading_zeros()).collect();
        let spare = KEY_BITS.checked_sub(needed.iter().sum()).ok_or(NoKey)?;
        let share = spare / needed.len() as u32;
        let old: Vec<Place> = self.components.iter().map(|it| it.place).collect();
        let mut shift = 0;
        for (component, needed) in self.components.iter_mut().zip(needed) {
            component.place = Place { shift, width: (needed + share).min(31) };
            shift += component.place.width;
        }
        let again = |key: u64| {
            let numbers = old.iter().map(|place| place.get(key));
            numbers.zip(&self.components).fold(0, |key, (number, it)| key | number << it.place.shift)
        };
        // The log changes only when it is certain that all of it can.
        let keys = (0..log.len()).try_fold(self.keys.empty_twin(budget).ok_or(NoKey)?, |mut keys, at| {
            let probe = keys.prepare(again(*log.get(at)));
            match keys.add(probe, budget) {
                Added::NoRoom => Err(keys),
                _ => Ok(keys),
            }
        });
        match keys {
            Ok(keys) => {
                (0..log.len()).for_each(|at| *log.get_mut(at) = again(*log.get(at)));
                budget.give_back(self.keys.bytes());
                self.keys = keys;
                Ok(())
            }
            Err(unfinished) => {
                budget.give_back(unfinished.bytes());
                self.components.iter_mut().zip(old).for_each(|(component, place)| component.place = place);
                Err(NoKey)
            }
        }
    }

    #[inline(always)]
    fn state(&self, key: &u64) -> State {
        let mut state = State::ZERO;
        let words = state.as_mut();
        for component in &self.components {
            let number = component.place.get(*key) as usize;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    type State = [u64; 3];

    fn parts() -> Vec<List<(u32, u64)>> {
        let masks: [&[(u32, u64)]; 3] = [&[(0, 0xffff)], &[(0, !0xffff), (1, 0xff)], &[(1, !0xff), (2, !0)]];
        masks.iter().map(|part| part.to_vec().into()).collect()
    }

    /// A state whose parts have about `contents` different contents each.
    fn state(number: u64, contents: u64) -> State {
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [first, second, third] = [mixed, mixed >> 20, mixed >> 40].map(|it| it % contents);
        [first & 0xffff | second << 20, second & 0xff | third << 30, third.wrapping_mul(77)]
    }

    /// Adds states as a search does; gives how often keys were widened, or `None` if they were used up.
    fn agrees(count: u64, contents: u64) -> Option<usize> {
        let mut budget = Budget::of(1 << 30);
        let mut set = Interned::new(&parts(), &mut budget).expect("there is room");
        set.components.iter_mut().zip([0, 8, 16]).for_each(|(it, shift)| it.place = Place { shift, width: 8 });
        let mut log = Chunks::default();
        let mut twin: HashMap<State, usize> = HashMap::new();
        let mut near: Option<usize> = None;
        let mut widened = 0;
        for number in 0..count {
            let state = state(number, contents);
            let key = loop {
                let other = near.map(|id| *log.get(id));
                match set.key(&state, other.as_ref().map(|key| (key, 7)), &mut budget) {
                    Ok(key) => break key,
                    Err(NoKey) => Visited::<State>::widen(&mut set, &mut log, &mut budget).ok()?,
                }
                widened += 1;
            };
            let probe = Visited::<State>::prepare(&set, &key);
            let added = Visited::<State>::add(&mut set, &key, probe, &log, &mut budget);
            let next = twin.len();
            let id = *twin.entry(state).or_insert(next);
            assert_eq!(added, if id == next { Added::New } else { Added::Old });
            if id == next {
                assert!(log.push(key, &mut budget));
            }
            near = Some(id);
        }
        for (state, id) in &twin {
            assert_eq!(Visited::<State>::state(&set, log.get(*id)), *state);
        }
        Some(widened)
    }

    #[test]
    fn finds_exactly_what_is_in_it() {
        assert_eq!(agrees(20_000, 200), Some(0));
        assert!(agrees(50_000, 5_000).is_some_and(|widened| widened > 0));
    }

    #[test]
    fn says_when_numbers_do_not_fit_a_key() {
        let mut budget = Budget::of(1 << 30);
        let split =
            |count: u32| -> Vec<List<(u32, u64)>> { (0..count).map(|bit| vec![(0, 1 << bit)].into()).collect() };
        let mut set = Interned::new(&split(32), &mut budget).expect("there is room");
        set.components.iter_mut().for_each(|it| it.place.width = 0);
        assert!(set.key(&[0u64; 1], None, &mut budget).is_ok(), "one content needs no bits");
        assert_eq!(set.key(&[1u64], None, &mut budget), Err(NoKey));
        assert!(Interned::new(&split(33), &mut budget).is_none());
    }
}
