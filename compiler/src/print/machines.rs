//! `argosc emit machines`: the transition tables as text, or their sizes as JSON.

use super::action::{action, tag};
use crate::diagnostic::count;
use crate::machine::{Edge, Machine, State, StateId};
use crate::model::{Body, Model};
use crate::monitor::Automaton;
use crate::pipeline::Program;
use crate::source::SourceMap;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Write;

/// The transition tables of all processes and assertions.
pub fn machines(program: &Program, sources: &SourceMap, minimized: bool) -> String {
    let mut text = String::new();
    for (process, machine) in program.model.processes.iter().zip(&program.machines) {
        let shown = if minimized { &machine.minimized.machine } else { &machine.raw };
        let times = process.length.map_or(String::new(), |length| format!("[{length}]"));
        let (raw, small) = (machine.raw.states.len(), machine.minimized.machine.states.len());
        let _ = writeln!(
            text,
            "process {}{times}: {raw} -> {}, {} unreachable",
            process.name,
            count(small, "state"),
            shown.unreachable
        );
        table(&mut text, shown, &process.body, &program.model, sources);
        text.push('\n');
    }
    for automaton in &program.automata {
        automaton_table(&mut text, automaton, &program.model);
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn table(text: &mut String, machine: &Machine, body: &Body, model: &Model, sources: &SourceMap) {
    let actions: Vec<String> = machine.actions.iter().map(|it| action(it, model)).collect();
    let statement = |edge: &Edge| tag(edge.likelihood).to_string() + &actions[edge.action.0 as usize];
    let edges = machine.states.iter().flat_map(|state| &state.edges);
    let width = edges.map(|edge| statement(edge).chars().count()).max().unwrap_or(0).min(40);
    for (number, state) in machine.states.iter().enumerate() {
        let marks = marks(machine, StateId(number as u32), state, body);
        let _ = writeln!(
            text,
            "  {number}{}",
            if marks.is_empty() { String::new() } else { format!("  {}", marks.join(", ")) }
        );
        for edge in &state.edges {
            let line = sources.line(edge.span);
            let _ = writeln!(text, "      {:<width$}  -> {:<4} line {line}", statement(edge), edge.target.0);
        }
    }
}

/// What there is to say of a state: start, end, labels.
pub fn marks(machine: &Machine, id: StateId, state: &State, body: &Body) -> Vec<String> {
    let mut marks = Vec::new();
    if id == machine.start {
        marks.push("start".to_string());
    }
    if id == machine.end {
        marks.push(if machine.end_is_reachable { "end" } else { "end (unreachable)" }.to_string());
    }
    let mut seen = HashSet::new();
    let names = state.labels.iter().map(|label| &body[*label].name).filter(|name| seen.insert(*name));
    marks.extend(names.map(|name| format!("{name}:")));
    marks
}

fn automaton_table(text: &mut String, automaton: &Automaton, model: &Model) {
    let name = if &*automaton.name == automaton.kind.word() { String::new() } else { format!(" {}", automaton.name) };
    let _ = writeln!(text, "{}{name}: {}", automaton.kind.word(), count(automaton.states.len(), "state"));
    for (number, state) in automaton.states.iter().enumerate() {
        let marks = [
            (automaton.starts.contains(&StateId(number as u32)), "start"),
            (state.end, "end"),
            (state.accept, "accept"),
        ];
        let marks: Vec<&str> = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect();
        let _ = writeln!(
            text,
            "  {number}{}",
            if marks.is_empty() { String::new() } else { format!("  {}", marks.join(", ")) }
        );
        for (id, target) in &state.edges {
            let _ = writeln!(text, "      {}  -> {}", action(&automaton.actions[id.0 as usize], model), target.0);
        }
    }
}

#[derive(Serialize)]
struct Sizes<'a> {
    processes: Vec<ProcessSize<'a>>,
    monitors: Vec<MonitorSize<'a>>,
}

#[derive(Serialize)]
struct ProcessSize<'a> {
    name: &'a str,
    instances: u32,
    states_raw: usize,
    states_minimized: usize,
    unreachable: usize,
}

#[derive(Serialize)]
struct MonitorSize<'a> {
    name: &'a str,
    kind: &'a str,
    states: usize,
}

/// The sizes of all machines as one JSON object.
pub fn json(program: &Program) -> String {
    let processes = program.model.processes.iter().zip(&program.machines);
    let processes = processes.map(|(process, machine)| ProcessSize {
        name: &process.name,
        instances: process.instances(),
        states_raw: machine.raw.states.len(),
        states_minimized: machine.minimized.machine.states.len(),
        unreachable: machine.raw.unreachable,
    });
    let monitors = program.automata.iter().map(|automaton| MonitorSize {
        name: &automaton.name,
        kind: automaton.kind.word(),
        states: automaton.states.len(),
    });
    let sizes = Sizes { processes: processes.collect(), monitors: monitors.collect() };
    serde_json::to_string_pretty(&sizes).expect("strings and numbers are always JSON") + "\n"
}
