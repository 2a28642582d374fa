//! The fetch of [`Mut`]: as `Write`, but a value is marked when it is first written, and not because it is visited.
//!
//! A `Mut` does not know the readers of its component, whose number is not part of its type. In a loop over slices it notes a write in a
//! flag of the loop; 64 of them become a word of the marks when the next 64 values begin. Elsewhere it marks the position itself. So the
//! loop stays one that LLVM can vectorise.
//!
//! | where | how a write is noted | when it is marked |
//! |---|---|---|
//! | a loop over slices | a flag of the loop | when the next 64 values begin, and at the end, also of a panic |
//! | an item that was looked up, or is kept | - | at once: one store |
//! | another thread | as above | by an atomic operation, since two threads may share a word |

use core::mem;
use core::ops::{Deref, DerefMut};
use core::slice;

use super::sealed::Sealed;
use super::{BLOCK, CutMut, FOUND, Fetch, ParFetch, Place, RestMut, SentLookupMut, Stretch, Write};
use crate::parallel::ParWrite;
use crate::source::Source;
use crate::sparse::EntityIndex;
use crate::storage::{Accompanied, Companion, LookupMut, Note, Storage};

/// Number of values whose writes are noted in one word.
const WORD: usize = u64::BITS as usize;

/// `&mut C` that marks the value as changed when it is first written, and not because it is visited.
///
/// It derefs to the value: reading marks nothing, and `DerefMut` marks it for all readers of changes. `&mut C` costs less, and counts each
/// visited value as changed. Where nothing reads changes of `C`, it is `&mut C`.
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

/// Where the first write of a value is noted.
enum Noting<'w> {
    /// In a flag of the loop: a store, which LLVM combines for a block.
    Flag(&'w mut bool),
    /// At the position of the value.
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

    /// The value to write, which is not marked.
    #[inline(always)]
    pub fn bypass_change_detection(&mut self) -> &mut C {
        self.value
    }

    /// Replaces the value if it differs, and returns true if it did.
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

/// Borrows a storage apart from what accompanies its values, which are noted elsewhere, and its index; for generated code.
#[inline]
pub fn apart_noted<'w, S: Storage, X: Companion<S::Value>>(
    own: &'w mut S,
    notes: &'w dyn Note,
) -> (&'w S::Index, NotedMut<'w, Accompanied<S, X>>) {
    let (index, values) = own.parts_mut();
    (index, NotedMut { column: LookupMut::unmarked(index, values), notes: Some(notes) })
}

/// Values that are marked as they are written, adjacent in their storage.
pub struct MutSlice<'w, C> {
    values: &'w mut [C],
    words: Words<'w>,
}

/// Writes to 64 values from a position on, which wait to be passed on to the marks.
struct Words<'w> {
    notes: Option<&'w dyn Note>,
    position: usize,
    written: [[bool; BLOCK]; WORD / BLOCK],
}

/// What was written, as bits.
#[inline(always)]
fn bits(written: &[[bool; BLOCK]; WORD / BLOCK]) -> u64 {
    // The product has the bit of each byte, which is its lowest one, side by side in its highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let gathered = written.map(|block| u64::from_le_bytes(block.map(u8::from)).wrapping_mul(GATHER) >> 56);
    gathered.iter().rev().fold(0, |bits, byte| bits << 8 | byte)
}

impl Words<'_> {
    /// Passes on what was noted, and continues at another position.
    #[inline(always)]
    fn next(&mut self, position: usize) {
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
    fn new(values: &'w mut [C], notes: Option<&'w dyn Note>, position: usize) -> Self {
        Self { values, words: Words { notes, position, written: [[false; BLOCK]; WORD / BLOCK] } }
    }

    /// The values and what they are noted in.
    #[inline(always)]
    fn into_parts(mut self) -> (&'w mut [C], Option<&'w dyn Note>, usize) {
        self.words.next(self.words.position);
        (mem::take(&mut self.values), self.words.notes, self.words.position)
    }

    /// The values to read.
    #[must_use]
    pub fn as_slice(&self) -> &[C] {
        self.values
    }

    /// The values to write, all of which are marked.
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

/// The same in blocks of 8.
pub struct MutBlocks<'w, C> {
    values: &'w mut [[C; BLOCK]],
    words: Words<'w>,
}

impl<C> core::fmt::Debug for MutBlocks<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MutBlocks").field("blocks", &self.values.len()).finish_non_exhaustive()
    }
}

