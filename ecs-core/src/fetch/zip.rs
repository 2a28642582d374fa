//! Runs of several columns, as nested zips: `core` specialises zips of slices, so that a step has one bounds test.
//!
//! Three columns are `((a, b), c)`: a zip of a zip, since `core` zips only two iterators. Its items are nested in the same way, and are
//! flattened into a tuple where they are yielded, which costs nothing.
//!
//! ```text
//! Run     a.iter_mut().zip(b.iter()).zip(c.iter())       one test per step: the shortest length is computed once
//! Cut     (cut of a, cut of b, cut of c)                 each column knows what was cut off
//! Rest    (rest of a, rest of b, rest of c)
//! ```
//!
//! The entities of a run are adjacent in *all* columns: `together` compares one column after another, each with no more entities than those
//! before it have in common.
//!
//! ```text
//! source      a b c d e
//! column A    a b c d x      4 of 5 are together
//! column B    a b y c d      compared with a b c d: 2 are together, and the run is a b
//! ```
#![allow(non_snake_case, reason = "the room of an element is named as its type is")]

use core::iter::Zip;
use core::slice;

use super::LookedUp;
use super::stretch::{KnownOf, Stretch, ValueOf};
use crate::sparse::Source;

/// A slice of values without a size from which runs are taken: there are more than there can be entities.
///
/// It takes no memory.
const NOTHING: &[()] = &[(); usize::MAX];

/// The empty tuple, which every entity has.
///
/// Its runs have any requested length, so that a query that fetches no component can be zipped like others.
impl Stretch for () {
    type Run<'w> = slice::Iter<'w, ()>;
    type Cut<'w> = ();
    type Rest<'w> = ();
    type Thinned<'w> = ();
    type Known<'w> = ();

    const WRITES: bool = false;

    fn empty<'w>() -> Self::Run<'w> {
        [].iter()
    }

    fn run_of((): Self::Slice<'_>, len: usize) -> Self::Run<'_> {
        NOTHING[..len].iter()
    }

    fn item<'w>((): &'w (), _: &'w [u32]) -> Self::Item<'w> {}

    fn cut((): Self::Columns<'_>) -> Self::Cut<'_> {}

    fn together((): &Self::Cut<'_>, _: usize, indices: &[u32]) -> usize {
        indices.len()
    }

    fn take<'w>((): &mut Self::Cut<'w>, _: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        Some(NOTHING[..indices.len()].iter())
    }

    fn thin<'w>((): &mut Self::Cut<'w>, _: usize, _: &'w [u32]) -> Option<Self::Thinned<'w>> {
        Some(())
    }

    fn thinned_at<'w>((): &mut Self::Thinned<'w>, _: usize) -> Option<&'w ()> {
        Some(&())
    }

    fn no_rest<'w>() -> Self::Rest<'w> {}

    fn rest<'w>((): Self::Cut<'w>, _: Source<'w>) -> Self::Rest<'w> {}

    fn rest_at<'w>((): &mut Self::Rest<'w>, (): &Self::Few, _: LookedUp<'w>) -> Option<&'w ()> {
        Some(&())
    }

    fn known<'w>((): Self::Columns<'w>, (): KnownOf<'w, Self>, _: usize) -> Option<Self::Known<'w>> {
        Some(())
    }

    fn known_at<'w>((): &mut Self::Known<'w>, _: usize, _: &'w u32) -> Option<&'w ()> {
        Some(&())
    }

    fn read_run<'w>((): &Self::Columns<'w>, (): &Self::Few, indices: &'w [u32]) -> Option<Self::Run<'w>> {
        Some(NOTHING[..indices.len()].iter())
    }

    fn read_thin<'w>((): &Self::Columns<'w>, (): &Self::Few, _: &'w [u32]) -> Option<Self::Thinned<'w>> {
        Some(())
    }

    fn read_at<'w>((): &Self::Columns<'w>, (): &Self::Few, _: LookedUp<'w>) -> Option<&'w ()> {
        Some(&())
    }
}

/// The type of a zip of runs.
///
/// It is built from the left: each further column wraps the previous zip.
macro_rules! zip_of {
    ($w:lifetime $zip:ty;) => { $zip };
    ($w:lifetime $zip:ty; $F:ident $($rest:ident)*) => { zip_of!($w Zip<$zip, $F::Run<$w>>; $($rest)*) };
}

/// Destructures an item of such a zip.
///
/// The pattern mirrors the type that `zip_of` builds.
macro_rules! unzip {
    ($zip:tt = $value:ident;) => { let $zip = $value; };
    ($zip:tt = $value:ident; $f:ident $($rest:ident)*) => { unzip!(($zip, $f) = $value; $($rest)*) };
}

