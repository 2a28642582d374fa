//! Fixed time steps: computes the number of steps per frame. Depends on no world and no clock.
//!
//! - **I1** The accumulated time is less than one step.

use core::time::Duration;

/// Divides frames of any duration into simulation steps of one length, so that the same steps result in the same state.
///
/// Each frame adds its duration to an accumulator, from which whole steps are taken. Time is counted in whole nanoseconds, so no rounding
/// errors accumulate. (After Glenn Fiedler's "Fix Your Timestep!".)
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use ecs_world::FixedStep;
///
/// let mut fixed = FixedStep::new(Duration::from_millis(10), 5);
/// let mut steps = 0;
/// for frame in [4, 8, 25] {
///     for _ in 0..fixed.advance(Duration::from_millis(frame)) {
///         steps += 1; // world.run();
///     }
///     // Draw the world this fraction of a step after the last one:
///     let _ahead = fixed.fraction();
/// }
/// assert_eq!(steps, 3);
/// assert!((fixed.fraction() - 0.7).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedStep {
    /// The length of a step; not zero.
    step: Duration,
    /// Maximum number of steps per frame.
    max_steps: u32,
    /// Time that is not a whole step yet: less than `step` (I1).
    accumulated: Duration,
}

impl FixedStep {
    /// Creates steps of this length, with at most `max_steps` per frame: on a machine that cannot keep up, the simulation falls behind, but
    /// does not stall.
    ///
    /// # Panics
    ///
    /// If `step` is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::FixedStep;
    /// const PHYSICS: FixedStep = FixedStep::new(Duration::from_millis(10), 4);
    /// let mut fixed = PHYSICS;
    /// assert_eq!(fixed.advance(Duration::from_secs(1)), 4, "96 steps were dropped");
    /// ```
    #[must_use]
    #[track_caller]
    pub const fn new(step: Duration, max_steps: u32) -> Self {
        assert!(!step.is_zero(), "the length of a step must not be zero");
        Self { step, max_steps, accumulated: Duration::ZERO }
    }

    /// Adds a duration, and returns the number of steps that are due. Whole steps beyond `max_steps` are dropped. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::FixedStep;
    /// let mut fixed = FixedStep::new(Duration::from_millis(10), 5);
    /// assert_eq!(fixed.advance(Duration::from_millis(25)), 2);
    /// assert_eq!(fixed.advance(Duration::from_millis(5)), 1, "5 ms were left");
    /// assert_eq!(fixed.advance(Duration::from_secs(1)), 5, "a long frame is cut off");
    /// ```
    #[must_use = "these steps count as run"]
    pub fn advance(&mut self, elapsed: Duration) -> u32 {
        let due = self.accumulated.as_nanos() + elapsed.as_nanos();
        let (steps, rest) = (due / self.step.as_nanos(), due % self.step.as_nanos());
        self.accumulated = self.step.min(from_nanos(rest));
        u32::try_from(steps).unwrap_or(u32::MAX).min(self.max_steps)
    }

    /// The duration of a step, for the simulation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::FixedStep;
    /// let mut fixed = FixedStep::new(Duration::from_millis(10), 5);
    /// let speed = 3.0;
    /// fixed.advance(Duration::from_millis(10));
    /// let moved = speed * fixed.step().as_secs_f32();
    /// assert!((moved - 0.03).abs() < 1e-6);
    /// ```
    #[must_use]
    pub const fn step(&self) -> Duration {
        self.step
    }

    /// The fraction of the next step that has passed, at least 0 and less than 1, to interpolate between two states when drawing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::FixedStep;
    /// let mut fixed = FixedStep::new(Duration::from_millis(10), 5);
    /// fixed.advance(Duration::from_millis(14));
    /// let (last, next) = (2.0, 4.0);
    /// let drawn = last + (next - last) * fixed.fraction();
    /// assert!((drawn - 2.8).abs() < 1e-5);
    /// ```
    #[must_use]
    pub fn fraction(&self) -> f32 {
        // Almost a whole step would be rounded to one.
        (self.accumulated.as_secs_f32() / self.step.as_secs_f32()).min(1.0_f32.next_down())
    }

