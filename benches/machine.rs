//! Where and with what it was measured.

use crate::workshop::{Result, Workshop, succeed};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::available_parallelism;

/// A list of the machine, the versions (also of these tools, each with the option that asks for it), the commit and the day.
pub fn describe(workshop: &Workshop, tools: &[(&str, &str)]) -> Result<String> {
    let argosc = first_line(workshop.argosc().arg("--version"))?;
    let mut lines = vec![format!("machine: {}", machine())];
    for (tool, option) in tools {
        let version = first_line(Command::new(tool).arg(option)).unwrap_or("missing".into());
        lines.push(format!("{tool}: {version}"));
    }
    lines.push(format!("rustc: {}", first_line(Command::new("rustc").arg("--version"))?));
    lines.push(format!("argosc: {argosc}, {}", commit(&workshop.root)));
    lines.push(format!("date: {}", first_line(Command::new("date").args(["-u", "+%F"]))?));
    Ok(lines.iter().map(|line| format!("- {line}\n")).collect())
}

fn first_line(command: &mut Command) -> Result<String> {
    Ok(succeed(command)?.lines().next().unwrap_or_default().to_string())
}

fn machine() -> String {
    let field = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_once(':')).map_or("unknown".into(), |(_, value)| value.trim().to_string())
    };
    let memory = field("/proc/meminfo", "MemTotal");
    let kibibytes: Option<f64> = memory.split(' ').next().and_then(|number| number.parse().ok());
    let memory = kibibytes.map_or(memory, |kibibytes| format!("{:.0} GiB", kibibytes / f64::from(1 << 20)));
    let cores = available_parallelism().map_or("unknown".into(), |cores| cores.to_string());
    format!("{}, cores: {cores}, memory: {memory}", field("/proc/cpuinfo", "model name"))
}

fn commit(root: &Path) -> String {
    let git = |arguments: &[&str]| succeed(Command::new("git").args(arguments).current_dir(root));
    match (git(&["rev-parse", "--short", "HEAD"]), git(&["status", "--porcelain"])) {
        (Ok(commit), Ok(changes)) if changes.is_empty() => format!("commit {}", commit.trim()),
        (Ok(commit), _) => format!("commit {} and uncommitted changes", commit.trim()),
        _ => "unknown commit".into(),
    }
}
