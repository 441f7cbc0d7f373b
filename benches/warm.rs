//! Memory that is there when a program is measured.
//!
//! The host of a virtual machine takes memory back that nobody has used for a second or two. To get it again takes ten times as
//! long as to clear it, which would be counted to whatever program needs it next. So as much as a program took the last
//! time is touched just before it runs again, by a process of its own, because what a process has touched counts as memory of
//! those that it starts.

use argos_runtime::store::pages::{PAGE_WORDS, Words};
use std::collections::HashMap;
use std::process::{Command, exit};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Says to a process that it is there to touch so many bytes.
const VARIABLE: &str = "ARGOS_BENCHES_TOUCH";

/// By command: the bytes that it took.
static TAKEN: OnceLock<Mutex<HashMap<String, u64>>> = OnceLock::new();

/// From now on memory is warmed up. To be called first: in a process that is there for that, it does not return.
pub fn begin() {
    if let Some(bytes) = std::env::var(VARIABLE).ok().and_then(|bytes| bytes.parse().ok()) {
        touch(bytes);
        exit(0);
    }
    TAKEN.get_or_init(Mutex::default);
}

fn touch(bytes: usize) {
    let count = bytes.div_ceil(PAGE_WORDS * size_of::<u64>());
    let pages: Vec<Words> = (0..count).map_while(|_| Words::new(PAGE_WORDS)).collect();
    pages.iter().flat_map(|page| page.iter().step_by(512)).for_each(|word| word.store(1, Relaxed));
}

/// Warms up what a command needs, as far as that is known.
pub fn up(command: &str) {
    let taken = TAKEN.get().map(|taken| taken.lock().unwrap_or_else(PoisonError::into_inner));
    let bytes = taken.and_then(|taken| taken.get(command).copied());
    if let (Some(bytes), Ok(program)) = (bytes, std::env::current_exe()) {
        // If it fails, something takes longer, and is measured again.
        let _ = Command::new(program).env(VARIABLE, bytes.to_string()).status();
    }
}

/// A command has taken so many bytes.
pub fn note(command: String, bytes: u64) {
    if let Some(taken) = TAKEN.get() {
        taken.lock().unwrap_or_else(PoisonError::into_inner).insert(command, bytes);
    }
}
