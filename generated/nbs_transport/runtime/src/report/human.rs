//! The report for people: each error with an execution that leads to it, figures, and last of all the verdict.

use crate::options::{Format, Options, Selection};
use crate::outcome::{ErrorFound, Kept, Kind, Limit, Outcome, Run, Step, Trace};
use crate::protocol::Facts;
use crate::report::{self, Verdict, verbose};
use crate::search::executions::{Ending, Executions};
use crate::store::bitstate::Fill;
use crate::trace::{self, state};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

/// Writes the whole report. Each line ends with a newline; the last one is the verdict.
pub fn report(facts: &Facts, options: &Options, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    for error in &outcome.errors {
        describe(facts, options.format, error, out)?;
        writeln!(out)?;
    }
    if options.verbose {
        write!(out, "{}", verbose::details(facts, outcome))?;
    }
    for warning in report::warnings(outcome) {
        writeln!(out, "warning: {warning}")?;
    }
    write!(out, "{}", summary(options, outcome))?;
    writeln!(out, "{}", verdict(facts, options, outcome))
}

/// An execution that is shown because the user wants to see how executions end.
pub fn execution(facts: &Facts, format: Format, ending: Ending, trace: &Trace) -> String {
    let title = match ending {
        Ending::Terminating => "terminating execution",
        Ending::Loop => "loop",
        Ending::Prefix => "prefix of another execution",
    };
    report::to_text(|out| {
        writeln!(out, "{title} of {}:", plural(trace.len() as u64, "step"))?;
        trace::render(facts, format, trace, out)?;
        writeln!(out, "state: {}\n", state::summary(facts, last_state(trace)))
    })
}

/// The line that is shown at once when an error is found, without a newline.
pub fn notice(facts: &Facts, error: &ErrorFound) -> String {
    format!("{}: {}: {}, {}", facts.model, headline(error.kind), error.message, position(error))
}

/// Writes an error and the execution that leads to it.
fn describe(facts: &Facts, format: Format, error: &ErrorFound, out: &mut dyn Write) -> io::Result<()> {
    let wrong_step = wrong_step(error);
    let count = match error.count {
        1 => String::new(),
        count if wrong_step.is_none() => format!(" (in {count} states)"),
        count => format!(" ({count} times)"),
    };
    writeln!(out, "{}: {}{count}", headline(error.kind), error.message)?;
    if error.trace.is_empty() {
        writeln!(out, "{}", position(error))?;
    } else {
        writeln!(out, "{}:", position(error))?;
        trace::render(facts, format, &error.trace, out)?;
    }
    // What the trace does not show: the step that is wrong, or where everything stands in a wrong state.
    match wrong_step {
        Some(_) if format == Format::List => Ok(()),
        Some(step) => writeln!(out, "last step: {}", describe_step(facts, step)),
        None => writeln!(out, "state: {}", state::summary(facts, last_state(&error.trace))),
    }
}

fn position(error: &ErrorFound) -> String {
    match error.trace.len() as u64 {
        0 => "in the initial state".to_string(),
        steps => format!("after {}", plural(steps, "step")),
    }
}

/// The last step, if that is wrong and not the state it leads to.
fn wrong_step(error: &ErrorFound) -> Option<Step<'_>> {
    let last = error.trace.last();
    match error.kind {
        Kind::Assertion | Kind::ErrorSequence | Kind::AssertStatement => last,
        // A step with a fault has no result. If there is one, the fault is in an invariant.
        Kind::Fault => last.filter(|step| step.state.is_none()),
        _ => None,
    }
}

fn describe_step(facts: &Facts, step: Step) -> String {
    let rule = &facts.rules[step.rule as usize];
    let process = &facts.processes[rule.process as usize].name;
    format!("{process}, line {}: {}", trace::place(facts, rule), rule.statement)
}

