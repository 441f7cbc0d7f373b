//! What `-v` adds to the report: where everything is in the state vector, memory, and what was not reached.

use crate::outcome::Outcome;
use crate::protocol::Facts;
use crate::report::{bytes_per_state, definition, unreached};
use crate::trace::place;
use crate::vector::Field;

/// Layout, memory and statements that were not reached.
pub(super) fn details(facts: &Facts, outcome: &Outcome) -> String {
    let mut text = layout(facts);
    text += &format!(
        "memory: {} bytes at most, {:.1} bytes per state, {} bits per state vector\n",
        outcome.memory_bytes,
        bytes_per_state(outcome),
        facts.vector_bits
    );
    let store = &outcome.store;
    text += &format!("store: {}\n", store.description);
    text += &format!(
        "  {} bytes for the states, {} bytes for what is to be explored and the way back",
        store.set_bytes, store.log_bytes
    );
    text += &match store.file_bytes {
        0 => "\n".to_string(),
        bytes => format!(", {bytes} bytes more in a temporary file\n"),
    };
    text += &format!(
        "time: {:.6} s for {} states, of which {} were expanded, by {}\n",
        outcome.seconds,
        outcome.states,
        outcome.expanded,
        if outcome.threads == 1 { "one thread".to_string() } else { format!("{} threads", outcome.threads) }
    );
    text + &not_reached(facts, outcome) + "\n"
}

/// Something in the state vector: `count` fields like this one.
struct Row {
    field: Field,
    count: u32,
    name: String,
}

fn layout(facts: &Facts) -> String {
    let mut rows = rows(facts);
    // What is always the same takes no bits and is nowhere: it goes last.
    rows.sort_by_key(|row| (row.field.width == 0, row.field.word, row.field.bit));
    let mut text = "layout of a state:\n  word  bit  width  name\n".to_string();
    for Row { field, count, name } in rows {
        let Field { word, bit, width, .. } = field;
        let count = if count == 1 { String::new() } else { format!(" ({count} times)") };
        text += &match width {
            0 => format!("     -    -      0  {name}{count}, always the same\n"),
            _ => format!("  {word:4}  {bit:3}  {width:5}  {name}{count}\n"),
        };
    }
    text
}

fn rows(facts: &Facts) -> Vec<Row> {
    let processes =
        facts.processes.iter().map(|it| Row { field: it.control, count: 1, name: format!("process {}", it.name) });
    let variables = facts.variables.iter().map(|it| Row {
        field: it.place.first,
        count: it.place.length,
        name: format!("variable {}", it.name),
    });
    let queues = facts.queues.iter().map(|it| Row {
        field: Field::new(it.place.word, it.place.bit, it.place.slot, 0),
        count: it.place.capacity,
        name: format!("queue {}", it.name),
    });
    let monitors = facts.monitors.iter().map(|it| Row { field: it.state, count: 1, name: it.name.to_string() });
    processes.chain(variables).chain(queues).chain(monitors).collect()
}

fn not_reached(facts: &Facts, outcome: &Outcome) -> String {
    let rules = unreached(facts, outcome);
    let so_far = if outcome.limits.is_empty() { "" } else { " in this partial search" };
    if rules.is_empty() {
        return format!("every statement was executed{so_far}\n");
    }
    let mut text = format!("statements that were not executed{so_far}:\n");
    for rule in rules {
        text += &format!("  {}, line {}: {}\n", definition(facts, rule), place(facts, rule), rule.statement);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Limit;
    use crate::report::fixture;

    #[test]
    fn details_show_layout_memory_and_gaps() {
        let expected = "\
layout of a state:
  word  bit  width  name
     0    0      2  process sender
     0    2      2  process hop[0]
     0    4      2  process hop[1]
     0    8      1  variable sender.sbit
     0   10      2  variable t (3 times)
     0   20      2  assert
     0   32      4  queue link (2 times)
     0   40      4  queue sender (2 times)
     0   48      4  queue receiver (2 times)
     0   56      4  queue user (2 times)
memory: 4096 bytes at most, 63.0 bytes per state, 47 bits per state vector
store: table of something
  2048 bytes for the states, 1024 bytes for what is to be explored and the way back
time: 0.500000 s for 65 states, of which 65 were expanded, by 2 threads
statements that were not executed:
  hop, line 23: user!msg1

";
        assert_eq!(details(&fixture::facts(), &fixture::outcome()), expected);
    }

    #[test]
    fn fields_without_bits_are_named_too() {
        let mut facts = fixture::facts();
        facts.processes.to_mut()[0].control.width = 0;
        assert!(layout(&facts).ends_with("     -    -      0  process sender, always the same\n"));
    }

    #[test]
    fn a_partial_search_does_not_say_never() {
        let mut outcome = fixture::outcome();
        outcome.limits.push(Limit::Depth);
        assert!(
            not_reached(&fixture::facts(), &outcome).starts_with("statements that were not executed in this partial")
        );
        outcome.executed.fill(true);
        assert_eq!(not_reached(&fixture::facts(), &outcome), "every statement was executed in this partial search\n");
    }
}
