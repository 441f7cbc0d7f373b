//! The `argosc` command: flags, disk, exit codes. All work is done in the library.

#![forbid(unsafe_code)]

use argosc::diagnostic::render::{self, Style};
use argosc::pipeline::{Compilation, compile};
use argosc::preprocess::{Loader, Options};
use argosc::print;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Done.
const SUCCESS: u8 = 0;
/// The specification has errors.
const BAD_SPECIFICATION: u8 = 1;
/// Bad usage, or something could not be read or written.
const FAILURE: u8 = 2;

/// A specification, or a file it includes, is at most this large.
const MAX_FILE_SIZE: u64 = 64 << 20;

/// Compiles protocol specifications written in Argos.
///
/// Argos describes a protocol as processes that send each other messages through queues of limited size.
#[derive(Parser)]
#[command(name = "argosc", version, max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a specification: syntax, names, messages that go nowhere, statements that cannot be reached
    ///
    /// With -v it prints an overview: the queues with the messages they carry, the processes and procedures with the sizes
    /// of their state machines, the assertions.
    Check(SpecArgs),
    /// Print what one stage of the compiler makes of a specification
    Emit {
        /// What to print
        #[arg(value_enum)]
        what: Stage,
        /// Print the sizes of the machines as JSON (only with `machines`)
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        spec: SpecArgs,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The specification as it was read, one node a line
    Ast,
    /// The state machines of processes and assertions
    Machines,
    /// The state machines as a picture, for Graphviz: `argosc emit dot SPEC | dot -Tsvg > machines.svg`
    Dot,
}

#[derive(Args)]
struct SpecArgs {
    /// The file with the specification; `-` is standard input
    spec: PathBuf,
    /// Define a macro, as `#define NAME TEXT` would (TEXT is 1 if left out)
    #[arg(short = 'D', value_name = "NAME[=TEXT]")]
    define: Vec<String>,
    /// Look for include files in DIR as well
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Print an overview of the specification (on standard error where the output goes to standard output)
    #[arg(short, long)]
    verbose: bool,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Do not merge equivalent states of the machines
    #[arg(long)]
    no_minimize: bool,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = When::Auto)]
    color: When,
    /// How to print errors and warnings: for people, or one JSON object a line; both on standard error
    #[arg(long, value_enum, default_value_t = MessageFormat::Human)]
    message_format: MessageFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MessageFormat {
    Human,
    Json,
}

fn main() -> ExitCode {
    let code = match Cli::parse().command {
        Command::Check(spec) => check(&spec),
        Command::Emit { json: true, what, .. } if what != Stage::Machines => {
            fail("--json goes with `emit machines` only")
        }
        Command::Emit { what, json, spec } => emit(what, json, &spec),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "argosc", &mut script);
            print_out(&script)
        }
    };
    ExitCode::from(code)
}

fn check(args: &SpecArgs) -> u8 {
    let Ok((compilation, code)) = front_end(args) else { return FAILURE };
    match (&compilation.program, args.verbose) {
        (Some(program), true) => code.max(print_out(print::overview::overview(program, !args.no_minimize).as_bytes())),
        _ => code,
    }
}

fn emit(what: Stage, json: bool, args: &SpecArgs) -> u8 {
    let Ok((compilation, code)) = front_end(args) else { return FAILURE };
    let Compilation { sources, tree, program: Some(program), .. } = &compilation else { return code };
    if code != SUCCESS {
        return code;
    }
    if args.verbose {
        eprint_text(&print::overview::overview(program, !args.no_minimize));
    }
    let text = match what {
        Stage::Ast => print::ast::tree(tree, sources),
        Stage::Machines if json => print::machines::json(program),
        Stage::Machines => print::machines::machines(program, sources, !args.no_minimize),
        Stage::Dot => print::dot::dot(program, !args.no_minimize),
    };
    print_out(text.as_bytes())
}

/// Reads and compiles the specification, prints the diagnostics, and gives the exit code they ask for. An `Err` has been
/// reported.
fn front_end(args: &SpecArgs) -> Result<(Compilation, u8), ()> {
    let path = args.spec.to_string_lossy().into_owned();
    let text = read_specification(&args.spec).map_err(|message| {
        fail(&message);
    })?;
    let options = Options { defines: args.define.clone(), include_dirs: args.include.clone() };
    let compilation = compile(&path, text.into(), &options, &Disk);
    let style = Style { color: use_color(args.color), deny_warnings: args.deny_warnings };
    let render = match args.message_format {
        MessageFormat::Human => render::human,
        MessageFormat::Json => render::json,
    };
    eprint_text(&render(&compilation.diagnostics, &compilation.sources, style));
    let denied = args.deny_warnings && !compilation.diagnostics.is_empty();
    let code = if denied || compilation.diagnostics.has_errors() { BAD_SPECIFICATION } else { SUCCESS };
    Ok((compilation, code))
}

fn read_specification(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let bytes = if path == Path::new("-") { read_limited(io::stdin()) } else { Disk.load(path) };
    let bytes = bytes.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("there is no file `{shown}`; check the path"),
        io::ErrorKind::IsADirectory => format!("`{shown}` is a directory; name the file with the specification"),
        _ => format!("cannot read `{shown}`: {error}"),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("`{shown}` is not UTF-8 text (byte {at}); save it as UTF-8")
    })
}

/// Reads include files from disk.
struct Disk;

impl Loader for Disk {
    fn load(&self, path: &Path) -> io::Result<Vec<u8>> {
        read_limited(File::open(path)?)
    }
}

fn read_limited(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_FILE_SIZE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_SIZE {
        return Err(io::Error::other(format!("it is larger than {} MiB", MAX_FILE_SIZE >> 20)));
    }
    Ok(bytes)
}

fn use_color(when: When) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// Prints to standard output. A reader that has gone away (`| head`) is no failure.
fn print_out(text: &[u8]) -> u8 {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => fail(&format!("cannot write the output: {error}")),
        _ => SUCCESS,
    }
}

/// Prints to standard error; if that is gone, there is nobody left to tell.
fn eprint_text(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

fn fail(message: &str) -> u8 {
    eprint_text(&format!("argosc: {message}\n"));
    FAILURE
}
