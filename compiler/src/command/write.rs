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
    let result = prepare(&changed).and_then(|()| replace(&changed));
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
