//! Iteration: a source of entities, the columns that are fetched, and a filter.
//!
//! The loop is chosen once per iteration, by constants and by the state of the view:
//!
//! | loop | if |
//! |---|---|
//! | `each_aligned`: slices in blocks | all columns are aligned, and there is no filter |
//! | of `each_of_whole`: slices, beside which optional values are looked up | all required columns are aligned, and there is no filter |
//! | `each_step`: runs of slices, positions or lookups between them | the source is dense, and there is no filter |
//! | `each_present`: by ascending index | the source is a bit set |
//! | `each_filtered`: runs, stretches of runs, or single entities, after testing masks | there is a filter, or another source |
//!
//! Items are borrowed for one step only; for items that are kept while iteration goes on, see `join`.

use core::ops::Range;

use super::filter::Filter;
use super::{Aspect, Members};
use crate::fetch::{FOUND, Fetch, Places, Stretch, mark_visited};
use crate::join::{Next, Steps, TESTED, run_len};
use crate::mask::BitMask;
use crate::population::Population;
use crate::sparse::{PositionCache, Presence, Source};
use whole::{each_of_whole, is_whole};

/// Minimum average length of stretches of entities that pass a filter for which they are visited as slices.
const STRETCH: u32 = 8;

/// An iteration over the entities of a source that pass a filter, which fetches `F` for each. Systems and queries use it.
///
/// The filter is followed by a pointer, which is copied by itself. Otherwise the padding behind small masks would be copied along with the
/// next field, in pieces that overlap those in which a source was written, and processors wait for such loads.
#[repr(C)]
pub struct Walk<'w, M, F: Fetch> {
    /// The test beyond the fetched components; `None` if every entity of the source passes.
    pub(crate) filter: Option<Filter<M>>,
    /// Masks for the filter, and generations for handles.
    pub(crate) entities: &'w Population<M>,
    /// Contains every match, and possibly other entities.
    pub(crate) source: Source<'w>,
    /// Columns in the order of the source are marked as aligned.
    pub(crate) columns: F::Columns<'w>,
}

impl<'w, M: BitMask, F: Fetch> Walk<'w, M, F> {
    /// Iterates over all entities that have the fetched components: by the shortest required column, or else by all live entities.
    ///
    /// Runs in **O(columns)** time: only the lengths of columns are compared.
    #[inline]
    pub(crate) fn over(mut columns: F::Columns<'w>, entities: &'w Population<M>) -> Self {
        let source = F::narrow(&columns).unwrap_or(Source::Live(&entities.allocator));
        F::align(&mut columns, source);
        Self { columns, source, entities, filter: None }
    }

