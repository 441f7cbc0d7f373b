//! The packed state vector: where every number of a system state lies (docs/ARCHITECTURE.md, "State vector").
//!
//! In: the model, the machines that will run, the automata, the value ranges. Out: a position for the control state of each
//! process instance, each variable of each instance, each queue and each assertion. A field has as many bits as its range
//! needs, and none if there is only one value. The order is that of a reader: a process with its variables and queues, then
//! what is global, then the assertions; a field goes to the first word where it fits. No field straddles a word.
//!
//! True afterwards: unused bits are 0 in every state, so equal states have equal vectors.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::machine::Machine;
use crate::model::{
    Action, Expr, Model, Owner, Process, ProcessId, Queue as ModelQueue, QueueId, Scope, UseKind, Variable, VariableId,
};
use crate::monitor::{Automaton, AutomatonKind};
use crate::print::action::variable_name;
use crate::ranges::{Range, Ranges};
use crate::source::Span;
use argos_runtime::vector::{Array, Field, Queue, Queues};
use std::collections::{BTreeMap, HashMap};

/// A verifier copies the vector for every step; beyond this it would do nothing else.
const MAX_BITS: u64 = 1 << 16;

/// Positions, by id.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The length of the vector.
    pub words: u32,
    /// By process and instance.
    pub controls: Vec<Vec<Field>>,
    /// By variable and copy: a global variable has one, a local one has a copy for each instance of its process.
    pub variables: Vec<Vec<Array>>,
    /// By queue.
    pub queues: Vec<QueueLayout>,
    /// By assertion.
    pub monitors: Vec<Field>,
    /// Every field, in the order of placing: what is printed, and the components of the papers' vectors.
    pub components: Vec<Component>,
    /// The vector in parts that change apart from each other: words, and which of their bits. Every bit is in one part.
    pub parts: Vec<Vec<(u32, u64)>>,
    /// Parts that belong together, a bit for each: a process instance and the queues it reads.
    pub clusters: Vec<u64>,
    /// By process and instance: the part that is its own.
    pub own_parts: Vec<Vec<u32>>,
    /// The number of the component at a word and a bit.
    numbers: HashMap<(u32, u32), usize>,
}

/// The positions of a queue, or of an array of queues.
#[derive(Clone, Debug)]
pub struct QueueLayout {
    pub place: Queues,
    /// The messages that can be in it: the sort entries of those with numbers 1, 2, ...
    pub messages: Vec<usize>,
}

/// A field with what it stands for.
#[derive(Clone, Debug)]
pub struct Component {
    pub name: String,
    pub field: Field,
    pub max: i32,
    pub span: Span,
}

impl Layout {
    /// The bits that are used.
    pub fn bits(&self) -> u32 {
        self.components.iter().map(|component| component.field.width).sum()
    }

    /// The number of the part that a field is in.
    pub fn part(&self, field: Field) -> usize {
        let is_in =
            |part: &Vec<(u32, u64)>| part.iter().any(|(word, mask)| *word == field.word && mask >> field.bit & 1 == 1);
        self.parts.iter().position(is_in).unwrap_or(0)
    }

    /// The number of the component that a field is.
    pub fn number(&self, field: Field) -> Option<usize> {
        self.numbers.get(&(field.word, field.bit)).copied().filter(|_| field.width > 0)
    }
}

/// How many bits it takes to tell so many values apart.
pub fn bits_for(values: u64) -> u32 {
    64 - values.saturating_sub(1).leading_zeros()
}

