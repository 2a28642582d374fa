//! Interfaces of the maps between entities and positions: [`EntityIndex`] for storages, and [`Listed`] for dense indices behind `dyn`.
//!
//! An index answers two questions: at which position the value of an entity is, and which entity owns the value at a position. Unless it
//! has a bit per position, or a list of distinct ones, the kernel checks that both answers agree. A [`DenseIndex`] stores both directions:
//! `back` has the entity of each position, and the table has the position of each entity. A [`Presence`](crate::sparse::Presence) stores
//! neither, since position and index are the same number.

use super::{DenseIndex, Order, SlotTable, Source};
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::numbered::Numbered;

mod sealed {
    pub trait Sealed {}
    impl<S> Sealed for crate::sparse::DenseIndex<S> {}
    impl Sealed for crate::sparse::Presence {}
}

/// The entities of a storage, and the position of each.
///
/// No two entities have the same position, and nothing changes while the index is borrowed. The kernel (`disjoint.rs`) checks the first and
/// relies on the second, so the trait is sealed.
pub trait EntityIndex: sealed::Sealed + core::fmt::Debug + Send + Sync + 'static {
    /// True if positions are dense, so that values are adjacent; false if the position of an entity is its index.
    const DENSE: bool;
    /// True if storages with this index can be borrowed in two parts, so that positions must be counted from the first value.
    const SPLIT: bool = false;

    /// An empty index, to borrow where there is no storage.
    fn empty_index() -> &'static Self;

    /// Returns the position of an entity, or `None` if it is stale or not in the index. `O(1)`, or the cost of the table.
    fn position_in(&self, entity: Entity, living: &Allocator) -> Option<usize>;

    /// Returns the position of the entity with this index, without regard to generations.
    fn position_of(&self, index: u32) -> Option<usize>;

    /// Like [`position_of`](Self::position_of), but may return a position beyond all values if the entity is not in the index. Saves a
    /// comparison if the caller checks the bounds of the values anyway.
    #[inline(always)]
    fn position_or_beyond(&self, index: u32) -> Option<usize> {
        self.position_of(index)
    }

    /// Returns the position of the first of these entities.
    fn position_of_first(&self, indices: &[u32]) -> Option<usize> {
        self.position_of(*indices.first()?)
    }

    /// Returns the index of the entity at a position. `O(1)`.
    fn index_at(&self, position: usize) -> Option<u32>;

    /// Returns all entities, in the order of the storage, as the source of an iteration.
    fn source(&self) -> Source<'_>;

    /// Returns true if `source` is this index, so that it yields each entity at the step that is its position. `O(1)`: compares addresses.
    fn is_source(&self, source: Source<'_>) -> bool;

    /// Returns true if `source` yields these entities, each at the step that is its position, and this is known or can be determined by
    /// comparing at most `most` entities.
    ///
    /// Runs in **O(1)** time if these orders were last compared with each other and did not change since, or if their lengths or ends
    /// differ; otherwise in **O(entities)**, up to the first difference.
    fn is_in_order_of(&self, _source: Source<'_>, _most: usize) -> bool {
        false
    }

    /// Compares the entities with those of `source` at the end of an iteration, for later iterations. Does nothing unless both are as they
    /// were at the end of an earlier one.
    fn compare_again(&self, _source: Source<'_>) {}

    /// Iterates over the indices of the entities, in the order of the storage.
    fn iter_indices(&self) -> impl Iterator<Item = u32>;

    /// Returns the length of the longest prefix of `indices` whose values are adjacent and in this order, wherever it begins. `O(length)`,
    /// several entities at a time.
    fn run_len(&self, indices: &[u32]) -> usize;

    /// Returns the length of the longest prefix of `indices` that is at the positions from `position` on, in this order. `O(length)`,
    /// several entities at a time.
    fn common(&self, position: usize, indices: &[u32]) -> usize;
}

impl<S: SlotTable> EntityIndex for DenseIndex<S> {
    const DENSE: bool = true;
    const SPLIT: bool = S::SPLIT;

    fn empty_index() -> &'static Self {
        S::empty_index()
    }

    #[inline]
    fn position_in(&self, entity: Entity, living: &Allocator) -> Option<usize> {
        // A slot holds no generation.
        if living.contains(entity) { Self::position_of(self, entity.index()) } else { None }
    }

    #[inline]
    fn position_of(&self, index: u32) -> Option<usize> {
        Self::position_of(self, index)
    }

    #[inline(always)]
    fn position_or_beyond(&self, index: u32) -> Option<usize> {
        Some(Self::position_or_beyond(self, index))
    }

    /// Not inlined: the loop of each system calls it once for many entities.
    #[inline(never)]
    fn position_of_first(&self, indices: &[u32]) -> Option<usize> {
        Self::position_of(self, *indices.first()?)
    }

    #[inline]
    fn index_at(&self, position: usize) -> Option<u32> {
        Self::index_at(self, position)
    }

    #[inline]
    fn source(&self) -> Source<'_> {
        S::source(self, self.len())
    }

    #[inline]
    fn is_source(&self, source: Source<'_>) -> bool {
        source.is_of(core::ptr::from_ref(self).cast())
    }

    // Only the cached result for the most frequent kind of source is read inline; everything else is in a function that is not inlined,
    // since this is compiled into each iteration for each of its columns.
    #[inline(always)]
    fn is_in_order_of(&self, source: Source<'_>, most: usize) -> bool {
        if const { S::SPLIT } {
            return false;
        }
        let (list, len): (&dyn Listed, usize) = match source {
            Source::Index(index, len) => {
                if len == self.len() && self.order().is_known_as(index.order()) {
                    return true;
                }
                (index, len)
            }
            Source::Listed(list, len) => (list, len),
            Source::Live(_) | Source::Ascending(_) => return false,
        };
        len == self.len() && is_in_order_of(self.order(), list, len, most)
    }

    #[inline]
    fn compare_again(&self, source: Source<'_>) {
        if const { !S::SPLIT }
            && let Some(order) = source.order()
        {
            self.order().compare_again(order);
        }
    }

    fn iter_indices(&self) -> impl Iterator<Item = u32> {
        self.indices().iter().copied()
    }

    #[inline(always)]
    fn run_len(&self, indices: &[u32]) -> usize {
        Self::run_len(self, indices)
    }

    fn common(&self, position: usize, indices: &[u32]) -> usize {
        common(self.indices().get(position..).unwrap_or_default(), indices)
    }
}

