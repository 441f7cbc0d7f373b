//! From statements to state machines: one for each process (docs/LANGUAGE.md, section 4). This fixes all state counts.
//!
//! Three steps. *Construction* ([`Draft`]): a statement's edges leave the state before it; a guard has no state of its own,
//! the first statement of an option belongs to the head of its `if` or `do`. *Transit removal*: a state whose only edge is
//! a `skip` disappears and what led to it leads to its target. *Reachability*: what control cannot reach is dropped and
//! counted, except the end state, which is kept and counted even when it cannot be reached, as in the papers.
//!
//! A tag marks the edges by which its option is chosen; it makes no edges different that are not.
//!
//! True afterwards: states are numbered breadth-first from the start in the order of the text; no state has two edges
//! with the same action and target.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Action, Block, Body, LabelId, Model, Statement, StatementKind};
use crate::source::Span;
use argos_runtime::protocol::Likelihood;
use std::collections::{HashMap, HashSet, VecDeque};

/// A control state of one machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StateId(pub u32);

/// An action of one machine: equal actions have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ActionId(pub u32);

/// The machine of a process.
#[derive(Clone, Debug)]
pub struct Machine {
    pub start: StateId,
    pub end: StateId,
    pub states: Vec<State>,
    pub actions: Vec<Action>,
    /// States that control cannot reach: those that were dropped, and the end state if it is one of them.
    pub unreachable: usize,
    pub end_is_reachable: bool,
}

#[derive(Clone, Debug)]
pub struct State {
    pub kinds: Kinds,
    pub labels: Vec<LabelId>,
    pub edges: Vec<Edge>,
    /// The statement that the state stands before; for the end state, the last one.
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    pub action: ActionId,
    pub target: StateId,
    /// The statement.
    pub span: Span,
    pub likelihood: Likelihood,
}

/// What the special labels of a state say about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Kinds {
    pub end: bool,
    pub progress: bool,
    pub accept: bool,
}

impl Kinds {
    /// What a label of this name marks its state as.
    pub fn of_label(name: &str) -> Kinds {
        Kinds {
            end: name.starts_with("end"),
            progress: name.starts_with("progress"),
            accept: name.starts_with("accept"),
        }
    }

    pub fn is_special(self) -> bool {
        self != Kinds::default()
    }

    fn union(self, other: Kinds) -> Kinds {
        Kinds {
            end: self.end || other.end,
            progress: self.progress || other.progress,
            accept: self.accept || other.accept,
        }
    }
}

/// Builds the machine of every process, before minimisation; warns about statements that control cannot reach and loops
/// that can only spin.
pub fn build_machines(model: &Model, diagnostics: &mut Diagnostics) -> Vec<Machine> {
    let drafts: Vec<Draft> = model.processes.iter().map(|process| draft(&process.body, process.span)).collect();
    let watchers = model.monitors.iter().map(|monitor| (&monitor.body, monitor.span));
    let watchers = watchers.chain(model.never.iter().map(|never| (&never.body, never.span)));
    let mut reached = HashSet::new();
    drafts.iter().for_each(|draft| draft.collect_reached(&mut reached));
    watchers.clone().for_each(|(body, span)| draft(body, span).collect_reached(&mut reached));
    let bodies = model.processes.iter().map(|process| &process.body).chain(watchers.map(|(body, _)| body));
    bodies.for_each(|body| warn_unreachable(&body.block, &reached, diagnostics));
    let finish = |(draft, process): (Draft, &crate::model::Process)| {
        draft.warn_labels_on_options(&process.body, diagnostics);
        let machine = draft.finish(&process.body);
        warn_spinning(&machine, diagnostics);
        machine
    };
    drafts.into_iter().zip(&model.processes).map(finish).collect()
}

/// Builds the machine of a procedure as written, for the overview.
pub fn build_procedure(body: &Body, span: Span) -> Machine {
    draft(body, span).finish(body)
}

/// States and edges as constructed. State 0 is the end.
pub struct Draft {
    pub states: Vec<DraftState>,
    pub start: usize,
    pub actions: Vec<Action>,
    /// Labels on the first statement of one of several options: only a `goto` enters their state.
    labels_on_options: Vec<LabelId>,
}

pub struct DraftState {
    pub edges: Vec<DraftEdge>,
    pub labels: Vec<LabelId>,
    span: Span,
}

#[derive(Clone)]
pub struct DraftEdge {
    pub action: ActionId,
    pub target: usize,
    span: Span,
    /// Which statement of the text it comes from.
    position: u32,
    likelihood: Likelihood,
}

pub const DRAFT_END: usize = 0;

