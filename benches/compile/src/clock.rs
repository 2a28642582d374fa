//! Runs a command and measures its time; one that takes too long is killed, with all processes that it started.

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Outcome of a build.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Time {
    /// Wall-clock time, and CPU time of all processors (if the system reports it).
    Took {
        /// Seconds of wall-clock time.
        wall: f64,
        /// Seconds of CPU time.
        work: Option<f64>,
    },
    /// Killed, because it took too long.
    DidNotFinish,
    /// The compiler rejected the program.
    Failed,
}

impl Time {
    /// Whether there is a figure.
    pub fn finished(self) -> bool {
        matches!(self, Self::Took { .. })
    }

    /// The shorter one.
    pub fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

/// Runs a command until it ends, for at most `patience`.
pub fn time(command: &mut Command, patience: Duration) -> io::Result<Time> {
    in_a_group(command);
    let (before, start) = (work_of_children(), Instant::now());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            let wall = start.elapsed().as_secs_f64();
            let work = work_of_children().zip(before).map(|(after, before)| after - before);
            return Ok(if status.success() { Time::Took { wall, work } } else { Time::Failed });
        }
        if start.elapsed() > patience {
            end(&mut child)?;
            return Ok(Time::DidNotFinish);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Makes the command start a process group, so that compilers are killed with the `cargo` that started them.
fn in_a_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

fn end(child: &mut Child) -> io::Result<()> {
    if cfg!(unix) {
        Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    }
    // It may have ended by itself meanwhile.
    let _ = child.kill();
    child.wait().map(drop)
}

/// CPU seconds of all children that have ended, if the system reports them like Linux.
fn work_of_children() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The fields from the third on follow the name in parentheses; 16 and 17 are the user and system time of children.
    let fields: Vec<_> = status.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(13)?.parse::<u32>().ok()? + fields.get(14)?.parse::<u32>().ok()?;
    Some(f64::from(ticks) / 100.0)
}
