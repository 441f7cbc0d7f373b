//! Which ranges are found, and that executions stay in them.

mod cases;
mod executions;
mod intervals;
mod writer;

use super::{Range, find_ranges};
use crate::ast::BinaryOp;
use crate::machine::Machine;
use crate::model::Model;
use crate::pipeline::{Compilation, compile};
use crate::preprocess::{Loader, Options};
use argos_runtime::value;
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

/// What an operator gives for two values; for `&&` and `||`, if the left side leaves it to the right one.
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
