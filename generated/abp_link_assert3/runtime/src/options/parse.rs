//! Reads a command line.

use super::Options;
use super::combine::{Given, combine};
use super::table::{Action, Entry, NOT_YET, TABLE, spellings};
use crate::protocol::Facts;
use lexopt::Arg;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// What a command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// A search.
    Search(Box<Options>),
    /// A text for stdout, complete with its last newline: help or the version.
    Print(String),
    /// It is wrong. The message, one line without its newline, says what to do.
    Refuse(String),
}

/// Understands a command line, given with the name of the program.
pub fn parse(facts: &Facts, args: impl IntoIterator<Item = OsString>) -> Request {
    scan(facts, lexopt::Parser::from_iter(spread(args))).unwrap_or_else(Request::Refuse)
}

/// Letters that were joined, one by one, each followed by its value. The values of joined letters may come behind them, in their
/// order, as in the manual: `-vxjqm 2 14` is `-v -x -j -q 2 -m 14`.
fn spread(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut rest: VecDeque<OsString> = args.into_iter().collect();
    let mut all: Vec<OsString> = rest.pop_front().into_iter().collect();
    while let Some(arg) = rest.pop_front() {
        let joined = arg.to_str().and_then(|text| text.strip_prefix('-')).filter(|text| !text.starts_with('-'));
        match joined {
            Some(letters) if letters.len() > 1 => spread_letters(letters, &mut rest, &mut all),
            Some(letter) => spread_letter(letter, "", &mut rest, &mut all),
            None if takes_value(&arg) => {
                all.push(arg);
                all.extend(rest.pop_front());
            }
            None => all.push(arg),
        }
    }
    all
}

/// It is a long name whose value comes behind it: that is no option, whatever it looks like.
fn takes_value(arg: &OsStr) -> bool {
    let is_it = |entry: &&Entry| arg.to_str() == Some(&format!("--{}", entry.name));
    let takes = |entry: &Entry| matches!(entry.action, Action::Value(..) | Action::Later(Some(_)));
    TABLE.iter().find(is_it).is_some_and(takes)
}

fn spread_letters(mut letters: &str, rest: &mut VecDeque<OsString>, all: &mut Vec<OsString>) {
    while let Some(letter) = letters.chars().next() {
        let (first, others) = letters.split_at(letter.len_utf8());
        let has_value = others.starts_with(|next: char| next.is_ascii_digit() || next == '=' || next == '.');
        // What stands behind a letter that takes no value belongs to the next one, and to nobody if it is not a letter.
        let value = if has_value && takes_some(first) { others } else { "" };
        let is_last = others.is_empty();
        let nothing = &mut VecDeque::new();
        spread_letter(first, value, if is_last || needs(first) { &mut *rest } else { nothing }, all);
        letters = &others[value.len()..];
    }
}

/// One letter, with a value that stands directly behind it or comes next.
fn spread_letter(letter: &str, value: &str, rest: &mut VecDeque<OsString>, all: &mut Vec<OsString>) {
    all.push(format!("-{letter}").into());
    let value = value.strip_prefix('=').unwrap_or(value);
    if !value.is_empty() {
        all.push(value.into());
    } else if needs(letter) || takes_some(letter) && rest.front().is_some_and(is_number) {
        all.extend(rest.pop_front());
    }
}

fn is_number(value: &OsString) -> bool {
    value.to_str().is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn entry_of(letter: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.letter == letter)
}

fn needs(letter: &str) -> bool {
    entry_of(letter).is_some_and(|entry| matches!(entry.action, Action::Value(..) | Action::Later(Some(_))))
}

fn takes_some(letter: &str) -> bool {
    needs(letter) || entry_of(letter).is_some_and(|entry| matches!(entry.action, Action::Optional(..)))
}

