//! Contents of a component of the vector, numbered as they are met. All threads see the same numbers; a lookup waits for nobody.

use super::Refused;
use super::pages::{Words, prefetch, prefetch_to_write};
use crate::memory::Budget;
use crate::protocol::Vector;
use std::ops::Range;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, fence};
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
    contents: [OnceLock<Words>; CHUNKS],
    /// Numbers plus one, by the hash of their contents, the upper half of which is above the number.
    slots: Words<AtomicU64>,
    count: AtomicU32,
    /// Whoever takes numbers has it.
    taking: Mutex<()>,
    /// By owner.
    own: [OwnNumbers; OWNERS],
    bytes: AtomicU64,
}

/// Numbers that a thread has taken for new contents: one after the other would be written by one thread and by another, and what one has
/// written last takes the other much longer than what it wrote itself.
#[repr(align(128))]
#[derive(Default)]
struct OwnNumbers(Mutex<Range<u32>>);

/// So many threads have numbers of their own; if there are more, some share.
const OWNERS: usize = 8;
/// The numbers that a thread takes at a time are this part of those that were taken before, ...
const OWN_PART: u32 = 256;
/// ... and at most so many.
const MOST_OWN: u32 = 64;

/// The number of this thread among owners.
fn owner() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local!(static OWNER: usize = NEXT.fetch_add(1, Relaxed) % OWNERS);
    OWNER.with(|owner| *owner)
}

impl Component {
    /// Nothing numbered yet; `None` if there is no room.
    pub fn new(pieces: &[(u32, u64)], budget: &Budget) -> Option<Component> {
        let mut slots = Words::none();
        slots.extend(2 * FIRST, budget).then(|| Component {
            bytes: AtomicU64::new(slots.bytes()),
            pieces: pieces.iter().map(|(word, mask)| (*word as usize, *mask)).collect(),
            contents: [const { OnceLock::new() }; CHUNKS],
            slots,
            count: AtomicU32::new(0),
            taking: Mutex::default(),
            own: Default::default(),
        })
    }

    /// All numbers are below this one. Threads may have taken some that no contents have yet.
    pub fn count(&self) -> u32 {
        self.count.load(Relaxed)
    }

