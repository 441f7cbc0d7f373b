//! What many states offer in one component: their steps within it are made, and there are lists of the states that offer more.
//!
//! Nobody can foresee what contents offer. State by state, the processor takes the wrong way in one component of two, more often if
//! states that lie side by side are not alike, as it is when several threads found them. So nothing branches on that here. With
//! AVX-512 eight states are looked at together.

#![allow(unsafe_code)]

use super::ROOM;
use super::groups::MOST;
use super::memo::ComponentMemo;
use super::offers::INNER;
use std::ops::Range;
use std::sync::atomic::Ordering::Acquire;
use std::sync::atomic::fence;

/// States that are looked at together.
const WIDTH: usize = 8;

/// What is noted about states that are expanded together; a state is its place among them.
pub struct Batch {
    /// By state, 1: it has a step. A byte each, because to note something about a state must not wait for what was noted before.
    moves: [u8; MOST],
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
        Batch { moves: [0; MOST], senders: List::EMPTY, others: List::EMPTY, looks_further: [false; MOST] }
    }

    /// Nothing is known about so many states.
    pub fn begin(&mut self, states: usize) {
        self.moves[..states].fill(0);
        self.looks_further[..states].fill(false);
    }

    /// Nobody is in a list.
    pub fn begin_component(&mut self) {
        (self.senders.count, self.others.count) = (0, 0);
    }

    /// A state has a step, or not this one.
    #[inline(always)]
    pub fn note(&mut self, place: usize, has_step: bool) {
        self.moves[place] |= u8::from(has_step);
    }

    /// A state has a step.
    pub fn has_step(&self, place: usize) -> bool {
        self.moves[place] == 1
    }

    /// The first of some states in which rules are to be tried that look further than a component.
    pub fn next_that_looks_further(&self, states: Range<usize>) -> Option<usize> {
        let start = states.start;
        self.looks_further[states].iter().position(|looks_further| *looks_further).map(|at| start + at)
    }

    /// The first of some states in which timeouts are to be tried: that has no step, or any.
    pub fn next_that_times_out(&self, states: Range<usize>, all_time_out: bool) -> Option<usize> {
        let start = states.start;
        self.moves[states].iter().position(|moves| *moves == 0 || all_time_out).map(|at| start + at)
    }
}

/// How far one has come.
#[derive(Clone, Copy)]
pub struct Progress {
    /// The next state.
    pub place: usize,
    /// The next step.
    pub step: usize,
}

/// Makes the steps within a component, and lists the states that offer more. Ends before the first state whose contents are not known.
/// (How many steps there are is not in memory, where the next one would wait for it.)
pub fn sift(
    keys: &[u64],
    from: Progress,
    memo: &ComponentMemo,
    batch: &mut Batch,
    steps: &mut [u64; ROOM],
) -> Progress {
    #[cfg(target_arch = "x86_64")]
    if keys.len() >= WIDTH && super::simd::has_avx512() {
        // Safety: the processor has what it needs.
        return unsafe { avx512::sift(keys, from, memo, batch, steps) };
    }
    plain(keys, from, memo, batch, steps)
}

