//! A storage with a companion of its values: the only wrapper that keeps both aligned.
//!
//! Each change is made to the storage and repeated in the [`Companion`], in one of two orders. Methods that insert a value (`push`,
//! `replace`, `extend`) notify the companion first: it may clone the value and so panic, and nothing has changed then. Methods that remove
//! or move values change the storage first; companions do not panic before they have repeated the change.
//!
//! Two cases need a guard, so that I1 of `companion` holds again after a panic: a batch, of which the companion may have been notified in
//! part ([`Undo`]), and `clear`, which drops values in both halves ([`ClearRest`]).
//!
//! ```text
//!                position   0     1     2            change            storage            companion
//! own (S)                 [ a     b     c ]          push d            append d           an entry for position 3, inserted first
//! with (X)                [ x0    x1    x2 ]         remove a          c moves to 0       x2 moves to 0
//!                                                    swap 0, 2         c a changed        x2 x0 changed
//! ```

mod merge;

use alloc::string::String;
use alloc::vec::Vec;

use super::companion::{Companion, Layout};
use super::erased::{ClearRest, Erase, StorageMaintenance, Task};
use super::sealed::Sealed;
use super::{
    Contiguous, DenseSet, ErasedStorage, Grouped, Lookup, LookupMut, Note, Sortable, Storage, StorageTasks as _,
};
use crate::entity::Entity;
use crate::reuse::clone_by_field;
use crate::sparse::{EntityIndex, SlotTable, Source};

use merge::Merge;

/// A storage with a companion `X` of its values.
///
/// Its fields are public for generated code, which borrows them separately; no other code gets a `&mut` to a storage.
///
/// Costs the same as the storage, plus one call of the companion per value that is inserted, removed or moved. Lookups and iteration do not
/// access the companion, except to mark written values.
pub struct Accompanied<S: Storage, X> {
    /// The storage.
    ///
    /// Its index, positions and values are those of the whole.
    #[doc(hidden)]
    pub own: S,
    /// The companion of its values.
    ///
    /// One entry per position of `own` (I1 of `companion`).
    #[doc(hidden)]
    pub with: X,
    /// Values of a batch that is being spawned.
    ///
    /// They are kept here and not in the storage: the companion is notified of a value together with its position, and the positions in a
    /// storage of fixed order are unknown until the owners are known. Empty otherwise.
    unowned: Vec<S::Value>,
}

clone_by_field! { [S: Storage<Value: Clone> + Clone, X: Clone] Accompanied<S, X> { own, with, unowned } }

/// Prints the storage.
impl<S: Storage + core::fmt::Debug, X> core::fmt::Debug for Accompanied<S, X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.own.fmt(f)
    }
}

impl<S: Storage, X: Companion<S::Value>> Default for Accompanied<S, X> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<S: Storage, X: Companion<S::Value>> Accompanied<S, X> {
    /// The position of the value of an entity, and that of the last value; `None` if the entity has no value.
    ///
    /// If the storage is [swapped](Layout::Swapped), the last value moves into the gap when the value of the entity is removed. Runs in
    /// **O(1)** time, or that of a search of the index.
    ///
    /// Called before a removal, while both are positions of values.
    fn position(&self, entity: Entity) -> Option<(usize, usize)> {
        let position = self.own.parts().0.position_of(entity.index())?;
        Some((position, self.own.values().checked_sub(1)?))
    }

    /// Removes the entry of a value that was removed.
    ///
    /// `position` is what [`position`](Self::position) returned before the removal. Does nothing if the entity had no value.
    fn forget(&mut self, position: Option<(usize, usize)>) {
        if let Some((position, last)) = position {
            self.with.remove_at(position, last, S::LAYOUT);
        }
    }
}

impl<T: 'static, S: SlotTable, X: Companion<T>> Grouped for Accompanied<DenseSet<T, S>, X> {
    #[inline(always)]
    fn is_at(&self, entity: Entity, position: usize) -> bool {
        self.own.is_at(entity, position)
    }

    #[inline(never)]
    fn bring(&mut self, entity: Entity, position: usize) {
        if let Some(own) = self.own.swap_into(entity, position) {
            self.with.swap(own, position);
        }
    }
}

impl<S: Storage, X> Sealed for Accompanied<S, X> {}

impl<S: Storage, X: Companion<S::Value>> Storage for Accompanied<S, X> {
    const EMPTY: Self = Self { own: S::EMPTY, with: X::EMPTY, unowned: Vec::new() };
    const LAYOUT: Layout = S::LAYOUT;

    type Value = S::Value;
    type Index = S::Index;
    type Values<'w> = S::Values<'w>;
    type ValuesMut<'w> = S::ValuesMut<'w>;
    #[cfg(feature = "serde")]
    const READERS: usize = X::READERS;
    type Marks<'w> = X::Marks<'w>;

