//! States that were explored and how: all of them, or as many as a cache has room for (IEEE paper, "The State Space Cache").
//!
//! A search that goes depth first needs only the states it is just at; all others save it double work. So when the cache is full,
//! some state is forgotten: which one is the strategy.

use super::index::{Index, hash};
use crate::memory::{Budget, bytes_of};
use crate::options::Replace;
use crate::protocol::Vector;
use crate::store::bitstate::mix;
use std::collections::BTreeSet;

/// States that were met as often as this, or more often, are one class.
const LAST_CLASS: u32 = 255;

/// The states.
pub struct Visits<State> {
    visits: Vec<Visit<State>>,
    index: Index,
    /// How many there may be.
    capacity: usize,
    replace: Replace,
    /// Where the next state that is forgotten is looked for: they lie in a circle.
    hand: usize,
    /// By how often states were met: how many there are.
    classes: Vec<usize>,
    /// States in the order in which they are forgotten: by how often they were met, then the older one first. Only if the
    /// strategy asks.
    ranks: BTreeSet<(u32, u32, u32)>,
    /// How many were ever kept.
    kept: u32,
    deepest: u32,
    /// How many were forgotten.
    pub forgotten: u64,
}

/// A state that was explored.
#[derive(Clone, Copy)]
pub struct Visit<State> {
    state: State,
    /// How near to the start it was met.
    pub depth: u32,
    /// How often it was met.
    times: u32,
    /// How many were kept before it.
    since: u32,
    pub progress: Progress,
}

/// What was done with a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Its successors lie beyond the depth bound.
    Cut,
    Explored,
}

impl<State: Vector> Visits<State> {
    /// None, and room for so many.
    pub fn new(capacity: usize, replace: Replace) -> Self {
        Visits {
            visits: Vec::new(),
            index: Index::default(),
            capacity: capacity.min(u32::MAX as usize - 1),
            replace,
            hand: 0,
            classes: Vec::new(),
            ranks: BTreeSet::new(),
            kept: 0,
            deepest: 0,
            forgotten: 0,
        }
    }

    /// How many are kept.
    pub fn count(&self) -> usize {
        self.visits.len()
    }

    /// The bytes they take.
    pub fn bytes(&self) -> u64 {
        bytes_of::<Visit<State>>(self.visits.capacity())
            + self.index.bytes()
            + self.rank_bytes() * self.ranks.len() as u64
    }

    /// Meets a state again, if it is known.
    pub fn meet(&mut self, state: &State) -> Option<&mut Visit<State>> {
        let visits = &self.visits;
        let place = self.index.find(hash(state), |place| visits[place as usize].state == *state)?;
        let times = self.visits[place as usize].times;
        self.reclassify(place, times, times.saturating_add(1));
        let visit = &mut self.visits[place as usize];
        visit.times = times.saturating_add(1);
        Some(visit)
    }

    /// Keeps a state, unless it is kept already. Says whether there was room.
    #[must_use]
    pub fn keep(&mut self, state: &State, depth: u32, progress: Progress, budget: &Budget) -> bool {
        let visits = &self.visits;
        if self.index.find(hash(state), |place| visits[place as usize].state == *state).is_some() {
            return true;
        }
        self.deepest = self.deepest.max(depth);
        let visit = Visit { state: *state, depth, times: 1, since: self.kept, progress };
        self.kept = self.kept.wrapping_add(1);
        let place = if self.visits.len() < self.capacity {
            if !budget.take(self.rank_bytes()) || !budget.push(&mut self.visits, visit) {
                return false;
            }
            self.visits.len() - 1
        } else {
            let place = self.choose();
            self.forget(place);
            self.visits[place] = visit;
            place
        };
        let visits = &self.visits;
        if !self.index.add(hash(state), place as u32, |place| hash(&visits[place as usize].state), budget) {
            return false;
        }
        self.classify(place as u32, 1);
        true
    }

    /// The state that is forgotten next.
    fn choose(&mut self) -> usize {
        let count = self.visits.len();
        match self.replace {
            Replace::Oldest => self.turn(|_| true),
            Replace::Random => mix(self.forgotten) as usize % count,
            Replace::Most | Replace::Least => self.ranks.first().map_or(0, |(.., place)| *place as usize),
            Replace::LargestClass => {
                let largest = (0..self.classes.len()).max_by_key(|class| self.classes[*class]).unwrap_or(0);
                self.turn(|visit| class(visit.times) == largest)
            }
            Replace::Deepest => {
                let half = self.deepest / 2;
                self.turn(|visit| visit.depth >= half)
            }
        }
    }

