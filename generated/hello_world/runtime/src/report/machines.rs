//! The transition tables that `-s` prints: for each process its states, and the edges that leave them.

use crate::protocol::{Facts, ProcessFacts, RuleFacts};
use crate::trace::included_file;
use std::collections::HashMap;

/// The machines of all processes, one for each definition. `with_rules` adds what is done to the state vector.
pub fn show_machines(facts: &Facts, with_rules: bool) -> String {
    let mut text = String::new();
    for (first, process) in facts.processes.iter().enumerate() {
        let is_known = facts.processes[..first].iter().any(|before| before.definition == process.definition);
        if !is_known {
            text += &machine(facts, process, with_rules);
            text.push('\n');
        }
    }
    text
}

fn machine(facts: &Facts, process: &ProcessFacts, with_rules: bool) -> String {
    let instances = facts.processes.iter().filter(|other| other.definition == process.definition).count();
    let edges = edges(facts, &process.definition);
    let mut text = format!("process {}, line {}", process.definition, process.line);
    if instances > 1 {
        text += &format!(", {instances} instances");
    }
    text += "\n  state  line\n";
    for (number, state) in (0..).zip(process.states.iter()) {
        text += &format!("  {number:5}  {:4}", state.line);
        if !state.label.is_empty() {
            text += &format!("  {}:", state.label);
        }
        text += match (process.end == Some(number), state.may_rest) {
            (true, _) => "  (end)\n",
            (_, true) => "  (may rest here)\n",
            _ => "\n",
        };
        for edge in edges.iter().filter(|edge| edge[0].from == number) {
            text += &describe(facts, edge, with_rules);
        }
    }
    text
}

/// An edge of the machine: its rules, one for each instance.
type Edge<'a> = Vec<&'a RuleFacts>;

fn edges<'a>(facts: &'a Facts, definition: &str) -> Vec<Edge<'a>> {
    let mut edges: Vec<Edge> = Vec::new();
    let mut known = HashMap::new();
    for rule in facts.rules.iter().filter(|rule| facts.processes[rule.process as usize].definition == definition) {
        let key = (rule.from, rule.to, rule.file, rule.line, &rule.statement);
        let number = *known.entry(key).or_insert(edges.len());
        if number == edges.len() {
            edges.push(Vec::new());
        }
        edges[number].push(rule);
    }
    edges
}

fn describe(facts: &Facts, edge: &Edge, with_rules: bool) -> String {
    let rule = edge[0];
    let file = included_file(facts, rule).map_or(String::new(), |file| format!("  ({file}:{})", rule.line));
    let mut text = format!("{:15}{} -> {}{file}\n", "", rule.statement, rule.to);
    for rule in edge.iter().filter(|_| with_rules) {
        if edge.len() > 1 {
            text += &format!("{:17}{}:\n", "", facts.processes[rule.process as usize].name);
        }
        for line in rule.vector.lines() {
            text += format!("{:19}{line}", "").trim_end();
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn instances_share_a_table() {
        let expected = "\
process sender, line 10
  state  line
      0    12  (may rest here)
               link!msg1 -> 1
      1    13  wait:
               sender?timeout -> 0
               link!smsg(1) -> 1
               t[sbit] = sbit -> 2  (lib/table.argos:3)
      2    19  (end)

process hop, line 20, 2 instances
  state  line
      0    22  (may rest here)
               link?default -> 0
               user!msg1 -> 2
      1    23  wait:
      2    29

";
        assert_eq!(show_machines(&fixture::facts(), false), expected);
    }

    #[test]
    fn rules_are_shown_for_each_instance() {
        let text = show_machines(&fixture::facts(), true);
        let single = "               link!msg1 -> 1\n                   predicate\n                   action\n";
        assert!(text.contains(single), "{text}");
        let shared = "                 hop[1]:\n                   predicate\n                   action\n";
        assert!(text.contains(shared), "{text}");
    }
}
