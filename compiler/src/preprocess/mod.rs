//! Text to tokens: directives, include files, conditional groups and macros (docs/LANGUAGE.md, section 1).
//!
//! Goes in: the specification's text, the `-D` definitions, the include directories. Comes out: one stream of tokens
//! without directives and macros, each with a span that points at text the user wrote. True afterwards: no
//! [`Token::Bad`], `#`, `##` or string is left in the stream.
//!
//! The rules are those of C where the language has the feature: a macro's own name is not expanded again inside its
//! expansion, arguments are expanded before they are substituted, a function-like macro without `(` behind it is an
//! ordinary name. There is no `#` and no `##` operator.

mod condition;
mod directive;
mod expand;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, closest};
use crate::lex::{RawToken, lex};
use crate::source::{FileId, Name, SourceMap, Span};
use crate::token::{BadText, Spanned, Token};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Includes may nest this deep; a chain through links to the same file ends here.
const MAX_INCLUDE_DEPTH: usize = 64;
/// Inclusions in one compilation, and their bytes: a file that includes another one twice, and so on, doubles each time.
const MAX_INCLUSIONS: usize = 1_000;
const MAX_INCLUDED: usize = 64 << 20;

/// How the preprocessor reads include files. The core does no I/O of its own.
pub trait Loader: Sync {
    /// The bytes of a file.
    fn load(&self, path: &Path) -> io::Result<Vec<u8>>;
}

/// What the command line says.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// `-D`: `NAME` or `NAME=TEXT`.
    pub defines: Vec<String>,
    /// `-I`: where to look for include files after the includer's own directory.
    pub include_dirs: Vec<PathBuf>,
}

/// Preprocesses `text`, which was read from `path`.
pub fn preprocess(
    path: &str,
    text: Arc<str>,
    options: &Options,
    loader: &dyn Loader,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Spanned> {
    let mut preprocessor = Preprocessor {
        include_dirs: &options.include_dirs,
        loader,
        sources,
        diagnostics,
        macros: HashMap::new(),
        output: Vec::new(),
        produced: 0,
        runaway: false,
        including: Vec::new(),
        inclusions: 0,
        included: 0,
    };
    let file = preprocessor.sources.add_file(path.to_string(), text, None);
    preprocessor.define_from_command_line(&options.defines);
    preprocessor.file(file);
    if preprocessor.runaway { Vec::new() } else { preprocessor.output }
}

/// `#define NAME body` or `#define NAME(parameters) body`.
struct Macro {
    parameters: Option<Vec<Name>>,
    body: Vec<Spanned>,
    definition: Span,
}

struct Preprocessor<'a> {
    include_dirs: &'a [PathBuf],
    loader: &'a dyn Loader,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
    macros: HashMap<Name, Macro>,
    output: Vec<Spanned>,
    /// How many tokens macros have produced so far.
    produced: usize,
    /// The expansion was given up: macros are left alone from now on.
    runaway: bool,
    /// The files being read, outermost first, by their lexically normalised path.
    including: Vec<PathBuf>,
    /// How many files were included so far, and their bytes.
    inclusions: usize,
    included: usize,
}

/// A conditional group that is open.
struct Group {
    opened: Span,
    /// This part is read.
    active: bool,
    /// Some part was read, or an outer group is skipped: no later part is.
    done: bool,
    /// The `#else`, after which only `#endif` may come.
    otherwise: Option<Span>,
}