/// Not inlined, with parameters that fit into registers: a value that is passed by address stays in memory, and so does all that it is part
/// of.
#[inline(never)]
fn is_in_order_of(own: &Order, list: &dyn Listed, len: usize, most: usize) -> bool {
    let order = list.order();
    order.len() == len && own.is_that_of(order, most)
}

/// Returns the length of the longest common prefix. Compares whole slices, which is faster than comparing item by item, and finds the first
/// difference by binary search: `O(length)`.
///
/// ```text
/// 8 entities, of which the one at 5 differs
/// equal 0, limit 7     0..4 are equal     equal 4
/// equal 4, limit 7     4..6 differ        limit 5
/// equal 4, limit 5     4..5 are equal     equal 5, the length of the prefix
/// ```
fn common(own: &[u32], other: &[u32]) -> usize {
    let most = own.len().min(other.len());
    if own[..most] == other[..most] {
        return most;
    }
    // The length of the common prefix is between these two.
    let (mut equal, mut limit) = (0, most - 1);
    while equal < limit {
        let middle = equal + (limit - equal).div_ceil(2);
        if own[equal..middle] == other[equal..middle] {
            equal = middle;
        } else {
            limit = middle - 1;
        }
    }
    equal
}

/// A dense index behind `dyn`, with any table.
///
/// Iterations accept any dense index as their source. A type parameter for the source would compile each loop several times, so tables
/// other than arrays are behind `dyn`, at the cost of an indirect call per lookup.
pub trait Listed: sealed::Sealed + core::fmt::Debug + Send + Sync {
    /// Returns the index of the entity at each position.
    fn listed(&self) -> &[u32];

    /// Returns the position of the entity with this index. Costs a lookup in the table.
    fn step_of(&self, index: u32) -> Option<usize>;

    /// Returns a number that increases with each change of a position, except by appending.
    fn version(&self) -> u64;

    /// Returns the entities by position, to compare them.
    fn order(&self) -> &Order;
}

impl<S: SlotTable> Listed for DenseIndex<S> {
    fn listed(&self) -> &[u32] {
        self.indices()
    }

    fn step_of(&self, index: u32) -> Option<usize> {
        Self::position_of(self, index)
    }

    fn version(&self) -> u64 {
        Self::version(self)
    }

    fn order(&self) -> &Order {
        Self::order(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{EntityIndex as _, common};
    use crate::allocator::Allocator;
    use crate::entity::Entity;
    use crate::sparse::{Presence, SparseIndex};

    #[test]
    fn common_prefixes_of_slices_end_at_the_first_difference() {
        for len in 0..20 {
            let own: alloc::vec::Vec<u32> = (0..len).collect();
            assert_eq!(common(&own, &own), own.len());
            assert_eq!(
                (common(&own, &own[..own.len() / 2]), common(&own[..own.len() / 2], &own)),
                (own.len() / 2, own.len() / 2)
            );
            for broken in 0..own.len() {
                let mut other = own.clone();
                other[broken] = 99;
                assert_eq!(common(&own, &other), broken, "a difference at {broken} of {len}");
            }
        }
    }

    #[test]
    fn positions_are_those_of_living_entities_and_of_the_first_of_several() {
        let mut living = Allocator::default();
        let [one, other, stale] = [(); 3].map(|()| living.spawn());
        assert!(living.despawn(stale));
        let (mut index, [a, b, c]) = (SparseIndex::new(), [one, other, stale].map(Entity::index));
        for at in [b, c, a] {
            index.push(at);
        }
        assert_eq!([one, other, stale].map(|entity| index.position_in(entity, &living)), [Some(2), Some(0), None]);
        let first = |indices: &[u32]| index.position_of_first(indices);
        assert_eq!([first(&[a]), first(&[b, a]), first(&[]), first(&[77])], [Some(2), Some(0), None, None]);
        let common = |position, indices: &[u32]| index.common(position, indices);
        assert_eq!([common(1, &[c, a, b]), common(0, &[a]), common(2, &[a]), common(3, &[a])], [2, 0, 1, 0]);
        let mut presence = Presence::new();
        presence.insert(5);
        assert_eq!([presence.common(5, &[5]), presence.run_len(&[5])], [0, 0], "positions are not adjacent");
        let first = |indices: &[u32]| presence.position_of_first(indices);
        assert_eq!([first(&[5, 6]), first(&[6]), first(&[])], [Some(5), None, None]);
    }
}
