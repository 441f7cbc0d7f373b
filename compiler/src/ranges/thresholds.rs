//! Thresholds: the numbers at which a bound stops for a while when it is widened.

use super::Range;
use super::graph::Graph;
use super::interval::{Interval, binary};
use super::parts::{expressions, operands};
use super::problem::initial_range;
use crate::ast::UnaryOp;
use crate::model::{Expr, Model, ProcessId, Scope, VariableId};

/// Constants, and what expressions of constants give; initial values, sizes and capacities; all with their neighbours
/// and negated. Each list is sorted and has the bounds of 16 bits in it.
pub(super) struct Thresholds {
    by_process: Vec<Vec<i32>>,
    /// Those of all processes.
    pub(super) all: Vec<i32>,
}

impl Thresholds {
    pub(super) fn new(model: &Model, graph: &Graph) -> Thresholds {
        let numbers = Numbers::new(model, graph);
        let of_process = |own: &Vec<i64>| around(own.iter().chain(&numbers.general));
        Thresholds {
            by_process: numbers.by_process.iter().map(of_process).collect(),
            all: around(numbers.by_process.iter().flatten().chain(&numbers.general)),
        }
    }

    pub(super) fn of(&self, process: ProcessId) -> &[i32] {
        &self.by_process[process.0 as usize]
    }
}

/// The numbers of a specification.
struct Numbers {
    by_process: Vec<Vec<i64>>,
    /// Those that belong to no process.
    general: Vec<i64>,
}

impl Numbers {
    fn new(model: &Model, graph: &Graph) -> Numbers {
        let instances = model.processes.iter().map(|process| vec![process.instances().into()]);
        let mut numbers = Numbers { by_process: instances.collect(), general: vec![0] };
        numbers.add_constants(graph);
        numbers.add_variables(model);
        numbers.add_queues(model);
        numbers
    }

    fn add_constants(&mut self, graph: &Graph) {
        for node in graph.nodes() {
            let numbers = &mut self.by_process[node.process.0 as usize];
            for expr in node.edges.iter().flat_map(|edge| expressions(edge.action)) {
                collect_constants(expr, numbers);
            }
        }
    }

    fn add_variables(&mut self, model: &Model) {
        for (number, variable) in model.variables.iter().enumerate() {
            let numbers = match variable.scope {
                Scope::Global => &mut self.general,
                Scope::Process(process) | Scope::Expansion { process, .. } => &mut self.by_process[process.0 as usize],
            };
            let Range { min, max } = initial_range(model, VariableId(number as u32));
            numbers.extend([min, max].map(i64::from));
            numbers.extend(variable.length.map(i64::from));
        }
    }

    fn add_queues(&mut self, model: &Model) {
        for queue in &model.queues {
            self.general.push(queue.capacity.into());
            self.general.extend(queue.length.map(i64::from));
            self.general.extend(queue.initial.iter().filter_map(|(_, value)| value.map(i64::from)));
        }
    }
}

/// Adds the values of all constant expressions in an expression; gives its own value if it is one.
fn collect_constants(expr: &Expr, numbers: &mut Vec<i64>) -> Option<Interval> {
    let operands: Vec<_> = operands(expr).into_iter().map(|operand| collect_constants(operand, numbers)).collect();
    let value = match (expr, &operands[..]) {
        (Expr::Constant(value), _) => Interval::only((*value).into()),
        (Expr::Unary(UnaryOp::Negate, _), [Some(operand)]) => (-*operand).wrap(),
        (Expr::Binary(operator, ..), [Some(left), Some(right)]) => binary(*operator, *left, *right)?,
        _ => return None,
    };
    numbers.push(value.min);
    Some(value)
}

fn around<'n>(numbers: impl Iterator<Item = &'n i64>) -> Vec<i32> {
    let around = numbers.flat_map(|&number| [number - 1, number, number + 1]).flat_map(|number| [number, -number]);
    let stored = around.filter(|&number| Interval::from(Range::ANY).contains(number)).map(|number| number as i32);
    let mut all: Vec<i32> = stored.chain([Range::ANY.min, Range::ANY.max]).collect();
    all.sort_unstable();
    all.dedup();
    all
}
