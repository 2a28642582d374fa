//! Owns fetches on several threads: how what is fetched from is cut into parts.

use super::single::CellsOf;
use super::{Fetch, Handle, Maybe, Read, Write};
use crate::disjoint::DisjointMut;
use crate::parallel::{ParRead, ParWrite};
use crate::storage::Values;
use crate::{Allocator, Lookup, Source, Storage};

/// A fetch whose items may be used on other threads: what it reads is `Sync`, and what it writes is `Send`.
pub trait ParFetch: for<'w> Fetch<Slice<'w>: Send> {
    /// What is fetched from at some of the steps of a source.
    type Part<'w>: Send;

    /// What is fetched from at all steps of a source.
    fn whole<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Part<'w>;

    /// Cuts off what is fetched from at the steps before this one. The rest stays.
    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w>;

    /// Fetches at a step of the part, where the entity has this index. Steps ascend.
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>>;

    /// Cuts a slice in two. (Panics if it is shorter.)
    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>);
}

/// A column to read, on the way to another thread.
pub struct SentLookup<'w, S: Storage<Value: ParRead>> {
    index: &'w S::Index,
    values: <S::Values<'w> as Values<'w, S::Value>>::Sent,
    aligned: bool,
}

impl<S: Storage<Value: ParRead>> core::fmt::Debug for SentLookup<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SentLookup").field("index", self.index).field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<S: Storage<Value: ParRead>> ParFetch for Read<S> {
    type Part<'w> = SentLookup<'w, S>;

    fn whole<'w>(columns: Self::Columns<'w>, _: Source<'w>) -> Self::Part<'w> {
        let Lookup { index, values, aligned } = columns;
        SentLookup { index, values: values.send(), aligned }
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, _: usize) -> Self::Part<'w> {
        SentLookup { ..*part }
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        let values = S::Values::received(part.values);
        let column: Lookup<'w, S> = Lookup { index: part.index, values, aligned: part.aligned };
        if column.aligned { column.values.get(step) } else { column.get(index) }
    }

    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        slice.split_at(at)
    }
}

impl<S: Storage<Value: ParWrite>> ParFetch for Write<S> {
    type Part<'w> = DisjointMut<'w, S::Index, CellsOf<'w, S>>;

    fn whole<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Part<'w> {
        Self::scatter(columns, source)
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w> {
        part.split_front(step)
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, _: u32) -> Option<Self::Item<'w>> {
        part.at(step)
    }

    fn split_slice(slice: Self::Slice<'_>, at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        slice.split_at_mut(at)
    }
}

impl<F: ParFetch> ParFetch for Maybe<F> {
    type Part<'w> = F::Part<'w>;

    fn whole<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Part<'w> {
        F::whole(columns, source)
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, step: usize) -> Self::Part<'w> {
        F::split_front(part, step)
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        Some(F::fetch(part, step, index))
    }

    fn split_slice(slice: Self::Slice<'_>, _: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
        match slice {}
    }
}

impl ParFetch for Handle {
    type Part<'w> = &'w Allocator;

    fn whole<'w>(columns: Self::Columns<'w>, _: Source<'w>) -> Self::Part<'w> {
        columns
    }

    fn split_front<'w>(part: &mut Self::Part<'w>, _: usize) -> Self::Part<'w> {
        part
    }

    #[inline(always)]
    fn fetch<'w>(part: &mut Self::Part<'w>, _: usize, index: u32) -> Option<Self::Item<'w>> {
        Some(part.living(index))
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

            fn whole<'w>(($($f,)*): Self::Columns<'w>, _source: Source<'w>) -> Self::Part<'w> {
                ($($F::whole($f, _source),)*)
            }

            fn split_front<'w>(($($f,)*): &mut Self::Part<'w>, _step: usize) -> Self::Part<'w> {
                ($($F::split_front($f, _step),)*)
            }

            #[inline(always)]
            fn fetch<'w>(($($f,)*): &mut Self::Part<'w>, _step: usize, _index: u32) -> Option<Self::Item<'w>> {
                Some(($($F::fetch($f, _step, _index)?,)*))
            }

            fn split_slice(($($f,)*): Self::Slice<'_>, _at: usize) -> (Self::Slice<'_>, Self::Slice<'_>) {
                $(let $f = $F::split_slice($f, _at);)*
                (($($f.0,)*), ($($f.1,)*))
            }
        }
    };
}

crate::tuples::for_each_arity!(tuple_par_fetch);
