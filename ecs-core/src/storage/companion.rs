//! Companions: what accompanies the values of a storage, at the same positions, such as marks of change or former values.
//!
//! [`Accompanied`] wraps a storage of any kind and a [`Companion`]. It is a storage itself, and repeats each move of a value (insertion,
//! removal, swaps of groups, `sort_by`, `tidy`) in the companion. So structural changes, views and tidying know nothing of companions,
//! and a component without one keeps its plain storage: worlds without companions consist of the same code as before.
//!
//! Storage and companion are two fields, so that generated code can borrow one to read and the other to write: a system that reads values
//! does not conflict with another that writes what accompanies them. Both have positions of the same index (`read_own`, `write_own`). A component
//! with several companions has pairs of them.
//!
//! - **I1** A companion has as many entries as the storage has values, and the entry at a position belongs to the value there. It holds
//!   again before any code of the user can run, except `Clone` and `Drop` of what a companion itself contains: these run before
//!   an insertion, and after a removal.

use alloc::string::String;
use alloc::vec::Vec;

use super::sealed::Sealed;
use super::{Contiguous, DenseSet, ErasedStorage, Lookup, LookupMut, Marks, Note, Sortable, Storage};
use crate::entity::Entity;
use crate::reuse::clone_by_field;
use crate::source::Source;
use crate::sparse::{EntityIndex, SlotTable, Swaps};

/// Private, so that companions are implemented in this crate alone.
pub(crate) mod private {
    #[diagnostic::on_unimplemented(
        message = "companions of storages are implemented by the library alone",
        label = "`{Self}` cannot be a companion"
    )]
    pub trait Sealed {}
}

/// How the positions of a storage change as values are inserted and removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Insertion appends; removal moves the last value to the free position.
    Swapped,
    /// Insertion and removal shift all later values.
    Shifted,
    /// The position of a value is the index of its entity, with gaps: no value moves.
    Indexed,
}

/// What accompanies the values of a storage at the same positions.
///
/// Each method repeats what the storage does. The calls before an insertion or a replacement get the new value, and may panic: then
/// nothing has changed. No other method may panic before it is done.
pub trait Companion<T>: private::Sealed + 'static {
    /// A companion of an empty storage, without an allocation.
    const EMPTY: Self;

    /// What values that are written are marked in.
    type Marks<'w>: Marks;

    /// Borrows what values that are written are marked in, for [as long](Marks) as they are borrowed.
    fn marks(&self) -> Self::Marks<'_>;

    /// What a [`Mut`](crate::Mut) notes writes in, if there is something.
    fn notes(&self) -> Option<&dyn Note> {
        None
    }

    /// The same marks, borrowed for a shorter time.
    fn shorten_marks<'a, 'w: 'a>(marks: Self::Marks<'w>) -> Self::Marks<'a>;

    /// Makes this companion a copy of another, of a storage with so many values, or positions if they are indexed; and reuses its memory:
    /// as [`Clone::clone_from`], which pairs do not pass on.
    fn copy_from(&mut self, source: &Self, positions: usize)
    where
        T: Clone;

    /// A value is about to be inserted at a position.
    fn insert(&mut self, position: usize, value: &T, layout: Layout);

    /// Values are about to be appended to a storage that is [swapped](Layout::Swapped), from a position on. If this panics, entries from that position on
    /// are removed by [`truncate`](Self::truncate).
    fn extend(&mut self, first: usize, values: &[T]) {
        for (position, value) in (first..).zip(values) {
            self.insert(position, value, Layout::Swapped);
        }
    }

    /// A value is about to be replaced by another one.
    fn replace(&mut self, _position: usize, _value: &T) {}

    /// The value at a position was removed; `last` is the position of the last value before, unless values are
    /// [indexed](Layout::Indexed).
    fn remove(&mut self, position: usize, last: usize, layout: Layout);

    /// The value that was inserted last, at this position, replaces the one that was removed last.
    fn was_replaced(&mut self, _position: usize) {}

    /// Visits the marks of each system that reads changes, in the order of their declaration.
    #[cfg(feature = "serde")]
    fn each_reader(&self, _: &mut dyn FnMut(&dyn super::ReaderMarks)) {}

    /// The values at two positions were swapped.
    fn swap(&mut self, a: usize, b: usize);

    /// Removes the entries from a position on.
    fn truncate(&mut self, len: usize);

    /// All values are about to be removed.
    fn clear(&mut self) {
        self.truncate(0);
    }

    /// Reserves capacity for this many more entries.
    fn reserve(&mut self, additional: usize);

    /// Frees spare memory.
    fn shrink_to_fit(&mut self);

    /// Checks the invariants, for a storage of so many values, or positions if they are indexed.
    ///
    /// # Errors
    ///
    /// A description of the broken invariant.
    fn check(&self, positions: usize, layout: Layout) -> Result<(), String>;
}

