//! Sparse sets of entity indices: maps from entity to dense position and back.
//!
//! - **I1** For each position `p` below `len`, the slot of `back[p]` is occupied and holds `p`.
//! - **I2** The number of occupied slots is `len`. With I1, the two maps are inverse to each other.
//!
//! ```text
//!                       index   0   1   2   3   4   5
//! slots  index -> position      1   -   -   0   -   2        a table: an array, a hash map or a tree
//! back   position -> index    [ 3   0   5 ]                   always an array: what iteration reads
//!
//! swap_remove(3)              [ 5   0 ]                       the last one moves: two slots are written
//! push(4)                     [ 5   0   4 ]                   no entity moves: cached positions remain correct
//! ```
//!
//! The version is what makes cached positions safe to use; see `order.rs`.

mod arrange;

use alloc::string::String;
use alloc::vec::Vec;

use super::order::Order;
use super::slots::{SlotTable, Slots, VACANT};
use crate::entity::Entity;
use crate::reuse::clone_by_field;

/// A sparse set of entity indices without values: maps entities to dense positions, and positions to entities.
///
/// After the sparse sets of Briggs and Torczon (1993). Insertion appends, and removal moves the last entity into the gap, so positions are
/// always `0..len`. Each entity takes 4 bytes for its index here, plus a slot of the table `S`.
///
/// Only the [`Allocator`](crate::Allocator) keeps generations: an index is in the set at most once, for its live entity.
///
/// # Examples
///
/// Order and positions, observed through a query:
///
/// ```
/// # use ecs_world::prelude::*;
/// #[derive(Debug, PartialEq)]
/// struct Mass(u32);
///
/// ecs_world! { components: Mass; }
///
/// let mut world = World::default();
/// let all: Vec<_> = [1, 2, 3].map(|mass| world.spawn(Mass(mass))).into();
/// world.remove::<Mass>(all[0]).unwrap();
/// assert!(world.query::<&Mass>().iter().eq([&Mass(3), &Mass(2)]), "the last value was moved into the gap");
/// ```
pub struct DenseIndex<S> {
    /// The position of each entity (I1).
    slots: S,
    /// The index of the entity at each position, without gaps.
    back: Order,
}

clone_by_field! { [S: Clone] DenseIndex<S> { slots, back } }

/// A dense index whose table is an array: a lookup is one access to memory.
pub type SparseIndex = DenseIndex<Slots>;

impl<S: Default> Default for DenseIndex<S> {
    fn default() -> Self {
        Self { slots: S::default(), back: Order::new() }
    }
}

impl SparseIndex {
    /// Returns an empty index. Allocates nothing.
    ///
    /// As a constant, it can be borrowed where a world has no storage.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Slots::new())
    }
}

impl<S> DenseIndex<S> {
    /// Returns an empty index with the table `slots`, which must be empty.
    pub(crate) const fn of(slots: S) -> Self {
        Self { slots, back: Order::new() }
    }
}

