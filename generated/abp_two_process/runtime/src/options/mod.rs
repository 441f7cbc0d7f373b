//! The command line of a verifier: from arguments to [`Options`].
//!
//! Each option is one line of a table (`table`), which gives both its meaning and its help; `parse` reads a command line, `combine`
//! knows which options go together. What comes out always has a meaning: combinations of options that have none are refused, with
//! the reason.

mod combine;
mod parse;
mod table;
mod values;

pub use parse::{Request, parse};

use crate::search::executions::Listing;
use std::path::PathBuf;
use std::time::Duration;

/// In what order states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// All states after n steps before any after n + 1: traces are shortest ones.
    Breadth,
    /// One execution to its end before the next.
    Depth,
}

/// How a search goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Level by level.
    Breadth,
    /// One execution after the other.
    Depth,
    /// The cheapest state first.
    Best,
    /// At random.
    Walk,
}

/// Which successors of a state are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// All.
    All,
    /// Those of so many processes, by what they can do.
    Scatter(u32),
    /// One, by what it is.
    Blast,
    /// So many, at random.
    Random(u32),
    /// Those of the process that was chosen least often.
    FairProgress,
    /// Those of the process that was chosen most often.
    MaximumProgress,
}

/// Which state a full cache forgets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replace {
    /// The one that was stored first.
    Oldest,
    /// Any.
    Random,
    /// One that was met most often.
    Most,
    /// One that was met least often.
    Least,
    /// One that was met as often as most of them.
    LargestClass,
    /// One from the lower half of the tree.
    Deepest,
}

/// How traces are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A column for each queue, as in the papers.
    Columns,
    /// A line for each step.
    List,
    /// A message sequence chart: a column for each process.
    Chart,
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
    /// Which successors are explored.
    pub selection: Selection,
    /// Executions with more unlikely steps are not looked at, and those with fewer first.
    pub unlikely: Option<u32>,
    /// The name of the cost expression by which states are chosen.
    pub guide: Option<String>,
    /// What does not count when states are compared.
    pub fold: Vec<String>,
    /// At most so many thousand states are stored.
    pub cache: Option<u32>,
    /// Which state the cache forgets.
    pub replace: Replace,
    /// Only states in which a process is at the start of a loop are stored.
    pub loop_states: bool,
    /// Supertrace, with an array of this many bytes.
    pub bitstate: Option<Option<u64>>,
    /// Bits of a state in the array.
    pub hashes: Option<u32>,
    /// What all that is random depends on.
    pub seed: u64,
    /// How many times supertrace is run, or how many random walks are made.
    pub runs: Option<u32>,
    /// Random walks.
    pub simulate: bool,
    /// The longest walk.
    pub steps: Option<u32>,
    /// So many small partial searches.
    pub swarm: Option<u32>,
    /// Successors are looked at in an order that this number decides. A swarm uses it.
    pub shuffle: Option<u64>,
    /// Which executions are shown beside those that lead to errors.
    pub listing: Listing,
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
    /// As many states and more are expanded together: fewer are not worth it, and one after the other their successors are
    /// found in the order of the text, so that traces of small protocols are what one expects.
    pub together_from: usize,
    /// A component with more different contents is split into its parts.
    pub many_contents: u32,
    /// Pairs of components that have no more contents together are joined ...
    pub few_contents: usize,
    /// ... when so many states are known.
    pub join_from: usize,
    /// Bits of the keys of states with several components.
    pub key_bits: u32,
    /// States of a cache of size 1.
    pub cache_unit: usize,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            threads_from: 1 << 10,
            together_from: 1 << 7,
            many_contents: 1 << 12,
            few_contents: 1 << 11,
            join_from: 1 << 17,
            key_bits: 61,
            cache_unit: 1000,
        }
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
            selection: Selection::All,
            unlikely: None,
            guide: None,
            fold: Vec::new(),
            cache: None,
            replace: Replace::Oldest,
            loop_states: false,
            bitstate: None,
            hashes: None,
            seed: 0,
            runs: None,
            simulate: false,
            steps: None,
            swarm: None,
            shuffle: None,
            listing: Listing::Errors,
            tuning: Tuning::default(),
            trace: None,
            json: false,
            verbose: false,
            show_machines: false,
            format: Format::Columns,
        }
    }
}

impl Options {
    /// How a search with these options goes about it.
    pub fn engine(&self) -> Engine {
        match self.order {
            _ if self.simulate => Engine::Walk,
            _ if self.guide.is_some() || self.unlikely.is_some() => Engine::Best,
            Order::Depth => Engine::Depth,
            Order::Breadth if self.fold.is_empty() => Engine::Breadth,
            Order::Breadth => Engine::Best,
        }
    }

    /// What is chosen depends on what was chosen before.
    pub fn remembers_choices(&self) -> bool {
        matches!(self.selection, Selection::FairProgress | Selection::MaximumProgress)
    }
}
