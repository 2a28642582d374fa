//! Iterators that only read: where the next items are, without the components.
//!
//! Shared references can be copied, so nothing has to be cut off the columns, and none is yielded twice by accident. All that costs code
//! (runs, the filter, lookups) is here, out of line, and generic over the kinds of indices and the filter alone: one copy serves all
//! such iterators of so many columns. What is generic over components reads values at positions (`matches.rs`).
//!
//! ```text
//! steps     a b c d e f | g h i j ...          a run of 6 is kept as a whole: it is yielded as slices
//! picked                  g . i j              otherwise the filter tests up to 128 entities, and those that pass
//! room                    5 . 0 9              are looked up in each column
//! ```

use alloc::boxed::Box;
use core::mem;

use super::keep::{Keep, TESTED, kept_blocks};
use super::steps::{Next, Steps};
use super::{AT_ONCE, FIRST};
use crate::fetch::{FOUND, Places};
use crate::source::Source;

/// Where the next items are.
pub(super) enum Found<'w> {
    /// The values of these entities, of which the first is at this step, are adjacent in all columns.
    Run(usize, &'w [u32]),
    /// So many items are at the positions in the room.
    Apart(usize),
    End,
}

/// The steps of an iterator that only reads, and the positions of the next items.
struct Finder<'w, P: Places, K> {
    /// Positions by item, in each column.
    room: P::Room,
    /// Indices of the entities by item, and their steps.
    picked: [u32; FOUND],
    at_steps: [u32; FOUND],
    steps: Steps<'w, P>,
    /// Maximum number of entities that are looked up next.
    most: usize,
    keep: K,
}

/// The entities of the source, if their values are adjacent in all columns and all are kept; of more than [`AT_ONCE`] entities only if the
/// columns are known to be so, without a comparison. (`None` if a column may be a part of a storage, which may lack some of these values.)
fn whole<'w, P: Places, K: Keep>(places: P, source: Source<'w>, keep: &K) -> Option<&'w [u32]> {
    let indices = source.indices().filter(|_| !P::SPLIT)?;
    let is_whole = places.all_aligned() && keep.keeps_all()
        || indices.len() <= AT_ONCE && places.run_len(indices) == indices.len() && keep.keeps_each(indices);
    is_whole.then_some(indices)
}

/// Where the items of an iterator are: one run, or what a [`Finder`] finds. Only that is on the heap.
pub(super) struct Reading<'w, P: Places, K> {
    /// The entities of the run, until it is yielded.
    whole: &'w [u32],
    finder: Option<Box<Finder<'w, P, K>>>,
}

impl<'w, P: Places, K: Keep> Reading<'w, P, K> {
    #[inline(never)]
    pub(super) fn new(places: P, source: Source<'w>, keep: K) -> Self {
        match whole(places, source, &keep) {
            Some(whole) => Self { whole, finder: None },
            None => Self { whole: &[], finder: Some(Finder::new(places, source, keep)) },
        }
    }

    /// Where the next items are.
    #[cold]
    #[inline(never)]
    pub(super) fn next(&mut self) -> Found<'w> {
        if let whole @ [_, ..] = mem::take(&mut self.whole) {
            return Found::Run(0, whole);
        }
        self.finder.as_mut().map_or(Found::End, |finder| finder.next())
    }

    /// Visits the entities of the run that was found last one by one: their values are not in one slice after all.
    #[cold]
    pub(super) fn refuse(&mut self, len: usize) {
        if let Some(finder) = &mut self.finder {
            finder.steps.refuse(len);
        }
    }

    /// The positions of the items that were looked up last, and the indices of their entities.
    #[inline(always)]
    pub(super) fn found(&self) -> Option<(&P::Room, &[u32; FOUND])> {
        self.finder.as_ref().map(|finder| (&finder.room, &finder.picked))
    }

    /// Lower and upper bound of the number of items, besides `looked_up`; `is_certain` if all entities have what is required.
    pub(super) fn bounds(&self, looked_up: usize, is_certain: bool) -> (usize, usize) {
        let Some(finder) = &self.finder else { return (self.whole.len(), self.whole.len()) };
        let most = looked_up + finder.steps.len();
        (if is_certain && finder.keep.keeps_all() { most } else { 0 }, most)
    }
}

impl<'w, P: Places, K: Keep> Finder<'w, P, K> {
    fn new(places: P, source: Source<'w>, keep: K) -> Box<Self> {
        let steps = Steps::new(places, source, 0..source.steps(), None);
        let most = if keep.keeps_all() { FIRST } else { TESTED };
        Box::new(Self { room: P::ROOM, picked: [0; FOUND], at_steps: [0; FOUND], steps, most, keep })
    }

    fn next(&mut self) -> Found<'w> {
        loop {
            match self.steps.next::<false>(&mut self.room, self.most) {
                Next::End => return Found::End,
                Next::Run(len) => {
                    let (first, indices) = self.steps.last(len);
                    if self.keep.keeps_each(indices) {
                        return Found::Run(first, indices);
                    }
                    self.steps.refuse(len);
                }
                Next::Apart(len) => {
                    self.most = (2 * self.most).min(FOUND);
                    let picked = self.pick(len);
                    if picked > 0 {
                        return Found::Apart(picked);
                    }
                }
            }
        }
    }

    /// Looks up those of the last entities that are kept. Returns their number.
    fn pick(&mut self, len: usize) -> usize {
        let (first, indices) = self.steps.last(len);
        if self.keep.keeps_all() {
            self.picked[..len].copy_from_slice(indices);
            self.steps.find(first, indices, &mut self.room);
            return len;
        }
        let mut picked = 0;
        for (at, index) in kept_blocks(indices, 0..len, |block| self.keep.sift(block)).flatten() {
            self.picked[picked % FOUND] = index;
            #[expect(
                clippy::cast_possible_truncation,
                reason = "there are fewer steps than entities, which are below 2^32"
            )]
            let step = (first + at) as u32;
            self.at_steps[picked % FOUND] = step;
            picked += 1;
        }
        self.steps.find_some(&self.at_steps[..picked], &self.picked[..picked], &mut self.room);
        picked
    }
}
