//! Owns both directions of the relation between entities and positions.
//!
//! - **I1** For each position `p` below `len`: the slot of `back[p]` is occupied and says `p`.
//! - **I2** As many slots are occupied as there are positions, so both directions are inverse to each other.

use alloc::string::String;
use alloc::vec::Vec;

use super::slots::{SlotTable, Slots};
use crate::Entity;

/// Who stands at which position of a packed array, and where an entity stands: a sparse set without values.
///
/// After the sparse sets of Briggs and Torczon, with the generation of the entity beside its position. The way back is
/// the entity's index alone, 4 bytes.
#[derive(Clone)]
pub struct DenseIndex<S> {
    slots: S,
    back: Vec<u32>,
}

/// An index whose table is an array in pages: a lookup is one access to memory.
pub type SparseIndex = DenseIndex<Slots>;

impl<S: Default> Default for DenseIndex<S> {
    fn default() -> Self {
        Self { slots: S::default(), back: Vec::new() }
    }
}

impl SparseIndex {
    /// An index of nobody. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Slots::new())
    }
}

impl<S> DenseIndex<S> {
    /// An index of nobody with such a table.
    pub(crate) const fn of(slots: S) -> Self {
        Self { slots, back: Vec::new() }
    }
}

impl<S: SlotTable> DenseIndex<S> {
    /// How many entities are in. Computes in **O(1)**.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.back.len()
    }

    /// Whether nobody is in.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.back.is_empty()
    }

    /// Where exactly this entity stands. Computes in **O(1)**, with one access to memory.
    #[must_use]
    #[inline]
    pub fn position(&self, entity: Entity) -> Option<usize> {
        self.slots.position(entity).map(|position| position as usize)
    }

    /// Where the entity of this index stands, of whatever generation.
    #[must_use]
    #[inline]
    pub fn position_of(&self, index: u32) -> Option<usize> {
        self.slots.get(index).map(|slot| slot.position as usize)
    }

    /// The index of the entity at a position.
    #[must_use]
    #[inline]
    pub fn index_at(&self, position: usize) -> Option<u32> {
        self.back.get(position).copied()
    }

    /// The entity at a position. Computes in **O(1)**.
    #[must_use]
    #[inline]
    pub fn entity_at(&self, position: usize) -> Option<Entity> {
        let index = self.index_at(position)?;
        Entity::new(index, self.slots.get(index)?.generation)
    }

    /// The entities by position.
    #[must_use]
    pub fn iter(&self) -> SparseIter<'_, S> {
        SparseIter { index: self, positions: 0..self.len() }
    }

    /// Puts an entity at the end, and says where that is. It must not be in.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub fn push(&mut self, entity: Entity) -> usize {
        debug_assert!(self.slots.get(entity.index()).is_none(), "{entity} is in already");
        let position = self.back.len();
        self.back.push(entity.index());
        self.slots.set(entity, position as u32);
        position
    }

    /// Puts entities at the end, in their order. None of them may be in.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub(crate) fn extend(&mut self, entities: &[Entity]) {
        let first = self.len() as u32;
        self.back.extend(entities.iter().map(|entity| entity.index()));
        self.slots.set_all(entities, first..);
    }

    /// Takes an entity out and moves the last one to its position, which is returned. Computes in **O(1)**.
    #[inline]
    pub fn swap_remove(&mut self, entity: Entity) -> Option<usize> {
        let position = self.slots.position(entity)?;
        self.back.swap_remove(position as usize);
        if let Some(moved) = self.back.get(position as usize) {
            self.slots.relocate(*moved, position);
        }
        self.slots.vacate(entity.index());
        Some(position as usize)
    }

    /// Lets the entities at two positions change places. Computes in **O(1)**.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let (first, second) = (self.back[a], self.back[b]);
        (self.back[a], self.back[b]) = (second, first);
        for (entity, position) in [(second, a), (first, b)] {
            self.slots.relocate(entity, position as u32);
        }
    }

    /// The positions of entities that stand side by side, in this order; `None` if they do not. Computes in **O(entities)**,
    /// a few at a time. (Out of line: asked once in many entities, by the loop of each system.)
    #[inline(never)]
    pub(crate) fn run(&self, indices: &[u32]) -> Option<core::ops::Range<usize>> {
        let start = self.position_of(*indices.first()?)?;
        let end = start + indices.len();
        (self.back.get(start..end)? == indices).then_some(start..end)
    }

    /// The indices of the entities by position.
    #[inline]
    pub(crate) fn indices(&self) -> &[u32] {
        &self.back
    }

    /// Makes room for this many more entities.
    ///
    /// # Panics
    ///
    /// On capacity overflow.
    pub fn reserve(&mut self, additional: usize) {
        self.back.reserve(additional);
    }

    /// Takes everybody out. Computes in **O(len)**.
    pub fn clear(&mut self) {
        for index in self.back.drain(..) {
            self.slots.vacate(index);
        }
    }

    /// Gives spare memory back, pages of slots without an entity among it. Computes in **O(slots)**.
    pub fn shrink_to_fit(&mut self) {
        self.slots.shrink_to_fit();
        self.back.shrink_to_fit();
    }

    /// Says which invariant is broken.
    pub(crate) fn check(&self) -> Result<(), String> {
        let inverse = (0..self.len()).all(|at| self.index_at(at).and_then(|index| self.position_of(index)) == Some(at));
        if !inverse {
            return Err("sparse index: a position and its entity disagree".into());
        }
        if self.slots.occupied() == self.len() {
            Ok(())
        } else {
            Err("sparse index: a slot is occupied without a position".into())
        }
    }
}

