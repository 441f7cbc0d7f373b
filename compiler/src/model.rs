//! The specification with all names resolved: ids instead of text, procedures expanded at each call, every check done.
//!
//! True of a [`Model`]: every id is valid; queues that were used but not declared exist; a message on a queue always
//! carries a value or never does; `break` and `goto` have a target; sizes and initial values are numbers; nothing calls
//! anything any more (an expanded call is [`StatementKind::Call`] with the callee's body inside).
//!
//! Expressions and actions have no places: two actions are the same if they are equal as trees.

use crate::ast::{BinaryOp, MonitorKind, QueueTest, TemporalOp, UnaryOp};
use crate::source::{Name, Span};
use argos_runtime::protocol::Likelihood;
use std::ops::Index;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident indexes $field:ident: $item:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
            pub struct $id(pub u32);

            impl Index<$id> for Model {
                type Output = $item;
                fn index(&self, id: $id) -> &$item {
                    &self.$field[id.0 as usize]
                }
            }
        )*
    };
}

ids! {
    /// A queue, or a whole array of queues.
    QueueId indexes queues: Queue,
    /// A message name, whatever queue it goes to.
    MessageId indexes messages: Message,
    /// A variable, or a whole array; one for all instances of a process array.
    VariableId indexes variables: Variable,
    /// A process definition, with all its instances.
    ProcessId indexes processes: Process,
}

/// A label of one process, assertion or claim; [`Labels`] has its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LabelId(pub u32);

#[derive(Clone, Debug, Default)]
pub struct Model {
    pub queues: Vec<Queue>,
    pub messages: Vec<Message>,
    pub variables: Vec<Variable>,
    pub processes: Vec<Process>,
    pub procedures: Vec<Procedure>,
    pub monitors: Vec<Monitor>,
    pub never: Option<Never>,
    pub invariants: Vec<Invariant>,
    pub guides: Vec<Guide>,
    pub ltl: Vec<Ltl>,
    /// Every send, receive and timeout of every process, in the order of the text.
    pub uses: Vec<QueueUse>,
}

#[derive(Clone, Debug)]
pub struct Queue {
    pub name: Name,
    /// Its declaration, or its first use.
    pub span: Span,
    /// How many queues there are, if it is an array.
    pub length: Option<u32>,
    pub capacity: u32,
    pub initial: Vec<(MessageId, Option<i16>)>,
    pub owner: Owner,
    /// The messages that are sent to it or received from it, in the order of the text.
    pub sort: Vec<SortEntry>,
}

/// Who declares a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    Process(ProcessId),
    /// Declared outside of the processes.
    Global,
    /// Declared in a procedure: one queue, however often the procedure is expanded.
    Procedure,
    /// Not declared: 2 slots.
    Undeclared,
}

/// A message of a queue's sort.
#[derive(Clone, Copy, Debug)]
pub struct SortEntry {
    pub message: MessageId,
    pub carries_value: bool,
    pub sent: bool,
    pub received: bool,
    /// Where it is first named with this queue.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Message {
    pub name: Name,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    pub span: Span,
    /// How many elements there are, if it is an array.
    pub length: Option<u32>,
    pub scope: Scope,
    /// The initial value, of every element if it is an array: one for each instance of the process, or just one.
    pub initial: Vec<i16>,
}

/// Whose variable it is.
#[derive(Clone, PartialEq, Debug)]
pub enum Scope {
    Global,
    /// A local variable of a process.
    Process(ProcessId),
    /// A parameter or a local variable of a procedure, in one of its expansions in a process.
    Expansion {
        process: ProcessId,
        procedure: Name,
    },
}

#[derive(Clone, Debug)]
pub struct Process {
    pub name: Name,
    pub span: Span,
    /// The number of instances, if it is an array.
    pub length: Option<u32>,
    pub body: Body,
}

impl Process {
    pub fn instances(&self) -> u32 {
        self.length.unwrap_or(1)
    }
}

