//! How many states a search breadth first will find, guessed from the sizes of its levels so far: memory that a table does not need
//! is not taken, and a table that will have to grow again grows further at once.
//!
//! In most protocols the levels become larger and larger, and then, in about as many steps, smaller and smaller. So while they grow
//! there are at least as many states to come as there were; when they shrink, about as many as there were when they had the same
//! size before.

use super::candidates::StateId;
use std::ops::Range;

/// The levels of a search so far.
#[derive(Default)]
pub struct Levels(Vec<Range<StateId>>);

impl Levels {
    /// Another level.
    pub fn add(&mut self, level: Range<StateId>) {
        self.0.push(level);
    }

    /// How many states there will be.
    pub fn expected_states(&self) -> usize {
        let Some(last) = self.0.last() else { return 0 };
        let is_as_large = |level: &&Range<StateId>| level.len() >= last.len();
        let before = self.0.iter().find(is_as_large).map_or(0, |level| level.end);
        last.end + before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(sizes: &[usize]) -> usize {
        let (mut levels, mut start) = (Levels::default(), 0);
        for size in sizes {
            levels.add(start..start + size);
            start += size;
        }
        levels.expected_states()
    }

    #[test]
    fn as_many_states_are_expected_as_there_were_with_levels_of_that_size() {
        assert_eq!(expected(&[]), 0);
        assert_eq!(expected(&[8]), 16);
        assert_eq!(expected(&[8, 16, 24]), 96, "they grow: as many again");
        assert_eq!(expected(&[8, 16, 24, 16]), 88, "they shrink: as many as there were up to the first that has 16");
        assert_eq!(expected(&[8, 16, 24, 16, 4]), 76);
    }
}
