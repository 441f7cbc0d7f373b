//! Declarations: processes, procedures and queues of the whole specification; variables and qsets, globally and locally.

use super::*;
use crate::ast::{Declaration, Expr as AstExpr, QueueDeclaration, VariableDeclaration};
use crate::constant;
use argos_runtime::value;

impl<'a> Resolver<'a> {
    /// Declares everything that can be used before it is declared, then the globals in their order.
    pub(super) fn declare_all(&mut self) {
        let specification = self.specification;
        for (item, ast) in specification.items.iter().enumerate() {
            match ast {
                Item::Process(process) => self.declare_process(process),
                Item::Procedure(procedure) => self.declare_procedure(procedure, item),
                _ => {}
            }
        }
        for ast in &specification.items {
            match ast {
                Item::Declaration(declaration) => self.declare_queues(declaration, Owner::Global),
                Item::Process(process) => self.declare_process_queues(process),
                Item::Procedure(procedure) => {
                    procedure.body.declarations.iter().for_each(|it| self.declare_queues(it, Owner::Procedure));
                }
                _ => {}
            }
        }
        for (item, ast) in specification.items.iter().enumerate() {
            if let Item::Declaration(declaration) = ast {
                self.declare_global(declaration, item);
            }
        }
    }

    pub(super) fn duplicate(&mut self, what: &str, name: &Ident, earlier: Span) {
        self.report(
            Diagnostic::new(Code::Duplicate, name.span, format!("{what} `{name}` is declared twice"))
                .label("declared again here")
                .other(earlier, "first declared here"),
        );
    }

    fn declare_process(&mut self, process: &ast::Process) {
        let id = ProcessId(self.model.processes.len() as u32);
        let length = process.instances.as_ref().map(|size| self.size(size, "number of processes"));
        let name = &process.name;
        match self.processes.get(&name.name) {
            Some(&earlier) => self.duplicate("process", name, self.model[earlier].span),
            None => {
                self.processes.insert(name.name.clone(), id);
            }
        }
        self.model.processes.push(Process { name: name.name.clone(), span: name.span, length, body: Body::default() });
        self.process_variables.push(HashMap::new());
    }

    fn declare_procedure(&mut self, procedure: &'a ast::Procedure, item: usize) {
        match self.procedures.get(&procedure.name.name) {
            Some(earlier) => self.duplicate("procedure", &procedure.name, earlier.ast.name.span),
            None => {
                self.procedures.insert(procedure.name.name.clone(), Definition { ast: procedure, item });
            }
        }
    }

    fn declare_process_queues(&mut self, process: &ast::Process) {
        for declaration in &process.body.declarations {
            if let (Declaration::Queues(queues), Some(_)) = (declaration, &process.instances) {
                for queue in queues {
                    let (name, process) = (&queue.name, &process.name);
                    self.report(
                        Diagnostic::new(
                            Code::QueueInProcessArray,
                            name.span,
                            format!("queue `{name}` is declared inside the process array `{process}`"),
                        )
                        .other(process.span, "the process array")
                        .hint(format!(
                            "declare a global queue array with one queue for each process, and use `{name}[_PROCID]`"
                        )),
                    );
                }
            }
            let owner = self.processes.get(&process.name.name).map_or(Owner::Global, |id| Owner::Process(*id));
            self.declare_queues(declaration, owner);
        }
    }

    /// Gives the queues of a declaration their ids and sizes; initial contents come later, in the order of the text.
    fn declare_queues(&mut self, declaration: &Declaration, owner: Owner) {
        let Declaration::Queues(queues) = declaration else { return };
        for queue in queues {
            let length = queue.length.as_ref().map(|size| self.size(size, "number of queues"));
            let capacity = self.size(&queue.capacity, "capacity");
            match self.queues.get(&queue.name.name) {
                Some(&earlier) => self.duplicate("queue", &queue.name, self.model[earlier].span),
                None => {
                    self.add_queue(&queue.name, length, capacity, owner);
                }
            }
        }
    }

    pub(super) fn add_queue(&mut self, name: &Ident, length: Option<u32>, capacity: u32, owner: Owner) -> QueueId {
        let id = QueueId(self.model.queues.len() as u32);
        let (name, span) = (name.name.clone(), name.span);
        self.queues.insert(name.clone(), id);
        let (initial, sort) = (Vec::new(), Vec::new());
        self.model.queues.push(Queue { name, span, length, capacity, initial, owner, sort });
        id
    }

