//! The command line of a verifier: from arguments to [`Options`].
//!
//! Each option is one line of a table, which gives both its meaning and its help. What comes out always has a meaning:
//! combinations of options that have none are refused here, with the reason.

use crate::protocol::Facts;
use lexopt::Arg;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// In what order states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// All states after n steps before any after n + 1: traces are shortest ones.
    Breadth,
    /// One execution to its end before the next.
    Depth,
}

/// How traces are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A column for each queue, as in the papers.
    Columns,
    /// A line for each step.
    List,
}

/// What the user asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// In what order states are explored.
    pub order: Order,
    /// Executions with more steps are not looked at.
    pub depth: Option<u32>,
    /// Queues hold at most this many messages; at least 1.
    pub queue_limit: Option<u32>,
    /// A timeout is enabled whenever its queue is empty.
    pub eager_timeouts: bool,
    /// Only proper termination is a right end.
    pub strict_end: bool,
    /// The search stops at the first error.
    pub first: bool,
    /// The search stops after this time.
    pub time_limit: Option<Duration>,
    /// How often progress is reported.
    pub report_every: Option<Duration>,
    /// The memory budget in bytes.
    pub memory: Option<u64>,
    /// How many threads a breadth-first search has; all cores if nothing is said.
    pub threads: Option<u32>,
    /// Limits that were found by measuring. No option changes them.
    pub tuning: Tuning,
    /// Where traces are written.
    pub trace: Option<PathBuf>,
    /// The report is a JSON object.
    pub json: bool,
    /// The report says more.
    pub verbose: bool,
    /// The transition tables are printed.
    pub show_machines: bool,
    /// How traces are shown.
    pub format: Format,
}

/// Where one way to do something gives way to another. The results are the same; tests make everything happen early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// Threads work together on as many states and more: for fewer, starting them takes longer than the work.
    pub threads_from: usize,
    /// A component with more different contents is split into its parts.
    pub many_contents: u32,
    /// Bits of the keys of states with several components.
    pub key_bits: u32,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { threads_from: 1 << 13, many_contents: 1 << 12, key_bits: 64 }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            order: Order::Breadth,
            depth: None,
            queue_limit: None,
            eager_timeouts: false,
            strict_end: false,
            first: false,
            time_limit: None,
            report_every: None,
            memory: None,
            threads: None,
            tuning: Tuning::default(),
            trace: None,
            json: false,
            verbose: false,
            show_machines: false,
            format: Format::Columns,
        }
    }
}

/// What a command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// A search.
    Search(Options),
    /// A text for stdout, complete with its last newline: help or the version.
    Print(String),
    /// It is wrong. The message, one line without its newline, says what to do.
    Refuse(String),
}

/// Understands a command line, given with the name of the program.
pub fn parse(facts: &Facts, args: impl IntoIterator<Item = OsString>) -> Request {
    scan(facts, lexopt::Parser::from_iter(args)).unwrap_or_else(Request::Refuse)
}

fn scan(facts: &Facts, mut parser: lexopt::Parser) -> Result<Request, String> {
    let mut options = Options::default();
    let mut given: Vec<&str> = Vec::new();
    while let Some(arg) = parser.next().map_err(|error| complain(&error))? {
        let name = match arg {
            Arg::Short(letter) => format!("-{letter}"),
            Arg::Long(name) => format!("--{name}"),
            Arg::Value(value) => return Err(unexpected(&value)),
        };
        let entry = find(&name)?;
        given.push(entry.name);
        match entry.action {
            Action::Flag(set) => set(&mut options),
            Action::Value(value, set) => {
                let text =
                    parser.value().map_err(|_| format!("`{name}` needs a value: `{name} {value}`; see --help"))?;
                set(&mut options, &text)
                    .map_err(|what| format!("`{name}` {what}, not `{}`", text.to_string_lossy()))?;
            }
            Action::Print(text) => return Ok(Request::Print(text(facts, &program(facts, &parser)))),
        }
    }
    if given.contains(&"dfs") && given.contains(&"bfs") {
        return Err("`--dfs` and `--bfs` exclude each other: a search has one order; give one of them".to_string());
    }
    Ok(Request::Search(options))
}

