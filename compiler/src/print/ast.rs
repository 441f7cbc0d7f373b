//! `argosc emit ast`: the tree as written, one node a line, children indented, each statement with its line.

use super::action;
use crate::ast::*;
use crate::source::{SourceMap, Span};
use std::fmt::Write;

/// The tree.
pub fn tree(specification: &Specification, sources: &SourceMap) -> String {
    let mut printer = Printer { text: String::new(), depth: 0, sources };
    for item in &specification.items {
        printer.item(item);
    }
    printer.text
}

struct Printer<'a> {
    text: String,
    depth: usize,
    sources: &'a SourceMap,
}

impl Printer<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:width$}{}", "", text.as_ref(), width = 2 * self.depth);
    }

    fn at(&self, span: Span) -> String {
        format!("  @{}", self.sources.line(span))
    }

    fn inside(&mut self, content: impl FnOnce(&mut Self)) {
        self.depth += 1;
        content(self);
        self.depth -= 1;
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Declaration(declaration) => self.declaration(declaration),
            Item::Process(process) => {
                let size = process.instances.as_ref().map_or(String::new(), |size| format!("[{}]", expression(size)));
                self.line(format!("proc {}{size}{}", process.name, self.at(process.name.span)));
                self.body(&process.body);
            }
            Item::Procedure(procedure) => {
                let parameters: Vec<&str> = procedure.parameters.iter().map(|parameter| &*parameter.name).collect();
                self.line(format!(
                    "procedure {}({}){}",
                    procedure.name,
                    parameters.join(", "),
                    self.at(procedure.name.span)
                ));
                self.inside(|it| {
                    procedure.parameter_declarations.iter().for_each(|declaration| it.declaration(declaration))
                });
                self.body(&procedure.body);
            }
            Item::Monitor(monitor) => {
                self.line(format!("{}{}", monitor.kind.word(), self.at(monitor.keyword)));
                self.body(&monitor.body);
            }
            Item::Never(claim) => {
                self.line(format!("never{}", self.at(claim.keyword)));
                self.body(&claim.body);
            }
            Item::Invariant(property) => self.property("invariant", property),
            Item::Guide(property) => self.property("guide", property),
            Item::Ltl(property) => self.property("ltl", property),
        }
    }

    fn property(&mut self, word: &str, property: &Property) {
        self.line(format!("{word} {}{}", property.name, self.at(property.name.span)));
        self.inside(|it| it.line(expression(&property.formula)));
    }

    fn body(&mut self, body: &Body) {
        self.inside(|it| {
            body.declarations.iter().for_each(|declaration| it.declaration(declaration));
            body.statements.iter().for_each(|statement| it.statement(statement));
        });
    }

    fn declaration(&mut self, declaration: &Declaration) {
        let in_brackets =
            |size: &Option<Expr>| size.as_ref().map_or(String::new(), |size| format!("[{}]", expression(size)));
        match declaration {
            Declaration::Variables(variables) => {
                for it in variables {
                    let initial =
                        it.initial.as_ref().map_or(String::new(), |value| format!(" = {}", expression(value)));
                    self.line(format!("pvar {}{}{initial}{}", it.name, in_brackets(&it.length), self.at(it.name.span)));
                }
            }
            Declaration::Queues(queues) => {
                for it in queues {
                    let contents = it.initial.iter().map(|message| {
                        let value =
                            message.value.as_ref().map_or(String::new(), |value| format!("({})", expression(value)));
                        format!("{}{value}", message.message)
                    });
                    let contents: Vec<String> = contents.collect();
                    let initial =
                        if contents.is_empty() { String::new() } else { format!(" = {{ {} }}", contents.join(", ")) };
                    let sizes = format!("{}[{}]", in_brackets(&it.length), expression(&it.capacity));
                    self.line(format!("queue {}{sizes}{initial}{}", it.name, self.at(it.name.span)));
                }
            }
            Declaration::Qset(qset) => {
                let messages: Vec<&str> = qset.messages.iter().map(|message| &*message.name).collect();
                let at = self.at(qset.name.span);
                self.line(format!("qset {} {{ {} : {} }}{at}", qset.name, qset.queue, messages.join(", ")));
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        for label in &statement.labels {
            self.line(format!("label {label}"));
        }
        let text = match &statement.kind {
            StatementKind::If(options) => return self.options("if", options, statement.span),
            StatementKind::Do(options) => return self.options("do", options, statement.span),
            StatementKind::Send { queue, message, value } => {
                let value = value.as_ref().map_or(String::new(), |value| format!("({})", expression(value)));
                format!("send {}!{message}{value}", queue_ref(queue))
            }
            StatementKind::Receive { queue, what, target } => {
                let what = match what {
                    Reception::Message(message) => message.to_string(),
                    Reception::Default => "default".into(),
                    Reception::Timeout => "timeout".into(),
                };
                let target = target.as_ref().map_or(String::new(), |target| format!("({})", place(target)));
                format!("receive {}?{what}{target}", queue_ref(queue))
            }
            StatementKind::Condition(condition) => format!("condition {}", expression(condition)),
            StatementKind::Assert(condition) => format!("assert {}", expression(condition)),
            StatementKind::Assign { target, operator, value } => {
                let operator = operator.map_or("", BinaryOp::symbol);
                format!("assign {} {operator}= {}", place(target), expression(value))
            }
            StatementKind::Skip => "skip".into(),
            StatementKind::Break => "break".into(),
            StatementKind::Goto(label) => format!("goto {label}"),
            StatementKind::Call { procedure, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(expression).collect();
                format!("call {procedure}({})", arguments.join(", "))
            }
            StatementKind::Unreadable => "unreadable".into(),
        };
        self.line(text + &self.at(statement.span));
    }

    fn options(&mut self, word: &str, options: &[Vec<Statement>], span: Span) {
        self.line(format!("{word}{}", self.at(span)));
        for option in options {
            self.inside(|it| {
                let tag = option.first().and_then(|first| first.tag);
                it.line(format!(":: {}", tag.map_or("", |tag| action::tag(tag.likelihood))).trim_end());
                it.inside(|it| option.iter().for_each(|statement| it.statement(statement)));
            });
        }
    }
}

fn indexed(name: &Ident, index: &Option<Box<Expr>>) -> String {
    index.as_ref().map_or(name.to_string(), |index| format!("{name}[{}]", expression(index)))
}

fn queue_ref(queue: &QueueRef) -> String {
    indexed(&queue.name, &queue.index)
}

fn place(place: &Place) -> String {
    indexed(&place.name, &place.index)
}

/// An expression with every operator in parentheses, so that its structure shows.
fn expression(expr: &Expr) -> String {
    let prefix = |symbol: &str, operand: &Expr| format!("({symbol} {})", expression(operand));
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Element(array, index) => format!("{array}[{}]", expression(index)),
        ExprKind::Unary(operator, operand) => format!("({}{})", operator.symbol(), expression(operand)),
        ExprKind::Binary(operator, left, right) => {
            format!("({} {} {})", expression(left), operator.symbol(), expression(right))
        }
        ExprKind::Queue(test, queue) => format!("{}({})", test.word(), queue_ref(queue)),
        ExprKind::Remote { process, instance, variable } => {
            format!("{}.{}", indexed(process, instance), place(variable))
        }
        ExprKind::At { process, instance, label } => format!("{}@{label}", indexed(process, instance)),
        ExprKind::Always(operand) => prefix("[]", operand),
        ExprKind::Eventually(operand) => prefix("<>", operand),
        ExprKind::Next(operand) => prefix("X", operand),
        ExprKind::Temporal(operator, left, right) => {
            format!("({} {} {})", expression(left), operator.symbol(), expression(right))
        }
    }
}