/// Places everything.
pub fn lay_out(
    model: &Model,
    machines: &[&Machine],
    automata: &[&Automaton],
    ranges: &Ranges,
) -> Result<Layout, Diagnostics> {
    let no_queue = Queue { word: 0, bit: 0, slot: 0, message: 0, min: 0, capacity: 1, per_word: 1 };
    let no_queues = QueueLayout { place: Queues { first: no_queue, length: 1, per_word: 1 }, messages: Vec::new() };
    let mut placing = Placing {
        model,
        ranges,
        used: Vec::new(),
        layout: Layout {
            words: 1,
            controls: Vec::new(),
            variables: vec![Vec::new(); model.variables.len()],
            queues: vec![no_queues; model.queues.len()],
            monitors: Vec::new(),
            components: Vec::new(),
            parts: Vec::new(),
            clusters: Vec::new(),
            own_parts: Vec::new(),
            numbers: HashMap::new(),
        },
        writers: writers(model, machines),
        groups: Vec::new(),
        group: 0,
        process_groups: Vec::new(),
    };
    placing.check_size()?;
    for (at, machine) in machines.iter().enumerate() {
        placing.process(ProcessId(at as u32), machine);
    }
    placing.shared();
    placing.group = placing.new_group();
    automata.iter().zip(&model.monitors).for_each(|(automaton, monitor)| placing.monitor(automaton, monitor.span));
    let Parts { parts, part_of, clusters } = parts(placing.groups);
    let own_parts = |(process, first): (&Process, &usize)| {
        (0..process.instances() as usize).map(|instance| part_of[first + instance]).collect()
    };
    placing.layout.own_parts = model.processes.iter().zip(&placing.process_groups).map(own_parts).collect();
    (placing.layout.parts, placing.layout.clusters) = (parts, clusters);
    placing.layout.words = (placing.used.len() as u32).max(1);
    Ok(placing.layout)
}

struct Placing<'m> {
    model: &'m Model,
    ranges: &'m Ranges,
    /// Bits used of each word, from the low end.
    used: Vec<u32>,
    layout: Layout,
    /// By variable: the process that alone writes to it, if it is global and there is one.
    writers: Vec<Option<ProcessId>>,
    /// What changes together: each process instance, each queue, global variables that several write to, all assertions.
    groups: Vec<Group>,
    /// The group that what is placed belongs to.
    group: usize,
    /// By process, the group of its first instance.
    process_groups: Vec<usize>,
}

