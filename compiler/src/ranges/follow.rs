//! Decides which variables are followed, and where they are live.

use super::graph::{Graph, NodeId};
use super::parts::{assigns, reads, target};
use crate::machine::Machine;
use crate::model::{Model, ProcessId, Scope, VariableId};
use std::collections::BTreeMap;

/// Pairs of a state and a variable that is live there: 9 bytes each. Variables beyond are not followed.
const MAX_LIVE: usize = 1 << 21;

/// By variable, the process that follows it.
pub(super) struct Followed(Vec<Option<ProcessId>>);

impl Followed {
    pub(super) fn is_by(&self, process: ProcessId, variable: VariableId) -> bool {
        self.0[variable.0 as usize] == Some(process)
    }

    /// Nobody but the process that follows the variable can read it.
    pub(super) fn is_private(&self, variable: VariableId, model: &Model) -> bool {
        self.0[variable.0 as usize].is_some() && model[variable].scope != Scope::Global
    }
}

/// Decides which variables are followed, and says in each node which of them are live.
pub(super) fn follow(model: &Model, machines: &[&Machine], graph: &mut Graph) -> Followed {
    let mut followed = Followed(candidates(model, machines));
    let mut seen_for = vec![None; graph.len()];
    let mut left = MAX_LIVE;
    for (variable, readers) in readers(graph, &followed) {
        let live = live_nodes(variable, readers, graph, &mut seen_for);
        if live.len() > left {
            followed.0[variable.0 as usize] = None;
            continue;
        }
        left -= live.len();
        live.into_iter().for_each(|id| graph[id].live.push(variable));
    }
    followed
}

/// Says of each variable which process can follow it: the one it belongs to, or the only one that assigns it.
fn candidates(model: &Model, machines: &[&Machine]) -> Vec<Option<ProcessId>> {
    let mut writers: Vec<Vec<ProcessId>> = vec![Vec::new(); model.variables.len()];
    for (number, machine) in machines.iter().enumerate() {
        let process = ProcessId(number as u32);
        for target in machine.actions.iter().filter_map(target) {
            let writers = &mut writers[target.variable.0 as usize];
            if !writers.contains(&process) {
                writers.push(process);
            }
        }
    }
    let candidates =
        model.variables.iter().zip(writers).map(|(variable, writers)| match (&variable.scope, &writers[..]) {
            _ if variable.length.is_some() => None,
            (Scope::Process(process) | Scope::Expansion { process, .. }, _) => Some(*process),
            (Scope::Global, [process]) if model[*process].instances() == 1 => Some(*process),
            (Scope::Global, _) => None,
        });
    candidates.collect()
}

/// The nodes of the process that follows a variable with an edge that reads it.
fn readers(graph: &Graph, followed: &Followed) -> BTreeMap<VariableId, Vec<NodeId>> {
    let mut readers: BTreeMap<VariableId, Vec<NodeId>> = BTreeMap::new();
    for id in graph.ids() {
        let node = &graph[id];
        let reads = node.edges.iter().flat_map(|edge| reads(edge.action));
        for variable in reads.filter(|variable| followed.is_by(node.process, *variable)) {
            readers.entry(variable).or_default().push(id);
        }
    }
    readers
}

/// Where a variable is live: backwards from its readers up to the edges that assign it. There is nothing to say of it
/// elsewhere, so nothing is lost. `seen_for` says of each node for which variable it was last seen.
fn live_nodes(
    variable: VariableId,
    readers: Vec<NodeId>,
    graph: &Graph,
    seen_for: &mut [Option<VariableId>],
) -> Vec<NodeId> {
    let mut live = Vec::new();
    let mut work = readers;
    while let Some(id) = work.pop() {
        if seen_for[id.at()].replace(variable) == Some(variable) {
            continue;
        }
        live.push(id);
        let sources = graph[id].incoming.iter();
        let sources = sources.filter(|(from, edge)| !assigns(graph[*from].edges[*edge].action, variable));
        work.extend(sources.map(|(from, _)| from));
    }
    live
}
