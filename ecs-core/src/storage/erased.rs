//! Operations on a storage whose component is known only at run time, by its number: despawning, clearing, tidying, checks.
//!
//! A despawn knows a mask, but no types. For each bit of the mask, it calls one of these methods; the world returns the storage with a
//! given number from a `match`.
//!
//! Code that is compiled for each component matters, since worlds have hundreds of them. So a default storage is erased in two halves: the
//! index, whose code all components share, and the values, with two small functions per component.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::sealed::Sealed;
use crate::entity::Entity;
use crate::sparse::{DenseIndex, SlotTable, Source, SparseIndex, Swaps};

/// Private, so that only this file implements values without their type, and visitors of storages.
mod seal {
    #[diagnostic::on_unimplemented(
        message = "the values of storages are implemented by the library alone",
        label = "`{Self}` cannot be values without their type"
    )]
    pub trait Values {}

    #[diagnostic::on_unimplemented(
        message = "what visits storages is implemented by the library alone",
        label = "`{Self}` cannot visit storages"
    )]
    pub trait Visitor {}
}

/// Operations on a storage whose component is known only by its number: a despawn removes the components in the mask of its entity.
pub trait ErasedStorage: Sealed {
    /// Removes and drops the value of an entity, if it has one.
    ///
    /// The `Drop` of the value is user code. It runs after the value has left the storage, which is complete then. Costs the same as `take`
    /// of the storage.
    fn discard(&mut self, entity: Entity);
    /// Performs a task. Returns the number of entities in position if the task is [`Task::Arrange`] and the storage has no fixed order, and
    /// otherwise `None`.
    ///
    /// One function for all tasks, since each function is compiled for each component. Callers use [`StorageTasks`].
    fn perform(&mut self, task: Task<'_>) -> Option<usize>;
    /// The entities that have a value, in the order of the storage.
    fn source(&self) -> Source<'_>;
    /// Number of values.
    ///
    /// Runs in **O(1)** time.
    fn values(&self) -> usize;
}

/// An operation on a storage as a whole.
#[derive(Debug)]
pub enum Task<'a> {
    /// See [`StorageTasks::clear`].
    Clear,
    /// See [`StorageTasks::swap_all`].
    SwapAll(&'a [(u32, u32)]),
    /// See [`StorageTasks::arrange`].
    Arrange {
        /// The first position.
        first: usize,
        /// The indices of entities that have a value.
        order: &'a [u32],
        /// The swaps that were made.
        swaps: &'a mut Swaps,
    },
    /// See [`StorageTasks::was_replaced`].
    Replaced(usize),
}

/// The [`Task`]s of a storage as methods.
pub trait StorageTasks: ErasedStorage {
    /// Drops all values.
    ///
    /// Keeps the memory. The storage is empty even if the `Drop` of a value panics.
    fn clear(&mut self) {
        self.perform(Task::Clear);
    }

    /// Repeats swaps of positions. Does nothing if the storage has a fixed order.
    fn swap_all(&mut self, swaps: &[(u32, u32)]) {
        self.perform(Task::SwapAll(swaps));
    }

    /// Moves the values of entities, all of which must have one, to the positions from `first` on, in this order, by swaps, until `swaps`
    /// is full. Returns the number of entities in position, or `None` if the storage has a fixed order.
    fn arrange(&mut self, first: usize, order: &[u32], swaps: &mut Swaps) -> Option<usize> {
        self.perform(Task::Arrange { first, order, swaps })
    }

    /// The value that was inserted last, at this position, replaces the one that was removed last.
    fn was_replaced(&mut self, position: usize) {
        self.perform(Task::Replaced(position));
    }
}

impl<S: ErasedStorage + ?Sized> StorageTasks for S {}

/// A storage without its type, borrowed from a world.
pub struct ErasedMut<'w>(Form<'w>);

