//! Values of options: an error goes on after the option's name, "needs a number".

use super::{Format, Replace, Selection};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

pub fn count(value: &OsStr, least: u32) -> Result<u32, String> {
    let number = value.to_str().and_then(|text| text.parse().ok()).filter(|&number| number >= least);
    number.ok_or_else(|| format!("needs a whole number from {least} to {}", u32::MAX))
}

/// Splits `1.5h` into 1.5 and `h`.
fn quantity(value: &OsStr) -> Option<(f64, &str)> {
    let text = value.to_str()?;
    let unit = text.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(text.len());
    Some((text[..unit].parse().ok()?, &text[unit..]))
}

/// The longest time, about 30,000 years: clocks must be able to add it to the time of day.
const LONGEST_TIME: Duration = Duration::from_secs(1_000_000_000_000);

pub fn time(value: &OsStr) -> Result<Duration, String> {
    let seconds = quantity(value).and_then(|(number, unit)| match unit {
        "s" => Some(number),
        "m" | "" => Some(number * 60.0),
        "h" => Some(number * 3600.0),
        _ => None,
    });
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration
        .filter(|duration| !duration.is_zero() && *duration <= LONGEST_TIME)
        .ok_or_else(|| "needs a time above 0 such as 90s, 5m or 2h (a bare number is minutes)".to_string())
}

/// The least memory budget: below this, what a search needs besides states would be most of it.
const LEAST_MEMORY: u64 = 8 << 20;

pub fn size(value: &OsStr) -> Result<u64, String> {
    bytes(value)
        .filter(|&bytes| bytes >= LEAST_MEMORY)
        .ok_or_else(|| "needs a size of at least 8M such as 512M or 2G".to_string())
}

fn bytes(value: &OsStr) -> Option<u64> {
    let (number, unit) = quantity(value)?;
    let unit = unit.to_ascii_uppercase();
    let unit = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
    let shift = match unit {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return None,
    };
    // A conversion to an integer saturates, so sizes beyond all memory stay beyond all memory.
    Some((number * (1u64 << shift) as f64) as u64)
}

pub fn format(value: &OsStr) -> Result<Format, String> {
    match value.to_str() {
        Some("columns") => Ok(Format::Columns),
        Some("list") => Ok(Format::List),
        Some("msc") => Ok(Format::Chart),
        _ => Err("can be columns, list or msc".to_string()),
    }
}

pub fn file(value: &OsStr) -> Result<PathBuf, String> {
    // `--trace --json` is a forgotten file name rather than a file with that name.
    match value.as_encoded_bytes().first() {
        None => Err("needs the name of a file".to_string()),
        Some(b'-') => Err("needs the name of a file (write ./-name if it begins with a dash)".to_string()),
        Some(_) => Ok(value.into()),
    }
}

pub fn replace(value: &OsStr) -> Result<Replace, String> {
    match value.to_str() {
        Some("oldest") => Ok(Replace::Oldest),
        Some("random") => Ok(Replace::Random),
        Some("most") => Ok(Replace::Most),
        Some("least") => Ok(Replace::Least),
        Some("largest-class") => Ok(Replace::LargestClass),
        Some("deepest") => Ok(Replace::Deepest),
        _ => Err("can be oldest, random, most, least, largest-class or deepest".to_string()),
    }
}

pub fn progress(value: &OsStr) -> Result<Selection, String> {
    match value.to_str() {
        Some("fair") => Ok(Selection::FairProgress),
        Some("max") => Ok(Selection::MaximumProgress),
        _ => Err("can be fair or max".to_string()),
    }
}

/// A number that may be as large as numbers get.
pub fn seed(value: &OsStr) -> Result<u64, String> {
    let number = value.to_str().and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("needs a whole number from 0 to {}", u64::MAX))
}

/// The least array of supertrace: one cache line.
const LEAST_ARRAY: u64 = 64;

pub fn array_size(value: &OsStr) -> Result<u64, String> {
    bytes(value)
        .filter(|&bytes| bytes >= LEAST_ARRAY)
        .ok_or_else(|| "needs a size of at least 64 bytes such as 64M or 2G".to_string())
}

/// Names with commas between them.
pub fn names(value: &OsStr) -> Result<Vec<String>, String> {
    let names: Vec<String> = value.to_string_lossy().split(',').map(|name| name.trim().to_string()).collect();
    if names.iter().any(String::is_empty) { Err("needs names with commas between them".to_string()) } else { Ok(names) }
}

pub fn name(value: &OsStr) -> Result<String, String> {
    if value.is_empty() { Err("needs a name".to_string()) } else { Ok(value.to_string_lossy().into_owned()) }
}