    /// Resets the accumulated time to zero, for instance after a pause.
    ///
    /// # Examples
    ///
    /// ```
    /// # use core::time::Duration;
    /// # use ecs_world::FixedStep;
    /// let mut fixed = FixedStep::new(Duration::from_millis(10), 5);
    /// fixed.advance(Duration::from_millis(9));
    /// fixed.reset();
    /// assert_eq!(fixed.advance(Duration::from_millis(9)), 0);
    /// ```
    pub fn reset(&mut self) {
        self.accumulated = Duration::ZERO;
    }
}

#[cfg(feature = "serde")]
mod saved {
    use core::time::Duration;

    use super::FixedStep;
    use crate::named_fields::named_fields;

    named_fields!(FixedStep { step: Duration, max_steps: u32, accumulated: Duration = Duration::ZERO }, problem);

    /// Returns what is wrong with a value, if it contradicts I1.
    fn problem(fixed: &FixedStep) -> Option<&'static str> {
        if fixed.step.is_zero() {
            return Some("the length of a step must not be zero");
        }
        (fixed.accumulated >= fixed.step).then_some("less than a step is accumulated between frames")
    }
}

/// Creates a duration from nanoseconds.
///
/// If 64 bits cannot hold the whole seconds, there are `u64::MAX` of them.
pub(crate) fn from_nanos(nanos: u128) -> Duration {
    const SECOND: u128 = 1_000_000_000;
    let seconds = u64::try_from(nanos / SECOND).unwrap_or(u64::MAX);
    Duration::new(seconds, u32::try_from(nanos % SECOND).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_lost_between_frames() {
        let mut fixed = FixedStep::new(Duration::from_nanos(16_666_667), 1000);
        let frames = (1..=1000).map(|n| Duration::from_micros(n * 37 % 30_000));
        let elapsed: Duration = frames.clone().sum();
        let steps: u128 = frames.map(|frame| u128::from(fixed.advance(frame))).sum();
        assert_eq!(steps, elapsed.as_nanos() / 16_666_667);
    }

    #[test]
    fn a_long_frame_makes_at_most_the_maximum_number_of_steps() {
        let mut fixed = FixedStep::new(Duration::from_millis(10), 5);
        assert_eq!(fixed.advance(Duration::from_millis(1_004)), 5);
        assert!((fixed.fraction() - 0.4).abs() < 1e-6);
        assert_eq!(fixed.advance(Duration::MAX), 5);
        fixed.reset();
        assert_eq!(fixed.advance(Duration::ZERO), 0);
        assert!(fixed.fraction().abs() < 1e-6);
    }

    #[test]
    fn the_remainder_of_the_longest_frame_includes_the_time_accumulated_before() {
        let (step, before) = (Duration::from_millis(10), Duration::from_millis(9));
        let mut fixed = FixedStep::new(step, 5);
        assert_eq!((fixed.advance(before), fixed.advance(Duration::MAX)), (0, 5));
        let left = (Duration::MAX.as_nanos() + before.as_nanos()) % step.as_nanos();
        assert_eq!(fixed.accumulated.as_nanos(), left);
    }

    #[test]
    fn a_fraction_is_below_one_however_little_of_a_step_is_missing() {
        for step in [Duration::from_nanos(1), Duration::from_millis(33), Duration::from_secs(1), Duration::MAX] {
            let mut fixed = FixedStep::new(step, 1);
            assert_eq!(fixed.advance(step.saturating_sub(Duration::from_nanos(1))), 0);
            assert!((0.0..1.0).contains(&fixed.fraction()), "{step:?}");
        }
    }

    #[test]
    #[should_panic(expected = "the length of a step must not be zero")]
    fn a_step_without_a_length_is_refused() {
        let _ = FixedStep::new(Duration::ZERO, 1);
    }
}
