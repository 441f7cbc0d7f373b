//! Actions and expressions in the notation of the language, with the names of the model.

use crate::ast::UnaryOp;
use crate::model::{Action, Expr, Model, QueueRef, Scope, Target, VariableId};
use argos_runtime::protocol::Likelihood;

/// The tag of an option, with a space behind it.
pub fn tag(likelihood: Likelihood) -> &'static str {
    match likelihood {
        Likelihood::Likely => "[likely] ",
        Likelihood::Unlikely => "[unlikely] ",
        Likelihood::Untagged => "",
    }
}

/// The action as a statement.
pub fn action(action: &Action, model: &Model) -> String {
    match action {
        Action::Skip => "skip".into(),
        Action::Condition(condition) => format!("({})", expression(condition, model)),
        Action::Assign { target: place, value } => format!("{} = {}", target(place, model), expression(value, model)),
        Action::Send { queue: to, message, value } => {
            let value = value.as_ref().map_or(String::new(), |value| format!("({})", expression(value, model)));
            format!("{}!{}{value}", queue(to, model), model[*message].name)
        }
        Action::Receive { queue: from, message, target } => {
            format!("{}?{}{}", queue(from, model), model[*message].name, in_parentheses(target, model))
        }
        Action::ReceiveAny { queue: from, target } => {
            format!("{}?default{}", queue(from, model), in_parentheses(target, model))
        }
        Action::Timeout { queue: on } => format!("{}?timeout", queue(on, model)),
        Action::Assert(condition) => format!("assert ({})", expression(condition, model)),
        Action::Enter { parameters, locals } => {
            let parameters = parameters
                .iter()
                .map(|(variable, value)| format!("{} = {}", variable_name(*variable, model), expression(value, model)));
            let locals = locals.iter().map(|id| format!("{} = {}", variable_name(*id, model), initial(*id, model)));
            format!("call {{ {} }}", parameters.chain(locals).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A variable of an expanded procedure is named with its procedure, to tell it from the process's own.
pub fn variable_name(id: VariableId, model: &Model) -> String {
    let variable = &model[id];
    match &variable.scope {
        Scope::Expansion { procedure, .. } => format!("{procedure}.{}", variable.name),
        Scope::Global | Scope::Process(_) => variable.name.to_string(),
    }
}

fn initial(variable: VariableId, model: &Model) -> String {
    let mut values: Vec<String> = model[variable].initial.iter().map(|value| value.to_string()).collect();
    values.dedup();
    values.join("|")
}

fn in_parentheses(place: &Option<Target>, model: &Model) -> String {
    place.as_ref().map_or(String::new(), |place| format!("({})", target(place, model)))
}

pub fn target(place: &Target, model: &Model) -> String {
    indexed(&variable_name(place.variable, model), &place.index, model)
}

pub fn queue(reference: &QueueRef, model: &Model) -> String {
    indexed(&model[reference.queue].name, &reference.index, model)
}

fn indexed(name: &str, index: &Option<Box<Expr>>, model: &Model) -> String {
    index.as_ref().map_or(name.to_string(), |index| format!("{name}[{}]", expression(index, model)))
}

/// The expression with as few parentheses as it needs.
pub fn expression(expr: &Expr, model: &Model) -> String {
    at_precedence(expr, 0, model)
}

fn at_precedence(expr: &Expr, around: u16, model: &Model) -> String {
    let (text, precedence) = match expr {
        Expr::Constant(value) => return value.to_string(),
        Expr::Variable(variable) => return variable_name(*variable, model),
        Expr::Element(variable, index) => {
            return format!("{}[{}]", variable_name(*variable, model), expression(index, model));
        }
        Expr::ProcessIndex => return "_PROCID".into(),
        Expr::Queue(test, reference) => return format!("{}({})", test.word(), queue(reference, model)),
        Expr::Remote { process, instance, variable } => {
            return format!("{}.{}", indexed(&model[*process].name, instance, model), target(variable, model));
        }
        Expr::At { process, instance, label } => {
            let process_name = indexed(&model[*process].name, instance, model);
            return format!("{process_name}@{}", model[*process].body[*label].name);
        }
        Expr::Unary(operator, operand) => {
            let operand = at_precedence(operand, UnaryOp::PRECEDENCE, model);
            (format!("{}{operand}", operator.symbol()), UnaryOp::PRECEDENCE)
        }
        Expr::Binary(operator, left, right) => {
            let precedence = operator.precedence();
            let left = at_precedence(left, precedence, model);
            let right = at_precedence(right, precedence + 1, model);
            (format!("{left} {} {right}", operator.symbol()), precedence)
        }
    };
    if precedence < around { format!("({text})") } else { text }
}
