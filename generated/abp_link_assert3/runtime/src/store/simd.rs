//! Compares the words of a line and writes to it, with the best that the processor has.
//!
//! A verifier is compiled for every processor of its kind, so what it has beyond that is found out when it runs. Work that
//! compares lines is a [`Work`], which is compiled once for each way to do it.

#![allow(unsafe_code)]

use super::pages::Line;
use super::slots::{Put, Slots};

/// A way to compare.
pub trait Compare: Copy {
    /// Which of the words of a line equal `value`, as a mask.
    fn equal(self, line: &Line, value: u32) -> u32;

    /// Puts an entry to a line, unless it is there or the line is full.
    #[inline(always)]
    fn add(self, slots: Slots, line: &mut Line, entry: u64) -> Put {
        slots.add(line, entry, self)
    }
}

/// Something that compares lines. What it does should be inlined.
pub trait Work {
    type Output;

    fn run(self, compare: impl Compare) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
pub use x86::has_avx512;

/// Does some work in the best way.
#[inline(always)]
pub fn in_best_way<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if x86::has_avx512() {
            // Safety: the processor has what it needs.
            return unsafe { x86::with_avx512(work) };
        }
        if x86::has_avx2() {
            // Safety: the processor has what it needs.
            return unsafe { x86::with_avx2(work) };
        }
    }
    work.run(Plain)
}

/// What every processor can do.
#[derive(Clone, Copy)]
pub struct Plain;

impl Compare for Plain {
    #[inline(always)]
    fn equal(self, line: &Line, value: u32) -> u32 {
        line.0.iter().enumerate().fold(0, |mask, (at, word)| mask | u32::from(*word == value) << at)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Compare, Line, Put, Slots, Work};
    use std::arch::x86_64::{
        __m256i, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_load_si256, _mm256_movemask_ps, _mm256_set1_epi32,
        _mm512_cmpeq_epi16_mask, _mm512_cmpeq_epi32_mask, _mm512_load_si512, _mm512_mask_store_epi32,
        _mm512_mask_storeu_epi16, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_testn_epi32_mask,
    };
    use std::hint::select_unpredictable;

    /// All 16 words at a time. Only [`with_avx512`] makes one.
    #[derive(Clone, Copy)]
    pub struct Avx512(());

    /// The processor has AVX-512, and those of its extensions that are used here and in `rows`.
    #[inline(always)]
    pub fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && has_avx2()
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub fn with_avx512<W: Work>(work: W) -> W::Output {
        work.run(Avx512(()))
    }

    impl Compare for Avx512 {
        #[inline(always)]
        fn equal(self, line: &Line, value: u32) -> u32 {
            // Safety: a line has 64 bytes and begins at a multiple of 64. Where there is an `Avx512`, the processor has AVX-512.
            unsafe {
                let words = _mm512_load_si512(line.0.as_ptr().cast());
                u32::from(_mm512_cmpeq_epi32_mask(words, _mm512_set1_epi32(value as i32)))
            }
        }

        /// A store with a mask writes nothing where the entry is old or the line full: all bits of entries are compared first, and nothing
        /// that was just written is read, which would wait for the store.
        #[inline(always)]
        fn add(self, slots: Slots, line: &mut Line, entry: u64) -> Put {
            let (start, high) = (line.0.as_mut_ptr().cast::<i32>(), (entry >> 32) as u32);
            // Safety: as above, and the masks are within the line.
            unsafe {
                let (words, low) = (_mm512_load_si512(start.cast()), _mm512_set1_epi32(entry as i32));
                let among_slots = |mask: u16| u32::from(mask) & slots.all();
                let equal = among_slots(_mm512_cmpeq_epi32_mask(words, low));
                let empty = among_slots(_mm512_testn_epi32_mask(words, words));
                let first_empty = empty & empty.wrapping_neg();
                let put = |equal: u32| {
                    let new = select_unpredictable(equal == 0, first_empty, 0);
                    _mm512_mask_store_epi32(start, new as u16, low);
                    (new, Put { is_new: new != 0, is_full: (equal | empty) == 0 })
                };
                match slots {
                    Slots::Bits32 => put(equal).1,
                    Slots::Bits36 | Slots::Bits42 => {
                        let slot = slots.first_of(select_unpredictable(equal != 0, equal, empty));
                        let (word, shift) = slots.high_place(slot);
                        let highs = *start.add(word) as u32;
                        if slots.differs(equal, highs >> shift, high) {
                            return slots.add_carefully(line, entry, empty);
                        }
                        let (new, put) = put(equal);
                        *start.add(word) = (highs | select_unpredictable(new != 0, high, 0) << shift) as i32;
                        put
                    }
                    // The high bits of each slot are a half of a word, behind all the low ones, ...
                    Slots::Bits48 => {
                        let (high, before) = (_mm512_set1_epi16(high as i16), 2 * slots.count());
                        let (new, put) = put(equal & _mm512_cmpeq_epi16_mask(words, high) >> before);
                        _mm512_mask_storeu_epi16(start.cast(), new << before, high);
                        put
                    }
                    // ... or a word.
                    Slots::Bits64 => {
                        let (high, before) = (_mm512_set1_epi32(high as i32), slots.count());
                        let (new, put) = put(equal & u32::from(_mm512_cmpeq_epi32_mask(words, high)) >> before);
                        _mm512_mask_store_epi32(start, (new << before) as u16, high);
                        put
                    }
                }
            }
        }
    }

    /// Two times 8 words. Only [`with_avx2`] makes one.
    #[derive(Clone, Copy)]
    pub struct Avx2(());

    #[inline(always)]
    pub fn has_avx2() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub fn with_avx2<W: Work>(work: W) -> W::Output {
        work.run(Avx2(()))
    }

    impl Compare for Avx2 {
        #[inline(always)]
        fn equal(self, line: &Line, value: u32) -> u32 {
            let start = line.0.as_ptr().cast::<__m256i>();
            // Safety: a line has two times 32 bytes and begins at a multiple of 64. Where there is an `Avx2`, the processor
            // has AVX2.
            unsafe {
                let wanted = _mm256_set1_epi32(value as i32);
                let half = |at| _mm256_cmpeq_epi32(_mm256_load_si256(start.add(at)), wanted);
                let mask = |half| _mm256_movemask_ps(_mm256_castsi256_ps(half)) as u32;
                mask(half(0)) | mask(half(1)) << 8
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Equal<'l>(&'l Line, u32);

    impl Work for Equal<'_> {
        type Output = u32;

        fn run(self, compare: impl Compare) -> u32 {
            compare.equal(self.0, self.1)
        }
    }

    #[test]
    fn all_ways_give_the_same() {
        for number in 0..1000u32 {
            let line = Line(std::array::from_fn(|at| number.wrapping_mul(2_654_435_761) >> at & 3));
            for value in 0..4 {
                let equal = || Equal(&line, value);
                let plain = equal().run(Plain);
                assert_eq!(plain.count_ones() as usize, line.0.iter().filter(|word| **word == value).count());
                assert_eq!(in_best_way(equal()), plain);
                #[cfg(target_arch = "x86_64")]
                {
                    // Safety: the processor has what it needs.
                    unsafe {
                        assert!(!x86::has_avx2() || x86::with_avx2(equal()) == plain);
                        assert!(!x86::has_avx512() || x86::with_avx512(equal()) == plain);
                    }
                }
            }
        }
    }
}
