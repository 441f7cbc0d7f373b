//! What many states offer in one component: their steps within it are made, and there are lists of the states that offer more.
//!
//! Nobody can foresee what contents offer. State by state, the processor takes the wrong way in one component of two, more often if
//! states that lie side by side are not alike, as it is when several threads found them. So nothing branches on that here. With
//! AVX-512 eight states are looked at together.

#![allow(unsafe_code)]

use super::ROOM;
use super::groups::MOST;
use super::memo::{ComponentMemo, Entries};
use super::offers::INNER;
use std::ops::Range;
use std::sync::atomic::Ordering::Acquire;
use std::sync::atomic::fence;

/// States that are looked at together.
const WIDTH: usize = 8;
/// What a state offers is asked for so many states before it is looked at.
const AHEAD: usize = 64;

/// Notes that are looked at together.
const TOGETHER: usize = 64;

/// What is noted about states that are expanded together; a state is its place among them.
pub struct Batch {
    /// By state, 1: it has a step. A byte each, because to note something about a state must not wait for what was noted before.
    moves: [u8; MOST],
    /// States of which it is not known what they offer in this component.
    pub unknown: List,
    /// States that send a message in this component.
    pub senders: List,
    /// States that offer something else in this component.
    pub others: List,
    /// Rules that look further than a component are to be tried in these states.
    pub looks_further: [bool; MOST],
}

/// Places of states.
pub struct List {
    places: [u64; MOST + WIDTH],
    count: usize,
}

impl List {
    const EMPTY: List = List { places: [0; MOST + WIDTH], count: 0 };

    /// How many.
    pub fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub fn get(&self, number: usize) -> usize {
        self.places[number] as usize
    }

    /// Its states.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.places[..self.count].iter().map(|place| *place as usize)
    }

    /// Adds a state, if it belongs here: nothing branches on that.
    #[inline(always)]
    fn add(&mut self, place: usize, is_in: bool) {
        self.places[self.count] = place as u64;
        self.count += usize::from(is_in);
    }
}

impl Batch {
    /// Of no states.
    pub fn new() -> Batch {
        Batch {
            moves: [0; MOST],
            unknown: List::EMPTY,
            senders: List::EMPTY,
            others: List::EMPTY,
            looks_further: [false; MOST],
        }
    }

    /// Nothing is known about so many states.
    pub fn begin(&mut self, states: usize) {
        self.moves[..states].fill(0);
        self.looks_further[..states].fill(false);
    }

    /// Nobody is in a list.
    pub fn begin_component(&mut self) {
        (self.unknown.count, self.senders.count, self.others.count) = (0, 0, 0);
    }

    /// A state has a step, or not this one.
    #[inline(always)]
    pub fn note(&mut self, place: usize, has_step: bool) {
        self.moves[place] |= u8::from(has_step);
    }

    /// Goes through the senders. `send` says whether a state has a step now; if it cannot, the state stays in the list.
    #[inline(always)]
    pub fn for_each_sender(&mut self, mut send: impl FnMut(usize) -> Option<bool>) {
        // Those that stay come to places of the list that were read before.
        for number in 0..std::mem::take(&mut self.senders.count) {
            let place = self.senders.get(number);
            let has_step = send(place);
            self.senders.add(place, has_step.is_none());
            self.note(place, has_step == Some(true));
        }
    }

    /// A state has a step.
    pub fn has_step(&self, place: usize) -> bool {
        self.moves[place] == 1
    }

    /// The first of some states in which rules are to be tried that look further than a component.
    pub fn next_that_looks_further(&self, states: Range<usize>) -> Option<usize> {
        first(&self.looks_further[states.clone()], true).map(|at| states.start + at)
    }

    /// The first of some states in which timeouts are to be tried: that has no step, or any.
    pub fn next_that_times_out(&self, states: Range<usize>, all_time_out: bool) -> Option<usize> {
        if all_time_out {
            return states.clone().next();
        }
        first(&self.moves[states.clone()], 0).map(|at| states.start + at)
    }
}

/// The first item that is like this one. Mostly there is none, so many are looked at together.
fn first<T: PartialEq + Copy>(items: &[T], wanted: T) -> Option<usize> {
    let is_in = |part: &&[T]| part.iter().fold(false, |is_in, item| is_in | (*item == wanted));
    let before = items.chunks(TOGETHER).take_while(|part| !is_in(part)).count() * TOGETHER;
    items.get(before..)?.iter().position(|item| *item == wanted).map(|at| before + at)
}

