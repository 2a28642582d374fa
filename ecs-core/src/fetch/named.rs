//! The fetch of a struct: that of the tuple of its fields, whose items are converted to structs.
//!
//! Everything about columns, positions and slices is delegated to the tuple. Only items differ: each is built where it is yielded, from a
//! tuple in registers, so a struct costs no more than its tuple.
//!
//! ```text
//! #[derive(Query)]                        what the macro writes, and this file uses
//! struct Body<'w> {
//!     position: &'w mut Position,   -->   type Tuple = (&'static mut Position, &'static Velocity);
//!     velocity: &'w Velocity,             fn from_tuple((position, velocity)) -> Body { Body { position, velocity } }
//! }
//! ```
//!
//! A struct within a struct is a tuple within a tuple, to any depth. Conversions of several levels are inlined into one.

use core::marker::PhantomData;

use super::sealed::Sealed;
use super::{Fetch, KnownOf, LookedUp, ParFetch, ReadFetch, Stretch, ValueOf};
use crate::sparse::Source;

/// Converts the items of `F` to another type.
///
/// Implemented only by the query module, for structs that derive `Query`. A conversion that panics would end an iteration as a panic of the
/// system does; the generated ones only move fields.
pub trait Build<F: Fetch> {
    /// The other type.
    ///
    /// A struct with the lifetime of the borrow.
    type Built<'w>;
    /// Converts an item.
    fn build(item: F::Item<'_>) -> Self::Built<'_>;
}

/// The fetch `F`, whose items `B` converts.
///
/// Each method that returns an item converts it; all others delegate to `F`.
#[derive(Debug)]
pub struct Named<B, F>(PhantomData<(B, F)>);

impl<B, F> Sealed for Named<B, F> {}

impl<B: Build<F>, F: Fetch> Fetch for Named<B, F> {
    type Columns<'w> = F::Columns<'w>;
    type Item<'w> = B::Built<'w>;
    type Scattered<'w> = F::Scattered<'w>;
    type Slice<'w> = F::Slice<'w>;
    type Blocks<'w> = F::Blocks<'w>;
    type Block<'w> = F::Block<'w>;
    type Places<'w> = F::Places<'w>;
    type Room = F::Room;
    type Few = F::Few;

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        F::reborrow(columns)
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        F::get(columns, index).map(B::build)
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        F::scatter(columns, source)
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        F::next(scattered, step, index).map(B::build)
    }

    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>> {
        F::step(columns, step, index).map(B::build)
    }

    #[inline(always)]
    fn places<'w>(columns: &Self::Columns<'w>) -> Self::Places<'w> {
        F::places(columns)
    }

    #[inline(always)]
    fn item_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        at: usize,
        index: u32,
    ) -> Option<Self::Item<'a>> {
        F::item_at(columns, room, at, index).map(B::build)
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        F::narrow(columns)
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
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>, steps: usize) -> Option<Self::Slice<'w>> {
        F::slice(columns, source, steps)
    }

    const TRACKED: bool = F::TRACKED;

    #[inline(always)]
    fn all_aligned(columns: &Self::Columns<'_>) -> bool {
        F::all_aligned(columns)
    }

    #[inline(always)]
    fn finds(columns: &Self::Columns<'_>, step: usize, index: u32) -> bool {
        F::finds(columns, step, index)
    }

    #[inline(always)]
    fn mark(columns: &Self::Columns<'_>, step: usize, index: u32) {
        F::mark(columns, step, index);
    }

    #[inline(always)]
    fn mark_first(columns: &Self::Columns<'_>, steps: usize) {
        F::mark_first(columns, steps);
    }

    const SLICED: bool = F::SLICED;
    const REQUIRED: usize = F::REQUIRED;
    const BY_ENTITY: bool = F::BY_ENTITY;
    const NOTED: bool = F::NOTED;
    const WIDEST: usize = F::WIDEST;

    #[inline(always)]
    fn run_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        indices: &'a [u32],
    ) -> Option<Self::Slice<'a>> {
        F::run_at(columns, room, indices)
    }

    #[inline(always)]
    fn covers(slice: &Self::Slice<'_>, len: usize) -> bool {
        F::covers(slice, len)
    }

    #[inline(always)]
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        F::blocks(slice)
    }

    #[inline(always)]
    fn block<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize) -> Self::Block<'a> {
        F::block(blocks, block)
    }

    #[inline(always)]
    fn lane<'a>(block: &'a mut Self::Block<'_>, lane: usize) -> Self::Item<'a> {
        B::build(F::lane(block, lane))
    }

    #[inline(always)]
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a> {
        B::build(F::at(slice, at))
    }

    #[inline(always)]
    fn each<S: for<'a> FnMut(Self::Item<'a>)>(slice: Self::Slice<'_>, len: usize, mut function: S) {
        F::each(slice, len, |item| function(B::build(item)));
    }
}

