//! Breadth first: the log of discovered states is the queue, and the first way to a state is a shortest one.

use super::kernel::Kernel;
use crate::outcome::Limit;
use crate::protocol::Protocol;
use crate::store::chunks::Chunks;
use crate::store::table::{Inserted, StateId, Table};

/// The number of a state, in five bytes.
type Parent = [u8; 5];

pub fn search<P: Protocol>(kernel: &mut Kernel<P>) {
    let initial = kernel.initial();
    let Some(mut table) = Table::new(&mut kernel.budget) else { return kernel.stop(Limit::Memory) };
    let mut parents = Chunks::default();
    let Inserted::New(root) = table.insert(&initial, &mut kernel.budget) else { return kernel.stop(Limit::Memory) };
    if !parents.push(pack(root), &mut kernel.budget) {
        return kernel.stop(Limit::Memory);
    }
    kernel.discover(&initial, 0, || vec![initial]);
    let (mut depth, mut level_end) = (0, table.len());
    let mut next = 0;
    while next < table.len() && kernel.goes_on() {
        if next == level_end {
            (depth, level_end) = (depth + 1, table.len());
        }
        let state = *table.get(next);
        if kernel.options.depth == Some(depth) {
            if !kernel.look_at_bound(&state, || path(&table, &parents, next)) {
                kernel.stop(Limit::Depth);
            }
            next += 1;
            continue;
        }
        kernel.expand(&state, false, || path(&table, &parents, next));
        for number in 0..kernel.successors() {
            let successor = kernel.successor(number);
            match table.insert(&successor, &mut kernel.budget) {
                Inserted::Old(_) => continue,
                Inserted::New(_) if parents.push(pack(next), &mut kernel.budget) => {}
                _ => return kernel.stop(Limit::Memory),
            }
            let newest = table.len() - 1;
            kernel.discover(&successor, depth + 1, || path(&table, &parents, newest));
        }
        next += 1;
    }
}

/// The states from the initial one to this one. There is room for one more: a step that fails.
fn path<State: crate::protocol::Vector>(table: &Table<State>, parents: &Chunks<Parent>, last: StateId) -> Vec<State> {
    let way = || std::iter::successors(Some(last), |&at| (at != 0).then(|| unpack(*parents.get(at))));
    // Counted first, because a list that grows would take more than the budget keeps for a trace.
    let mut states = Vec::with_capacity(way().count() + 1);
    states.extend(way().map(|at| *table.get(at)));
    states.reverse();
    states
}

fn pack(id: StateId) -> Parent {
    let [first, second, third, fourth, fifth, ..] = (id as u64).to_le_bytes();
    [first, second, third, fourth, fifth]
}

fn unpack([first, second, third, fourth, fifth]: Parent) -> StateId {
    u64::from_le_bytes([first, second, third, fourth, fifth, 0, 0, 0]) as StateId
}
