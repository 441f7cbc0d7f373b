//! Computes each range anew from the others: a sound table stays sound, and what was widened too far comes back.

use super::Range;
use super::cells::join_into;
use super::effects::find_effects;
use super::graph::NodeId;
use super::known::Known;
use super::problem::{Problem, Table};

/// Ranges are computed anew so often.
const ROUNDS: usize = 8;

/// Narrows the ranges of a table, as long as that changes something.
pub(super) fn narrow(problem: &Problem, table: &mut Table) {
    let mut known = Known::new(problem.model.variables.len());
    for _ in 0..ROUNDS {
        if !narrow_once(problem, table, &mut known) {
            return;
        }
    }
}

/// Says if anything is smaller now.
fn narrow_once(problem: &Problem, table: &mut Table, known: &mut Known) -> bool {
    let mut changed = false;
    let mut cells = problem.cells.initial.clone();
    for id in problem.graph.ids() {
        let computed = compute_node(id, problem, table, known, &mut cells);
        if let Some(old) = &table.nodes[id.at()] {
            let narrowed = computed.and_then(|computed| meet_all(old, &computed));
            changed |= narrowed.as_ref() != Some(old);
            table.nodes[id.at()] = narrowed;
        }
    }
    for (cell, computed) in table.cells.iter_mut().zip(cells) {
        let narrowed = cell.zip(computed).and_then(|(old, computed)| old.meet(computed));
        changed |= *cell != narrowed;
        *cell = narrowed;
    }
    changed
}

/// Computes the ranges of a node from the edges that lead to it, and adds to `cells` what those give.
fn compute_node(
    id: NodeId,
    problem: &Problem,
    table: &Table,
    known: &mut Known,
    cells: &mut [Option<Range>],
) -> Option<Vec<Range>> {
    let node = &problem.graph[id];
    let mut computed = node.is_start.then(|| problem.initial_values(id));
    for &(from, number) in &node.incoming {
        let Some(ranges) = &table.nodes[from.at()] else { continue };
        let source = &problem.graph[from];
        known.load(source, ranges);
        let Some(effects) = find_effects(&source.edges[number], source, problem, table, known) else { continue };
        for (cell, range) in effects.cell_writes(problem) {
            join_into(&mut cells[cell.at()], range);
        }
        computed = Some(match computed {
            Some(computed) => computed.into_iter().zip(effects.after).map(|(one, other)| one.join(other)).collect(),
            None => effects.after,
        });
    }
    computed
}

/// `None` if some variable has no value in both.
fn meet_all(old: &[Range], new: &[Range]) -> Option<Vec<Range>> {
    old.iter().zip(new).map(|(old, new)| old.meet(*new)).collect()
}
