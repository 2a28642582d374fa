//! Spans of the crate `tracing`: one per run of a schedule, of a stage and of a system. The time of a system is measured at the same place
//! (`times`). Without the features `tracing` and `std`, all of this compiles to nothing.
//!
//! Generated code calls these functions in any case, since a macro cannot read the features of the crate that uses it.
//!
//! Spans nest like the calls: a system in a stage in a schedule, on whichever thread it runs.
//!
//! ```text
//! schedule run                      one span per call of `world.run()` or of the method of another schedule
//!   stage 0                         only if stages run on threads
//!     system Physics                one per run of a system, with the times of `world.system_times()`
//!     system Steering
//! ```

use crate::times::{Measuring, Times};

/// An entered span, which is exited when this value is dropped. Without the feature `tracing`, a type without a size.
#[must_use = "the span ends when this is dropped"]
#[derive(Debug)]
pub struct Traced {
    #[cfg(feature = "tracing")]
    _span: tracing::span::EnteredSpan,
}

/// An entered span of a run of a system, whose time is measured with the feature `std`.
#[must_use = "the run ends when this is dropped"]
#[derive(Debug)]
pub struct TracedSystem<'w> {
    _time: Measuring<'w>,
    _span: Traced,
}

/// Enters the span of a run of a schedule.
#[inline]
pub fn trace_schedule(world: &'static str, name: &'static str) -> Traced {
    #[cfg(not(feature = "tracing"))]
    let _ = (world, name);
    Traced {
        #[cfg(feature = "tracing")]
        _span: tracing::info_span!("schedule", world, name).entered(),
    }
}

/// Enters the span of a stage, whose systems run in parallel.
#[inline]
pub fn trace_stage(number: usize) -> Traced {
    #[cfg(not(feature = "tracing"))]
    let _ = number;
    Traced {
        #[cfg(feature = "tracing")]
        _span: tracing::info_span!("stage", number).entered(),
    }
}

/// Enters the span of a run of a system, and measures its time.
#[inline]
pub(crate) fn trace_system<'w>(times: &'w Times, number: usize, name: &'static str) -> TracedSystem<'w> {
    #[cfg(not(feature = "tracing"))]
    let _ = name;
    let span = Traced {
        #[cfg(feature = "tracing")]
        _span: tracing::info_span!("system", name).entered(),
    };
    TracedSystem { _time: times.measure(number), _span: span }
}

/// The current span of a thread, to be entered on other threads, too, so that spans that are created there have it as their parent.
#[cfg(feature = "rayon")]
#[derive(Clone)]
pub(crate) struct CurrentSpan {
    #[cfg(feature = "tracing")]
    span: tracing::Span,
}

#[cfg(feature = "rayon")]
impl CurrentSpan {
    /// Returns the current span of this thread.
    #[inline]
    pub(crate) fn of_this_thread() -> Self {
        Self {
            #[cfg(feature = "tracing")]
            span: tracing::Span::current(),
        }
    }

    /// Calls a function, within the span if this is another thread.
    #[inline]
    pub(crate) fn enter<R>(&self, is_another: bool, work: impl FnOnce() -> R) -> R {
        #[cfg(feature = "tracing")]
        let _entered = is_another.then(|| self.span.enter());
        #[cfg(not(feature = "tracing"))]
        let _ = is_another;
        work()
    }
}

#[cfg(all(test, not(any(feature = "tracing", feature = "std"))))]
mod tests {
    use super::*;

    #[test]
    fn spans_and_times_are_empty_without_the_features() {
        assert_eq!((size_of::<Traced>(), size_of::<TracedSystem<'_>>()), (0, 0));
        assert!(!core::mem::needs_drop::<TracedSystem<'_>>());
        let times = Times::of(&mut ["act"].into_iter());
        let _ = (trace_schedule("World", "run"), trace_stage(0), trace_system(&times, 0, "act"));
        assert_eq!(crate::times::SystemTimes::new(&times).count(), 0);
    }
}
