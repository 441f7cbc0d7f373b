//! Assertions, claims, invariants, guides and temporal formulas.

use super::*;
use crate::ast::{BinaryOp, Expr as AstExpr, ExprKind, MonitorKind, Reception, StatementKind as AstKind, UnaryOp};
use crate::constant;

impl Resolver<'_> {
    /// Resolves `assert { }` and `error { }`.
    pub(super) fn resolve_monitors(&mut self) {
        let monitors = |kind: MonitorKind, items: &[Item]| {
            items.iter().filter(|item| matches!(item, Item::Monitor(monitor) if monitor.kind == kind)).count()
        };
        let specification = self.specification;
        let mut numbers = HashMap::new();
        for (item, ast) in specification.items.iter().enumerate() {
            let Item::Monitor(monitor) = ast else { continue };
            let number = numbers.entry(monitor.kind.word()).or_insert(0);
            *number += 1;
            let name: Name = match monitors(monitor.kind, &specification.items) {
                1 => monitor.kind.word().into(),
                _ => format!("{}{number}", monitor.kind.word()).into(),
            };
            let mut frame = Frame::new(Context::Monitor, item);
            self.watcher_declarations(&monitor.body, &mut frame);
            let body = self.body(&monitor.body.statements, &mut frame);
            self.model.monitors.push(Monitor { name, kind: monitor.kind, span: monitor.keyword, body });
        }
    }

    /// Resolves `never`, `invariant`, `guide` and `ltl`.
    pub(super) fn resolve_properties(&mut self) {
        let specification = self.specification;
        let mut names: HashMap<Name, Span> = HashMap::new();
        for (item, ast) in specification.items.iter().enumerate() {
            let mut frame = Frame::new(Context::Property, item);
            if let Item::Invariant(property) | Item::Guide(property) | Item::Ltl(property) = ast
                && let Some(earlier) = names.insert(property.name.name.clone(), property.name.span)
            {
                self.duplicate("property", &property.name, earlier);
            }
            match ast {
                Item::Never(claim) => {
                    self.watcher_declarations(&claim.body, &mut frame);
                    let body = self.body(&claim.body.statements, &mut frame);
                    match &self.model.never {
                        Some(earlier) => {
                            let diagnostic =
                                Diagnostic::new(Code::Duplicate, claim.keyword, "there is a second `never`")
                                    .other(earlier.span, "the first one")
                                    .hint("a specification has one claim; combine the two");
                            self.report(diagnostic);
                        }
                        None => self.model.never = Some(Never { span: claim.keyword, body }),
                    }
                }
                Item::Invariant(property) => {
                    let condition = self.expression(&property.formula, &frame);
                    let (name, span) = (property.name.name.clone(), property.name.span);
                    self.model.invariants.push(Invariant { name, span, condition });
                }
                Item::Guide(property) => {
                    let cost = self.expression(&property.formula, &frame);
                    let (name, span) = (property.name.name.clone(), property.name.span);
                    self.model.guides.push(Guide { name, span, cost });
                }
                Item::Ltl(property) => {
                    let formula = self.formula(&property.formula, &frame);
                    let (name, span) = (property.name.name.clone(), property.name.span);
                    self.model.ltl.push(Ltl { name, span, formula });
                }
                _ => {}
            }
        }
    }

    /// An assertion may declare qsets to pass to its procedures, and nothing else; a claim not even these.
    fn watcher_declarations(&mut self, body: &ast::Body, frame: &mut Frame) {
        for declaration in &body.declarations {
            let name = match declaration {
                ast::Declaration::Variables(variables) => variables.first().map(|variable| &variable.name),
                ast::Declaration::Queues(queues) => queues.first().map(|queue| &queue.name),
                ast::Declaration::Qset(_) if frame.context == Context::Monitor => None,
                ast::Declaration::Qset(qset) => Some(&qset.name),
            };
            let Some(name) = name else {
                self.declare_locals(std::slice::from_ref(declaration), frame, &Scope::Global);
                continue;
            };
            let what = if frame.context == Context::Monitor { "an assertion" } else { "a claim" };
            self.report(
                Diagnostic::new(Code::MonitorDeclaration, name.span, format!("{what} cannot declare `{name}`"))
                    .hint("it only watches what processes do; declare it outside"),
            );
        }
    }

    /// A statement of an assertion: a send or a receive without values, or `skip`.
    pub(super) fn monitor_action(&mut self, statement: &AstKind, span: Span, frame: &Frame) -> Option<Action> {
        let complaint = match statement {
            AstKind::Skip | AstKind::Unreadable => return Some(Action::Skip),
            AstKind::Send { queue, message, value: None } => {
                let queue_ref = self.monitored_queue(queue, frame)?;
                let message = self.message_for(queue_ref.queue, &queue.name, message, frame);
                self.warn_if_never_done(&queue_ref, UseKind::Send(message), span);
                return Some(Action::Send { queue: queue_ref, message, value: None });
            }
            AstKind::Receive { queue, what: Reception::Message(message), target: None } => {
                let queue_ref = self.monitored_queue(queue, frame)?;
                let message = self.message_for(queue_ref.queue, &queue.name, message, frame);
                self.warn_if_never_done(&queue_ref, UseKind::Receive(message), span);
                return Some(Action::Receive { queue: queue_ref, message, target: None });
            }
            AstKind::Receive { what: Reception::Default, .. } => "`default` cannot be named in an assertion",
            AstKind::Receive { what: Reception::Timeout, .. } => "a timeout cannot be named in an assertion",
            AstKind::Send { .. } | AstKind::Receive { .. } => "an assertion cannot speak of values",
            _ => "an assertion can only name sends and receives",
        };
        let diagnostic = Diagnostic::new(Code::MonitorStatement, span, complaint)
            .hint("write `q!m`, `q?m` or `skip`; for conditions on variables there are `invariant` and `assert (e)` in a process");
        self.report(self.through_call(diagnostic, frame));
        None
    }

    /// Adds the call that led to a statement in a procedure.
    fn through_call(&self, diagnostic: Diagnostic, frame: &Frame) -> Diagnostic {
        match &frame.procedure {
            Some((procedure, call)) => diagnostic.other(*call, format!("in this call of `{procedure}`")),
            None => diagnostic,
        }
    }

    /// A queue that an assertion watches; its index is a constant within range.
    fn monitored_queue(&mut self, reference: &ast::QueueRef, frame: &Frame) -> Option<QueueRef> {
        let mut queue = self.queue_ref(reference, frame);
        if let (Some(index), Some(length)) = (&reference.index, self.model[queue.queue].length) {
            let complaint = match constant::evaluate(index, &|_, _| None) {
                Ok(value) if (0..length as i32).contains(&value) => {
                    queue.index = Some(Box::new(Expr::Constant(value)));
                    return Some(queue);
                }
                Ok(value) => format!("index {value} is out of range: there are {length} queues, numbered from 0"),
                Err(problem) => format!("bad index: {}", problem.message),
            };
            let hint = "an index in an assertion is made of constants";
            self.report(Diagnostic::new(Code::MonitorStatement, index.span, complaint).hint(hint));
            return None;
        }
        Some(queue)
    }

    /// An assertion about something that never happens holds for no good reason.
    fn warn_if_never_done(&mut self, queue: &QueueRef, kind: UseKind, span: Span) {
        let done = self.model.uses.iter().any(|it| {
            let default = it.kind == UseKind::ReceiveAny && matches!(kind, UseKind::Receive(_));
            it.queue.queue == queue.queue && (it.kind == kind || default)
        });
        if !done && !self.diagnostics.has_errors() {
            self.report(
                Diagnostic::new(Code::NeverDone, span, "no process ever does this")
                    .label("the assertion waits for it")
                    .hint("check the names of queue and message"),
            );
        }
    }

    /// A statement of a claim: a condition or `skip`. A `skip` takes a step like a condition that is always true.
    pub(super) fn claim_action(&mut self, statement: &AstKind, span: Span, frame: &Frame) -> Option<Action> {
        match statement {
            AstKind::Condition(condition) => Some(Action::Condition(self.expression(condition, frame))),
            AstKind::Skip => Some(Action::Condition(Expr::Constant(1))),
            _ => {
                self.report(
                    Diagnostic::new(Code::ClaimStatement, span, "the statements of a claim are conditions and `skip`")
                        .hint("write a condition in parentheses; it is checked at each step of the system"),
                );
                None
            }
        }
    }

    /// The process that a property speaks of, with its instance.
    fn remote_process(
        &mut self,
        process: &Ident,
        instance: Option<&AstExpr>,
        frame: &Frame,
    ) -> Option<(ProcessId, Option<Box<Expr>>)> {
        let instance = instance.map(|instance| Box::new(self.expression(instance, frame)));
        if frame.context != Context::Property {
            self.report(
                Diagnostic::new(Code::RemoteReference, process.span, "only properties can look into a process")
                    .hint("`process.variable` and `process@label` belong in `invariant`, `guide`, `never` and `ltl`"),
            );
            return None;
        }
        let Some(&id) = self.processes.get(&process.name) else {
            let hint = did_you_mean(&process.name, self.processes.keys().map(|name| &**name));
            let message = format!("there is no process `{process}`");
            self.report(Diagnostic::new(Code::UnknownProcess, process.span, message).maybe_hint(hint));
            return None;
        };
        let found = &self.model[id];
        let complaint = match (found.length, &instance) {
            (Some(_), None) => format!("process array `{process}` needs an index"),
            (None, Some(_)) => format!("process `{process}` is not an array"),
            _ => return Some((id, instance)),
        };
        let declared = found.span;
        self.report(Diagnostic::new(Code::Indexing, process.span, complaint).other(declared, "defined here"));
        None
    }

    /// `process.variable`.
    pub(super) fn remote_variable(
        &mut self,
        process: &Ident,
        instance: Option<&AstExpr>,
        place: &ast::Place,
        frame: &Frame,
    ) -> Expr {
        let index = place.index.as_ref().map(|index| Box::new(self.expression(index, frame)));
        let Some((id, instance)) = self.remote_process(process, instance, frame) else { return Expr::Constant(0) };
        let variables = &self.process_variables[id.0 as usize];
        let Some(&variable) = variables.get(&place.name.name) else {
            let hint = did_you_mean(&place.name.name, variables.keys().map(|name| &**name));
            let message = format!("process `{process}` has no variable `{}`", place.name);
            self.report(Diagnostic::new(Code::UnknownVariable, place.name.span, message).maybe_hint(hint));
            return Expr::Constant(0);
        };
        if !self.check_indexing(&place.name, variable, index.is_some()) {
            return Expr::Constant(0);
        }
        Expr::Remote { process: id, instance, variable: Target { variable, index } }
    }

    /// `process@label`.
    pub(super) fn remote_label(
        &mut self,
        process: &Ident,
        instance: Option<&AstExpr>,
        label: &Ident,
        frame: &Frame,
    ) -> Expr {
        let Some((id, instance)) = self.remote_process(process, instance, frame) else { return Expr::Constant(0) };
        let labels = &mut self.model.processes[id.0 as usize].body.labels;
        let Some(at) = labels.iter().position(|it| it.name == label.name && !it.in_procedure) else {
            let hint = did_you_mean(&label.name, labels.iter().map(|label| &*label.name));
            let message = format!("process `{process}` has no label `{label}`");
            self.report(Diagnostic::new(Code::UnknownLabel, label.span, message).maybe_hint(hint));
            return Expr::Constant(0);
        };
        labels[at].asked_for = true;
        Expr::At { process: id, instance, label: LabelId(at as u32) }
    }

    /// A temporal formula.
    fn formula(&mut self, formula: &AstExpr, frame: &Frame) -> Formula {
        if !has_temporal(formula) {
            return Formula::Holds(self.expression(formula, frame));
        }
        let mut inner = |inner: &AstExpr| Box::new(self.formula(inner, frame));
        match &formula.kind {
            ExprKind::Always(operand) => Formula::Always(inner(operand)),
            ExprKind::Eventually(operand) => Formula::Eventually(inner(operand)),
            ExprKind::Next(operand) => Formula::Next(inner(operand)),
            ExprKind::Temporal(operator, left, right) => Formula::Temporal(*operator, inner(left), inner(right)),
            ExprKind::Unary(UnaryOp::Not, operand) => Formula::Not(inner(operand)),
            ExprKind::Binary(BinaryOp::And, left, right) => Formula::And(inner(left), inner(right)),
            ExprKind::Binary(BinaryOp::Or, left, right) => Formula::Or(inner(left), inner(right)),
            _ => Formula::Holds(self.expression(formula, frame)),
        }
    }
}

fn has_temporal(expression: &AstExpr) -> bool {
    let own = matches!(
        expression.kind,
        ExprKind::Always(_) | ExprKind::Eventually(_) | ExprKind::Next(_) | ExprKind::Temporal(..)
    );
    own || expression.children().into_iter().any(has_temporal)
}
