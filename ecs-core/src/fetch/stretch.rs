//! Owns iteration with items that are kept: runs of values side by side, cut off the columns one behind another.
//!
//! A [`Cut`](Stretch::Cut) is safe code: the values that were cut off are no longer in it. It goes on as long as values are
//! side by side; then [`scatter`](Stretch::scatter_rest) hands what is left to the kernel, which takes any order.

use core::mem;
use core::slice;

use super::handle::living;
use super::{Fetch, Handle, Handles, Maybe, Read, Write};
use crate::storage::{Values, ValuesMut};
use crate::{Allocator, EntityIndex, Lookup, LookupMut, Source, Storage, disjoint::DisjointMut};

/// A fetch whose items are kept while iteration goes on, as in a `for` loop.
pub trait Stretch: Fetch {
    /// Items side by side that come next.
    type Run<'w>;
    /// The columns without the values that were cut off.
    type Cut<'w>;

    /// An empty run.
    fn empty<'w>() -> Self::Run<'w>;

    /// All items of a slice.
    fn items(slice: Self::Slice<'_>) -> Self::Run<'_>;

    /// Takes the first item of a run.
    fn pop<'w>(run: &mut Self::Run<'w>) -> Option<Self::Item<'w>>;

    /// How many items are in a run.
    fn left(run: &Self::Run<'_>) -> usize;

    /// Drops so many items of a run.
    fn advance(run: &mut Self::Run<'_>, items: usize);

    /// Folds all items of a run.
    #[inline(always)]
    fn fold<'w, T>(mut run: Self::Run<'w>, mut folded: T, mut function: impl FnMut(T, Self::Item<'w>) -> T) -> T {
        while let Some(item) = Self::pop(&mut run) {
            folded = function(folded, item);
        }
        folded
    }

    /// The columns, of which nothing is cut off. (Only where there are slices.)
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_>;

    /// How many of these entities, the first of which comes at a step, have values side by side in all columns, behind what was
    /// cut off so far.
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize;

    /// Cuts off the values of so many entities, which are together.
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>>;

    /// What was not cut off, in any order.
    fn scatter_rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Scattered<'w>;
}

/// The place of the value at a step, where the entity has this index.
#[inline]
fn place<I: EntityIndex>(index: &I, aligned: bool, step: usize, indices: &[u32]) -> Option<usize> {
    if aligned { Some(step) } else { index.place_of(*indices.first()?) }
}

/// How many of these entities are at the places from this one on.
#[inline]
fn together<I: EntityIndex>(index: &I, aligned: bool, place: Option<usize>, indices: &[u32]) -> usize {
    if aligned { indices.len() } else { place.map_or(0, |place| index.common(place, indices)) }
}

impl<S: Storage> Stretch for Read<S> {
    type Run<'w> = slice::Iter<'w, S::Value>;
    type Cut<'w> = Lookup<'w, S>;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        [].iter()
    }

    #[inline(always)]
    fn items(slice: Self::Slice<'_>) -> Self::Run<'_> {
        slice.iter()
    }

    #[inline(always)]
    fn pop<'w>(run: &mut Self::Run<'w>) -> Option<Self::Item<'w>> {
        run.next()
    }

    #[inline(always)]
    fn left(run: &Self::Run<'_>) -> usize {
        run.len()
    }

    #[inline(always)]
    fn advance(run: &mut Self::Run<'_>, items: usize) {
        skip(run, items);
    }

    #[inline(always)]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        columns
    }

    #[inline]
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize {
        together(cut.index, cut.aligned, place(cut.index, cut.aligned, step, indices), indices)
    }

    #[inline]
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        let first = place(cut.index, cut.aligned, step, indices)?;
        Some(cut.values.slice(first..first + indices.len())?.iter())
    }

    #[inline(always)]
    fn scatter_rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        Self::scatter(cut, source)
    }
}

/// Drops so many items.
#[inline(always)]
fn skip(items: &mut impl Iterator, count: usize) {
    if let Some(last) = count.checked_sub(1) {
        items.nth(last);
    }
}

/// A column to change, of which one range of values is cut off.
pub struct CutMut<'w, S: Storage> {
    index: &'w S::Index,
    aligned: bool,
    /// The values before the range, those behind it, and the place where these begin.
    front: &'w mut [S::Value],
    back: &'w mut [S::Value],
    place: usize,
    is_whole: bool,
}

impl<S: Storage> core::fmt::Debug for CutMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CutMut").field("index", self.index).field("place", &self.place).finish_non_exhaustive()
    }
}

impl<S: Storage> Stretch for Write<S> {
    type Run<'w> = slice::IterMut<'w, S::Value>;
    type Cut<'w> = CutMut<'w, S>;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        [].iter_mut()
    }

    #[inline(always)]
    fn items(slice: Self::Slice<'_>) -> Self::Run<'_> {
        slice.iter_mut()
    }

    #[inline(always)]
    fn pop<'w>(run: &mut Self::Run<'w>) -> Option<Self::Item<'w>> {
        run.next()
    }

    #[inline(always)]
    fn left(run: &Self::Run<'_>) -> usize {
        run.len()
    }

    #[inline(always)]
    fn advance(run: &mut Self::Run<'_>, items: usize) {
        skip(run, items);
    }

    #[inline]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        let LookupMut { index, values, aligned } = columns;
        let back = values.slice(0..index.source().steps()).unwrap_or_default();
        CutMut { index, aligned, front: &mut [], back, place: 0, is_whole: true }
    }

    #[inline]
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize {
        let first = place(cut.index, cut.aligned, step, indices);
        // The range that is cut off has no gaps, so that two slices are left beside it.
        let follows = cut.is_whole || first == Some(cut.place);
        if follows { together(cut.index, cut.aligned, first, indices) } else { 0 }
    }

    #[inline]
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        if mem::take(&mut cut.is_whole) {
            cut.place = place(cut.index, cut.aligned, step, indices)?;
            (cut.front, cut.back) = mem::take(&mut cut.back).split_at_mut_checked(cut.place)?;
        }
        let taken = cut.back.split_off_mut(..indices.len())?;
        cut.place += taken.len();
        Some(taken.iter_mut())
    }

    #[inline]
    fn scatter_rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        let cells = <S::ValuesMut<'w> as ValuesMut<'w, S::Value>>::cells_beside(cut.front, cut.place, cut.back);
        DisjointMut::new(cells, cut.index, cut.aligned, source)
    }
}

