//! Names to ids, and every check that needs no control flow; procedures are expanded on the way.
//!
//! Goes in: the tree as written. Comes out: the [`Model`]. What is visible where: queues, processes and procedures
//! everywhere; global variables and qsets in what stands behind their declaration; locals in their own body; a procedure's
//! body sees its parameters, its locals and the globals, not its caller's locals.
//!
//! The work is done in this order, because queues, processes and procedures may be used before their declaration while
//! variables may not, and because assertions speak of what processes do: declare everything (`declare`), look for
//! recursion (`calls`), check each procedure once as written, resolve each process (`body`, `expression`), then
//! assertions, claims and properties (`property`), then what can only be said of the whole (`sorts`, `unused`).

mod body;
mod calls;
mod declare;
mod expression;
mod property;
mod sorts;
mod unused;

use crate::ast::{self, Ident, Item};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::model::*;
use crate::source::{Name, Span};
use std::collections::{HashMap, HashSet};

/// The largest size of an array, a queue or a process array.
const MAX_SIZE: i32 = 32_767;
/// Variable elements, queue slots and process instances of the whole specification.
const MAX_CELLS: u64 = 1 << 20;

/// Resolves a specification.
pub fn resolve(specification: &ast::Specification, diagnostics: &mut Diagnostics) -> Model {
    let mut resolver = Resolver::new(specification, diagnostics);
    resolver.declare_all();
    let can_expand = resolver.check_calls();
    resolver.check_procedures();
    if !can_expand {
        return resolver.model;
    }
    resolver.resolve_processes();
    resolver.resolve_monitors();
    resolver.resolve_properties();
    resolver.check_size();
    resolver.build_sorts();
    if !resolver.diagnostics.has_errors() {
        // What an error hides would be missed by these.
        resolver.warn_about_queues();
        resolver.warn_unused();
    }
    resolver.model
}

/// A global variable and the position of its declaration.
struct GlobalVariable {
    id: VariableId,
    item: usize,
}

/// A qset: a queue and some of its messages.
#[derive(Clone)]
struct Qset {
    declaration: Ident,
    queue: QueueId,
    messages: Vec<MessageId>,
}

/// A procedure's definition.
#[derive(Clone, Copy)]
struct Definition<'a> {
    ast: &'a ast::Procedure,
    item: usize,
}

struct Resolver<'a> {
    specification: &'a ast::Specification,
    diagnostics: &'a mut Diagnostics,
    model: Model,
    queues: HashMap<Name, QueueId>,
    messages: HashMap<Name, MessageId>,
    processes: HashMap<Name, ProcessId>,
    procedures: HashMap<Name, Definition<'a>>,
    global_variables: HashMap<Name, GlobalVariable>,
    global_qsets: HashMap<Name, (&'a ast::QsetDeclaration, usize)>,
    /// The local variables of each process, for `process.variable`.
    process_variables: Vec<HashMap<Name, VariableId>>,
    /// Declarations (by place and name) that something refers to.
    used: HashSet<(Span, Name)>,
    /// Messages that queues start with: queue, message, whether it carries a value, place.
    initial_spans: Vec<(QueueId, MessageId, bool, Span)>,
}

/// What kind of text is being resolved: it decides what is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Context {
    Process(ProcessId),
    /// A procedure, checked once as it is written: names of qset parameters stand for themselves.
    Definition,
    /// `assert { }` or `error { }`.
    Monitor,
    /// `never { }`, `invariant`, `guide` and `ltl`.
    Property,
    /// The initialiser of a global variable or queue.
    Global,
}

/// What a body sees besides the global names: that of a process, an assertion, or one expansion of a procedure.
struct Frame {
    context: Context,
    /// The position of the definition that the text belongs to.
    item: usize,
    variables: HashMap<Name, Local>,
    qsets: HashMap<Name, Qset>,
    /// The qset parameters of the procedure.
    formals: Vec<Formal>,
    labels: HashMap<Name, LabelId>,
    loops: usize,
    /// The name of the procedure that the text belongs to, and the call that led here.
    procedure: Option<(Name, Span)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Local {
    id: VariableId,
    is_parameter: bool,
}

/// A qset parameter: the names that its body uses, and what they stand for.
struct Formal {
    queue_name: Name,
    span: Span,
    queue: QueueId,
    messages: Vec<(Name, MessageId)>,
}

impl Frame {
    fn new(context: Context, item: usize) -> Self {
        Frame {
            context,
            item,
            variables: HashMap::new(),
            qsets: HashMap::new(),
            formals: Vec::new(),
            labels: HashMap::new(),
            loops: 0,
            procedure: None,
        }
    }

    fn process(&self) -> Option<ProcessId> {
        match self.context {
            Context::Process(id) => Some(id),
            _ => None,
        }
    }
}

impl<'a> Resolver<'a> {
    fn new(specification: &'a ast::Specification, diagnostics: &'a mut Diagnostics) -> Self {
        Resolver {
            specification,
            diagnostics,
            model: Model::default(),
            queues: HashMap::new(),
            messages: HashMap::new(),
            processes: HashMap::new(),
            procedures: HashMap::new(),
            global_variables: HashMap::new(),
            global_qsets: HashMap::new(),
            process_variables: Vec::new(),
            used: HashSet::new(),
            initial_spans: Vec::new(),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.add(diagnostic);
    }

    fn message(&mut self, name: &Name) -> MessageId {
        if let Some(id) = self.messages.get(name) {
            return *id;
        }
        let id = MessageId(self.model.messages.len() as u32);
        self.model.messages.push(Message { name: name.clone() });
        self.messages.insert(name.clone(), id);
        id
    }

    fn mark_used(&mut self, span: Span, name: &Name) {
        if !self.used.contains(&(span, name.clone())) {
            self.used.insert((span, name.clone()));
        }
    }

    /// The processes of the specification with their ids and positions.
    fn process_items(&self) -> Vec<(ProcessId, usize, &'a ast::Process)> {
        let items = self.specification.items.iter().enumerate();
        let processes = items.filter_map(|(item, ast)| match ast {
            Item::Process(process) => Some((item, process)),
            _ => None,
        });
        processes.enumerate().map(|(id, (item, process))| (ProcessId(id as u32), item, process)).collect()
    }

    /// All cells of the state vector together must stay within reason.
    fn check_size(&mut self) {
        let instances = |process: ProcessId| u64::from(self.model[process].instances());
        let variables = self.model.variables.iter().map(|variable| {
            let copies = match variable.scope {
                Scope::Global => 1,
                Scope::Process(process) | Scope::Expansion { process, .. } => instances(process),
            };
            (copies * u64::from(variable.length.unwrap_or(1)), variable.span)
        });
        let queues = self.model.queues.iter().map(|queue| {
            let slots = u64::from(queue.length.unwrap_or(1)) * u64::from(queue.capacity);
            (slots, queue.span)
        });
        let processes = self.model.processes.iter().map(|process| (u64::from(process.instances()), process.span));
        let parts: Vec<(u64, Span)> = variables.chain(queues).chain(processes).collect();
        let cells: u64 = parts.iter().map(|(cells, _)| cells).sum();
        if cells > MAX_CELLS
            && let Some(&(largest, span)) = parts.iter().max_by_key(|(cells, _)| cells)
        {
            self.report(
                Diagnostic::new(
                    Code::TooLarge,
                    span,
                    format!(
                        "variables, queue slots and processes together make {cells} cells; the limit is {MAX_CELLS}"
                    ),
                )
                .label(format!("{largest} of them are here"))
                .hint("look for an array, a queue or a process array whose size has a digit too many"),
            );
        }
    }
}