/// The name of the program's file, which the user may have renamed; that of the model if the system does not tell.
fn program(facts: &Facts, parser: &lexopt::Parser) -> String {
    let file = parser.bin_name().and_then(|name| Path::new(name).file_name());
    file.map_or(facts.model.to_string(), |file| file.to_string_lossy().into_owned())
}

/// An option.
struct Entry {
    letter: &'static str,
    name: &'static str,
    action: Action,
    help: &'static str,
}

/// What an option does.
enum Action {
    Flag(fn(&mut Options)),
    /// The name of the value for help; what to do with it. An error goes on after the option's name: "needs a number".
    Value(&'static str, fn(&mut Options, &OsStr) -> Result<(), String>),
    /// The text, which may name the program.
    Print(fn(&Facts, &str) -> String),
}

use Action::{Flag, Print, Value};

#[rustfmt::skip]
const TABLE: &[Entry] = &[
    Entry { letter: "", name: "bfs", action: Flag(|o| o.order = Order::Breadth), help: "search breadth first: all states after one step, then all after two, and so on. Traces are shortest ones. This is the default" },
    Entry { letter: "", name: "dfs", action: Flag(|o| o.order = Order::Depth), help: "search depth first: follow one execution to its end, then go back and try the next. Traces can be long" },
    Entry { letter: "m", name: "depth", action: Value("N", |o, v| { o.depth = Some(count(v, 0)?); Ok(()) }), help: "look only at executions of at most N steps" },
    Entry { letter: "q", name: "queue-limit", action: Value("N", |o, v| { o.queue_limit = Some(count(v, 1)?); Ok(()) }), help: "queues hold at most N messages, also where the specification gives them more room" },
    Entry { letter: "n", name: "eager-timeouts", action: Flag(|o| o.eager_timeouts = true), help: "a timeout can happen whenever its queue is empty; without this option, only when nothing else can happen" },
    Entry { letter: "", name: "strict-end", action: Flag(|o| o.strict_end = true), help: "report every end at which some process is not behind its last statement; without this option, processes may also rest at their start or at an `end` label while all queues are empty" },
    Entry { letter: "j", name: "first", action: Flag(|o| o.first = true), help: "stop at the first error" },
    Entry { letter: "r", name: "time-limit", action: Value("T", |o, v| { o.time_limit = Some(time(v)?); Ok(()) }), help: "stop after this time and report what was found: 90s, 5m, 2h, 1.5h; a bare number is minutes" },
    Entry { letter: "R", name: "report-every", action: Value("T", |o, v| { o.report_every = Some(time(v)?); Ok(()) }), help: "report progress on stderr at this interval, given like a time limit" },
    Entry { letter: "", name: "memory", action: Value("SIZE", |o, v| { o.memory = Some(size(v)?); Ok(()) }), help: "use at most this much memory, at least 8M: 512M, 2G; a bare number is bytes. Default: three quarters of what is available" },
    Entry { letter: "", name: "threads", action: Value("N", |o, v| { o.threads = Some(count(v, 1)?); Ok(()) }), help: "search with N threads; verdict, counts and lengths of traces do not depend on it. Default: all cores. A depth-first search has one" },
    Entry { letter: "", name: "format", action: Value("FORMAT", |o, v| { o.format = format(v)?; Ok(()) }), help: "how executions that lead to errors are shown. columns: a column for each queue, with the messages sent to it; list: a line for each step" },
    Entry { letter: "f", name: "", action: Flag(|o| o.format = Format::List), help: "the same as --format list" },
    Entry { letter: "s", name: "show-machines", action: Flag(|o| o.show_machines = true), help: "before the search, print the states and transitions of every process (with -v also the rules made of them)" },
    Entry { letter: "", name: "trace", action: Value("FILE", |o, v| { o.trace = Some(file(v)?); Ok(()) }), help: "write the executions that lead to errors to FILE, for `argosc replay`" },
    Entry { letter: "", name: "json", action: Flag(|o| o.json = true), help: "print one JSON object on stdout and everything else on stderr" },
    Entry { letter: "v", name: "verbose", action: Flag(|o| o.verbose = true), help: "also report the layout of states, memory, timing, and statements that were not reached" },
    Entry { letter: "h", name: "help", action: Print(help), help: "print this help" },
    Entry { letter: "V", name: "version", action: Print(version), help: "print the version" },
];

/// What the command line of verifiers has, but this version has not.
const NOT_YET: &str = "-F -a -b -c -e -k -l -x --bitstate --blast --cache --class --cycles --executions --exhaustive --fair \
    --fold --guide --hashes --html --loop-states --msc --no-por --prefixes --progress --replace --runs --scatter --seed \
    --simulate --steps";

/// The option that was given as `-m` or `--depth`.
fn find(given: &str) -> Result<&'static Entry, String> {
    let is_it = |entry: &&Entry| spellings(entry).any(|spelling| spelling == given);
    TABLE.iter().find(is_it).ok_or_else(|| refuse(given))
}

