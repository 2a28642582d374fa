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

#[cfg(feature = "rayon")]
fn join(first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    rayon::join(first, second);
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
    fn shares_are_whole_chunks() {
        for steps in [0, 1, 63, 64, 65, 1_000, 1_000_000] {
            assert!(share(steps).is_multiple_of(CHUNK) && (steps == 0 || share(steps) >= CHUNK));
        }
    }
}
