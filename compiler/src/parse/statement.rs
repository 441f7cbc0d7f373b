//! Statements and their sequences.
//!
//! A sequence is read as a mixture of declarations, statements and separators, and then checked for their order: so a
//! forgotten or doubled `;` is said as such and costs nothing that follows.

use super::*;
use crate::ast::{BinaryOp, Body, Declaration, ExprKind, Place, QueueRef, Reception, Statement, StatementKind, Tag};
use argos_runtime::protocol::Likelihood;
use chumsky::input::InputRef;
use expression::{assignment_operator, expression, index, step_operator};

/// A piece of a sequence.
#[derive(Clone)]
pub(super) enum Piece {
    Declaration(Declaration, Span),
    Statement(Statement),
    Separator(Span),
    /// A `::` outside of `if` and `do`.
    Option(Span),
}

/// `{ local declarations statements }`.
pub(super) fn body<'t>() -> impl Reads<'t, Body> {
    let declaration = item::declaration().map_with(|declaration, e| Piece::Declaration(declaration, here(e)));
    let statement = statement().map(Piece::Statement);
    let stray = just(Token::DoubleColon).map_with(|_, e| Piece::Option(here(e)));
    let piece = choice((declaration, statement)).recover_with(via_parser(skip_statement().map(Piece::Statement)));
    choice((piece, separator().map(Piece::Separator), stray))
        .repeated()
        .collect::<Vec<Piece>>()
        .delimited_by(just(Token::OpenBrace).labelled("`{`"), just(Token::CloseBrace).labelled("`}`"))
        .map_with(|pieces, e| check_body(pieces, e))
        .boxed()
}

fn statement<'t>() -> impl Reads<'t, Statement> {
    recursive(|statement| {
        let pieces = {
            let readable = statement.recover_with(via_parser(skip_statement()));
            choice((readable.map(Piece::Statement), separator().map(Piece::Separator)))
                .repeated()
                .collect::<Vec<Piece>>()
        };
        let colon = just(Token::Colon).labelled("`:` after a label");
        let labels = name("a statement").then_ignore(colon).repeated().collect::<Vec<Ident>>();
        let kind = choice((
            block(Token::Do, Token::Od, pieces.clone()).map(StatementKind::Do),
            block(Token::If, Token::Fi, pieces).map(StatementKind::If),
            just(Token::Break).to(StatementKind::Break),
            just(Token::Skip).to(StatementKind::Skip),
            just(Token::Goto).ignore_then(name("the name of a label")).map(StatementKind::Goto),
            just(Token::Assert).ignore_then(condition()).map(StatementKind::Assert),
            condition().map(StatementKind::Condition),
            named(),
        ))
        .labelled("a statement");
        labels
            .then(kind.map_with(|kind, e| (kind, here(e), position(e))))
            .map(|(labels, (kind, span, position))| Statement { tag: None, labels, kind, span, position })
    })
    .labelled("a statement")
    .boxed()
}

/// An expression that starts with `(` or `!`.
fn condition<'t>() -> impl Reads<'t, Expr> {
    one_of([Token::OpenParen, Token::Bang]).labelled("a condition in parentheses").rewind().ignore_then(expression())
}

/// What may follow the name that a statement starts with.
#[derive(Clone)]
enum Rest {
    Send(Ident, Option<Expr>),
    Receive(Reception, Option<Expr>),
    Assign(Option<BinaryOp>, Expr),
}

/// A statement that starts with a name: send, receive, assignment, call.
fn named<'t>() -> impl Reads<'t, StatementKind> {
    let in_parentheses = || expression().delimited_by(just(Token::OpenParen), just(Token::CloseParen));
    let message = || name("the name of a message");
    let send = just(Token::Bang)
        .labelled("`!` to send")
        .ignore_then(message().then(in_parentheses().or_not()))
        .map(|(message, value)| Rest::Send(message, value));
    let reception = choice((
        message().map(Reception::Message),
        one_of([Token::Default, Token::Any]).to(Reception::Default).labelled("`default`"),
        just(Token::Timeout).to(Reception::Timeout).labelled("`timeout`"),
    ));
    let receive = just(Token::Query)
        .labelled("`?` to receive")
        .ignore_then(reception.then(in_parentheses().or_not()))
        .map(|(what, target)| Rest::Receive(what, target));
    let step = step_operator().map_with(|operator, e| {
        let one = Expr { kind: ExprKind::Number(1), span: here(e) };
        Rest::Assign(Some(operator), one)
    });
    let assign = assignment_operator().then(expression()).map(|(operator, value)| Rest::Assign(operator, value));
    let call = name("a statement")
        .then(comma_list(expression(), Token::OpenParen, Token::CloseParen).labelled("`(` to call a procedure"))
        .map(|(procedure, arguments)| StatementKind::Call { procedure, arguments });
    let action = name("a statement")
        .then(index(expression()).or_not())
        .then(choice((send, receive, step.or(assign).labelled("`=` to assign"))))
        .map_with(|((name, index), rest), e| match rest {
            Rest::Send(message, value) => StatementKind::Send { queue: QueueRef { name, index }, message, value },
            Rest::Receive(what, target) => {
                let target = target.and_then(|target| receive_target(target, e));
                StatementKind::Receive { queue: QueueRef { name, index }, what, target }
            }
            Rest::Assign(operator, value) => StatementKind::Assign { target: Place { name, index }, operator, value },
        });
    choice((call, action))
}