    /// Goes round to the next state of a kind; if there is none, to the next one.
    fn turn(&mut self, is_it: impl Fn(&Visit<State>) -> bool) -> usize {
        let count = self.visits.len();
        let found = (0..count).map(|step| (self.hand + step) % count).find(|place| is_it(&self.visits[*place]));
        let place = found.unwrap_or(self.hand);
        self.hand = (place + 1) % count;
        place
    }

    fn forget(&mut self, place: usize) {
        let visits = &self.visits;
        let Visit { state, times, .. } = visits[place];
        self.index.remove(hash(&state), place as u32, |place| hash(&visits[place as usize].state));
        self.declassify(place as u32, times);
        self.forgotten += 1;
    }

    fn reclassify(&mut self, place: u32, old: u32, new: u32) {
        self.declassify(place, old);
        self.classify(place, new);
    }

    fn is_ranked(&self) -> bool {
        matches!(self.replace, Replace::Most | Replace::Least)
    }

    /// What a state takes in the list of ranks, with what a tree wastes.
    fn rank_bytes(&self) -> u64 {
        if self.is_ranked() { 2 * bytes_of::<(u32, u32, u32)>(1) } else { 0 }
    }

    fn rank(&self, place: u32, times: u32) -> (u32, u32, u32) {
        let rank = if self.replace == Replace::Most { u32::MAX - times } else { times };
        (rank, self.visits[place as usize].since, place)
    }

    fn classify(&mut self, place: u32, times: u32) {
        if self.is_ranked() {
            self.ranks.insert(self.rank(place, times));
        } else if self.replace == Replace::LargestClass {
            self.classes.resize(LAST_CLASS as usize + 1, 0);
            self.classes[class(times)] += 1;
        }
    }

    fn declassify(&mut self, place: u32, times: u32) {
        if self.is_ranked() {
            self.ranks.remove(&self.rank(place, times));
        } else if self.replace == Replace::LargestClass {
            self.classes[class(times)] -= 1;
        }
    }
}

fn class(times: u32) -> usize {
    times.min(LAST_CLASS) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept of the states 0, 1, 2 and 3 with room for three, when 0 was met three times, 1 once and 2 twice.
    fn kept(replace: Replace) -> Vec<u64> {
        let budget = Budget::of(1 << 20);
        let mut visits = Visits::new(3, replace);
        for (state, depth) in [(0, 9), (1, 2), (2, 8)] {
            assert!(visits.keep(&[state], depth, Progress::Explored, &budget));
        }
        for state in [0, 0, 2] {
            assert!(visits.meet(&[state]).is_some());
        }
        assert!(visits.keep(&[3], 1, Progress::Explored, &budget));
        assert_eq!((visits.count(), visits.forgotten), (3, 1));
        (0..4).filter(|state| visits.meet(&[*state]).is_some()).collect()
    }

    #[test]
    fn strategies_forget_what_their_names_say() {
        assert_eq!(kept(Replace::Oldest), [1, 2, 3]);
        assert_eq!(kept(Replace::Most), [1, 2, 3]);
        assert_eq!(kept(Replace::Least), [0, 2, 3]);
        assert_eq!(kept(Replace::Deepest), [1, 2, 3]);
        assert_eq!(kept(Replace::LargestClass).len(), 3);
        assert_eq!(kept(Replace::Random).len(), 3);
    }

    #[test]
    fn the_largest_class_goes_first() {
        let budget = Budget::of(1 << 20);
        let mut visits = Visits::new(3, Replace::LargestClass);
        for state in 0..3 {
            assert!(visits.keep(&[state], 0, Progress::Explored, &budget));
        }
        assert!(visits.meet(&[0]).is_some() && visits.meet(&[1]).is_some());
        assert!(visits.keep(&[3], 0, Progress::Explored, &budget));
        assert!(visits.meet(&[0]).is_none(), "two states were met twice, and this is the first of them");
    }

    #[test]
    fn many_states_are_found_again() {
        for replace in
            [Replace::Oldest, Replace::Random, Replace::Most, Replace::Least, Replace::LargestClass, Replace::Deepest]
        {
            let budget = Budget::of(1 << 22);
            let mut visits = Visits::new(500, replace);
            for number in 0..5000u64 {
                assert!(visits.keep(&[number % 1300, 7], (number % 40) as u32, Progress::Explored, &budget));
                assert!(visits.meet(&[number % 1300, 7]).is_some());
            }
            assert_eq!(visits.count(), 500);
            assert_eq!((0..1300u64).filter(|number| visits.meet(&[*number, 7]).is_some()).count(), 500);
            assert_eq!(visits.bytes(), budget.used());
        }
    }
}
