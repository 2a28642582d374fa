//! The results of a run, as a table.

use std::fmt;
use std::time::Duration;

use crate::simulation::{Particle, World, checksum};

/// The results of a run.
#[derive(Debug)]
pub struct Report {
    frames: u64,
    took: Duration,
    twin_took: Option<Duration>,
    alive: usize,
    spawned: u64,
    died: u64,
    checksum: u64,
}

impl Report {
    /// Creates the report of a world after a number of frames, with the time that they took.
    pub(crate) fn new(world: &World, frames: u64, took: Duration) -> Self {
        let age = &world.systems.age;
        let (alive, checksum) = (world.len(), checksum(world));
        Self { frames, took, twin_took: None, alive, spawned: age.spawned, died: age.died, checksum }
    }

    /// Adds the time that the twin took for the same frames.
    pub(crate) fn beside(self, twin_took: Duration) -> Self {
        Self { twin_took: Some(twin_took), ..self }
    }

    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 52 bits")]
    fn rate(&self, took: Duration) -> f64 {
        self.frames as f64 / took.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "frames             {:>16}", self.frames)?;
        writeln!(f, "frames per second  {:>16.1}", self.rate(self.took))?;
        if let Some(took) = self.twin_took {
            writeln!(f, " with plain `Vec`s {:>16.1}", self.rate(took))?;
        }
        writeln!(f, "particles alive    {:>16}", self.alive)?;
        writeln!(f, "spawned            {:>16}", self.spawned)?;
        writeln!(f, "died               {:>16}", self.died)?;
        writeln!(f, "bytes of particles {:>16}", self.alive * size_of::<Particle>())?;
        write!(f, "checksum           {:>16x}", self.checksum)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Report;
    use crate::simulation::World;

    #[test]
    fn a_report_is_a_table_of_names_and_values() {
        let report = Report::new(&World::default(), 600, Duration::from_millis(1500));
        let expected = "\
frames                          600
frames per second             400.0
particles alive                   0
spawned                           0
died                              0
bytes of particles                0
checksum           cbf29ce484222325";
        assert_eq!(report.to_string(), expected);
    }

    #[test]
    fn the_twin_has_a_line_of_its_own() {
        let report = Report::new(&World::default(), 600, Duration::from_secs(1)).beside(Duration::from_secs(2));
        assert_eq!(report.to_string().lines().nth(2), Some(" with plain `Vec`s            300.0"));
    }

    #[test]
    fn no_frames_in_no_time_are_no_frames_per_second() {
        let report = Report::new(&World::default(), 0, Duration::ZERO);
        assert_eq!(report.to_string().lines().nth(1), Some("frames per second               0.0"));
    }
}
