//! Owns both directions of the relation between entities and positions.
//!
//! - **I1** For each position `p` below `len`: the slot of `back[p]` is occupied and says `p`.
//! - **I2** As many slots are occupied as there are positions, so both directions are inverse to each other.

use alloc::string::String;
use alloc::vec::Vec;

use super::slots::Slots;
use crate::Entity;

/// Who stands at which position of a packed array, and where an entity stands: a sparse set without values.
///
/// After the sparse sets of Briggs and Torczon, with the generation of the entity beside its position. The way back is
/// the entity's index alone, 4 bytes.
#[derive(Clone, Default)]
pub struct SparseIndex {
    slots: Slots,
    back: Vec<u32>,
}

impl SparseIndex {
    /// An index of nobody. Allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { slots: Slots::new(), back: Vec::new() }
    }

    /// The index of nobody that all can borrow.
    pub(crate) fn nobody() -> &'static Self {
        static NOBODY: SparseIndex = SparseIndex::new();
        &NOBODY
    }

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
    pub fn iter(&self) -> SparseIter<'_> {
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
    pub(crate) fn extend(&mut self, entities: &[Entity]) {
        self.reserve(entities.len());
        for entity in entities {
            self.push(*entity);
        }
    }

    /// Takes an entity out and moves the last one to its position, which is returned. Computes in **O(1)**.
    #[inline]
    pub fn swap_remove(&mut self, entity: Entity) -> Option<usize> {
        let position = self.slots.position(entity)?;
        self.back.swap_remove(position as usize);
        if let Some(moved) = self.back.get(position as usize)
            && let Some(slot) = self.slots.get_mut(*moved)
        {
            slot.position = position;
        }
        if let Some(slot) = self.slots.get_mut(entity.index()) {
            slot.generation = 0;
        }
        Some(position as usize)
    }

    /// Lets the entities at two positions change places. Computes in **O(1)**.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.back.swap(a, b);
        for position in [a, b] {
            if let Some(slot) = self.slots.get_mut(self.back[position]) {
                slot.position = position as u32;
            }
        }
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
            if let Some(slot) = self.slots.get_mut(index) {
                slot.generation = 0;
            }
        }
    }

    /// Gives spare memory back, pages of slots without an entity among it. Computes in **O(slots)**.
    pub fn shrink_to_fit(&mut self) {
        self.slots.shrink_to_fit();
        self.back.shrink_to_fit();
    }

    /// An index of whatever is claimed, to test those who must not trust it.
    #[cfg(test)]
    pub(crate) fn from_raw(back: Vec<u32>, slots: &[(Entity, u32)]) -> Self {
        let mut index = Self { slots: Slots::new(), back };
        for (entity, position) in slots {
            index.slots.set(*entity, *position);
        }
        index
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

/// Prints the entities by position: `[3v1, 0v5]`.
impl core::fmt::Debug for SparseIndex {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'a> IntoIterator for &'a SparseIndex {
    type Item = Entity;
    type IntoIter = SparseIter<'a>;

    fn into_iter(self) -> SparseIter<'a> {
        self.iter()
    }
}

/// The entities of a [`SparseIndex`], by position.
#[derive(Debug, Clone)]
pub struct SparseIter<'a> {
    index: &'a SparseIndex,
    positions: core::ops::Range<usize>,
}

impl Iterator for SparseIter<'_> {
    type Item = Entity;

    #[inline]
    fn next(&mut self) -> Option<Entity> {
        self.index.entity_at(self.positions.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl ExactSizeIterator for SparseIter<'_> {}
impl core::iter::FusedIterator for SparseIter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(index: u32, generation: u32) -> Entity {
        Entity::new(index, generation).unwrap()
    }

    #[test]
    fn the_last_entity_takes_the_place_of_a_removed_one() {
        let mut index = SparseIndex::new();
        for at in [5, 4096, 7] {
            index.push(entity(at, 1));
        }
        assert_eq!(index.swap_remove(entity(5, 1)), Some(0));
        assert_eq!(index.iter().collect::<Vec<_>>(), [entity(7, 1), entity(4096, 1)]);
        assert_eq!(index.position(entity(7, 1)), Some(0));
        index.check().unwrap();
    }

    #[test]
    fn another_generation_is_not_found_and_not_removed() {
        let mut index = SparseIndex::new();
        index.push(entity(3, 5));
        assert_eq!(index.position(entity(3, 3)), None);
        assert_eq!(index.swap_remove(entity(3, 7)), None);
        assert_eq!(index.len(), 1);
        index.check().unwrap();
    }

    #[test]
    fn shrinking_gives_empty_pages_back() {
        let mut index = SparseIndex::new();
        index.push(entity(1, 1));
        index.push(entity(1_000_000, 1));
        index.swap_remove(entity(1_000_000, 1));
        index.shrink_to_fit();
        index.check().unwrap();
        assert_eq!(index.position(entity(1, 1)), Some(0));
        assert_eq!(index.position(entity(1_000_000, 1)), None);
    }

    #[test]
    fn a_cleared_index_holds_nobody() {
        let mut index = SparseIndex::new();
        index.push(entity(2, 1));
        index.clear();
        assert!(index.is_empty() && index.position(entity(2, 1)).is_none());
        index.check().unwrap();
    }

    #[test]
    fn the_check_finds_what_does_not_agree() {
        let (a, b) = (entity(0, 1), entity(1, 1));
        let is_whole =
            |back: &[u32], slots: &[(Entity, u32)]| SparseIndex::from_raw(back.to_vec(), slots).check().is_ok();
        assert!(is_whole(&[], &[]) && is_whole(&[0], &[(a, 0)]) && is_whole(&[1, 0], &[(a, 1), (b, 0)]));
        assert!(!is_whole(&[0], &[]), "a position without a slot");
        assert!(!is_whole(&[], &[(a, 0)]), "a slot without a position");
        assert!(!is_whole(&[0, 0], &[(a, 0)]), "an entity at two positions");
        assert!(!is_whole(&[0, 1], &[(a, 1), (b, 0)]), "a slot that leads elsewhere");
    }

    #[test]
    fn the_edges_of_pages_are_kept_apart() {
        let mut index = SparseIndex::new();
        let edges = [0, 1023, 1024, 2047, 2048, 5000];
        for at in edges {
            index.push(entity(at, u32::MAX));
        }
        index.swap_remove(entity(1024, u32::MAX));
        index.shrink_to_fit();
        assert_eq!(index.iter().map(Entity::index).collect::<Vec<_>>(), [0, 1023, 5000, 2047, 2048]);
        assert_eq!(index.position_of(1024), None);
        index.clear();
        index.shrink_to_fit();
        assert!(index.is_empty() && edges.iter().all(|at| index.position_of(*at).is_none()));
        index.push(entity(1024, 1));
        index.check().unwrap();
    }
}
