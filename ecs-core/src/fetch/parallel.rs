//! Fetches on several threads: columns are cut into parts, one per range of steps.
//!
//! A part fetches at its own steps only. Columns that are read are shared by all parts. A written column that is aligned, or has the values
//! of all these steps adjacent and in this order, is a slice that is cut where the steps are. Any other written column stays whole in the
//! kernel (`disjoint.rs`), which checks each step, so that parts with different steps never reach the same value.
//!
//! ```text
//! steps          0 ............. 63 | 64 ........... 127 | 128 .......... 149      three parts
//! read           the same column, shared by all parts
//! written        a slice, cut at 64 and 128: `split_at_mut`
//!   or           DisjointMut, whose parts accept steps 0..64, 64..128, 128..150 only
//! ```
//!
//! If nothing depends on the order of visits, positions can be divided instead of steps (`bands.rs`).
//!
//! The second way of writing is sound because a step determines its entity, an entity determines its position, and both relations are
//! checked in the other direction, too. Two threads have different steps, so they have different entities, and so different positions.

use core::mem;
use core::ops::Range;

use super::single::CellsOf;
use super::{Banded, Fetch, Handle, Maybe, Read, Write};
use crate::allocator::Allocator;
use crate::disjoint::DisjointMut;
use crate::parallel::{ParRead, ParWrite};
use crate::sparse::{EntityIndex, Source};
use crate::storage::{Lookup, LookupMut, Storage, Values};

/// A fetch whose items may be used on other threads: what it reads is `Sync`, and what it writes is `Send`.
pub trait ParFetch: Banded + for<'w> Fetch<Slice<'w>: Send> {
    /// The columns at a range of steps of a source.
    ///
    /// Each part is used by one thread at a time. What parts of one column share is only read.
    type Part<'w>: Send;

    /// The part of the steps of a source from this one on. Unless they are known to be a run, this costs **O(steps)** comparisons of
    /// indices per written column.
    ///
    /// `is_run` says that the values of all these steps are known to be adjacent in each column, in this order; then nothing is compared.
    fn from_step<'w>(columns: Self::Columns<'w>, source: Source<'w>, step: usize, is_run: bool) -> Self::Part<'w>;

    /// Splits off the part of the steps before this one.
    ///
    /// The part that is left begins at `step`. Runs in **O(columns)** time, whatever the number of steps.
    ///
    /// ```text
    /// Aligned([d e f g], 4), split at step 6      returned Aligned([d e], 4), left Aligned([f g], 6)
    /// ```
    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w>;

    /// Fetches the item at a step of the part, where the entity has this index. The item may be kept. Steps must ascend.
    ///
    /// `None` for a step outside of this part, and for an entity that lacks a required component.
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>>;

    /// [`Places::run_len`](super::Places::run_len) of a part; 0 if each step has to be checked.
    fn part_run_len(part: &Self::Part<'_>, indices: &[u32]) -> usize;

    /// The values of a run of a part, which begins at `step`. `None` if the columns have no slices.
    fn part_run_at<'a>(part: &'a mut Self::Part<'_>, step: usize, indices: &'a [u32]) -> Option<Self::Slice<'a>>;

    /// Number of columns in which the kernel checks each step.
    ///
    /// If there are any, another sample of the work is timed with the checks before the rest is divided.
    fn checked(part: &Self::Part<'_>) -> usize;

    /// Splits a slice in two. (Panics if it is shorter.)
    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>);
}

/// A column to read, in a form that can be sent to another thread.
///
/// The fields are those of a `Lookup`; only the values are in a form that is known to be `Send`.
pub struct SentLookup<'w, S: Storage<Value: ParRead>> {
    index: &'w S::Index,
    values: <S::Values<'w> as Values<'w, S::Value>>::Sent,
    first: usize,
    aligned: bool,
}

impl<S: Storage<Value: ParRead>> core::fmt::Debug for SentLookup<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SentLookup").field("index", self.index).field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, S: Storage<Value: ParRead>> SentLookup<'w, S> {
    /// Converts a column to the form that can be sent.
    pub(super) fn of(Lookup { index, values, first, aligned }: Lookup<'w, S>) -> Self {
        Self { index, values: values.sent(), first, aligned }
    }

    /// The column as a thread uses it. Runs in **O(1)** time, and moves no values.
    #[inline(always)]
    pub(super) fn received(&self) -> Lookup<'w, S> {
        let Self { index, values, first, aligned } = *self;
        Lookup { index, values: S::Values::received(values), first, aligned }
    }
}

impl<S: Storage<Value: ParRead>> ParFetch for Read<S> {
    type Part<'w> = SentLookup<'w, S>;

