//! All keys in the order of discovery: the queue of a breadth-first search, and the way back for its traces.
//!
//! Keys are written to *sheets* of memory, which do not move: each thread writes to one of its own (with a [`Pen`]), and from time
//! to time the log takes over what was written, without a copy. Where memory is short, sheets go to a temporary file, which has no
//! name from the moment it exists, so it is gone with the process, however that ends.

use super::pages::{PAGE_WORDS, Words, prefetch, worth_taking};
use crate::memory::{Budget, bytes_of};
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Keys of the first sheet. Later ones are larger, up to a huge page.
const FIRST_SHEET: usize = 1 << 12;

/// Keys that are read at a time where all are.
pub const PIECE: usize = 1 << 9;

/// Keys that the processor fetches at once.
const LINE: usize = 8;

/// The log.
#[derive(Default)]
pub struct Log {
    sheets: Vec<Sheet>,
    extents: Vec<Extent>,
    length: usize,
    file: Option<File>,
    /// Keys that were written to the file.
    in_file: usize,
}

struct Sheet {
    keys: Keys,
    /// Keys that it has room for.
    room: usize,
}

enum Keys {
    InMemory(Arc<Words>),
    /// In the file, behind so many others.
    InFile(usize),
}

/// Keys that follow each other in the log and on a sheet.
#[derive(Clone, Copy)]
struct Extent {
    /// How many keys are before it in the log, ...
    start: usize,
    /// ... and on the sheet.
    offset: u32,
    sheet: u32,
}

/// Writes keys that the log takes over later.
#[derive(Default)]
pub struct Pen {
    /// The last one is written to.
    sheets: Vec<PenSheet>,
    /// What was written and not taken over yet.
    pieces: Vec<Piece>,
    /// How many keys that is.
    count: usize,
    /// How many keys were written on all sheets.
    total: usize,
}

struct PenSheet {
    words: Arc<Words>,
    /// How many keys are on it.
    written: usize,
    /// The number that the log has given to it.
    number: Option<u32>,
}

/// Keys that follow each other on a sheet.
#[derive(Clone, Copy)]
struct Piece {
    /// Where they belong: the log takes pieces of several pens in this order.
    order: usize,
    /// The number of the sheet with the pen.
    sheet: usize,
    from: usize,
    count: usize,
}

/// A piece that the log took over.
pub struct Taken {
    /// The number of the pen, and how many keys it had written before.
    pub pen: usize,
    pub at: usize,
    /// The number of the first key in the log, and how many there are.
    pub start: usize,
    pub count: usize,
    /// Where they belonged.
    pub order: usize,
}

impl Pen {
    /// Where the next keys are to be written: there is room for at least one. `None` if there is no memory for more.
    pub fn room(&mut self, budget: &Budget) -> Option<&[AtomicU64]> {
        if self.sheets.last().is_none_or(|sheet| sheet.written == sheet.words.len()) {
            let words = Arc::new(self.new_sheet(budget)?);
            self.sheets.push(PenSheet { words, written: 0, number: None });
        }
        self.sheets.last().map(|sheet| &sheet.words[sheet.written..])
    }

    /// So many keys were written there, which belong to a place in the order of the log.
    pub fn wrote(&mut self, count: usize, order: usize) {
        let number = self.sheets.len() - 1;
        let sheet = &mut self.sheets[number];
        self.pieces.push(Piece { order, sheet: number, from: sheet.written, count });
        sheet.written += count;
        self.count += count;
        self.total += count;
    }

    /// The last so many keys that were written, if they are on one sheet.
    pub fn last(&self, count: usize) -> &[AtomicU64] {
        self.sheets.last().map_or(&[], |sheet| &sheet.words[sheet.written - count..sheet.written])
    }

    /// How many keys were written and not taken over yet.
    pub fn count(&self) -> usize {
        self.count
    }

