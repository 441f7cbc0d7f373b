//! Keys that a thread found, until it is known which of them are new.
//!
//! They stay in the order in which they were found, because that is the order in which the new ones become states: neighbours have
//! successors in common, which are recognised if neighbours stay together. Every set is given the places of its keys.

use crate::store::key_set::KeySet;

/// The number of a state: how many were discovered before it.
pub type StateId = usize;

/// The keys that a thread found.
pub struct Candidates {
    /// The first `count` of them count.
    keys: Vec<u64>,
    /// Which of them are new.
    is_new: Vec<bool>,
    /// The numbers of their sets; not used if there is only one.
    sets: Vec<u8>,
    count: usize,
    /// By set.
    lists: Vec<List>,
    /// Places among the keys, and a state: from there on, they are successors of that one or of later ones.
    marks: Vec<(usize, StateId)>,
    /// How many were taken.
    taken: usize,
}

/// What is to be looked up in one set.
#[derive(Default)]
struct List {
    /// Places of keys.
    places: Vec<u32>,
    /// How many of them were looked up.
    looked_up: usize,
    /// Those of them that there was no room for.
    no_room: Vec<u32>,
}

impl Candidates {
    /// None, of so many sets.
    pub fn new(sets: usize) -> Candidates {
        Candidates {
            keys: Vec::new(),
            is_new: Vec::new(),
            sets: Vec::new(),
            count: 0,
            lists: (0..sets).map(|_| List::default()).collect(),
            marks: Vec::new(),
            taken: 0,
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

    /// Adds keys. `examine` says which set a key belongs to, and whether it is to be looked up at all: nothing branches on that,
    /// because nobody can foresee it.
    #[inline(always)]
    pub fn add(&mut self, keys: &[u64], mut examine: impl FnMut(u64) -> (usize, bool)) {
        let (start, most) = (self.count, self.count + keys.len());
        if self.keys.len() < most {
            self.keys.resize(most.next_power_of_two(), 0);
            self.is_new.resize(self.keys.len(), false);
            self.sets.resize(self.keys.len(), 0);
        }
        let (kept, sets) = (&mut self.keys[start..most], &mut self.sets[start..most]);
        let mut count = 0;
        for key in keys {
            let (set, is_kept) = examine(*key);
            (kept[count], sets[count]) = (*key, set as u8);
            count += usize::from(is_kept);
        }
        self.count += count;
        let places = start as u32..self.count as u32;
        match &mut self.lists[..] {
            [list] => list.places.extend(places),
            lists => places.zip(sets).for_each(|(place, set)| lists[*set as usize].places.push(place)),
        }
    }

    /// How many keys are still to be looked up in a set.
    pub fn waiting(&self, set: usize) -> usize {
        let list = &self.lists[set];
        list.places.len() - list.looked_up + list.no_room.len()
    }

    /// Looks up the next keys of a set, at most so many; what there is no room for is still waiting then. Says whether there was room
    /// for all.
    pub fn look_up(&mut self, set: usize, most: usize, known: &mut KeySet) -> bool {
        let Candidates { keys, is_new, lists, .. } = self;
        let List { places, looked_up, no_room } = &mut lists[set];
        let again = std::mem::take(no_room);
        known.add_all(keys, &again, is_new, no_room);
        if no_room.is_empty() {
            let end = places.len().min(*looked_up + most);
            known.add_all(keys, &places[*looked_up..end], is_new, no_room);
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
        for list in &mut self.lists {
            list.places.clear();
            list.looked_up = 0;
            list.no_room.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Budget;
    use crate::store::Added;

    #[test]
    fn keys_are_taken_in_their_order_with_their_parents() {
        for sets in 1..4 {
            let mut candidates = Candidates::new(sets);
            for round in 0..3u64 {
                let keys: Vec<u64> = (round * 100..round * 100 + 60).collect();
                let examine = |key: u64| (key as usize % sets, key % 5 != 0);
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
