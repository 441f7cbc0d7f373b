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

/// What contents of a component offer, in one cache line: most of the time of a search is spent on these. The order of fields is that
/// which `sift` reads.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Entry {
    /// Steps within the component: what each adds to the key.
    pub inner: [u64; INNER],
    /// Steps that send a message to another component.
    sends: [Offer; SENDS],
    /// All that an entry has no room for is from here on among all offers: more sends, then whatever else there is.
    rest_start: u32,
    /// How many others there are.
    pub other_count: u16,
    /// How many steps within the component, ...
    pub inner_count: u8,
    /// ... and how many that send, with those that an entry has no room for.
    pub send_count: u8,
}

/// Steps that an entry has room for. With one and three, `leader_election` and `ring` take a tenth longer.
pub const INNER: usize = 3;
const SENDS: usize = 2;

impl Entry {
    /// Nothing is known yet.
    pub const UNKNOWN: Entry = Entry {
        inner: [0; INNER],
        sends: [Offer { delta: 0, rule: 0, then: Then::NOTHING }; SENDS],
        rest_start: 0,
        other_count: Range::UNKNOWN.count,
        inner_count: 0,
        send_count: 0,
    };

    /// Takes over offers; those it has no room for become part of all offers.
    pub fn new(new: &[Offer], offers: &mut Vec<Offer>, budget: &Budget) -> Result<Entry, Refused> {
        let (mut entry, mut sends, mut others) = (Entry::UNKNOWN, Vec::new(), Vec::new());
        for offer in new {
            if offer.then == Then::NOTHING && usize::from(entry.inner_count) < INNER {
                entry.inner[usize::from(entry.inner_count)] = offer.delta;
                entry.inner_count += 1;
            } else if offer.then.delivery().is_some() && entry.send_count < u8::MAX {
                entry.send_count += 1;
                sends.push(*offer);
            } else {
                others.push(*offer);
            }
        }
        let within = sends.len().min(SENDS);
        entry.sends[..within].copy_from_slice(&sends[..within]);
        entry.rest_start = Range::new(&sends[within..], offers, budget)?.start;
        entry.other_count = Range::new(&others, offers, budget)?.count;
        Ok(entry)
    }

    /// Somebody has asked.
    #[inline(always)]
    pub fn is_known(&self) -> bool {
        self.other_count != Range::UNKNOWN.count
    }

    /// The offer that is sent behind so many others.
    #[inline(always)]
    pub fn send<'o>(&'o self, number: usize, offers: &'o [Offer]) -> &'o Offer {
        if number < SENDS { &self.sends[number] } else { &offers[self.rest_start as usize + number - SENDS] }
    }

    /// What is neither a step within the component that it has room for nor a send.
    pub fn others(&self) -> Range {
        let sends = u32::from(self.send_count).saturating_sub(SENDS as u32);
        Range { start: self.rest_start + sends, count: self.other_count }
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
