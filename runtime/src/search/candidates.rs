//! Keys that a thread found, until it is known which of them are new.
//!
//! Each set of known keys is asked about those that belong to it, so they lie in a row for each set. But they are taken in the order in
//! which they were found, because that is the order in which the new ones become states: neighbours have successors in common, which
//! are recognised if neighbours stay together. All that takes is the number of the set of each key, in that order.

use crate::store::Added;
use crate::store::key_set::KeySet;

/// The number of a state: how many were discovered before it.
pub type StateId = usize;

/// The number of a set is one byte.
const MAX_SETS: usize = 1 << 8;

/// The keys that a thread found.
pub struct Candidates {
    /// A row for each set, with room for so many.
    keys: Vec<u64>,
    room: usize,
    /// Which of them are new.
    is_new: Vec<bool>,
    /// By set: what was looked up.
    progress: Vec<Progress>,
    /// By set: the place behind its last key, ...
    ends: [usize; MAX_SETS],
    /// ... and that of the next one to be taken.
    next: [usize; MAX_SETS],
    /// The sets of all keys in the order in which they were found, if there are several sets.
    order: Vec<u8>,
    /// Used while keys are added: those that are to be looked up.
    kept: Vec<u64>,
    /// How many keys there are, ...
    count: usize,
    /// ... and how many of them were taken.
    taken: usize,
    /// Places among the keys, and a state: from there on, they are successors of that one or of later ones.
    marks: Vec<(usize, StateId)>,
}

/// How far the lookups in a set are.
#[derive(Clone, Default)]
struct Progress {
    /// Places of those that there was no room for.
    no_room: Vec<usize>,
    looked_up: usize,
}

impl Candidates {
    /// None, of so many sets.
    pub fn new(sets: usize) -> Candidates {
        Candidates {
            keys: Vec::new(),
            room: 0,
            is_new: Vec::new(),
            progress: vec![Progress::default(); sets],
            ends: [0; MAX_SETS],
            next: [0; MAX_SETS],
            order: Vec::new(),
            kept: Vec::new(),
            count: 0,
            taken: 0,
            marks: Vec::new(),
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The keys from here on are successors of this state or of later ones.
    pub fn mark(&mut self, parent: StateId) {
        match self.marks.last_mut() {
            Some((place, last)) if *place == self.count => *last = parent,
            _ => self.marks.push((self.count, parent)),
        }
    }

    /// Makes room for so many more, whatever sets they belong to.
    fn make_room(&mut self, more: usize) {
        if self.room >= self.count + more {
            return;
        }
        // A key that is looked up again is not new any more.
        let was_looked_up = |(set, progress): (usize, &Progress)| progress.looked_up > self.room * set;
        let is_begun = self.progress.iter().enumerate().any(was_looked_up);
        assert!(!is_begun, "defect of the verifier: keys are added to some that were looked up");
        let (sets, room) = (self.progress.len(), (self.count + more).next_power_of_two());
        let mut keys = vec![0; sets * room];
        for (set, end) in self.ends[..sets].iter_mut().enumerate() {
            let row = self.room * set..*end;
            *end = room * set + row.len();
            keys[room * set..*end].copy_from_slice(&self.keys[row]);
        }
        (self.keys, self.is_new, self.room) = (keys, vec![false; sets * room], room);
        self.order.resize(room, 0);
        self.kept.resize(room, 0);
        self.rewind();
    }

    /// Adds those keys that are to be looked up, as `is_kept` says: nothing branches on that, because nobody can foresee it. `set_of`
    /// says which set a key belongs to.
    #[inline(always)]
    pub fn add(&mut self, keys: &[u64], mut is_kept: impl FnMut(u64) -> bool, set_of: impl Fn(u64) -> u8) {
        self.make_room(keys.len());
        let is_alone = self.progress.len() == 1;
        let kept = if is_alone { &mut self.keys[self.count..] } else { &mut self.kept[..] };
        let mut count = 0;
        for key in keys {
            kept[count] = *key;
            count += usize::from(is_kept(*key));
        }
        if is_alone {
            self.ends[0] += count;
        } else {
            let (rows, ends) = (&mut self.keys[..], &mut self.ends);
            for (key, order) in self.kept[..count].iter().zip(&mut self.order[self.count..]) {
                *order = set_of(*key);
                let end = &mut ends[*order as usize];
                rows[*end] = *key;
                *end += 1;
            }
        }
        self.count += count;
    }

    /// How many keys are still to be looked up in a set.
    pub fn waiting(&self, set: usize) -> usize {
        self.ends[set] - self.progress[set].looked_up + self.progress[set].no_room.len()
    }

    /// Looks up the next keys of a set, at most so many; what there is no room for is still waiting then. Says whether there was room
    /// for all.
    pub fn look_up(&mut self, set: usize, most: usize, known: &mut KeySet) -> bool {
        let (keys, is_new) = (&self.keys, &mut self.is_new);
        let Progress { looked_up, no_room } = &mut self.progress[set];
        no_room.retain(|at| match known.add(keys[*at]) {
            Added::NoRoom => true,
            added => {
                is_new[*at] = added == Added::New;
                false
            }
        });
        if no_room.is_empty() {
            let (start, end) = (*looked_up, self.ends[set].min(*looked_up + most));
            known.add_all(&keys[start..end], &mut is_new[start..end], no_room);
            no_room.iter_mut().for_each(|at| *at += start);
            *looked_up = end;
        }
        no_room.is_empty()
    }

    /// Keys that were not taken yet: how many at the most have the same mark, and the state of that.
    pub fn next(&self) -> Option<(usize, StateId)> {
        let mark = self.marks.partition_point(|(place, _)| *place <= self.taken);
        let end = self.marks.get(mark).map_or(self.count, |(place, _)| *place);
        (self.taken < end).then(|| (end - self.taken, self.marks[mark - 1].1))
    }

    /// Takes so many keys, all of which were looked up. `take` gets each, and whether it is new.
    #[inline(always)]
    pub fn take(&mut self, count: usize, mut take: impl FnMut(u64, bool)) {
        let range = self.taken..self.taken + count;
        if self.progress.len() == 1 {
            let keys = self.keys[range.clone()].iter().zip(&self.is_new[range]);
            keys.for_each(|(key, is_new)| take(*key, *is_new));
        } else {
            let (keys, next) = (&self.keys[..], &mut self.next);
            let is_new = &self.is_new[..keys.len()];
            for set in &self.order[range] {
                let next = &mut next[*set as usize];
                take(keys[*next], is_new[*next]);
                *next += 1;
            }
        }
        self.taken += count;
        if self.taken == self.count {
            self.clear();
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        (self.count, self.taken) = (0, 0);
        self.marks.clear();
        self.rewind();
        self.ends = self.next;
    }

    /// Nothing is looked up yet.
    fn rewind(&mut self) {
        for (set, (next, progress)) in self.next.iter_mut().zip(&mut self.progress).enumerate() {
            (*next, progress.looked_up) = (self.room * set, self.room * set);
            progress.no_room.clear();
        }
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
                let is_kept = |key: u64| !key.is_multiple_of(5);
                let set_of = |key: u64| (key as usize % sets) as u8;
                candidates.mark(7);
                candidates.mark(8);
                candidates.add(&keys[..40], is_kept, set_of);
                candidates.mark(20);
                candidates.add(&keys[40..], is_kept, set_of);
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
