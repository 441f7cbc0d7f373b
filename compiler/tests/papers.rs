//! The error traces that the papers print, line for line.

mod common;

use argos_runtime::options::{Format, Options};
use argos_runtime::outcome::{Kind, Outcome};
use argos_runtime::report::to_text;
use argos_runtime::trace::render;
use argosc::rules::RuleSet;
use common::verify::verify;
use common::{Folder, compile_case, examples_folder};

fn search(name: &str) -> (RuleSet, Outcome) {
    let text = std::fs::read_to_string(examples_folder().join(name)).expect("the example is there");
    let compilation = compile_case(name, &text, &Folder(examples_folder()));
    let program = compilation.program.as_ref().expect("the example compiles");
    let set = program.rules(true, &compilation.sources).expect("the example is small enough");
    let outcome = verify(&set, &Options::default());
    (set, outcome)
}

/// The trace of the first error of a kind, in columns.
fn first(name: &str, kind: Kind) -> String {
    let (set, outcome) = search(name);
    let error = outcome.errors.iter().find(|error| error.kind == kind).expect("the error is found");
    to_text(|out| render(&set.facts, Format::Columns, &error.trace, out))
}

/// The manual, appendix A: a timeout sends the message again. (The manual calls queue `link` `channel`.)
#[test]
fn the_first_assertion_of_the_manual_is_violated_by_a_timeout() {
    let expected = "\
queue:   link    sender  receiver  user
event:
    1    msg1,
    2            tau,
    3    [msg1],
";
    assert_eq!(first("abp_link_assert1.argos", Kind::Assertion), expected);
}

/// The manual, appendix A: the acknowledgement is lost.
#[test]
fn the_second_assertion_of_the_manual_is_violated_by_a_lost_acknowledgement() {
    let expected = "\
queue:   receiver  sender  link  user
event:
    1                      msg1,
    2    msg1,
    3                      ack1,
    4                            msg1,
    5              tau,
    6                      msg1,
    7    [msg1],
";
    assert_eq!(first("abp_link_assert2.argos", Kind::Assertion), expected);
}

/// The manual, appendix A: the sequence comes a second time. Its trace has 22 events, two timeouts among them; the shortest
/// needs none.
#[test]
fn the_third_assertion_of_the_manual_is_violated_by_the_second_round() {
    let expected = "\
queue:   user    sender  receiver  link
event:
    1                              msg1,
    2                    msg1,
    3                              ack1,
    4    msg1,
    5            ack1,
    6                              msg0,
    7                    msg0,
    8                              ack0,
    9    msg0,
   10            ack0,
   11                              msg1,
   12                    msg1,
   13                              [ack1],
   14    [msg1],
";
    assert_eq!(first("abp_link_assert3.argos", Kind::Assertion), expected);
}

/// The manual, appendix A: what the author meant to say all along.
#[test]
fn the_fourth_assertion_of_the_manual_holds() {
    let (_, outcome) = search("abp_link_assert4.argos");
    assert!(outcome.errors.is_empty() && outcome.limits.is_empty());
}

/// The AT&T paper, appendix: `conn_resp` comes to a server that is closed.
#[test]
fn the_transport_protocol_receives_conn_resp_when_closed() {
    let expected = "\
queue:   ca  ua        UA  cb  ub           UB
event:
    1        conn_req,
    2                      m1,
    3                                       conn_ind,
    4        abort,
    5                      m4,
    6                                       d,
    7                          [conn_resp],
";
    assert_eq!(first("nbs_transport.argos", Kind::UnspecifiedReception), expected);
    let (_, outcome) = search("nbs_transport.argos");
    let states: u64 = outcome.errors.iter().map(|error| error.count).sum();
    assert_eq!(states, 4, "the paper's four error sequences");
    for message in ["`conn_resp` waits in queue `ub`, but B (`closed`", "`m2` waits in queue `ca`, but A (`closed`"] {
        assert!(outcome.errors.iter().any(|error| error.message.starts_with(message)), "{message}");
    }
}

/// The AT&T paper, section VI: `b` first violates the assertion at once.
#[test]
fn the_example_of_section_six_is_violated_at_once() {
    assert_eq!(first("section_six_bad.argos", Kind::Assertion), "queue:   C    A  B\nevent:\n    1    [b],\n");
    let (_, good) = search("section_six_good.argos");
    assert!(good.errors.is_empty());
}

/// The manual, "Variables and Value Passing": two messages fill the queue that nobody reads.
#[test]
fn the_incomplete_sender_fills_the_queue() {
    let expected = "\
queue:   sender  channel
event:
    1            [smsg](1),
    2    tau,
    3            [smsg](1),
    4    tau,
";
    assert_eq!(first("incomplete_sender.argos", Kind::BufferLock), expected);
}
