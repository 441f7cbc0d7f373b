//! What many states offer in one component: their steps within it are made, and there are lists of the states that offer more.
//!
//! Nobody can foresee what contents offer. State by state, the processor takes the wrong way in one component of two, more often if
//! states that lie side by side are not alike, as it is when several threads found them. So nothing branches on that here. With
//! AVX-512 eight states are looked at together.

#![allow(unsafe_code)]

use super::ROOM;
use super::groups::MOST;
use super::memo::ComponentMemo;
use super::offers::{Entry, INNER};

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
    let Progress { mut place, mut step } = from;
    while place < keys.len() {
        let (key, entry) = (keys[place], memo.entry(keys[place]));
        if !entry.is_known() {
            break;
        }
        for (number, delta) in entry.inner.into_iter().enumerate() {
            steps[(step + number) % ROOM] = key.wrapping_add(delta);
        }
        step += usize::from(entry.inner_count);
        batch.note(place, entry.inner_count > 0);
        batch.senders.add(place, entry.send_count > 0);
        batch.others.add(place, entry.other_count > 0);
        place += 1;
    }
    Progress { place, step }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Batch, ComponentMemo, Entry, INNER, MOST, Progress, ROOM, WIDTH, plain};
    use std::arch::x86_64::{
        _mm_cvtsi64_si128, _mm512_add_epi64, _mm512_and_si512, _mm512_cmpeq_epi64_mask, _mm512_cmpgt_epu64_mask,
        _mm512_cmplt_epu64_mask, _mm512_loadu_epi64, _mm512_mask_i64gather_epi64, _mm512_maskz_compress_epi64,
        _mm512_set_epi64, _mm512_set1_epi64, _mm512_slli_epi64, _mm512_srl_epi64, _mm512_srli_epi64,
        _mm512_storeu_epi64, _mm512_test_epi64_mask, _pdep_u64,
    };

    /// Words of an entry, and what is in the last one.
    const WORDS: usize = size_of::<Entry>() / size_of::<u64>();
    const OTHERS: i64 = 0xffff << 32;
    const INNERS: i64 = 0xff << 48;
    const SENDS: i64 = 0xff << 56;
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
            let all = |value: i64| _mm512_set1_epi64(value);
            // Writes some of eight words behind others.
            let append = |words: *mut u64, count: &mut usize, which: u8, new| {
                _mm512_storeu_epi64(words.add(*count).cast(), _mm512_maskz_compress_epi64(which, new));
                *count += which.count_ones() as usize;
            };
            let (shift, max, count) =
                (_mm_cvtsi64_si128(shift.into()), all(max as i64), all(memo.entries.len() as i64));
            let words = memo.entries.as_ptr().cast::<i64>();
            let mut places = _mm512_add_epi64(all(place as i64), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
            while place + WIDTH <= keys.len() {
                let key = _mm512_loadu_epi64(keys.as_ptr().add(place).cast());
                let number = _mm512_and_si512(_mm512_srl_epi64(key, shift), max);
                let start = _mm512_slli_epi64::<{ WORDS.ilog2() }>(number);
                let is_entry = _mm512_cmplt_epu64_mask(number, count);
                let counts =
                    _mm512_mask_i64gather_epi64::<8>(all(OTHERS), is_entry, start, words.add(WORDS - 1).cast());
                let other_count = _mm512_and_si512(counts, all(OTHERS));
                if _mm512_cmpeq_epi64_mask(other_count, all(OTHERS)) != 0 {
                    break;
                }
                let inner_count = _mm512_srli_epi64::<48>(_mm512_and_si512(counts, all(INNERS)));
                let moves = batch.moves[place..].as_mut_ptr().cast::<u64>();
                for inner in 0..INNER {
                    let has_it = _mm512_cmpgt_epu64_mask(inner_count, all(inner as i64));
                    if has_it == 0 {
                        break;
                    }
                    moves.write_unaligned(moves.read_unaligned() | _pdep_u64(has_it.into(), FIRST_BITS));
                    let delta = _mm512_mask_i64gather_epi64::<8>(key, has_it, start, words.add(inner).cast());
                    append(steps.as_mut_ptr(), &mut step, has_it, _mm512_add_epi64(key, delta));
                }
                append(
                    batch.senders.places.as_mut_ptr(),
                    &mut senders,
                    _mm512_test_epi64_mask(counts, all(SENDS)),
                    places,
                );
                append(
                    batch.others.places.as_mut_ptr(),
                    &mut others,
                    _mm512_test_epi64_mask(other_count, other_count),
                    places,
                );
                places = _mm512_add_epi64(places, all(WIDTH as i64));
                place += WIDTH;
            }
        }
        (batch.senders.count, batch.others.count) = (senders, others);
        plain(keys, Progress { place, step }, memo, batch, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Budget;
    use crate::store::interned::Place;
    use crate::store::offers::{Delivery, Offer, Then};

    /// Contents that offer so many steps within their component, messages and other things.
    fn entry(inner: u64, sends: u64, others: u64) -> Entry {
        let message = |number| Then::delivers(Delivery { component: 0, message: number as u32 });
        let inner = (0..inner).map(|number| Offer { delta: number << 20, rule: 0, then: Then::NOTHING });
        let sends = (0..sends).map(|number| Offer { delta: 1, rule: 0, then: message(number) });
        let others = (0..others).map(|_| Offer::special(0, Then::RECEIVES));
        let offers: Vec<Offer> = inner.chain(sends).chain(others).collect();
        Entry::new(&offers, &mut Vec::new(), &Budget::of(1 << 20)).expect("there is room")
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
        let mut entries: Vec<Entry> =
            (0..60).map(|number| entry(number % 4, number / 4 % 4, number / 16 % 2)).collect();
        entries.push(Entry::UNKNOWN);
        let memo = ComponentMemo { component: 0, place: Place::new(7, 9), entries };
        for (contents, is_known) in [(60, true), (61, false), (70, false)] {
            for count in [1, 7, 8, 9, 200, MOST] {
                let key = |number: u64| (number << 30) + (((number * number + 3) % contents) << 7) + number % 128;
                let keys: Vec<u64> = (0..count as u64).map(key).collect();
                for first in [0, 1, 8, 13].into_iter().filter(|first| *first <= count) {
                    let expected = sifted(&keys, first, &memo, plain);
                    assert_eq!(sifted(&keys, first, &memo, sift), expected);
                    let (end, steps, moves, [senders, others]) = expected;
                    let states = || (first..end).map(|place| (place, memo.entry(keys[place])));
                    assert!(end == count || !is_known && !memo.entry(keys[end]).is_known());
                    assert_eq!(steps.len(), states().map(|(_, entry)| usize::from(entry.inner_count)).sum());
                    assert!(states().all(|(place, entry)| moves[place] == (entry.inner_count > 0)));
                    let listed = |is_in: fn(&Entry) -> bool| {
                        states().filter(|(_, entry)| is_in(entry)).map(|(place, _)| place).collect::<Vec<_>>()
                    };
                    assert_eq!(senders, listed(|entry| entry.send_count > 0));
                    assert_eq!(others, listed(|entry| entry.other_count > 0));
                }
            }
        }
    }
}
