//! Declarations and definitions: what a specification is a list of.

use super::statement::{Piece, body, empty_statement, missing_separator, skip_balanced};
use super::*;
use crate::ast::{
    Claim, Declaration, InitialMessage, Item, Monitor, MonitorKind, Procedure, Process, Property, QsetDeclaration,
    QueueDeclaration, VariableDeclaration,
};
use expression::{expression, formula};

/// What the top level is a sequence of.
#[derive(Clone)]
enum TopLevel {
    Item(Item, Span),
    Separator(Span),
    Unreadable,
}

pub(super) fn specification<'t>() -> impl Parser<'t, Input<'t>, Specification, Extra<'t>> {
    let item = item()
        .map_with(|item, e| TopLevel::Item(item, here(e)))
        .recover_with(via_parser(skip_item().to(TopLevel::Unreadable)));
    choice((item, separator().map(TopLevel::Separator)))
        .repeated()
        .collect::<Vec<_>>()
        .map_with(check_items)
        .then_ignore(end())
}

/// Keeps the items; complains about declarations without their `;` and about a `;` elsewhere.
fn check_items<'t>(pieces: Vec<TopLevel>, e: &mut Reading<'t, '_>) -> Specification {
    let mut items = Vec::new();
    let mut open: Option<Piece> = None;
    let mut after_unreadable = false;
    for piece in pieces {
        match piece {
            TopLevel::Separator(span) => {
                if open.take().is_none() && !after_unreadable {
                    let diagnostic = empty_statement(span)
                        .label("an empty declaration")
                        .hint("remove it; only declarations end with `;`");
                    complain(e, diagnostic);
                }
                after_unreadable = false;
            }
            TopLevel::Unreadable => after_unreadable = true,
            TopLevel::Item(item, span) => {
                if let Some(before) = open.take() {
                    complain(e, missing_separator(&before, span));
                }
                if let Item::Declaration(declaration) = &item {
                    open = Some(Piece::Declaration(declaration.clone(), span));
                }
                after_unreadable = false;
                items.push(item);
            }
        }
    }
    if let Some(before) = open {
        let end = e.state().end;
        complain(e, missing_separator(&before, end));
    }
    Specification { items }
}

fn item<'t>() -> impl Reads<'t, Item> {
    let process = just(Token::Proc)
        .ignore_then(name("the name of a process"))
        .then(in_brackets("`[` and a number of processes").or_not())
        .then(header_declarations())
        .then(body())
        .map(|(((name, instances), header), mut body)| {
            body.declarations.splice(0..0, header);
            Item::Process(Process { name, instances, body })
        });
    let procedure = name("the name of a procedure")
        .then(
            comma_list(name("the name of a parameter"), Token::OpenParen, Token::CloseParen)
                .labelled("`(` and the parameters of a procedure"),
        )
        .then(header_declarations())
        .then(body())
        .map(|(((name, parameters), parameter_declarations), body)| {
            Item::Procedure(Procedure { name, parameters, parameter_declarations, body })
        });
    let monitor = select! { Token::Assert => MonitorKind::Assert, Token::Error => MonitorKind::Error }
        .map_with(|kind, e| (kind, here(e)))
        .then(body())
        .map(|((kind, keyword), body)| Item::Monitor(Monitor { kind, keyword, body }));
    let never = contextual("never")
        .map_with(|_, e| here(e))
        .then(body())
        .map(|(keyword, body)| Item::Never(Claim { keyword, body }));
    let in_braces = |inner| Parser::delimited_by(inner, just(Token::OpenBrace), just(Token::CloseBrace));
    let property = |word, what, formula| {
        let named = contextual(word).ignore_then(name(what)).then(in_braces(formula));
        named.map(|(name, formula)| Property { name, formula })
    };
    let invariant = property("invariant", "the name of an invariant", expression().boxed()).map(Item::Invariant);
    let guide = property("guide", "the name of a guide", expression().boxed()).map(Item::Guide);
    let ltl = property("ltl", "the name of a formula", formula().boxed()).map(Item::Ltl);
    let definition = choice((process, monitor, never, invariant, guide, ltl));
    choice((definition, declaration().map(Item::Declaration), procedure))
        .labelled("a declaration or a definition")
        .boxed()
}

/// Declarations between the head of a definition and its `{`.
fn header_declarations<'t>() -> impl Reads<'t, Vec<Declaration>> {
    let ended = declaration().map_with(|declaration, e| (declaration, here(e))).then(separator().or_not());
    ended
        .map_with(|((declaration, span), separator), e| {
            if separator.is_none() {
                complain(e, missing_separator(&Piece::Declaration(declaration.clone(), span), span.after()));
            }
            declaration
        })
        .repeated()
        .collect::<Vec<_>>()
        .labelled("`{`")
}