/// Constructs the states of a body; `span` stands for the place of an empty one.
pub fn draft(body: &Body, span: Span) -> Draft {
    let end_span = body.block.last().map_or(span, |last| last.span);
    let mut builder = Builder {
        draft: Draft { states: Vec::new(), start: DRAFT_END, actions: Vec::new(), labels_on_options: Vec::new() },
        action_ids: HashMap::new(),
        label_states: vec![None; body.labels.len()],
        gotos: Vec::new(),
    };
    let end = builder.new_state(end_span);
    builder.draft.start = builder.block(&body.block, end, None);
    builder.connect_gotos();
    builder.draft
}

struct Builder {
    draft: Draft,
    action_ids: HashMap<Action, ActionId>,
    label_states: Vec<Option<usize>>,
    /// The labels that `goto`s lead to; their edges point behind all states until the labels have theirs.
    gotos: Vec<LabelId>,
}

/// Targets from here on are numbers of `gotos`.
const GOTO_TARGETS: usize = usize::MAX / 2;

impl Builder {
    fn new_state(&mut self, span: Span) -> usize {
        self.draft.states.push(DraftState { edges: Vec::new(), labels: Vec::new(), span });
        self.draft.states.len() - 1
    }

    fn edge(&mut self, action: &Action, target: usize, statement: &Statement) -> Vec<DraftEdge> {
        let next = ActionId(self.draft.actions.len() as u32);
        let action = *self.action_ids.entry(action.clone()).or_insert_with(|| {
            self.draft.actions.push(action.clone());
            next
        });
        let (span, position, likelihood) = (statement.span, statement.position, Likelihood::Untagged);
        vec![DraftEdge { action, target, span, position, likelihood }]
    }

    /// The state before a sequence that goes on to `next`; `exit` is where `break` leads.
    fn block(&mut self, statements: &[Statement], next: usize, exit: Option<usize>) -> usize {
        statements.iter().rev().fold(next, |next, statement| {
            let state = self.new_state(statement.span);
            let edges = self.edges(statement, next, exit, Some(state));
            self.draft.states[state].edges = edges;
            state
        })
    }

    /// The edges of a statement. `own` is the state that has these edges and no others, if there is one: it serves as the
    /// head of the statement's loop and as the state of its labels.
    fn edges(&mut self, statement: &Statement, next: usize, exit: Option<usize>, own: Option<usize>) -> Vec<DraftEdge> {
        if statement.labels.is_empty() {
            return self.unlabelled(statement, next, exit, own);
        }
        let state = own.unwrap_or_else(|| self.new_state(statement.span));
        for label in &statement.labels {
            self.label_states[label.0 as usize] = Some(state);
            self.draft.states[state].labels.push(*label);
        }
        let edges = self.unlabelled(statement, next, exit, Some(state));
        if own.is_none() {
            self.draft.labels_on_options.extend(&statement.labels);
            self.draft.states[state].edges = edges.clone();
        }
        edges
    }

    fn unlabelled(
        &mut self,
        statement: &Statement,
        next: usize,
        exit: Option<usize>,
        own: Option<usize>,
    ) -> Vec<DraftEdge> {
        match &statement.kind {
            StatementKind::Action(action) => self.edge(action, next, statement),
            StatementKind::Break => self.edge(&Action::Skip, exit.unwrap_or(next), statement),
            StatementKind::Goto(label) => {
                self.gotos.push(*label);
                self.edge(&Action::Skip, GOTO_TARGETS + self.gotos.len() - 1, statement)
            }
            StatementKind::Call { enter, body } => {
                let body = self.block(body, next, None);
                self.edge(enter, body, statement)
            }
            StatementKind::If(options) => self.options(options, next, exit, own),
            StatementKind::Do(options) => {
                let head = own.unwrap_or_else(|| self.new_state(statement.span));
                let edges = self.options(options, head, Some(next), Some(head));
                if own.is_none() {
                    self.draft.states[head].edges = edges.clone();
                }
                edges
            }
        }
    }

    /// The edges of all options. A single option has the head for itself, several share it.
    fn options(&mut self, options: &[Block], next: usize, exit: Option<usize>, head: Option<usize>) -> Vec<DraftEdge> {
        let own = head.filter(|_| options.len() == 1);
        let mut edges = Vec::new();
        for option in options {
            if let Some((first, rest)) = option.split_first() {
                let rest = self.block(rest, next, exit);
                let own_edges = self.edges(first, rest, exit, own);
                edges.extend(own_edges.into_iter().map(|edge| edge.tagged(first.likelihood)));
            }
        }
        edges
    }

    fn connect_gotos(&mut self) {
        let gotos = &self.gotos;
        for edge in self.draft.states.iter_mut().flat_map(|state| &mut state.edges) {
            if edge.target >= GOTO_TARGETS {
                let label = gotos[edge.target - GOTO_TARGETS];
                edge.target = self.label_states[label.0 as usize].expect("resolved labels stand before a statement");
            }
        }
    }
}

