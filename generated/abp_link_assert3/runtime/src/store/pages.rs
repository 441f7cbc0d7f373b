//! Zeroed memory for tables, in huge pages where the system has them.
//!
//! A table is a row of cache lines in pages of 2 MiB, which is what the processor can translate at once: that makes random
//! access up to twice as fast. Pages come from the system zeroed and are touched only when they are used. A row becomes longer
//! where it is, as far as the program can see, unless it is short: the system gives the pages it has another address and adds
//! some. So a table that grows never needs two copies, and no memory is touched for the first time twice: on the machine of
//! benches/ the first touch costs more than all that is done with a page later.

#![allow(unsafe_code)]

use crate::memory::{Budget, bytes_of};
use bytemuck::Zeroable;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// What the processor fetches at once.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Line(pub [u32; 16]);

const PAGE: usize = 2 << 20;
/// With so many huge pages left, one of them is little.
const MANY_PAGES: u64 = 64;

/// A row of lines, all zero in the beginning.
pub struct Lines {
    mapping: Mapping,
    count: usize,
}

impl Lines {
    /// So many lines, if the budget and the system have them.
    pub fn new(count: usize, budget: &Budget) -> Option<Lines> {
        let bytes = bytes_of::<Line>(count);
        if !budget.take(bytes) {
            return None;
        }
        let mapping = Mapping::new(bytes as usize);
        if mapping.is_none() {
            budget.give_back(bytes);
        }
        let lines = Lines { mapping: mapping?, count };
        lines.touch_small_pages(0);
        Some(lines)
    }

    /// The bytes they take.
    pub fn bytes(&self) -> u64 {
        bytes_of::<Line>(self.count)
    }

    /// Makes the row longer; what is added is zero. Nothing happens if there is no room for it.
    pub fn extend(&mut self, count: usize, budget: &Budget) -> bool {
        let more = bytes_of::<Line>(count) - self.bytes();
        if !budget.take(more) {
            return false;
        }
        let old = self.bytes() as usize;
        if self.mapping.extend(bytes_of::<Line>(count) as usize) {
            self.count = count;
            self.touch_small_pages(old);
            return true;
        }
        budget.give_back(more);
        self.move_to(Lines::new(count, budget), budget)
    }

    /// Finds memory for what is new, from so many bytes on, and is not in huge pages, all at once: around the old end and the new one.
    fn touch_small_pages(&self, old: usize) {
        let bytes = self.bytes() as usize;
        self.mapping.touch(old..old.next_multiple_of(PAGE).min(bytes));
        self.mapping.touch(old.max(bytes / PAGE * PAGE)..bytes);
    }

    /// Moves what is in the row to the beginning of another one.
    fn move_to(&mut self, other: Option<Lines>, budget: &Budget) -> bool {
        let Some(mut other) = other else { return false };
        other[..self.count].copy_from_slice(self);
        budget.give_back(self.bytes());
        *self = other;
        true
    }
}

impl Deref for Lines {
    type Target = [Line];

    #[inline(always)]
    fn deref(&self) -> &[Line] {
        // Safety: the mapping has room for so many lines and begins at a multiple of their size; it is zeroed memory in the
        // beginning, which is what a `Line` can be.
        unsafe { std::slice::from_raw_parts(self.mapping.first.as_ptr().cast(), self.count) }
    }
}

impl DerefMut for Lines {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Line] {
        // Safety: as for `deref`; nobody else has the mapping.
        unsafe { std::slice::from_raw_parts_mut(self.mapping.first.as_ptr().cast(), self.count) }
    }
}

impl Line {
    /// Nothing.
    pub const ZERO: Line = Line([0; 16]);
}

/// Starts to fetch an item. That an item has this number is not checked: a wrong one would only be of no use.
#[inline(always)]
pub fn prefetch<T>(items: &[T], number: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // Safety: a prefetch has no effect but on caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(items.as_ptr().wrapping_add(number).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, number);
}

