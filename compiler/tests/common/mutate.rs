//! Spoils specifications: words and symbols are left out, doubled, exchanged, put in; texts are cut and joined.

use super::choices::Choices;

/// What is put in, and what random specifications are made of.
pub const WORDS: &[&str] = &[
    "skip",
    "proc",
    "do",
    "od",
    "if",
    "fi",
    "::",
    ";",
    "->",
    "→",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "=",
    "!",
    "?",
    "x",
    "y",
    "q",
    "m",
    "f",
    "p",
    "s",
    "L",
    "0",
    "1",
    "2",
    "32768",
    "2147483647",
    "99999999999",
    "1x",
    "any",
    "assert",
    "break",
    "default",
    "error",
    "goto",
    "pvar",
    "qset",
    "queue",
    "timeout",
    "channel",
    "var",
    "_PROCID",
    "never",
    "invariant",
    "guide",
    "ltl",
    "likely",
    "[unlikely]",
    "len",
    "empty",
    "full",
    "end",
    "progress",
    "accept",
    "X",
    "U",
    "W",
    "R",
    "[]",
    "<>",
    "<->",
    ".",
    "@",
    "+",
    "-",
    "*",
    "/",
    "%",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "++",
    "--",
    "||",
    "&&",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "#",
    "##",
    "\"",
    "\"empty.argos\"",
    "/*",
    "*/",
    "//",
    "\\",
    "\n",
    "$",
    "é",
    "\u{0}",
    "\n#define M",
    "\n#define M x\n",
    "\n#define F(x,y) x y F(y,x) M\n",
    "F(x,y)",
    "F",
    "M",
    "\n#undef M\n",
    "\n#if",
    "\n#if 1\n",
    "\n#ifdef M\n",
    "\n#ifndef M\n",
    "\n#elif defined(M)\n",
    "\n#else\n",
    "\n#endif\n",
    "\n#include \"empty.argos\"\n",
    "\n#error",
    "pvar x;",
    "queue q[1];",
    "qset s { q : m };",
    "f(s) qset s { q : m };",
];

/// Changes `text` a few times; `other` is a second one to take parts from.
pub fn mutate(text: &str, other: &str, numbers: &[u16]) -> String {
    let mut choices = Choices::new(numbers);
    let mut parts = words(text);
    let others = words(other);
    while !choices.is_over() && !parts.is_empty() {
        let at = choices.below(parts.len());
        match choices.below(8) {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[at]),
            2 => {
                let with = choices.below(parts.len());
                parts.swap(at, with);
            }
            3 => parts[at] = choices.pick(WORDS),
            4 => parts.insert(at, choices.pick(WORDS)),
            5 if !others.is_empty() => {
                let from = choices.below(others.len());
                let length = choices.below(20).min(others.len() - from);
                parts.splice(at..at, others[from..from + length].iter().copied());
            }
            6 if choices.one_in(4) => parts.truncate(at),
            7 if choices.one_in(4) && !others.is_empty() => {
                parts.truncate(at);
                parts.extend(&others[choices.below(others.len())..]);
            }
            _ => {
                let end = (at + choices.below(10)).min(parts.len());
                parts.drain(at..end);
            }
        }
    }
    parts.concat()
}

/// Words, runs of white space, and single other characters.
fn words(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 0,
        _ if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| before != kind(c) || before == 2) {
            words.push(&text[start..at]);
            start = at;
        }
        before = Some(kind(c));
    }
    words.extend((start < text.len()).then_some(&text[start..]));
    words
}
