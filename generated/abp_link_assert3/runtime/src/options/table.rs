//! All options: one line each.

use super::values::{array_size, count, file, format, name, names, progress, replace, seed, size, time};
use super::{Format, Options, Order, Selection};
use crate::protocol::Facts;
use crate::search::executions::Listing;
use std::ffi::OsStr;
use std::fmt::Write;

/// An option.
pub struct Entry {
    pub letter: &'static str,
    pub name: &'static str,
    pub action: Action,
    pub help: &'static str,
}

/// What an option does.
pub enum Action {
    Flag(fn(&mut Options)),
    /// The name of the value for help; what to do with it. An error goes on after the option's name: "needs a number".
    Value(&'static str, fn(&mut Options, &OsStr) -> Result<(), String>),
    /// The same for a value that can be left out.
    Optional(&'static str, fn(&mut Options, Option<&OsStr>) -> Result<(), String>),
    /// Something that only `combine` can do, because it depends on the protocol or on all other options.
    Later(Option<&'static str>),
    /// The text, which may name the program.
    Print(fn(&Facts, &str) -> String),
}

use Action::{Flag, Later, Optional, Print, Value};

/// Headings of help: the option that comes first below each.
const HEADINGS: &[(&str, &str)] = &[
    ("bfs", "What is searched"),
    ("scatter", "Searches that are partial on purpose"),
    ("cache", "Searches that store less"),
    ("first", "Limits"),
    ("format", "Reports"),
];

#[rustfmt::skip]
pub const TABLE: &[Entry] = &[
    Entry { letter: "", name: "bfs", action: Flag(|o| o.order = Order::Breadth), help: "search breadth first: all states after one step, then all after two, and so on. Traces are shortest ones. This is the default" },
    Entry { letter: "", name: "dfs", action: Flag(|o| o.order = Order::Depth), help: "search depth first: follow one execution to its end, then go back and try the next. Traces can be long" },
    Entry { letter: "e", name: "exhaustive", action: Later(None), help: "a full search, also where -m, -x, -b, -c, --random or --progress would leave something out" },
    Entry { letter: "m", name: "depth", action: Value("N", |o, v| { o.depth = Some(count(v, 0)?); Ok(()) }), help: "look only at executions of at most N steps; a state that is met again nearer to the start is explored again" },
    Entry { letter: "q", name: "queue-limit", action: Value("N", |o, v| { o.queue_limit = Some(count(v, 1)?); Ok(()) }), help: "queues hold at most N messages, also where the specification gives them more room" },
    Entry { letter: "n", name: "eager-timeouts", action: Flag(|o| o.eager_timeouts = true), help: "a timeout can happen whenever its queue is empty; without this option, only when nothing else can happen" },
    Entry { letter: "", name: "strict-end", action: Flag(|o| o.strict_end = true), help: "report every end at which some process is not behind its last statement; without this option, processes may also rest at their start or at an `end` label while all queues are empty" },
    Entry { letter: "x", name: "scatter", action: Optional("M", |o, v| { o.selection = Selection::Scatter(v.map_or(Ok(1), |v| count(v, 1))?); Ok(()) }), help: "scatter search: of the processes that can do something, explore only the M (1 if it is left out) that can do what most likely leads to an error: something internal, else a receive, else a send, else a timeout" },
    Entry { letter: "b", name: "blast", action: Flag(|o| o.selection = Selection::Blast), help: "explore one successor of each state, chosen like -x: very fast, very partial" },
    Entry { letter: "", name: "random", action: Optional("M", |o, v| { o.selection = Selection::Random(v.map_or(Ok(1), |v| count(v, 1))?); Ok(()) }), help: "explore M (1 if it is left out) successors of each state, chosen at random (--seed)" },
    Entry { letter: "", name: "progress", action: Value("fair|max", |o, v| { o.selection = progress(v)?; Ok(()) }), help: "explore one process at a time, the one that was chosen least often so far (fair) or most often (max); others only where it can do nothing" },
    Entry { letter: "c", name: "class", action: Later(Some("0..5")), help: "a ready-made search, from the quickest to the most thorough. With N control states in all processes together, 0: -vbjl -m 8N; 1: -vjx -m 2N; 2: -vjx -m 8N; 3: -vj -m 1.5N; 4: -vj -m 2N; 5: -vj -m 8N" },
    Entry { letter: "", name: "guide", action: Value("NAME", |o, v| { o.guide = Some(name(v)?); Ok(()) }), help: "explore states in the order of the expression that the specification calls `guide NAME`, the least value first. It is a full search unless it is ended before" },
    Entry { letter: "", name: "unlikely", action: Value("N", |o, v| { o.unlikely = Some(count(v, 0)?); Ok(()) }), help: "look only at executions with at most N steps that the specification calls `[unlikely]`, those with fewest first, and `[likely]` steps before others" },
    Entry { letter: "", name: "fold", action: Value("NAMES", |o, v| { o.fold = names(v)?; Ok(()) }), help: "take states for equal if they differ only in these processes (with their variables), queues or variables, given with commas between them" },
    Entry { letter: "", name: "simulate", action: Flag(|o| o.simulate = true), help: "random walks from the initial state, each until something is wrong, nothing can happen or it has --steps; nothing is stored" },
    Entry { letter: "", name: "steps", action: Value("N", |o, v| { o.steps = Some(count(v, 1)?); Ok(()) }), help: "steps of a random walk; 10000 if nothing is said" },
    Entry { letter: "", name: "swarm", action: Value("N", |o, v| { o.swarm = Some(count(v, 1)?); Ok(()) }), help: "N small supertrace searches depth first, each with other hash functions, another order, bound and selection, on all cores, within the time and memory given; what they find is put together" },
    Entry { letter: "k", name: "cache", action: Value("N", |o, v| { o.cache = Some(count(v, 1)?); Ok(()) }), help: "depth first with a cache of N thousand states beside those of the execution that is looked at: what it forgets is explored again, which takes very long if it is much too small. Complete if it comes to an end" },
    Entry { letter: "", name: "replace", action: Value("HOW", |o, v| { o.replace = replace(v)?; Ok(()) }), help: "which state a full cache forgets: the oldest (the default), a random one, one that was met most or least often, one that was met as often as most are (largest-class), or one from the deepest half" },
    Entry { letter: "", name: "loop-states", action: Flag(|o| o.loop_states = true), help: "depth first, storing only states in which some process is at the start of a loop; others are explored again each time they are met. Complete if it comes to an end" },
    Entry { letter: "", name: "bitstate", action: Optional("SIZE", |o, v| { o.bitstate = Some(v.map(array_size).transpose()?); Ok(()) }), help: "supertrace: keep only a few bits of each state, in an array of this size (256M if it is left out). Some states may be missed; the report says with what probability" },
    Entry { letter: "", name: "hashes", action: Value("K", |o, v| { o.hashes = Some(count(v, 1).ok().filter(|k| *k <= 32).ok_or("needs a whole number from 1 to 32")?); Ok(()) }), help: "bits of a state in the array of --bitstate; 4 if nothing is said" },
    Entry { letter: "", name: "runs", action: Value("N", |o, v| { o.runs = Some(count(v, 1)?); Ok(()) }), help: "repeat --bitstate N times with independent hash functions, or make N random walks (100 if nothing is said)" },
    Entry { letter: "", name: "seed", action: Value("N", |o, v| { o.seed = seed(v)?; Ok(()) }), help: "what all that is random depends on, and the hash functions of --bitstate; 0 if nothing is said" },
    Entry { letter: "j", name: "first", action: Flag(|o| o.first = true), help: "stop at the first error" },
    Entry { letter: "r", name: "time-limit", action: Value("T", |o, v| { o.time_limit = Some(time(v)?); Ok(()) }), help: "stop after this time and report what was found: 90s, 5m, 2h, 1.5h; a bare number is minutes" },
    Entry { letter: "", name: "memory", action: Value("SIZE", |o, v| { o.memory = Some(size(v)?); Ok(()) }), help: "use at most this much memory, at least 8M: 512M, 2G; a bare number is bytes. Default: three quarters of what is available" },
    Entry { letter: "", name: "threads", action: Value("N", |o, v| { o.threads = Some(count(v, 1)?); Ok(()) }), help: "search with N threads; verdict, counts and lengths of traces of an exact search do not depend on it. Default: all cores. Only a search breadth first and a swarm have more than one" },
    Entry { letter: "", name: "format", action: Value("FORMAT", |o, v| { o.format = format(v)?; Ok(()) }), help: "how executions are shown. columns: a column for each queue, with the messages sent to it; list: a line for each step; msc: a column for each process, with arrows for messages" },
    Entry { letter: "f", name: "", action: Flag(|o| o.format = Format::List), help: "the same as --format list" },
    Entry { letter: "F", name: "", action: Flag(|o| o.format = Format::Chart), help: "the same as --format msc" },
    Entry { letter: "a", name: "prefixes", action: Flag(|o| o.listing = Listing::Prefixes), help: "depth first; also show executions that terminate, loops, and prefixes: executions that come to a state which another one has been in before" },
    Entry { letter: "l", name: "executions", action: Flag(|o| o.listing = Listing::Executions), help: "depth first; also show executions that terminate, and loops" },
    Entry { letter: "s", name: "show-machines", action: Flag(|o| o.show_machines = true), help: "before the search, print the states and transitions of every process (with -v also the rules made of them)" },
    Entry { letter: "R", name: "report-every", action: Value("T", |o, v| { o.report_every = Some(time(v)?); Ok(()) }), help: "report progress on stderr at this interval, given like a time limit" },
    Entry { letter: "", name: "trace", action: Value("FILE", |o, v| { o.trace = Some(file(v)?); Ok(()) }), help: "write the executions that lead to errors to FILE, for `argosc replay`" },
    Entry { letter: "", name: "json", action: Flag(|o| o.json = true), help: "print one JSON object on stdout and everything else on stderr" },
    Entry { letter: "v", name: "verbose", action: Flag(|o| o.verbose = true), help: "also report the layout of states, memory, timing, and statements that were not reached" },
    Entry { letter: "h", name: "help", action: Print(help), help: "print this help" },
    Entry { letter: "V", name: "version", action: Print(version), help: "print the version" },
];

/// What the command line of verifiers has, but this version has not.
pub const NOT_YET: &str = "--cycles --fair --html --msc --no-por";

/// All ways to write an option.
pub fn spellings(entry: &Entry) -> impl Iterator<Item = String> {
    let spell = |dashes: &str, name: &str| (!name.is_empty()).then(|| format!("{dashes}{name}"));
    [spell("-", entry.letter), spell("--", entry.name)].into_iter().flatten()
}

fn version(facts: &Facts, _program: &str) -> String {
    format!("{}: verifier made by argosc {}\n", facts.model, env!("CARGO_PKG_VERSION"))
}

/// Where the texts of options begin in help, and where they end.
const HELP_START: usize = 28;
pub const HELP_END: usize = 100;

fn help(facts: &Facts, program: &str) -> String {
    let mut text = format!(
        "Verifies the protocol `{}`: looks at every state that it can get into, and reports each\n\
         error with an execution that leads to it.\n\n\
         Usage: {program} [OPTIONS]\n",
        facts.model
    );
    for entry in TABLE {
        if let Some((_, heading)) = HEADINGS.iter().find(|(first, _)| *first == entry.name) {
            writeln!(text, "\n{heading}:").expect("a String takes everything");
        }
        describe(&mut text, entry);
    }
    text += "\nIf an option with a value is given again, the last one counts.\n\n\
         Exit codes: 0 the search was complete and found no error; 1 an error was found; 2 wrong options;\n\
         3 no error was found, but the search did not see everything.\n";
    text
}

fn describe(text: &mut String, entry: &Entry) {
    let names = match (entry.letter, entry.name) {
        ("", name) => format!("      --{name}"),
        (letter, "") => format!("  -{letter}"),
        (letter, name) => format!("  -{letter}, --{name}"),
    };
    let names = match entry.action {
        Value(value, _) | Later(Some(value)) => format!("{names} {value}"),
        Optional(value, _) => format!("{names}[={value}]"),
        _ => names,
    };
    let mut line = format!("{names:HELP_START$}");
    for word in entry.help.split(' ') {
        if line.chars().count() + word.chars().count() > HELP_END {
            writeln!(text, "{}", line.trim_end()).expect("a String takes everything");
            line = " ".repeat(HELP_START);
        }
        line = line + word + " ";
    }
    writeln!(text, "{}", line.trim_end()).expect("a String takes everything");
}
