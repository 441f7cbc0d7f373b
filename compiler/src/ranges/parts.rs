//! Takes actions and expressions apart: what they read, what they assign.

use crate::model::{Action, Expr, Target, VariableId};

/// What an action assigns as a statement.
pub(super) fn target(action: &Action) -> Option<&Target> {
    match action {
        Action::Assign { target, .. } => Some(target),
        Action::Receive { target, .. } | Action::ReceiveAny { target, .. } => target.as_ref(),
        _ => None,
    }
}

/// The action gives the whole variable a new value.
pub(super) fn assigns(action: &Action, variable: VariableId) -> bool {
    match action {
        Action::Enter { parameters, locals } => {
            parameters.iter().any(|(parameter, _)| *parameter == variable) || locals.contains(&variable)
        }
        _ => target(action).is_some_and(|target| target.variable == variable && target.index.is_none()),
    }
}

/// The variables that the expressions of an action mention.
pub(super) fn reads(action: &Action) -> Vec<VariableId> {
    let mut found = Vec::new();
    expressions(action).into_iter().for_each(|expr| collect_variables(expr, &mut found));
    found
}

fn collect_variables(expr: &Expr, found: &mut Vec<VariableId>) {
    match expr {
        Expr::Variable(variable) | Expr::Element(variable, _) => found.push(*variable),
        Expr::Remote { variable, .. } => found.push(variable.variable),
        _ => {}
    }
    operands(expr).into_iter().for_each(|operand| collect_variables(operand, found));
}

/// All expressions of an action.
pub(super) fn expressions(action: &Action) -> Vec<&Expr> {
    let of_target = target(action).and_then(|target| target.index.as_deref());
    let of_queue = match action {
        Action::Send { queue, .. }
        | Action::Receive { queue, .. }
        | Action::ReceiveAny { queue, .. }
        | Action::Timeout { queue } => queue.index.as_deref(),
        _ => None,
    };
    let values: Vec<&Expr> = match action {
        Action::Condition(value) | Action::Assert(value) | Action::Assign { value, .. } => vec![value],
        Action::Send { value, .. } => value.iter().collect(),
        Action::Enter { parameters, .. } => parameters.iter().map(|(_, value)| value).collect(),
        Action::Skip | Action::Receive { .. } | Action::ReceiveAny { .. } | Action::Timeout { .. } => Vec::new(),
    };
    of_target.into_iter().chain(of_queue).chain(values).collect()
}

/// The operands of an expression.
pub(super) fn operands(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Constant(_) | Expr::Variable(_) | Expr::ProcessIndex => Vec::new(),
        Expr::Element(_, operand) | Expr::Unary(_, operand) => vec![operand],
        Expr::Binary(_, left, right) => vec![left, right],
        Expr::Queue(_, queue) => queue.index.as_deref().into_iter().collect(),
        Expr::Remote { instance, variable, .. } => {
            instance.as_deref().into_iter().chain(variable.index.as_deref()).collect()
        }
        Expr::At { instance, .. } => instance.as_deref().into_iter().collect(),
    }
}
