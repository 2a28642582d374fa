//! Timers and stopwatches: values that count the time that is passed to them. Depend on no world and no clock.
//!
//! Both are plain values, for components, resources and fields of systems. A system passes them the length of a step, for instance from a
//! resource, so they are as deterministic as the simulation: they do not tick in a paused game, and tick as before in a replay.
//!
//! - **I1** The elapsed time of a timer is at most its duration. It is less if the timer repeats, or has a duration and has not finished.
//!
//! ```text
//! Timer::once(5 s)        tick 2 s  -> 0    tick 4 s  -> 1    tick 9 s  -> 0     elapsed stays 5 s
//! Timer::repeating(5 s)   tick 2 s  -> 0    tick 4 s  -> 1    tick 9 s  -> 2     elapsed is 0 s: excess time is kept
//! ```

#[cfg(feature = "serde")]
mod saved;

use core::time::Duration;

use crate::fixed_step::from_nanos;

/// Counts up to a duration, once or repeatedly: for cooldowns, delays and waves.
///
/// Time is counted in whole nanoseconds, so no rounding errors accumulate.
///
/// # Examples
///
/// A cooldown as a component, driven by the step of the game, which is a resource:
///
/// ```
/// use core::time::Duration;
/// use ecs_world::prelude::*;
/// use ecs_world::Timer;
///
/// #[derive(Default)]
/// struct Step(Duration);
///
/// struct Cooldown(Timer);
///
/// #[derive(Default)]
/// struct Shots(u32);
///
/// #[system]
/// fn shoot(cooldown: &mut Cooldown, step: &Step, shots: &mut Shots) {
///     shots.0 += cooldown.0.tick(step.0);
/// }
///
/// ecs_world! {
///     components: Cooldown;
///     resources: Step = Step(Duration::from_millis(16)), Shots;
///     systems: shoot;
/// }
///
/// let mut world = World::default();
/// world.spawn(Cooldown(Timer::repeating(Duration::from_millis(40))));
/// for _ in 0..5 {
///     world.run();
/// }
/// assert_eq!(world.resources.shots.0, 2, "after 48 and 80 ms");
/// ```
///
/// With the feature `serde`, a timer is serialized as a struct of `duration`, `elapsed`, `repeats` and `finished`. In formats with names,
/// all but the duration can be missing: `{ duration = { secs = 2, nanos = 0 } }` is a timer that has just started. Values that no timer can
/// have are rejected, such as an elapsed time greater than the duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Timer {
    duration: Duration,
    /// Never more than `duration`.
    elapsed: Duration,
    /// Whether the timer restarts when it finishes.
    repeats: bool,
    /// Always false if the timer repeats.
    finished: bool,
}

impl Timer {
    /// Creates a timer that finishes once and stays finished. If its duration is zero, it finishes with the first tick.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let mut delay = Timer::once(Duration::from_secs(2));
    /// assert_eq!(delay.tick(Duration::from_secs(3)), 1);
    /// assert!(delay.is_finished());
    /// ```
    #[must_use]
    pub const fn once(duration: Duration) -> Self {
        Self { duration, elapsed: Duration::ZERO, repeats: false, finished: false }
    }

    /// Creates a timer that restarts whenever it finishes.
    ///
    /// # Panics
    ///
    /// If the duration is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let mut wave = Timer::repeating(Duration::from_secs(2));
    /// assert_eq!(wave.tick(Duration::from_secs(5)), 2);
    /// assert_eq!(wave.elapsed(), Duration::from_secs(1));
    /// ```
    #[must_use]
    #[track_caller]
    pub const fn repeating(duration: Duration) -> Self {
        assert!(!duration.is_zero(), "the duration of a repeating timer must not be zero");
        Self { duration, elapsed: Duration::ZERO, repeats: true, finished: false }
    }

