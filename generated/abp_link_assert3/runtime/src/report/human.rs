//! The report for people: each error with an execution that leads to it, figures, and last of all the verdict.

use crate::options::{Format, Options};
use crate::outcome::{ErrorFound, Kind, Limit, Outcome};
use crate::protocol::Facts;
use crate::report::{self, Verdict, verbose};
use crate::trace::{self, state};
use std::collections::BTreeMap;
use std::time::Duration;

/// The whole report. Each line ends with a newline; the last one is the verdict.
pub fn report(facts: &Facts, options: &Options, outcome: &Outcome) -> String {
    let mut text = String::new();
    for error in &outcome.errors {
        text += &describe(facts, options.format, error);
        text.push('\n');
    }
    if options.verbose {
        text += &verbose::details(facts, outcome);
    }
    for warning in report::warnings(outcome) {
        text += &format!("warning: {warning}\n");
    }
    text + &summary(options, outcome) + &verdict(facts, options, outcome) + "\n"
}

/// The line that is shown at once when an error is found, without a newline.
pub fn notice(facts: &Facts, error: &ErrorFound) -> String {
    format!("{}: {}: {}, {}", facts.model, headline(error.kind), error.message, position(error))
}

/// An error and the execution that leads to it.
fn describe(facts: &Facts, format: Format, error: &ErrorFound) -> String {
    let count = match error.count {
        1 => String::new(),
        count if is_counted_in_states(error.kind) => format!(" (in {count} states)"),
        count => format!(" ({count} times)"),
    };
    let head = format!("{}: {}{count}\n", headline(error.kind), error.message);
    if error.trace.steps.is_empty() {
        return format!("{head}{}\n", position(error)) + &last_line(facts, error);
    }
    let mut text = format!("{head}{}:\n{}", position(error), trace::render(facts, format, &error.trace));
    if format == Format::Columns || !is_wrong_step(error.kind) {
        text += &last_line(facts, error);
    }
    text
}

fn position(error: &ErrorFound) -> String {
    match error.trace.steps.len() as u64 {
        0 => "in the initial state".to_string(),
        steps => format!("after {}", plural(steps, "step")),
    }
}

/// What the table of messages does not show: the step that is wrong, or where everything stands in a wrong state.
fn last_line(facts: &Facts, error: &ErrorFound) -> String {
    let last = error.trace.steps.last();
    match last {
        Some(step) if is_wrong_step(error.kind) => {
            let rule = &facts.rules[step.rule as usize];
            let process = &facts.processes[rule.process as usize].name;
            format!("last step: {process}, line {}: {}\n", trace::place(facts, rule), rule.statement)
        }
        _ => {
            let vector = last.map_or(Some(&error.trace.initial), |step| step.state.as_ref());
            vector.map_or(String::new(), |vector| format!("state: {}\n", state::summary(facts, vector)))
        }
    }
}

/// A step is wrong, not the state it leads to.
fn is_wrong_step(kind: Kind) -> bool {
    matches!(kind, Kind::Assertion | Kind::ErrorSequence | Kind::Fault | Kind::AssertStatement)
}

fn is_counted_in_states(kind: Kind) -> bool {
    !is_wrong_step(kind)
}

fn headline(kind: Kind) -> &'static str {
    match kind {
        Kind::Deadlock => "deadlock",
        Kind::BufferLock => "buffer lock",
        Kind::UnspecifiedReception => "unspecified reception",
        Kind::Assertion => "assertion violated",
        Kind::AssertionIncomplete => "assertion incomplete",
        Kind::ErrorSequence => "error sequence completed",
        Kind::Fault => "fault",
        Kind::AssertStatement => "assert statement violated",
        Kind::Invariant => "invariant violated",
    }
}

/// How many there are of a kind: `2 deadlocks`.
fn counted(kind: Kind, count: u64) -> String {
    let noun = match kind {
        Kind::Deadlock => "deadlock",
        Kind::BufferLock => "buffer lock",
        Kind::UnspecifiedReception => "unspecified reception",
        Kind::Assertion => "assertion violation",
        Kind::AssertionIncomplete => "incomplete assertion",
        Kind::ErrorSequence => "completed error sequence",
        Kind::Fault => "fault",
        Kind::AssertStatement => "assert statement violation",
        Kind::Invariant => "invariant violation",
    };
    plural(count, noun)
}

fn summary(options: &Options, outcome: &Outcome) -> String {
    let mut text = format!(
        "{}, {}, depth {}; ends: {} proper, {} idle\n{:.3} s, {:.0} states/s\n",
        plural(outcome.states, "state"),
        plural(outcome.transitions, "transition"),
        outcome.depth,
        outcome.proper,
        outcome.idle,
        outcome.seconds,
        report::states_per_second(outcome),
    );
    // A verdict holds for the protocol as these options changed it, and for no other.
    let conditions = conditions(options);
    if !conditions.is_empty() {
        text += &format!("options: {}\n", conditions.join(", "));
    }
    text
}

