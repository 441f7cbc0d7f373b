//! Assertions and claims to automata.
//!
//! `assert { }` and `error { }` become deterministic machines by subset construction, in which `skip` is an empty move,
//! and are minimised: so an assertion is one small integer in the state vector. A claim (`never`) stays nondeterministic;
//! in it a `skip` written by the user is a step (resolution has made it a condition that is always true), and only
//! `break`, `goto` and falling out of a block are empty moves.

use crate::ast::MonitorKind;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::machine::{ActionId, DRAFT_END, Draft, Kinds, StateId, draft};
use crate::minimize::coarsest_partition;
use crate::model::{Action, LabelId, Model};
use crate::source::{Name, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// States that subset construction may make.
const MAX_STATES: usize = 1 << 16;
/// Members of all subsets together.
const MAX_MEMBERS: usize = 1 << 24;

/// The machine of an assertion or a claim.
#[derive(Clone, Debug)]
pub struct Automaton {
    pub name: Name,
    pub kind: AutomatonKind,
    /// Where it starts: one state for assertions.
    pub starts: Vec<StateId>,
    pub states: Vec<AutomatonState>,
    /// Everything it names, reachable or not: the scope of an assertion.
    pub actions: Vec<Action>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutomatonKind {
    Assert,
    Error,
    Never,
}

impl AutomatonKind {
    pub fn word(self) -> &'static str {
        match self {
            AutomatonKind::Assert => "assert",
            AutomatonKind::Error => "error",
            AutomatonKind::Never => "never",
        }
    }
}

#[derive(Clone, Debug)]
pub struct AutomatonState {
    /// It can be at its end here.
    pub end: bool,
    /// An `accept` label stands here.
    pub accept: bool,
    pub edges: Vec<(ActionId, StateId)>,
}

/// Builds the automata of all assertions, then that of the claim.
pub fn build_automata(model: &Model, diagnostics: &mut Diagnostics) -> Vec<Automaton> {
    let mut automata = Vec::new();
    let mut add = |name: Name, kind: AutomatonKind, span: Span, built: Option<Automaton>| match built {
        Some(automaton) => automata.push(merge_equivalent(Automaton { name, kind, ..automaton })),
        None => diagnostics.add(
            Diagnostic::new(
                Code::MonitorTooLarge,
                span,
                format!("the machine of this `{}` grows too large", kind.word()),
            )
            .note(format!("it has more than {MAX_STATES} states, or too many of its own states are possible at once"))
            .hint("every choice it leaves open at once doubles its states; say sooner which option is taken"),
        ),
    };
    for monitor in &model.monitors {
        let kind = match monitor.kind {
            MonitorKind::Assert => AutomatonKind::Assert,
            MonitorKind::Error => AutomatonKind::Error,
        };
        let draft = draft(&monitor.body, monitor.span);
        add(monitor.name.clone(), kind, monitor.span, EmptyMoves::new(&draft).determinise());
    }
    if let Some(never) = &model.never {
        let draft = draft(&never.body, never.span);
        let accepts = |label: &LabelId| Kinds::of_label(&never.body[*label].name).accept;
        let accepting = draft.states.iter().map(|state| state.labels.iter().any(accepts)).collect();
        add("never".into(), AutomatonKind::Never, never.span, EmptyMoves::new(&draft).eliminate(accepting));
    }
    automata
}

/// The two ways to get rid of empty moves, with a limit on the work.
struct EmptyMoves<'d> {
    draft: &'d Draft,
    /// Members of all sets of states that were computed.
    members: usize,
}

impl<'d> EmptyMoves<'d> {
    fn new(draft: &'d Draft) -> Self {
        EmptyMoves { draft, members: 0 }
    }

    fn is_empty_move(&self, action: ActionId) -> bool {
        self.draft.actions[action.0 as usize] == Action::Skip
    }

    /// The states that a set of states leads to by empty moves, itself included; `None` beyond the limit.
    fn closure(&mut self, start: impl IntoIterator<Item = usize>) -> Option<BTreeSet<usize>> {
        let mut reached = BTreeSet::new();
        let mut work: Vec<usize> = start.into_iter().collect();
        while let Some(state) = work.pop() {
            if reached.insert(state) {
                let edges = self.draft.states[state].edges.iter();
                work.extend(edges.filter(|edge| self.is_empty_move(edge.action)).map(|edge| edge.target));
            }
        }
        self.members += reached.len();
        (self.members <= MAX_MEMBERS).then_some(reached)
    }