    fn from_step<'w>(columns: Self::Columns<'w>, _: Source<'w>, _: usize, _: bool) -> Self::Part<'w> {
        SentLookup::of(columns)
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, _: usize) -> Self::Part<'w> {
        SentLookup { ..*part }
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        let column = part.received();
        if column.aligned { column.at(step) } else { column.get(index) }
    }

    #[inline(always)]
    fn part_run_len(part: &Self::Part<'_>, indices: &[u32]) -> usize {
        let Lookup { index, aligned, .. } = part.received();
        if aligned { indices.len() } else { index.run_len(indices) }
    }

    #[inline(always)]
    fn part_run_at<'a>(part: &'a mut Self::Part<'_>, step: usize, indices: &'a [u32]) -> Option<Self::Slice<'a>> {
        let column = part.received();
        let first = if column.aligned { step } else { column.index.position_of_first(indices)? };
        column.run(first..first + indices.len())
    }

    fn checked(_: &Self::Part<'_>) -> usize {
        0
    }

    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        slice.split_at(at)
    }
}

/// A column to write, in a form that can be sent to another thread.
///
/// | | cutting | fetching |
/// |---|---|---|
/// | `Aligned` | `split_at_mut` | an element of a slice |
/// | `Checked` | only the range of steps | three lookups, which must agree |
pub enum SentLookupMut<'w, S: Storage> {
    /// The values of the steps from this one on, in the order of the steps: a slice that is cut as the steps are.
    ///
    /// A value is split off as it is fetched, so steps have to ascend.
    Aligned(&'w mut [S::Value], usize),
    /// Values at any positions: the kernel checks each step.
    Checked(DisjointMut<'w, S::Index, CellsOf<'w, S>>),
}

impl<S: Storage> core::fmt::Debug for SentLookupMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let aligned = matches!(self, Self::Aligned(..));
        f.debug_struct("SentLookupMut").field("aligned", &aligned).finish_non_exhaustive()
    }
}

/// The positions of the values of all steps from this one on, if they are adjacent, in this order.
///
/// `None` if they are not, or if the source is not dense; then the column is checked step by step. Runs in **O(1)** time if they are known
/// to be adjacent, and in **O(steps)** otherwise.
///
/// ```text
/// source 7 3 5 9      the column has its values in the order 3 5 9 7
/// from step 1         3 5 9 are at 0, 1, 2: the positions 0..3
/// from step 0         7 is at 3, and 3 is not at 4: none
/// ```
fn adjacent<S: Storage>(
    columns: &LookupMut<'_, S>,
    source: Source<'_>,
    step: usize,
    is_run: bool,
) -> Option<Range<usize>> {
    if columns.aligned {
        return Some(step..source.steps());
    }
    let indices = source.indices()?.get(step..)?;
    let first = columns.index.position_of_first(indices)?;
    (is_run || columns.index.run_len(indices) == indices.len()).then(|| first..first + indices.len())
}

impl<S: Storage<Value: ParWrite>> ParFetch for Write<S> {
    type Part<'w> = SentLookupMut<'w, S>;

    fn from_step<'w>(mut columns: Self::Columns<'w>, source: Source<'w>, step: usize, is_run: bool) -> Self::Part<'w> {
        let places = adjacent(&columns, source, step, is_run);
        // Tested with a reborrow first: the columns are still needed if there is no slice.
        if let Some(places) = places
            && columns.reborrow().run(places.clone()).is_some()
        {
            return SentLookupMut::Aligned(columns.run(places).unwrap_or_default(), step);
        }
        SentLookupMut::Checked(Self::scatter(columns, source))
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w> {
        match part {
            SentLookupMut::Aligned(values, first) => {
                let len = step.saturating_sub(*first).min(values.len());
                let (front, back) = mem::take(values).split_at_mut(len);
                let front = SentLookupMut::Aligned(front, *first);
                (*values, *first) = (back, *first + len);
                front
            }
            SentLookupMut::Checked(places) => SentLookupMut::Checked(places.split_front(step)),
        }
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, _: u32) -> Option<Self::Item<'w>> {
        match part {
            SentLookupMut::Aligned(values, first) => {
                let (value, behind) = mem::take(values).get_mut(step.checked_sub(*first)?..)?.split_first_mut()?;
                (*values, *first) = (behind, step + 1);
                Some(value)
            }
            SentLookupMut::Checked(places) => places.at(step, step),
        }
    }

    #[inline(always)]
    fn part_run_len(part: &Self::Part<'_>, indices: &[u32]) -> usize {
        if matches!(part, SentLookupMut::Aligned(..)) { indices.len() } else { 0 }
    }