fn last_state(trace: &Trace) -> &[u64] {
    trace.last().and_then(|step| step.state).unwrap_or(trace.initial())
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
        "{}{}, {}, depth {}; ends: {} proper, {} idle\n{:.3} s, {:.0} states/s\n",
        if outcome.is_estimate { "about " } else { "" },
        plural(outcome.states, "state"),
        plural(outcome.transitions, "transition"),
        outcome.depth,
        outcome.proper,
        outcome.idle,
        outcome.seconds,
        report::states_per_second(outcome),
    );
    if let Some(Executions { terminating, loops, prefixes }) = outcome.executions {
        let terminating = plural(terminating, "terminating execution");
        text += &format!("{terminating}, {}, {}\n", plural(loops, "loop"), one_or_more(prefixes, "prefix", "prefixes"));
    }
    text += &work(outcome);
    for (number, run) in (1..).zip(&outcome.runs) {
        text += &supertrace(number, run);
    }
    // A verdict holds for the protocol as these options changed it, and for no other.
    let conditions = conditions(options);
    if !conditions.is_empty() {
        text += &format!("options: {}\n", conditions.join(", "));
    }
    text
}

/// What was done more than once, and what was stored.
fn work(outcome: &Outcome) -> String {
    let mut text = String::new();
    if let Some(Kept { stored, forgotten }) = outcome.kept {
        text += &format!("stored: {} at the end, {forgotten} forgotten\n", plural(stored, "state"));
    }
    let again = report::double_work(outcome);
    if again > 0 {
        let percent = again as f64 * 100.0 / outcome.states.max(1) as f64;
        text += &format!("double work: {} explored again ({percent:.1}%)\n", plural(again, "state"));
    }
    text
}

fn supertrace(number: usize, run: &Run) -> String {
    let Fill { bytes, hashes, seed, full, missed, .. } = run.fill;
    format!(
        "supertrace {number}: {}, {hashes} bits for each state in an array of {}, seed {seed}: {:.2}% full; probability that a \
         given state was missed: {missed:.1e}\n",
        plural(run.states, "state"),
        size(bytes),
        full * 100.0,
    )
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
            Some(budget) => vec![format!("there is no room for more within {} of memory", size(budget))],
            None => vec!["there is no room for more in memory".to_string()],
        },
        Limit::Interrupt => vec!["interrupted".to_string()],
        Limit::FirstError => vec!["stopped at the first error".to_string()],
        Limit::Queues => vec!["queues that have room for more were kept shorter".to_string()],
        Limit::Claims => facts.unchecked.iter().map(|text| text.to_string()).collect(),
        Limit::Selection => vec![left_out(options, outcome)],
        Limit::Bitstate => vec!["supertrace may have taken states for others".to_string()],
        Limit::Fold => vec![format!("states that differ only in {} were taken for equal", options.fold.join(", "))],
        Limit::Unlikely => match options.unlikely {
            Some(most) => {
                vec![format!("executions with more than {} were not looked at", plural(most.into(), "unlikely step"))]
            }
            None => vec!["executions with more unlikely steps were not looked at".to_string()],
        },
        Limit::Walks => vec!["only random walks were made".to_string()],
        Limit::Swarm => {
            let searches = one_or_more(outcome.runs.len() as u64, "small search was", "small searches were");
            vec![format!("only {searches} made")]
        }
    };
    outcome.limits.iter().flat_map(reason).collect()
}

/// What a selection left out.
fn left_out(options: &Options, outcome: &Outcome) -> String {
    let explored = match options.selection {
        Selection::All => "a part was explored".to_string(),
        Selection::Scatter(1) => "only one process at a time was explored".to_string(),
        Selection::Scatter(count) => format!("only {count} processes at a time were explored"),
        Selection::Blast | Selection::Random(1) => "only one step from each state was explored".to_string(),
        Selection::Random(count) => format!("at most {count} steps from each state were explored"),
        Selection::FairProgress => "only the process that had done least was explored".to_string(),
        Selection::MaximumProgress => "only the process that had done most was explored".to_string(),
    };
    format!("{explored} and {} left out", plural(outcome.left_out, "step"))
}

/// What part of the states was seen. Rounded up, because it is a bound from above; but never to all of them.
fn coverage(outcome: &Outcome) -> String {
    if outcome.limits == [Limit::Claims] {
        return "100% of the states, 0% of the claims".to_string();
    }
    if outcome.limits.contains(&Limit::Fold) {
        return "unknown".to_string();
    }
    let percent = report::coverage(outcome) * 100.0;
    if percent <= 99.0 { format!("at most {:.0}%", percent.ceil()) } else { format!("at most {}%", below_100(percent)) }
}

