//! Minimisation under strong equivalence: the coarsest partition in which equivalent states have edges with the same
//! actions into equivalent states.
//!
//! The plain algorithm: start with the given classes; as long as two states of a class differ in the pairs (action, class
//! of target), split the class. The real one is Paige and Tarjan's (1987), for edges with actions, in O(m log n), because:
//!
//! 1. Splitting by one *splitter* at a time needs no look at all edges: only at those that lead into the splitter.
//! 2. A class that was split off a larger group of classes need only be used as a splitter if it is at most half of the
//!    group ("process the smaller half"), so each edge is looked at O(log n) times.
//! 3. That is sound only if the split also tells apart states with edges into *both* halves from states with edges into
//!    one: for each state and action the number of edges into the group is kept, and compared with the number into the
//!    splitter.

use crate::machine::{Edge, Kinds, Machine, State, StateId, distinct};
use crate::model::{Body, LabelId};
use std::collections::HashMap;

/// A minimised machine, and what became of each state of the original.
#[derive(Clone, Debug)]
pub struct Minimized {
    pub machine: Machine,
    /// By state of the original.
    pub class_of: Vec<StateId>,
}

/// Merges the equivalent states of a machine. The end state, states with different special labels and states that some
/// `process@label` asks for are kept apart.
pub fn minimize(machine: &Machine, body: &Body) -> Minimized {
    let mut keys: HashMap<(bool, Kinds, Vec<LabelId>), u32> = HashMap::new();
    let mut initial = Vec::with_capacity(machine.states.len());
    for (number, state) in machine.states.iter().enumerate() {
        let mut asked: Vec<LabelId> = state.labels.iter().copied().filter(|label| body[*label].asked_for).collect();
        asked.sort_unstable();
        let key = (machine.end == StateId(number as u32), state.kinds, asked);
        let next = keys.len() as u32;
        initial.push(*keys.entry(key).or_insert(next));
    }
    let edges = machine
        .states
        .iter()
        .enumerate()
        .flat_map(|(from, state)| state.edges.iter().map(move |edge| (from as u32, edge.action.0, edge.target.0)));
    let class_of: Vec<StateId> =
        coarsest_partition(&initial, &edges.collect::<Vec<_>>()).into_iter().map(StateId).collect();
    Minimized { machine: quotient(machine, &class_of), class_of }
}

/// The machine of the classes; a class takes the text of its first state, labels of all, and the edges of its first state
/// with the most likely tags of all.
fn quotient(machine: &Machine, class_of: &[StateId]) -> Machine {
    let class = |state: StateId| class_of[state.0 as usize];
    let mut states: Vec<State> = Vec::new();
    for (number, state) in machine.states.iter().enumerate() {
        let StateId(own) = class_of[number];
        let edges = state.edges.iter().map(|edge| Edge { target: class(edge.target), ..edge.clone() });
        if let Some(first) = states.get_mut(own as usize) {
            first.labels.extend(&state.labels);
            first.edges = distinct(std::mem::take(&mut first.edges).into_iter().chain(edges));
            continue;
        }
        states.push(State { edges: distinct(edges), ..state.clone() });
    }
    Machine { start: class(machine.start), end: class(machine.end), states, ..machine.clone() }
}

/// The class of each state in the coarsest partition that is stable and finer than `initial`. Classes are numbered in the
/// order of their first states. Edges are (from, action, to), without repetitions.
pub fn coarsest_partition(initial: &[u32], edges: &[(u32, u32, u32)]) -> Vec<u32> {
    let mut refinement = Refinement::new(initial, edges);
    while let Some(splitter) = refinement.next_splitter() {
        refinement.split_by(&splitter);
    }
    refinement.classes_in_order()
}

/// A class of states: a range of `members`.
struct Class {
    start: usize,
    end: usize,
    /// How many of the first members are marked for a split.
    marked: usize,
    group: usize,
}