    /// As large as all that was written before, if the budget has room for that.
    fn new_sheet(&self, budget: &Budget) -> Option<Words> {
        let wanted = self.total.next_power_of_two().clamp(FIRST_SHEET, PAGE_WORDS);
        let mut room = worth_taking(bytes_of::<u64>(wanted), budget) as usize / size_of::<u64>();
        while !budget.take(bytes_of::<u64>(room)) {
            room /= 2;
            if room < FIRST_SHEET {
                return None;
            }
        }
        let words = Words::new(room);
        if words.is_none() {
            budget.give_back(bytes_of::<u64>(room));
        }
        words
    }
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
        let room = |sheet: &Sheet| if let Keys::InMemory(_) = sheet.keys { sheet.room } else { 0 };
        bytes_of::<u64>(self.sheets.iter().map(room).sum()) + bytes_of::<Extent>(self.extents.capacity())
    }

    /// The bytes in the file.
    pub fn file_bytes(&self) -> u64 {
        bytes_of::<u64>(self.in_file)
    }

    /// Takes over what was written, in its order.
    pub fn take(&mut self, pens: &mut [&mut Pen]) -> Vec<Taken> {
        let mut pieces = Vec::new();
        for (number, pen) in pens.iter_mut().enumerate() {
            let mut at = 0;
            for piece in std::mem::take(&mut pen.pieces) {
                pieces.push((number, at, piece));
                at += piece.count;
            }
            pen.count = 0;
        }
        pieces.sort_by_key(|(_, _, piece)| piece.order);
        let taken = pieces.into_iter().map(|(number, at, piece)| {
            let start = self.take_piece(pens[number], piece);
            Taken { pen: number, at, start, count: piece.count, order: piece.order }
        });
        let taken = taken.collect();
        for pen in pens {
            // The last sheet is written on.
            pen.sheets.drain(..pen.sheets.len().saturating_sub(1));
        }
        taken
    }

    /// Takes over a piece; gives the number of its first key.
    fn take_piece(&mut self, pen: &mut Pen, piece: Piece) -> usize {
        let (start, sheet) = (self.length, &mut pen.sheets[piece.sheet]);
        let number = *sheet.number.get_or_insert_with(|| {
            self.sheets.push(Sheet { keys: Keys::InMemory(sheet.words.clone()), room: sheet.words.len() });
            self.sheets.len() as u32 - 1
        });
        let goes_on = |last: &Extent| last.sheet == number && last.offset as usize + start - last.start == piece.from;
        if !self.extents.last().is_some_and(goes_on) {
            self.extents.push(Extent { start, offset: piece.from as u32, sheet: number });
        }
        self.length += piece.count;
        start
    }

    /// A key.
    pub fn get(&self, at: usize) -> u64 {
        let mut key = [0];
        self.read(at, &mut key);
        key[0]
    }

    /// Keys from this one on.
    pub fn read(&self, start: usize, keys: &mut [u64]) {
        let (mut done, mut number) = (0, self.extents.partition_point(|extent| extent.start <= start));
        while done < keys.len() {
            let from = start + done - self.extents[number - 1].start;
            let count = (self.extent_length(number - 1) - from).min(keys.len() - done);
            self.read_extent(self.extents[number - 1], from, &mut keys[done..done + count]);
            (done, number) = (done + count, number + 1);
        }
    }

    fn extent_length(&self, number: usize) -> usize {
        self.extents.get(number + 1).map_or(self.length, |next| next.start) - self.extents[number].start
    }

    fn read_extent(&self, extent: Extent, from: usize, keys: &mut [u64]) {
        let at = extent.offset as usize + from;
        match &self.sheets[extent.sheet as usize].keys {
            Keys::InMemory(words) => {
                // Whoever reads many goes on behind them.
                (0..keys.len()).step_by(LINE).for_each(|more| prefetch(words, at + keys.len() + more));
                let words = &words[at..at + keys.len()];
                keys.iter_mut().zip(words).for_each(|(key, word)| *key = word.load(Relaxed));
            }
            Keys::InFile(before) => self.read_file(before + at, keys),
        }
    }

    /// All keys, in their order, at most [`PIECE`] at a time.
    pub fn for_each_piece(&self, mut take: impl FnMut(&[u64])) {
        let mut keys = [0; PIECE];
        for start in (0..self.length).step_by(keys.len()) {
            let count = keys.len().min(self.length - start);
            self.read(start, &mut keys[..count]);
            take(&keys[..count]);
        }
    }

    /// Changes keys: of so many shares of all of them, this one. The order stays.
    pub fn rewrite(&self, (share, shares): (usize, usize), change: impl Fn(u64) -> u64) {
        for number in (share..self.extents.len()).step_by(shares) {
            let (extent, length) = (self.extents[number], self.extent_length(number));
            let at = extent.offset as usize;
            match &self.sheets[extent.sheet as usize].keys {
                Keys::InMemory(words) => {
                    words[at..at + length].iter().for_each(|key| key.store(change(key.load(Relaxed)), Relaxed));
                }
                Keys::InFile(before) => {
                    let mut keys = vec![0; length];
                    self.read_file(before + at, &mut keys);
                    keys.iter_mut().for_each(|key| *key = change(*key));
                    assert!(self.write_file(before + at, &keys), "the temporary file cannot be written any more");
                }
            }
        }
    }

    /// Moves all sheets that nobody writes to any more to the file. Says whether that made room.
    pub fn spill(&mut self, budget: &Budget) -> bool {
        if self.file.is_none() {
            self.file = nameless_file();
        }
        let mut moved = false;
        for number in 0..self.sheets.len() {
            let Sheet { keys: Keys::InMemory(words), room } = &self.sheets[number] else { continue };
            if Arc::strong_count(words) > 1 {
                continue;
            }
            let write = |(piece, words): (usize, &[AtomicU64])| {
                let keys: Vec<u64> = words.iter().map(|word| word.load(Relaxed)).collect();
                self.write_file(self.in_file + piece * FIRST_SHEET, &keys)
            };
            let room = *room;
            if !words.chunks(FIRST_SHEET).enumerate().all(write) {
                break;
            }
            budget.give_back(bytes_of::<u64>(room));
            self.sheets[number].keys = Keys::InFile(self.in_file);
            self.in_file += room;
            moved = true;
        }
        moved
    }

    #[cfg(unix)]
    fn read_file(&self, before: usize, keys: &mut [u64]) {
        use std::os::unix::fs::FileExt;
        let file = self.file.as_ref().expect("what is in the file was written to it");
        let bytes = bytemuck::cast_slice_mut(keys);
        file.read_exact_at(bytes, bytes_of::<u64>(before)).expect("the temporary file cannot be read any more");
    }

    #[cfg(unix)]
    fn write_file(&self, before: usize, keys: &[u64]) -> bool {
        use std::os::unix::fs::FileExt;
        let offset = bytes_of::<u64>(before);
        self.file.as_ref().is_some_and(|file| file.write_all_at(bytemuck::cast_slice(keys), offset).is_ok())
    }

    #[cfg(not(unix))]
    fn read_file(&self, _: usize, _: &mut [u64]) {
        unreachable!("nothing is written to a file here")
    }

    #[cfg(not(unix))]
    fn write_file(&self, _: usize, _: &[u64]) -> bool {
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

/// Elsewhere a file that is open cannot lose its name.
#[cfg(not(unix))]
fn nameless_file() -> Option<File> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(pen: &mut Pen, keys: &[u64], order: usize, budget: &Budget) -> bool {
        let mut left = keys;
        while let Some((_, rest)) = left.split_first() {
            let Some(room) = pen.room(budget) else { return false };
            let count = room.len().min(1 + rest.len());
            room.iter().zip(left).for_each(|(place, key)| place.store(*key, Relaxed));
            pen.wrote(count, order);
            left = &left[count..];
        }
        true
    }

    #[test]
    fn what_was_written_can_be_read_in_memory_and_in_the_file() {
        let budget = Budget::of(1 << 22);
        let (mut log, mut pens) = (Log::default(), [Pen::default(), Pen::default()]);
        let mut expected: Vec<u64> = Vec::new();
        for round in 0..60u64 {
            for order in 0..4 {
                let keys: Vec<u64> = (0..300 + 30 * round).map(|key| key * round + order).collect();
                assert!(write(&mut pens[order as usize % 2], &keys, order as usize, &budget));
                expected.extend(&keys);
            }
            assert_eq!(pens[0].count() + pens[1].count(), 4 * (300 + 30 * round as usize));
            let [first, second] = &mut pens;
            let taken = log.take(&mut [first, second]);
            assert!(taken.iter().is_sorted_by_key(|piece| (piece.start, piece.order)));
            assert!(taken.iter().all(|piece| piece.order % 2 == piece.pen));
            assert_eq!(pens[0].count() + pens[1].count(), 0);
            if round % 8 == 7 {
                log.spill(&budget);
            }
            let mut all = vec![0; expected.len()];
            log.read(0, &mut all);
            assert!(all == expected, "round {round}");
        }
        assert!(log.file_bytes() > 0);
        assert_eq!(budget.used(), log.bytes() - bytes_of::<Extent>(log.extents.capacity()));
        (0..3).for_each(|share| log.rewrite((share, 3), |key| key ^ 7));
        for at in [0, 1, 4095, 4096, 9000, expected.len() - 1] {
            assert_eq!(log.get(at), expected[at] ^ 7);
        }
    }

    #[test]
    fn a_pen_without_memory_says_so_and_goes_on_when_the_log_is_spilled() {
        let budget = Budget::of(2 * bytes_of::<u64>(FIRST_SHEET));
        let (mut log, mut pen) = (Log::default(), Pen::default());
        assert!(write(&mut pen, &[1; 2 * FIRST_SHEET], 0, &budget));
        assert!(!write(&mut pen, &[2], 0, &budget));
        log.take(&mut [&mut pen]);
        assert_eq!(log.len(), 2 * FIRST_SHEET);
        assert!(log.spill(&budget) && write(&mut pen, &[2], 0, &budget));
        log.take(&mut [&mut pen]);
        assert_eq!((log.get(FIRST_SHEET), log.get(2 * FIRST_SHEET)), (1, 2));
    }
}