    /// The steps that can be taken in some states: action and target.
    fn steps<'s>(
        &'s self,
        states: impl IntoIterator<Item = usize> + 's,
    ) -> impl Iterator<Item = (ActionId, usize)> + 's {
        let edges = states.into_iter().flat_map(|state| &self.draft.states[state].edges);
        edges.filter(|edge| !self.is_empty_move(edge.action)).map(|edge| (edge.action, edge.target))
    }

    /// Subset construction. State 0 is the start.
    fn determinise(mut self) -> Option<Automaton> {
        let start = self.closure([self.draft.start])?;
        let mut numbers: HashMap<BTreeSet<usize>, StateId> = HashMap::from([(start.clone(), StateId(0))]);
        let mut subsets = vec![start];
        let mut states = Vec::new();
        while let Some(subset) = subsets.get(states.len()).cloned() {
            let end = subset.contains(&DRAFT_END);
            let mut moves: BTreeMap<ActionId, Vec<usize>> = BTreeMap::new();
            for (action, target) in self.steps(subset) {
                moves.entry(action).or_default().push(target);
            }
            let mut edges = Vec::new();
            for (action, targets) in moves {
                let target = self.closure(targets)?;
                let next = StateId(subsets.len() as u32);
                let number = *numbers.entry(target.clone()).or_insert(next);
                if number == next {
                    subsets.push(target);
                }
                edges.push((action, number));
            }
            states.push(AutomatonState { end, accept: false, edges });
            if subsets.len() > MAX_STATES {
                return None;
            }
        }
        Some(self.automaton(vec![StateId(0)], states))
    }

    /// Stays nondeterministic: an edge leads to every state that its target leads to by empty moves, so that a run is at
    /// each labelled state it comes through. A state with an `accept` label has the edges of all states it leads to by
    /// empty moves, so that a run which only passes it can be at it.
    fn eliminate(mut self, accepting: Vec<bool>) -> Option<Automaton> {
        let mut numbers: HashMap<usize, StateId> = HashMap::new();
        let mut order: Vec<usize> = Vec::new();
        let mut number = |state: usize, order: &mut Vec<usize>| {
            *numbers.entry(state).or_insert_with(|| {
                order.push(state);
                StateId(order.len() as u32 - 1)
            })
        };
        let starts = self.stops(self.draft.start, &accepting)?;
        let starts = starts.into_iter().map(|state| number(state, &mut order)).collect();
        let mut states: Vec<AutomatonState> = Vec::new();
        while let Some(&state) = order.get(states.len()) {
            let accept = accepting[state];
            let origins = if accept { self.closure([state])? } else { BTreeSet::from([state]) };
            let steps: Vec<_> = self.steps(origins).collect();
            let mut edges = Vec::new();
            for (action, target) in steps {
                let stops = self.stops(target, &accepting)?;
                edges.extend(stops.into_iter().map(|stop| (action, number(stop, &mut order))));
            }
            edges.sort_unstable();
            edges.dedup();
            states.push(AutomatonState { end: state == DRAFT_END, accept, edges });
        }
        Some(self.automaton(starts, states))
    }

    /// Where a run can be after empty moves: at the end, at an `accept` label, or where it can take a step.
    fn stops(&mut self, from: usize, accepting: &[bool]) -> Option<Vec<usize>> {
        let reached = self.closure([from])?.into_iter();
        let is_stop = |&state: &usize| state == DRAFT_END || accepting[state] || self.steps([state]).next().is_some();
        Some(reached.filter(is_stop).collect())
    }

    fn automaton(&self, starts: Vec<StateId>, states: Vec<AutomatonState>) -> Automaton {
        let actions = self.draft.actions.clone();
        Automaton { name: "".into(), kind: AutomatonKind::Assert, starts, states, actions }
    }
}

/// Merges the strongly equivalent states. In a deterministic machine that is the smallest one.
fn merge_equivalent(automaton: Automaton) -> Automaton {
    let initial: Vec<u32> =
        automaton.states.iter().map(|state| u32::from(state.end) + 2 * u32::from(state.accept)).collect();
    let edges = automaton
        .states
        .iter()
        .enumerate()
        .flat_map(|(from, state)| state.edges.iter().map(move |(action, to)| (from as u32, action.0, to.0)));
    let class_of = coarsest_partition(&initial, &edges.collect::<Vec<_>>());
    let class = |state: StateId| StateId(class_of[state.0 as usize]);
    let mut states: Vec<AutomatonState> = Vec::new();
    for (number, state) in automaton.states.iter().enumerate() {
        if class_of[number] as usize == states.len() {
            let mut edges: Vec<_> = state.edges.iter().map(|&(action, target)| (action, class(target))).collect();
            edges.sort_unstable();
            edges.dedup();
            states.push(AutomatonState { edges, ..state.clone() });
        }
    }
    let mut starts: Vec<StateId> = automaton.starts.iter().map(|start| class(*start)).collect();
    starts.sort_unstable();
    starts.dedup();
    Automaton { starts, states, ..automaton }
}
