//! Specifications, and searches of them that are watched.

use crate::common::verify::{Task, least_words, perform};
use crate::common::{Folder, examples_folder};
use argos_runtime::options::Options;
use argos_runtime::outcome::Outcome;
use argos_runtime::protocol::{Facts, Protocol, Sink, Vector};
use argos_runtime::search::search;
use argos_runtime::search::watch::Watch;
use argos_runtime::value::Fault;
use argosc::pipeline::{Compilation, Program, compile};
use argosc::rules::RuleSet;
use std::collections::HashSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

/// A specification without errors.
pub struct Spec {
    compilation: Compilation,
    pub set: RuleSet,
}

impl Spec {
    pub fn new(text: &str) -> Spec {
        let compilation = compile("spec.argos", text.into(), &Default::default(), &Folder(examples_folder()));
        let errors: Vec<String> = compilation.diagnostics.iter().map(|it| format!("{it:?}")).collect();
        let Some(program) = &compilation.program else { panic!("errors: {errors:#?}") };
        let set = program.rules(true, &compilation.sources).expect("the vector is short enough");
        Spec { compilation, set }
    }

    pub fn program(&self) -> &Program {
        self.compilation.program.as_ref().expect("there are no errors")
    }

    /// Searches, until states have been looked at so many times.
    pub fn search_within(&self, most: u64, options: &Options) -> Seen {
        let seen = perform(&self.set, least_words(options), &Search { options, most });
        let words = self.set.layout.words as usize;
        let shorten = |mut state: Vec<u64>| {
            state.truncate(words);
            state
        };
        Seen { explored: seen.explored.into_iter().map(shorten).collect(), ..seen }
    }

    pub fn search(&self, options: &Options) -> Seen {
        self.search_within(u64::MAX, options)
    }
}

/// A search, and the states it has looked at.
pub struct Seen {
    pub outcome: Outcome,
    pub explored: HashSet<Vec<u64>>,
}

struct Search<'o> {
    options: &'o Options,
    most: u64,
}

impl Task for Search<'_> {
    type Result = Seen;

    fn run<P: Protocol>(&self, protocol: &P) -> Seen {
        let interrupted = Arc::new(AtomicBool::new(false));
        let watched = Watched {
            protocol,
            explored: Mutex::default(),
            looks: AtomicU64::new(0),
            most: self.most,
            interrupted: interrupted.clone(),
        };
        let outcome = search(&watched, self.options, Watch::over(self.options, interrupted).silently());
        let explored = watched.explored.into_inner().expect("no thread has panicked");
        Seen { outcome, explored: explored.iter().map(|state| state.as_ref().to_vec()).collect() }
    }
}

/// A protocol that knows which states were looked at, and interrupts a search that goes on for too long.
struct Watched<'p, P: Protocol> {
    protocol: &'p P,
    explored: Mutex<HashSet<P::State>>,
    looks: AtomicU64,
    most: u64,
    interrupted: Arc<AtomicBool>,
}

impl<P: Protocol> Watched<'_, P> {
    fn see(&self, state: &P::State) {
        self.explored.lock().expect("no thread has panicked").insert(*state);
        if self.looks.fetch_add(1, Relaxed) >= self.most {
            self.interrupted.store(true, Relaxed);
        }
    }
}

impl<P: Protocol> Protocol for Watched<'_, P> {
    type State = P::State;

    fn facts(&self) -> &Facts {
        self.protocol.facts()
    }

    fn initial(&self) -> Self::State {
        self.protocol.initial()
    }

    fn steps(&self, state: &Self::State, limit: u32, sink: &mut impl Sink<Self::State>) {
        self.see(state);
        self.protocol.steps(state, limit, sink);
    }

    fn steps_at(
        &self,
        process: u32,
        control: u32,
        states: &[Self::State],
        limit: u32,
        sink: &mut impl Sink<Self::State>,
    ) {
        // A longer vector may be a part of a state, and nothing else in it.
        if process == 0 && P::State::WORDS == 1 {
            states.iter().for_each(|state| self.see(state));
        }
        self.protocol.steps_at(process, control, states, limit, sink);
    }

    fn timeouts(&self, state: &Self::State, limit: u32, sink: &mut impl Sink<Self::State>) {
        self.protocol.timeouts(state, limit, sink);
    }

    fn invariants(&self, state: &Self::State, limit: u32, report: &mut impl FnMut(u32, Option<Fault>)) {
        self.protocol.invariants(state, limit, report);
    }

    fn guide(&self, number: u32, state: &Self::State, limit: u32) -> Result<i32, Fault> {
        self.protocol.guide(number, state, limit)
    }

    fn queue_index(&self, rule: u32, state: &Self::State, limit: u32) -> usize {
        self.protocol.queue_index(rule, state, limit)
    }
}
