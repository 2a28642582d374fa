//! Owns the clock: the CPU time of this thread, so that other work of the machine is not counted.

use std::time::Duration;

/// CPU time of this thread so far.
#[cfg(unix)]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Wall-clock time since the first call, on systems without a clock of CPU time.
#[cfg(not(unix))]
pub fn now() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