impl<B: Build<F>, F: ReadFetch> ReadFetch for Named<B, F> {
    #[inline(always)]
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w> {
        F::share(columns)
    }
}

/// Runs are those of the tuple, and each item is converted when it is taken from a run.
impl<B: Build<F>, F: Stretch> Stretch for Named<B, F> {
    type Run<'w> = F::Run<'w>;
    type Cut<'w> = F::Cut<'w>;
    type Rest<'w> = F::Rest<'w>;
    type Thinned<'w> = F::Thinned<'w>;
    type Known<'w> = F::Known<'w>;

    const WRITES: bool = F::WRITES;
    const WHOLE: bool = F::WHOLE;

    #[inline(always)]
    fn empty<'w>() -> Self::Run<'w> {
        F::empty()
    }

    #[inline(always)]
    fn run_of(slice: Self::Slice<'_>, len: usize) -> Self::Run<'_> {
        F::run_of(slice, len)
    }

    #[inline(always)]
    fn whole<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Option<Self::Run<'w>> {
        F::whole(columns, source)
    }

    #[inline(always)]
    fn generations<'w>(columns: &Self::Columns<'w>) -> &'w [u32] {
        F::generations(columns)
    }

    #[inline(always)]
    fn item<'w>(value: ValueOf<'w, Self>, generations: &'w [u32]) -> Self::Item<'w> {
        B::build(F::item(value, generations))
    }

    #[inline(always)]
    fn cut(columns: Self::Columns<'_>) -> Self::Cut<'_> {
        F::cut(columns)
    }

    #[inline(always)]
    fn together(cut: &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize {
        F::together(cut, step, indices)
    }

    #[inline(always)]
    fn take<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        F::take(cut, step, indices)
    }

    #[inline(always)]
    fn thin<'w>(cut: &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        F::thin(cut, step, indices)
    }

    #[inline(always)]
    fn thinned_at<'w>(thinned: &mut Self::Thinned<'w>, at: usize) -> Option<ValueOf<'w, Self>> {
        F::thinned_at(thinned, at)
    }

    #[inline(always)]
    fn no_rest<'w>() -> Self::Rest<'w> {
        F::no_rest()
    }

    #[inline(always)]
    fn rest<'w>(cut: Self::Cut<'w>, source: Source<'w>) -> Self::Rest<'w> {
        F::rest(cut, source)
    }

    #[inline(always)]
    fn rest_at<'w>(rest: &mut Self::Rest<'w>, few: &Self::Few, entity: LookedUp<'w>) -> Option<ValueOf<'w, Self>> {
        F::rest_at(rest, few, entity)
    }

    #[inline(always)]
    fn known<'w>(columns: Self::Columns<'w>, known: KnownOf<'w, Self>, steps: usize) -> Option<Self::Known<'w>> {
        F::known(columns, known, steps)
    }

    #[inline(always)]
    fn known_at<'w>(known: &mut Self::Known<'w>, step: usize, index: &'w u32) -> Option<ValueOf<'w, Self>> {
        F::known_at(known, step, index)
    }

    #[inline(always)]
    fn read_run<'w>(columns: &Self::Columns<'w>, few: &Self::Few, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        F::read_run(columns, few, indices)
    }

    #[inline(always)]
    fn read_thin<'w>(columns: &Self::Columns<'w>, few: &Self::Few, indices: &'w [u32]) -> Option<Self::Thinned<'w>> {
        F::read_thin(columns, few, indices)
    }

    #[inline(always)]
    fn read_at<'w>(columns: &Self::Columns<'w>, few: &Self::Few, entity: LookedUp<'w>) -> Option<ValueOf<'w, Self>> {
        F::read_at(columns, few, entity)
    }
}

impl<B: Build<F>, F: ParFetch> ParFetch for Named<B, F> {
    type Part<'w> = F::Part<'w>;

    fn from_step<'w>(columns: Self::Columns<'w>, source: Source<'w>, step: usize, is_run: bool) -> Self::Part<'w> {
        F::from_step(columns, source, step, is_run)
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w> {
        F::split_front(part, step)
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        F::fetch(part, step, index).map(B::build)
    }

    #[inline(always)]
    fn part_run_len(part: &Self::Part<'_>, indices: &[u32]) -> usize {
        F::part_run_len(part, indices)
    }

    #[inline(always)]
    fn part_run_at<'a>(part: &'a mut Self::Part<'_>, step: usize, indices: &'a [u32]) -> Option<Self::Slice<'a>> {
        F::part_run_at(part, step, indices)
    }

    fn checked(part: &Self::Part<'_>) -> usize {
        F::checked(part)
    }

    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        F::split_slice(slice, at)
    }
}
