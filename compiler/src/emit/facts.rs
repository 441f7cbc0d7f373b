//! The facts of a protocol as constants of the emitted crate.

use super::expression::literal;
use super::model::{array, field, hexadecimal, queue};
use argos_runtime::protocol::{
    Event, Facts, Likelihood, List, MessageFacts, MonitorFacts, ProcessFacts, QueueFacts, RuleFacts, StateFacts,
    VariableFacts,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::HashMap;

/// `static FACTS` and the lists it consists of.
pub fn facts(facts: &Facts) -> TokenStream {
    let mut lists = Lists::default();
    let processes = facts.processes.iter().map(|process| self::process(process, &mut lists)).collect();
    let queues = facts.queues.iter().map(|queue| queue_facts(queue, &mut lists)).collect();
    let monitors = facts.monitors.iter().map(|monitor| self::monitor(monitor, &mut lists)).collect();
    let part = |part: &List<(u32, u64)>| -> Vec<TokenStream> {
        let piece = |(word, mask): &(u32, u64)| {
            let (word, mask) = (literal((*word).into()), hexadecimal(*mask));
            quote!((#word, #mask))
        };
        part.iter().map(piece).collect()
    };
    let parts = facts.parts.iter().map(|it| lists.list("PART", quote!((u32, u64)), part(it))).collect();
    let parts = lists.list("PARTS", quote!(List<(u32, u64)>), parts);
    let clusters = lists.list("CLUSTERS", quote!(u64), facts.clusters.iter().map(|it| hexadecimal(*it)).collect());
    let model = text(&facts.model);
    let bits = literal(facts.vector_bits.into());
    let files = lists.list("FILES", quote!(Text), facts.files.iter().map(|file| text(file)).collect());
    let processes = lists.list("PROCESSES", quote!(ProcessFacts), processes);
    let variables = lists.list("VARIABLES", quote!(VariableFacts), facts.variables.iter().map(variable).collect());
    let queues = lists.list("QUEUES", quote!(QueueFacts), queues);
    let columns = facts.columns.iter().map(|column| literal((*column).into())).collect();
    let columns = lists.list("COLUMNS", quote!(u32), columns);
    let monitors = lists.list("MONITORS", quote!(MonitorFacts), monitors);
    let invariants = facts.invariants.iter().map(|invariant| {
        let (name, line, condition) =
            (text(&invariant.name), literal(invariant.line.into()), text(&invariant.condition));
        quote!(InvariantFacts { name: #name, line: #line, condition: #condition })
    });
    let invariants = lists.list("INVARIANTS", quote!(InvariantFacts), invariants.collect());
    let guides = facts.guides.iter().map(|guide| {
        let (name, line, expression) = (text(&guide.name), literal(guide.line.into()), text(&guide.expression));
        quote!(GuideFacts { name: #name, line: #line, expression: #expression })
    });
    let guides = lists.list("GUIDES", quote!(GuideFacts), guides.collect());
    let rules = lists.list("RULES", quote!(RuleFacts), facts.rules.iter().map(rule).collect());
    let unchecked = lists.list("UNCHECKED", quote!(Text), facts.unchecked.iter().map(|it| text(it)).collect());
    let lists = lists.items;
    quote! {
        /// Names, lines and texts, for reports.
        static FACTS: Facts = Facts {
            model: #model,
            files: #files,
            vector_bits: #bits,
            parts: #parts,
            clusters: #clusters,
            processes: #processes,
            variables: #variables,
            queues: #queues,
            columns: #columns,
            monitors: #monitors,
            invariants: #invariants,
            guides: #guides,
            rules: #rules,
            unchecked: #unchecked,
        };
        #lists
    }
}

/// Lists that have been written as statics.
#[derive(Default)]
struct Lists {
    items: TokenStream,
    /// Shared lists by their text.
    known: HashMap<String, TokenStream>,
    numbers: HashMap<&'static str, u32>,
}

impl Lists {
    /// Writes a list; gives an expression for it.
    fn list(&mut self, name: &'static str, kind: TokenStream, items: Vec<TokenStream>) -> TokenStream {
        if items.is_empty() {
            return quote!(List::Borrowed(&[]));
        }
        let number = self.numbers.entry(name).or_default();
        *number += 1;
        let name = if *number > 1 { format_ident!("{name}_{number}") } else { format_ident!("{name}") };
        let length = literal(items.len() as i64);
        self.items.extend(quote!(static #name: [#kind; #length] = [#(#items),*];));
        quote!(List::Borrowed(&#name))
    }

    /// The same, for lists of which several are equal: that of the instances of a process, of the queues of an array.
    fn shared_list(&mut self, name: &'static str, kind: TokenStream, items: Vec<TokenStream>) -> TokenStream {
        let key = quote!(#kind #(#items)*).to_string();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let written = self.list(name, kind, items);
        self.known.insert(key, written.clone());
        written
    }
}

fn text(text: &str) -> TokenStream {
    quote!(Text::Borrowed(#text))
}

fn process(process: &ProcessFacts, lists: &mut Lists) -> TokenStream {
    let state = |state: &StateFacts| {
        let (line, label, may_rest) = (literal(state.line.into()), text(&state.label), state.may_rest);
        quote!(StateFacts { line: #line, label: #label, may_rest: #may_rest })
    };
    let states = lists.shared_list("STATES", quote!(StateFacts), process.states.iter().map(state).collect());
    let (name, definition, line) = (text(&process.name), text(&process.definition), literal(process.line.into()));
    let (part, control) = (literal(process.part.into()), field(process.control));
    let end = match process.end {
        Some(end) => {
            let end = literal(end.into());
            quote!(Some(#end))
        }
        None => quote!(None),
    };
    quote! {
        ProcessFacts {
            name: #name, definition: #definition, line: #line, part: #part, control: #control, end: #end, states: #states
        }
    }
}

fn variable(variable: &VariableFacts) -> TokenStream {
    let (name, is_array, place) = (text(&variable.name), variable.is_array, array(variable.place));
    quote!(VariableFacts { name: #name, is_array: #is_array, place: #place })
}

fn queue_facts(facts: &QueueFacts, lists: &mut Lists) -> TokenStream {
    let message = |message: &MessageFacts| {
        let (name, has_value) = (text(&message.name), message.has_value);
        quote!(MessageFacts { name: #name, has_value: #has_value })
    };
    let messages = lists.shared_list("MESSAGES", quote!(MessageFacts), facts.messages.iter().map(message).collect());
    let (name, place) = (text(&facts.name), queue(facts.place));
    quote!(QueueFacts { name: #name, place: #place, messages: #messages })
}

fn monitor(monitor: &MonitorFacts, lists: &mut Lists) -> TokenStream {
    let ends = lists.shared_list("ENDS", quote!(bool), monitor.ends.iter().map(|end| quote!(#end)).collect());
    let (name, line, is_assert) = (text(&monitor.name), literal(monitor.line.into()), monitor.is_assert);
    let state = field(monitor.state);
    quote!(MonitorFacts { name: #name, line: #line, is_assert: #is_assert, state: #state, ends: #ends })
}

fn rule(rule: &RuleFacts) -> TokenStream {
    let numbers = [rule.process, rule.from, rule.to, rule.file, rule.line].map(|number| literal(number.into()));
    let [process, from, to, file, line] = numbers;
    let (parts, reads) = (hexadecimal(rule.parts), hexadecimal(rule.reads));
    let (statement, vector) = (text(&rule.statement), text(&rule.vector));
    let event = match rule.event {
        Event::Internal => quote!(Event::Internal),
        Event::Send(queue) => numbered(quote!(Send), queue),
        Event::Receive(queue) => numbered(quote!(Receive), queue),
        Event::Timeout(queue) => numbered(quote!(Timeout), queue),
    };
    let likelihood = match rule.likelihood {
        Likelihood::Unlikely => quote!(Likelihood::Unlikely),
        Likelihood::Untagged => quote!(Likelihood::Untagged),
        Likelihood::Likely => quote!(Likelihood::Likely),
    };
    quote! {
        RuleFacts {
            process: #process, from: #from, to: #to, file: #file, line: #line, statement: #statement,
            likelihood: #likelihood, event: #event, parts: #parts, reads: #reads, vector: #vector
        }
    }
}

fn numbered(kind: TokenStream, queue: u32) -> TokenStream {
    let queue = literal(queue.into());
    quote!(Event::#kind(#queue))
}
