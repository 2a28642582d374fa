//! Sequences of distinct entities that iterations follow. Independent of components.
//!
//! Each storage and view offers its entities as a source, and an iteration chooses one of them: that of its view, or the shortest of the
//! storages that it requires. It then visits step after step, and looks the entities up in all other columns.
//!
//! Iterators that yield `&mut` rely on the fact that no entity occurs twice. The indices behind a source ensure it, but the kernel
//! (`disjoint.rs`) does not trust them: `proven` checks at each step that the entity leads back to this step and to no other.
//!
//! | source | steps | order |
//! |---|---|---|
//! | `Index`, `Listed` | one per entity | of the storage or view |
//! | `Live` | one per slot | by ascending index |
//! | `Ascending` | one per slot of the bit set | by ascending index |

#[cfg(feature = "serde")]
use alloc::vec::Vec;
use core::ops::Range;

use super::{EntityIndex, Listed, Order, Presence, SparseIndex, Stamp};
use crate::allocator::Allocator;

/// The sequence of entities of an iteration: each entity once, in a fixed order.
///
/// A source has *steps*, numbered from 0, each with at most one entity. [`Index`](Self::Index) and [`Listed`](Self::Listed) have an
/// entity at each step; the others have a step per slot.
#[derive(Debug, Clone, Copy)]
pub enum Source<'w> {
    /// The first entities of a storage or view, by position.
    Index(&'w SparseIndex, usize),
    /// The first entities of an index with another table, by position.
    Listed(&'w dyn Listed, usize),
    /// All live entities, by ascending index.
    Live(&'w Allocator),
    /// The entities in a bit set, by ascending index.
    Ascending(&'w Presence),
}

impl<'w> Source<'w> {
    /// Returns the empty sequence.
    pub(crate) fn empty() -> Self {
        Self::Index(SparseIndex::empty_index(), 0)
    }

    /// Returns all entities of a storage or view.
    #[inline]
    pub(crate) fn all(index: &'w SparseIndex) -> Self {
        Self::Index(index, index.len())
    }

    /// Returns the first `most` entities of a dense source; other sources unchanged.
    #[inline]
    pub(crate) fn first(self, most: usize) -> Self {
        match self {
            Self::Index(index, len) => Self::Index(index, len.min(most)),
            Self::Listed(list, len) => Self::Listed(list, len.min(most)),
            Self::Live(_) | Self::Ascending(_) => self,
        }
    }

    /// Returns true if this is the sequence of the index at address `other`.
    #[inline]
    pub(crate) fn is_of(self, other: *const ()) -> bool {
        match self {
            Self::Index(index, _) => core::ptr::addr_eq(index, other),
            Self::Listed(list, _) => core::ptr::addr_eq(list, other),
            Self::Live(_) | Self::Ascending(_) => false,
        }
    }

    /// Returns the identity and version of the index behind the sequence; `None` for sources that are not dense.
    #[inline]
    pub(crate) fn stamp(self) -> Option<Stamp> {
        match self {
            Self::Index(index, _) => {
                Some(Stamp { index: core::ptr::from_ref(index).addr(), version: index.version(), len: index.len() })
            }
            Self::Listed(list, _) => {
                let len = list.listed().len();
                Some(Stamp { index: core::ptr::from_ref(list).addr(), version: list.version(), len })
            }
            Self::Live(_) | Self::Ascending(_) => None,
        }
    }

    /// Iterates over the indices of the entities, in order. Runs in **O(steps)** time.
    pub(crate) fn iter(self) -> Indices<'w> {
        Indices { source: self, steps: 0..self.steps() }
    }

    /// Returns the indices of the entities, in order. Runs in **O(steps)** time.
    #[cfg(feature = "serde")]
    pub(crate) fn list(self) -> Vec<u32> {
        let mut list = Vec::new();
        self.add_to(&mut list);
        list
    }

    /// Appends the indices of the entities to a list, in order. Runs in **O(steps)** time.
    #[cfg(feature = "serde")]
    pub(crate) fn add_to(self, list: &mut Vec<u32>) {
        match self.indices() {
            Some(indices) => list.extend_from_slice(indices),
            None => list.extend(self.iter()),
        }
    }

    /// Returns the indices of the entities by step as a slice; `None` for sources that are not dense.
    #[inline]
    pub(crate) fn indices(self) -> Option<&'w [u32]> {
        match self {
            Self::Index(index, len) => index.indices().get(..len),
            Self::Listed(list, len) => list.listed().get(..len),
            Self::Live(_) | Self::Ascending(_) => None,
        }
    }

    /// Returns the order of a dense source; `None` for others, and if the source is only the beginning of an order.
    #[inline]
    pub(crate) fn order(self) -> Option<&'w Order> {
        let (order, len) = match self {
            Self::Index(index, len) => (index.order(), len),
            Self::Listed(list, len) => (list.order(), len),
            Self::Live(_) | Self::Ascending(_) => return None,
        };
        Some(order).filter(|order| order.len() == len)
    }

    /// Returns the number of steps. Those of dense sources have an entity each; others may be empty.
    #[inline]
    pub(crate) fn steps(self) -> usize {
        match self {
            Self::Index(_, len) | Self::Listed(_, len) => len,
            Self::Live(allocator) => allocator.slots() as usize,
            Self::Ascending(presence) => presence.slots(),
        }
    }

    /// Returns the number of steps of a dense source; `None` for others. Compiles to less code than [`steps`](Self::steps), as nothing is
    /// loaded.
    #[inline]
    pub(crate) fn dense_steps(self) -> Option<usize> {
        match self {
            Self::Index(_, len) | Self::Listed(_, len) => Some(len),
            Self::Live(_) | Self::Ascending(_) => None,
        }
    }

    /// Returns an upper bound of the number of entities.
    #[inline]
    pub(crate) fn upper_bound(self) -> usize {
        match self {
            Self::Index(_, len) | Self::Listed(_, len) => len,
            Self::Live(allocator) => allocator.len(),
            Self::Ascending(presence) => presence.len(),
        }
    }

    /// Returns the first step from `step` on that may have an entity.
    #[inline]
    pub(crate) fn skip(self, step: usize) -> usize {
        match self {
            Self::Index(..) | Self::Listed(..) | Self::Live(_) => step,
            Self::Ascending(presence) => presence.next_from(step),
        }
    }

    /// Takes the next of these steps that may have an entity. `skips` says that the source may be a bit set, whose empty words are skipped.
    #[inline(always)]
    pub(crate) fn next_of(self, steps: &mut Range<usize>, skips: bool) -> Option<usize> {
        if steps.start >= steps.end {
            return None;
        }
        let step = if skips { self.skip(steps.start).min(steps.end - 1) } else { steps.start };
        steps.start = step + 1;
        Some(step)
    }

    /// Returns the index of the entity at a step, or `None` if the step is empty. Runs in **O(1)** time.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 slots")]
    pub(crate) fn at(self, step: usize) -> Option<u32> {
        match self {
            Self::Index(index, len) => index.index_at(step).filter(|_| step < len),
            Self::Listed(list, len) => list.listed().get(step).copied().filter(|_| step < len),
            Self::Live(allocator) => allocator.entity_at(step as u32).map(crate::entity::Entity::index),
            Self::Ascending(presence) => presence.contains(step as u32).then_some(step as u32),
        }
    }

    /// Returns the step of the entity with this index. Costs a lookup in the table.
    #[inline]
    pub(crate) fn step_of(self, index: u32) -> Option<usize> {
        match self {
            Self::Index(sparse, len) => sparse.position_of(index).filter(|step| *step < len),
            Self::Listed(list, len) => list.step_of(index).filter(|step| *step < len),
            Self::Live(allocator) => allocator.entity_at(index).map(|_| index as usize),
            Self::Ascending(presence) => presence.contains(index).then_some(index as usize),
        }
    }

    /// Returns the index of the entity at a step, if [`step_of`](Self::step_of) leads back to this step. The most frequent kind of
    /// source is handled inline, so that loops over it contain no other case.
    #[inline(always)]
    pub(crate) fn proven(&self, step: usize) -> Option<u32> {
        let Self::Index(index, len) = *self else { return self.proven_elsewhere(step) };
        let entity = index.index_at(step).filter(|_| step < len)?;
        if index.position_or_beyond(entity) == step { Some(entity) } else { None }
    }

    #[inline(never)]
    fn proven_elsewhere(self, step: usize) -> Option<u32> {
        self.at(step).filter(|entity| self.step_of(*entity) == Some(step))
    }

    /// Returns the source with the smaller upper bound; all live entities only if there is no other source. `self` if both are equal.
    ///
    /// Fewer steps do not always mean less time, but the difference in the number of entities usually dominates.
    #[inline]
    pub(crate) fn shorter(self, other: Option<Source<'w>>) -> Self {
        match (self, other) {
            (_, None | Some(Self::Live(_))) => self,
            (Self::Live(_), Some(other)) => other,
            (own, Some(other)) if other.upper_bound() < own.upper_bound() => other,
            _ => self,
        }
    }
}

