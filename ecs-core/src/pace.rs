//! The choice of how a schedule runs: in turn on one thread, or by stages on several, whichever was measured to take less time. Uses
//! no world, and no state of a world depends on it.
//!
//! - **I1** The mode changes only to one that took less than seven eighths of the time.
//! - **I2** A heavy schedule that is much faster by stages is never run in turn.
//!
//! Now and then a *trial* runs the schedule both ways, three times each, and compares the shortest times: they are the least disturbed by
//! other programs. Between trials single runs are measured, and two unusual ones in a row bring the next trial forward. Trials of light
//! schedules cost some microseconds each. For a heavy schedule the jobs of its stages are measured first: the sum of their times minus the
//! time of the stages is what threads save; if that is much, the schedule is not run in turn at all.
//!
//! ```text
//! trial          6 runs: stages, turn, stages, turn, stages, turn
//! pause          64 runs; doubles up to 1 024 with each trial that confirms the mode, longer if a trial was expensive
//! measured       1 run in 32 of the pause, or each if a run takes more than 100 microseconds
//! ```
//!
//! A light schedule that always takes 13.0 microseconds in turn and 13.5 by stages:
//!
//! ```text
//! runs 1 to 6        the first trial: in turn is chosen, and the pause is 64
//! runs 38 and 70     are measured; 64 runs have passed
//! runs 71 to 76      the second trial confirms it: the pause is 128
//! runs 205 to 210    the third one: 256; then 512, and 1 024 from then on
//! ```

use core::time::Duration;

/// How a schedule runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunMode {
    /// One system after another, on the calling thread.
    Sequential,
    /// By stages, whose systems run on all threads.
    Staged,
}

/// What is measured of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measured {
    Nothing,
    /// Its duration.
    Run,
    /// Its duration, and that of each job of its stages.
    Jobs,
}

/// The runs of a trial.
const TRIAL: [(RunMode, Measured); 6] = [
    (RunMode::Staged, Measured::Jobs),
    (RunMode::Sequential, Measured::Run),
    (RunMode::Staged, Measured::Run),
    (RunMode::Sequential, Measured::Run),
    (RunMode::Staged, Measured::Run),
    (RunMode::Sequential, Measured::Run),
];

/// Minimum duration of a heavy run: the cost of measuring it is negligible, but that of running it in the slower mode is not.
const HEAVY: Duration = Duration::from_micros(100);

/// Minimum and maximum number of runs between two trials. The pause doubles with each trial that confirms the mode, and is longer after an
/// expensive one.
const PAUSES: (u32, u32) = (64, 1024);

/// Number of runs that together take a hundred times as long as a trial loses, if each of its three slower runs loses the time of one run.
const PER_LOSS: u128 = 300;

/// Number of light runs per measured one.
const LIGHT_RUNS: u32 = 32;

/// How a schedule runs, and when the choice is tested again. One per schedule of a world; clones of a world start with new ones.
///
/// It has no list of times: of earlier runs, only the usual duration is kept.
#[derive(Debug)]
pub(crate) struct Pace {
    /// `None` before the first choice.
    mode: Option<RunMode>,
    /// Duration of a run when the mode was chosen.
    usual: Duration,
    /// Number of runs before the next one that is measured.
    left: u32,
    /// Number of runs since the last trial.
    since: u32,
    /// Number of runs between this trial and the next one.
    pause: u32,
    /// Whether the last measured run took much more or less time than usual.
    unusual: bool,
    trial: Option<Trial>,
    /// Time that threads saved in the last run whose jobs were measured.
    saved: Duration,
}

/// The shortest times so far.
#[derive(Debug)]
struct Trial {
    /// Number of runs of `TRIAL` that were noted.
    done: usize,
    /// Of the runs in turn; `MAX` before the first.
    sequential: Duration,
    /// Of those by stages.
    staged: Duration,
}

impl Trial {
    const NEW: Self = Self { done: 0, sequential: Duration::MAX, staged: Duration::MAX };
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            mode: None,
            usual: Duration::ZERO,
            left: 0,
            since: 0,
            pause: PAUSES.0,
            unusual: false,
            trial: Some(Trial::NEW),
            saved: Duration::ZERO,
        }
    }
}

impl Pace {
    /// Returns how the next run is to be performed, and what is to be measured and [noted](Self::note). Runs in **O(1)** time, without a
    /// clock.
    #[inline]
    pub(crate) fn next(&mut self) -> (RunMode, Measured) {
        if self.left > 0 {
            self.left -= 1;
            self.since += 1;
            return (self.mode(), Measured::Nothing);
        }
        self.trial.as_ref().map_or((self.mode(), Measured::Run), |trial| TRIAL[trial.done])
    }

    #[inline]
    fn mode(&self) -> RunMode {
        self.mode.unwrap_or(RunMode::Sequential)
    }

    /// Records the time that threads saved in a run whose jobs were measured; before the run itself is [noted](Self::note).
    pub(crate) fn save(&mut self, saved: Duration) {
        self.saved = saved;
    }