macro_rules! tuple_stretch {
    () => {};
    ($First:ident $first:ident $(, $F:ident $f:ident)*) => {
        impl<$First: Stretch, $($F: Stretch),*> Stretch for ($First, $($F,)*) {
            type Run<'w> = zip_of!('w $First::Run<'w>; $($F)*);
            type Cut<'w> = ($First::Cut<'w>, $($F::Cut<'w>,)*);
            type Rest<'w> = ($First::Rest<'w>, $($F::Rest<'w>,)*);
            type Thinned<'w> = ($First::Thinned<'w>, $($F::Thinned<'w>,)*);
            type Known<'w> = ($First::Known<'w>, $($F::Known<'w>,)*);

            const WRITES: bool = $First::WRITES $(|| $F::WRITES)*;
            const WHOLE: bool = $First::WHOLE $(&& $F::WHOLE)*;

            #[inline(always)]
            fn empty<'w>() -> Self::Run<'w> {
                $First::empty()$(.zip($F::empty()))*
            }

            #[inline(always)]
            fn run_of(($first, $($f,)*): Self::Slice<'_>, len: usize) -> Self::Run<'_> {
                $First::run_of($first, len)$(.zip($F::run_of($f, len)))*
            }

            #[inline(always)]
            fn whole<'w>(($first, $($f,)*): Self::Columns<'w>, source: Source<'w>) -> Option<Self::Run<'w>> {
                let run = some!($First::whole($first, source));
                $(let run = run.zip(some!($F::whole($f, source)));)*
                Some(run)
            }

            #[inline(always)]
            fn generations<'w>(($first, $($f,)*): &Self::Columns<'w>) -> &'w [u32] {
                let generations = $First::generations($first);
                $(let generations = if generations.is_empty() { $F::generations($f) } else { generations };)*
                generations
            }

            #[inline(always)]
            fn item<'w>(value: ValueOf<'w, Self>, generations: &'w [u32]) -> Self::Item<'w> {
                unzip!($first = value; $($f)*);
                ($First::item($first, generations), $($F::item($f, generations),)*)
            }

            #[inline(always)]
            fn cut(($first, $($f,)*): Self::Columns<'_>) -> Self::Cut<'_> {
                ($First::cut($first), $($F::cut($f),)*)
            }

            #[inline(always)]
            fn together(($first, $($f,)*): &Self::Cut<'_>, step: usize, indices: &[u32]) -> usize {
                let together = $First::together($first, step, indices);
                $(let together = $F::together($f, step, &indices[..together]);)*
                together
            }

            #[inline(always)]
            fn take<'w>(($first, $($f,)*): &mut Self::Cut<'w>, step: usize, indices: &'w [u32]) -> Option<Self::Run<'w>> {
                let run = some!($First::take($first, step, indices));
                $(let run = run.zip(some!($F::take($f, step, indices)));)*
                Some(run)
            }

            #[inline(always)]
            fn thin<'w>(
                ($first, $($f,)*): &mut Self::Cut<'w>,
                step: usize,
                indices: &'w [u32],
            ) -> Option<Self::Thinned<'w>> {
                Some((some!($First::thin($first, step, indices)), $(some!($F::thin($f, step, indices)),)*))
            }

            #[inline(always)]
            fn thinned_at<'w>(($first, $($f,)*): &mut Self::Thinned<'w>, at: usize) -> Option<ValueOf<'w, Self>> {
                let value = some!($First::thinned_at($first, at));
                $(let value = (value, some!($F::thinned_at($f, at)));)*
                Some(value)
            }

            #[inline(always)]
            fn no_rest<'w>() -> Self::Rest<'w> {
                ($First::no_rest(), $($F::no_rest(),)*)
            }

            #[inline(always)]
            fn rest<'w>(($first, $($f,)*): Self::Cut<'w>, source: Source<'w>) -> Self::Rest<'w> {
                ($First::rest($first, source), $($F::rest($f, source),)*)
            }

            #[inline(always)]
            fn rest_at<'w>(
                ($first, $($f,)*): &mut Self::Rest<'w>,
                ($First, $($F,)*): &Self::Few,
                entity: LookedUp<'w>,
            ) -> Option<ValueOf<'w, Self>> {
                let value = some!($First::rest_at($first, $First, entity));
                $(let value = (value, some!($F::rest_at($f, $F, entity)));)*
                Some(value)
            }

            #[inline(always)]
            fn known<'w>(
                ($first, $($f,)*): Self::Columns<'w>,
                ($First, $($F,)*): KnownOf<'w, Self>,
                steps: usize,
            ) -> Option<Self::Known<'w>> {
                Some((some!($First::known($first, $First, steps)), $(some!($F::known($f, $F, steps)),)*))
            }

            #[inline(always)]
            fn known_at<'w>(
                ($first, $($f,)*): &mut Self::Known<'w>,
                step: usize,
                index: &'w u32,
            ) -> Option<ValueOf<'w, Self>> {
                // Each column counts its own steps, so it is asked even if another one lacks the value.
                let value = $First::known_at($first, step, index);
                $(let $f = $F::known_at($f, step, index);)*
                let value = some!(value);
                $(let value = (value, some!($f));)*
                Some(value)
            }

            #[inline(always)]
            fn read_run<'w>(
                ($first, $($f,)*): &Self::Columns<'w>,
                ($First, $($F,)*): &Self::Few,
                indices: &'w [u32],
            ) -> Option<Self::Run<'w>> {
                let run = some!($First::read_run($first, $First, indices));
                $(let run = run.zip(some!($F::read_run($f, $F, indices)));)*
                Some(run)
            }

            #[inline(always)]
            fn read_thin<'w>(
                ($first, $($f,)*): &Self::Columns<'w>,
                ($First, $($F,)*): &Self::Few,
                indices: &'w [u32],
            ) -> Option<Self::Thinned<'w>> {
                Some((some!($First::read_thin($first, $First, indices)), $(some!($F::read_thin($f, $F, indices)),)*))
            }

            #[inline(always)]
            fn read_at<'w>(
                ($first, $($f,)*): &Self::Columns<'w>,
                ($First, $($F,)*): &Self::Few,
                entity: LookedUp<'w>,
            ) -> Option<ValueOf<'w, Self>> {
                let value = some!($First::read_at($first, $First, entity));
                $(let value = (value, some!($F::read_at($f, $F, entity)));)*
                Some(value)
            }
        }
    };
}

crate::tuples::for_each_small_arity!(tuple_stretch);