/// Starts to fetch an item that is going to be written, so that no other core keeps it.
#[inline(always)]
pub fn prefetch_to_write<T>(items: &[T], number: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        let item = items.as_ptr().wrapping_add(number);
        // Safety: a prefetch has no effect but on caches. Processors that do not know this one do nothing.
        unsafe { std::arch::asm!("prefetchw [{item}]", item = in(reg) item, options(nostack, preserves_flags)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, number);
}

/// Words that threads share, all zero in the beginning: in huge pages if there are enough of them for one.
pub struct Words<T = AtomicU64> {
    mapping: Mapping,
    count: usize,
    bytes: u64,
    kind: PhantomData<[T]>,
}

/// As many words as a huge page has.
pub const PAGE_WORDS: usize = PAGE / size_of::<u64>();

impl<T: Zeroable> Words<T> {
    /// None.
    pub fn none() -> Words<T> {
        Words { mapping: Mapping::NONE, count: 0, bytes: 0, kind: PhantomData }
    }

    /// So many words, zeroed, if the system has them.
    pub fn new(count: usize) -> Option<Words<T>> {
        let bytes = bytes_of::<T>(count);
        Some(Words { mapping: Mapping::new(bytes as usize)?, count, bytes, kind: PhantomData })
    }

    /// The bytes they take. There may be room for more of them.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Adds words, until there are so many, if the budget has room for that; if not, nothing happens. They have memory then, so threads may
    /// read them before they are written.
    pub fn extend(&mut self, count: usize, budget: &Budget) -> bool {
        let needed = bytes_of::<T>(count);
        if needed <= self.bytes {
            self.count = count;
            return true;
        }
        let (old, new) = (self.bytes, worth_taking(needed, budget));
        if budget.take(new - old) {
            if self.mapping.extend(new as usize) {
                self.mapping.touch(old as usize..new as usize);
                (self.count, self.bytes) = (count, new);
                return true;
            }
            budget.give_back(new - old);
        }
        if !budget.take(new) {
            return false;
        }
        let mapping = Mapping::new(new as usize);
        budget.give_back(if mapping.is_some() { old } else { new });
        let Some(mapping) = mapping else { return false };
        mapping.touch(0..new as usize);
        // Safety: both mappings have so many bytes, and nobody has a reference to either now.
        unsafe { mapping.first.copy_from_nonoverlapping(self.mapping.first, old as usize) };
        *self = Words { mapping, count, bytes: new, kind: PhantomData };
        true
    }
}

/// The bytes that something of so many bytes had better take: a whole huge page instead of an eighth of one or more, because the system
/// finds memory for that as fast as for so many small pages.
pub fn worth_taking(bytes: u64, budget: &Budget) -> u64 {
    let page = PAGE as u64;
    let is_worth_a_page = (page / 8..page).contains(&bytes) && budget.left() >= MANY_PAGES * page;
    if is_worth_a_page { page } else { bytes }
}

impl<T: Zeroable> Deref for Words<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // Safety: the mapping has so many bytes; they were zeroed memory, which is what a word can be.
        unsafe { std::slice::from_raw_parts(self.mapping.first.as_ptr().cast(), self.count) }
    }
}

/// Memory that begins at a multiple of the size of a line, and of a huge page if it is as long as one. It is got from the system, or from the
/// allocator if it is short: to give back what was used makes the system interrupt all threads, which takes longer than to fill it.
struct Mapping {
    start: NonNull<u8>,
    bytes: usize,
    /// Where what is used begins.
    first: NonNull<u8>,
}

