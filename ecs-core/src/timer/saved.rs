//! Timers and stopwatches in formats of serde: which fields they have, and what no timer is.
//!
//! Values come from files that people write, so the invariant of a timer (I1) is checked as it is read: what no ticks lead to is refused.

use core::time::Duration;

use super::{Stopwatch, Timer};
use crate::named_fields::named_fields;

named_fields!(
    Timer { duration: Duration, elapsed: Duration = Duration::ZERO, repeats: bool = false, finished: bool = false },
    problem
);

named_fields!(Stopwatch { elapsed: Duration }, |_: &Stopwatch| None);

/// What no timer is.
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
    // One without a duration finishes with its first tick.
    let is_over = elapsed == duration && (finished || duration.is_zero());
    (!is_over && (finished || elapsed >= duration))
        .then_some("a timer is finished if its duration has elapsed, and no more than that elapses")
}
