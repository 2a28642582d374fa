//! The fetches of one component, to read or to write.
//!
//! An aligned column is accessed by step, without a lookup; other columns are accessed at positions that were found before, or through the
//! index of their storage.
//!
//! `Read` and `Write` differ only in `&mut`, which can be lent only once. Where `Read` copies a shared reference, `Write` reborrows its
//! column for each step, and uses the kernel (`disjoint.rs`) to yield values that may be kept.
//!
//! | | [`Read`] | [`Write`] |
//! |---|---|---|
//! | column | `Lookup`, which is copied | `LookupMut`, which is reborrowed |
//! | an item for one step | a shared reference | a borrow that ends with the step |
//! | items that may be kept | the same reference, any number of times | each once, from `DisjointMut` |
//! | a run | `&[C]` | `&mut [C]` |
//! | marks of change | none | set by the iteration, before the value is used; only `get` sets its own |

use core::marker::PhantomData;

use super::sealed::Sealed;
use super::{BLOCK, FOUND, Fetch, KEPT, Place, ReadFetch};
use crate::disjoint::DisjointMut;
use crate::sparse::{EntityIndex, Source};
use crate::storage::{Lookup, LookupMut, Storage, ValuesMut};

/// Fetches `&C` from a storage of `C`.
///
/// A marker type: it names the storage, and the column is passed to each function.
#[derive(Debug)]
pub struct Read<S>(PhantomData<S>);

impl<S> Sealed for Read<S> {}

impl<S: Storage> Fetch for Read<S> {
    type Columns<'w> = Lookup<'w, S>;
    type Item<'w> = &'w S::Value;
    type Scattered<'w> = Lookup<'w, S>;
    type Slice<'w> = &'w [S::Value];
    type Blocks<'w> = &'w [[S::Value; BLOCK]];
    type Block<'w> = &'w [S::Value; BLOCK];
    type Places<'w> = Place<'w, S::Index>;
    type Room = [u32; FOUND];
    type Few = [u32; KEPT];

    /// A copy with a shorter lifetime. The storage chooses the type of its values, so only the storage can shorten their lifetime.
    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        let Lookup { index, values, first, aligned } = *columns;
        Lookup { index, values: S::shorten(values), first, aligned }
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        columns.get(index)
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, _: Source<'w>) -> Self::Scattered<'w> {
        columns
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        if scattered.aligned { scattered.at(step) } else { scattered.get(index) }
    }

    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>> {
        if columns.aligned { columns.at(step) } else { columns.get(index) }
    }

    #[inline(always)]
    fn places<'w>(columns: &Self::Columns<'w>) -> Self::Places<'w> {
        Place { index: columns.index, aligned: columns.aligned }
    }

    #[inline(always)]
    fn item_at<'a>(columns: &'a mut Self::Columns<'_>, room: &Self::Room, at: usize, _: u32) -> Option<Self::Item<'a>> {
        columns.at(room[at % FOUND] as usize)
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Some(columns.index.source())
    }

    #[inline(always)]
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>) {
        columns.aligned = columns.index.is_source(source);
    }

    #[inline(always)]
    fn compare(columns: &mut Self::Columns<'_>, source: Source<'_>, most: usize) {
        columns.aligned = columns.aligned || columns.index.is_in_order_of(source, most);
    }

    #[inline(always)]
    fn slice<'w>(columns: Self::Columns<'w>, _: Source<'w>, steps: usize) -> Option<Self::Slice<'w>> {
        if columns.aligned { columns.run(0..steps) } else { None }
    }

    const TRACKED: bool = false;

    #[inline(always)]
    fn all_aligned(columns: &Self::Columns<'_>) -> bool {
        columns.aligned
    }

    #[inline]
    fn finds(columns: &Self::Columns<'_>, _: usize, index: u32) -> bool {
        columns.aligned || columns.index.position_of(index).is_some()
    }

    #[inline(always)]
    fn mark(_: &Self::Columns<'_>, _: usize, _: u32) {}

    #[inline(always)]
    fn mark_first(_: &Self::Columns<'_>, _: usize) {}

    const SLICED: bool = S::Index::DENSE;
    const REQUIRED: usize = 1;
    const BY_ENTITY: bool = !S::Index::DENSE;

    /// `room[0]` is the first position of the run; the caller has determined that all columns have these entities there, in this order. (If
    /// the sum wraps, the range ends before it begins, and there is no slice.)
    #[inline(always)]
    fn run_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        indices: &'a [u32],
    ) -> Option<Self::Slice<'a>> {
        let first = room[0] as usize;
        columns.run(first..first.wrapping_add(indices.len()))
    }

    const WIDEST: usize = size_of::<S::Value>();

    #[inline(always)]
    fn covers(slice: &Self::Slice<'_>, len: usize) -> bool {
        slice.len() >= len
    }

    #[inline(always)]
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        slice.as_chunks()
    }

    #[inline(always)]
    fn block<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize) -> Self::Block<'a> {
        &blocks[block]
    }

    #[inline(always)]
    fn lane<'a>(block: &'a mut Self::Block<'_>, lane: usize) -> Self::Item<'a> {
        &block[lane]
    }

    #[inline(always)]
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a> {
        &slice[at]
    }
}

