//! `argosc emit layout`: the state vector, one field a line.

use crate::diagnostic::count;
use crate::layout::Layout;
use crate::source::SourceMap;
use std::fmt::Write;

/// Word, bit, width, name, range and line of every field.
pub fn layout(layout: &Layout, sources: &SourceMap) -> String {
    let (bits, words) = (layout.bits() as usize, layout.words as usize);
    let mut text = format!("{} in {}\n", count(bits, "bit"), count(words, "word"));
    let name_width = layout.components.iter().map(|component| component.name.chars().count()).max().unwrap_or(0).max(4);
    let range = |component: &crate::layout::Component| format!("{}..{}", component.field.min, component.max);
    let range_width = layout.components.iter().map(|component| range(component).len()).max().unwrap_or(0).max(5);
    let _ = writeln!(text, "word  bit  width  {:name_width$}  {:range_width$}  line", "name", "range");
    let mut components: Vec<_> = layout.components.iter().collect();
    components.sort_by_key(|component| (component.field.word, component.field.bit));
    for component in components {
        let field = component.field;
        let _ = writeln!(
            text,
            "{:4}  {:3}  {:5}  {:name_width$}  {:range_width$}  {:4}",
            field.word,
            field.bit,
            field.width,
            component.name,
            range(component),
            sources.line(component.span)
        );
    }
    text
}