impl Stretch for Handle {
    type Run<'w> = (slice::Iter<'w, u32>, &'w [u32]);
    type Cut<'w> = &'w Allocator;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        ([].iter(), &[])
    }

    #[inline(always)]
    fn items(Handles { indices, generations }: Self::Slice<'_>) -> Self::Run<'_> {
        (indices.iter(), generations)
    }

    #[inline(always)]
    fn pop<'w>(run: &mut Self::Run<'w>) -> Option<Self::Item<'w>> {
        let (indices, generations) = run;
        indices.next().map(|index| living(generations, *index))
    }

    #[inline(always)]
    fn left(run: &Self::Run<'_>) -> usize {
        run.0.len()
    }

    #[inline(always)]
    fn advance(run: &mut Self::Run<'_>, items: usize) {
        skip(&mut run.0, items);
    }

    #[inline(always)]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        columns
    }

    #[inline(always)]
    fn together(_: &Self::Cut<'_>, _: usize, indices: &[u32]) -> usize {
        indices.len()
    }

    #[inline(always)]
    fn take<'w>(cut: &mut Self::Cut<'w>, _: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        Some((indices.iter(), cut.generations()))
    }

    #[inline(always)]
    fn scatter_rest<'w>(cut: Self::Cut<'w>, _: Source<'w>) -> Self::Scattered<'w> {
        cut
    }
}

/// Nothing is side by side, so that there are no runs.
impl<F: Fetch> Stretch for Maybe<F> {
    type Run<'w> = ();
    type Cut<'w> = Self::Columns<'w>;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {}

    #[inline(always)]
    fn items(slice: Self::Slice<'_>) -> Self::Run<'_> {
        match slice {}
    }

    #[inline(always)]
    fn pop<'w>((): &mut Self::Run<'w>) -> Option<Self::Item<'w>> {
        None
    }

    #[inline(always)]
    fn left((): &Self::Run<'_>) -> usize {
        0
    }

    #[inline(always)]
    fn advance((): &mut Self::Run<'_>, _: usize) {}

    #[inline(always)]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        columns
    }

    #[inline(always)]
    fn together(_: &Self::Cut<'_>, _: usize, _: &[u32]) -> usize {
        0
    }

    #[inline(always)]
    fn take<'w>(_: &mut Self::Cut<'w>, _: usize, _: &'w [u32]) -> Option<Self::Run<'w>> {
        None
    }

    #[inline(always)]
    fn scatter_rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        Self::scatter(cut, source)
    }
}

macro_rules! tuple_stretch {
    ($($F:ident $f:ident),*) => {
        #[allow(clippy::unused_unit, clippy::extra_unused_lifetimes, reason = "the empty tuple fetches nothing")]
        impl<$($F: Stretch),*> Stretch for ($($F,)*) {
            type Run<'w> = ($($F::Run<'w>,)*);
            type Cut<'w> = ($($F::Cut<'w>,)*);

            #[inline(always)]
            fn empty<'w>() -> Self::Run<'w> {
                ($($F::empty(),)*)
            }

            #[inline(always)]
            fn items(($($f,)*): Self::Slice<'_>) -> Self::Run<'_> {
                ($($F::items($f),)*)
            }

            #[inline(always)]
            fn pop<'w>(($($f,)*): &mut Self::Run<'w>) -> Option<Self::Item<'w>> {
                Some(($($F::pop($f)?,)*))
            }

            #[inline(always)]
            fn left(($($f,)*): &Self::Run<'_>) -> usize {
                usize::MAX$(.min($F::left($f)))*
            }

            #[inline(always)]
            fn advance(($($f,)*): &mut Self::Run<'_>, _items: usize) {
                $($F::advance($f, _items);)*
            }

            #[inline(always)]
            fn cut(($($f,)*): Self::Columns<'_>) -> Self::Cut<'_> {
                ($($F::cut($f),)*)
            }

            #[inline(always)]
            fn together(($($f,)*): &Self::Cut<'_>, _step: usize, indices: &[u32]) -> usize {
                let together = indices.len();
                $(let together = $F::together($f, _step, &indices[..together]);)*
                together
            }

            #[inline(always)]
            fn take<'w>(($($f,)*): &mut Self::Cut<'w>, _step: usize, _indices: &'w [u32]) -> Option<Self::Run<'w>> {
                Some(($($F::take($f, _step, _indices)?,)*))
            }

            #[inline(always)]
            fn scatter_rest<'w>(($($f,)*): Self::Cut<'w>, _source: Source<'w>) -> Self::Scattered<'w> {
                ($($F::scatter_rest($f, _source),)*)
            }
        }
    };
}

crate::tuples::for_each_arity!(tuple_stretch);
