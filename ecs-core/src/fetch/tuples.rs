//! The fetches of several components: tuples of up to 9 (for more, see `wide.rs`). An item exists if all of its elements do.
//!
//! Each function of a tuple calls that of its elements in order, and returns `None` at the first missing element. The elements never share
//! a column that is written: queries and systems that borrow a component twice, at least once to write, do not compile (`access.rs`).
//!
//! The shortest column of a tuple is the shortest of its required ones; slices exist if all elements have slices of the same length.
//!
//! Loops over slices are the fastest, and the most sensitive to what LLVM knows. Three things help it, and each was measured:
//!
//! - The slices of all columns are *parameters* of one function that is not inlined: LLVM assumes only of parameters that they do not
//!   overlap, and can then keep one value in a register while another one is written.
//! - Slices are split into arrays of 8 lanes: the inner loop has a constant length, which LLVM unrolls, and vectorises if the function
//!   allows it.
//! - If values are small, a plain loop is faster than blocks (`is_plain`): LLVM vectorises it by itself, but would gather the lanes of
//!   blocks.
//!
//! ```text
//! (&mut [f32; 3], &[f32; 3])      12 bytes: 19 values are 2 blocks of 8, and 3 values behind them
//! (&mut f32, &f32)                4 bytes: one plain loop over 19 values
//! ```
#![allow(clippy::unused_unit, clippy::extra_unused_lifetimes, reason = "the empty tuple fetches nothing")]
#![allow(
    clippy::elidable_lifetime_names,
    reason = "all slices of a tuple have one lifetime, also if there is one slice"
)]
#![allow(non_snake_case, reason = "the room of an element is named as its type is, its columns by the small letter")]
#![allow(clippy::too_many_arguments, reason = "LLVM knows of parameters alone that they do not overlap")]

use core::marker::PhantomData;

use super::sealed::Sealed;
use super::{BLOCK, Fetch, ReadFetch, is_plain, too_short};
use crate::sparse::Source;

/// Number of entities after the last block.
#[inline(always)]
fn behind_blocks(len: usize) -> usize {
    len % BLOCK
}

/// The loops over slices of a fetch, which call a function for each item.
struct Loops<F, Each>(PhantomData<(F, Each)>);

