//! States of one word: the vector is the key.

use super::key_set::KeySet;
use super::log::Log;
use super::{Found, Refused, Space, Steps, Trying};
use crate::memory::Budget;
use crate::protocol::{Failure, Protocol, Sink, Vector};
use crate::search::successors::Successors;
use std::convert::Infallible;

/// States whose vector has one word.
pub struct OneWord {
    /// How many bits of it are used.
    pub vector_bits: u32,
}

impl<P: Protocol> Space<P> for OneWord {
    type Cache = ();
    type Change = Infallible;

    fn cache(&self) {}

    fn cache_bytes((): &()) -> u64 {
        0
    }

    fn key(&self, state: &P::State, _: &Budget) -> Result<u64, Refused> {
        Ok(state.as_ref()[0])
    }

    #[inline(always)]
    fn state(&self, key: u64) -> P::State {
        let mut state = P::State::ZERO;
        state.as_mut()[0] = key;
        state
    }

    #[inline(always)]
    fn expand(&self, trying: &Trying<P>, key: u64, _: &mut (), found: &mut Found<P>) -> Result<(), Refused> {
        let (start, state) = (found.mark(), Space::<P>::state(self, key));
        let Trying { protocol, conditions, .. } = trying;
        let mut steps = found.steps();
        protocol.steps(&state, conditions.queue_limit, &mut steps);
        steps.finish();
        if found.mark() == start || conditions.eager_timeouts {
            let mut steps = found.steps();
            protocol.timeouts(&state, conditions.queue_limit, &mut steps);
            steps.finish();
        }
        Ok(())
    }

    fn take(
        &self,
        _: &Trying<P>,
        _: u64,
        successors: &Successors<P::State>,
        found: &mut Found<P>,
    ) -> Result<(), Refused> {
        successors.steps.iter().for_each(|(rule, next)| found.step(*rule, next.as_ref()[0]));
        successors.failures.iter().for_each(|(rule, failure, result)| found.fails(*rule, *failure, result.as_ref()));
        Ok(())
    }

    fn key_bits(&self) -> u32 {
        self.vector_bits
    }

    fn one_set(&self, sets: usize, budget: &Budget) -> Option<KeySet> {
        KeySet::one_of(sets, self.vector_bits, budget)
    }

    fn widen(&mut self, _: &Log, _: &Budget) -> Result<Option<Infallible>, Refused> {
        Err(Refused::Keys)
    }

    fn improve(&mut self, _: &Log, _: &Budget) -> Result<Option<Infallible>, Refused> {
        Ok(None)
    }

    fn changed(&self, change: &Infallible, _: u64) -> u64 {
        match *change {}
    }

    fn change_bytes(change: &Infallible) -> u64 {
        match *change {}
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn describe(&self, set: &KeySet, bytes: u64) -> String {
        let bits = self.vector_bits;
        match set {
            KeySet::Bits(_) => {
                format!("bit array: the vector has only {bits} bits, each state is the address of one bit")
            }
            KeySet::Supertrace(array) => format!("{}; the key is the vector of {bits} bits", array.describe(bytes)),
            KeySet::Remainders(_) => {
                format!(
                    "table of remainders: the vector of {bits} bits is the key, its address in the table tells part of it"
                )
            }
        }
    }
}

impl<P: Protocol> Sink<P::State> for Steps<'_, P> {
    #[inline(always)]
    fn step(&mut self, rule: u32, next: &P::State) {
        self.offer_key(rule, next.as_ref()[0], true);
    }

    #[inline(always)]
    fn offer(&mut self, rule: u32, next: &P::State, is_executable: bool) {
        self.offer_key(rule, next.as_ref()[0], is_executable);
    }

    #[cold]
    fn fails(&mut self, rule: u32, failure: Failure, result: Option<&P::State>) {
        self.executed[rule as usize] = true;
        self.failures.push((rule, failure, result.copied()));
    }
}
