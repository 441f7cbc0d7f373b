//! The `argosc` command: flags, disk, exit codes. All work is done in the library.

#![forbid(unsafe_code)]

mod command;

use argosc::diagnostic::Diagnostics;
use argosc::diagnostic::render::{self, Style};
use argosc::emit::package::{Files, model_file, package};
use argosc::pipeline::{Compilation, Program, compile, with_stack};
use argosc::preprocess::{Loader, Options};
use argosc::replay;
use argosc::rules::RuleSet;
use argosc::{print, source::SourceMap};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use command::run::{Failed, Finished, build_and_run};
use command::write::write_crate;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xxhash_rust::xxh3::Xxh3;

/// Done.
const SUCCESS: u8 = 0;
/// The specification has errors.
const BAD_SPECIFICATION: u8 = 1;
/// Bad usage, or something could not be read or written.
const FAILURE: u8 = 2;
/// A defect of argosc itself.
const DEFECT: u8 = 101;

/// A specification, or a file it includes, is at most this large.
const MAX_FILE_SIZE: u64 = 64 << 20;
/// A file of traces is at most this large: an execution found depth first can have a million steps.
const MAX_TRACE_SIZE: u64 = 1 << 30;

/// Compiles protocol specifications written in Argos into verifiers.
///
/// Argos describes a protocol as processes that send each other messages through queues of limited size. `argosc SPEC`
/// writes a Rust crate that explores every state of the protocol and tells whether it can deadlock, lose messages or break
/// an assertion, with the shortest execution that does. `argosc run SPEC` writes, builds and runs it in one go.
#[derive(Parser)]
#[command(
    name = "argosc",
    version,
    max_term_width = 100,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    override_usage = "argosc [OPTIONS] <SPEC> [-o <DIR>]\n       argosc <COMMAND>"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Write the verifier to DIR, which must be absent, empty, or made by argosc before
    #[arg(short, long, value_name = "DIR", default_value = "verifier")]
    output: PathBuf,
    #[command(flatten)]
    spec: Option<SpecArgs>,
}

#[derive(Subcommand)]
enum Command {
    /// Check a specification: syntax, names, messages that go nowhere, statements that cannot be reached
    ///
    /// With -v it prints an overview: the queues with the messages they carry, the processes and procedures with the sizes
    /// of their state machines, the assertions.
    Check(SpecArgs),
    /// Compile a specification, build its verifier in a cache, and run it
    ///
    /// What stands behind `--` goes to the verifier: `argosc run SPEC -- --help` lists its options. The exit code is the
    /// verifier's: 0 verified, 1 an error was found, 2 bad usage, 3 no error found but the search was partial. The
    /// interpreter re-executes every trace before it is shown.
    Run {
        #[command(flatten)]
        spec: SpecArgs,
        /// Options of the verifier
        #[arg(last = true, value_name = "OPTIONS")]
        options: Vec<OsString>,
    },
    /// Re-execute the traces of a verifier with the interpreter, step by step
    ///
    /// Says of each trace whether it is a real execution of the specification and ends in the error it claims. The exit
    /// code is 1 if one does not.
    Replay {
        #[command(flatten)]
        spec: SpecArgs,
        /// The file that the verifier wrote with `--trace FILE`, or its `--json` report
        trace: PathBuf,
    },
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
    /// The values that variables and messages can have, and why
    Ranges,
    /// The state vector: word, bit, width, name, range and line of every field
    Layout,
    /// The rules: predicate, and the vector that is added to the state vector
    Rules,
    /// The Rust code of the verifier's model
    Rust,
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
    let Cli { command, output, spec } = Cli::parse();
    let code = match (command, spec) {
        (None, Some(spec)) => write(&spec, &output),
        (Some(Command::Check(spec)), _) => check(&spec),
        (Some(Command::Run { spec, options }), _) => run(&spec, &options),
        (Some(Command::Replay { spec, trace }), _) => replay_traces(&spec, &trace),
        (Some(Command::Emit { json: true, what, .. }), _) if what != Stage::Machines => {
            fail("--json goes with `emit machines` only")
        }
        (Some(Command::Emit { what, json, spec }), _) => emit(what, json, &spec),
        (Some(Command::Completions { shell }), _) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "argosc", &mut script);
            print_out(&script)
        }
        (None, None) => fail("name a specification, or see --help"),
    };
    ExitCode::from(code)
}

/// A command's exit code, also where it cannot do its job; that has been reported then.
type Outcome<T> = Result<T, u8>;

fn write(args: &SpecArgs, directory: &Path) -> u8 {
    let compiled = verifier(args).and_then(|(_, set, files)| {
        write_crate(directory, &files)
            .map_err(|message| fail(&format!("{message}; choose another directory with -o")))?;
        Ok(set)
    });
    match compiled {
        Ok(set) => {
            let shown = directory.display();
            let (bits, rules) = (set.facts.vector_bits, set.rules.len());
            let folder = shell_word(&shown.to_string());
            eprint_text(&format!(
                "argosc: wrote `{shown}`: a vector of {bits} bits, {rules} rules; run it with: cd {folder} && cargo run --release\n"
            ));
            SUCCESS
        }
        Err(code) => code,
    }
}

