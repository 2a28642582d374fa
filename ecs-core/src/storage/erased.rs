//! Operations on a storage whose component is known only at run time, by its number: despawning, clearing, tidying, checks.
//!
//! A despawn has a mask, and no types. It visits the bits of the mask, and calls one of these methods through `dyn` for each; the world
//! returns the storage of a number from a `match`.

use alloc::format;
use alloc::string::String;

use super::sealed::Sealed;
use crate::entity::Entity;
use crate::source::Source;
use crate::sparse::{DenseIndex, SlotTable, Swaps};

/// A storage as a trait object: how a despawn removes the components of an entity, which it learns from the mask.
pub trait ErasedStorage: Sealed {
    /// Removes and drops the value of an entity, if it has one.
    ///
    /// The `Drop` of the value is code of the user. It runs when the value has left the storage, which
    /// is complete then. Costs what `take` of the storage costs.
    fn discard(&mut self, entity: Entity);
    /// Does one of the rarer things. Returns the number of entities in position if that was [`Task::Arrange`], and is possible.
    ///
    /// One function for all of them, as each is compiled for each component. (Callers use [`StorageTasks`].)
    fn perform(&mut self, task: Task<'_>) -> Option<usize>;
    /// Visits the marks of each system that reads changes of the component, in the order of their declaration.
    #[cfg(feature = "serde")]
    fn each_reader(&self, _: &mut dyn FnMut(&dyn super::ReaderMarks)) {}
    /// The entities that have a value, in the order of the storage.
    fn source(&self) -> Source<'_>;
    /// Number of values.
    ///
    /// Runs in **O(1)** time.
    fn values(&self) -> usize;
    /// Checks the invariants of the storage.
    ///
    /// # Errors
    ///
    /// A description of the broken invariant.
    ///
    /// For tests and for `check_invariants`: reads the whole storage, **O(values + slots)**.
    fn check(&self) -> Result<(), String>;
}

/// What is done with a storage as a whole.
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
    /// See [`StorageTasks::shrink_to_fit`].
    ShrinkToFit,
}

/// The [`Task`]s of a storage as methods.
pub trait StorageTasks: ErasedStorage {
    /// Drops all values.
    ///
    /// Keeps the memory. If the `Drop` of a value panics, the storage is empty all the same.
    fn clear(&mut self) {
        self.perform(Task::Clear);
    }

    /// Repeats swaps of positions; does nothing if the storage has a fixed order.
    fn swap_all(&mut self, swaps: &[(u32, u32)]) {
        self.perform(Task::SwapAll(swaps));
    }

    /// Moves the values of entities, which have one, to the positions from `first` on, in this order, by swaps, until `swaps` is full.
    /// Returns the number of entities in position; `None` if the storage has a fixed order.
    fn arrange(&mut self, first: usize, order: &[u32], swaps: &mut Swaps) -> Option<usize> {
        self.perform(Task::Arrange { first, order, swaps })
    }

    /// The value that was inserted last, at this position, replaces the one that was removed last.
    fn was_replaced(&mut self, position: usize) {
        self.perform(Task::Replaced(position));
    }

    /// Frees spare memory.
    ///
    /// Runs in **O(slots)** time: what is too large is copied.
    fn shrink_to_fit(&mut self) {
        self.perform(Task::ShrinkToFit);
    }
}

impl<S: ErasedStorage + ?Sized> StorageTasks for S {}

/// Says that there are more or fewer values than entities. (Not generic: each component has a check of its own.)
pub(super) fn check_count(values: usize, entities: usize) -> Result<(), String> {
    if values == entities { Ok(()) } else { Err(format!("{values} values for {entities} entities")) }
}

/// The check of a dense index, and that it has as many entities as there are values. (Generic over the table alone, likewise.)
#[inline(never)]
pub(super) fn check_index<S: SlotTable>(index: &DenseIndex<S>, values: usize) -> Result<(), String> {
    index.check()?;
    check_count(values, index.len())
}
