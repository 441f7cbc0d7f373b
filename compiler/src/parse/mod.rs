//! Tokens to the tree as written, with chumsky; the only place that knows chumsky.
//!
//! Goes in: balanced tokens. Comes out: the tree, and a diagnostic for each thing that could not be read. After a mistake
//! the parser goes on at the next statement, option or definition, so one run reports many independent mistakes. Mistakes
//! that people make often (a forgotten `;`, `=` in a condition) are productions of the grammar with a message of their
//! own; for the rest, each place in the grammar is labelled with what belongs there, in the words of the language.
//!
//! The parser sees token numbers; [`Places`] turns them into spans.

mod expression;
mod item;
mod message;
mod statement;

use crate::ast::{Expr, Ident, Specification};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::token::{Spanned, Token};
use chumsky::extra::SimpleState;
use chumsky::input::MapExtra;
use chumsky::prelude::*;

/// Reads a whole specification.
pub fn parse(tokens: Vec<Spanned>, diagnostics: &mut Diagnostics) -> Specification {
    let Some(last) = tokens.last() else { return Specification::default() };
    let end = last.span.after();
    let (kinds, places) = split(tokens, end);
    let (tree, errors) =
        item::specification().parse_with_state(&kinds, &mut SimpleState(places.clone())).into_output_errors();
    for error in errors {
        diagnostics.add(message::diagnostic(error, &places));
    }
    tree.unwrap_or_default()
}

/// Reads one expression, as in `#if`; `end` is the place behind the last token.
pub fn parse_expression(tokens: &[Spanned], end: Span) -> Result<Expr, Box<Diagnostic>> {
    let mut problems = Diagnostics::default();
    let tokens = crate::balance::balance(tokens.to_vec(), &mut problems);
    if let Some(problem) = problems.iter().next() {
        return Err(Box::new(problem.clone()));
    }
    let (kinds, places) = split(tokens, end);
    let parser = expression::expression().then_ignore(chumsky::prelude::end());
    let result = parser.parse_with_state(&kinds, &mut SimpleState(places.clone())).into_result();
    result.map_err(|mut errors| Box::new(message::diagnostic(errors.swap_remove(0), &places)))
}

fn split(tokens: Vec<Spanned>, end: Span) -> (Vec<Token>, Places) {
    let (kinds, spans) = tokens.into_iter().map(|spanned| (spanned.token, spanned.span)).unzip();
    (kinds, Places { spans, end })
}

type Input<'t> = &'t [Token];
type Error<'t> = Rich<'t, Token, SimpleSpan, Diagnostic>;
type Extra<'t> = extra::Full<Error<'t>, SimpleState<Places>, ()>;

/// What a parser's action can ask: where it is, what is wrong.
type Reading<'t, 'p> = MapExtra<'t, 'p, Input<'t>, Extra<'t>>;

/// A parser of a `T`. (The name of chumsky's trait is too long to be written with all its parameters each time.)
trait Reads<'t, T>: Parser<'t, Input<'t>, T, Extra<'t>> + Clone + 't {}
impl<'t, T, P: Parser<'t, Input<'t>, T, Extra<'t>> + Clone + 't> Reads<'t, T> for P {}

/// The spans of the tokens, by number.
#[derive(Clone)]
struct Places {
    spans: Vec<Span>,
    end: Span,
}

impl Places {
    /// The text of a range of tokens.
    fn span(&self, range: SimpleSpan) -> Span {
        match (self.spans.get(range.start), range.end.checked_sub(1).and_then(|last| self.spans.get(last))) {
            (Some(first), Some(last)) if range.start < range.end => first.to(*last),
            (Some(next), _) => next.before(),
            (None, _) => self.end,
        }
    }
}

/// The text that the parser at hand has read.
fn here(extra: &mut Reading<'_, '_>) -> Span {
    let range = extra.span();
    extra.state().span(range)
}

/// The number of the first token that the parser at hand has read.
fn position(extra: &mut Reading<'_, '_>) -> u32 {
    extra.span().start as u32
}

/// Reports a mistake and goes on.
fn complain(extra: &mut Reading<'_, '_>, diagnostic: Diagnostic) {
    let range = extra.span();
    extra.emit(Rich::custom(range, diagnostic));
}

/// A name; `what` says of what.
fn name<'t>(what: &'static str) -> impl Reads<'t, Ident> {
    select! { Token::Name(name) => name }.map_with(|name, e| Ident { name, span: here(e) }).labelled(what)
}

/// A contextual word: an ordinary name that means something at this place.
fn contextual<'t>(word: &'static str) -> impl Reads<'t, ()> {
    select! { Token::Name(name) if &*name == word => () }
}

/// `;`, `->` and `→` are the same.
fn separator<'t>() -> impl Reads<'t, Span> {
    one_of([Token::Semicolon, Token::Arrow]).map_with(|_, e| here(e)).labelled("`;` or `->`")
}

/// A list in `open` and `close`, separated by commas.
fn comma_list<'t, T: 't>(item: impl Reads<'t, T>, open: Token, close: Token) -> impl Reads<'t, Vec<T>> {
    item.separated_by(just(Token::Comma)).collect().delimited_by(just(open), just(close))
}
