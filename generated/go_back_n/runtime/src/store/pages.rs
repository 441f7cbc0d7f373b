//! Zeroed memory for tables, in huge pages where the system has them.
//!
//! A table is a row of cache lines in pages of 2 MiB, which is what the processor can translate at once: that makes random
//! access up to twice as fast. Pages come from the system zeroed and are touched only when they are used. A table that grows
//! gives its old pages to the new one as it goes, so it never needs both, and no memory is touched for the first time twice:
//! on the machine of benches/ the first touch costs more than all that is done with a page later.

#![allow(unsafe_code)]

use crate::memory::{Budget, bytes_of};
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// What the processor fetches at once.
#[repr(C, align(64))]
pub struct Line(pub [u32; 16]);

const PAGE: usize = 2 << 20;
/// Lines of a page.
const PAGE_LINES: usize = PAGE / size_of::<Line>();
/// Pages that growing needs beside those of the longer row: what is read and what is written are never quite in step, and what
/// did not fit at the end of a row is at its beginning.
const SPARE: usize = 4;

/// A row of lines, all zero in the beginning.
pub struct Lines {
    pages: Vec<Page>,
    count: usize,
    /// Pages that are all zero.
    free: Vec<Page>,
    mappings: Vec<Mapping>,
    bytes: u64,
}

/// Knows what becomes of lines in a longer row. What it does should be inlined.
pub trait Mover {
    /// Puts what is in a line, which has this number, to a longer row.
    fn put(&mut self, number: usize, line: &Line, growing: &mut Growing);
}

/// A longer row, while it is being filled.
pub struct Growing<'row> {
    pages: Vec<Option<Page>>,
    free: &'row mut Vec<Page>,
}

/// A page, and how many of its lines were taken from the budget.
#[derive(Clone, Copy)]
struct Page {
    start: NonNull<Line>,
    paid: usize,
}

// Safety: a page is only reached through the `Lines` that own its mapping, and changed only by who has those for itself.
unsafe impl Send for Page {}
unsafe impl Sync for Page {}

impl Lines {
    /// Bytes that growing may need beside those of the lines: the last page may be used only in part.
    pub const SPARE_BYTES: u64 = ((SPARE + 1) * PAGE) as u64;