impl Placing<'_> {
    /// Refuses a specification whose vector would be too long, before anything is listed.
    fn check_size(&self) -> Result<(), Diagnostics> {
        let variables = self.model.variables.iter().enumerate().map(|(at, variable)| {
            let width = u64::from(width(self.ranges.variables[at].range));
            let copies = variable.initial.len() as u64;
            (width * copies * u64::from(variable.length.unwrap_or(1)), variable.span, &variable.name)
        });
        let queues = self.model.queues.iter().enumerate().map(|(at, queue)| {
            let slots = u64::from(queue.capacity) * u64::from(queue.length.unwrap_or(1));
            let (message, value) = self.slot_widths(QueueId(at as u32));
            (u64::from(message + value) * slots, queue.span, &queue.name)
        });
        let sizes: Vec<(u64, Span, _)> = variables.chain(queues).collect();
        let total: u64 = sizes.iter().map(|(bits, ..)| bits).sum();
        let largest = sizes.iter().max_by_key(|(bits, ..)| *bits).filter(|_| total > MAX_BITS);
        let Some((bits, span, name)) = largest else { return Ok(()) };
        let message = format!("the state of this protocol takes {total} bits; the limit is {MAX_BITS}");
        let label = format!("`{name}` alone takes {bits}");
        let hint =
            "make arrays and queues shorter, or keep values in a smaller range (`argosc emit ranges` shows them)";
        let mut diagnostics = Diagnostics::default();
        diagnostics.add(Diagnostic::new(Code::TooLarge, *span, message).label(label).hint(hint));
        Err(diagnostics)
    }

    /// The lowest position of a block of bits: in the first word with room for it.
    fn bits(&mut self, width: u32) -> (u32, u32) {
        if width == 0 {
            return (0, 0);
        }
        let word = self.used.iter().position(|used| used + width <= 64).unwrap_or_else(|| {
            self.used.push(0);
            self.used.len() - 1
        });
        let bit = self.used[word];
        self.used[word] += width;
        (word as u32, bit)
    }

    /// A row of equal blocks, and how many of them lie in one word: all if they fit, else new words are filled.
    fn row(&mut self, width: u32, length: u32) -> (u32, u32, u32) {
        let per_word = 64u32.checked_div(width).unwrap_or(length).min(length);
        if per_word == length {
            let (word, bit) = self.bits(width * length);
            return (word, bit, length);
        }
        let word = self.used.len() as u32;
        for start in (0..length).step_by(per_word as usize) {
            self.used.push(per_word.min(length - start) * width);
        }
        (word, 0, per_word)
    }

    fn component(&mut self, name: String, field: Field, max: i32, span: Span) {
        if field.width > 0 {
            self.layout.numbers.insert((field.word, field.bit), self.layout.components.len());
            self.layout.components.push(Component { name, field, max, span });
            self.groups[self.group].fields.push(field);
        }
    }

    /// An instance after the other: control state, variables; then the queues the process owns.
    fn process(&mut self, id: ProcessId, machine: &Machine) {
        let process = &self.model[id];
        // The end state is the last one if control cannot reach it.
        let states = machine.states.len() - usize::from(!machine.end_is_reachable);
        let mut controls = Vec::new();
        for instance in 0..process.instances() {
            self.group = self.new_group();
            if instance == 0 {
                self.process_groups.push(self.group);
            }
            let name = indexed(&process.name, process.length.map(|_| instance));
            let (word, bit) = self.bits(bits_for(states as u64));
            let field = Field::new(word, bit, bits_for(states as u64), 0);
            self.component(format!("{name} is at"), field, states as i32 - 1, process.span);
            controls.push(field);
            let is_own = |variable: &Variable| match variable.scope {
                Scope::Process(owner) | Scope::Expansion { process: owner, .. } => owner == id,
                Scope::Global => false,
            };
            self.variables(is_own, &format!("{name}."));
        }
        self.layout.controls.push(controls);
        self.queues(|queue| queue.owner == Owner::Process(id));
    }

    /// What belongs to no process. A variable that only one process writes to changes with that process.
    fn shared(&mut self) {
        let shared = self.new_group();
        let model = self.model;
        for (at, variable) in model.variables.iter().enumerate().filter(|(_, it)| it.scope == Scope::Global) {
            self.group = self.writers[at].map_or(shared, |writer| self.process_groups[writer.0 as usize]);
            self.variables(|other| std::ptr::eq(other, variable), "");
        }
        self.queues(|queue| !matches!(queue.owner, Owner::Process(_)));
    }

    /// Places one copy of each of these variables.
    fn variables(&mut self, wanted: impl Fn(&Variable) -> bool, prefix: &str) {
        let model = self.model;
        for (at, variable) in model.variables.iter().enumerate().filter(|(_, variable)| wanted(variable)) {
            let range = self.ranges.variables[at].range;
            let length = variable.length.unwrap_or(1);
            let (word, bit, per_word) = self.row(width(range), length);
            let place = Array::new(Field::new(word, bit, width(range), range.min), length, per_word);
            let name = format!("{prefix}{}", variable_name(VariableId(at as u32), model));
            for element in 0..length {
                let name = indexed(&name, variable.length.map(|_| element));
                self.component(name, place.at(element as usize), range.max, variable.span);
            }
            self.layout.variables[at].push(place);
        }
    }

    fn queues(&mut self, wanted: impl Fn(&ModelQueue) -> bool) {
        let model = self.model;
        for (at, queue) in model.queues.iter().enumerate().filter(|(_, queue)| wanted(queue)) {
            let id = QueueId(at as u32);
            let messages = sent(queue);
            let (message, value) = self.slot_widths(id);
            let slot = message + value;
            let length = queue.length.unwrap_or(1);
            let range = self.ranges.cargo[at].as_ref().map(|cargo| cargo.range);
            let min = range.map_or(0, |range| range.min);
            let slots_per_word = 64u32.checked_div(slot).unwrap_or(queue.capacity).min(queue.capacity);
            let is_in_one_word = slots_per_word == queue.capacity;
            let (word, bit, per_word) = if is_in_one_word {
                self.row(slot * queue.capacity, length)
            } else {
                let mut starts = (0..length).map(|_| self.row(slot, queue.capacity));
                let (word, bit, _) = starts.next().expect("an array has an element");
                starts.for_each(drop);
                (word, bit, 1)
            };
            let first = Queue { word, bit, slot, message, min, capacity: queue.capacity, per_word: slots_per_word };
            let place = Queues { first, length, per_word };
            for element in 0..length {
                self.group = self.new_group();
                if let Some(reader) = self.reader(id, element) {
                    self.groups[self.group].cluster = reader;
                }
                let name = indexed(&queue.name, queue.length.map(|_| element));
                for number in 0..queue.capacity {
                    let field = place.at(element as usize).slot(number);
                    let tag = Field { width: message, ..field };
                    self.component(format!("{name} slot {}", number + 1), tag, messages.len() as i32, queue.span);
                    let cargo = Field { bit: field.bit + message, width: value, min, ..field };
                    let max = range.map_or(0, |range| range.max);
                    self.component(format!("{name} slot {} value", number + 1), cargo, max, queue.span);
                }
            }
            self.layout.queues[at] = QueueLayout { place, messages };
        }
    }

    fn new_group(&mut self) -> usize {
        let number = self.groups.len();
        self.groups.push(Group { fields: Vec::new(), cluster: number });
        number
    }

    /// The group of the process instance that reads a queue, if there is one and its place is known by now.
    fn reader(&self, id: QueueId, element: u32) -> Option<usize> {
        let mut reads =
            self.model.uses.iter().filter(|it| it.queue.queue == id && !matches!(it.kind, UseKind::Send(_)));
        let first = reads.next()?;
        let instance = match first.queue.index.as_deref() {
            None => 0,
            Some(Expr::ProcessIndex) => element,
            Some(_) => return None,
        };
        let is_only = reads.all(|it| it.process == first.process && it.queue.index == first.queue.index);
        let exists = instance < self.model[first.process].instances();
        let group = *self.process_groups.get(first.process.0 as usize)?;
        (is_only && exists).then_some(group + instance as usize)
    }

    /// Bits of a message number and of a value.
    fn slot_widths(&self, queue: QueueId) -> (u32, u32) {
        let messages = sent(&self.model[queue]).len() as u64;
        let value = self.ranges.cargo[queue.0 as usize].as_ref().map_or(0, |cargo| width(cargo.range));
        (bits_for(messages + 1), if messages == 0 { 0 } else { value })
    }

    /// An error sequence has one state more, in which it is switched off.
    fn monitor(&mut self, automaton: &Automaton, span: Span) {
        let states = automaton.states.len() + usize::from(automaton.kind == AutomatonKind::Error);
        let width = bits_for(states as u64);
        let (word, bit) = self.bits(width);
        let field = Field::new(word, bit, width, 0);
        self.component(format!("{} is at", automaton.name), field, states as i32 - 1, span);
        self.layout.monitors.push(field);
    }
}