    #[inline(always)]
    fn parts(&self) -> (&S::Index, S::Values<'_>) {
        self.own.parts()
    }

    #[inline(always)]
    fn parts_mut(&mut self) -> (&S::Index, S::ValuesMut<'_>) {
        self.own.parts_mut()
    }

    /// The marks are borrowed together with the values, so that both can be lent at once.
    #[inline(always)]
    fn written_parts(&mut self) -> (&S::Index, S::ValuesMut<'_>, X::Marks<'_>) {
        let (index, values) = self.own.parts_mut();
        (index, values, self.with.marks())
    }

    #[inline(always)]
    fn noted_parts(&mut self) -> (&S::Index, S::ValuesMut<'_>, Option<&dyn Note>) {
        let (index, values) = self.own.parts_mut();
        (index, values, self.with.notes())
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>(marks: X::Marks<'w>) -> X::Marks<'a> {
        X::shorten_marks(marks)
    }

    #[inline(always)]
    fn shorten<'a, 'w: 'a>(values: S::Values<'w>) -> S::Values<'a> {
        S::shorten(values)
    }

    #[inline(always)]
    fn reborrow<'a>(values: &'a mut S::ValuesMut<'_>) -> S::ValuesMut<'a> {
        S::reborrow(values)
    }

    fn copy_from(&mut self, source: &Self)
    where
        S::Value: Clone,
    {
        let Self { own, with, unowned: _ } = source;
        self.unowned.clear();
        self.own.copy_from(own);
        self.with.copy_from(with, self.own.positions());
    }

    #[inline]
    fn next_position(&self, entity: Entity) -> usize {
        self.own.next_position(entity)
    }

    fn push(&mut self, entity: Entity, value: S::Value) {
        self.with.insert_at(self.own.next_position(entity), &value, S::LAYOUT);
        self.own.push(entity, value);
    }

    fn replace(&mut self, entity: Entity, value: S::Value) -> Option<S::Value> {
        if let Some((position, _)) = self.position(entity) {
            self.with.replace(position, &value);
        }
        self.own.replace(entity, value)
    }

    fn take(&mut self, entity: Entity) -> Option<S::Value> {
        let position = self.position(entity);
        let taken = self.own.take(entity);
        self.forget(position);
        taken
    }

    /// Neither half has the value yet: it is inserted in both when its entity is known.
    fn push_unowned(&mut self, value: S::Value) {
        self.unowned.push(value);
    }

    fn append_unowned(&mut self, mut values: Vec<S::Value>) {
        if self.unowned.is_empty() {
            self.unowned = values;
        } else {
            self.unowned.append(&mut values);
        }
    }

    fn assign_owners(&mut self, entities: &[Entity]) {
        let mut values = core::mem::take(&mut self.unowned);
        values.truncate(entities.len());
        self.extend(entities, values);
    }

    /// Appends the entries of all values with one call. If the storage merges the values, the entries are merged afterwards, at no higher
    /// cost.
    fn extend(&mut self, entities: &[Entity], values: Vec<S::Value>) {
        debug_assert_eq!(entities.len(), values.len(), "one value per entity");
        if S::LAYOUT == Layout::Indexed {
            for (entity, value) in entities.iter().zip(values) {
                self.push(*entity, value);
            }
            return;
        }
        let first = self.own.values();
        let merge = (S::LAYOUT == Layout::Shifted).then(|| Merge::of(&self.own, entities)).flatten();
        let guard = Undo { with: &mut self.with, len: first, values: core::marker::PhantomData::<S> };
        guard.with.extend(first, &values);
        core::mem::forget(guard);
        self.own.extend(entities, values);
        if let Some(merge) = merge {
            merge.repeat(&mut self.with);
        }
    }

    fn reserve(&mut self, additional: usize) {
        self.own.reserve(additional);
        self.with.reserve(additional);
    }

    fn owner_index(&self, value: &S::Value) -> Option<u32> {
        self.own.owner_index(value)
    }

    fn value_bytes(&self) -> usize {
        self.own.value_bytes()
    }
}

/// Removes the entries of a batch if the companion panics when it is notified of the values.
///
/// Dropped only by unwinding: after a success it is forgotten, and the storage appends the values, which cannot panic except for lack of
/// memory.
struct Undo<'a, S: Storage, X: Companion<S::Value>> {
    /// The companion, which may have been notified of some of the values.
    with: &'a mut X,
    /// Number of entries before the batch.
    len: usize,
    /// The storage whose values the companion accompanies.
    values: core::marker::PhantomData<S>,
}

