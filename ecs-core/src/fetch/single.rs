//! Owns the fetches of one component, to read or to write.

use core::marker::PhantomData;

use super::{BLOCK, Fetch, ReadFetch};
use crate::disjoint::DisjointMut;
use crate::{Lookup, LookupMut, Source, SparseIndex};

/// Fetches `&C`.
#[derive(Debug)]
pub struct Read<C>(PhantomData<C>);

impl<C: 'static> Fetch for Read<C> {
    type Columns<'w> = Lookup<'w, C>;
    type Item<'w> = &'w C;
    type Scattered<'w> = Lookup<'w, C>;
    type Slice<'w> = &'w [C];
    type Blocks<'w> = &'w [[C; BLOCK]];

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
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, index: u32) -> Option<Self::Item<'w>> {
        if scattered.aligned { scattered.values.get(step) } else { scattered.get(index) }
    }

    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>> {
        if columns.aligned { columns.values.get(step) } else { columns.get(index) }
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Some(Source::all(columns.index))
    }

    #[inline(always)]
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>) {
        columns.aligned = source.is_of(columns.index);
    }

    #[inline(always)]
    fn aligned<'w>(columns: &Self::Columns<'w>) -> Option<&'w SparseIndex> {
        columns.aligned.then_some(columns.index)
    }

    #[inline(always)]
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Option<Self::Slice<'w>> {
        if columns.aligned { columns.values.get(..source.steps()) } else { None }
    }

    #[inline(always)]
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        slice.as_chunks()
    }

    #[inline(always)]
    fn lane<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize, lane: usize) -> Self::Item<'a> {
        &blocks[block][lane]
    }

    #[inline(always)]
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a> {
        &slice[at]
    }

    #[inline(always)]
    fn pop<'w>(slice: &mut Self::Slice<'w>) -> Option<Self::Item<'w>> {
        slice.split_off_first()
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
    type Slice<'w> = &'w mut [C];
    type Blocks<'w> = &'w mut [[C; BLOCK]];

    #[inline(always)]
    fn reborrow<'a>(columns: &'a mut Self::Columns<'_>) -> Self::Columns<'a> {
        LookupMut { index: columns.index, values: columns.values, aligned: columns.aligned }
    }

    #[inline(always)]
    fn get(columns: Self::Columns<'_>, index: u32) -> Option<Self::Item<'_>> {
        columns.get(index)
    }

    #[inline(always)]
    fn scatter<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Self::Scattered<'w> {
        DisjointMut::new(columns, source)
    }

    #[inline(always)]
    fn next<'w>(scattered: &mut Self::Scattered<'w>, step: usize, _: u32) -> Option<Self::Item<'w>> {
        scattered.at(step)
    }

    #[inline(always)]
    fn step<'a>(columns: &'a mut Self::Columns<'_>, step: usize, index: u32) -> Option<Self::Item<'a>> {
        if columns.aligned { columns.values.get_mut(step) } else { Self::reborrow(columns).get(index) }
    }

    #[inline(always)]
    fn narrow<'w>(columns: &Self::Columns<'w>) -> Option<Source<'w>> {
        Some(Source::all(columns.index))
    }

    #[inline(always)]
    fn align(columns: &mut Self::Columns<'_>, source: Source<'_>) {
        columns.aligned = source.is_of(columns.index);
    }

    #[inline(always)]
    fn aligned<'w>(columns: &Self::Columns<'w>) -> Option<&'w SparseIndex> {
        columns.aligned.then_some(columns.index)
    }

    #[inline(always)]
    fn slice<'w>(columns: Self::Columns<'w>, source: Source<'w>) -> Option<Self::Slice<'w>> {
        if columns.aligned { columns.values.get_mut(..source.steps()) } else { None }
    }

    #[inline(always)]
    fn blocks(slice: Self::Slice<'_>) -> (Self::Blocks<'_>, Self::Slice<'_>) {
        slice.as_chunks_mut()
    }

    #[inline(always)]
    fn lane<'a>(blocks: &'a mut Self::Blocks<'_>, block: usize, lane: usize) -> Self::Item<'a> {
        &mut blocks[block][lane]
    }

    #[inline(always)]
    fn at<'a>(slice: &'a mut Self::Slice<'_>, at: usize) -> Self::Item<'a> {
        &mut slice[at]
    }

    #[inline(always)]
    fn pop<'w>(slice: &mut Self::Slice<'w>) -> Option<Self::Item<'w>> {
        slice.split_off_first_mut()
    }
}
