//! What several test programs need.

use argosc::pipeline::{Compilation, compile};
use argosc::preprocess::{Loader, Options};
use std::path::{Path, PathBuf};

/// Reads include files from below a folder, so that the paths in messages do not depend on where the project is.
pub struct Folder(pub PathBuf);

impl Loader for Folder {
    fn load(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(self.0.join(path))
    }
}

/// Compiles a case with the options of its first line.
pub fn compile_case(name: &str, source: &str, folder: &Folder) -> Compilation {
    let mut options = Options::default();
    let first_line = source.lines().next().unwrap_or_default();
    let mut words = first_line.strip_prefix("// args:").unwrap_or_default().split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next().expect("an option has a value");
        match word {
            "-D" => options.defines.push(value.to_string()),
            "-I" => options.include_dirs.push(value.into()),
            other => panic!("unknown option {other}"),
        }
    }
    compile(name, source.into(), &options, folder)
}
