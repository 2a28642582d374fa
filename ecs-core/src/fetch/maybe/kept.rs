//! Optional values that may be kept: beside a run of the required values, there is one per step, which is looked up when it is yielded.
//!
//! ```text
//! for (position, velocity) in world.query_mut::<(&mut Position, Option<&Velocity>)>()
//!
//! positions     p0  p1  p2  p3       all of a storage, or of a group: a slice, from which `next` takes one value
//! indices       4   0   7   2        beside it; each is looked up among the velocities
//! items         (p0, Some(v4)), (p1, None), ..
//! ```
//!
//! So the required values cost little more than without the `Option`. If the required storages hold their entities in different orders, or
//! a filter drops some, each item is looked up as a whole (`join/direct.rs`).

use core::slice;

use super::Maybe;
use crate::fetch::{Fetch, KnownOf, LookedUp, Stretch, ValueOf};
use crate::sparse::Source;

/// All steps of an iteration, each with an optional value that is looked up when it is yielded.
pub struct MaybeRun<'w, F: Fetch> {
    /// The entities that were not yielded yet; the first of them is at `step`.
    indices: slice::Iter<'w, u32>,
    step: usize,
    /// `None` if there are no steps.
    scattered: Option<F::Scattered<'w>>,
}

impl<F: Fetch> core::fmt::Debug for MaybeRun<'_, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MaybeRun").field("len", &self.indices.len()).finish_non_exhaustive()
    }
}

impl<'w, F: Fetch> Iterator for MaybeRun<'w, F> {
    type Item = Option<F::Item<'w>>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, step) = (self.indices.next()?, self.step);
        self.step += 1;
        Some(F::next(self.scattered.as_mut()?, step, *index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}

impl<F: Fetch> ExactSizeIterator for MaybeRun<'_, F> {}

/// Optional values are part of one run of all steps, or of no run: nothing is cut off, and no value is looked up in advance.
impl<F: Stretch> Stretch for Maybe<F> {
    type Run<'w> = MaybeRun<'w, F>;
    type Cut<'w> = Self::Columns<'w>;
    type Rest<'w> = ();
    type Thinned<'w> = Self::Columns<'w>;
    type Known<'w> = ();

    const WRITES: bool = F::WRITES;
    const WHOLE: bool = true;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        MaybeRun { indices: [].iter(), step: 0, scattered: None }
    }

    #[inline(always)]
    fn run_of(slice: Self::Slice<'_>, _: usize) -> Self::Run<'_> {
        match slice {}
    }

    #[inline(always)]
    fn whole<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Option<Self::Run<'w>> {
        let indices = source.indices()?.iter();
        Some(MaybeRun { indices, step: 0, scattered: Some(F::scatter(columns, source)) })
    }

    #[inline(always)]
    fn item<'w>(value: ValueOf<'w, Self>, _: &'w [u32]) -> Self::Item<'w> {
        value
    }

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
    fn thin<'w>(_: &mut Self::Cut<'w>, _: usize, _: &'w [u32]) -> Option<Self::Thinned<'w>> {
        None
    }

    #[inline(always)]
    fn thinned_at<'w>(_: &mut Self::Thinned<'w>, _: usize) -> Option<ValueOf<'w, Self>> {
        None
    }

    #[inline(always)]
    fn no_rest<'w>() -> Self::Rest<'w> {}

    #[inline(always)]
    fn rest<'w>(_: Self::Cut<'w>, _: Source<'w>) -> Self::Rest<'w> {}

    #[inline(always)]
    fn rest_at<'w>((): &mut Self::Rest<'w>, _: &Self::Few, _: LookedUp<'w>) -> Option<ValueOf<'w, Self>> {
        None
    }

    #[inline(always)]
    fn known<'w>(_: Self::Columns<'w>, (): KnownOf<'w, Self>, _: usize) -> Option<Self::Known<'w>> {
        Some(())
    }

    #[inline(always)]
    fn known_at<'w>((): &mut Self::Known<'w>, _: usize, _: &'w u32) -> Option<ValueOf<'w, Self>> {
        None
    }
}
