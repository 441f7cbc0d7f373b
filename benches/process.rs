//! Runs a program and tells what it cost: processor time, wall-clock time, memory.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What a finished program cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// User and system time of all its threads.
    pub cpu: Duration,
    /// Its user time alone: without what the system does, which is mostly to find memory that is touched for the first time.
    pub user: Duration,
    pub wall: Duration,
    /// The most memory that was resident. A new process inherits the peak of the one that starts it, so this one has to
    /// stay small.
    pub peak_bytes: u64,
}

/// A program that has ended.
pub struct Finished {
    pub status: ExitStatus,
    pub output: String,
    pub cost: Cost,
}

/// Runs a program to its end, with nothing to read, and keeps its standard output.
pub fn run(command: &mut Command) -> io::Result<Finished> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut output = Vec::new();
    child.stdout.take().expect("it is piped").read_to_end(&mut output)?;
    let (status, usage) = wait(child)?;
    let cost = Cost {
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        user: duration(usage.ru_utime),
        wall: start.elapsed(),
        peak_bytes: usage.ru_maxrss as u64 * PEAK_UNIT,
    };
    Ok(Finished { status, output: String::from_utf8_lossy(&output).into_owned(), cost })
}

/// Linux counts resident memory in KiB, macOS in bytes.
const PEAK_UNIT: u64 = if cfg!(target_os = "macos") { 1 } else { 1024 };

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
}

/// The standard library waits as well, but does not tell what the process used.
#[allow(unsafe_code)]
fn wait(child: Child) -> io::Result<(ExitStatus, libc::rusage)> {
    use std::os::unix::process::ExitStatusExt;
    let mut status = 0;
    loop {
        // Safety: all zeros is a valid `rusage`.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // Safety: both pointers are to live variables. The child has not been waited for, so its id is still its own.
        let id = unsafe { libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage) };
        if id >= 0 {
            return Ok((ExitStatus::from_raw(status), usage));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_exit_code_and_cost_are_kept() {
        let script = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo $i; exit 3";
        let finished = run(Command::new("sh").args(["-c", script])).expect("a shell runs");
        assert_eq!((finished.output.as_str(), finished.status.code()), ("100000\n", Some(3)));
        assert!(!finished.cost.user.is_zero() && finished.cost.user <= finished.cost.cpu);
        assert!(finished.cost.wall < Duration::from_secs(60));
        assert!(finished.cost.peak_bytes > 100 << 10);
    }
}
