//! All keys in the order of discovery: the queue of a breadth-first search, and the way back for its traces.
//!
//! It grows in chunks, without moving. Where memory is short, full chunks go to a temporary file, which has no name from
//! the moment it exists, so it is gone with the process, however that ends.

use super::pages::give_back_freed;
use crate::memory::{Budget, bytes_of};
use std::fs::File;

/// Keys that a chunk has room for.
pub const CHUNK: usize = 1 << 12;

/// The log.
#[derive(Default)]
pub struct Log {
    chunks: Vec<Chunk>,
    length: usize,
    file: Option<File>,
    /// Bytes in memory.
    bytes: u64,
}

struct Chunk {
    /// How many keys are before it.
    start: usize,
    keys: Keys,
}

enum Keys {
    InMemory(Vec<u64>),
    /// At their place in the file.
    InFile,
}

impl Log {
    /// How many keys.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bytes it takes in memory.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A key.
    pub fn get(&self, at: usize) -> u64 {
        let mut key = [0];
        self.read(at, &mut key);
        key[0]
    }

    /// Keys from this one on.
    pub fn read(&self, start: usize, keys: &mut [u64]) {
        let (mut done, mut number) = (0, self.chunks.partition_point(|chunk| chunk.start <= start));
        while done < keys.len() {
            let chunk = &self.chunks[number - 1];
            let offset = start + done - chunk.start;
            let count = (self.end(number - 1) - chunk.start - offset).min(keys.len() - done);
            let part = &mut keys[done..done + count];
            match &chunk.keys {
                Keys::InMemory(chunk) => part.copy_from_slice(&chunk[offset..offset + count]),
                Keys::InFile => self.read_file(start + done, part),
            }
            (done, number) = (done + count, number + 1);
        }
    }

    /// How many keys are before the end of a chunk.
    fn end(&self, chunk: usize) -> usize {
        self.chunks.get(chunk + 1).map_or(self.length, |next| next.start)
    }

    /// All keys, in their order, some at a time.
    pub fn for_each_chunk(&self, mut take: impl FnMut(&[u64])) {
        let mut keys = [0; 64];
        for start in (0..self.length).step_by(keys.len()) {
            let keys = &mut keys[..64.min(self.length - start)];
            self.read(start, keys);
            take(keys);
        }
    }

    /// Adds a chunk of keys: takes it as it is, or copies what is in it if much of it is not used. Says whether there was room; if
    /// not, the keys are still in it.
    #[must_use]
    pub fn take(&mut self, keys: &mut Vec<u64>, budget: &Budget) -> bool {
        if keys.len() < CHUNK / 8 * 7 {
            let has_room = self.extend(keys, budget);
            if has_room {
                keys.clear();
            }
            return has_room;
        }
        let bytes = bytes_of::<u64>(keys.capacity());
        let has_room = self.chunks.try_reserve(1).is_ok() && budget.take(bytes);
        if has_room {
            self.bytes += bytes;
            self.push(std::mem::take(keys));
        }
        has_room
    }

    /// Adds keys. Says whether there was room; if not, none was added.
    #[must_use]
    pub fn extend(&mut self, keys: &[u64], budget: &Budget) -> bool {
        let room = match self.chunks.last() {
            Some(Chunk { keys: Keys::InMemory(last), .. }) => (last.capacity() - last.len()).min(keys.len()),
            _ => 0,
        };
        let mut chunks = Vec::new();
        for part in keys[room..].chunks(CHUNK) {
            let mut chunk = Vec::new();
            let has_memory =
                chunk.try_reserve_exact(CHUNK).is_ok() && self.chunks.try_reserve(chunks.len() + 1).is_ok();
            if !has_memory || !budget.take(bytes_of::<u64>(CHUNK)) {
                budget.give_back(bytes_of::<u64>(CHUNK * chunks.len()));
                return false;
            }
            chunk.extend_from_slice(part);
            chunks.push(chunk);
        }
        if let Some(Chunk { keys: Keys::InMemory(last), .. }) = self.chunks.last_mut() {
            last.extend_from_slice(&keys[..room]);
            self.length += room;
        }
        self.bytes += bytes_of::<u64>(CHUNK * chunks.len());
        chunks.into_iter().for_each(|chunk| self.push(chunk));
        true
    }

    fn push(&mut self, keys: Vec<u64>) {
        let start = self.length;
        self.length += keys.len();
        self.chunks.push(Chunk { start, keys: Keys::InMemory(keys) });
    }

