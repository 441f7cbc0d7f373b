//! What an emitted verifier does: read the options, search, report, exit.

use crate::options::{Options, Request, parse};
use crate::outcome::Outcome;
use crate::protocol::{Facts, Protocol};
use crate::report::machines::show_machines;
use crate::report::{Verdict, human, json};
use crate::search::search;
use crate::search::watch::Watch;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bad usage, or something could not be written.
const FAILURE: u8 = 2;

/// The verifier of a protocol, with the options of the command line.
pub fn main<P: Protocol>(protocol: &P) -> ExitCode {
    let facts = protocol.facts();
    let options = match parse(facts, std::env::args_os().skip(1)) {
        Request::Search(options) => options,
        Request::Print(text) => return exit(print(&text)),
        Request::Refuse(message) => return refuse(&message),
    };
    if let Err(message) = options.trace.as_deref().map_or(Ok(()), check_writable) {
        return refuse(&message);
    }
    if options.show_machines {
        let machines = show_machines(facts, options.verbose);
        if let Err(message) = print_for_people(&machines, &options) {
            return refuse(&message);
        }
    }
    let outcome = search(protocol, &options, Watch::over(&options, interrupt_flag()));
    match publish(facts, &options, &outcome) {
        Ok(()) => ExitCode::from(Verdict::of(&outcome).exit_code()),
        Err(message) => refuse(&message),
    }
}

/// Prints the report and writes the traces.
fn publish(facts: &Facts, options: &Options, outcome: &Outcome) -> Result<(), String> {
    if let Some(path) = &options.trace {
        let traces = json::traces(facts, options, outcome);
        std::fs::write(path, traces).map_err(|error| cannot_write(path, &error))?;
    }
    print_for_people(&human::report(facts, options, outcome), options)?;
    if options.json { print(&json::report(facts, options, outcome)) } else { Ok(()) }
}

/// Set when the user interrupts. A second interrupt ends the program at once.
fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Where a handler cannot be set, an interrupt ends the program, as it does without one.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, flag.clone());
        let _ = signal_hook::flag::register(signal, flag.clone());
    }
    flag
}

/// Says before a long search whether its traces can be written. Nothing is changed but that the file exists.
fn check_writable(path: &Path) -> Result<(), String> {
    OpenOptions::new().append(true).create(true).open(path).map(drop).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write `{}`: {error}; name another file", path.display())
}

/// To standard output, unless that is for JSON.
fn print_for_people(text: &str, options: &Options) -> Result<(), String> {
    if options.json {
        let _ = io::stderr().lock().write_all(text.as_bytes());
        return Ok(());
    }
    print(text)
}

/// To standard output. A reader that has gone away (`| head`) is no failure.
fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot write the report: {error}")),
        _ => Ok(()),
    }
}

fn exit(result: Result<(), String>) -> ExitCode {
    result.map_or_else(|message| refuse(&message), |()| ExitCode::SUCCESS)
}

fn refuse(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr().lock(), "error: {message}");
    ExitCode::from(FAILURE)
}
