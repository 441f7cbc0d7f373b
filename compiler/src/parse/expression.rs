//! Expressions, with C's precedence, and the formulas of `ltl`.

use super::*;
use crate::ast::{BinaryOp, ExprKind, Place, QueueRef, QueueTest, TemporalOp, UnaryOp};
use chumsky::pratt::{infix, left, prefix, right};

/// Operators may be nested this deep in a tree: later stages are recursive.
const MAX_DEPTH: usize = 400;

/// An expression of processes, invariants and claims.
pub(super) fn expression<'t>() -> impl Reads<'t, Expr> {
    recursive(|expression| operators(atom(expression))).labelled("an expression").boxed()
}

/// A temporal formula. Binding, tightest first: the operators of expressions down to `==`; `[] <> X`; `U W R`; `&&`;
/// `||`; `->`; `<->`.
pub(super) fn formula<'t>() -> impl Reads<'t, Expr> {
    recursive(|formula| {
        let always = just(Token::OpenBracket).then(just(Token::CloseBracket)).ignored();
        let starts_operand = select! {
            Token::Name(_) => (), Token::Number(_) => (), Token::OpenParen => (), Token::Bang => (), Token::Diamond => (),
        };
        let next = contextual("X").then_ignore(starts_operand.or(always.clone()).rewind());
        let wrap = |make: fn(Box<Expr>) -> ExprKind| {
            move |_, operand: Expr, e: &mut Reading<'t, '_>| Expr {
                kind: make(Box::new(operand)),
                span: here(e),
            }
        };
        let temporal = |operator: TemporalOp| {
            move |left: Expr, _, right: Expr, e: &mut Reading<'t, '_>| Expr {
                kind: ExprKind::Temporal(operator, Box::new(left), Box::new(right)),
                span: here(e),
            }
        };
        // An `X` that can be the operator is not tried as a name: each level of nesting would be read twice.
        next.clone().not().ignore_then(atom(formula)).pratt((
            prefix(UnaryOp::PRECEDENCE, just(Token::Bang).labelled("an expression"), unary(UnaryOp::Not)),
            prefix(UnaryOp::PRECEDENCE, just(Token::Minus).labelled("an expression"), unary(UnaryOp::Negate)),
            infix(left(16), binary_operator(16), binary),
            infix(left(15), binary_operator(15), binary),
            infix(left(14), binary_operator(14), binary),
            infix(left(13), binary_operator(13), binary),
            prefix(12, always.labelled("an expression"), wrap(ExprKind::Always)),
            prefix(12, just(Token::Diamond).ignored().labelled("an expression"), wrap(ExprKind::Eventually)),
            prefix(12, next.labelled("an expression"), wrap(ExprKind::Next)),
            infix(right(11), contextual("U"), temporal(TemporalOp::Until)),
            infix(right(11), contextual("W"), temporal(TemporalOp::WeakUntil)),
            infix(right(11), contextual("R"), temporal(TemporalOp::Release)),
            infix(left(10), binary_operator(11), binary),
            infix(left(9), binary_operator(10), binary),
            infix(right(8), just(Token::Arrow).ignored(), temporal(TemporalOp::Implies)),
            infix(left(7), just(Token::Equivalent).ignored(), temporal(TemporalOp::Equivalent)),
        ))
        .map_with(limit_depth)
    })
    .labelled("an expression")
    .boxed()
}

fn operators<'t>(atom: impl Reads<'t, Expr>) -> impl Reads<'t, Expr> {
    atom.pratt((
        prefix(UnaryOp::PRECEDENCE, just(Token::Bang).labelled("an expression"), unary(UnaryOp::Not)),
        prefix(UnaryOp::PRECEDENCE, just(Token::Minus).labelled("an expression"), unary(UnaryOp::Negate)),
        infix(left(16), binary_operator(16), binary),
        infix(left(15), binary_operator(15), binary),
        infix(left(14), binary_operator(14), binary),
        infix(left(13), binary_operator(13), binary),
        infix(left(11), binary_operator(11), binary),
        infix(left(10), binary_operator(10), binary),
    ))
    .map_with(limit_depth)
}

fn unary<'t>(operator: UnaryOp) -> impl Fn(Token, Expr, &mut Reading<'t, '_>) -> Expr + Clone {
    move |_, operand, e| Expr { kind: ExprKind::Unary(operator, Box::new(operand)), span: here(e) }
}

fn binary<'t>(left: Expr, operator: BinaryOp, right: Expr, e: &mut Reading<'t, '_>) -> Expr {
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span: here(e) }
}

/// The binary operators of one precedence.
fn binary_operator<'t>(precedence: u16) -> impl Reads<'t, BinaryOp> {
    select! {
        Token::Or => BinaryOp::Or, Token::And => BinaryOp::And,
        Token::Equal => BinaryOp::Equal, Token::NotEqual => BinaryOp::NotEqual,
        Token::Less => BinaryOp::Less, Token::LessEqual => BinaryOp::LessEqual,
        Token::Greater => BinaryOp::Greater, Token::GreaterEqual => BinaryOp::GreaterEqual,
        Token::Plus => BinaryOp::Add, Token::Minus => BinaryOp::Subtract,
        Token::Times => BinaryOp::Multiply, Token::Divide => BinaryOp::Divide, Token::Remainder => BinaryOp::Remainder,
    }
    .filter(move |operator: &BinaryOp| operator.precedence() == precedence)
    .labelled("an operator")
}