/// No companion.
impl private::Sealed for () {}

impl<T> Companion<T> for () {
    const EMPTY: Self = ();

    type Marks<'w> = ();

    #[inline(always)]
    fn marks(&self) {}
    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>((): ()) {}

    fn copy_from(&mut self, (): &Self, _: usize) {}
    fn insert(&mut self, _: usize, _: &T, _: Layout) {}
    fn extend(&mut self, _: usize, _: &[T]) {}
    fn remove(&mut self, _: usize, _: usize, _: Layout) {}
    fn swap(&mut self, _: usize, _: usize) {}
    fn truncate(&mut self, _: usize) {}
    fn reserve(&mut self, _: usize) {}
    fn shrink_to_fit(&mut self) {}

    fn check(&self, _: usize, _: Layout) -> Result<(), String> {
        Ok(())
    }
}

/// Two companions, the first of which alone may panic, and one of which alone may have [notes](Companion::notes).
impl<A, B> private::Sealed for (A, B) {}

/// The marks of several readers: pairs of pairs.
#[derive(Debug)]
pub struct Readers<A, B>(pub A, pub B);

clone_by_field! { [A: Clone, B: Clone] Readers<A, B> { 0, 1 } }

impl<A, B> private::Sealed for Readers<A, B> {}

impl<A: Note, B: Note> Note for Readers<A, B> {
    #[inline]
    fn note(&self, position: usize, shared: bool) {
        self.0.note(position, shared);
        self.1.note(position, shared);
    }

    #[inline]
    fn note_many(&self, first: usize, written: u64) {
        self.0.note_many(first, written);
        self.1.note_many(first, written);
    }
}

/// Implements what a pair does: the same as both parts.
macro_rules! pair {
    ($make:expr; $notes:item) => {

        const EMPTY: Self = $make;

    $notes

    type Marks<'w> = (A::Marks<'w>, B::Marks<'w>);

    #[inline(always)]
    fn marks(&self) -> Self::Marks<'_> {
        (self.0.marks(), self.1.marks())
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>((a, b): Self::Marks<'w>) -> Self::Marks<'a> {
        (A::shorten_marks(a), B::shorten_marks(b))
    }

    fn copy_from(&mut self, source: &Self, positions: usize)
    where
        T: Clone,
    {
        self.0.copy_from(&source.0, positions);
        self.1.copy_from(&source.1, positions);
    }

    fn insert(&mut self, position: usize, value: &T, layout: Layout) {
        self.0.insert(position, value, layout);
        self.1.insert(position, value, layout);
    }

    fn extend(&mut self, first: usize, values: &[T]) {
        self.0.extend(first, values);
        self.1.extend(first, values);
    }

    fn replace(&mut self, position: usize, value: &T) {
        self.0.replace(position, value);
        self.1.replace(position, value);
    }

    fn remove(&mut self, position: usize, last: usize, layout: Layout) {
        self.1.remove(position, last, layout);
        self.0.remove(position, last, layout);
    }

    fn was_replaced(&mut self, position: usize) {
        self.0.was_replaced(position);
        self.1.was_replaced(position);
    }

    #[cfg(feature = "serde")]
    fn each_reader(&self, visit: &mut dyn FnMut(&dyn super::ReaderMarks)) {
        self.0.each_reader(visit);
        self.1.each_reader(visit);
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
        self.1.swap(a, b);
    }

    fn truncate(&mut self, len: usize) {
        self.1.truncate(len);
        self.0.truncate(len);
    }

    fn clear(&mut self) {
        self.1.clear();
        self.0.clear();
    }

    fn reserve(&mut self, additional: usize) {
        self.0.reserve(additional);
        self.1.reserve(additional);
    }

    fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
        self.1.shrink_to_fit();
    }

    fn check(&self, positions: usize, layout: Layout) -> Result<(), String> {
        self.0.check(positions, layout)?;
        self.1.check(positions, layout)
    }
    };
}