/// The variable that a received value goes to.
fn receive_target<'t>(target: Expr, e: &mut Reading<'t, '_>) -> Option<Place> {
    match target.kind {
        ExprKind::Name(name) => Some(Place { name: Ident { name, span: target.span }, index: None }),
        ExprKind::Element(name, index) => Some(Place { name, index: Some(index) }),
        _ => {
            let diagnostic = Diagnostic::new(Code::NotAVariable, target.span, "a received value must go to a variable")
                .label("not a variable")
                .hint("receive into a variable, then compare: `q?m(v); (v == ...)`");
            complain(e, diagnostic);
            None
        }
    }
}

/// `do` or `if` with its options.
fn block<'t>(open: Token, close: Token, pieces: impl Reads<'t, Vec<Piece>>) -> impl Reads<'t, Vec<Vec<Statement>>> {
    let keyword = open.clone();
    let option = just(Token::DoubleColon)
        .map_with(|_, e| here(e))
        .then(tag().or_not())
        .then(pieces.clone())
        .map_with(|((start, tag), pieces), e| check_option(start, tag.flatten(), pieces, e))
        .labelled("`::`");
    just(open)
        .map_with(|_, e| here(e))
        .then(pieces)
        .then(option.repeated().collect::<Vec<_>>())
        .then_ignore(just(close))
        .map_with(move |((start, before), options), e| {
            let only_a_separator = matches!(before.as_slice(), [] | [Piece::Separator(_)]);
            if !only_a_separator || options.is_empty() {
                let place = before.iter().map(piece_span).reduce(Span::to).unwrap_or_else(|| {
                    let whole = here(e);
                    Span { start: start.end, ..whole }
                });
                let diagnostic =
                    Diagnostic::new(Code::Syntax, place, format!("expected `::` to start an option of {keyword}"))
                        .other(start, format!("this {keyword}"))
                        .hint("each option starts with `::`; its first statement decides when it can be taken");
                complain(e, diagnostic);
            }
            options
        })
}

/// Whatever stands in brackets behind `::`; `None` if that is no tag.
fn tag<'t>() -> impl Reads<'t, Option<Tag>> {
    let word = select! {
        Token::Name(name) if &*name == "likely" => Likelihood::Likely,
        Token::Name(name) if &*name == "unlikely" => Likelihood::Unlikely,
    };
    let other = skip_balanced(|_, _| false).or_not();
    // A statement could stand here as well, so that is what is missing if there is neither.
    let open = || just(Token::OpenBracket).labelled("a statement");
    let close = || just(Token::CloseBracket);
    let known = word.delimited_by(open(), close()).map(Some);
    known.or(other.delimited_by(open(), close()).to(None)).map_with(|likelihood, e| {
        let span = here(e);
        if likelihood.is_none() {
            complain(
                e,
                Diagnostic::new(Code::UnknownTag, span, "this is no tag").hint("write `[likely]` or `[unlikely]`"),
            );
        }
        likelihood.map(|likelihood| Tag { likelihood, span })
    })
}

/// Skips what is no statement: up to the next separator, option or end of block. The tokens are balanced, so inner blocks
/// are skipped as a whole.
fn skip_statement<'t>() -> impl Reads<'t, Statement> {
    let stops = [
        Token::Semicolon,
        Token::Arrow,
        Token::DoubleColon,
        Token::Od,
        Token::Fi,
        Token::CloseBrace,
        Token::CloseParen,
        Token::CloseBracket,
    ];
    skip_balanced(move |token, _| stops.contains(token)).map_with(|_, e| Statement {
        tag: None,
        labels: Vec::new(),
        kind: StatementKind::Unreadable,
        span: here(e),
        position: position(e),
    })
}

