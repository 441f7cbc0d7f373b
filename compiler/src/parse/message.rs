//! What chumsky found wrong, in the words of the language.

use super::*;
use chumsky::error::{RichPattern, RichReason};

/// The diagnostic for a parse error.
pub(super) fn diagnostic(error: Error<'_>, places: &Places) -> Diagnostic {
    let span = places.span(*error.span());
    let (expected, found) = match error.into_reason() {
        RichReason::Custom(diagnostic) => return diagnostic,
        RichReason::ExpectedFound { expected, found } => (expected, found.map(|token| token.into_inner())),
    };
    let expected = expectations(&expected);
    let found_text = found.as_ref().map_or("the end of the file".into(), |token| token.to_string());
    let message = match expected.as_slice() {
        [] => format!("{found_text} does not belong here"),
        _ => format!("expected {}, found {found_text}", alternatives(&expected)),
    };
    let mut diagnostic = Diagnostic::new(Code::Syntax, span, message).label("unexpected");
    if let Some(token) = found {
        diagnostic = diagnostic.maybe_hint(hint(&token, &expected));
    }
    diagnostic
}

/// What was expected, each once; that an expression could also go on is said only where nothing else could come.
fn expectations(patterns: &[RichPattern<'_, Token>]) -> Vec<String> {
    let mut texts: Vec<String> = patterns
        .iter()
        .filter_map(|pattern| match pattern {
            RichPattern::Label(label) => Some(label.to_string()),
            RichPattern::Token(token) => Some(token.to_string()),
            RichPattern::EndOfInput => Some("the end of the file".into()),
            _ => None,
        })
        .collect();
    texts.sort_by_key(|text| (is_continuation(text), text.starts_with("the end of"), text.clone()));
    texts.dedup();
    if texts.iter().any(|text| !is_continuation(text)) {
        texts.retain(|text| !is_continuation(text));
    }
    texts
}

fn is_continuation(text: &str) -> bool {
    matches!(text, "an operator" | "an index" | "an assignment" | "`.`" | "`@`")
}

/// "a, b or c".
fn alternatives(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn hint(found: &Token, expected: &[String]) -> Option<String> {
    let wants_name = expected.iter().any(|text| text.starts_with("the name of") || text == "a name");
    let expects = |what: &str| expected.iter().any(|text| text == what);
    match found {
        Token::CloseBrace | Token::Od | Token::Fi if expects("a statement") => {
            Some("write `skip` for a statement that does nothing".into())
        }
        Token::Od | Token::Fi => None,
        Token::OpenBracket if expects("a statement") => Some("a tag stands right behind `::`".into()),
        Token::OpenBracket | Token::Diamond if expects("an expression") => {
            Some("temporal operators belong in `ltl name { formula }`".into())
        }
        Token::Equal | Token::NotEqual | Token::Less | Token::LessEqual | Token::Greater | Token::GreaterEqual
            if expects("`=` to assign") =>
        {
            Some("a condition stands in parentheses".into())
        }
        word if word.is_reserved_word() && wants_name => {
            Some(format!("{word} is a reserved word and cannot be a name"))
        }
        Token::Assign => Some("write `==` to compare two values".into()),
        Token::Number(_) if wants_name => Some("a name starts with a letter or `_`".into()),
        Token::Name(word) if ["else", "while", "for", "int", "return"].contains(&&**word) => {
            Some(format!("Argos has no `{word}`; `if` and `do` choose among options that start with `::`"))
        }
        _ => None,
    }
}
