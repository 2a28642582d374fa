//! The fetch of [`Mut`]: like `Write`, but a value is marked when it is first written, not when it is visited.
//!
//! A `Mut` does not know the readers of its component: their number is not part of its type. In a loop over slices it notes a write in a
//! flag of the loop; 64 flags become a word of the marks when the next 64 values begin. So LLVM can still vectorise the loop. Elsewhere, a
//! `Mut` marks the position itself.
//!
//! | where | how a write is noted | when it is marked |
//! |---|---|---|
//! | a loop over slices | a flag of the loop | when the next 64 values begin, and at the end, also after a panic |
//! | an item that was looked up | - | at once: one store |
//! | an item that may be kept, or on another thread | as above | by an atomic operation, since two threads may share a word |
//!
//! The item and its fetch are here. `slices` contains the flags in which loops over slices note writes; `kept` iterates items that may be
//! kept, and divides them among threads.

mod kept;
mod slices;

use core::ops::{Deref, DerefMut};

pub use kept::{MutRun, MutScattered};
pub use slices::{MutBlocks, MutSlice};

use slices::{WORD, Words};

use super::sealed::Sealed;
use super::{BLOCK, FOUND, Fetch, KEPT, Place, Write};
use crate::sparse::{EntityIndex, Source};
use crate::storage::{Accompanied, Companion, LookupMut, Note, Storage};

/// `&mut C` that marks the value as changed when it is first written, not when it is visited.
///
/// It dereferences to the value: reading marks nothing, and `DerefMut` marks the value for all readers of changes. `&mut C` costs less, but
/// each visited value counts as changed. If nothing reads changes of `C`, it behaves like `&mut C`.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone, Copy)] struct Health(u32);
/// #[system]
/// fn heal(mut health: Mut<'_, Health>) {
///     let healed = (health.0 + 1).min(10);
///     health.set_if_neq(Health(healed));
/// }
///
/// #[derive(Default)]
/// struct Bars(usize);
///
/// #[system(changed(Health))]
/// impl Bars {
///     fn run(&mut self, _: &Health) {
///         self.0 += 1;
///     }
/// }
///
/// ecs_world! { components: Health; systems: heal, Bars; }
///
/// let mut world = World::default();
/// world.spawn_batch([Health(9), Health(10)]);
/// world.run();
/// assert_eq!(world.systems.bars.0, 2, "both were added");
/// world.run();
/// assert_eq!(world.systems.bars.0, 2, "and neither changed");
/// ```
pub struct Mut<'w, C> {
    value: &'w mut C,
    note: Noting<'w>,
}

/// Where writes of a value are noted.
enum Noting<'w> {
    /// In a flag of the loop: a store, which LLVM combines for a block.
    Flag(&'w mut bool),
    /// Where to note it, if anything reads changes; the position; and whether another thread may mark the same word.
    Position(Option<&'w dyn Note>, usize, bool),
}

impl<C> Mut<'_, C> {
    #[inline(always)]
    fn mark(&mut self) {
        match &mut self.note {
            Noting::Flag(written) => **written = true,
            Noting::Position(notes, position, shared) => {
                if let Some(notes) = notes {
                    notes.note(*position, *shared);
                }
            }
        }
    }

    /// Returns the value to write, without marking it as changed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// #[derive(Debug, PartialEq)]
    /// struct Health(u32);
    ///
    /// #[derive(Default)]
    /// struct Bars(usize);
    ///
    /// #[system(changed(Health))]
    /// impl Bars {
    ///     fn run(&mut self, _: &Health) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// ecs_world! { components: Health; systems: Bars; }
    ///
    /// let mut world = World::default();
    /// world.spawn(Health(5));
    /// world.run();
    /// for mut health in world.query_mut::<Mut<'_, Health>>() {
    ///     health.bypass_change_detection().0 = 6;
    /// }
    /// world.run();
    /// assert_eq!(world.systems.bars.0, 1, "the insertion was seen, and the write was not");
    /// ```
    #[inline(always)]
    pub fn bypass_change_detection(&mut self) -> &mut C {
        self.value
    }

    /// Replaces the value if it differs from the new one, and returns true if it did. Costs a comparison, and a write if the values differ.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # #[derive(Debug, PartialEq)] struct Health(u32);
    /// # ecs_world! { components: Health; }
    /// # let mut world = World::default();
    /// world.spawn_batch([Health(1), Health(2)]);
    /// let mut query = world.query_mut::<Mut<'_, Health>>();
    /// let written = query.iter_mut().map(|mut health| health.set_if_neq(Health(2)));
    /// assert!(written.eq([true, false]));
    /// ```
    #[inline]
    pub fn set_if_neq(&mut self, value: C) -> bool
    where
        C: PartialEq,
    {
        let differs = *self.value != value;
        if differs {
            **self = value;
        }
        differs
    }
}

