//! Writes random specifications that have no errors (they may have warnings).
//!
//! Names keep the rules: `m0 m1` never carry a value, `v0 v1` always do; queues `q0 q1 a` take both, `w` takes only `v0 v1`,
//! so `w?default(x)` is allowed. A procedure calls only procedures written before it.

use super::choices::Choices;
use std::fmt::Write;

/// What the statements being written belong to: it decides what they may be.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Process,
    Procedure,
    Monitor,
    Never,
}

struct Writer<'a> {
    choices: Choices<'a>,
    /// Numbers of value parameters of the procedures `f0 f1 ...`; each has a qset parameter as well.
    procedures: Vec<usize>,
    /// Labels of the body that is being written.
    labels: Vec<String>,
    /// Names of processes, whether they are arrays, and their labels.
    processes: Vec<(String, bool, Vec<String>)>,
    place: Place,
    loops: usize,
}

/// A specification that has no errors.
pub fn specification(numbers: &[u16]) -> String {
    let mut writer = Writer {
        choices: Choices::new(numbers),
        procedures: Vec::new(),
        labels: Vec::new(),
        processes: Vec::new(),
        place: Place::Process,
        loops: 0,
    };
    writer.specification()
}

const GLOBALS: &str = "\
#define SIZE 3
#define TWICE(e) ((e) + (e))
pvar g, h = 3, i = TWICE(h) - 1, t[SIZE], u[2] = h;
queue q0[2], q1[SIZE] = { m0, v0(h + 1) };
channel a[SIZE][1], w[2] = { v1(-1) };
qset s0 { q0 : m0, m1 };
qset s1 { q1 : m1, m0 };
show(s) qset s { x : y, z }; { x!y; if :: x?z :: x?y fi }
";

