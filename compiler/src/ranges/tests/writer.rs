//! Writes random specifications.

/// Numbers that look random, the same in each run.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % count
    }

    fn choose<'c>(&mut self, choices: &[&'c str]) -> &'c str {
        choices[self.below(choices.len())]
    }
}

/// Specifications made of everything that matters for ranges.
pub(super) struct Writer(pub(super) Dice);

impl Writer {
    const SCALARS: [&'static str; 6] = ["x", "y", "z", "i", "g", "solo"];

    pub(super) fn specification(&mut self) -> String {
        let initial = self.number();
        // A procedure cannot call itself, and sees no variables that are declared below it: `solo` is its own.
        let procedure = self.block(5, 2).replace("CALL", "skip");
        let one = self.block(8, 3).replace("CALL", "call(x, g)");
        let many = self.block(8, 3).replace("CALL", "call(i % 4, 3)").replace("solo", "i");
        format!(
            "queue q[2] = {{ m({initial}) }}, r[2][1]; pvar g = {initial}, a[3] = 1, h = 2;
             call(x, y) {{ pvar z = {initial}, i, b[2], solo; {procedure} }}
             pvar solo = 3;
             proc one {{ pvar x, y = {initial}, z, i, b[4]; {one} }}
             proc many[3] {{ pvar x = _PROCID, y, z = 1 - _PROCID, i, b[3]; {many} }}"
        )
    }

    fn number(&mut self) -> String {
        let constants = ["0", "1", "2", "3", "7", "-1", "-4", "10", "100", "300", "32767", "40000", "2147483647"];
        self.0.choose(&constants).to_string()
    }

    fn scalar(&mut self) -> &'static str {
        self.0.choose(&Self::SCALARS)
    }

    fn expression(&mut self, depth: usize) -> String {
        match self.0.below(if depth == 0 { 5 } else { 12 }) {
            0 | 1 => self.scalar().into(),
            2 => self.number(),
            3 => self.0.choose(&["_PROCID", "len(q)", "h", "empty(r[i])", "full(q)"]).into(),
            4 => format!("{}[{}]", self.0.choose(&["a", "b"]), self.scalar()),
            5 => format!("{}({})", self.0.choose(&["-", "!"]), self.expression(depth - 1)),
            _ => {
                let operator = self.0.choose(&["+", "-", "*", "/", "%", "+", "-", "%", "<", "==", "&&", "||"]);
                format!("({} {operator} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth > 0 && self.0.below(3) == 0 {
            let operator = self.0.choose(&["&&", "||"]);
            let not = self.0.choose(&["", "!"]);
            return format!("{not}({} {operator} {})", self.condition(depth - 1), self.condition(depth - 1));
        }
        let operator = self.0.choose(&["<", "<=", ">", ">=", "==", "!="]);
        let right = if self.0.below(2) == 0 { self.number() } else { self.expression(1) };
        format!("({} {operator} {right})", self.expression(depth.min(1)))
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.0.below(if depth == 0 { 9 } else { 15 }) {
            0 | 1 => format!("{} = {}", self.scalar(), self.expression(2)),
            2 => format!("{}{}", self.scalar(), self.0.choose(&["++", "--", " += 2", " %= 5"])),
            3 => format!("{}[{}] = {}", self.0.choose(&["a", "b"]), self.scalar(), self.expression(1)),
            4 => format!("{}({})", self.0.choose(&["q!m", "q!n", "r[i]!m"]), self.expression(2)),
            5 => format!("{}({})", self.0.choose(&["q?m", "q?n", "q?default", "r[i]?m"]), self.scalar()),
            6 => self.condition(2),
            7 => format!("assert ({})", self.condition(1)),
            8 => self.0.choose(&["q?timeout", "r[x]?timeout", "skip"]).into(),
            9 => "CALL".into(),
            10..13 => {
                let (counter, bound) = (self.scalar(), self.0.below(40));
                let body = self.block(3, depth - 1);
                format!("do :: ({counter} < {bound}) -> {body}; {counter}++ :: ({counter} >= {bound}) -> break od")
            }
            _ => {
                let options = (0..3).map(|_| format!(":: {} -> {}", self.condition(1), self.block(3, depth - 1)));
                format!("if {} :: skip fi", options.collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn block(&mut self, count: usize, depth: usize) -> String {
        (0..count).map(|_| self.statement(depth)).collect::<Vec<_>>().join("; ")
    }
}
