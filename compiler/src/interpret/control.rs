//! Control flow, built the plainest way: machines of processes and automata of assertions.
//!
//! A second reading of docs/LANGUAGE.md, section 4, which shares nothing with `machine`, `minimize` and `monitor`: every
//! step is repeated until nothing changes, whatever that costs.

use crate::model::{Action, Block, Body, LabelId, Statement, StatementKind};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The machine of a process. A state is a number; states that are gone have no edges and nothing leads to them.
pub struct Control {
    pub start: usize,
    pub end: usize,
    pub edges: Vec<Vec<Edge>>,
    /// States where waiting for ever is no error: equivalent to the start, or with an `end` label.
    pub may_rest: Vec<bool>,
    pub labels: HashMap<LabelId, usize>,
}

#[derive(Clone, PartialEq)]
pub struct Edge {
    pub action: Action,
    pub target: usize,
    pub span: Span,
}

/// Builds the machine of a body.
pub fn control(body: &Body, minimize: bool) -> Control {
    let mut sketch = Sketch::default();
    let end = sketch.state();
    let start = sketch.sequence(&body.block, end, end);
    let mut control = Control { start, end, edges: Vec::new(), may_rest: Vec::new(), labels: sketch.labels.clone() };
    control.edges = sketch.edges.iter().map(|edges| edges.iter().map(|edge| sketch.finished(edge)).collect()).collect();
    let special = |label: &LabelId| {
        let name = &*body[*label].name;
        body[*label].asked_for || ["end", "progress", "accept"].iter().any(|kind| name.starts_with(kind))
    };
    let stays: BTreeSet<usize> =
        control.labels.iter().filter(|(label, _)| special(label)).map(|(_, state)| *state).collect();
    while control.remove_one_transit(&stays) {}
    control.drop_unreachable();
    let marks: Vec<Vec<String>> = (0..control.edges.len()).map(|state| marks(state, &control, body)).collect();
    let classes = classes(&marks, &control.edges);
    if minimize {
        control.merge(&classes);
    }
    let has_end_label =
        |state: usize| control.labels.iter().any(|(label, at)| *at == state && body[*label].name.starts_with("end"));
    let like_start = |state: usize| classes[state] == classes[control.start];
    control.may_rest = (0..control.edges.len()).map(|state| like_start(state) || has_end_label(state)).collect();
    control
}

/// What keeps a state apart from others: the end, kinds of special labels, labels that are asked for.
fn marks(state: usize, control: &Control, body: &Body) -> Vec<String> {
    let mut marks = BTreeSet::new();
    if state == control.end {
        marks.insert("the end".to_string());
    }
    for (label, _) in control.labels.iter().filter(|(_, at)| **at == state) {
        let name = &*body[*label].name;
        let kinds = ["end", "progress", "accept"].into_iter().filter(|kind| name.starts_with(kind));
        marks.extend(kinds.map(|kind| format!("kind {kind}")));
        if body[*label].asked_for {
            marks.insert(format!("label {}", label.0));
        }
    }
    marks.into_iter().collect()
}

/// The class of each state: refined until states of a class have edges with the same actions into the same classes.
fn classes(marks: &[Vec<String>], edges: &[Vec<Edge>]) -> Vec<usize> {
    let mut classes = vec![0; marks.len()];
    loop {
        let mut numbers = HashMap::new();
        let mut next = Vec::new();
        for state in 0..marks.len() {
            let moves: Vec<(&Action, usize)> =
                edges[state].iter().map(|edge| (&edge.action, classes[edge.target])).collect();
            let mut distinct: Vec<(&Action, usize)> = Vec::new();
            for it in moves {
                if !distinct.contains(&it) {
                    distinct.push(it);
                }
            }
            let mut keys: Vec<String> = distinct.iter().map(|it| format!("{it:?}")).collect();
            keys.sort();
            let number = numbers.len();
            next.push(*numbers.entry((&marks[state], classes[state], keys)).or_insert(number));
        }
        if next == classes {
            return classes;
        }
        classes = next;
    }
}

impl Control {
    /// The number of states, the end included.
    pub fn size(&self) -> usize {
        1 + self.edges.iter().filter(|edges| !edges.is_empty()).count()
    }

