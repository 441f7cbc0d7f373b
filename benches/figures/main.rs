//! The figures of Holzmann's papers, measured again with the verifiers of today.
//!
//! `cargo run --release -p argos-benches --bin figures` measures all of them and writes a picture and its data for each to
//! `docs/figures`; docs/EXPERIMENTS.md says what they show. With `--only` it writes to `target/figures` instead, so that the
//! committed figures are always of one complete run.

#![forbid(unsafe_code)]

mod cache;
mod coverage;
#[cfg(test)]
mod documented;
mod errors;
mod figure;
mod loop_states;
mod measured;
mod minimised;
mod protocol;
mod queues;
mod recurrence;
mod replacement;
mod run_time;
mod share;
mod speed;
mod sweep;

use argos_benches::machine;
use argos_benches::workshop::{Result, Workshop};
use clap::Parser;
use figure::Figure;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sweep::Sweep;

/// Measures the figures of Holzmann's papers again, on the data switch of benches/models.
///
/// Without options all of them are measured, and written to docs/figures.
#[derive(Parser)]
#[command(max_term_width = 100)]
struct Options {
    /// Only these, separated by commas, as in 1,2,5a
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = known_number)]
    only: Vec<String>,
}

/// How a figure is made.
enum Maker {
    /// Of the searches with growing depth bounds, which several share.
    OfSweep(fn(&Sweep) -> Figure),
    OfItsOwn(fn(&Workshop) -> Result<Figure>),
}

use Maker::{OfItsOwn, OfSweep};

const FIGURES: [(&str, Maker); 11] = [
    ("1", OfSweep(run_time::figure)),
    ("2", OfSweep(errors::figure)),
    ("3", OfSweep(speed::figure)),
    ("4", OfItsOwn(queues::figure)),
    ("5a", OfItsOwn(loop_states::figure)),
    ("5b", OfItsOwn(minimised::figure)),
    ("6a", OfItsOwn(cache::figure)),
    ("6b", OfItsOwn(replacement::figure)),
    ("6c", OfItsOwn(recurrence::figure)),
    ("7", OfSweep(share::figure)),
    ("8", OfItsOwn(coverage::figure)),
];

fn known_number(number: &str) -> Result<String> {
    let numbers: Vec<&str> = FIGURES.iter().map(|(known, _)| *known).collect();
    if numbers.contains(&number) { Ok(number.into()) } else { Err(format!("the figures are {}", numbers.join(", "))) }
}

fn main() -> ExitCode {
    match measure(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(options: &Options) -> Result<()> {
    let workshop = Workshop::open("figures")?;
    let folder = folder(&workshop, options)?;
    print!("{}", machine::describe(&workshop, &[])?);
    let mut sweep = None;
    for (number, maker) in &FIGURES {
        if options.only.is_empty() || options.only.iter().any(|only| only == number) {
            make(maker, &workshop, &mut sweep)?.write(number, &folder)?;
        }
    }
    Ok(())
}

fn make(maker: &Maker, workshop: &Workshop, sweep: &mut Option<Sweep>) -> Result<Figure> {
    match maker {
        OfItsOwn(figure) => figure(workshop),
        OfSweep(figure) => {
            if sweep.is_none() {
                *sweep = Some(sweep::sweep(workshop)?);
            }
            Ok(figure(sweep.as_ref().expect("it has just been made")))
        }
    }
}

fn folder(workshop: &Workshop, options: &Options) -> Result<PathBuf> {
    let is_complete = options.only.is_empty();
    let folder = if is_complete { workshop.root.join("docs/figures") } else { workshop.directory.clone() };
    create(&folder)?;
    Ok(folder)
}

fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}
