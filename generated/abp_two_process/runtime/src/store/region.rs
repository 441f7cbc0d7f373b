//! Zeroed memory for tables: aligned to cache lines, in huge pages where the system has them.
//!
//! Measured on the machine of benches/: huge pages make random access up to twice as fast, because the translation of an
//! address no longer misses as well. They are asked for before the first touch, which is why this is not a `Vec`.

#![allow(unsafe_code)]

use crate::memory::Budget;
use std::alloc::{Layout, alloc, dealloc};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU32;

/// What the processor fetches at once.
#[repr(C, align(64))]
pub struct Line(pub [AtomicU32; 16]);

/// The size of a huge page.
const HUGE: usize = 2 << 20;

/// A row of lines, all zero in the beginning.
pub struct Region {
    lines: NonNull<Line>,
    count: usize,
}

// Safety: a region owns its lines, which are atomics.
unsafe impl Send for Region {}
unsafe impl Sync for Region {}

impl Region {
    /// So many lines, if the budget and the system have them.
    pub fn new(count: usize, budget: &mut Budget) -> Option<Region> {
        let layout = layout(count)?;
        if !budget.take(layout.size() as u64) {
            return None;
        }
        // Safety: the layout is not empty, as `layout` has seen to.
        let Some(start) = NonNull::new(unsafe { alloc(layout) }) else {
            budget.give_back(layout.size() as u64);
            return None;
        };
        advise_huge(start, layout.size());
        // Safety: the memory was just allocated with this size; all zeros is a valid `Line`.
        unsafe { start.as_ptr().write_bytes(0, layout.size()) };
        Some(Region { lines: start.cast(), count })
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        (self.count * size_of::<Line>()) as u64
    }

    /// All lines.
    #[inline(always)]
    pub fn lines(&self) -> &[Line] {
        // Safety: `count` lines were allocated and zeroed in `new`, and live as long as the region.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.count) }
    }

    /// Which of the 16 words of a line equal `value`, and which are 0, as two masks.
    #[inline(always)]
    pub fn compare(&self, line: usize, value: u32) -> (u32, u32) {
        let words = &self.lines()[line].0;
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{
                __m128i, _mm_cmpeq_epi32, _mm_load_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32,
                _mm_set1_epi32, _mm_setzero_si128,
            };
            let start = words.as_ptr().cast::<__m128i>();
            // Safety: a line has four times 16 bytes and begins at a multiple of 64. Every x86-64 processor has SSE2.
            unsafe {
                let quarters = [0, 1, 2, 3].map(|at| _mm_load_si128(start.add(at)));
                let mask = |wanted: __m128i| {
                    let [first, second, third, fourth] = quarters.map(|quarter| _mm_cmpeq_epi32(quarter, wanted));
                    let halves = _mm_packs_epi16(_mm_packs_epi32(first, second), _mm_packs_epi32(third, fourth));
                    _mm_movemask_epi8(halves) as u32
                };
                (mask(_mm_set1_epi32(value as i32)), mask(_mm_setzero_si128()))
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let mask = |wanted: u32| {
                let bit = |(at, word): (usize, &AtomicU32)| u32::from(word.load(Relaxed) == wanted) << at;
                words.iter().enumerate().map(bit).sum()
            };
            (mask(value), mask(0))
        }
    }

    /// Starts to fetch a line.
    #[inline(always)]
    pub fn prefetch(&self, line: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // Safety: a prefetch of any address has no effect but on caches.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.lines.as_ptr().wrapping_add(line).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = line;
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if let Some(layout) = layout(self.count) {
            // Safety: allocated in `new` with the same layout.
            unsafe { dealloc(self.lines.as_ptr().cast(), layout) };
        }
    }
}

/// Large regions begin at a huge page.
fn layout(count: usize) -> Option<Layout> {
    let bytes = count.checked_mul(size_of::<Line>()).filter(|bytes| *bytes > 0)?;
    let align = if bytes >= HUGE { HUGE } else { align_of::<Line>() };
    Layout::from_size_align(bytes, align).ok()
}

/// Asks for huge pages. If the system has none, everything works as well, slower.
fn advise_huge(start: NonNull<u8>, bytes: usize) {
    #[cfg(target_os = "linux")]
    if bytes >= HUGE {
        // Safety: the range was just allocated; the advice does not change what is in it.
        unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, bytes);
}
