//! Keys that a thread found, until it is known which of them are new.
//!
//! They stay in the order in which they were found, because that is the order in which the new ones become states: neighbours have
//! successors in common, which are recognised if neighbours stay together. If there are several sets, each is asked about a copy of its
//! keys, in a row.

use crate::store::Added;
use crate::store::key_set::KeySet;
use std::ops::Range;

/// The number of a state: how many were discovered before it.
pub type StateId = usize;

/// The keys that a thread found.
pub struct Candidates {
    all: Keys,
    /// If there are several sets, those of each.
    parts: Vec<Part>,
    /// Used while keys are added: the numbers of their sets.
    sets: Vec<u8>,
    /// Places among the keys, and a state: from there on, they are successors of that one or of later ones.
    marks: Vec<(usize, StateId)>,
    /// How many were taken.
    taken: usize,
}

/// Keys in a row.
#[derive(Default)]
struct Keys {
    /// The first `count` of them count.
    keys: Vec<u64>,
    /// Which of them are new.
    is_new: Vec<bool>,
    count: usize,
    /// How many of them were looked up.
    looked_up: usize,
    /// Places of those of them that there was no room for.
    no_room: Vec<usize>,
}

/// Those keys of one set. What threads write must not lie in the same cache lines, which come in pairs: the last part of one
/// thread lies beside the first one of another.
#[derive(Default)]
#[repr(align(128))]
struct Part {
    keys: Keys,
    /// Their places among all; only as many count as there are keys.
    places: Vec<u32>,
}

impl Part {
    /// Makes room for so many more.
    fn make_room(&mut self, more: usize) {
        self.keys.make_room(more);
        self.places.resize(self.keys.keys.len(), 0);
    }

    /// Adds a key, which is at this place among all. There is room for it.
    #[inline(always)]
    fn add(&mut self, key: u64, place: u32) {
        let Part { keys: Keys { keys, count, .. }, places } = self;
        (keys[*count], places[*count]) = (key, place);
        *count += 1;
    }
}

impl Keys {
    /// Makes room for so many more.
    fn make_room(&mut self, more: usize) {
        if self.keys.len() < self.count + more {
            self.keys.resize((self.count + more).next_power_of_two(), 0);
            self.is_new.resize(self.keys.len(), false);
        }
    }

    /// A key, to be kept or not: nothing branches on that, because nobody can foresee it. There is room for it.
    #[inline(always)]
    fn offer(&mut self, key: u64, is_kept: bool) {
        self.keys[self.count] = key;
        self.count += usize::from(is_kept);
    }

    fn waiting(&self) -> usize {
        self.count - self.looked_up + self.no_room.len()
    }

    /// Looks up the next keys, at most so many. Gives their places.
    fn look_up(&mut self, most: usize, set: &mut KeySet) -> Range<usize> {
        self.no_room.retain(|at| match set.add(self.keys[*at]) {
            Added::NoRoom => true,
            added => {
                self.is_new[*at] = added == Added::New;
                false
            }
        });
        let start = self.looked_up;
        if self.no_room.is_empty() {
            let end = self.count.min(start + most);
            set.add_all(&self.keys[start..end], &mut self.is_new[start..end], &mut self.no_room);
            self.no_room.iter_mut().for_each(|at| *at += start);
            self.looked_up = end;
        }
        start..self.looked_up
    }

    fn clear(&mut self) {
        (self.count, self.looked_up) = (0, 0);
        self.no_room.clear();
    }
}