// Safety: a mapping is only an address and a length.
unsafe impl Send for Mapping {}
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Nothing.
    const NONE: Mapping = {
        let nowhere = NonNull::<Line>::dangling().cast();
        Mapping { start: nowhere, bytes: 0, first: nowhere }
    };

    /// So many bytes, zeroed; in huge pages if there are enough for one.
    fn new(bytes: usize) -> Option<Mapping> {
        if bytes < SMALL_PAGE {
            let start = allocate(bytes)?;
            return Some(Mapping { start, bytes, first: start });
        }
        let mapping = Mapping::reserve(bytes, true)?;
        advise(&mapping);
        Some(mapping)
    }

    /// So many addresses, or some more, with or without memory behind them.
    fn reserve(bytes: usize, with_memory: bool) -> Option<Mapping> {
        let bytes = rounded(bytes)?;
        if bytes < PAGE {
            let start = map(bytes, with_memory)?;
            return Some(Mapping { start, bytes, first: start });
        }
        // More than needed, to begin at a multiple of the size of a page.
        let reserved = bytes.checked_add(PAGE)?;
        let start = map(reserved, with_memory)?;
        // Safety: the distance to the next multiple is less than `PAGE`, so that so many bytes behind it are within the mapping.
        let first = unsafe { start.add(start.align_offset(PAGE)) };
        let mut mapping = Mapping { start, bytes: reserved, first };
        mapping.trim(bytes);
        Some(mapping)
    }

    /// Gives everything back but so many bytes from `first` on, where the system can take back a part of what it gave.
    fn trim(&mut self, bytes: usize) {
        #[cfg(unix)]
        {
            let before = self.first.as_ptr() as usize - self.start.as_ptr() as usize;
            let after = self.bytes.checked_sub(before + bytes).expect("what is kept is a part of it");
            if before > 0 {
                unmap(self.start, before);
            }
            if after > 0 {
                // Safety: that many bytes of the mapping lie behind it.
                unmap(unsafe { self.first.add(bytes) }, after);
            }
            (self.start, self.bytes) = (self.first, bytes);
        }
        #[cfg(not(unix))]
        let _ = bytes;
    }

    /// Finds memory for some bytes, as if they were written. If they are read first, the system lets all of them be the same zeros, and when
    /// one is written, it has to tell every thread that it is elsewhere now: that takes several times as long.
    fn touch(&self, bytes: Range<usize>) {
        // What is short was cleared by the allocator.
        if self.bytes < SMALL_PAGE {
            return;
        }
        #[cfg(target_os = "linux")]
        // Safety: these bytes are in the mapping, and what is in them stays. If the system cannot do that, it is no loss.
        unsafe {
            let start = bytes.start / SMALL_PAGE * SMALL_PAGE;
            let first = self.first.as_ptr().add(start).cast();
            libc::madvise(first, bytes.end - start, libc::MADV_POPULATE_WRITE);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = bytes;
    }

    /// Becomes longer, perhaps at another address; what is in it stays, what is added is zero. Says whether the system can do that: pages
    /// of what is short are small ones, and would stay that.
    fn extend(&mut self, bytes: usize) -> bool {
        let Some(bytes) = rounded(bytes) else { return false };
        let before = self.first.as_ptr() as usize - self.start.as_ptr() as usize;
        if bytes <= self.bytes - before {
            return true;
        }
        if self.bytes < SMALL_PAGE || self.bytes < PAGE && bytes >= PAGE {
            return false;
        }
        #[cfg(target_os = "linux")]
        {
            let (old, old_bytes) = (self.start.as_ptr().cast(), self.bytes);
            let place = Mapping::reserve(bytes, false);
            // Safety: the old range is this mapping, to which nobody has a reference now. The new one is a mapping that nobody uses,
            // which is replaced; or if there are not as many addresses left, the system chooses one, and pages may become small.
            let start = unsafe {
                match &place {
                    Some(place) => {
                        let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
                        libc::mremap(old, old_bytes, bytes, flags, place.start.as_ptr().cast::<libc::c_void>())
                    }
                    None => libc::mremap(old, old_bytes, bytes, libc::MREMAP_MAYMOVE),
                }
            };
            let start = (start != libc::MAP_FAILED).then(|| NonNull::new(start.cast())).flatten();
            // Even where it failed, the system may have unmapped the new range, and somebody else may have it now.
            std::mem::forget(place);
            if let Some(start) = start {
                (self.start, self.first, self.bytes) = (start, start, bytes);
            }
            start.is_some()
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = bytes;
            false
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        match self.bytes {
            0 => {}
            1..SMALL_PAGE => free(self.start, self.bytes),
            bytes => unmap(self.start, bytes),
        }
    }
}

/// Large lists, once they are dropped, go back to the system, which is what the budget takes for granted. If nothing is said, the allocator
/// of the GNU C library keeps lists of up to 32 MiB for later when it has seen some of that size: what 16 threads had remembered, and
/// forgot, made `users_servers` take 120 MB more than its budget.
pub fn return_what_is_dropped() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // Safety: it changes where memory comes from, of which nobody knows anything.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_LIST)
    };
}