/// Makes the steps within a component, from step number `step` on, and lists the states that offer more, and those whose contents are not
/// known. Gives the number of the next step. (That is not in memory, where the next step would wait for it.)
pub fn sift(keys: &[u64], step: usize, memo: &ComponentMemo, batch: &mut Batch, steps: &mut [u64; ROOM]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if keys.len() >= WIDTH && super::simd::has_avx512() {
        // Safety: the processor has what it needs.
        return unsafe { avx512::sift(keys, step, memo, batch, steps) };
    }
    plain(keys, 0, step, memo, batch, steps)
}

/// The same for the states whose contents were not known.
pub fn sift_unknown(
    keys: &[u64],
    mut step: usize,
    memo: &ComponentMemo,
    batch: &mut Batch,
    steps: &mut [u64; ROOM],
) -> usize {
    // Those that are still unknown come to places of the list that were read before.
    for number in 0..std::mem::take(&mut batch.unknown.count) {
        step = sift_one(keys, batch.unknown.get(number), step, memo.known(), batch, steps);
    }
    step
}

/// What every processor can do, from a state on.
#[inline(always)]
fn plain(
    keys: &[u64],
    first: usize,
    step: usize,
    memo: &ComponentMemo,
    batch: &mut Batch,
    steps: &mut [u64; ROOM],
) -> usize {
    let entries = memo.known();
    (first..keys.len()).fold(step, |step, place| {
        keys.get(place + AHEAD).into_iter().for_each(|key| memo.fetch(*key));
        sift_one(keys, place, step, entries, batch, steps)
    })
}

