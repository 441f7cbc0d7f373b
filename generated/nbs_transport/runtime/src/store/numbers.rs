//! Numbers for things that threads meet, the same for all threads. Each remembers those that it has seen and asks others only about new ones.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// Things in the order in which they were met.
pub struct Numbers<T> {
    things: Mutex<Vec<T>>,
    count: AtomicU32,
}

/// What one thread has seen of these.
pub struct Seen<T> {
    things: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Copy + Eq + Hash> Numbers<T> {
    /// Nothing was met yet.
    pub fn new() -> Self {
        Numbers { things: Mutex::default(), count: AtomicU32::new(0) }
    }

    /// How many things.
    pub fn count(&self) -> u32 {
        self.count.load(Relaxed)
    }

    /// All things.
    pub fn things(&mut self) -> &[T] {
        self.things.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a thing, which gets one if it is new.
    pub fn number(&self, thing: T, seen: &mut Seen<T>) -> u32 {
        seen.numbers.get(&thing).copied().unwrap_or_else(|| {
            self.look(seen, Some(thing));
            seen.numbers[&thing]
        })
    }

    /// The thing that has a number.
    pub fn thing(&self, number: u32, seen: &mut Seen<T>) -> T {
        if seen.things.len() <= number as usize {
            self.look(seen, None);
        }
        seen.things[number as usize]
    }

    /// Sees all that were met, and numbers one, if it is new.
    fn look(&self, seen: &mut Seen<T>, thing: Option<T>) {
        let mut things = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        seen.take(&things);
        if let Some(thing) = thing.filter(|thing| !seen.numbers.contains_key(thing)) {
            things.push(thing);
            seen.take(&things);
            self.count.store(things.len() as u32, Relaxed);
        }
    }
}

impl<T: Copy + Eq + Hash> Seen<T> {
    /// Nothing.
    pub fn nothing() -> Self {
        Seen { things: Vec::new(), numbers: HashMap::new() }
    }

    fn take(&mut self, things: &[T]) {
        for thing in &things[self.things.len()..] {
            self.numbers.insert(*thing, self.things.len() as u32);
            self.things.push(*thing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_agree_on_numbers() {
        let numbers = Numbers::new();
        let all: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let threads = (0..4u64).map(|thread| {
                let numbers = &numbers;
                scope.spawn(move || {
                    let mut seen = Seen::nothing();
                    let mut number = |thing: u64| {
                        let number = numbers.number(thing, &mut seen);
                        assert_eq!(numbers.thing(number, &mut seen), thing);
                        number
                    };
                    // Each meets them in another order.
                    (0..500).for_each(|at| _ = number((at * 7 + thread * 131) % 500));
                    (0..500).map(number).collect()
                })
            });
            threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        assert!(all.iter().all(|numbers| *numbers == all[0]));
        let mut sorted = all[0].clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..500) && numbers.count() == 500);
    }
}