/// Fields that change together.
struct Group {
    fields: Vec<Field>,
    /// The number of the group that it belongs to, which may be itself.
    cluster: usize,
}

/// Rules name parts by the bits of 64.
const MAX_PARTS: usize = 64;
/// A verifier numbers the contents of each cluster; with more of them the numbers would be most of a key.
const MAX_CLUSTERS: usize = 12;

struct Parts {
    parts: Vec<Vec<(u32, u64)>>,
    /// By group.
    part_of: Vec<u32>,
    clusters: Vec<u64>,
}

/// A part for each group and the clusters of these. Where there are too many of either, always the two neighbours that are
/// smallest together are joined. What has no fields goes to its neighbour.
fn parts(groups: Vec<Group>) -> Parts {
    let width = |fields: &[Field]| fields.iter().map(|field| field.width).sum::<u32>();
    let mut rows = Rows { rows: Vec::new(), row_of: (0..groups.len() as u32).collect() };
    rows.rows = groups.iter().map(|group| group.fields.clone()).collect();
    rows.join(MAX_PARTS, |fields| width(fields));
    let Rows { rows: parts, row_of: part_of } = rows;
    let mut clusters = Rows { rows: vec![Vec::new(); parts.len()], row_of: (0..parts.len() as u32).collect() };
    let mut is_taken = vec![false; parts.len()];
    for (group, part) in groups.iter().zip(&part_of) {
        if !std::mem::replace(&mut is_taken[*part as usize], true) {
            clusters.rows[part_of[group.cluster] as usize].push(*part);
        }
    }
    clusters.join(MAX_CLUSTERS, |members| members.iter().map(|part| width(&parts[*part as usize])).sum());
    let masks = |fields: &Vec<Field>| {
        let mut masks: BTreeMap<u32, u64> = BTreeMap::new();
        for field in fields {
            *masks.entry(field.word).or_default() |= (u64::MAX >> (64 - field.width)) << field.bit;
        }
        masks.into_iter().collect()
    };
    let mask = |members: &Vec<u32>| members.iter().fold(0, |mask, part| mask | 1 << part);
    Parts { parts: parts.iter().map(masks).collect(), part_of, clusters: clusters.rows.iter().map(mask).collect() }
}

