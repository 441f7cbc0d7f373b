//! The control states of all processes as one graph, in an order that is good for the search.

use crate::machine::Machine;
use crate::model::{Action, ProcessId, VariableId};
use crate::source::Span;
use std::ops::{Index, IndexMut};

/// A control state of a process, in an order in which a state mostly comes behind those that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) fn at(self) -> usize {
        self.0 as usize
    }
}

pub(super) struct Node<'m> {
    pub(super) process: ProcessId,
    pub(super) edges: Vec<Edge<'m>>,
    /// Edges that lead here: where from, and which of the edges there.
    pub(super) incoming: Vec<(NodeId, usize)>,
    pub(super) is_start: bool,
    /// It is the head of a loop: every loop has one.
    pub(super) is_head: bool,
    /// The followed variables that have a range here, in order.
    pub(super) live: Vec<VariableId>,
}

#[derive(Clone, Copy)]
pub(super) struct Edge<'m> {
    pub(super) action: &'m Action,
    pub(super) target: NodeId,
    pub(super) span: Span,
}

pub(super) struct Graph<'m> {
    nodes: Vec<Node<'m>>,
}

impl<'m> Index<NodeId> for Graph<'m> {
    type Output = Node<'m>;
    fn index(&self, id: NodeId) -> &Node<'m> {
        &self.nodes[id.at()]
    }
}

impl<'m> IndexMut<NodeId> for Graph<'m> {
    fn index_mut(&mut self, id: NodeId) -> &mut Node<'m> {
        &mut self.nodes[id.at()]
    }
}

impl<'m> Graph<'m> {
    /// Nothing is live yet.
    pub(super) fn new(machines: &[&'m Machine]) -> Graph<'m> {
        let mut graph = Graph { nodes: Vec::new() };
        for (number, machine) in machines.iter().enumerate() {
            graph.add_machine(ProcessId(number as u32), machine);
        }
        graph.connect();
        graph
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node<'m>> {
        self.nodes.iter()
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = &Edge<'m>> {
        self.nodes.iter().flat_map(|node| &node.edges)
    }

    fn add_machine(&mut self, process: ProcessId, machine: &'m Machine) {
        let Order { states, is_head } = search_depth_first(machine);
        let first = self.nodes.len();
        let mut ids = vec![NodeId(0); machine.states.len()];
        for (at, &state) in states.iter().enumerate() {
            ids[state] = NodeId((first + at) as u32);
        }
        for state in states {
            let edges = machine.states[state].edges.iter().map(|edge| Edge {
                action: &machine.actions[edge.action.0 as usize],
                target: ids[edge.target.0 as usize],
                span: edge.span,
            });
            self.nodes.push(Node {
                process,
                edges: edges.collect(),
                incoming: Vec::new(),
                is_start: state == machine.start.0 as usize,
                is_head: is_head[state],
                live: Vec::new(),
            });
        }
    }

    fn connect(&mut self) {
        for from in self.ids() {
            for number in 0..self[from].edges.len() {
                let target = self[from].edges[number].target;
                self[target].incoming.push((from, number));
            }
        }
    }
}

struct Order {
    /// The states that control can reach; each one before all that it leads to, but for the loops.
    states: Vec<usize>,
    /// By state: an edge leads back to it.
    is_head: Vec<bool>,
}

fn search_depth_first(machine: &Machine) -> Order {
    let count = machine.states.len();
    let (mut is_seen, mut is_done, mut is_head) = (vec![false; count], vec![false; count], vec![false; count]);
    let mut postorder = Vec::with_capacity(count);
    let start = machine.start.0 as usize;
    // Each state with the number of edges that are left. The last edge goes first, so that the first comes first in
    // the end.
    let mut path = vec![(start, machine.states[start].edges.len())];
    is_seen[start] = true;
    while let Some((state, edges)) = path.last_mut() {
        let Some(next) = edges.checked_sub(1) else {
            is_done[*state] = true;
            postorder.push(*state);
            path.pop();
            continue;
        };
        *edges = next;
        let target = machine.states[*state].edges[next].target.0 as usize;
        if !is_seen[target] {
            is_seen[target] = true;
            path.push((target, machine.states[target].edges.len()));
        } else if !is_done[target] {
            is_head[target] = true;
        }
    }
    postorder.reverse();
    Order { states: postorder, is_head }
}
