//! What the compiler tells the user: one type for errors and warnings, one sink that collects them.
//!
//! A stage never prints and never stops at the first complaint: it adds to the [`Diagnostics`] it is given and goes on
//! as well as it can. [`render`] turns them into text or JSON.

mod codes;
pub mod render;

pub use codes::Code;

use crate::source::{FileId, Span};
use std::collections::HashSet;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The specification cannot be compiled.
    Error,
    /// The specification compiles, but probably does not say what was meant.
    Warning,
}

/// A place and what there is to say about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One complaint, in whole sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub message: String,
    pub primary: Label,
    /// Other places that matter: the other declaration, the other end of the queue.
    pub secondary: Vec<Label>,
    pub notes: Vec<String>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let primary = Label { span, text: String::new() };
        Self { code, message: shortened(message), primary, secondary: Vec::new(), notes: Vec::new(), hint: None }
    }

    /// Says something at the primary place itself.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = shortened(text);
        self
    }

    /// Points at another place.
    pub fn other(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: shortened(text) });
        self
    }

    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(shortened(text));
        self
    }

    pub fn hint(mut self, text: impl Into<String>) -> Self {
        self.hint = Some(shortened(text));
        self
    }

    /// Adds a hint if there is one to give.
    pub fn maybe_hint(mut self, text: Option<String>) -> Self {
        self.hint = self.hint.or(text.map(shortened));
        self
    }

    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

/// Characters of a message: a name in it can be as long as a file.
const MAX_TEXT: usize = 1000;

fn shortened(text: impl Into<String>) -> String {
    let mut text = text.into();
    if let Some((end, _)) = text.char_indices().nth(MAX_TEXT) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Errors, and warnings, that are kept.
const MAX_KEPT: usize = 10_000;

/// Everything that was found so far.
#[derive(Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    seen: HashSet<(Code, FileId, u32, u32, String)>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    /// Adds a complaint, unless the same one was made at the same place before: a procedure is resolved at each of its
    /// expansions, but its text is wrong only once. When there are too many, the last one says so.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        let Span { file, start, end, .. } = diagnostic.primary.span;
        let (number, what) = match diagnostic.severity() {
            Severity::Error => (&mut self.errors, "errors"),
            Severity::Warning => (&mut self.warnings, "warnings"),
        };
        if *number > MAX_KEPT || !self.seen.insert((diagnostic.code, file, start, end, diagnostic.message.clone())) {
            return;
        }
        *number += 1;
        if *number <= MAX_KEPT {
            return self.list.push(diagnostic);
        }
        let message = format!("there are more than {MAX_KEPT} {what}; from here on they are not listed");
        self.list.push(Diagnostic::new(Code::TooMany, diagnostic.primary.span, message));
    }

    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity() == severity).count()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Puts the diagnostics in the order of the text.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| {
            let key = |d: &Diagnostic| (d.primary.span.file, d.primary.span.start, d.primary.span.end, d.code);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
    }
}

/// Names of which one is proposed, at most; and their length. Beyond, the search would take too long.
const MAX_CANDIDATES: usize = 2000;
const MAX_NAME: usize = 64;

/// The candidate that was probably meant by `name`, if one is close enough: one edit for short names, two for names of
/// six letters or more.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > MAX_NAME || candidates.size_hint().0 > MAX_CANDIDATES {
        return None;
    }
    let allowed: usize = match name.chars().count() {
        0..=1 => 0,
        2..=5 => 1,
        _ => 2,
    };
    let own_letters = letters(name);
    // An edit changes the length by at most one, and takes or gives at most one letter each.
    let may_be_close = |other: &str| {
        name.len().abs_diff(other.len()) <= allowed * char::MAX.len_utf8()
            && (letters(other) ^ own_letters).count_ones() as usize <= 2 * allowed
    };
    let distance = |other: &str| {
        if name.eq_ignore_ascii_case(other) {
            0
        } else if may_be_close(other) {
            strsim::damerau_levenshtein(name, other)
        } else {
            usize::MAX
        }
    };
    candidates
        .filter(|candidate| *candidate != name)
        .map(|candidate| (distance(candidate), candidate))
        .filter(|&(edits, _)| edits <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The set of characters of a name, folded to 64 bits.
fn letters(name: &str) -> u64 {
    name.chars().fold(0, |set, letter| set | 1 << (letter as u32 % 64))
}

/// "did you mean `sender`?", if there is a name to propose.
pub fn did_you_mean<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    closest(name, candidates).map(|found| format!("did you mean `{found}`?"))
}

/// "1 state", "5 states", "2 processes": a number with its noun.
pub fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('s') => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}
