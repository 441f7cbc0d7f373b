//! What is committed belongs together: each figure has a picture, its data, and a place in docs/EXPERIMENTS.md.

use crate::FIGURES;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// Names of the files in docs/figures with this ending, without it.
fn committed(ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(docs().join("figures")).expect("docs/figures is there");
    let files = files.map(|entry| entry.expect("it can be read").path());
    files
        .filter(|file| file.extension().is_some_and(|found| found == ending))
        .map(|file| file.file_stem().expect("it has a name").to_string_lossy().into_owned())
        .collect()
}

/// Names of the pictures in docs/EXPERIMENTS.md.
fn shown() -> BTreeSet<String> {
    let text = fs::read_to_string(docs().join("EXPERIMENTS.md")).expect("docs/EXPERIMENTS.md is there");
    let links = text.split("](figures/").skip(1).filter_map(|rest| rest.split_once(".svg)"));
    links.map(|(name, _)| name.to_string()).collect()
}

#[test]
fn every_figure_has_a_picture_its_data_and_a_place_in_the_text() {
    assert_eq!(committed("svg"), committed("csv"));
    assert_eq!(committed("svg"), shown());
}

#[test]
fn the_committed_figures_are_those_of_the_program() {
    let pictures = committed("svg");
    let numbers: BTreeSet<&str> = pictures.iter().filter_map(|name| name.split('-').next()).collect();
    assert_eq!(numbers, FIGURES.iter().map(|(number, _)| *number).collect());
}