    /// Iterates over the entities of a view, whose owned columns are aligned; `fetches_all` if all that it requires is fetched.
    ///
    /// Runs in **O(1)** time. A scan chooses the shortest column, as [`over`](Self::over) does, and tests masks for requirements that the
    /// fetch does not imply.
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
            // None of the owned storages is fetched.
            Members::Prefix(_) | Members::Whole if !fetches_all && F::places(&columns).aligned().is_none() => {
                scan(columns)
            }
            members => Self::of_members(members, columns, entities),
        }
    }

    /// Iterates over the entities of a view that keeps them.
    #[inline(always)]
    pub(crate) fn of_members(members: Members<'w>, columns: F::Columns<'w>, entities: &'w Population<M>) -> Self {
        let source = members.source(F::places(&columns).aligned());
        Self { columns, source, entities, filter: None }
    }

    /// Follows the shortest of these sources instead, if it costs less than the present one and there is a filter. The filter tests all
    /// that the view or query requires, so each of these storages contains all matches.
    ///
    /// So `with(Rare)` visits only the entities that are rare, although their values are not fetched. A `DENSE` iteration cannot follow a
    /// bit set. Runs in **O(sources)** time.
    #[inline]
    pub(crate) fn among<const DENSE: bool>(mut self, sources: &[Source<'w>]) -> Self {
        // The words of a bit set are visited, too.
        let cost = |source: &Source<'_>| {
            source.upper_bound() + if source.indices().is_some() { 0 } else { source.steps() / u64::BITS as usize }
        };
        let sources = sources.iter().copied().filter(|source| !DENSE || source.indices().is_some());
        if let Some(shortest) = sources.min_by_key(cost).filter(|shortest| cost(shortest) < cost(&self.source))
            && self.filter.is_some()
        {
            F::align(&mut self.columns, shortest);
            self.source = shortest;
        }
        self
    }

    /// Returns true if an entity passes the filter.
    #[inline]
    pub(crate) fn keeps(&self, index: u32) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.keeps(self.entities.masks(), index))
    }

    /// Finds out, before all steps are visited, what need not be tested at each of them: which columns are in the order of the source, and
    /// whether all of its entities pass the filter, or none.
    ///
    /// Compares up to `most` entities. Masks are looked at only once that pays: each iteration that learns nothing of the filter counts as
    /// half of `most`, until these add up to the number of entities.
    #[inline(always)]
    pub(crate) fn prepare(&mut self, most: usize) {
        // A copy: if a function got a pointer to a part of the walk, all of it would stay in memory instead of registers.
        if let Some(filter) = self.filter.clone() {
            // Half, so that the first of two iterations in a row tests what it visits: there may be no second one.
            match filter.decides(self.source, self.entities, most / 2) {
                Some(true) => self.filter = None,
                Some(false) => {
                    self.source = Source::empty();
                    F::align(&mut self.columns, self.source);
                }
                None => {}
            }
        }
        F::compare(&mut self.columns, self.source, most);
    }

    /// Marks the written values of all entities to visit, before they are visited: a word of marks at a time if all columns are aligned.
    /// Does nothing unless changes of a written component are tracked; callers that are compiled often test that first, so that not even
    /// the call is compiled.
    #[inline(always)]
    pub(crate) fn mark(&self) {
        mark_visited::<F, _>(&self.columns, self.source, self.filter.is_none(), |index| self.keeps(index));
    }

    /// Marks the written values of all entities of a source, without a filter.
    #[inline(always)]
    fn mark_all(columns: &F::Columns<'_>, source: Source<'_>) {
        mark_visited::<F, _>(columns, source, true, |_| true);
    }

    /// The values of all steps as slices; `None` unless each column is aligned and there is no filter.
    ///
    /// Takes the walk by value, since the slices can be borrowed only once. To find out whether there are any, call it on a `reborrow`.
    #[inline(always)]
    pub(crate) fn slices(self) -> Option<F::Slice<'w>> {
        // Only an aligned column determines the length of the slices.
        if self.filter.is_some() || F::places(&self.columns).aligned().is_none() {
            return None;
        }
        F::slice(self.columns, self.source, self.source.dense_steps()?)
    }

    /// Calls a function for each match, with the cached positions of a view if they are current. With `FIND`, positions are found for many
    /// entities at once: less is compiled, and it is slower than lookups only if nothing is cached. `FILTERED` if there may be a filter.
    #[inline(always)]
    pub(crate) fn for_each<const FIND: bool, const FILTERED: bool, S: for<'a> FnMut(F::Item<'a>)>(
        mut self,
        cache: Option<&PositionCache>,
        function: S,
    ) where
        F: Stretch,
    {
        // The cached matches of a scan may have changed in components that are not fetched, which only the filter tests.
        let cache = cache.filter(|_| self.filter.is_none());
        self.prepare(self.source.steps());
        if const { F::TRACKED } {
            self.mark();
        }
        let steps = self.source.steps();
        if let Some(slices) = self.reborrow().slices() {
            return F::each(slices, steps, function);
        }
        if const { is_whole::<F>() } && self.filter.is_none() && F::places(&self.columns).all_aligned() {
            let each = const { each_of_whole::<F, S>() };
            return each(self.columns, self.source, function);
        }
        if const { F::BY_ENTITY }
            && let Source::Ascending(presence) = self.source
        {
            return self.each_present(presence, function);
        }
        self.each_within::<FIND, FILTERED, _>(0..steps, cache, function);
    }

    /// Calls a function for each entity of a view whose columns are all aligned.
    #[inline(always)]
    pub(crate) fn each_aligned<S: for<'a> FnMut(F::Item<'a>)>(
        members: Members<'w>,
        columns: F::Columns<'w>,
        function: S,
    ) {
        let source = members.source(F::places(&columns).aligned());
        if const { F::TRACKED } {
            Self::mark_all(&columns, source);
        }
        let slices = if let Some(steps) = source.dense_steps() { F::slice(columns, source, steps) } else { None };
        debug_assert!(slices.is_some(), "a view that owns all columns keeps them as slices");
        if let Some(slices) = slices {
            F::each(slices, source.steps(), function);
        }
    }

    /// Calls a function for each entity of a view that keeps its entities, which all have what is fetched. Uses current cached positions.
    #[inline(always)]
    pub(crate) fn each_listed<S: for<'a> FnMut(F::Item<'a>)>(
        members: Members<'w>,
        mut columns: F::Columns<'w>,
        cache: Option<&PositionCache>,
        function: S,
    ) where
        F: Stretch,
    {
        let places = F::places(&columns);
        let mut steps = Steps::none(places);
        members.begin(&mut steps, cache);
        if const { F::TRACKED } {
            let source = members.source_apart(places.aligned());
            F::compare(&mut columns, source, usize::MAX);
            Self::mark_all(&columns, source);
        }
        if const { is_whole::<F>() } && F::places(&columns).all_aligned() {
            let each = const { each_of_whole::<F, S>() };
            return each(columns, members.source_apart(places.aligned()), function);
        }
        Self::each_step::<true, _>(&mut columns, &mut steps, function);
    }

    /// Calls a function for each match within a range of steps.
    #[inline(always)]
    pub(super) fn each_within<const FIND: bool, const FILTERED: bool, S: for<'a> FnMut(F::Item<'a>)>(
        self,
        range: Range<usize>,
        cache: Option<&PositionCache>,
        function: S,
    ) {
        // If a component is required, and no required one is indexed by entity, all sources are dense.
        let is_sparse = const { F::BY_ENTITY || F::REQUIRED == 0 } && self.source.indices().is_none();
        if const { FILTERED || F::BY_ENTITY || F::REQUIRED == 0 } && (is_sparse || self.filter.is_some()) {
            return self.each_filtered(range, function);
        }
        let Self { mut columns, source, .. } = self;
        let places = F::places(&columns);
        // Lookups use steps of the source; those of a cached scan are others.
        let mut steps = if FIND { Steps::none(places) } else { Steps::uncached_within(places, &source, range.clone()) };
        if FIND {
            steps.begin(&source, range, cache);
        }
        Self::each_step::<FIND, _>(&mut columns, &mut steps, function);
    }

    /// Visits the steps of a dense source without a filter. Where values are adjacent and in the same order in all columns, they are
    /// visited as slices; others at positions that are found for many entities at once, or with a lookup each.
    ///
    /// Not inlined, like the other loops: there is one copy per system, not one per call.
    #[inline(never)]
    fn each_step<'s, const FIND: bool, S: for<'a> FnMut(F::Item<'a>)>(
        columns: &mut F::Columns<'s>,
        steps: &mut Steps<'_, F::Places<'s>>,
        mut function: S,
    ) {
        let mut room = F::Places::ROOM;
        loop {
            match steps.next::<FIND>(&mut room, if FIND { FOUND } else { usize::MAX }) {
                Next::Apart(len) => {
                    let (first, indices) = steps.last(len);
                    let mut at = 0;
                    while let Some(index) = indices.get(at) {
                        let item = if FIND {
                            F::item_at(columns, &room, at, *index)
                        } else {
                            F::step(columns, first + at, *index)
                        };
                        if let Some(item) = item {
                            function(item);
                        }
                        at += 1;
                    }
                }
                Next::Run(len) if const { F::SLICED } => {
                    if let Some(slices) = F::run_at(columns, &room, steps.last(len).1) {
                        F::each(slices, len, &mut function);
                    } else {
                        steps.refuse(len);
                    }
                }
                Next::Run(_) | Next::End => return,
            }
        }
    }

    /// Visits these entities as slices: their values are adjacent, the first at the step `first`. Returns false if there are no slices.
    ///
    /// The room is created by the first call, as writing it takes longer than a short run.
    #[inline(always)]
    fn each_of_run<S: for<'a> FnMut(F::Item<'a>)>(
        columns: &mut F::Columns<'_>,
        room: &mut Option<F::Room>,
        first: usize,
        indices: &[u32],
        function: &mut S,
    ) -> bool {
        let room = room.get_or_insert(F::Places::ROOM);
        F::places(columns).find(F::Places::uncached(), first, &indices[..1], F::Places::rows(room));
        let Some(slices) = F::run_at(columns, room, indices) else { return false };
        F::each(slices, indices.len(), function);
        true
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

    /// Visits these steps and tests the filter. In a dense source, entities that pass are visited as slices where a run passes as a whole
    /// or in long stretches, and otherwise looked up after a test of 64 at once. Other sources are visited step by step.
    #[inline(never)]
    fn each_filtered<S: for<'a> FnMut(F::Item<'a>)>(mut self, mut steps: Range<usize>, mut function: S) {
        if let (Some(indices), Some(filter)) = (self.source.indices(), &self.filter) {
            let masks = self.entities.masks();
            let indices = indices.get(..steps.end).unwrap_or_default();
            let (mut first, mut apart, mut room) = (steps.start, 0, None);
            while let Some(rest @ [_, ..]) = indices.get(first..) {
                let places = F::places(&self.columns);
                let len = if const { F::SLICED } { run_len(rest, apart, |some| places.run_len(some)) } else { 0 };
                if const { F::SLICED }
                    && len > 0
                    && filter.keeps_each(masks, &rest[..len])
                    && Self::each_of_run(&mut self.columns, &mut room, first, &rest[..len], &mut function)
                {
                    (first, apart) = (first + len, 0);
                    continue;
                }
                // Each attempt that fails is followed by twice as many steps without one.
                apart = (2 * apart).max(TESTED);
                let (end, run) = (indices.len().min(first + apart.max(len)), first + len);
                for (at, block) in (first..).step_by(TESTED).zip(indices[first..end].chunks(TESTED)) {
                    let mut kept = filter.sift(masks, block);
                    if const { F::SLICED } && at + block.len() <= run && kept.are_stretches_of(STRETCH) {
                        apart = 0;
                        while let Some(stretch) = kept.take_stretch() {
                            let (first, some) = (at + stretch.start, &block[stretch.clone()]);
                            if !Self::each_of_run(&mut self.columns, &mut room, first, some, &mut function) {
                                kept = kept.with(stretch);
                                break;
                            }
                        }
                    }
                    for kept in kept {
                        if let Some(item) = F::step(&mut self.columns, at + kept, block[kept]) {
                            function(item);
                        }
                    }
                }
                first = end;
            }
            return;
        }
        while let Some(step) = self.source.next_of(&mut steps, true) {
            let Some(index) = self.source.at(step).filter(|index| self.keeps(*index)) else { continue };
            if let Some(item) = F::step(&mut self.columns, step, index) {
                function(item);
            }
        }
    }
}

mod borrows;
mod whole;

#[cfg(test)]
mod tests;
