//! Macro expansion.
//!
//! A token remembers the chain of expansions it came through ([`Span::expansion`]). A macro is not expanded in a token
//! that came through it already, so expansion ends; what it may still do is grow exponentially, or pass through very many
//! macros, and both are cut off with a diagnostic.

use super::*;
use crate::source::{Expansion, ExpansionId};

/// Tokens that macros may produce in one compilation.
const MAX_PRODUCED: usize = 4_000_000;
/// Macros that a token may come through, and macro calls that may be nested in arguments.
const MAX_DEPTH: usize = 200;

impl Preprocessor<'_> {
    /// Appends `input` with all macros expanded to `output`. Text that is no token is reported and left out.
    pub(super) fn expand(&mut self, mut input: Vec<Spanned>, output: &mut Vec<Spanned>, depth: usize) {
        input.reverse();
        let mut pending = input;
        // Nothing is made of the tokens once the expansion was given up.
        while let Some(spanned) = pending.pop().filter(|_| !self.runaway) {
            if !self.expand_one(&spanned, &mut pending, depth) {
                output.extend(self.readable(spanned));
            }
        }
    }

    /// If `spanned` is a macro's use: puts its expansion in front of what is pending, last token first. `false` if it is
    /// an ordinary token.
    fn expand_one(&mut self, spanned: &Spanned, pending: &mut Vec<Spanned>, depth: usize) -> bool {
        if self.runaway || self.macros.is_empty() {
            return false;
        }
        let name: Name = match &spanned.token {
            Token::Name(name) => name.clone(),
            word if word.is_reserved_word() => word.spelling().unwrap_or_default().into(),
            _ => return false,
        };
        let Some(parameter_count) = self.macros.get(&name).map(|found| found.parameters.as_ref().map(Vec::len)) else {
            return false;
        };
        let chain = self.sources.expansion_chain(spanned.span);
        if chain.take(MAX_DEPTH).any(|expansion| expansion.name == name) {
            return false;
        }
        let (arguments, use_span) = match parameter_count {
            None => (Vec::new(), spanned.span),
            Some(count) => {
                if pending.last().is_none_or(|next| next.token != Token::OpenParen) {
                    return false;
                }
                match self.arguments(&name, count, spanned.span, pending, depth) {
                    Some((arguments, close)) => (arguments, spanned.span.to(close)),
                    None => {
                        // What is good as a statement and as an expression.
                        let unknown = [Token::CloseParen, Token::Name(name), Token::OpenParen];
                        pending.extend(unknown.map(|token| Spanned { token, span: spanned.span }));
                        return true;
                    }
                }
            }
        };
        self.substitute(&name, &arguments, spanned.span, use_span, pending);
        true
    }

    /// Takes the arguments of a macro call off `pending` and expands each.
    fn arguments(
        &mut self,
        name: &Name,
        count: usize,
        use_span: Span,
        pending: &mut Vec<Spanned>,
        depth: usize,
    ) -> Option<(Vec<Vec<Spanned>>, Span)> {
        let definition = self.macros[name].definition;
        let complain = |message: String| {
            Diagnostic::new(Code::MacroCall, use_span, message).other(definition, format!("`{name}` is defined here"))
        };
        let open = pending.pop()?.span;
        let Some(close) = closing(pending) else {
            let diagnostic = complain(format!("the arguments of macro `{name}` are never closed"))
                .other(open, "opened here")
                .hint("close them with `)`; they cannot contain a directive");
            self.diagnostics.add(diagnostic);
            // They were probably meant to end with their statement.
            let ends_statement =
                |next: &Spanned| matches!(next.token, Token::Semicolon | Token::Arrow | Token::CloseBrace);
            pending.truncate(pending.iter().rposition(ends_statement).map_or(0, |end| end + 1));
            return None;
        };
        let close_span = pending[close].span;
        let mut tokens: Vec<Spanned> = pending.drain(close..).skip(1).collect();
        tokens.reverse();
        self.produced += tokens.len();
        let arguments = split_arguments(tokens, count);
        if arguments.len() != count {
            let given = arguments.len();
            self.diagnostics.add(complain(format!(
                "macro `{name}` takes {}, but {given} {} given",
                crate::diagnostic::count(count, "argument"),
                if given == 1 { "is" } else { "are" }
            )));
            return None;
        }
        if depth >= MAX_DEPTH || self.produced > MAX_PRODUCED {
            let hint = "use fewer macros in the arguments of macros";
            self.give_up(use_span, "macro calls are nested too deep in the arguments of others".into(), hint);
            return None;
        }
        let expand = |argument: Vec<Spanned>| {
            let mut output = Vec::new();
            self.expand(argument, &mut output, depth + 1);
            output
        };
        let expanded = arguments.into_iter().map(expand).collect();
        (!self.runaway).then_some((expanded, close_span))
    }

    /// Puts the body of a macro, with its arguments, in front of what is pending.
    fn substitute(
        &mut self,
        name: &Name,
        arguments: &[Vec<Spanned>],
        name_span: Span,
        use_span: Span,
        pending: &mut Vec<Spanned>,
    ) {
        let definition = self.macros[name].definition;
        let sources = &mut *self.sources;
        let mut through = |parent: Option<ExpansionId>| {
            Some(sources.add_expansion(Expansion { name: name.clone(), definition, parent }))
        };
        let body_span = Span { expansion: through(name_span.expansion), ..use_span };
        let mut argument_context = (None, body_span.expansion);
        if name_span.expansion.is_some() && !arguments.is_empty() {
            argument_context.1 = through(None);
        }
        let found = &self.macros[name];
        let start = pending.len();
        for spanned in &found.body {
            let text: Option<&str> = match &spanned.token {
                Token::Name(name) => Some(name),
                _ => None,
            };
            let parameter = found
                .parameters
                .as_ref()
                .zip(text)
                .and_then(|(names, text)| names.iter().position(|name| **name == *text));
            match parameter {
                None => pending.push(Spanned { token: spanned.token.clone(), span: body_span }),
                Some(at) => pending.extend(arguments[at].iter().map(|argument| {
                    if argument.span.expansion != argument_context.0 {
                        argument_context = (argument.span.expansion, through(argument.span.expansion));
                    }
                    Spanned {
                        token: argument.token.clone(),
                        span: Span { expansion: argument_context.1, ..argument.span },
                    }
                })),
            }
            if self.produced + (pending.len() - start) > MAX_PRODUCED {
                break;
            }
        }
        let produced = pending.len() - start;
        pending[start..].reverse();
        self.produced += produced;
        if self.produced > MAX_PRODUCED {
            let hint = "look for macros that use each other more than once";
            self.give_up(use_span, format!("macros expand to more than {MAX_PRODUCED} words and symbols"), hint);
        } else if self.sources.expansion_chain(body_span).nth(MAX_DEPTH).is_some() {
            let hint = "let macros use each other less deeply";
            self.give_up(use_span, format!("macros expand through more than {MAX_DEPTH} other macros"), hint);
        }
    }

    /// Stops all expansion for good.
    fn give_up(&mut self, span: Span, message: String, hint: &str) {
        self.runaway = true;
        self.diagnostics.add(
            Diagnostic::new(Code::RunawayExpansion, span, message).label("expansion was given up here").hint(hint),
        );
    }
}

/// The `)` that closes a `(` which stood before all that is pending (the next token is the last one).
fn closing(pending: &[Spanned]) -> Option<usize> {
    let mut nesting = 0usize;
    pending.iter().rposition(|next| match next.token {
        Token::CloseParen if nesting == 0 => true,
        Token::CloseParen => {
            nesting -= 1;
            false
        }
        _ => {
            nesting += usize::from(next.token == Token::OpenParen);
            false
        }
    })
}

/// Cuts at the commas outside of parentheses. No tokens are no argument, where none is wanted.
fn split_arguments(tokens: Vec<Spanned>, wanted: usize) -> Vec<Vec<Spanned>> {
    if tokens.is_empty() && wanted == 0 {
        return Vec::new();
    }
    let mut arguments = vec![Vec::new()];
    let mut nesting = 0usize;
    for spanned in tokens {
        match spanned.token {
            Token::Comma if nesting == 0 => {
                arguments.push(Vec::new());
                continue;
            }
            Token::OpenParen => nesting += 1,
            Token::CloseParen => nesting -= 1,
            _ => {}
        }
        arguments.last_mut().expect("starts with one").push(spanned);
    }
    arguments
}