    /// How many contents have numbers.
    pub fn used(&self) -> usize {
        self.slots.iter().filter(|slot| slot.load(Relaxed) != 0).count()
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// How many contents there is room for.
    pub fn room(&self) -> usize {
        self.slots.len() / 2
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
        // Whoever has the number from a table has seen it there, but not necessarily what was written before.
        fence(Acquire);
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
        self.number_of(self.hash(state), state, max, budget)
    }

    /// The same, if the hash is known.
    #[inline]
    pub fn number_of<State: Vector>(
        &self,
        hash: u64,
        state: &State,
        max: u64,
        budget: &Budget,
    ) -> Result<u32, Refused> {
        match self.find_hashed(hash, state) {
            Ok(number) => Ok(number),
            Err(_) => Ok(self.add(hash, state, max, budget)?.0),
        }
    }

    /// The number of the contents in a state, and whether they are new; new contents get one, whatever that takes.
    pub fn meet_surely<State: Vector>(&mut self, state: &State, budget: &Budget) -> Result<(u32, bool), Refused> {
        loop {
            let met = match self.find(state) {
                Ok(number) => Ok((number, false)),
                Err(_) => self.add(self.hash(state), state, MAX_NUMBER, budget),
            };
            match met {
                Err(Refused::Keys) if u64::from(self.count()) <= MAX_NUMBER && self.make_room(budget) => {}
                Err(_) => return Err(Refused::Memory),
                found => return found,
            }
        }
    }

    /// Numbers what another component has of the parts that are in this one. Gives the number here for each number there.
    pub fn number_parts_of<State: Vector>(&mut self, whole: &Component, budget: &Budget) -> Result<Vec<u32>, Refused> {
        let zero = whole.find(&State::ZERO).ok();
        let number = |number: u32| {
            let mut state = State::ZERO;
            whole.put(number, &mut state);
            // A number without contents is in no key.
            let is_used = Some(number) == zero || whole.is_in(&state);
            if is_used { Ok(self.meet_surely(&state, budget)?.0) } else { Ok(0) }
        };
        (0..whole.count()).map(number).collect()
    }

    /// The number of the contents in a state, or the slot for it.
    #[inline]
    pub fn find<State: Vector>(&self, state: &State) -> Result<u32, usize> {
        self.find_hashed(self.hash(state), state)
    }

    /// The same, if the hash is known.
    #[inline(always)]
    fn find_hashed<State: Vector>(&self, hash: u64, state: &State) -> Result<u32, usize> {
        let mut at = home(hash, self.slots.len());
        loop {
            let slot = self.slots[at].load(Acquire);
            if slot == 0 {
                return Err(at);
            }
            if slot & HASH == hash & HASH {
                let number = number_in(slot);
                let mut known = self.contents(number).iter().zip(&self.pieces);
                if known.all(|(content, (word, mask))| content.load(Relaxed) == state.as_ref()[*word] & mask) {
                    return Ok(number);
                }
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Starts to fetch contents.
    pub fn fetch(&self, number: u32) {
        let contents = self.contents(number);
        prefetch(contents, 0);
        prefetch(contents, contents.len() - 1);
    }

    /// Starts to fetch the slot of contents with a hash.
    pub fn fetch_slot(&self, hash: u64) {
        prefetch_to_write(&self.slots, home(hash, self.slots.len()));
    }

    /// Starts to fetch the contents that may have a hash, whose slot was fetched before.
    pub fn fetch_contents(&self, hash: u64) {
        let slot = self.slots[home(hash, self.slots.len())].load(Acquire);
        if slot != 0 && slot & HASH == hash & HASH {
            self.fetch(number_in(slot));
        }
    }

    /// A hash of the contents in a state. None of the words has to wait for the one before.
    #[inline(always)]
    pub fn hash<State: Vector>(&self, state: &State) -> u64 {
        let mut key = 0u64;
        self.pieces.iter().fold(0u64, |hash, (word, mask)| {
            key = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let product = u128::from(state.as_ref()[*word] & mask ^ key) * 0xd6e8_feb8_6659_fd93;
            hash.rotate_left(5) ^ (product >> 64) as u64 ^ product as u64
        })
    }

    /// Numbers new contents, if nobody else does that at the same time. Says whether it did.
    #[cold]
    fn add<State: Vector>(&self, hash: u64, state: &State, max: u64, budget: &Budget) -> Result<(u32, bool), Refused> {
        let mut own = self.own[owner()].0.lock().unwrap_or_else(PoisonError::into_inner);
        if own.is_empty() {
            *own = self.take_numbers(max, budget)?;
        }
        let number = own.start;
        if u64::from(number) > max {
            return Err(Refused::Keys);
        }
        let write = |state: &State| {
            for ((word, mask), content) in self.pieces.iter().zip(self.contents(number)) {
                content.store(state.as_ref()[*word] & mask, Relaxed);
            }
        };
        write(state);
        loop {
            let at = match self.find_hashed(hash, state) {
                Ok(known) => {
                    // As long as a number is not used, its contents are 0.
                    write(&State::ZERO);
                    return Ok((known, false));
                }
                Err(at) => at,
            };
            let slot = hash & HASH | u64::from(number + 1);
            if self.slots[at].compare_exchange(0, slot, AcqRel, Acquire).is_ok() {
                own.start += 1;
                if !own.is_empty() {
                    prefetch_to_write(self.contents(own.start), self.pieces.len());
                }
                return Ok((number, true));
            }
        }
    }

    /// Takes numbers for new contents.
    fn take_numbers(&self, max: u64, budget: &Budget) -> Result<Range<u32>, Refused> {
        let _taking = self.taking.lock().unwrap_or_else(PoisonError::into_inner);
        let start = self.count();
        if u64::from(start) > max || start as usize >= self.room() {
            return Err(Refused::Keys);
        }
        let (chunk, at) = place(start);
        let length = FIRST << chunk;
        if at == 0 {
            let mut words = Words::none();
            if !words.extend(length * self.pieces.len(), budget) {
                return Err(Refused::Memory);
            }
            self.bytes.fetch_add(words.bytes(), Relaxed);
            self.contents[chunk].get_or_init(|| words);
        }
        let most = (length - at).min(self.room() - start as usize) as u64;
        let wanted = u64::from((start / OWN_PART).clamp(1, MOST_OWN));
        let end = start + wanted.min(most).min((max - u64::from(start)).saturating_add(1)) as u32;
        self.count.store(end, Relaxed);
        Ok(start..end)
    }

    /// Has slots for at least as many contents again. Says whether there was memory.
    pub fn make_room(&mut self, budget: &Budget) -> bool {
        let wanted = (u64::from(self.count()) * 4).next_power_of_two().min(MOST_SLOTS) as usize;
        if wanted <= self.slots.len() {
            return true;
        }
        let mut slots = Words::<AtomicU64>::none();
        if !slots.extend(wanted, budget) {
            return false;
        }
        // They lie in the order of their hashes, or nearly, and do so again: so memory is gone through once. Those that are taken are
        // gathered first, because nobody can foresee which are.
        let mut taken = [0; BLOCK];
        for block in self.slots.chunks(BLOCK) {
            let mut count = 0;
            for slot in block {
                taken[count] = slot.load(Relaxed);
                count += usize::from(taken[count] != 0);
            }
            for slot in &taken[..count] {
                let mut at = home(*slot, wanted);
                while slots[at].load(Relaxed) != 0 {
                    at = (at + 1) & (wanted - 1);
                }
                slots[at].store(*slot, Relaxed);
            }
        }
        self.bytes.fetch_add(slots.bytes(), Relaxed);
        self.bytes.fetch_sub(self.slots.bytes(), Relaxed);
        budget.give_back(self.slots.bytes());
        self.slots = slots;
        true
    }
}

/// The part of a slot that is a part of the hash.
const HASH: u64 = !(u32::MAX as u64);
/// A slot has so many bits of a hash as to be found among so many.
const MOST_SLOTS: u64 = 1 << 32;
/// Slots that are read together when there are more than before.
const BLOCK: usize = 64;

/// The number in a slot that is taken.
#[inline(always)]
fn number_in(slot: u64) -> u32 {
    slot as u32 - 1
}

/// The slot of contents with a hash, among so many, which are a power of two. If it is taken by others, the next one that is free is theirs.
#[inline(always)]
fn home(hash: u64, slots: usize) -> usize {
    (hash >> (64 - slots.ilog2())) as usize
}

/// The chunk of a number, and its place there.
#[inline(always)]
fn place(number: u32) -> (usize, usize) {
    let chunk = (number as usize / FIRST + 1).ilog2() as usize;
    (chunk, number as usize - ((FIRST << chunk) - FIRST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

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
        let (budget, pieces) = (Budget::of(1 << 24), [(0, u64::MAX), (1, 1)]);
        let mut component = Component::new(&pieces, &budget).expect("there is room");
        // Nothing but zeros is among the contents only in the end.
        let state = |it: u64, round: u64| [it * it % 5003 + u64::from(round < 9), it];
        for round in 0..12 {
            let number = |it: u64| component.number(&state(it, round), 1 << 20, &budget);
            let threads = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..9).map(|_| scope.spawn(|| (0..8000).map(number).collect())).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<Vec<_>>>()
            });
            for (it, number) in threads.iter().flat_map(|numbers| (0..).zip(numbers)) {
                match number {
                    Ok(number) => assert_eq!(component.find(&state(it, round)), Ok(*number)),
                    Err(refused) => assert_eq!(*refused, Refused::Keys),
                }
            }
            assert!(component.make_room(&budget));
        }
        let all = [0, 9].into_iter().flat_map(|round| (0..8000).map(move |it| state(it, round)));
        let different: HashSet<[u64; 2]> = all.map(|[first, second]| [first, second & 1]).collect();
        assert!(different.contains(&[0, 0]) && different.len() == component.used());
        // Another component has the same contents, whatever numbers were not used.
        let mut twin = Component::new(&pieces, &budget).expect("there is room");
        let numbers = twin.number_parts_of::<[u64; 2]>(&component, &budget).expect("there is room");
        assert_eq!(twin.used(), component.used());
        for it in 0..8000 {
            let number = component.find(&state(it, 11)).expect("it has a number");
            assert_eq!(twin.find(&state(it, 11)), Ok(numbers[number as usize]));
        }
    }
}
