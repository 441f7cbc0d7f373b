//! Where text comes from: files, include chains, macro expansions, and the spans that point into them.
//!
//! A [`Span`] always points at text the user wrote: a token that a macro produced has the place of the macro's use (or,
//! for a token of a macro argument, the place of that argument) and, in [`Span::expansion`], the way through the macros,
//! so that a diagnostic can add notes on their definitions.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

/// An identifier. Cheap to clone.
pub type Name = Arc<str>;

/// One inclusion of one file: a file that is included twice has two ids, each with its own include chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(u32);

/// One use of one macro, in the context of the uses around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExpansionId(NonZeroU32);

/// A range of bytes of a file, and the macro expansion that put the text there, if one did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The innermost macro expansion that the text comes from.
    pub expansion: Option<ExpansionId>,
}

impl Span {
    /// The span from the start of `self` to the end of `other`. Where the two are in different files (a statement that
    /// begins in an included file and ends outside), the first one stands for both.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
            expansion: if self.expansion == other.expansion { self.expansion } else { None },
        }
    }

    /// The empty span just before this one.
    pub fn before(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// The empty span just after this one.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// The bytes in the file.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

/// A source text with the place that included it.
pub struct File {
    /// The path as the user gave it, or as the `#include` and its includer make it up.
    pub path: String,
    /// The whole text.
    pub text: Arc<str>,
    /// The `#include` that brought it in.
    pub included_from: Option<Span>,
    line_starts: Vec<u32>,
    /// How many characters stand before each block of [`BLOCK`] bytes, so that a column is found fast in any line.
    characters: Vec<usize>,
}

const BLOCK: usize = 1024;

impl File {
    fn new(path: String, text: Arc<str>, included_from: Option<Span>) -> File {
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        let mut characters = vec![0];
        for block in text.as_bytes().chunks(BLOCK) {
            characters.push(characters.last().unwrap_or(&0) + count_characters(block));
        }
        File { path, text, included_from, line_starts, characters }
    }

    fn characters_before(&self, byte: usize) -> usize {
        let block = byte / BLOCK;
        self.characters[block] + count_characters(&self.text.as_bytes()[block * BLOCK..byte])
    }
}

/// Every byte but those that continue a character starts one.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

/// A macro's use.
pub struct Expansion {
    /// The macro's name.
    pub name: Name,
    /// Where it is defined.
    pub definition: Span,
    /// The expansion that the name itself came from.
    pub parent: Option<ExpansionId>,
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// All files and macro expansions of one compilation.
#[derive(Default)]
pub struct SourceMap {
    files: Vec<File>,
    expansions: Vec<Expansion>,
}

impl SourceMap {
    /// Adds a text and gives it an id.
    pub fn add_file(&mut self, path: String, text: Arc<str>, included_from: Option<Span>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(File::new(path, text, included_from));
        id
    }

    /// Adds a macro expansion and gives it an id.
    pub fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        self.expansions.push(expansion);
        ExpansionId(NonZeroU32::new(self.expansions.len() as u32).expect("just pushed one"))
    }

    /// The file of an id.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }

    /// Every file with its id, in the order they were read.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &File)> {
        self.files.iter().enumerate().map(|(at, file)| (FileId(at as u32), file))
    }

    /// The text of a span as the user wrote it.
    pub fn text(&self, span: Span) -> &str {
        &self.file(span.file).text[span.range()]
    }

    /// The expansions a span went through, innermost first.
    pub fn expansion_chain(&self, span: Span) -> impl Iterator<Item = &Expansion> {
        std::iter::successors(self.expansion(span.expansion), |expansion| self.expansion(expansion.parent))
    }

    /// The `#include`s that lead to a span, innermost first.
    pub fn include_chain(&self, span: Span) -> impl Iterator<Item = Span> {
        std::iter::successors(self.file(span.file).included_from, |span| self.file(span.file).included_from)
    }

    /// Line and column of a byte of a file.
    pub fn position(&self, file: FileId, byte: u32) -> Position {
        let file = self.file(file);
        let line = file.line_starts.partition_point(|&start| start <= byte);
        let start = file.line_starts[line - 1] as usize;
        let column = file.characters_before(byte as usize) - file.characters_before(start) + 1;
        Position { line, column }
    }

    /// The number of bytes in the line of a byte.
    pub fn line_length(&self, file: FileId, byte: u32) -> usize {
        let file = self.file(file);
        let line = file.line_starts.partition_point(|&start| start <= byte);
        let end = file.line_starts.get(line).map_or(file.text.len(), |&next| next as usize);
        end - file.line_starts[line - 1] as usize
    }

    /// The line a span starts on.
    pub fn line(&self, span: Span) -> usize {
        self.file(span.file).line_starts.partition_point(|&start| start <= span.start)
    }

    fn expansion(&self, id: Option<ExpansionId>) -> Option<&Expansion> {
        id.map(|id| &self.expansions[id.0.get() as usize - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_not_bytes() {
        let mut sources = SourceMap::default();
        let file = sources.add_file("x".into(), "a\n→ b\n".into(), None);
        assert_eq!(sources.position(file, 0), Position { line: 1, column: 1 });
        assert_eq!(sources.position(file, 6), Position { line: 2, column: 3 });
        assert_eq!(sources.position(file, 8), Position { line: 3, column: 1 });
    }
}
