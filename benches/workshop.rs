//! Where programs are built, and how they are run.

use crate::process::{Finished, run};
use crate::size::Size;
use crate::warm;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What went wrong, in a sentence.
pub type Result<T> = std::result::Result<T, String>;

/// The directories of a measurement.
pub struct Workshop {
    /// The workspace.
    pub root: PathBuf,
    /// Everything that is built and written: a folder of `target`.
    pub directory: PathBuf,
    argosc: PathBuf,
}

impl Workshop {
    /// Builds argosc, beside this program. `name` is that of the folder in `target`.
    pub fn open(name: &str) -> Result<Workshop> {
        let program = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
        let target = program.ancestors().nth(2).expect("cargo puts programs two folders deep");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("benches/ is in the workspace").to_path_buf();
        eprintln!("building argosc");
        succeed(cargo(target).args(["build", "--release", "-p", "argosc"]).current_dir(&root))?;
        Ok(Workshop { root, directory: target.join(name), argosc: target.join("release/argosc") })
    }

    pub fn argosc(&self) -> Command {
        Command::new(&self.argosc)
    }

    /// The specification of a model; `ending` is `argos` or `pml`.
    pub fn specification(&self, size: Size, ending: &str) -> PathBuf {
        self.root.join("benches/models").join(format!("{}.{ending}", size.model))
    }

    /// The place for what `tool` makes of a model, which `name` names with its size.
    pub fn place(&self, tool: &str, name: &str) -> PathBuf {
        self.directory.join(tool).join(name.replace(' ', "-"))
    }
}

/// Cargo with a target directory.
pub fn cargo(target: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.env("CARGO_TARGET_DIR", target);
    command
}

/// The standard output of a program that has to succeed.
pub fn succeed(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(format!("{command:?} failed, {}:\n{}", output.status, String::from_utf8_lossy(&said)))
}

/// Runs a program that has to end with one of these exit codes and measures it. Its messages are kept beside it.
pub fn measure(program: &Path, arguments: &[String], codes: &[i32]) -> Result<Finished> {
    let messages = program.with_extension("messages");
    let file = File::create(&messages).map_err(|error| format!("cannot write {}: {error}", messages.display()))?;
    let mut command = Command::new(program);
    command.args(arguments).stderr(file);
    let name = format!("{command:?}");
    warm::up(&name);
    let finished = run(&mut command).map_err(|error| format!("cannot run {command:?}: {error}"))?;
    warm::note(name, finished.cost.peak_bytes);
    if finished.status.code().is_some_and(|code| codes.contains(&code)) {
        return Ok(finished);
    }
    let said = fs::read_to_string(&messages).unwrap_or_default();
    Err(format!("{command:?} failed, {}:\n{said}{}", finished.status, finished.output))
}
