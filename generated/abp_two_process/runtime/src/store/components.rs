//! Contents of a component of the vector, numbered as they are met. All threads see the same numbers; a lookup waits for nobody.

use super::Refused;
use crate::memory::{Budget, bytes_of};
use crate::protocol::Vector;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Contents that the first chunk has room for; every chunk has room for twice as many as the one before.
const FIRST: usize = 64;
/// Chunks: enough for every number of 32 bits.
const CHUNKS: usize = 27;

/// The largest number that contents can have.
pub const MAX_NUMBER: u64 = (1 << 31) - 1;

/// Bits of the vector that are numbered together.
pub struct Component {
    /// Words, and which of their bits.
    pieces: Vec<(usize, u64)>,
    /// By number: the bits of each piece.
    contents: [OnceLock<Box<[AtomicU64]>>; CHUNKS],
    /// Numbers plus one, by the hash of their contents.
    slots: Vec<AtomicU32>,
    count: AtomicU32,
    /// Whoever numbers new contents has it.
    adding: Mutex<()>,
    bytes: AtomicU64,
}

impl Component {
    /// Nothing numbered yet; `None` if there is no room.
    pub fn new(pieces: &[(u32, u64)], budget: &Budget) -> Option<Component> {
        budget.take(bytes_of::<AtomicU32>(2 * FIRST)).then(|| Component {
            pieces: pieces.iter().map(|(word, mask)| (*word as usize, *mask)).collect(),
            contents: [const { OnceLock::new() }; CHUNKS],
            slots: zeros(2 * FIRST),
            count: AtomicU32::new(0),
            adding: Mutex::default(),
            bytes: AtomicU64::new(bytes_of::<AtomicU32>(2 * FIRST)),
        })
    }

