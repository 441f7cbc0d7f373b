//! What contents of a component offer: steps, and what each of them adds to the key.

use super::Refused;
use super::table::Table;
use crate::memory::Budget;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};

/// What a component's contents make possible.
#[derive(Clone, Copy)]
pub struct Offer {
    /// What exchanging the number of its own component's contents adds to the key.
    pub delta: u64,
    pub rule: u32,
    pub then: Then,
}

/// Words of an offer.
const OFFER: usize = 2;

impl Offer {
    pub fn special(rule: u32, then: Then) -> Offer {
        Offer { delta: 0, rule, then }
    }

    fn write(self, words: &[AtomicU64; OFFER]) {
        words[0].store(self.delta, Relaxed);
        words[1].store(u64::from(self.then.0) << 32 | u64::from(self.rule), Relaxed);
    }

    #[inline(always)]
    fn read(words: &[AtomicU64; OFFER]) -> Offer {
        let (delta, rest) = (words[0].load(Relaxed), words[1].load(Relaxed));
        Offer { delta, rule: rest as u32, then: Then((rest >> 32) as u32) }
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Delivery {
    pub component: usize,
    /// Its number among those for the same component.
    pub message: u32,
}

/// What contents of a component offer, in one cache line, because most of the time of a search is spent on these: steps within the component
/// (what each adds to the key), then steps that send a message to another component, then how many there are. `sift` reads it as well.
#[derive(Clone, Copy)]
pub struct Entry<'m>(pub &'m [AtomicU64; WORDS]);

/// Steps that an entry has room for. With one and three, `leader_election` and `ring` take a tenth longer.
pub const INNER: usize = 3;
const SENDS: usize = 2;
/// Words of an entry: steps, sends, and counts.
pub const WORDS: usize = INNER + SENDS * OFFER + 1;

/// An entry before anybody has asked.
pub static UNKNOWN: [AtomicU64; WORDS] = [const { AtomicU64::new(0) }; WORDS];

/// The last word of an entry, 0 if nothing is known. All that an entry has no room for is among all offers: more sends, then whatever
/// else there is.
#[derive(Clone, Copy)]
pub struct Counts(pub u64);

impl Counts {
    /// How many others there are, and one more; so nothing is known if there is none.
    pub const OTHERS: u64 = 0xffff << 32;
    /// No others.
    pub const NO_OTHERS: u64 = 1 << 32;
    /// How many steps within the component that the entry has room for, ...
    pub const INNERS: u64 = 0xff << 48;
    /// ... and how many that send, with those that it has no room for.
    pub const SENDS: u64 = 0xff << 56;

    #[inline(always)]
    pub fn is_known(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    pub fn inner(self) -> usize {
        (self.0 >> 48 & 0xff) as usize
    }

    #[inline(always)]
    pub fn sends(self) -> usize {
        (self.0 >> 56) as usize
    }

    #[inline(always)]
    pub fn has_others(self) -> bool {
        self.0 & Counts::OTHERS > Counts::NO_OTHERS
    }

    /// Where the offers are that the entry has no room for.
    fn rest(self) -> u32 {
        self.0 as u32
    }

    /// What is neither a step within the component that it has room for nor a send.
    pub fn others(self) -> Range {
        let sends = self.sends().saturating_sub(SENDS) as u32;
        Range { start: self.rest() + sends, count: (self.0 >> 32 & 0xffff) as u32 - 1 }
    }
}

impl Entry<'_> {
    /// How many offers there are. Before anything is read that they tell of, a fence is needed.
    #[inline(always)]
    pub fn counts(self) -> Counts {
        Counts(self.0[WORDS - 1].load(Relaxed))
    }

    /// What a step within the component adds to the key.
    #[inline(always)]
    pub fn inner(self, number: usize) -> u64 {
        self.0[number].load(Relaxed)
    }

    /// Room for the first offers that send.
    #[inline(always)]
    fn sends(&self) -> &[[AtomicU64; OFFER]] {
        self.0[INNER..].as_chunks().0
    }

    /// The offer that is sent behind so many others.
    #[inline(always)]
    pub fn send(self, number: usize, offers: AllOffers) -> Offer {
        if number < SENDS {
            return Offer::read(&self.sends()[number]);
        }
        let rest = self.counts().rest();
        fence(Acquire);
        Offer::read(&offers.0[rest as usize + number - SENDS])
    }

