//! Value ranges: which values each variable, and the messages of each queue, can have in any execution.
//!
//! Goes in: the model and the machines that will be executed. Comes out: a side table by id, with the reasons for each
//! range; nothing else changes. True afterwards: whatever a variable or a message holds in a reachable state, under any
//! option of the verifier, lies in its range.
//!
//! The plain algorithm is abstract interpretation with intervals (Cousot and Cousot, 1977): begin with the initial
//! values; as long as some edge gives a value that is in no range yet, widen the range; where a guard or an index must
//! have held for an edge to be taken, its variables are narrower behind it. The real one differs, because:
//!
//! 1. A range for a whole variable forgets what the guards said. A scalar that belongs to a process, or is global and
//!    assigned by a single process only, is *followed* there: it has a range for each control state. All others
//!    and the values of each message of each queue have one *cell* each, which all processes see.
//! 2. A procedure has variables of its own for each call in the text, so states times variables can be far too many. A
//!    followed variable has a range only where it is *live*: where some edge may read it before it is assigned.
//! 3. A counter would be widened one by one. After a few changes, a bound at the head of a loop, or of a cell, moves on
//!    to the next *threshold*, a number of the specification or its neighbour: mostly the one that the guard compares
//!    with. Where that goes on for long, it moves to the end of the 16 bits.
//! 4. That overshoots. Any sound table stays sound if a part of it is computed anew from the rest, so a few rounds of
//!    that follow.
//!
//! At last, a variable's range is its initial values with all that the edges assign: these are the reasons.

use crate::ast::{BinaryOp, QueueTest, UnaryOp};
use crate::machine::Machine;
use crate::model::{Action, Expr, MessageId, Model, ProcessId, QueueId, QueueRef, Scope, Target, VariableId};
use crate::source::Span;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

/// Stored values from `min` to `max`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub min: i32,
    pub max: i32,
}

impl Range {
    /// All that 16 bits hold.
    pub const ANY: Range = Range { min: i16::MIN as i32, max: i16::MAX as i32 };

    /// One value.
    pub fn only(value: i16) -> Range {
        Range { min: value.into(), max: value.into() }
    }

    /// The smallest range with both in it.
    pub fn join(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub fn contains(self, value: i32) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// How many bits tell its values apart.
    pub fn bits(self) -> u32 {
        let values = (self.max - self.min + 1) as u32;
        values.next_power_of_two().trailing_zeros()
    }

    fn meet(self, other: Range) -> Option<Range> {
        let both = Range { min: self.min.max(other.min), max: self.max.min(other.max) };
        (both.min <= both.max).then_some(both)
    }
}

/// The ranges of a specification.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranges {
    /// By variable: the values it can have in any state, any instance, any element.
    pub variables: Vec<RangeWhy>,
    /// By queue: the values that messages with a value carry on it; `None` if no message with a value is ever in it.
    pub cargo: Vec<Option<RangeWhy>>,
}

/// A range with what it is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct RangeWhy {
    pub range: Range,
    /// First those that reach the bounds, then the others, in the order of the text.
    pub reasons: Vec<Reason>,
}

/// Something that gives values.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub cause: Cause,
    /// What its expression gives, before the low 16 bits of it are stored.
    pub given: (i64, i64),
    pub range: Range,
}

/// What gives values.
#[derive(Clone, PartialEq, Debug)]
pub enum Cause {
    /// Initial values, or initial contents.
    Initial,
    /// An assignment, a send or a receive.
    Statement { span: Span, action: Action },
    /// A call that gives a parameter its value.
    Call { span: Span, argument: Expr },
}

/// Finds the ranges; `machines` are by process, as they will be executed.
pub fn find_ranges(model: &Model, machines: &[&Machine]) -> Ranges {
    let graph = Graph::new(model, machines);
    let mut search = Search::new(&graph);
    search.ascend();
    search.descend();
    search.summarize()
}

/// Between which bounds an expression lies if it has a value, given the ranges of all variables and of `_PROCID`.
pub fn expression_range(expr: &Expr, model: &Model, ranges: &Ranges, instances: Range) -> (i64, i64) {
    let of = |id: VariableId| ranges.variables[id.0 as usize].range;
    let values = Values { model, of: &of, instances: instances.into() };
    let interval = values.interval(expr).unwrap_or(Interval::INT);
    (interval.min, interval.max)
}

/// Whether evaluating an expression may be a fault, as far as the ranges can tell. `false` is certain.
pub fn can_fault(expr: &Expr, model: &Model, ranges: &Ranges, instances: Range) -> bool {
    let of = |id: VariableId| ranges.variables[id.0 as usize].range;
    Values { model, of: &of, instances: instances.into() }.can_fault(expr)
}

/// The values that a variable starts with, over all instances.
fn initial_range(model: &Model, variable: VariableId) -> Range {
    let values = model[variable].initial.iter().map(|value| Range::only(*value));
    values.reduce(Range::join).unwrap_or(Range::only(0))
}

// ---- Intervals of expressions -------------------------------------------------------------------------------------

/// Values of an expression, from `min` to `max`: 32-bit numbers, except while an operator is being computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Interval {
    min: i64,
    max: i64,
}

impl From<Range> for Interval {
    fn from(range: Range) -> Interval {
        Interval { min: range.min.into(), max: range.max.into() }
    }
}

impl Interval {
    const INT: Interval = Interval { min: i32::MIN as i64, max: i32::MAX as i64 };
    const BOOL: Interval = Interval { min: 0, max: 1 };

    fn new(min: i64, max: i64) -> Interval {
        Interval { min, max }
    }

    fn only(value: i64) -> Interval {
        Interval { min: value, max: value }
    }

    /// 0 to one less than `length`.
    fn below(length: u32) -> Interval {
        Interval { min: 0, max: i64::from(length) - 1 }
    }

    /// The values of a truth; `None` if there are none.
    fn truth(can_be_false: bool, can_be_true: bool) -> Option<Interval> {
        (can_be_false || can_be_true).then_some(Interval { min: (!can_be_false).into(), max: can_be_true.into() })
    }

    fn is_only(self) -> bool {
        self.min == self.max
    }

    fn contains(self, value: i64) -> bool {
        self.min <= value && value <= self.max
    }

    fn is_within(self, other: Interval) -> bool {
        other.min <= self.min && self.max <= other.max
    }

    fn can_be_true(self) -> bool {
        self != Interval::only(0)
    }

    fn meet(self, other: Interval) -> Option<Interval> {
        let both = Interval { min: self.min.max(other.min), max: self.max.min(other.max) };
        (both.min <= both.max).then_some(both)
    }

    fn join(self, other: Interval) -> Interval {
        Interval { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// What the low `bits` of it are, sign-extended: exact if it does not cross from one multiple of 2^bits to another.
    fn wrap(self, bits: u32) -> Interval {
        let (size, half) = (1_i64 << bits, 1_i64 << (bits - 1));
        let turn = |value: i64| (value + half).div_euclid(size);
        let turns = turn(self.min);
        if turns != turn(self.max) {
            return Interval { min: -half, max: half - 1 };
        }
        Interval { min: self.min - turns * size, max: self.max - turns * size }
    }

    /// What a variable or a message keeps of it.
    fn store(self) -> Range {
        let stored = self.wrap(16);
        Range { min: stored.min as i32, max: stored.max as i32 }
    }

    /// The smallest interval with what `f` gives at the four corners.
    fn of_corners(left: Interval, right: Interval, f: impl Fn(i64, i64) -> i64) -> Interval {
        let corners = [f(left.min, right.min), f(left.min, right.max), f(left.max, right.min), f(left.max, right.max)];
        let [first, rest @ ..] = corners.map(Interval::only);
        rest.into_iter().fold(first, Interval::join)
    }

    /// The quotient grows or falls all along each edge of the box as long as the divisor keeps its sign.
    fn divide(self, divisor: Interval) -> Option<Interval> {
        let parts = [Interval::new(i64::MIN, -1), Interval::new(1, i64::MAX)];
        let quotients = parts.into_iter().filter_map(|part| divisor.meet(part));
        let quotients = quotients.map(|part| Interval::of_corners(self, part, |left, right| left / right));
        quotients.reduce(Interval::join).map(|quotient| quotient.wrap(32))
    }

    fn remainder(self, divisor: Interval) -> Option<Interval> {
        let largest = divisor.min.abs().max(divisor.max.abs());
        let smallest = if divisor.contains(0) { 1 } else { divisor.min.abs().min(divisor.max.abs()) };
        if largest == 0 {
            return None;
        }
        if self.is_within(Interval::new(1 - smallest, smallest - 1)) {
            return Some(self);
        }
        if divisor.is_only() && self.min / divisor.min == self.max / divisor.min {
            return Some(Interval::new(self.min % divisor.min, self.max % divisor.min));
        }
        Some(Interval::new(self.min.clamp(1 - largest, 0), self.max.clamp(0, largest - 1)))
    }
}

/// `None`: it never has a value. `&&` and `||` are not for here, their right side may be left out.
fn binary(operator: BinaryOp, left: Interval, right: Interval) -> Option<Interval> {
    let (same, meet) = (left.is_only() && left == right, left.meet(right).is_some());
    match operator {
        BinaryOp::Or | BinaryOp::And => Some(Interval::BOOL),
        BinaryOp::Equal => Interval::truth(!same, meet),
        BinaryOp::NotEqual => Interval::truth(meet, !same),
        BinaryOp::Less => Interval::truth(left.max >= right.min, left.min < right.max),
        BinaryOp::LessEqual => Interval::truth(left.max > right.min, left.min <= right.max),
        BinaryOp::Greater => Interval::truth(left.min <= right.max, left.max > right.min),
        BinaryOp::GreaterEqual => Interval::truth(left.min < right.max, left.max >= right.min),
        BinaryOp::Add => Some(Interval::new(left.min + right.min, left.max + right.max).wrap(32)),
        BinaryOp::Subtract => Some(Interval::new(left.min - right.max, left.max - right.min).wrap(32)),
        BinaryOp::Multiply => Some(Interval::of_corners(left, right, |left, right| left * right).wrap(32)),
        BinaryOp::Divide => left.divide(right),
        BinaryOp::Remainder => left.remainder(right),
    }
}

/// What an expression can be evaluated with.
struct Values<'a> {
    model: &'a Model,
    of: &'a dyn Fn(VariableId) -> Range,
    /// Of `_PROCID`.
    instances: Interval,
}

impl Values<'_> {
    /// Where an expression lies if it has a value; `None` if it never has one.
    fn interval(&self, expr: &Expr) -> Option<Interval> {
        match expr {
            Expr::Constant(value) => Some(Interval::only((*value).into())),
            Expr::Variable(variable) => Some((self.of)(*variable).into()),
            Expr::Element(variable, index) => {
                self.interval(index)?.meet(Interval::below(self.model[*variable].length.unwrap_or(1)))?;
                Some((self.of)(*variable).into())
            }
            Expr::ProcessIndex => Some(self.instances),
            Expr::Unary(UnaryOp::Not, operand) => {
                let operand = self.interval(operand)?;
                Interval::truth(operand.can_be_true(), operand.contains(0))
            }
            Expr::Unary(UnaryOp::Negate, operand) => {
                let operand = self.interval(operand)?;
                Some(Interval::new(-operand.max, -operand.min).wrap(32))
            }
            Expr::Binary(BinaryOp::And, left, right) => {
                let (left, right) = (self.interval(left)?, self.interval(right));
                let both = left.can_be_true() && right.is_some_and(Interval::can_be_true);
                let right_fails = left.can_be_true() && right.is_some_and(|right| right.contains(0));
                Interval::truth(left.contains(0) || right_fails, both)
            }
            Expr::Binary(BinaryOp::Or, left, right) => {
                let (left, right) = (self.interval(left)?, self.interval(right));
                let neither = left.contains(0) && right.is_some_and(|right| right.contains(0));
                let right_holds = left.contains(0) && right.is_some_and(Interval::can_be_true);
                Interval::truth(neither, left.can_be_true() || right_holds)
            }
            Expr::Binary(operator, left, right) => binary(*operator, self.interval(left)?, self.interval(right)?),
            // The verifier's `-q` can lower a capacity, not raise it.
            Expr::Queue(QueueTest::Len, queue) => Some(Interval::new(0, self.model[queue.queue].capacity.into())),
            Expr::Remote { variable, .. } => Some((self.of)(variable.variable).into()),
            Expr::Queue(..) | Expr::At { .. } => Some(Interval::BOOL),
        }
    }

