//! Where executions can come round (AT&T paper, section IV): a state of the system can be met again only through one in which
//! some process is at the start of a loop, so no others need be stored.
//!
//! The papers take every `do` and every label for the start of a loop. Here it is every control state that a depth-first walk
//! through the machine of the process comes back to: every loop has one of them, and labels that are only jumped forward to have
//! none.

use crate::protocol::{Facts, ProcessFacts};

/// By process and control state: it is the start of a loop.
pub struct LoopStarts(Vec<Vec<bool>>);

impl LoopStarts {
    /// Those of all processes; `initial` is the first state of the system.
    pub fn of(facts: &Facts, initial: &[u64]) -> LoopStarts {
        let starts = |(number, process): (usize, &ProcessFacts)| {
            let mut edges = vec![Vec::new(); process.states.len()];
            for rule in facts.rules.iter().filter(|rule| rule.process as usize == number) {
                edges[rule.from as usize].push(rule.to as usize);
            }
            loop_starts(&edges, process.control.get(initial) as usize)
        };
        LoopStarts(facts.processes.iter().enumerate().map(starts).collect())
    }

    /// Some process is at the start of a loop.
    pub fn has(&self, facts: &Facts, state: &[u64]) -> bool {
        let mut processes = facts.processes.iter().zip(&self.0);
        processes.any(|(process, starts)| starts[process.control.get(state) as usize])
    }
}

/// The targets of edges that lead back to a state of the walk that they are part of.
fn loop_starts(edges: &[Vec<usize>], initial: usize) -> Vec<bool> {
    let mut starts = vec![false; edges.len()];
    let (mut is_met, mut is_on_walk) = (vec![false; edges.len()], vec![false; edges.len()]);
    let mut walk = vec![(initial, 0)];
    (is_met[initial], is_on_walk[initial]) = (true, true);
    while let Some((state, next)) = walk.last_mut() {
        let Some(&to) = edges[*state].get(*next) else {
            is_on_walk[*state] = false;
            walk.pop();
            continue;
        };
        *next += 1;
        starts[to] |= is_on_walk[to];
        if !is_met[to] {
            (is_met[to], is_on_walk[to]) = (true, true);
            walk.push((to, 0));
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_loop_has_a_start() {
        assert_eq!(loop_starts(&[vec![1], vec![2], vec![1, 3], vec![]], 0), [false, true, false, false]);
        assert_eq!(loop_starts(&[vec![0, 1], vec![2], vec![0]], 0), [true, false, false]);
        assert_eq!(loop_starts(&[vec![1, 2], vec![3], vec![3], vec![]], 0), [false; 4]);
    }
}
