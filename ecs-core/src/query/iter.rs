//! The iterator of a query.
//!
//! It is the iterator of joins (`join/matches.rs`), with the filter of the query. Items live as long as the borrow of the world, so they
//! can be collected. Items of `Query::for_each` end with each call, so it needs no proof that each is yielded once, and has faster loops.

use core::iter::FusedIterator;

use super::{FetchOf, Query, QueryData, QueryItem};
use crate::adapters::{self, Compacting};
use crate::fetch::Fetch;
use crate::join::{AT_ONCE, Compact, Keep, Matches, Passed};
use crate::mask::BitMask;
use crate::population::Population;
use crate::view::{Filter, Walk};
use crate::world::EcsWorld;

/// An iterator over the matches of a [`Query`].
///
/// Finding the next match takes **O(1)** time if the query iterates its own view, and otherwise at most **O(entities of the source)**.
/// Consuming adapters (`for_each`, `fold`, `sum`, `min_by_key`, ..) choose their loop once, and are faster than `for` unless the query
/// iterates a group or one storage.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # #[derive(Debug, PartialEq, Clone)] struct Health(u32);
/// # ecs_world! { components: Health; }
/// # let mut world = World::default();
/// world.spawn_batch((0..3).map(Health));
/// let all = world.query::<&Health>();
/// let mut rest = all.iter();
/// assert_eq!((rest.next(), rest.size_hint()), (Some(&Health(0)), (2, Some(2))));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct QueryIter<'w, W: EcsWorld, Q: QueryData<W>> {
    matches: Matches<'w, FetchOf<W, Q>, Filtered<'w, W::Mask>>,
}

/// Keeps the entities whose masks pass the filter.
struct Filtered<'w, M> {
    entities: &'w Population<M>,
    filter: Option<Filter<M>>,
    /// Whether the query had a filter, even if all entities are known to pass it: the source may then be a view of entities that lack what
    /// is fetched.
    had_filter: bool,
}

impl<M: BitMask> Keep for Filtered<'_, M> {
    #[inline(always)]
    fn keeps_all(&self) -> bool {
        self.filter.is_none()
    }

    #[inline(always)]
    fn is_unfiltered(&self) -> bool {
        !self.had_filter
    }

    #[inline(always)]
    fn keeps(&self, index: u32) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.keeps(self.entities.masks(), index))
    }

    #[inline]
    fn sift(&self, indices: &[u32]) -> Passed {
        match &self.filter {
            Some(filter) => filter.sift(self.entities.masks(), indices),
            None => Passed::all(indices.len()),
        }
    }

    #[inline]
    fn keeps_each(&self, indices: &[u32]) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.keeps_each(self.entities.masks(), indices))
    }
}

impl<'w, W: EcsWorld, Q: QueryData<W>> QueryIter<'w, W, Q> {
    #[inline(always)]
    pub(super) fn new(mut query: Query<'w, W, Q>) -> Self {
        let had_filter = query.walk.filter.is_some();
        // A loop may end after its first item, so only a few entities are compared here; longer orders, at the end of iteration.
        query.walk.prepare(AT_ONCE);
        if const { FetchOf::<W, Q>::TRACKED } {
            query.walk.mark();
        }
        let Walk { columns, source, entities, filter } = query.into_walk();
        let pairs = Some(&entities.pairs);
        Self { matches: Matches::new(columns, source, Filtered { entities, filter, had_filter }, pairs) }
    }
}

impl<'w, W: EcsWorld, Q: QueryData<W>> Iterator for QueryIter<'w, W, Q> {
    type Item = QueryItem<'w, W, Q>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.matches.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.matches.size_hint()
    }

    /// Runs in **O(1)** time over one run, or, before the first item, if at most one component is required and there is no filter;
    /// otherwise it finds each match.
    #[inline]
    fn count(self) -> usize {
        self.matches.count()
    }

    /// Runs in **O(1)** time over one run, or in **O(n)** if an `Option` or `Mut` is fetched beside anything else; otherwise it finds each
    /// match.
    fn last(self) -> Option<Self::Item> {
        self.matches.last()
    }

    /// Skips each run in **O(1)** time; in **O(n)** if an `Option` or `Mut` is fetched beside anything else.
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.matches.nth(n)
    }

    #[inline]
    fn fold<T, Each: FnMut(T, Self::Item) -> T>(self, initial: T, function: Each) -> T {
        self.matches.fold(initial, function)
    }

    adapters::consumers!();
}

impl<W: EcsWorld, Q: QueryData<W>> FusedIterator for QueryIter<'_, W, Q> {}

impl<W: EcsWorld, Q: QueryData<W>> adapters::Sealed for QueryIter<'_, W, Q> {}

impl<'w, W: EcsWorld, Q: QueryData<W>> Compacting for QueryIter<'w, W, Q> {
    #[inline(always)]
    fn compact(self) -> Result<impl Compacting<Item = QueryItem<'w, W, Q>>, Self> {
        Compact::new(self.matches).map_err(|matches| Self { matches })
    }
}

adapters::adapters!(['w, W: EcsWorld, Q: QueryData<W>] QueryIter<'w, W, Q>);

impl<W: EcsWorld, Q: QueryData<W>> core::fmt::Debug for QueryIter<'_, W, Q> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("QueryIter").field("at_most", &self.size_hint().1).finish_non_exhaustive()
    }
}