/// Bytes of a large list.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_LIST: i32 = 1 << 17;

/// Systems give and take back memory in parts of this.
const SMALL_PAGE: usize = 1 << 16;
/// What is not in huge pages has addresses for a multiple of this: what has enough of them need not move.
const ROOM: usize = PAGE / 8;

/// The addresses that so many bytes get.
fn rounded(bytes: usize) -> Option<usize> {
    let bytes = bytes.checked_next_multiple_of(SMALL_PAGE)?;
    Some(if bytes < PAGE { bytes.next_multiple_of(ROOM).min(PAGE - SMALL_PAGE) } else { bytes })
}

#[cfg(unix)]
fn map(bytes: usize, with_memory: bool) -> Option<NonNull<u8>> {
    let protection = if with_memory { libc::PROT_READ | libc::PROT_WRITE } else { libc::PROT_NONE };
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
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
fn map(bytes: usize, _: bool) -> Option<NonNull<u8>> {
    allocate(bytes)
}

#[cfg(not(unix))]
fn unmap(start: NonNull<u8>, bytes: usize) {
    free(start, bytes);
}

/// So many bytes of the allocator, zeroed.
fn allocate(bytes: usize) -> Option<NonNull<u8>> {
    let layout = Layout::from_size_align(bytes, align_of::<Line>()).ok()?;
    // Safety: nobody asks for no memory at all.
    NonNull::new(unsafe { alloc_zeroed(layout) })
}

fn free(start: NonNull<u8>, bytes: usize) {
    if let Ok(layout) = Layout::from_size_align(bytes, align_of::<Line>()) {
        // Safety: `allocate` gave this memory, with this layout, and its owner goes away.
        unsafe { dealloc(start.as_ptr(), layout) };
    }
}

/// Asks for huge pages where there are addresses for one, and else for none: a system that has them for everything would find memory for
/// addresses that are not used. If the system has none, everything works as well, slower.
fn advise(mapping: &Mapping) {
    #[cfg(target_os = "linux")]
    // Safety: the advice does not change what is in the mapping.
    unsafe {
        let advice = if mapping.bytes >= PAGE { libc::MADV_HUGEPAGE } else { libc::MADV_NOHUGEPAGE };
        libc::madvise(mapping.start.as_ptr().cast(), mapping.bytes, advice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = mapping;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line of a row has the number of the row and its own.
    fn write(row: &mut [Line], number: u32, from: usize) {
        for (at, line) in row.iter_mut().enumerate().skip(from) {
            assert_eq!(line.0, Line::ZERO.0, "row {number} is not zero at {at}");
            line.0[0] = number;
            line.0[15] = at as u32;
        }
    }

    #[test]
    fn rows_of_all_lengths_keep_what_is_in_them_apart_from_each_other() {
        let budget = Budget::of(1 << 40);
        let mut rows: Vec<Lines> = Vec::new();
        let page = PAGE / size_of::<Line>();
        for number in 0..60 {
            // From some lines to some pages, and not a multiple of anything.
            let count = 1 + number % 7 * page / 3 + number * 67;
            let mut row = Lines::new(count, &budget).expect("there is room");
            write(&mut row, number as u32, 0);
            rows.push(row);
        }
        for (number, row) in rows.iter_mut().enumerate().rev() {
            let old = row.len();
            assert!(row.extend(old + old / 2 + 1, &budget));
            write(row, number as u32, old);
        }
        rows.truncate(40);
        for (number, row) in rows.iter().enumerate() {
            assert!(row.iter().enumerate().all(|(at, line)| (line.0[0], line.0[15]) == (number as u32, at as u32)));
        }
    }

    #[test]
    fn a_row_that_has_no_room_to_become_longer_stays_as_it_is() {
        let budget = Budget::of(4 << 20);
        for count in [100, PAGE / size_of::<Line>()] {
            let mut row = Lines::new(count, &budget).expect("there is room");
            write(&mut row, 1, 0);
            let used = budget.used();
            assert!(!row.extend(1 << 17, &budget));
            assert_eq!((row.len(), budget.used()), (count, used));
            budget.give_back(row.bytes());
        }
    }
}