impl Preprocessor<'_> {
    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.add(Diagnostic::new(code, span, message));
    }

    /// Each `-D` becomes a line of a file of its own, so that notes can show it.
    fn define_from_command_line(&mut self, defines: &[String]) {
        let line = |define: &String| match define.split_once('=') {
            Some((name, text)) => format!("#define {name} {}\n", text.replace(['\n', '\r'], " ")),
            None => format!("#define {define} 1\n"),
        };
        let text: String = defines.iter().map(line).collect();
        let file = self.sources.add_file("<command line>".into(), text.into(), None);
        self.file(file);
    }

    /// Reads one file into the output.
    fn file(&mut self, file: FileId) {
        let path = normalise(Path::new(&self.sources.file(file).path));
        self.including.push(path);
        let text = self.sources.file(file).text.clone();
        let tokens = lex(file, &text, self.diagnostics);
        let mut groups: Vec<Group> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let end = if starts_directive(&tokens[at]) {
                let end =
                    tokens[at + 1..].iter().position(|token| token.starts_line).map_or(tokens.len(), |n| at + 1 + n);
                self.directive(&tokens[at..end], &mut groups);
                end
            } else {
                let end = tokens[at..].iter().position(starts_directive).map_or(tokens.len(), |n| at + n);
                if groups.last().is_none_or(|group| group.active) {
                    self.text(&tokens[at..end]);
                }
                end
            };
            at = end;
        }
        for group in groups {
            self.diagnostics.add(
                Diagnostic::new(Code::UnbalancedConditional, group.opened, "this conditional group is never closed")
                    .label("opened here")
                    .hint("close it with `#endif`"),
            );
        }
        self.including.pop();
    }

    /// Expands the text between two directives and puts it in the output.
    fn text(&mut self, tokens: &[RawToken]) {
        let input = tokens.iter().map(RawToken::spanned).collect();
        let mut output = std::mem::take(&mut self.output);
        self.expand(input, &mut output, 0);
        self.output = output;
    }

    /// Reports a token that cannot be in the stream, and gives what can stand in its place without a second complaint.
    fn readable(&mut self, spanned: Spanned) -> Option<Spanned> {
        let Spanned { token, span } = &spanned;
        let diagnostic = match token {
            Token::Bad(bad) => bad_text(bad, *span),
            Token::Text(_) | Token::Hash | Token::Paste => {
                let hint = match token {
                    Token::Text(_) => "Argos has no strings; only `#include` takes text in quotes",
                    _ => "a directive must stand first on its line; macros have no `#` and `##` operators",
                };
                Diagnostic::new(Code::UnexpectedCharacter, *span, format!("{token} does not belong here")).hint(hint)
            }
            _ => return Some(spanned),
        };
        self.diagnostics.add(diagnostic);
        let token = match &spanned.token {
            Token::Text(text) | Token::Bad(BadText::Number(text) | BadText::Name(text)) => Token::Name(text.clone()),
            Token::Bad(BadText::OpenText) => Token::Name("".into()),
            Token::Bad(BadText::TooLarge(_)) => Token::Number(i32::MAX),
            Token::Bad(BadText::Characters(text)) => Token::symbol(meant_symbol(text)?)?.0,
            _ => return None,
        };
        Some(Spanned { token, ..spanned })
    }
}

fn starts_directive(token: &RawToken) -> bool {
    token.starts_line && token.token == Token::Hash
}

fn bad_text(bad: &BadText, span: Span) -> Diagnostic {
    match bad {
        BadText::Characters(text) => {
            let message = match text.chars().count() {
                1 => format!("the character `{text}` is not part of the language"),
                _ => format!("the characters `{text}` are not part of the language"),
            };
            Diagnostic::new(Code::UnexpectedCharacter, span, message).maybe_hint(character_hint(text))
        }
        BadText::Name(text) => {
            Diagnostic::new(Code::UnexpectedCharacter, span, format!("`{text}` has letters that a name cannot have"))
                .hint("names are made of the letters a-z and A-Z, digits and `_`")
        }
        BadText::Number(text) => {
            Diagnostic::new(Code::MalformedConstant, span, format!("`{text}` is neither a constant nor a name"))
                .hint("a constant consists of decimal digits, and a name does not start with a digit")
        }
        BadText::TooLarge(text) => {
            Diagnostic::new(Code::ConstantTooLarge, span, format!("the constant {text} is too large"))
                .label("over 2147483647")
                .hint("constants are signed 32-bit integers")
        }
        BadText::OpenText => Diagnostic::new(Code::UnexpectedCharacter, span, "this `\"` has no partner on its line")
            .hint("Argos has no strings; only `#include` takes text in quotes"),
        BadText::CommentEnd => Diagnostic::new(Code::UnexpectedCharacter, span, "this `*/` closes no comment")
            .hint("comments nest: an earlier `*/` may have closed one comment too many"),
    }
}

fn character_hint(text: &str) -> Option<String> {
    match meant_symbol(text) {
        Some(symbol) => Some(format!("write `{symbol}`")),
        None if text.starts_with('\\') => Some("a `\\` continues a line only as its very last character".into()),
        None => None,
    }
}

/// The symbol that was probably meant by characters that are none.
fn meant_symbol(text: &str) -> Option<&'static str> {
    Some(match text.chars().next()? {
        '&' | '∧' => "&&",
        '|' | '∨' => "||",
        '≠' => "!=",
        '≤' => "<=",
        '≥' => ">=",
        '¬' | '~' => "!",
        '−' | '–' | '—' => "-",
        '×' | '·' => "*",
        '÷' => "/",
        '⇒' | '⟶' | '➔' | '➙' | '➝' => "->",
        '；' => ";",
        '：' => ":",
        _ => return None,
    })
}

/// The path without `.` and with `..` resolved by name, to recognise a file that includes itself.
fn normalise(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}