    /// How many contents.
    pub fn count(&self) -> u32 {
        self.count.load(Relaxed)
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Words, and which of their bits.
    pub fn pieces(&self) -> &[(usize, u64)] {
        &self.pieces
    }

    /// Something of this component is not 0 in a state.
    pub fn is_in<State: Vector>(&self, state: &State) -> bool {
        self.pieces.iter().any(|(word, mask)| state.as_ref()[*word] & mask != 0)
    }

    /// Adds contents to a state in which they are 0.
    #[inline(always)]
    pub fn put<State: Vector>(&self, number: u32, state: &mut State) {
        let words = state.as_mut();
        for ((word, _), content) in self.pieces.iter().zip(self.contents(number)) {
            words[*word] |= content.load(Relaxed);
        }
    }

    #[inline(always)]
    fn contents(&self, number: u32) -> &[AtomicU64] {
        let (chunk, at) = place(number);
        let chunk = self.contents[chunk].get().expect("what has a number is stored");
        &chunk[at * self.pieces.len()..][..self.pieces.len()]
    }

    /// The number of the contents in a state; new contents get one up to `max`.
    #[inline]
    pub fn number<State: Vector>(&self, state: &State, max: u64, budget: &Budget) -> Result<u32, Refused> {
        match self.find(state) {
            Ok(number) => Ok(number),
            Err(_) => self.add(state, max, budget),
        }
    }

    /// The number of the contents in a state; new contents get one, whatever that takes.
    pub fn number_surely<State: Vector>(&mut self, state: &State, budget: &Budget) -> Result<u32, Refused> {
        loop {
            match self.number(state, MAX_NUMBER, budget) {
                Err(Refused::Keys) if u64::from(self.count()) <= MAX_NUMBER && self.make_room(budget) => {}
                Err(_) => return Err(Refused::Memory),
                found => return found,
            }
        }
    }

    /// Numbers what another component has of the parts that are in this one. Gives the number here for each number there.
    pub fn number_parts_of<State: Vector>(&mut self, whole: &Component, budget: &Budget) -> Result<Vec<u32>, Refused> {
        let number = |number: u32| {
            let mut state = State::ZERO;
            whole.put(number, &mut state);
            self.number_surely(&state, budget)
        };
        (0..whole.count()).map(number).collect()
    }

    /// The number of the contents in a state, or the slot for it.
    #[inline]
    pub fn find<State: Vector>(&self, state: &State) -> Result<u32, usize> {
        let words = state.as_ref();
        let hash = self.pieces.iter().fold(0, |hash, (word, mask)| fold(hash ^ words[*word] & mask));
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let Some(number) = self.slots[at].load(Acquire).checked_sub(1) else { return Err(at) };
            let mut known = self.contents(number).iter().zip(&self.pieces);
            if known.all(|(content, (word, mask))| content.load(Relaxed) == words[*word] & mask) {
                return Ok(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Numbers new contents.
    #[cold]
    fn add<State: Vector>(&self, state: &State, max: u64, budget: &Budget) -> Result<u32, Refused> {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = match self.find(state) {
            Ok(number) => return Ok(number),
            Err(slot) => slot,
        };
        let number = self.count();
        if u64::from(number) > max || number as usize > self.slots.len() / 2 {
            return Err(Refused::Keys);
        }
        let (chunk, at) = place(number);
        if at == 0 {
            let words = (FIRST << chunk) * self.pieces.len();
            if !budget.take(bytes_of::<u64>(words)) {
                return Err(Refused::Memory);
            }
            self.bytes.fetch_add(bytes_of::<u64>(words), Relaxed);
            self.contents[chunk].get_or_init(|| zeros(words).into());
        }
        for ((word, mask), content) in self.pieces.iter().zip(self.contents(number)) {
            content.store(state.as_ref()[*word] & mask, Relaxed);
        }
        self.count.store(number + 1, Relaxed);
        self.slots[slot].store(number + 1, Release);
        Ok(number)
    }

    /// Has slots for at least as many contents again. Says whether there was memory.
    pub fn make_room(&mut self, budget: &Budget) -> bool {
        let wanted = (self.count() as usize * 4).next_power_of_two();
        if wanted <= self.slots.len() {
            return true;
        }
        let more = bytes_of::<AtomicU32>(wanted - self.slots.len());
        if !budget.take(more) {
            return false;
        }
        self.bytes.fetch_add(more, Relaxed);
        self.slots = zeros(wanted);
        let mask = wanted - 1;
        for number in 0..self.count() {
            let hash = self.contents(number).iter().fold(0, |hash, word| fold(hash ^ word.load(Relaxed)));
            let mut at = hash as usize & mask;
            while self.slots[at].load(Relaxed) != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at].store(number + 1, Relaxed);
        }
        true
    }
}

/// The chunk of a number, and its place there.
#[inline(always)]
fn place(number: u32) -> (usize, usize) {
    let chunk = (number as usize / FIRST + 1).ilog2() as usize;
    (chunk, number as usize - ((FIRST << chunk) - FIRST))
}

#[inline(always)]
fn fold(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * u128::from(0xd6e8_feb8_6659_fd93_u64);
    (product >> 64) as u64 ^ product as u64
}

fn zeros<T: Default>(count: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_contents_have_equal_numbers() {
        let budget = Budget::of(1 << 24);
        let mut component = Component::new(&[(0, 0xffff), (1, 0xff00)], &budget).expect("there is room");
        let state = |number: u64| [(number % 3000) | (7 << 20), ((number % 3000) >> 4) << 8 | 3];
        for number in 0..9000u64 {
            let found = loop {
                match component.number(&state(number), u64::MAX, &budget) {
                    Ok(found) => break found,
                    Err(refused) => assert!(refused == Refused::Keys && component.make_room(&budget)),
                }
            };
            assert_eq!(u64::from(found), number % 3000);
            let mut again = [0, 0];
            component.put(found, &mut again);
            assert_eq!(again, [number % 3000, ((number % 3000) >> 4) << 8 & 0xff00]);
        }
        assert_eq!(component.number(&[3001u64, 0], 2999, &budget), Err(Refused::Keys));
        assert_eq!(budget.used(), component.bytes());
    }

    #[test]
    fn threads_agree_on_numbers() {
        let budget = Budget::of(1 << 24);
        let mut component = Component::new(&[(0, u64::MAX)], &budget).expect("there is room");
        for _ in 0..3 {
            let numbers = || (0..60u64).map(|it| component.number(&[it * it], 1000, &budget)).collect::<Vec<_>>();
            let all: Vec<_> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(numbers)).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
            });
            assert!(all.iter().all(|numbers| *numbers == all[0] && numbers.iter().all(Result::is_ok)));
            assert!(component.make_room(&budget));
        }
        assert_eq!(component.count(), 60);
    }
}
