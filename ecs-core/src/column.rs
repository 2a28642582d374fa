//! Owns the wrappers that `columns()` hands out: storages without their structure, to borrow apart.
//!
//! - **I1** No method of a wrapper adds, removes or moves a value, so that views and masks stay right.

use core::marker::PhantomData;

use crate::storage::{Values, ValuesMut};
use crate::{Allocator, Contiguous, Entity, EntityIndex, SparseSet, Storage};

/// The values of one component, to read and change but not to add or remove.
///
/// Two of them can be borrowed at once and [joined](crate::Join). `Default` is an empty column. `S` is the storage that
/// was chosen for the component.
pub struct ColumnMut<'w, C, S = SparseSet<C>> {
    borrow: Borrow<'w, S>,
    component: PhantomData<fn() -> C>,
}

/// How a column holds its storage, beside who is alive. Users meet `Unique` alone, or `Gone` after they moved a column out;
/// queries that are put together from the columns of a world take some and share others.
enum Borrow<'w, S> {
    Gone,
    Shared(&'w S, &'w Allocator),
    Unique(&'w mut S, &'w Allocator),
}

impl<C, S> Default for ColumnMut<'_, C, S> {
    fn default() -> Self {
        Self { borrow: Borrow::Gone, component: PhantomData }
    }
}

/// Prints whose each value is: `{3v1: Position(0.5)}`.
impl<C: core::fmt::Debug + 'static, S: Storage<Value = C>> core::fmt::Debug for ColumnMut<'_, C, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<'w, C: 'static, S: Storage<Value = C>> ColumnMut<'w, C, S> {
    /// The storage and who is alive; `None` if the column was moved out.
    fn borrowed(&self) -> Option<(&S, &Allocator)> {
        match &self.borrow {
            Borrow::Gone => None,
            Borrow::Shared(storage, living) => Some((storage, living)),
            Borrow::Unique(storage, living) => Some((storage, living)),
        }
    }

    fn borrowed_mut(&mut self) -> Option<(&mut S, &Allocator)> {
        match &mut self.borrow {
            Borrow::Unique(storage, living) => Some((storage, living)),
            Borrow::Gone | Borrow::Shared(..) => None,
        }
    }

    pub(crate) fn storage(&self) -> Option<&S> {
        Some(self.borrowed()?.0)
    }

    pub(crate) fn storage_mut(&mut self) -> Option<&mut S> {
        Some(self.borrowed_mut()?.0)
    }

    /// The value of an entity. Costs a lookup of the storage: **O(1)** in most.
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<&C> {
        let (storage, living) = self.borrowed()?;
        storage.value(entity, living)
    }

    /// The value of an entity, to change. Costs a lookup of the storage: **O(1)** in most.
    #[must_use]
    pub fn get_mut(&mut self, entity: Entity) -> Option<&mut C> {
        let (storage, living) = self.borrowed_mut()?;
        storage.value_mut(entity, living)
    }

    /// Whether an entity has a value here.
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.get(entity).is_some()
    }

    /// How many values there are. Computes in **O(1)**.
    #[must_use]
    pub fn len(&self) -> usize {
        self.storage().map_or(0, S::values)
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entities that have a value, as `Entity`, in the order of the values.
    #[must_use]
    pub fn entities(&self) -> impl ExactSizeIterator<Item = Entity> + '_ {
        let entities = self.borrowed().map(|(storage, living)| entities(storage.parts().0, living));
        Counted { left: self.len(), items: entities.into_iter().flatten() }
    }

    /// Each entity with its value, as `(Entity, &C)`, in the order of the values.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Entity, &C)> {
        let pairs = self.borrowed().map(|(storage, living)| {
            let (index, values) = storage.parts();
            entities(index, living).zip(values.each())
        });
        Counted { left: self.len(), items: pairs.into_iter().flatten() }
    }

    /// Each entity with its value to change, as `(Entity, &mut C)`, in the order of the values.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (Entity, &mut C)> {
        let left = self.len();
        let pairs = self.borrowed_mut().map(|(storage, living)| {
            let (index, values) = storage.parts_mut();
            entities(index, living).zip(values.each())
        });
        Counted { left, items: pairs.into_iter().flatten() }
    }
}

