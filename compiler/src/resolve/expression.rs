//! Expressions, and the references to queues, messages and variables in them.

use super::*;
use crate::ast::{Expr as AstExpr, ExprKind};

impl Resolver<'_> {
    /// Resolves an expression. What is wrong in it is reported and becomes 0.
    pub(super) fn expression(&mut self, expression: &AstExpr, frame: &Frame) -> Expr {
        match &expression.kind {
            ExprKind::Number(number) => Expr::Constant(*number),
            ExprKind::Name(name) => self.named(name, expression.span, frame),
            ExprKind::Element(name, index) => {
                let index = Box::new(self.expression(index, frame));
                match self.variable_id(name, true, frame) {
                    Some(id) => Expr::Element(id, index),
                    None => Expr::Constant(0),
                }
            }
            ExprKind::Unary(operator, operand) => Expr::Unary(*operator, Box::new(self.expression(operand, frame))),
            ExprKind::Binary(operator, left, right) => {
                let left = Box::new(self.expression(left, frame));
                Expr::Binary(*operator, left, Box::new(self.expression(right, frame)))
            }
            ExprKind::Queue(test, queue) => Expr::Queue(*test, self.queue_ref(queue, frame)),
            ExprKind::Remote { process, instance, variable } => {
                self.remote_variable(process, instance.as_deref(), variable, frame)
            }
            ExprKind::At { process, instance, label } => self.remote_label(process, instance.as_deref(), label, frame),
            ExprKind::Always(_) | ExprKind::Eventually(_) | ExprKind::Next(_) | ExprKind::Temporal(..) => {
                self.report(
                    Diagnostic::new(
                        Code::MisplacedTemporal,
                        expression.span,
                        "a temporal formula cannot be an operand of arithmetic or of a comparison",
                    )
                    .hint("put the comparison in parentheses and the temporal operator before them"),
                );
                Expr::Constant(0)
            }
        }
    }

    fn named(&mut self, name: &Name, span: Span, frame: &Frame) -> Expr {
        if &**name == "_PROCID" {
            if matches!(frame.context, Context::Global | Context::Property | Context::Monitor) {
                self.report(
                    Diagnostic::new(Code::NoProcessIndex, span, "`_PROCID` has no meaning outside of a process")
                        .hint("it is the index of the process that executes the statement"),
                );
                return Expr::Constant(0);
            }
            return Expr::ProcessIndex;
        }
        let name = Ident { name: name.clone(), span };
        self.variable_id(&name, false, frame).map_or(Expr::Constant(0), Expr::Variable)
    }

    /// A variable or an element of an array, to be assigned.
    pub(super) fn target(&mut self, place: &ast::Place, frame: &Frame) -> Option<Target> {
        if &*place.name.name == "_PROCID" {
            self.report(Diagnostic::new(Code::NotAssignable, place.name.span, "`_PROCID` cannot be assigned"));
            return None;
        }
        let index = place.index.as_ref().map(|index| Box::new(self.expression(index, frame)));
        let variable = self.variable_id(&place.name, index.is_some(), frame)?;
        Some(Target { variable, index })
    }

    /// The variable of a name; `indexed` says whether an index follows.
    fn variable_id(&mut self, name: &Ident, indexed: bool, frame: &Frame) -> Option<VariableId> {
        let id = match (frame.variables.get(&name.name), self.global_variables.get(&name.name)) {
            (Some(local), _) => local.id,
            (None, Some(global)) if global.item < frame.item || frame.context == Context::Global => global.id,
            (None, Some(global)) => {
                let declaration = self.model[global.id].span;
                self.report(
                    Diagnostic::new(
                        Code::UsedBeforeDeclaration,
                        name.span,
                        format!("variable `{name}` is used before it is declared"),
                    )
                    .other(declaration, "declared here")
                    .hint("move the declaration up: variables are declared before use"),
                );
                return None;
            }
            (None, None) => {
                self.unknown_variable(name, frame);
                return None;
            }
        };
        self.check_indexing(name, id, indexed).then_some(id)
    }

    pub(super) fn check_indexing(&mut self, name: &Ident, id: VariableId, indexed: bool) -> bool {
        let variable = &self.model[id];
        let (declared, length) = (variable.span, variable.length);
        let declared_name = variable.name.clone();
        self.mark_used(declared, &declared_name);
        let complaint = match (length, indexed) {
            (Some(length), false) => (
                format!("array `{name}` needs an index"),
                format!("write `{name}[i]` with an index from 0 to {}", length - 1),
            ),
            (None, true) => (format!("variable `{name}` is not an array"), "remove the index".to_string()),
            _ => return true,
        };
        self.report(
            Diagnostic::new(Code::Indexing, name.span, complaint.0).other(declared, "declared here").hint(complaint.1),
        );
        false
    }

    fn unknown_variable(&mut self, name: &Ident, frame: &Frame) {
        let locals = frame.variables.keys().map(|name| &**name);
        let globals = self.global_variables.keys().map(|name| &**name);
        let hint = did_you_mean(&name.name, locals.chain(globals)).or_else(|| {
            if self.queues.contains_key(&name.name) {
                Some(format!("`{name}` is a queue: `len({name})` is the number of messages in it"))
            } else if frame.qsets.contains_key(&name.name) || self.global_qsets.contains_key(&name.name) {
                Some(format!(
                    "`{name}` is a qset; qsets can only be passed to a procedure that declares a qset parameter"
                ))
            } else if frame.procedure.is_some() {
                Some(
                    "a procedure sees its parameters, its own variables and global ones, not those of its callers"
                        .into(),
                )
            } else {
                Some(format!("declare it with `pvar {name};`"))
            }
        });
        self.report(
            Diagnostic::new(Code::UnknownVariable, name.span, format!("there is no variable `{name}` here"))
                .maybe_hint(hint),
        );
    }

    /// A queue with its index, which an array must have and a single queue must not.
    pub(super) fn queue_ref(&mut self, reference: &ast::QueueRef, frame: &Frame) -> QueueRef {
        let index = reference.index.as_ref().map(|index| Box::new(self.expression(index, frame)));
        let undeclared = !self.queues.contains_key(&reference.name.name);
        let queue = self.queue_id(&reference.name, frame);
        let is_formal = frame.formals.iter().any(|formal| formal.queue_name == reference.name.name);
        if frame.context == Context::Definition && (is_formal || undeclared) {
            return QueueRef { queue, index };
        }
        let name = &reference.name;
        let found = &self.model[queue];
        let complaint = match (found.length, &index) {
            (Some(_), None) => Some(format!("queue array `{name}` needs an index")),
            (None, Some(_)) if found.owner == Owner::Undeclared => {
                Some(format!("queue array `{name}` is not declared"))
            }
            (None, Some(_)) => Some(format!("queue `{name}` is not an array")),
            _ => None,
        };
        if let Some(message) = complaint {
            let mut diagnostic = Diagnostic::new(Code::Indexing, reference.span(), message);
            diagnostic = match found.owner {
                Owner::Undeclared => {
                    diagnostic.hint(format!("declare it: `queue {name}[number of queues][capacity];`"))
                }
                _ => diagnostic.other(found.span, "declared here"),
            };
            if let (true, Some((procedure, call))) = (is_formal, &frame.procedure) {
                diagnostic =
                    diagnostic.other(*call, format!("in this call of `{procedure}` it is queue `{}`", found.name));
            }
            self.report(diagnostic);
        }
        QueueRef { queue, index }
    }

    /// The queue of a name. A queue that nothing declares is made up in a process, and unknown elsewhere.
    pub(super) fn queue_id(&mut self, name: &Ident, frame: &Frame) -> QueueId {
        if let Some(formal) = frame.formals.iter().find(|formal| formal.queue_name == name.name) {
            return formal.queue;
        }
        if let Some(id) = self.queues.get(&name.name) {
            return *id;
        }
        match frame.context {
            Context::Process(_) => self.add_queue(name, None, 2, Owner::Undeclared),
            Context::Definition => QueueId(u32::MAX),
            _ => {
                let hint = did_you_mean(&name.name, self.queues.keys().map(|name| &**name));
                self.report(
                    Diagnostic::new(Code::UnknownQueue, name.span, format!("there is no queue `{name}`"))
                        .label("no process declares or uses it")
                        .maybe_hint(hint),
                );
                // One queue stands for the unknown one in this run, which ends with this error.
                self.add_queue(name, None, 2, Owner::Undeclared)
            }
        }
    }

    /// A message that goes with a queue: a qset parameter's queue takes only that qset's messages, and these go nowhere else.
    pub(super) fn message_for(
        &mut self,
        queue: QueueId,
        queue_name: &Ident,
        message: &Ident,
        frame: &Frame,
    ) -> MessageId {
        let formal_of_queue = frame.formals.iter().find(|formal| formal.queue_name == queue_name.name);
        if let Some(formal) = formal_of_queue {
            if let Some((_, id)) = formal.messages.iter().find(|(name, _)| *name == message.name) {
                return *id;
            }
            let names: Vec<String> = formal.messages.iter().map(|(name, _)| format!("`{name}`")).collect();
            self.report(
                Diagnostic::new(
                    Code::QsetMessage,
                    message.span,
                    format!("queue parameter `{queue_name}` does not take message `{message}`"),
                )
                .hint(format!("its qset has {}", names.join(", "))),
            );
        } else if let Some(formal) =
            frame.formals.iter().find(|formal| formal.messages.iter().any(|(name, _)| *name == message.name))
        {
            let other = formal.queue_name.clone();
            self.report(
                Diagnostic::new(
                    Code::QsetMessage,
                    message.span,
                    format!("message parameter `{message}` does not go with queue `{queue_name}`"),
                )
                .hint(format!("it belongs to the queue parameter `{other}`")),
            );
        }
        debug_assert!(queue.0 == u32::MAX || (queue.0 as usize) < self.model.queues.len());
        self.message(&message.name)
    }
}
