//! The memory budget: everything that grows during a search asks here first, so the budget is kept, not just noticed.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Bytes that a search may take, and takes; all its threads share it.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    used: AtomicU64,
    peak: AtomicU64,
}

/// What the program itself takes before it stores anything, where the system does not say.
const BASE: u64 = 4 << 20;
/// Left to the allocator, to the report and to whatever else is not counted: at least so many bytes, ...
const LEAST_MARGIN: u64 = 2 << 20;
/// ... and at least this part of the whole, because what an allocator wastes grows with what it gives.
const MARGIN_PART: u64 = 16;

impl Budget {
    /// A budget for the whole process; by default 3/4 of the memory that is available.
    pub fn new(limit: Option<u64>) -> Budget {
        let own = resident().unwrap_or(BASE);
        let whole = limit.unwrap_or_else(|| available().map_or(4 << 30, |bytes| bytes / 4 * 3));
        // A budget beyond the limit on the address space could not be kept.
        let whole = address_space().map_or(whole, |left| whole.min(left.saturating_add(own)));
        let margin = LEAST_MARGIN.max(whole / MARGIN_PART);
        Budget::of(whole.saturating_sub(own + margin))
    }

    /// A budget of exactly so many bytes, whatever else the process takes.
    pub fn of(limit: u64) -> Budget {
        Budget { limit, used: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// Takes so many bytes, if they are there.
    #[must_use]
    pub fn take(&self, bytes: u64) -> bool {
        let more = |used: u64| used.checked_add(bytes).filter(|sum| *sum <= self.limit);
        let before = self.used.fetch_update(Relaxed, Relaxed, more);
        before.map(|before| self.peak.fetch_max(before + bytes, Relaxed)).is_ok()
    }

    /// Gives bytes back.
    pub fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// The bytes in use.
    pub fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// The most that were ever in use.
    pub fn peak(&self) -> u64 {
        self.peak.load(Relaxed)
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.used())
    }

    /// Adds an item to a list whose memory is counted. Says whether there was room.
    #[must_use]
    pub fn push<T>(&self, list: &mut Vec<T>, item: T) -> bool {
        let room = list.capacity();
        // Where the budget ends before twice as many, a quarter more is better than nothing.
        let has_room =
            list.len() < room || [(room * 2).max(64), room + room / 4].iter().any(|new| self.move_to(list, *new));
        if has_room {
            list.push(item);
        }
        has_room
    }

    /// Moves a list to where it has room for so many items, if there is memory for that.
    fn move_to<T>(&self, list: &mut Vec<T>, room: usize) -> bool {
        let old = list.capacity();
        // While the list moves, both copies are there.
        if room <= old || !self.take(bytes_of::<T>(room)) {
            return false;
        }
        let has_moved = list.try_reserve_exact(room - list.len()).is_ok();
        self.give_back(bytes_of::<T>(if has_moved { old } else { room }));
        has_moved
    }
}

/// The bytes of so many items.
pub fn bytes_of<T>(items: usize) -> u64 {
    (items * size_of::<T>()) as u64
}

/// So many zeros, if the system has the memory.
pub fn zeros<T: Clone + Default>(count: usize) -> Option<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).ok()?;
    list.resize(count, T::default());
    Some(list)
}

/// What the system can still give: the smallest of free memory, what is left of the control group's limit, and what is left
/// of the address space (`ulimit -v`).
fn available() -> Option<u64> {
    let free = number_after(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")? << 10;
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = number("/sys/fs/cgroup/memory.max").zip(number("/sys/fs/cgroup/memory.current"));
    let in_group = group.map_or(free, |(max, current)| max.saturating_sub(current));
    Some(free.min(in_group).min(address_space().unwrap_or(free)))
}

/// What is left of the address space, if it is limited.
pub fn address_space() -> Option<u64> {
    let limit = number_after(&std::fs::read_to_string("/proc/self/limits").ok()?, "Max address space")?;
    let taken = number_after(&std::fs::read_to_string("/proc/self/status").ok()?, "VmSize:")? << 10;
    Some(limit.saturating_sub(taken))
}

/// What the process takes now.
fn resident() -> Option<u64> {
    Some(number_after(&std::fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")? << 10)
}

fn number_after(text: &str, key: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(key))?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_never_exceeds_the_budget() {
        let budget = Budget::of(1000);
        let mut list: Vec<u64> = Vec::new();
        let mut pushed = 0u64;
        while budget.push(&mut list, pushed) {
            pushed += 1;
            assert!(budget.used() <= 1000);
        }
        assert_eq!((pushed, list.len()), (64, 64), "128 numbers beside the 64 would be too many");
        assert_eq!(budget.peak(), 512);
        let budget = Budget::of(1200);
        let mut list: Vec<u64> = Vec::new();
        while budget.push(&mut list, 0) {}
        assert_eq!((list.len(), budget.peak(), budget.used()), (80, 1152, 640), "80 numbers beside the 64 are not");
    }
}