impl<T, A: Companion<T>, B: Companion<T>> Companion<T> for (A, B) {
    pair! {
        (A::EMPTY, B::EMPTY);
        #[inline(always)]
        fn notes(&self) -> Option<&dyn Note> {
            self.0.notes().or_else(|| self.1.notes())
        }
    }
}

impl<T, A: Companion<T> + Note, B: Companion<T> + Note> Companion<T> for Readers<A, B> {
    pair! {
        Readers(A::EMPTY, B::EMPTY);
        #[inline(always)]
        fn notes(&self) -> Option<&dyn Note> {
            if self.0.notes().is_some() || self.1.notes().is_some() { Some(self) } else { None }
        }
    }
}

/// A storage with a companion `X` of its values.
///
/// Its fields are public for generated code, which borrows them apart; nothing else gets a `&mut` to a storage.
pub struct Accompanied<S: Storage, X> {
    /// The storage.
    #[doc(hidden)]
    pub own: S,
    /// What accompanies its values.
    #[doc(hidden)]
    pub with: X,
    /// Values of a batch that is being spawned.
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
    /// The position of a value, if the entity has one, and that of the last value.
    fn position(&self, entity: Entity) -> Option<(usize, usize)> {
        let position = self.own.parts().0.position_of(entity.index())?;
        Some((position, self.own.values().checked_sub(1)?))
    }

    /// Removes what accompanied a value that was at this position.
    fn forget(&mut self, position: Option<(usize, usize)>) {
        if let Some((position, last)) = position {
            self.with.remove(position, last, S::LAYOUT);
        }
    }
}

impl<T: 'static, S: SlotTable, X: Companion<T>> Accompanied<DenseSet<T, S>, X> {
    /// Swaps the value of an entity, which has one, into a position; for generated code. Runs in **O(1)** time.
    #[doc(hidden)]
    #[inline]
    pub fn bring(&mut self, entity: Entity, position: usize) {
        if let Some(own) = self.own.index().position_of(entity.index())
            && own != position
        {
            self.swap(own, position);
        }
    }

    /// The same as an entity leaves a group, of which `last` is the last position. Does nothing if all values are in the group and the
    /// value is removed next, which moves the last one to its position; for generated code. Runs in **O(1)** time.
    #[doc(hidden)]
    #[inline]
    pub fn leave(&mut self, entity: Entity, last: usize, is_removed: bool) {
        if !(is_removed && self.len() == last + 1) {
            self.bring(entity, last);
        }
    }

    /// Swaps the values at two positions, with their entities; for generated code. Runs in **O(1)** time.
    #[doc(hidden)]
    #[inline(never)]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.own.swap(a, b);
        self.with.swap(a, b);
    }

    /// Number of values. Runs in **O(1)** time.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.own.len()
    }

    /// Returns true if there is no value. Runs in **O(1)** time.
    #[doc(hidden)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.own.is_empty()
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
    type Marks<'w> = X::Marks<'w>;

    #[inline(always)]
    fn parts(&self) -> (&S::Index, S::Values<'_>) {
        self.own.parts()
    }

    #[inline(always)]
    fn parts_mut(&mut self) -> (&S::Index, S::ValuesMut<'_>) {
        self.own.parts_mut()
    }

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
        self.with.insert(self.own.next_position(entity), &value, S::LAYOUT);
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

    /// Appends the values as a whole if they are swapped. Values that are shifted are inserted one by one: a batch of entities that are not the
    /// last costs **O(batch * values)** then.
    fn extend(&mut self, entities: &[Entity], values: Vec<S::Value>) {
        debug_assert_eq!(entities.len(), values.len(), "one value per entity");
        if S::LAYOUT == Layout::Swapped {
            let first = self.own.values();
            let guard = Undo { with: &mut self.with, len: first, values: core::marker::PhantomData::<S> };
            guard.with.extend(first, &values);
            core::mem::forget(guard);
            return self.own.extend(entities, values);
        }
        for (entity, value) in entities.iter().zip(values) {
            self.push(*entity, value);
        }
    }

    fn reserve(&mut self, additional: usize) {
        self.own.reserve(additional);
        self.with.reserve(additional);
    }

    fn owner_index(&self, value: &S::Value) -> Option<u32> {
        self.own.owner_index(value)
    }
}

