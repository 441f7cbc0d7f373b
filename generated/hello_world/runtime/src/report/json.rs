//! The report for programs: version 1 of the object that CLI.md defines, and the trace file, which has its errors only.

use crate::json::{Layout, Members, Writer};
use crate::options::{Engine, Options, Order, Selection};
use crate::outcome::{ErrorFound, Kept, Limit, Outcome, Run, Step};
use crate::protocol::{Facts, VariableFacts};
use crate::report::{self, Verdict};
use crate::search::executions::Executions;
use crate::store::bitstate::Fill;
use crate::trace::{included_file, state};
use std::io::{self, Write};

/// The version of the format. Fields may be added without a new one, not renamed.
const VERSION: i32 = 1;

/// Writes the report on a search, one object.
pub fn report(facts: &Facts, options: &Options, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    Writer::document(out, |writer| {
        writer.object(Layout::Lines, |members| {
            head(members, facts, outcome);
            members.member("search").object(Layout::Inline, |members| search(members, options, outcome));
            figures(members, facts, outcome);
            particulars(members, outcome);
            members.member("errors").list(Layout::Lines, |items| errors(items, facts, outcome));
            members.member("unreached").list(Layout::Lines, |items| unreached(items, facts, outcome));
            members.member("options").object(Layout::Inline, |members| conditions(members, options));
            members.member("warnings").list(Layout::Lines, |items| {
                report::warnings(outcome).iter().for_each(|warning| items.item().text(warning));
                facts.unchecked.iter().for_each(|warning| items.item().text(warning));
            });
        })
    })
}

/// Writes the trace file: the errors of a search, and under which options they are errors.
pub fn traces(facts: &Facts, options: &Options, outcome: &Outcome, out: &mut dyn Write) -> io::Result<()> {
    Writer::document(out, |writer| {
        writer.object(Layout::Lines, |members| {
            head(members, facts, outcome);
            members.member("options").object(Layout::Inline, |members| conditions(members, options));
            members.member("errors").list(Layout::Lines, |items| errors(items, facts, outcome));
        })
    })
}

fn head(members: &mut Members, facts: &Facts, outcome: &Outcome) {
    members.member("version").integer(VERSION);
    members.member("model").text(&facts.model);
    members.member("verdict").text(Verdict::of(outcome).name());
}

fn search(members: &mut Members, options: &Options, outcome: &Outcome) {
    members.member("mode").text(&mode(options));
    members.member("order").text(match (options.engine(), outcome.order) {
        (Engine::Walk, _) => "random",
        (Engine::Best, _) if options.guide.is_some() || options.unlikely.is_some() => "best",
        (_, Order::Breadth) if options.swarm.is_none() => "bfs",
        _ => "dfs",
    });
    members.member("store").text(outcome.store.name);
    members.member("threads").integer(outcome.threads as u64);
    members.member("limits_hit").list(Layout::Inline, |items| {
        outcome.limits.iter().for_each(|&limit| items.item().text(name(limit)));
    });
}

/// What makes the search different from an exhaustive one.
fn mode(options: &Options) -> String {
    let selection = match options.selection {
        Selection::All => None,
        Selection::Scatter(_) => Some("scatter"),
        Selection::Blast => Some("blast"),
        Selection::Random(_) => Some("random"),
        Selection::FairProgress => Some("fair_progress"),
        Selection::MaximumProgress => Some("maximum_progress"),
    };
    let parts = [
        options.swarm.map(|_| "swarm"),
        options.simulate.then_some("simulate"),
        options.bitstate.map(|_| "bitstate"),
        options.cache.map(|_| "cache"),
        options.loop_states.then_some("loop_states"),
        options.guide.as_ref().map(|_| "guided"),
        options.unlikely.map(|_| "probabilistic"),
        (!options.fold.is_empty()).then_some("fold"),
        selection,
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "exhaustive".to_string() } else { parts.join("+") }
}

fn name(limit: Limit) -> &'static str {
    match limit {
        Limit::Depth => "depth",
        Limit::Queues => "queues",
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Interrupt => "interrupt",
        Limit::FirstError => "first_error",
        Limit::Claims => "claims",
        Limit::Selection => "selection",
        Limit::Bitstate => "bitstate",
        Limit::Fold => "fold",
        Limit::Unlikely => "unlikely",
        Limit::Walks => "walks",
        Limit::Swarm => "swarm",
    }
}

