//! A list that grows without moving: what is in it needs no second copy while it grows.

use crate::memory::{Budget, bytes_of};

/// Items of one chunk.
const CHUNK: usize = 1 << 12;

/// A growing list.
#[derive(Debug)]
pub struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    length: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Chunks { chunks: Vec::new(), length: 0 }
    }
}

impl<T> Chunks<T> {
    /// How many items.
    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// An item.
    #[inline]
    pub fn get(&self, at: usize) -> &T {
        &self.chunks[at / CHUNK][at % CHUNK]
    }

    /// An item, to be changed.
    #[inline]
    pub fn get_mut(&mut self, at: usize) -> &mut T {
        &mut self.chunks[at / CHUNK][at % CHUNK]
    }

    /// Adds an item. Says whether there was room.
    #[inline]
    #[must_use]
    pub fn push(&mut self, item: T, budget: &mut Budget) -> bool {
        if self.length == self.chunks.len() * CHUNK {
            if !budget.take(bytes_of::<T>(CHUNK)) {
                return false;
            }
            let mut chunk = Vec::new();
            if chunk.try_reserve_exact(CHUNK).is_err() || self.chunks.try_reserve(1).is_err() {
                budget.give_back(bytes_of::<T>(CHUNK));
                return false;
            }
            self.chunks.push(chunk);
        }
        self.chunks[self.length / CHUNK].push(item);
        self.length += 1;
        true
    }
}
