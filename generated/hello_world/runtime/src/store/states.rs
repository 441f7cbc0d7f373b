//! An exact set of whole state vectors, for searches that look at one state at a time: a set of keys where the vector is one
//! word, numbered contents where it is longer.

use super::Added;
use super::Prospects;
use super::components::Component;
use super::key_set::KeySet;
use crate::memory::Budget;
use crate::protocol::{Facts, Vector};

/// The set.
pub enum States {
    /// The vector is the key.
    Keys(KeySet),
    /// All of the vector is one component, whose contents have numbers.
    Numbers(Box<Component>),
}

impl States {
    /// An empty set; `None` if there is no room.
    pub fn new<State: Vector>(facts: &Facts, budget: &Budget) -> Option<States> {
        if State::WORDS == 1 {
            return KeySet::new(facts.vector_bits, budget).map(States::Keys);
        }
        let pieces: Vec<(u32, u64)> = (0..State::WORDS as u32).map(|word| (word, u64::MAX)).collect();
        Component::new(&pieces, budget).map(|component| States::Numbers(Box::new(component)))
    }

    /// Adds a state.
    pub fn add<State: Vector>(&mut self, state: &State, budget: &Budget) -> Added {
        match self {
            States::Keys(set) => add_key(set, state.as_ref()[0], budget),
            States::Numbers(component) => add_contents(component, state, budget),
        }
    }

    /// What it is, in a word.
    pub fn name(&self) -> &'static str {
        match self {
            States::Keys(set) => set.name(),
            States::Numbers(_) => "table",
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        match self {
            States::Keys(set) => set.bytes(),
            States::Numbers(component) => component.bytes(),
        }
    }

    /// What it is, and why, for people.
    pub fn describe(&self) -> String {
        match self {
            States::Keys(KeySet::Bits(_)) => "bit array: each state is the address of one bit".to_string(),
            States::Keys(_) => {
                "table of remainders: the vector is the key, its address in the table tells part of it".to_string()
            }
            States::Numbers(_) => "table of whole state vectors, which are longer than one word".to_string(),
        }
    }
}

fn add_key(set: &mut KeySet, key: u64, budget: &Budget) -> Added {
    if set.room() == 0 {
        set.grow(budget, Prospects::UNKNOWN);
    }
    match set.add(key) {
        Added::NoRoom if set.grow(budget, Prospects::UNKNOWN) => set.add(key),
        added => added,
    }
}

fn add_contents<State: Vector>(component: &mut Component, state: &State, budget: &Budget) -> Added {
    match component.meet_surely(state, budget) {
        Ok((_, true)) => Added::New,
        Ok((_, false)) => Added::Old,
        Err(_) => Added::NoRoom,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use std::collections::HashSet;

    fn finds_exactly_what_is_in_it<State: Vector>(state: impl Fn(u64) -> State) {
        let budget = Budget::of(1 << 24);
        let mut set = States::new::<State>(&fixture::facts(), &budget).expect("there is room");
        let mut twin = HashSet::new();
        for number in 0..20_000u64 {
            let state = state(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 51);
            let expected = if twin.insert(state.as_ref().to_vec()) { Added::New } else { Added::Old };
            assert_eq!(set.add(&state, &budget), expected);
        }
        assert_eq!(set.bytes(), budget.used());
    }

    #[test]
    fn states_of_one_word_and_of_several() {
        finds_exactly_what_is_in_it(|number| [number]);
        finds_exactly_what_is_in_it(|number| [number % 3, number / 3, 7]);
    }

    #[test]
    fn ends_at_the_budget() {
        let budget = Budget::of(1 << 16);
        let mut set = States::new::<[u64; 2]>(&fixture::facts(), &budget).expect("there is room");
        let added = (0..100_000u64).take_while(|number| set.add(&[*number, 1], &budget) == Added::New).count();
        assert!((500..8000).contains(&added), "{added}");
    }
}
