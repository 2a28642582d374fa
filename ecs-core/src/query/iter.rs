//! Owns the iteration of a query.

use core::iter::FusedIterator;

use super::filter::Filter;
use super::{Query, QueryData, QueryItem};
use crate::join::Matches;
use crate::{EcsWorld, Population};

/// Iterates over the matches of a [`Query`].
///
/// Finding the next match is **O(1)** where the query walks a view of its own, and at most **O(entities walked)** else.
pub struct QueryIter<'w, W: EcsWorld, Q: QueryData<W>> {
    matches: Matches<'w, Q::Fetch>,
    entities: &'w Population<W::Mask>,
    filter: Option<Filter<W::Mask>>,
}

impl<'w, W: EcsWorld, Q: QueryData<W>> QueryIter<'w, W, Q> {
    #[inline]
    pub(super) fn new(query: Query<'w, W, Q>) -> Self {
        let Query { columns, source, entities, filter } = query;
        Self { matches: Matches::new(columns, source), entities, filter }
    }
}

impl<'w, W: EcsWorld, Q: QueryData<W>> Iterator for QueryIter<'w, W, Q> {
    type Item = QueryItem<'w, W, Q>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Self { matches, entities, filter } = self;
        match filter {
            None => matches.next_if(|_| true),
            Some(filter) => matches.next_if(|index| filter.keeps(&entities.masks, index)),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.matches.upper_bound()))
    }
}

impl<W: EcsWorld, Q: QueryData<W>> FusedIterator for QueryIter<'_, W, Q> {}

impl<W: EcsWorld, Q: QueryData<W>> core::fmt::Debug for QueryIter<'_, W, Q> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("QueryIter").field("at_most", &self.size_hint().1).finish_non_exhaustive()
    }
}