impl<S: SlotTable> DenseIndex<S> {
    /// Returns the number of entities. `O(1)`.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.back.len()
    }

    /// Returns true if the index is empty. `O(1)`.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.back.is_empty()
    }

    /// Returns the position of the entity with this index, or `None` if it is not in the set. Costs a lookup in the table: `O(1)` for
    /// arrays.
    #[must_use]
    #[inline(always)]
    pub fn position_of(&self, index: u32) -> Option<usize> {
        self.slots.get(index).map(|position| position as usize)
    }

    /// Like [`position_of`](Self::position_of), but returns a position beyond all values if the entity is not in the set.
    ///
    /// The sentinel of the table is returned unchanged. All lists of values reject it, like any other position beyond the end.
    #[inline(always)]
    pub(crate) fn position_or_beyond(&self, index: u32) -> usize {
        self.slots.position_or_vacant(index) as usize
    }

    /// Returns the index of the entity at a position, or `None` beyond the last one. `O(1)`.
    #[must_use]
    #[inline]
    pub fn index_at(&self, position: usize) -> Option<u32> {
        self.back.get(position).copied()
    }

    /// Appends an index, which must not be in the set, and returns its position. Amortised `O(1)`.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub fn push(&mut self, index: u32) -> usize {
        debug_assert!(self.slots.get(index).is_none(), "{index} is in the set already");
        let position = self.back.len();
        self.back.push(index);
        self.slots.set(index, position as u32);
        position
    }

    /// Appends entities, in their order. None of them may be in the set. `O(entities)`.
    ///
    /// The version increases once for all of them: cached positions are treated as outdated, even though they are still correct.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    #[inline(never)]
    pub(crate) fn extend(&mut self, entities: &[Entity]) {
        let first = self.len();
        self.back.change().extend(entities.iter().map(|entity| entity.index()));
        self.slots.set_all(&self.back[first..], first as u32);
    }

    /// Appends indices, in their order, and takes over their memory if the index has none yet. None of them may be in the set.
    /// `O(indices)`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    #[inline(never)]
    pub(crate) fn append(&mut self, mut indices: Vec<u32>) {
        let first = self.len();
        let back = self.back.change();
        if back.capacity() == 0 {
            *back = indices;
        } else {
            back.append(&mut indices);
        }
        self.slots.set_all(&self.back[first..], first as u32);
    }

    /// Removes an index and returns its position, to which the last one moves. Returns `None` if it is not in the set. `O(1)`.
    #[inline]
    pub fn swap_remove(&mut self, index: u32) -> Option<usize> {
        let front = self.slots.front_mut();
        let Some(slot) = front.get_mut(index as usize) else { return self.swap_remove_behind(index) };
        let position = core::mem::replace(slot, VACANT);
        if position == VACANT {
            return None;
        }
        if let Some(last) = self.back.swap_remove(position as usize) {
            match front.get_mut(last as usize) {
                Some(moved) => *moved = position,
                None => self.relocate_last(last, position),
            }
        }
        Some(position as usize)
    }

    /// Implements [`swap_remove`](Self::swap_remove) for an index beyond the front of the table. Not inlined, so that there is one copy for
    /// all components.
    #[cold]
    #[inline(never)]
    pub(crate) fn swap_remove_behind(&mut self, index: u32) -> Option<usize> {
        let position = self.slots.take(index)?;
        if let Some(last) = self.back.swap_remove(position as usize) {
            self.slots.relocate(last, position);
        }
        Some(position as usize)
    }

    /// Overwrites the position of an entity whose slot is beyond the front of the table.
    #[cold]
    #[inline(never)]
    pub(crate) fn relocate_last(&mut self, last: u32, position: u32) {
        self.slots.relocate(last, position);
    }

    /// Returns the length of the longest prefix of `indices` that is adjacent here, in this order, wherever it begins. `O(length)`, several
    /// entities at a time. (Not inlined: the loop of a system calls it once for many entities.)
    #[inline(never)]
    pub(crate) fn run_len(&self, indices: &[u32]) -> usize {
        let own =
            indices.first().and_then(|first| self.back.get(self.position_or_beyond(*first)..)).unwrap_or_default();
        if own.starts_with(indices) {
            return indices.len();
        }
        own.iter().zip(indices).take_while(|(own, index)| own == index).count()
    }

    /// See [`Order::version`].
    #[inline]
    pub(crate) fn version(&self) -> u64 {
        self.back.version()
    }

    /// Returns the entities by position.
    #[inline]
    pub(crate) fn order(&self) -> &Order {
        &self.back
    }

    /// Returns the index of the entity at each position.
    #[inline]
    pub(crate) fn indices(&self) -> &[u32] {
        &self.back
    }

    /// Reserves memory for at least `additional` more entities.
    ///
    /// # Panics
    ///
    /// On capacity overflow.
    ///
    /// Reserves only memory for `back`: a table grows page by page, or in buckets, when an index is inserted.
    #[inline(never)]
    pub fn reserve(&mut self, additional: usize) {
        self.back.reserve(additional);
    }

    /// Removes all entities. `O(len)`. Keeps the memory.
    #[inline(never)]
    pub fn clear(&mut self) {
        for index in self.back.change().drain(..) {
            self.slots.take(index);
        }
    }

    /// Frees unused memory, including pages of slots without an entity. `O(slots)`.
    #[inline(never)]
    pub fn shrink_to_fit(&mut self) {
        self.slots.shrink_to_fit();
        self.back.shrink_to_fit();
    }

    /// Checks the invariants at the top of this module. `O(slots)`.
    ///
    /// # Errors
    ///
    /// A description of the broken invariant.
    #[inline(never)]
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
    /// Builds an index without any check, for tests of code that must not trust an index.
    #[cfg(test)]
    pub(crate) fn from_raw(back: Vec<u32>, slots: &[(u32, u32)]) -> Self {
        let mut index = Self::new();
        *index.back.change() = back;
        for (owner, position) in slots {
            index.slots.set(*owner, *position);
        }
        index
    }

    /// Inserts an index, which must not be in the set, into ascending indices, and returns its position. All higher indices move by one
    /// position: `O(len)`.
    ///
    /// For the storage `packed`. The indices must ascend before the call, and still do so afterwards.
    pub(crate) fn insert_in_order(&mut self, index: u32) -> usize {
        debug_assert!(self.slots.get(index).is_none(), "{index} is in the set already");
        let position = self.back.partition_point(|own| *own < index);
        self.back.change().insert(position, index);
        self.slots.set(index, 0);
        self.renumber_from(position);
        position
    }

    /// Removes an index from ascending indices, and returns its position. All higher indices move by one position: `O(len)`.
    pub(crate) fn remove_in_order(&mut self, index: u32) -> Option<usize> {
        let position = self.slots.take(index)? as usize;
        self.back.change().remove(position);
        self.renumber_from(position);
        Some(position)
    }

    /// Writes the positions of all entities from position `first` on, after an insertion or removal in order has moved them by one.
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

/// Prints the indices of the entities by position: `[3, 0]`.
impl<S> core::fmt::Debug for DenseIndex<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        list_debug(&self.back, f)
    }
}

/// Not generic: it is compiled once, with this library.
fn list_debug(indices: &[u32], f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
    f.debug_list().entries(indices).finish()
}

#[cfg(test)]
mod tests;
