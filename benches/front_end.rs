//! How long the front end takes, from text to minimised machines, and how that grows with the specification.
//!
//! `cargo run --release -p argos-benches --bin front_end` prints the table of `benches/README.md`: generated
//! specifications of 2,000 to 40,000 statements, 100 in each process, every size measured several times in turn (machines
//! are noisy; the best run counts) on one thread.

#![forbid(unsafe_code)]

use argosc::pipeline::compile;
use argosc::preprocess::{Loader, Options};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

const STATEMENTS_PER_PROCESS: usize = 100;
const ROUNDS: usize = 7;

fn main() {
    let sizes = [2_000, 5_000, 10_000, 20_000, 40_000];
    let specifications: Vec<String> = sizes.iter().map(|size| specification(size / STATEMENTS_PER_PROCESS)).collect();
    let mut best = vec![Duration::MAX; sizes.len()];
    for _ in 0..ROUNDS {
        for (text, best) in specifications.iter().zip(&mut best) {
            *best = (*best).min(time_front_end(text));
        }
    }
    println!("| statements | processes | text | time | time per statement |");
    println!("|---|---|---|---|---|");
    for ((size, text), time) in sizes.iter().zip(&specifications).zip(best) {
        println!(
            "| {size} | {} | {} KiB | {:.1} ms | {:.2} µs |",
            size / STATEMENTS_PER_PROCESS,
            text.len() / 1024,
            time.as_secs_f64() * 1e3,
            time.as_secs_f64() * 1e6 / *size as f64
        );
    }
}

/// Nothing is included.
struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _: &Path) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::NotFound.into())
    }
}

fn time_front_end(text: &str) -> Duration {
    let start = Instant::now();
    let compilation = compile("generated.argos", text.into(), &Options::default(), &NoFiles);
    let time = start.elapsed();
    assert!(compilation.program.is_some(), "the generated specification compiles");
    time
}

/// A specification of `processes` processes of 100 statements each, in a ring of queues: sends, receives, conditions,
/// assignments, calls, jumps, in nested loops and selections. The same text each time.
fn specification(processes: usize) -> String {
    let mut random = Random(processes as u64);
    let mut text = format!("#define P {processes}\nqueue ring[P][4];\npvar shared[8];\n");
    text.push_str("note(v) { pvar n = 1; shared[v % 8] = n + v }\n");
    for process in 0..processes {
        let _ = writeln!(text, "proc p{process}\n{{   queue q{process}[2];\n    pvar x, y = {process}, z;\nagain:");
        let mut left = STATEMENTS_PER_PROCESS - 1;
        block(&mut text, &mut random, process, processes, 1, &mut left);
        text.push_str("    goto again\n}\n");
    }
    text
}

/// Statements until none are left, each with its separator.
fn block(text: &mut String, random: &mut Random, process: usize, processes: usize, depth: usize, left: &mut usize) {
    let mut budget = if depth == 1 { usize::MAX } else { 2 + random.below(5) };
    while *left > 0 && budget > 0 {
        budget -= 1;
        *left -= 1;
        let indent = "    ".repeat(depth);
        let next = (process + 1) % processes;
        let choice = random.below(if depth < 5 && *left > 12 { 11 } else { 8 });
        match choice {
            0 => writeln!(text, "{indent}q{next}!m{}(x + {});", random.below(6), random.below(9)),
            1 => writeln!(text, "{indent}q{process}?m{}(y);", random.below(6)),
            2 => writeln!(text, "{indent}ring[(y + 1) % P]!token;"),
            3 => writeln!(text, "{indent}ring[{process}]?token;"),
            4 => writeln!(text, "{indent}x = (x * {} + y) % 16;", 1 + random.below(7)),
            5 => writeln!(text, "{indent}(x < {} || shared[{}] == z) -> z++;", random.below(16), random.below(8)),
            6 => writeln!(text, "{indent}note(x + {});", random.below(4)),
            7 => writeln!(text, "{indent}q{process}?timeout -> skip;"),
            _ => {
                let (open, close) = if choice == 8 { ("if", "fi") } else { ("do", "od") };
                let _ = writeln!(text, "{indent}{open}");
                for option in 0..2 + random.below(3) {
                    let _ = writeln!(text, "{indent}:: q{process}?m{option}(z) ->");
                    block(text, random, process, processes, depth + 1, left);
                    let _ = writeln!(text, "{indent}    skip");
                }
                let _ = writeln!(
                    text,
                    "{indent}:: (z == {}) -> {}",
                    random.below(9),
                    if choice == 8 { "skip" } else { "break" }
                );
                writeln!(text, "{indent}{close};")
            }
        }
        .expect("writing to a string does not fail");
    }
}

/// A small linear congruential generator: the benchmark must not change from run to run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