    fn declare_global(&mut self, declaration: &'a Declaration, item: usize) {
        let frame = Frame::new(Context::Global, item);
        match declaration {
            Declaration::Variables(variables) => {
                for variable in variables {
                    let Some(id) = self.variable(variable, &frame, Scope::Global) else { continue };
                    match self.global_variables.get(&variable.name.name) {
                        Some(earlier) => self.duplicate("variable", &variable.name, self.model[earlier.id].span),
                        None => {
                            self.global_variables.insert(variable.name.name.clone(), GlobalVariable { id, item });
                        }
                    }
                }
            }
            Declaration::Queues(queues) => queues.iter().for_each(|queue| self.initial_contents(queue, &frame)),
            Declaration::Qset(qset) => match self.global_qsets.get(&qset.name.name) {
                Some((earlier, _)) => self.duplicate("qset", &qset.name, earlier.name.span),
                None => {
                    self.global_qsets.insert(qset.name.name.clone(), (qset, item));
                }
            },
        }
    }

    /// Declares the locals of a process or of an expanded procedure. Gives back the variables.
    pub(super) fn declare_locals(
        &mut self,
        declarations: &[Declaration],
        frame: &mut Frame,
        scope: &Scope,
    ) -> Vec<VariableId> {
        let mut locals = Vec::new();
        for (at, declaration) in declarations.iter().enumerate() {
            match declaration {
                Declaration::Variables(variables) => {
                    for variable in variables {
                        let Some(id) = self.variable(variable, frame, scope.clone()) else { continue };
                        self.add_local(&variable.name, Local { id, is_parameter: false }, frame);
                        locals.push(id);
                    }
                }
                Declaration::Queues(queues) => queues.iter().for_each(|queue| self.initial_contents(queue, frame)),
                Declaration::Qset(qset) => {
                    let same = |earlier: &&Declaration| matches!(earlier, Declaration::Qset(it) if it.name.name == qset.name.name);
                    if let Some(Declaration::Qset(earlier)) = declarations[..at].iter().find(same) {
                        self.duplicate("qset", &qset.name, earlier.name.span);
                    } else if frame.qsets.contains_key(&qset.name.name) {
                        self.report(Diagnostic::new(
                            Code::Duplicate,
                            qset.name.span,
                            format!("qset `{}` is declared twice", qset.name),
                        ));
                    }
                    let resolved = self.qset(qset, frame);
                    frame.qsets.insert(qset.name.name.clone(), resolved);
                }
            }
        }
        locals
    }

    /// Makes a local variable or parameter visible.
    pub(super) fn add_local(&mut self, name: &Ident, local: Local, frame: &mut Frame) {
        if let Some(earlier) = frame.variables.get(&name.name) {
            let what = if local.is_parameter { "parameter" } else { "variable" };
            return self.duplicate(what, name, self.model[earlier.id].span);
        }
        if let Some(global) = self.global_variables.get(&name.name)
            && global.item < frame.item
        {
            let diagnostic = Diagnostic::new(
                Code::Shadowing,
                name.span,
                format!("`{name}` hides a global variable of the same name"),
            )
            .label("the local one")
            .other(self.model[global.id].span, "the global one");
            self.report(diagnostic);
        }
        frame.variables.insert(name.name.clone(), local);
    }

    /// Adds a variable to the model, with its size and initial value.
    fn variable(&mut self, declaration: &VariableDeclaration, frame: &Frame, scope: Scope) -> Option<VariableId> {
        if &*declaration.name.name == "_PROCID" {
            self.report(
                Diagnostic::new(Code::Duplicate, declaration.name.span, "`_PROCID` cannot be declared")
                    .hint("it is the index of a process in its array, and every process has it"),
            );
            return None;
        }
        let length = declaration.length.as_ref().map(|size| self.size(size, "number of elements"));
        let instances = frame.process().map_or(1, |process| self.model[process].instances());
        let initial = match &declaration.initial {
            None => vec![0; instances as usize],
            Some(expression) => self.initial_values(expression, frame, instances),
        };
        let (name, span) = (declaration.name.name.clone(), declaration.name.span);
        Some(self.add_variable(Variable { name, span, length, scope, initial }))
    }

    pub(super) fn add_variable(&mut self, variable: Variable) -> VariableId {
        let id = VariableId(self.model.variables.len() as u32);
        self.model.variables.push(variable);
        id
    }