/// A path as one writes it in a shell.
fn shell_word(path: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "/._-".contains(it);
    let path = if path.starts_with('-') { format!("./{path}") } else { path.to_string() };
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

fn run(args: &SpecArgs, options: &[OsString]) -> u8 {
    let (program, set, files) = match verifier(args) {
        Ok(compiled) => compiled,
        Err(code) => return code,
    };
    match build_and_run(&files, &set.facts.model, &program.model, options) {
        Ok(Finished { report, code }) => match print_out(&report) {
            SUCCESS => code,
            failure => failure,
        },
        Err(Failed::Machine(message)) => fail(&message),
        Err(Failed::Defect(message)) => {
            fail(&format!(
                "this is a defect of argosc: a trace of the verifier is no execution of the specification, so it is not \
                 shown; please report it with the specification\n{message}"
            ));
            DEFECT
        }
    }
}

fn replay_traces(args: &SpecArgs, trace: &Path) -> u8 {
    let program = match program(args) {
        Ok((program, _)) => program,
        Err(code) => return code,
    };
    if args.verbose {
        eprint_text(&print::overview::overview(&program, !args.no_minimize));
    }
    let text = match read_text(trace, MAX_TRACE_SIZE) {
        Ok(text) => text,
        Err(message) => return fail(&message),
    };
    match replay::replay(&program.model, &text) {
        Ok(replayed) => {
            let code = if replayed.is_real() { SUCCESS } else { BAD_SPECIFICATION };
            print_out(replay::print(&replayed).as_bytes()).max(code)
        }
        Err(error) => fail(&format!("cannot replay `{}`: {}; name another file", trace.display(), error.message)),
    }
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
    let minimized = !args.no_minimize;
    if args.verbose {
        eprint_text(&print::overview::overview(program, minimized));
    }
    let from_rules = |print: &(dyn Fn(&RuleSet) -> String + Sync)| {
        let printed = with_stack(|| program.rules(minimized, sources).map(|set| print(&set)));
        printed.map_err(|wrong| report(&wrong, sources, args))
    };
    let text = match what {
        Stage::Ast => Ok(print::ast::tree(tree, sources)),
        Stage::Machines if json => Ok(print::machines::json(program)),
        Stage::Machines => Ok(print::machines::machines(program, sources, minimized)),
        Stage::Dot => Ok(print::dot::dot(program, minimized)),
        Stage::Ranges => Ok(print::ranges::ranges(&program.model, &program.ranges(minimized), sources)),
        Stage::Layout => from_rules(&|set| print::layout::layout(&set.layout, sources)),
        Stage::Rules => from_rules(&print::rules::rules),
        Stage::Rust => from_rules(&|set| model_file(&program.model, set, stamp(sources, args))),
    };
    text.map_or_else(|code| code, |text| print_out(text.as_bytes()))
}

/// The specification as a program.
fn program(args: &SpecArgs) -> Outcome<(Program, SourceMap)> {
    let (Compilation { sources, program, .. }, code) = front_end(args).map_err(|()| FAILURE)?;
    match program {
        Some(program) if code == SUCCESS => Ok((program, sources)),
        _ => Err(code),
    }
}

/// The specification as a verifier crate.
fn verifier(args: &SpecArgs) -> Outcome<(Program, RuleSet, Files)> {
    let (program, sources) = program(args)?;
    if args.verbose {
        eprint_text(&print::overview::overview(&program, !args.no_minimize));
    }
    let lowered = with_stack(|| {
        let set = program.rules(!args.no_minimize, &sources)?;
        let files = package(&program.model, &set, stamp(&sources, args));
        Ok((set, files))
    });
    let (set, files) = lowered.map_err(|wrong: Diagnostics| report(&wrong, &sources, args))?;
    Ok((program, set, files))
}

/// Tells one input from another: all texts, macros of the command line, and what else changes the outcome.
fn stamp(sources: &SourceMap, args: &SpecArgs) -> u64 {
    let mut hash = Xxh3::new();
    sources.files().for_each(|(_, file)| hash.update(file.text.as_bytes()));
    args.define.iter().for_each(|define| hash.update(define.as_bytes()));
    hash.update(&[u8::from(args.no_minimize)]);
    hash.digest()
}

/// Reads and compiles the specification, prints the diagnostics, and gives the exit code they ask for. An `Err` has been
/// reported.
fn front_end(args: &SpecArgs) -> Result<(Compilation, u8), ()> {
    let path = args.spec.to_string_lossy().into_owned();
    let text = read_text(&args.spec, MAX_FILE_SIZE).map_err(|message| {
        fail(&message);
    })?;
    let options = Options { defines: args.define.clone(), include_dirs: args.include.clone() };
    let compilation = compile(&path, text.into(), &options, &Disk);
    let code = report(&compilation.diagnostics, &compilation.sources, args);
    Ok((compilation, code))
}

/// Prints diagnostics; gives the exit code they ask for.
fn report(diagnostics: &Diagnostics, sources: &SourceMap, args: &SpecArgs) -> u8 {
    let style = Style { color: use_color(args.color), deny_warnings: args.deny_warnings };
    let render = match args.message_format {
        MessageFormat::Human => render::human,
        MessageFormat::Json => render::json,
    };
    eprint_text(&render(diagnostics, sources, style));
    let denied = args.deny_warnings && !diagnostics.is_empty();
    if denied || diagnostics.has_errors() { BAD_SPECIFICATION } else { SUCCESS }
}

fn read_text(path: &Path, limit: u64) -> Result<String, String> {
    let shown = path.display();
    let is_standard_input = path == Path::new("-");
    let bytes = if is_standard_input { read_limited(io::stdin(), limit) } else { read_file(path, limit) };
    let bytes = bytes.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("there is no file `{shown}`; check the path"),
        io::ErrorKind::IsADirectory => format!("`{shown}` is a directory; name a file in it"),
        io::ErrorKind::PermissionDenied => format!("may not read `{shown}`; check its permissions"),
        _ => format!("cannot read `{shown}`: {error}; name another file"),
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
        read_file(path, MAX_FILE_SIZE)
    }
}

fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_limited(File::open(path)?, limit)
}

fn read_limited(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("it is larger than {} MiB", limit >> 20)));
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
