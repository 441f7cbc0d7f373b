//! All threads of a search, for work that is in parts: while one of them changes what all of them use, the others help.

use std::sync::{Mutex, PoisonError};

/// What all threads do, each with its number.
pub type Work<'w> = dyn Fn(usize) + Sync + 'w;

/// Does some work with all threads.
#[derive(Clone, Copy)]
pub struct Hands<'h>(pub &'h dyn Fn(&Work));

impl Hands<'_> {
    /// Only the thread that asks for help.
    pub const ALONE: Hands<'static> = Hands(&|work| work(0));

    /// Does something with each of some things, one after the other, whoever takes it.
    pub fn share<T: Send>(&self, things: impl IntoIterator<Item = T, IntoIter: Send>, work: impl Fn(T) + Sync) {
        let things = Mutex::new(things.into_iter());
        let next = || things.lock().unwrap_or_else(PoisonError::into_inner).next();
        (self.0)(&|_| std::iter::from_fn(&next).for_each(&work));
    }

    /// The same, and gives what came of it, in the order of the things.
    pub fn map<T: Send, R: Send>(&self, things: impl IntoIterator<Item = T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        let things: Vec<T> = things.into_iter().collect();
        let mut results: Vec<Option<R>> = things.iter().map(|_| None).collect();
        self.share(things.into_iter().zip(&mut results).collect::<Vec<_>>(), |(thing, result)| {
            *result = Some(work(thing))
        });
        results.into_iter().map(|result| result.expect("all were taken")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_taken_once() {
        let two = Hands(&|work| {
            std::thread::scope(|scope| {
                scope.spawn(|| work(1));
                work(0);
            });
        });
        for hands in [Hands::ALONE, two] {
            let mut numbers: Vec<u64> = (0..1000).collect();
            let squares = hands.map(&mut numbers, |number| {
                *number += 1;
                *number * *number
            });
            assert!(squares.into_iter().eq((1..=1000).map(|number| number * number)));
            assert!(numbers.into_iter().eq(1..=1000));
        }
    }
}
