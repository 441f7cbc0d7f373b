//! Where programs are built, and how they are run.

use crate::models::Size;
use argos_benches::process::{Finished, run};
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
    /// Everything that is built and written, `target/compare`.
    pub directory: PathBuf,
    argosc: PathBuf,
}

impl Workshop {
    /// Builds argosc, beside this program.
    pub fn open() -> Result<Workshop> {
        let program = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
        let target = program.ancestors().nth(2).expect("cargo puts programs two folders deep");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("benches/ is in the workspace").to_path_buf();
        eprintln!("building argosc");
        succeed(cargo(target).args(["build", "--release", "-p", "argosc"]).current_dir(&root))?;
        Ok(Workshop { root, directory: target.join("compare"), argosc: target.join("release/argosc") })
    }

    pub fn argosc(&self) -> Command {
        Command::new(&self.argosc)
    }

    /// The specification of a model; `ending` is `argos` or `pml`.
    pub fn specification(&self, size: Size, ending: &str) -> PathBuf {
        self.root.join("benches/models").join(format!("{}.{ending}", size.model))
    }

    /// The place for what `tool` makes of a model.
    pub fn place(&self, tool: &str, size: Size) -> PathBuf {
        self.directory.join(tool).join(size.to_string().replace(' ', "-"))
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

/// What a verifier exits with that saw no error, but not everything.
const PARTIAL: i32 = 3;

/// Runs a program that has to succeed and measures it. Its messages are kept beside it.
pub fn measure(program: &Path, arguments: &[String]) -> Result<Finished> {
    measure_until(program, arguments, 0)
}

/// The same for a verifier that has to say that its search was partial.
pub fn measure_partial(program: &Path, arguments: &[String]) -> Result<Finished> {
    measure_until(program, arguments, PARTIAL)
}

fn measure_until(program: &Path, arguments: &[String], code: i32) -> Result<Finished> {
    let messages = program.with_extension("messages");
    let file = File::create(&messages).map_err(|error| format!("cannot write {}: {error}", messages.display()))?;
    let mut command = Command::new(program);
    command.args(arguments).stderr(file);
    let finished = run(&mut command).map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if finished.status.code() == Some(code) {
        return Ok(finished);
    }
    let said = fs::read_to_string(&messages).unwrap_or_default();
    Err(format!("{command:?} failed, {}:\n{said}{}", finished.status, finished.output))
}