    /// So many lines, if the budget and the system have them.
    pub fn new(count: usize, budget: &Budget) -> Option<Lines> {
        let mut lines = Lines { pages: Vec::new(), count, free: Vec::new(), mappings: Vec::new(), bytes: 0 };
        let needed = count.div_ceil(PAGE_LINES);
        if !lines.reserve(needed, count, budget) {
            return None;
        }
        lines.pages = lines.free.split_off(lines.free.len() - needed);
        Some(lines)
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The bytes they take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// One of them.
    #[inline(always)]
    pub fn get(&self, line: usize) -> &Line {
        debug_assert!(line < self.count);
        self.pages[line / PAGE_LINES].line(line % PAGE_LINES)
    }

    /// One of them, to be changed.
    #[inline(always)]
    pub fn get_mut(&mut self, line: usize) -> &mut Line {
        debug_assert!(line < self.count);
        self.pages[line / PAGE_LINES].line_mut(line % PAGE_LINES)
    }

    /// Makes all of them zero again.
    pub fn clear(&mut self) {
        let mut left = self.count;
        for page in &mut self.pages {
            page.clear(left.min(PAGE_LINES));
            left = left.saturating_sub(PAGE_LINES);
        }
    }

    /// Makes the row longer. Nothing happens if there is no room for it.
    #[inline(always)]
    pub fn grow(&mut self, count: usize, budget: &Budget, mut mover: impl Mover) -> bool {
        let needed = count.div_ceil(PAGE_LINES);
        let reserve = if needed == 1 { 1 } else { needed - self.pages.len() + SPARE };
        if !self.reserve(reserve, count, budget) {
            return false;
        }
        let mut growing = Growing { pages: vec![None; needed], free: &mut self.free };
        for (number, page) in self.pages.iter_mut().enumerate() {
            let lines = PAGE_LINES.min(self.count - number * PAGE_LINES);
            for line in 0..lines {
                mover.put(number * PAGE_LINES + line, page.line(line), &mut growing);
            }
            page.clear(lines);
            growing.free.push(*page);
        }
        (0..needed).for_each(|page| growing.make(page));
        self.pages = growing.pages.into_iter().flatten().collect();
        self.count = count;
        self.give_back_free(budget);
        true
    }

    /// Gives the memory of free pages back, until they are needed.
    fn give_back_free(&mut self, budget: &Budget) {
        for page in &mut self.free {
            if free(page.start.cast(), PAGE) {
                let bytes = bytes_of::<Line>(std::mem::take(&mut page.paid));
                self.bytes -= bytes;
                budget.give_back(bytes);
            }
        }
    }

    /// Has so many free pages ready for a row of so many lines.
    fn reserve(&mut self, pages: usize, lines: usize, budget: &Budget) -> bool {
        let lines = lines.min(PAGE_LINES);
        let missing = pages.saturating_sub(self.free.len());
        let unpaid = self.free.iter().map(|page| lines.saturating_sub(page.paid)).sum::<usize>() + missing * lines;
        let bytes = (unpaid * size_of::<Line>()) as u64;
        if !budget.take(bytes) {
            return false;
        }
        if missing > 0 {
            let Some(mapping) = Mapping::new(missing, lines == PAGE_LINES) else {
                budget.give_back(bytes);
                return false;
            };
            self.free.extend((0..missing).rev().map(|number| mapping.page(number)));
            self.mappings.push(mapping);
        }
        for page in &mut self.free {
            if page.paid < lines && lines == PAGE_LINES {
                advise_huge(page.start.cast(), PAGE);
            }
            page.paid = page.paid.max(lines);
        }
        self.bytes += bytes;
        true
    }
}

impl Growing<'_> {
    /// A line of the longer row.
    #[inline(always)]
    pub fn get_mut(&mut self, line: usize) -> &mut Line {
        let page = line / PAGE_LINES;
        if self.pages[page].is_none() {
            self.make(page);
        }
        self.pages[page].as_mut().expect("just made").line_mut(line % PAGE_LINES)
    }

    #[cold]
    fn make(&mut self, page: usize) {
        let place = &mut self.pages[page];
        *place = place.or_else(|| self.free.pop());
        assert!(place.is_some(), "defect of the verifier: a table grows faster than its pages come free");
    }
}

impl Page {
    #[inline(always)]
    fn line(&self, line: usize) -> &Line {
        debug_assert!(line < PAGE_LINES);
        // Safety: a page has `PAGE_LINES` lines; they are zeroed memory, which is what a `Line` can be.
        unsafe { self.start.add(line).as_ref() }
    }

    #[inline(always)]
    fn line_mut(&mut self, line: usize) -> &mut Line {
        debug_assert!(line < PAGE_LINES);
        // Safety: as for `line`; pages do not overlap, and each is in one row only, which the caller has for itself.
        unsafe { self.start.add(line).as_mut() }
    }

    /// Makes the first lines zero again.
    fn clear(&mut self, lines: usize) {
        debug_assert!(lines <= PAGE_LINES);
        // Safety: as for `line_mut`.
        unsafe { self.start.as_ptr().write_bytes(0, lines) };
    }
}

impl Line {
    /// Starts to fetch it.
    #[inline(always)]
    pub fn prefetch(&self) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
            // Safety: a prefetch has no effect but on caches.
            unsafe { _mm_prefetch::<_MM_HINT_T1>(self.0.as_ptr().cast()) };
        }
    }
}

/// Words that one thread writes one after the other, and that others read when they are written: in a huge page if there are
/// enough of them for one.
pub struct Words {
    mapping: Mapping,
    count: usize,
}

/// As many words as a huge page has.
pub const PAGE_WORDS: usize = PAGE / size_of::<u64>();

impl Words {
    /// So many words, zeroed, if the system has them.
    pub fn new(count: usize) -> Option<Words> {
        let bytes = count * size_of::<u64>();
        let mapping =
            if bytes.is_multiple_of(PAGE) { Mapping::new(bytes / PAGE, true)? } else { Mapping::small(bytes)? };
        Some(Words { mapping, count })
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // Safety: the mapping has so many bytes; they are zeroed memory, which is what a word can be.
        unsafe { std::slice::from_raw_parts(self.mapping.first.as_ptr().cast(), self.count) }
    }
}

