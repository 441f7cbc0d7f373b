//! Random access to memory: nanoseconds to read, change and write back one cache line of a large table.
//!
//! A visited set is such a table, so this is what a search with one access for each transition can reach at best. A batch of
//! addresses is prefetched before the first of its lines is used. The addresses of the next batch depend on what was read in
//! this one, so no more accesses are in flight than the batch has; with one of them it is the latency.

use crate::table::table;
use std::hint::black_box;
use std::time::Instant;

/// The sizes of the tables, in bytes.
pub const SIZES: [usize; 3] = [64 << 20, 256 << 20, 1 << 30];

const IN_FLIGHT: [usize; 4] = [1, 16, 64, 256];
const ACCESSES: usize = 1 << 22;
const ROUNDS: usize = 3;

/// What the processor fetches at once.
#[derive(Clone)]
#[repr(align(64))]
struct Line([u64; 8]);

#[derive(Clone, Copy)]
enum Pages {
    Small,
    Huge,
}

/// The table of nanoseconds for each access, the best of some rounds.
pub fn measure(sizes: &[usize]) -> String {
    let mut rows = Vec::new();
    for &size in sizes {
        for (pages, name) in [(Pages::Small, "small"), (Pages::Huge, "huge")] {
            let mut lines = allocate(size, pages);
            let times = IN_FLIGHT.map(|in_flight| format!("{:.1}", nanoseconds(&mut lines, in_flight)));
            rows.push([format!("{} MiB", size >> 20), name.into()].into_iter().chain(times).collect());
        }
    }
    table(&["table", "pages", "1 in flight", "16 in flight", "64 in flight", "256 in flight"], &rows)
}

/// A table of zeros. Pages get their size when they are first touched, which is why the advice comes before.
fn allocate(bytes: usize, pages: Pages) -> Vec<Line> {
    let count = bytes / size_of::<Line>();
    let mut lines = Vec::with_capacity(count);
    advise(&mut lines, pages);
    lines.resize(count, Line([0; 8]));
    lines
}

fn nanoseconds(lines: &mut [Line], in_flight: usize) -> f64 {
    let mut random = Random(lines.len() as u64);
    let mut indexes = vec![0; in_flight];
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..ACCESSES / in_flight {
            access(lines, &mut indexes, &mut random);
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / ACCESSES as f64);
    }
    black_box(random.0);
    best
}

/// One batch.
fn access(lines: &mut [Line], indexes: &mut [usize], random: &mut Random) {
    for index in &mut *indexes {
        *index = random.below(lines.len());
        prefetch(&lines[*index]);
    }
    for index in indexes {
        let word = &mut lines[*index].0[0];
        random.0 ^= *word;
        *word = word.wrapping_add(1);
    }
}

/// A linear congruential generator, fast enough not to be seen in the times.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0) * bound as u128) >> 64) as usize
    }
}

/// Starts to fetch a line to the second cache, as a search does, where the processor has an instruction for it.
#[allow(unsafe_code)]
fn prefetch(line: &Line) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // Safety: a prefetch of any address has no effect but on caches.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(std::ptr::from_ref(line).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}

/// Says which pages are wanted for memory that was not touched yet. A system that has no huge pages goes on without.
#[allow(unsafe_code)]
fn advise(lines: &mut Vec<Line>, pages: Pages) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let room = lines.spare_capacity_mut();
        let advice = match pages {
            Pages::Small => libc::MADV_NOHUGEPAGE,
            Pages::Huge => libc::MADV_HUGEPAGE,
        };
        let before = room.as_ptr().align_offset(PAGE);
        let room = &mut room[before..];
        // Safety: the range is the vector's own and begins at a page; the advice changes nothing of what is in it.
        unsafe { libc::madvise(room.as_mut_ptr().cast(), size_of_val(room) / PAGE * PAGE, advice) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (lines, pages);
}
