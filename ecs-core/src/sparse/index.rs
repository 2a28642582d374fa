//! Owns both directions of the relation between entities and positions.
//!
//! - **I1** For each position `p` below `len`: the slot of `back[p]` is occupied and says `p`.
//! - **I2** As many slots are occupied as there are positions, so both directions are inverse to each other.

use alloc::string::String;
use alloc::vec::Vec;

use super::Swaps;
use super::slots::{SlotTable, Slots};
use crate::Entity;

/// Who stands at which position of a packed array, and where an entity stands: a sparse set without values.
///
/// After the sparse sets of Briggs and Torczon. Both ways are 4 bytes: the position of an entity's index, and the index
/// alone. Generations are the [`Allocator`](crate::Allocator)'s: one entity per index is in at a time, and it lives.
#[derive(Clone)]
pub struct DenseIndex<S> {
    slots: S,
    back: Vec<u32>,
    version: u64,
}

/// An index whose table is an array in pages: a lookup is one access to memory.
pub type SparseIndex = DenseIndex<Slots>;

impl<S: Default> Default for DenseIndex<S> {
    fn default() -> Self {
        Self { slots: S::default(), back: Vec::new(), version: 0 }
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
        Self { slots, back: Vec::new(), version: 0 }
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

    /// The position of the entity of this index. Runs in **O(1)** time.
    #[must_use]
    #[inline(always)]
    pub fn position_of(&self, index: u32) -> Option<usize> {
        self.slots.get(index).map(|position| position as usize)
    }

    /// The same; a position beyond all where the entity is not in.
    #[inline(always)]
    pub(crate) fn place_of(&self, index: u32) -> usize {
        self.slots.place(index) as usize
    }

    /// The index of the entity at a position.
    #[must_use]
    #[inline]
    pub fn index_at(&self, position: usize) -> Option<u32> {
        self.back.get(position).copied()
    }

    /// Puts the entity of an index at the end, and says where that is. It must not be in. Computes in **O(1)** amortised.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub fn push(&mut self, index: u32) -> usize {
        debug_assert!(self.slots.get(index).is_none(), "{index} is in already");
        self.version += 1;
        let position = self.back.len();
        self.back.push(index);
        self.slots.set(index, position as u32);
        position
    }

    /// Puts entities at the end, in their order. None of them may be in.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub(crate) fn extend(&mut self, entities: &[Entity]) {
        self.version += 1;
        let first = self.len();
        self.back.extend(entities.iter().map(|entity| entity.index()));
        self.slots.set_all(&self.back[first..], first as u32);
    }

    /// Takes the entity of an index out and moves the last one to its position, which is returned. Computes in **O(1)**.
    #[inline]
    pub fn swap_remove(&mut self, index: u32) -> Option<usize> {
        let position = self.slots.take(index)?;
        self.version += 1;
        self.back.swap_remove(position as usize);
        if let Some(moved) = self.back.get(position as usize) {
            self.slots.relocate(*moved, position);
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
        self.version += 1;
        let (first, second) = (self.back[a], self.back[b]);
        (self.back[a], self.back[b]) = (second, first);
        for (entity, position) in [(second, a), (first, b)] {
            self.slots.relocate(entity, position as u32);
        }
    }

    /// Lets the entities at each of these two positions change places, in turn. Computes in **O(swaps)**.
    #[inline(never)]
    pub(crate) fn swap_all(&mut self, swaps: &[(u32, u32)]) {
        for (a, b) in swaps {
            self.swap(*a as usize, *b as usize);
        }
    }

    /// Brings entities that are in, in this order, to the positions from `first` on, by swaps; stops where there is room for no
    /// further swap. Returns how many of them are in place. Computes in **O(order)**.
    #[inline(never)]
    pub(crate) fn arrange(&mut self, first: usize, order: &[u32], swaps: &mut Swaps) -> usize {
        if self.back.get(first..first + order.len()) == Some(order) {
            return order.len();
        }
        for (step, index) in order.iter().enumerate() {
            let at = first + step;
            if self.back.get(at).is_none_or(|own| own == index) {
                continue;
            }
            let Some(from) = self.position_of(*index) else { continue };
            if swaps.is_full() {
                return step;
            }
            self.swap(from, at);
            swaps.push(from, at);
        }
        order.len()
    }

    /// How many of these entities, from the first one on, are side by side in this order. Computes in **O(entities)**, several
    /// at a time. (Out of line: the loop of each system asks once in many entities.)
    #[inline(never)]
    pub(crate) fn run_len(&self, indices: &[u32]) -> usize {
        let own = indices.first().and_then(|first| self.back.get(self.place_of(*first)..)).unwrap_or_default();
        if own.starts_with(indices) {
            return indices.len();
        }
        own.iter().zip(indices).take_while(|(own, index)| own == index).count()
    }

    /// A number that each change of a position increases.
    #[inline]
    pub(crate) fn version(&self) -> u64 {
        self.version
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
        self.version += 1;
        for index in self.back.drain(..) {
            self.slots.take(index);
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
    pub(crate) fn from_raw(back: Vec<u32>, slots: &[(u32, u32)]) -> Self {
        let mut index = Self { slots: Slots::new(), back, version: 0 };
        for (owner, position) in slots {
            index.slots.set(*owner, *position);
        }
        index
    }

    /// Puts an index where it belongs among indices that ascend, and says where that is. It must not be in. Those behind
    /// shift and are renumbered.
    pub(crate) fn insert_in_order(&mut self, index: u32) -> usize {
        debug_assert!(self.slots.get(index).is_none(), "{index} is in already");
        let position = self.back.partition_point(|own| *own < index);
        self.back.insert(position, index);
        self.slots.set(index, 0);
        self.renumber_from(position);
        position
    }

    /// Takes an index out, and says where it was. Those behind shift and are renumbered.
    pub(crate) fn remove_in_order(&mut self, index: u32) -> Option<usize> {
        let position = self.slots.take(index)? as usize;
        self.back.remove(position);
        self.renumber_from(position);
        Some(position)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    fn renumber_from(&mut self, first: usize) {
        self.version += 1;
        for (index, position) in self.back[first..].iter().zip(first as u32..) {
            self.slots.relocate(*index, position);
        }
    }
}

/// Prints the indices of the entities by position: `[3, 0]`.
impl<S> core::fmt::Debug for DenseIndex<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(&self.back).finish()
    }
}

#[cfg(test)]
mod tests;
