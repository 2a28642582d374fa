//! Division of work over threads. Does not depend on the kind of work.
//!
//! Work is cut recursively into halves, down to *pieces* of a fixed number of steps with a *slot* for the result of each. The cuts do
//! not depend on the number of threads or on time, so results by slot do not either; only which thread performs a piece does.
//!
//! Whether work is divided at all is decided by measuring: a [`Trial`] times the first samples on the calling thread, as it would do the
//! rest alone. If threads need checks in addition, a further sample is timed with these. The rest is divided only if the estimated time on
//! several threads, with the cost of waking them, is shorter.
//!
//! Without the feature `rayon` there is one thread, the calling one. The bounds on types are the same, so that code does not stop
//! compiling when the feature is enabled.
//!
//! ```text
//! steps   [ 0 .. 4096 )                          on two threads
//! shares  [ 0 .. 256 ) [ 256 .. 512 ) ..         8 per thread, multiples of 64 steps
//! slots   [ 0 | 1 | 2 | 3 ] [ 4 | 5 | 6 | 7 ] ..     one result each, of 64 steps: a queue of commands, or nothing
//! ```

use core::ops::Range;

/// Minimum number of steps of a share; shares are multiples of it. Small enough that a thousand heavy steps are divided well, and large
/// enough that a share of light steps costs more than the handover to another thread.
pub(crate) const CHUNK: usize = 64;

/// Number of shares per thread, so that a thread that finishes early finds further work.
const SHARES: usize = 8;

/// Number of samples per share. A sample runs on one thread before the rest is divided, so a large one slows the whole down.
const SAMPLES: usize = 4;

/// A value that may be written on several threads, each value by one of them: any `Send` type. A trait of its own, for its error message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Send`, and so cannot be changed on several threads",
    label = "entities are divided over threads here, and `{Self}` cannot be sent to another",
    note = "make `{Self}` `Send` (`Arc` in place of `Rc`), or leave the entities to one thread: without `parallel`, and with \
            `for_each` in place of `par_for_each`"
)]
pub trait ParWrite: Send {}

#[diagnostic::do_not_recommend]
impl<T: Send> ParWrite for T {}

/// A value that may be read on several threads: any `Sync` type. A trait of its own, for its error message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Sync`, and so cannot be read on several threads",
    label = "entities are divided over threads here, and `{Self}` cannot be shared by several",
    note = "make `{Self}` `Sync` (an atomic or a lock in place of a `Cell`), or leave the entities to one thread: without \
            `parallel`, and with `for_each` in place of `par_for_each`"
)]
pub trait ParRead: Sync {}

#[diagnostic::do_not_recommend]
impl<T: Sync> ParRead for T {}

/// Work that can be cut in two.
pub(crate) trait Divide: Send + Sized {
    /// Cuts after this many steps, or at the end if there are fewer.
    fn divide(self, steps: usize) -> (Self, Self);
}

impl Divide for Range<usize> {
    fn divide(self, steps: usize) -> (Self, Self) {
        let middle = self.end.min(self.start + steps);
        (self.start..middle, middle..self.end)
    }
}

/// Number of steps per share for this many steps on the current pool. One share if there is one thread.
fn share(steps: usize) -> usize {
    share_of(steps, threads())
}

fn share_of(steps: usize, threads: usize) -> usize {
    let shares = if threads == 1 { 1 } else { threads * SHARES };
    steps.div_ceil(shares).next_multiple_of(CHUNK)
}

/// Number of steps per sample: a fraction of a share. One sample if there is one thread.
pub(crate) fn sample(steps: usize) -> usize {
    sample_of(steps, threads())
}

fn sample_of(steps: usize, threads: usize) -> usize {
    let share = share_of(steps, threads);
    if threads == 1 { share } else { share.div_ceil(SAMPLES).next_multiple_of(CHUNK) }
}

/// Performs work in pieces of `per_slot` steps, piece number *n* with slot number *n*. Each piece is performed once, on any thread.
///
/// Runs in **O(slots)** time besides the work, with joins nested to a depth of **O(log slots)**.
///
/// # Panics
///
/// If a piece panics, after all running pieces have finished; some may then be left out.
pub(crate) fn divided<P: Divide, S: Send, W: Fn(P, &mut S) + Sync>(
    whole: P,
    per_slot: usize,
    slots: &mut [S],
    work: &W,
) {
    let steps = per_slot.saturating_mul(slots.len());
    let pieces = Pieces { per_slot, least: share(steps).div_ceil(per_slot.max(1)), work };
    pieces.each(whole, slots);
}