/// The operator of `op=`, or none for `=`.
pub(super) fn assignment_operator<'t>() -> impl Reads<'t, Option<BinaryOp>> {
    select! {
        Token::Assign => None,
        Token::PlusAssign => Some(BinaryOp::Add),
        Token::MinusAssign => Some(BinaryOp::Subtract),
        Token::TimesAssign => Some(BinaryOp::Multiply),
        Token::DivideAssign => Some(BinaryOp::Divide),
        Token::RemainderAssign => Some(BinaryOp::Remainder),
    }
    .labelled("an assignment")
}

/// The operator of `++` or `--`.
pub(super) fn step_operator<'t>() -> impl Reads<'t, BinaryOp> {
    select! { Token::Increment => BinaryOp::Add, Token::Decrement => BinaryOp::Subtract }.labelled("an assignment")
}

/// `[index]`.
pub(super) fn index<'t>(expression: impl Reads<'t, Expr>) -> impl Reads<'t, Box<Expr>> {
    expression.map(Box::new).delimited_by(just(Token::OpenBracket).labelled("an index"), just(Token::CloseBracket))
}

/// `q` or `q[i]`.
fn queue_ref<'t>(expression: impl Reads<'t, Expr>) -> impl Reads<'t, QueueRef> {
    name("the name of a queue").then(index(expression).or_not()).map(|(name, index)| QueueRef { name, index })
}

/// What follows the name of a process.
#[derive(Clone)]
enum OfProcess {
    Variable(Place),
    Label(Ident),
}

fn atom<'t>(expression: impl Reads<'t, Expr>) -> impl Reads<'t, Expr> {
    let number = select! { Token::Number(number) => ExprKind::Number(number) };
    let parenthesised =
        expression.clone().delimited_by(just(Token::OpenParen), just(Token::CloseParen)).map(|inner| inner.kind);
    let test_word = select! {
        Token::Name(word) if QueueTest::ALL.iter().any(|test| test.word() == &*word) =>
            QueueTest::ALL.into_iter().find(|test| test.word() == &*word).unwrap_or(QueueTest::Len)
    };
    // What starts as a test is not tried as a name: each level of nesting would be read twice.
    let no_test = test_word.then(just(Token::OpenParen)).not();
    let queue_test = test_word
        .then(queue_ref(expression.clone()).delimited_by(just(Token::OpenParen), just(Token::CloseParen)))
        .map(|(test, queue)| ExprKind::Queue(test, queue));
    let variable = name("the name of a variable").then(index(expression.clone()).or_not());
    let of_process = choice((
        just(Token::Dot).ignore_then(variable.map(|(name, index)| OfProcess::Variable(Place { name, index }))),
        just(Token::At).ignore_then(name("the name of a label").map(OfProcess::Label)),
    ));
    let named = no_test
        .ignore_then(name("a name"))
        .then(index(expression.clone()).or_not())
        .then(of_process.or_not())
        .map(|((name, index), of_process)| match (of_process, index) {
            (None, None) => ExprKind::Name(name.name),
            (None, Some(index)) => ExprKind::Element(name, index),
            (Some(OfProcess::Variable(variable)), instance) => ExprKind::Remote { process: name, instance, variable },
            (Some(OfProcess::Label(label)), instance) => ExprKind::At { process: name, instance, label },
        });
    choice((number, parenthesised, queue_test, named))
        .map_with(|kind, e| Expr { kind, span: here(e) })
        .then(misplaced(expression).or_not())
        .map(|(expression, _)| expression)
        .labelled("an expression")
}

/// What people write behind an operand and the language does not have: an assignment, a call.
fn misplaced<'t>(expression: impl Reads<'t, Expr>) -> impl Reads<'t, ()> {
    let assignment = step_operator().ignored().or(assignment_operator().then(expression.clone()).ignored());
    let assignment = assignment.map_with(|_, e| {
        let diagnostic =
            Diagnostic::new(Code::AssignmentInExpression, here(e), "an expression cannot assign a variable")
                .label("the assignment")
                .hint("write `==` to compare, or make the assignment a statement of its own");
        complain(e, diagnostic);
    });
    let call = comma_list(expression, Token::OpenParen, Token::CloseParen).map_with(|_, e| {
        let diagnostic = Diagnostic::new(Code::CallInExpression, here(e), "an expression cannot call a procedure")
            .hint("procedures return no values; only `len(q)`, `empty(q)` and `full(q)` look like calls");
        complain(e, diagnostic);
    });
    choice((assignment, call)).labelled("an operator")
}

/// Complains about an expression that is nested too deeply, and puts a small one in its place.
fn limit_depth<'t>(expression: Expr, e: &mut Reading<'t, '_>) -> Expr {
    let mut level: Vec<&Expr> = vec![&expression];
    for _ in 0..MAX_DEPTH {
        level = level.into_iter().flat_map(Expr::children).collect();
        if level.is_empty() {
            return expression;
        }
    }
    let span = here(e);
    let message = format!("this expression has operators nested more than {MAX_DEPTH} deep");
    complain(e, Diagnostic::new(Code::NestedTooDeep, span, message).hint("compute a part of it in a variable first"));
    Expr { kind: ExprKind::Number(0), span }
}
