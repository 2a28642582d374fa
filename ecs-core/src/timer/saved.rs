//! Timers and stopwatches in formats of serde: their fields, and which values are rejected.
//!
//! Values can come from files that people write, so the invariant of a timer (I1) is checked when it is read: states to which no ticks lead
//! are rejected.

use core::time::Duration;

use super::{Stopwatch, Timer};
use crate::named_fields::named_fields;

named_fields!(
    Timer { duration: Duration, elapsed: Duration = Duration::ZERO, repeats: bool = false, finished: bool = false },
    problem
);

named_fields!(Stopwatch { elapsed: Duration }, |_: &Stopwatch| None);

/// Returns what is wrong with a timer, if no ticks lead to its state.
fn problem(timer: &Timer) -> Option<&'static str> {
    let Timer { duration, elapsed, repeats, finished } = *timer;
    if repeats {
        return if duration.is_zero() {
            Some("the duration of a repeating timer must not be zero")
        } else if elapsed >= duration || finished {
            Some("a timer that repeats begins again when its duration has elapsed")
        } else {
            None
        };
    }
    // A timer whose duration is zero finishes with its first tick.
    let is_over = elapsed == duration && (finished || duration.is_zero());
    (!is_over && (finished || elapsed >= duration))
        .then_some("a timer is finished if its duration has elapsed, and no more than that elapses")
}
