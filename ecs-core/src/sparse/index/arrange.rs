//! Swaps of entities in an index, which storages repeat with their values.

use super::DenseIndex;
use crate::sparse::{SlotTable, Swaps};

impl<S: SlotTable> DenseIndex<S> {
    /// Swaps the entities at two positions. `O(1)`.
    ///
    /// # Panics
    ///
    /// If a position is not below `len`.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let (at_a, at_b) = self.back.swap(a, b);
        self.relocate_both((at_a, a as u32), (at_b, b as u32));
    }

    /// Swaps an entity into a position, and returns the position that it had; `None` if it is not in the set. `O(1)`.
    ///
    /// Not inlined, so that there is one copy, and not one per component, group and change.
    ///
    /// # Panics
    ///
    /// If the position is not below `len`.
    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub(crate) fn bring(&mut self, index: u32, position: usize) -> Option<usize> {
        let own = self.position_of(index)?;
        let other = self.back.bring(index, own, position);
        self.relocate_both((other, own as u32), (index, position as u32));
        Some(own)
    }

    /// Overwrites the positions of two entities, which are in the set.
    #[inline(always)]
    fn relocate_both(&mut self, one: (u32, u32), other: (u32, u32)) {
        let front = self.slots.front_mut();
        if one.0.max(other.0) as usize >= front.len() {
            return self.relocate_behind(one.0, one.1, other.0, other.1);
        }
        for (entity, position) in [one, other] {
            front[entity as usize] = position;
        }
    }

    /// Overwrites the positions of two entities, of which at least one has a slot beyond the front of the table. Takes single numbers,
    /// which are passed in registers.
    #[cold]
    #[inline(never)]
    pub(crate) fn relocate_behind(&mut self, one: u32, position: u32, other: u32, position_of_other: u32) {
        self.slots.relocate(one, position);
        self.slots.relocate(other, position_of_other);
    }

    /// Swaps the entities at each of these pairs of positions, in turn. `O(swaps)`.
    ///
    /// Each pair refers to positions after the preceding swaps. The version increases once per pair.
    #[inline(never)]
    pub(crate) fn swap_all(&mut self, swaps: &[(u32, u32)]) {
        for (a, b) in swaps {
            self.swap(*a as usize, *b as usize);
        }
    }

    /// Moves the entities of `order` to the positions from `first` on, by swaps, which are appended to `swaps`. Stops when `swaps` is full.
    /// Returns the number of entities in position. `O(order)`.
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
}
