//! What is known of the variables before an edge is taken; assumptions can be taken back.

use super::Range;
use super::graph::Node;
use crate::model::VariableId;

/// One for a whole search: to clear a list of all variables for each edge would take too long.
pub(super) struct Known {
    /// By variable, where it may differ from its cell.
    ranges: Vec<Option<Range>>,
    /// What `ranges` was before each change, to undo them.
    changes: Vec<(VariableId, Option<Range>)>,
}

/// What was known at some time.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl Known {
    pub(super) fn new(variables: usize) -> Known {
        Known { ranges: vec![None; variables], changes: Vec::new() }
    }

    /// Forgets everything but the ranges of a node.
    pub(super) fn load(&mut self, node: &Node, ranges: &[Range]) {
        self.back_to(Mark(0));
        node.live.iter().zip(ranges).for_each(|(variable, range)| self.set(*variable, *range));
    }

    pub(super) fn get(&self, variable: VariableId) -> Option<Range> {
        self.ranges[variable.0 as usize]
    }

    pub(super) fn set(&mut self, variable: VariableId, range: Range) {
        let old = self.ranges[variable.0 as usize].replace(range);
        self.changes.push((variable, old));
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.changes.len())
    }

    pub(super) fn back_to(&mut self, Mark(changes): Mark) {
        for (variable, old) in self.changes.drain(changes..).rev() {
            self.ranges[variable.0 as usize] = old;
        }
    }

    /// The variables that were set since then, some of them more than once, with their ranges now.
    pub(super) fn changed_since(&self, Mark(changes): Mark) -> impl Iterator<Item = (VariableId, Range)> {
        self.changes[changes..].iter().filter_map(|(variable, _)| Some((*variable, self.get(*variable)?)))
    }
}