impl<S: Storage, X: Companion<S::Value>> Drop for Undo<'_, S, X> {
    fn drop(&mut self) {
        self.with.truncate(self.len);
    }
}

impl<S: Contiguous, X: Companion<S::Value>> Contiguous for Accompanied<S, X> {
    fn as_slice(&self) -> &[S::Value] {
        self.own.as_slice()
    }

    fn as_mut_slice(&mut self) -> &mut [S::Value] {
        self.own.as_mut_slice()
    }
}

impl<S: Sortable, X: Companion<S::Value>> Sortable for Accompanied<S, X> {
    fn split(&mut self, position: usize) -> (LookupMut<'_, Self>, LookupMut<'_, Self>) {
        let (marks, (front, back)) = (self.with.marks(), self.own.split(position));
        (front.of_storage(marks), back.of_storage(marks))
    }

    #[inline(always)]
    fn values_to_read(values: Self::ValuesMut<'_>) -> Self::Values<'_> {
        S::values_to_read(values)
    }
}

impl<S: Storage, X: Companion<S::Value>> ErasedStorage for Accompanied<S, X> {
    fn discard(&mut self, entity: Entity) {
        drop(self.take(entity));
    }

    /// A panic of a `Drop` leaves both halves empty.
    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        match task {
            Task::Clear => {
                self.unowned.clear();
                // If a `Drop` panics, the other half is cleared during unwinding.
                let rest = ClearRest(&mut self.own);
                self.with.clear();
                drop(rest);
            }
            Task::SwapAll(swaps) => {
                self.own.swap_all(swaps);
                if S::LAYOUT == Layout::Swapped {
                    swap_entries(&mut self.with, swaps);
                }
            }
            // `swaps` contains the swaps that the storage made; they are repeated in the companion.
            Task::Arrange { first, order, swaps } => {
                let placed = self.own.arrange(first, order, swaps)?;
                swap_entries(&mut self.with, swaps.as_slice());
                return Some(placed);
            }
            Task::Replaced(position) => self.with.was_replaced(position),
        }
        None
    }

    fn source(&self) -> Source<'_> {
        self.own.source()
    }

    fn values(&self) -> usize {
        self.own.values()
    }
}

impl<S: Storage, X: Companion<S::Value>> StorageMaintenance for Accompanied<S, X> {
    fn shrink_to_fit(&mut self) {
        self.own.shrink_to_fit();
        self.with.shrink_to_fit();
        self.unowned = Vec::new();
    }

    fn check(&self) -> Result<(), String> {
        self.own.check()?;
        self.with.check(self.own.positions(), S::LAYOUT)
    }

    #[cfg(feature = "serde")]
    fn each_reader(&self, visit: &mut dyn FnMut(&dyn super::ReaderMarks)) {
        self.with.each_reader(visit);
    }
}

impl<S: Storage, X: Companion<S::Value>> Erase for Accompanied<S, X> {}

/// Repeats swaps of positions.
///
/// The storage has made the same swaps in the same order. Runs in **O(swaps)** time.
fn swap_entries<T, X: Companion<T>>(with: &mut X, swaps: &[(u32, u32)]) {
    for (a, b) in swaps {
        with.swap(*a as usize, *b as usize);
    }
}

/// Borrows a storage for reading, without its companion; for generated code.
///
/// Runs in **O(1)** time. The column contains the whole storage, and is not known to be aligned.
#[inline]
pub fn read_own<S: Storage, X: Companion<S::Value>>(own: &S) -> Lookup<'_, Accompanied<S, X>> {
    let (index, values) = own.parts();
    Lookup { index, values, first: 0, aligned: false }
}

/// Borrows a storage for writing, without its companion, and marks values in `marks`; for generated code.
#[inline]
pub fn write_own<'w, S: Storage, X: Companion<S::Value>>(
    own: &'w mut S,
    marks: X::Marks<'w>,
) -> LookupMut<'w, Accompanied<S, X>> {
    let (index, values) = own.parts_mut();
    LookupMut::new(index, values, 0, marks)
}

/// Borrows a storage for writing like [`write_own`], and its index; for generated code.
///
/// Used by filters by changes, which look up the entity of a mark while its value is written.
#[inline]
pub fn apart<'w, S: Storage, X: Companion<S::Value>>(
    own: &'w mut S,
    marks: X::Marks<'w>,
) -> (&'w S::Index, LookupMut<'w, Accompanied<S, X>>) {
    let column = write_own(own, marks);
    (column.index, column)
}

/// The index of a storage, for generated code.
#[inline]
pub fn indexed<S: Storage>(storage: &S) -> &S::Index {
    storage.parts().0
}

#[cfg(test)]
mod tests;
