//! The report: printed part by part as it grows, then written as a whole.

use argos_benches::workshop::Result;
use std::env;
use std::fs;
use std::path::Path;

pub struct Report {
    text: String,
}

impl Report {
    /// The head of the report.
    pub fn begin(machine: &str, rounds: u16) -> Report {
        let arguments: Vec<String> = env::args().skip(1).collect();
        let options = if arguments.is_empty() { String::new() } else { format!(" -- {}", arguments.join(" ")) };
        let mut report = Report { text: String::new() };
        report.print(&format!(
            "# Results\n\n\
             Written by the program `compare`. What it measures: [README.md](README.md).\n\n\
             ```console\n$ cargo run --release -p argos-benches --bin compare{options}\n```\n\n\
             {machine}\n\
             Rounds: {rounds}. The best round counts, because other work on a machine only makes a program slower. The commit is\n\
             that of the start. Before a program is run again, as much memory as it took is touched, because the host of a virtual\n\
             machine takes memory back that nobody uses.\n"
        ));
        report
    }

    /// A section: how it was measured, then its tables.
    pub fn add(&mut self, title: &str, how: &str, tables: &str) {
        self.print(&format!("\n## {title}\n\n{how}\n\n{tables}"));
    }

    fn print(&mut self, part: &str) {
        print!("{part}");
        self.text += part;
    }

    pub fn write(&self, file: &Path) -> Result<()> {
        fs::write(file, &self.text).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        eprintln!("written to {}", file.display());
        Ok(())
    }
}