impl<C> Deref for Mut<'_, C> {
    type Target = C;

    #[inline(always)]
    fn deref(&self) -> &C {
        self.value
    }
}

impl<C> DerefMut for Mut<'_, C> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut C {
        self.mark();
        self.value
    }
}

impl<C: core::fmt::Debug> core::fmt::Debug for Mut<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.value.fmt(f)
    }
}

/// A column whose values are marked as they are written.
pub struct NotedMut<'w, S: Storage> {
    /// Without marks of its own, with which it would mark visited values.
    pub(crate) column: LookupMut<'w, S>,
    pub(crate) notes: Option<&'w dyn Note>,
}

impl<S: Storage> Default for NotedMut<'_, S> {
    fn default() -> Self {
        Self { column: LookupMut::default(), notes: None }
    }
}

impl<S: Storage> core::fmt::Debug for NotedMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.column.fmt(f)
    }
}

impl<S: Storage> NotedMut<'_, S> {
    /// Marks the column as aligned: the view that is iterated owns the storage. For generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn aligned(mut self) -> Self {
        self.column.aligned = true;
        self
    }
}

/// Borrows a storage to write values that are marked as they are written, for generated code.
#[inline]
pub fn write_noted<S: Storage>(storage: &mut S) -> NotedMut<'_, S> {
    let (index, values, notes) = storage.noted_parts();
    NotedMut { column: LookupMut::unmarked(index, values), notes }
}

/// Borrows the index and the values of a storage without its companion; writes are noted in `notes`. For generated code.
#[inline]
pub fn apart_noted<'w, S: Storage, X: Companion<S::Value>>(
    own: &'w mut S,
    notes: &'w dyn Note,
) -> (&'w S::Index, NotedMut<'w, Accompanied<S, X>>) {
    let (index, values) = own.parts_mut();
    (index, NotedMut { column: LookupMut::unmarked(index, values), notes: Some(notes) })
}

/// Fetches `Mut<C>` from a storage of `C`.
///
/// It finds values as [`Write`] does. Each `Mut` notes its own writes, so [`TRACKED`](Fetch::TRACKED) is false.
#[derive(Debug)]
pub struct WriteMut<S>(core::marker::PhantomData<S>);

impl<S> Sealed for WriteMut<S> {}

/// An item at a position.
#[inline(always)]
fn at_position<'w, C>(value: &'w mut C, notes: Option<&'w dyn Note>, position: usize, shared: bool) -> Mut<'w, C> {
    Mut { value, note: Noting::Position(notes, position, shared) }
}

/// The position of an entity: its step if the column is aligned.
#[inline(always)]
fn position_of<I: EntityIndex>(index: &I, aligned: bool, step: usize, entity: u32) -> Option<usize> {
    if aligned { Some(step) } else { index.position_or_beyond(entity) }
}