    fn can_fault(&self, expr: &Expr) -> bool {
        let bad_index = |index: &Option<Box<Expr>>, length: Option<u32>| {
            index.as_deref().is_some_and(|index| self.index_can_fault(index, length))
        };
        match expr {
            Expr::Constant(_) | Expr::Variable(_) | Expr::ProcessIndex => false,
            Expr::Element(variable, index) => self.index_can_fault(index, self.model[*variable].length),
            Expr::Unary(_, operand) => self.can_fault(operand),
            Expr::Binary(operator, left, right) => {
                let value = self.interval(left);
                let right_is_evaluated = match operator {
                    BinaryOp::And => value.is_none_or(Interval::can_be_true),
                    BinaryOp::Or => value.is_none_or(|value| value.contains(0)),
                    _ => true,
                };
                let divides = matches!(operator, BinaryOp::Divide | BinaryOp::Remainder);
                let by_zero = divides && self.interval(right).is_none_or(|divisor| divisor.contains(0));
                self.can_fault(left) || by_zero || right_is_evaluated && self.can_fault(right)
            }
            Expr::Queue(_, queue) => bad_index(&queue.index, self.model[queue.queue].length),
            Expr::Remote { process, instance, variable } => {
                bad_index(instance, self.model[*process].length)
                    || bad_index(&variable.index, self.model[variable.variable].length)
            }
            Expr::At { process, instance, .. } => bad_index(instance, self.model[*process].length),
        }
    }

    fn index_can_fault(&self, index: &Expr, length: Option<u32>) -> bool {
        let fits = |value: Interval| value.is_within(Interval::below(length.unwrap_or(1)));
        self.can_fault(index) || !self.interval(index).is_some_and(fits)
    }
}

// ---- What is there to solve ---------------------------------------------------------------------------------------

/// A control state of a process, in an order in which a state mostly comes behind those that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct NodeId(u32);

/// One range that all processes see: of a variable (with the same number), or of the values of a message on a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CellId(u32);

impl From<VariableId> for CellId {
    fn from(variable: VariableId) -> CellId {
        CellId(variable.0)
    }
}

struct Node<'m> {
    process: ProcessId,
    edges: Vec<Arrow<'m>>,
    /// Edges that lead here: where from, and which of the edges there.
    incoming: Vec<(NodeId, usize)>,
    is_start: bool,
    /// It is the head of a loop: every loop has one.
    widens: bool,
    /// The followed variables that have a range here, in order.
    live: Vec<VariableId>,
}

#[derive(Clone, Copy)]
struct Arrow<'m> {
    action: &'m Action,
    target: NodeId,
    span: Span,
}

struct Graph<'m> {
    model: &'m Model,
    nodes: Vec<Node<'m>>,
    /// How many there are.
    edges: usize,
    /// By variable, the process that follows it.
    followed: Vec<Option<ProcessId>>,
    cargo: HashMap<(QueueId, MessageId), CellId>,
    /// By queue.
    cargo_of: Vec<Vec<CellId>>,
    /// By cell, what it starts with; `None` if no such message is there at the start.
    initial: Vec<Option<Range>>,
    /// By cell, the nodes with an edge that reads it.
    readers: Vec<Vec<NodeId>>,
    /// By process; sorted, with the bounds of 16 bits.
    thresholds: Vec<Vec<i32>>,
    /// Of all processes.
    all_thresholds: Vec<i32>,
}

/// Pairs of a state and a variable that is live there. Variables beyond are not followed: 12 bytes each.
const MAX_LIVE: usize = 1 << 21;

impl<'m> Graph<'m> {
    fn new(model: &'m Model, machines: &[&'m Machine]) -> Graph<'m> {
        let mut graph = Graph {
            model,
            nodes: Vec::new(),
            edges: machines.iter().flat_map(|machine| &machine.states).map(|state| state.edges.len()).sum(),
            followed: follow(model, machines),
            cargo: HashMap::new(),
            cargo_of: vec![Vec::new(); model.queues.len()],
            initial: Vec::new(),
            readers: Vec::new(),
            thresholds: Vec::new(),
            all_thresholds: Vec::new(),
        };
        for (number, machine) in machines.iter().enumerate() {
            graph.add_machine(ProcessId(number as u32), machine);
        }
        graph.connect();
        graph.find_live();
        graph.add_cells();
        graph.find_readers();
        graph.find_thresholds();
        graph
    }

    fn add_machine(&mut self, process: ProcessId, machine: &'m Machine) {
        let Order { postorder, heads } = depth_first(machine);
        let first = self.nodes.len();
        let mut numbers = vec![NodeId(0); machine.states.len()];
        for (at, state) in postorder.iter().rev().enumerate() {
            numbers[*state] = NodeId((first + at) as u32);
        }
        for &state in postorder.iter().rev() {
            let edges = machine.states[state].edges.iter().map(|edge| Arrow {
                action: &machine.actions[edge.action.0 as usize],
                target: numbers[edge.target.0 as usize],
                span: edge.span,
            });
            self.nodes.push(Node {
                process,
                edges: edges.collect(),
                incoming: Vec::new(),
                is_start: state == machine.start.0 as usize,
                widens: heads[state],
                live: Vec::new(),
            });
        }
    }

    fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    fn node(&self, id: NodeId) -> &Node<'m> {
        &self.nodes[id.0 as usize]
    }

    fn connect(&mut self) {
        for from in self.node_ids() {
            for edge in 0..self.node(from).edges.len() {
                let target = self.node(from).edges[edge].target;
                self.nodes[target.0 as usize].incoming.push((from, edge));
            }
        }
    }

    fn is_followed_by(&self, variable: VariableId, process: ProcessId) -> bool {
        self.followed[variable.0 as usize] == Some(process)
    }

    /// Finds where the followed variables are live: backwards from each edge that reads one up to those that assign it.
    /// There is nothing to say of a variable elsewhere, so nothing is lost.
    fn find_live(&mut self) {
        let mut read_at: BTreeMap<VariableId, Vec<NodeId>> = BTreeMap::new();
        for id in self.node_ids() {
            let node = self.node(id);
            for edge in &node.edges {
                for_each_read(edge.action, &mut |variable| {
                    if self.is_followed_by(variable, node.process) {
                        read_at.entry(variable).or_default().push(id);
                    }
                });
            }
        }
        let mut mark = vec![None; self.nodes.len()];
        let mut left = MAX_LIVE;
        for (variable, reads) in read_at {
            let live = self.live_nodes(variable, reads, &mut mark);
            if live.len() > left {
                self.followed[variable.0 as usize] = None;
                continue;
            }
            left -= live.len();
            live.iter().for_each(|id| self.nodes[id.0 as usize].live.push(variable));
        }
    }

    /// `mark` says of each node for which variable it was last seen.
    fn live_nodes(&self, variable: VariableId, reads: Vec<NodeId>, mark: &mut [Option<VariableId>]) -> Vec<NodeId> {
        let mut live = Vec::new();
        let mut work = reads;
        while let Some(id) = work.pop() {
            if mark[id.0 as usize].replace(variable) == Some(variable) {
                continue;
            }
            live.push(id);
            let sources = self.node(id).incoming.iter();
            let sources = sources.filter(|(from, edge)| !assigns(self.node(*from).edges[*edge].action, variable));
            work.extend(sources.map(|(from, _)| from));
        }
        live
    }

    fn add_cells(&mut self) {
        let model = self.model;
        let variables = (0..model.variables.len() as u32).map(VariableId);
        self.initial = variables.map(|id| Some(initial_range(model, id))).collect();
        for (number, queue) in model.queues.iter().enumerate() {
            for (message, value) in &queue.initial {
                let cell = self.add_cargo(QueueId(number as u32), *message);
                let initial = &mut self.initial[cell.0 as usize];
                let value = Range::only(value.unwrap_or(0));
                *initial = Some(initial.map_or(value, |initial| initial.join(value)));
            }
        }
        for at in 0..self.nodes.len() {
            for edge in 0..self.nodes[at].edges.len() {
                if let Action::Send { queue, message, .. } = self.nodes[at].edges[edge].action {
                    self.add_cargo(queue.queue, *message);
                }
            }
        }
    }

    fn add_cargo(&mut self, queue: QueueId, message: MessageId) -> CellId {
        *self.cargo.entry((queue, message)).or_insert_with(|| {
            let cell = CellId(self.initial.len() as u32);
            self.cargo_of[queue.0 as usize].push(cell);
            self.initial.push(None);
            cell
        })
    }

    /// The messages that a receive can take, as cells.
    fn received(&self, action: &Action) -> Vec<CellId> {
        match action {
            Action::Receive { queue, message, .. } => {
                self.cargo.get(&(queue.queue, *message)).copied().into_iter().collect()
            }
            Action::ReceiveAny { queue, .. } => self.cargo_of[queue.queue.0 as usize].clone(),
            _ => Vec::new(),
        }
    }

    fn find_readers(&mut self) {
        let mut readers: Vec<Vec<NodeId>> = vec![Vec::new(); self.initial.len()];
        for id in self.node_ids() {
            let node = self.node(id);
            let mut add = |cell: CellId| {
                let readers = &mut readers[cell.0 as usize];
                if readers.last() != Some(&id) {
                    readers.push(id);
                }
            };
            for edge in &node.edges {
                self.received(edge.action).into_iter().for_each(&mut add);
                for_each_read(edge.action, &mut |variable| {
                    if !self.is_followed_by(variable, node.process) {
                        add(variable.into());
                    }
                });
            }
        }
        self.readers = readers;
    }

    /// Constants, and what expressions of constants give; initial values, sizes and capacities; all with their
    /// neighbours and negated.
    fn find_thresholds(&mut self) {
        let model = self.model;
        let mut numbers: Vec<Vec<i64>> = vec![Vec::new(); model.processes.len()];
        for node in &self.nodes {
            let numbers = &mut numbers[node.process.0 as usize];
            node.edges.iter().flat_map(|edge| expressions(edge.action)).for_each(|expr| {
                collect_constants(expr, numbers);
            });
        }
        let mut general = vec![0];
        for (number, variable) in model.variables.iter().enumerate() {
            let numbers = match variable.scope {
                Scope::Global => &mut general,
                Scope::Process(process) | Scope::Expansion { process, .. } => &mut numbers[process.0 as usize],
            };
            let range = initial_range(model, VariableId(number as u32));
            numbers.extend([range.min, range.max].map(i64::from));
            numbers.extend(variable.length.map(i64::from));
        }
        for queue in &model.queues {
            general.extend(queue.length.into_iter().chain([queue.capacity]).map(i64::from));
            general.extend(queue.initial.iter().filter_map(|(_, value)| value.map(i64::from)));
        }
        for (process, numbers) in model.processes.iter().zip(&mut numbers) {
            numbers.push(process.instances().into());
            self.thresholds.push(thresholds(numbers.iter().chain(&general)));
        }
        self.all_thresholds = thresholds(numbers.iter().flatten().chain(&general));
    }

    fn instances(&self, process: ProcessId) -> Interval {
        Interval::below(self.model[process].instances())
    }
}