    fn redirect(&mut self, from: usize, to: usize) {
        for edge in self.edges.iter_mut().flatten() {
            if edge.target == from {
                edge.target = to;
            }
        }
        if self.start == from {
            self.start = to;
        }
    }

    fn merge_equal_edges(&mut self) {
        for edges in &mut self.edges {
            let mut distinct: Vec<Edge> = Vec::new();
            for edge in edges.drain(..) {
                if !distinct.iter().any(|it| it.action == edge.action && it.target == edge.target) {
                    distinct.push(edge);
                }
            }
            *edges = distinct;
        }
    }

    /// Removes one state whose only edge is a `skip` to another state.
    fn remove_one_transit(&mut self, stays: &BTreeSet<usize>) -> bool {
        self.merge_equal_edges();
        let is_transit = |state: usize, edges: &[Edge]| match edges {
            [edge] => edge.action == Action::Skip && edge.target != state && !stays.contains(&state),
            _ => false,
        };
        let Some(state) = (0..self.edges.len()).find(|&state| is_transit(state, &self.edges[state])) else {
            return false;
        };
        let target = self.edges[state][0].target;
        self.edges[state].clear();
        self.redirect(state, target);
        true
    }

    fn drop_unreachable(&mut self) {
        let mut reached = BTreeSet::new();
        let mut work = vec![self.start];
        while let Some(state) = work.pop() {
            if reached.insert(state) {
                work.extend(self.edges[state].iter().map(|edge| edge.target));
            }
        }
        for state in (0..self.edges.len()).filter(|state| !reached.contains(state)) {
            self.edges[state].clear();
        }
    }

    /// Lets the first state of each class stand for all.
    fn merge(&mut self, classes: &[usize]) {
        let first = |state: usize| {
            let alive = |other: &usize| classes[*other] == classes[state];
            (0..classes.len()).find(alive).unwrap_or(state)
        };
        let firsts: Vec<usize> = (0..classes.len()).map(first).collect();
        for (state, &representative) in firsts.iter().enumerate() {
            if representative != state {
                self.redirect(state, representative);
                // A dropped state and a living one may be of one class; the edges are the same then.
                self.edges[state].clear();
            }
        }
        self.labels.values_mut().for_each(|state| *state = firsts[*state]);
        self.end = firsts[self.end];
        self.merge_equal_edges();
    }
}

/// An edge whose target may still be a label.
#[derive(Clone)]
struct SketchEdge {
    action: Action,
    target: Result<usize, LabelId>,
    span: Span,
}

#[derive(Default)]
struct Sketch {
    edges: Vec<Vec<SketchEdge>>,
    labels: HashMap<LabelId, usize>,
}

impl Sketch {
    fn state(&mut self) -> usize {
        self.edges.push(Vec::new());
        self.edges.len() - 1
    }

    fn finished(&self, edge: &SketchEdge) -> Edge {
        let target = edge.target.unwrap_or_else(|label| self.labels[&label]);
        Edge { action: edge.action.clone(), target, span: edge.span }
    }

    /// The state before a sequence.
    fn sequence(&mut self, block: &[Statement], next: usize, exit: usize) -> usize {
        let Some((first, rest)) = block.split_first() else { return next };
        let rest = self.sequence_of_rest(rest, next, exit);
        let state = self.state();
        self.edges[state] = self.edges_of(first, rest, exit, Some(state));
        state
    }

    /// Like [`Self::sequence`], from the end, so that long sequences need no deep recursion.
    fn sequence_of_rest(&mut self, block: &[Statement], next: usize, exit: usize) -> usize {
        let mut next = next;
        for statement in block.iter().rev() {
            next = self.sequence(std::slice::from_ref(statement), next, exit);
        }
        next
    }