impl SparseIndex {
    /// An index of whatever is claimed, to test those who must not trust it.
    #[cfg(test)]
    pub(crate) fn from_raw(back: Vec<u32>, slots: &[(Entity, u32)]) -> Self {
        let mut index = Self { slots: Slots::new(), back };
        for (entity, position) in slots {
            index.slots.set(*entity, *position);
        }
        index
    }

    /// Puts an entity where it belongs among entities that ascend, and says where that is. It must not be in. Those behind
    /// shift and are renumbered.
    pub(crate) fn insert_in_order(&mut self, entity: Entity) -> usize {
        debug_assert!(self.slots.get(entity.index()).is_none(), "{entity} is in already");
        let position = self.back.partition_point(|index| *index < entity.index());
        self.back.insert(position, entity.index());
        self.slots.set(entity, 0);
        self.renumber_from(position);
        position
    }

    /// Takes an entity out, and says where it was. Those behind shift and are renumbered.
    pub(crate) fn remove_in_order(&mut self, entity: Entity) -> Option<usize> {
        let position = self.position(entity)?;
        self.back.remove(position);
        self.slots.vacate(entity.index());
        self.renumber_from(position);
        Some(position)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    fn renumber_from(&mut self, first: usize) {
        for (index, position) in self.back[first..].iter().zip(first as u32..) {
            self.slots.relocate(*index, position);
        }
    }
}

/// Prints the entities by position: `[3v1, 0v5]`.
impl<S: SlotTable> core::fmt::Debug for DenseIndex<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'a, S: SlotTable> IntoIterator for &'a DenseIndex<S> {
    type Item = Entity;
    type IntoIter = SparseIter<'a, S>;

    fn into_iter(self) -> SparseIter<'a, S> {
        self.iter()
    }
}

/// The entities of a [`DenseIndex`], by position.
#[derive(Debug, Clone)]
pub struct SparseIter<'a, S: SlotTable = Slots> {
    index: &'a DenseIndex<S>,
    positions: core::ops::Range<usize>,
}

impl<S: SlotTable> Iterator for SparseIter<'_, S> {
    type Item = Entity;

    #[inline]
    fn next(&mut self) -> Option<Entity> {
        self.index.entity_at(self.positions.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl<S: SlotTable> ExactSizeIterator for SparseIter<'_, S> {}
impl<S: SlotTable> core::iter::FusedIterator for SparseIter<'_, S> {}

#[cfg(test)]
mod tests;