/// Says of each variable which process can follow it: the one it belongs to, or the only one that assigns it.
fn follow(model: &Model, machines: &[&Machine]) -> Vec<Option<ProcessId>> {
    let mut writers: Vec<Vec<ProcessId>> = vec![Vec::new(); model.variables.len()];
    for (number, machine) in machines.iter().enumerate() {
        let process = ProcessId(number as u32);
        for target in machine.actions.iter().filter_map(target) {
            let writers = &mut writers[target.variable.0 as usize];
            if !writers.contains(&process) {
                writers.push(process);
            }
        }
    }
    let followed =
        model.variables.iter().zip(writers).map(|(variable, writers)| match (&variable.scope, &writers[..]) {
            _ if variable.length.is_some() => None,
            (Scope::Process(process) | Scope::Expansion { process, .. }, _) => Some(*process),
            (Scope::Global, [process]) if model[*process].instances() == 1 => Some(*process),
            (Scope::Global, _) => None,
        });
    followed.collect()
}

/// The states that control can reach.
struct Order {
    /// A state comes behind all that it leads to, but for the loops.
    postorder: Vec<usize>,
    /// By state: an edge leads back to it.
    heads: Vec<bool>,
}

fn depth_first(machine: &Machine) -> Order {
    let count = machine.states.len();
    let (mut seen, mut done, mut heads) = (vec![false; count], vec![false; count], vec![false; count]);
    let mut postorder = Vec::with_capacity(count);
    let start = machine.start.0 as usize;
    // Each state with the number of its next edge. The last edge goes first, so that the first comes first in the end.
    let mut path = vec![(start, machine.states[start].edges.len())];
    seen[start] = true;
    while let Some((state, edges)) = path.last_mut() {
        let Some(next) = edges.checked_sub(1) else {
            done[*state] = true;
            postorder.push(*state);
            path.pop();
            continue;
        };
        *edges = next;
        let target = machine.states[*state].edges[next].target.0 as usize;
        if !std::mem::replace(&mut seen[target], true) {
            path.push((target, machine.states[target].edges.len()));
        } else if !done[target] {
            heads[target] = true;
        }
    }
    Order { postorder, heads }
}

/// What an action assigns as a statement.
fn target(action: &Action) -> Option<&Target> {
    match action {
        Action::Assign { target, .. } => Some(target),
        Action::Receive { target, .. } | Action::ReceiveAny { target, .. } => target.as_ref(),
        _ => None,
    }
}

/// The action gives the whole variable a new value.
fn assigns(action: &Action, variable: VariableId) -> bool {
    match action {
        Action::Enter { parameters, locals } => {
            parameters.iter().any(|(parameter, _)| *parameter == variable) || locals.contains(&variable)
        }
        _ => target(action).is_some_and(|target| target.variable == variable && target.index.is_none()),
    }
}

/// All expressions of an action.
fn expressions(action: &Action) -> Vec<&Expr> {
    let of_target = target(action).and_then(|target| target.index.as_deref());
    let of_queue = match action {
        Action::Send { queue, .. }
        | Action::Receive { queue, .. }
        | Action::ReceiveAny { queue, .. }
        | Action::Timeout { queue } => queue.index.as_deref(),
        _ => None,
    };
    let values: Vec<&Expr> = match action {
        Action::Condition(value) | Action::Assert(value) | Action::Assign { value, .. } => vec![value],
        Action::Send { value, .. } => value.iter().collect(),
        Action::Enter { parameters, .. } => parameters.iter().map(|(_, value)| value).collect(),
        Action::Skip | Action::Receive { .. } | Action::ReceiveAny { .. } | Action::Timeout { .. } => Vec::new(),
    };
    of_target.into_iter().chain(of_queue).chain(values).collect()
}

/// The operands of an expression.
fn operands(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Constant(_) | Expr::Variable(_) | Expr::ProcessIndex => Vec::new(),
        Expr::Element(_, operand) | Expr::Unary(_, operand) => vec![operand],
        Expr::Binary(_, left, right) => vec![left, right],
        Expr::Queue(_, queue) => queue.index.as_deref().into_iter().collect(),
        Expr::Remote { instance, variable, .. } => {
            instance.as_deref().into_iter().chain(variable.index.as_deref()).collect()
        }
        Expr::At { instance, .. } => instance.as_deref().into_iter().collect(),
    }
}

fn for_each_read(action: &Action, visit: &mut impl FnMut(VariableId)) {
    expressions(action).into_iter().for_each(|expr| for_each_variable(expr, visit));
}

fn for_each_variable(expr: &Expr, visit: &mut impl FnMut(VariableId)) {
    match expr {
        Expr::Variable(variable) | Expr::Element(variable, _) => visit(*variable),
        Expr::Remote { variable, .. } => visit(variable.variable),
        _ => {}
    }
    operands(expr).into_iter().for_each(|operand| for_each_variable(operand, visit));
}

/// Adds the values of all constant expressions in an expression; gives its own value if it is one.
fn collect_constants(expr: &Expr, numbers: &mut Vec<i64>) -> Option<Interval> {
    let operands: Vec<_> = operands(expr).into_iter().map(|operand| collect_constants(operand, numbers)).collect();
    let value = match (expr, &operands[..]) {
        (Expr::Constant(value), _) => Interval::only((*value).into()),
        (Expr::Unary(UnaryOp::Negate, _), [Some(operand)]) => Interval::new(-operand.max, -operand.min).wrap(32),
        (Expr::Binary(operator, ..), [Some(left), Some(right)]) => binary(*operator, *left, *right)?,
        _ => return None,
    };
    numbers.push(value.min);
    Some(value)
}