/// What every processor can do.
#[inline(always)]
fn plain(keys: &[u64], from: Progress, memo: &ComponentMemo, batch: &mut Batch, steps: &mut [u64; ROOM]) -> Progress {
    let (Progress { mut place, mut step }, entries) = (from, memo.known());
    while place < keys.len() {
        let (key, entry) = (keys[place], entries.of(keys[place]));
        let counts = entry.counts();
        if !counts.is_known() {
            break;
        }
        fence(Acquire);
        for number in 0..INNER {
            steps[(step + number) % ROOM] = key.wrapping_add(entry.inner(number));
        }
        step += counts.inner();
        batch.note(place, counts.inner() > 0);
        batch.senders.add(place, counts.sends() > 0);
        batch.others.add(place, counts.has_others());
        place += 1;
    }
    Progress { place, step }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Batch, ComponentMemo, INNER, MOST, Progress, ROOM, WIDTH, plain};
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
        from: Progress,
        memo: &ComponentMemo,
        batch: &mut Batch,
        steps: &mut [u64; ROOM],
    ) -> Progress {
        let aligned = from.place.next_multiple_of(WIDTH).min(keys.len());
        let Progress { mut place, mut step } = plain(&keys[..aligned], from, memo, batch, steps);
        if place < aligned {
            return Progress { place, step };
        }
        assert!(keys.len() <= MOST && step + INNER * keys.len() + WIDTH <= ROOM);
        let (shift, max) = memo.place.shift_and_max();
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
            let mut places = _mm512_add_epi64(all(place as u64), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
            while place + WIDTH <= keys.len() {
                let key = _mm512_loadu_epi64(keys.as_ptr().add(place).cast());
                let number = _mm512_and_si512(_mm512_srl_epi64(key, shift), max);
                let start = _mm512_slli_epi64::<{ WORDS.ilog2() }>(number);
                let is_entry = _mm512_cmplt_epu64_mask(number, count);
                let counts = gather(_mm512_setzero_si512(), is_entry, words.wrapping_add(WORDS - 1), start);
                if _mm512_testn_epi64_mask(counts, counts) != 0 {
                    break;
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
        (batch.senders.count, batch.others.count) = (senders, others);
        plain(keys, Progress { place, step }, memo, batch, steps)
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

    /// All states that are sifted until one has unknown contents, from state `first` on: steps, whether they move, senders and others.
    fn sifted(
        keys: &[u64],
        first: usize,
        memo: &ComponentMemo,
        sift: impl Fn(&[u64], Progress, &ComponentMemo, &mut Batch, &mut [u64; ROOM]) -> Progress,
    ) -> (usize, Vec<u64>, Vec<bool>, [Vec<usize>; 2]) {
        let mut batch = Batch::new();
        let mut steps: Box<[u64; ROOM]> = vec![0; ROOM].into_boxed_slice().try_into().expect("as many");
        batch.begin(keys.len());
        batch.begin_component();
        let end = sift(keys, Progress { place: first, step: 100 }, memo, &mut batch, &mut steps);
        let mut steps = steps[100..end.step].to_vec();
        // In which order steps are found is nobody's business.
        steps.sort_unstable();
        let places = |list: &List| (0..list.len()).map(|number| list.get(number)).collect();
        let moves = (0..keys.len()).map(|place| batch.has_step(place)).collect();
        (end.place, steps, moves, [places(&batch.senders), places(&batch.others)])
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
        for (contents, is_known) in [(60, true), (61, false), (70, false)] {
            for count in [1, 7, 8, 9, 200, MOST] {
                let key = |number: u64| (number << 30) + (((number * number + 3) % contents) << 7) + number % 128;
                let keys: Vec<u64> = (0..count as u64).map(key).collect();
                for first in [0, 1, 8, 13].into_iter().filter(|first| *first <= count) {
                    let expected = sifted(&keys, first, &memo, plain);
                    assert_eq!(sifted(&keys, first, &memo, sift), expected);
                    let (end, steps, moves, [senders, others]) = expected;
                    let states = || (first..end).map(|place| (place, memo.entry(keys[place]).counts()));
                    assert!(end == count || !is_known && !memo.entry(keys[end]).counts().is_known());
                    assert_eq!(steps.len(), states().map(|(_, counts)| counts.inner()).sum());
                    assert!(states().all(|(place, counts)| moves[place] == (counts.inner() > 0)));
                    let listed = |is_in: fn(Counts) -> bool| {
                        states().filter(|(_, counts)| is_in(*counts)).map(|(place, _)| place).collect::<Vec<_>>()
                    };
                    assert_eq!(senders, listed(|counts| counts.sends() > 0));
                    assert_eq!(others, listed(Counts::has_others));
                }
            }
        }
    }
}
