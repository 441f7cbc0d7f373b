//! Text to raw tokens: one file, before directives and macros.
//!
//! Comments (`/* */`, nested; `//`) and white space are gone afterwards; a `\` at the end of a line is white space. What
//! is no token becomes [`Token::Bad`] and is reported only where it would be used, so that text in a skipped `#if` group
//! may be anything.

use crate::balance::{MAX_TOKENS, too_long};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{FileId, Span};
use crate::token::{BadText, Spanned, Token};

/// A token with what the preprocessor asks about its surroundings.
#[derive(Clone, Debug)]
pub struct RawToken {
    pub token: Token,
    pub span: Span,
    /// It is the first one of its line.
    pub starts_line: bool,
    /// White space or a comment stands before it.
    pub spaced: bool,
}

impl RawToken {
    pub fn spanned(&self) -> Spanned {
        Spanned { token: self.token.clone(), span: self.span }
    }
}

/// The tokens of a file.
pub fn lex(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<RawToken> {
    let mut lexer = Lexer { file, text, at: 0, starts_line: true, spaced: false, diagnostics };
    let mut tokens = Vec::new();
    if text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
    }
    while let Some(token) = lexer.next_token() {
        tokens.push(token);
        if tokens.len() > MAX_TOKENS {
            lexer.diagnostics.add(too_long("file", MAX_TOKENS, tokens[MAX_TOKENS].span));
            return Vec::new();
        }
    }
    tokens
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    starts_line: bool,
    spaced: bool,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Lexer<'a> {
    fn next_token(&mut self) -> Option<RawToken> {
        self.skip_space();
        let start = self.at;
        let first = self.rest().chars().next()?;
        let token = match first {
            first if first.is_alphabetic() || first == '_' => self.word(),
            '0'..='9' => self.number(),
            '→' => {
                self.at += first.len_utf8();
                Token::Arrow
            }
            '"' => self.quoted(),
            '*' if self.rest().starts_with("*/") => {
                self.at += 2;
                Token::Bad(BadText::CommentEnd)
            }
            _ => match Token::symbol(self.rest()) {
                Some((token, length)) => {
                    self.at += length;
                    token
                }
                None => self.bad_characters(),
            },
        };
        let raw =
            RawToken { token, span: self.span(start, self.at), starts_line: self.starts_line, spaced: self.spaced };
        self.starts_line = false;
        self.spaced = false;
        Some(raw)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, end: end as u32, expansion: None }
    }

    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            match rest.chars().next() {
                Some('\n') => {
                    self.at += 1;
                    self.starts_line = true;
                }
                Some(space) if space.is_whitespace() => self.at += space.len_utf8(),
                Some('\\') if continuation(rest) > 0 => self.at += continuation(rest),
                Some('/') if rest.starts_with("/*") => self.block_comment(),
                Some('/') if rest.starts_with("//") => self.line_comment(),
                _ => return,
            }
            self.spaced = true;
        }
    }

    fn block_comment(&mut self) {
        let outermost = self.at;
        let (mut depth, mut inner) = (1, None);
        self.at += 2;
        while depth > 0 {
            match self.rest().find(['*', '/']) {
                None => {
                    self.at = self.text.len();
                    return self.unclosed_comment(outermost, inner);
                }
                Some(offset) => {
                    self.at += offset;
                    if self.rest().starts_with("/*") {
                        inner = Some(self.at);
                        depth += 1;
                        self.at += 2;
                    } else if self.rest().starts_with("*/") {
                        depth -= 1;
                        self.at += 2;
                    } else {
                        self.at += 1;
                    }
                }
            }
        }
    }

    fn unclosed_comment(&mut self, outermost: usize, inner: Option<usize>) {
        let span = self.span(outermost, outermost + 2);
        let mut diagnostic = Diagnostic::new(Code::UnclosedComment, span, "this comment is never closed")
            .label("opened here")
            .hint("close it with `*/`; comments nest, so each `/*` needs a `*/` of its own");
        if let Some(inner) = inner {
            diagnostic = diagnostic.other(self.span(inner, inner + 2), "a comment inside it, opened here");
        }
        self.diagnostics.add(diagnostic);
    }

    fn line_comment(&mut self) {
        loop {
            let Some(length) = self.rest().find('\n') else {
                self.at = self.text.len();
                return;
            };
            let line = self.rest()[..length].trim_end_matches('\r');
            self.at += length;
            if !line.ends_with('\\') {
                return;
            }
            let backslash = self.at - length + line.len() - 1;
            self.diagnostics.add(
                Diagnostic::new(
                    Code::ContinuedComment,
                    self.span(backslash, backslash + 1),
                    "this `\\` continues the comment onto the next line",
                )
                .label("the next line is part of the comment")
                .hint("use `/* ... */`, or remove the `\\`"),
            );
            self.at += 1;
        }
    }

    /// Takes the longest run of characters that satisfy the predicate.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn word(&mut self) -> Token {
        let text = self.take_while(|c| is_word_character(c) || c.is_alphabetic());
        if !text.is_ascii() {
            return Token::Bad(BadText::Name(text.into()));
        }
        Token::reserved_word(text).unwrap_or_else(|| Token::Name(text.into()))
    }

    fn number(&mut self) -> Token {
        let text = self.take_while(is_word_character);
        if text.bytes().any(|byte| !byte.is_ascii_digit()) {
            return Token::Bad(BadText::Number(text.into()));
        }
        text.parse().map(Token::Number).unwrap_or_else(|_| Token::Bad(BadText::TooLarge(text.into())))
    }

    fn quoted(&mut self) -> Token {
        self.at += 1;
        let text = self.take_while(|c| c != '"' && c != '\n');
        if self.rest().starts_with('"') {
            self.at += 1;
            Token::Text(text.into())
        } else {
            Token::Bad(BadText::OpenText)
        }
    }

    fn bad_characters(&mut self) -> Token {
        let text = self.take_while(|c| {
            !is_word_character(c)
                && !c.is_alphabetic()
                && !c.is_whitespace()
                && c != '"'
                && c != '→'
                && Token::symbol(c.encode_utf8(&mut [0; 4])).is_none()
        });
        Token::Bad(BadText::Characters(text.into()))
    }
}

fn is_word_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The length of the `\` and the end of line that `text` starts with; 0 if it does not.
fn continuation(text: &str) -> usize {
    ["\\\n", "\\\r\n"].iter().find(|end| text.starts_with(**end)).map_or(0, |end| end.len())
}
