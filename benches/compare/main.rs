//! Compares argosc's verifiers with SPIN's, and measures how they scale.
//!
//! `cargo run --release -p argos-benches --bin compare` measures everything and writes `benches/RESULTS.md` with
//! `benches/growth.svg`. With fewer parts, models or sizes it writes the same files to `target/compare` instead, so that the
//! committed results are always of one complete run.

#![forbid(unsafe_code)]

mod comparison;
mod growth;
mod models;
mod pan;
mod report;
mod spin;
mod supertrace;
mod threads;

use argos_benches::machine;
use argos_benches::memory_access::{self, SIZES};
use argos_benches::plot;
use argos_benches::size::Size;
use argos_benches::warm;
use argos_benches::workshop::{Result, Workshop};
use clap::Parser;
use models::{MODELS, Model};
use report::Report;
use std::path::Path;
use std::process::ExitCode;

/// Compares the verifiers that argosc makes with SPIN's, and measures how they scale.
///
/// Without options everything is measured, and written to benches/RESULTS.md. --comparison, --supertrace, --threads,
/// --growth and --memory each select a part; several can be given.
#[derive(Parser)]
#[command(max_term_width = 100)]
struct Options {
    /// Processor time and memory, argosc and SPIN, one thread each
    #[arg(long)]
    comparison: bool,
    /// Supertrace, argosc and SPIN
    #[arg(long)]
    supertrace: bool,
    /// Wall-clock time with more threads
    #[arg(long)]
    threads: bool,
    /// The cost of a state as models get larger
    #[arg(long)]
    growth: bool,
    /// Random access to this machine's memory
    #[arg(long)]
    memory: bool,
    /// Only these models, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = known_model)]
    models: Vec<String>,
    /// The smallest sizes, to try it out
    #[arg(long)]
    small: bool,
    /// How often each program is run
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
}

impl Options {
    fn has_all_parts(&self) -> bool {
        [self.comparison, self.supertrace, self.threads, self.growth, self.memory].iter().all(|part| !part)
    }

    fn selects(&self, part: bool) -> bool {
        part || self.has_all_parts()
    }

    fn models(&self) -> impl Iterator<Item = &'static Model> {
        MODELS.iter().filter(|model| self.models.is_empty() || self.models.iter().any(|name| name == model.name))
    }

    /// One size of each model.
    fn sizes(&self, full: fn(&Model) -> Size) -> Vec<Size> {
        let size = if self.small { Model::small } else { full };
        self.models().map(size).collect()
    }

    /// Whether the results are those that are committed.
    fn is_complete(&self, with_spin: bool) -> bool {
        with_spin && self.has_all_parts() && self.models.is_empty() && !self.small
    }
}

const MEMORY: &str = "\
Nanoseconds to read, change and write back one line of 64 bytes at a random address of a table, one thread, best of 3. Huge
pages are asked for with `madvise`. A search looks up the result of every transition in such a table.
`cargo run --release -p argos-benches --bin random_access` prints this table alone.";

fn known_model(name: &str) -> Result<String> {
    let names = MODELS.map(|model| model.name);
    if names.contains(&name) { Ok(name.into()) } else { Err(format!("the models are {}", names.join(", "))) }
}

fn main() -> ExitCode {
    warm::begin();
    match measure(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(options: &Options) -> Result<()> {
    let missing = spin::missing();
    if !missing.is_empty() {
        eprintln!("without {}: only argosc is measured; to install: apt-get install spin gcc", missing.join(" and "));
    }
    let with_spin = missing.is_empty();
    let workshop = Workshop::open("compare")?;
    let is_complete = options.is_complete(with_spin);
    let folder = if is_complete { workshop.root.join("benches") } else { workshop.directory.clone() };
    let mut report =
        Report::begin(&machine::describe(&workshop, &[("spin", "-V"), ("gcc", "--version")])?, options.rounds);
    measure_parts(options, &workshop, with_spin, &folder, &mut report)?;
    report.write(&folder.join("RESULTS.md"))
}

fn measure_parts(
    options: &Options,
    workshop: &Workshop,
    with_spin: bool,
    folder: &Path,
    report: &mut Report,
) -> Result<()> {
    let rounds = usize::from(options.rounds);
    if options.selects(options.comparison) {
        let tables = comparison::compare(workshop, &options.sizes(Model::default), rounds, with_spin)?;
        report.add("Processor time and memory, one thread", comparison::HOW, &tables);
    }
    if options.selects(options.supertrace) && with_spin {
        let table = supertrace::compare(workshop, &options.sizes(Model::default), rounds, options.small)?;
        report.add("Supertrace", supertrace::HOW, &table);
    }
    if options.selects(options.threads) {
        let table = threads::speed_up(workshop, &options.sizes(Model::large), rounds)?;
        report.add("Threads", threads::HOW, &table);
    }
    if options.selects(options.growth) {
        let sizes: Vec<_> = options.models().map(|model| model.growth(options.small)).collect();
        let (table, chart) = growth::grow(workshop, &sizes, rounds)?;
        plot::draw(&[chart], &folder.join("growth.svg"))?;
        report.add("Growth", growth::HOW, &table);
    }
    if options.selects(options.memory) {
        // Last: what this process has used would count as memory of the programs that it starts afterwards.
        let sizes = if options.small { &SIZES[..1] } else { &SIZES };
        report.add("Random access to memory", MEMORY, &memory_access::measure(sizes));
    }
    Ok(())
}
