//! Items that may be kept, or sent to other threads: each marks its own position as soon as it is written.
//!
//! The values are iterated by the code of [`Write`]; this module adds the positions at which writes are noted. In an aligned column, the
//! position of a value is its step; otherwise it was found before, or is looked up in the index.

use core::mem;
use core::slice;

use super::super::cut::{KnownMut, RestMut, ThinnedMut};
use super::super::{CutMut, KnownOf, LookedUp, ParFetch, SentLookupMut, Stretch, Write};
use super::{Mut, MutSlice, NotedMut, WriteMut, at_position, position_of};
use crate::parallel::ParWrite;
use crate::sparse::{EntityIndex, Source};
use crate::storage::{Note, Storage};

/// Values that are yielded one by one and may be kept, with the marks in which their writes are noted.
pub struct MutScattered<'w, V, I> {
    /// Yields the values, each once.
    pub(super) values: V,
    pub(super) index: &'w I,
    /// Whether the position of a value is its step; otherwise it is looked up in the index.
    pub(super) aligned: bool,
    pub(super) notes: Option<&'w dyn Note>,
}

impl<V, I> core::fmt::Debug for MutScattered<'_, V, I> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MutScattered").field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, V, I: EntityIndex> MutScattered<'w, V, I> {
    /// The item of a value that was yielded at a step. Its write is marked by an atomic operation, since neighbouring items may be written
    /// on other threads.
    #[inline(always)]
    pub(super) fn item<C>(&self, value: &'w mut C, step: usize, index: u32) -> Option<Mut<'w, C>> {
        let position = position_of(self.index, self.aligned, step, index)?;
        Some(at_position(value, self.notes, position, true))
    }
}

/// A value of a run, the marks in which its write is noted, and its position.
type Noted<'w, C> = (&'w mut C, Option<&'w dyn Note>, usize);

/// A run of values that are marked as they are written.
pub struct MutRun<'w, C> {
    /// The values that were not yielded yet.
    values: slice::IterMut<'w, C>,
    /// The marks in which their writes are noted.
    notes: Option<&'w dyn Note>,
    /// The position of the next value.
    position: usize,
}

impl<C> core::fmt::Debug for MutRun<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MutRun").field("len", &self.values.len()).finish_non_exhaustive()
    }
}

impl<'w, C> Iterator for MutRun<'w, C> {
    type Item = Noted<'w, C>;

    #[inline(always)]
    fn next(&mut self) -> Option<Noted<'w, C>> {
        let value = (self.values.next()?, self.notes, self.position);
        self.position += 1;
        Some(value)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Noted<'w, C>> {
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
    type Rest<'w> = (RestMut<'w, S>, Option<&'w dyn Note>);
    /// The values, the marks, and the position of the first value.
    type Thinned<'w> = (ThinnedMut<'w, S>, Option<&'w dyn Note>, usize);
    type Known<'w> = (KnownMut<'w, S>, Option<&'w dyn Note>, Option<&'w [u32]>);

    const WRITES: bool = true;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        MutRun { values: [].iter_mut(), notes: None, position: 0 }
    }

    #[inline(always)]
    fn run_of(slice: Self::Slice<'_>, _: usize) -> Self::Run<'_> {
        let (values, notes, position) = slice.into_parts();
        MutRun { values: values.iter_mut(), notes, position }
    }

    #[inline(always)]
    fn item<'w>((value, notes, position): Noted<'w, S::Value>, _: &'w [u32]) -> Self::Item<'w> {
        at_position(value, notes, position, true)
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
        Some(MutRun { position: cut.values.back_start - values.len(), values, notes: cut.notes })
    }

    #[inline]
    fn thin<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        let values = Write::<S>::thin(&mut cut.values, step, indices)?;
        Some((values, cut.notes, cut.values.back_start - indices.len()))
    }

    #[inline(always)]
    fn thinned_at<'w>((values, notes, first): &mut Self::Thinned<'w>, at: usize) -> Option<Noted<'w, S::Value>> {
        Some((Write::<S>::thinned_at(values, at)?, *notes, *first + at))
    }

    #[inline(always)]
    fn no_rest<'w>() -> Self::Rest<'w> {
        (Write::<S>::no_rest(), None)
    }

    #[inline(always)]
    fn rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Rest<'w> {
        (Write::<S>::rest(cut.values, source), cut.notes)
    }

    #[inline(always)]
    fn rest_at<'w>(
        (values, notes): &mut Self::Rest<'w>,
        few: &Self::Few,
        entity: LookedUp<'w>,
    ) -> Option<Noted<'w, S::Value>> {
        Some((Write::<S>::rest_at(values, few, entity)?, *notes, entity.position(few)))
    }

    #[inline(always)]
    fn known<'w>(columns: Self::Columns<'w>, known: KnownOf<'w, Self>, steps: usize) -> Option<Self::Known<'w>> {
        let NotedMut { column, notes } = columns;
        let positions = match known {
            Some(known) => Some(known.first(steps)?),
            None => None,
        };
        Some((Write::<S>::known(column, known, steps)?, notes, positions))
    }

    #[inline(always)]
    fn known_at<'w>(
        (values, notes, known): &mut Self::Known<'w>,
        step: usize,
        index: &'w u32,
    ) -> Option<Noted<'w, S::Value>> {
        let value = Write::<S>::known_at(values, step, index)?;
        Some((value, *notes, known.map_or(step, |known| known[step] as usize)))
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
