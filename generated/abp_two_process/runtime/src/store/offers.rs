//! What contents of a component offer: steps, and what each of them adds to the key.

use super::Refused;
use crate::memory::Budget;

/// What a component's contents make possible.
#[derive(Clone, Copy)]
pub struct Offer {
    /// What exchanging the number of its own component's contents adds to the key.
    pub delta: u64,
    pub rule: u32,
    pub then: Then,
}

impl Offer {
    pub fn special(rule: u32, then: Then) -> Offer {
        Offer { delta: 0, rule, then }
    }
}

/// What else an offer does: a message for a component, or something special. One word, because most of the time of a search is
/// spent on offers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Then(u32);

impl Then {
    /// Nothing.
    pub const NOTHING: Then = Then(u32::MAX);
    /// Not a rule: some rules of the process look further.
    pub const LOOKS_FURTHER: Then = Then(u32::MAX - 1);
    /// The rule is wrong here.
    pub const FAILS: Then = Then(u32::MAX - 2);
    /// Not a rule, but the number of an inlet from which something may be received.
    pub const RECEIVES: Then = Then(u32::MAX - 3);

    pub fn delivers(delivery: Delivery) -> Then {
        assert!(delivery.message < u32::MAX >> 8, "defect of the verifier: more messages than rules");
        Then(delivery.message << 8 | delivery.component as u32)
    }

    #[inline(always)]
    pub fn delivery(self) -> Option<Delivery> {
        (self.0 < Then::RECEIVES.0).then_some(Delivery { component: (self.0 & 0xff) as usize, message: self.0 >> 8 })
    }
}

/// A message for a queue of a component.
#[derive(Clone, Copy)]
pub struct Delivery {
    pub component: usize,
    /// Its number among those for the same component.
    pub message: u32,
}

/// What contents of a component offer, in one cache line: most of the time of a search is spent on these, and nobody can foresee
/// how many offers there are. So all steps within the component are made that there is room for, and only those that are
/// offered count.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Entry {
    /// Steps within the component: what each adds to the key.
    pub inner: [u64; INNER],
    /// Steps that send a message to another component.
    pub sends: [Offer; SENDS],
    /// All other offers are from here on among all.
    rest_start: u32,
    /// How many there are of each.
    pub rest_count: u16,
    pub inner_count: u8,
    pub send_count: u8,
}

/// Steps that an entry has room for. Three and two, also in one line, made `ring` and `leader_election` 5% faster and four other
/// models as much slower; five and five, in two lines, all of them slower.
const INNER: usize = 1;
const SENDS: usize = 3;

impl Entry {
    /// Nothing is known yet.
    pub const UNKNOWN: Entry = Entry {
        inner: [0; INNER],
        sends: [Offer { delta: 0, rule: 0, then: Then::NOTHING }; SENDS],
        rest_start: 0,
        rest_count: Range::UNKNOWN.count,
        inner_count: 0,
        send_count: 0,
    };

    /// Takes over offers; those it has no room for become part of all offers.
    pub fn new(new: &[Offer], offers: &mut Vec<Offer>, budget: &Budget) -> Result<Entry, Refused> {
        let (mut entry, mut rest) = (Entry::UNKNOWN, Vec::new());
        for offer in new {
            let (inner, sends) = (entry.inner_count as usize, entry.send_count as usize);
            if offer.then == Then::NOTHING && inner < INNER {
                entry.inner[inner] = offer.delta;
                entry.inner_count += 1;
            } else if offer.then.delivery().is_some() && sends < SENDS {
                entry.sends[sends] = *offer;
                entry.send_count += 1;
            } else {
                rest.push(*offer);
            }
        }
        Range { start: entry.rest_start, count: entry.rest_count } = Range::new(&rest, offers, budget)?;
        Ok(entry)
    }

    pub fn rest(&self) -> Range {
        Range { start: self.rest_start, count: self.rest_count }
    }
}

/// A part of all offers.
#[derive(Clone, Copy)]
pub struct Range {
    start: u32,
    count: u16,
}

impl Range {
    /// Nobody has asked yet.
    pub const UNKNOWN: Range = Range { start: 0, count: u16::MAX };

    /// Adds offers to all.
    pub fn new(new: &[Offer], offers: &mut Vec<Offer>, budget: &Budget) -> Result<Range, Refused> {
        let start = offers.len() as u32;
        assert!(new.len() < Range::UNKNOWN.count as usize, "defect of the verifier: more offers than rules");
        new.iter().try_for_each(|offer| remember(offers, *offer, budget))?;
        Ok(Range { start, count: new.len() as u16 })
    }

    /// The offers, if they are known.
    #[inline(always)]
    pub fn of(self, offers: &[Offer]) -> Option<&[Offer]> {
        (self.count != Range::UNKNOWN.count).then(|| &offers[self.start as usize..][..self.count as usize])
    }
}

/// Adds to a list, if there is memory for that.
pub fn remember<T>(list: &mut Vec<T>, item: T, budget: &Budget) -> Result<(), Refused> {
    if budget.push(list, item) { Ok(()) } else { Err(Refused::Memory) }
}