/// Private, so that the halves of a dense storage are not changed separately.
enum Form<'w> {
    /// A [`SparseSet`](super::SparseSet): its index, and its values by position.
    Dense(&'w mut SparseIndex, &'w mut dyn ErasedValues),
    /// Any other storage.
    Other(&'w mut dyn ErasedStorage),
}

impl<'w> ErasedMut<'w> {
    /// Borrows a dense storage.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn dense(index: &'w mut SparseIndex, values: &'w mut dyn ErasedValues) -> Self {
        Self(Form::Dense(index, values))
    }

    /// The entities that have a value, in the order of the storage, for as long as the world is borrowed.
    #[inline]
    #[must_use]
    pub fn into_source(self) -> Source<'w> {
        match self.0 {
            Form::Dense(index, _) => Source::all(index),
            Form::Other(storage) => storage.source(),
        }
    }
}

impl Sealed for ErasedMut<'_> {}

impl ErasedStorage for ErasedMut<'_> {
    #[inline]
    fn discard(&mut self, entity: Entity) {
        match &mut self.0 {
            Form::Dense(index, values) => discard(index, *values, entity),
            Form::Other(storage) => storage.discard(entity),
        }
    }

    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        match &mut self.0 {
            Form::Dense(index, values) => perform(index, *values, task),
            Form::Other(storage) => storage.perform(task),
        }
    }

    #[inline]
    fn source(&self) -> Source<'_> {
        match &self.0 {
            Form::Dense(index, _) => Source::all(index),
            Form::Other(storage) => storage.source(),
        }
    }

    #[inline]
    fn values(&self) -> usize {
        match &self.0 {
            Form::Dense(index, _) => index.len(),
            Form::Other(storage) => storage.values(),
        }
    }
}

/// Rare operations on a storage, which are compiled for a component only in programs that use them.
pub trait StorageMaintenance: ErasedStorage + Sized {
    /// Frees spare memory.
    ///
    /// Runs in **O(slots)** time: lists with spare capacity are copied.
    fn shrink_to_fit(&mut self);

    /// Checks the invariants of the storage.
    ///
    /// # Errors
    ///
    /// A description of the broken invariant.
    ///
    /// For tests and `check_invariants`. Reads the whole storage: **O(values + slots)**.
    fn check(&self) -> Result<(), String>;

    /// Visits the marks of each system that reads changes of the component, in the order of their declaration.
    #[cfg(feature = "serde")]
    fn each_reader(&self, _: &mut dyn FnMut(&dyn super::ReaderMarks)) {}
}

/// A storage that can be borrowed without its type.
pub trait Erase: StorageMaintenance {
    /// Borrows the storage without its type. Runs in **O(1)** time.
    #[inline]
    fn erased(&mut self) -> ErasedMut<'_> {
        ErasedMut(Form::Other(self))
    }
}

/// An operation on a storage that the world finds by its number.
pub trait VisitStorage<'w>: seal::Visitor {
    /// The result of the operation.
    type Output;
    /// Runs the operation on a storage. The result is in `Some`, as the world returns it: a function that wraps it would be compiled for
    /// each component.
    fn visit<S: Erase>(self, storage: &'w mut S) -> Option<Self::Output>;
}

/// Borrows a storage without its type.
pub(crate) struct BorrowErased;

/// Frees the spare memory of a storage.
pub(crate) struct ShrinkToFit;

/// Checks the invariants of a storage.
pub(crate) struct Check;

impl seal::Visitor for BorrowErased {}

impl<'w> VisitStorage<'w> for BorrowErased {
    type Output = ErasedMut<'w>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit<S: Erase>(self, storage: &'w mut S) -> Option<ErasedMut<'w>> {
        Some(storage.erased())
    }
}

impl seal::Visitor for ShrinkToFit {}

impl VisitStorage<'_> for ShrinkToFit {
    type Output = ();

    fn visit<S: Erase>(self, storage: &mut S) -> Option<()> {
        storage.shrink_to_fit();
        Some(())
    }
}