/// Pages that were got from the system together.
struct Mapping {
    start: NonNull<u8>,
    bytes: usize,
    first: NonNull<Line>,
}

// Safety: a mapping is only an address and a length.
unsafe impl Send for Mapping {}
unsafe impl Sync for Mapping {}

impl Mapping {
    /// So many pages, zeroed; huge ones if they are going to be used as a whole.
    fn new(pages: usize, as_a_whole: bool) -> Option<Mapping> {
        // One more than needed, to begin at a multiple of the size of a page.
        let bytes = pages.checked_add(1)?.checked_mul(PAGE)?;
        let mut mapping = Mapping::small(bytes)?;
        // Safety: the distance to the next multiple is less than `PAGE`, which is within the mapping.
        let first = unsafe { mapping.start.add(mapping.start.align_offset(PAGE)) };
        mapping.first = first.cast();
        mapping.trim(first, pages * PAGE);
        if as_a_whole {
            advise_huge(first, pages * PAGE);
        }
        Some(mapping)
    }

    /// So many bytes, zeroed, at any place.
    fn small(bytes: usize) -> Option<Mapping> {
        let start = map(bytes)?;
        Some(Mapping { start, bytes, first: start.cast() })
    }

    /// Gives everything back but so many bytes from `first` on, where the system can take back a part of what it gave.
    fn trim(&mut self, first: NonNull<u8>, bytes: usize) {
        #[cfg(unix)]
        {
            let before = first.as_ptr() as usize - self.start.as_ptr() as usize;
            let after = self.bytes - before - bytes;
            if before > 0 {
                unmap(self.start, before);
            }
            if after > 0 {
                // Safety: that many bytes of the mapping lie behind it.
                unmap(unsafe { first.add(bytes) }, after);
            }
            (self.start, self.bytes) = (first, bytes);
        }
        #[cfg(not(unix))]
        let _ = (first, bytes);
    }

    /// One of its pages.
    fn page(&self, number: usize) -> Page {
        debug_assert!((number + 1) * PAGE <= self.bytes);
        // Safety: the mapping has so many pages.
        Page { start: unsafe { self.first.add(number * PAGE_LINES) }, paid: 0 }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        unmap(self.start, self.bytes);
    }
}

#[cfg(unix)]
fn map(bytes: usize) -> Option<NonNull<u8>> {
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // Safety: new memory at an address that the system chooses.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, -1, 0) };
    (start != libc::MAP_FAILED).then(|| NonNull::new(start.cast())).flatten()
}

#[cfg(unix)]
fn unmap(start: NonNull<u8>, bytes: usize) {
    // Safety: this is memory that `map` gave, whole pages of it, and its owner goes away or does not need it.
    unsafe { libc::munmap(start.as_ptr().cast(), bytes) };
}

#[cfg(not(unix))]
fn map(bytes: usize) -> Option<NonNull<u8>> {
    let layout = std::alloc::Layout::from_size_align(bytes, align_of::<Line>()).ok()?;
    // Safety: there is always at least one page.
    NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })
}

#[cfg(not(unix))]
fn unmap(start: NonNull<u8>, bytes: usize) {
    if let Ok(layout) = std::alloc::Layout::from_size_align(bytes, align_of::<Line>()) {
        // Safety: `map` gave this memory, with this layout, and its owner goes away.
        unsafe { std::alloc::dealloc(start.as_ptr(), layout) };
    }
}

/// Gives memory back to the system without its addresses; it is zeroed when it is used again. Says whether the system can.
fn free(start: NonNull<u8>, bytes: usize) -> bool {
    #[cfg(target_os = "linux")]
    // Safety: the range is part of a mapping, and nobody looks at what is in it.
    return unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_DONTNEED) == 0 };
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (start, bytes);
        false
    }
}

/// Asks for huge pages. If the system has none, everything works as well, slower.
fn advise_huge(start: NonNull<u8>, bytes: usize) {
    #[cfg(target_os = "linux")]
    // Safety: the range was just mapped; the advice does not change what is in it.
    unsafe {
        libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, bytes);
}
