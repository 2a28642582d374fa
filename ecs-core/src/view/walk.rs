//! Iteration: a source of entities, the columns that are fetched, and a filter.
//!
//! The loop is chosen once per iteration, from what constants and the state of the view say:
//!
//! | loop | if |
//! |---|---|
//! | `each_aligned`: slices in blocks | all columns are aligned, without a filter |
//! | `each_step`: runs of slices, lookups or cached positions between them | an index is the source, without a filter |
//! | `each_present`: by ascending index | the source is a bit set, without a filter |
//! | `each_kept`: one by one, testing masks | there is a filter |
//!
//! This is iteration whose items end with each step; for items that are kept, see `join`.

use core::ops::Range;

use super::filter::Filter;
use super::{Aspect, Members};
use crate::entity::Entity;
use crate::fetch::{Fetch, ReadFetch};
use crate::join::TESTED;
use crate::mask::BitMask;
use crate::population::Population;
use crate::source::Source;
use crate::sparse::{CachedRun, PositionCache, Presence};

/// Number of entities that are compared at once to find a run.
const RUN: usize = 256;

/// Minimum length of a run that is read as slices.
const LEAST: usize = 8;

/// Number of entities that are looked up one by one if no run begins. It doubles with each further attempt that fails, up to
/// `RUN`, so that a column in a completely different order costs little.
const APART: usize = 32;

/// An iteration over the entities of a source that pass a filter, fetching `F` of each. Systems and queries use it.
pub struct Walk<'w, M, F: Fetch> {
    pub(crate) columns: F::Columns<'w>,
    pub(crate) source: Source<'w>,
    pub(crate) entities: &'w Population<M>,
    pub(crate) filter: Option<Filter<M>>,
}

impl<'w, M: BitMask, F: Fetch> Walk<'w, M, F> {
    /// Iterates all entities that have what is fetched: the shortest column, or all live entities if nothing is required.
    #[inline]
    pub(crate) fn over(mut columns: F::Columns<'w>, entities: &'w Population<M>) -> Self {
        let source = F::narrow(&columns).unwrap_or(Source::Live(&entities.allocator));
        F::align(&mut columns, source);
        Self { columns, source, entities, filter: None }
    }

