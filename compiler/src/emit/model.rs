//! `src/model.rs` of the emitted crate: the layout as named constants, the rules as functions in the order of the text, and
//! the functions that try them by control state.

use super::expression::{Expressions, literal};
use super::facts::facts;
use super::names::{Names, rule as rule_name};
use crate::model::Model;
use crate::rules::{Effect, Fill, Index, Rule, RuleSet, Value, Wanted, Watch};
use argos_runtime::protocol::RuleFacts;
use argos_runtime::value::store;
use argos_runtime::vector::{Array, Field, Queue};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;

/// Action vectors up to this length are written out.
const SHORT_VECTOR: usize = 4;

/// The module as tokens.
pub fn module(model: &Model, set: &RuleSet) -> TokenStream {
    let names = Names::new(model, &set.layout);
    let emitting = Emitting { model, set, names: &names, expressions: Expressions { model, names: &names } };
    let words = literal(set.layout.words.into());
    let (constants, rules, dispatch) = (emitting.constants(), emitting.rules(), emitting.dispatch());
    let (protocol, facts) = (emitting.protocol(), facts(&set.facts));
    quote! {
        #![allow(nonstandard_style, unused, clippy::all)]

        use argos_runtime::protocol::{
            Event, Facts, Failure, GuideFacts, InvariantFacts, Likelihood, List, MessageFacts, MonitorFacts, ProcessFacts, Protocol, QueueFacts,
            RuleFacts, Sink, StateFacts, Text, VariableFacts, report_fault,
        };
        use argos_runtime::value::{Fault, divide, index, remainder, store};
        use argos_runtime::vector::{Array, Field, Queue, Queues, add};
        use std::slice::from_ref;

        /// The length of the state vector.
        pub const WORDS: usize = #words;
        /// The state of the whole protocol.
        pub type State = [u64; WORDS];

        #constants
        #protocol
        #dispatch
        #rules
        #facts
    }
}

struct Emitting<'m> {
    model: &'m Model,
    set: &'m RuleSet,
    names: &'m Names,
    expressions: Expressions<'m>,
}

