//! Writes JSON: as much of it as reports need.
//!
//! The text is written as it is described, without a tree in between: a trace can have a hundred thousand steps.

use std::fmt::{Display, Write};

/// How the members of an object or list are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Each on a line of its own.
    Lines,
    /// All on the same line.
    Inline,
}

/// Writes one value after the other, each in the place that [`Members`] made for it.
#[derive(Default, Debug)]
pub struct Writer {
    text: String,
    indent: usize,
}

impl Writer {
    /// The text of the value that `describe` writes, and a newline.
    pub fn document(describe: impl FnOnce(&mut Writer)) -> String {
        let mut writer = Writer::default();
        describe(&mut writer);
        writer.text.push('\n');
        writer.text
    }

    /// Writes an object with the members that `fill` adds.
    pub fn object(&mut self, layout: Layout, fill: impl FnOnce(&mut Members)) {
        self.container(layout, '{', '}', fill);
    }

    /// Writes a list with the items that `fill` adds.
    pub fn list(&mut self, layout: Layout, fill: impl FnOnce(&mut Members)) {
        self.container(layout, '[', ']', fill);
    }

    fn container(&mut self, layout: Layout, open: char, close: char, fill: impl FnOnce(&mut Members)) {
        self.text.push(open);
        self.indent += 1;
        let mut members = Members { writer: self, layout, is_empty: true };
        fill(&mut members);
        let is_empty = members.is_empty;
        self.indent -= 1;
        if layout == Layout::Lines && !is_empty {
            self.new_line();
        }
        self.text.push(close);
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
    }

    /// Writes `null`.
    pub fn null(&mut self) {
        self.text.push_str("null");
    }

    /// Writes `true` or `false`.
    pub fn bool(&mut self, value: bool) {
        self.text.push_str(if value { "true" } else { "false" });
    }

    /// Writes an integer.
    pub fn integer(&mut self, value: impl Into<i128>) {
        self.display(value.into());
    }

    /// Writes a number; `null` if it is not finite, because JSON has no such numbers.
    pub fn number(&mut self, value: f64) {
        if value.is_finite() {
            // `{:?}` and not `{}`: 1.0 keeps its point, so that readers with types see the same type in every report.
            self.display(format_args!("{value:?}"));
        } else {
            self.null();
        }
    }

    fn display(&mut self, value: impl Display) {
        write!(self.text, "{value}").expect("a String takes everything");
    }

    /// Writes a string.
    pub fn text(&mut self, value: &str) {
        self.text.push('"');
        for character in value.chars() {
            match character {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                control if control < ' ' => self.display(format_args!("\\u{:04x}", control as u32)),
                other => self.text.push(other),
            }
        }
        self.text.push('"');
    }
}

/// The inside of an object or list.
#[derive(Debug)]
pub struct Members<'writer> {
    writer: &'writer mut Writer,
    layout: Layout,
    is_empty: bool,
}

impl Members<'_> {
    /// The place for the next item of a list. One value must be written to it.
    pub fn item(&mut self) -> &mut Writer {
        if !self.is_empty {
            self.writer.text.push(',');
        }
        match self.layout {
            Layout::Lines => self.writer.new_line(),
            Layout::Inline if !self.is_empty => self.writer.text.push(' '),
            Layout::Inline => {}
        }
        self.is_empty = false;
        self.writer
    }

    /// The place for the member `name` of an object. One value must be written to it.
    pub fn member(&mut self, name: &str) -> &mut Writer {
        let writer = self.item();
        writer.text(name);
        writer.text.push_str(": ");
        writer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(describe: impl FnOnce(&mut Writer)) -> String {
        let mut text = Writer::document(describe);
        assert_eq!(text.pop(), Some('\n'));
        text
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(value(|w| w.text("a\"b\\c\n\r\t\u{1}\u{1f} →é/")), r#""a\"b\\c\n\r\t\u0001\u001f →é/""#);
    }

    #[test]
    fn numbers_are_json_numbers() {
        assert_eq!(value(|w| w.integer(u64::MAX)), "18446744073709551615");
        assert_eq!(value(|w| w.integer(-3)), "-3");
        assert_eq!(value(|w| w.number(1.0)), "1.0");
        assert_eq!(value(|w| w.number(0.000_001_5)), "1.5e-6");
        assert_eq!(value(|w| w.number(f64::INFINITY)), "null");
        assert_eq!(value(|w| w.number(f64::NAN)), "null");
    }

    #[test]
    fn containers_nest() {
        let text = value(|w| {
            w.object(Layout::Lines, |members| {
                members.member("list").list(Layout::Inline, |items| (1..4).for_each(|i| items.item().integer(i)));
                members.member("none").list(Layout::Lines, |_| {});
                members.member("inner").object(Layout::Lines, |members| {
                    members.member("yes").bool(true);
                    members.member("nothing").null();
                });
            })
        });
        let expected = r#"{
  "list": [1, 2, 3],
  "none": [],
  "inner": {
    "yes": true,
    "nothing": null
  }
}"#;
        assert_eq!(text, expected);
    }
}
