//! Owns the iteration of a query.

use core::iter::FusedIterator;

use super::{Query, QueryData, QueryItem};
use crate::join::Matches;
use crate::view::Filter;
use crate::{EcsWorld, Fetch, Population, Walk};

/// Iterates over the matches of a [`Query`].
///
/// Finding the next match is **O(1)** where the query walks a view of its own, and at most **O(entities walked)** else.
pub struct QueryIter<'w, W: EcsWorld, Q: QueryData<W>> {
    state: State<'w, W, Q>,
}

enum State<'w, W: EcsWorld, Q: QueryData<W>> {
    /// Values side by side, this many of them.
    Slices(Option<<Q::Fetch as Fetch>::Slice<'w>>, usize),
    Scattered {
        matches: Matches<'w, Q::Fetch>,
        entities: &'w Population<W::Mask>,
        filter: Option<Filter<W::Mask>>,
    },
}

impl<'w, W: EcsWorld, Q: QueryData<W>> QueryIter<'w, W, Q> {
    #[inline]
    pub(super) fn new(mut query: Query<'w, W, Q>) -> Self {
        let state = if query.walk.reborrow().slices().is_some() {
            let steps = query.walk.source.steps();
            State::Slices(query.walk.slices(), steps)
        } else {
            let Walk { columns, source, entities, filter } = query.walk;
            State::Scattered { matches: Matches::new(columns, source), entities, filter }
        };
        Self { state }
    }
}

impl<'w, W: EcsWorld, Q: QueryData<W>> Iterator for QueryIter<'w, W, Q> {
    type Item = QueryItem<'w, W, Q>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.state {
            State::Slices(slices, left) => {
                let item = Q::Fetch::pop(slices.as_mut()?)?;
                *left -= 1;
                Some(item)
            }
            State::Scattered { matches, entities, filter } => {
                matches.next_if(|index| filter.as_ref().is_none_or(|filter| filter.keeps(&entities.masks, index)))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.state {
            State::Slices(_, left) => (*left, Some(*left)),
            State::Scattered { matches, .. } => (0, Some(matches.upper_bound())),
        }
    }

    /// Computes in **O(1)** over slices, and for one component (beside handles and what may be missing) without a filter if
    /// nothing was taken yet; else it finds each match.
    fn count(self) -> usize {
        let known = match &self.state {
            State::Slices(_, left) => Some(*left),
            State::Scattered { matches, filter: None, .. } => matches.known(),
            State::Scattered { .. } => None,
        };
        known.unwrap_or_else(|| self.fold(0, |count, _| count + 1))
    }
}

impl<W: EcsWorld, Q: QueryData<W>> FusedIterator for QueryIter<'_, W, Q> {}

impl<W: EcsWorld, Q: QueryData<W>> core::fmt::Debug for QueryIter<'_, W, Q> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("QueryIter").field("at_most", &self.size_hint().1).finish_non_exhaustive()
    }
}
