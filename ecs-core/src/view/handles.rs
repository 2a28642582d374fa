//! Dense lists of handles, whose entities may be dead when they are read. A plain list of indices would confuse an entity with a
//! later one in its slot.
//!
//! - **I1** There is one generation per position of the index.
//!
//! Views that defer changes use it: between two sync points an entity may be despawned and its slot be used by another one, and only the
//! generation tells which of them is in the list. Iteration reads the index alone, 4 bytes per entity, since all entities of a settled list
//! are alive.
//!
//! ```text
//! index         [ 4  9  2 ]     as in any dense list
//! generations   [ 1  3  1 ]     entity 9 is in the list with its second generation; a handle of its first one is not found
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use crate::entity::Entity;
use crate::reuse::clone_by_field;
use crate::sparse::{SparseIndex, Swaps};

/// A dense list of entities, each with its generation: at most one per index.
#[derive(Debug, Default)]
pub(super) struct Handles {
    /// The indices of the entities, which iteration reads.
    index: SparseIndex,
    /// By position in the index (I1).
    generations: Vec<u32>,
}

clone_by_field! { [] Handles { index, generations } }

impl Handles {
    pub(super) fn len(&self) -> usize {
        self.generations.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.generations.is_empty()
    }

    /// The indices of the entities, by position.
    pub(super) fn index(&self) -> &SparseIndex {
        &self.index
    }

    /// The entities by position, including dead ones.
    pub(super) fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        (0..self.len()).filter_map(|at| self.at(at))
    }

    /// The entity at a position.
    pub(super) fn at(&self, position: usize) -> Option<Entity> {
        Entity::new(self.index.index_at(position)?, *self.generations.get(position)?)
    }

    /// Returns true if exactly this entity is in the list. Runs in **O(1)** time.
    #[inline]
    pub(super) fn contains(&self, entity: Entity) -> bool {
        self.generations.get(self.index.position_or_beyond(entity.index())) == Some(&entity.generation())
    }

    /// Appends an entity. The list must not contain one with its index.
    #[inline]
    pub(super) fn push(&mut self, entity: Entity) {
        self.generations.push(entity.generation());
        self.index.push(entity.index());
    }

    /// Removes exactly this entity, and returns true if it was in the list; the last one is moved to its position.
    #[inline]
    pub(super) fn swap_remove(&mut self, entity: Entity) -> bool {
        let is_in = self.contains(entity);
        if is_in && let Some(position) = self.index.swap_remove(entity.index()) {
            self.generations.swap_remove(position);
        }
        is_in
    }

    /// Moves entities to the positions from `first` on, as `SparseIndex::arrange` does.
    pub(super) fn arrange(&mut self, first: usize, order: &[u32], swaps: &mut Swaps) -> usize {
        let placed = self.index.arrange(first, order, swaps);
        for (a, b) in swaps.as_slice() {
            self.generations.swap(*a as usize, *b as usize);
        }
        placed
    }

    /// Removes all entities, and keeps the memory. Runs in **O(len)** time.
    pub(super) fn clear(&mut self) {
        self.index.clear();
        self.generations.clear();
    }

    /// Checks the invariant; the error names it.
    pub(super) fn check(&self) -> Result<(), String> {
        self.index.check()?;
        if self.generations.len() == self.index.len() {
            Ok(())
        } else {
            Err("handles: an entity has no generation, or a generation no entity".into())
        }
    }

    /// A list that may be inconsistent, to test code that must not rely on it.
    #[cfg(test)]
    pub(super) fn from_raw(index: SparseIndex, generations: Vec<u32>) -> Self {
        Self { index, generations }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handle(index: u32, generation: u32) -> Entity {
        Entity::new(index, generation).expect("the generation is odd")
    }

    #[test]
    fn another_generation_is_not_found_and_not_removed() {
        let mut handles = Handles::default();
        assert!(handles.is_empty() && !handles.contains(handle(3, 5)));
        handles.push(handle(3, 5));
        assert!(handles.contains(handle(3, 5)) && !handles.contains(handle(3, 3)) && !handles.contains(handle(4, 5)));
        assert!(!handles.swap_remove(handle(3, 7)) && handles.len() == 1);
        assert!(handles.swap_remove(handle(3, 5)) && handles.is_empty());
        handles.check().unwrap();
    }

    #[test]
    fn each_handle_keeps_its_generation_when_others_are_removed() {
        let mut handles = Handles::default();
        for at in 0..4 {
            handles.push(handle(at, at * 2 + 1));
        }
        assert!(handles.swap_remove(handle(1, 3)));
        assert!(handles.iter().eq([handle(0, 1), handle(3, 7), handle(2, 5)]));
        assert_eq!((handles.at(1), handles.at(3)), (Some(handle(3, 7)), None));
        handles.check().unwrap();
        handles.clear();
        assert!(handles.is_empty() && handles.at(0).is_none());
        handles.check().unwrap();
    }

    #[test]
    fn the_check_counts_generations() {
        let one = || SparseIndex::from_raw(alloc::vec![4], &[(4, 0)]);
        assert!(Handles::from_raw(one(), alloc::vec![1]).check().is_ok());
        assert!(Handles::from_raw(one(), alloc::vec![]).check().is_err());
        assert!(Handles::from_raw(one(), alloc::vec![1, 1]).check().is_err());
    }
}