    /// Iterates the entities of a view, whose owned columns are aligned; `fetches_all` if it fetches all that the view requires.
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
            // All that the group owns is required, but not fetched.
            Members::Prefix(_) | Members::Whole if !fetches_all && F::aligned(&columns).is_none() => scan(columns),
            members => Self::of_members(members, columns, entities),
        }
    }

    /// Iterates the entities of a view that keeps them.
    #[inline(always)]
    pub(crate) fn of_members(members: Members<'w>, columns: F::Columns<'w>, entities: &'w Population<M>) -> Self {
        let source = Self::source(members, &columns);
        debug_assert!(source.is_some(), "a view keeps its entities, or owns a column that is fetched");
        Self { columns, source: source.unwrap_or(Source::EMPTY), entities, filter: None }
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

    /// Borrows the iteration for a shorter time.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Walk<'_, M, F> {
        Walk {
            columns: F::reborrow(&mut self.columns),
            source: self.source,
            entities: self.entities,
            filter: self.filter.clone(),
        }
    }

    /// Returns true if an entity passes the filter.
    #[inline]
    pub(crate) fn keeps(&self, index: u32) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.keeps(&self.entities.masks, index))
    }

    /// The index of an entity, if it is alive, in the source, and passes the filter.
    pub(crate) fn matching(&self, entity: Entity) -> Option<u32> {
        let index = entity.index();
        let lives = self.entities.allocator.contains(entity);
        (lives && self.source.step_of(index).is_some() && self.keeps(index)).then_some(index)
    }

    /// The values of all steps as slices; `None` unless each column is aligned and there is no filter.
    #[inline(always)]
    pub(crate) fn slices(self) -> Option<F::Slice<'w>> {
        // Only an aligned column determines the length of the slices.
        if self.filter.is_some() || F::aligned(&self.columns).is_none() {
            return None;
        }
        F::slice(self.columns, self.source)
    }

    /// Calls a function for each match. With `CACHED`, cached positions of a view are used if they are current.
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
                let (indices, cached) = self.cached::<true>(indices, cache);
                Self::each_step::<true, _>(self.columns, 0, indices, cached, function);
            } else {
                Self::each_step::<false, _>(self.columns, 0, indices, Cached::nothing(), function);
            }
        } else {
            self.each_kept(0..steps, function);
        }
    }

    /// Calls a function for each match, if all columns are aligned and there is no filter.
    #[inline(always)]
    pub(crate) fn each_aligned<S: for<'a> FnMut(F::Item<'a>)>(self, function: S) {
        let slices = F::slice(self.columns, self.source);
        debug_assert!(slices.is_some(), "a view that owns all columns keeps them as slices");
        if let Some(slices) = slices {
            F::each(slices, self.source.steps(), function);
        }
    }

    /// Calls a function for each step of an index, without a filter; by cached positions, if they are current.
    #[inline(always)]
    pub(crate) fn each_listed<S: for<'a> FnMut(F::Item<'a>)>(mut self, cache: Option<&PositionCache>, function: S) {
        let indices = self.source.indices();
        debug_assert!(indices.is_some(), "the entities of a view are a slice");
        if let Some(indices) = indices {
            let (indices, cached) = self.cached::<false>(indices, cache);
            Self::each_step::<true, _>(self.columns, 0, indices, cached, function);
        }
    }

    /// The entities to visit, with their cached positions: none, if the order or a column changed since. `SCANS` is true if the
    /// entities may be those that a scan found.
    #[inline]
    fn cached<'k, const SCANS: bool>(
        &mut self,
        indices: &'k [u32],
        cache: Option<&'k PositionCache>,
    ) -> (&'k [u32], Cached<'k, F>) {
        let Some((positions, runs)) = cache.and_then(|cache| cache.in_order(self.source)) else {
            return (indices, Cached::nothing());
        };
        // A scan found fewer entities than the column that it iterated, which is not in this order then.
        let found = if SCANS { positions.found() } else { None };
        if found.is_some() {
            F::align(&mut self.columns, Source::EMPTY);
        }
        if let Some(steps) = F::cached(&self.columns, positions) {
            return (found.unwrap_or(indices), Cached { steps, runs: runs.iter(), apart: 0 });
        }
        if found.is_some() {
            F::align(&mut self.columns, self.source);
        }
        (indices, Cached::nothing())
    }

    /// From a step on, visits entities in runs: values that are adjacent in all columns, in the same order, are read as slices;
    /// others are looked up one by one. Finding runs costs a comparison of indices, unless they are cached.
    ///
    /// Out of line on purpose, as are the other loops: one copy per system, not one per call. It takes the columns alone: a walk has
    /// to be dropped, also if a function panics, and the code for that would be a part of each copy.
    #[inline(never)]
    pub(super) fn each_step<const CACHED: bool, S: for<'a> FnMut(F::Item<'a>)>(
        mut columns: F::Columns<'_>,
        mut first: usize,
        indices: &[u32],
        mut cached: Cached<'_, F>,
        mut function: S,
    ) {
        let mut apart = 0;
        while let Some(rest @ [_, ..]) = indices.get(first..) {
            let run = if CACHED { cached.next_run() } else { None };
            let len = run.unwrap_or_else(|| run_len::<F>(rest, apart, |some| F::run_len(&columns, some)));
            if const { F::SLICED }
                && len > 0
                && let Some(slices) = F::run_at(&mut columns, first, &rest[..len])
            {
                F::each(slices, len, &mut function);
                (first, apart) = (first + len, 0);
                continue;
            }
            apart = if run.is_some() { cached.apart } else { apart_after(apart) };
            let some = &rest[..rest.len().min(apart)];
            for (index, step) in some.iter().zip(first..) {
                let item = if CACHED {
                    F::step_at(&mut columns, cached.steps, step, *index)
                } else {
                    F::step(&mut columns, step, *index)
                };
                if let Some(item) = item {
                    function(item);
                }
            }
            first += some.len();
        }
    }

    /// Visits the entities of a bit set by ascending index, reading memory forwards.
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

    /// Visits these steps one by one, testing the filter; if there is one, by blocks of entities.
    #[inline(never)]
    pub(super) fn each_kept<S: for<'a> FnMut(F::Item<'a>)>(mut self, steps: Range<usize>, mut function: S) {
        if let (Some(indices), Some(filter)) = (self.source.indices(), &self.filter) {
            let mut first = steps.start;
            for block in indices.get(steps).unwrap_or_default().chunks(TESTED) {
                for at in filter.sift(&self.entities.masks, block) {
                    if let Some(item) = F::step(&mut self.columns, first + at, block[at]) {
                        function(item);
                    }
                }
                first += block.len();
            }
            return;
        }
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
    /// Another borrow of the iteration.
    #[inline]
    pub(crate) fn share(&self) -> Self {
        let Self { source, entities, .. } = *self;
        Self { columns: F::share(&self.columns), source, entities, filter: self.filter.clone() }
    }
}

/// The cached positions and runs of an iteration.
pub(crate) struct Cached<'k, F: Fetch> {
    steps: F::Steps<'k>,
    runs: core::slice::Iter<'k, CachedRun>,
    /// Length of the last run, if its values are not adjacent.
    apart: usize,
}

impl<F: Fetch> Cached<'_, F> {
    /// No cached positions: all are looked up.
    #[inline(always)]
    pub(crate) fn nothing() -> Self {
        Self { steps: F::looked_up(), runs: [].iter(), apart: 0 }
    }

    /// The length of the next run of slices; 0 if entities are visited one by one, and `None` if nothing is cached.
    #[inline(always)]
    fn next_run(&mut self) -> Option<usize> {
        let run = self.runs.next()?;
        let len = run.len as usize;
        self.apart = len;
        Some(if run.is_slice { len } else { 0 })
    }
}

/// Length of the run at these entities; 0 if it is too short to pay. If many entities before were apart, few are compared first.
#[inline(always)]
pub(super) fn run_len<F: Fetch>(rest: &[u32], apart: usize, compare: impl Fn(&[u32]) -> usize) -> usize {
    if const { !F::SLICED } {
        return 0;
    }
    let least = rest.len().min(LEAST);
    let mut most = if apart > 0 { LEAST } else { RUN };
    // One call, so that there is one copy of the comparison.
    loop {
        let len = compare(rest.get(..most).unwrap_or(rest));
        if len < least {
            return 0;
        }
        if most == RUN {
            return len;
        }
        most = RUN;
    }
}

/// Number of entities to look up one by one before the next attempt, given the number that were apart before.
#[inline(always)]
pub(super) fn apart_after(apart: usize) -> usize {
    (2 * apart).clamp(APART, RUN)
}