fn spellings(entry: &Entry) -> impl Iterator<Item = String> {
    let spell = |dashes: &str, name: &str| (!name.is_empty()).then(|| format!("{dashes}{name}"));
    [spell("-", entry.letter), spell("--", entry.name)].into_iter().flatten()
}

fn refuse(given: &str) -> String {
    if NOT_YET.split(' ').any(|name| name == given) {
        let instead = if given == "-F" { "; the formats are columns and list" } else { "; leave it out" };
        return format!("`{given}` is not available in this version{instead}");
    }
    let similar = TABLE.iter().flat_map(spellings).filter(|name| name.len() > 2).find(|name| is_similar(name, given));
    match similar {
        Some(name) => format!("unknown option `{given}`; did you mean `{name}`? See --help"),
        None => format!("unknown option `{given}`; see --help"),
    }
}

/// The beginning of a name, or all of it but one character wrong, missing or too many.
fn is_similar(name: &str, given: &str) -> bool {
    if given.len() > 3 && name.starts_with(given) {
        return true;
    }
    let (name, given): (Vec<char>, Vec<char>) = (name.chars().collect(), given.chars().collect());
    let same = name.iter().zip(&given).take_while(|(left, right)| left == right).count();
    let (name, given) = (&name[same..], &given[same..]);
    !given.is_empty() && !name.is_empty() && name[1..] == given[1..]
        || !name.is_empty() && name[1..] == *given
        || !given.is_empty() && *name == given[1..]
}

fn unexpected(value: &OsStr) -> String {
    format!("unexpected argument `{}`: a verifier takes only options; see --help", value.to_string_lossy())
}

fn complain(error: &lexopt::Error) -> String {
    match error {
        lexopt::Error::UnexpectedValue { option, value } => {
            format!("`{option}` takes no value, but `{}` was given; see --help", value.to_string_lossy())
        }
        other => format!("{other}; see --help"),
    }
}

fn count(value: &OsStr, least: u32) -> Result<u32, String> {
    let number = value.to_str().and_then(|text| text.parse().ok()).filter(|&number| number >= least);
    number.ok_or_else(|| format!("needs a whole number from {least} to {}", u32::MAX))
}

/// Splits `1.5h` into 1.5 and `h`.
fn quantity(value: &OsStr) -> Option<(f64, &str)> {
    let text = value.to_str()?;
    let unit = text.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(text.len());
    Some((text[..unit].parse().ok()?, &text[unit..]))
}

/// The longest time, about 30,000 years: clocks must be able to add it to the time of day.
const LONGEST_TIME: Duration = Duration::from_secs(1_000_000_000_000);

fn time(value: &OsStr) -> Result<Duration, String> {
    let seconds = quantity(value).and_then(|(number, unit)| match unit {
        "s" => Some(number),
        "m" | "" => Some(number * 60.0),
        "h" => Some(number * 3600.0),
        _ => None,
    });
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration
        .filter(|duration| !duration.is_zero() && *duration <= LONGEST_TIME)
        .ok_or_else(|| "needs a time above 0 such as 90s, 5m or 2h (a bare number is minutes)".to_string())
}

/// The least memory budget: below this, what a search needs besides states would be most of it.
const LEAST_MEMORY: u64 = 8 << 20;

