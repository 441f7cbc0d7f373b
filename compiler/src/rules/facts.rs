//! What reports need to know about the rules: names, lines, texts, positions.

use super::parts::{changed_parts, read_parts};
use super::{Index, Rule};
use crate::layout::{Layout, indexed};
use crate::machine::{Edge, Machine, StateId};
use crate::model::{Action, Model, Process, QueueRef, Scope, VariableId};
use crate::monitor::{Automaton, AutomatonKind};
use crate::pipeline::{ProcessMachine, Program};
use crate::print::action::{action, expression, variable_name};
use crate::print::rules::vector;
use crate::source::{SourceMap, Span};
use argos_runtime::protocol::{
    Event, Facts, GuideFacts, InvariantFacts, MessageFacts, MonitorFacts, ProcessFacts, QueueFacts, RuleFacts,
    StateFacts, Text, VariableFacts,
};
use std::collections::HashMap;
use std::path::Path;

/// Describes rules that come from these edges with their actions.
pub fn describe(
    program: &Program,
    minimized: bool,
    layout: &Layout,
    rules: &[Rule],
    origins: &[(&Edge, &Action)],
    sources: &SourceMap,
) -> Facts {
    let files = Files::new(sources);
    let describing = Describing { program, model: &program.model, layout, sources, files: &files };
    Facts {
        model: model_name(sources).into(),
        files: files.names.iter().map(|name| name.clone().into()).collect::<Vec<Text>>().into(),
        vector_bits: layout.bits(),
        parts: layout.parts.iter().map(|part| part.clone().into()).collect::<Vec<_>>().into(),
        clusters: layout.clusters.clone().into(),
        processes: describing.processes(minimized).into(),
        variables: describing.variables().into(),
        queues: describing.queues().into(),
        columns: describing.columns().into(),
        monitors: describing.monitors().into(),
        invariants: describing.invariants().into(),
        guides: describing.guides().into(),
        rules: describing.rules(rules, origins).into(),
        unchecked: describing.unchecked().into(),
    }
}

/// The name of a specification: its file without folder and ending.
pub fn model_name(sources: &SourceMap) -> String {
    let path = sources.files().next().map_or("", |(_, file)| &file.path);
    let stem = Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.filter(|stem| stem != "-").unwrap_or_else(|| "specification".into())
}

/// The files of a specification, each path once; paths are told from the folder of the main file, so that the same
/// specification gives the same facts wherever it lies.
struct Files {
    names: Vec<String>,
    numbers: HashMap<crate::source::FileId, u32>,
}

impl Files {
    fn new(sources: &SourceMap) -> Files {
        let mut files = Files { names: Vec::new(), numbers: HashMap::new() };
        let main = sources.files().next().map_or("", |(_, file)| &file.path);
        let folder = Path::new(main).parent().unwrap_or(Path::new(""));
        for (id, file) in sources.files() {
            let path = Path::new(&file.path);
            let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
            let number = files.names.iter().position(|known| *known == name).unwrap_or_else(|| {
                files.names.push(name);
                files.names.len() - 1
            });
            files.numbers.insert(id, number as u32);
        }
        files
    }
}

struct Describing<'p> {
    program: &'p Program,
    model: &'p Model,
    layout: &'p Layout,
    sources: &'p SourceMap,
    files: &'p Files,
}

