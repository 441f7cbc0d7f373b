//! One search, repeated while it is short: what it found and what it cost.

use argos_benches::statistics::best;
use argos_benches::verifier::{Search, Verifier};
use argos_benches::workshop::Result;
use std::time::Duration;

/// No search takes longer; one that would is shown with an open mark.
pub const LIMIT: &str = "20s";
const ROUNDS: usize = 3;
/// A search that has taken so long in all is not repeated.
const ENOUGH: Duration = Duration::from_secs(3);

#[derive(Clone)]
pub struct Measured {
    /// Distinct states that were found.
    pub states: u64,
    /// How often a state was explored, again and again included; 0 if the search does not count this.
    pub explored: u64,
    /// What a partial store held at the end.
    pub stored: Option<u64>,
    /// States in which the protocol is stuck.
    pub stuck: u64,
    /// Distinct errors.
    pub places: u64,
    /// Processor time of the best round, from the start of the program to its end. None if nothing was run.
    pub seconds: Option<f64>,
    /// Whether the time limit stopped it.
    pub is_stopped: bool,
}

impl Measured {
    /// Nothing was run: so many states, of which so many were met again.
    pub fn counted(states: u64, again: u64) -> Measured {
        Measured { states, explored: again, stored: None, stuck: 0, places: 0, seconds: None, is_stopped: false }
    }
}

/// Runs a verifier with these options.
pub fn measure(verifier: &Verifier, options: &[&str]) -> Result<Measured> {
    let options = [options, &["--time-limit", LIMIT]].concat();
    let search = verifier.search(&options)?;
    let mut times = vec![search.cost.cpu];
    while times.len() < ROUNDS && times.iter().sum::<Duration>() < ENOUGH {
        times.push(verifier.search(&options)?.cost.cpu);
    }
    Ok(Measured { seconds: Some(best(&times)), ..read(&search)? })
}

fn read(search: &Search) -> Result<Measured> {
    let report = &search.report;
    let errors = report["errors"].as_array().ok_or("the report has no errors")?;
    let limits = report["search"]["limits_hit"].as_array().ok_or("the report has no limits")?;
    Ok(Measured {
        states: search.number("states")?,
        explored: report["explored"].as_u64().unwrap_or(0),
        stored: report["stored"].as_u64(),
        stuck: errors.iter().filter(|error| is_stuck(&error["kind"])).filter_map(|error| error["count"].as_u64()).sum(),
        places: errors.len() as u64,
        seconds: None,
        is_stopped: limits.iter().any(|limit| limit == "time"),
    })
}

/// The papers call all of these deadlocks.
fn is_stuck(kind: &serde_json::Value) -> bool {
    ["deadlock", "buffer_lock", "unspecified_reception"].iter().any(|stuck| kind == stuck)
}

impl Measured {
    /// What a search that was not run would find.
    pub fn computed(states: u64) -> Measured {
        Measured { states, explored: 0, stored: None, stuck: 0, places: 0, seconds: None, is_stopped: false }
    }

    /// Processor time; 0 if nothing was run.
    pub fn time(&self) -> f64 {
        self.seconds.unwrap_or(0.0)
    }

    /// How much more was explored than there is, in percent.
    pub fn double_work(&self) -> f64 {
        100.0 * self.explored.saturating_sub(self.states) as f64 / self.states as f64
    }
}
