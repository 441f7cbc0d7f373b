//! What an emitted verifier does: read the options, search, report, exit.

use crate::memory::Budget;
use crate::options::{Options, Request, parse};
use crate::outcome::Outcome;
use crate::protocol::{Facts, Protocol};
use crate::report::machines::show_machines;
use crate::report::{Verdict, human, json};
use crate::search::search;
use crate::search::watch::Watch;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bad usage, or something could not be written.
const FAILURE: u8 = 2;

/// The verifier of a protocol, with the options of the command line.
pub fn main<P: Protocol>(protocol: &P) -> ExitCode {
    let facts = protocol.facts();
    let options = match parse(facts, std::env::args_os()) {
        Request::Search(options) => options,
        Request::Print(text) => return exit(print(|out| out.write_all(text.as_bytes()))),
        Request::Refuse(message) => return refuse(&message),
    };
    if let Err(message) = options.trace.as_deref().map_or(Ok(()), check_writable) {
        return refuse(&message);
    }
    if let Err(message) = check_array(&options) {
        return refuse(&message);
    }
    if options.show_machines {
        let machines = show_machines(facts, options.verbose);
        if let Err(message) = print_for_people(&options, |out| out.write_all(machines.as_bytes())) {
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
        let file = File::create(path).map_err(|error| cannot_write(path, &error))?;
        buffered(file, |out| json::traces(facts, options, outcome, out)).map_err(|error| cannot_write(path, &error))?;
    }
    print_for_people(options, |out| human::report(facts, options, outcome, out))?;
    if options.json { print(|out| json::report(facts, options, outcome, out)) } else { Ok(()) }
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

/// Says before a search whether there is room for the array that was asked for.
fn check_array(options: &Options) -> Result<(), String> {
    let Some(size) = options.bitstate.flatten() else { return Ok(()) };
    let left = Budget::new(options.memory).left();
    if size <= left {
        return Ok(());
    }
    Err(format!(
        "`--bitstate={size}` does not fit the {left} bytes of memory that the search may take; name a smaller size"
    ))
}

/// Says before a long search whether its traces can be written. Nothing is changed but that the file exists.
fn check_writable(path: &Path) -> Result<(), String> {
    OpenOptions::new().append(true).create(true).open(path).map(drop).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write `{}`: {error}; name another file", path.display())
}

/// To standard output, unless that is for JSON; then to standard error, and if that is gone, there is nobody to tell.
fn print_for_people(options: &Options, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    if options.json {
        let _ = buffered(io::stderr().lock(), write);
        return Ok(());
    }
    print(write)
}

/// To standard output. A reader that has gone away (`| head`) is no failure.
fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    match buffered(io::stdout().lock(), write) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("cannot write the report: {error}")),
        _ => Ok(()),
    }
}

/// Writes as much at a time as is quick, and never keeps more than that.
fn buffered(out: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    write(&mut out)?;
    out.flush()
}

fn exit(result: Result<(), String>) -> ExitCode {
    result.map_or_else(|message| refuse(&message), |()| ExitCode::SUCCESS)
}

fn refuse(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr().lock(), "error: {message}");
    ExitCode::from(FAILURE)
}