    /// Adds a duration, and returns how often the timer finished during it, at most [`u32::MAX`] times. Unless it repeats, it finishes only
    /// once until it is [reset](Self::reset). Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let second = Duration::from_secs(1);
    /// let mut once = Timer::once(second * 2);
    /// assert_eq!([once.tick(second), once.tick(second), once.tick(second)], [0, 1, 0]);
    /// let mut often = Timer::repeating(second * 2);
    /// assert_eq!([often.tick(second), often.tick(second * 6), often.tick(second)], [0, 3, 1]);
    /// ```
    pub fn tick(&mut self, elapsed: Duration) -> u32 {
        if self.finished {
            return 0;
        }
        if self.repeats {
            let (due, each) = (self.elapsed.as_nanos() + elapsed.as_nanos(), self.duration.as_nanos());
            self.elapsed = from_nanos(due % each);
            return u32::try_from(due / each).unwrap_or(u32::MAX);
        }
        let due = self.elapsed.saturating_add(elapsed);
        self.elapsed = due.min(self.duration);
        self.finished = due >= self.duration;
        u32::from(self.finished)
    }

    /// Returns true if the timer has finished and does not repeat.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let second = Duration::from_secs(1);
    /// let [mut once, mut often] = [Timer::once(second), Timer::repeating(second)];
    /// once.tick(second);
    /// often.tick(second);
    /// assert_eq!((once.is_finished(), often.is_finished()), (true, false));
    /// ```
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.finished
    }

    /// The duration after which the timer finishes. Runs in **O(1)** time, like all methods of a timer.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let timer = Timer::once(Duration::ZERO);
    /// assert_eq!((timer.duration(), timer.is_finished()), (Duration::ZERO, false), "it was not ticked yet");
    /// ```
    #[must_use]
    pub const fn duration(&self) -> Duration {
        self.duration
    }

    /// The time since the timer started or last restarted; its duration if it has finished.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let mut often = Timer::repeating(Duration::from_secs(2));
    /// often.tick(Duration::from_secs(5));
    /// assert_eq!((often.duration(), often.elapsed()), (Duration::from_secs(2), Duration::from_secs(1)));
    /// ```
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The time until the timer finishes; zero if it has finished.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let mut delay = Timer::once(Duration::from_secs(2));
    /// delay.tick(Duration::from_millis(500));
    /// assert_eq!(delay.remaining(), Duration::from_millis(1_500));
    /// ```
    #[must_use]
    pub const fn remaining(&self) -> Duration {
        self.duration.saturating_sub(self.elapsed)
    }

    /// The elapsed fraction of the duration, from 0 to 1, for bars and fades. 1 if the timer has finished.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let mut fade = Timer::once(Duration::from_secs(2));
    /// fade.tick(Duration::from_millis(500));
    /// assert_eq!(fade.fraction(), 0.25);
    /// ```
    #[must_use]
    pub fn fraction(&self) -> f32 {
        if self.duration.is_zero() {
            return if self.finished { 1.0 } else { 0.0 };
        }
        self.elapsed.as_secs_f32() / self.duration.as_secs_f32()
    }

    /// Resets the timer to the state in which it was created.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Timer;
    /// let mut fuse = Timer::once(Duration::from_secs(1));
    /// fuse.tick(Duration::from_secs(1));
    /// fuse.reset();
    /// assert_eq!((fuse.is_finished(), fuse.remaining()), (false, Duration::from_secs(1)));
    /// ```
    pub fn reset(&mut self) {
        (self.elapsed, self.finished) = (Duration::ZERO, false);
    }
}

/// Counts time upwards without an end: the duration of a wave, a jump or a level.
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use ecs_world::Stopwatch;
///
/// let mut level = Stopwatch::new();
/// for _ in 0..3 {
///     level.tick(Duration::from_millis(16));
/// }
/// assert_eq!(level.elapsed(), Duration::from_millis(48));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stopwatch {
    elapsed: Duration,
}

