//! Keys in rows, one for each set, and back in the order in which they were found.
//!
//! What belongs together is the order, a row of keys or flags for each set, and for each row how far one has come. With AVX-512, many
//! keys go to a row at a time.

#![allow(unsafe_code)]

use super::division::Division;

/// Behind what belongs to a row there are so many more places, which may be read and written.
pub const MARGIN: usize = 64;

/// Adds keys to the rows of the sets they belong to, each at its end; and notes their sets.
pub fn divide(division: Division, keys: &[u64], order: &mut [u8], rows: &mut [u64], ends: &mut [usize]) {
    #[cfg(target_arch = "x86_64")]
    if super::simd::has_avx512() && ends.len() <= avx512::MAX_SETS {
        // Safety: the processor has what it needs.
        return unsafe { avx512::divide(division, keys, order, rows, ends) };
    }
    plain::divide(division, keys, order, rows, ends);
}

/// Takes flags from rows in the order of their sets; `next` is where each row goes on.
pub fn unite(order: &[u8], rows: &[bool], next: &mut [usize], flags: &mut [bool]) {
    #[cfg(target_arch = "x86_64")]
    if super::simd::has_avx512() && next.len() <= avx512::MAX_SETS {
        // Safety: the processor has what it needs.
        return unsafe { avx512::unite(order, rows, next, flags) };
    }
    plain::unite(order, rows, next, flags);
}

/// What every processor can do.
mod plain {
    use super::Division;

    pub fn divide(division: Division, keys: &[u64], order: &mut [u8], rows: &mut [u64], ends: &mut [usize]) {
        for (key, order) in keys.iter().zip(order) {
            *order = division.set_of(division.spread(*key)) as u8;
            let end = &mut ends[usize::from(*order)];
            rows[*end] = *key;
            *end += 1;
        }
    }

    pub fn unite(order: &[u8], rows: &[bool], next: &mut [usize], flags: &mut [bool]) {
        for (set, flag) in order.iter().zip(flags) {
            let next = &mut next[usize::from(*set)];
            *flag = rows[*next];
            *next += 1;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{Division, MARGIN, plain};
    use std::arch::x86_64::{
        _mm_loadl_epi64, _mm512_cmpeq_epi8_mask, _mm512_cmpeq_epi64_mask, _mm512_cvtepu8_epi64, _mm512_loadu_epi8,
        _mm512_loadu_epi64, _mm512_mask_storeu_epi8, _mm512_maskz_compress_epi64, _mm512_maskz_loadu_epi8,
        _mm512_maskz_set1_epi8, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_storeu_epi64, _mm512_test_epi8_mask,
        _pdep_u64,
    };

    /// Of so many sets at the most: each is looked at for every few keys.
    pub const MAX_SETS: usize = 16;

    /// Keys, and flags, that are looked at together.
    const KEYS: usize = 8;
    const FLAGS: usize = 64;

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    pub fn divide(division: Division, keys: &[u64], order: &mut [u8], rows: &mut [u64], ends: &mut [usize]) {
        let order = &mut order[..keys.len()];
        for (order, key) in order.iter_mut().zip(keys) {
            *order = division.set_of(division.spread(*key)) as u8;
        }
        let has_room = |end: &usize| end + keys.len() + MARGIN <= rows.len();
        assert!(keys.is_empty() || ends.iter().all(has_room) && MARGIN >= KEYS);
        let (wide, rest) = keys.as_chunks::<KEYS>();
        let (wide_order, rest_order) = order.as_chunks_mut::<KEYS>();
        for (keys, order) in wide.iter().zip(wide_order) {
            // Safety: there are so many keys, and places in a row for all keys and some more.
            unsafe {
                let keys = _mm512_loadu_epi64(keys.as_ptr().cast());
                let sets = _mm512_cvtepu8_epi64(_mm_loadl_epi64(order.as_ptr().cast()));
                for (set, end) in ends.iter_mut().enumerate() {
                    let is_in = _mm512_cmpeq_epi64_mask(sets, _mm512_set1_epi64(set as i64));
                    let row = _mm512_maskz_compress_epi64(is_in, keys);
                    _mm512_storeu_epi64(rows.as_mut_ptr().add(*end).cast(), row);
                    *end += is_in.count_ones() as usize;
                }
            }
        }
        plain::divide(division, rest, rest_order, rows, ends);
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    pub fn unite(order: &[u8], rows: &[bool], next: &mut [usize], flags: &mut [bool]) {
        let flags = &mut flags[..order.len()];
        let has_room = |next: &usize| next + order.len() + MARGIN <= rows.len();
        assert!(order.is_empty() || next.iter().all(has_room) && MARGIN >= FLAGS);
        for (order, flags) in order.chunks(FLAGS).zip(flags.chunks_mut(FLAGS)) {
            let all = u64::MAX >> (FLAGS - order.len());
            // Safety: no more is read of the order and written to the flags than there is. A row has places for all flags and some more.
            unsafe {
                let (sets, mut united) = (_mm512_maskz_loadu_epi8(all, order.as_ptr().cast()), 0);
                for (set, next) in next.iter_mut().enumerate() {
                    let is_in = _mm512_cmpeq_epi8_mask(sets, _mm512_set1_epi8(set as i8)) & all;
                    let row = _mm512_loadu_epi8(rows.as_ptr().add(*next).cast());
                    united |= _pdep_u64(_mm512_test_epi8_mask(row, row), is_in);
                    *next += is_in.count_ones() as usize;
                }
                _mm512_mask_storeu_epi8(flags.as_mut_ptr().cast(), all, _mm512_maskz_set1_epi8(united, 1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_needs_no_room() {
        divide(Division::new(50, 4), &[], &mut [], &mut [], &mut [0; 4]);
        unite(&[], &[], &mut [0; 4], &mut []);
    }

    #[test]
    fn rows_have_what_the_order_says_and_give_it_back() {
        for sets in [2, 4, 8, 16, 32] {
            for count in [0, 1, 7, 8, 63, 64, 65, 200, 1000] {
                let (division, stride) = (Division::new(50, sets), count + MARGIN);
                let keys: Vec<u64> = (0..count as u64).map(|number| number * number).collect();
                let starts: Vec<usize> = (0..sets).map(|set| set * stride).collect();
                let new = || (vec![0; count], vec![0; sets * stride], starts.clone());
                let (mut order, mut rows, mut ends) = new();
                divide(division, &keys, &mut order, &mut rows, &mut ends);
                let (mut plain_order, mut plain_rows, mut plain_ends) = new();
                plain::divide(division, &keys, &mut plain_order, &mut plain_rows, &mut plain_ends);
                assert!(order == plain_order && ends == plain_ends);
                for (start, end) in starts.iter().zip(&ends) {
                    assert_eq!(rows[*start..*end], plain_rows[*start..*end]);
                }
                let is_odd: Vec<bool> = rows.iter().map(|key| key % 2 == 1).collect();
                let (mut flags, mut next) = (vec![true; count], starts.clone());
                unite(&order, &is_odd, &mut next, &mut flags);
                assert_eq!(next, ends);
                assert_eq!(flags, keys.iter().map(|key| key % 2 == 1).collect::<Vec<_>>());
            }
        }
    }
}