fn size(value: &OsStr) -> Result<u64, String> {
    let bytes = quantity(value).and_then(|(number, unit)| {
        let unit = unit.to_ascii_uppercase();
        let unit = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
        let shift = match unit {
            "" => 0,
            "K" => 10,
            "M" => 20,
            "G" => 30,
            "T" => 40,
            _ => return None,
        };
        // A conversion to an integer saturates, so sizes beyond all memory stay beyond all memory.
        Some((number * (1u64 << shift) as f64) as u64)
    });
    bytes
        .filter(|&bytes| bytes >= LEAST_MEMORY)
        .ok_or_else(|| "needs a size of at least 8M such as 512M or 2G".to_string())
}

fn format(value: &OsStr) -> Result<Format, String> {
    match value.to_str() {
        Some("columns") => Ok(Format::Columns),
        Some("list") => Ok(Format::List),
        Some("msc") => Err("has no charts in this version: it can be columns or list".to_string()),
        _ => Err("can be columns or list".to_string()),
    }
}

fn file(value: &OsStr) -> Result<PathBuf, String> {
    // `--trace --json` is a forgotten file name rather than a file with that name.
    match value.as_encoded_bytes().first() {
        None => Err("needs the name of a file".to_string()),
        Some(b'-') => Err("needs the name of a file (write ./-name if it begins with a dash)".to_string()),
        Some(_) => Ok(value.into()),
    }
}

fn version(facts: &Facts, _program: &str) -> String {
    format!("{}: verifier made by argosc {}\n", facts.model, env!("CARGO_PKG_VERSION"))
}

/// Where the texts of options begin in help, and where they end.
const HELP_START: usize = 28;
const HELP_END: usize = 100;

