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
pub(super) struct Finder<'w, P: Places, K> {
    /// Positions by item, in each column.
    pub(super) room: P::Room,
    /// Indices of the entities by item, and their steps.
    pub(super) picked: [u32; FOUND],
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

/// What an iteration begins with.
pub(super) enum Begun<'w, P: Places, K> {
    /// All items are one run, of these entities. Nothing is allocated.
    Whole(&'w [u32]),
    Finder(Box<Finder<'w, P, K>>),
}

/// Tries one run first.
#[inline(never)]
pub(super) fn begin<P: Places, K: Keep>(places: P, source: Source<'_>, keep: K) -> Begun<'_, P, K> {
    match whole(places, source, &keep) {
        Some(whole) => Begun::Whole(whole),
        None => Begun::Finder(Finder::new(places, source, keep)),
    }
}

impl<'w, P: Places, K: Keep> Finder<'w, P, K> {
    fn new(places: P, source: Source<'w>, keep: K) -> Box<Self> {
        let steps = Steps::new(places, source, 0..source.steps(), None);
        let most = if keep.keeps_all() { FIRST } else { TESTED };
        Box::new(Self { room: P::ROOM, picked: [0; FOUND], at_steps: [0; FOUND], steps, most, keep })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn next(&mut self) -> Found<'w> {
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

    /// Visits the entities of the run that was found last one by one: their values are not in one slice after all.
    #[cold]
    pub(super) fn refuse(&mut self, len: usize) {
        self.steps.refuse(len);
    }

    /// Lower and upper bound of the number of items, besides `looked_up`; `is_certain` if all entities have what is required.
    pub(super) fn bounds(&self, looked_up: usize, is_certain: bool) -> (usize, usize) {
        let most = looked_up + self.steps.len();
        (if is_certain && self.keep.keeps_all() { most } else { 0 }, most)
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