/// The indices of the entities of a source, in order. A type with a name, so that its functions are compiled once, not per component.
#[derive(Debug, Clone)]
pub(crate) struct Indices<'w> {
    source: Source<'w>,
    /// The steps that were not visited yet.
    steps: Range<usize>,
}

impl Iterator for Indices<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.steps.start < self.steps.end {
            let step = self.steps.start;
            self.steps.start = step + 1;
            if let Some(index) = self.source.at(step) {
                return Some(index);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::{DenseIndex, HashSlots};
    use alloc::vec::Vec;

    #[test]
    fn a_prefix_has_the_requested_length() {
        let (mut index, mut listed) = (SparseIndex::new(), DenseIndex::<HashSlots>::of(HashSlots::default()));
        for at in [7, 3, 5] {
            index.push(at);
            listed.push(at);
        }
        for source in [Source::all(&index), Source::Listed(&listed, 3)] {
            let source = source.first(2);
            assert_eq!((source.steps(), source.upper_bound()), (2, 2));
            assert_eq!([0, 1, 2, 3].map(|step| source.at(step)), [Some(7), Some(3), None, None]);
            assert_eq!([7, 3, 5, 9].map(|index| source.step_of(index)), [Some(0), Some(1), None, None]);
            assert_eq!(source.indices(), Some(&[7, 3][..]));
            assert!(source.iter().eq([7, 3]));
        }
    }

    #[test]
    fn a_prefix_proves_no_entity_behind_its_end() {
        let mut index = SparseIndex::new();
        for at in [7, 3, 5] {
            index.push(at);
        }
        let prefix = Source::all(&index).first(2);
        assert_eq!([0, 1, 2, 3].map(|step| prefix.proven(step)), [Some(7), Some(3), None, None]);
    }

    #[test]
    fn steps_ascend_to_each_entity_and_end_with_their_range() {
        let mut presence = Presence::default();
        for at in [1, 3, 130] {
            presence.insert(at);
        }
        let source = Source::Ascending(&presence);
        let (mut steps, mut visited) = (0..source.steps(), Vec::new());
        while let Some(step) = source.next_of(&mut steps, true) {
            visited.push(step);
        }
        assert!(visited.is_sorted_by(|one, other| one < other), "{visited:?}");
        assert!(visited.iter().filter_map(|step| source.at(*step)).eq([1, 3, 130]), "{visited:?}");
        let mut two = 4..6;
        assert_eq!(
            [source.next_of(&mut two, true), source.next_of(&mut two, true)],
            [Some(5), None],
            "none has an entity"
        );
        let mut all = 4..6;
        assert_eq!([false; 3].map(|skips| source.next_of(&mut all, skips)), [Some(4), Some(5), None]);
    }

    #[test]
    fn only_sources_of_one_entity_per_step_are_dense() {
        let (mut index, mut listed) = (SparseIndex::new(), DenseIndex::<HashSlots>::of(HashSlots::default()));
        let (mut allocator, mut presence) = (Allocator::default(), Presence::default());
        for (len, slot) in (0..4).enumerate() {
            let sources = [Source::all(&index), Source::Listed(&listed, len)];
            assert_eq!(sources.map(Source::dense_steps), [Some(len); 2]);
            assert_eq!([Source::Live(&allocator), Source::Ascending(&presence)].map(Source::dense_steps), [None; 2]);
            index.push(slot);
            listed.push(slot);
            presence.insert(slot);
            allocator.spawn();
        }
    }

    #[test]
    fn the_shorter_source_is_chosen_and_live_entities_only_as_a_last_resort() {
        let (mut index, mut allocator) = (SparseIndex::new(), Allocator::default());
        for at in 0..4 {
            index.push(at);
        }
        allocator.spawn();
        let all = Source::all(&index);
        let (short, live) = (all.first(2), Source::Live(&allocator));
        let len = |source: Source<'_>| source.upper_bound();
        let is_live = |source: Source<'_>| matches!(source, Source::Live(_));
        assert_eq!((len(all.shorter(Some(short))), len(short.shorter(Some(all)))), (2, 2));
        assert_eq!((len(all.shorter(None)), len(all.shorter(Some(live))), len(live.shorter(Some(all)))), (4, 4, 4));
        assert!(is_live(live.shorter(None)) && is_live(live.shorter(Some(live))));
        let twin = index.clone();
        assert!(
            all.shorter(Some(Source::all(&twin))).is_of(core::ptr::from_ref(&index).cast()),
            "the first of two sources of equal length"
        );
    }
}