impl<C: 'static, S: Contiguous<Value = C>> ColumnMut<'_, C, S> {
    /// The values, packed, in the order of [`entities`](Self::entities).
    #[must_use]
    pub fn as_slice(&self) -> &[C] {
        self.storage().map_or(&[], S::as_slice)
    }

    /// The values to change, packed, in the order of [`entities`](Self::entities).
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [C] {
        self.storage_mut().map_or(&mut [], S::as_mut_slice)
    }
}

/// The entities of an index, in its order.
fn entities<'a, I: EntityIndex>(index: &'a I, living: &'a Allocator) -> impl Iterator<Item = Entity> + use<'a, I> {
    index.iter_indices().map(|index| living.living(index))
}

/// An iterator over a known number of items.
struct Counted<I> {
    items: I,
    left: usize,
}

impl<I: Iterator> Iterator for Counted<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        let item = self.items.next()?;
        self.left = self.left.saturating_sub(1);
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    fn count(self) -> usize {
        self.left
    }
}

impl<I: Iterator> ExactSizeIterator for Counted<I> {}

/// A storage without its structure, for generated code.
#[inline]
pub fn column<'w, S: Storage>(storage: &'w mut S, entities: EntityColumn<'w>) -> ColumnMut<'w, S::Value, S> {
    ColumnMut { borrow: Borrow::Unique(storage, entities.allocator), component: PhantomData }
}

/// A column on its way from generated code to this crate, which alone can borrow from it: so no `&mut` to a value gets out of a
/// component that only the world writes.
pub struct Lent<'a, 'w, C, S>(&'a mut ColumnMut<'w, C, S>);

impl<'a, 'w, C: 'static, S: Storage<Value = C>> Lent<'a, 'w, C, S> {
    /// For generated code.
    #[inline]
    pub fn new(column: &'a mut ColumnMut<'w, C, S>) -> Self {
        Self(column)
    }

    /// The storage to read, for as long as the world is borrowed; others may share it too.
    #[inline]
    pub(crate) fn share(self) -> Option<&'w S> {
        let (storage, living): (&'w S, _) = match core::mem::take(self.0).borrow {
            Borrow::Gone => return None,
            Borrow::Shared(storage, living) => (storage, living),
            Borrow::Unique(storage, living) => (storage, living),
        };
        self.0.borrow = Borrow::Shared(storage, living);
        Some(storage)
    }

    /// The storage to change, for as long as the world is borrowed; nobody else gets it.
    #[inline]
    pub(crate) fn take(self) -> Option<&'w mut S> {
        match core::mem::take(self.0).borrow {
            Borrow::Unique(storage, _) => Some(storage),
            Borrow::Gone | Borrow::Shared(..) => None,
        }
    }
}

impl<C, S> core::fmt::Debug for Lent<'_, '_, C, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Lent").finish_non_exhaustive()
    }
}

/// The living entities beside the columns: joined with columns, it yields the handle.
#[derive(Debug, Clone, Copy)]
pub struct EntityColumn<'w> {
    pub(crate) allocator: &'w Allocator,
}

impl<'w> EntityColumn<'w> {
    pub(crate) fn new(allocator: &'w Allocator) -> Self {
        Self { allocator }
    }

    /// Whether the handle names a living entity.
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.allocator.contains(entity)
    }

    /// The living entities, as `Entity`, by ascending index.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entity> + '_ {
        self.allocator.iter()
    }

    /// How many entities are alive.
    #[must_use]
    pub fn len(&self) -> usize {
        self.allocator.len()
    }

    /// Whether no entity is alive.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.allocator.is_empty()
    }
}
