//! `argosc run`: compile, build in a cache, run the verifier, and show its report once the interpreter has re-executed the
//! traces in it.

use super::write::write_crate;
use argosc::emit::package::{Files, package_name};
use argosc::model::Model;
use argosc::replay::replay;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use xxhash_rust::xxh3::Xxh3;

/// What came of a run.
pub struct Finished {
    /// The verifier's report, for standard output.
    pub report: Vec<u8>,
    /// Its exit code.
    pub code: u8,
}

/// Why there is no report.
pub enum Failed {
    /// Something of the user's machine: no Cargo, no room.
    Machine(String),
    /// A trace that the interpreter cannot execute: a defect of argosc.
    Defect(String),
}

/// Builds the crate unless the cache has it, and runs it with these options.
pub fn build_and_run(files: &Files, name: &str, model: &Model, options: &[OsString]) -> Result<Finished, Failed> {
    let verifier = build(files, name).map_err(Failed::Machine)?;
    let own_traces = verifier.with_file_name(format!("traces-{}.json", std::process::id()));
    let traces = user_traces(options).unwrap_or(own_traces.clone());
    let mut command = Command::new(&verifier);
    command.args(options);
    if traces == own_traces {
        command.arg("--trace").arg(&traces);
    }
    // An interrupt is for the verifier, which reports what it has; argosc waits for that.
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let _ = signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)));
    }
    let output = command.stdin(Stdio::inherit()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| Failed::Machine(format!("cannot run `{}`: {error}", verifier.display())))?;
    let checked = check_traces(&traces, model, output.status);
    let _ = fs::remove_file(&own_traces);
    checked?;
    Ok(Finished { report: output.stdout, code: exit_code(output.status)? })
}

/// The file that the user's `--trace` names.
fn user_traces(options: &[OsString]) -> Option<PathBuf> {
    let mut found = None;
    let mut options = options.iter().map(OsString::as_os_str);
    while let Some(option) = options.next() {
        if option == "--trace" {
            found = options.next().map(PathBuf::from);
        } else if let Some(path) = option.to_str().and_then(|option| option.strip_prefix("--trace=")) {
            found = Some(PathBuf::from(path));
        }
    }
    found
}

/// Every trace of the report is an execution of the specification, says the interpreter, which shares no code with rules
/// and verifiers.
fn check_traces(traces: &Path, model: &Model, status: ExitStatus) -> Result<(), Failed> {
    if status.code() != Some(1) {
        return Ok(());
    }
    let text = fs::read_to_string(traces)
        .map_err(|error| Failed::Machine(format!("cannot read the traces in `{}`: {error}", traces.display())))?;
    let replayed = replay(model, &text).map_err(|error| Failed::Defect(error.message))?;
    let wrong = replayed.errors.iter().find_map(|error| error.verdict.as_ref().err().map(|why| (error, why)));
    match wrong {
        Some((error, why)) => Err(Failed::Defect(format!("{}: {}: {why}", error.kind, error.message))),
        None => Ok(()),
    }
}

fn exit_code(status: ExitStatus) -> Result<u8, Failed> {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.ok_or_else(|| Failed::Machine(format!("the verifier was ended from outside ({status})")))
}

/// The path of the verifier, built unless it is in the cache.
fn build(files: &Files, name: &str) -> Result<PathBuf, String> {
    let cache = cache_directory();
    let entry = cache.join(format!("{}-{:016x}", package_name(name), hash(files)));
    let verifier = entry.join(format!("verifier{}", std::env::consts::EXE_SUFFIX));
    if verifier.is_file() {
        return Ok(verifier);
    }
    let source = entry.join("crate");
    write_crate(&source, files)?;
    let target = cache.join("target");
    cargo_build(&source, &target)?;
    let built = target.join("release").join(format!("{}{}", package_name(name), std::env::consts::EXE_SUFFIX));
    // Another argosc may be building the same: the rename makes the copy whole or absent.
    let copy = entry.join(format!("verifier-{}", std::process::id()));
    let installed = fs::copy(&built, &copy).and_then(|_| fs::rename(&copy, &verifier));
    installed.map_err(|error| format!("cannot write `{}`: {error}", verifier.display()))?;
    Ok(verifier)
}

fn cargo_build(source: &Path, target: &Path) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsStr::new("cargo").to_os_string());
    let output = Command::new(&cargo)
        .args(["build", "--release", "--quiet", "--locked"])
        .current_dir(source)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .output()
        .map_err(|error| format!("cannot run `{}`: {error}; install Rust from https://rustup.rs", cargo.display()))?;
    if output.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    Err(format!("the verifier in `{}` does not build:\n{messages}", source.display()))
}

fn hash(files: &Files) -> u64 {
    let mut hash = Xxh3::new();
    for (path, text) in files {
        hash.update(path.as_bytes());
        hash.update(text.as_bytes());
    }
    hash.digest()
}

/// `$XDG_CACHE_HOME/argosc`, `~/.cache/argosc`, or a folder among the temporary files.
fn cache_directory() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
    cache.unwrap_or_else(std::env::temp_dir).join("argosc")
}