struct Refinement {
    /// The states, so that each class is a range.
    members: Vec<usize>,
    position: Vec<usize>,
    class_of: Vec<usize>,
    classes: Vec<Class>,
    /// Classes that splits have not yet told apart from each other by edges *into* them.
    groups: Vec<Vec<usize>>,
    /// Groups that may have more than one class.
    compound: Vec<usize>,
    /// Edges by target: (from, action, number of the edge).
    incoming: Vec<Vec<(usize, u32, usize)>>,
    /// For each edge, the counter of edges from its state with its action into its target's group.
    counter_of: Vec<usize>,
    counters: Vec<u32>,
}

impl Refinement {
    fn new(initial: &[u32], edges: &[(u32, u32, u32)]) -> Self {
        let count = initial.len();
        let mut incoming = vec![Vec::new(); count];
        let mut outgoing_actions = vec![Vec::new(); count];
        let mut counters = Vec::new();
        let mut counter_ids: HashMap<(u32, u32), usize> = HashMap::new();
        let mut counter_of = Vec::with_capacity(edges.len());
        for (number, &(from, action, to)) in edges.iter().enumerate() {
            incoming[to as usize].push((from as usize, action, number));
            outgoing_actions[from as usize].push(action);
            let counter = *counter_ids.entry((from, action)).or_insert_with(|| {
                counters.push(0);
                counters.len() - 1
            });
            counters[counter] += 1;
            counter_of.push(counter);
        }
        // Stable with respect to the group of all states: equal sets of actions.
        let mut keys: HashMap<(u32, Vec<u32>), usize> = HashMap::new();
        let mut by_class: Vec<Vec<usize>> = Vec::new();
        for (state, mut actions) in outgoing_actions.into_iter().enumerate() {
            actions.sort_unstable();
            actions.dedup();
            let next = by_class.len();
            let class = *keys.entry((initial[state], actions)).or_insert(next);
            if class == next {
                by_class.push(Vec::new());
            }
            by_class[class].push(state);
        }
        let mut refinement = Refinement {
            members: Vec::with_capacity(count),
            position: vec![0; count],
            class_of: vec![0; count],
            classes: Vec::new(),
            groups: vec![(0..by_class.len()).collect()],
            compound: vec![0],
            incoming,
            counter_of,
            counters,
        };
        for states in by_class {
            let start = refinement.members.len();
            for state in states {
                refinement.position[state] = refinement.members.len();
                refinement.class_of[state] = refinement.classes.len();
                refinement.members.push(state);
            }
            refinement.classes.push(Class { start, end: refinement.members.len(), marked: 0, group: 0 });
        }
        refinement
    }

    fn size(&self, class: usize) -> usize {
        self.classes[class].end - self.classes[class].start
    }

    /// Takes a class that is at most half of its group out of it, as a group of its own, and gives its states.
    fn next_splitter(&mut self) -> Option<Vec<usize>> {
        loop {
            let group = *self.compound.last()?;
            if self.groups[group].len() < 2 {
                self.compound.pop();
                continue;
            }
            // Of any two classes the smaller is at most half of the group.
            let last = self.groups[group].len() - 1;
            let smaller = if self.size(self.groups[group][last]) <= self.size(self.groups[group][last - 1]) {
                last
            } else {
                last - 1
            };
            let class = self.groups[group].swap_remove(smaller);
            self.classes[class].group = self.groups.len();
            self.groups.push(vec![class]);
            return Some(self.members[self.classes[class].start..self.classes[class].end].to_vec());
        }
    }

    /// Splits every class by its edges into the splitter, one action after the other.
    fn split_by(&mut self, splitter: &[usize]) {
        let mut by_action: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
        for &state in splitter {
            for &(from, action, edge) in &self.incoming[state] {
                by_action.entry(action).or_default().push((from, edge));
            }
        }
        let mut actions: Vec<_> = by_action.into_iter().collect();
        actions.sort_unstable_by_key(|(action, _)| *action);
        for (_, edges) in actions {
            self.split_by_action(&edges);
        }
    }

