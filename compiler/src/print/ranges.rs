//! `argosc emit ranges`: between which bounds each variable and the values on each queue lie, and why.

use super::action::{action, expression};
use crate::diagnostic::count;
use crate::model::{Expr, Model, Scope, VariableId};
use crate::ranges::{Cause, Range, RangeWhy, Ranges, Reason};
use crate::source::{SourceMap, Span};
use std::fmt::{Display, Write};

/// More reasons than these are only counted.
const SHOWN: usize = 4;

/// A line for each variable and each queue, with the reasons below.
pub fn ranges(model: &Model, ranges: &Ranges, sources: &SourceMap) -> String {
    let variables = model.variables.iter().zip(&ranges.variables).enumerate().map(|(number, (variable, why))| {
        let name = variable_name(VariableId(number as u32), model);
        Entry { name, span: variable.span, why: Some(why) }
    });
    let queues = model.queues.iter().zip(&ranges.cargo).map(|(queue, why)| {
        let times = queue.length.map_or(String::new(), |length| format!("[{length}]"));
        Entry { name: format!("{}{times}", queue.name), span: queue.span, why: why.as_ref() }
    });
    let printer = Printer { model, sources };
    let mut text = String::new();
    printer.section(&mut text, "variable", "initial value", variables.collect());
    printer.section(&mut text, "queue", "initial contents", queues.collect());
    text
}

/// A local variable is named with its process, an array with its size.
fn variable_name(id: VariableId, model: &Model) -> String {
    let name = expression(&Expr::Variable(id), model);
    let times = model[id].length.map_or(String::new(), |length| format!("[{length}]"));
    match model[id].scope {
        Scope::Global => format!("{name}{times}"),
        Scope::Process(process) | Scope::Expansion { process, .. } => format!("{}.{name}{times}", model[process].name),
    }
}

struct Entry<'r> {
    name: String,
    span: Span,
    /// `None`: no values.
    why: Option<&'r RangeWhy>,
}

struct Printer<'a> {
    model: &'a Model,
    sources: &'a SourceMap,
}

impl Printer<'_> {
    fn section(&self, text: &mut String, noun: &str, initial: &str, entries: Vec<Entry>) {
        let _ = writeln!(text, "{}{}", count(entries.len(), noun), if entries.is_empty() { "" } else { ":" });
        let columns = |entry: &Entry| {
            let range = entry.why.map_or("no values".into(), |why| bounds(why.range.min, why.range.max));
            let bits = entry.why.map_or(String::new(), |why| count(why.range.bits() as usize, "bit"));
            [entry.name.clone(), range, bits]
        };
        let rows: Vec<[String; 3]> = entries.iter().map(columns).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2)];
        for (entry, [name, range, bits]) in entries.iter().zip(&rows) {
            let line = self.sources.line(entry.span);
            let [first, second, third] = widths;
            let _ = writeln!(text, "  {name:<first$}  {range:<second$}  {bits:<third$}  line {line}");
            if let Some(why) = entry.why {
                self.reasons(text, why, initial);
            }
        }
    }

    fn reasons(&self, text: &mut String, why: &RangeWhy, initial: &str) {
        for reason in why.reasons.iter().take(SHOWN) {
            let _ = match &reason.cause {
                Cause::Initial => writeln!(text, "      {initial} {}", bounds(reason.range.min, reason.range.max)),
                Cause::Statement { span, action: it } => {
                    let line = self.sources.line(*span);
                    writeln!(text, "      line {line}: {} gives {}", action(it, self.model), given(reason))
                }
                Cause::Call { span, argument } => {
                    let line = self.sources.line(*span);
                    writeln!(
                        text,
                        "      line {line}: a call with {} gives {}",
                        expression(argument, self.model),
                        given(reason)
                    )
                }
            };
        }
        if why.reasons.len() > SHOWN {
            let _ = writeln!(text, "      and {} more", why.reasons.len() - SHOWN);
        }
    }
}

/// What a reason gives, and what becomes of it in 16 bits.
fn given(reason: &Reason) -> String {
    let (min, max) = reason.given;
    let given = bounds(min, max);
    let Range { min: stored_min, max: stored_max } = reason.range;
    if (min, max) == (stored_min.into(), stored_max.into()) {
        given
    } else if reason.range == Range::ANY {
        format!("{given}: nothing bounds it, 16 bits")
    } else {
        format!("{given}, of which 16 bits are {}", bounds(stored_min, stored_max))
    }
}

fn bounds<T: Display + PartialEq>(min: T, max: T) -> String {
    if min == max { min.to_string() } else { format!("{min}..{max}") }
}