/// A percentage that may be close to 100, with as many digits as it takes to see the difference.
fn below_100(percent: f64) -> String {
    let texts = (2..=12).map(|digits| format!("{percent:.digits$}"));
    texts.into_iter().find(|text| !text.starts_with("100")).unwrap_or_else(|| "99.999999999999".to_string())
}

/// `1 state`, `2 states`.
fn plural(count: u64, noun: &str) -> String {
    one_or_more(count, noun, &format!("{noun}s"))
}

fn one_or_more(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
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
    use crate::report::to_text;

    fn text(facts: &Facts, options: &Options, outcome: &Outcome) -> String {
        to_text(|out| report(facts, options, outcome, out))
    }

    fn description(format: Format, error: &ErrorFound) -> String {
        to_text(|out| describe(&fixture::facts(), format, error, out))
    }

    fn last(options: &Options, outcome: &Outcome) -> String {
        text(&fixture::facts(), options, outcome).lines().last().unwrap().to_string()
    }

    #[test]
    fn a_verified_protocol() {
        let expected = "\
65 states, 130 transitions, depth 20; ends: 0 proper, 1 idle
0.500 s, 130 states/s
verified: no errors in 65 states (complete search)
";
        assert_eq!(text(&fixture::facts(), &Options::default(), &fixture::outcome()), expected);
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
        assert_eq!(text(&fixture::facts(), &Options::default(), &outcome), expected);
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
        assert_eq!(description(Format::List, &error), expected);
        let columns = description(Format::Columns, &error);
        assert!(columns.ends_with("last step: sender, line lib/table.argos:3: t[sbit] = sbit\n"), "{columns}");
        assert_eq!(notice(&fixture::facts(), &error), "abp: fault: division by zero, after 1 step");
    }

    #[test]
    fn a_fault_in_an_invariant_is_one_of_the_state() {
        let fault = |rules: &[u32]| {
            let error = fixture::error(Kind::Fault, "division by zero", fixture::trace(rules));
            ErrorFound { count: 2, ..error }
        };
        let expected = "\
fault: division by zero (in 2 states)
after 1 step:
step  process  line  statement  changes
   1  sender     12  link!msg1  link = {msg1}
state: sender at line 13, hop[0] at line 22, hop[1] at line 22, link = {msg1}
";
        assert_eq!(description(Format::List, &fault(&[SEND_MSG])), expected);
        let columns = description(Format::Columns, &fault(&[SEND_MSG]));
        assert!(columns.contains("\n    1    [msg1],\nstate: sender at line 13, hop[0] at"), "{columns}");
        let expected = "\
fault: division by zero (in 2 states)
in the initial state
state: sender at line 12, hop[0] at line 22, hop[1] at line 22
";
        assert_eq!(description(Format::Columns, &fault(&[])), expected);
    }

    #[test]
    fn the_initial_state_can_be_wrong() {
        let error = fixture::error(Kind::Deadlock, "nothing can happen", fixture::trace(&[]));
        let expected = "\
deadlock: nothing can happen
in the initial state
state: sender at line 12, hop[0] at line 22, hop[1] at line 22
";
        assert_eq!(description(Format::Columns, &error), expected);
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
        check(vec![Limit::Memory], "there is no room for more within 64 MiB of memory");
    }

    #[test]
    fn unchecked_claims_make_a_search_partial() {
        let mut facts = fixture::facts();
        facts.unchecked = vec!["the claim `never` (line 12) is not checked by this version".into()].into();
        let outcome = Outcome { limits: vec![Limit::Claims], ..fixture::outcome() };
        let expected = "no errors found (partial search: the claim `never` (line 12) is not checked by this version; \
            estimated coverage 100% of the states, 0% of the claims)\n";
        let text = text(&facts, &Options::default(), &outcome);
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
        let text = text(&fixture::facts(), &options, &fixture::outcome());
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