    /// Three ways: states with no such edge into the splitter; with edges into it only; with edges into it and into the
    /// rest of the group it came from.
    fn split_by_action(&mut self, edges: &[(usize, usize)]) {
        let mut new_counters: HashMap<usize, (usize, usize)> = HashMap::new();
        let mut sources = Vec::new();
        for &(from, edge) in edges {
            let next = self.counters.len();
            let old = self.counter_of[edge];
            let (_, new) = *new_counters.entry(from).or_insert((old, next));
            if new == next {
                self.counters.push(0);
                sources.push(from);
            }
            self.counters[new] += 1;
            self.counters[old] -= 1;
            self.counter_of[edge] = new;
        }
        self.split_off(&sources);
        let only: Vec<usize> = sources.into_iter().filter(|from| self.counters[new_counters[from].0] == 0).collect();
        self.split_off(&only);
    }

    /// Separates the given states from the others of their classes.
    fn split_off(&mut self, states: &[usize]) {
        let mut touched = Vec::new();
        for &state in states {
            let class = &mut self.classes[self.class_of[state]];
            if class.marked == 0 {
                touched.push(self.class_of[state]);
            }
            let (from, to) = (self.position[state], class.start + class.marked);
            class.marked += 1;
            let other = self.members[to];
            self.members.swap(from, to);
            (self.position[state], self.position[other]) = (to, from);
        }
        for class in touched {
            let Class { start, end, group, .. } = self.classes[class];
            let middle = start + std::mem::take(&mut self.classes[class].marked);
            if middle == end {
                continue;
            }
            // The smaller part becomes the new class, so that a state changes its class O(log n) times.
            let new = self.classes.len();
            let part = if middle - start <= end - middle {
                self.classes[class].start = middle;
                start..middle
            } else {
                self.classes[class].end = middle;
                middle..end
            };
            for &state in &self.members[part.clone()] {
                self.class_of[state] = new;
            }
            self.classes.push(Class { start: part.start, end: part.end, marked: 0, group });
            self.groups[group].push(new);
            if self.groups[group].len() == 2 {
                self.compound.push(group);
            }
        }
    }

    fn classes_in_order(&self) -> Vec<u32> {
        let mut numbers = HashMap::new();
        let mut order = Vec::with_capacity(self.class_of.len());
        for class in &self.class_of {
            let next = numbers.len() as u32;
            order.push(*numbers.entry(*class).or_insert(next));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The plain algorithm of the module's header.
    fn naive(initial: &[u32], edges: &[(u32, u32, u32)]) -> Vec<u32> {
        let mut classes = initial.to_vec();
        loop {
            let mut numbers = HashMap::new();
            let next: Vec<u32> = (0..classes.len() as u32)
                .map(|state| {
                    let mut signature: Vec<_> = edges
                        .iter()
                        .filter(|(from, ..)| *from == state)
                        .map(|&(_, action, to)| (action, classes[to as usize]))
                        .collect();
                    signature.sort_unstable();
                    signature.dedup();
                    let number = numbers.len() as u32;
                    *numbers.entry((classes[state as usize], signature)).or_insert(number)
                })
                .collect();
            if next == classes {
                return classes;
            }
            classes = next;
        }
    }

    #[test]
    fn nondeterminism_is_kept_apart_from_its_deterministic_twin() {
        // 0 -a-> 1 -b-> 4, 0 -a-> 2 -c-> 4 against 3 -a-> 5 -b,c-> 4: language equivalent, not strongly equivalent.
        let edges = [(0, 0, 1), (0, 0, 2), (1, 1, 4), (2, 2, 4), (3, 0, 5), (5, 1, 4), (5, 2, 4)];
        let classes = coarsest_partition(&[0; 6], &edges);
        assert_ne!(classes[0], classes[3]);
        assert_eq!(classes, naive(&[0; 6], &edges));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// The fast refinement finds the same partition as the plain algorithm.
        #[test]
        fn equals_the_naive_partition(
            initial in proptest::collection::vec(0u32..3, 1..24),
            raw in proptest::collection::vec((0u32..24, 0u32..3, 0u32..24), 0..60),
        ) {
            let count = initial.len() as u32;
            let mut edges: Vec<_> = raw.into_iter().map(|(from, action, to)| (from % count, action, to % count)).collect();
            edges.sort_unstable();
            edges.dedup();
            prop_assert_eq!(coarsest_partition(&initial, &edges), naive(&initial, &edges));
        }
    }
}
