//! The time that each system took: measured by the world itself with the feature `std`, and not at all without it or without a clock.
//!
//! Measuring takes two readings of the clock per run of a system. The times are not part of the state: a clone of a world starts without
//! them, and nothing that a world does depends on them. Each is behind its own lock, which is always free when it is taken: no system runs
//! twice at the same time.

#[cfg(feature = "std")]
use alloc::vec::Vec;
use core::time::Duration;
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};
#[cfg(feature = "std")]
use std::time::Instant;

use crate::fixed_step::from_nanos;

/// The time that a system has taken so far; from [`system_times`](crate::EcsWorld::system_times).
///
/// A run that is skipped because of its condition does not count; a run that panics does. Work between systems, such as syncs, is not
/// included. The systems of one stage run at the same time, so the sum over all systems can exceed the time of a run.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// #[derive(Default)]
/// struct Ticks(u32);
///
/// #[system]
/// fn count(ticks: &mut Ticks) {
///     ticks.0 += 1;
/// }
///
/// ecs_world! { resources: Ticks; systems: count; }
///
/// let mut world = World::default();
/// world.run();
/// world.run();
/// # #[cfg(feature = "std")] {
/// let count = world.system_times().next().unwrap();
/// assert_eq!(count.runs, 2);
/// assert!(count.longest <= count.total && count.average() <= count.longest);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemTime {
    /// The name of the system in the world.
    pub name: &'static str,
    /// Number of runs since the world was created or the times were reset.
    pub runs: u64,
    /// Duration of the last run.
    pub last: Duration,
    /// Duration of the longest run.
    pub longest: Duration,
    /// Total duration of all runs.
    pub total: Duration,
}

impl SystemTime {
    /// The average duration of a run; zero if there was none. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use ecs_world::SystemTime;
    ///
    /// let [last, longest, total] = [2, 4, 9].map(Duration::from_millis);
    /// assert_eq!(SystemTime { name: "physics", runs: 3, last, longest, total }.average(), Duration::from_millis(3));
    /// let [runs, total] = [1 << 33, 2 << 33];
    /// let total = Duration::from_millis(total);
    /// assert_eq!(SystemTime { name: "physics", runs, last, longest, total }.average(), last);
    /// ```
    #[must_use]
    pub fn average(&self) -> Duration {
        self.total.as_nanos().checked_div(self.runs.into()).map(from_nanos).unwrap_or_default()
    }
}

/// Iterator over the time of each system of a world, in the order of its plan; from [`system_times`](crate::EcsWorld::system_times).
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Default)] struct Ticks(u32);
/// #[system]
/// fn count(ticks: &mut Ticks) {
///     ticks.0 += 1;
/// }
///
/// ecs_world! { resources: Ticks; systems: count; }
///
/// let mut world = World::default();
/// world.run();
/// # #[cfg(feature = "std")] {
/// let times: Vec<_> = world.system_times().collect();
/// assert_eq!((times.len(), times[0].name, times[0].runs), (1, "count", 1));
/// # }
/// ```
#[derive(Clone)]
pub struct SystemTimes<'w> {
    times: &'w Times,
    next: usize,
}

impl<'w> SystemTimes<'w> {
    pub(crate) fn new(times: &'w Times) -> Self {
        Self { times, next: 0 }
    }
}

/// Prints the remaining times.
impl core::fmt::Debug for SystemTimes<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl Iterator for SystemTimes<'_> {
    type Item = SystemTime;

    fn next(&mut self) -> Option<SystemTime> {
        let time = self.times.of_system(self.next)?;
        self.next += 1;
        Some(time)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.times.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SystemTimes<'_> {}
impl core::iter::FusedIterator for SystemTimes<'_> {}

/// Whether the standard library has a clock: reading the time panics on `wasm32-unknown-unknown`.
#[cfg(feature = "std")]
const CLOCK: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));

/// The times of the systems of a world, by number; empty without the feature `std` or without a clock. For generated code.
///
/// Only [`reset_system_times`](crate::EcsWorld::reset_system_times) and cloning reset the times; restoring a snapshot does not change them.
#[derive(Debug, Default)]
pub struct Times {
    /// By number. Each has a mutex, since systems of a stage are measured on several threads. No thread waits for another one, since a
    /// system runs on one thread at a time.
    #[cfg(feature = "std")]
    of_systems: Vec<Mutex<SystemTime>>,
}

/// A clone starts without times.
impl Clone for Times {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.prepare(&mut self.names());
        clone
    }
}

impl Times {
    /// Creates the times of systems with these names.
    pub(crate) fn of(names: &mut dyn Iterator<Item = &'static str>) -> Self {
        let mut times = Self::default();
        times.prepare(names);
        times
    }

    #[cfg(feature = "std")]
    fn prepare(&mut self, names: &mut dyn Iterator<Item = &'static str>) {
        // Systems without an entry are not measured.
        if !CLOCK {
            return;
        }
        let (last, longest, total) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        self.of_systems = names.map(|name| Mutex::new(SystemTime { name, runs: 0, last, longest, total })).collect();
    }

    #[cfg(not(feature = "std"))]
    fn prepare(&mut self, _: &mut dyn Iterator<Item = &'static str>) {}

    fn names(&self) -> impl Iterator<Item = &'static str> {
        SystemTimes::new(self).map(|time| time.name)
    }

    /// Resets all times.
    pub(crate) fn reset(&mut self) {
        *self = self.clone();
    }

    /// Number of systems that are measured.
    #[cfg(feature = "std")]
    fn len(&self) -> usize {
        self.of_systems.len()
    }

    #[cfg(not(feature = "std"))]
    #[expect(clippy::unused_self, reason = "it is the same method with the feature")]
    fn len(&self) -> usize {
        0
    }

    /// The time of a system, by number; `None` without the feature `std` or without a clock.
    #[cfg(feature = "std")]
    fn of_system(&self, system: usize) -> Option<SystemTime> {
        self.of_systems.get(system).map(|time| *time.lock().unwrap_or_else(PoisonError::into_inner))
    }

    #[cfg(not(feature = "std"))]
    #[expect(clippy::unused_self, reason = "it is the same method with the feature")]
    fn of_system(&self, _: usize) -> Option<SystemTime> {
        None
    }

    /// Measures a run of a system, until the value is dropped.
    ///
    /// The time is added even if the system panics, since the `Drop` of the returned value adds it. Runs in **O(1)** time: one reading of
    /// the clock now, and one at the end.
    #[inline]
    pub(crate) fn measure(&self, system: usize) -> Measuring<'_> {
        #[cfg(not(feature = "std"))]
        let _ = system;
        Measuring {
            #[cfg(feature = "std")]
            time: self.of_systems.get(system).map(|time| (time, Instant::now())),
            lifetime: core::marker::PhantomData,
        }
    }
}

/// A run of a system that is being measured. Without the feature `std`, a type without a size.
#[derive(Debug)]
pub(crate) struct Measuring<'w> {
    #[cfg(feature = "std")]
    time: Option<(&'w Mutex<SystemTime>, Instant)>,
    lifetime: core::marker::PhantomData<&'w ()>,
}

#[cfg(feature = "std")]
impl Drop for Measuring<'_> {
    fn drop(&mut self) {
        let Some((time, start)) = self.time.take() else { return };
        let last = start.elapsed();
        let mut time = time.lock().unwrap_or_else(PoisonError::into_inner);
        time.runs += 1;
        time.last = last;
        time.longest = time.longest.max(last);
        time.total = time.total.saturating_add(last);
    }
}
