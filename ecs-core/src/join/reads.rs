//! Iterators that only read: where the next items are, without the components.
//!
//! Shared references can be copied, so nothing has to be cut off the columns, and none is yielded twice by accident. All that costs code
//! (runs, the filter, lookups) is here, out of line, and generic over the kinds of indices and the filter alone: one copy serves all
//! such iterators of so many columns. What is generic over components reads values at positions (`matches.rs`).
//!
//! ```text
//! steps     a b c d e f g h | i j k l ...      a run of 8 is kept as a whole: it is yielded as slices
//! picked                      i . k l          otherwise the filter tests up to 128 entities, and those that pass
//! room                        5 . 0 9          are looked up in each column
//! ```

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
    /// Steps of the entities by item.
    at_steps: [u32; FOUND],
    steps: Steps<'w, P>,
    /// Maximum number of entities that are looked up next.
    most: usize,
    keep: K,
}

/// The entities of the source, if their values are adjacent in all columns and all are kept; of more than [`AT_ONCE`] entities only if the
/// columns are known to be so, without a comparison. (`None` if a column may be a part of a storage, which may lack some of these values.)
#[inline(never)]
pub(super) fn whole<'w, P: Places, K: Keep>(places: P, source: Source<'w>, keep: &K) -> Option<&'w [u32]> {
    let indices = source.indices().filter(|_| !P::SPLIT)?;
    let is_whole = places.all_aligned() && keep.keeps_all()
        || indices.len() <= AT_ONCE && places.run_len(indices) == indices.len() && keep.keeps_each(indices);
    is_whole.then_some(indices)
}

impl<'w, P: Places, K: Keep> Finder<'w, P, K> {
    #[inline(always)]
    pub(super) fn new(places: P, source: Source<'w>, keep: K) -> Self {
        let steps = Steps::new(places, source, 0..source.steps(), None);
        let most = if keep.keeps_all() { FIRST } else { TESTED };
        Self { room: P::ROOM, at_steps: [0; FOUND], steps, most, keep }
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

    /// The index of the entity of an item that was looked up.
    #[inline(always)]
    pub(super) fn entity(&self, at: usize) -> &'w u32 {
        self.steps.entity(self.at_steps[at % FOUND] as usize)
    }

    /// Looks up those of the last entities that are kept. Returns their number.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer steps than entities, which are below 2^32")]
    fn pick(&mut self, len: usize) -> usize {
        let (first, indices) = self.steps.last(len);
        if self.keep.keeps_all() {
            for (step, at) in self.at_steps[..len].iter_mut().zip(first as u32..) {
                *step = at;
            }
            self.steps.find(first, indices, &mut self.room);
            return len;
        }
        let (mut picked, mut entities) = (0, [0; FOUND]);
        for (at, index) in kept_blocks(indices, 0..len, |block| self.keep.sift(block)).flatten() {
            entities[picked % FOUND] = *index;
            self.at_steps[picked % FOUND] = (first + at) as u32;
            picked += 1;
        }
        self.steps.find_some(&self.at_steps[..picked], &entities[..picked], &mut self.room);
        picked
    }
}
