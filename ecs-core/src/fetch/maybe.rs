//! The fetch of an optional component.
//!
//! It requires nothing: the item exists whether the value does or not, so its column is never the source of an iteration, and a view need
//! not require its component. Entities of consecutive steps may lack a value, so there are no slices, and each value is looked up.
//!
//! So an `Option` beside required components costs one lookup per step; which entities are visited, and in which order, depends only on the
//! required ones. Alone, it visits all live entities. If an optional component is written and its changes are tracked, only values that
//! exist are marked. For items that may be kept, as in a `for` loop, see `maybe/kept.rs`.

mod kept;

pub use kept::MaybeRun;

use core::marker::PhantomData;

use super::sealed::Sealed;
use super::{Fetch, Optional, ReadFetch};
use crate::sparse::Source;

/// Fetches the item of `F` as an `Option`: `None` for entities that lack it.
///
/// Results of the methods for `F` and for `Maybe<F>`:
///
/// | | `F` | `Maybe<F>` |
/// |---|---|---|
/// | the entity lacks the component | no item | `Some(None)` |
/// | `narrow` | its column | `None` |
/// | `slice`, `run_at` | a slice if it is aligned or a run | `None` |
/// | `finds` | true if it has the component | true |
#[derive(Debug)]
pub struct Maybe<F>(PhantomData<F>);

/// The slice of optional values: there is none.
///
/// The type has no values, so code that would use such a slice is a `match` without arms, and compiles to nothing.
#[derive(Debug, Clone, Copy)]
pub enum Never {}

impl<F> Sealed for Maybe<F> {}

impl<F: Fetch> Fetch for Maybe<F> {
    type Columns<'w> = F::Columns<'w>;
    type Item<'w> = Option<F::Item<'w>>;
    type Scattered<'w> = F::Scattered<'w>;
    type Slice<'w> = Never;
    type Blocks<'w> = Never;
    type Block<'w> = Never;
    type Places<'w> = Optional<F::Places<'w>>;
    type Room = F::Room;
    type Few = F::Few;

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        F::reborrow(columns)
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        Some(F::get(columns, index))
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        F::scatter(columns, source)
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        Some(F::next(scattered, step, index))
    }

    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>> {
        Some(F::step(columns, step, index))
    }

    #[inline(always)]
    fn places<'w>(columns: &Self::Columns<'w>) -> Self::Places<'w> {
        Optional(F::places(columns))
    }

    #[inline(always)]
    fn item_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        at: usize,
        index: u32,
    ) -> Option<Self::Item<'a>> {
        Some(F::item_at(columns, room, at, index))
    }

    #[inline(always)]
    fn narrow<'w>(_: &Self::Columns<'w>) -> Option<Source<'w>> {
        None
    }

    #[inline(always)]
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>) {
        F::align(columns, source);
    }

    #[inline(always)]
    fn compare(columns: &mut Self::Columns<'_>, source: Source<'_>, most: usize) {
        F::compare(columns, source, most);
    }

    #[inline(always)]
    fn slice<'w>(_: Self::Columns<'w>, _: Source<'w>, _: usize) -> Option<Self::Slice<'w>> {
        None
    }

    const TRACKED: bool = F::TRACKED;

    fn all_aligned(_: &Self::Columns<'_>) -> bool {
        false
    }

    #[inline(always)]
    fn finds(_: &Self::Columns<'_>, _: usize, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn mark(columns: &Self::Columns<'_>, step: usize, index: u32) {
        if F::finds(columns, step, index) {
            F::mark(columns, step, index);
        }
    }

    fn mark_first(_: &Self::Columns<'_>, _: usize) {}

    const SLICED: bool = false;
    const REQUIRED: usize = 0;
    const BY_ENTITY: bool = false;

    #[inline(always)]
    fn run_at<'a>(_: &'a mut Self::Columns<'_>, _: &Self::Room, _: &'a [u32]) -> Option<Self::Slice<'a>> {
        None
    }

    fn covers(slice: &Self::Slice<'_>, _: usize) -> bool {
        match *slice {}
    }

    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        match slice {}
    }

    fn block<'a>(blocks: &'a mut Self::Blocks<'_>, _: usize) -> Self::Block<'a> {
        match *blocks {}
    }

    fn lane<'a>(block: &'a mut Self::Block<'_>, _: usize) -> Self::Item<'a> {
        match *block {}
    }

    fn at<'a>(slice: &'a mut Self::Slice<'_>, _: usize) -> Self::Item<'a> {
        match *slice {}
    }
}

impl<F: ReadFetch> ReadFetch for Maybe<F> {
    #[inline(always)]
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w> {
        F::share(columns)
    }
}
