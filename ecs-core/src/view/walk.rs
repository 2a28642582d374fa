//! Owns walks: which entities are visited in which order, and what is fetched of each.

use core::ops::Range;

use super::filter::Filter;
use super::{Aspect, Members};
use crate::sparse::CachedRun;
use crate::{BitMask, Entity, Fetch, Population, PositionCache, Presence, ReadFetch, Source};

/// Number of entities that are compared at once, to find those that are side by side in all columns.
const RUN: usize = 256;

/// Number of entities side by side from which on they are taken as slices.
const LEAST: usize = 8;

/// Number of entities that are looked up one by one where no run begins. After each further attempt that fails they are twice as
/// many, up to `RUN`, so that a column in quite another order costs little.
const APART: usize = 32;

/// A walk over the entities of a source that pass a filter, fetching `F` of each.
///
/// Systems, queries and callbacks all go through one.
pub struct Walk<'w, M, F: Fetch> {
    pub(crate) columns: F::Columns<'w>,
    pub(crate) source: Source<'w>,
    pub(crate) entities: &'w Population<M>,
    pub(crate) filter: Option<Filter<M>>,
}

impl<'w, M: BitMask, F: Fetch> Walk<'w, M, F> {
    /// Over all that have what is fetched: the shortest column, or all that live where nothing is required.
    #[inline]
    pub(crate) fn over(mut columns: F::Columns<'w>, entities: &'w Population<M>) -> Self {
        let source = F::narrow(&columns).unwrap_or(Source::Live(&entities.allocator));
        F::align(&mut columns, source);
        Self { columns, source, entities, filter: None }
    }

    /// Over the entities of a view, whose owned columns are aligned; `fetches_all` that it requires, or a part of it.
    #[inline]
    pub(crate) fn of_view(
        members: Members<'w>,
        columns: F::Columns<'w>,
        entities: &'w Population<M>,
        aspect: &Aspect<M>,
        fetches_all: bool,
    ) -> Self {
        let scan = |columns| Self { filter: Filter::of_scan(aspect, fetches_all), ..Self::over(columns, entities) };
        match members {
            Members::NotKept => scan(columns),
            // All that the group owns is required and not fetched.
            Members::Prefix(_) | Members::Whole if !fetches_all && F::aligned(&columns).is_none() => scan(columns),
            members => Self::of_members(members, columns, entities),
        }
    }

    /// Over the entities of a view that knows who they are.
    #[inline(always)]
    pub(crate) fn of_members(members: Members<'w>, columns: F::Columns<'w>, entities: &'w Population<M>) -> Self {
        let source = Self::source(members, &columns);
        debug_assert!(source.is_some(), "a view knows who is in it, or owns a column that is fetched");
        Self { columns, source: source.unwrap_or(Source::NOBODY), entities, filter: None }
    }

