//! The fetches of more than 9 components: each is that of the first 8 and of the others, `((A, .., H), (I, ..))`, with flat items.
//!
//! Implementing the traits for each of these tuples would take most of the time in which this crate is compiled, and few programs have such
//! a tuple. So there is one implementation for all of them, in which only what users see is flat, items and slices: columns and positions
//! are those of the halves.
//!
//! ```text
//! the query     (&A, &B, &C, &D, &E, &F, &G, &H, &I, &J)
//! its fetch     Flat<((A, B, C, D, E, F, G, H), (I, J))>         `Read` of each
//! its columns   ((a, b, c, d, e, f, g, h), (i, j))
//! its items     (a, b, c, d, e, f, g, h, i, j)                   its slices likewise
//! ```

mod beside;
mod stretch;

use core::marker::PhantomData;

use super::sealed::Sealed;
use super::{BLOCK, Banded, Fetch, ParFetch, ReadFetch, is_plain, too_short};
use crate::sparse::Source;
use crate::tuples::Wide;

/// The halves of a tuple of more than 9 fetches.
pub trait Halves: Fetch {
    /// The item of the tuple, which is flat.
    type FlatItem<'w>: Wide<Halves = Self::Item<'w>>;
    /// The slices of the tuple, which are flat.
    type FlatSlice<'w>: Wide<Halves = Self::Slice<'w>>;
    /// The item at a position of the slices. (A method, since borrowed slices cannot be split into halves.)
    fn flat_at<'a>(slice: &'a mut Self::FlatSlice<'_>, at: usize) -> Self::FlatItem<'a>;
    /// [`Fetch::covers`] of the slices.
    fn flat_covers(slice: &Self::FlatSlice<'_>, len: usize) -> bool;
    /// [`Fetch::each`] of the tuple: a function with a parameter per slice, since LLVM assumes only of parameters that they do not overlap.
    fn flat_each<Each: for<'a> FnMut(Self::FlatItem<'a>)>(slice: Self::FlatSlice<'_>, len: usize, function: Each);
}

macro_rules! halves {
    ([$($A:ident $a:ident),*] [$($B:ident $b:ident),*]) => {
        impl<$($A: Fetch,)* $($B: Fetch),*> Halves for (($($A,)*), ($($B,)*)) {
            type FlatItem<'w> = ($($A::Item<'w>,)* $($B::Item<'w>,)*);
            type FlatSlice<'w> = ($($A::Slice<'w>,)* $($B::Slice<'w>,)*);

            #[inline(always)]
            fn flat_at<'a>(($($a,)* $($b,)*): &'a mut Self::FlatSlice<'_>, at: usize) -> Self::FlatItem<'a> {
                ($($A::at($a, at),)* $($B::at($b, at),)*)
            }

            #[inline(always)]
            fn flat_covers(($($a,)* $($b,)*): &Self::FlatSlice<'_>, len: usize) -> bool {
                true $(&& $A::covers($a, len))* $(&& $B::covers($b, len))*
            }

            #[inline(always)]
            fn flat_each<Each: for<'a> FnMut(Self::FlatItem<'a>)>(slice: Self::FlatSlice<'_>, len: usize, function: Each) {
                #[inline(never)]
                #[allow(clippy::too_many_arguments, reason = "LLVM knows of parameters alone that they do not overlap")]
                fn each<'w, $($A: Fetch,)* $($B: Fetch,)* Each>(
                    $($a: $A::Slice<'w>,)*
                    $($b: $B::Slice<'w>,)*
                    len: usize,
                    function: Each,
                ) where
                    Each: for<'a> FnMut(($($A::Item<'a>,)* $($B::Item<'a>,)*)),
                {
                    each_of::<(($($A,)*), ($($B,)*)), Each>((($($a,)*), ($($b,)*)), len, function);
                }

                let ($($a,)* $($b,)*) = slice;
                each::<$($A,)* $($B,)* Each>($($a,)* $($b,)* len, function);
            }
        }
    };
}

crate::tuples::for_each_wide_arity!(halves);

/// Calls a function for each item of the slices of halves, in the same loops as those of smaller tuples (`tuples.rs`).
#[inline(always)]
fn each_of<H: Halves, Each: for<'a> FnMut(H::FlatItem<'a>)>(slice: H::Slice<'_>, len: usize, mut function: Each) {
    if const { is_plain(2, H::WIDEST) } {
        if !H::covers(&slice, len) {
            too_short();
        }
        let mut values = slice;
        for at in 0..len {
            function(Wide::unite(H::at(&mut values, at)));
        }
        return;
    }
    let (mut blocks, mut rest) = H::blocks(slice);
    for block in 0..len / BLOCK {
        let mut values = H::block(&mut blocks, block);
        for lane in 0..BLOCK {
            function(Wide::unite(H::lane(&mut values, lane)));
        }
    }
    for at in 0..len % BLOCK {
        function(Wide::unite(H::at(&mut rest, at)));
    }
}

/// The fetch of a tuple, given its halves `H`.
#[derive(Debug)]
pub struct Flat<H>(PhantomData<H>);

impl<H> Sealed for Flat<H> {}