fn help(facts: &Facts, program: &str) -> String {
    let mut text = format!(
        "Verifies the protocol `{}`: looks at every state that it can get into, and reports each\n\
         error with an execution that leads to it.\n\n\
         Usage: {program} [OPTIONS]\n\nOptions:\n",
        facts.model
    );
    for entry in TABLE {
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
    let names = if let Value(value, _) = entry.action { format!("{names} {value}") } else { names };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn request(line: &str) -> Request {
        let args = ["/bin/abp-verifier"].into_iter().chain(line.split_whitespace());
        parse(&fixture::facts(), args.map(OsString::from))
    }

    fn options(line: &str) -> Options {
        match request(line) {
            Request::Search(options) => options,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn refusal(line: &str) -> String {
        match request(line) {
            Request::Refuse(message) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn without_arguments_everything_is_default() {
        assert_eq!(options(""), Options::default());
    }

    #[test]
    fn every_option_is_understood() {
        let line = "--dfs -m 5 -q 1 -n --strict-end -j -r 90s -R 2 --memory 64M --threads 3 --format list -s --trace t.json --json -v";
        let expected = Options {
            order: Order::Depth,
            depth: Some(5),
            queue_limit: Some(1),
            eager_timeouts: true,
            strict_end: true,
            first: true,
            time_limit: Some(Duration::from_secs(90)),
            report_every: Some(Duration::from_secs(120)),
            memory: Some(64 << 20),
            threads: Some(3),
            tuning: Tuning::default(),
            trace: Some("t.json".into()),
            json: true,
            verbose: true,
            show_machines: true,
            format: Format::List,
        };
        assert_eq!(options(line), expected);
        let long = "--dfs --depth=5 --queue-limit=1 --eager-timeouts --strict-end --first --time-limit=1.5m --report-every 120s \
            --memory=65536K --threads=3 -f --show-machines --trace=t.json --json --verbose";
        assert_eq!(options(long), expected);
    }

    #[test]
    fn letters_combine() {
        assert_eq!(options("-vjm5"), Options { verbose: true, first: true, depth: Some(5), ..Options::default() });
        assert_eq!(options("-m0").depth, Some(0));
    }

    #[test]
    fn the_last_value_counts() {
        assert_eq!(options("-m 3 --depth 7").depth, Some(7));
        assert_eq!(options("-f --format columns").format, Format::Columns);
    }

    #[test]
    fn times_and_sizes_have_units() {
        let seconds = |text: &str| options(&format!("-r {text}")).time_limit.unwrap().as_secs_f64();
        assert_eq!(["0.5", "1.5h", "2m", "0.1s"].map(seconds), [30.0, 5400.0, 120.0, 0.1]);
        let bytes = |text: &str| options(&format!("--memory {text}")).memory.unwrap();
        assert_eq!(
            ["8388608", "1.5G", "8m", "10MiB", "16MB"].map(bytes),
            [8 << 20, 3 << 29, 8 << 20, 10 << 20, 16 << 20]
        );
        assert_eq!(bytes("99999999999T"), u64::MAX);
    }

    #[test]
    fn wrong_values_are_refused() {
        assert_eq!(refusal("-q 0"), "`-q` needs a whole number from 1 to 4294967295, not `0`");
        assert_eq!(refusal("--depth=x"), "`--depth` needs a whole number from 0 to 4294967295, not `x`");
        assert_eq!(refusal("--memory 7M"), "`--memory` needs a size of at least 8M such as 512M or 2G, not `7M`");
        for time in
            ["0", "0s", "5x", "-1", "inf", "1e3", "nan", "", ".", "s", "5000000000000000h", "99999999999999999999999h"]
        {
            let message = match parse(&fixture::facts(), ["abp".into(), "-R".into(), time.into()]) {
                Request::Refuse(message) => message,
                other => panic!("{time}: {other:?}"),
            };
            let expected = "`-R` needs a time above 0 such as 90s, 5m or 2h (a bare number is minutes), not";
            assert_eq!(message, format!("{expected} `{time}`"));
        }
        for size in ["1X", "inf", "-1G", "GB", "1GG", "1GBB", "99999999I"] {
            assert!(refusal(&format!("--memory={size}")).contains("needs a size"), "{size}");
        }
        assert_eq!(
            refusal("--format msc"),
            "`--format` has no charts in this version: it can be columns or list, not `msc`"
        );
        assert_eq!(refusal("--format x"), "`--format` can be columns or list, not `x`");
        assert!(refusal("--trace --json").starts_with("`--trace` needs the name of a file"));
        assert_eq!(refusal("-m"), "`-m` needs a value: `-m N`; see --help");
        assert_eq!(refusal("--json=1"), "`--json` takes no value, but `1` was given; see --help");
        assert!(refusal("abp").starts_with("unexpected argument `abp`"));
    }

    #[test]
    fn what_excludes_each_other_is_refused() {
        assert!(refusal("--dfs -v --bfs").starts_with("`--dfs` and `--bfs` exclude each other"));
    }

    #[test]
    fn what_is_not_there_yet_is_refused_by_name() {
        for name in NOT_YET.split(' ') {
            assert!(refusal(name).starts_with(&format!("`{name}` is not available in this version")), "{name}");
        }
        assert!(refusal("--bitstate=64M").starts_with("`--bitstate` is not available"));
        assert!(refusal("-x3").starts_with("`-x` is not available"));
    }

    #[test]
    fn unknown_options_get_a_proposal() {
        assert_eq!(refusal("--foo"), "unknown option `--foo`; see --help");
        assert_eq!(refusal("--jsn"), "unknown option `--jsn`; did you mean `--json`? See --help");
        assert_eq!(refusal("--verbosee"), "unknown option `--verbosee`; did you mean `--verbose`? See --help");
        assert_eq!(refusal("--dept=3"), "unknown option `--dept`; did you mean `--depth`? See --help");
        assert_eq!(refusal("--queue"), "unknown option `--queue`; did you mean `--queue-limit`? See --help");
        assert_eq!(refusal("--meMory"), "unknown option `--meMory`; did you mean `--memory`? See --help");
        assert_eq!(refusal("-z"), "unknown option `-z`; see --help");
    }

    #[test]
    fn help_has_all_options_and_short_lines() {
        for line in ["-h", "--help", "-v --help"] {
            let Request::Print(text) = request(line) else { panic!("{line}") };
            for spelling in TABLE.iter().flat_map(spellings) {
                assert!(text.contains(&spelling), "{spelling}");
            }
            assert!(text.lines().all(|line| line.chars().count() <= HELP_END), "{text}");
            assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
            assert!(text.contains("\nUsage: abp-verifier [OPTIONS]\n"), "{text}");
        }
        let Request::Print(nameless) = parse(&fixture::facts(), ["".into(), "-h".into()]) else { panic!("no help") };
        assert!(nameless.contains("\nUsage: abp [OPTIONS]\n"), "{nameless}");
        let expected = format!("abp: verifier made by argosc {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(request("-V"), Request::Print(expected));
    }
}
