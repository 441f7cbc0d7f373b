//! `argosc run`: compile, build in a cache, run the verifier, and show its report once the interpreter has re-executed the
//! traces in it.

use super::write::write_crate;
use argosc::emit::package::{Files, package_name};
use argosc::model::Model;
use argosc::replay::replay;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    let traces = user_traces(options);
    if let Some(path) = traces.as_deref().filter(|path| path.exists() && !path.is_file()) {
        let message = "is no file from which traces can be read again to check them; name another file";
        return Err(Failed::Machine(format!("`{}` {message}", path.display())));
    }
    let verifier = build(files, name).map_err(Failed::Machine)?;
    let own_traces = verifier.with_file_name(format!("traces-{}.json", std::process::id()));
    let mut command = Command::new(&verifier);
    if traces.is_none() {
        // Before the user's options, or an option that lacks its value would take this for it.
        command.arg("--trace").arg(&own_traces);
    }
    command.args(options);
    // An interrupt is for the verifier, which reports what it has; argosc waits for that.
    let is_over = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let _ = signal_hook::flag::register_conditional_default(signal, is_over.clone());
    }
    let output = command.stdin(Stdio::inherit()).stderr(Stdio::inherit()).output();
    is_over.store(true, Ordering::Relaxed);
    let output = output.map_err(|error| Failed::Machine(format!("cannot run `{}`: {error}", verifier.display())))?;
    let checked = check_traces(traces.as_ref().unwrap_or(&own_traces), model, output.status);
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
    let package = package_name(name);
    let unique = format!("{package}-{:016x}", hash(files));
    let entry = cache.join(&unique);
    let verifier = entry.join(format!("verifier{}", std::env::consts::EXE_SUFFIX));
    if verifier.is_file() {
        return Ok(verifier);
    }
    let advise = |message: String| format!("{message}; set XDG_CACHE_HOME to a directory that can be written");
    let source = entry.join("crate");
    write_crate(&source, &rename(files, &package, &unique)).map_err(advise)?;
    let built = cargo_build(&source, &cache.join("target"))?;
    // Another argosc may be building the same: the rename makes the copy whole or absent.
    let copy = entry.join(format!("verifier-{}", std::process::id()));
    let installed = fs::copy(&built, &copy).and_then(|_| fs::rename(&copy, &verifier));
    installed.map_err(|error| advise(format!("cannot write `{}`: {error}", verifier.display())))?;
    Ok(verifier)
}

/// The crate under another name. All verifiers share a target directory, where programs of the same name replace each other:
/// with the name of its file alone, another specification that is built at the same time could take the place of this one.
fn rename(files: &Files, old: &str, new: &str) -> Files {
    let mut files = files.clone();
    for path in ["Cargo.toml", "Cargo.lock"] {
        let rename =
            |text: &mut String| *text = text.replace(&format!("name = \"{old}\""), &format!("name = \"{new}\""));
        files.get_mut(path).into_iter().for_each(rename);
    }
    files
}

/// Builds a crate; gives the path of its program, which depends on the user's configuration of Cargo.
fn cargo_build(source: &Path, target: &Path) -> Result<PathBuf, String> {
    let cargo = variable("CARGO").unwrap_or_else(|| PathBuf::from("cargo"));
    let output = Command::new(&cargo)
        .args(["build", "--release", "--quiet", "--locked", "--message-format", "json-render-diagnostics"])
        .current_dir(source)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .output()
        .map_err(|error| format!("cannot run `{}`: {error}; install Rust from https://rustup.rs", cargo.display()))?;
    let built = String::from_utf8_lossy(&output.stdout).lines().find_map(executable);
    built.filter(|_| output.status.success()).ok_or_else(|| {
        let messages = String::from_utf8_lossy(&output.stderr);
        format!("the verifier in `{}` does not build:\n{messages}", source.display())
    })
}

/// The program that a message of Cargo is about.
fn executable(message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    message["executable"].as_str().map(PathBuf::from)
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
    // Cargo is not run in the current directory; the XDG specification has relative paths ignored.
    let absolute = |name: &str| variable(name).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    cache.unwrap_or_else(std::env::temp_dir).join("argosc")
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