/// A method of a tuple calls that of each element. Two do more: `narrow` compares the lengths of the sources, and `each` chooses the loop
/// over slices by the widest value.
///
/// Columns, places and items are tuples of the same length, so element `n` of each belongs to the same fetch. For the empty tuple each
/// method returns the neutral element: an item always exists, nothing is required, and there is no source.
macro_rules! tuple_fetch {
    ($($F:ident $f:ident),*) => {
        impl<$($F: Fetch),*> Sealed for ($($F,)*) {}

        impl<$($F: Fetch),*> Fetch for ($($F,)*) {
            type Columns<'w> = ($($F::Columns<'w>,)*);
            type Item<'w> = ($($F::Item<'w>,)*);
            type Scattered<'w> = ($($F::Scattered<'w>,)*);
            type Slice<'w> = ($($F::Slice<'w>,)*);
            type Blocks<'w> = ($($F::Blocks<'w>,)*);
            type Block<'w> = ($($F::Block<'w>,)*);
            type Places<'w> = ($($F::Places<'w>,)*);
            type Room = ($($F::Room,)*);
            type Few = ($($F::Few,)*);

            #[inline(always)]
            fn reborrow<'a>(($($f,)*): &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
                ($($F::reborrow($f),)*)
            }

            #[inline(always)]
            fn get(($($f,)*): Self::Columns<'_>, _index: u32) -> Option<Self::Item<'_>> {
                Some(($(some!($F::get($f, _index)),)*))
            }

            #[inline(always)]
            fn scatter<'w>(($($f,)*): Self::Columns<'w>, _source: Source<'w>) -> Self::Scattered<'w> {
                ($($F::scatter($f, _source),)*)
            }

            #[inline(always)]
            fn next<'w>(($($f,)*): &mut Self::Scattered<'w>, _step: usize, _index: u32) -> Option<Self::Item<'w>> {
                Some(($(some!($F::next($f, _step, _index)),)*))
            }

            #[inline(always)]
            fn step<'a>(($($f,)*): &'a mut Self::Columns<'_>, _step: usize, _index: u32) -> Option<Self::Item<'a>> {
                Some(($(some!($F::step($f, _step, _index)),)*))
            }

            #[inline(always)]
            fn places<'w>(($($f,)*): &Self::Columns<'w>) -> Self::Places<'w> {
                ($($F::places($f),)*)
            }

            #[inline(always)]
            fn item_at<'a>(
                ($($f,)*): &'a mut Self::Columns<'_>,
                ($($F,)*): &Self::Room,
                _at: usize,
                _index: u32,
            ) -> Option<Self::Item<'a>> {
                Some(($(some!($F::item_at($f, $F, _at, _index)),)*))
            }

            #[inline(always)]
            fn narrow<'w>(($($f,)*): &Self::Columns<'w>) -> Option<Source<'w>> {
                let narrowest = None;
                $(let narrowest = match $F::narrow($f) {
                    Some(source) => Some(source.shorter(narrowest)),
                    None => narrowest,
                };)*
                narrowest
            }

            #[inline(always)]
            fn align(($($f,)*): &mut Self::Columns<'_>, _source: Source<'_>) {
                $($F::align($f, _source);)*
            }

            #[inline(always)]
            fn compare(($($f,)*): &mut Self::Columns<'_>, _source: Source<'_>, _most: usize) {
                $($F::compare($f, _source, _most);)*
            }

            #[inline(always)]
            fn slice<'w>(($($f,)*): Self::Columns<'w>, _source: Source<'w>, _steps: usize) -> Option<Self::Slice<'w>> {
                Some(($(some!($F::slice($f, _source, _steps)),)*))
            }

            const TRACKED: bool = false $(|| $F::TRACKED)*;

            #[inline(always)]
            fn all_aligned(($($f,)*): &Self::Columns<'_>) -> bool {
                true $(&& $F::all_aligned($f))*
            }

            #[inline(always)]
            fn finds(($($f,)*): &Self::Columns<'_>, _step: usize, _index: u32) -> bool {
                true $(&& $F::finds($f, _step, _index))*
            }

            #[inline(always)]
            fn mark(($($f,)*): &Self::Columns<'_>, _step: usize, _index: u32) {
                $($F::mark($f, _step, _index);)*
            }

            #[inline(always)]
            fn mark_first(($($f,)*): &Self::Columns<'_>, _steps: usize) {
                $($F::mark_first($f, _steps);)*
            }

            const SLICED: bool = true $(&& $F::SLICED)*;
            const REQUIRED: usize = 0 $(+ $F::REQUIRED)*;
            const BY_ENTITY: bool = false $(|| $F::BY_ENTITY)*;

            #[inline(always)]
            fn run_at<'a>(
                ($($f,)*): &'a mut Self::Columns<'_>,
                ($($F,)*): &Self::Room,
                _indices: &'a [u32],
            ) -> Option<Self::Slice<'a>> {
                Some(($(some!($F::run_at($f, $F, _indices)),)*))
            }

            const NOTED: bool = false $(|| $F::NOTED)*;

            const WIDEST: usize = {
                let widest = 0;
                $(let widest = if $F::WIDEST > widest { $F::WIDEST } else { widest };)*
                widest
            };

            #[inline(always)]
            fn covers(($($f,)*): &Self::Slice<'_>, _len: usize) -> bool {
                true $(&& $F::covers($f, _len))*
            }

            #[inline(always)]
            fn blocks(($($f,)*): Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
                $(let $f = $F::blocks($f);)*
                (($($f.0,)*), ($($f.1,)*))
            }

            #[inline(always)]
            fn block<'a>(($($f,)*): &'a mut Self::Blocks<'_>, _block: usize) -> Self::Block<'a> {
                ($($F::block($f, _block),)*)
            }

            #[inline(always)]
            fn lane<'a>(($($f,)*): &'a mut Self::Block<'_>, _lane: usize) -> Self::Item<'a> {
                ($($F::lane($f, _lane),)*)
            }

            #[inline(always)]
            fn at<'a>(($($f,)*): &'a mut Self::Slice<'_>, _at: usize) -> Self::Item<'a> {
                ($($F::at($f, _at),)*)
            }

            #[inline(always)]
            fn each<Each: for<'a> FnMut(Self::Item<'a>)>(($($f,)*): Self::Slice<'_>, len: usize, function: Each) {
                let each = Loops::<Self, Each>::CHOSEN;
                each($($f,)* len, function);
            }
        }

        /// The slices are parameters of each loop: LLVM knows only of parameters that they do not overlap.
        impl<$($F: Fetch,)* Each: for<'a> FnMut(($($F::Item<'a>,)*))> Loops<($($F,)*), Each> {
            /// A constant, so that rustc does not even visit the other loops.
            const CHOSEN: for<'w> fn($($F::Slice<'w>,)* usize, Each) =
                if is_plain(0 $(+ { let _ = stringify!($F); 1 })*, <($($F,)*) as Fetch>::WIDEST) {
                    Self::plain
                } else if <($($F,)*) as Fetch>::NOTED {
                    Self::in_noted_blocks
                } else {
                    Self::in_blocks
                };

            #[inline(never)]
            fn plain<'w>($($f: $F::Slice<'w>,)* len: usize, mut function: Each) {
                let mut _values = ($($f,)*);
                if !<($($F,)*) as Fetch>::covers(&_values, len) {
                    too_short();
                }
                for at in 0..len {
                    function(<($($F,)*) as Fetch>::at(&mut _values, at));
                }
            }

            #[inline(never)]
            fn in_blocks<'w>($($f: $F::Slice<'w>,)* len: usize, mut function: Each) {
                $(let $f = $F::blocks($f);)*
                let (mut _blocks, mut _rest) = (($($f.0,)*), ($($f.1,)*));
                for block in 0..len / BLOCK {
                    let mut _values = <($($F,)*) as Fetch>::block(&mut _blocks, block);
                    for lane in 0..BLOCK {
                        function(<($($F,)*) as Fetch>::lane(&mut _values, lane));
                    }
                }
                for at in 0..behind_blocks(len) {
                    function(<($($F,)*) as Fetch>::at(&mut _rest, at));
                }
            }

            /// Iterates in blocks if slices are larger than two words, and so passed by address: then only their blocks are known not to
            /// overlap.
            #[inline(never)]
            fn in_noted_blocks<'w>($($f: $F::Slice<'w>,)* len: usize, mut function: Each) {
                $(let $f = $F::blocks($f);)*
                let (mut _blocks, mut _rest) = (($($f.0,)*), ($($f.1,)*));
                for block in 0..len / BLOCK {
                    let ($($f,)*) = <($($F,)*) as Fetch>::block(&mut _blocks, block);
                    Self::in_block($($f,)* &mut function);
                }
                for at in 0..behind_blocks(len) {
                    function(<($($F,)*) as Fetch>::at(&mut _rest, at));
                }
            }

            /// Visits a block. A call per block costs less than lanes that are not vectorised.
            #[inline(never)]
            fn in_block<'w>($(mut $f: $F::Block<'w>,)* function: &mut Each) {
                for _lane in 0..BLOCK {
                    function(($($F::lane(&mut $f, _lane),)*));
                }
            }
        }

        impl<$($F: ReadFetch),*> ReadFetch for ($($F,)*) {
            #[inline(always)]
            fn share<'w>(($($f,)*): &Self::Columns<'w>) -> Self::Columns<'w> {
                ($($F::share($f),)*)
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_fetch);
