//! Rust names for what the specification names: kept as written, behind a prefix that says what they are.
//!
//! The prefix keeps them apart from each other and from Rust's words; where two names still come out the same, such as the
//! local `x` of process `p` and a global `p_x`, the later one gets a number.

use crate::layout::Layout;
use crate::model::{Model, Scope, VariableId};
use crate::print::action::variable_name;
use proc_macro2::{Ident, Span};
use quote::format_ident;
use std::collections::HashSet;

/// The names of an emitted model, by id.
pub struct Names {
    /// By process and instance.
    pub controls: Vec<Vec<Ident>>,
    /// By variable and copy.
    pub variables: Vec<Vec<Ident>>,
    /// By queue.
    pub queues: Vec<Ident>,
    /// By assertion.
    pub monitors: Vec<Ident>,
    /// By process and instance: the functions that try its rules.
    pub steps: Vec<Vec<Ident>>,
    pub timeouts: Vec<Vec<Ident>>,
}

impl Names {
    pub fn new(model: &Model, layout: &Layout) -> Names {
        let mut taken = HashSet::new();
        let mut name = |text: String| {
            let text: String = text.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
            let mut unique = text.clone();
            let mut number = 1;
            while !taken.insert(unique.clone()) {
                number += 1;
                unique = format!("{text}_{number}");
            }
            Ident::new(&unique, Span::call_site())
        };
        let instance = |process: &crate::model::Process, at: usize| match process.length {
            Some(_) => format!("{}_{at}", process.name),
            None => process.name.to_string(),
        };
        let mut by_instance = |prefix: &str| -> Vec<Vec<Ident>> {
            let processes = model.processes.iter();
            let instances = |process: &crate::model::Process| 0..process.instances() as usize;
            processes
                .map(|process| {
                    instances(process).map(|at| name(format!("{prefix}_{}", instance(process, at)))).collect()
                })
                .collect()
        };
        let (controls, steps, timeouts) = (by_instance("at"), by_instance("steps_of"), by_instance("timeouts_of"));
        let variables = model.variables.iter().enumerate().map(|(id, variable)| {
            let own = variable_name(VariableId(id as u32), model);
            let copies = 0..layout.variables[id].len();
            let copy = |copy: usize| match variable.scope {
                Scope::Global => format!("var_{own}"),
                Scope::Process(process) | Scope::Expansion { process, .. } => {
                    format!("var_{}_{own}", instance(&model[process], copy))
                }
            };
            copies.map(|at| name(copy(at))).collect()
        });
        let variables = variables.collect();
        let queues = model.queues.iter().map(|queue| name(format!("queue_{}", queue.name))).collect();
        let monitors = model.monitors.iter().map(|monitor| name(format!("monitor_{}", monitor.name))).collect();
        Names { controls, variables, queues, monitors, steps, timeouts }
    }
}

/// The function of a rule.
pub fn rule(number: usize) -> Ident {
    format_ident!("rule_{number}")
}
