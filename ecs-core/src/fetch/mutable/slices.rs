//! Values in slices whose writes are noted in flags of the loop.
//!
//! A loop that called a function per written value could not be vectorised. So each of 64 values has a flag of its own, a byte that the
//! loop stores to, and the flags become one word of the marks when the next 64 values begin ([`Words`]). If a loop ends early or panics,
//! `Drop` passes on the flags that were set until then.

use core::mem;

use super::super::BLOCK;
use crate::storage::Note;

/// Number of values whose writes are noted in one word.
pub(super) const WORD: usize = u64::BITS as usize;

/// Adjacent values of a storage that are marked as they are written. [`slices`](crate::Query::slices) returns them for `Mut`.
///
/// Only loops of the library write, and mark, single values of it; [`into_mut_slice`](Self::into_mut_slice) marks all of them.
///
/// # Examples
///
/// ```
/// # use ecs_world::{ChangeReader, prelude::*};
/// # struct Health(u32);
/// # ecs_world! { components: #[tracked] Health; }
/// # let mut world = World::default();
/// world.spawn_batch([1, 2].map(Health));
/// let mut reader = ChangeReader::<Health>::new(&mut world);
/// let health = world.query_mut::<Mut<'_, Health>>().slices().expect("one storage, and no filter");
/// assert_eq!(health.as_slice().iter().map(|health| health.0).sum::<u32>(), 3);
/// drop(health);
/// reader.for_each(&mut world, |_, _| unreachable!("nothing was written"));
/// # reader.release(&mut world);
/// ```
pub struct MutSlice<'w, C> {
    /// The values that are not in an earlier part of the loop.
    pub(super) values: &'w mut [C],
    /// The notes of the values that are being visited.
    pub(super) words: Words<'w>,
}

/// Writes to 64 values from a position on that were not passed on to the marks yet.
pub(super) struct Words<'w> {
    /// The marks; `None` if nothing reads changes.
    pub(super) notes: Option<&'w dyn Note>,
    /// The position of the first of the 64.
    pub(super) position: usize,
    /// A flag per value, by block and lane. A `bool` and not a bit: a store of a byte needs no load before it.
    pub(super) written: [[bool; BLOCK]; WORD / BLOCK],
}

/// The flags of written values, as bits.
///
/// Costs eight multiplications. The bit of the first value is the lowest.
///
/// ```text
/// block 0   lanes 0 and 7 written   0b1000_0001
/// block 1   lane 1 written          0b0000_0010
/// others    nothing written         0
/// bits                              0x0281
/// ```
#[inline(always)]
fn bits(written: &[[bool; BLOCK]; WORD / BLOCK]) -> u64 {
    // The highest byte of the product has the lowest bits of all bytes, side by side.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let gathered = written.map(|block| u64::from_le_bytes(block.map(u8::from)).wrapping_mul(GATHER) >> 56);
    gathered.iter().rev().fold(0, |bits, byte| bits << 8 | byte)
}

impl Words<'_> {
    /// Passes the flags on to the marks, and continues at another position.
    #[inline(always)]
    pub(super) fn next(&mut self, position: usize) {
        let written = bits(&mem::take(&mut self.written));
        if let Some(notes) = self.notes
            && written != 0
        {
            notes.note_many(self.position, written);
        }
        self.position = position;
    }
}

impl Drop for Words<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.next(0);
    }
}

impl<'w, C> MutSlice<'w, C> {
    #[inline(always)]
    pub(super) fn new(values: &'w mut [C], notes: Option<&'w dyn Note>, position: usize) -> Self {
        Self { values, words: Words { notes, position, written: [[false; BLOCK]; WORD / BLOCK] } }
    }

    /// The values, the marks in which their writes are noted, and the position of the first value.
    #[inline(always)]
    pub(super) fn into_parts(mut self) -> (&'w mut [C], Option<&'w dyn Note>, usize) {
        self.words.next(self.words.position);
        (mem::take(&mut self.values), self.words.notes, self.words.position)
    }

    /// The values to read.
    ///
    /// Marks nothing. Runs in **O(1)** time.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2].map(Health));
    /// let health = world.query_mut::<Mut<'_, Health>>().slices().expect("one storage, and no filter");
    /// assert_eq!(health.as_slice(), [1, 2].map(Health));
    /// health.into_mut_slice()[0].0 = 7;
    /// assert!(world.query::<&Health>().iter().map(|health| health.0).eq([7, 2]));
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[C] {
        self.values
    }

    /// The values to write, all of which are marked.
    ///
    /// Runs in **O(values)** time if something reads changes of the component.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::{ChangeReader, prelude::*};
    /// # struct Health(u32);
    /// # ecs_world! { components: #[tracked] Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([1, 2].map(Health));
    /// let mut reader = ChangeReader::<Health>::new(&mut world);
    /// world.query_mut::<Mut<'_, Health>>().slices().unwrap().into_mut_slice()[1].0 = 7;
    /// let mut changed = vec![];
    /// reader.for_each(&mut world, |_, health| changed.push(health.0));
    /// assert_eq!(changed, [1, 7], "also those that were not written");
    /// # reader.release(&mut world);
    /// ```
    #[must_use]
    pub fn into_mut_slice(self) -> &'w mut [C] {
        let (values, notes, position) = self.into_parts();
        for (position, _) in (position..).zip(&*values) {
            if let Some(notes) = notes {
                notes.note(position, true);
            }
        }
        values
    }
}

impl<C> core::fmt::Debug for MutSlice<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MutSlice").field("len", &self.values.len()).finish_non_exhaustive()
    }
}

/// Values that are marked as they are written, in blocks of 8.
pub struct MutBlocks<'w, C> {
    pub(super) values: &'w mut [[C; BLOCK]],
    pub(super) words: Words<'w>,
}

impl<C> core::fmt::Debug for MutBlocks<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MutBlocks").field("blocks", &self.values.len()).finish_non_exhaustive()
    }
}
