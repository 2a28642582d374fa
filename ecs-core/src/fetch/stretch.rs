//! Iteration over items that may be kept: runs of adjacent values are cut off the columns one after another.
//!
//! A [`Cut`](Stretch::Cut) is safe code: values that were cut off are no longer in it. It is used as long as the columns hold the same
//! entities in the same order; then the [`Rest`](Stretch::Rest) yields the remaining values, in any order.
//!
//! What `for (position, velocity) in &mut query` does, if both storages begin with the same 300 entities and differ from there on:
//!
//! 1. `cut` takes the columns; nothing is cut off yet.
//! 2. `together` compares the first 256 entities of the source with those of both storages: all are the same. `take` cuts them off, and the
//!    loop runs over a zip of two slices, without a lookup.
//! 3. The next window finds 44 more, which are a run, too.
//! 4. The window ended in a difference, so there are no more runs: `rest` prepares both columns to yield any value, each once. The
//!    positions of up to 32 entities are looked up, and `rest_at` yields the values there.
//!
//! If one view owns all columns, [`run_of`](Stretch::run_of) is the whole iteration, and none of the above happens.
//!
//! Invariant of implementations: all runs and the rest together yield the value of an entity once; [`rest_at`](Stretch::rest_at) does not
//! reach a value that was cut off.

use core::mem;
use core::slice;

use super::cut::{CutMut, KnownMut, RestMut, ThinnedMut, no_rest};
use super::{Fetch, LookedUp, Places, Read, Write};
use crate::disjoint::bits::{Ascending, InSteps};
use crate::disjoint::{DisjointMut, ValueCells};
use crate::sparse::{EntityIndex, Source};
use crate::storage::{Lookup, LookupMut, Storage};

/// What a run yields, such as a reference; the item is made from it.
pub(crate) type ValueOf<'w, F> = <<F as Stretch>::Run<'w> as Iterator>::Item;

/// The known positions of all entities of an iteration, in each column.
pub(crate) type KnownOf<'w, F> = <<F as Fetch>::Places<'w> as Places>::Known<'w>;

/// A fetch whose items may be kept while iteration continues, as in a `for` loop.
pub trait Stretch: Fetch {
    /// A run: one iterator per column in a zip, which has one test per step, whatever the number of columns.
    ///
    /// It ends where the adjacent values end, or where the source does.
    type Run<'w>: ExactSizeIterator;
    /// The columns without the values that were cut off.
    ///
    /// Columns that are read stay whole. Written ones lose the values of runs ([`CutMut`]).
    type Cut<'w>;
    /// The values that were not cut off, while they are yielded in any order.
    ///
    /// Created when no further run can be cut off; the remaining entities are then visited one by one.
    type Rest<'w>;
    /// The values of adjacent entities, of which only some are yielded, in ascending order.
    ///
    /// They are accessed by number: to skip the values between them in a zip, each step would have to wait for the previous one.
    type Thinned<'w>;
    /// The values at positions that are known of all entities, step by step.
    type Known<'w>;

    /// Whether values are written, so that a scattered one costs more than a lookup.
    const WRITES: bool;

    /// Whether all steps can be one run: all required columns have slices.
    const WHOLE: bool = Self::SLICED;

    /// An empty run.
    #[must_use]
    fn empty<'w>() -> Self::Run<'w>;

    /// The run of all values of a slice of this length.
    ///
    /// The only run of an iteration over a group: nothing is cut off there.
    fn run_of(slice: Self::Slice<'_>, len: usize) -> Self::Run<'_>;

    /// The run of all steps, if they are [together](Self::together) in all required columns; optional values are looked up as the run
    /// proceeds. `None` if they are not together, or if a required column has no slices.
    #[inline(always)]
    #[must_use]
    fn whole<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Option<Self::Run<'w>> {
        Self::take(&mut Self::cut(columns), 0, source.indices()?)
    }

