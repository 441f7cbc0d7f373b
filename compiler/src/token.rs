//! The words and symbols of Argos.

use crate::source::{Name, Span};
use std::fmt;

/// Declares the fixed tokens with their spelling, so that lexer, parser and messages agree on it.
macro_rules! tokens {
    (words { $($word:ident $word_text:literal,)* } symbols { $($symbol:ident $symbol_text:literal,)* }) => {
        /// One token.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Token {
            /// An identifier that is not reserved.
            Name(Name),
            /// A decimal constant.
            Number(i32),
            /// The file name of an `#include`, or a string where none belongs.
            Text(Name),
            /// Characters that are no token; reported where they would be used.
            Bad(BadText),
            $($word,)*
            $($symbol,)*
        }

        impl Token {
            /// The reserved word of this spelling.
            pub fn reserved_word(text: &str) -> Option<Token> {
                match text {
                    $($word_text => Some(Token::$word),)*
                    _ => None,
                }
            }

            pub fn is_reserved_word(&self) -> bool {
                matches!(self, $(Token::$word)|*)
            }

            /// The longest symbol that `text` starts with.
            pub fn symbol(text: &str) -> Option<(Token, usize)> {
                const SYMBOLS: &[(&str, Token)] = &[$(($symbol_text, Token::$symbol)),*];
                SYMBOLS
                    .iter()
                    .filter(|(spelling, _)| text.starts_with(spelling))
                    .max_by_key(|(spelling, _)| spelling.len())
                    .map(|(spelling, token)| (token.clone(), spelling.len()))
            }

            /// The text of a reserved word or a symbol.
            pub fn spelling(&self) -> Option<&'static str> {
                match self {
                    $(Token::$word => Some($word_text),)*
                    $(Token::$symbol => Some($symbol_text),)*
                    _ => None,
                }
            }
        }
    };
}

tokens! {
    words {
    Any "any", Assert "assert", Break "break", Default "default", Do "do", Error "error", Fi "fi", Goto "goto",
    If "if", Od "od", Proc "proc", Pvar "pvar", Qset "qset", Queue "queue", Skip "skip", Timeout "timeout",
    }
    symbols {
    OpenBrace "{", CloseBrace "}", OpenParen "(", CloseParen ")", OpenBracket "[", CloseBracket "]",
    Semicolon ";", Arrow "->", Comma ",", Colon ":", DoubleColon "::", Query "?", Bang "!", Dot ".", At "@",
    Assign "=", PlusAssign "+=", MinusAssign "-=", TimesAssign "*=", DivideAssign "/=", RemainderAssign "%=",
    Increment "++", Decrement "--",
    Or "||", And "&&", Equal "==", NotEqual "!=", Less "<", LessEqual "<=", Greater ">", GreaterEqual ">=",
    Plus "+", Minus "-", Times "*", Divide "/", Remainder "%",
    Diamond "<>", Equivalent "<->", Hash "#", Paste "##",
    }
}

/// Why some characters are no token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadText {
    /// A run of characters that start no token.
    Characters(Name),
    /// A word with letters that names cannot have.
    Name(Name),
    /// Digits that go on with letters.
    Number(Name),
    /// A constant over 2147483647.
    TooLarge(Name),
    /// A `"` without its partner on the line.
    OpenText,
    /// `*/` without `/*`.
    CommentEnd,
}

impl fmt::Display for Token {
    /// The token as a message names it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Name(name) => write!(f, "`{name}`"),
            Token::Number(number) => write!(f, "`{number}`"),
            Token::Text(text) => write!(f, "`\"{text}\"`"),
            Token::Bad(_) => write!(f, "unreadable text"),
            fixed => write!(f, "`{}`", fixed.spelling().unwrap_or_default()),
        }
    }
}

/// A token with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Spanned {
    pub token: Token,
    pub span: Span,
}
