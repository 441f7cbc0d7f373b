//! Diagnostics as text for people (ariadne) or as one JSON object a line for programs.

use super::{Diagnostic, Diagnostics, Label, Severity, count};
use crate::source::{SourceMap, Span};
use ariadne::{Color, Config, IndexType, Report, ReportKind, sources};
use serde::Serialize;
use std::collections::HashSet;
use std::ops::Range;

/// How to render.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub color: bool,
    /// Warnings are errors.
    pub deny_warnings: bool,
}

impl Style {
    fn severity(self, diagnostic: &Diagnostic) -> Severity {
        if self.deny_warnings { Severity::Error } else { diagnostic.severity() }
    }
}

/// Diagnostics shown to a person.
const MAX_SHOWN: usize = 100;
/// Bytes of a line that is shown with a diagnostic.
const MAX_LINE: usize = 2000;

/// Text for a person: every diagnostic with its source, then a line that counts them.
pub fn human(diagnostics: &Diagnostics, map: &SourceMap, style: Style) -> String {
    let mut output = Vec::new();
    let texts = map.files().map(|(_, file)| (file.path.clone(), file.text.clone()));
    let mut cache = sources(texts.collect::<Vec<_>>());
    for diagnostic in shown(diagnostics) {
        if has_long_line(diagnostic, map) {
            output.extend(without_source(diagnostic, map, style).bytes());
        } else {
            // Writing to memory does not fail, and every span is inside its text.
            let _ = report(diagnostic, map, style).write(&mut cache, &mut output);
        }
    }
    let mut text = String::from_utf8_lossy(&output).into_owned();
    text = text.lines().map(|line| line.trim_end().to_string() + "\n").collect();
    let total = diagnostics.iter().count();
    if total > MAX_SHOWN {
        text.push_str(&format!("the first {MAX_SHOWN} are shown; --message-format json lists all\n"));
    }
    text.push_str(&summary(diagnostics, style));
    text
}

/// The first ones; errors go before warnings if not all can be shown.
fn shown(diagnostics: &Diagnostics) -> Vec<&Diagnostic> {
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().collect();
    if shown.len() > MAX_SHOWN {
        shown.sort_by_key(|diagnostic| diagnostic.severity());
        shown.truncate(MAX_SHOWN);
    }
    shown
}

fn has_long_line(diagnostic: &Diagnostic, map: &SourceMap) -> bool {
    let macros = macro_labels(diagnostic, map);
    let spans =
        std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary).chain(&macros).map(|label| label.span);
    spans.into_iter().any(|span| {
        map.line_length(span.file, span.start) > MAX_LINE || map.line_length(span.file, span.end) > MAX_LINE
    })
}

