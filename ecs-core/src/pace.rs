//! Owns the choice of how a schedule runs, in turn on one thread or by stages on several: whichever was measured to take less
//! time. Knows no world, and no state of a world depends on it.
//!
//! - **I1** A way is left only for one that took less than seven eighths of its time.
//! - **I2** A run that is much faster by stages is never tried in turn.
//!
//! Now and then a *trial* runs the schedule both ways, each several times, and compares the shortest times. Between trials a run
//! is measured now and then, and one that takes much more or less time than usual brings the next trial forward. Trials of light
//! schedules cost some microseconds each. Of a heavy schedule the jobs are measured first: what they take one by one, beyond what
//! the stage took, is what threads save.

use core::time::Duration;

/// How a schedule runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// One system after another, on the thread that calls.
    InTurn,
    /// By stages, whose systems run on all threads.
    ByStages,
}

/// What is measured of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measured {
    Nothing,
    /// How long it takes.
    Run,
    /// How long it takes, and each job of its stages.
    Jobs,
}

/// The runs of a trial.
const TRIAL: [(Way, Measured); 6] = [
    (Way::ByStages, Measured::Jobs),
    (Way::InTurn, Measured::Run),
    (Way::ByStages, Measured::Run),
    (Way::InTurn, Measured::Run),
    (Way::ByStages, Measured::Run),
    (Way::InTurn, Measured::Run),
];

/// A run that takes longer is heavy: a clock costs nothing beside it, but to try it the wrong way does.
const HEAVY: Duration = Duration::from_micros(100);

/// Number of runs between two trials, at least and at most; the pause doubles with each trial that confirms the way, and is longer
/// after one that was expensive.
const PAUSES: (u32, u32) = (64, 1024);

/// Number of runs that take, together, a hundred times as long as a trial loses in which each run loses as long as one of them takes.
const PER_LOSS: u128 = 300;

/// Number of light runs of which one is measured.
const LIGHT_RUNS: u32 = 32;

/// How a schedule runs, and when that is looked at again.
#[derive(Debug)]
pub(crate) struct Pace {
    /// `None` before the first trial.
    way: Option<Way>,
    /// How long a run took when the way was chosen.
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
    /// How much time the threads of the last run saved whose jobs were measured.
    saved: Duration,
}

/// The shortest times so far.
#[derive(Debug)]
struct Trial {
    done: usize,
    in_turn: Duration,
    by_stages: Duration,
}

impl Trial {
    const BEGUN: Self = Self { done: 0, in_turn: Duration::MAX, by_stages: Duration::MAX };
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            way: None,
            usual: Duration::ZERO,
            left: 0,
            since: 0,
            pause: PAUSES.0,
            unusual: false,
            trial: Some(Trial::BEGUN),
            saved: Duration::ZERO,
        }
    }
}

impl Pace {
    /// How the next run goes, and what is to be [noted](Self::note) of it.
    #[inline]
    pub(crate) fn next(&mut self) -> (Way, Measured) {
        if self.left > 0 {
            self.left -= 1;
            self.since += 1;
            return (self.way(), Measured::Nothing);
        }
        self.trial.as_ref().map_or((self.way(), Measured::Run), |trial| TRIAL[trial.done])
    }

    #[inline]
    fn way(&self) -> Way {
        self.way.unwrap_or(Way::InTurn)
    }

    /// Takes note of how much time the threads of a run save whose jobs are measured; before the run itself is [noted](Self::note).
    pub(crate) fn save(&mut self, saved: Duration) {
        self.saved = saved;
    }

    /// Takes note of how long a run took that was to be measured.
    pub(crate) fn note(&mut self, took: Duration) {
        self.since += 1;
        let saved = core::mem::take(&mut self.saved);
        match self.trial.take() {
            None => self.check(took),
            Some(trial) if trial.done == 0 && took >= HEAVY && saved >= took / 4 => self.choose(Way::ByStages, took),
            Some(trial) => self.go_on(trial, took),
        }
    }

    /// Looks whether it is time for a trial.
    fn check(&mut self, took: Duration) {
        let unusual = took > self.usual * 2 || took < self.usual / 2;
        let is_early = unusual && self.unusual && self.since >= PAUSES.0;
        self.unusual = unusual;
        if is_early || self.since >= self.pause {
            self.trial = Some(Trial::BEGUN);
        } else if !unusual {
            self.left = unmeasured_after(took);
        }
    }

    fn go_on(&mut self, mut trial: Trial, took: Duration) {
        let shortest = match TRIAL[trial.done].0 {
            Way::InTurn => &mut trial.in_turn,
            Way::ByStages => &mut trial.by_stages,
        };
        *shortest = took.min(*shortest);
        trial.done += 1;
        if trial.done < TRIAL.len() {
            self.trial = Some(trial);
            return;
        }
        let way = better(self.way, trial.in_turn, trial.by_stages);
        let (usual, other) = match way {
            Way::InTurn => (trial.in_turn, trial.by_stages),
            Way::ByStages => (trial.by_stages, trial.in_turn),
        };
        self.choose(way, usual);
        self.pause = self.pause.max(cheap_after(other.saturating_sub(usual), usual));
    }

    fn choose(&mut self, way: Way, usual: Duration) {
        self.pause = if self.way == Some(way) { PAUSES.1.min(self.pause.saturating_mul(2)) } else { PAUSES.0 };
        (self.way, self.usual, self.since, self.unusual) = (Some(way), usual, 0, false);
        self.left = unmeasured_after(usual);
    }
}

/// The way to go on, given the one so far and how long a run takes either way (I1).
fn better(way: Option<Way>, in_turn: Duration, by_stages: Duration) -> Way {
    match way {
        None if by_stages < in_turn => Way::ByStages,
        Some(Way::InTurn) if by_stages < in_turn / 8 * 7 => Way::ByStages,
        Some(Way::ByStages) if in_turn < by_stages / 8 * 7 => Way::InTurn,
        way => way.unwrap_or(Way::InTurn),
    }
}

/// Number of runs before the next trial, given how much longer a run takes the other way, so that trials cost about a hundredth.
fn cheap_after(lost: Duration, usual: Duration) -> u32 {
    u32::try_from(lost.as_nanos() * PER_LOSS / usual.as_nanos().max(1)).unwrap_or(u32::MAX)
}

/// Number of runs that are not measured after one that took so long.
fn unmeasured_after(took: Duration) -> u32 {
    if took >= HEAVY { 0 } else { LIGHT_RUNS - 1 }
}

/// A point in time; nothing on targets whose standard library has no clock.
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

/// What the threads of a run saved: what the jobs of its stages took one by one, beyond what the stages took.
#[derive(Debug, Default)]
pub struct Stopwatch {
    runs: bool,
    saved: Duration,
}

impl Stopwatch {
    /// One that runs.
    pub(crate) fn started() -> Self {
        Self { runs: true, saved: Duration::ZERO }
    }

    /// Whether jobs are to be measured.
    #[inline]
    pub(crate) fn runs(&self) -> bool {
        self.runs
    }

    /// Takes note of a stage that took so long, and of how long its jobs took.
    pub(crate) fn note(&mut self, stage: Duration, jobs: Duration) {
        self.saved += jobs.saturating_sub(stage);
    }

    /// How much time was saved.
    pub(crate) fn saved(&self) -> Duration {
        self.saved
    }
}

#[cfg(test)]
mod tests;
