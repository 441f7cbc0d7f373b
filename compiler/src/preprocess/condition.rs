//! The expression of `#if` and `#elif`: the expressions of the language, plus `defined NAME`; a name that is no macro is 0.

use super::*;
use crate::constant;
use crate::parse;

impl Preprocessor<'_> {
    /// The truth of the expression in `tokens`; `false`, with a complaint, if it has none. `end` is the end of the line.
    pub(super) fn condition(&mut self, tokens: &[RawToken], end: Span) -> bool {
        let Some(input) = self.answer_defined(tokens) else { return false };
        let mut expanded = Vec::new();
        self.expand(input, &mut expanded, 0);
        for spanned in &mut expanded {
            if matches!(spanned.token, Token::Name(_)) {
                spanned.token = Token::Number(0);
            }
        }
        let complaint = match parse::parse_expression(&expanded, end) {
            Ok(expression) => match constant::evaluate(&expression, &|_, _| None) {
                Ok(value) => return value != 0,
                Err(problem) => Diagnostic::new(Code::BadCondition, problem.span, problem.message),
            },
            Err(diagnostic) => {
                let diagnostic = *diagnostic;
                let message = diagnostic.message.replace("the end of the file", "the end of the line");
                let hint = match diagnostic.code {
                    Code::AssignmentInExpression => Some("write `==` to compare".into()),
                    Code::CallInExpression => Some("`#if` knows constants, macros and `defined NAME`".into()),
                    _ => diagnostic.hint,
                };
                Diagnostic { code: Code::BadCondition, message, hint, ..diagnostic }
            }
        };
        self.diagnostics.add(complaint);
        false
    }

    /// Replaces `defined NAME` and `defined(NAME)` by 1 or 0, before macros are expanded.
    fn answer_defined(&mut self, tokens: &[RawToken]) -> Option<Vec<Spanned>> {
        let is_defined = |token: &RawToken| matches!(&token.token, Token::Name(name) if &**name == "defined");
        let mut output = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if !is_defined(token) {
                output.push(token.spanned());
                at += 1;
                continue;
            }
            let (name, length) = match &tokens[at + 1..] {
                [open, name, close, ..] if open.token == Token::OpenParen && close.token == Token::CloseParen => {
                    (name, 4)
                }
                [name, ..] if name.token != Token::OpenParen => (name, 2),
                _ => {
                    let diagnostic =
                        Diagnostic::new(Code::BadCondition, token.span, "expected the name of a macro after `defined`")
                            .hint("write `defined NAME` or `defined(NAME)`");
                    self.diagnostics.add(diagnostic);
                    return None;
                }
            };
            let known = self.macros.contains_key(self.sources.text(name.span));
            output.push(Spanned { token: Token::Number(known.into()), span: token.span.to(name.span) });
            at += length;
        }
        Some(output)
    }
}