    /// The value of an initialiser in each instance.
    fn initial_values(&mut self, expression: &AstExpr, frame: &Frame, instances: u32) -> Vec<i16> {
        let zeros = vec![0; instances as usize];
        let errors = self.diagnostics.count(crate::diagnostic::Severity::Error);
        self.expression(expression, frame);
        if self.diagnostics.count(crate::diagnostic::Severity::Error) > errors {
            return zeros;
        }
        let values: Result<Vec<i16>, constant::Problem> = (0..instances)
            .map(|instance| {
                let lookup = |name: &Name, index: Option<i32>| self.initial_value_of(name, index, frame, instance);
                constant::evaluate(expression, &lookup).map(value::store)
            })
            .collect();
        values.unwrap_or_else(|problem| {
            self.report(
                Diagnostic::new(Code::BadInitialiser, problem.span, format!("bad initial value: {}", problem.message))
                    .hint("an initial value is made of constants, `_PROCID` and variables declared before, as they are at the start"),
            );
            zeros
        })
    }

    /// What an initialiser knows of a name: the value a variable starts with.
    fn initial_value_of(
        &self,
        name: &Name,
        index: Option<i32>,
        frame: &Frame,
        instance: u32,
    ) -> Option<Result<i32, value::Fault>> {
        if &**name == "_PROCID" {
            return Some(Ok(instance as i32));
        }
        let variable = match frame.variables.get(name) {
            Some(local) if local.is_parameter => return None,
            Some(local) => &self.model[local.id],
            None => &self.model[self.global_variables.get(name)?.id],
        };
        let initial = variable.initial.get(instance as usize).or(variable.initial.first())?;
        match index {
            Some(index) => Some(value::index(index, variable.length?).map(|_| i32::from(*initial))),
            None => Some(Ok(i32::from(*initial))),
        }
    }

    /// Fills a queue with the messages it starts with.
    fn initial_contents(&mut self, declaration: &QueueDeclaration, frame: &Frame) {
        let Some(first) = declaration.initial.first() else { return };
        let Some(&id) = self.queues.get(&declaration.name.name) else { return };
        let contents: Vec<_> = declaration
            .initial
            .iter()
            .map(|message| {
                let value = message.value.as_ref().map(|value| self.initial_values(value, frame, 1)[0]);
                (self.message(&message.message.name), value, message.message.span)
            })
            .collect();
        let queue = &self.model[id];
        let complaint = if queue.length.is_some() {
            Some("a queue array starts empty".to_string())
        } else if contents.len() > queue.capacity as usize {
            Some(format!(
                "queue `{}` starts with {} but has room for {}",
                queue.name,
                crate::diagnostic::count(contents.len(), "message"),
                queue.capacity
            ))
        } else {
            None
        };
        if let Some(message) = complaint {
            let diagnostic = Diagnostic::new(Code::BadInitialiser, first.message.span, message);
            return self.report(diagnostic.other(declaration.name.span, "the queue"));
        }
        self.initial_spans.extend(contents.iter().map(|&(message, value, span)| (id, message, value.is_some(), span)));
        let queue = &mut self.model.queues[id.0 as usize];
        queue.initial = contents.into_iter().map(|(message, value, _)| (message, value)).collect();
    }

    /// The queue and messages that a qset names.
    pub(super) fn qset(&mut self, declaration: &ast::QsetDeclaration, frame: &Frame) -> Qset {
        let queue = self.queue_id(&declaration.queue, frame);
        let messages = declaration
            .messages
            .iter()
            .map(|message| self.message_for(queue, &declaration.queue, message, frame))
            .collect();
        self.check_distinct(&declaration.messages);
        Qset { declaration: declaration.name.clone(), queue, messages }
    }

    /// No message is named twice in a qset.
    pub(super) fn check_distinct(&mut self, messages: &[Ident]) {
        let mut seen: HashMap<&Name, Span> = HashMap::new();
        for message in messages {
            if let Some(earlier) = seen.insert(&message.name, message.span) {
                self.duplicate("message", message, earlier);
            }
        }
    }

    /// The value of a size: a constant expression from 1 to [`MAX_SIZE`].
    pub(super) fn size(&mut self, expression: &AstExpr, what: &str) -> u32 {
        let diagnostic = match constant::evaluate(expression, &|_, _| None) {
            Ok(value) if (1..=MAX_SIZE).contains(&value) => return value as u32,
            Ok(value) => Diagnostic::new(Code::BadSize, expression.span, format!("{value} cannot be a {what}"))
                .hint(format!("it must be from 1 to {MAX_SIZE}")),
            Err(problem) => Diagnostic::new(Code::BadSize, problem.span, format!("bad {what}: {}", problem.message))
                .hint("sizes are made of constants; `#define` gives one a name"),
        };
        self.report(diagnostic);
        1
    }
}