    /// Records the duration of a measured run, and continues the trial or decides when the next one starts.
    pub(crate) fn note(&mut self, took: Duration) {
        self.since += 1;
        let saved = core::mem::take(&mut self.saved);
        match self.trial.take() {
            None => self.check(took),
            Some(trial) if trial.done == 0 && took >= HEAVY && saved >= took / 4 => self.choose(RunMode::Staged, took),
            Some(trial) => self.go_on(trial, took),
        }
    }

    /// Starts a trial if the pause is over, or if two measured runs in a row were unusual.
    fn check(&mut self, took: Duration) {
        let unusual = took > self.usual * 2 || took < self.usual / 2;
        let is_early = unusual && self.unusual && self.since >= PAUSES.0;
        self.unusual = unusual;
        if is_early || self.since >= self.pause {
            self.trial = Some(Trial::NEW);
        } else if !unusual {
            self.left = unmeasured_after(took);
        }
    }

    /// Continues a trial, and chooses the mode after its last run.
    fn go_on(&mut self, mut trial: Trial, took: Duration) {
        let shortest = match TRIAL[trial.done].0 {
            RunMode::Sequential => &mut trial.sequential,
            RunMode::Staged => &mut trial.staged,
        };
        *shortest = took.min(*shortest);
        trial.done += 1;
        if trial.done < TRIAL.len() {
            self.trial = Some(trial);
            return;
        }
        let mode = better(self.mode, trial.sequential, trial.staged);
        let (usual, other) = match mode {
            RunMode::Sequential => (trial.sequential, trial.staged),
            RunMode::Staged => (trial.staged, trial.sequential),
        };
        self.choose(mode, usual);
        self.pause = self.pause.max(cheap_after(other.saturating_sub(usual), usual));
    }

    /// Sets the mode, and doubles the pause if it is the same as before.
    fn choose(&mut self, mode: RunMode, usual: Duration) {
        self.pause = if self.mode == Some(mode) { PAUSES.1.min(self.pause.saturating_mul(2)) } else { PAUSES.0 };
        (self.mode, self.usual, self.since, self.unusual) = (Some(mode), usual, 0, false);
        self.left = unmeasured_after(usual);
    }
}

/// Returns the mode to use from now on, given the current one and the duration of a run in each mode (I1).
///
/// The first choice has no current mode, and takes the shorter one. Later ones need a clear difference, so that noise does not make a
/// schedule alternate: if a run takes 80 microseconds, 69 in the other mode are a reason to change, and 70 are not.
fn better(mode: Option<RunMode>, sequential: Duration, staged: Duration) -> RunMode {
    match mode {
        None if staged < sequential => RunMode::Staged,
        Some(RunMode::Sequential) if staged < sequential / 8 * 7 => RunMode::Staged,
        Some(RunMode::Staged) if sequential < staged / 8 * 7 => RunMode::Sequential,
        mode => mode.unwrap_or(RunMode::Sequential),
    }
}

/// Number of runs before the next trial, so that trials cost about a hundredth of the time if a run takes `lost` longer in the other mode.
fn cheap_after(lost: Duration, usual: Duration) -> u32 {
    u32::try_from(lost.as_nanos() * PER_LOSS / usual.as_nanos().max(1)).unwrap_or(u32::MAX)
}

/// Number of unmeasured runs after one of this duration.
fn unmeasured_after(took: Duration) -> u32 {
    if took >= HEAVY { 0 } else { LIGHT_RUNS - 1 }
}

/// A point in time; empty on targets whose standard library has no clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock(#[cfg(not(target_family = "wasm"))] std::time::Instant);

impl Clock {
    /// Whether there is a clock. Without one, schedules run by stages wherever there are threads.
    pub(crate) const EXISTS: bool = cfg!(not(target_family = "wasm"));

    #[inline]
    pub(crate) fn start() -> Self {
        Self(
            #[cfg(not(target_family = "wasm"))]
            std::time::Instant::now(),
        )
    }

    #[inline]
    pub(crate) fn elapsed(self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.0.elapsed();
        #[cfg(target_family = "wasm")]
        Duration::ZERO
    }
}

/// Measures the time that the threads of a run save: the sum of the durations of all jobs minus those of their stages.
#[derive(Debug, Default)]
pub struct Watch {
    runs: bool,
    saved: Duration,
}

impl Watch {
    /// Creates a running stopwatch.
    pub(crate) fn started() -> Self {
        Self { runs: true, saved: Duration::ZERO }
    }

    /// Returns true if jobs are to be measured.
    #[inline]
    pub(crate) fn runs(&self) -> bool {
        self.runs
    }

    /// Records the duration of a stage, and the sum of those of its jobs: if jobs took 30 and 20 microseconds in a stage that took 32, 18
    /// were saved.
    pub(crate) fn note(&mut self, stage: Duration, jobs: Duration) {
        self.saved += jobs.saturating_sub(stage);
    }

    /// The time that was saved.
    pub(crate) fn saved(&self) -> Duration {
        self.saved
    }
}

#[cfg(test)]
mod tests;