fn thresholds<'n>(numbers: impl Iterator<Item = &'n i64>) -> Vec<i32> {
    let around = numbers.flat_map(|&number| [number - 1, number, number + 1]).flat_map(|number| [number, -number]);
    let stored = around.filter(|&number| Interval::from(Range::ANY).contains(number)).map(|number| number as i32);
    let mut all: Vec<i32> = stored.chain([Range::ANY.min, Range::ANY.max]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

// ---- The search for a fixed point ---------------------------------------------------------------------------------

/// A range that grows.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Growing {
    range: Range,
    changes: u8,
}

/// A range may change so often before its bounds move to thresholds,
const EXACT_CHANGES: u8 = 3;
/// and so often before they move to the end. Sixty steps pass twenty constants with their neighbours.
const MAX_CHANGES: u8 = 64;
/// A search that looks at each edge so often on average, beyond what takes no time anyway, has lost its way: from then
/// on every bound that moves, moves to the end. The specifications of `examples/` need 6 at most; 20,000 statements
/// that all feed each other in one loop take 0.8 s with 100.
const MAX_TRIES: usize = 40;
const FREE_TRIES: usize = 100_000;
/// Ranges are computed anew so often.
const DESCENTS: usize = 8;

impl From<Range> for Growing {
    fn from(range: Range) -> Growing {
        Growing { range, changes: 0 }
    }
}

/// How fast a range grows.
#[derive(Clone, Copy)]
enum Pace<'t> {
    Exact,
    Thresholds(&'t [i32]),
    Hurry,
}

impl Growing {
    /// Lets the range grow to contain another one; says if that changes it.
    fn grow(&mut self, other: Range, pace: Pace) -> bool {
        let joined = self.range.join(other);
        if joined == self.range {
            return false;
        }
        self.changes = self.changes.saturating_add(1);
        let thresholds = match pace {
            Pace::Thresholds(thresholds) if self.changes <= MAX_CHANGES => thresholds,
            Pace::Exact | Pace::Thresholds(_) | Pace::Hurry => &[Range::ANY.min, Range::ANY.max],
        };
        let is_exact =
            matches!(pace, Pace::Exact) || matches!(pace, Pace::Thresholds(_)) && self.changes <= EXACT_CHANGES;
        let mut next = joined;
        if !is_exact && joined.max > self.range.max {
            let above = thresholds.partition_point(|&threshold| threshold < joined.max);
            next.max = thresholds.get(above).copied().unwrap_or(Range::ANY.max);
        }
        if !is_exact && joined.min < self.range.min {
            let up_to = thresholds.partition_point(|&threshold| threshold <= joined.min);
            next.min = up_to.checked_sub(1).map_or(Range::ANY.min, |at| thresholds[at]);
        }
        self.range = next;
        true
    }
}

/// What an edge does if it is taken.
#[derive(Default)]
struct Effects {
    /// Values as given, before they are stored.
    writes: Vec<(VariableId, Interval)>,
    send: Option<(CellId, Interval)>,
}

struct Search<'g, 'm> {
    graph: &'g Graph<'m>,
    /// By node: the ranges of its live variables; `None` as long as control does not come there.
    nodes: Vec<Option<Vec<Growing>>>,
    /// By cell: `None` as long as there is no such message.
    cells: Vec<Option<Growing>>,
    /// By variable, where it differs from its cell: what is known before the edge that is looked at.
    known: Vec<Option<Range>>,
    /// What `known` was before each change, to undo them.
    undo: Vec<(VariableId, Option<Range>)>,
    /// Nodes to look at, the first ones first, each only once.
    work: BinaryHeap<Reverse<NodeId>>,
    is_waiting: Vec<bool>,
    /// How often an edge has been looked at.
    tries: usize,
}

impl<'g, 'm> Search<'g, 'm> {
    fn new(graph: &'g Graph<'m>) -> Self {
        let mut search = Search {
            graph,
            nodes: vec![None; graph.nodes.len()],
            cells: graph.initial.iter().map(|initial| initial.map(Growing::from)).collect(),
            known: vec![None; graph.model.variables.len()],
            undo: Vec::new(),
            work: BinaryHeap::new(),
            is_waiting: vec![false; graph.nodes.len()],
            tries: 0,
        };
        for id in graph.node_ids().filter(|id| graph.node(*id).is_start) {
            search.nodes[id.0 as usize] = Some(search.initial_values(id));
            search.wait(id);
        }
        search
    }

    fn initial_values(&self, id: NodeId) -> Vec<Growing> {
        let live = &self.graph.node(id).live;
        live.iter().map(|variable| initial_range(self.graph.model, *variable).into()).collect()
    }

    /// Has a node looked at again; one where control has not come yet will be anyway.
    fn wait(&mut self, id: NodeId) {
        if self.nodes[id.0 as usize].is_some() && !std::mem::replace(&mut self.is_waiting[id.0 as usize], true) {
            self.work.push(Reverse(id));
        }
    }

    /// Lets ranges grow until no edge gives anything new.
    fn ascend(&mut self) {
        while let Some(Reverse(id)) = self.work.pop() {
            self.is_waiting[id.0 as usize] = false;
            self.tries += self.graph.node(id).edges.len();
            self.load(id);
            for edge in &self.graph.node(id).edges {
                if let Some(effects) = self.effects(edge.action, self.graph.node(id).process) {
                    self.grow_cells(&effects, id);
                    self.write(&effects, id);
                    self.grow_node(edge.target);
                }
                self.back_to(self.graph.node(id).live.len());
            }
            self.back_to(0);
        }
    }

    fn is_in_a_hurry(&self) -> bool {
        self.tries > MAX_TRIES * self.graph.edges + FREE_TRIES
    }

    fn grow_cells(&mut self, effects: &Effects, id: NodeId) {
        let graph = self.graph;
        let pace = if self.is_in_a_hurry() { Pace::Hurry } else { Pace::Thresholds(&graph.all_thresholds) };
        for (cell, given) in cell_writes(graph, effects, id) {
            let range = given.store();
            let changed = match &mut self.cells[cell.0 as usize] {
                Some(growing) => growing.grow(range, pace),
                absent => absent.replace(range.into()).is_none(),
            };
            if changed {
                graph.readers[cell.0 as usize].iter().for_each(|reader| self.wait(*reader));
            }
        }
    }

    /// Lets the ranges at the target of an edge grow to contain what is known now.
    fn grow_node(&mut self, target: NodeId) {
        let node = self.graph.node(target);
        let pace = match (self.is_in_a_hurry(), node.widens) {
            (true, _) => Pace::Hurry,
            (false, true) => Pace::Thresholds(&self.graph.thresholds[node.process.0 as usize]),
            (false, false) => Pace::Exact,
        };
        let mut ranges = self.nodes[target.0 as usize].take();
        let values = node.live.iter().map(|variable| self.value(*variable));
        let changed = match &mut ranges {
            Some(ranges) => {
                let changes = ranges.iter_mut().zip(values).map(|(range, value)| range.grow(value, pace));
                changes.fold(false, |any, changed| any | changed)
            }
            absent => absent.replace(values.map(Growing::from).collect()).is_none(),
        };
        self.nodes[target.0 as usize] = ranges;
        if changed {
            self.wait(target);
        }
    }

    /// Computes every range anew from the others, a few times.
    fn descend(&mut self) {
        for _ in 0..DESCENTS {
            let mut cells = self.graph.initial.clone();
            let mut changed = false;
            for id in self.graph.node_ids() {
                changed |= self.compute_node(id, &mut cells);
            }
            for (old, new) in self.cells.iter_mut().zip(cells) {
                let both = old.and_then(|old| new.and_then(|new| old.range.meet(new)));
                changed |= old.map(|old| old.range) != both;
                *old = both.map(Growing::from);
            }
            if !changed {
                return;
            }
        }
    }

    /// Computes the ranges of a node from the edges that lead to it, and adds to `cells` what those give. Says if it is
    /// smaller now.
    fn compute_node(&mut self, id: NodeId, cells: &mut [Option<Range>]) -> bool {
        let node = self.graph.node(id);
        let mut new: Option<Vec<Growing>> = node.is_start.then(|| self.initial_values(id));
        for &(from, edge) in &node.incoming {
            if self.nodes[from.0 as usize].is_none() {
                continue;
            }
            self.load(from);
            if let Some(effects) = self.effects(self.graph.node(from).edges[edge].action, node.process) {
                for (cell, given) in cell_writes(self.graph, &effects, from) {
                    let (cell, range) = (&mut cells[cell.0 as usize], given.store());
                    *cell = Some(cell.map_or(range, |cell| cell.join(range)));
                }
                self.write(&effects, from);
                let values = node.live.iter().map(|variable| self.value(*variable));
                match &mut new {
                    None => new = Some(values.map(Growing::from).collect()),
                    Some(new) => new.iter_mut().zip(values).for_each(|(new, value)| new.range = new.range.join(value)),
                }
            }
            self.back_to(0);
        }
        let Some(old) = self.nodes[id.0 as usize].take() else { return false };
        let both = new.and_then(|new| {
            let ranges = old.iter().zip(&new).map(|(old, new)| old.range.meet(new.range).map(Growing::from));
            ranges.collect::<Option<Vec<Growing>>>()
        });
        let is_same =
            both.as_ref().is_some_and(|both| both.iter().zip(&old).all(|(both, old)| both.range == old.range));
        self.nodes[id.0 as usize] = both;
        !is_same
    }

    /// Joins what all edges give, with the reasons.
    fn summarize(&mut self) -> Ranges {
        let graph = self.graph;
        let model = graph.model;
        let mut variables: Vec<Vec<Reason>> = vec![Vec::new(); model.variables.len()];
        let mut cargo: Vec<Vec<Reason>> = vec![Vec::new(); model.queues.len()];
        for id in graph.node_ids().filter(|id| self.nodes[id.0 as usize].is_some()).collect::<Vec<_>>() {
            self.load(id);
            for edge in &graph.node(id).edges {
                if let Some(effects) = self.effects(edge.action, graph.node(id).process) {
                    add_reasons(edge, &effects, &mut variables, &mut cargo);
                }
                self.back_to(graph.node(id).live.len());
            }
            self.back_to(0);
        }
        let variables = variables.into_iter().enumerate().map(|(number, reasons)| {
            let initial = initial_range(model, VariableId(number as u32));
            explain(initial, Some(initial).into_iter().map(initial_reason).chain(reasons).collect())
        });
        let cargo = model.queues.iter().zip(cargo).map(|(queue, reasons)| {
            let initial = queue.initial.iter().filter_map(|(_, value)| value.map(Range::only)).reduce(Range::join);
            let reasons: Vec<Reason> = initial.into_iter().map(initial_reason).chain(reasons).collect();
            reasons.first().map(|first| first.range).map(|range| explain(range, reasons))
        });
        Ranges { variables: variables.collect(), cargo: cargo.collect() }
    }
}

/// The cells that an edge of this node adds to. A followed variable has a cell only if others can read it.
fn cell_writes<'e>(
    graph: &'e Graph,
    effects: &'e Effects,
    id: NodeId,
) -> impl Iterator<Item = (CellId, Interval)> + 'e {
    let process = graph.node(id).process;
    let is_seen = move |variable: VariableId| {
        graph.model[variable].scope == Scope::Global || !graph.is_followed_by(variable, process)
    };
    let writes = effects.writes.iter().filter(move |(variable, _)| is_seen(*variable));
    writes.map(|(variable, given)| ((*variable).into(), *given)).chain(effects.send)
}

fn initial_reason(range: Range) -> Reason {
    Reason { cause: Cause::Initial, given: (range.min.into(), range.max.into()), range }
}

fn add_reasons(edge: &Arrow, effects: &Effects, variables: &mut [Vec<Reason>], cargo: &mut [Vec<Reason>]) {
    let Arrow { action, span, .. } = *edge;
    let reason = |cause: Cause, given: Interval| Reason { cause, given: (given.min, given.max), range: given.store() };
    let statement = || Cause::Statement { span, action: action.clone() };
    match (action, effects.send) {
        // Locals get their initial values, which count anyway.
        (Action::Enter { parameters, .. }, _) => {
            for ((variable, argument), (_, given)) in parameters.iter().zip(&effects.writes) {
                let cause = Cause::Call { span, argument: argument.clone() };
                variables[variable.0 as usize].push(reason(cause, *given));
            }
        }
        (Action::Send { queue, value: Some(_), .. }, Some((_, given))) => {
            cargo[queue.queue.0 as usize].push(reason(statement(), given));
        }
        _ => {
            for (variable, given) in &effects.writes {
                variables[variable.0 as usize].push(reason(statement(), *given));
            }
        }
    }
}