    /// Takes over what was found out; what it has no room for becomes part of all offers.
    pub fn write(self, new: &[Offer], offers: &Offers) -> Result<(), Refused> {
        let (mut inner, mut sends, mut rest, mut others) = (0, 0, Vec::new(), Vec::new());
        for offer in new {
            if offer.then == Then::NOTHING && inner < INNER {
                self.0[inner].store(offer.delta, Relaxed);
                inner += 1;
            } else if offer.then.delivery().is_some() && sends < usize::from(u8::MAX) {
                match sends {
                    ..SENDS => offer.write(&self.sends()[sends]),
                    _ => rest.push(*offer),
                }
                sends += 1;
            } else {
                others.push(*offer);
            }
        }
        rest.extend(&others);
        let start = offers.add(&rest)?.start;
        let counts = (sends as u64) << 56 | (inner as u64) << 48 | (others.len() as u64 + 1) << 32 | u64::from(start);
        self.0[WORDS - 1].store(counts, Release);
        Ok(())
    }
}

/// A part of all offers.
#[derive(Clone, Copy)]
pub struct Range {
    start: u32,
    count: u32,
}

impl Range {
    /// Not 0.
    pub fn to_word(self) -> u64 {
        u64::from(self.count + 1) << 32 | u64::from(self.start)
    }

    /// Nothing if the word is 0.
    #[inline(always)]
    pub fn from_word(word: u64) -> Option<Range> {
        Some(Range { start: word as u32, count: ((word >> 32) as u32).checked_sub(1)? })
    }
}

/// Offers that entries have no room for.
pub struct Offers {
    list: Table<AtomicU64>,
    count: Alone,
}

/// So many are there, or would be if there had been room for them. Alone in its cache lines: it is written again and again, what is beside
/// it read by all.
#[repr(align(128))]
struct Alone(AtomicU64);

/// Offers that there is room for at the least.
const FIRST: u64 = 1 << 10;

impl Offers {
    /// None yet.
    pub fn new() -> Offers {
        Offers { list: Table::of_width(OFFER.ilog2()), count: Alone(AtomicU64::new(0)) }
    }

    /// Makes room for those that had none, if there is memory. Says whether there were any.
    pub fn fit(&mut self, budget: &Budget) -> Result<bool, Refused> {
        match *self.count.0.get_mut() {
            0 => Ok(false),
            count => self.list.fit((count.next_power_of_two().max(FIRST) as usize, count as usize), 1, budget),
        }
    }

    /// Forgets all.
    pub fn forget(&mut self, budget: &Budget) {
        self.list.forget(budget);
        *self.count.0.get_mut() = 0;
    }

    /// Adds some, side by side, if there is room. Whoever tells others where they are makes sure that they see them.
    pub fn add(&self, new: &[Offer]) -> Result<Range, Refused> {
        // Nothing is written then that others read.
        if new.is_empty() {
            return Ok(Range { start: 0, count: 0 });
        }
        assert!(new.len() < usize::from(u16::MAX), "defect of the verifier: more offers than rules");
        let start = self.count.0.fetch_add(new.len() as u64, Relaxed);
        let range = Range { start: u32::try_from(start).map_err(|_| Refused::Memory)?, count: new.len() as u32 };
        let places = self.list.rows().get(start as usize..).and_then(|places| places.get(..new.len()));
        new.iter().zip(places.ok_or(Refused::Keys)?).for_each(|(offer, place)| offer.write(place));
        Ok(range)
    }

    /// All of them, and what there is room for.
    #[inline(always)]
    pub fn all(&self) -> AllOffers<'_> {
        AllOffers(self.list.rows())
    }
}

/// Offers that entries have no room for, to be read.
#[derive(Clone, Copy)]
pub struct AllOffers<'m>(&'m [[AtomicU64; OFFER]]);

impl<'m> AllOffers<'m> {
    /// A part of them.
    #[inline(always)]
    pub fn of(self, range: Range) -> impl Iterator<Item = Offer> + use<'m> {
        self.0[range.start as usize..][..range.count as usize].iter().map(Offer::read)
    }
}