fn scan(facts: &Facts, mut parser: lexopt::Parser) -> Result<Request, String> {
    let mut options = Options::default();
    let mut given = Given::default();
    while let Some(arg) = parser.next().map_err(|error| complain(&error))? {
        let name = match arg {
            Arg::Short(letter) => format!("-{letter}"),
            Arg::Long(name) => format!("--{name}"),
            Arg::Value(value) => return Err(unexpected(&value)),
        };
        let entry = find(&name)?;
        let wrong = |what: String, text: &OsStr| format!("`{name}` {what}, not `{}`", text.to_string_lossy());
        let mut later = None;
        match entry.action {
            Action::Flag(set) => set(&mut options),
            Action::Value(value, set) => {
                let text = value_of(&mut parser, &name, value)?;
                set(&mut options, &text).map_err(|what| wrong(what, &text))?;
            }
            Action::Optional(_, set) => {
                let text = optional_value(&mut parser, &name);
                set(&mut options, text.as_deref()).map_err(|what| wrong(what, &text.unwrap_or_default()))?;
            }
            Action::Later(None) => {}
            Action::Later(Some(value)) => later = Some(value_of(&mut parser, &name, value)?),
            Action::Print(text) => return Ok(Request::Print(text(facts, &program(facts, &parser)))),
        }
        given.add(entry, name, later);
    }
    combine(facts, options, &given).map(|options| Request::Search(Box::new(options)))
}

fn value_of(parser: &mut lexopt::Parser, name: &str, value: &str) -> Result<OsString, String> {
    parser.value().map_err(|_| format!("`{name}` needs a value: `{name} {value}`; see --help"))
}

/// A value that stands behind an equals sign, or a number behind a letter.
fn optional_value(parser: &mut lexopt::Parser, name: &str) -> Option<OsString> {
    let attached = parser.optional_value();
    if attached.is_some() || name.starts_with("--") {
        return attached;
    }
    parser.try_raw_args()?.next_if(|next| is_number(&next.to_os_string()))
}

/// The name of the program's file, which the user may have renamed; that of the model if the system does not tell.
fn program(facts: &Facts, parser: &lexopt::Parser) -> String {
    let file = parser.bin_name().and_then(|name| Path::new(name).file_name());
    file.map_or(facts.model.to_string(), |file| file.to_string_lossy().into_owned())
}

/// The option that was given as `-m` or `--depth`.
fn find(given: &str) -> Result<&'static Entry, String> {
    let is_it = |entry: &&Entry| spellings(entry).any(|spelling| spelling == given);
    TABLE.iter().find(is_it).ok_or_else(|| refuse(given))
}