impl Describing<'_> {
    fn line(&self, span: Span) -> u32 {
        self.sources.line(span) as u32
    }

    fn processes(&self, minimized: bool) -> Vec<ProcessFacts> {
        let machines = self.program.machines(minimized);
        let mut all = Vec::new();
        for (at, process) in self.model.processes.iter().enumerate() {
            let may_rest = may_rest(&self.program.machines[at], minimized);
            let states = self.states(process, machines[at], &may_rest);
            for instance in 0..process.instances() {
                all.push(ProcessFacts {
                    name: instance_name(process, instance).into(),
                    definition: process.name.to_string().into(),
                    line: self.line(process.span),
                    part: self.layout.own_parts[at][instance as usize],
                    control: self.layout.controls[at][instance as usize],
                    end: machines[at].end_is_reachable.then_some(machines[at].end.0),
                    states: states.clone().into(),
                });
            }
        }
        all
    }

    /// The control states; without the end if it cannot be reached, which is then the last one.
    fn states(&self, process: &Process, machine: &Machine, may_rest: &[bool]) -> Vec<StateFacts> {
        let count = machine.states.len() - usize::from(!machine.end_is_reachable);
        let state = |(at, state): (usize, &crate::machine::State)| StateFacts {
            line: self.line(state.span),
            label: state.labels.first().map_or(String::new(), |label| process.body[*label].name.to_string()).into(),
            may_rest: may_rest[at],
        };
        machine.states[..count].iter().enumerate().map(state).collect()
    }

    fn variables(&self) -> Vec<VariableFacts> {
        let mut seen: HashMap<String, u32> = HashMap::new();
        let mut all = Vec::new();
        for (at, variable) in self.model.variables.iter().enumerate() {
            let own = variable_name(VariableId(at as u32), self.model);
            for (copy, place) in self.layout.variables[at].iter().enumerate() {
                let name = match variable.scope {
                    Scope::Global => own.clone(),
                    Scope::Process(process) | Scope::Expansion { process, .. } => {
                        format!("{}.{own}", instance_name(&self.model[process], copy as u32))
                    }
                };
                let times = seen.entry(name.clone()).or_default();
                *times += 1;
                let name = if *times > 1 { format!("{name}#{times}") } else { name };
                all.push(VariableFacts { name: name.into(), is_array: variable.length.is_some(), place: *place });
            }
        }
        all
    }

    fn queues(&self) -> Vec<QueueFacts> {
        let mut all = Vec::new();
        for (queue, layout) in self.model.queues.iter().zip(&self.layout.queues) {
            let message = |entry: &usize| MessageFacts {
                name: self.model[queue.sort[*entry].message].name.to_string().into(),
                has_value: queue.sort[*entry].carries_value,
            };
            let messages: Vec<MessageFacts> = layout.messages.iter().map(message).collect();
            for element in 0..layout.place.length {
                let name = indexed(&queue.name, queue.length.map(|_| element)).into();
                let place = layout.place.at(element as usize);
                all.push(QueueFacts { name, place, messages: messages.clone().into() });
            }
        }
        all
    }

    /// The number of each queue's element 0 in the list of all queues.
    fn first_numbers(&self) -> Vec<u32> {
        let mut next = 0;
        let first = |queue: &crate::model::Queue| {
            let first = next;
            next += queue.length.unwrap_or(1);
            first
        };
        self.model.queues.iter().map(first).collect()
    }

    /// Queues that an assertion names come first, as in the appendix of the manual; the others follow in the order in which
    /// the text first mentions them, as in the papers.
    fn columns(&self) -> Vec<u32> {
        let named = |action: &Action| match action {
            Action::Send { queue, .. } | Action::Receive { queue, .. } => Some(queue.queue.0 as usize),
            _ => None,
        };
        let mut order: Vec<usize> =
            self.program.monitors().flat_map(|monitor| monitor.actions.iter().filter_map(named)).collect();
        let declared = self.model.queues.iter().enumerate().map(|(at, queue)| (queue.span, at));
        let used = self.model.uses.iter().map(|it| (it.span, it.queue.queue.0 as usize));
        let mut mentions: Vec<(Span, usize)> = declared.chain(used).collect();
        mentions.sort_unstable();
        order.extend(mentions.into_iter().map(|(_, queue)| queue));
        let first = self.first_numbers();
        let mut seen = vec![false; first.len()];
        order.retain(|&queue| !std::mem::replace(&mut seen[queue], true));
        let elements = |queue: usize| first[queue]..first[queue] + self.model.queues[queue].length.unwrap_or(1);
        order.into_iter().flat_map(elements).collect()
    }

    fn monitors(&self) -> Vec<MonitorFacts> {
        let monitor = |((automaton, monitor), state): ((&Automaton, &crate::model::Monitor), _)| {
            let is_assert = automaton.kind == AutomatonKind::Assert;
            let off = (!is_assert).then_some(false);
            MonitorFacts {
                name: automaton.name.to_string().into(),
                line: self.line(monitor.span),
                is_assert,
                state,
                ends: automaton.states.iter().map(|state| state.end).chain(off).collect::<Vec<bool>>().into(),
            }
        };
        let places = self.layout.monitors.iter().copied();
        self.program.monitors().zip(&self.model.monitors).zip(places).map(monitor).collect()
    }

    fn invariants(&self) -> Vec<InvariantFacts> {
        let invariant = |invariant: &crate::model::Invariant| InvariantFacts {
            name: invariant.name.to_string().into(),
            line: self.line(invariant.span),
            condition: expression(&invariant.condition, self.model).into(),
        };
        self.model.invariants.iter().map(invariant).collect()
    }

    fn guides(&self) -> Vec<GuideFacts> {
        let guide = |guide: &crate::model::Guide| GuideFacts {
            name: guide.name.to_string().into(),
            line: self.line(guide.span),
            expression: expression(&guide.cost, self.model).into(),
        };
        self.model.guides.iter().map(guide).collect()
    }

    fn rules(&self, rules: &[Rule], origins: &[(&Edge, &Action)]) -> Vec<RuleFacts> {
        let first = self.first_numbers();
        let mut next = 0;
        let starts: Vec<u32> = self
            .model
            .processes
            .iter()
            .map(|process| {
                next += process.instances();
                next - process.instances()
            })
            .collect();
        let describe = |(rule, (edge, statement)): (&Rule, &(&Edge, &Action))| {
            let queue = |reference: &QueueRef| {
                let element = match rule.queue().map(|queue| &queue.element) {
                    Some(Index::Fixed(element)) => *element,
                    _ => 0,
                };
                first[reference.queue.0 as usize] + element
            };
            RuleFacts {
                process: starts[rule.process.0 as usize] + rule.instance,
                from: rule.from,
                to: rule.to,
                file: self.files.numbers[&edge.span.file],
                line: self.line(edge.span),
                statement: action(statement, self.model).into(),
                likelihood: edge.likelihood,
                event: match statement {
                    Action::Send { queue: to, .. } => Event::Send(queue(to)),
                    Action::Receive { queue: from, .. } | Action::ReceiveAny { queue: from, .. } => {
                        Event::Receive(queue(from))
                    }
                    Action::Timeout { queue: on } => Event::Timeout(queue(on)),
                    _ => Event::Internal,
                },
                parts: changed_parts(rule, self.layout),
                reads: read_parts(rule, self.layout),
                vector: vector(rule, statement, self.model, self.layout).into(),
            }
        };
        rules.iter().zip(origins).map(describe).collect()
    }

    /// Claims and formulas are compiled, but no search looks at them yet.
    fn unchecked(&self) -> Vec<Text> {
        let never =
            self.model.never.iter().map(|never| {
                format!("the claim `never` (line {}) is not checked by this version", self.line(never.span))
            });
        let ltl = self.model.ltl.iter().map(|ltl| {
            format!("the formula `{}` (line {}) is not checked by this version", ltl.name, self.line(ltl.span))
        });
        never.chain(ltl).map(Text::from).collect()
    }
}

fn instance_name(process: &Process, instance: u32) -> String {
    indexed(&process.name, process.length.map(|_| instance))
}

/// By control state: waiting there for ever is no error. States that are equivalent to the start count as the start, also
/// where they were not merged.
fn may_rest(machine: &ProcessMachine, minimized: bool) -> Vec<bool> {
    let ProcessMachine { raw, minimized: small } = machine;
    let class = |state: StateId| if minimized { state } else { small.class_of[state.0 as usize] };
    let shown = if minimized { &small.machine } else { raw };
    let rests = |(at, state): (usize, &crate::machine::State)| {
        state.kinds.end || class(StateId(at as u32)) == class(shown.start)
    };
    shown.states.iter().enumerate().map(rests).collect()
}