/// What options changed about the protocol.
fn conditions(options: &Options) -> Vec<String> {
    let queues = options.queue_limit.map(|limit| format!("queues hold at most {}", plural(limit.into(), "message")));
    let timeouts = options.eager_timeouts.then(|| "timeouts happen whenever their queue is empty".to_string());
    let ends = options.strict_end.then(|| "only proper termination is right".to_string());
    [queues, timeouts, ends].into_iter().flatten().collect()
}

fn verdict(facts: &Facts, options: &Options, outcome: &Outcome) -> String {
    let states = plural(outcome.states, "state");
    let reasons = reasons(facts, options, outcome).join(", ");
    match Verdict::of(outcome) {
        Verdict::Verified => format!("verified: no errors in {states} (complete search)"),
        Verdict::Partial => {
            format!("no errors found (partial search: {reasons}; estimated coverage {})", coverage(outcome))
        }
        Verdict::Error if reasons.is_empty() => {
            format!("error: {} in {states} (complete search)", tally(&outcome.errors))
        }
        Verdict::Error => format!("error: {} in {states} (partial search: {reasons})", tally(&outcome.errors)),
    }
}

fn tally(errors: &[ErrorFound]) -> String {
    let mut counts: BTreeMap<Kind, u64> = BTreeMap::new();
    for error in errors {
        *counts.entry(error.kind).or_default() += error.count;
    }
    counts.into_iter().map(|(kind, count)| counted(kind, count)).collect::<Vec<_>>().join(", ")
}

/// Why the search is partial, in plain words.
fn reasons(facts: &Facts, options: &Options, outcome: &Outcome) -> Vec<String> {
    let reason = |limit: &Limit| match limit {
        Limit::Depth => match options.depth {
            Some(depth) => vec![format!("executions longer than {} were not looked at", plural(depth.into(), "step"))],
            None => vec!["longer executions were not looked at".to_string()],
        },
        Limit::Time => match options.time_limit {
            Some(limit) => vec![format!("the time limit of {} was reached", time(limit))],
            None => vec!["the time limit was reached".to_string()],
        },
        Limit::Memory => match options.memory {
            Some(budget) => vec![format!("the memory budget of {} is used up", size(budget))],
            None => vec!["the memory budget is used up".to_string()],
        },
        Limit::Interrupt => vec!["interrupted".to_string()],
        Limit::FirstError => vec!["stopped at the first error".to_string()],
        Limit::Queues => vec!["queues that have room for more were kept shorter".to_string()],
        Limit::Claims => facts.unchecked.iter().map(|text| text.to_string()).collect(),
    };
    outcome.limits.iter().flat_map(reason).collect()
}

/// What part of the states was seen. Rounded up, because it is a bound from above; but never to all of them.
fn coverage(outcome: &Outcome) -> String {
    if outcome.limits == [Limit::Claims] {
        return "100% of the states, 0% of the claims".to_string();
    }
    let percent = report::coverage(outcome) * 100.0;
    if percent > 99.0 { format!("at most {percent:.2}%") } else { format!("at most {:.0}%", percent.ceil()) }
}

/// `1 state`, `2 states`.
fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A time in the largest unit that leaves a whole number.
fn time(duration: Duration) -> String {
    let seconds = duration.as_secs();
    if duration.subsec_nanos() > 0 {
        format!("{} s", duration.as_secs_f64())
    } else if seconds.is_multiple_of(3600) {
        format!("{} h", seconds / 3600)
    } else if seconds.is_multiple_of(60) {
        format!("{} min", seconds / 60)
    } else {
        format!("{seconds} s")
    }
}