impl DraftEdge {
    /// The edge in an option with this tag; that of an option inside counts for more.
    fn tagged(self, outer: Likelihood) -> DraftEdge {
        let likelihood = if self.likelihood == Likelihood::Untagged { outer } else { self.likelihood };
        DraftEdge { likelihood, ..self }
    }

    /// The edge in the finished machine.
    fn finish(&self, numbers: &[StateId]) -> Edge {
        let DraftEdge { action, target, span, likelihood, .. } = *self;
        Edge { action, target: numbers[target], span, likelihood }
    }
}

impl Draft {
    fn is_skip(&self, edge: &DraftEdge) -> bool {
        self.actions[edge.action.0 as usize] == Action::Skip
    }

    /// The states that control can reach, breadth-first in the order of the text.
    fn reachable(&self, start: usize) -> Vec<usize> {
        let mut seen = vec![false; self.states.len()];
        let mut order = vec![start];
        let mut queue = VecDeque::from([start]);
        seen[start] = true;
        while let Some(state) = queue.pop_front() {
            for edge in &self.states[state].edges {
                if !std::mem::replace(&mut seen[edge.target], true) {
                    order.push(edge.target);
                    queue.push_back(edge.target);
                }
            }
        }
        order
    }

    /// Adds the statements that control can reach.
    fn collect_reached(&self, reached: &mut HashSet<u32>) {
        let states = self.reachable(self.start);
        reached.extend(states.iter().flat_map(|&state| &self.states[state].edges).map(|edge| edge.position));
    }

    fn warn_labels_on_options(&self, body: &Body, diagnostics: &mut Diagnostics) {
        for &label in &self.labels_on_options {
            let label = &body[label];
            if label.asked_for || Kinds::of_label(&label.name).is_special() {
                diagnostics.add(
                    Diagnostic::new(
                        Code::LabelOnOption,
                        label.span,
                        format!("label `{}` does not name the state where its option is chosen", label.name),
                    )
                    .label("a state that is entered only by a `goto`, or by a loop that starts here")
                    .note("the first statement of one of several options belongs to the head of its `if` or `do`")
                    .hint("put the label before the `if` or `do`, or on the second statement of the option"),
                );
            }
        }
    }

    /// Removes transit states, drops what cannot be reached, numbers the rest.
    fn finish(mut self, body: &Body) -> Machine {
        let removed = self.remove_transits(body);
        let order = self.reachable(self.start);
        let end_is_reachable = order.contains(&DRAFT_END);
        let alive = removed.iter().filter(|removed| !**removed).count();
        let unreachable = alive - order.len();
        let kept: Vec<usize> = if end_is_reachable { order } else { order.into_iter().chain([DRAFT_END]).collect() };
        let mut numbers = vec![StateId(0); self.states.len()];
        for (number, &state) in kept.iter().enumerate() {
            numbers[state] = StateId(number as u32);
        }
        let finish_state = |&state: &usize| {
            let DraftState { edges, labels, span } = &self.states[state];
            let kinds =
                labels.iter().map(|label| Kinds::of_label(&body[*label].name)).fold(Kinds::default(), Kinds::union);
            let edges = edges.iter().map(|edge| edge.finish(&numbers));
            State { kinds, labels: labels.clone(), edges: distinct(edges), span: *span }
        };
        Machine {
            start: numbers[self.start],
            end: numbers[DRAFT_END],
            states: kept.iter().map(finish_state).collect(),
            actions: self.actions,
            unreachable,
            end_is_reachable,
        }
    }

    /// Redirects what leads to a state whose only edge is a `skip`. Says of each state whether it is gone.
    ///
    /// Removing a state can make two edges of a predecessor the same and so the predecessor a transit state: those are
    /// looked at again. Such a predecessor leads to the removed state and to its target as well, so it is enough to look
    /// through the shorter list of predecessors, and only at the edges that are not known to lead to the same state as the
    /// first one: the work is O(m log n).
    fn remove_transits(&mut self, body: &Body) -> Vec<bool> {
        let count = self.states.len();
        let mut forward: Vec<usize> = (0..count).collect();
        let is_candidate = |state: &DraftState| {
            let stays = |label: &LabelId| body[*label].asked_for || Kinds::of_label(&body[*label].name).is_special();
            !state.edges.is_empty()
                && state.edges.iter().all(|edge| self.is_skip(edge))
                && !state.labels.iter().any(stays)
        };
        let candidates: Vec<bool> = self.states.iter().map(is_candidate).collect();
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); count];
        for state in (0..count).filter(|&state| candidates[state]) {
            for edge in &self.states[state].edges {
                predecessors[edge.target].push(state);
            }
        }
        // How many of the first edges of a state are known to lead to the same state.
        let mut same = vec![1; count];
        let mut work: Vec<usize> = (0..count).filter(|&state| candidates[state]).collect();
        while let Some(state) = work.pop() {
            if forward[state] != state {
                continue;
            }
            let edges = &self.states[state].edges;
            let target = resolve(&mut forward, edges[0].target);
            let others = edges[same[state]..].iter();
            same[state] += others.take_while(|other| resolve(&mut forward, other.target) == target).count();
            if target == state || same[state] < edges.len() {
                continue;
            }
            forward[state] = target;
            let mut moved = std::mem::take(&mut predecessors[state]);
            if moved.len() > predecessors[target].len() {
                std::mem::swap(&mut moved, &mut predecessors[target]);
            }
            work.extend(&moved);
            predecessors[target].extend(moved);
        }
        for state in (0..count).rev() {
            let target = resolve(&mut forward, state);
            if target != state {
                let labels = std::mem::take(&mut self.states[state].labels);
                self.states[target].labels.extend(labels);
            }
        }
        self.start = resolve(&mut forward, self.start);
        for state in &mut self.states {
            for edge in &mut state.edges {
                edge.target = resolve(&mut forward, edge.target);
            }
        }
        (0..count).map(|state| forward[state] != state).collect()
    }
}