    /// The generations by index, to create handles; empty if no handle is fetched.
    #[must_use]
    fn generations<'w>(_: &Self::Columns<'w>) -> &'w [u32] {
        &[]
    }

    /// Converts a value of a run to an item.
    fn item<'w>(value: ValueOf<'w, Self>, generations: &'w [u32]) -> Self::Item<'w>;

    /// The columns, with nothing cut off. (Called only if there are slices.)
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_>;

    /// Number of these entities, the first of which is at `step`, whose values are adjacent in all columns, and follow those that were cut
    /// off.
    ///
    /// Zero if no run can begin at the first of them. Runs in **O(result)** time per column.
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize;

    /// Cuts off the values of these entities, which are [together](Self::together).
    ///
    /// `None` if they are not, or if a column has no slices.
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>>;

    /// Does what [`take`](Self::take) does, if only some of the values are yielded.
    fn thin<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Thinned<'w>>;

    /// The value with this number, which must be greater than that of the previous call. It may be kept.
    fn thinned_at<'w>(thinned: &mut Self::Thinned<'w>, at: usize) -> Option<ValueOf<'w, Self>>;

    /// No values.
    #[must_use]
    fn no_rest<'w>() -> Self::Rest<'w>;

    /// Prepares to yield the values that were not cut off.
    fn rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Rest<'w>;

    /// Fetches the value of an entity whose positions were [found](crate::fetch::Places::find). The value may be kept; `None` if it is
    /// missing, or was yielded before.
    fn rest_at<'w>(rest: &mut Self::Rest<'w>, few: &Self::Few, entity: LookedUp<'w>) -> Option<ValueOf<'w, Self>>;

    /// Prepares to yield the values at known positions. `None` if there are fewer than `steps`.
    fn known<'w>(columns: Self::Columns<'w>, known: KnownOf<'w, Self>, steps: usize) -> Option<Self::Known<'w>>;

    /// Fetches the values of the entity with this index, which is at this step: 0 in the first call, and one more in each further call.
    /// They may be kept; `None` if one is missing.
    fn known_at<'w>(known: &mut Self::Known<'w>, step: usize, index: &'w u32) -> Option<ValueOf<'w, Self>>;

    /// The run of these entities, the first of which is at the first position of `few`; `None` if a column is written, or has no slice of
    /// them. (If the entities are not a run, the values are those of others.)
    #[inline(always)]
    #[must_use]
    fn read_run<'w>(_: &Self::Columns<'w>, _: &Self::Few, _indices: &'w [u32]) -> Option<Self::Run<'w>> {
        None
    }

    /// Does what [`read_run`](Self::read_run) does, if only some of the values are yielded.
    #[inline(always)]
    #[must_use]
    fn read_thin<'w>(_: &Self::Columns<'w>, _: &Self::Few, _indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        None
    }

    /// Fetches the value from whole columns, as [`rest_at`](Self::rest_at) does from the rest; `None` if it is missing, or a column is
    /// written.
    #[inline(always)]
    #[must_use]
    fn read_at<'w>(_: &Self::Columns<'w>, _: &Self::Few, _: LookedUp<'w>) -> Option<ValueOf<'w, Self>> {
        None
    }
}

/// The position of the value of the first of these entities, which is at this step.
///
/// Only the first entity is looked up; the others are compared.
#[inline]
fn first_position<I: EntityIndex>(index: &I, aligned: bool, step: usize, indices: &[u32]) -> Option<usize> {
    if aligned { Some(step) } else { index.position_of_first(indices) }
}

/// Number of these entities whose values are at the positions from `position` on: all of them in an aligned column, and none if the first
/// has no value. Runs in **O(result)** time: two lists of indices are compared until they differ.
#[inline]
fn together<I: EntityIndex>(index: &I, aligned: bool, position: Option<usize>, indices: &[u32]) -> usize {
    if aligned { indices.len() } else { position.map_or(0, |position| index.common(position, indices)) }
}

impl<S: Storage> Stretch for Read<S> {
    type Run<'w> = slice::Iter<'w, S::Value>;
    type Cut<'w> = Lookup<'w, S>;
    type Rest<'w> = Lookup<'w, S>;
    type Thinned<'w> = &'w [S::Value];
    type Known<'w> = (Lookup<'w, S>, Option<&'w [u32]>);

    const WRITES: bool = false;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        [].iter()
    }

    #[inline(always)]
    fn run_of(slice: Self::Slice<'_>, _: usize) -> Self::Run<'_> {
        slice.iter()
    }

    #[inline(always)]
    fn item<'w>(value: Self::Item<'w>, _: &'w [u32]) -> Self::Item<'w> {
        value
    }

    #[inline(always)]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        columns
    }

    #[inline]
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize {
        let first = first_position(cut.index, cut.aligned, step, indices);
        let together = together(cut.index, cut.aligned, first, indices);
        // A part of a storage may have no such slice. Then this run must not be cut off other columns.
        let is_slice = |first| cut.run(first..first + together).is_some();
        if const { !S::Index::SPLIT } || first.is_some_and(is_slice) { together } else { 0 }
    }

    #[inline]
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        let first = first_position(cut.index, cut.aligned, step, indices)?;
        Some(cut.run(first..first + indices.len())?.iter())
    }

    #[inline]
    fn thin<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        Some(Self::take(cut, step, indices)?.as_slice())
    }

    #[inline(always)]
    fn thinned_at<'w>(thinned: &mut Self::Thinned<'w>, at: usize) -> Option<Self::Item<'w>> {
        thinned.get(at)
    }

    #[inline(always)]
    fn no_rest<'w>() -> Self::Rest<'w> {
        Lookup::default()
    }

    #[inline(always)]
    fn rest<'w>(cut: Self::Cut<'w>, _: Source<'w>) -> Self::Rest<'w> {
        cut
    }

    #[inline(always)]
    fn rest_at<'w>(rest: &mut Self::Rest<'w>, few: &Self::Few, entity: LookedUp<'w>) -> Option<Self::Item<'w>> {
        rest.at(entity.position(few))
    }

    #[inline(always)]
    fn known<'w>(columns: Self::Columns<'w>, known: KnownOf<'w, Self>, steps: usize) -> Option<Self::Known<'w>> {
        let known = match known {
            Some(known) => Some(known.first(steps)?),
            None => None,
        };
        Some((columns, known))
    }

    #[inline(always)]
    fn known_at<'w>((column, known): &mut Self::Known<'w>, step: usize, _: &'w u32) -> Option<Self::Item<'w>> {
        column.at(known.map_or(Some(step), |known| known.get(step).map(|position| *position as usize))?)
    }

    #[inline(always)]
    fn read_run<'w>(columns: &Self::Columns<'w>, few: &Self::Few, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        Some(some!(Self::read_thin(columns, few, indices)).iter())
    }

    #[inline(always)]
    fn read_thin<'w>(columns: &Self::Columns<'w>, few: &Self::Few, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        let first = few[0] as usize;
        columns.run(first..first.wrapping_add(indices.len()))
    }

    #[inline(always)]
    fn read_at<'w>(columns: &Self::Columns<'w>, few: &Self::Few, entity: LookedUp<'w>) -> Option<Self::Item<'w>> {
        columns.at(entity.position(few))
    }
}