/// Performs work in pieces of one step, each with its own slot. Each piece is worth the handover to another thread.
pub(crate) fn divided_singly<P: Divide, S: Send, W: Fn(P, &mut S) + Sync>(whole: P, slots: &mut [S], work: &W) {
    Pieces { per_slot: 1, least: 1, work }.each(whole, slots);
}

/// Approximate nanoseconds to hand work over to other threads and to wait for them.
#[cfg(any(feature = "rayon", test))]
const HANDOVER: u64 = 20_000;

/// Divisor of the time on one thread: this fraction of it has to be saved, since an estimate is not exact, and several threads share caches
/// and memory.
#[cfg(any(feature = "rayon", test))]
const MARGIN: u64 = 8;

/// Whether there can be several threads. A constant, so that without them nothing is compiled that divides work.
pub(crate) const THREADED: bool = cfg!(feature = "rayon");

/// Minimum nanoseconds of the check of a step in one column. If dividing does not pay even so, the check is not measured, since that costs
/// time itself. (A check reads two tables and a list; in random order each is a miss of the first cache.)
pub(crate) const CHECK: u64 = 6;

/// Measures a part of an iteration to decide whether the rest is divided over threads. Nothing else depends on it.
pub(crate) struct Trial(#[cfg(feature = "rayon")] crate::pace::Clock);

impl Trial {
    #[inline]
    pub(crate) fn start() -> Self {
        Self(
            #[cfg(feature = "rayon")]
            crate::pace::Clock::start(),
        )
    }

    /// Estimates the nanoseconds of `left` further steps, if each takes as long as one of those that were done since the start.
    #[cfg(feature = "rayon")]
    pub(crate) fn estimate(self, done: usize, left: usize) -> u64 {
        time_of(left, done, u64::try_from(self.0.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }

    #[cfg(not(feature = "rayon"))]
    pub(crate) fn estimate(self, _: usize, _: usize) -> u64 {
        0
    }
}

/// The nanoseconds of `left` steps, if `done` steps took `took` nanoseconds.
#[cfg(any(feature = "rayon", test))]
fn time_of(left: usize, done: usize, took: u64) -> u64 {
    took.saturating_mul(left as u64) / done.max(1) as u64
}

/// Returns true if dividing work over threads is estimated to save time: it takes `alone` nanoseconds on this thread, and `divided` on all
/// together. Never with one thread.
#[cfg(feature = "rayon")]
pub(crate) fn pays(alone: u64, divided: u64) -> bool {
    threads() > 1 && (!crate::pace::Clock::EXISTS || ALWAYS || pays_on(threads(), alone, divided))
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn pays(_: u64, _: u64) -> bool {
    false
}

/// Minimum nanoseconds on all threads together, if each of these steps is checked in this number of columns.
pub(crate) fn with_checks(alone: u64, steps: usize, columns: usize) -> u64 {
    alone.saturating_add(CHECK * steps as u64 * columns as u64)
}

/// Returns true if dividing pays on this many threads.
///
/// ```text
/// 40 us of work      2 threads    20 + 20 for the handover = 40 us, not less than 35
///                    4 threads    10 + 20 = 30 us, less than seven eighths of 40: it is divided
/// ```
#[cfg(any(feature = "rayon", test))]
fn pays_on(threads: usize, alone: u64, divided: u64) -> bool {
    (divided / threads as u64).saturating_add(HANDOVER) < alone - alone / MARGIN
}

/// Whether steps are always divided: in debug builds, whose time does not count, so that tests exercise threads.
#[cfg(feature = "rayon")]
const ALWAYS: bool = cfg!(debug_assertions);

/// The work and how it is cut.
struct Pieces<'a, W> {
    /// Number of steps of a piece; the last one may have fewer.
    per_slot: usize,
    /// Maximum number of pieces that stay on one thread.
    least: usize,
    work: &'a W,
}

impl<W> Pieces<'_, W> {
    /// Performs the pieces of `whole`, one per slot.
    ///
    /// ```text
    /// 300 steps, 5 slots of 64     0..128 | 128..300                   slots 0, 1 | 2, 3, 4
    ///                              0..64 | 64..128   128..192 | 192..300
    ///                                                192..256 | 256..300     the last piece has 44 steps
    /// ```
    fn each<P: Divide, S: Send>(&self, whole: P, slots: &mut [S])
    where
        W: Fn(P, &mut S) + Sync,
    {
        match slots {
            [] => {}
            [slot] => (self.work)(whole, slot),
            _ => {
                let half = slots.len() / 2;
                let (front, back) = whole.divide(half * self.per_slot);
                let is_small = slots.len() <= self.least;
                let (first, second) = slots.split_at_mut(half);
                if is_small {
                    self.each(front, first);
                    self.each(back, second);
                } else {
                    join(|| self.each(front, first), || self.each(back, second));
                }
            }
        }
    }
}

/// The number of threads of the current pool.
#[cfg(feature = "rayon")]
pub(crate) fn threads() -> usize {
    rayon::current_num_threads()
}

/// Calls both functions, on two threads if one is free, in the tracing span of this thread.
#[cfg(feature = "rayon")]
pub(crate) fn join<A: Send, B: Send>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B + Send) -> (A, B) {
    let span = &crate::trace::CurrentSpan::of_this_thread();
    rayon::join_context(
        |context| span.enter(context.migrated(), first),
        |context| span.enter(context.migrated(), second),
    )
}

#[cfg(not(feature = "rayon"))]
pub(crate) fn threads() -> usize {
    1
}

#[cfg(not(feature = "rayon"))]
fn join(first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    first();
    second();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_gets_all_and_several_get_some_shares_each_of_whole_chunks() {
        assert_eq!([0, 1, 1000].map(|steps| share_of(steps, 1)), [0, CHUNK, 1000_usize.next_multiple_of(CHUNK)]);
        let many = 100 * CHUNK * SHARES;
        assert_eq!([1, 2, 4].map(|threads| share_of(many, threads)), [many, 50 * CHUNK, 25 * CHUNK]);
        assert_eq!(share_of(many + 1, 2), 51 * CHUNK);
    }

    #[test]
    fn each_piece_is_done_once_with_its_own_slot() {
        for (steps, per_slot) in [(0_usize, 64), (1, 64), (64, 64), (65, 64), (1000, 64), (1000, 1), (7, 1000)] {
            let mut slots: Vec<_> = (0..steps.div_ceil(per_slot)).map(|_| Vec::new()).collect();
            divided(0..steps, per_slot, &mut slots, &|piece: Range<usize>, slot: &mut Vec<_>| slot.push(piece));
            let pieces: Vec<_> = slots.into_iter().flatten().collect();
            let expected = (0..steps).step_by(per_slot).map(|start| start..steps.min(start + per_slot));
            assert_eq!(pieces, expected.collect::<Vec<_>>(), "{steps} steps by {per_slot}");
        }
    }

    #[test]
    fn remaining_steps_are_expected_to_take_as_long_as_finished_ones() {
        assert_eq!([0, 1, 2, 7].map(|left| time_of(left, 2, 30)), [0, 15, 30, 105]);
        assert_eq!((time_of(3, 0, 0), time_of(usize::MAX, 1, u64::MAX)), (0, u64::MAX));
    }

    #[test]
    fn steps_are_divided_only_where_that_takes_less_time() {
        let pays = |alone, threads| pays_on(threads, alone, alone);
        // Half of the time is saved on two threads, three quarters on four; an eighth is the margin.
        assert!(!pays(8 * HANDOVER / 3 - 8, 2) && pays(8 * HANDOVER / 3 + 8, 2));
        assert!(!pays(8 * HANDOVER / 5 - 8, 4) && pays(8 * HANDOVER / 5 + 8, 4));
        assert!(![0, 1, u64::MAX].iter().any(|took| pays(*took, 1)), "one thread saves nothing");
        let many = 100 * HANDOVER;
        let limit = 2 * (many - many / MARGIN - HANDOVER);
        assert!(
            pays_on(2, many, limit - 2),
            "the threads work almost twice as long, except for the margin and the handover"
        );
        assert!(!pays_on(2, many, limit), "the time of both is equal, including the margin and the handover");
    }

    #[test]
    fn checks_take_time_per_step_and_column() {
        for steps in [0, 1, 2, 3, 1_000] {
            assert_eq!(
                [0, 1, 2].map(|columns| with_checks(7, steps, columns) - 7),
                [0, 1, 2].map(|n| n * CHECK * steps as u64)
            );
        }
        assert_eq!(with_checks(u64::MAX, 1, 1), u64::MAX);
    }

    #[test]
    fn shares_are_whole_chunks() {
        for steps in [0, 1, 63, 64, 65, 1_000, 1_000_000] {
            for threads in [1, 2, 3, 64] {
                let [share, sample] = [share_of, sample_of].map(|size| size(steps, threads));
                assert!(
                    [share, sample].iter().all(|size| size.is_multiple_of(CHUNK) && (steps == 0 || *size >= CHUNK))
                );
                assert!(sample <= share && (threads == 1) <= (sample == share), "{steps} steps on {threads}");
            }
        }
    }
}