impl<S: Storage> Fetch for WriteMut<S> {
    type Columns<'w> = NotedMut<'w, S>;
    type Item<'w> = Mut<'w, S::Value>;
    type Scattered<'w> = MutScattered<'w, <Write<S> as Fetch>::Scattered<'w>, S::Index>;
    type Slice<'w> = MutSlice<'w, S::Value>;
    type Blocks<'w> = MutBlocks<'w, S::Value>;
    type Block<'w> = (&'w mut [S::Value; BLOCK], &'w mut [bool; BLOCK]);
    type Places<'w> = Place<'w, S::Index>;
    type Room = [u32; FOUND];
    type Few = [u32; KEPT];

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        NotedMut { column: columns.column.reborrow(), notes: columns.notes }
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        let position = columns.column.index.position_or_beyond(index)?;
        Some(at_position(columns.column.at(position)?, columns.notes, position, true))
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        let NotedMut { column, notes } = columns;
        let (index, aligned) = (column.index, column.aligned);
        MutScattered { values: Write::<S>::scatter(column, source), index, aligned, notes }
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        let value = Write::<S>::next(&mut scattered.values, step, index)?;
        scattered.item(value, step, index)
    }

    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>> {
        let notes = columns.notes;
        let column = columns.column.reborrow();
        let position = position_of(column.index, column.aligned, step, index)?;
        Some(at_position(column.at(position)?, notes, position, false))
    }

    #[inline(always)]
    fn places<'w>(columns: &Self::Columns<'w>) -> Self::Places<'w> {
        Write::<S>::places(&columns.column)
    }

    #[inline(always)]
    fn item_at<'a>(columns: &'a mut Self::Columns<'_>, room: &Self::Room, at: usize, _: u32) -> Option<Self::Item<'a>> {
        let (notes, position) = (columns.notes, room[at % FOUND] as usize);
        Some(at_position(columns.column.lend_at(position)?, notes, position, false))
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Write::<S>::narrow(&columns.column)
    }

    #[inline(always)]
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>) {
        Write::<S>::align(&mut columns.column, source);
    }

    #[inline(always)]
    fn compare(columns: &mut Self::Columns<'_>, source: Source<'_>, most: usize) {
        Write::<S>::compare(&mut columns.column, source, most);
    }

    #[inline(always)]
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>, steps: usize) -> Option<Self::Slice<'w>> {
        let NotedMut { column, notes } = columns;
        Some(MutSlice::new(Write::<S>::slice(column, source, steps)?, notes, 0))
    }

    // A value is marked when it is written.
    const TRACKED: bool = false;

    #[inline(always)]
    fn all_aligned(columns: &Self::Columns<'_>) -> bool {
        columns.column.aligned
    }

    #[inline]
    fn finds(columns: &Self::Columns<'_>, step: usize, index: u32) -> bool {
        Write::<S>::finds(&columns.column, step, index)
    }

    #[inline(always)]
    fn mark(_: &Self::Columns<'_>, _: usize, _: u32) {}

    #[inline(always)]
    fn mark_first(_: &Self::Columns<'_>, _: usize) {}

    const SLICED: bool = S::Index::DENSE;
    const REQUIRED: usize = 1;
    const BY_ENTITY: bool = !S::Index::DENSE;

    #[inline(always)]
    fn run_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        indices: &'a [u32],
    ) -> Option<Self::Slice<'a>> {
        let notes = columns.notes;
        let values = Write::<S>::run_at(&mut columns.column, room, indices)?;
        Some(MutSlice::new(values, notes, room[0] as usize))
    }

    const NOTED: bool = true;
    const WIDEST: usize = size_of::<S::Value>();

    #[inline(always)]
    fn covers(slice: &Self::Slice<'_>, len: usize) -> bool {
        slice.values.len() >= len
    }

    #[inline(always)]
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        let (values, notes, position) = slice.into_parts();
        let (blocks, rest) = values.as_chunks_mut();
        let behind = position + blocks.len() * BLOCK;
        let words = Words { notes, position, written: [[false; BLOCK]; WORD / BLOCK] };
        (MutBlocks { values: blocks, words }, MutSlice::new(rest, notes, behind))
    }

    #[inline(always)]
    fn block<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize) -> Self::Block<'a> {
        let in_word = block % (WORD / BLOCK);
        if in_word == 0 && block > 0 {
            blocks.words.next(blocks.words.position + WORD);
        }
        (&mut blocks.values[block], &mut blocks.words.written[in_word])
    }

    #[inline(always)]
    fn lane<'a>((values, written): &'a mut Self::Block<'_>, lane: usize) -> Self::Item<'a> {
        Mut { value: &mut values[lane], note: Noting::Flag(&mut written[lane]) }
    }

    #[inline(always)]
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a> {
        if at.is_multiple_of(WORD) && at > 0 {
            slice.words.next(slice.words.position + WORD);
        }
        let written = &mut slice.words.written[at % WORD / BLOCK][at % BLOCK];
        Mut { value: &mut slice.values[at], note: Noting::Flag(written) }
    }
}