fn figures(members: &mut Members, facts: &Facts, outcome: &Outcome) {
    members.member("vector_bits").integer(facts.vector_bits);
    members.member("states").integer(outcome.states);
    members.member("transitions").integer(outcome.transitions);
    members.member("depth").integer(outcome.depth);
    members.member("seconds").number(outcome.seconds);
    members.member("states_per_second").number(report::states_per_second(outcome));
    members.member("memory_bytes").integer(outcome.memory_bytes);
    members.member("bytes_per_state").number(report::bytes_per_state(outcome));
    members.member("store_bytes").integer(outcome.store.set_bytes);
    members.member("log_bytes").integer(outcome.store.log_bytes);
    members.member("file_bytes").integer(outcome.store.file_bytes);
    members.member("coverage").number(report::coverage(outcome));
    members.member("ends").object(Layout::Inline, |members| {
        members.member("proper").integer(outcome.proper);
        members.member("idle").integer(outcome.idle);
    });
}

/// What only some searches have to say.
fn particulars(members: &mut Members, outcome: &Outcome) {
    if outcome.is_estimate {
        members.member("states_are_estimated").bool(true);
    }
    if let Some(Executions { terminating, loops, prefixes }) = outcome.executions {
        members.member("executions").object(Layout::Inline, |members| {
            members.member("terminating").integer(terminating);
            members.member("loops").integer(loops);
            members.member("prefixes").integer(prefixes);
        });
    }
    if outcome.explored > 0 {
        members.member("explored").integer(outcome.explored);
        members.member("double_work").integer(report::double_work(outcome));
    }
    if let Some(Kept { stored, forgotten }) = outcome.kept {
        members.member("stored").integer(stored);
        members.member("forgotten").integer(forgotten);
    }
    if outcome.left_out > 0 {
        members.member("left_out").integer(outcome.left_out);
    }
    if !outcome.runs.is_empty() {
        members.member("missed_probability").number(outcome.runs.iter().map(|run| run.fill.missed).product());
        members.member("runs").list(Layout::Lines, |items| {
            outcome.runs.iter().for_each(|run| items.item().object(Layout::Inline, |members| supertrace(members, run)));
        });
    }
}

fn supertrace(members: &mut Members, run: &Run) {
    let Fill { bytes, hashes, seed, full, missed_now, missed } = run.fill;
    members.member("seed").integer(seed);
    members.member("states").integer(run.states);
    members.member("transitions").integer(run.transitions);
    members.member("array_bytes").integer(bytes);
    members.member("hashes").integer(hashes);
    members.member("full").number(full);
    members.member("missed_probability_at_end").number(missed_now);
    members.member("missed_probability").number(missed);
}

fn conditions(members: &mut Members, options: &Options) {
    members.member("eager_timeouts").bool(options.eager_timeouts);
    let limit = members.member("queue_limit");
    match options.queue_limit {
        Some(number) => limit.integer(number),
        None => limit.null(),
    }
    members.member("strict_end").bool(options.strict_end);
}

fn errors(items: &mut Members, facts: &Facts, outcome: &Outcome) {
    for found in &outcome.errors {
        items.item().object(Layout::Lines, |members| error(members, facts, found));
    }
}

fn error(members: &mut Members, facts: &Facts, error: &ErrorFound) {
    members.member("kind").text(error.kind.name());
    members.member("count").integer(error.count);
    members.member("depth").integer(error.trace.len() as u64);
    members.member("message").text(&error.message);
    members.member("trace").list(Layout::Lines, |items| {
        for (number, taken) in (1u64..).zip(error.trace.steps()) {
            items.item().object(Layout::Inline, |members| step(members, facts, number, taken));
        }
    });
}

fn step(members: &mut Members, facts: &Facts, number: u64, step: Step) {
    let rule = &facts.rules[step.rule as usize];
    members.member("step").integer(number);
    members.member("process").text(&facts.processes[rule.process as usize].name);
    members.member("statement").text(&rule.statement);
    if let Some(file) = included_file(facts, rule) {
        members.member("file").text(file);
    }
    members.member("line").integer(rule.line);
    let result = members.member("state");
    match step.state {
        Some(vector) => result.object(Layout::Inline, |members| system_state(members, facts, vector)),
        None => result.null(),
    }
}

fn system_state(members: &mut Members, facts: &Facts, vector: &[u64]) {
    members.member("control").object(Layout::Inline, |members| {
        for process in facts.processes.iter() {
            members.member(&process.name).integer(state::line(process, vector));
        }
    });
    members.member("variables").object(Layout::Inline, |members| {
        for known in facts.variables.iter() {
            variable(members.member(&known.name), known, vector);
        }
    });
    members.member("queues").object(Layout::Inline, |members| {
        for queue in facts.queues.iter() {
            members.member(&queue.name).list(Layout::Inline, |items| {
                state::contents(queue, vector).iter().for_each(|message| items.item().text(message));
            });
        }
    });
    members.member("monitors").object(Layout::Inline, |members| {
        for monitor in facts.monitors.iter() {
            members.member(&monitor.name).integer(monitor.state.get(vector));
        }
    });
}