/// A size in the largest unit that leaves a whole number.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.into_iter().find(|(shift, _)| bytes.trailing_zeros() >= *shift) {
        Some((shift, unit)) if bytes > 0 => format!("{} {unit}", bytes >> shift),
        _ => plural(bytes, "byte"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::{self, ASSIGN, RECEIVE_0, SEND_MSG, TIMEOUT};

    fn last(options: &Options, outcome: &Outcome) -> String {
        report(&fixture::facts(), options, outcome).lines().last().unwrap().to_string()
    }

    #[test]
    fn a_verified_protocol() {
        let expected = "\
65 states, 130 transitions, depth 20; ends: 0 proper, 1 idle
0.500 s, 130 states/s
verified: no errors in 65 states (complete search)
";
        assert_eq!(report(&fixture::facts(), &Options::default(), &fixture::outcome()), expected);
    }

    #[test]
    fn errors_come_with_their_executions() {
        let mut outcome = fixture::outcome();
        let violated = fixture::trace(&[SEND_MSG, RECEIVE_0, TIMEOUT, SEND_MSG]);
        outcome.errors.push(fixture::error(Kind::Assertion, "link!msg1 is not expected", violated));
        let stuck = fixture::error(Kind::Deadlock, "nothing can happen", fixture::trace(&[SEND_MSG]));
        outcome.errors.push(ErrorFound { count: 2, ..stuck });
        (outcome.proper, outcome.proper_with_messages) = (3, 2);
        let expected = "\
assertion violated: link!msg1 is not expected
after 4 steps:
queue:   link    sender  receiver  user
event:
    1    msg1,
    2            tau,
    3    [msg1],
last step: sender, line 12: link!msg1

deadlock: nothing can happen (in 2 states)
after 1 step:
queue:   link    sender  receiver  user
event:
    1    [msg1],
state: sender at line 13, hop[0] at line 22, hop[1] at line 22, link = {msg1}

warning: 2 proper terminations leave messages in queues
65 states, 130 transitions, depth 20; ends: 3 proper, 1 idle
0.500 s, 130 states/s
error: 2 deadlocks, 1 assertion violation in 65 states (complete search)
";
        assert_eq!(report(&fixture::facts(), &Options::default(), &outcome), expected);
    }

    #[test]
    fn a_fault_in_the_list_format() {
        let trace = fixture::without_result(fixture::trace(&[ASSIGN]));
        let error = ErrorFound { count: 3, ..fixture::error(Kind::Fault, "division by zero", trace) };
        let expected = "\
fault: division by zero (3 times)
after 1 step:
step  process               line  statement       changes
   1  sender   lib/table.argos:3  t[sbit] = sbit  (fails)
";
        assert_eq!(describe(&fixture::facts(), Format::List, &error), expected);
        let columns = describe(&fixture::facts(), Format::Columns, &error);
        assert!(columns.ends_with("last step: sender, line lib/table.argos:3: t[sbit] = sbit\n"), "{columns}");
        assert_eq!(notice(&fixture::facts(), &error), "abp: fault: division by zero, after 1 step");
    }

    #[test]
    fn the_initial_state_can_be_wrong() {
        let error = fixture::error(Kind::Deadlock, "nothing can happen", fixture::trace(&[]));
        let expected = "\
deadlock: nothing can happen
in the initial state
state: sender at line 12, hop[0] at line 22, hop[1] at line 22
";
        assert_eq!(describe(&fixture::facts(), Format::Columns, &error), expected);
        assert_eq!(notice(&fixture::facts(), &error), "abp: deadlock: nothing can happen, in the initial state");
    }

    #[test]
    fn a_partial_search_says_why() {
        let mut outcome = fixture::outcome();
        outcome.expanded = 28;
        let options = Options {
            depth: Some(20),
            time_limit: Some(Duration::from_secs(90)),
            memory: Some(64 << 20),
            ..Options::default()
        };
        let mut check = |limits: Vec<Limit>, why: &str| {
            outcome.limits = limits;
            let expected = format!("no errors found (partial search: {why}; estimated coverage at most 44%)");
            assert_eq!(last(&options, &outcome), expected);
        };
        check(vec![Limit::Depth], "executions longer than 20 steps were not looked at");
        check(vec![Limit::Time, Limit::Interrupt], "the time limit of 90 s was reached, interrupted");
        check(vec![Limit::Memory], "the memory budget of 64 MiB is used up");
    }

    #[test]
    fn unchecked_claims_make_a_search_partial() {
        let mut facts = fixture::facts();
        facts.unchecked = vec!["the claim `never` (line 12) is not checked by this version".into()].into();
        let outcome = Outcome { limits: vec![Limit::Claims], ..fixture::outcome() };
        let expected = "no errors found (partial search: the claim `never` (line 12) is not checked by this version; \
            estimated coverage 100% of the states, 0% of the claims)\n";
        let text = report(&facts, &Options::default(), &outcome);
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn coverage_is_never_rounded_to_everything() {
        let partial = |states, expanded| {
            coverage(&Outcome { states, expanded, limits: vec![Limit::Interrupt], ..fixture::outcome() })
        };
        assert_eq!(partial(1_000_000, 999_999), "at most 99.99%");
        assert_eq!(partial(1000, 3), "at most 1%");
        assert_eq!(partial(1000, 985), "at most 99%");
    }

    #[test]
    fn an_error_in_a_partial_search_says_both() {
        let mut outcome = fixture::outcome();
        outcome.errors.push(fixture::error(Kind::BufferLock, "", fixture::trace(&[SEND_MSG])));
        (outcome.limits, outcome.states) = (vec![Limit::FirstError], 1);
        let expected = "error: 1 buffer lock in 1 state (partial search: stopped at the first error)";
        assert_eq!(last(&Options::default(), &outcome), expected);
    }

    #[test]
    fn options_that_change_the_protocol_are_named() {
        let options = Options { queue_limit: Some(1), eager_timeouts: true, strict_end: true, ..Options::default() };
        let text = report(&fixture::facts(), &options, &fixture::outcome());
        let expected = "options: queues hold at most 1 message, timeouts happen whenever their queue is empty, \
            only proper termination is right\n";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn quantities_have_readable_units() {
        let seconds = [90.0, 300.0, 7200.0, 0.5].map(|seconds| time(Duration::from_secs_f64(seconds)));
        assert_eq!(seconds, ["90 s", "5 min", "2 h", "0.5 s"]);
        assert_eq!([3 << 30, 64 << 20, 9 << 10, 1, 0].map(size), ["3 GiB", "64 MiB", "9 KiB", "1 byte", "0 bytes"]);
    }
}