    #[inline(always)]
    fn source(members: Members<'w>, columns: &F::Columns<'w>) -> Option<Source<'w>> {
        match members {
            Members::Prefix(len) => F::aligned(columns).map(|own| own.first(len)),
            Members::Whole => F::aligned(columns),
            Members::Listed(index) => Some(Source::all(index)),
            Members::NotKept => None,
        }
    }

    /// The same walk, for a shorter time.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Walk<'_, M, F> {
        Walk {
            columns: F::reborrow(&mut self.columns),
            source: self.source,
            entities: self.entities,
            filter: self.filter.clone(),
        }
    }

    /// Whether the filter keeps an entity.
    #[inline]
    pub(crate) fn keeps(&self, index: u32) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.keeps(&self.entities.masks, index))
    }

    /// The index of an entity that lives, is in the source and passes the filter.
    pub(crate) fn matching(&self, entity: Entity) -> Option<u32> {
        let index = entity.index();
        let lives = self.entities.allocator.contains(entity);
        (lives && self.source.step_of(index).is_some() && self.keeps(index)).then_some(index)
    }

    /// The values of all steps side by side; `None` unless each column is aligned and nobody is left out.
    #[inline(always)]
    pub(crate) fn slices(self) -> Option<F::Slice<'w>> {
        // Without an aligned column nothing says how many values stand side by side.
        if self.filter.is_some() || F::aligned(&self.columns).is_none() {
            return None;
        }
        F::slice(self.columns, self.source)
    }

    /// Calls a function for each match. `CACHED` says whether there may be cached positions of a view; they are used if they are those
    /// of now.
    #[inline(always)]
    pub(crate) fn for_each<const CACHED: bool, S: for<'a> FnMut(F::Item<'a>)>(
        mut self,
        cache: Option<&PositionCache>,
        function: S,
    ) {
        let steps = self.source.steps();
        if let Some(slices) = self.reborrow().slices() {
            F::each(slices, steps, function);
        } else if F::BY_ENTITY
            && let Source::Ascending(presence) = self.source
        {
            self.each_present(presence, function);
        } else if self.filter.is_some() {
            self.each_kept(0..steps, function);
        } else if let Some(indices) = self.source.indices() {
            if CACHED {
                let (indices, cached) = self.cached(indices, cache);
                self.each_step::<true, _>(0, indices, cached, function);
            } else {
                self.each_step::<false, _>(0, indices, Cached::nothing(), function);
            }
        } else {
            self.each_kept(0..steps, function);
        }
    }

    /// Calls a function for each match, where all columns are aligned and nobody is left out.
    #[inline(always)]
    pub(crate) fn each_aligned<S: for<'a> FnMut(F::Item<'a>)>(self, function: S) {
        let slices = F::slice(self.columns, self.source);
        debug_assert!(slices.is_some(), "a view that owns all columns keeps them side by side");
        if let Some(slices) = slices {
            F::each(slices, self.source.steps(), function);
        }
    }

    /// Calls a function for each step of entities that stand side by side, where nobody is left out; by cached positions, if they
    /// are those of now.
    #[inline(always)]
    pub(crate) fn each_listed<S: for<'a> FnMut(F::Item<'a>)>(mut self, cache: Option<&PositionCache>, function: S) {
        let indices = self.source.indices();
        debug_assert!(indices.is_some(), "the entities of a view stand side by side");
        if let Some(indices) = indices {
            let (indices, cached) = self.cached(indices, cache);
            self.each_step::<true, _>(0, indices, cached, function);
        }
    }

    /// The entities to take with what is cached of them: nothing, if the order or a column changed since.
    #[inline]
    fn cached<'k>(&mut self, indices: &'k [u32], cache: Option<&'k PositionCache>) -> (&'k [u32], Cached<'k, F>) {
        let positions = cache.and_then(PositionCache::positions);
        let Some((positions, runs)) = positions.and_then(|it| Some((it, it.runs(self.source)?.iter()))) else {
            return (indices, Cached::nothing());
        };
        // What a scan found has fewer steps than the column that it walked, which is not in this order then.
        let found = positions.found();
        if found.is_some() {
            F::align(&mut self.columns, Source::NOBODY);
        }
        if let Some(steps) = F::cached(&self.columns, positions) {
            return (found.unwrap_or(indices), Cached { steps, runs, apart: 0 });
        }
        if found.is_some() {
            F::align(&mut self.columns, self.source);
        }
        (indices, Cached::nothing())
    }

    /// From a step on, takes entities in runs: as many as are side by side in all columns, in the same order, are slices;
    /// elsewhere some are looked up one by one. To find that out costs a comparison of indices, unless it is cached.
    ///
    /// Out of line on purpose, as are the other loops: one copy per system, not one per place that runs it.
    #[inline(never)]
    pub(super) fn each_step<const CACHED: bool, S: for<'a> FnMut(F::Item<'a>)>(
        mut self,
        mut first: usize,
        indices: &[u32],
        mut cached: Cached<'_, F>,
        mut function: S,
    ) {
        let mut apart = 0;
        while let Some(rest @ [_, ..]) = indices.get(first..) {
            let run = if CACHED { cached.next_run() } else { None };
            let len = run.unwrap_or_else(|| run_len::<F>(rest, apart, |some| F::run_len(&self.columns, some)));
            if const { F::SLICED }
                && len > 0
                && let Some(slices) = F::run_at(&mut self.columns, first, &rest[..len])
            {
                F::each(slices, len, &mut function);
                (first, apart) = (first + len, 0);
                continue;
            }
            apart = if run.is_some() { cached.apart } else { apart_after(apart) };
            let some = &rest[..rest.len().min(apart)];
            for (index, step) in some.iter().zip(first..) {
                let item = if CACHED {
                    F::step_at(&mut self.columns, cached.steps, step, *index)
                } else {
                    F::step(&mut self.columns, step, *index)
                };
                if let Some(item) = item {
                    function(item);
                }
            }
            first += some.len();
        }
    }

    /// Takes entities in the order in which a storage indexed by entity holds them, reading memory forwards.
    #[inline(never)]
    fn each_present<S: for<'a> FnMut(F::Item<'a>)>(mut self, presence: &Presence, mut function: S) {
        for index in presence {
            if self.keeps(index)
                && let Some(item) = F::step(&mut self.columns, index as usize, index)
            {
                function(item);
            }
        }
    }

    /// Takes these steps one by one.
    #[inline(never)]
    pub(super) fn each_kept<S: for<'a> FnMut(F::Item<'a>)>(mut self, steps: Range<usize>, mut function: S) {
        let mut next = steps.start;
        while next < steps.end {
            let step = if F::BY_ENTITY { self.source.skip(next).min(steps.end - 1) } else { next };
            next = step + 1;
            let Some(index) = self.source.at(step).filter(|index| self.keeps(*index)) else { continue };
            if let Some(item) = F::step(&mut self.columns, step, index) {
                function(item);
            }
        }
    }
}