impl Stopwatch {
    /// Creates a stopwatch at zero.
    ///
    /// The same as `Stopwatch::default()`, but usable in constants.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Stopwatch;
    /// const AT_ZERO: Stopwatch = Stopwatch::new();
    /// assert_eq!(AT_ZERO.elapsed(), Duration::ZERO);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { elapsed: Duration::ZERO }
    }

    /// Adds a duration, up to [`Duration::MAX`] in total. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Stopwatch;
    /// let mut jump = Stopwatch::new();
    /// jump.tick(Duration::from_millis(16));
    /// jump.tick(Duration::MAX);
    /// assert_eq!(jump.elapsed(), Duration::MAX, "it does not overflow");
    /// ```
    pub fn tick(&mut self, elapsed: Duration) {
        self.elapsed = self.elapsed.saturating_add(elapsed);
    }

    /// The time since the stopwatch was created or last [`reset`](Self::reset).
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Stopwatch;
    /// let mut jump = Stopwatch::new();
    /// [0, 16, 17].map(|millis| jump.tick(Duration::from_millis(millis)));
    /// assert_eq!(jump.elapsed(), Duration::from_millis(33));
    /// ```
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Resets the stopwatch to zero.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::Stopwatch;
    /// let mut level = Stopwatch::new();
    /// level.tick(Duration::from_secs(3));
    /// level.reset();
    /// assert_eq!(level.elapsed(), Duration::ZERO);
    /// ```
    pub fn reset(&mut self) {
        self.elapsed = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Duration = Duration::from_nanos(16_666_667);

    #[test]
    fn a_timer_finishes_once_unless_it_repeats() {
        for steps in [0_u32, 1, 2, 3, 64] {
            let mut once = Timer::once(STEP * steps);
            let ticks: Vec<_> = (0..steps + 3).map(|_| once.tick(STEP)).collect();
            let expected: Vec<_> = (0..steps + 3).map(|at| u32::from(at + 1 == steps.max(1))).collect();
            assert_eq!((ticks, once.is_finished(), once.remaining()), (expected, true, Duration::ZERO));
            once.reset();
            assert!(!once.is_finished() && once.elapsed().is_zero());
        }
    }

    #[test]
    fn no_time_is_lost_when_a_timer_begins_again() {
        let mut timer = Timer::repeating(Duration::from_nanos(1_000_003));
        let ticks = (1..=1_000).map(|n| Duration::from_micros(n * 37 % 30_000));
        let total: Duration = ticks.clone().sum();
        let finished: u128 = ticks.map(|tick| u128::from(timer.tick(tick))).sum();
        assert_eq!(finished, total.as_nanos() / 1_000_003);
        assert!(timer.elapsed() < timer.duration() && !timer.is_finished());
    }

    #[test]
    fn the_shortest_and_longest_durations_do_not_overflow() {
        let mut often = Timer::repeating(Duration::from_nanos(1));
        assert_eq!((often.tick(Duration::MAX), often.elapsed()), (u32::MAX, Duration::ZERO));
        let mut rare = Timer::repeating(Duration::MAX);
        let nearly = Duration::MAX.saturating_sub(Duration::from_nanos(1));
        assert_eq!((rare.tick(nearly), rare.tick(Duration::from_nanos(5))), (0, 1));
        assert_eq!(rare.elapsed(), Duration::from_nanos(4));
        let mut long = Timer::once(Duration::MAX);
        assert_eq!(
            [long.tick(Duration::MAX.saturating_sub(STEP)), long.tick(Duration::ZERO), long.tick(STEP)],
            [0, 0, 1]
        );
        let mut watch = Stopwatch::new();
        watch.tick(Duration::MAX);
        watch.tick(STEP);
        assert_eq!(watch.elapsed(), Duration::MAX);
        watch.reset();
        assert_eq!(watch, Stopwatch::default());
    }

    #[test]
    fn a_fraction_is_the_elapsed_share() {
        let mut timer = Timer::once(Duration::from_secs(4));
        timer.tick(Duration::from_secs(1));
        assert!((timer.fraction() - 0.25).abs() < 1e-6);
        timer.tick(Duration::from_secs(9));
        assert!((timer.fraction() - 1.0).abs() < 1e-6);
        let mut nothing = Timer::once(Duration::ZERO);
        assert!(nothing.fraction().abs() < 1e-6);
        nothing.tick(Duration::ZERO);
        assert!((nothing.fraction() - 1.0).abs() < 1e-6);
    }

    #[test]
    #[should_panic(expected = "the duration of a repeating timer must not be zero")]
    fn a_repeating_timer_without_a_duration_is_refused() {
        let _ = Timer::repeating(Duration::ZERO);
    }
}