/// Where a state that may be gone leads to; shortens the way for the next time.
fn resolve(forward: &mut [usize], state: usize) -> usize {
    let mut target = state;
    while forward[target] != target {
        target = forward[target];
    }
    let mut at = state;
    while forward[at] != target {
        at = std::mem::replace(&mut forward[at], target);
    }
    target
}

/// Two edges with the same action and target are one, which keeps the more likely tag.
pub fn distinct(edges: impl Iterator<Item = Edge>) -> Vec<Edge> {
    let mut distinct: Vec<Edge> = Vec::new();
    let mut places = HashMap::new();
    for edge in edges {
        let at = *places.entry((edge.action, edge.target)).or_insert(distinct.len());
        match distinct.get_mut(at) {
            Some(known) => known.likelihood = known.likelihood.max(edge.likelihood),
            None => distinct.push(edge),
        }
    }
    distinct
}

/// Warns about each first statement of a stretch that control cannot reach.
fn warn_unreachable(block: &Block, reached: &HashSet<u32>, diagnostics: &mut Diagnostics) {
    let mut before_is_reached = true;
    for statement in block {
        let is_reached = is_reached(statement, reached);
        if !is_reached && before_is_reached {
            diagnostics.add(
                Diagnostic::new(Code::Unreachable, statement.span, "this statement cannot be reached")
                    .hint("nothing falls through to it and no `goto` leads to it"),
            );
        }
        before_is_reached = is_reached;
        if !is_reached {
            continue;
        }
        match &statement.kind {
            StatementKind::If(options) | StatementKind::Do(options) => {
                options.iter().for_each(|option| warn_unreachable(option, reached, diagnostics));
            }
            StatementKind::Call { body, .. } => warn_unreachable(body, reached, diagnostics),
            _ => {}
        }
    }
}

/// Control can come to the statement, or to a part of it.
fn is_reached(statement: &Statement, reached: &HashSet<u32>) -> bool {
    match &statement.kind {
        StatementKind::If(options) | StatementKind::Do(options) => {
            options.iter().flatten().any(|inner| is_reached(inner, reached))
        }
        _ => reached.contains(&statement.position),
    }
}

/// Warns where control enters states that it can leave only for each other, and only by `skip`.
fn warn_spinning(machine: &Machine, diagnostics: &mut Diagnostics) {
    let is_skip = |edge: &Edge| machine.actions[edge.action.0 as usize] == Action::Skip;
    let mut spins: Vec<bool> =
        machine.states.iter().map(|state| !state.edges.is_empty() && state.edges.iter().all(is_skip)).collect();
    let mut entrances: Vec<bool> = vec![false; machine.states.len()];
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); machine.states.len()];
    for (from, state) in machine.states.iter().enumerate() {
        state.edges.iter().for_each(|edge| predecessors[edge.target.0 as usize].push(from));
    }
    let mut work: Vec<usize> = (0..spins.len()).filter(|&state| !spins[state]).collect();
    while let Some(escape) = work.pop() {
        let escaping =
            predecessors[escape].iter().copied().filter(|&state| std::mem::replace(&mut spins[state], false));
        work.extend(escaping);
    }
    entrances[machine.start.0 as usize] = true;
    for (_, state) in machine.states.iter().enumerate().filter(|(number, _)| !spins[*number]) {
        state.edges.iter().for_each(|edge| entrances[edge.target.0 as usize] = true);
    }
    for (number, state) in machine.states.iter().enumerate() {
        if spins[number] && entrances[number] {
            diagnostics.add(
                Diagnostic::new(Code::SpinningLoop, state.span, "this loop can only spin on `skip`")
                    .hint("a process that gets here does nothing any more; let it end, or wait for something"),
            );
        }
    }
}
