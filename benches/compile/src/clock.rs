//! Runs a command and says how long it took; one that takes too long is ended, with all that it started.

use std::io;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How a build went.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Time {
    /// By the clock on the wall, and all processors together (where the system tells).
    Took {
        /// Seconds that passed.
        wall: f64,
        /// Seconds that processors worked.
        work: Option<f64>,
    },
    /// Ended, since it took too long.
    DidNotFinish,
    /// The compiler refused it.
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

/// Runs a command to its end, or until patience ends.
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

/// Lets the command begin a group of processes, so that compilers end with the `cargo` that started them.
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

/// Processor seconds of all children that ended so far, if the system tells as Linux does.
fn work_of_children() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name in parentheses come the fields from the third on; user and system time of children are 16 and 17.
    let fields: Vec<_> = status.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(13)?.parse::<u32>().ok()? + fields.get(14)?.parse::<u32>().ok()?;
    Some(f64::from(ticks) / 100.0)
}