impl seal::Visitor for Check {}

impl VisitStorage<'_> for Check {
    type Output = Result<(), String>;

    fn visit<S: Erase>(self, storage: &mut S) -> Option<Self::Output> {
        Some(storage.check())
    }
}

/// The values of a dense storage whose component is known only at run time. Contains all code per component besides its index, in as few
/// functions as possible, since compiling a function takes longer than compiling its content.
pub trait ErasedValues: seal::Values {
    /// Removes and drops the value at a position, to which the last one moves. Does nothing beyond the last one, to which no index leads: a
    /// panic with a message would add code to each component.
    fn discard(&mut self, position: usize);
    /// Swaps the values at two positions, if both have one. If the first is `usize::MAX`, drops all values instead, and keeps the memory.
    fn swap_or_clear(&mut self, a: usize, b: usize);
}

/// A position that no value has.
const NOWHERE: usize = usize::MAX;

impl<T> seal::Values for Vec<T> {}

impl<T> ErasedValues for Vec<T> {
    fn discard(&mut self, position: usize) {
        debug_assert!(position < self.len(), "each entity has a value");
        // Removed before it is dropped, so that the list is complete when the `Drop` of the value runs.
        if position < self.len() {
            _ = self.swap_remove(position);
        }
    }

    fn swap_or_clear(&mut self, a: usize, b: usize) {
        if a == NOWHERE {
            self.clear();
        } else if a < self.len() && b < self.len() {
            self.as_mut_slice().swap(a, b);
        }
    }
}

/// Removes an entity from both halves of a dense storage, and drops its value.
///
/// Not inlined: only as a parameter, the index is known not to overlap other memory, so that it is not read again after each write.
#[inline(never)]
fn discard(index: &mut SparseIndex, values: &mut dyn ErasedValues, entity: Entity) {
    if let Some(position) = index.swap_remove(entity.index()) {
        values.discard(position);
    }
}

/// Performs a task on both halves of a dense storage: the values follow their entities.
///
/// The index is complete before the `Drop` of a value can run and panic.
pub(super) fn perform<S: SlotTable>(
    index: &mut DenseIndex<S>,
    values: &mut dyn ErasedValues,
    task: Task<'_>,
) -> Option<usize> {
    let (swaps, placed) = match task {
        Task::Clear => {
            index.clear();
            values.swap_or_clear(NOWHERE, NOWHERE);
            return None;
        }
        Task::Replaced(_) => return None,
        Task::SwapAll(swaps) => {
            index.swap_all(swaps);
            (swaps, None)
        }
        Task::Arrange { first, order, swaps } => {
            let placed = index.arrange(first, order, swaps);
            (swaps.as_slice(), Some(placed))
        }
    };
    for (a, b) in swaps {
        values.swap_or_clear(*a as usize, *b as usize);
    }
    placed
}

/// Clears a storage when this is dropped: one half of a storage that has two.
///
/// If the `Drop` of a value panics, the other half must be cleared all the same, or positions would no longer be equal.
pub(super) struct ClearRest<'a, S: ErasedStorage>(pub(super) &'a mut S);

impl<S: ErasedStorage> Drop for ClearRest<'_, S> {
    fn drop(&mut self) {
        self.0.clear();
    }
}

/// Returns an error if there are more or fewer values than entities. (Not generic, so that the checks of all components share it.)
pub(super) fn check_count(values: usize, entities: usize) -> Result<(), String> {
    if values == entities { Ok(()) } else { Err(format!("{values} values for {entities} entities")) }
}

/// Checks a dense index, and that it has as many entities as there are values. (Generic only over the table, for the same reason.)
#[inline(never)]
pub(super) fn check_index<S: SlotTable>(index: &DenseIndex<S>, values: usize) -> Result<(), String> {
    index.check()?;
    check_count(values, index.len())
}

#[cfg(test)]
mod tests;