/// Joins the reasons that stand in the same place, and puts those that reach the bounds first.
fn explain(first: Range, mut reasons: Vec<Reason>) -> RangeWhy {
    let place = |reason: &Reason| match &reason.cause {
        Cause::Initial => None,
        Cause::Statement { span, .. } | Cause::Call { span, .. } => Some(*span),
    };
    reasons.sort_by_key(place);
    reasons.dedup_by(|next, kept| {
        let is_same = place(next) == place(kept);
        if is_same {
            kept.range = kept.range.join(next.range);
            kept.given = (kept.given.0.min(next.given.0), kept.given.1.max(next.given.1));
        }
        is_same
    });
    let range = reasons.iter().fold(first, |range, reason| range.join(reason.range));
    let both = reasons.iter().position(|reason| reason.range == range);
    let lowest = reasons.iter().position(|reason| reason.range.min == range.min);
    let highest = reasons.iter().position(|reason| reason.range.max == range.max);
    let bounds = if both.is_some() { [both, None] } else { [lowest, highest] };
    let mut kept: Vec<Option<Reason>> = reasons.into_iter().map(Some).collect();
    let mut ordered: Vec<Reason> = bounds.into_iter().flatten().filter_map(|at| kept[at].take()).collect();
    ordered.extend(kept.into_iter().flatten());
    RangeWhy { range, reasons: ordered }
}

// ---- One edge -----------------------------------------------------------------------------------------------------

impl Search<'_, '_> {
    /// What is known of a variable. A followed variable that is not live has no range, and nobody reads it.
    fn value(&self, variable: VariableId) -> Range {
        let cell = || match self.graph.followed[variable.0 as usize] {
            Some(_) if self.graph.model[variable].scope != Scope::Global => Range::ANY,
            _ => self.cells[variable.0 as usize].map_or(Range::ANY, |cell| cell.range),
        };
        self.known[variable.0 as usize].unwrap_or_else(cell)
    }

    fn set(&mut self, variable: VariableId, range: Range) {
        let old = self.known[variable.0 as usize].replace(range);
        self.undo.push((variable, old));
    }

    /// Undoes all changes but the first ones.
    fn back_to(&mut self, changes: usize) {
        for (variable, old) in self.undo.drain(changes..).rev() {
            self.known[variable.0 as usize] = old;
        }
    }

    /// Makes the ranges of a node known: as many changes as it has live variables.
    fn load(&mut self, id: NodeId) {
        let graph = self.graph;
        let ranges = self.nodes[id.0 as usize].take();
        for (variable, growing) in graph.node(id).live.iter().zip(ranges.iter().flatten()) {
            self.set(*variable, growing.range);
        }
        self.nodes[id.0 as usize] = ranges;
    }

    /// Makes known what an edge of a node writes to followed variables.
    fn write(&mut self, effects: &Effects, id: NodeId) {
        let process = self.graph.node(id).process;
        for (variable, given) in &effects.writes {
            if self.graph.is_followed_by(*variable, process) {
                self.set(*variable, given.store());
            }
        }
    }

    /// What an action does if it is taken, which then is known to be possible; `None` if it cannot be taken.
    fn effects(&mut self, action: &Action, process: ProcessId) -> Option<Effects> {
        let model = self.graph.model;
        let mut edge = Edge { instances: self.graph.instances(process), search: self };
        let mut effects = Effects::default();
        let is_possible = match action {
            Action::Skip => true,
            // What the second half says about a variable can say something about the first half.
            Action::Condition(condition) | Action::Assert(condition) => {
                edge.assume(condition, true) && edge.assume(condition, true)
            }
            Action::Timeout { queue } => edge.assume_queue(queue),
            Action::Assign { target, value } => {
                let is_possible = edge.assume_target(target) && edge.assume_value(value);
                effects.writes.push((target.variable, edge.interval(value)?));
                is_possible
            }
            Action::Send { queue, message, value } => {
                let is_possible = edge.assume_queue(queue) && value.iter().all(|value| edge.assume_value(value));
                let given = value.as_ref().map_or(Some(Interval::only(0)), |value| edge.interval(value))?;
                effects.send = edge.search.graph.cargo.get(&(queue.queue, *message)).map(|cell| (*cell, given));
                is_possible
            }
            Action::Receive { queue, target, .. } | Action::ReceiveAny { queue, target } => {
                let cells = edge.search.graph.received(action);
                let ranges = cells.iter().filter_map(|cell| edge.search.cells[cell.0 as usize]);
                let received = ranges.map(|cell| cell.range).reduce(Range::join)?;
                effects.writes.extend(target.iter().map(|target| (target.variable, received.into())));
                edge.assume_queue(queue) && target.iter().all(|target| edge.assume_target(target))
            }
            Action::Enter { parameters, locals } => {
                let is_possible = parameters.iter().all(|(_, value)| edge.assume_value(value));
                for (parameter, value) in parameters {
                    effects.writes.push((*parameter, edge.interval(value)?));
                }
                effects.writes.extend(locals.iter().map(|local| (*local, initial_range(model, *local).into())));
                is_possible
            }
        };
        is_possible.then_some(effects)
    }
}

/// What must hold for an edge to be taken, and so is known if it is. Each function says if it can hold at all.
struct Edge<'s, 'g, 'm> {
    search: &'s mut Search<'g, 'm>,
    /// Of `_PROCID`.
    instances: Interval,
}

impl Edge<'_, '_, '_> {
    fn interval(&self, expr: &Expr) -> Option<Interval> {
        let of = |variable: VariableId| self.search.value(variable);
        Values { model: self.search.graph.model, of: &of, instances: self.instances }.interval(expr)
    }

    /// The expression is 0, or not.
    fn assume(&mut self, expr: &Expr, holds: bool) -> bool {
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => self.assume(operand, !holds),
            Expr::Binary(operator @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                if holds == (*operator == BinaryOp::And) {
                    self.assume(left, holds) && self.assume(right, holds)
                } else {
                    self.assume_either(left, right, holds)
                }
            }
            Expr::Binary(operator, left, right) if is_comparison(*operator) => {
                let operator = if holds { *operator } else { opposite(*operator) };
                self.assume_value(left) && self.assume_value(right) && self.assume_comparison(operator, left, right)
            }
            _ if holds => self.assume_value(expr) && self.exclude(expr, 0),
            _ => self.assume_value(expr) && self.constrain(expr, Interval::only(0)),
        }
    }

    /// The left side is true (or false), or else the right side is: what is known in both cases is known.
    fn assume_either(&mut self, left: &Expr, right: &Expr, holds: bool) -> bool {
        let before = self.search.undo.len();
        let first = self.assume(left, holds).then(|| self.changes_since(before));
        self.search.back_to(before);
        let second = (self.assume(left, !holds) && self.assume(right, holds)).then(|| self.changes_since(before));
        self.search.back_to(before);
        let both = match (first, second) {
            (None, None) => return false,
            (Some(only), None) | (None, Some(only)) => only,
            (Some(first), Some(second)) => {
                let in_both = first
                    .iter()
                    .filter_map(|(variable, range)| second.get(variable).map(|other| (*variable, range.join(*other))));
                in_both.collect()
            }
        };
        both.into_iter().for_each(|(variable, range)| self.search.set(variable, range));
        true
    }

    fn changes_since(&self, changes: usize) -> BTreeMap<VariableId, Range> {
        self.search.undo[changes..].iter().map(|(variable, _)| (*variable, self.search.value(*variable))).collect()
    }

    fn assume_comparison(&mut self, operator: BinaryOp, left: &Expr, right: &Expr) -> bool {
        let (Some(a), Some(b)) = (self.interval(left), self.interval(right)) else { return false };
        let (at_most, at_least) = (|max| Interval::new(i64::MIN, max), |min| Interval::new(min, i64::MAX));
        match operator {
            BinaryOp::Equal => self.constrain(left, b) && self.constrain(right, a),
            BinaryOp::NotEqual => {
                (!b.is_only() || self.exclude(left, b.min)) && (!a.is_only() || self.exclude(right, a.min))
            }
            BinaryOp::Less => self.constrain(left, at_most(b.max - 1)) && self.constrain(right, at_least(a.min + 1)),
            BinaryOp::LessEqual => self.constrain(left, at_most(b.max)) && self.constrain(right, at_least(a.min)),
            BinaryOp::Greater => self.constrain(left, at_least(b.min + 1)) && self.constrain(right, at_most(a.max - 1)),
            _ => self.constrain(left, at_least(b.min)) && self.constrain(right, at_most(a.max)),
        }
    }

    fn exclude(&mut self, expr: &Expr, value: i64) -> bool {
        let Some(Interval { min, max }) = self.interval(expr) else { return false };
        let rest = Interval::new(min + i64::from(min == value), max - i64::from(max == value));
        rest.min <= rest.max && self.constrain(expr, rest)
    }

    /// The expression lies in an interval. Sums and differences pass that on to their operands, unless they may wrap
    /// around.
    fn constrain(&mut self, expr: &Expr, to: Interval) -> bool {
        let Some(Interval { min, max }) = self.interval(expr).and_then(|now| now.meet(to)) else { return false };
        match expr {
            Expr::Variable(variable) => {
                let range = Range { min: min as i32, max: max as i32 };
                if range != self.search.value(*variable) {
                    self.search.set(*variable, range);
                }
                true
            }
            Expr::Unary(UnaryOp::Negate, operand) => {
                let is_exact = self.interval(operand).is_some_and(|operand| operand.min > Interval::INT.min);
                !is_exact || self.constrain(operand, Interval::new(-max, -min))
            }
            Expr::Binary(BinaryOp::Add, left, right) => {
                let (Some(a), Some(b)) = (self.interval(left), self.interval(right)) else { return false };
                let is_exact = Interval::new(a.min + b.min, a.max + b.max).is_within(Interval::INT);
                !is_exact
                    || self.constrain(left, Interval::new(min - b.max, max - b.min))
                        && self.constrain(right, Interval::new(min - a.max, max - a.min))
            }
            Expr::Binary(BinaryOp::Subtract, left, right) => {
                let (Some(a), Some(b)) = (self.interval(left), self.interval(right)) else { return false };
                let is_exact = Interval::new(a.min - b.max, a.max - b.min).is_within(Interval::INT);
                !is_exact
                    || self.constrain(left, Interval::new(min + b.min, max + b.max))
                        && self.constrain(right, Interval::new(a.min - max, a.max - min))
            }
            _ => true,
        }
    }

    /// The expression has a value: no index in what is certainly evaluated is out of range, no divisor is 0.
    fn assume_value(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Element(variable, index) => {
                let length = self.search.graph.model[*variable].length;
                self.assume_index(index, length)
            }
            Expr::Unary(_, operand) | Expr::Binary(BinaryOp::And | BinaryOp::Or, operand, _) => {
                self.assume_value(operand)
            }
            Expr::Binary(operator, left, right) => {
                let divides = matches!(operator, BinaryOp::Divide | BinaryOp::Remainder);
                self.assume_value(left) && self.assume_value(right) && (!divides || self.exclude(right, 0))
            }
            Expr::Queue(_, queue) => self.assume_queue(queue),
            Expr::Constant(_) | Expr::Variable(_) | Expr::ProcessIndex | Expr::Remote { .. } | Expr::At { .. } => true,
        }
    }

    fn assume_index(&mut self, index: &Expr, length: Option<u32>) -> bool {
        self.assume_value(index) && self.constrain(index, Interval::below(length.unwrap_or(1)))
    }

    fn assume_target(&mut self, target: &Target) -> bool {
        let length = self.search.graph.model[target.variable].length;
        target.index.as_deref().is_none_or(|index| self.assume_index(index, length))
    }

    fn assume_queue(&mut self, queue: &QueueRef) -> bool {
        let length = self.search.graph.model[queue.queue].length;
        queue.index.as_deref().is_none_or(|index| self.assume_index(index, length))
    }
}

