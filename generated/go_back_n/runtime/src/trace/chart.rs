//! An execution as a message sequence chart: a column for each process, time goes down.
//!
//! ```text
//!        sender    hop[0]    hop[1]
//!     1    |--msg1-->|         |
//!     2    |         o msg1    |
//!     3    x tau     |         |
//! ```
//!
//! An arrow is a message that is sent, to the process that reads the queue; `o` is where it is received, `x` a timeout. Steps that
//! do nothing to queues have no lines; numbers are those of steps.

use crate::outcome::{Step, Trace};
use crate::protocol::{Event, Facts};
use crate::trace::state;
use std::io::{self, Write};

/// Columns of the number of a step, and what is between it and the first process.
const NUMBER: usize = 5;
const MARGIN: usize = 4;
/// Around a message there is at least so much of its arrow.
const ARROW: usize = 6;

/// What a line shows.
struct Mark {
    number: usize,
    process: usize,
    /// The process it goes to, if it is sent somewhere else.
    to: Option<usize>,
    mark: char,
    text: String,
}

/// Writes the execution as a chart. Each line ends with a newline.
pub fn render(facts: &Facts, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let readers = readers(facts);
    let events = || events(facts, trace, &readers);
    let names = facts.processes.iter().map(|process| process.name.chars().count());
    let longest = events().map(|event| event.text.chars().count()).max();
    let Some(longest) = longest else {
        return writeln!(out, "(no message is sent, and there is no timeout)");
    };
    let width = names.max().unwrap_or(0).max(longest) + ARROW;
    let mut header = String::new();
    for (number, process) in facts.processes.iter().enumerate() {
        // A name stands around its line.
        let start = (column(number, width) + 1).saturating_sub(process.name.chars().count() / 2);
        header = format!("{header:start$}{}", process.name);
    }
    writeln!(out, "{header}")?;
    events().try_for_each(|event| writeln!(out, "{}", line(facts.processes.len(), width, &event)))
}

/// Where the line of a process is.
fn column(process: usize, width: usize) -> usize {
    NUMBER + MARGIN + process * width
}

/// By queue: a process that reads it.
fn readers(facts: &Facts) -> Vec<Option<usize>> {
    let mut readers = vec![None; facts.queues.len()];
    for rule in facts.rules.iter() {
        if let Event::Receive(queue) | Event::Timeout(queue) = rule.event {
            readers[queue as usize].get_or_insert(rule.process as usize);
        }
    }
    readers
}

fn events<'a>(
    facts: &'a Facts,
    trace: &'a Trace,
    readers: &'a [Option<usize>],
) -> impl Iterator<Item = Mark> + use<'a> {
    let mut before = trace.initial();
    (1..).zip(trace.steps()).filter_map(move |(number, step)| {
        let old = before;
        before = step.state.unwrap_or(before);
        event(facts, readers, number, step, old)
    })
}

fn event(facts: &Facts, readers: &[Option<usize>], number: usize, step: Step, before: &[u64]) -> Option<Mark> {
    let rule = &facts.rules[step.rule as usize];
    let (number_of_queue, process) = (step.queue? as usize, rule.process as usize);
    let queue = &facts.queues[number_of_queue];
    let named = |(name, value): (&str, Option<i32>)| match value {
        Some(value) => format!("{name}({value})"),
        None => name.to_string(),
    };
    let (to, mark, text) = match rule.event {
        Event::Internal => return None,
        Event::Send(_) => {
            let to = readers[number_of_queue].filter(|reader| *reader != process);
            (to, '|', named(state::newest(queue, step.state?)?))
        }
        Event::Receive(_) => (None, 'o', state::contents(queue, before).into_iter().next()?),
        Event::Timeout(_) => (None, 'x', "tau".to_string()),
    };
    // A message that stays with its process, or that nobody reads, has no arrow.
    let text = if mark == '|' && to.is_none() { format!("{text} to {}", queue.name) } else { text };
    Some(Mark { number, process, to, mark, text })
}

fn line(processes: usize, width: usize, event: &Mark) -> String {
    let mut line: Vec<char> = vec![' '; column(processes, width) + event.text.chars().count()];
    (0..processes).for_each(|process| line[column(process, width)] = '|');
    let from = column(event.process, width);
    line[from] = event.mark;
    let text: Vec<char> = event.text.chars().collect();
    match event.to.map(|to| column(to, width)) {
        Some(to) => {
            let (left, right) = (from.min(to), from.max(to));
            line[left + 1..right].fill('-');
            let (head, place) = if to > from { ('>', right - 1) } else { ('<', left + 1) };
            line[place] = head;
            let start = if to > from { left + 3 } else { right - 2 - text.len() };
            line[start..start + text.len()].copy_from_slice(&text);
        }
        None => line[from + 2..from + 2 + text.len()].copy_from_slice(&text),
    }
    let line: String = line[NUMBER..].iter().collect();
    format!("{:NUMBER$}{}", event.number, line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{self, ASSIGN, RECEIVE_0, SEND_MSG, SEND_SMSG, TIMEOUT};
    use crate::report::to_text;

    #[test]
    fn messages_are_arrows() {
        let trace = fixture::trace(&[SEND_MSG, ASSIGN, SEND_SMSG, RECEIVE_0, TIMEOUT]);
        let expected = concat!(
            "       sender       hop[0]       hop[1]\n",
            "    1    |--msg1----->|            |\n",
            "    3    |--smsg(1)-->|            |\n",
            "    4    |            o msg1       |\n",
            "    5    x tau        |            |\n",
        );
        assert_eq!(to_text(|out| render(&fixture::facts(), &trace, out)), expected);
    }

    #[test]
    fn without_messages_there_is_no_chart() {
        let text = to_text(|out| render(&fixture::facts(), &fixture::trace(&[ASSIGN]), out));
        assert_eq!(text, "(no message is sent, and there is no timeout)\n");
    }
}