/// Fetches `Mut<C>` from a storage of `C`.
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
    if aligned { Some(step) } else { index.place_of(entity) }
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

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        NotedMut { column: columns.column.reborrow(), notes: columns.notes }
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        let place = columns.column.index.place_of(index)?;
        Some(at_position(columns.column.at(place)?, columns.notes, place, true))
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
        let place = position_of(column.index, column.aligned, step, index)?;
        Some(at_position(column.at(place)?, notes, place, false))
    }

    #[inline(always)]
    fn places<'w>(columns: &Self::Columns<'w>) -> Self::Places<'w> {
        Write::<S>::places(&columns.column)
    }

    #[inline(always)]
    fn item_at<'a>(columns: &'a mut Self::Columns<'_>, room: &Self::Room, at: usize, _: u32) -> Option<Self::Item<'a>> {
        let (notes, place) = (columns.notes, room[at % FOUND] as usize);
        Some(at_position(columns.column.reborrow().at(place)?, notes, place, false))
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
    fn aligned<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Write::<S>::aligned(&columns.column)
    }

    #[inline(always)]
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Option<Self::Slice<'w>> {
        let NotedMut { column, notes } = columns;
        Some(MutSlice::new(Write::<S>::slice(column, source)?, notes, 0))
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

    const SLICED: bool = S::Index::PACKED;
    const REQUIRED: usize = 1;
    const BY_ENTITY: bool = !S::Index::PACKED;

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
    fn head(slice: Self::Slice<'_>, len: usize) -> Self::Slice<'_> {
        let (values, notes, position) = slice.into_parts();
        MutSlice::new(&mut values[..len], notes, position)
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

/// Values that are yielded one by one and kept, with what they are noted in.
pub struct MutScattered<'w, V, I> {
    values: V,
    index: &'w I,
    aligned: bool,
    notes: Option<&'w dyn Note>,
}

impl<V, I> core::fmt::Debug for MutScattered<'_, V, I> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MutScattered").field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, V, I: EntityIndex> MutScattered<'w, V, I> {
    #[inline(always)]
    fn item<C>(&self, value: &'w mut C, step: usize, index: u32) -> Option<Mut<'w, C>> {
        let place = position_of(self.index, self.aligned, step, index)?;
        Some(at_position(value, self.notes, place, true))
    }
}

/// A run of values that are marked as they are written.
pub struct MutRun<'w, C> {
    values: slice::IterMut<'w, C>,
    notes: Option<&'w dyn Note>,
    position: usize,
}

impl<C> core::fmt::Debug for MutRun<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MutRun").field("len", &self.values.len()).finish_non_exhaustive()
    }
}

impl<'w, C> Iterator for MutRun<'w, C> {
    type Item = Mut<'w, C>;

    #[inline(always)]
    fn next(&mut self) -> Option<Mut<'w, C>> {
        let item = at_position(self.values.next()?, self.notes, self.position, true);
        self.position += 1;
        Some(item)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Mut<'w, C>> {
        let skipped = n.min(self.values.len());
        self.values = mem::take(&mut self.values).into_slice()[skipped..].iter_mut();
        self.position += skipped;
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
}

impl<C> ExactSizeIterator for MutRun<'_, C> {}

impl<S: Storage> Stretch for WriteMut<S> {
    type Run<'w> = MutRun<'w, S::Value>;
    type Cut<'w> = MutScattered<'w, CutMut<'w, S>, S::Index>;
    type Rest<'w> = MutScattered<'w, RestMut<'w, S>, S::Index>;

    const WRITES: bool = true;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        MutRun { values: [].iter_mut(), notes: None, position: 0 }
    }

    #[inline(always)]
    fn run(slice: Self::Slice<'_>, _: usize) -> Self::Run<'_> {
        let (values, notes, position) = slice.into_parts();
        MutRun { values: values.iter_mut(), notes, position }
    }

    #[inline(always)]
    fn item<'w>(value: Self::Item<'w>, _: &'w [u32]) -> Self::Item<'w> {
        value
    }

    #[inline]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        let NotedMut { column, notes } = columns;
        let (index, aligned) = (column.index, column.aligned);
        MutScattered { values: Write::<S>::cut(column), index, aligned, notes }
    }

    #[inline]
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize {
        Write::<S>::together(&cut.values, step, indices)
    }

    #[inline]
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        let values = Write::<S>::take(&mut cut.values, step, indices)?;
        Some(MutRun { position: cut.values.place - values.len(), values, notes: cut.notes })
    }

    #[inline]
    fn rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Rest<'w> {
        let MutScattered { values, index, aligned, notes } = cut;
        MutScattered { values: Write::<S>::rest(values, source), index, aligned, notes }
    }

    #[inline(always)]
    fn next_of<'w>(rest: &mut Self::Rest<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        let value = Write::<S>::next_of(&mut rest.values, step, index)?;
        rest.item(value, step, index)
    }

    #[inline(always)]
    fn read_run<'w>(_: &Self::Columns<'w>, _: usize, _: &'w [u32]) -> Option<Self::Run<'w>> {
        None
    }

    #[inline(always)]
    fn read_at<'w>(_: &Self::Columns<'w>, _: &Self::Room, _: usize, _: u32) -> Option<Self::Item<'w>> {
        None
    }
}

impl<S: Storage<Value: ParWrite>> ParFetch for WriteMut<S> {
    type Part<'w> = MutScattered<'w, SentLookupMut<'w, S>, S::Index>;

    fn from_step<'w>(columns: Self::Columns<'w>, source: Source<'w>, step: usize, is_run: bool) -> Self::Part<'w> {
        let NotedMut { column, notes } = columns;
        let (index, aligned) = (column.index, column.aligned);
        MutScattered { values: Write::<S>::from_step(column, source, step, is_run), index, aligned, notes }
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w> {
        let MutScattered { index, aligned, notes, .. } = *part;
        MutScattered { values: Write::<S>::split_front(&mut part.values, step), index, aligned, notes }
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        let value = Write::<S>::fetch(&mut part.values, step, index)?;
        part.item(value, step, index)
    }

    #[inline(always)]
    fn part_run_len(part: &Self::Part<'_>, indices: &[u32]) -> usize {
        Write::<S>::part_run_len(&part.values, indices)
    }

    #[inline(always)]
    fn part_run_at<'a>(part: &'a mut Self::Part<'_>, step: usize, indices: &'a [u32]) -> Option<Self::Slice<'a>> {
        let first = position_of(part.index, part.aligned, step, *indices.first()?)?;
        let notes = part.notes;
        Some(MutSlice::new(Write::<S>::part_run_at(&mut part.values, step, indices)?, notes, first))
    }

    fn checked(part: &Self::Part<'_>) -> usize {
        Write::<S>::checked(&part.values)
    }

    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        let (values, notes, position) = slice.into_parts();
        let (front, back) = values.split_at_mut(at);
        (MutSlice::new(front, notes, position), MutSlice::new(back, notes, position + at))
    }
}