impl<H: Halves> Fetch for Flat<H> {
    type Columns<'w> = H::Columns<'w>;
    type Item<'w> = H::FlatItem<'w>;
    type Scattered<'w> = H::Scattered<'w>;
    type Slice<'w> = H::FlatSlice<'w>;
    type Blocks<'w> = H::Blocks<'w>;
    type Block<'w> = H::Block<'w>;
    type Places<'w> = H::Places<'w>;
    type Room = H::Room;
    type Few = H::Few;

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        H::reborrow(columns)
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        H::get(columns, index).map(Wide::unite)
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        H::scatter(columns, source)
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        H::next(scattered, step, index).map(Wide::unite)
    }

    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>> {
        H::step(columns, step, index).map(Wide::unite)
    }

    #[inline(always)]
    fn places<'w>(columns: &Self::Columns<'w>) -> Self::Places<'w> {
        H::places(columns)
    }

    #[inline(always)]
    fn item_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        at: usize,
        index: u32,
    ) -> Option<Self::Item<'a>> {
        H::item_at(columns, room, at, index).map(Wide::unite)
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        H::narrow(columns)
    }

    #[inline(always)]
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>) {
        H::align(columns, source);
    }

    #[inline(always)]
    fn compare(columns: &mut Self::Columns<'_>, source: Source<'_>, most: usize) {
        H::compare(columns, source, most);
    }

    #[inline(always)]
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>, steps: usize) -> Option<Self::Slice<'w>> {
        H::slice(columns, source, steps).map(Wide::unite)
    }

    const TRACKED: bool = H::TRACKED;

    #[inline(always)]
    fn all_aligned(columns: &Self::Columns<'_>) -> bool {
        H::all_aligned(columns)
    }

    #[inline(always)]
    fn finds(columns: &Self::Columns<'_>, step: usize, index: u32) -> bool {
        H::finds(columns, step, index)
    }

    #[inline(always)]
    fn mark(columns: &Self::Columns<'_>, step: usize, index: u32) {
        H::mark(columns, step, index);
    }

    #[inline(always)]
    fn mark_first(columns: &Self::Columns<'_>, steps: usize) {
        H::mark_first(columns, steps);
    }

    const SLICED: bool = H::SLICED;
    const REQUIRED: usize = H::REQUIRED;
    const BY_ENTITY: bool = H::BY_ENTITY;
    const NOTED: bool = H::NOTED;
    const WIDEST: usize = H::WIDEST;

    #[inline(always)]
    fn run_at<'a>(
        columns: &'a mut Self::Columns<'_>,
        room: &Self::Room,
        indices: &'a [u32],
    ) -> Option<Self::Slice<'a>> {
        H::run_at(columns, room, indices).map(Wide::unite)
    }

    #[inline(always)]
    fn covers(slice: &Self::Slice<'_>, len: usize) -> bool {
        H::flat_covers(slice, len)
    }

    #[inline(always)]
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        let (blocks, rest) = H::blocks(slice.split());
        (blocks, Wide::unite(rest))
    }

    #[inline(always)]
    fn block<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize) -> Self::Block<'a> {
        H::block(blocks, block)
    }

    #[inline(always)]
    fn lane<'a>(block: &'a mut Self::Block<'_>, lane: usize) -> Self::Item<'a> {
        Wide::unite(H::lane(block, lane))
    }

    #[inline(always)]
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a> {
        H::flat_at(slice, at)
    }

    #[inline(always)]
    fn each<S: for<'a> FnMut(Self::Item<'a>)>(slice: Self::Slice<'_>, len: usize, function: S) {
        H::flat_each(slice, len, function);
    }
}

impl<H: Halves + ReadFetch> ReadFetch for Flat<H> {
    #[inline(always)]
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w> {
        H::share(columns)
    }
}

impl<H: ParFetch + for<'w> Halves<FlatSlice<'w>: Send>> ParFetch for Flat<H> {
    type Part<'w> = H::Part<'w>;

    fn from_step<'w>(columns: Self::Columns<'w>, source: Source<'w>, step: usize, is_run: bool) -> Self::Part<'w> {
        H::from_step(columns, source, step, is_run)
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w> {
        H::split_front(part, step)
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        H::fetch(part, step, index).map(Wide::unite)
    }

    #[inline(always)]
    fn part_run_len(part: &Self::Part<'_>, indices: &[u32]) -> usize {
        H::part_run_len(part, indices)
    }

    #[inline(always)]
    fn part_run_at<'a>(part: &'a mut Self::Part<'_>, step: usize, indices: &'a [u32]) -> Option<Self::Slice<'a>> {
        H::part_run_at(part, step, indices).map(Wide::unite)
    }

    fn checked(part: &Self::Part<'_>) -> usize {
        H::checked(part)
    }

    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        let (front, back) = H::split_slice(slice.split(), at);
        (Wide::unite(front), Wide::unite(back))
    }
}

impl<H: Halves + Banded> Banded for Flat<H> {
    const WRITTEN: usize = H::WRITTEN;
    type Bands<'w> = H::Bands<'w>;

    fn bands(columns: Self::Columns<'_>) -> Option<Self::Bands<'_>> {
        H::bands(columns)
    }

    fn shorten<'a>(bands: &'a mut Self::Bands<'_>) -> Self::Bands<'a> {
        H::shorten(bands)
    }

    fn cut<'w>(bands: &mut Self::Bands<'w>, nth: usize, len: usize) -> Self::Bands<'w> {
        H::cut(bands, nth, len)
    }

    fn swap<'w>(one: &mut Self::Bands<'w>, other: &mut Self::Bands<'w>, nth: usize) {
        H::swap(one, other, nth);
    }

    fn len(bands: &Self::Bands<'_>, nth: usize) -> usize {
        H::len(bands, nth)
    }

    fn indices<'w>(bands: &Self::Bands<'w>) -> Self::Places<'w> {
        H::indices(bands)
    }

    #[inline(always)]
    fn holds(bands: &Self::Bands<'_>, room: &Self::Room, at: usize) -> bool {
        H::holds(bands, room, at)
    }

    #[inline(always)]
    fn find<'a>(bands: &'a mut Self::Bands<'_>, room: &Self::Room, at: usize, index: u32) -> Option<Self::Item<'a>> {
        H::find(bands, room, at, index).map(Wide::unite)
    }
}