/// A procedure as defined: only for the overview, its calls have been expanded.
#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: Name,
    pub span: Span,
    /// Its own statements, as if it were a process; calls in it are single steps. Only its shape means something: the ids
    /// of its variables and queues are no ids of the model.
    pub body: Body,
}

#[derive(Clone, Debug)]
pub struct Monitor {
    /// `assert` or `error`, numbered if there are several.
    pub name: Name,
    pub kind: MonitorKind,
    pub span: Span,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub struct Never {
    pub span: Span,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub struct Invariant {
    pub name: Name,
    pub span: Span,
    pub condition: Expr,
}

/// What a guided search orders states by; it changes nothing about what is reachable or wrong.
#[derive(Clone, Debug)]
pub struct Guide {
    pub name: Name,
    pub span: Span,
    pub cost: Expr,
}

#[derive(Clone, Debug)]
pub struct Ltl {
    pub name: Name,
    pub span: Span,
    pub formula: Formula,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    Holds(Expr),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Always(Box<Formula>),
    Eventually(Box<Formula>),
    Next(Box<Formula>),
    Temporal(TemporalOp, Box<Formula>, Box<Formula>),
}

/// Statements and the labels they use.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub labels: Vec<Label>,
    pub block: Block,
}

impl Index<LabelId> for Body {
    type Output = Label;
    fn index(&self, id: LabelId) -> &Label {
        &self.labels[id.0 as usize]
    }
}

#[derive(Clone, Debug)]
pub struct Label {
    pub name: Name,
    pub span: Span,
    /// It stands in an expanded procedure: `process@label` cannot ask for it.
    pub in_procedure: bool,
    /// Some `process@label` asks for it.
    pub asked_for: bool,
}

pub type Block = Vec<Statement>;

#[derive(Clone, Debug)]
pub struct Statement {
    /// The tag of the option that it begins.
    pub likelihood: Likelihood,
    pub labels: Vec<LabelId>,
    pub kind: StatementKind,
    pub span: Span,
    /// Which statement of the text it is: the same in every expansion of a procedure.
    pub position: u32,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Action(Action),
    If(Vec<Block>),
    Do(Vec<Block>),
    Break,
    Goto(LabelId),
    /// One step that sets parameters and locals (or `skip`), then the procedure's body.
    Call {
        enter: Action,
        body: Block,
    },
}

/// What one edge of a machine does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Skip,
    Condition(Expr),
    Assign {
        target: Target,
        value: Expr,
    },
    Send {
        queue: QueueRef,
        message: MessageId,
        value: Option<Expr>,
    },
    Receive {
        queue: QueueRef,
        message: MessageId,
        target: Option<Target>,
    },
    ReceiveAny {
        queue: QueueRef,
        target: Option<Target>,
    },
    Timeout {
        queue: QueueRef,
    },
    Assert(Expr),
    /// A call: parameters get the values of the arguments, all at once; locals get their initial values.
    Enter {
        parameters: Vec<(VariableId, Expr)>,
        locals: Vec<VariableId>,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct QueueRef {
    pub queue: QueueId,
    pub index: Option<Box<Expr>>,
}

/// A variable or an element of an array.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    pub variable: VariableId,
    pub index: Option<Box<Expr>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    Constant(i32),
    Variable(VariableId),
    Element(VariableId, Box<Expr>),
    /// `_PROCID`.
    ProcessIndex,
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Queue(QueueTest, QueueRef),
    /// A local variable of an instance of a process.
    Remote {
        process: ProcessId,
        instance: Option<Box<Expr>>,
        variable: Target,
    },
    /// Control of an instance of a process is at a label.
    At {
        process: ProcessId,
        instance: Option<Box<Expr>>,
        label: LabelId,
    },
}

/// A place where a process uses a queue.
#[derive(Clone, Debug)]
pub struct QueueUse {
    pub queue: QueueRef,
    pub kind: UseKind,
    pub carries_value: bool,
    pub span: Span,
    pub process: ProcessId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UseKind {
    Send(MessageId),
    Receive(MessageId),
    ReceiveAny,
    Timeout,
}
