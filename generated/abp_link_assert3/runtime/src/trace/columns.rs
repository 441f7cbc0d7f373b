//! The papers' format of an execution: a column for each queue, and in time order a line for each send and timeout.
//!
//! ```text
//! queue:   link    sender  receiver  user
//! event:
//!     1    msg1,
//!     2            tau,
//!     3    [msg1],
//! ```
//!
//! Receptions have no lines. Instead, a message that is never received in this execution stands in brackets.

use crate::outcome::{Step, Trace};
use crate::protocol::{Event, Facts};
use crate::trace::state;
use std::io::{self, Write};

/// More columns than this, or lines longer than [`WIDTH`], and queues without an event are left out.
const COLUMNS: usize = 12;
const WIDTH: usize = 100;
const GAP: usize = 2;

/// A line of the table.
struct Line<'a> {
    queue: u32,
    /// The message; `None` for a timeout.
    message: Option<(&'a str, Option<i32>)>,
    is_received: bool,
}

/// What must be known of all lines before the first is written. Lines are made twice and not kept: there can be a million.
struct Extent {
    lines: usize,
    /// By queue, how wide its column is. The comma may stand in the gap: no line has two texts.
    widths: Vec<usize>,
    /// By queue: it has an event.
    is_used: Vec<bool>,
}

/// Writes the execution as a table. Each line ends with a newline.
pub fn render(facts: &Facts, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let extent = measure(facts, trace);
    if extent.lines == 0 {
        return writeln!(out, "(no message is sent, and there is no timeout)");
    }
    let number_width = 5.max(extent.lines.to_string().len());
    let columns = choose_columns(facts, &extent, number_width + 4);
    let starts = starts(&columns, &extent.widths, number_width + 4);
    writeln!(out, "{}\nevent:", header(facts, &columns, &starts))?;
    for (number, line) in (1..).zip(lines(facts, trace)) {
        let gap = starts[line.queue as usize] - number_width;
        writeln!(out, "{number:number_width$}{:gap$}{}", "", text(&line))?;
    }
    match facts.columns.len() - columns.len() {
        0 => Ok(()),
        1 => writeln!(out, "(1 queue without an event is not shown)"),
        hidden => writeln!(out, "({hidden} queues without an event are not shown)"),
    }
}

fn header(facts: &Facts, columns: &[u32], starts: &[usize]) -> String {
    let mut header = "queue:".to_string();
    for &column in columns {
        let (name, start) = (&facts.queues[column as usize].name, starts[column as usize]);
        header = format!("{header:start$}{name}");
    }
    header
}

/// The lines of the table. Queues are first in, first out: so the receptions from a queue take its messages in the order
/// in which they were sent, those that were there from the start before all others, and their number alone tells which
/// messages are received.
fn lines<'a>(facts: &'a Facts, trace: &'a Trace) -> impl Iterator<Item = Line<'a>> {
    let received = receptions(facts, trace);
    let mut sent: Vec<usize> = facts.queues.iter().map(|queue| queue.place.length(trace.initial()) as usize).collect();
    trace.steps().filter_map(move |step| {
        let (event, queue, vector) = effect(facts, step)?;
        match event {
            Event::Send(_) => {
                let number = &mut sent[queue as usize];
                let is_received = *number < received[queue as usize];
                *number += 1;
                Some(Line { queue, message: state::newest(&facts.queues[queue as usize], vector), is_received })
            }
            Event::Timeout(_) => Some(Line { queue, message: None, is_received: true }),
            Event::Receive(_) | Event::Internal => None,
        }
    })
}

/// By queue, how many messages are received from it.
fn receptions(facts: &Facts, trace: &Trace) -> Vec<usize> {
    let mut counts = vec![0; facts.queues.len()];
    for (event, queue, _) in trace.steps().filter_map(|step| effect(facts, step)) {
        counts[queue as usize] += usize::from(matches!(event, Event::Receive(_)));
    }
    counts
}

/// What a step does to which queue. A step without a result does nothing to any.
fn effect<'a>(facts: &Facts, step: Step<'a>) -> Option<(Event, u32, &'a [u64])> {
    Some((facts.rules[step.rule as usize].event, step.queue?, step.state?))
}

fn text(line: &Line) -> String {
    match (line.message, line.is_received) {
        (None, _) => "tau,".to_string(),
        (Some((name, None)), true) => format!("{name},"),
        (Some((name, None)), false) => format!("[{name}],"),
        (Some((name, Some(value))), true) => format!("{name}({value}),"),
        (Some((name, Some(value))), false) => format!("[{name}]({value}),"),
    }
}

fn measure(facts: &Facts, trace: &Trace) -> Extent {
    let widths = facts.queues.iter().map(|queue| queue.name.chars().count()).collect();
    let mut extent = Extent { lines: 0, widths, is_used: vec![false; facts.queues.len()] };
    for line in lines(facts, trace) {
        let queue = line.queue as usize;
        extent.lines += 1;
        extent.widths[queue] = extent.widths[queue].max(text(&line).chars().count() - 1);
        extent.is_used[queue] = true;
    }
    extent
}

