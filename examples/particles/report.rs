//! Owns what is shown: a bar while it runs, a table at the end.

use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::simulation::{Particle, World, checksum};

/// A progress bar on a terminal; nothing where the output is piped.
pub fn progress(frames: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(frames), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} frames, {msg} alive, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// What a run came to.
pub struct Report {
    frames: u64,
    took: Duration,
    alive: usize,
    spawned: u64,
    died: u64,
    checksum: u64,
}

impl Report {
    pub fn new(world: &World, frames: u64, took: Duration) -> Self {
        let age = &world.systems.age;
        Self { frames, took, alive: world.len(), spawned: age.spawned, died: age.died, checksum: checksum(world) }
    }
}

impl fmt::Display for Report {
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 52 bits")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.frames as f64 / self.took.as_secs_f64().max(f64::MIN_POSITIVE);
        writeln!(f, "frames             {:>16}", self.frames)?;
        writeln!(f, "frames per second  {rate:>16.1}")?;
        writeln!(f, "particles alive    {:>16}", self.alive)?;
        writeln!(f, "spawned            {:>16}", self.spawned)?;
        writeln!(f, "died               {:>16}", self.died)?;
        writeln!(f, "bytes of particles {:>16}", self.alive * size_of::<Particle>())?;
        write!(f, "checksum           {:>16x}", self.checksum)
    }
}
