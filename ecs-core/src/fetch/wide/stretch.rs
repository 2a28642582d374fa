//! The runs of a tuple of more than 9 fetches: those of its halves, whose items are flattened.

use super::{Flat, Halves};
use crate::fetch::{KnownOf, LookedUp, Stretch, ValueOf};
use crate::sparse::Source;
use crate::tuples::Wide;

impl<H: Halves + Stretch> Stretch for Flat<H> {
    type Run<'w> = H::Run<'w>;
    type Cut<'w> = H::Cut<'w>;
    type Rest<'w> = H::Rest<'w>;
    type Thinned<'w> = H::Thinned<'w>;
    type Known<'w> = H::Known<'w>;

    const WRITES: bool = H::WRITES;
    const WHOLE: bool = H::WHOLE;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        H::empty()
    }

    #[inline(always)]
    fn run_of(slice: Self::Slice<'_>, len: usize) -> Self::Run<'_> {
        H::run_of(slice.split(), len)
    }

    #[inline(always)]
    fn whole<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Option<Self::Run<'w>> {
        H::whole(columns, source)
    }

    #[inline(always)]
    fn generations<'w>(columns: &Self::Columns<'w>) -> &'w [u32] {
        H::generations(columns)
    }

    #[inline(always)]
    fn item<'w>(value: ValueOf<'w, Self>, generations: &'w [u32]) -> Self::Item<'w> {
        Wide::unite(H::item(value, generations))
    }

    #[inline(always)]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        H::cut(columns)
    }

    #[inline(always)]
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize {
        H::together(cut, step, indices)
    }

    #[inline(always)]
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        H::take(cut, step, indices)
    }

    #[inline(always)]
    fn thin<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        H::thin(cut, step, indices)
    }

    #[inline(always)]
    fn thinned_at<'w>(thinned: &mut Self::Thinned<'w>, at: usize) -> Option<ValueOf<'w, Self>> {
        H::thinned_at(thinned, at)
    }

    #[inline(always)]
    fn no_rest<'w>() -> Self::Rest<'w> {
        H::no_rest()
    }

    #[inline(always)]
    fn rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Rest<'w> {
        H::rest(cut, source)
    }

    #[inline(always)]
    fn rest_at<'w>(rest: &mut Self::Rest<'w>, few: &Self::Few, entity: LookedUp<'w>) -> Option<ValueOf<'w, Self>> {
        H::rest_at(rest, few, entity)
    }

    #[inline(always)]
    fn known<'w>(columns: Self::Columns<'w>, known: KnownOf<'w, Self>, steps: usize) -> Option<Self::Known<'w>> {
        H::known(columns, known, steps)
    }

    #[inline(always)]
    fn known_at<'w>(known: &mut Self::Known<'w>, step: usize, index: &'w u32) -> Option<ValueOf<'w, Self>> {
        H::known_at(known, step, index)
    }

    #[inline(always)]
    fn read_run<'w>(columns: &Self::Columns<'w>, few: &Self::Few, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        H::read_run(columns, few, indices)
    }

    #[inline(always)]
    fn read_thin<'w>(columns: &Self::Columns<'w>, few: &Self::Few, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        H::read_thin(columns, few, indices)
    }

    #[inline(always)]
    fn read_at<'w>(columns: &Self::Columns<'w>, few: &Self::Few, entity: LookedUp<'w>) -> Option<ValueOf<'w, Self>> {
        H::read_at(columns, few, entity)
    }
}
