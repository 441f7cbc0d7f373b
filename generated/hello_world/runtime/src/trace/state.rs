//! From a state vector back to the words of the specification.

use crate::protocol::{Facts, MessageFacts, ProcessFacts, QueueFacts, VariableFacts};

/// The line at which control of a process is.
pub fn line(process: &ProcessFacts, state: &[u64]) -> u32 {
    process.states[process.control.get(state) as usize].line
}

/// The process has come to its end.
pub fn is_at_end(process: &ProcessFacts, state: &[u64]) -> bool {
    process.end.is_some_and(|end| process.control.get(state) == end as i32)
}

/// The values of the elements of a variable; one if it is not an array.
pub fn values<'a>(variable: &VariableFacts, state: &'a [u64]) -> impl Iterator<Item = i32> + use<'a> {
    let place = variable.place;
    (0..place.length as usize).map(move |index| place.at(index).get(state))
}

/// The messages in a queue as texts, the oldest first.
pub fn contents(queue: &QueueFacts, state: &[u64]) -> Vec<String> {
    messages(queue, state).map(|(message, value)| text(message, value)).collect()
}

/// The last message in a queue, with its value if it has one.
pub fn newest<'a>(queue: &'a QueueFacts, state: &[u64]) -> Option<(&'a str, Option<i32>)> {
    let (message, value) = messages(queue, state).last()?;
    Some((&message.name, message.has_value.then_some(value)))
}

fn messages<'a>(queue: &'a QueueFacts, state: &[u64]) -> impl Iterator<Item = (&'a MessageFacts, i32)> {
    let slot = move |number| queue.place.at(number, state);
    // A queue that nothing is ever sent to has capacity, but no slots.
    (0..queue.place.length(state)).map_while(slot).map(|(number, value)| (&queue.messages[number as usize - 1], value))
}

fn text(message: &MessageFacts, value: i32) -> String {
    if message.has_value { format!("{}({value})", message.name) } else { message.name.to_string() }
}

/// A queue with what is in it: `link = {msg1, smsg(1)}`.
pub fn queue(queue: &QueueFacts, state: &[u64]) -> String {
    format!("{} = {{{}}}", queue.name, contents(queue, state).join(", "))
}

/// Where everything stands: each process, then the queues that are not empty.
pub fn summary(facts: &Facts, state: &[u64]) -> String {
    let process = |process: &ProcessFacts| match is_at_end(process, state) {
        true => format!("{} at its end", process.name),
        false => format!("{} at line {}", process.name, line(process, state)),
    };
    let is_filled = |queue: &&QueueFacts| queue.place.length(state) > 0;
    let mut parts: Vec<String> = facts.processes.iter().map(process).collect();
    parts.extend(facts.queues.iter().filter(is_filled).map(|filled| queue(filled, state)));
    parts.join(", ")
}

/// What is different between two states, without control and monitors: `x = 3`, `a[2] = 1`, `link = {msg1}`.
pub fn changes(facts: &Facts, before: &[u64], after: &[u64]) -> Vec<String> {
    let mut changes = Vec::new();
    for variable in facts.variables.iter() {
        let pairs = values(variable, before).zip(values(variable, after));
        for (index, (_, new)) in pairs.enumerate().filter(|(_, (old, new))| old != new) {
            let index = if variable.is_array { format!("[{index}]") } else { String::new() };
            changes.push(format!("{}{index} = {new}", variable.name));
        }
    }
    let is_changed = |queue: &&QueueFacts| {
        let slots = queue.place.length(before).max(queue.place.length(after));
        (0..slots).any(|slot| queue.place.at(slot, before) != queue.place.at(slot, after))
    };
    changes.extend(facts.queues.iter().filter(is_changed).map(|changed| queue(changed, after)));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{self, ASSIGN, SEND_MSG, SEND_SMSG};

    #[test]
    fn vectors_are_decoded() {
        let facts = fixture::facts();
        let trace = fixture::trace(&[SEND_MSG, SEND_SMSG, ASSIGN]);
        let state = trace.last().unwrap().state.unwrap();
        assert_eq!(values(&facts.variables[1], state).collect::<Vec<_>>(), [0, 0, 1]);
        assert_eq!(contents(&facts.queues[0], state), ["msg1", "smsg(1)"]);
        assert_eq!(newest(&facts.queues[0], state), Some(("smsg", Some(1))));
        assert_eq!(newest(&facts.queues[1], state), None);
        assert_eq!(line(&facts.processes[1], state), 22);
        assert!(is_at_end(&facts.processes[0], state));
        let expected = "sender at its end, hop[0] at line 22, hop[1] at line 22, link = {msg1, smsg(1)}";
        assert_eq!(summary(&facts, state), expected);
    }

    #[test]
    fn changes_name_variables_elements_and_queues() {
        let facts = fixture::facts();
        let trace = fixture::trace(&[SEND_MSG, ASSIGN]);
        let state = |step: usize| trace.steps().nth(step).unwrap().state.unwrap();
        assert_eq!(changes(&facts, trace.initial(), state(0)), ["link = {msg1}"]);
        assert_eq!(changes(&facts, state(0), state(1)), ["sender.sbit = 1", "t[2] = 1"]);
        assert_eq!(changes(&facts, state(1), trace.initial()), ["sender.sbit = 0", "t[2] = 0", "link = {}"]);
    }

    #[test]
    fn a_queue_without_slots_is_empty() {
        let mut facts = fixture::facts();
        let mut queues = facts.queues.into_owned();
        queues[0].place.slot = 0;
        queues[0].messages = Vec::new().into();
        facts.queues = queues.into();
        assert!(contents(&facts.queues[0], &[u64::MAX]).is_empty());
    }
}