/// Skips at least one token, up to one that satisfies `stop` outside of inner blocks. `stop` is also told whether a `}`
/// has just closed a block.
pub(super) fn skip_balanced<'t>(stop: impl Fn(&Token, bool) -> bool + Clone + 't) -> impl Reads<'t, ()> {
    custom(move |input: &mut InputRef<'t, '_, Input<'t>, Extra<'t>>| {
        let start = input.cursor();
        let mut depth = 0usize;
        let mut closed_brace = false;
        let mut skipped = 0usize;
        while let Some(token) = input.peek_ref() {
            let closes =
                matches!(token, Token::CloseBrace | Token::CloseParen | Token::CloseBracket | Token::Od | Token::Fi);
            if depth == 0 && (stop(token, closed_brace) || closes) {
                break;
            }
            let opens =
                matches!(token, Token::OpenBrace | Token::OpenParen | Token::OpenBracket | Token::Do | Token::If);
            depth = if opens { depth + 1 } else { depth - usize::from(closes) };
            closed_brace = depth == 0 && *token == Token::CloseBrace;
            skipped += 1;
            input.skip();
        }
        if skipped == 0 {
            let span = input.span_since(&start);
            let place = input.state().span(span);
            return Err(Rich::custom(span, Diagnostic::new(Code::Syntax, place, "there is nothing to skip")));
        }
        Ok(())
    })
}

fn piece_span(piece: &Piece) -> Span {
    match piece {
        Piece::Declaration(_, span) | Piece::Separator(span) | Piece::Option(span) => *span,
        Piece::Statement(statement) => {
            statement.labels.first().map_or(statement.span, |label| label.span.to(statement.span))
        }
    }
}

/// One option: a sequence of at least one statement.
fn check_option<'t>(start: Span, tag: Option<Tag>, pieces: Vec<Piece>, e: &mut Reading<'t, '_>) -> Vec<Statement> {
    let mut statements = check_sequence(pieces, e).statements;
    if let Some(first) = statements.first_mut() {
        first.tag = tag;
    } else {
        let diagnostic = Diagnostic::new(Code::EmptyStatement, start, "this option is empty")
            .label("expected a statement after `::`")
            .hint("write `skip` for an option that does nothing");
        complain(e, diagnostic);
    }
    statements
}

fn check_body<'t>(pieces: Vec<Piece>, e: &mut Reading<'t, '_>) -> Body {
    for piece in &pieces {
        if let Piece::Option(span) = piece {
            let diagnostic = Diagnostic::new(Code::Syntax, *span, "this `::` is not inside an `if` or `do`")
                .hint("options stand between `if` and `fi`, or `do` and `od`");
            complain(e, diagnostic);
        }
    }
    check_sequence(pieces, e)
}

/// Declarations first, each ended by a separator; then statements with one separator between each two. A separator
/// before the end means nothing.
fn check_sequence<'t>(pieces: Vec<Piece>, e: &mut Reading<'t, '_>) -> Body {
    let mut body = Body { declarations: Vec::new(), statements: Vec::new() };
    let mut previous: Option<Piece> = None;
    let last = pieces.len().saturating_sub(1);
    for (at, piece) in pieces.into_iter().enumerate() {
        let span = piece_span(&piece);
        match (&previous, &piece) {
            (None | Some(Piece::Separator(_)), Piece::Separator(_)) if at < last || previous.is_some() => {
                complain(e, empty_statement(span));
            }
            (
                Some(before @ (Piece::Statement(_) | Piece::Declaration(..))),
                Piece::Statement(_) | Piece::Declaration(..),
            ) => {
                complain(e, missing_separator(before, span));
            }
            (Some(before @ Piece::Declaration(..)), _) if at == last && !matches!(piece, Piece::Separator(_)) => {
                complain(e, missing_separator(before, span));
            }
            _ => {}
        }
        match piece.clone() {
            Piece::Declaration(declaration, span) => {
                if let Some(first) = body.statements.first() {
                    complain(e, late_declaration(span, first.span));
                }
                body.declarations.push(declaration);
            }
            Piece::Statement(statement) => body.statements.push(statement),
            Piece::Separator(_) | Piece::Option(_) => {}
        }
        previous = Some(piece);
    }
    if let Some(before @ Piece::Declaration(..)) = &previous {
        complain(e, missing_separator(before, piece_span(before).after()));
    }
    body
}

pub(super) fn empty_statement(span: Span) -> Diagnostic {
    Diagnostic::new(Code::EmptyStatement, span, "nothing stands before this separator")
        .label("an empty statement")
        .hint("remove it, or write `skip` for a statement that does nothing")
}

pub(super) fn missing_separator(before: &Piece, next: Span) -> Diagnostic {
    let place = piece_span(before);
    match before {
        Piece::Declaration(..) => {
            Diagnostic::new(Code::MissingSeparator, place.after(), "expected `;` to end this declaration")
                .other(place, "the declaration")
        }
        _ => Diagnostic::new(Code::MissingSeparator, next, "expected `;` or `->` before this statement")
            .label("a new statement")
            .other(place, "the statement before it ends here")
            .hint("statements are separated by `;` or `->`"),
    }
}

fn late_declaration(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::LateDeclaration, span, "declarations come before the first statement")
        .label("this declaration is too late")
        .other(first, "the first statement")
        .hint("move the declaration to the start of the body")
}