    /// Changes every key. The order stays.
    pub fn rewrite(&mut self, change: impl Fn(u64) -> u64) {
        for number in 0..self.chunks.len() {
            let (start, end) = (self.chunks[number].start, self.end(number));
            if let Keys::InMemory(chunk) = &mut self.chunks[number].keys {
                chunk.iter_mut().for_each(|key| *key = change(*key));
                continue;
            }
            let mut keys = vec![0; end - start];
            self.read_file(start, &mut keys);
            keys.iter_mut().for_each(|key| *key = change(*key));
            assert!(self.write_file(start, &keys), "the temporary file cannot be written any more");
        }
    }

    /// Moves all chunks but the last to the file. Says whether that made room.
    pub fn spill(&mut self, budget: &Budget) -> bool {
        let mut moved = false;
        for number in 0..self.chunks.len().saturating_sub(1) {
            let start = self.chunks[number].start;
            let Keys::InMemory(chunk) = &mut self.chunks[number].keys else { continue };
            let keys = std::mem::take(chunk);
            if !self.write_file(start, &keys) {
                self.chunks[number].keys = Keys::InMemory(keys);
                break;
            }
            self.chunks[number].keys = Keys::InFile;
            let bytes = bytes_of::<u64>(keys.capacity());
            self.bytes -= bytes;
            budget.give_back(bytes);
            moved = true;
        }
        give_back_freed();
        moved
    }

    /// The bytes in the file.
    pub fn file_bytes(&self) -> u64 {
        let is_in_file = |number: &usize| matches!(self.chunks[*number].keys, Keys::InFile);
        let length = |number: usize| self.end(number) - self.chunks[number].start;
        bytes_of::<u64>((0..self.chunks.len()).filter(is_in_file).map(length).sum())
    }

    #[cfg(unix)]
    fn read_file(&self, start: usize, keys: &mut [u64]) {
        use std::os::unix::fs::FileExt;
        let file = self.file.as_ref().expect("what is in the file was written to it");
        let bytes = bytemuck::cast_slice_mut(keys);
        file.read_exact_at(bytes, bytes_of::<u64>(start)).expect("the temporary file cannot be read any more");
    }

    #[cfg(unix)]
    fn write_file(&mut self, start: usize, keys: &[u64]) -> bool {
        use std::os::unix::fs::FileExt;
        if self.file.is_none() {
            self.file = nameless_file();
        }
        let offset = bytes_of::<u64>(start);
        self.file.as_ref().is_some_and(|file| file.write_all_at(bytemuck::cast_slice(keys), offset).is_ok())
    }

    #[cfg(not(unix))]
    fn read_file(&self, _: usize, _: &mut [u64]) {
        unreachable!("nothing is written to a file here")
    }

    /// Elsewhere a file that is open cannot lose its name.
    #[cfg(not(unix))]
    fn write_file(&mut self, _: usize, _: &[u64]) -> bool {
        false
    }
}

/// A file in the folder for temporary files (`TMPDIR`) that is gone when it is closed.
#[cfg(unix)]
fn nameless_file() -> Option<File> {
    let folder = std::env::temp_dir();
    let create = |number: u32| {
        let path = folder.join(format!("argos-{}-{number}", std::process::id()));
        let file = File::options().read(true).write(true).create_new(true).open(&path).ok()?;
        std::fs::remove_file(&path).ok().map(|()| file)
    };
    (0..100).find_map(create)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_can_be_read_in_memory_and_in_the_file() {
        let budget = Budget::of(1 << 20);
        let mut log = Log::default();
        let mut expected: Vec<u64> = Vec::new();
        for round in 0..40u64 {
            let mut keys: Vec<u64> = (0..1000 + 100 * round).map(|key| key * round).collect();
            expected.extend(&keys);
            if round % 3 == 0 {
                assert!(log.extend(&keys, &budget));
            } else {
                assert!(log.take(&mut keys, &budget) && keys.is_empty());
            }
            if round % 8 == 7 {
                assert!(log.spill(&budget), "round {round}");
            }
            let mut all = vec![0; expected.len()];
            log.read(0, &mut all);
            assert_eq!(all, expected);
        }
        assert!(log.file_bytes() > 0);
        assert_eq!(budget.used(), log.bytes());
        log.rewrite(|key| key ^ 7);
        for at in [0, 1, 4095, 4096, 9000, expected.len() - 1] {
            assert_eq!(log.get(at), expected[at] ^ 7);
        }
    }

    #[test]
    fn a_log_that_is_full_says_so_and_goes_on_when_it_is_spilled() {
        let budget = Budget::of(2 * bytes_of::<u64>(CHUNK));
        let mut log = Log::default();
        assert!(log.extend(&[1; 2 * CHUNK], &budget));
        assert!(!log.extend(&[2], &budget));
        assert_eq!(log.len(), 2 * CHUNK);
        assert!(log.spill(&budget) && log.extend(&[2], &budget));
        assert_eq!((log.get(CHUNK), log.get(2 * CHUNK)), (1, 2));
    }
}
