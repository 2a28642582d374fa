//! Owns the fetches of several things: tuples of up to 16.
#![allow(clippy::unused_unit, reason = "the empty tuple fetches nothing")]

use super::{Fetch, ReadFetch};
use crate::Source;

macro_rules! tuple_fetch {
    ($($F:ident $f:ident),*) => {
        impl<$($F: Fetch),*> Fetch for ($($F,)*) {
            type Columns<'w> = ($($F::Columns<'w>,)*);
            type Item<'w> = ($($F::Item<'w>,)*);
            type Scattered<'w> = ($($F::Scattered<'w>,)*);

            #[inline(always)]
            fn reborrow<'a>(($($f,)*): &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
                ($($F::reborrow($f),)*)
            }

            #[inline(always)]
            fn get(($($f,)*): Self::Columns<'_>, _index: u32) -> Option<Self::Item<'_>> {
                Some(($($F::get($f, _index)?,)*))
            }

            #[inline(always)]
            fn scatter<'w>(($($f,)*): Self::Columns<'w>, _source: Source<'w>) -> Self::Scattered<'w> {
                ($($F::scatter($f, _source),)*)
            }

            #[inline(always)]
            fn next<'w>(($($f,)*): &mut Self::Scattered<'w>, _step: usize, _index: u32) -> Option<Self::Item<'w>> {
                Some(($($F::next($f, _step, _index)?,)*))
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
        }

        impl<$($F: ReadFetch),*> ReadFetch for ($($F,)*) {
            #[inline(always)]
            fn share<'w>(($($f,)*): &Self::Columns<'w>) -> Self::Columns<'w> {
                ($($F::share($f),)*)
            }
        }
    };
}

crate::tuples::for_each_arity!(tuple_fetch);
