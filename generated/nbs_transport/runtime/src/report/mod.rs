//! What a verifier says in the end: for people ([`human`]) and for programs ([`json`]).

#[cfg(test)]
pub(crate) mod fixture;
pub mod human;
pub mod json;
pub mod machines;
mod verbose;

use crate::outcome::{Limit, Outcome};
use crate::protocol::{Facts, RuleFacts};
use std::collections::HashSet;
use std::io::{self, Write};

/// What comes out of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The search was complete and found no error.
    Verified,
    /// An error was found.
    Error,
    /// No error was found, but the search did not see everything.
    Partial,
}

impl Verdict {
    /// The verdict on a protocol.
    pub fn of(outcome: &Outcome) -> Verdict {
        if !outcome.errors.is_empty() {
            Verdict::Error
        } else if !outcome.limits.is_empty() {
            Verdict::Partial
        } else {
            Verdict::Verified
        }
    }

    /// The name in reports for machines.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Error => "error",
            Verdict::Partial => "partial",
        }
    }

    /// What the process exits with.
    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Verified => 0,
            Verdict::Error => 1,
            Verdict::Partial => 3,
        }
    }
}

/// The text of what is small enough to be kept: reports are written as they are made, because a trace can be long.
pub fn to_text(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("a list of bytes takes everything");
    String::from_utf8(bytes).expect("reports are text")
}

/// What part of the states was looked at: below 1 unless the search was complete. It is a bound from above where something was
/// cut off, because nobody knows what lies behind; where supertrace or a selection left something out, an estimate.
pub fn coverage(outcome: &Outcome) -> f64 {
    if outcome.limits.is_empty() {
        return 1.0;
    }
    if let (Some(best), true) = (outcome.coverage, outcome.limits.contains(&Limit::Swarm)) {
        return best;
    }
    // Of the steps that are still to be looked at, as many lead to new states as of those that were.
    let new = outcome.states as f64 / outcome.transitions.max(1) as f64;
    let known = outcome.states.max(1) as f64 + outcome.waiting as f64 * new.min(1.0);
    let explored = (outcome.expanded as f64 / known).min(1.0);
    let followed = outcome.transitions as f64 / (outcome.transitions + outcome.left_out).max(1) as f64;
    let followed = if outcome.left_out == 0 { 1.0 } else { followed };
    // What one run misses, another one may find: they have nothing to do with each other.
    let missed: f64 = outcome.runs.iter().map(|run| run.fill.missed).product();
    let known = if outcome.runs.is_empty() { 1.0 } else { 1.0 - missed };
    let share = outcome.coverage.unwrap_or(explored) * followed * known;
    if outcome.runs.is_empty() { ((share * 10_000.0).round() / 10_000.0).min(0.9999) } else { share.min(1.0 - 1e-12) }
}

/// How many times a state was explored that had been explored before.
pub fn double_work(outcome: &Outcome) -> u64 {
    outcome.explored.saturating_sub(if outcome.is_estimate { outcome.states } else { outcome.expanded })
}

/// How fast it was; 0 if no time passed.
pub fn states_per_second(outcome: &Outcome) -> f64 {
    if outcome.seconds > 0.0 { outcome.states as f64 / outcome.seconds } else { 0.0 }
}

/// Memory for each state.
pub fn bytes_per_state(outcome: &Outcome) -> f64 {
    outcome.memory_bytes as f64 / outcome.states.max(1) as f64
}

/// What is not an error, but worth a look.
pub fn warnings(outcome: &Outcome) -> Vec<String> {
    match outcome.proper_with_messages {
        0 => Vec::new(),
        1 => vec!["1 proper termination leaves messages in queues".to_string()],
        count => vec![format!("{count} proper terminations leave messages in queues")],
    }
}

/// For each statement that was not executed one of its rules, in the order of the text. A statement has several rules in a
/// process array, or if several edges share it: it is reached when any of them is.
pub fn unreached<'a>(facts: &'a Facts, outcome: &Outcome) -> Vec<&'a RuleFacts> {
    let statement = |rule: &'a RuleFacts| (definition(facts, rule), rule.file, rule.line, rule.statement.as_ref());
    let executed = facts.rules.iter().zip(&outcome.executed).filter(|(_, executed)| **executed);
    let mut known: HashSet<_> = executed.map(|(rule, _)| statement(rule)).collect();
    facts.rules.iter().filter(|rule| known.insert(statement(rule))).collect()
}

/// The name of the process whose rule it is, without an index.
pub fn definition<'a>(facts: &'a Facts, rule: &RuleFacts) -> &'a str {
    &facts.processes[rule.process as usize].definition
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Kind;
    use fixture::SEND_MSG;

    #[test]
    fn an_error_outweighs_a_limit() {
        let mut outcome = fixture::outcome();
        assert_eq!(Verdict::of(&outcome).exit_code(), 0);
        outcome.limits.push(Limit::Time);
        assert_eq!(Verdict::of(&outcome).exit_code(), 3);
        outcome.errors.push(fixture::error(Kind::Deadlock, "", fixture::trace(&[SEND_MSG])));
        assert_eq!(Verdict::of(&outcome).exit_code(), 1);
    }

    #[test]
    fn a_partial_search_never_covers_everything() {
        let mut outcome = fixture::outcome();
        assert_eq!(coverage(&outcome), 1.0);
        outcome.limits.push(Limit::Depth);
        assert_eq!(coverage(&outcome), 0.9999);
        outcome.expanded = 28;
        assert_eq!(coverage(&outcome), 0.4308);
        (outcome.states, outcome.expanded) = (0, 0);
        assert_eq!(coverage(&outcome), 0.0);
    }

    #[test]
    fn a_statement_is_reached_by_any_instance() {
        let facts = fixture::facts();
        let mut outcome = fixture::outcome();
        let lines = |outcome: &Outcome| unreached(&facts, outcome).iter().map(|rule| rule.line).collect::<Vec<_>>();
        assert_eq!(lines(&outcome), [23]);
        outcome.executed.fill(false);
        assert_eq!(lines(&outcome), [12, 13, 14, 22, 3, 23]);
    }

    #[test]
    fn rates_do_not_divide_by_zero() {
        let outcome = Outcome { seconds: 0.0, states: 0, ..fixture::outcome() };
        assert_eq!(states_per_second(&outcome), 0.0);
        assert_eq!(bytes_per_state(&outcome), 4096.0);
    }
}