fn is_comparison(operator: BinaryOp) -> bool {
    opposite(operator) != operator
}

/// The comparison that holds if this one does not; other operators stay.
fn opposite(operator: BinaryOp) -> BinaryOp {
    match operator {
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{Compilation, compile};
    use crate::preprocess::{Loader, Options};
    use argos_runtime::value;
    use proptest::prelude::*;
    use std::path::{Path, PathBuf};

    fn examples() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
    }

    struct Examples;

    impl Loader for Examples {
        fn load(&self, path: &Path) -> std::io::Result<Vec<u8>> {
            std::fs::read(examples().join(path))
        }
    }

    fn compiled(text: &str) -> Compilation {
        let compilation = compile("test.argos", text.into(), &Options::default(), &Examples);
        let messages: Vec<&str> = compilation.diagnostics.iter().map(|diagnostic| &*diagnostic.message).collect();
        assert!(compilation.program.is_some(), "{text}\n{messages:#?}");
        compilation
    }

    /// The model with its machines, minimised or not.
    fn machines(compilation: &Compilation, minimized: bool) -> (&Model, Vec<&Machine>) {
        let program = compilation.program.as_ref().expect("it compiles");
        let machines = program.machines.iter().map(|it| if minimized { &it.minimized.machine } else { &it.raw });
        (&program.model, machines.collect())
    }

    /// The ranges of the named variables (all expansions joined) and queues, as `emit ranges` names their bounds.
    fn found(text: &str, names: &str) -> String {
        let compilation = compiled(text);
        let (model, machines) = machines(&compilation, true);
        let ranges = find_ranges(model, &machines);
        let bounds = |range: Range| format!("{}..{}", range.min, range.max);
        let of_name = |name: &str| match name.strip_suffix('?') {
            Some(queue) => {
                let at = model.queues.iter().position(|it| &*it.name == queue).expect("a queue of that name");
                ranges.cargo[at].as_ref().map_or("nothing".into(), |why| bounds(why.range))
            }
            None => {
                let variables = model.variables.iter().zip(&ranges.variables).filter(|(it, _)| &*it.name == name);
                bounds(variables.map(|(_, why)| why.range).reduce(Range::join).expect("a variable of that name"))
            }
        };
        let all = names.split_whitespace().map(|name| format!("{name} {}", of_name(name)));
        all.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_remainder_bounds_a_bit() {
        let text = "proc p { pvar sbit = 1; queue q[1]; do :: q!m(sbit); q?m(sbit); sbit = (sbit + 1) % 2 od }";
        assert_eq!(found(text, "sbit q?"), "sbit 0..1, q? 0..1");
    }

    #[test]
    fn a_guard_bounds_a_counter() {
        let text = "proc p { pvar i; do :: (i < 37) -> i++ :: (i == 37) -> break od }";
        assert_eq!(found(text, "i"), "i 0..37");
        let other_way_round = "proc p { pvar i = 3; do :: (0 <= i) -> i-- :: (-1 == i) -> break od }";
        assert_eq!(found(other_way_round, "i"), "i -1..3");
        let with_an_offset = "pvar n = 9; proc p { pvar i; do :: (i + 2 < 2 * n) -> i++ :: q?timeout od }";
        assert_eq!(found(&format!("queue q[1]; {with_an_offset}"), "i"), "i 0..16");
    }

    /// `x` and `y` are -9..9 where a guard is evaluated; each assignment shows what the guard leaves.
    #[test]
    fn guards_reach_the_operands_of_sums_and_differences() {
        let left = |guard: &str| {
            let text = format!(
                "proc p {{ pvar x, y, r = 100, s = 100; do :: (x < 9) -> x++ :: (x > -9) -> x--
                :: (y < 9) -> y++ :: (y > -9) -> y-- :: ({guard}) -> r = x; s = y; break od }}"
            );
            found(&text, "r s")
        };
        assert_eq!(left("x - y > 14"), "r 6..100, s -9..100");
        assert_eq!(left("x - y < -14"), "r -9..100, s 6..100");
        assert_eq!(left("y - x >= 15 && y != 9"), "r -9..100, s 6..100");
        assert_eq!(left("x - 3 == 5 - y"), "r -1..100, s -1..100");
        assert_eq!(left("x + y > 16"), "r 8..100, s 8..100");
        assert_eq!(left("-x > 5 && x + y > 1"), "r -7..100, s 8..100");
    }

    /// Widening alone overshoots here: the bound 198 is no threshold.
    #[test]
    fn ranges_are_narrowed_after_widening() {
        assert_eq!(found("proc p { pvar i = 1; do :: (i < 100) -> i = i * 2 od }", "i"), "i 1..198");
    }

    /// The second option keeps `i` as it is, so only the threshold stops it.
    #[test]
    fn a_threshold_stops_a_counter_in_a_loop_that_keeps_it() {
        let text = "queue q[1]; proc p { pvar i; do :: (i != 50) -> i++ :: q!m; q?m od }";
        assert_eq!(found(text, "i"), "i 0..50");
    }

    #[test]
    fn nested_loops_and_guards() {
        let text = "proc p { pvar i, j, k;
            do
            :: (i < 5) -> j = 0;
                do
                :: (j < 7 && i > 1) -> k = i * j; j++
                :: (j >= 7 || !(i > 1)) -> break
                od;
                i++
            :: (i >= 5) -> break
            od }";
        assert_eq!(found(text, "i j k"), "i 0..5, j 0..7, k 0..24");
    }

    #[test]
    fn or_joins_what_both_sides_say() {
        let text = "queue q[1]; proc p { pvar x, y, z, w;
            do
            :: q!m(5); q?m(x); x = w
            :: w = w + 1
            :: ((x > 2 && x < 5) || (x >= 10 && x <= 12)) -> y = x
            :: !(x < 7 || x > 9) -> z = x
            od }";
        assert_eq!(found(text, "x y z"), "x -32768..32767, y 0..12, z 0..9");
    }

    #[test]
    fn assertions_that_pass_are_guards() {
        assert_eq!(found("proc p { pvar i; do :: i++; assert (i <= 8) od }", "i"), "i 0..9");
    }

    #[test]
    fn an_index_that_is_no_fault_is_a_guard() {
        let text = "proc p { pvar i, a[4]; do :: a[i] = i * 2 - 1; i++ od }";
        assert_eq!(found(text, "i a"), "i 0..4, a -1..5");
        assert_eq!(found("queue q[3][1]; proc p { pvar i; do :: q[i]!m; i++ od }", "i"), "i 0..3");
    }

    #[test]
    fn arrays_have_one_range() {
        let text = "pvar a[3] = 4; proc p[2] { pvar x; a[_PROCID] = 9; x = a[2]; a[x % 3] = -2; x = a[0] }";
        assert_eq!(found(text, "a x"), "a -2..9, x -2..9");
    }

    #[test]
    fn a_counter_goes_round_between_two_processes() {
        let text = "proc a { queue qa[1]; pvar x; qb!ping(x); do :: qa?pong(x); qb!ping((x + 1) % 8) od }
                    proc b { queue qb[1]; pvar y; do :: qb?ping(y); qa!pong((y + 1) % 8) od }";
        assert_eq!(found(text, "x y qa? qb?"), "x 0..7, y 0..7, qa? 0..7, qb? 0..7");
    }

    #[test]
    fn each_message_of_a_queue_has_its_own_values() {
        let text = "queue q[2] = { big(500) }; proc p { q!small(2); q!plain } proc r { pvar x, y, z;
            do :: q?small(x) :: q?big(y) :: q?never(z) :: q?plain od }";
        assert_eq!(found(text, "x y z q?"), "x 0..2, y 0..500, z 0..0, q? 2..500");
        assert_eq!(found("queue q[1]; proc p { q!m } proc r { q?m }", "q?"), "q? nothing");
    }

    #[test]
    fn what_cannot_be_received_is_not_executed() {
        let text = "queue q[2]; proc p { pvar x; if :: q?never -> x = 9; q!m(7) :: (x > 3) -> x = 4 fi; q?m(x) }";
        assert_eq!(found(text, "x q?"), "x 0..0, q? nothing");
    }

    #[test]
    fn a_global_variable_with_one_writer_is_followed() {
        let text = "pvar stock = 3; proc machine { do :: (stock > 0) -> stock-- :: (stock == 0) -> stock = 2 od }
                    proc other { pvar seen; seen = stock }";
        assert_eq!(found(text, "stock seen"), "stock 0..3, seen 0..3");
    }

    /// Between the guard and the assignment the other instance can run.
    #[test]
    fn a_guard_on_a_shared_variable_does_not_last() {
        let text = "pvar inside; proc user[2] { do :: (inside < 3) -> inside++ od }";
        assert_eq!(found(text, "inside"), "inside -32768..32767");
        let at_once = "pvar g; proc w[2] { pvar x; g++; if :: (g >= 0 && x + g < 4 && g < 9) -> x = 4 - x fi }";
        assert_eq!(found(at_once, "x"), "x 0..4");
    }

    #[test]
    fn parameters_start_at_zero_and_get_their_arguments() {
        let text = "twice(n) pvar n; { pvar sum = 5; sum += n; n = sum * 2 }
                    proc p { twice(10) } proc q { pvar i; do :: twice(i); i = 1 - i od }";
        assert_eq!(found(text, "n sum i"), "n 0..30, sum 5..15, i 0..1");
    }

    #[test]
    fn instances_have_their_own_initial_values() {
        let text = "proc p[4] { pvar me = _PROCID * 10, next; next = (_PROCID + 1) % 4; me = me - 1 }";
        assert_eq!(found(text, "me next"), "me -1..30, next 0..3");
    }

    #[test]
    fn nothing_bounds_a_counter_without_a_guard() {
        assert_eq!(found("proc p { pvar n; do :: n++ od }", "n"), "n -32768..32767");
    }

    #[test]
    fn stored_values_wrap_around() {
        let text = "proc p { pvar a, b, c, d; a = 70000; b = 32767; b++; c = 2147483647; c = c * 2 + 1;
                    do :: (d >= 0 && d < 300) -> d = d * 40000 / 40000 od }";
        assert_eq!(found(text, "a b c d"), "a 0..4464, b -32768..32767, c -1..0, d 0..0");
        let large = "proc p { pvar x, y; do :: (x < 20000) -> x += 20000; y = x * 200000 od }";
        assert_eq!(found(large, "x y"), "x -32768..32767, y -32768..32767");
    }

    #[test]
    fn division_and_negative_ranges() {
        let text = "queue q[1]; proc p { pvar n = 5, d, e, r;
            do
            :: (n > -5) -> n--
            :: (n < 5) -> n++
            :: d = 100 / n
            :: e = 100 / (n - 6)
            :: r = n % 3
            :: (n < 0) -> r = 7 / n
            od }";
        assert_eq!(found(text, "n d e r"), "n -5..5, d -100..100, e -100..0, r -7..2");
        assert_eq!(found("proc p { pvar x, y; x = 4 / y; x = 7 }", "x"), "x 0..0");
    }

    #[test]
    fn the_length_of_a_queue_is_bounded_by_its_capacity() {
        assert_eq!(
            found("queue q[5]; proc p { pvar n, e; q!m; n = len(q); e = full(q); q?m }", "n e"),
            "n 0..5, e 0..1"
        );
    }

    #[test]
    fn reasons_say_where_the_bounds_come_from() {
        let text = "proc p {\npvar sbit = 1, n;\nn = 2;\nsbit = (sbit + 1) % 2;\nn = sbit + 40000;\nn = n + 1 }";
        let compilation = compiled(text);
        let (model, machines) = machines(&compilation, true);
        let text = crate::print::ranges::ranges(model, &find_ranges(model, &machines), &compilation.sources);
        let expected = "2 variables:
  p.sbit  0..1       1 bit    line 2
      line 4: sbit = (sbit + 1) % 2 gives 0
      initial value 1
  p.n     -25536..2  15 bits  line 2
      line 5: n = sbit + 40000 gives 40000, of which 16 bits are -25536
      line 3: n = 2 gives 2
      initial value 0
      line 6: n = n + 1 gives -25535
0 queues
";
        assert_eq!(text, expected);
    }

    #[test]
    fn expressions_tell_if_they_can_fault() {
        let text =
            "pvar i = 3, j = 4, a[4]; proc p { pvar x; x = a[i]; x = a[j]; x = 1 / i; x = 1 % a[0]; x = a[_PROCID];
                    x = i == 3 || a[9]; x = i == 3 && a[9] }";
        let compilation = compiled(text);
        let (model, machines) = machines(&compilation, true);
        let ranges = find_ranges(model, &machines);
        let edges = machines[0].states.iter().flat_map(|state| &state.edges);
        let values = edges.flat_map(|edge| expressions(&machines[0].actions[edge.action.0 as usize]));
        let faults = values.map(|value| can_fault(value, model, &ranges, Range::only(0)));
        assert_eq!(faults.collect::<Vec<_>>(), [false, true, false, true, false, false, true]);
        let sum = Expr::Binary(BinaryOp::Add, Box::new(Expr::ProcessIndex), Box::new(Expr::Variable(VariableId(0))));
        assert_eq!(expression_range(&sum, model, &ranges, Range { min: 0, max: 5 }), (3, 8));
    }

    /// Each variable runs after the next, with more thresholds than a range may pass.
    #[test]
    fn slow_convergence_is_cut_short() {
        let mut text = String::from("pvar g[4]; proc p { pvar v[2]");
        (0..40).for_each(|at| text += &format!(", x{at}"));
        text += "; do";
        (0..900).for_each(|at| {
            let (to, from) = (at % 40, (at * 7 + 1) % 40);
            text += &format!("\n:: (x{from} < {}) -> x{to} = x{from} + 1; g[0] = x{to} + g[1]", at * 3);
        });
        text += " od }";
        let compilation = compiled(&text);
        let (model, machines) = machines(&compilation, true);
        let start = std::time::Instant::now();
        find_ranges(model, &machines);
        // Measured: 0.8 s in a debug build.
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    fn interval() -> impl Strategy<Value = Interval> {
        let bound = || prop_oneof![-9_i32..10, any::<i32>(), Just(i32::MIN), Just(i32::MAX)];
        (bound(), bound()).prop_map(|(a, b)| Interval::new(a.min(b).into(), a.max(b).into()))
    }

    const OPERATORS: [BinaryOp; 11] = [
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterEqual,
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Multiply,
        BinaryOp::Divide,
        BinaryOp::Remainder,
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        /// What an operator gives for two values lies in what it gives for intervals around them.
        #[test]
        fn intervals_contain_the_values(left in interval(), right in interval(), a in 0.0..1.0, b in 0.0..1.0) {
            let within = |it: Interval, part: f64| (it.min + ((it.max - it.min) as f64 * part).round() as i64) as i32;
            for (x, y) in [(within(left, a), within(right, b)), (within(left, a.round()), within(right, b.round()))] {
                for operator in OPERATORS {
                    let Ok(value) = concrete(operator, x, y) else { continue };
                    let result = binary(operator, left, right).expect("there is a value");
                    prop_assert!(result.contains(value.into()), "{x} {operator:?} {y} = {value}, {result:?}");
                    prop_assert!(result.is_within(Interval::INT));
                    prop_assert!(result.store().contains(value::store(value).into()));
                }
            }
        }

        /// All values of narrow intervals, where the bounds are to be exact but for remainders.
        #[test]
        fn narrow_intervals_are_exact(a in -9_i64..10, b in 0_i64..6, c in -9_i64..10, d in 0_i64..6) {
            let (left, right) = (Interval::new(a, a + b), Interval::new(c, c + d));
            for operator in OPERATORS {
                let pairs_with = |x: i64| (right.min..=right.max).map(move |y| (x as i32, y as i32));
                let pairs = (left.min..=left.max).flat_map(pairs_with);
                let values = pairs.filter_map(|(x, y)| concrete(operator, x, y).ok());
                let exact = values.map(|value| Interval::only(value.into())).reduce(Interval::join);
                let result = binary(operator, left, right);
                if operator == BinaryOp::Remainder {
                    prop_assert!(exact.is_none_or(|exact| result.is_some_and(|result| exact.is_within(result))));
                } else {
                    prop_assert_eq!(exact, result, "{:?} {:?} {:?}", left, operator, right);
                }
            }
        }
    }

    fn concrete(operator: BinaryOp, left: i32, right: i32) -> Result<i32, value::Fault> {
        Ok(match operator {
            BinaryOp::Or | BinaryOp::And => (right != 0).into(),
            BinaryOp::Equal => (left == right).into(),
            BinaryOp::NotEqual => (left != right).into(),
            BinaryOp::Less => (left < right).into(),
            BinaryOp::LessEqual => (left <= right).into(),
            BinaryOp::Greater => (left > right).into(),
            BinaryOp::GreaterEqual => (left >= right).into(),
            BinaryOp::Add => left.wrapping_add(right),
            BinaryOp::Subtract => left.wrapping_sub(right),
            BinaryOp::Multiply => left.wrapping_mul(right),
            BinaryOp::Divide => value::divide(left, right)?,
            BinaryOp::Remainder => value::remainder(left, right)?,
        })
    }

    /// Numbers that look random, the same in each run.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, count: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 20) as usize % count
        }

        fn choose<'c>(&mut self, choices: &[&'c str]) -> &'c str {
            choices[self.below(choices.len())]
        }
    }

    /// One execution, with timeouts whenever their queue is empty, to see that all values lie in their ranges.
    struct Walk<'w> {
        model: &'w Model,
        machines: &'w [&'w Machine],
        ranges: &'w Ranges,
        control: Vec<Vec<usize>>,
        variables: Vec<Vec<Vec<i16>>>,
        queues: Vec<Vec<Vec<(MessageId, i16)>>>,
        instance: usize,
    }

    impl<'w> Walk<'w> {
        fn new(model: &'w Model, machines: &'w [&'w Machine], ranges: &'w Ranges) -> Self {
            let elements = |length: Option<u32>| length.unwrap_or(1) as usize;
            let control = model.processes.iter().zip(machines);
            let control = control.map(|(process, it)| vec![it.start.0 as usize; process.instances() as usize]);
            let variables = model.variables.iter();
            let variables =
                variables.map(|it| it.initial.iter().map(|value| vec![*value; elements(it.length)]).collect());
            let queues = model.queues.iter().map(|queue| {
                let contents = queue.initial.iter().map(|(message, value)| (*message, value.unwrap_or(0)));
                vec![contents.collect(); elements(queue.length)]
            });
            let (control, variables, queues) = (control.collect(), variables.collect(), queues.collect());
            Walk { model, machines, ranges, control, variables, queues, instance: 0 }
        }

        fn steps(&mut self, count: usize, dice: &mut Dice) {
            for _ in 0..count {
                let process = dice.below(self.machines.len());
                self.instance = dice.below(self.control[process].len());
                let state = &self.machines[process].states[self.control[process][self.instance]];
                if state.edges.is_empty() {
                    continue;
                }
                let edge = &state.edges[dice.below(state.edges.len())];
                let action = &self.machines[process].actions[edge.action.0 as usize];
                match self.step(action) {
                    Ok(true) => self.control[process][self.instance] = edge.target.0 as usize,
                    Ok(false) => {}
                    Err(_) => return,
                }
            }
        }

        /// Says if the action was executable.
        fn step(&mut self, action: &Action) -> Result<bool, value::Fault> {
            match action {
                Action::Skip => Ok(true),
                Action::Condition(condition) | Action::Assert(condition) => Ok(self.value(condition)? != 0),
                Action::Timeout { queue } => Ok(self.queue(queue)?.is_empty()),
                Action::Assign { target, value } => {
                    let value = self.value(value)?;
                    self.assign(target, value::store(value))
                }
                Action::Send { queue, message, value } => {
                    if self.queue(queue)?.len() >= self.model[queue.queue].capacity as usize {
                        return Ok(false);
                    }
                    let stored = value.as_ref().map_or(Ok(0), |value| self.value(value)).map(value::store)?;
                    if value.is_some() {
                        let cargo = self.ranges.cargo[queue.queue.0 as usize].as_ref();
                        let range = cargo.map(|cargo| cargo.range);
                        assert!(
                            range.is_some_and(|range| range.contains(stored.into())),
                            "{queue:?} {stored} {range:?}"
                        );
                    }
                    self.queue(queue)?.push((*message, stored));
                    Ok(true)
                }
                Action::Receive { queue, target, .. } | Action::ReceiveAny { queue, target } => {
                    let Some(&(oldest, value)) = self.queue(queue)?.first() else { return Ok(false) };
                    if matches!(action, Action::Receive { message, .. } if *message != oldest) {
                        return Ok(false);
                    }
                    self.queue(queue)?.remove(0);
                    target.as_ref().map_or(Ok(true), |target| self.assign(target, value))
                }
                Action::Enter { parameters, locals } => {
                    let values: Result<Vec<i32>, _> = parameters.iter().map(|(_, value)| self.value(value)).collect();
                    for ((parameter, _), value) in parameters.iter().zip(values?) {
                        self.assign(&Target { variable: *parameter, index: None }, value::store(value))?;
                    }
                    for local in locals {
                        let initial = self.model[*local].initial[self.instance];
                        self.variables[local.0 as usize][self.instance].fill(initial);
                    }
                    Ok(true)
                }
            }
        }

        fn assign(&mut self, target: &Target, value: i16) -> Result<bool, value::Fault> {
            let range = self.ranges.variables[target.variable.0 as usize].range;
            let at = self.element(target.variable, target.index.as_deref())?;
            assert!(range.contains(value.into()), "{} = {value}, not in {range:?}", self.model[target.variable].name);
            *self.place(target.variable, at) = value;
            Ok(true)
        }

        fn element(&mut self, variable: VariableId, index: Option<&Expr>) -> Result<usize, value::Fault> {
            let Some(index) = index else { return Ok(0) };
            value::index(self.value(index)?, self.model[variable].length.unwrap_or(1))
        }

        fn place(&mut self, variable: VariableId, element: usize) -> &mut i16 {
            let copies = &mut self.variables[variable.0 as usize];
            let copy = if copies.len() == 1 { 0 } else { self.instance };
            &mut copies[copy][element]
        }

        fn queue(&mut self, queue: &QueueRef) -> Result<&mut Vec<(MessageId, i16)>, value::Fault> {
            let at = match queue.index.as_deref() {
                Some(index) => value::index(self.value(index)?, self.model[queue.queue].length.unwrap_or(1))?,
                None => 0,
            };
            Ok(&mut self.queues[queue.queue.0 as usize][at])
        }

        fn value(&mut self, expr: &Expr) -> Result<i32, value::Fault> {
            Ok(match expr {
                Expr::Constant(value) => *value,
                Expr::ProcessIndex => self.instance as i32,
                Expr::Variable(variable) => (*self.place(*variable, 0)).into(),
                Expr::Element(variable, index) => {
                    let at = self.element(*variable, Some(index))?;
                    (*self.place(*variable, at)).into()
                }
                Expr::Unary(UnaryOp::Not, operand) => (self.value(operand)? == 0).into(),
                Expr::Unary(UnaryOp::Negate, operand) => self.value(operand)?.wrapping_neg(),
                Expr::Binary(operator, left, right) => match (operator, self.value(left)?) {
                    (BinaryOp::And, 0) => 0,
                    (BinaryOp::Or, left) if left != 0 => 1,
                    (_, left) => concrete(*operator, left, self.value(right)?)?,
                },
                Expr::Queue(test, queue) => {
                    let (length, capacity) = (self.queue(queue)?.len(), self.model[queue.queue].capacity as usize);
                    match test {
                        QueueTest::Len => length as i32,
                        QueueTest::Empty => (length == 0).into(),
                        QueueTest::Full => (length >= capacity).into(),
                    }
                }
                Expr::Remote { .. } | Expr::At { .. } => unreachable!("only properties look into processes"),
            })
        }
    }

    /// Executes a specification at random, with both kinds of machines.
    fn walk(text: &str, steps: usize, dice: &mut Dice) {
        let compilation = compiled(text);
        for minimized in [true, false] {
            let (model, machines) = machines(&compilation, minimized);
            let ranges = find_ranges(model, &machines);
            assert_eq!(ranges, find_ranges(model, &machines), "the same from run to run");
            for _ in 0..4 {
                Walk::new(model, &machines, &ranges).steps(steps, dice);
            }
        }
    }

    #[test]
    fn executions_of_the_examples_stay_in_range() {
        let entries = std::fs::read_dir(examples()).expect("the examples are there");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an example can be listed").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "argos"));
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(path).expect("an example is text");
            walk(&text, 20_000, &mut Dice(0x2545_f491_4f6c_dd1d));
        }
    }

    /// Specifications made of everything that matters for ranges.
    struct Writer(Dice);

    impl Writer {
        const SCALARS: [&'static str; 6] = ["x", "y", "z", "i", "g", "solo"];

        fn specification(&mut self) -> String {
            let initial = self.number();
            // A procedure cannot call itself, and sees no variables that are declared below it: `solo` is its own.
            let procedure = self.block(5, 2).replace("CALL", "skip");
            let one = self.block(8, 3).replace("CALL", "call(x, g)");
            let many = self.block(8, 3).replace("CALL", "call(i % 4, 3)").replace("solo", "i");
            format!(
                "queue q[2] = {{ m({initial}) }}, r[2][1]; pvar g = {initial}, a[3] = 1, h = 2;
                 call(x, y) {{ pvar z = {initial}, i, b[2], solo; {procedure} }}
                 pvar solo = 3;
                 proc one {{ pvar x, y = {initial}, z, i, b[4]; {one} }}
                 proc many[3] {{ pvar x = _PROCID, y, z = 1 - _PROCID, i, b[3]; {many} }}"
            )
        }

        fn number(&mut self) -> String {
            let constants = ["0", "1", "2", "3", "7", "-1", "-4", "10", "100", "300", "32767", "40000", "2147483647"];
            self.0.choose(&constants).to_string()
        }

        fn scalar(&mut self) -> &'static str {
            self.0.choose(&Self::SCALARS)
        }

        fn expression(&mut self, depth: usize) -> String {
            match self.0.below(if depth == 0 { 5 } else { 12 }) {
                0 | 1 => self.scalar().into(),
                2 => self.number(),
                3 => self.0.choose(&["_PROCID", "len(q)", "h", "empty(r[i])", "full(q)"]).into(),
                4 => format!("{}[{}]", self.0.choose(&["a", "b"]), self.scalar()),
                5 => format!("{}({})", self.0.choose(&["-", "!"]), self.expression(depth - 1)),
                _ => {
                    let operator = self.0.choose(&["+", "-", "*", "/", "%", "+", "-", "%", "<", "==", "&&", "||"]);
                    format!("({} {operator} {})", self.expression(depth - 1), self.expression(depth - 1))
                }
            }
        }

        fn condition(&mut self, depth: usize) -> String {
            if depth > 0 && self.0.below(3) == 0 {
                let operator = self.0.choose(&["&&", "||"]);
                let not = self.0.choose(&["", "!"]);
                return format!("{not}({} {operator} {})", self.condition(depth - 1), self.condition(depth - 1));
            }
            let operator = self.0.choose(&["<", "<=", ">", ">=", "==", "!="]);
            let right = if self.0.below(2) == 0 { self.number() } else { self.expression(1) };
            format!("({} {operator} {right})", self.expression(depth.min(1)))
        }

        fn statement(&mut self, depth: usize) -> String {
            match self.0.below(if depth == 0 { 9 } else { 15 }) {
                0 | 1 => format!("{} = {}", self.scalar(), self.expression(2)),
                2 => format!("{}{}", self.scalar(), self.0.choose(&["++", "--", " += 2", " %= 5"])),
                3 => format!("{}[{}] = {}", self.0.choose(&["a", "b"]), self.scalar(), self.expression(1)),
                4 => format!("{}({})", self.0.choose(&["q!m", "q!n", "r[i]!m"]), self.expression(2)),
                5 => format!("{}({})", self.0.choose(&["q?m", "q?n", "q?default", "r[i]?m"]), self.scalar()),
                6 => self.condition(2),
                7 => format!("assert ({})", self.condition(1)),
                8 => self.0.choose(&["q?timeout", "r[x]?timeout", "skip"]).into(),
                9 => "CALL".into(),
                10..13 => {
                    let (counter, bound) = (self.scalar(), self.0.below(40));
                    let body = self.block(3, depth - 1);
                    format!("do :: ({counter} < {bound}) -> {body}; {counter}++ :: ({counter} >= {bound}) -> break od")
                }
                _ => {
                    let options = (0..3).map(|_| format!(":: {} -> {}", self.condition(1), self.block(3, depth - 1)));
                    format!("if {} :: skip fi", options.collect::<Vec<_>>().join(" "))
                }
            }
        }

        fn block(&mut self, count: usize, depth: usize) -> String {
            (0..count).map(|_| self.statement(depth)).collect::<Vec<_>>().join("; ")
        }
    }

    #[test]
    fn random_executions_of_random_specifications_stay_in_range() {
        for seed in 1..=40 {
            let mut writer = Writer(Dice(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed)));
            let text = writer.specification();
            walk(&text, 3_000, &mut writer.0);
        }
    }
}