/// The queues to show, in their order.
fn choose_columns(facts: &Facts, extent: &Extent, margin: usize) -> Vec<u32> {
    let total: usize = facts.columns.iter().map(|&column| extent.widths[column as usize] + GAP).sum();
    if facts.columns.len() <= COLUMNS && margin + total - GAP <= WIDTH {
        return facts.columns.to_vec();
    }
    facts.columns.iter().copied().filter(|&column| extent.is_used[column as usize]).collect()
}

/// By queue, where its column begins.
fn starts(columns: &[u32], widths: &[usize], margin: usize) -> Vec<usize> {
    let mut starts = vec![margin; widths.len()];
    let mut next = margin;
    for &column in columns {
        starts[column as usize] = next;
        next += widths[column as usize] + GAP;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::QueueFacts;
    use crate::report::fixture::{self, ASSIGN, NEVER, RECEIVE_0, RECEIVE_1, SEND_MSG, SEND_SMSG, TIMEOUT};
    use crate::report::to_text;

    fn table(facts: &Facts, trace: &Trace) -> String {
        to_text(|out| render(facts, trace, out))
    }

    /// The first error report of the manual's appendix A.
    #[test]
    fn the_first_trace_of_the_manual() {
        let trace = fixture::trace(&[SEND_MSG, RECEIVE_0, TIMEOUT, SEND_MSG]);
        let expected = "\
queue:   link    sender  receiver  user
event:
    1    msg1,
    2            tau,
    3    [msg1],
";
        assert_eq!(table(&fixture::facts(), &trace), expected);
    }

    #[test]
    fn values_stand_behind_the_bracket() {
        let trace = fixture::trace(&[SEND_SMSG, SEND_SMSG, RECEIVE_0, NEVER]);
        let expected = "\
queue:   link       sender  receiver  user
event:
    1    smsg(1),
    2    [smsg](1),
    3                                 [msg1],
";
        assert_eq!(table(&fixture::facts(), &trace), expected);
    }

    #[test]
    fn what_was_there_from_the_start_is_received_first() {
        let mut initial = fixture::initial();
        fixture::facts().queues[0].place.send(&mut initial, 1, 0);
        let trace = fixture::trace_from(initial, &[SEND_SMSG, RECEIVE_0]);
        assert!(table(&fixture::facts(), &trace).contains("    1    [smsg](1),\n"));
    }

    #[test]
    fn a_step_without_a_result_does_nothing_to_queues() {
        let sent = fixture::without_result(fixture::trace(&[SEND_MSG, RECEIVE_1, SEND_SMSG]));
        assert!(table(&fixture::facts(), &sent).ends_with("event:\n    1    msg1,\n"));
        let received = fixture::without_result(fixture::trace(&[SEND_MSG, RECEIVE_1]));
        assert!(table(&fixture::facts(), &received).ends_with("event:\n    1    [msg1],\n"));
    }

    #[test]
    fn an_execution_without_events_has_no_table() {
        let trace = fixture::trace(&[ASSIGN]);
        assert_eq!(table(&fixture::facts(), &trace), "(no message is sent, and there is no timeout)\n");
    }

    #[test]
    fn the_order_of_columns_is_that_of_the_facts() {
        let mut facts = fixture::facts();
        facts.columns = vec![3, 2, 1, 0].into();
        let text = table(&facts, &fixture::trace(&[SEND_MSG, TIMEOUT]));
        let expected = "\
queue:   user  receiver  sender  link
event:
    1                            [msg1],
    2                    tau,
";
        assert_eq!(text, expected);
    }

    #[test]
    fn wide_tables_show_only_queues_with_events() {
        let mut facts = fixture::facts();
        let mut queues = facts.queues.into_owned();
        let long = QueueFacts { name: "q".repeat(90).into(), ..queues[2].clone() };
        queues[2] = long;
        facts.queues = queues.into();
        let text = table(&facts, &fixture::trace(&[SEND_MSG, TIMEOUT]));
        let expected = "\
queue:   link    sender
event:
    1    [msg1],
    2            tau,
(2 queues without an event are not shown)
";
        assert_eq!(text, expected);
    }

    #[test]
    fn many_queues_show_only_those_with_events() {
        let mut facts = fixture::facts();
        let mut queues = facts.queues.into_owned();
        let another = queues[2].clone();
        queues.extend((0..9).map(|i| QueueFacts { name: format!("q{i}").into(), ..another.clone() }));
        facts.columns = (0..queues.len() as u32).collect::<Vec<_>>().into();
        facts.queues = queues.into();
        let text = table(&facts, &fixture::trace(&[SEND_MSG]));
        assert!(text.starts_with("queue:   link\nevent:\n"), "{text}");
        assert!(text.ends_with("(12 queues without an event are not shown)\n"), "{text}");
    }
}