impl<S: Storage> ReadFetch for Read<S> {
    #[inline(always)]
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w> {
        // Field by field: a whole tuple of columns would be copied in pieces that overlap those in which it was written, for which
        // processors wait.
        let Lookup { index, values, first, aligned } = *columns;
        Lookup { index, values, first, aligned }
    }
}

/// The cells of the values of a storage.
///
/// Through them the kernel reaches the value at a position, in whatever form the storage lends its values.
pub(super) type CellsOf<'w, S> = <<S as Storage>::ValuesMut<'w> as ValuesMut<'w, <S as Storage>::Value>>::Cells;

/// Fetches `&mut C` from a storage of `C`.
///
/// A marker type, as [`Read`] is. Its columns do not implement `Copy`: a copy could lend a value that the original has already lent.
#[derive(Debug)]
pub struct Write<S>(PhantomData<S>);

impl<S> Sealed for Write<S> {}

impl<S: Storage> Fetch for Write<S> {
    type Columns<'w> = LookupMut<'w, S>;
    type Item<'w> = &'w mut S::Value;
    type Scattered<'w> = DisjointMut<'w, S::Index, CellsOf<'w, S>>;
    type Slice<'w> = &'w mut [S::Value];
    type Blocks<'w> = &'w mut [[S::Value; BLOCK]];
    type Block<'w> = &'w mut [S::Value; BLOCK];
    type Places<'w> = Place<'w, S::Index>;
    type Room = [u32; FOUND];
    type Few = [u32; KEPT];

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        columns.reborrow()
    }

    /// Marks the value, since no iteration has marked it before.
    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        columns.get_marked(index)
    }

    /// Passes the values to the kernel, which yields each of them once. Whether positions are steps or are looked up is decided here.
    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        let (index, aligned) = (columns.index, columns.aligned);
        DisjointMut::new(columns.cells(), index, aligned, source)
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, _: u32) -> Option<Self::Item<'w>> {
        scattered.at(step, step)
    }

    /// The item ends with the step, so no value can be lent twice, and nothing is checked.
    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>> {
        let columns = Self::reborrow(columns);
        if columns.aligned { columns.at(step) } else { columns.get(index) }
    }

    #[inline(always)]
    fn places<'w>(columns: &Self::Columns<'w>) -> Self::Places<'w> {
        Place { index: columns.index, aligned: columns.aligned }
    }

    #[inline(always)]
    fn item_at<'a>(columns: &'a mut Self::Columns<'_>, room: &Self::Room, at: usize, _: u32) -> Option<Self::Item<'a>> {
        columns.lend_at(room[at % FOUND] as usize)
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Some(columns.index.source())
    }

    #[inline(always)]
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>) {
        columns.aligned = columns.index.is_source(source);
    }

    #[inline(always)]
    fn compare(columns: &mut Self::Columns<'_>, source: Source<'_>, most: usize) {
        columns.aligned = columns.aligned || columns.index.is_in_order_of(source, most);
    }

    #[inline(always)]
    fn slice<'w>(columns: Self::Columns<'w>, _: Source<'w>, steps: usize) -> Option<Self::Slice<'w>> {
        if columns.aligned { columns.run(0..steps) } else { None }
    }

    const TRACKED: bool = S::MARKED;

    #[inline(always)]
    fn all_aligned(columns: &Self::Columns<'_>) -> bool {
        columns.aligned
    }

    #[inline]
    fn finds(columns: &Self::Columns<'_>, _: usize, index: u32) -> bool {
        columns.aligned || columns.index.position_of(index).is_some()
    }

    /// A missing value is not marked, whether the entity is visited or not.
    #[inline]
    fn mark(columns: &Self::Columns<'_>, step: usize, index: u32) {
        if let Some(position) = if columns.aligned { Some(step) } else { columns.index.position_of(index) } {
            columns.mark(position);
        }
    }

    #[inline]
    fn mark_first(columns: &Self::Columns<'_>, steps: usize) {
        columns.mark_first(steps);
    }

    const SLICED: bool = S::Index::DENSE;
    const REQUIRED: usize = 1;
    const BY_ENTITY: bool = !S::Index::DENSE;

    #[inline(always)]
    fn run_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        indices: &'a [u32],
    ) -> Option<Self::Slice<'a>> {
        let first = room[0] as usize;
        columns.lend_run(first..first.wrapping_add(indices.len()))
    }

    const WIDEST: usize = size_of::<S::Value>();

    #[inline(always)]
    fn covers(slice: &Self::Slice<'_>, len: usize) -> bool {
        slice.len() >= len
    }

    #[inline(always)]
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        slice.as_chunks_mut()
    }

    #[inline(always)]
    fn block<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize) -> Self::Block<'a> {
        &mut blocks[block]
    }

    #[inline(always)]
    fn lane<'a>(block: &'a mut Self::Block<'_>, lane: usize) -> Self::Item<'a> {
        &mut block[lane]
    }

    #[inline(always)]
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a> {
        &mut slice[at]
    }
}