#[inline(always)]
fn sift_one(
    keys: &[u64],
    place: usize,
    step: usize,
    entries: Entries,
    batch: &mut Batch,
    steps: &mut [u64; ROOM],
) -> usize {
    let (key, entry) = (keys[place], entries.of(keys[place]));
    let counts = entry.counts();
    fence(Acquire);
    for number in 0..INNER {
        steps[(step + number) % ROOM] = key.wrapping_add(entry.inner(number));
    }
    batch.note(place, counts.inner() > 0);
    batch.unknown.add(place, !counts.is_known());
    batch.senders.add(place, counts.sends() > 0);
    batch.others.add(place, counts.has_others());
    step + counts.inner()
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{AHEAD, Batch, ComponentMemo, INNER, MOST, ROOM, WIDTH, plain};
    use crate::store::offers::{Counts, WORDS};
    use std::arch::asm;
    use std::arch::x86_64::{
        __m512i, _mm_cvtsi64_si128, _mm512_add_epi64, _mm512_and_si512, _mm512_cmpgt_epu64_mask,
        _mm512_cmplt_epu64_mask, _mm512_loadu_epi64, _mm512_maskz_compress_epi64, _mm512_set_epi64, _mm512_set1_epi64,
        _mm512_setzero_si512, _mm512_slli_epi64, _mm512_srl_epi64, _mm512_srli_epi64, _mm512_storeu_epi64,
        _mm512_test_epi64_mask, _mm512_testn_epi64_mask, _pdep_u64,
    };
    use std::sync::atomic::AtomicU64;

    /// The lowest bit of each byte.
    const FIRST_BITS: u64 = 0x0101_0101_0101_0101;

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    pub fn sift(
        keys: &[u64],
        mut step: usize,
        memo: &ComponentMemo,
        batch: &mut Batch,
        steps: &mut [u64; ROOM],
    ) -> usize {
        assert!(keys.len() <= MOST && step + INNER * keys.len() + WIDTH <= ROOM);
        let (shift, max) = memo.place.shift_and_max();
        let (mut place, mut unknown) = (0, batch.unknown.count);
        let (mut senders, mut others) = (batch.senders.count, batch.others.count);
        // Safety: there are so many keys, and entries with numbers below their count. Lists have room for all states, successors for all
        // steps, and both for some more.
        unsafe {
            let all = |value: u64| _mm512_set1_epi64(value as i64);
            // Writes some of eight words behind others.
            let append = |words: *mut u64, count: &mut usize, which: u8, new| {
                _mm512_storeu_epi64(words.add(*count).cast(), _mm512_maskz_compress_epi64(which, new));
                *count += which.count_ones() as usize;
            };
            let (shift, max, count) =
                (_mm_cvtsi64_si128(shift.into()), all(max), all(memo.entries.rows::<WORDS>().len() as u64));
            let words: *const AtomicU64 = memo.entries.rows::<WORDS>().as_ptr().cast();
            let mut places = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            keys.iter().take(AHEAD).for_each(|key| memo.fetch(*key));
            while place + WIDTH <= keys.len() {
                if let Some(ahead) = keys.get(place + AHEAD..place + AHEAD + WIDTH) {
                    ahead.iter().for_each(|key| memo.fetch(*key));
                }
                let key = _mm512_loadu_epi64(keys.as_ptr().add(place).cast());
                let number = _mm512_and_si512(_mm512_srl_epi64(key, shift), max);
                let start = _mm512_slli_epi64::<{ WORDS.ilog2() }>(number);
                let is_entry = _mm512_cmplt_epu64_mask(number, count);
                let counts = gather(_mm512_setzero_si512(), is_entry, words.wrapping_add(WORDS - 1), start);
                let is_unknown = _mm512_testn_epi64_mask(counts, counts);
                if is_unknown != 0 {
                    append(batch.unknown.places.as_mut_ptr(), &mut unknown, is_unknown, places);
                }
                let inner_count = _mm512_srli_epi64::<48>(_mm512_and_si512(counts, all(Counts::INNERS)));
                let moves = batch.moves[place..].as_mut_ptr().cast::<u64>();
                for inner in 0..INNER {
                    let has_it = _mm512_cmpgt_epu64_mask(inner_count, all(inner as u64));
                    if has_it == 0 {
                        break;
                    }
                    moves.write_unaligned(moves.read_unaligned() | _pdep_u64(has_it.into(), FIRST_BITS));
                    let delta = gather(key, has_it, words.wrapping_add(inner), start);
                    append(steps.as_mut_ptr(), &mut step, has_it, _mm512_add_epi64(key, delta));
                }
                append(
                    batch.senders.places.as_mut_ptr(),
                    &mut senders,
                    _mm512_test_epi64_mask(counts, all(Counts::SENDS)),
                    places,
                );
                append(
                    batch.others.places.as_mut_ptr(),
                    &mut others,
                    _mm512_cmpgt_epu64_mask(_mm512_and_si512(counts, all(Counts::OTHERS)), all(Counts::NO_OTHERS)),
                    places,
                );
                places = _mm512_add_epi64(places, all(WIDTH as u64));
                place += WIDTH;
            }
        }
        (batch.unknown.count, batch.senders.count, batch.others.count) = (unknown, senders, others);
        plain(keys, place, step, memo, batch, steps)
    }

    /// Loads those of eight words that a mask says, at distances from `first`; the others are those of `or`. Other threads may write the
    /// words: each is loaded as an atomic one is, and before what depends on it. The intrinsic function promises neither.
    ///
    /// # Safety
    ///
    /// These words are there.
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn gather(or: __m512i, which: u8, first: *const AtomicU64, distances: __m512i) -> __m512i {
        let mut words = or;
        // Safety: the caller's. Each word is aligned, so the processor loads it at once; and it does not change the order of loads.
        unsafe {
            asm!(
                "vpgatherqq {words}{{{which}}}, [{first} + {distances} * 8]",
                words = inout(zmm_reg) words,
                which = inout(kreg) which => _,
                first = in(reg) first,
                distances = in(zmm_reg) distances,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Budget;
    use crate::store::Refused;
    use crate::store::interned::Place;
    use crate::store::offers::{Counts, Delivery, Offer, Offers, Then, WORDS};
    use crate::store::table::Table;

    /// So many steps within the component, messages and other things.
    fn offers(inner: u64, sends: u64, others: u64) -> Vec<Offer> {
        let message = |number| Then::delivers(Delivery { component: 0, message: number as u32 });
        let inner = (0..inner).map(|number| Offer { delta: number << 20, rule: 0, then: Then::NOTHING });
        let sends = (0..sends).map(|number| Offer { delta: 1, rule: 0, then: message(number) });
        let others = (0..others).map(|_| Offer::special(0, Then::RECEIVES));
        inner.chain(sends).chain(others).collect()
    }

    type Sift = fn(&[u64], usize, &ComponentMemo, &mut Batch, &mut [u64; ROOM]) -> usize;

    fn plain_sift(
        keys: &[u64],
        step: usize,
        memo: &ComponentMemo,
        batch: &mut Batch,
        steps: &mut [u64; ROOM],
    ) -> usize {
        plain(keys, 0, step, memo, batch, steps)
    }

    /// What comes of some ways to sift, one after the other: steps, whether states move, and all lists.
    fn sifted(keys: &[u64], memo: &ComponentMemo, ways: &[Sift]) -> (Vec<u64>, Vec<bool>, [Vec<usize>; 3]) {
        let mut batch = Batch::new();
        let mut steps: Box<[u64; ROOM]> = vec![0; ROOM].into_boxed_slice().try_into().expect("as many");
        batch.begin(keys.len());
        batch.begin_component();
        let end = ways.iter().fold(100, |step, sift| sift(keys, step, memo, &mut batch, &mut steps));
        // In which order steps and states are found is nobody's business.
        let mut steps = steps[100..end].to_vec();
        steps.sort_unstable();
        let lists = [&batch.unknown, &batch.senders, &batch.others].map(|list| {
            let mut places: Vec<usize> = list.iter().collect();
            places.sort_unstable();
            places
        });
        (steps, (0..keys.len()).map(|place| batch.has_step(place)).collect(), lists)
    }

    #[test]
    fn all_ways_give_the_same() {
        let (budget, mut entries) = (Budget::of(1 << 20), Table::of_width(WORDS.ilog2()));
        entries.fit((61, 61), 1, &budget).expect("there is room");
        let memo = ComponentMemo { component: 0, place: Place::new(7, 9), processes: vec![0], entries };
        let mut besides = Offers::new();
        for number in 0..60 {
            let new = offers(number % 4, number / 4 % 4, number / 16 % 2);
            let entry = memo.entry_of(number as u32).expect("there is a place");
            while entry.write(&new, &besides) == Err(Refused::Keys) {
                assert_eq!(besides.fit(&budget), Ok(true));
            }
        }
        // Of the last contents nothing is known, of those behind them nothing can be.
        for contents in [60, 61, 70] {
            for count in [1, 7, 8, 9, 200, MOST] {
                let key = |number: u64| (number << 30) + (((number * number + 3) % contents) << 7) + number % 128;
                let keys: Vec<u64> = (0..count as u64).map(key).collect();
                let expected = sifted(&keys, &memo, &[plain_sift]);
                assert_eq!(sifted(&keys, &memo, &[sift]), expected);
                assert_eq!(sifted(&keys, &memo, &[sift, sift_unknown, sift_unknown]), expected);
                let (steps, moves, lists) = expected;
                let counts: Vec<Counts> = keys.iter().map(|key| memo.entry(*key).counts()).collect();
                assert_eq!(steps.len(), counts.iter().map(|counts| counts.inner()).sum());
                assert!(moves.iter().zip(&counts).all(|(moves, counts)| *moves == (counts.inner() > 0)));
                let listed = |is_in: fn(&Counts) -> bool| -> Vec<usize> {
                    (0..count).filter(|place| is_in(&counts[*place])).collect()
                };
                let senders = listed(|counts| counts.sends() > 0);
                assert_eq!(lists, [listed(|counts| !counts.is_known()), senders, listed(|it| it.has_others())]);
            }
        }
    }

    #[test]
    fn what_becomes_known_is_sifted_then() {
        let (budget, mut entries) = (Budget::of(1 << 20), Table::of_width(WORDS.ilog2()));
        entries.fit((8, 8), 1, &budget).expect("there is room");
        let memo = ComponentMemo { component: 0, place: Place::new(0, 3), processes: vec![0], entries };
        let keys: Vec<u64> = (0..40).collect();
        let learn: [Sift; 2] = [|_, step, memo, _, _| know(memo, 0, step), |_, step, memo, _, _| know(memo, 1, step)];
        let before = sifted(&keys, &memo, &[sift]);
        assert_eq!(before.2[0].len(), keys.len());
        let gradually = sifted(&keys, &memo, &[sift, learn[0], sift_unknown, learn[1], sift_unknown]);
        assert_eq!(gradually, sifted(&keys, &memo, &[sift]));
        assert_eq!((gradually.0.len(), gradually.2), (40, [vec![], (0..40).collect(), vec![]]));
    }

    /// From now on it is known what every other contents offer.
    fn know(memo: &ComponentMemo, first: u32, step: usize) -> usize {
        let known = (first..8).step_by(2).filter_map(|number| memo.entry_of(number));
        known.for_each(|entry| entry.write(&offers(1, 1, 0), &Offers::new()).expect("there is room"));
        step
    }
}