impl Candidates {
    /// None, of so many sets.
    pub fn new(sets: usize) -> Candidates {
        let parts = if sets == 1 { 0 } else { sets };
        Candidates {
            all: Keys::default(),
            parts: (0..parts).map(|_| Part::default()).collect(),
            sets: Vec::new(),
            marks: Vec::new(),
            taken: 0,
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.all.count
    }

    /// The keys from here on are successors of this state or of later ones.
    pub fn mark(&mut self, parent: StateId) {
        match self.marks.last_mut() {
            Some((place, last)) if *place == self.all.count => *last = parent,
            _ => self.marks.push((self.all.count, parent)),
        }
    }

    /// Adds keys. `examine` says which set a key belongs to, and whether it is to be looked up at all.
    #[inline(always)]
    pub fn add(&mut self, keys: &[u64], mut examine: impl FnMut(u64) -> (usize, bool)) {
        self.all.make_room(keys.len());
        if self.parts.is_empty() {
            keys.iter().for_each(|key| self.all.offer(*key, examine(*key).1));
            return;
        }
        let start = self.all.count;
        self.sets.resize(self.sets.len().max(keys.len()), 0);
        let (kept, sets) = (&mut self.all.keys[start..start + keys.len()], &mut self.sets[..keys.len()]);
        let mut count = 0;
        for key in keys {
            let (set, is_kept) = examine(*key);
            (kept[count], sets[count]) = (*key, set as u8);
            count += usize::from(is_kept);
        }
        self.all.count += count;
        self.parts.iter_mut().for_each(|part| part.make_room(count));
        for (place, (key, set)) in (start as u32..).zip(kept[..count].iter().zip(sets)) {
            self.parts[*set as usize].add(*key, place);
        }
    }

    /// How many keys are still to be looked up in a set.
    pub fn waiting(&self, set: usize) -> usize {
        self.parts.get(set).map_or(&self.all, |part| &part.keys).waiting()
    }

    /// Looks up the next keys of a set, at most so many; what there is no room for is still waiting then. Says whether there was room
    /// for all.
    pub fn look_up(&mut self, set: usize, most: usize, known: &mut KeySet) -> bool {
        let Some(Part { keys, places }) = self.parts.get_mut(set) else {
            self.all.look_up(most, known);
            return self.all.no_room.is_empty();
        };
        let had_room = keys.no_room.is_empty();
        let looked_up = keys.look_up(most, known);
        // What there was no room for was looked up before.
        let looked_up = if had_room { looked_up } else { 0..looked_up.end };
        for (place, is_new) in places[looked_up.clone()].iter().zip(&keys.is_new[looked_up]) {
            self.all.is_new[*place as usize] = *is_new;
        }
        keys.no_room.is_empty()
    }

    /// Keys that were not taken yet: how many at the most have the same mark, and the state of that.
    pub fn next(&self) -> Option<(usize, StateId)> {
        let mark = self.marks.partition_point(|(place, _)| *place <= self.taken);
        let end = self.marks.get(mark).map_or(self.all.count, |(place, _)| *place);
        (self.taken < end).then(|| (end - self.taken, self.marks[mark - 1].1))
    }

    /// Takes so many keys, all of which were looked up. `take` gets each, and whether it is new.
    #[inline(always)]
    pub fn take(&mut self, count: usize, mut take: impl FnMut(u64, bool)) {
        let range = self.taken..self.taken + count;
        let keys = self.all.keys[range.clone()].iter().zip(&self.all.is_new[range]);
        keys.for_each(|(key, is_new)| take(*key, *is_new));
        self.taken += count;
        if self.taken == self.all.count {
            self.clear();
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.all.clear();
        self.parts.iter_mut().for_each(|part| part.keys.clear());
        self.marks.clear();
        self.taken = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Budget;

    #[test]
    fn keys_are_taken_in_their_order_with_their_parents() {
        for sets in 1..4 {
            let mut candidates = Candidates::new(sets);
            for round in 0..3u64 {
                let keys: Vec<u64> = (round * 100..round * 100 + 60).collect();
                let examine = |key: u64| (key as usize % sets, !key.is_multiple_of(5));
                candidates.mark(7);
                candidates.mark(8);
                candidates.add(&keys[..40], examine);
                candidates.mark(20);
                candidates.add(&keys[40..], examine);
                assert_eq!(candidates.len(), 48);
                for set in 0..sets {
                    let mut known = KeySet::new(40, &Budget::of(1 << 20)).expect("there is room");
                    keys.iter().filter(|key| *key % 2 == 1).for_each(|key| assert_eq!(known.add(*key), Added::New));
                    assert!(candidates.waiting(set) > 0);
                    while candidates.waiting(set) > 0 {
                        assert!(candidates.look_up(set, 7, &mut known));
                    }
                }
                let mut taken = Vec::new();
                for (count, next) in [(10, (32, 8)), (22, (22, 8)), (16, (16, 20))] {
                    assert_eq!(candidates.next(), Some(next));
                    candidates.take(count, |key, is_new| taken.push((key, is_new)));
                }
                assert!(candidates.next().is_none() && candidates.len() == 0);
                let kept = keys.iter().filter(|key| *key % 5 != 0);
                assert_eq!(taken, kept.map(|key| (*key, key % 2 == 0)).collect::<Vec<_>>());
            }
        }
    }
}