    /// The edges of a statement; `alone` is the state that has them and no others.
    fn edges_of(&mut self, statement: &Statement, next: usize, exit: usize, alone: Option<usize>) -> Vec<SketchEdge> {
        let alone = match (alone, statement.labels.is_empty()) {
            (None, false) => {
                let state = self.state();
                let edges = self.edges_of(statement, next, exit, Some(state));
                self.edges[state] = edges.clone();
                return edges;
            }
            (alone, _) => alone,
        };
        for label in &statement.labels {
            self.labels.insert(*label, alone.expect("a labelled statement has a state"));
        }
        let edge = |action: &Action, target| vec![SketchEdge { action: action.clone(), target, span: statement.span }];
        match &statement.kind {
            StatementKind::Action(action) => edge(action, Ok(next)),
            StatementKind::Break => edge(&Action::Skip, Ok(exit)),
            StatementKind::Goto(label) => edge(&Action::Skip, Err(*label)),
            StatementKind::Call { enter, body } => {
                let body = self.sequence(body, next, next);
                edge(enter, Ok(body))
            }
            StatementKind::If(options) => self.options(options, next, exit, alone),
            StatementKind::Do(options) => {
                let head = alone.unwrap_or_else(|| self.state());
                let edges = self.options(options, head, next, Some(head));
                self.edges[head] = edges.clone();
                edges
            }
        }
    }

    fn options(&mut self, options: &[Block], next: usize, exit: usize, head: Option<usize>) -> Vec<SketchEdge> {
        let mut edges = Vec::new();
        for option in options {
            let Some((first, rest)) = option.split_first() else { continue };
            let rest = self.sequence_of_rest(rest, next, exit);
            let alone = if options.len() == 1 { head } else { None };
            edges.extend(self.edges_of(first, rest, exit, alone));
        }
        edges
    }
}

/// The deterministic machine of an assertion; state 0 is the start.
pub struct Watcher {
    /// By state: where each action leads.
    pub moves: Vec<Vec<(Action, usize)>>,
    /// By state: it can be at its end.
    pub at_end: Vec<bool>,
    /// Everything it names.
    pub scope: Vec<Action>,
}

/// Builds the machine of an assertion: sets of states, then classes of sets.
pub fn watcher(body: &Body) -> Watcher {
    let mut sketch = Sketch::default();
    let end = sketch.state();
    let start = sketch.sequence(&body.block, end, end);
    let edges: Vec<Vec<Edge>> =
        sketch.edges.iter().map(|edges| edges.iter().map(|edge| sketch.finished(edge)).collect()).collect();
    let scope: Vec<Action> =
        edges.iter().flatten().map(|edge| edge.action.clone()).filter(|action| *action != Action::Skip).collect();
    let closure = |set: BTreeSet<usize>| {
        let mut set = set;
        loop {
            let skips = set.iter().flat_map(|&state| &edges[state]).filter(|edge| edge.action == Action::Skip);
            let more: BTreeSet<usize> = skips.map(|edge| edge.target).chain(set.iter().copied()).collect();
            if more == set {
                return set;
            }
            set = more;
        }
    };
    let mut sets = vec![closure(BTreeSet::from([start]))];
    let mut moves: Vec<Vec<Edge>> = Vec::new();
    while let Some(set) = sets.get(moves.len()).cloned() {
        let mut targets: BTreeMap<String, (Action, BTreeSet<usize>)> = BTreeMap::new();
        for edge in set.iter().flat_map(|&state| &edges[state]).filter(|edge| edge.action != Action::Skip) {
            let entry = targets.entry(format!("{:?}", edge.action));
            entry.or_insert_with(|| (edge.action.clone(), BTreeSet::new())).1.insert(edge.target);
        }
        let mut own = Vec::new();
        for (action, targets) in targets.into_values() {
            let next = closure(targets);
            let at = sets.iter().position(|other| *other == next).unwrap_or_else(|| {
                sets.push(next);
                sets.len() - 1
            });
            own.push(Edge { action, target: at, span: body.block[0].span });
        }
        moves.push(own);
    }
    let at_end: Vec<bool> = sets.iter().map(|set| set.contains(&end)).collect();
    let marks: Vec<Vec<String>> = at_end.iter().map(|end| vec![format!("{end}")]).collect();
    let classes = classes(&marks, &moves);
    let first = |state: usize| classes.iter().position(|class| *class == classes[state]).unwrap_or(state);
    let moves = moves.iter().map(|own| own.iter().map(|edge| (edge.action.clone(), first(edge.target))).collect());
    Watcher { moves: moves.collect(), at_end, scope }
}
