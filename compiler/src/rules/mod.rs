//! Rules on the state vector: the last stage that decides anything.
//!
//! The vector-addition paper: a transition rule is a predicate on the vector and an action, a vector that is added to it.
//! Each edge of each instance's machine becomes one [`Rule`]. Its predicate is the control state and what the statement asks
//! for. Its action has a constant part, the [`Rule::action`] that is added (the change of control, `x + 1`, a message into a
//! queue of one slot), and what must be computed from the state ([`Effect`]).
//!
//! In: the model, machines, automata, ranges, layout. Out: a [`RuleSet`], which `emit` writes as Rust, `print` as text and
//! `execute` interprets. True afterwards: no names, no scopes, no `_PROCID`; every place is a position of the layout;
//! constants are folded; an index or a divisor that cannot be wrong is not checked.

pub mod execute;
mod facts;
mod lower;
mod parts;

use crate::ast::BinaryOp;
use crate::layout::Layout;
use crate::model::{ProcessId, QueueId, VariableId};
use argos_runtime::protocol::Facts;
use argos_runtime::vector::Field;
pub use lower::lower;

/// A protocol as a vector and rules on it.
#[derive(Clone, Debug)]
pub struct RuleSet {
    pub layout: Layout,
    /// What reports need.
    pub facts: Facts,
    /// The vector in which everything begins.
    pub initial: Vec<u64>,
    /// By process, instance and control state; numbered in this order as in the facts.
    pub rules: Vec<Rule>,
    /// The conditions of the invariants.
    pub invariants: Vec<Value>,
    /// The costs of the guides.
    pub guides: Vec<Value>,
}

/// One edge of one instance.
#[derive(Clone, Debug)]
pub struct Rule {
    pub process: ProcessId,
    pub instance: u32,
    pub from: u32,
    pub to: u32,
    /// The vector that is added, as far as it is constant.
    pub action: Vec<(Field, i64)>,
    pub effect: Effect,
    /// Assertions that may have to follow.
    pub watches: Vec<Watch>,
}

/// What a rule asks for, and what it does beyond its constant action vector.
#[derive(Clone, Debug)]
pub enum Effect {
    Skip,
    /// Executable if the value is not 0.
    Condition(Value),
    /// An error if the value is 0.
    Assert(Value),
    /// All values are those before the step.
    Assign {
        places: Vec<(Place, Value)>,
        /// Arrays that get one value in all their elements.
        fills: Vec<Fill>,
    },
    Send {
        queue: QueuePlace,
        message: u32,
        value: Option<Value>,
        /// The constant action vector does it.
        is_constant: bool,
    },
    Receive {
        queue: QueuePlace,
        message: Wanted,
        target: Option<Place>,
        /// The constant action vector does it.
        is_constant: bool,
    },
    Timeout {
        queue: QueuePlace,
    },
}

/// An array of an instance, and what every element becomes.
#[derive(Clone, Debug)]
pub struct Fill {
    pub variable: VariableId,
    pub copy: u32,
    pub value: i32,
}

/// Which message a receive takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Any,
    Number(u32),
    /// One that nobody sends.
    NeverSent,
}

/// What an assertion does when a rule sends or receives.
#[derive(Clone, Debug)]
pub struct Watch {
    pub monitor: usize,
    /// Only if the rule's computed queue index is this.
    pub element: Option<u32>,
    /// Only if a `default` receive takes this message.
    pub message: Option<u32>,
    /// By state of the assertion: the next state; `None` is a violation, or a completed error sequence.
    pub moves: Vec<Option<u32>>,
}

/// A number computed from the vector, 32 bits.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Constant(i32),
    Read(Place),
    Not(Box<Value>),
    Negate(Box<Value>),
    /// Any operator that cannot fault.
    Binary(BinaryOp, Box<Value>, Box<Value>),
    /// `/` and `%` with a divisor that may be 0.
    Divide(BinaryOp, Box<Value>, Box<Value>),
    Length(QueuePlace),
    IsEmpty(QueuePlace),
    IsFull(QueuePlace),
    /// 1 if control of an instance is at a state.
    IsAt(ProcessId, u32, u32),
    /// The value for the instance that the index names.
    ByInstance(Index, Vec<Value>),
}

/// A variable of an instance, or an element of an array.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    pub variable: VariableId,
    pub copy: u32,
    pub element: Index,
}

/// A queue.
#[derive(Clone, PartialEq, Debug)]
pub struct QueuePlace {
    pub queue: QueueId,
    pub element: Index,
}

/// Which element.
#[derive(Clone, PartialEq, Debug)]
pub enum Index {
    Fixed(u32),
    Computed {
        value: Box<Value>,
        length: u32,
        /// It can be out of range.
        is_checked: bool,
    },
}

impl Value {
    /// Evaluating it may end in a fault.
    pub fn can_fault(&self) -> bool {
        match self {
            Value::Constant(_) | Value::IsAt(..) => false,
            Value::Read(place) => place.element.can_fault(),
            Value::Not(operand) | Value::Negate(operand) => operand.can_fault(),
            Value::Binary(_, left, right) => left.can_fault() || right.can_fault(),
            Value::Divide(..) => true,
            Value::Length(queue) | Value::IsEmpty(queue) | Value::IsFull(queue) => queue.element.can_fault(),
            Value::ByInstance(index, cases) => index.can_fault() || cases.iter().any(Value::can_fault),
        }
    }
}

impl Index {
    /// Evaluating it may end in a fault.
    pub fn can_fault(&self) -> bool {
        match self {
            Index::Fixed(_) => false,
            Index::Computed { value, is_checked, .. } => *is_checked || value.can_fault(),
        }
    }
}

impl Rule {
    /// The queue it sends to, receives from or times out on.
    pub fn queue(&self) -> Option<&QueuePlace> {
        match &self.effect {
            Effect::Send { queue, .. } | Effect::Receive { queue, .. } | Effect::Timeout { queue } => Some(queue),
            _ => None,
        }
    }

    pub fn is_timeout(&self) -> bool {
        matches!(self.effect, Effect::Timeout { .. })
    }

    /// The action vector, word by word.
    pub fn action_words(&self, words: u32) -> Vec<i64> {
        let mut vector = vec![0i64; words as usize];
        for (field, delta) in &self.action {
            let word = &mut vector[field.word as usize];
            *word = word.wrapping_add(delta << field.bit);
        }
        vector
    }
}
