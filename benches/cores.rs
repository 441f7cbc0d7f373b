//! How far cores are from each other: what one has written last is a few nanoseconds away for another if they have a cache in common, and
//! as far away as memory if they have not. A virtual machine does not say which, and it can change while it runs.

use std::hint::spin_loop;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::thread::scope;
use std::time::Instant;

/// How often a word goes to the other core and back.
const TRIPS: u64 = 200_000;

/// Alone in its cache lines.
#[repr(align(128))]
struct Word(AtomicU64);

/// Nanoseconds that a word takes from one core to another and back.
pub fn round_trip() -> f64 {
    let word = Word(AtomicU64::new(0));
    // Whoever waits for a number writes the next one.
    let pass_on = |first: u64| {
        for number in (first..2 * TRIPS).step_by(2) {
            while word.0.load(Acquire) != number {
                spin_loop();
            }
            word.0.store(number + 1, Release);
        }
    };
    let start = Instant::now();
    scope(|scope| {
        scope.spawn(|| pass_on(1));
        pass_on(0);
    });
    start.elapsed().as_nanos() as f64 / TRIPS as f64
}
