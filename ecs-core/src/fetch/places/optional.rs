//! The indices of columns whose values may be missing: they limit no run, and their positions are not cached.

use super::Places;
use super::sealed::Sealed;
use crate::sparse::{PairCache, Positions, Source};

/// The indices of columns whose values may be missing.
#[derive(Debug, Clone, Copy)]
pub struct Optional<P>(pub(in crate::fetch) P);

impl<P> Sealed for Optional<P> {}

impl<P: Places> Places for Optional<P> {
    type Room = P::Room;
    type Few = P::Few;
    type Rows<'a> = P::Rows<'a>;
    type Cached<'k> = ();
    type Known<'k> = ();

    const ROOM: Self::Room = P::ROOM;
    const FEW: Self::Few = P::FEW;
    const SLICED: bool = false;
    const SPLIT: bool = P::SPLIT;

    #[inline(always)]
    fn rows(room: &mut Self::Room) -> Self::Rows<'_> {
        P::rows(room)
    }

    #[inline(always)]
    fn few_rows(room: &mut Self::Few, from: usize) -> Self::Rows<'_> {
        P::few_rows(room, from)
    }

    #[inline(always)]
    fn uncached<'k>() -> Self::Cached<'k> {}

    #[inline(always)]
    fn cached(self, _: &Positions) -> Option<Self::Cached<'_>> {
        Some(())
    }

    #[inline(always)]
    fn known<'k>(self, _: &'k PairCache, _: Source<'_>, _: bool) -> Option<Self::Known<'k>> {
        Some(())
    }

    #[inline(always)]
    fn request(self, _: &PairCache, _: Source<'_>) {}

    #[inline(always)]
    fn align(&mut self, source: Source<'_>) {
        self.0.align(source);
    }

    #[inline(always)]
    fn compare(&mut self, source: Source<'_>) {
        self.0.compare(source);
    }

    #[inline(always)]
    fn compare_again(self, source: Source<'_>) {
        self.0.compare_again(source);
    }

    #[inline(always)]
    fn run_len(self, indices: &[u32]) -> usize {
        indices.len()
    }

    #[inline(always)]
    fn all_aligned(self) -> bool {
        true
    }

    #[inline(always)]
    fn aligned<'w>(self) -> Option<Source<'w>>
    where
        Self: 'w,
    {
        None
    }

    #[inline(always)]
    fn all_begin_with(self, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn find_some(self, steps: &[u32], indices: &[u32], rows: Self::Rows<'_>) {
        self.0.find_some(steps, indices, rows);
    }

    #[inline(always)]
    fn find(self, (): Self::Cached<'_>, first: usize, indices: &[u32], rows: Self::Rows<'_>) {
        self.0.find(P::uncached(), first, indices, rows);
    }
}