fn refuse(given: &str) -> String {
    if NOT_YET.split(' ').any(|name| name == given) {
        return format!("`{given}` is not available in this version; leave it out");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::table::HELP_END;
    use crate::options::{Format, Order, Replace, Selection};
    use crate::report::fixture;
    use crate::search::executions::Listing;
    use std::time::Duration;

    fn request(line: &str) -> Request {
        let args = ["/bin/abp-verifier"].into_iter().chain(line.split_whitespace());
        parse(&fixture::facts(), args.map(OsString::from))
    }

    fn options(line: &str) -> Options {
        match request(line) {
            Request::Search(options) => *options,
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
            trace: Some("t.json".into()),
            json: true,
            verbose: true,
            show_machines: true,
            format: Format::List,
            ..Options::default()
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
        assert_eq!(refusal("--format x"), "`--format` can be columns, list or msc, not `x`");
        assert!(refusal("--trace --json").starts_with("`--trace` needs the name of a file"));
        assert_eq!(refusal("-m"), "`-m` needs a value: `-m N`; see --help");
        assert_eq!(refusal("--json=1"), "`--json` takes no value, but `1` was given; see --help");
        assert!(refusal("abp").starts_with("unexpected argument `abp`"));
    }

    #[test]
    fn searches_of_the_papers_are_understood() {
        assert_eq!(options("-x").selection, Selection::Scatter(1));
        for line in ["-x 3", "-x3", "--scatter=3", "-x=3"] {
            assert_eq!(options(line).selection, Selection::Scatter(3), "{line}");
        }
        assert_eq!(options("-b").selection, Selection::Blast);
        assert_eq!(options("--random --seed 9").selection, Selection::Random(1));
        assert_eq!(options("--progress max").selection, Selection::MaximumProgress);
        assert_eq!((options("--bitstate").bitstate, options("--bitstate=1K").bitstate), (Some(None), Some(Some(1024))));
        let cache = options("-k 4 --replace largest-class");
        assert_eq!((cache.cache, cache.replace, cache.order), (Some(4), Replace::LargestClass, Order::Depth));
        assert_eq!(options("--fold link,t").fold, ["link", "t"]);
        let walk = options("--simulate --steps 7 --runs 8 --seed 18446744073709551615");
        assert_eq!((walk.simulate, walk.steps, walk.runs, walk.seed), (true, Some(7), Some(8), u64::MAX));
        assert_eq!((options("-a").listing, options("-l").listing), (Listing::Prefixes, Listing::Executions));
        assert_eq!(options("-l").order, Order::Depth);
        assert_eq!(options("-F").format, Format::Chart);
        assert_eq!((options("--swarm 5").swarm, options("--unlikely 0").unlikely), (Some(5), Some(0)));
    }

    #[test]
    fn the_manual_lists_values_behind_joined_letters() {
        let expected = Options {
            verbose: true,
            selection: Selection::Scatter(1),
            first: true,
            queue_limit: Some(2),
            depth: Some(14),
            ..Options::default()
        };
        assert_eq!(options("-vxjqm 2 14"), expected);
        assert_eq!(options("-vjx2 -q2 -m 14").selection, Selection::Scatter(2));
        assert!(refusal("-vj2").starts_with("unknown option `-2`"));
        assert!(refusal("-qm 2").starts_with("`-m` needs a value"));
    }

    #[test]
    fn classes_are_those_of_the_manual() {
        // The processes of the fixture have three states each.
        let class = |number: u32| {
            let it = options(&format!("-c {number}"));
            assert!(it.verbose && it.first, "{number}");
            (it.selection, it.depth, it.listing)
        };
        assert_eq!(class(0), (Selection::Blast, Some(72), Listing::Executions));
        assert_eq!(class(1), (Selection::Scatter(1), Some(18), Listing::Errors));
        assert_eq!(class(2), (Selection::Scatter(1), Some(72), Listing::Errors));
        assert_eq!(class(3), (Selection::All, Some(13), Listing::Errors));
        assert_eq!(class(4), (Selection::All, Some(18), Listing::Errors));
        assert_eq!(class(5), (Selection::All, Some(72), Listing::Errors));
        assert_eq!(options("-c 1 -m 5 -x 2").depth, Some(5));
        assert_eq!(refusal("-c 6"), "`-c` needs a class from 0 to 5, not `6`");
    }

    #[test]
    fn a_full_search_leaves_nothing_out() {
        let full = options("-e -c 1 -m 5");
        assert_eq!((full.selection, full.depth, full.first), (Selection::All, None, true));
    }

    #[test]
    fn what_excludes_each_other_is_refused() {
        assert!(refusal("--dfs -v --bfs").starts_with("`--dfs` and `--bfs` exclude each other"));
        for line in [
            "-x -b",
            "--random --progress fair",
            "--bfs -k 3",
            "--bfs -l",
            "--simulate --bitstate",
            "--simulate --dfs",
            "--swarm 3 --fold t",
            "-e --bitstate",
            "--unlikely 3 --dfs",
            "--bitstate -k 2",
            "--swarm 2 --simulate",
            "--swarm 2 -l",
        ] {
            assert!(refusal(line).contains("exclude each other"), "{line}: {}", refusal(line));
        }
        for line in ["--seed 3", "--hashes 2", "--runs 4", "--steps 4", "--replace most"] {
            assert!(refusal(line).contains("means something only with"), "{line}: {}", refusal(line));
        }
        options("--swarm 3 --bitstate=1M --hashes 2 --seed 4");
    }

    #[test]
    fn names_must_be_in_the_specification() {
        assert_eq!(refusal("--guide near"), "the specification has no `guide near`; guides: none");
        assert!(
            refusal("--fold link,nobody")
                .contains("no process, queue or variable `nobody`; processes: sender, hop[0],")
        );
        assert!(refusal("--memory 64M --bitstate=64M").contains("must be smaller than `--memory`"));
    }

    #[test]
    fn what_is_not_there_yet_is_refused_by_name() {
        for name in NOT_YET.split(' ') {
            assert!(refusal(name).starts_with(&format!("`{name}` is not available in this version")), "{name}");
        }
        assert!(refusal("--cycles=progress").starts_with("`--cycles` is not available"));
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
