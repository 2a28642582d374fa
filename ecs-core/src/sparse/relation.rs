//! Owns the interface of what relates entities to the places of a storage.

use super::{DenseIndex, SlotTable};
use crate::{Allocator, Entity, Source};

mod sealed {
    pub trait Sealed {}
    impl<S> Sealed for crate::DenseIndex<S> {}
    impl Sealed for crate::Presence {}
}

/// Which entities a storage holds, and at which place each of them is.
///
/// The places of two entities differ, and nothing changes while it is borrowed: so only this crate has implementations.
/// (`disjoint.rs` checks the former and relies on the latter.)
pub trait EntityIndex: sealed::Sealed + core::fmt::Debug + Send + Sync + 'static {
    /// The index of nobody that all can borrow.
    const NOBODY: &'static Self;
    /// Whether places are counted, so that values stand side by side; else the place of an entity is its own index.
    const PACKED: bool;

    /// The place of exactly this entity, if it lives.
    fn position_in(&self, entity: Entity, living: &Allocator) -> Option<usize>;

    /// The place of the entity of this index, of whatever generation.
    fn position_of(&self, index: u32) -> Option<usize>;

    /// The same; where the entity is not in, it may be a place beyond all values. That saves a test where values are asked for
    /// next.
    #[inline(always)]
    fn place_of(&self, index: u32) -> Option<usize> {
        self.position_of(index)
    }

    /// The place of the first of these entities.
    fn place_of_first(&self, indices: &[u32]) -> Option<usize> {
        self.position_of(*indices.first()?)
    }

    /// The index of the entity at a place.
    fn index_at(&self, position: usize) -> Option<u32>;

    /// All entities, in the order of the storage.
    fn source(&self) -> Source<'_>;

    /// Whether the entities of a source are these, each at the step that is its place.
    fn is_source(&self, source: Source<'_>) -> bool;

    /// The indices of the entities, in the order of the storage.
    fn iter_indices(&self) -> impl Iterator<Item = u32>;

    /// How many of these entities, from the first one on, have values side by side, in this order.
    fn run_len(&self, indices: &[u32]) -> usize;
    /// How many of these entities are at the places from this one on, in this order. Computes in **O(entities)**, a few at a
    /// time.
    fn common(&self, place: usize, indices: &[u32]) -> usize;
}

impl<S: SlotTable> EntityIndex for DenseIndex<S> {
    const NOBODY: &'static Self = S::NOBODY;
    const PACKED: bool = true;

    #[inline]
    fn position_in(&self, entity: Entity, living: &Allocator) -> Option<usize> {
        // A position knows no generation.
        if living.contains(entity) { Self::position_of(self, entity.index()) } else { None }
    }

    #[inline]
    fn position_of(&self, index: u32) -> Option<usize> {
        Self::position_of(self, index)
    }

    #[inline(always)]
    fn place_of(&self, index: u32) -> Option<usize> {
        Some(Self::place_of(self, index))
    }

    /// Out of line: the loop of each system asks once in many entities.
    #[inline(never)]
    fn place_of_first(&self, indices: &[u32]) -> Option<usize> {
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

    fn iter_indices(&self) -> impl Iterator<Item = u32> {
        self.indices().iter().copied()
    }

    #[inline(always)]
    fn run_len(&self, indices: &[u32]) -> usize {
        Self::run_len(self, indices)
    }

    fn common(&self, place: usize, indices: &[u32]) -> usize {
        common(self.indices().get(place..).unwrap_or_default(), indices)
    }
}

/// How many items two slices have in common in front. Slices are compared as a whole, which is faster than item by item.
fn common(own: &[u32], other: &[u32]) -> usize {
    let most = own.len().min(other.len());
    if own[..most] == other[..most] {
        return most;
    }
    // What is in common ends between these two.
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

/// Entities by position, whatever table leads to the positions.
pub trait Listed: sealed::Sealed + core::fmt::Debug + Send + Sync {
    /// The index of the entity at each position.
    fn listed(&self) -> &[u32];

    /// The position of the entity of this index.
    fn step_of(&self, index: u32) -> Option<usize>;

    /// A number that each change of a position increases.
    fn version(&self) -> u64;
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
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn slices_have_in_common_what_comes_before_the_first_difference() {
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
                assert_eq!(common(&own, &other), broken, "of {len}");
            }
        }
    }
}
