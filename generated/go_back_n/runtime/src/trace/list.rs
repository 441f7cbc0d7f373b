//! An execution with a line for each step: the process, the line, the statement, and what it changed.

use crate::outcome::{Step, Trace};
use crate::protocol::Facts;
use crate::trace::{place, state};
use std::io::{self, Write};

/// A statement longer than this does not push the changes of all others to the right.
const STATEMENT: usize = 40;

/// How wide the columns are.
struct Widths {
    number: usize,
    process: usize,
    place: usize,
    statement: usize,
}

/// Writes the execution as a list. Each line ends with a newline.
pub fn render(facts: &Facts, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let widths = widths(facts, trace);
    writeln!(out, "{}", line(&widths, ["step", "process", "line", "statement", "changes"]))?;
    let mut before = trace.initial();
    for (number, step) in (1..).zip(trace.steps()) {
        let rule = &facts.rules[step.rule as usize];
        let process = &facts.processes[rule.process as usize].name;
        let changes = match step.state {
            Some(after) => state::changes(facts, before, after).join(", "),
            None => "(fails)".to_string(),
        };
        let number = format!("{number:>width$}", width = widths.number);
        writeln!(out, "{}", line(&widths, [&number, process, &place(facts, rule), &rule.statement, &changes]))?;
        before = step.state.unwrap_or(before);
    }
    Ok(())
}

fn line(widths: &Widths, [number, process, place, statement, changes]: [&str; 5]) -> String {
    let Widths { number: n, process: p, place: l, statement: s } = *widths;
    let mut line = format!("{number:n$}  {process:p$}  {place:>l$}  {statement:s$}  {changes}");
    line.truncate(line.trim_end().len());
    line
}

fn widths(facts: &Facts, trace: &Trace) -> Widths {
    let rule = |step: Step| &facts.rules[step.rule as usize];
    let widest =
        |title: &str, width: &dyn Fn(Step) -> usize| trace.steps().map(width).max().unwrap_or(0).max(title.len());
    Widths {
        number: trace.len().to_string().len().max("step".len()),
        process: widest("process", &|step| facts.processes[rule(step).process as usize].name.chars().count()),
        place: widest("line", &|step| place(facts, rule(step)).chars().count()),
        statement: widest("statement", &|step| rule(step).statement.chars().count().min(STATEMENT)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{self, ASSIGN, RECEIVE_1, SEND_MSG, SEND_SMSG, TIMEOUT};
    use crate::report::to_text;

    fn text(facts: &Facts, trace: &Trace) -> String {
        to_text(|out| render(facts, trace, out))
    }

    #[test]
    fn every_step_is_a_line() {
        let trace = fixture::trace(&[SEND_MSG, SEND_SMSG, RECEIVE_1, TIMEOUT, ASSIGN, SEND_MSG]);
        let expected = "\
step  process               line  statement       changes
   1  sender                  12  link!msg1       link = {msg1}
   2  sender                  14  link!smsg(1)    link = {msg1, smsg(1)}
   3  hop[1]                  22  link?default    link = {smsg(1)}
   4  sender                  13  sender?timeout
   5  sender   lib/table.argos:3  t[sbit] = sbit  sender.sbit = 1, t[2] = 1
   6  sender                  12  link!msg1       (fails)
";
        assert_eq!(text(&fixture::facts(), &fixture::without_result(trace)), expected);
    }

    #[test]
    fn a_long_statement_does_not_move_the_others() {
        let mut facts = fixture::facts();
        let mut rules = facts.rules.into_owned();
        rules[SEND_MSG as usize].statement = "x".repeat(60).into();
        facts.rules = rules.into();
        let text = text(&facts, &fixture::trace(&[SEND_MSG, SEND_SMSG]));
        assert!(text.contains(&format!("{}  link = {{msg1}}\n", "x".repeat(60))), "{text}");
        assert!(text.contains(&format!("link!smsg(1){:30}link = {{msg1, smsg(1)}}\n", "")), "{text}");
    }
}