impl Emitting<'_> {
    /// One constant for each control state, variable, queue and assertion.
    fn constants(&self) -> TokenStream {
        let layout = &self.set.layout;
        let facts = &self.set.facts;
        let mut constants = TokenStream::new();
        let controls = self.names.controls.iter().flatten().zip(layout.controls.iter().flatten());
        for ((name, place), process) in controls.zip(facts.processes.iter()) {
            let states = process.states.len();
            let doc = format!(" Control state of `{}`, line {}: one of {states}.", process.name, process.line);
            let place = field(*place);
            constants.extend(quote!(#[doc = #doc] const #name: Field = #place;));
        }
        let variables = self.names.variables.iter().flatten().zip(layout.variables.iter().flatten());
        for ((name, place), variable) in variables.zip(facts.variables.iter()) {
            let doc = format!(" Variable `{}`.", variable.name);
            let constant = if variable.is_array {
                let place = array(*place);
                quote!(#[doc = #doc] const #name: Array = #place;)
            } else {
                let place = field(place.first);
                quote!(#[doc = #doc] const #name: Field = #place;)
            };
            constants.extend(constant);
        }
        for ((name, place), declared) in self.names.queues.iter().zip(&layout.queues).zip(&self.model.queues) {
            let messages: Vec<String> = place
                .messages
                .iter()
                .enumerate()
                .map(|(at, entry)| format!("{} = `{}`", at + 1, self.model[declared.sort[*entry].message].name))
                .collect();
            let messages = if messages.is_empty() { "nothing is sent to it".into() } else { messages.join(", ") };
            let doc = format!(" Queue `{}`: {messages}.", declared.name);
            let first = queue(place.place.first);
            let constant = if declared.length.is_some() {
                let (length, per_word) = (literal(place.place.length.into()), literal(place.place.per_word.into()));
                quote! {
                    #[doc = #doc]
                    const #name: Queues = Queues { first: #first, length: #length, per_word: #per_word };
                }
            } else {
                quote!(#[doc = #doc] const #name: Queue = #first;)
            };
            constants.extend(constant);
        }
        for ((name, place), monitor) in self.names.monitors.iter().zip(&layout.monitors).zip(facts.monitors.iter()) {
            let doc = format!(" State of `{}`, line {}.", monitor.name, monitor.line);
            let place = field(*place);
            constants.extend(quote!(#[doc = #doc] const #name: Field = #place;));
        }
        constants
    }

    fn protocol(&self) -> TokenStream {
        let initial = self.set.initial.iter().map(|word| hexadecimal(*word));
        let (steps, timeouts) = (self.steps(), self.timeouts());
        let steps_at = self.steps_at();
        let invariants = self.set.invariants.iter().enumerate().map(|(at, condition)| self.invariant(at, condition));
        let (guides, indices) = (self.guides(), self.queue_indices());
        let doc = format!(" The protocol of `{}` as rules on its state vector.", self.set.facts.files[0]);
        quote! {
            #[doc = #doc]
            pub struct Verifier;

            impl Protocol for Verifier {
                type State = State;

                fn facts(&self) -> &Facts {
                    &FACTS
                }

                fn initial(&self) -> State {
                    [#(#initial),*]
                }

                #[inline]
                fn steps(&self, state: &State, limit: u32, sink: &mut impl Sink<State>) {
                    #steps
                }

                fn steps_at(&self, process: u32, control: u32, states: &[State], limit: u32, sink: &mut impl Sink<State>) {
                    #steps_at
                }

                #[inline]
                fn timeouts(&self, state: &State, limit: u32, sink: &mut impl Sink<State>) {
                    #timeouts
                }

                #[inline]
                fn invariants(&self, state: &State, limit: u32, report: &mut impl FnMut(u32, Option<Fault>)) {
                    #(#invariants)*
                }

                fn guide(&self, number: u32, state: &State, limit: u32) -> Result<i32, Fault> {
                    #guides
                }

                fn queue_index(&self, rule: u32, state: &State, limit: u32) -> usize {
                    #indices
                }
            }
        }
    }

    /// Calls the functions of all instances for the control states that they have.
    fn steps(&self) -> TokenStream {
        let calls = self.by_instance(false).into_keys().map(|(process, instance)| {
            let (name, control) = (&self.names.steps[process][instance], &self.names.controls[process][instance]);
            quote!(#name(#control.bits(state) as u32, from_ref(state), limit, sink);)
        });
        quote!(#(#calls)*)
    }

    /// Calls the function of the instance with a number.
    fn steps_at(&self) -> TokenStream {
        let instances = self.names.steps.iter().enumerate().flat_map(|(process, names)| {
            names.iter().enumerate().map(move |(instance, name)| ((process, instance), name))
        });
        let with_rules = self.by_instance(false);
        let arms = instances.zip(0..).filter(|((instance, _), _)| with_rules.contains_key(instance));
        let arms = arms.map(|((_, name), number)| {
            let number = literal(number);
            quote!(#number => #name(control, states, limit, sink),)
        });
        quote!(match process { #(#arms)* _ => states.iter().for_each(|_| sink.end_state()) })
    }

    /// Calls the functions of the instances that have timeouts.
    fn timeouts(&self) -> TokenStream {
        let calls = self.by_instance(true).into_keys().map(|(process, instance)| {
            let name = &self.names.timeouts[process][instance];
            quote!(#name(state, limit, sink);)
        });
        quote!(#(#calls)*)
    }

    /// The numbers of the rules, by process and instance, then by control state.
    fn by_instance(&self, timeouts: bool) -> BTreeMap<(usize, usize), BTreeMap<u32, Vec<usize>>> {
        let mut all: BTreeMap<_, BTreeMap<u32, Vec<usize>>> = BTreeMap::new();
        for (number, rule) in self.set.rules.iter().enumerate().filter(|(_, rule)| rule.is_timeout() == timeouts) {
            let states = all.entry((rule.process.0 as usize, rule.instance as usize)).or_default();
            states.entry(rule.from).or_default().push(number);
        }
        all
    }

    /// For each instance the functions that try the rules of its control state. Most are tried in many states one after the other, so
    /// that the way to them is found once.
    fn dispatch(&self) -> TokenStream {
        let mut functions = TokenStream::new();
        for ((process, instance), states) in self.by_instance(false) {
            let arms = self.arms(&states, |calls| quote!(for state in states { #calls sink.end_state(); }));
            let name = &self.names.steps[process][instance];
            let doc = format!(" All rules but timeouts of `{}` in one of its control states.", self.owner(&states));
            functions.extend(quote! {
                #[doc = #doc]
                #[inline]
                fn #name(control: u32, states: &[State], limit: u32, sink: &mut impl Sink<State>) {
                    match control {
                        #(#arms)*
                        _ => states.iter().for_each(|_| sink.end_state()),
                    }
                }
            });
        }
        for ((process, instance), states) in self.by_instance(true) {
            let arms = self.arms(&states, |calls| quote!({ #calls }));
            let (name, control) = (&self.names.timeouts[process][instance], &self.names.controls[process][instance]);
            let doc = format!(" The timeouts of `{}`.", self.owner(&states));
            functions.extend(quote! {
                #[doc = #doc]
                #[inline]
                fn #name(state: &State, limit: u32, sink: &mut impl Sink<State>) {
                    match #control.get(state) {
                        #(#arms)*
                        _ => {}
                    }
                }
            });
        }
        functions
    }

    /// By control state: what is to be done with the calls of its rules.
    fn arms(
        &self,
        states: &BTreeMap<u32, Vec<usize>>,
        arm: impl Fn(TokenStream) -> TokenStream,
    ) -> impl Iterator<Item = TokenStream> {
        states.iter().map(move |(state, rules)| {
            let (state, arm) = (literal((*state).into()), arm(rules.iter().map(|number| self.call(*number)).collect()));
            quote!(#state => #arm)
        })
    }

    /// The name of the instance whose rules these are.
    fn owner(&self, states: &BTreeMap<u32, Vec<usize>>) -> &str {
        let rule = states.values().flatten().next().copied().unwrap_or(0);
        &self.set.facts.processes[self.set.facts.rules[rule].process as usize].name
    }

    fn call(&self, number: usize) -> TokenStream {
        let (name, id) = (rule_name(number), literal(number as i64));
        if self.can_fault(&self.set.rules[number]) {
            quote!(report_fault(#id, #name(state, limit, sink), sink);)
        } else {
            quote!(#name(state, limit, sink);)
        }
    }

    fn can_fault(&self, rule: &Rule) -> bool {
        let in_queue = rule.queue().is_some_and(|queue| queue.element.can_fault());
        in_queue
            || match &rule.effect {
                Effect::Skip | Effect::Timeout { .. } => false,
                Effect::Condition(value) | Effect::Assert(value) => value.can_fault(),
                Effect::Assign { places, .. } => {
                    places.iter().any(|(place, value)| place.element.can_fault() || value.can_fault())
                }
                Effect::Send { value, .. } => value.as_ref().is_some_and(Value::can_fault),
                Effect::Receive { target, .. } => target.as_ref().is_some_and(|target| target.element.can_fault()),
            }
    }

    fn rules(&self) -> TokenStream {
        let rules = self.set.rules.iter().zip(self.set.facts.rules.iter()).enumerate();
        rules.map(|(number, (rule, facts))| self.rule(number, rule, facts)).collect()
    }

    fn rule(&self, number: usize, rule: &Rule, facts: &RuleFacts) -> TokenStream {
        let process = &self.set.facts.processes[facts.process as usize].name;
        let doc = format!(" Line {}, `{process}` in state {}: `{}`", facts.line, rule.from, facts.statement);
        let name = rule_name(number);
        let can_fault = self.can_fault(rule);
        let ends = Ends { can_fault, id: literal(number as i64) };
        let (returns, last) =
            if can_fault { (quote!(-> Result<(), Fault>), quote!(Ok(()))) } else { Default::default() };
        let body = self.body(rule, &ends);
        quote! {
            #[doc = #doc]
            #[inline(always)]
            fn #name(state: &State, limit: u32, sink: &mut impl Sink<State>) #returns {
                #body
                #last
            }
        }
    }

    /// Predicate, action vector, computed parts, assertions.
    fn body(&self, rule: &Rule, ends: &Ends) -> TokenStream {
        let id = &ends.id;
        let (next, is_constant) = self.next(rule);
        if let Effect::Condition(condition) = &rule.effect
            && self.set.layout.words == 1
            && !ends.can_fault
        {
            // To copy a word takes less time than a branch that nobody can foresee.
            let condition = self.expressions.condition(condition);
            return quote!(let is_executable = #condition; let next = #next sink.offer(#id, &next, is_executable););
        }
        let (before, after) = self.effect(rule, ends);
        let watches: Vec<TokenStream> = rule.watches.iter().map(|watch| self.watch(watch, ends)).collect();
        let mutable =
            if is_constant && after.is_empty() && watches.is_empty() { TokenStream::new() } else { quote!(mut) };
        quote! {
            #before
            let #mutable next = #next
            #after
            #(#watches)*
            sink.step(#id, &next);
        }
    }

    /// The state with the action vector added to it, and whether that is one expression. A long vector is nearly all zeros:
    /// there, only the words that change are written.
    fn next(&self, rule: &Rule) -> (TokenStream, bool) {
        let words = rule.action_words(self.set.layout.words);
        if words.iter().all(|word| *word == 0) {
            return (quote!(*state;), true);
        }
        if words.len() <= SHORT_VECTOR {
            let words = words.iter().map(|word| signed(*word));
            return (quote!(add(state, [#(#words),*]);), true);
        }
        let changed = words.iter().enumerate().filter(|(_, word)| **word != 0).map(|(at, word)| {
            let (at, word) = (literal(at as i64), signed(*word));
            quote!(next[#at] = next[#at].wrapping_add_signed(#word);)
        });
        (quote!(*state; #(#changed)*), false)
    }

    /// What comes before the action vector is added, and what after it.
    fn effect(&self, rule: &Rule, ends: &Ends) -> (TokenStream, TokenStream) {
        let expressions = &self.expressions;
        let (id, leave) = (&ends.id, ends.leave());
        match &rule.effect {
            Effect::Skip => Default::default(),
            Effect::Condition(condition) => {
                let condition = expressions.condition(condition);
                (quote!(if !#condition { #leave }), TokenStream::new())
            }
            Effect::Assert(condition) => {
                let condition = expressions.condition(condition);
                let fails = quote!(sink.fails(#id, Failure::AssertStatement, None););
                (quote!(if !#condition { #fails #leave }), TokenStream::new())
            }
            Effect::Assign { places, fills } => {
                let fills = fills.iter().map(|Fill { variable, copy, value }| {
                    let (name, value) =
                        (&self.names.variables[variable.0 as usize][*copy as usize], literal((*value).into()));
                    quote!(#name.fill(&mut next, #value);)
                });
                // All values come before the first store: one that faults ends the rule before anything is written.
                let value_name = |at: usize| format_ident!("value_{at}");
                let values = places.iter().enumerate().map(|(at, (_, value))| {
                    let (name, value) = (value_name(at), self.stored(value));
                    quote!(let #name = #value;)
                });
                let stores = places.iter().enumerate().map(|(at, (place, _))| {
                    let (name, place) = (value_name(at), expressions.place(place));
                    quote!(#place.set(&mut next, #name);)
                });
                (quote!(#(#values)*), quote!(#(#stores)* #(#fills)*))
            }
            Effect::Send { message, value, is_constant, .. } => {
                let queue = self.let_queue(rule);
                let is_full = quote!(#queue if queue.is_full(state, limit) { #leave });
                if *is_constant {
                    return (is_full, TokenStream::new());
                }
                let value = value.as_ref().map_or(quote!(queue.min), |value| self.stored(value));
                let message = literal((*message).into());
                (is_full, quote!(let value = #value; queue.send(&mut next, #message, value);))
            }
            Effect::Receive { message, target, is_constant, .. } => {
                let queue = self.let_queue(rule);
                let misses = match message {
                    Wanted::Any => quote!(queue.is_empty(state)),
                    Wanted::Number(number) => {
                        let number = literal((*number).into());
                        quote!(queue.head(state) != #number)
                    }
                    Wanted::NeverSent => quote!(true),
                };
                let target = target.as_ref().map(|target| {
                    let target = expressions.place(target);
                    quote!(#target.set(&mut next, queue.head_value(state));)
                });
                let receive = (!is_constant).then(|| quote!(queue.receive(&mut next);));
                (quote!(#queue if #misses { #leave }), quote!(#target #receive))
            }
            Effect::Timeout { .. } => {
                let queue = self.let_queue(rule);
                (quote!(#queue if !queue.is_empty(state) { #leave }), TokenStream::new())
            }
        }
    }

    /// Names the rule's queue, and its place in the array if that is computed.
    fn let_queue(&self, rule: &Rule) -> TokenStream {
        let Some(place) = rule.queue() else { return TokenStream::new() };
        let index = self.expressions.index(&place.element);
        match place.element {
            Index::Fixed(_) => {
                let queue = self.expressions.queue_at(place, index);
                quote!(let queue = #queue;)
            }
            Index::Computed { .. } => {
                let queue = self.expressions.queue_at(place, quote!(element));
                quote!(let element: usize = #index; let queue = #queue;)
            }
        }
    }

    /// What a variable or a message keeps of a value.
    fn stored(&self, value: &Value) -> TokenStream {
        let number = self.expressions.number(value);
        match value {
            Value::Constant(value) => literal(store(*value).into()),
            Value::Read(_) => number,
            _ => quote!(i32::from(store(#number))),
        }
    }

    /// Lets an assertion follow.
    fn watch(&self, watch: &Watch, ends: &Ends) -> TokenStream {
        let (id, leave) = (&ends.id, ends.leave());
        let name = &self.names.monitors[watch.monitor];
        let number = literal(watch.monitor as i64);
        let kind =
            if self.set.facts.monitors[watch.monitor].is_assert { quote!(Assertion) } else { quote!(ErrorSequence) };
        let fails = quote!({ sink.fails(#id, Failure::#kind(#number), Some(&next)); #leave });
        let mut by_target: BTreeMap<Option<u32>, Vec<TokenStream>> = BTreeMap::new();
        for (state, target) in watch.moves.iter().enumerate() {
            by_target.entry(*target).or_default().push(literal(state as i64));
        }
        let last = by_target.len() - 1;
        // Violations come first in the map; the last arm catches all that is left.
        let arms = by_target.iter().rev().enumerate().map(|(at, (target, states))| {
            let pattern = if at == last { quote!(_) } else { quote!(#(#states)|*) };
            match target {
                Some(target) => {
                    let target = literal((*target).into());
                    quote!(#pattern => #name.set(&mut next, #target),)
                }
                None => quote!(#pattern => #fails),
            }
        });
        let follow = quote!(match #name.get(state) { #(#arms)* });
        let element = watch.element.map(|element| {
            let element = literal(element.into());
            quote!(element == #element)
        });
        let message = watch.message.map(|message| {
            let message = literal(message.into());
            quote!(queue.head(state) == #message)
        });
        match (element, message) {
            (None, None) => follow,
            (Some(condition), None) | (None, Some(condition)) => quote!(if #condition { #follow }),
            (Some(element), Some(message)) => quote!(if #element && #message { #follow }),
        }
    }

    fn invariant(&self, number: usize, condition: &Value) -> TokenStream {
        let number = literal(number as i64);
        let holds = self.expressions.condition(condition);
        if !condition.can_fault() {
            return quote!(if !#holds { report(#number, None); });
        }
        quote! {
            let holds = || -> Result<bool, Fault> { Ok(#holds) };
            match holds() {
                Ok(true) => {}
                Ok(false) => report(#number, None),
                Err(fault) => report(#number, Some(fault)),
            }
        }
    }

    /// The cost by the guide with a number.
    fn guides(&self) -> TokenStream {
        if self.set.guides.is_empty() {
            return quote!(Ok(0));
        }
        let arms = self.set.guides.iter().enumerate().map(|(number, cost)| {
            let (number, cost) = (literal(number as i64), self.expressions.number(cost));
            quote!(#number => Ok(#cost),)
        });
        quote!(match number { #(#arms)* _ => Ok(0) })
    }

    /// For rules with a computed queue index.
    fn queue_indices(&self) -> TokenStream {
        let computed = self.set.rules.iter().enumerate().filter_map(|(number, rule)| {
            let element = &rule.queue()?.element;
            matches!(element, Index::Computed { .. }).then_some((number, element))
        });
        let arms: Vec<TokenStream> = computed
            .map(|(number, element)| {
                let number = literal(number as i64);
                let index = self.expressions.index(element);
                if element.can_fault() {
                    quote!(#number => (|| -> Result<usize, Fault> { Ok(#index) })().unwrap_or(0),)
                } else {
                    quote!(#number => #index,)
                }
            })
            .collect();
        if arms.is_empty() { quote!(0) } else { quote!(match rule { #(#arms)* _ => 0 }) }
    }
}

/// How a rule's function is left.
struct Ends {
    can_fault: bool,
    /// The number of the rule.
    id: TokenStream,
}

impl Ends {
    fn leave(&self) -> TokenStream {
        if self.can_fault { quote!(return Ok(());) } else { quote!(return;) }
    }
}

pub fn field(field: Field) -> TokenStream {
    let Field { word, bit, width, min } = field;
    let numbers = [i64::from(word), bit.into(), width.into(), min.into()].map(literal);
    quote!(Field::new(#(#numbers),*))
}

pub fn array(array: Array) -> TokenStream {
    let (first, length, per_word) = (field(array.first), literal(array.length.into()), literal(array.per_word.into()));
    quote!(Array::new(#first, #length, #per_word))
}

pub fn queue(queue: Queue) -> TokenStream {
    let Queue { word, bit, slot, message, min, capacity, per_word } = queue;
    let numbers =
        [i64::from(word), bit.into(), slot.into(), message.into(), min.into(), capacity.into(), per_word.into()];
    let [word, bit, slot, message, min, capacity, per_word] = numbers.map(literal);
    quote! {
        Queue {
            word: #word, bit: #bit, slot: #slot, message: #message, min: #min, capacity: #capacity, per_word: #per_word
        }
    }
}

/// A word of an action vector.
fn signed(word: i64) -> TokenStream {
    let magnitude = hexadecimal(word.unsigned_abs());
    if word < 0 { quote!(-#magnitude) } else { magnitude }
}

/// A word of a vector.
pub fn hexadecimal(word: u64) -> TokenStream {
    if word < 10 {
        return literal(word as i64);
    }
    let literal: Literal = format!("{word:#x}").parse().expect("a hexadecimal number is a literal");
    quote!(#literal)
}
