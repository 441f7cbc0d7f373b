//! Threads that keep off each other's cores.
//!
//! When a thread begins or wakes up, some systems put it on the core of the thread that woke it and leave both there for a while, though
//! another core is idle: on the machine of benches/ for 1 to 27 ms, as long as many a search takes. So at the beginning of a turn each
//! thread looks where the others are, and one that is where a thread before it is goes to another core. It is not kept there: what else
//! runs on the machine may want that core later.

#![allow(unsafe_code)]

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// Where some threads are.
pub struct Cores {
    /// By thread: the core on which it was seen last.
    seen: Vec<Seen>,
}

/// Alone in its cache lines: others read it once in a turn, and nothing else of what its thread writes.
#[repr(align(128))]
struct Seen(AtomicUsize);

/// No core has this number.
const NOWHERE: usize = usize::MAX;

impl Cores {
    /// So many threads, which have not been seen yet.
    pub fn new(threads: usize) -> Cores {
        Cores { seen: (0..threads).map(|_| Seen(AtomicUsize::new(NOWHERE))).collect() }
    }

    /// Sees the calling thread, which has this number, and takes it to another core if one of those before it is on the same.
    pub fn keep_apart(&self, thread: usize) {
        let Some(core) = system::current() else { return };
        let is_taken = self.seen[..thread].iter().any(|seen| seen.0.load(Relaxed) == core);
        if is_taken {
            let others = self.seen.iter().enumerate().filter(|(number, _)| *number != thread);
            system::leave(others.map(|(_, seen)| seen.0.load(Relaxed)));
        }
        let core = if is_taken { system::current() } else { Some(core) };
        self.seen[thread].0.store(core.unwrap_or(NOWHERE), Relaxed);
    }
}

#[cfg(target_os = "linux")]
mod system {
    use libc::{CPU_CLR, CPU_SETSIZE, cpu_set_t, sched_getaffinity, sched_getcpu, sched_setaffinity};

    /// The core on which the calling thread is.
    pub fn current() -> Option<usize> {
        // Safety: it has no arguments.
        usize::try_from(unsafe { sched_getcpu() }).ok()
    }

    /// Takes the calling thread to none of these cores, if it may be elsewhere.
    pub fn leave(cores: impl Iterator<Item = usize>) {
        let size = size_of::<cpu_set_t>();
        // Safety: a set of cores is a row of bits, for which all zeros are none. The system gets references to whole sets, and only
        // cores that there are bits for are taken out.
        unsafe {
            let mut allowed: cpu_set_t = std::mem::zeroed();
            if sched_getaffinity(0, size, &mut allowed) != 0 {
                return;
            }
            let mut free = allowed;
            cores.filter(|core| *core < CPU_SETSIZE as usize).for_each(|core| CPU_CLR(core, &mut free));
            if sched_setaffinity(0, size, &free) == 0 {
                sched_setaffinity(0, size, &allowed);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub fn current() -> Option<usize> {
        None
    }

    pub fn leave(_: impl Iterator<Item = usize>) {}
}
