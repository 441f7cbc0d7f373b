//! How many different states were met by a search that does not store all of them: counted while they are few, estimated from
//! then on (HyperLogLog, with one register for each of 2^14 groups of states).

use crate::memory::Budget;
use crate::protocol::{Facts, Vector};
use crate::store::Added;
use crate::store::index::hash;
use crate::store::states::States;

/// States that are counted one by one.
const COUNTED: u64 = 1 << 18;
/// Bits of a hash that choose a register.
const GROUP: u32 = 14;

/// A counter of states.
pub struct Distinct {
    /// What was met, while it is counted.
    exact: Option<States>,
    count: u64,
    registers: Vec<u8>,
}

impl Distinct {
    /// Nothing met.
    pub fn new<State: Vector>(facts: &Facts, budget: &Budget) -> Distinct {
        Distinct { exact: States::new::<State>(facts, budget), count: 0, registers: vec![0; 1 << GROUP] }
    }

    /// Meets a state. Says whether it is not known to have been met before: that can be wrong once they are only estimated.
    pub fn meet<State: Vector>(&mut self, state: &State, budget: &Budget) -> bool {
        let hash = hash(state);
        let register = &mut self.registers[(hash >> (64 - GROUP)) as usize];
        *register = (*register).max((hash << GROUP | 1 << (GROUP - 1)).leading_zeros() as u8 + 1);
        let Some(set) = &mut self.exact else { return true };
        let added = set.add(state, budget);
        self.count += u64::from(added == Added::New);
        if added == Added::NoRoom || self.count > COUNTED {
            budget.give_back(self.exact.take().map_or(0, |set| set.bytes()));
        }
        added != Added::Old
    }

    /// They are not counted any more.
    pub fn is_estimate(&self) -> bool {
        self.exact.is_none()
    }

    /// How many states were met.
    pub fn count(&self) -> u64 {
        if self.exact.is_some() {
            return self.count;
        }
        let groups = (1u64 << GROUP) as f64;
        let sum: f64 = self.registers.iter().map(|register| (-f64::from(*register)).exp2()).sum();
        (0.7213 / (1.0 + 1.079 / groups) * groups * groups / sum) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn few_states_are_counted_and_many_estimated() {
        let budget = Budget::of(1 << 26);
        let mut distinct = Distinct::new::<[u64; 2]>(&fixture::facts(), &budget);
        for number in 0..1_000_000u64 {
            let is_new = distinct.meet(&[number / 2, 5], &budget);
            if number < 100_000 {
                assert_eq!((is_new, distinct.count()), (number % 2 == 0, number / 2 + 1));
            }
        }
        assert!(distinct.is_estimate() && budget.used() == 0);
        assert!(distinct.count().abs_diff(500_000) < 15_000, "{}", distinct.count());
    }
}
