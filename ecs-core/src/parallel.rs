//! Owns how work is divided over threads; knows nothing of what it is.
//!
//! Without the feature `rayon` there is one thread: the one that calls. What is demanded of types is the same.

use core::ops::Range;

/// As many steps are done by one thread at least, and the shares of threads are multiples of it: so small that a thousand
/// heavy steps are divided well, and so large that a share of light ones costs more than to hand it over.
pub(crate) const CHUNK: usize = 64;

/// As many shares there are per thread, so that a thread that is done early finds more to do.
const SHARES: usize = 8;

/// What may be changed on several threads: whatever is `Send`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Send`, and so cannot be changed on several threads",
    label = "entities are divided over threads here, and `{Self}` cannot be sent to another",
    note = "make `{Self}` `Send` (`Arc` in place of `Rc`), or leave the entities to one thread: without `parallel`, and with \
            `for_each` in place of `par_for_each`"
)]
pub trait ParWrite: Send {}

#[diagnostic::do_not_recommend]
impl<T: Send> ParWrite for T {}

/// What may be read on several threads: whatever is `Sync`.
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
    /// Cuts after so many steps.
    fn divide(self, steps: usize) -> (Self, Self);
}

impl Divide for Range<usize> {
    fn divide(self, steps: usize) -> (Self, Self) {
        let middle = self.end.min(self.start + steps);
        (self.start..middle, middle..self.end)
    }
}

/// How many steps a share has, so that the threads that there are do this many well. One share if there is one thread.
pub(crate) fn share(steps: usize) -> usize {
    share_of(steps, threads())
}

fn share_of(steps: usize, threads: usize) -> usize {
    let shares = if threads == 1 { 1 } else { threads * SHARES };
    steps.div_ceil(shares).next_multiple_of(CHUNK)
}

/// Does work in pieces of so many steps, each with the slot that stands at the number of the piece. Which thread does a piece
/// is open; that each is done once and with its own slot is not.
///
/// A panic of one piece is passed on when no other is being done; some may then be left out.
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

/// Time that it takes to hand work over to other threads and to wait for them, roughly.
#[cfg(any(feature = "rayon", test))]
const HANDOVER: u64 = 20_000;

/// Time that the check of a step in one column takes, roughly: it looks into two more tables, in any order.
#[cfg(any(feature = "rayon", test))]
const CHECK: u64 = 30;

/// The measured part of a walk, which tells whether the rest is worth to be divided over threads. It decides on which threads
/// the steps are done and nothing else.
#[cfg(feature = "rayon")]
pub(crate) struct Trial(crate::pace::Clock);

#[cfg(feature = "rayon")]
impl Trial {
    #[inline]
    pub(crate) fn start() -> Self {
        Self(crate::pace::Clock::start())
    }

    /// Whether so many further steps are worth to be divided, each of which would be checked in so many columns.
    pub(crate) fn pays(self, done: usize, left: usize, checked: usize) -> bool {
        use crate::pace::Clock;
        let took = || u64::try_from(self.0.elapsed().as_nanos()).unwrap_or(u64::MAX);
        threads() > 1 && left > 0 && (!Clock::EXISTS || always() || pays(took(), [done, left, checked], threads()))
    }
}

/// The same without other threads.
#[cfg(not(feature = "rayon"))]
pub(crate) struct Trial;

#[cfg(not(feature = "rayon"))]
impl Trial {
    pub(crate) fn start() -> Self {
        Self
    }

    pub(crate) fn pays(self, _: usize, _: usize, _: usize) -> bool {
        false
    }
}

/// Whether further steps take less time on so many threads, given how many nanoseconds the steps that are done took.
#[cfg(any(feature = "rayon", test))]
fn pays(took: u64, [done, left, checked]: [usize; 3], threads: usize) -> bool {
    let [done, left, checked, threads] = [done.max(1), left, checked, threads].map(|number| number as u64);
    let alone = took.saturating_mul(left) / done;
    let divided = alone.saturating_add(checked * CHECK * left) / threads;
    divided.saturating_add(HANDOVER) < alone
}

/// Whether steps are divided even where it does not pay: so that tests see what threads do, in builds whose time does not count.
#[cfg(feature = "rayon")]
const fn always() -> bool {
    cfg!(debug_assertions)
}

struct Pieces<'a, W> {
    per_slot: usize,
    /// As many pieces are not worth to be divided further.
    least: usize,
    work: &'a W,
}

impl<W> Pieces<'_, W> {
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

#[cfg(feature = "rayon")]
fn threads() -> usize {
    rayon::current_num_threads()
}

/// Does both, on two threads where one is free, and both in the span of this one.
#[cfg(feature = "rayon")]
pub(crate) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    let span = &crate::trace::CurrentSpan::of_this_thread();
    rayon::join_context(
        |context| span.enter(context.migrated(), first),
        |context| span.enter(context.migrated(), second),
    )
}

#[cfg(not(feature = "rayon"))]
fn threads() -> usize {
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
    fn steps_are_divided_only_where_that_takes_less_time() {
        let alone = |took, threads| pays(took, [1, 1, 0], threads);
        assert!(!alone(2 * HANDOVER, 2) && alone(2 * HANDOVER + 2, 2), "half of the time is saved");
        assert!(!alone(4 * HANDOVER / 3, 4) && alone(4 * HANDOVER / 3 + 4, 4), "three quarters are");
        assert!(![0, 1, u64::MAX].iter().any(|took| alone(*took, 1)), "one thread saves nothing");
        let (many, steps) = (1_000_000, 1_000_000);
        assert!(pays(many, [steps, steps, 0], 2), "a million steps of a nanosecond");
        assert!(!pays(many, [steps, steps, 1], 2), "which take longer to check");
        assert!(pays(61 * many, [steps, steps, 2], 2), "heavier ones do not");
        assert!(!pays(60 * many, [steps, steps, 2], 2), "as much as the checks of two columns");
        assert!(![0, 1, 2, 3].iter().any(|left| pays(100, [1, *left, 0], 2)), "few light steps");
        assert!(!pays(0, [0, 0, 0], 2) && !pays(u64::MAX, [1, 0, 0], 2), "nothing is left");
    }

    #[test]
    fn shares_are_whole_chunks() {
        for steps in [0, 1, 63, 64, 65, 1_000, 1_000_000] {
            assert!(share(steps).is_multiple_of(CHUNK) && (steps == 0 || share(steps) >= CHUNK));
        }
    }
}