/// Removes the entries of a batch if the companion panics while it is notified of the values.
struct Undo<'a, S: Storage, X: Companion<S::Value>> {
    with: &'a mut X,
    len: usize,
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
    fn split(&mut self, place: usize) -> (LookupMut<'_, Self>, LookupMut<'_, Self>) {
        let (marks, (front, back)) = (self.with.marks(), self.own.split(place));
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

    fn clear(&mut self) {
        self.unowned.clear();
        // If a `Drop` panics, the other half is cleared while it unwinds.
        let rest = ClearRest(&mut self.own);
        self.with.clear();
        drop(rest);
    }

    fn swap_all(&mut self, swaps: &[(u32, u32)]) {
        self.own.swap_all(swaps);
        if S::LAYOUT == Layout::Swapped {
            swap_entries(&mut self.with, swaps);
        }
    }

    fn arrange(&mut self, first: usize, order: &[u32], swaps: &mut Swaps) -> Option<usize> {
        let placed = self.own.arrange(first, order, swaps)?;
        swap_entries(&mut self.with, swaps.as_slice());
        Some(placed)
    }

    fn was_replaced(&mut self, position: usize) {
        self.with.was_replaced(position);
    }

    #[cfg(feature = "serde")]
    fn each_reader(&self, visit: &mut dyn FnMut(&dyn super::ReaderMarks)) {
        self.with.each_reader(visit);
    }

    fn shrink_to_fit(&mut self) {
        self.own.shrink_to_fit();
        self.with.shrink_to_fit();
        self.unowned = Vec::new();
    }

    fn source(&self) -> Source<'_> {
        self.own.source()
    }

    fn values(&self) -> usize {
        self.own.values()
    }

    fn check(&self) -> Result<(), String> {
        self.own.check()?;
        self.with.check(self.own.positions(), S::LAYOUT)
    }
}

/// Clears a storage when it is dropped.
struct ClearRest<'a, S: ErasedStorage>(&'a mut S);

impl<S: ErasedStorage> Drop for ClearRest<'_, S> {
    fn drop(&mut self) {
        self.0.clear();
    }
}

/// Repeats swaps of positions.
fn swap_entries<T, X: Companion<T>>(with: &mut X, swaps: &[(u32, u32)]) {
    for (a, b) in swaps {
        with.swap(*a as usize, *b as usize);
    }
}

/// Borrows a storage to read, apart from what accompanies its values; for generated code.
#[inline]
pub fn read_own<S: Storage, X: Companion<S::Value>>(own: &S) -> Lookup<'_, Accompanied<S, X>> {
    let (index, values) = own.parts();
    Lookup { index, values, first: 0, aligned: false }
}

/// Borrows a storage to write values, apart from what accompanies them: they are marked in `marks`; for generated code.
#[inline]
pub fn write_own<'w, S: Storage, X: Companion<S::Value>>(
    own: &'w mut S,
    marks: X::Marks<'w>,
) -> LookupMut<'w, Accompanied<S, X>> {
    let (index, values) = own.parts_mut();
    LookupMut::new(index, values, 0, marks)
}

/// Borrows a storage to write values, as [`write_own`] does, and its index; for generated code.
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

/// Borrows what values that are written are marked in, for generated code.
#[inline]
pub fn marks<T, X: Companion<T>>(companion: &X) -> X::Marks<'_> {
    companion.marks()
}

#[cfg(test)]
mod tests;