impl<S: Storage> Stretch for Write<S> {
    type Run<'w> = slice::IterMut<'w, S::Value>;
    type Cut<'w> = CutMut<'w, S>;
    type Rest<'w> = RestMut<'w, S>;
    type Thinned<'w> = ThinnedMut<'w, S>;
    type Known<'w> = KnownMut<'w, S>;

    const WRITES: bool = true;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        [].iter_mut()
    }

    #[inline(always)]
    fn run_of(slice: Self::Slice<'_>, _: usize) -> Self::Run<'_> {
        slice.iter_mut()
    }

    #[inline(always)]
    fn item<'w>(value: Self::Item<'w>, _: &'w [u32]) -> Self::Item<'w> {
        value
    }

    #[inline]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        let LookupMut { index, aligned, .. } = columns;
        // Positions before the first value are treated like those of a range that was cut off.
        let (back_start, back) = columns.into_slice();
        CutMut { index, aligned, front: &mut [], back, back_start, is_whole: back_start == 0 }
    }

    #[inline]
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize {
        let first = first_position(cut.index, cut.aligned, step, indices);
        // The range that is cut off has no gaps, so two slices are left beside it.
        let follows = cut.is_whole || first == Some(cut.back_start);
        let together = if follows { together(cut.index, cut.aligned, first, indices) } else { 0 };
        if const { S::Index::SPLIT } { together.min(cut.left_from(first)) } else { together }
    }

    /// The first call splits the column where the first run begins. Each later run begins where the last one ended, so one range grows, and
    /// the values before and behind it remain two slices.
    #[inline]
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        if mem::take(&mut cut.is_whole) {
            cut.back_start = first_position(cut.index, cut.aligned, step, indices)?;
            (cut.front, cut.back) = mem::take(&mut cut.back).split_at_mut_checked(cut.back_start)?;
        }
        let taken = cut.back.split_off_mut(..indices.len())?;
        cut.back_start += taken.len();
        Some(taken.iter_mut())
    }

    #[inline]
    fn thin<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        let values = Self::take(cut, step, indices)?.into_slice();
        Some(DisjointMut::at_any(ValueCells::new(values), Ascending::all()))
    }

    #[inline(always)]
    fn thinned_at<'w>(thinned: &mut Self::Thinned<'w>, at: usize) -> Option<Self::Item<'w>> {
        thinned.at(at, at)
    }

    #[inline(always)]
    fn no_rest<'w>() -> Self::Rest<'w> {
        no_rest::<S>()
    }

    #[inline(always)]
    fn rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Rest<'w> {
        cut.rest(source)
    }

    #[inline(always)]
    fn rest_at<'w>(rest: &mut Self::Rest<'w>, few: &Self::Few, entity: LookedUp<'w>) -> Option<Self::Item<'w>> {
        rest.at(entity.step, entity.position(few))
    }

    #[inline(always)]
    fn known<'w>(columns: Self::Columns<'w>, known: KnownOf<'w, Self>, steps: usize) -> Option<Self::Known<'w>> {
        let bits = InSteps::of(known, steps)?;
        Some(DisjointMut::at_any(columns.cells(), bits))
    }

    #[inline(always)]
    fn known_at<'w>(known: &mut Self::Known<'w>, step: usize, _: &'w u32) -> Option<Self::Item<'w>> {
        known.at(step, step)
    }
}

#[cfg(test)]
mod tests;
