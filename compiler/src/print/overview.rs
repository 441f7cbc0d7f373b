//! The overview of the 1987 manual: queues with their sorts, processes and procedures with their sizes, assertions.

use super::action::expression;
use crate::diagnostic::count;
use crate::machine::Machine;
use crate::model::{Model, Queue, QueueUse, UseKind};
use crate::monitor::{Automaton, AutomatonKind};
use crate::pipeline::Program;
use crate::source::Name;
use std::collections::HashSet;

/// The overview; with `minimized`, of the machines as they are used by default.
pub fn overview(program: &Program, minimized: bool) -> String {
    let model = &program.model;
    let mut text = String::from("Overview:\n=====\n");
    let mut uses: Vec<Vec<&QueueUse>> = vec![Vec::new(); model.queues.len()];
    model.uses.iter().for_each(|it| uses[it.queue.queue.0 as usize].push(it));
    let queues = model.queues.iter().zip(&uses).map(|(queue, uses)| queue_line(queue, uses, model)).collect();
    section(&mut text, model.queues.len(), "queue", queues);
    let instances = model.processes.iter().map(|process| process.instances() as usize).sum();
    let processes = model.processes.iter().zip(&program.machines).map(|(process, machine)| {
        let machine = if minimized { &machine.minimized.machine } else { &machine.raw };
        let times = process.length.map_or(String::new(), |length| format!("x{length}"));
        (times, process.name.to_string(), sizes(machine))
    });
    section(&mut text, instances, "process", processes.collect());
    let procedures = model.procedures.iter().zip(&program.procedures);
    let procedures = procedures.map(|(procedure, machine)| (String::new(), procedure.name.to_string(), sizes(machine)));
    section(&mut text, model.procedures.len(), "procedure", procedures.collect());
    let (claims, assertions): (Vec<_>, Vec<_>) =
        program.automata.iter().partition(|automaton| automaton.kind == AutomatonKind::Never);
    let rows = |automata: Vec<&Automaton>| -> Vec<Row> {
        let row = |it: &Automaton| (String::new(), it.name.to_string(), count(it.states.len(), "state"));
        automata.into_iter().map(row).collect()
    };
    section(&mut text, assertions.len(), "assertion", rows(assertions));
    let named = |name: &Name| (String::new(), name.to_string(), String::new());
    let extensions = [
        ("claim", rows(claims)),
        ("invariant", model.invariants.iter().map(|it| named(&it.name)).collect()),
        ("guide", model.guides.iter().map(|it| named(&it.name)).collect()),
        ("formula", model.ltl.iter().map(|it| named(&it.name)).collect()),
    ];
    for (noun, rows) in extensions {
        if !rows.is_empty() {
            section(&mut text, rows.len(), noun, rows);
        }
    }
    text
}

/// Times, name, the rest.
type Row = (String, String, String);

/// "2 queues:" and a numbered line for each; the name, a comma, the rest in a column.
fn section(text: &mut String, number: usize, noun: &str, rows: Vec<Row>) {
    text.push_str(&count(number, noun));
    text.push_str(if rows.is_empty() { "\n" } else { ":\n" });
    let width = rows.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0) + 2;
    for (at, (times, name, rest)) in rows.iter().enumerate() {
        let number = format!("{}{times}", at + 1);
        text.push_str(format!("{number:>5}  {:<width$}{rest}", format!("{name},")).trim_end_matches([',', ' ']));
        text.push('\n');
    }
}

fn sizes(machine: &Machine) -> String {
    let states = count(machine.states.len(), "state");
    match machine.unreachable {
        0 => states,
        number => format!("{states} ({} unreachable)", number),
    }
}

/// A queue with its sort. In an array, each message is listed with the index it is used with.
fn queue_line(queue: &Queue, uses: &[&QueueUse], model: &Model) -> Row {
    let items: Vec<String> = match queue.length {
        None => queue.sort.iter().map(|entry| model[entry.message].name.to_string()).collect(),
        Some(_) => uses.iter().filter_map(|it| indexed_message(it, model)).collect(),
    };
    let mut seen = HashSet::new();
    let items: Vec<&str> = items.iter().map(String::as_str).filter(|item| seen.insert(*item)).collect();
    let name = queue.length.map_or(queue.name.to_string(), |length| format!("{}[{length}]", queue.name));
    let sort = if items.is_empty() { "empty".to_string() } else { items.join(", ") };
    (String::new(), name, format!("sort: {sort}"))
}

/// "message/[index]".
fn indexed_message(it: &QueueUse, model: &Model) -> Option<String> {
    let (UseKind::Send(message) | UseKind::Receive(message)) = it.kind else { return None };
    let index = it.queue.index.as_ref()?;
    Some(format!("{}/[{}]", model[message].name, expression(index, model)))
}
