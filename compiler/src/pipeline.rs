//! The whole front end: from text to minimised machines, one call per stage.

use crate::ast::Specification;
use crate::balance::balance;
use crate::diagnostic::Diagnostics;
use crate::layout::lay_out;
use crate::machine::{Machine, build_machines, build_procedure};
use crate::minimize::{Minimized, minimize};
use crate::model::Model;
use crate::monitor::{Automaton, AutomatonKind, build_automata};
use crate::parse::parse;
use crate::preprocess::{Loader, Options, preprocess};
use crate::ranges::{Ranges, find_ranges};
use crate::resolve::resolve;
use crate::rules::{RuleSet, lower};
use crate::source::SourceMap;
use std::sync::Arc;

/// Stages recurse into blocks, calls and expressions, whose nesting is limited; this is enough for the deepest, in a
/// debug build as well, whatever stack the caller has.
const STACK: usize = 32 << 20;

/// What came of a specification.
pub struct Compilation {
    pub sources: SourceMap,
    pub diagnostics: Diagnostics,
    /// The tree as written, as far as it could be read.
    pub tree: Specification,
    /// `None` if there are errors.
    pub program: Option<Program>,
}

/// A specification without errors.
pub struct Program {
    pub model: Model,
    /// By process.
    pub machines: Vec<ProcessMachine>,
    /// By procedure, minimised.
    pub procedures: Vec<Machine>,
    /// Assertions in the order of the text, then the claim.
    pub automata: Vec<Automaton>,
}

impl Program {
    /// The machines that are to run, by process.
    pub fn machines(&self, minimized: bool) -> Vec<&Machine> {
        let machines = self.machines.iter();
        machines.map(|machine| if minimized { &machine.minimized.machine } else { &machine.raw }).collect()
    }

    /// The automata of the assertions, without the claim.
    pub fn monitors(&self) -> impl Iterator<Item = &Automaton> {
        self.automata.iter().filter(|automaton| automaton.kind != AutomatonKind::Never)
    }

    pub fn ranges(&self, minimized: bool) -> Ranges {
        find_ranges(&self.model, &self.machines(minimized))
    }

    /// The back end: ranges, layout, rules. The only thing that can be wrong is the size.
    pub fn rules(&self, minimized: bool, sources: &SourceMap) -> Result<RuleSet, Diagnostics> {
        let ranges = self.ranges(minimized);
        let automata: Vec<&Automaton> = self.monitors().collect();
        let layout = lay_out(&self.model, &self.machines(minimized), &automata, &ranges)?;
        lower(self, minimized, &ranges, layout, sources)
    }
}

/// A process's machine before and after minimisation.
pub struct ProcessMachine {
    pub raw: Machine,
    pub minimized: Minimized,
}

/// Compiles `text`, which was read from `path`, as far as machines.
pub fn compile(path: &str, text: Arc<str>, options: &Options, loader: &dyn Loader) -> Compilation {
    with_stack(|| compile_here(path, text.clone(), options, loader))
}

/// Runs a part of the compiler on a thread with a stack of its own. Where memory is too short for one, the caller's has to
/// do.
pub fn with_stack<T: Send>(run: impl Fn() -> T + Sync) -> T {
    std::thread::scope(|scope| match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &run) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => run(),
    })
}

fn compile_here(path: &str, text: Arc<str>, options: &Options, loader: &dyn Loader) -> Compilation {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let tokens = preprocess(path, text, options, loader, &mut sources, &mut diagnostics);
    let tokens = balance(tokens, &mut diagnostics);
    let tree = parse(tokens, &mut diagnostics);
    let program = if diagnostics.has_errors() { None } else { build(&tree, &mut diagnostics) };
    diagnostics.sort();
    Compilation { sources, diagnostics, tree, program }
}

fn build(tree: &Specification, diagnostics: &mut Diagnostics) -> Option<Program> {
    let model = resolve(tree, diagnostics);
    if diagnostics.has_errors() {
        return None;
    }
    let raw = build_machines(&model, diagnostics);
    let machines = raw.into_iter().zip(&model.processes).map(|(raw, process)| {
        let minimized = minimize(&raw, &process.body);
        ProcessMachine { raw, minimized }
    });
    let machines = machines.collect();
    let procedures = model.procedures.iter().map(|procedure| {
        let machine = build_procedure(&procedure.body, procedure.span);
        minimize(&machine, &procedure.body).machine
    });
    let procedures = procedures.collect();
    let automata = build_automata(&model, diagnostics);
    (!diagnostics.has_errors()).then_some(Program { model, machines, procedures, automata })
}