/// Lists of which some are joined.
struct Rows<T> {
    rows: Vec<Vec<T>>,
    /// Where each of the first lists is now.
    row_of: Vec<u32>,
}

impl<T> Rows<T> {
    /// Joins neighbours until there are few enough, and none is empty unless it is the only one.
    fn join(&mut self, most: usize, width: impl Fn(&[T]) -> u32) {
        while self.rows.len() > most || self.rows.len() > 1 && self.rows.iter().any(Vec::is_empty) {
            let pair = |at: &usize| {
                let (left, right) = (&self.rows[*at], &self.rows[at + 1]);
                (!left.is_empty() && !right.is_empty(), width(left) + width(right))
            };
            let Some(at) = (0..self.rows.len() - 1).min_by_key(pair) else { break };
            let next = self.rows.remove(at + 1);
            self.rows[at].extend(next);
            self.row_of.iter_mut().filter(|row| **row > at as u32).for_each(|row| *row -= 1);
        }
    }
}

/// By variable: the process of one instance that alone writes to it, if there is one.
fn writers(model: &Model, machines: &[&Machine]) -> Vec<Option<ProcessId>> {
    let mut writers: Vec<Vec<usize>> = vec![Vec::new(); model.variables.len()];
    for (process, machine) in machines.iter().enumerate() {
        let edges = machine.states.iter().flat_map(|state| &state.edges);
        for action in edges.map(|edge| &machine.actions[edge.action.0 as usize]) {
            if let Action::Assign { target, .. }
            | Action::Receive { target: Some(target), .. }
            | Action::ReceiveAny { target: Some(target), .. } = action
            {
                writers[target.variable.0 as usize].push(process);
            }
        }
    }
    let only = |writers: &Vec<usize>| {
        let first = *writers.first()?;
        let is_only = writers.iter().all(|writer| *writer == first) && model.processes[first].instances() == 1;
        is_only.then_some(ProcessId(first as u32))
    };
    writers.iter().map(only).collect()
}

/// The entries of the sort that can be in the queue.
fn sent(queue: &ModelQueue) -> Vec<usize> {
    queue.sort.iter().enumerate().filter(|(_, entry)| entry.sent).map(|(at, _)| at).collect()
}

fn width(range: Range) -> u32 {
    bits_for((i64::from(range.max) - i64::from(range.min) + 1) as u64)
}

/// The name of an element.
pub fn indexed(name: &str, index: Option<u32>) -> String {
    index.map_or(name.to_string(), |index| format!("{name}[{index}]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_enough_and_no_more() {
        let cases = [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (65_536, 16), (65_537, 17)];
        cases.iter().for_each(|&(values, bits)| assert_eq!(bits_for(values), bits, "{values} values"));
    }
}
