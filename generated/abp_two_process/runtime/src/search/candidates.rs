//! Keys that a thread found, until it is known which of them are new.
//!
//! Each set of known keys is asked about those that belong to it, so they lie in a row for each set. But they are taken in the order in
//! which they were found, because that is the order in which the new ones become states: neighbours have successors in common, which
//! are recognised if neighbours stay together. All that takes is the number of the set of each key, in that order.

use crate::store::Added;
use crate::store::division::Division;
use crate::store::key_set::KeySet;
use crate::store::remainder::Window;
use crate::store::rows::{MARGIN, divide, unite};

/// The number of a state: how many were discovered before it.
pub type StateId = usize;

/// The number of a set is one byte.
const MAX_SETS: usize = 1 << 8;

/// The keys that a thread found.
pub struct Candidates {
    /// In the order in which they were found, ...
    keys: Vec<u64>,
    /// ... and which of them are new.
    is_new: Vec<bool>,
    /// If there are several sets: the set of each key in that order, ...
    order: Vec<u8>,
    /// ... a row of keys for each set, so far from each other, ...
    rows: Vec<u64>,
    stride: usize,
    /// ... and which of those are new.
    is_new_in_rows: Vec<bool>,
    /// By set: what was looked up, ...
    progress: Vec<Progress>,
    /// ... and what that takes.
    window: Window,
    /// By set: the place behind its last key.
    ends: [usize; MAX_SETS],
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
            is_new: Vec::new(),
            order: Vec::new(),
            rows: Vec::new(),
            stride: 0,
            is_new_in_rows: Vec::new(),
            progress: vec![Progress::default(); sets],
            window: Window::default(),
            ends: [0; MAX_SETS],
            count: 0,
            taken: 0,
            marks: Vec::new(),
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.count
    }

    /// There is one set, so one row, which is that of all keys.
    fn is_one_row(&self) -> bool {
        self.progress.len() == 1
    }

    /// Where the row of a set begins.
    fn start_of(&self, set: usize) -> usize {
        set * self.stride
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
        if self.keys.len() >= self.count + more {
            return;
        }
        // A key that is looked up again is not new any more.
        let was_looked_up = |(set, progress): (usize, &Progress)| progress.looked_up > self.start_of(set);
        let is_begun = self.progress.iter().enumerate().any(was_looked_up);
        assert!(!is_begun, "defect of the verifier: keys are added to some that were looked up");
        let (sets, room) = (self.progress.len(), (self.count + more).next_power_of_two());
        self.keys.resize(room, 0);
        self.is_new.resize(room, false);
        if !self.is_one_row() {
            let stride = room + MARGIN;
            let mut rows = vec![0; sets * stride];
            for set in 0..sets {
                let row = &self.rows[self.start_of(set)..self.ends[set]];
                rows[stride * set..][..row.len()].copy_from_slice(row);
                self.ends[set] = stride * set + row.len();
            }
            self.order.resize(room, 0);
            (self.rows, self.stride, self.is_new_in_rows) = (rows, stride, vec![false; sets * stride]);
        }
        self.rewind();
    }

    /// Adds those keys that are to be looked up, as `is_kept` says: nothing branches on that, because nobody can foresee it. `division`
    /// says which set a key belongs to.
    #[inline(always)]
    pub fn add(&mut self, keys: &[u64], mut is_kept: impl FnMut(u64) -> bool, division: Division) {
        self.make_room(keys.len());
        let is_one_row = self.is_one_row();
        let kept = &mut self.keys[self.count..];
        let mut count = 0;
        for key in keys {
            kept[count] = *key;
            count += usize::from(is_kept(*key));
        }
        if is_one_row {
            self.ends[0] += count;
        } else {
            let (order, ends) = (&mut self.order[self.count..], &mut self.ends[..self.progress.len()]);
            divide(division, &kept[..count], order, &mut self.rows, ends);
        }
        self.count += count;
    }

    /// How many keys are still to be looked up in a set.
    pub fn waiting(&self, set: usize) -> usize {
        self.ends[set] - self.progress[set].looked_up + self.progress[set].no_room.len()
    }

    /// There was no room in a set for some keys.
    pub fn lacks_room(&self, set: usize) -> bool {
        !self.progress[set].no_room.is_empty()
    }

    /// Looks up the next keys of a set, at most so many; what there is no room for is still waiting then. Says whether there was room
    /// for all.
    pub fn look_up(&mut self, set: usize, most: usize, known: &mut KeySet) -> bool {
        let (keys, is_new) =
            if self.is_one_row() { (&self.keys, &mut self.is_new) } else { (&self.rows, &mut self.is_new_in_rows) };
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
            known.add_all(&keys[start..end], &mut is_new[start..end], no_room, &mut self.window);
            no_room.iter_mut().for_each(|at| *at += start);
            *looked_up = end;
        }
        no_room.is_empty()
    }

    /// All were looked up, and are going to be taken.
    pub fn unite(&mut self) {
        if !self.is_one_row() {
            let sets = self.progress.len();
            let mut next: [usize; MAX_SETS] = std::array::from_fn(|set| self.start_of(set));
            unite(&self.order[..self.count], &self.is_new_in_rows, &mut next[..sets], &mut self.is_new);
        }
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
        let keys = self.keys[range.clone()].iter().zip(&self.is_new[range]);
        keys.for_each(|(key, is_new)| take(*key, *is_new));
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
        for set in 0..self.progress.len() {
            self.ends[set] = self.start_of(set);
        }
    }

    /// Nothing is looked up yet.
    fn rewind(&mut self) {
        for set in 0..self.progress.len() {
            self.progress[set].looked_up = self.start_of(set);
            self.progress[set].no_room.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Budget;

    #[test]
    fn keys_are_taken_in_their_order_with_their_parents() {
        for sets in [1, 2, 4, 8, 16] {
            let (mut candidates, division) = (Candidates::new(sets), Division::new(40, sets));
            for round in 0..3u64 {
                let keys: Vec<u64> = (round * 100..round * 100 + 60).collect();
                let is_kept = |key: u64| !key.is_multiple_of(5);
                candidates.mark(7);
                candidates.mark(8);
                candidates.add(&keys[..40], is_kept, division);
                candidates.mark(20);
                candidates.add(&keys[40..], is_kept, division);
                assert_eq!(candidates.len(), 48);
                for set in 0..sets {
                    let mut known = KeySet::new(40, &Budget::of(1 << 20)).expect("there is room");
                    keys.iter().filter(|key| *key % 2 == 1).for_each(|key| assert_eq!(known.add(*key), Added::New));
                    while candidates.waiting(set) > 0 {
                        assert!(candidates.look_up(set, 7, &mut known));
                    }
                }
                candidates.unite();
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
