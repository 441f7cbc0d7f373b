//! Watches over a running search: the clock, the interrupt key, the progress report.
//!
//! On a terminal the progress is one line that is written over; elsewhere it is a line each time. Errors are announced the
//! moment they are found; only a search that is over within a second does not announce what its report says at once.

use super::errors::Errors;
use crate::memory::Budget;
use crate::options::Options;
use crate::outcome::{ErrorFound, Limit, Outcome};
use crate::protocol::Facts;
use crate::report::human::notice;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The clock is looked at once in so many states.
const STATES_PER_LOOK: u64 = 256;
/// How often the line on a terminal changes.
const LIVE: Duration = Duration::from_millis(200);
/// How often a line is written elsewhere, as in the manual.
const ELSEWHERE: Duration = Duration::from_secs(120);
/// A longer line would not be written over on most terminals.
const LINE: usize = 79;
/// For so long nothing is announced.
const QUIET: Duration = Duration::from_secs(1);

/// Watches over one search.
pub struct Watch {
    start: Instant,
    deadline: Option<Instant>,
    interrupted: Arc<AtomicBool>,
    /// The clock is looked at when so many states have been expanded or explored again.
    next_look: u64,
    output: Output,
    every: Duration,
    next_report: Instant,
    line_is_open: bool,
    /// Standard output is for JSON.
    is_for_json: bool,
    /// Errors that are still to be announced.
    unannounced: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Output {
    Silent,
    Lines,
    Live,
}

impl Watch {
    /// Says nothing, ends nothing.
    pub fn silent() -> Watch {
        Watch::new(Output::Silent, None, ELSEWHERE, Arc::default())
    }

    /// Watches as the options say; the flag is set when the user interrupts.
    pub fn over(options: &Options, interrupted: Arc<AtomicBool>) -> Watch {
        let is_terminal = std::io::stderr().is_terminal();
        let (output, every) = if is_terminal { (Output::Live, LIVE) } else { (Output::Lines, ELSEWHERE) };
        let watch = Watch::new(output, options.time_limit, options.report_every.unwrap_or(every), interrupted);
        Watch { is_for_json: options.json, ..watch }
    }

    /// Watches over one of several searches that have this time together.
    pub fn over_part(&self) -> Watch {
        let now = Instant::now();
        Watch {
            interrupted: self.interrupted.clone(),
            next_look: 0,
            next_report: now + self.every,
            line_is_open: false,
            unannounced: Vec::new(),
            ..*self
        }
    }

    /// The same for a search that may take at most this time.
    pub fn within(self, time: Option<Duration>) -> Watch {
        let own = time.and_then(|time| Instant::now().checked_add(time));
        Watch { deadline: [self.deadline, own].into_iter().flatten().min(), ..self }
    }

    /// The time is over.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same, without a word.
    pub fn silently(self) -> Watch {
        Watch { output: Output::Silent, ..self }
    }

    fn new(output: Output, limit: Option<Duration>, every: Duration, interrupted: Arc<AtomicBool>) -> Watch {
        let start = Instant::now();
        Watch {
            start,
            deadline: limit.and_then(|limit| start.checked_add(limit)),
            interrupted,
            next_look: 0,
            output,
            every,
            next_report: start + every,
            line_is_open: false,
            is_for_json: false,
            unannounced: Vec::new(),
        }
    }

    /// Reports progress when it is time to; tells why the search must end now, if it must.
    #[inline]
    pub fn look(&mut self, outcome: &Outcome, errors: &Errors, budget: &Budget) -> Option<Limit> {
        // A search that explores states again counts only these as work.
        let work = outcome.expanded.max(outcome.explored);
        if work < self.next_look {
            return None;
        }
        self.next_look = work + STATES_PER_LOOK;
        self.look_closely(outcome, errors, budget)
    }

    #[cold]
    fn look_closely(&mut self, outcome: &Outcome, errors: &Errors, budget: &Budget) -> Option<Limit> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(Limit::Interrupt);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Limit::Time);
        }
        if !self.unannounced.is_empty() && now >= self.start + QUIET {
            self.announce();
        }
        if now >= self.next_report {
            self.next_report = now + self.every;
            self.report(outcome, errors, budget);
        }
        None
    }

    /// Reports progress in other words when it is time to.
    pub fn tell(&mut self, line: &str) {
        let now = Instant::now();
        if now >= self.next_report {
            self.next_report = now + self.every;
            self.write_progress(line);
        }
    }

    fn report(&mut self, outcome: &Outcome, errors: &Errors, budget: &Budget) {
        let seconds = self.start.elapsed().as_secs_f64();
        self.write_progress(&format!(
            "{seconds:.0} s: {} states, {} transitions, depth {}, {} to go, {}B, {}/s, {} errors",
            short(outcome.states),
            short(outcome.transitions),
            outcome.depth,
            short(outcome.states.saturating_sub(outcome.expanded)),
            short(budget.used()),
            short((outcome.states as f64 / seconds) as u64),
            errors.len(),
        ));
    }

    fn write_progress(&mut self, line: &str) {
        match self.output {
            Output::Silent => {}
            Output::Lines => say(&format!("{line}\n")),
            Output::Live => {
                let line: String = line.chars().take(LINE).collect();
                say(&format!("\r{line}\u{1b}[K"));
                self.line_is_open = true;
            }
        }
    }

    /// Shows something while the search goes on: on standard output, unless that is for JSON. If nobody reads it any more, that is
    /// an interrupt.
    pub fn show(&mut self, text: &str) {
        self.close_line();
        match self.output {
            Output::Silent => {}
            _ if self.is_for_json => say(text),
            _ => {
                let is_read = std::io::stdout().lock().write_all(text.as_bytes()).is_ok();
                self.interrupted.fetch_or(!is_read, Ordering::Relaxed);
            }
        }
    }

    /// Announces an error, now or when the search turns out to be long.
    pub fn error(&mut self, facts: &Facts, error: &ErrorFound) {
        if self.output != Output::Silent {
            self.unannounced.push(notice(facts, error));
            if self.start.elapsed() >= QUIET {
                self.announce();
            }
        }
    }

    fn announce(&mut self) {
        self.close_line();
        self.unannounced.drain(..).for_each(|notice| say(&format!("{notice}\n")));
    }

    /// The seconds since it began to watch.
    pub fn elapsed(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Ends the report; gives the seconds the search took.
    pub fn finish(&mut self) -> f64 {
        self.close_line();
        self.start.elapsed().as_secs_f64()
    }

    fn close_line(&mut self) {
        if std::mem::take(&mut self.line_is_open) {
            say("\r\u{1b}[K");
        }
    }
}

/// A number in at most four digits: 999, 1.2k, 34.5M.
fn short(number: u64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match units.iter().find(|(unit, _)| number as f64 >= *unit) {
        Some((unit, name)) => format!("{:.1}{name}", number as f64 / unit),
        None => number.to_string(),
    }
}

/// Writes to standard error; if that is gone, there is nobody to tell.
fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