fn variable(writer: &mut Writer, variable: &VariableFacts, vector: &[u64]) {
    let mut values = state::values(variable, vector);
    if variable.is_array {
        writer.list(Layout::Inline, |items| values.for_each(|value| items.item().integer(value)));
    } else {
        writer.integer(values.next().expect("a variable has a value"));
    }
}

fn unreached(items: &mut Members, facts: &Facts, outcome: &Outcome) {
    for rule in report::unreached(facts, outcome) {
        items.item().object(Layout::Inline, |members| {
            members.member("process").text(report::definition(facts, rule));
            if let Some(file) = included_file(facts, rule) {
                members.member("file").text(file);
            }
            members.member("line").integer(rule.line);
            members.member("statement").text(&rule.statement);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Kind;
    use crate::report::fixture::{self, ASSIGN, SEND_MSG};
    use crate::report::to_text;

    #[test]
    fn a_verified_protocol() {
        let expected = r#"{
  "version": 1,
  "model": "abp",
  "verdict": "verified",
  "search": {"mode": "exhaustive", "order": "bfs", "store": "table", "threads": 2, "limits_hit": []},
  "vector_bits": 47,
  "states": 65,
  "transitions": 130,
  "depth": 20,
  "seconds": 0.5,
  "states_per_second": 130.0,
  "memory_bytes": 4096,
  "bytes_per_state": 63.01538461538462,
  "store_bytes": 2048,
  "log_bytes": 1024,
  "file_bytes": 0,
  "coverage": 1.0,
  "ends": {"proper": 0, "idle": 1},
  "errors": [],
  "unreached": [
    {"process": "hop", "line": 23, "statement": "user!msg1"}
  ],
  "options": {"eager_timeouts": false, "queue_limit": null, "strict_end": false},
  "warnings": []
}
"#;
        let text = to_text(|out| report(&fixture::facts(), &Options::default(), &fixture::outcome(), out));
        assert_eq!(text, expected);
    }

    #[test]
    fn errors_have_traces_with_states() {
        let trace = fixture::without_result(fixture::trace(&[SEND_MSG, ASSIGN]));
        let mut outcome = fixture::outcome();
        outcome.errors.push(ErrorFound { count: 3, ..fixture::error(Kind::Fault, "index \"3\"", trace) });
        let options = Options { queue_limit: Some(2), eager_timeouts: true, ..Options::default() };
        let expected = r#"{
  "version": 1,
  "model": "abp",
  "verdict": "error",
  "options": {"eager_timeouts": true, "queue_limit": 2, "strict_end": false},
  "errors": [
    {
      "kind": "fault",
      "count": 3,
      "depth": 2,
      "message": "index \"3\"",
      "trace": [
        {"step": 1, "process": "sender", "statement": "link!msg1", "line": 12, "state": {"control": {"sender": 13, "hop[0]": 22, "hop[1]": 22}, "variables": {"sender.sbit": 0, "t": [0, 0, 0]}, "queues": {"link": ["msg1"], "sender": [], "receiver": [], "user": []}, "monitors": {"assert": 0}}},
        {"step": 2, "process": "sender", "statement": "t[sbit] = sbit", "file": "lib/table.argos", "line": 3, "state": null}
      ]
    }
  ]
}
"#;
        assert_eq!(to_text(|out| traces(&fixture::facts(), &options, &outcome, out)), expected);
    }

    #[test]
    fn limits_and_warnings_have_names() {
        let mut facts = fixture::facts();
        facts.unchecked = vec!["the claim `never` (line 12) is not checked by this version".into()].into();
        let mut outcome = fixture::outcome();
        outcome.limits =
            vec![Limit::Depth, Limit::Time, Limit::Memory, Limit::Interrupt, Limit::FirstError, Limit::Claims];
        outcome.proper_with_messages = 2;
        let text = to_text(|out| report(&facts, &Options::default(), &outcome, out));
        let names = r#""limits_hit": ["depth", "time", "memory", "interrupt", "first_error", "claims"]"#;
        assert!(text.contains(names), "{text}");
        assert!(text.contains(r#""verdict": "partial""#), "{text}");
        assert!(
            text.contains("\"2 proper terminations leave messages in queues\",\n    \"the claim `never`"),
            "{text}"
        );
    }
}