impl Writer<'_> {
    fn specification(&mut self) -> String {
        let mut text = String::from(GLOBALS);
        for _ in 0..self.choices.below(4) {
            text += &self.procedure();
        }
        for _ in 0..1 + self.choices.below(3) {
            text += &self.process();
        }
        for _ in 0..self.choices.below(3) {
            let kind = self.choices.pick(&["assert", "error"]);
            let body = self.body(Place::Monitor);
            let _ = writeln!(text, "{kind} {{ {body} }}");
        }
        if self.choices.one_in(3) {
            let body = self.body(Place::Never);
            let _ = writeln!(text, "never {{ {body} }}");
        }
        for number in 0..self.choices.below(3) {
            let expression = self.property(3);
            let _ = writeln!(text, "invariant i{number} {{ {expression} }}");
        }
        for number in 0..self.choices.below(3) {
            let cost = self.property(3);
            let _ = writeln!(text, "guide g{number} {{ {cost} }}");
        }
        for number in 0..self.choices.below(3) {
            let formula = self.formula(4);
            let _ = writeln!(text, "ltl l{number} {{ {formula} }}");
        }
        text
    }

    fn procedure(&mut self) -> String {
        let number = self.procedures.len();
        let parameters = self.choices.below(3);
        let list: String = (0..parameters).map(|at| format!(", p{at}")).collect();
        let declared = if parameters > 0 && self.choices.one_in(2) { "pvar p0;" } else { "" };
        let locals = self.choices.pick(&["", "pvar x;", "pvar x = h, y[2] = x; queue own[1];"]);
        let locals = locals.replace("own", &format!("own{number}"));
        let body = self.body(Place::Procedure);
        self.procedures.push(parameters);
        format!("f{number}(s{list}) qset s {{ x : y, z }}; {declared} {{ {locals} {body} }}\n")
    }

    fn process(&mut self) -> String {
        let name = format!("proc{}", self.processes.len());
        let is_array = self.choices.one_in(3);
        let size = if is_array { "[2]" } else { "" };
        let header = self.choices.pick(&["", "pvar k = _PROCID;", "var k, n[2] = _PROCID + 1; qset mine { q0 : m0 };"]);
        let queue = if is_array { "" } else { self.choices.pick(&["", "queue own_NAME[1];"]) };
        let queue = queue.replace("NAME", &name);
        let body = self.body(Place::Process);
        self.processes.push((name.clone(), is_array, self.labels.clone()));
        format!("proc {name}{size} {header} {{ pvar x = 1, y[SIZE]; {queue} {body} }}\n")
    }

    /// Statements; jumps are written last, when the labels are known.
    fn body(&mut self, place: Place) -> String {
        self.place = place;
        self.loops = 0;
        self.labels.clear();
        let text = match self.choices.one_in(8) {
            true => String::new(),
            false => self.sequence(3),
        };
        let target = self.labels.len().checked_sub(1).map(|last| self.labels[self.choices.below(last + 1)].clone());
        text.replace("JUMP", &target.map_or("skip".into(), |label| format!("goto {label}")))
    }

    fn sequence(&mut self, depth: usize) -> String {
        let mut text = self.statement(depth);
        for _ in 0..self.choices.below(4) {
            text +=
                self.choices.pick(&["; ", " -> ", " → ", ";\n", "; /* a /* nested */ comment */ ", "; // a comment\n"]);
            text += &self.statement(depth);
        }
        text + self.choices.pick(&["", ";", " ->"])
    }

    fn statement(&mut self, depth: usize) -> String {
        let mut text = String::new();
        if self.choices.one_in(5) {
            let kind = self.choices.pick(&["L", "end", "progress", "accept"]);
            let label = format!("{kind}{}", self.labels.len());
            let _ = write!(text, "{label}: ");
            self.labels.push(label);
        }
        text + &match self.choices.below(8) {
            0 => "skip".into(),
            1 if depth > 0 => self.block("if", "fi", depth),
            2 if depth > 0 => {
                self.loops += 1;
                let block = self.block("do", "od", depth);
                self.loops -= 1;
                block
            }
            3 if self.loops > 0 => "break".into(),
            4 => "JUMP".into(),
            _ => self.action(),
        }
    }

    fn block(&mut self, open: &str, close: &str, depth: usize) -> String {
        let options = 1 + self.choices.below(3);
        let options: String = (0..options).map(|_| self.option(depth - 1)).collect();
        format!("{open} {options}{close}")
    }

    fn option(&mut self, depth: usize) -> String {
        let tag = match self.place {
            Place::Process | Place::Procedure => self.choices.pick(&["", "", "[likely] ", "", "[unlikely] "]),
            Place::Monitor | Place::Never => "",
        };
        format!(":: {tag}{} ", self.sequence(depth))
    }

    fn action(&mut self) -> String {
        match self.place {
            Place::Process | Place::Procedure => self.process_action(),
            Place::Monitor => {
                let actions =
                    ["q0!m0", "q0?m0", "q0!m1", "q1?m1", "w!v0", "w?v1", "a[1]!m0", "a[SIZE - 1]?v1", "show(s0)"];
                self.choices.pick(&actions).into()
            }
            Place::Never => format!("({})", self.property(2)),
        }
    }

    fn process_action(&mut self) -> String {
        let is_procedure = self.place == Place::Procedure;
        match self.choices.below(12) {
            0 => self
                .choices
                .pick(&["q0!m0", "q1!m1", "q0?m0", "q1?m1", "q0?default", "q1?any", "w?any", "w?timeout"])
                .into(),
            1 => format!("w!v{}({})", self.choices.below(2), self.expression(2)),
            2 => format!("q1!v{}({})", self.choices.below(2), self.expression(2)),
            3 => format!("w?{}({})", self.choices.pick(&["v0", "v1", "default"]), self.variable()),
            4 => format!(
                "a[{}]{}",
                self.expression(1),
                self.choices.pick(&["!m0", "?m1", "?default", "?timeout", "!v0(1)"])
            ),
            5 => format!("({})", self.expression(3)),
            6 => format!("!({})", self.expression(3)),
            7 => format!("{}{}", self.variable(), self.choices.pick(&["++", "--"])),
            8 => format!("assert ({})", self.expression(2)),
            9 if is_procedure => {
                self.choices.pick(&["x!y", "x?z", "x?default", "x?timeout", "(len(x) < 1)", "show(s)"]).into()
            }
            10 => self.call(),
            _ => {
                let operator = self.choices.pick(&["=", "+=", "-=", "*=", "/=", "%="]);
                format!("{} {operator} {}", self.variable(), self.expression(3))
            }
        }
    }

    fn call(&mut self) -> String {
        if self.procedures.is_empty() {
            return "show(s1)".into();
        }
        let number = self.choices.below(self.procedures.len());
        let values: String = (0..self.procedures[number]).map(|_| format!(", {}", self.expression(1))).collect();
        format!("f{number}({}{values})", self.choices.pick(&["s0", "s1"]))
    }

    fn variable(&mut self) -> String {
        match self.choices.below(4) {
            0 => "g".into(),
            1 => "h".into(),
            2 => format!("t[{}]", self.expression(1)),
            // Every process has these two; in a procedure `x` may be the name of a queue only.
            _ if self.place == Place::Process => self.choices.pick(&["x", "y[0]"]).into(),
            _ => "i".into(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.choices.one_in(3) {
            let in_process = matches!(self.place, Place::Process | Place::Procedure);
            return match self.choices.below(6) {
                0 => "0".into(),
                1 => self.choices.below(40_000).to_string(),
                2 => self.choices.pick(&["SIZE", "TWICE(g)", "TWICE(TWICE(h))"]).into(),
                3 => self.choices.pick(&["len(q0)", "empty(w)", "full(q1)", "len(a[g])", "full(a[1])"]).into(),
                4 if in_process => "_PROCID".into(),
                _ if depth == 0 => self.choices.pick(&["g", "h", "u[1]"]).into(),
                _ => self.variable(),
            };
        }
        match self.choices.below(4) {
            0 => format!("-{}", self.operand(depth)),
            1 => format!("!{}", self.operand(depth)),
            _ => {
                let operators = ["+", "-", "*", "/", "%", "&&", "||", "==", "!=", "<", "<=", ">", ">="];
                let operator = self.choices.pick(&operators);
                format!("{} {operator} {}", self.expression(depth - 1), self.operand(depth))
            }
        }
    }

    fn operand(&mut self, depth: usize) -> String {
        format!("({})", self.expression(depth - 1))
    }

    /// An expression that may look into processes.
    fn property(&mut self, depth: usize) -> String {
        self.place = Place::Never;
        if self.choices.one_in(2) {
            return self.expression(depth);
        }
        let at = self.choices.below(self.processes.len());
        let (name, is_array, labels) = self.processes[at].clone();
        let index = if is_array { self.choices.pick(&["[0]", "[g]"]) } else { "" };
        match labels.first() {
            Some(label) if self.choices.one_in(2) => format!("{name}{index}@{label}"),
            _ => format!("{name}{index}.{} > {}", self.choices.pick(&["x", "y[1]"]), self.expression(1)),
        }
    }

    fn formula(&mut self, depth: usize) -> String {
        if depth == 0 {
            return format!("({})", self.property(1));
        }
        match self.choices.below(4) {
            0 => format!("({})", self.property(1)),
            1 => format!("{} {}", self.choices.pick(&["[]", "<>", "X", "!"]), self.grouped(depth)),
            _ => {
                let operator = self.choices.pick(&["U", "W", "R", "->", "<->", "&&", "||"]);
                format!("{} {operator} {}", self.grouped(depth), self.grouped(depth))
            }
        }
    }

    fn grouped(&mut self, depth: usize) -> String {
        format!("({})", self.formula(depth - 1))
    }
}
