//! Writes random specifications that have no errors and, mostly, few states: so that they can be explored, and yet have all
//! there is in the language but claims.
//!
//! Values stay small because most assignments end in `% K` or are guarded; a few do not, and some specifications have too
//! many states. A message carries a value on a queue or not as the table of the queue says, so one name can do both. Queues
//! have a process that prefers to read them, or nothing would ever be received. A procedure calls only procedures before it.

use super::choices::Choices;
use std::fmt::Write;

/// A specification that has no errors. A list of about 300 numbers decides as much as there is to decide.
pub fn specification(numbers: &[u16]) -> String {
    let mut choices = Choices::new(numbers);
    let names = if choices.one_in(6) { &STRANGE } else { &PLAIN };
    let mut writer = Writer {
        choices,
        names,
        globals: Vec::new(),
        queues: Vec::new(),
        procedures: Vec::new(),
        processes: Vec::new(),
        scope: Scope::default(),
    };
    writer.specification()
}

/// What things are called.
struct Names {
    processes: [&'static str; 4],
    queues: [&'static str; 4],
    messages: [&'static str; 4],
    globals: [&'static str; 3],
    table: &'static str,
    locals: [&'static str; 2],
    row: &'static str,
    parameters: [&'static str; 2],
    labels: [&'static str; 4],
    procedures: [&'static str; 3],
}

const PLAIN: Names = Names {
    processes: ["p", "r", "s", "u"],
    queues: ["a", "b", "c", "d"],
    messages: ["m", "n", "v", "w"],
    globals: ["g", "h", "i"],
    table: "t",
    locals: ["x", "y"],
    row: "z",
    parameters: ["j", "k"],
    labels: ["L", "end", "progress", "accept"],
    procedures: ["f0", "f1", "f2"],
};

/// Words of Rust, and names that emitted code could have for itself.
const STRANGE: Names = Names {
    processes: ["match", "Self", "crate", "loop"],
    queues: ["type", "fn", "self", "state"],
    messages: ["fn", "struct", "next", "Match"],
    globals: ["state", "next", "limit"],
    table: "element",
    locals: ["self_", "value"],
    row: "sink",
    parameters: ["crate", "Self"],
    labels: ["loop", "end_", "progress_", "accept_"],
    procedures: ["impl", "let", "u64"],
};

#[derive(Clone)]
struct Variable {
    name: String,
    length: Option<usize>,
}

#[derive(Clone)]
struct Queue {
    name: String,
    length: Option<usize>,
    capacity: usize,
    /// With whether they carry a value.
    messages: Vec<(String, bool)>,
    /// The process that prefers to read it.
    reader: usize,
    /// Its declaration is in the process.
    is_local: bool,
    is_formal: bool,
    is_declared: bool,
}

struct Procedure {
    name: String,
    parameters: usize,
    /// Qsets that can be passed; none if there is no qset parameter.
    qsets: Vec<String>,
    /// It has no variables and names only sends and receives without values.
    is_plain: bool,
}

struct Process {
    name: String,
    length: Option<usize>,
    locals: Vec<Variable>,
    labels: Vec<String>,
}

/// Where statements are being written.
#[derive(Default)]
struct Scope {
    /// Own variables.
    variables: Vec<Variable>,
    /// The queue of the qset parameter.
    formal: Option<Queue>,
    process: Option<usize>,
    has_process_index: bool,
    /// How many procedures can be called.
    callable: usize,
    labels: Vec<String>,
    loops: usize,
    is_monitor: bool,
    /// Calls make many copies, so there are few of them.
    calls: usize,
}

/// Stands for a jump until all labels are known.
const JUMP: &str = "@";

struct Writer<'a> {
    choices: Choices<'a>,
    names: &'static Names,
    globals: Vec<Variable>,
    queues: Vec<Queue>,
    procedures: Vec<Procedure>,
    processes: Vec<Process>,
    scope: Scope,
}

impl Writer<'_> {
    fn specification(&mut self) -> String {
        let processes = 1 + self.choices.pick_number(&[0, 1, 1, 1, 2, 2, 0, 3]);
        let lengths: Vec<Option<usize>> = (0..processes)
            .map(|_| match self.choices.below(8) {
                5 | 6 => Some(2),
                7 => Some(self.choices.pick_number(&[1, 2, 3])),
                _ => None,
            })
            .collect();
        let mut text = self.global_variables();
        text += &self.global_queues(&lengths);
        for _ in 0..self.choices.pick_number(&[0, 0, 1, 2, 1, 3]) {
            text += &self.procedure();
        }
        for length in lengths {
            text += &self.process(length);
        }
        self.scope = Scope::default();
        for _ in 0..self.choices.pick_number(&[0, 0, 1, 0, 1, 2]) {
            text += &self.monitor();
        }
        self.scope = Scope::default();
        for number in 0..self.choices.pick_number(&[0, 0, 1, 0, 2, 1]) {
            let property = self.property();
            let _ = writeln!(text, "invariant i{number} {{ {property} }}");
        }
        for number in 0..self.choices.pick_number(&[0, 1, 0, 0, 2]) {
            let cost = self.property();
            let _ = writeln!(text, "guide g{number} {{ {cost} }}");
        }
        text
    }

    fn global_variables(&mut self) -> String {
        let mut text = String::new();
        for at in 0..self.choices.below(4) {
            let name = self.names.globals[at].to_string();
            let initial = self.initial();
            let _ = writeln!(text, "pvar {name}{initial};");
            self.globals.push(Variable { name, length: None });
        }
        if self.choices.one_in(3) {
            let length = self.choices.pick_number(&[2, 3, 1, 40]);
            let name = self.names.table.to_string();
            let initial = self.initial();
            let _ = writeln!(text, "pvar {name}[{length}]{initial};");
            self.globals.push(Variable { name, length: Some(length) });
        }
        text
    }

    /// The initial value of a variable: constants, and variables declared before.
    fn initial(&mut self) -> String {
        match self.choices.below(7) {
            0..=2 => String::new(),
            3 => " = 1".into(),
            4 => format!(" = {}", self.choices.pick(&["-1", "2", "-3", "7 % 4", "-7 / 2"])),
            5 => match self.globals.iter().find(|variable| variable.length.is_none()) {
                Some(variable) => format!(" = {} + 1", variable.name),
                None => " = 2".into(),
            },
            _ => format!(" = {}", self.choices.pick(WIDE)),
        }
    }

    fn global_queues(&mut self, lengths: &[Option<usize>]) -> String {
        let mut text = String::new();
        for at in 0..1 + self.choices.pick_number(&[0, 1, 1, 2, 3]) {
            let reader = (at + self.choices.below(2)) % lengths.len();
            let length = match (lengths[reader], self.choices.below(6)) {
                (Some(length), 0..=4) => Some(length),
                (_, 5) => Some(2),
                _ => None,
            };
            let messages = (0..1 + self.choices.below(3))
                .map(|number| (self.names.messages[(at + number) % 4].to_string(), self.choices.one_in(2)));
            let queue = Queue {
                name: self.names.queues[at].to_string(),
                length: None,
                messages: messages.collect(),
                capacity: 1,
                reader,
                is_local: false,
                is_formal: false,
                is_declared: true,
            };
            let capacity = self.choices.pick_number(&[1, 2, 1, 2, 3, 4, 1, 20]);
            let is_single = length.is_none() && lengths[reader].is_none();
            let is_local = is_single && self.choices.one_in(3);
            let is_declared = length.is_some() || is_local || !self.choices.one_in(12);
            let queue = Queue { length, capacity, is_local, is_declared, ..queue };
            if !is_local && is_declared {
                let declaration = self.queue_declaration(&queue);
                let _ = writeln!(text, "{declaration}");
            }
            self.queues.push(queue);
        }
        text
    }

    fn queue_declaration(&mut self, queue: &Queue) -> String {
        let length = queue.length.map(|length| format!("[{length}]")).unwrap_or_default();
        let mut contents = Vec::new();
        if queue.length.is_none() && self.choices.one_in(3) {
            for _ in 0..1 + self.choices.below(queue.capacity.min(3)) {
                let (message, carries_value) = queue.messages[self.choices.below(queue.messages.len())].clone();
                let value = if carries_value {
                    format!("({})", self.choices.pick(&["0", "1", "-2", "40000"]))
                } else {
                    String::new()
                };
                contents.push(format!("{message}{value}"));
            }
        }
        let contents = if contents.is_empty() { String::new() } else { format!(" = {{ {} }}", contents.join(", ")) };
        format!("queue {}{length}[{}]{contents};", queue.name, queue.capacity)
    }

    /// A procedure, with the qsets that can be passed to it.
    fn procedure(&mut self) -> String {
        let name = self.names.procedures[self.procedures.len()].to_string();
        let is_plain = self.choices.one_in(4);
        let parameters = if is_plain { 0 } else { self.choices.below(3) };
        let mut text = String::new();
        let mut scope =
            Scope { has_process_index: true, callable: self.procedures.len(), process: Some(9), ..Scope::default() };
        let mut qsets = Vec::new();
        // Assertions call plain ones.
        let can_be_passed = |queue: &&Queue| queue.length.is_none() && (queue.is_declared || !is_plain);
        let single: Vec<Queue> = self.queues.iter().filter(can_be_passed).cloned().collect();
        if !single.is_empty() && (is_plain || self.choices.one_in(2)) {
            let model = single[self.choices.below(single.len())].clone();
            let taken: Vec<(String, bool)> = model.messages[..1 + self.choices.below(model.messages.len())].to_vec();
            for queue in single {
                if queue.messages.len() >= taken.len()
                    && queue.messages.iter().zip(&taken).all(|(own, other)| own.1 == other.1)
                {
                    let qset = format!("{name}_{}", queue.name);
                    let messages: Vec<&str> = queue.messages[..taken.len()].iter().map(|(name, _)| &**name).collect();
                    let _ = writeln!(text, "qset {qset} {{ {} : {} }};", queue.name, messages.join(", "));
                    qsets.push(qset);
                }
            }
            let formals = taken.iter().enumerate().map(|(at, (_, carries))| (format!("o{at}"), *carries));
            scope.formal = Some(Queue { name: "qq".into(), messages: formals.collect(), is_formal: true, ..model });
        }
        let is_plain = is_plain && scope.formal.as_ref().is_some_and(|queue| queue.messages.iter().all(|it| !it.1));
        let mut list: Vec<&str> = self.names.parameters[..parameters].to_vec();
        let mut declared = String::new();
        if !list.is_empty() && self.choices.one_in(2) {
            let _ = write!(declared, "pvar {}; ", list.join(", "));
        }
        if let Some(queue) = &scope.formal {
            let messages: Vec<&str> = queue.messages.iter().map(|(name, _)| &**name).collect();
            let _ = write!(declared, "qset ss {{ {} : {} }}; ", queue.name, messages.join(", "));
            list.insert(0, "ss");
        }
        scope.variables = self.names.parameters[..parameters]
            .iter()
            .map(|name| Variable { name: name.to_string(), length: None })
            .collect();
        let list = list.join(", ");
        let (locals, body);
        if is_plain {
            let message = &scope.formal.as_ref().map_or("o0", |queue| &queue.messages[0].0);
            locals = String::new();
            body = self
                .choices
                .pick(&["qq!o0", "qq!o0; qq?o0", "if :: qq!o0 :: qq?o0 fi", "do :: qq?o0 :: break od"])
                .replace("o0", message);
        } else {
            self.scope = scope;
            locals = self.locals();
            body = self.body(1);
        }
        self.procedures.push(Procedure { name: name.clone(), parameters, qsets, is_plain });
        let _ = writeln!(text, "{name}({list}) {declared}{{ {locals}{body} }}");
        text
    }

    fn process(&mut self, length: Option<usize>) -> String {
        let number = self.processes.len();
        let name = self.names.processes[number].to_string();
        self.scope = Scope {
            process: Some(number),
            has_process_index: true,
            callable: self.procedures.len(),
            ..Scope::default()
        };
        let mut locals = self.locals();
        let own: Vec<Queue> =
            self.queues.iter().filter(|queue| queue.is_local && queue.reader == number).cloned().collect();
        for queue in own {
            locals += &self.queue_declaration(&queue);
            locals += " ";
        }
        let body = match self.choices.below(4) {
            0 => self.body(2),
            1 => self.looping(false),
            _ => self.looping(true),
        };
        let size = length.map(|length| format!("[{length}]")).unwrap_or_default();
        let scope = std::mem::take(&mut self.scope);
        self.processes.push(Process { name: name.clone(), length, locals: scope.variables, labels: scope.labels });
        match self.choices.one_in(5) {
            true => format!("proc {name}{size} {locals}{{ {body} }}\n"),
            false => format!("proc {name}{size} {{ {locals}{body} }}\n"),
        }
    }

    /// Declarations of local variables, which are then in scope.
    fn locals(&mut self) -> String {
        let mut text = String::new();
        for at in 0..self.choices.pick_number(&[0, 1, 0, 1, 2]) {
            let name = self.names.locals[at].to_string();
            let initial = if self.choices.one_in(5) { " = _PROCID + 1".into() } else { self.initial() };
            let _ = write!(text, "pvar {name}{initial}; ");
            self.scope.variables.push(Variable { name, length: None });
        }
        if self.choices.one_in(5) {
            let length = 1 + self.choices.below(3);
            let name = self.names.row.to_string();
            let initial = self.initial();
            let _ = write!(text, "pvar {name}[{length}]{initial}; ");
            self.scope.variables.push(Variable { name, length: Some(length) });
        }
        text
    }

    /// Statements that begin, or consist of, a loop over guards.
    fn looping(&mut self, is_whole: bool) -> String {
        self.scope.labels.clear();
        let mut text = String::new();
        if !is_whole {
            let _ = write!(text, "{}; ", self.sequence(1));
        }
        if self.choices.one_in(4) {
            text += &self.label();
        }
        self.scope.loops = 1;
        text += "do ";
        for at in 0..1 + self.choices.pick_number(&[0, 1, 2, 1, 3]) {
            let start = self.option_start();
            let guard = if at == 0 && self.scope.process == Some(0) { self.send() } else { self.guard() };
            let _ = write!(text, "{start} {guard} ");
            if self.choices.below(3) > 0 {
                let rest = self.sequence(1);
                let _ = write!(text, "-> {rest} ");
            }
        }
        text += "od";
        self.scope.loops = 0;
        if self.choices.one_in(3) {
            let rest = self.sequence(1);
            let _ = write!(text, "; {rest}");
        }
        self.jumps(&text)
    }

    fn body(&mut self, depth: usize) -> String {
        self.scope.labels.clear();
        if self.choices.one_in(16) {
            return String::new();
        }
        let text = self.sequence(depth);
        self.jumps(&text)
    }

    /// Writes the jumps, now that labels are known.
    fn jumps(&mut self, text: &str) -> String {
        let mut pieces = text.split(JUMP);
        let mut text = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            match self.scope.labels.len() {
                0 => text += "skip",
                labels => {
                    let label = self.scope.labels[self.choices.below(labels)].clone();
                    let _ = write!(text, "goto {label}");
                }
            }
            text += piece;
        }
        text
    }

    fn label(&mut self) -> String {
        let kind = self.choices.pick(&self.names.labels);
        let label = format!("{kind}{}", self.scope.labels.len());
        let text = format!("{label}: ");
        self.scope.labels.push(label);
        text
    }

    fn sequence(&mut self, depth: usize) -> String {
        let mut text = self.statement(depth);
        for _ in 0..self.choices.pick_number(&[0, 1, 0, 2, 1, 3]) {
            let next = self.statement(depth);
            let _ = write!(text, "; {next}");
        }
        text
    }

    fn statement(&mut self, depth: usize) -> String {
        let mut text = String::new();
        if self.choices.one_in(8) {
            text += &self.label();
        }
        text + &match self.choices.below(20) {
            0 if self.scope.is_monitor || self.choices.one_in(2) => "skip".into(),
            1 if depth > 0 => self.block("if", "fi", depth),
            2 if depth > 0 => {
                self.scope.loops += 1;
                let block = self.block("do", "od", depth);
                self.scope.loops -= 1;
                block
            }
            3 if depth > 0 && !self.scope.is_monitor => self.either(depth),
            4 if depth > 0 && !self.scope.is_monitor => self.count(depth),
            5 | 6 if self.scope.loops > 0 => "break".into(),
            7 => JUMP.into(),
            8 | 9 => self.call(),
            _ => self.action(),
        }
    }

    fn block(&mut self, open: &str, close: &str, depth: usize) -> String {
        let mut text = format!("{open} ");
        for _ in 0..1 + self.choices.pick_number(&[1, 0, 1, 2]) {
            let start = self.option_start();
            match self.choices.one_in(3) {
                true => {
                    let option = self.sequence(depth - 1);
                    let _ = write!(text, "{start} {option} ");
                }
                false => {
                    let (guard, rest) = (self.guard(), self.sequence(depth - 1));
                    let _ = write!(text, "{start} {guard} -> {rest} ");
                }
            }
        }
        text + close
    }

    /// An option starts with a tag now and then, but not in an assertion.
    fn option_start(&mut self) -> &'static str {
        if self.scope.is_monitor {
            return "::";
        }
        self.choices.pick(&["::", "::", ":: [likely]", "::", "::", ":: [unlikely]"])
    }

    /// A condition, and what happens if it holds and if not.
    fn either(&mut self, depth: usize) -> String {
        let condition = self.condition();
        let (yes, no) = (self.sequence(depth - 1), self.sequence(depth - 1));
        let (first, second) = (self.option_start(), self.option_start());
        format!("if {first} {condition} -> {yes} {second} !({condition}) -> {no} fi")
    }

    /// A loop with a counter.
    fn count(&mut self, depth: usize) -> String {
        let Some(counter) = self.scalar() else { return "skip".into() };
        let limit = 1 + self.choices.below(3);
        self.scope.loops += 1;
        let body = self.sequence(depth - 1);
        self.scope.loops -= 1;
        match self.choices.below(3) {
            0 => format!(
                "{counter} = 0; do :: ({counter} < {limit}) -> {body}; {counter}++ :: ({counter} == {limit}) -> break od"
            ),
            1 => format!(
                "{counter} = {limit}; do :: ({counter} > 0) -> {counter}--; {body} :: ({counter} <= 0) -> break od"
            ),
            _ => format!(
                "{counter} = -{limit}; do :: ({counter} != {limit}) -> {counter} += 1; {body} :: !({counter} != {limit}) -> break od"
            ),
        }
    }

    fn call(&mut self) -> String {
        if self.scope.callable == 0 || self.scope.calls >= 4 {
            return self.action();
        }
        let number = self.choices.below(self.scope.callable);
        if self.scope.is_monitor && !self.procedures[number].is_plain {
            return self.action();
        }
        self.scope.calls += 1;
        let Procedure { name, parameters, qsets, .. } = &self.procedures[number];
        let (name, parameters) = (name.clone(), *parameters);
        let mut arguments: Vec<String> = Vec::new();
        if !qsets.is_empty() {
            arguments.push(qsets[self.choices.below(qsets.len())].clone());
        }
        for _ in 0..parameters {
            arguments.push(self.value());
        }
        format!("{name}({})", arguments.join(", "))
    }

    /// The first statement of an option: most often one that waits for something.
    fn guard(&mut self) -> String {
        if self.scope.is_monitor {
            return self.action();
        }
        match self.choices.below(14) {
            0..=2 => self.receive(),
            3..=6 => self.send(),
            7 | 12 => self.timeout(),
            8 => self.condition(),
            9 => self.assignment(),
            10 => self.guarded_step(),
            11 => self.refined_use(),
            _ => self.action(),
        }
    }

    fn action(&mut self) -> String {
        if self.scope.is_monitor {
            return self.watched();
        }
        match self.choices.below(15) {
            0..=3 => self.send(),
            4..=6 => self.receive(),
            7..=10 => self.assignment(),
            11 => match self.choices.below(3) {
                0 => self.condition(),
                1 => self.timeout(),
                _ => self.assignment(),
            },
            12 => format!("assert ({})", self.condition()),
            13 => self.refined_use(),
            _ => self.guarded_step(),
        }
    }

    /// One of the queues that can be named here. A procedure with a qset parameter uses that, most often.
    fn queue(&mut self, wants_own: bool) -> Queue {
        if let Some(formal) = &self.scope.formal
            && !self.choices.one_in(5)
        {
            return formal.clone();
        }
        let own: Vec<Queue> = self
            .queues
            .iter()
            .filter(|queue| (Some(queue.reader) == self.scope.process) == wants_own)
            .cloned()
            .collect();
        let candidates = if own.is_empty() || self.choices.one_in(5) { self.queues.clone() } else { own };
        candidates[self.choices.below(candidates.len())].clone()
    }

    /// A queue as it is written, with its index.
    fn queue_text(&mut self, queue: &Queue) -> String {
        match queue.length {
            None => queue.name.clone(),
            Some(length) => {
                let is_own = Some(queue.reader) == self.scope.process;
                let index = if is_own && !self.choices.one_in(4) { "_PROCID".into() } else { self.index(length) };
                format!("{}[{index}]", queue.name)
            }
        }
    }

    fn send(&mut self) -> String {
        let queue = self.queue(false);
        let text = self.queue_text(&queue);
        let (message, carries_value) = queue.messages[self.choices.below(queue.messages.len())].clone();
        match carries_value {
            true => format!("{text}!{message}({})", self.value()),
            false => format!("{text}!{message}"),
        }
    }

    fn receive(&mut self) -> String {
        let queue = self.queue(true);
        let text = self.queue_text(&queue);
        if self.choices.one_in(6) {
            let word = self.choices.pick(&["default", "any"]);
            let all_carry = !queue.is_formal && queue.messages.iter().all(|(_, carries_value)| *carries_value);
            return match self.target() {
                Some(target) if all_carry && self.choices.below(2) == 0 => format!("{text}?{word}({target})"),
                _ => format!("{text}?{word}"),
            };
        }
        let (message, carries_value) = queue.messages[self.choices.below(queue.messages.len())].clone();
        match (carries_value, self.target()) {
            (false, _) => format!("{text}?{message}"),
            (true, Some(target)) => format!("{text}?{message}({target})"),
            (true, None) => format!("{text}?default"),
        }
    }

    fn timeout(&mut self) -> String {
        let queue = self.queue(true);
        format!("{}?timeout", self.queue_text(&queue))
    }

    /// A value for a message or a parameter.
    fn value(&mut self) -> String {
        match self.choices.below(8) {
            0 | 1 => self.choices.pick(&["0", "1", "2", "-1"]).into(),
            2 => format!("({}) % 2", self.expression(1)),
            3 => format!("({}) % 3", self.expression(1)),
            4 | 5 => self.scalar().unwrap_or("3".into()),
            6 => self.expression(2),
            _ => self.choices.pick(WIDE).into(),
        }
    }

    fn assignment(&mut self) -> String {
        let Some(target) = self.target() else { return self.condition() };
        match self.choices.below(16) {
            0 | 1 => format!("{target} = {}", self.choices.pick(&["0", "1", "2", "-1", "-2"])),
            2..=5 => format!("{target} = ({}) % {}", self.expression(2), 2 + self.choices.below(3)),
            6 => format!("{target} = {}", self.condition()),
            7 => format!("{target} = -{target}"),
            8 => format!("{target} = 1 - {target}"),
            9 => format!("{target} {} {}", self.choices.pick(&["%=", "/="]), self.expression(1)),
            10 => format!("{target} %= {}", 2 + self.choices.below(3)),
            11 => format!("{target} = {}", self.choices.pick(WIDE)),
            12 => self.guarded_step(),
            13 => format!("{target} = {}", self.scalar().unwrap_or("0".into())),
            14 => format!("{target} = ({} + 1) % 3", self.scalar().unwrap_or("0".into())),
            _ => match self.choices.below(4) {
                0 => format!("{target} = {}", self.expression(2)),
                1 => format!("{target}{}", self.choices.pick(&["++", "--"])),
                2 => format!("{target} {} {}", self.choices.pick(&["+=", "-=", "*="]), self.value()),
                _ => format!("{target} = {target} {} {}", self.choices.pick(&["+", "-"]), self.choices.pick(WIDE)),
            },
        }
    }

    /// A step of a counter that has a bound.
    fn guarded_step(&mut self) -> String {
        let Some(target) = self.target() else { return "skip".into() };
        let limit = 1 + self.choices.below(3);
        match self.choices.below(4) {
            0 => format!("({target} < {limit}); {target}++"),
            1 => format!("({target} > -{limit}); {target}--"),
            2 => format!("if :: ({target} <= {limit}) -> {target} += 2 :: ({target} > {limit}) -> {target} = 0 fi"),
            _ => format!(
                "if :: ({target} == {limit}) -> {target} = -{limit} :: ({target} < {limit}) -> {target} = {target} + 1 :: ({target} > {limit}) -> skip fi"
            ),
        }
    }

    /// A condition on a variable, and a use of it for which the condition matters.
    fn refined_use(&mut self) -> String {
        let Some(variable) = self.scalar() else { return "skip".into() };
        let other = self.scalar().unwrap_or("1".into());
        let limit = self.choices.pick(&["2", "1", "3", "0", "-1", "-2", "4"]);
        let condition = match self.choices.below(18) {
            0 => format!("({variable} < {limit})"),
            1 => format!("({variable} > {limit})"),
            2 => format!("({variable} == {limit})"),
            3 => format!("!({variable} >= {limit})"),
            4 => format!("({limit} > {variable})"),
            5 => format!("({variable} >= 0 && {variable} <= {limit})"),
            6 => format!("!({variable} < 0 || {variable} > {limit})"),
            7 => format!("({variable} + 1 < {limit})"),
            8 => format!("(-{variable} > -({limit}))"),
            9 => format!("({variable} < {other})"),
            10 => format!("({variable} <= {other} && {other} < {limit})"),
            11 => format!("({variable} % 3 == {limit})"),
            12 => format!("({variable} * 2 < {limit})"),
            13 => format!("({variable} != {limit} && {variable} < 4)"),
            14 => format!("!!({variable} < {limit})"),
            15 => format!("(({variable} == {limit}) || ({variable} == 1) || ({variable} == {other}))"),
            16 => format!("({variable} - {other} < {limit})"),
            _ => format!("({variable} / 2 == {limit})"),
        };
        let usage = match self.choices.below(8) {
            0 => format!("{variable}++"),
            1 => format!("{variable}--"),
            2 => match self.target() {
                Some(target) => format!("{target} = {variable}"),
                None => "skip".into(),
            },
            3 => match self.target() {
                Some(target) => format!("{target} = {} / {variable}", self.choices.pick(&["6", "1", "-7", "32767"])),
                None => "skip".into(),
            },
            4 => match self.variables().into_iter().find(|it| it.length.is_some()) {
                Some(array) => format!("{}[{variable}] = {}", array.name, self.choices.pick(&["1", "0", "2"])),
                None => format!("{variable} = {other}"),
            },
            5 => format!(
                "{variable} {}",
                self.choices.pick(&["+= 2", "-= 2", "*= 2", "*= -1", "= -VAR", "/= 2"]).replace("VAR", &variable)
            ),
            6 => {
                let valued = self.queues.iter().find(|it| it.length.is_none() && it.messages.iter().any(|it| it.1));
                match valued.and_then(|queue| queue.messages.iter().find(|it| it.1).map(|it| (&queue.name, &it.0))) {
                    Some((queue, message)) => format!("{queue}!{message}({variable})"),
                    None => format!("assert ({variable} < {limit})"),
                }
            }
            _ => format!("{variable} = {variable} + {}", self.choices.pick(&["1", "3", "-1", "65536", "65535"])),
        };
        let between = self.choices.pick(&["", "", "skip; ", "@; "]);
        match self.choices.below(3) {
            0 => format!("{condition}; {between}{usage}"),
            1 => format!("if :: {condition} -> {between}{usage} :: !({condition}) -> skip fi"),
            _ => format!("if :: {condition} -> {usage} :: !({condition}) -> {variable} = 0 fi"),
        }
    }

    fn variables(&self) -> Vec<Variable> {
        // A local variable hides the global one of its name.
        let own = &self.scope.variables;
        let is_hidden = |global: &&Variable| own.iter().any(|variable| variable.name == global.name);
        own.iter().chain(self.globals.iter().filter(|it| !is_hidden(it))).cloned().collect()
    }

    fn scalar(&mut self) -> Option<String> {
        let variables: Vec<Variable> = self.variables().into_iter().filter(|it| it.length.is_none()).collect();
        (!variables.is_empty()).then(|| variables[self.choices.below(variables.len())].name.clone())
    }

    /// A variable or an element.
    fn target(&mut self) -> Option<String> {
        let variables = self.variables();
        if variables.is_empty() {
            return None;
        }
        let Variable { name, length } = variables[self.choices.below(variables.len())].clone();
        Some(match length {
            None => name,
            Some(length) => format!("{name}[{}]", self.index(length)),
        })
    }

    /// An index, in range most often.
    fn index(&mut self, length: usize) -> String {
        match self.choices.below(9) {
            0..=2 => self.choices.below(length).to_string(),
            7 => self.queue_measure(),
            3 if self.scope.has_process_index => "_PROCID".into(),
            3 | 4 => self.scalar().unwrap_or("0".into()),
            5 => match self.scalar() {
                Some(variable) => format!("({variable} + 1) % {length}"),
                None => (length - 1).to_string(),
            },
            6 => match self.scalar() {
                Some(variable) => format!("({variable} * {variable}) % {length}"),
                None => "0".into(),
            },
            _ => match self.choices.below(3) {
                0 => format!("({}) % {length}", self.expression(1)),
                1 => self.expression(1),
                _ => self.choices.pick(&["1", "-1", "3", "65536"]).into(),
            },
        }
    }

    /// What can stand as a statement: it begins with a parenthesis or `!`.
    fn condition(&mut self) -> String {
        match self.choices.below(9) {
            0..=2 => {
                let comparison = self.choices.pick(&["<", "==", "!=", ">=", "<=", ">"]);
                let constant = self.choices.pick(&["1", "0", "2", "-1", "3"]);
                format!("({} {comparison} {constant})", self.scalar().unwrap_or("1".into()))
            }
            3 => match self.variables().into_iter().find(|variable| variable.length.is_some()) {
                Some(Variable { name, length: Some(length) }) => {
                    let index = self.scalar().unwrap_or("0".into());
                    let (before, lower, upper, after) = match self.choices.below(3) {
                        0 => ("", "0 <=", "&&", ""),
                        1 => ("", "-1 <", "&&", ""),
                        _ => ("!", "0 >", "||", ")"),
                    };
                    match before {
                        "" => format!("({lower} {index}) {upper} ({index} < {length}) && ({name}[{index}] == 0)"),
                        _ => {
                            format!("!(({lower} {index}) {upper} ({index} >= {length}) || ({name}[{index}] > 0){after}")
                        }
                    }
                }
                _ => "(1)".into(),
            },
            4 => format!("({})", self.queue_test()),
            5 => format!("!{}", self.queue_test()),
            6 => format!("({})", self.expression(2)),
            7 => format!("!({})", self.expression(2)),
            _ => {
                let (left, right) = (self.scalar().unwrap_or("1".into()), self.scalar().unwrap_or("2".into()));
                let comparison = self.choices.pick(&["<", "==", "!=", ">="]);
                format!("({left} {comparison} {right})")
            }
        }
    }

    /// A number that a queue gives.
    fn queue_measure(&mut self) -> String {
        let single = self.queues.iter().find(|queue| queue.is_declared && queue.length.is_none());
        let Some(queue) = single.map(|queue| queue.name.clone()) else { return "0".into() };
        let test = self.choices.pick(&["len", "empty", "full"]);
        format!("{test}({queue})")
    }

    fn queue_test(&mut self) -> String {
        let queue = self.declared_queue();
        let Some(queue) = queue else { return "1".into() };
        let text = match (queue.length, self.scope.process) {
            (Some(_), Some(_)) => self.queue_text(&queue),
            (Some(length), None) => format!("{}[{}]", queue.name, self.index(length)),
            (None, _) => queue.name.clone(),
        };
        match self.choices.below(4) {
            0 => format!("empty({text})"),
            1 => format!("full({text})"),
            2 => format!("(len({text}) < 2)"),
            _ => format!("(len({text}) % 2)"),
        }
    }

    /// Properties and assertions cannot name a queue that nobody declares.
    fn declared_queue(&mut self) -> Option<Queue> {
        let declared: Vec<Queue> = self.queues.iter().filter(|queue| queue.is_declared).cloned().collect();
        (!declared.is_empty()).then(|| declared[self.choices.below(declared.len())].clone())
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.choices.one_in(3) {
            return self.operand();
        }
        match self.choices.below(10) {
            0 => format!("-({})", self.expression(depth - 1)),
            1 => format!("!({})", self.expression(depth - 1)),
            2 => {
                let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({left}) {} ({right})", self.choices.pick(&["/", "%"]))
            }
            3 => format!(
                "({}) {} {}",
                self.expression(depth - 1),
                self.choices.pick(&["%", "/"]),
                self.choices.pick(&["2", "3", "-2"])
            ),
            4 => {
                let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({left}) {} ({right})", self.choices.pick(&["&&", "||"]))
            }
            5 | 6 => {
                let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({left}) {} ({right})", self.choices.pick(&["<", "==", "!=", ">=", "<=", ">"]))
            }
            _ => {
                let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({left}) {} ({right})", self.choices.pick(&["+", "-", "*", "+"]))
            }
        }
    }

    fn operand(&mut self) -> String {
        match self.choices.below(10) {
            0 | 1 => self.choices.below(4).to_string(),
            2..=5 => self.scalar().unwrap_or("1".into()),
            6 => self.element().unwrap_or("2".into()),
            7 => self.queue_test(),
            8 if self.scope.has_process_index => "_PROCID".into(),
            8 => "0".into(),
            _ => format!("({})", self.choices.pick(WIDE)),
        }
    }

    fn element(&mut self) -> Option<String> {
        let arrays: Vec<Variable> = self.variables().into_iter().filter(|it| it.length.is_some()).collect();
        let Variable { name, length } = arrays.first()?.clone();
        Some(format!("{name}[{}]", self.index(length?)))
    }

    fn monitor(&mut self) -> String {
        self.scope = Scope { is_monitor: true, callable: self.procedures.len(), ..Scope::default() };
        let kind = self.choices.pick(&["assert", "error"]);
        let body = match self.choices.below(4) {
            0 => {
                let mut text = String::from("do ");
                for _ in 0..1 + self.choices.below(3) {
                    let action = self.watched();
                    let _ = write!(text, ":: {action} ");
                    if self.choices.one_in(2) {
                        let action = self.watched();
                        let _ = write!(text, "-> {action} ");
                    }
                }
                text + "od"
            }
            1 => self.body(2),
            2 => {
                let (first, second) = (self.watched(), self.watched());
                format!("do :: {first} :: {second} :: break od")
            }
            _ => {
                let mut text = self.watched();
                for _ in 0..self.choices.below(3) {
                    let action = self.watched();
                    let _ = write!(text, "; {action}");
                }
                text
            }
        };
        format!("{kind} {{ {body} }}\n")
    }

    /// An action that an assertion names.
    fn watched(&mut self) -> String {
        let Some(queue) = self.declared_queue() else { return "skip".into() };
        let index = queue.length.map(|length| format!("[{}]", self.choices.below(length))).unwrap_or_default();
        let direction = self.choices.pick(&["!", "?"]);
        let (message, _) = &queue.messages[self.choices.below(queue.messages.len())];
        format!("{}{index}{direction}{message}", queue.name)
    }

    fn property(&mut self) -> String {
        match self.choices.below(4) {
            0 => self.fact(),
            1 => format!("!(({}) && ({}))", self.fact(), self.fact()),
            2 => format!("({}) || ({})", self.fact(), self.fact()),
            _ => self.expression(2),
        }
    }

    /// Something that may be true of a state.
    fn fact(&mut self) -> String {
        let at = self.choices.below(self.processes.len());
        let Process { name, length, .. } = &self.processes[at];
        let (name, length) = (name.clone(), *length);
        let process = match length {
            None => name,
            Some(length) => format!("{name}[{}]", self.index(length)),
        };
        let Process { locals, labels, .. } = &self.processes[at];
        let (locals, labels) = (locals.clone(), labels.clone());
        match self.choices.below(4) {
            0 | 1 if !labels.is_empty() => format!("{process}@{}", labels[self.choices.below(labels.len())]),
            0 | 2 if !locals.is_empty() => {
                let Variable { name, length } = &locals[self.choices.below(locals.len())];
                let index = length.map(|length| format!("[{}]", self.index(length))).unwrap_or_default();
                let comparison = self.choices.pick(&["<", "!=", ">="]);
                format!("{process}.{name}{index} {comparison} {}", self.choices.pick(&["2", "1", "0", "-1"]))
            }
            3 => self.queue_test(),
            _ => self.condition(),
        }
    }
}

/// Constants at and beyond the ends of 16 and of 32 bits.
const WIDE: &[&str] = &[
    "32767",
    "-32767 - 1",
    "32767 + 1",
    "300 * 300",
    "-1",
    "65535",
    "65536",
    "2147483647",
    "-2147483647 - 1",
    "40000",
    "-129",
    "1000",
];

/// A choice among numbers.
trait PickNumber {
    fn pick_number(&mut self, numbers: &[usize]) -> usize;
}

impl PickNumber for Choices<'_> {
    fn pick_number(&mut self, numbers: &[usize]) -> usize {
        numbers[self.below(numbers.len())]
    }
}
