//! Lets ranges grow, from the initial values on, until no edge gives anything new.

use super::Range;
use super::effects::{Effects, find_effects};
use super::graph::NodeId;
use super::known::Known;
use super::problem::{Problem, Table};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A range may change so often before its bounds move to thresholds,
const EXACT_CHANGES: u8 = 3;
/// and so often before they move to the end. Sixty steps pass twenty constants with their neighbours.
const MAX_CHANGES: u8 = 64;
/// A search that looks at each edge so often on average, beyond what takes no time anyway, has lost its way: from then
/// on every bound that moves, moves to the end. The specifications of `examples/` need 6 at most; 20,000 statements
/// that all feed each other in one loop take 0.8 s with 100.
const MAX_TRIES: usize = 40;
const FREE_TRIES: usize = 100_000;

/// Finds a table that no edge leads out of.
pub(super) fn widen(problem: &Problem) -> Table {
    let mut search = Search::new(problem);
    while let Some(id) = search.next() {
        search.look_at(id);
    }
    search.table
}

struct Search<'p, 'm> {
    problem: &'p Problem<'m>,
    table: Table,
    /// How often each range has changed: by node, as in the table.
    node_changes: Vec<Vec<u8>>,
    /// By cell.
    cell_changes: Vec<u8>,
    known: Known,
    /// Nodes to look at, the first ones first, each only once.
    work: BinaryHeap<Reverse<NodeId>>,
    is_waiting: Vec<bool>,
    /// How often an edge has been looked at,
    tries: usize,
    /// and how often it may be without any hurry.
    max_tries: usize,
}

impl<'p, 'm> Search<'p, 'm> {
    /// Control is at the starts, with the initial values.
    fn new(problem: &'p Problem<'m>) -> Self {
        let graph = &problem.graph;
        let mut search = Search {
            problem,
            table: Table { nodes: vec![None; graph.len()], cells: problem.cells.initial.clone() },
            node_changes: graph.nodes().map(|node| vec![0; node.live.len()]).collect(),
            cell_changes: vec![0; problem.cells.initial.len()],
            known: Known::new(problem.model.variables.len()),
            work: BinaryHeap::new(),
            is_waiting: vec![false; graph.len()],
            tries: 0,
            max_tries: MAX_TRIES * graph.edges().count() + FREE_TRIES,
        };
        for id in graph.ids().filter(|id| graph[*id].is_start) {
            search.table.nodes[id.at()] = Some(problem.initial_values(id));
            search.wait(id);
        }
        search
    }

    /// Has a node looked at again; one where control has not come yet will be anyway.
    fn wait(&mut self, id: NodeId) {
        if self.table.nodes[id.at()].is_some() && !self.is_waiting[id.at()] {
            self.is_waiting[id.at()] = true;
            self.work.push(Reverse(id));
        }
    }

    fn next(&mut self) -> Option<NodeId> {
        let Reverse(id) = self.work.pop()?;
        self.is_waiting[id.at()] = false;
        Some(id)
    }

    fn look_at(&mut self, id: NodeId) {
        let problem = self.problem;
        let node = &problem.graph[id];
        self.tries += node.edges.len();
        self.known.load(node, self.table.nodes[id.at()].as_deref().unwrap_or_default());
        for edge in &node.edges {
            if let Some(effects) = find_effects(edge, node, problem, &self.table, &mut self.known) {
                self.grow_cells(&effects);
                self.grow_node(edge.target, effects.after);
            }
        }
    }

    fn is_in_a_hurry(&self) -> bool {
        self.tries > self.max_tries
    }

    fn grow_cells(&mut self, effects: &Effects) {
        let problem = self.problem;
        let pace = if self.is_in_a_hurry() { Pace::Hurry } else { Pace::Thresholds(&problem.thresholds.all) };
        for (cell, range) in effects.cell_writes(problem) {
            let changed = match &mut self.table.cells[cell.at()] {
                Some(growing) => grow(growing, range, &mut self.cell_changes[cell.at()], pace),
                absent => absent.replace(range).is_none(),
            };
            if changed {
                problem.cells.readers[cell.at()].iter().for_each(|reader| self.wait(*reader));
            }
        }
    }

    /// Lets the ranges at the target of an edge grow to contain what the edge leads to.
    fn grow_node(&mut self, target: NodeId, after: Vec<Range>) {
        let node = &self.problem.graph[target];
        let pace = match (self.is_in_a_hurry(), node.is_head) {
            (true, _) => Pace::Hurry,
            (false, true) => Pace::Thresholds(self.problem.thresholds.of(node.process)),
            (false, false) => Pace::Exact,
        };
        let mut changed = false;
        match &mut self.table.nodes[target.at()] {
            Some(ranges) => {
                let changes = &mut self.node_changes[target.at()];
                for ((range, changes), other) in ranges.iter_mut().zip(changes).zip(after) {
                    changed |= grow(range, other, changes, pace);
                }
            }
            absent => changed = absent.replace(after).is_none(),
        }
        if changed {
            self.wait(target);
        }
    }
}

/// How fast a range grows.
#[derive(Clone, Copy)]
enum Pace<'t> {
    Exact,
    /// After a few changes, from one of these to the next.
    Thresholds(&'t [i32]),
    /// To the end at once.
    Hurry,
}

/// Lets a range grow to contain another one; says if that changes it.
fn grow(range: &mut Range, other: Range, changes: &mut u8, pace: Pace) -> bool {
    let joined = range.join(other);
    if joined == *range {
        return false;
    }
    *changes = changes.saturating_add(1);
    let next = match pace {
        Pace::Exact => joined,
        Pace::Thresholds(_) if *changes <= EXACT_CHANGES => joined,
        Pace::Thresholds(thresholds) if *changes <= MAX_CHANGES => move_to(thresholds, *range, joined),
        Pace::Thresholds(_) | Pace::Hurry => move_to(&[Range::ANY.min, Range::ANY.max], *range, joined),
    };
    *range = next;
    true
}

/// Moves those bounds that are new to the next thresholds, of which the first and the last are the ends.
fn move_to(thresholds: &[i32], old: Range, new: Range) -> Range {
    let mut moved = new;
    if new.max > old.max {
        moved.max = thresholds[thresholds.partition_point(|&threshold| threshold < new.max)];
    }
    if new.min < old.min {
        moved.min = thresholds[thresholds.partition_point(|&threshold| threshold <= new.min) - 1];
    }
    moved
}
