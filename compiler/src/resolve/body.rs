//! Statements: of processes, of procedures as written, of procedures expanded at a call, of assertions and claims.

use super::*;
use crate::ast::{BinaryOp, Declaration, Reception, Statement as AstStatement, StatementKind as AstKind, Tag};
use argos_runtime::protocol::Likelihood;

/// A parameter of a procedure.
enum Parameter<'a> {
    Value(&'a Ident),
    Qset(&'a ast::QsetDeclaration),
}

impl<'a> Resolver<'a> {
    /// Checks every procedure once as it is written, called or not, and keeps its shape for the overview.
    pub(super) fn check_procedures(&mut self) {
        for item in &self.specification.items {
            let Item::Procedure(procedure) = item else { continue };
            let Some(definition) = self.procedures.get(&procedure.name.name).copied() else { continue };
            if !std::ptr::eq(definition.ast, procedure) {
                continue;
            }
            let (queues, variables, messages) =
                (self.model.queues.len(), self.model.variables.len(), self.model.messages.len());
            let mut frame = Frame::new(Context::Definition, definition.item);
            frame.procedure = Some((procedure.name.name.clone(), procedure.name.span));
            self.check_parameter_declarations(procedure);
            for (at, parameter) in parameters(procedure).into_iter().enumerate() {
                let name = &procedure.parameters[at].name;
                if procedure.parameters[..at].iter().any(|earlier| earlier.name == *name) {
                    continue;
                }
                match parameter {
                    Parameter::Value(name) => {
                        let id = self.add_parameter(name, &frame, Scope::Global);
                        self.add_local(name, Local { id, is_parameter: true }, &mut frame);
                    }
                    Parameter::Qset(qset) => self.add_definition_formal(qset, &mut frame),
                }
            }
            self.declare_locals(&procedure.body.declarations, &mut frame, &Scope::Global);
            let body = self.body(&procedure.body.statements, &mut frame);
            let (name, span) = (procedure.name.name.clone(), procedure.name.span);
            self.model.procedures.push(Procedure { name, span, body });
            self.model.queues.truncate(queues);
            self.model.variables.truncate(variables);
            self.model.messages.truncate(messages);
            self.messages.retain(|_, id| (id.0 as usize) < messages);
        }
    }

    /// A qset parameter of a procedure as written stands for itself.
    fn add_definition_formal(&mut self, qset: &ast::QsetDeclaration, frame: &mut Frame) {
        let queue = QueueId(self.model.queues.len() as u32);
        self.model.queues.push(Queue {
            name: qset.queue.name.clone(),
            span: qset.queue.span,
            length: None,
            capacity: 1,
            initial: Vec::new(),
            owner: Owner::Global,
            sort: Vec::new(),
        });
        let messages: Vec<MessageId> = qset.messages.iter().map(|message| self.message(&message.name)).collect();
        self.check_distinct(&qset.messages);
        self.bind_formal(qset, Qset { declaration: qset.name.clone(), queue, messages }, frame);
    }

    /// Lets the names of a qset parameter stand for a queue and messages.
    fn bind_formal(&mut self, formal: &ast::QsetDeclaration, actual: Qset, frame: &mut Frame) {
        if let Some(earlier) = frame.formals.iter().find(|earlier| earlier.queue_name == formal.queue.name) {
            let message = format!("queue parameter `{}` is declared twice", earlier.queue_name);
            let diagnostic = Diagnostic::new(Code::Duplicate, formal.queue.span, message);
            self.report(diagnostic.label("declared again here").other(earlier.span, "first declared here"));
        }
        let names = formal.messages.iter().map(|message| message.name.clone());
        frame.formals.push(Formal {
            queue_name: formal.queue.name.clone(),
            span: formal.queue.span,
            queue: actual.queue,
            messages: names.zip(actual.messages.iter().copied()).collect(),
        });
        frame.qsets.insert(formal.name.name.clone(), Qset { declaration: formal.name.clone(), ..actual });
    }

    fn check_parameter_declarations(&mut self, procedure: &ast::Procedure) {
        let complain = |span: Span, message: String| Diagnostic::new(Code::ParameterDeclaration, span, message);
        let mut declared: Vec<&Ident> = Vec::new();
        let mut complaints = Vec::new();
        for declaration in &procedure.parameter_declarations {
            let names: Vec<&Ident> = match declaration {
                Declaration::Variables(variables) => {
                    let odd =
                        variables.iter().filter(|variable| variable.length.is_some() || variable.initial.is_some());
                    complaints.extend(odd.map(|variable| {
                        let message = format!("parameter `{}` has neither a size nor an initial value", variable.name);
                        complain(variable.name.span, message).hint("a parameter is a single value, given by the call")
                    }));
                    variables.iter().map(|variable| &variable.name).collect()
                }
                Declaration::Qset(qset) => vec![&qset.name],
                Declaration::Queues(queues) => {
                    complaints.extend(queues.iter().map(|queue| {
                        complain(queue.name.span, format!("queue `{}` cannot be a parameter", queue.name))
                            .hint("pass a qset, or declare the queue inside the braces")
                    }));
                    continue;
                }
            };
            for name in names {
                if let Some(earlier) = declared.iter().find(|earlier| earlier.name == name.name) {
                    complaints.push(
                        complain(name.span, format!("parameter `{name}` is declared twice"))
                            .other(earlier.span, "first declared here"),
                    );
                } else if !procedure.parameters.iter().any(|parameter| parameter.name == name.name) {
                    complaints.push(
                        complain(name.span, format!("`{name}` is not a parameter of `{}`", procedure.name))
                            .other(procedure.name.span, "the procedure")
                            .hint("local variables are declared inside the braces"),
                    );
                }
                declared.push(name);
            }
        }
        for (at, parameter) in procedure.parameters.iter().enumerate() {
            if let Some(earlier) = procedure.parameters[..at].iter().find(|earlier| earlier.name == parameter.name) {
                complaints.push(
                    complain(parameter.span, format!("parameter `{parameter}` is listed twice"))
                        .other(earlier.span, "first listed here"),
                );
            }
        }
        complaints.into_iter().for_each(|complaint| self.report(complaint));
    }

    fn add_parameter(&mut self, name: &Ident, frame: &Frame, scope: Scope) -> VariableId {
        let instances = frame.process().map_or(1, |process| self.model[process].instances());
        let initial = vec![0; instances as usize];
        self.add_variable(Variable { name: name.name.clone(), span: name.span, length: None, scope, initial })
    }

    /// Resolves all processes, in the order of the text.
    pub(super) fn resolve_processes(&mut self) {
        for (id, item, process) in self.process_items() {
            let mut frame = Frame::new(Context::Process(id), item);
            self.declare_locals(&process.body.declarations, &mut frame, &Scope::Process(id));
            let locals = frame.variables.iter().map(|(name, local)| (name.clone(), local.id));
            self.process_variables[id.0 as usize] = locals.collect();
            let body = self.body(&process.body.statements, &mut frame);
            self.model.processes[id.0 as usize].body = body;
        }
    }

    /// The statements of a whole body with its labels.
    pub(super) fn body(&mut self, statements: &[AstStatement], frame: &mut Frame) -> Body {
        let mut labels = Vec::new();
        self.collect_labels(statements, frame, &mut labels);
        let block = self.block(statements, frame, &mut labels);
        Body { labels, block }
    }

    fn collect_labels(&mut self, statements: &[AstStatement], frame: &mut Frame, labels: &mut Vec<Label>) {
        for statement in statements {
            for label in &statement.labels {
                if let Some(earlier) = frame.labels.get(&label.name) {
                    let earlier = labels[earlier.0 as usize].span;
                    self.duplicate("label", label, earlier);
                    continue;
                }
                frame.labels.insert(label.name.clone(), LabelId(labels.len() as u32));
                labels.push(Label {
                    name: label.name.clone(),
                    span: label.span,
                    in_procedure: frame.procedure.is_some(),
                    asked_for: false,
                });
            }
            if let AstKind::If(options) | AstKind::Do(options) = &statement.kind {
                options.iter().for_each(|option| self.collect_labels(option, frame, labels));
            }
        }
    }

    fn block(&mut self, statements: &[AstStatement], frame: &mut Frame, labels: &mut Vec<Label>) -> Block {
        statements.iter().map(|statement| self.statement(statement, frame, labels)).collect()
    }

    fn statement(&mut self, statement: &AstStatement, frame: &mut Frame, labels: &mut Vec<Label>) -> Statement {
        let likelihood = statement.tag.map_or(Likelihood::Untagged, |tag| self.likelihood(tag, frame));
        let own_labels = statement.labels.iter().filter_map(|label| frame.labels.get(&label.name).copied()).collect();
        let kind = match &statement.kind {
            AstKind::If(options) => StatementKind::If(self.options(options, frame, labels)),
            AstKind::Do(options) => {
                frame.loops += 1;
                let options = self.options(options, frame, labels);
                frame.loops -= 1;
                StatementKind::Do(options)
            }
            AstKind::Break => {
                if frame.loops == 0 {
                    self.report(
                        Diagnostic::new(Code::BreakOutsideLoop, statement.span, "`break` is not inside a `do`")
                            .hint("`break` leaves the innermost `do` of its process or procedure"),
                    );
                }
                StatementKind::Break
            }
            AstKind::Goto(label) => match frame.labels.get(&label.name) {
                Some(id) => StatementKind::Goto(*id),
                None => {
                    self.unknown_label(label, frame);
                    StatementKind::Action(Action::Skip)
                }
            },
            AstKind::Call { procedure, arguments } => self.call(procedure, arguments, statement.span, frame, labels),
            simple => StatementKind::Action(self.action(simple, statement.span, frame).unwrap_or(Action::Skip)),
        };
        Statement { likelihood, labels: own_labels, kind, span: statement.span, position: statement.position }
    }

    fn options(&mut self, options: &[Vec<AstStatement>], frame: &mut Frame, labels: &mut Vec<Label>) -> Vec<Block> {
        options.iter().map(|option| self.block(option, frame, labels)).collect()
    }

    /// What a tag says. A watcher has no choice that could be likely; a procedure that it shares with processes may.
    fn likelihood(&mut self, tag: Tag, frame: &Frame) -> Likelihood {
        if matches!(frame.context, Context::Monitor | Context::Property) && frame.procedure.is_none() {
            self.report(
                Diagnostic::new(Code::MisplacedTag, tag.span, "only options of processes and procedures have tags")
                    .hint("remove it: this block follows whatever the processes do"),
            );
        }
        tag.likelihood
    }

    fn unknown_label(&mut self, label: &Ident, frame: &Frame) {
        let place = if frame.procedure.is_some() { "procedure" } else { "process" };
        let hint = did_you_mean(&label.name, frame.labels.keys().map(|name| &**name));
        self.report(
            Diagnostic::new(Code::UnknownLabel, label.span, format!("there is no label `{label}` in this {place}"))
                .maybe_hint(hint.or_else(|| Some(format!("a label stands before a statement: `{label}: skip`")))),
        );
    }

    /// A statement that is one edge of the machine.
    fn action(&mut self, statement: &AstKind, span: Span, frame: &Frame) -> Option<Action> {
        match frame.context {
            Context::Monitor => return self.monitor_action(statement, span, frame),
            Context::Property => return self.claim_action(statement, span, frame),
            _ => {}
        }
        Some(match statement {
            AstKind::Send { queue, message, value } => {
                let reference = self.queue_ref(queue, frame);
                let message = self.message_for(reference.queue, &queue.name, message, frame);
                let value = value.as_ref().map(|value| self.expression(value, frame));
                self.record(&reference, UseKind::Send(message), value.is_some(), span, frame);
                Action::Send { queue: reference, message, value }
            }
            AstKind::Receive { queue, what, target } => {
                let reference = self.queue_ref(queue, frame);
                let has_target = target.is_some();
                let target = target.as_ref().and_then(|target| self.target(target, frame));
                match what {
                    Reception::Message(message) => {
                        let message = self.message_for(reference.queue, &queue.name, message, frame);
                        self.record(&reference, UseKind::Receive(message), has_target, span, frame);
                        Action::Receive { queue: reference, message, target }
                    }
                    Reception::Default => {
                        self.record(&reference, UseKind::ReceiveAny, has_target, span, frame);
                        Action::ReceiveAny { queue: reference, target }
                    }
                    Reception::Timeout => {
                        if has_target {
                            let message = "a timeout carries no value";
                            self.report(
                                Diagnostic::new(Code::TimeoutValue, span, message).hint("remove the parentheses"),
                            );
                        }
                        self.record(&reference, UseKind::Timeout, false, span, frame);
                        Action::Timeout { queue: reference }
                    }
                }
            }
            AstKind::Condition(condition) => Action::Condition(self.expression(condition, frame)),
            AstKind::Assert(condition) => Action::Assert(self.expression(condition, frame)),
            AstKind::Assign { target, operator, value } => {
                let value = self.expression(value, frame);
                let target = self.target(target, frame)?;
                let value = combine(&target, *operator, value);
                Action::Assign { target, value }
            }
            _ => Action::Skip,
        })
    }

    /// Remembers that a process uses a queue.
    fn record(&mut self, queue: &QueueRef, kind: UseKind, carries_value: bool, span: Span, frame: &Frame) {
        if let Some(process) = frame.process() {
            self.model.uses.push(QueueUse { queue: queue.clone(), kind, carries_value, span, process });
        }
    }

    /// A call: checks it against the definition and puts the body in its place.
    fn call(
        &mut self,
        name: &Ident,
        arguments: &[ast::Expr],
        span: Span,
        caller: &Frame,
        labels: &mut Vec<Label>,
    ) -> StatementKind {
        let nothing = StatementKind::Action(Action::Skip);
        let Some(Definition { ast: procedure, item }) = self.procedures.get(&name.name).copied() else {
            self.unknown_procedure(name);
            return nothing;
        };
        self.mark_used(procedure.name.span, &name.name);
        if caller.context == Context::Property {
            self.report(
                Diagnostic::new(Code::ClaimStatement, span, "a claim cannot call a procedure")
                    .hint("its statements are conditions and `skip`"),
            );
            return nothing;
        }
        if arguments.len() != procedure.parameters.len() {
            let wanted = crate::diagnostic::count(procedure.parameters.len(), "argument");
            self.report(
                Diagnostic::new(
                    Code::ArgumentCount,
                    span,
                    format!("procedure `{name}` takes {wanted}, but {} given", given(arguments.len())),
                )
                .other(procedure.name.span, "defined here"),
            );
            return nothing;
        }
        let mut frame = Frame::new(caller.context, item);
        frame.procedure = Some((name.name.clone(), span));
        let scope = match caller.process() {
            Some(process) => Scope::Expansion { process, procedure: name.name.clone() },
            None => Scope::Global,
        };
        let mut values = Vec::new();
        for (parameter, argument) in parameters(procedure).into_iter().zip(arguments) {
            match parameter {
                Parameter::Value(parameter) => values.push((parameter, self.expression(argument, caller))),
                Parameter::Qset(formal) => {
                    let Some(actual) = self.qset_argument(argument, formal, caller) else { return nothing };
                    self.bind_formal(formal, actual, &mut frame);
                }
            }
        }
        if caller.context == Context::Definition {
            let placeholder = VariableId(u32::MAX);
            let parameters: Vec<_> = values.into_iter().map(|(_, value)| (placeholder, value)).collect();
            return StatementKind::Action(enter(parameters, Vec::new()));
        }
        if caller.context == Context::Monitor && self.has_variables(procedure) {
            self.report(
                Diagnostic::new(
                    Code::MonitorStatement,
                    span,
                    format!("procedure `{name}` has variables, and an assertion cannot"),
                )
                .other(procedure.name.span, "defined here")
                .hint("only procedures without value parameters and local variables can be called here"),
            );
            return nothing;
        }
        let values: Vec<(VariableId, Expr)> = values
            .into_iter()
            .map(|(parameter, value)| {
                let id = self.add_parameter(parameter, &frame, scope.clone());
                frame.variables.insert(parameter.name.clone(), Local { id, is_parameter: true });
                (id, value)
            })
            .collect();
        let locals = self.declare_locals(&procedure.body.declarations, &mut frame, &scope);
        self.collect_labels(&procedure.body.statements, &mut frame, labels);
        let body = self.block(&procedure.body.statements, &mut frame, labels);
        StatementKind::Call { enter: enter(values, locals), body }
    }

    fn has_variables(&self, procedure: &ast::Procedure) -> bool {
        parameters(procedure).iter().any(|parameter| matches!(parameter, Parameter::Value(_)))
            || procedure.body.declarations.iter().any(|it| matches!(it, Declaration::Variables(_)))
    }

    /// The qset that is passed for a qset parameter.
    fn qset_argument(&mut self, argument: &ast::Expr, formal: &ast::QsetDeclaration, caller: &Frame) -> Option<Qset> {
        let parameter = format!("parameter `{}` is a qset", formal.name);
        let ast::ExprKind::Name(name) = &argument.kind else {
            self.report(
                Diagnostic::new(Code::QsetArgument, argument.span, format!("{parameter}, this is an expression"))
                    .other(formal.name.span, "the parameter"),
            );
            return None;
        };
        let found = match (caller.qsets.get(name), self.global_qsets.get(name).copied()) {
            (Some(local), _) => Some(local.clone()),
            (None, Some((declaration, item))) if item < caller.item => {
                let global = Frame::new(caller.context, item);
                Some(self.qset(declaration, &global))
            }
            (None, Some((declaration, _))) => {
                self.report(
                    Diagnostic::new(
                        Code::UsedBeforeDeclaration,
                        argument.span,
                        format!("qset `{name}` is used before it is declared"),
                    )
                    .other(declaration.name.span, "declared here"),
                );
                return None;
            }
            (None, None) => None,
        };
        self.mark_used(formal.name.span, &formal.name.name);
        let Some(actual) = found else {
            let known = caller.qsets.keys().chain(self.global_qsets.keys()).map(|name| &**name);
            let hint = did_you_mean(name, known)
                .unwrap_or_else(|| format!("declare it: `qset {name} {{ queue : messages }};`"));
            self.report(
                Diagnostic::new(
                    Code::QsetArgument,
                    argument.span,
                    format!("{parameter}, and there is no qset `{name}` here"),
                )
                .other(formal.name.span, "the parameter")
                .hint(hint),
            );
            return None;
        };
        self.mark_used(actual.declaration.span, name);
        if actual.messages.len() != formal.messages.len() {
            let (wanted, given) = (formal.messages.len(), actual.messages.len());
            self.report(
                Diagnostic::new(
                    Code::QsetArgument,
                    argument.span,
                    format!(
                        "qset `{name}` has {}, the parameter has {wanted}",
                        crate::diagnostic::count(given, "message")
                    ),
                )
                .other(formal.name.span, "the parameter"),
            );
            return None;
        }
        Some(actual)
    }

    fn unknown_procedure(&mut self, name: &Ident) {
        let hint = match &*name.name {
            "len" | "empty" | "full" => {
                Some(format!("`{name}(q)` is an expression: write `({name}(q))` as a condition"))
            }
            other => did_you_mean(other, self.procedures.keys().map(|name| &**name)),
        };
        self.report(
            Diagnostic::new(Code::UnknownProcedure, name.span, format!("there is no procedure `{name}`"))
                .maybe_hint(hint),
        );
    }
}

/// The parameters of a procedure in their order; one without a declaration is a variable.
fn parameters(procedure: &ast::Procedure) -> Vec<Parameter<'_>> {
    let qsets: Vec<&ast::QsetDeclaration> = procedure
        .parameter_declarations
        .iter()
        .filter_map(|declaration| match declaration {
            Declaration::Qset(qset) => Some(qset),
            _ => None,
        })
        .collect();
    let parameters = procedure.parameters.iter();
    parameters
        .map(|parameter| match qsets.iter().find(|qset| qset.name.name == parameter.name) {
            Some(qset) => Parameter::Qset(qset),
            None => Parameter::Value(parameter),
        })
        .collect()
}

/// The step of a call; with nothing to set it is a `skip`.
fn enter(parameters: Vec<(VariableId, Expr)>, locals: Vec<VariableId>) -> Action {
    if parameters.is_empty() && locals.is_empty() { Action::Skip } else { Action::Enter { parameters, locals } }
}

/// `x += 1` and `x++` are `x = x + 1`.
fn combine(target: &Target, operator: Option<BinaryOp>, value: Expr) -> Expr {
    let Some(operator) = operator else { return value };
    let current = match &target.index {
        Some(index) => Expr::Element(target.variable, index.clone()),
        None => Expr::Variable(target.variable),
    };
    Expr::Binary(operator, Box::new(current), Box::new(value))
}

fn given(number: usize) -> String {
    if number == 1 { "1 is".into() } else { format!("{number} are") }
}
