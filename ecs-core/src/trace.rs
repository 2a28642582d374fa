//! Spans of the crate `tracing`: one per run of a schedule, of a stage and of a system. Without the feature `tracing`, all of this
//! compiles to nothing.
//!
//! Generated code calls these functions in any case, since a macro cannot read the features of the crate that uses it.
//!
//! The spans nest as the calls do: a system in a stage in a schedule, on whichever thread it runs.

/// An entered span, which is left when this value is dropped. Without the feature a type without a size.
#[must_use = "the span ends when this is dropped"]
#[derive(Debug)]
pub struct Traced {
    #[cfg(feature = "tracing")]
    _span: tracing::span::EnteredSpan,
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

/// Enters the span of a run of a system.
#[inline]
pub fn trace_system(name: &'static str) -> Traced {
    #[cfg(not(feature = "tracing"))]
    let _ = name;
    Traced {
        #[cfg(feature = "tracing")]
        _span: tracing::info_span!("system", name).entered(),
    }
}

/// The span that a thread is in, to enter it on other threads, too: spans that begin there have it as their parent.
#[cfg(feature = "rayon")]
#[derive(Clone)]
pub(crate) struct CurrentSpan {
    #[cfg(feature = "tracing")]
    span: tracing::Span,
}

#[cfg(feature = "rayon")]
impl CurrentSpan {
    /// The span of this thread.
    #[inline]
    pub(crate) fn of_this_thread() -> Self {
        Self {
            #[cfg(feature = "tracing")]
            span: tracing::Span::current(),
        }
    }

    /// Does something on a thread: within the span if it is another one.
    #[inline]
    pub(crate) fn enter<R>(&self, is_another: bool, work: impl FnOnce() -> R) -> R {
        #[cfg(feature = "tracing")]
        let _entered = is_another.then(|| self.span.enter());
        #[cfg(not(feature = "tracing"))]
        let _ = is_another;
        work()
    }
}

#[cfg(all(test, not(feature = "tracing")))]
mod tests {
    use super::*;

    #[test]
    fn spans_are_nothing_without_the_feature() {
        assert_eq!(core::mem::size_of::<Traced>(), 0);
        assert!(!core::mem::needs_drop::<Traced>());
        let _ = (trace_schedule("World", "run"), trace_stage(0), trace_system("act"));
    }
}
