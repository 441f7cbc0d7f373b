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
use crate::model::{Action, Body, Model};
use crate::source::Name;
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
    for monitor in &model.monitors {
        let kind = match monitor.kind {
            MonitorKind::Assert => AutomatonKind::Assert,
            MonitorKind::Error => AutomatonKind::Error,
        };
        match determinise(&draft(&monitor.body, monitor.span)) {
            Some((states, actions)) => {
                let starts = vec![StateId(0)];
                automata.push(merge_equivalent(Automaton { name: monitor.name.clone(), kind, starts, states, actions }));
            }
            None => diagnostics.add(
                Diagnostic::new(
                    Code::MonitorTooLarge,
                    monitor.span,
                    format!("the deterministic machine of this assertion has more than {MAX_STATES} states"),
                )
                .hint("every choice it leaves open at once doubles its states; say sooner which option is taken"),
            ),
        }
    }
    if let Some(never) = &model.never {
        let draft = draft(&never.body, never.span);
        automata.push(merge_equivalent(claim_automaton(draft, &never.body)));
    }
    automata
}

/// The states that a set of states leads to by empty moves, itself included.
fn closure(draft: &Draft, start: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut work: Vec<usize> = start.into_iter().collect();
    while let Some(state) = work.pop() {
        if reached.insert(state) {
            let edges = draft.states[state].edges.iter();
            let empty_moves = edges.filter(|edge| draft.actions[edge.action.0 as usize] == Action::Skip);
            work.extend(empty_moves.map(|edge| edge.target));
        }
    }
    reached
}

/// Subset construction; `None` if it grows beyond the limits. State 0 is the start.
fn determinise(draft: &Draft) -> Option<(Vec<AutomatonState>, Vec<Action>)> {
    let start = closure(draft, [draft.start]);
    let mut members = start.len();
    let mut numbers: HashMap<BTreeSet<usize>, StateId> = HashMap::from([(start.clone(), StateId(0))]);
    let mut subsets = vec![start];
    let mut states = Vec::new();
    while let Some(subset) = subsets.get(states.len()).cloned() {
        let mut moves: BTreeMap<ActionId, Vec<usize>> = BTreeMap::new();
        for edge in subset.iter().flat_map(|&state| &draft.states[state].edges) {
            if draft.actions[edge.action.0 as usize] != Action::Skip {
                moves.entry(edge.action).or_default().push(edge.target);
            }
        }
        let mut edges = Vec::new();
        for (action, targets) in moves {
            let target = closure(draft, targets);
            let next = StateId(subsets.len() as u32);
            let number = *numbers.entry(target.clone()).or_insert(next);
            if number == next {
                members += target.len();
                subsets.push(target);
            }
            edges.push((action, number));
        }
        if subsets.len() > MAX_STATES || members > MAX_MEMBERS {
            return None;
        }
        states.push(AutomatonState { end: subset.contains(&DRAFT_END), accept: false, edges });
    }
    Some((states, draft.actions.clone()))
}

/// A claim without empty moves: an edge leads to every state that its target leads to by empty moves, so that a run is at
/// each labelled state it comes through.
fn claim_automaton(draft: Draft, body: &Body) -> Automaton {
    let mut numbers: HashMap<usize, StateId> = HashMap::new();
    let mut order: Vec<usize> = Vec::new();
    let mut enter = |states: BTreeSet<usize>, order: &mut Vec<usize>| -> Vec<StateId> {
        let number = |state: usize| {
            *numbers.entry(state).or_insert_with(|| {
                order.push(state);
                StateId(order.len() as u32 - 1)
            })
        };
        states.into_iter().map(number).collect()
    };
    let starts = enter(closure(&draft, [draft.start]), &mut order);
    let mut states: Vec<AutomatonState> = Vec::new();
    while let Some(&state) = order.get(states.len()) {
        let mut edges = Vec::new();
        for edge in &draft.states[state].edges {
            if draft.actions[edge.action.0 as usize] != Action::Skip {
                let targets = enter(closure(&draft, [edge.target]), &mut order);
                edges.extend(targets.into_iter().map(|target| (edge.action, target)));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let accept = draft.states[state].labels.iter().any(|label| Kinds::of_label(&body[*label].name).accept);
        states.push(AutomatonState { end: state == DRAFT_END, accept, edges });
    }
    Automaton { name: "never".into(), kind: AutomatonKind::Never, starts, states, actions: draft.actions }
}

/// Merges the strongly equivalent states. In a deterministic machine that is the smallest one.
fn merge_equivalent(automaton: Automaton) -> Automaton {
    let initial: Vec<u32> =
        automaton.states.iter().map(|state| u32::from(state.end) + 2 * u32::from(state.accept)).collect();
    let edges = automaton.states.iter().enumerate().flat_map(|(from, state)| {
        state.edges.iter().map(move |(action, to)| (from as u32, action.0, to.0))
    });
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