    #[inline(always)]
    fn part_run_at<'a>(part: &'a mut Self::Part<'_>, step: usize, indices: &'a [u32]) -> Option<Self::Slice<'a>> {
        match part {
            SentLookupMut::Aligned(values, first) => {
                values.get_mut(step.wrapping_sub(*first)..)?.get_mut(..indices.len())
            }
            SentLookupMut::Checked(_) => None,
        }
    }

    fn checked(part: &Self::Part<'_>) -> usize {
        usize::from(matches!(part, SentLookupMut::Checked(_)))
    }

    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        slice.split_at_mut(at)
    }
}

impl<F: ParFetch> ParFetch for Maybe<F> {
    type Part<'w> = F::Part<'w>;

    fn from_step<'w>(columns: Self::Columns<'w>, source: Source<'w>, step: usize, _is_run: bool) -> Self::Part<'w> {
        // Only required values are known to be a run. The positions of optional ones have to be compared.
        F::from_step(columns, source, step, false)
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w> {
        F::split_front(part, step)
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        Some(F::fetch(part, step, index))
    }

    #[inline(always)]
    fn part_run_len(_: &Self::Part<'_>, _: &[u32]) -> usize {
        0
    }

    #[inline(always)]
    fn part_run_at<'a>(_: &'a mut Self::Part<'_>, _: usize, _: &'a [u32]) -> Option<Self::Slice<'a>> {
        None
    }

    fn checked(part: &Self::Part<'_>) -> usize {
        F::checked(part)
    }

    fn split_slice(slice: Self::Slice<'_>, _: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        match slice {}
    }
}

impl ParFetch for Handle {
    type Part<'w> = &'w Allocator;

    fn from_step<'w>(columns: Self::Columns<'w>, _: Source<'w>, _: usize, _: bool) -> Self::Part<'w> {
        columns
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, _: usize) -> Self::Part<'w> {
        part
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, _: usize, index: u32) -> Option<Self::Item<'w>> {
        Some(part.living(index))
    }

    #[inline(always)]
    fn part_run_len(_: &Self::Part<'_>, indices: &[u32]) -> usize {
        indices.len()
    }

    #[inline(always)]
    fn part_run_at<'a>(part: &'a mut Self::Part<'_>, _: usize, indices: &'a [u32]) -> Option<Self::Slice<'a>> {
        Self::run_at(part, &(), indices)
    }

    fn checked(_: &Self::Part<'_>) -> usize {
        0
    }

    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        slice.split_at(at)
    }
}

macro_rules! tuple_par_fetch {
    ($($F:ident $f:ident),*) => {
        #[allow(clippy::unused_unit, clippy::extra_unused_lifetimes, reason = "the empty tuple fetches nothing")]
        impl<$($F: ParFetch),*> ParFetch for ($($F,)*) {
            type Part<'w> = ($($F::Part<'w>,)*);

            fn from_step<'w>(
                ($($f,)*): Self::Columns<'w>,
                _source: Source<'w>,
                _step: usize,
                _is_run: bool,
            ) -> Self::Part<'w> {
                ($($F::from_step($f, _source, _step, _is_run),)*)
            }

            fn split_front<'w>(($($f,)*): &mut Self::Part<'w>, _step: usize) -> Self::Part<'w> {
                ($($F::split_front($f, _step),)*)
            }

            #[inline(always)]
            fn fetch<'w>(($($f,)*): &mut Self::Part<'w>, _step: usize, _index: u32) -> Option<Self::Item<'w>> {
                Some(($($F::fetch($f, _step, _index)?,)*))
            }

            #[inline(always)]
            fn part_run_len(($($f,)*): &Self::Part<'_>, indices: &[u32]) -> usize {
                let len = indices.len();
                $(let len = if len == 0 { 0 } else { $F::part_run_len($f, &indices[..len]) };)*
                len
            }

            #[inline(always)]
            fn part_run_at<'a>(
                ($($f,)*): &'a mut Self::Part<'_>,
                _step: usize,
                _indices: &'a [u32],
            ) -> Option<Self::Slice<'a>> {
                Some(($($F::part_run_at($f, _step, _indices)?,)*))
            }

            fn checked(($($f,)*): &Self::Part<'_>) -> usize {
                0 $(+ $F::checked($f))*
            }

            fn split_slice(($($f,)*): Self::Slice<'_>, _at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
                $(let $f = $F::split_slice($f, _at);)*
                (($($f.0,)*), ($($f.1,)*))
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_par_fetch);
