//! States of one word: the vector is the key.

use super::bitstate::Bitstate;
use super::key_set::KeySet;
use super::log::Log;
use super::{Found, Refused, Space, Trying};
use crate::memory::Budget;
use crate::protocol::{Failure, Protocol, Sink, Vector};
use crate::search::successors::Successors;

/// States whose vector has one word.
pub struct OneWord {
    known: KeySet,
    vector_bits: u32,
}

impl OneWord {
    /// Vectors of so many bits, none of them known, in a supertrace array if there is one; `None` if the budget has no room for it.
    pub fn new(vector_bits: u32, array: Option<Bitstate>, budget: &Budget) -> Option<OneWord> {
        let known = array.map(KeySet::Supertrace).or_else(|| KeySet::new(vector_bits, budget))?;
        Some(OneWord { known, vector_bits })
    }
}

impl<P: Protocol> Space<P> for OneWord {
    type Cache = ();

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
        protocol.steps(&state, conditions.queue_limit, &mut Keys { found });
        if found.mark() == start || conditions.eager_timeouts {
            protocol.timeouts(&state, conditions.queue_limit, &mut Keys { found });
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

    fn known(&self) -> &KeySet {
        &self.known
    }

    fn known_mut(&mut self) -> &mut KeySet {
        &mut self.known
    }

    fn widen(&mut self, _: &mut Log, _: &Budget) -> Result<(), Refused> {
        Err(Refused::Keys)
    }

    fn bytes(&self) -> u64 {
        self.known.bytes()
    }

    fn describe(&self) -> String {
        let bits = self.vector_bits;
        match &self.known {
            KeySet::Bits(_) => {
                format!("bit array: the vector has only {bits} bits, each state is the address of one bit")
            }
            KeySet::Supertrace(array) => format!("{}; the key is the vector of {bits} bits", array.describe()),
            KeySet::Remainders(_) => {
                format!(
                    "table of remainders: the vector of {bits} bits is the key, its address in the table tells part of it"
                )
            }
        }
    }
}

/// Takes the keys of successors.
struct Keys<'f, P: Protocol> {
    found: &'f mut Found<P>,
}

impl<P: Protocol> Sink<P::State> for Keys<'_, P> {
    #[inline(always)]
    fn step(&mut self, rule: u32, next: &P::State) {
        self.found.step(rule, next.as_ref()[0]);
    }

    fn fails(&mut self, rule: u32, failure: Failure, result: Option<&P::State>) {
        self.found.fails(rule, failure, result);
    }
}
