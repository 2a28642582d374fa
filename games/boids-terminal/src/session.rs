//! A running flock: stepped on several threads, checked on one, recorded, saved and loaded.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use ecs_world::{Snapshot, WorldFiles};
use recording::{Recording, Simulation};

use crate::flock::{Flock, Keys, PACE};
use crate::threads::Threads;

/// Errors of files and threads.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Number of frames from one check to the next.
const CHECKS: usize = PACE as usize;

/// A running flock.
#[derive(Debug)]
pub struct Session {
    flock: Flock,
    boids: u32,
    /// The inputs since the start; `None` after the flock was loaded or recorded.
    inputs: Option<Vec<Keys>>,
    frame: usize,
    threads: Threads,
    check: Check,
    step_time: Duration,
}

/// Repeats steps of the flock on one thread.
#[derive(Debug)]
struct Check {
    one_thread: Threads,
    twin: Flock,
    before: Snapshot<Flock>,
    frames: usize,
    different: Option<usize>,
}

impl Session {
    /// Creates a flock with `boids` boids.
    ///
    /// # Errors
    ///
    /// If the operating system refuses to start threads.
    pub fn new(boids: u32, threads: usize) -> Result<Self, Failure> {
        let flock = Flock::start(&boids);
        let check = Check {
            one_thread: Threads::new(1)?,
            twin: Flock::default(),
            before: flock.snapshot(),
            frames: 0,
            different: None,
        };
        let threads = Threads::new(threads)?;
        Ok(Self { flock, boids, inputs: Some(Vec::new()), frame: 0, threads, check, step_time: Duration::ZERO })
    }

    /// Simulates one frame. Every thirtieth frame is simulated again on one thread, and both states are compared.
    pub fn step(&mut self, keys: Keys) {
        let is_checked = self.frame.is_multiple_of(CHECKS);
        if is_checked {
            self.flock.snapshot_into(&mut self.check.before);
        }
        let start = Instant::now();
        let flock = &mut self.flock;
        self.threads.run(|| flock.advance(keys));
        self.step_time = start.elapsed();
        if is_checked {
            self.check.compare(&self.flock, keys, self.frame);
        }
        self.frame += 1;
        if let Some(inputs) = &mut self.inputs {
            inputs.push(keys);
        }
    }

    /// The threads that run the flock.
    pub fn threads(&mut self) -> &mut Threads {
        &mut self.threads
    }

    /// Number of threads.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.threads.count()
    }

    /// The current flock.
    #[must_use]
    pub fn flock(&self) -> &Flock {
        &self.flock
    }

    /// Number of simulated frames.
    #[must_use]
    pub fn frame(&self) -> usize {
        self.frame
    }

    /// Duration of the last simulated frame.
    #[must_use]
    pub fn step_time(&self) -> Duration {
        self.step_time
    }

    /// Number of frames that were simulated twice, and the first of them that ended in two different states.
    #[must_use]
    pub fn checked(&self) -> (usize, Option<usize>) {
        (self.check.frames, self.check.different)
    }

    /// Saves the flock to a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        Ok(self.flock.save_to(path, |flock, file| {
            file.write_all(&postcard::to_allocvec(flock)?)?;
            Ok::<_, Failure>(())
        })?)
    }

    /// Replaces the flock by the one in a file. Drops the recorded inputs, since they do not lead to its state.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is no save of a flock. The flock then stays as it was.
    pub fn load(&mut self, path: &Path) -> Result<(), Failure> {
        self.flock = Flock::load_from(path, |bytes| match postcard::take_from_bytes(bytes)? {
            (flock, []) => Ok(flock),
            _ => Err(postcard::Error::DeserializeBadEncoding),
        })?;
        self.inputs = None;
        Ok(())
    }

    /// Writes a recording to a file, and ends recording.
    ///
    /// # Errors
    ///
    /// If the flock was loaded or recorded before, or the file cannot be written.
    pub fn record(&mut self, path: &Path) -> Result<(), Failure> {
        let inputs = self.inputs.clone().ok_or("a flock that was loaded has no recording from its start")?;
        let recording = Recording::new(self.boids, inputs, &self.flock);
        fs::write(path, recording.to_bytes()?).map_err(|error| format!("{}: {error}", path.display()))?;
        self.inputs = None;
        Ok(())
    }
}

impl Check {
    fn compare(&mut self, flock: &Flock, keys: Keys, frame: usize) {
        let Self { one_thread, twin, before, .. } = self;
        one_thread.run(|| {
            twin.restore(before);
            twin.advance(keys);
        });
        self.frames += 1;
        if self.twin.hash() != flock.hash() {
            self.different = self.different.or(Some(frame));
        }
    }
}

/// Plays a recording from a file on the given threads, and compares the hash of its end.
///
/// # Errors
///
/// If the file cannot be read, is no recording of a flock, or the game ends in another state.
pub fn replay(path: &Path, threads: &Threads) -> Result<(Flock, usize), Failure> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let recording = Recording::<Flock>::from_bytes(&bytes)?;
    let flock = threads.run(|| recording.play())?;
    Ok((flock, recording.len()))
}
