//! Which options go together, and what those mean that depend on the protocol or on all others.

use super::table::Entry;
use super::{Options, Order, Selection};
use crate::protocol::Facts;
use crate::search::executions::Listing;
use crate::search::fold::fields;
use std::ffi::{OsStr, OsString};

/// The options that were given: their names in the table (a letter where there is none), and as the user wrote them.
#[derive(Default)]
pub struct Given {
    names: Vec<(&'static str, String)>,
    class: Option<(String, OsString)>,
}

impl Given {
    /// Adds one. `value`: what is left to be understood.
    pub fn add(&mut self, entry: &'static Entry, written: String, value: Option<OsString>) {
        if let Some(value) = value {
            self.class = Some((written.clone(), value));
        }
        self.names.push((entry.name, written));
    }

    /// As the user wrote an option.
    fn written(&self, name: &str) -> Option<&str> {
        self.names.iter().find(|(known, _)| *known == name).map(|(_, written)| written.as_str())
    }

    fn has(&self, name: &str) -> bool {
        self.written(name).is_some()
    }
}

/// Options of which none goes with any of some others, and why.
type Exclusion = (&'static [&'static str], &'static [&'static str], &'static str);

const SELECTIONS: &[&str] = &["scatter", "blast", "random", "progress"];
/// Orders that are not depth first.
const OTHER_ORDERS: &[&str] = &["bfs", "guide", "unlikely"];
/// What random walks and swarms do in their own way.
const OWN_WAY: &[&str] = &[
    "simulate",
    "swarm",
    "bfs",
    "dfs",
    "cache",
    "loop-states",
    "fold",
    "guide",
    "unlikely",
    "prefixes",
    "executions",
    "class",
];

const EXCLUSIONS: &[Exclusion] = &[
    (&["dfs"], &["bfs"], "a search has one order"),
    (&["guide", "unlikely"], &["guide", "unlikely", "bfs", "dfs"], "each is an order of its own"),
    (SELECTIONS, SELECTIONS, "of the successors of a state, one of them chooses"),
    (OTHER_ORDERS, &["cache", "loop-states"], "only a search depth first can do without some states"),
    (OTHER_ORDERS, &["prefixes", "executions"], "only a search depth first follows executions one by one"),
    (&["bitstate"], &["cache"], "each is a way to store states"),
    (&["exhaustive"], &["bitstate", "simulate", "swarm", "fold", "unlikely"], "that is never sure to be a full search"),
    (&["simulate"], &["bitstate"], "random walks store no states"),
    (&["simulate", "swarm"], OWN_WAY, "random walks and swarms go about it in their own way"),
];

/// Options that mean something only with one of others.
const NEEDS: &[(&str, &[&str])] = &[
    ("hashes", &["bitstate", "swarm"]),
    ("seed", &["bitstate", "random", "simulate", "swarm"]),
    ("runs", &["bitstate", "simulate"]),
    ("steps", &["simulate"]),
    ("replace", &["cache"]),
];

/// The options as they are meant, or why they mean nothing.
pub fn combine(facts: &Facts, mut options: Options, given: &Given) -> Result<Options, String> {
    check_exclusive(given)?;
    check_needs(given)?;
    if let Some((written, class)) = &given.class {
        set_class(facts, &mut options, given, class)
            .ok_or_else(|| format!("`{written}` needs a class from 0 to 5, not `{}`", class.to_string_lossy()))?;
    }
    if given.has("exhaustive") {
        (options.depth, options.selection) = (None, Selection::All);
    }
    if options.cache.is_some() || options.loop_states || options.listing != Listing::Errors {
        options.order = Order::Depth;
    }
    check_names(facts, &options)?;
    check_memory(&options)?;
    Ok(options)
}

fn check_exclusive(given: &Given) -> Result<(), String> {
    for (some, others, why) in EXCLUSIONS {
        for name in *some {
            let other = others.iter().filter(|other| *other != name).find_map(|other| given.written(other));
            if let (Some(first), Some(second)) = (given.written(name), other) {
                return Err(format!("`{first}` and `{second}` exclude each other: {why}; give one of them"));
            }
        }
    }
    Ok(())
}

fn check_needs(given: &Given) -> Result<(), String> {
    for (name, others) in NEEDS {
        if let Some(written) = given.written(name)
            && !others.iter().any(|other| given.has(other))
        {
            let others: Vec<String> = others.iter().map(|other| format!("`--{other}`")).collect();
            return Err(format!(
                "`{written}` means something only with {}; add that, or leave it out",
                others.join(" or ")
            ));
        }
    }
    Ok(())
}

/// The manual's classes of validation. What the user says otherwise counts more.
fn set_class(facts: &Facts, options: &mut Options, given: &Given, class: &OsStr) -> Option<()> {
    let class: u32 = class.to_str()?.parse().ok().filter(|class| *class <= 5)?;
    let states: usize = facts.processes.iter().map(|process| process.states.len()).sum();
    // In halves of this number: 1.5 times is three.
    let depth = states as u32 * [16, 4, 16, 3, 4, 16][class as usize] / 2;
    (options.verbose, options.first) = (true, true);
    options.depth = options.depth.or(Some(depth));
    if options.selection == Selection::All {
        options.selection = [Selection::Blast, Selection::Scatter(1), Selection::Scatter(1)]
            .get(class as usize)
            .copied()
            .unwrap_or(Selection::All);
    }
    if class == 0 && options.listing == Listing::Errors && !given.has("bfs") {
        options.listing = Listing::Executions;
    }
    Some(())
}

fn check_names(facts: &Facts, options: &Options) -> Result<(), String> {
    if let Some(name) = options.guide.as_ref().filter(|name| facts.guides.iter().all(|guide| guide.name != **name)) {
        let names = list(facts.guides.iter().map(|guide| guide.name.as_ref()));
        return Err(format!("the specification has no `guide {name}`; guides: {names}"));
    }
    if let Some(name) = options.fold.iter().find(|name| fields(facts, name).is_empty()) {
        let processes = list(facts.processes.iter().map(|process| process.name.as_ref()));
        let queues = list(facts.queues.iter().map(|queue| queue.name.as_ref()));
        let variables = list(facts.variables.iter().map(|variable| variable.name.as_ref()));
        return Err(format!(
            "`--fold`: the specification has no process, queue or variable `{name}`; processes: {processes}; queues: \
             {queues}; variables: {variables}"
        ));
    }
    Ok(())
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "none".to_string() } else { names.join(", ") }
}

fn check_memory(options: &Options) -> Result<(), String> {
    match (options.bitstate.flatten(), options.memory) {
        (Some(array), Some(memory)) if array >= memory => {
            Err("the array of `--bitstate` must be smaller than `--memory`, which is for everything".to_string())
        }
        _ => Ok(()),
    }
}
