//! Keys on their way from the thread that found them to the sets that know which of them are new, and back.

use crate::store::Added;
use crate::store::key_set::KeySet;

/// The number of a state: how many were discovered before it.
pub type StateId = usize;

/// Keys for one set.
#[derive(Default)]
pub struct Outbox {
    /// The first `count` of them count.
    keys: Vec<u64>,
    /// Which of them are new.
    is_new: Vec<bool>,
    count: usize,
    /// How many of them were looked up, ...
    looked_up: usize,
    /// ... and how many of those have come back.
    returned: usize,
    /// Places of keys that there was no room for when they were looked up.
    no_room: Vec<usize>,
}

impl Outbox {
    /// How many keys are still to be looked up.
    pub fn waiting(&self) -> usize {
        self.count - self.looked_up + self.no_room.len()
    }

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

    /// Looks up the next keys, at most so many, in their set; what there is no room for is still waiting then. Says whether there
    /// was room for all.
    pub fn look_up(&mut self, most: usize, set: &mut KeySet) -> bool {
        self.no_room.retain(|at| match set.add(self.keys[*at]) {
            Added::NoRoom => true,
            added => {
                self.is_new[*at] = added == Added::New;
                false
            }
        });
        let (start, end) = (self.looked_up, self.count.min(self.looked_up + most));
        if self.no_room.is_empty() {
            set.add_all(&self.keys[start..end], &mut self.is_new[start..end], &mut self.no_room);
            self.no_room.iter_mut().for_each(|at| *at += start);
            self.looked_up = end;
        }
        self.no_room.is_empty()
    }

    /// The next key, and whether it is new.
    #[inline(always)]
    fn return_one(&mut self) -> (u64, bool) {
        let at = self.returned;
        self.returned += 1;
        (self.keys[at], self.is_new[at])
    }

    fn clear(&mut self) {
        (self.count, self.looked_up, self.returned) = (0, 0, 0);
        self.no_room.clear();
    }
}

/// The order in which keys were handed out, which is that in which the new ones of them become states.
#[derive(Default)]
pub struct Order {
    /// The numbers of their outboxes; empty if there is only one.
    owners: Vec<u8>,
    count: usize,
    /// Used while keys are handed out.
    kept: Outbox,
    /// How many of them have come back.
    returned: usize,
    /// Places among the keys, and a state: from there on, they are successors of that one or of later ones.
    marks: Vec<(usize, StateId)>,
}

impl Order {
    /// How many keys were handed out.
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

    /// Hands keys out to the outboxes that `owner` says, those of which `is_kept`.
    #[inline(always)]
    pub fn hand_out(
        &mut self,
        keys: &[u64],
        outboxes: &mut [Outbox],
        owner: impl Fn(u64) -> usize,
        mut is_kept: impl FnMut(u64) -> bool,
    ) {
        if let [outbox] = outboxes {
            outbox.make_room(keys.len());
            keys.iter().for_each(|key| outbox.offer(*key, is_kept(*key)));
            self.count = outbox.count;
            return;
        }
        // Most keys are not kept: to find out first which are takes less time than to find an outbox for all.
        self.kept.make_room(keys.len());
        keys.iter().for_each(|key| self.kept.offer(*key, is_kept(*key)));
        let kept = &self.kept.keys[..std::mem::take(&mut self.kept.count)];
        outboxes.iter_mut().for_each(|outbox| outbox.make_room(kept.len()));
        self.owners.truncate(self.count);
        for key in kept {
            let owner = owner(*key);
            outboxes[owner].offer(*key, true);
            self.owners.push(owner as u8);
        }
        self.count += kept.len();
    }

    /// Keys that have not come back yet: how many at the most have the same mark, and the state of that.
    pub fn next(&self) -> Option<(usize, StateId)> {
        let mark = self.marks.partition_point(|(place, _)| *place <= self.returned);
        let end = self.marks.get(mark).map_or(self.count, |(place, _)| *place);
        (self.returned < end).then(|| (end - self.returned, self.marks[mark - 1].1))
    }

    /// Lets so many keys come back, all of which were looked up. `take` gets each, and whether it is new.
    #[inline(always)]
    pub fn take_back(&mut self, count: usize, outboxes: &mut [Outbox], mut take: impl FnMut(u64, bool)) {
        if let [outbox] = outboxes {
            let range = outbox.returned..outbox.returned + count;
            let keys = outbox.keys[range.clone()].iter().zip(&outbox.is_new[range]);
            keys.for_each(|(key, is_new)| take(*key, *is_new));
            outbox.returned += count;
        } else {
            for owner in &self.owners[self.returned..self.returned + count] {
                let (key, is_new) = outboxes[*owner as usize].return_one();
                take(key, is_new);
            }
        }
        self.returned += count;
        if self.returned == self.count {
            self.clear(outboxes);
        }
    }

    /// Forgets all keys.
    pub fn clear(&mut self, outboxes: &mut [Outbox]) {
        (self.count, self.returned) = (0, 0);
        self.marks.clear();
        outboxes.iter_mut().for_each(Outbox::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Budget;

    #[test]
    fn keys_come_back_in_their_order_with_their_parents() {
        for sets in 1..4 {
            let mut outboxes: Vec<Outbox> = (0..sets).map(|_| Outbox::default()).collect();
            let mut order = Order::default();
            for round in 0..3u64 {
                let keys: Vec<u64> = (round * 100..round * 100 + 60).collect();
                order.mark(7);
                order.mark(8);
                order.hand_out(&keys[..40], &mut outboxes, |key| key as usize % sets, |key| key % 5 != 0);
                order.mark(20);
                order.hand_out(&keys[40..], &mut outboxes, |key| key as usize % sets, |key| key % 5 != 0);
                for outbox in &mut outboxes {
                    let mut set = KeySet::new(40, &Budget::of(1 << 20)).expect("there is room");
                    keys.iter().filter(|key| *key % 2 == 1).for_each(|key| assert_eq!(set.add(*key), Added::New));
                    assert!(outbox.waiting() > 0);
                    while outbox.waiting() > 0 {
                        assert!(outbox.look_up(7, &mut set));
                    }
                }
                let mut back = Vec::new();
                assert_eq!(order.next(), Some((32, 8)));
                order.take_back(10, &mut outboxes, |key, is_new| back.push((key, is_new)));
                assert_eq!(order.next(), Some((22, 8)));
                order.take_back(22, &mut outboxes, |key, is_new| back.push((key, is_new)));
                assert_eq!(order.next(), Some((16, 20)));
                order.take_back(16, &mut outboxes, |key, is_new| back.push((key, is_new)));
                assert!(order.next().is_none() && order.len() == 0 && outboxes.iter().all(|outbox| outbox.count == 0));
                let kept = keys.iter().filter(|key| *key % 5 != 0);
                assert_eq!(back, kept.map(|key| (*key, key % 2 == 0)).collect::<Vec<_>>());
            }
        }
    }
}