/// For lines that are too long to be shown.
fn without_source(diagnostic: &Diagnostic, map: &SourceMap, style: Style) -> String {
    let kind = match style.severity(diagnostic) {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let span = diagnostic.primary.span;
    let position = map.position(span.file, span.start);
    let mut text = format!("[{}] {kind}: {}\n", diagnostic.code.text(), diagnostic.message);
    text.push_str(&format!("   at {}:{}:{}\n", map.file(span.file).path, position.line, position.column));
    for note in diagnostic.notes.iter().chain(&include_notes(diagnostic, map)) {
        text.push_str(&format!("   Note: {note}\n"));
    }
    if let Some(hint) = &diagnostic.hint {
        text.push_str(&format!("   Help: {hint}\n"));
    }
    text + "\n"
}

/// "2 errors, 1 warning", or nothing.
fn summary(diagnostics: &Diagnostics, style: Style) -> String {
    let (mut errors, mut warnings) = (diagnostics.count(Severity::Error), diagnostics.count(Severity::Warning));
    if style.deny_warnings {
        (errors, warnings) = (errors + warnings, 0);
    }
    match (errors, warnings) {
        (0, 0) => String::new(),
        (0, warnings) => format!("{}\n", count(warnings, "warning")),
        (errors, 0) => format!("{}\n", count(errors, "error")),
        (errors, warnings) => format!("{}, {}\n", count(errors, "error"), count(warnings, "warning")),
    }
}

type Place = (String, Range<usize>);

fn place(span: Span, map: &SourceMap) -> Place {
    (map.file(span.file).path.clone(), span.range())
}

fn report(diagnostic: &Diagnostic, map: &SourceMap, style: Style) -> Report<'static, Place> {
    let (kind, color) = match style.severity(diagnostic) {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let label = |label: &Label, color: Color| {
        let made = ariadne::Label::new(place(label.span, map)).with_color(color);
        // ariadne draws nothing under a label without a message.
        made.with_message(if label.text.is_empty() { "here" } else { &label.text })
    };
    let mut builder = Report::build(kind, place(diagnostic.primary.span, map))
        .with_config(Config::default().with_color(style.color).with_index_type(IndexType::Byte))
        .with_code(diagnostic.code.text())
        .with_message(&diagnostic.message);
    let macros = macro_labels(diagnostic, map);
    let others = diagnostic.secondary.iter().chain(&macros).map(|label| (label, Color::Blue));
    let mut labels: Vec<(&Label, Color)> = std::iter::once((&diagnostic.primary, color)).chain(others).collect();
    // ariadne draws one excerpt for neighbours in the same file whose lines go up.
    let home = diagnostic.primary.span.file;
    labels.sort_by_key(|(label, _)| (label.span.file != home, label.span.file, label.span.end));
    builder = builder.with_labels(labels.into_iter().map(|(it, color)| label(it, color)));
    for note in diagnostic.notes.iter().chain(&include_notes(diagnostic, map)) {
        builder = builder.with_note(note);
    }
    if let Some(hint) = &diagnostic.hint {
        builder = builder.with_help(hint);
    }
    builder.finish()
}

/// The definitions of the macros that the primary place comes from.
fn macro_labels(diagnostic: &Diagnostic, map: &SourceMap) -> Vec<Label> {
    let mut seen = HashSet::new();
    let chain = map.expansion_chain(diagnostic.primary.span);
    chain
        .filter(|expansion| seen.insert(expansion.definition))
        .take(4)
        .map(|expansion| Label {
            span: expansion.definition,
            text: format!("in the expansion of macro `{}`, defined here", expansion.name),
        })
        .collect()
}

/// The include chain of the primary place.
fn include_notes(diagnostic: &Diagnostic, map: &SourceMap) -> Vec<String> {
    let chain = map.include_chain(diagnostic.primary.span);
    chain
        .map(|span| {
            let position = map.position(span.file, span.start);
            format!("included from {}:{}:{}", map.file(span.file).path, position.line, position.column)
        })
        .collect()
}

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    label: &'a str,
    related: Vec<JsonLabel<'a>>,
    notes: Vec<&'a str>,
    hint: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct JsonLabel<'a> {
    #[serde(flatten)]
    place: JsonPlace<'a>,
    label: &'a str,
}

/// One JSON object a line.
pub fn json(diagnostics: &Diagnostics, map: &SourceMap, style: Style) -> String {
    let lines = diagnostics.iter().map(|diagnostic| {
        let macros = macro_labels(diagnostic, map);
        let includes = include_notes(diagnostic, map);
        let related = diagnostic.secondary.iter().chain(&macros);
        let object = JsonDiagnostic {
            severity: match style.severity(diagnostic) {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: diagnostic.code.text(),
            message: &diagnostic.message,
            place: json_place(diagnostic.primary.span, map),
            label: &diagnostic.primary.text,
            related: related
                .map(|label| JsonLabel { place: json_place(label.span, map), label: &label.text })
                .collect(),
            notes: diagnostic.notes.iter().chain(&includes).map(String::as_str).collect(),
            hint: diagnostic.hint.as_deref(),
        };
        serde_json::to_string(&object).expect("strings and numbers are always JSON") + "\n"
    });
    lines.collect()
}

fn json_place(span: Span, map: &SourceMap) -> JsonPlace<'_> {
    let (start, end) = (map.position(span.file, span.start), map.position(span.file, span.end));
    JsonPlace {
        file: &map.file(span.file).path,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}