/// A declaration without the `;` that ends it.
pub(super) fn declaration<'t>() -> impl Reads<'t, Declaration> {
    let before_name = || name("a name").rewind();
    let pvar = just(Token::Pvar).ignored().or(contextual("var").then_ignore(before_name()));
    let queue = just(Token::Queue).ignored().or(contextual("channel").then_ignore(before_name()));
    choice((
        pvar.ignore_then(variable().separated_by(just(Token::Comma).labelled("`,`")).at_least(1).collect())
            .map(Declaration::Variables),
        queue
            .ignore_then(queue_declaration().separated_by(just(Token::Comma).labelled("`,`")).at_least(1).collect())
            .map(Declaration::Queues),
        just(Token::Qset).ignore_then(qset()).map(Declaration::Qset),
    ))
}

/// `[size]`; one that cannot be read is skipped as a whole.
fn in_brackets<'t>(what: &'static str) -> impl Reads<'t, Expr> {
    let unreadable = skip_balanced(|_, _| false)
        .or_not()
        .delimited_by(just(Token::OpenBracket), just(Token::CloseBracket))
        .map_with(|_, e| Expr { kind: crate::ast::ExprKind::Number(1), span: here(e) });
    expression()
        .delimited_by(just(Token::OpenBracket).labelled(what), just(Token::CloseBracket))
        .recover_with(via_parser(unreadable))
}

fn variable<'t>() -> impl Reads<'t, VariableDeclaration> {
    let length = in_brackets("`[` and a number of elements");
    name("the name of a variable")
        .then(length.or_not())
        .then(just(Token::Assign).labelled("`=` and an initial value").ignore_then(expression()).or_not())
        .map(|((name, length), initial)| VariableDeclaration { name, length, initial })
}

fn queue_declaration<'t>() -> impl Reads<'t, QueueDeclaration> {
    let size = in_brackets("`[` and a capacity");
    let message = name("the name of a message")
        .then(expression().delimited_by(just(Token::OpenParen), just(Token::CloseParen)).or_not())
        .map(|(message, value)| InitialMessage { message, value });
    let contents = comma_list(message, Token::OpenBrace, Token::CloseBrace);
    name("the name of a queue")
        .then(size.repeated().collect::<Vec<Expr>>())
        .then(just(Token::Assign).labelled("`=` and initial contents").ignore_then(contents).or_not())
        .map_with(|((name, mut sizes), initial), e| {
            if sizes.is_empty() || sizes.len() > 2 {
                let message = match sizes.len() {
                    0 => format!("queue `{name}` has no capacity"),
                    _ => format!("queue `{name}` has too many dimensions"),
                };
                let diagnostic = Diagnostic::new(Code::QueueShape, name.span, message).hint(format!(
                    "write `queue {name}[2]` for 2 slots, `queue {name}[4][2]` for an array of 4 such queues"
                ));
                complain(e, diagnostic);
                sizes.truncate(2);
            }
            let nothing = || Expr { kind: crate::ast::ExprKind::Number(1), span: name.span };
            let capacity = sizes.pop().unwrap_or_else(nothing);
            QueueDeclaration { length: sizes.pop(), capacity, initial: initial.unwrap_or_default(), name }
        })
}

fn qset<'t>() -> impl Reads<'t, QsetDeclaration> {
    let messages =
        name("the name of a message").separated_by(just(Token::Comma).labelled("`,`")).at_least(1).collect::<Vec<_>>();
    let binding = name("the name of a queue")
        .then_ignore(just(Token::Colon).labelled("`:` and the names of messages"))
        .then(messages)
        .delimited_by(
            just(Token::OpenBrace).labelled("`{` and the names of a queue and its messages"),
            just(Token::CloseBrace),
        );
    name("the name of a qset").then(binding).map(|(name, (queue, messages))| QsetDeclaration { name, queue, messages })
}

/// Skips what is no item: up to the next word that starts one, or past a block in braces.
fn skip_item<'t>() -> impl Reads<'t, ()> {
    let starts = [Token::Proc, Token::Assert, Token::Error, Token::Pvar, Token::Queue, Token::Qset];
    let starts_item = one_of(starts.clone()).ignored();
    let rest = skip_balanced(move |token, closed_block| {
        closed_block || matches!(token, Token::Semicolon | Token::Arrow) || starts.contains(token)
    });
    choice((starts_item.then(rest.clone().or_not()).ignored(), rest))
}
