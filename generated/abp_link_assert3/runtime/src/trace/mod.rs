//! Executions as texts.

pub mod chart;
pub mod columns;
pub mod list;
pub mod state;

use crate::options::Format;
use crate::outcome::Trace;
use crate::protocol::{Facts, RuleFacts};
use std::io::{self, Write};

/// Writes the execution in the format that the user chose. Each line ends with a newline.
pub fn render(facts: &Facts, format: Format, trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Columns => columns::render(facts, trace, out),
        Format::List => list::render(facts, trace, out),
        Format::Chart => chart::render(facts, trace, out),
    }
}

/// Where the statement of a rule is: its line, with the file in front if it is not the main one.
pub fn place(facts: &Facts, rule: &RuleFacts) -> String {
    match included_file(facts, rule) {
        Some(file) => format!("{file}:{}", rule.line),
        None => rule.line.to_string(),
    }
}

/// The file of a rule that does not stand in the main one.
pub fn included_file<'a>(facts: &'a Facts, rule: &RuleFacts) -> Option<&'a str> {
    (rule.file != 0).then(|| facts.files[rule.file as usize].as_ref())
}
