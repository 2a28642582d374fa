//! Owns the fetches of one thing: a component to read or write, one that may be missing, the handle.

use core::marker::PhantomData;

use super::{Fetch, ReadFetch};
use crate::disjoint::DisjointMut;
use crate::{Allocator, Entity, Lookup, LookupMut, Source};

/// Fetches `&C`.
#[derive(Debug)]
pub struct Read<C>(PhantomData<C>);

impl<C: 'static> Fetch for Read<C> {
    type Columns<'w> = Lookup<'w, C>;
    type Item<'w> = &'w C;
    type Scattered<'w> = Lookup<'w, C>;

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        *columns
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        columns.get(index)
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, _: Source<'w>) -> Self::Scattered<'w> {
        columns
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, _: usize, index: u32) -> Option<Self::Item<'w>> {
        scattered.get(index)
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Some(columns.source())
    }
}

impl<C: 'static> ReadFetch for Read<C> {
    #[inline(always)]
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w> {
        *columns
    }
}

/// Fetches `&mut C`.
#[derive(Debug)]
pub struct Write<C>(PhantomData<C>);

impl<C: 'static> Fetch for Write<C> {
    type Columns<'w> = LookupMut<'w, C>;
    type Item<'w> = &'w mut C;
    type Scattered<'w> = DisjointMut<'w, C>;

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        LookupMut { index: columns.index, values: columns.values }
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        columns.get(index)
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        DisjointMut::new(columns.values, columns.index, source)
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, _: u32) -> Option<Self::Item<'w>> {
        scattered.at(step)
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Some(columns.source())
    }
}

/// Fetches what may be missing, as an `Option`.
#[derive(Debug)]
pub struct Maybe<F>(PhantomData<F>);

impl<F: Fetch> Fetch for Maybe<F> {
    type Columns<'w> = F::Columns<'w>;
    type Item<'w> = Option<F::Item<'w>>;
    type Scattered<'w> = F::Scattered<'w>;

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
    fn narrow<'w>(_: &Self::Columns<'w>) -> Option<Source<'w>> {
        None
    }
}

impl<F: ReadFetch> ReadFetch for Maybe<F> {
    #[inline(always)]
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w> {
        F::share(columns)
    }
}

/// Fetches the [`Entity`] itself.
#[derive(Debug)]
pub struct Handle;

impl Fetch for Handle {
    type Columns<'w> = &'w Allocator;
    type Item<'w> = Entity;
    type Scattered<'w> = &'w Allocator;

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        columns
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        columns.entity_at(index)
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, _: Source<'w>) -> Self::Scattered<'w> {
        columns
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, _: usize, index: u32) -> Option<Self::Item<'w>> {
        scattered.entity_at(index)
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Some(Source::Live(columns))
    }
}

impl ReadFetch for Handle {
    #[inline(always)]
    fn share<'w>(columns: &Self::Columns<'w>) -> Self::Columns<'w> {
        columns
    }
}