impl<M: BitMask, F: ReadFetch> Walk<'_, M, F> {
    /// The same walk once more.
    #[inline]
    pub(crate) fn share(&self) -> Self {
        let Self { source, entities, .. } = *self;
        Self { columns: F::share(&self.columns), source, entities, filter: self.filter.clone() }
    }
}

/// What is cached of a walk.
pub(crate) struct Cached<'k, F: Fetch> {
    steps: F::Steps<'k>,
    runs: core::slice::Iter<'k, CachedRun>,
    /// Number of entities of the run that was taken last, if they are not side by side.
    apart: usize,
}

impl<F: Fetch> Cached<'_, F> {
    /// Nothing: positions are looked up.
    #[inline(always)]
    pub(crate) fn nothing() -> Self {
        Self { steps: F::looked_up(), runs: [].iter(), apart: 0 }
    }

    /// The length of the next run of slices; 0 where entities are taken one by one, and `None` where nothing is cached.
    #[inline(always)]
    fn next_run(&mut self) -> Option<usize> {
        let run = self.runs.next()?;
        let len = run.len as usize;
        self.apart = len;
        Some(if run.is_slice { len } else { 0 })
    }
}

/// How many of these entities, from the first one on, are side by side in all columns; 0 if they are too few for slices to pay.
/// Where so many before were apart, few are compared first.
#[inline(always)]
pub(super) fn run_len<F: Fetch>(rest: &[u32], apart: usize, compare: impl Fn(&[u32]) -> usize) -> usize {
    let least = rest.len().min(LEAST);
    if const { !F::SLICED } || apart > 0 && compare(&rest[..least]) < least {
        return 0;
    }
    let len = compare(&rest[..rest.len().min(RUN)]);
    if len < least { 0 } else { len }
}

/// Number of entities that are looked up one by one before the next attempt, given that so many before were apart.
#[inline(always)]
pub(super) fn apart_after(apart: usize) -> usize {
    (2 * apart).clamp(APART, RUN)
}
