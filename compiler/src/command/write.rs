//! Writes an emitted crate to disk without touching what is not argosc's, or what has not changed.

use argosc::emit::package::{Files, MARKER};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the files into a directory that is absent, empty, or was made by argosc. New contents are all on disk before the
/// first file changes, so that a disk that is full leaves the previous crate as it was. An error does not say what to do:
/// that depends on who chose the directory.
pub fn write_crate(directory: &Path, files: &Files) -> Result<(), String> {
    check_directory(directory)?;
    let is_new = !directory.exists();
    let changed = files.iter().map(|(path, text)| (directory.join(path), text));
    let changed: Vec<_> = changed.filter(|(path, text)| !has_content(path, text)).collect();
    let stale = stale(directory, files);
    let result = prepare(&changed).and_then(|()| replace(&changed)).and_then(|()| remove(&stale));
    result.map_err(|(path, error)| {
        changed.iter().for_each(|(path, _)| clean_up(path, directory, is_new));
        format!("cannot write `{}`: {error}", path.display())
    })
}

type Failed = (PathBuf, io::Error);

fn check_directory(directory: &Path) -> Result<(), String> {
    let shown = directory.display();
    let mut entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(format!("`{shown}` is, or is below, a file and not a directory"));
        }
        Err(error) => return Err(format!("cannot read `{shown}`: {error}")),
    };
    if entries.next().is_none() || directory.join(MARKER).is_file() {
        return Ok(());
    }
    Err(format!("`{shown}` was not made by argosc and is not empty, so nothing was changed"))
}

/// The folder that has nothing but the runtime's source.
const RUNTIME: &str = "runtime/src";

/// Files of the runtime that another version of argosc wrote and this one does not have: a module must not be there twice.
fn stale(directory: &Path, files: &Files) -> Vec<PathBuf> {
    let (mut stale, mut folders) = (Vec::new(), vec![directory.join(RUNTIME)]);
    let is_ours = |path: &Path| files.keys().any(|file| directory.join(file) == path);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !is_ours(&path) {
                stale.push(path);
            }
        }
    }
    stale
}

fn remove(stale: &[PathBuf]) -> Result<(), Failed> {
    stale.iter().try_for_each(|path| fs::remove_file(path).map_err(|error| (path.clone(), error)))
}

fn has_content(path: &Path, text: &str) -> bool {
    fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes())
}

fn temporary(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".argosc-new");
    path.with_file_name(name)
}

/// Takes back what was prepared for a file: without the marker, leftovers would make the directory look like the user's.
fn clean_up(path: &Path, directory: &Path, is_new: bool) {
    let _ = fs::remove_file(temporary(path));
    // Only folders that are empty go.
    let below = path.ancestors().skip(1).take_while(|folder| *folder != directory);
    below.for_each(|folder| drop(fs::remove_dir(folder)));
    if is_new {
        let _ = fs::remove_dir(directory);
    }
}

fn prepare(changed: &[(PathBuf, &String)]) -> Result<(), Failed> {
    for (path, text) in changed {
        let folder = path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder).map_err(|error| (folder.to_path_buf(), error))?;
        fs::write(temporary(path), text).map_err(|error| (path.clone(), error))?;
    }
    Ok(())
}

fn replace(changed: &[(PathBuf, &String)]) -> Result<(), Failed> {
    for (path, _) in changed {
        fs::rename(temporary(path), path).map_err(|error| (path.clone(), error))?;
    }
    Ok(())
}
