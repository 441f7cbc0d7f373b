//! `argosc emit dot`: the machines as one Graphviz picture, a box for each process and assertion.
//!
//! The start has an arrow from a dot, the end a double circle (dashed if control cannot reach it); special labels colour
//! their state; edges between the same two states are drawn as one, with all their actions.

use super::action::{action, tag};
use crate::machine::{ActionId, Machine, StateId};
use crate::model::{Body, Model};
use crate::monitor::Automaton;
use crate::pipeline::Program;
use std::fmt::Write;

/// The picture.
pub fn dot(program: &Program, minimized: bool) -> String {
    let mut text = String::from(
        "digraph argos {\n  rankdir=TB; nodesep=0.4; ranksep=0.45;\n  \
         graph [fontname=\"Helvetica\", style=rounded, color=gray60, margin=14];\n  \
         node [fontname=\"Helvetica\", shape=circle, fontsize=11, width=0.4, margin=0.04];\n  \
         edge [fontname=\"Courier\", fontsize=10];\n",
    );
    let model = &program.model;
    for (number, (process, machine)) in model.processes.iter().zip(&program.machines).enumerate() {
        let shown = if minimized { &machine.minimized.machine } else { &machine.raw };
        let times = process.length.map_or(String::new(), |length| format!("[{length}]"));
        let title = format!("proc {}{times}", process.name);
        cluster(&mut text, &format!("p{number}"), &title, |text, prefix| {
            process_graph(text, prefix, shown, &process.body, model);
        });
    }
    for (number, automaton) in program.automata.iter().enumerate() {
        cluster(&mut text, &format!("a{number}"), &automaton.name, |text, prefix| {
            automaton_graph(text, prefix, automaton, model);
        });
    }
    text.push_str("}\n");
    text
}

fn cluster(text: &mut String, prefix: &str, title: &str, content: impl FnOnce(&mut String, &str)) {
    let _ = writeln!(text, "  subgraph cluster_{prefix} {{\n    label={};", quote(title));
    content(text, prefix);
    text.push_str("  }\n");
}

fn process_graph(text: &mut String, prefix: &str, machine: &Machine, body: &Body, model: &Model) {
    start_arrow(text, prefix, &[machine.start]);
    for (number, state) in machine.states.iter().enumerate() {
        let mut names: Vec<&str> = state.labels.iter().map(|label| &*body[*label].name).collect();
        names.dedup();
        if machine.end == StateId(number as u32) {
            names.push("end");
        }
        let mut attributes = String::new();
        if machine.end == StateId(number as u32) {
            attributes.push_str(", shape=doublecircle");
            if !machine.end_is_reachable {
                attributes.push_str(", style=dashed, color=gray60, fontcolor=gray60");
            }
        }
        let kinds = state.kinds;
        if kinds.is_special() {
            let color = match (kinds.accept, kinds.progress) {
                (true, _) => "lightpink",
                (_, true) => "palegreen",
                _ => "lightyellow",
            };
            let _ = write!(attributes, ", style=filled, fillcolor={color}");
        }
        node(text, prefix, number, &names, &attributes);
    }
    let edges = machine.states.iter().enumerate().flat_map(|(from, state)| {
        state.edges.iter().map(move |edge| {
            let statement = action(&machine.actions[edge.action.0 as usize], model);
            (from, edge.target.0 as usize, tag(edge.likelihood).to_string() + &statement)
        })
    });
    draw_edges(text, prefix, edges);
}

fn automaton_graph(text: &mut String, prefix: &str, automaton: &Automaton, model: &Model) {
    start_arrow(text, prefix, &automaton.starts);
    for (number, state) in automaton.states.iter().enumerate() {
        let shape = if state.end { ", shape=doublecircle" } else { "" };
        let fill = if state.accept { ", style=filled, fillcolor=lightpink" } else { "" };
        let names: &[&str] = if state.end { &["end"] } else { &[] };
        node(text, prefix, number, names, &format!("{shape}{fill}"));
    }
    let edges = automaton.states.iter().enumerate().flat_map(|(from, state)| {
        let statement = |id: &ActionId| action(&automaton.actions[id.0 as usize], model);
        state.edges.iter().map(move |(id, to)| (from, to.0 as usize, statement(id)))
    });
    draw_edges(text, prefix, edges);
}

fn start_arrow(text: &mut String, prefix: &str, starts: &[StateId]) {
    let _ = writeln!(text, "    {prefix}_start [shape=point, width=0.12, label=\"\"];");
    for start in starts {
        let _ = writeln!(text, "    {prefix}_start -> {prefix}_{};", start.0);
    }
}

fn node(text: &mut String, prefix: &str, number: usize, labels: &[&str], attributes: &str) {
    let mut lines = vec![number.to_string()];
    lines.extend(labels.iter().map(|label| label.to_string()));
    let _ = writeln!(text, "    {prefix}_{number} [label={}{attributes}];", quote(&lines.join("\n")));
}

/// One arrow for all edges between two states, in the order of the first.
fn draw_edges(text: &mut String, prefix: &str, edges: impl Iterator<Item = (usize, usize, String)>) {
    let mut arrows: Vec<((usize, usize), Vec<String>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for (from, to, statement) in edges {
        let at = *places.entry((from, to)).or_insert_with(|| {
            arrows.push(((from, to), Vec::new()));
            arrows.len() - 1
        });
        arrows[at].1.push(statement);
    }
    for ((from, to), actions) in arrows {
        let _ = writeln!(
            text,
            "    {prefix}_{from} -> {prefix}_{to} [label={}];",
            quote(&format!(" {} ", actions.join(" \n ")))
        );
    }
}

/// A string of the dot language.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
