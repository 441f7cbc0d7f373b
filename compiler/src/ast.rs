//! The specification as written: names are still text, procedures are still calls, every node has its place.

use crate::source::{Name, Span};
use argos_runtime::protocol::Likelihood;
use std::fmt;

/// A name where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Ident {
    pub name: Name,
    pub span: Span,
}

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Specification {
    pub items: Vec<Item>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    Declaration(Declaration),
    Process(Process),
    Procedure(Procedure),
    /// `assert { }` or `error { }`.
    Monitor(Monitor),
    /// `never { }`.
    Never(Claim),
    /// `invariant name { e }`.
    Invariant(Property),
    /// `guide name { e }`.
    Guide(Property),
    /// `ltl name { formula }`.
    Ltl(Property),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Declaration {
    Variables(Vec<VariableDeclaration>),
    Queues(Vec<QueueDeclaration>),
    Qset(QsetDeclaration),
}

#[derive(Clone, PartialEq, Debug)]
pub struct VariableDeclaration {
    pub name: Ident,
    pub length: Option<Expr>,
    pub initial: Option<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct QueueDeclaration {
    pub name: Ident,
    /// The number of queues, in a queue array.
    pub length: Option<Expr>,
    pub capacity: Expr,
    pub initial: Vec<InitialMessage>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct InitialMessage {
    pub message: Ident,
    pub value: Option<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct QsetDeclaration {
    pub name: Ident,
    pub queue: Ident,
    pub messages: Vec<Ident>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Process {
    pub name: Ident,
    pub instances: Option<Expr>,
    pub body: Body,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    pub name: Ident,
    pub parameters: Vec<Ident>,
    /// What stands between the parameters and the `{`.
    pub parameter_declarations: Vec<Declaration>,
    pub body: Body,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MonitorKind {
    Assert,
    Error,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Monitor {
    pub kind: MonitorKind,
    pub keyword: Span,
    pub body: Body,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    pub keyword: Span,
    pub body: Body,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    pub name: Ident,
    pub formula: Expr,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    pub declarations: Vec<Declaration>,
    pub statements: Vec<Statement>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// The tag of the option that it begins.
    pub tag: Option<Tag>,
    pub labels: Vec<Ident>,
    pub kind: StatementKind,
    /// The statement without its tag and labels.
    pub span: Span,
    /// The number of its first token: tells statements apart that a macro has put at the same place.
    pub position: u32,
}

/// `[likely]` or `[unlikely]`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tag {
    pub likelihood: Likelihood,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    Send {
        queue: QueueRef,
        message: Ident,
        value: Option<Expr>,
    },
    Receive {
        queue: QueueRef,
        what: Reception,
        target: Option<Place>,
    },
    Condition(Expr),
    /// `v = e`; `v op= e`, `v++` and `v--` have an operator.
    Assign {
        target: Place,
        operator: Option<BinaryOp>,
        value: Expr,
    },
    Assert(Expr),
    Skip,
    Call {
        procedure: Ident,
        arguments: Vec<Expr>,
    },
    If(Vec<Vec<Statement>>),
    Do(Vec<Vec<Statement>>),
    Break,
    Goto(Ident),
    /// What the parser could not read and has complained about.
    Unreadable,
}

/// `q` or `q[i]`.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueRef {
    pub name: Ident,
    pub index: Option<Box<Expr>>,
}

impl QueueRef {
    pub fn span(&self) -> Span {
        self.index.as_ref().map_or(self.name.span, |index| self.name.span.to(index.span))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Reception {
    Message(Ident),
    /// `default` or `any`.
    Default,
    Timeout,
}

/// A variable or an element of an array, to be assigned.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    pub name: Ident,
    pub index: Option<Box<Expr>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Number(i32),
    Name(Name),
    Element(Ident, Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `len(q)`, `empty(q)`, `full(q)`.
    Queue(QueueTest, QueueRef),
    /// `process.variable`, `process[i].variable[j]`.
    Remote {
        process: Ident,
        instance: Option<Box<Expr>>,
        variable: Place,
    },
    /// `process@label`, `process[i]@label`.
    At {
        process: Ident,
        instance: Option<Box<Expr>>,
        label: Ident,
    },
    /// `[] <> X`, only in `ltl`.
    Always(Box<Expr>),
    Eventually(Box<Expr>),
    Next(Box<Expr>),
    /// `U W R -> <->`, only in `ltl`.
    Temporal(TemporalOp, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Not,
    Negate,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QueueTest {
    Len,
    Empty,
    Full,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TemporalOp {
    Until,
    WeakUntil,
    Release,
    Implies,
    Equivalent,
}

impl BinaryOp {
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Or => "||",
            BinaryOp::And => "&&",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
        }
    }

    /// How tightly the operator binds, as in C: a larger number is tighter.
    pub fn precedence(self) -> u16 {
        match self {
            BinaryOp::Or => 10,
            BinaryOp::And => 11,
            BinaryOp::Equal | BinaryOp::NotEqual => 13,
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => 14,
            BinaryOp::Add | BinaryOp::Subtract => 15,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => 16,
        }
    }
}

impl UnaryOp {
    /// Tighter than every binary operator.
    pub const PRECEDENCE: u16 = 20;

    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Not => "!",
            UnaryOp::Negate => "-",
        }
    }
}

impl QueueTest {
    pub const ALL: [QueueTest; 3] = [QueueTest::Len, QueueTest::Empty, QueueTest::Full];

    pub fn word(self) -> &'static str {
        match self {
            QueueTest::Len => "len",
            QueueTest::Empty => "empty",
            QueueTest::Full => "full",
        }
    }
}

impl TemporalOp {
    pub fn symbol(self) -> &'static str {
        match self {
            TemporalOp::Until => "U",
            TemporalOp::WeakUntil => "W",
            TemporalOp::Release => "R",
            TemporalOp::Implies => "->",
            TemporalOp::Equivalent => "<->",
        }
    }
}

impl MonitorKind {
    pub fn word(self) -> &'static str {
        match self {
            MonitorKind::Assert => "assert",
            MonitorKind::Error => "error",
        }
    }
}

impl Expr {
    /// The expressions directly inside this one.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_) | ExprKind::Name(_) => Vec::new(),
            ExprKind::Element(_, e)
            | ExprKind::Unary(_, e)
            | ExprKind::Always(e)
            | ExprKind::Eventually(e)
            | ExprKind::Next(e) => vec![e],
            ExprKind::Binary(_, left, right) | ExprKind::Temporal(_, left, right) => vec![left, right],
            ExprKind::Queue(_, queue) => queue.index.iter().map(|index| &**index).collect(),
            ExprKind::Remote { instance, variable, .. } => {
                instance.iter().chain(&variable.index).map(|inner| &**inner).collect()
            }
            ExprKind::At { instance, .. } => instance.iter().map(|inner| &**inner).collect(),
        }
    }
}
