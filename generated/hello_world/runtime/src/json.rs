//! Writes JSON: as much of it as reports need.
//!
//! The text is written as it is described, without a tree in between and without being kept: a trace can have a million
//! steps, and its text takes many times the memory of its states.

use std::fmt::Display;
use std::io::{self, Write};

/// How the members of an object or list are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Each on a line of its own.
    Lines,
    /// All on the same line.
    Inline,
}

/// Writes one value after the other, each in the place that [`Members`] made for it.
///
/// A value can always be described to the end: after the first failure to write, nothing more is written.
pub struct Writer<'out> {
    out: &'out mut dyn Write,
    result: io::Result<()>,
    indent: usize,
}

impl<'out> Writer<'out> {
    /// Writes the value that `describe` describes, and a newline.
    pub fn document(out: &'out mut dyn Write, describe: impl FnOnce(&mut Self)) -> io::Result<()> {
        let mut writer = Writer { out, result: Ok(()), indent: 0 };
        describe(&mut writer);
        writer.raw("\n");
        writer.result
    }

    /// Writes a text as it is.
    fn raw(&mut self, text: &str) {
        if self.result.is_ok() {
            self.result = self.out.write_all(text.as_bytes());
        }
    }

    /// Writes an object with the members that `fill` adds.
    pub fn object(&mut self, layout: Layout, fill: impl FnOnce(&mut Members<'_, 'out>)) {
        self.container(layout, ["{", "}"], fill);
    }

    /// Writes a list with the items that `fill` adds.
    pub fn list(&mut self, layout: Layout, fill: impl FnOnce(&mut Members<'_, 'out>)) {
        self.container(layout, ["[", "]"], fill);
    }

    fn container(&mut self, layout: Layout, [open, close]: [&str; 2], fill: impl FnOnce(&mut Members<'_, 'out>)) {
        self.raw(open);
        self.indent += 1;
        let mut members = Members { writer: self, layout, is_empty: true };
        fill(&mut members);
        let is_empty = members.is_empty;
        self.indent -= 1;
        if layout == Layout::Lines && !is_empty {
            self.new_line();
        }
        self.raw(close);
    }

    fn new_line(&mut self) {
        self.raw("\n");
        (0..self.indent).for_each(|_| self.raw("  "));
    }

    /// Writes `null`.
    pub fn null(&mut self) {
        self.raw("null");
    }

    /// Writes `true` or `false`.
    pub fn bool(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
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
        if self.result.is_ok() {
            self.result = write!(self.out, "{value}");
        }
    }

    /// Writes a string.
    pub fn text(&mut self, value: &str) {
        self.raw("\"");
        let mut rest = value;
        while let Some(at) = rest.find(|character| matches!(character, '"' | '\\' | '\0'..='\u{1f}')) {
            self.raw(&rest[..at]);
            self.escape(rest.as_bytes()[at]);
            rest = &rest[at + 1..];
        }
        self.raw(rest);
        self.raw("\"");
    }

    /// Writes a character that cannot stand in a string as it is. All of them are one byte long.
    fn escape(&mut self, character: u8) {
        match character {
            b'"' => self.raw("\\\""),
            b'\\' => self.raw("\\\\"),
            b'\n' => self.raw("\\n"),
            b'\r' => self.raw("\\r"),
            b'\t' => self.raw("\\t"),
            control => self.display(format_args!("\\u{control:04x}")),
        }
    }
}

/// The inside of an object or list.
pub struct Members<'writer, 'out> {
    writer: &'writer mut Writer<'out>,
    layout: Layout,
    is_empty: bool,
}

impl<'out> Members<'_, 'out> {
    /// The place for the next item of a list. One value must be written to it.
    pub fn item(&mut self) -> &mut Writer<'out> {
        if !self.is_empty {
            self.writer.raw(",");
        }
        match self.layout {
            Layout::Lines => self.writer.new_line(),
            Layout::Inline if !self.is_empty => self.writer.raw(" "),
            Layout::Inline => {}
        }
        self.is_empty = false;
        self.writer
    }

    /// The place for the member `name` of an object. One value must be written to it.
    pub fn member(&mut self, name: &str) -> &mut Writer<'out> {
        let writer = self.item();
        writer.text(name);
        writer.raw(": ");
        writer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::to_text;

    fn value(describe: impl FnOnce(&mut Writer)) -> String {
        let mut text = to_text(|out| Writer::document(out, describe));
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

    /// Has room for so many bytes.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken > 0 { Ok(taken) } else { Err(io::ErrorKind::StorageFull.into()) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_first_failure_to_write_is_told() {
        let describe =
            |writer: &mut Writer| writer.list(Layout::Inline, |items| (1..4).for_each(|i| items.item().integer(i)));
        for room in 0.."[1, 2, 3]\n".len() {
            let error = Writer::document(&mut Full(room), describe).expect_err("there is no room");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
        assert!(Writer::document(&mut Full(10), describe).is_ok());
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
