//! Owns the wrappers that `columns()` hands out: storages without their structure, to borrow apart.
//!
//! - **I1** No method of a wrapper adds, removes or moves a value, so that views and masks stay right.

use crate::{Allocator, Entity, SparseIndex, SparseSet};

/// The values of one component, to read and change but not to add or remove.
///
/// Two of them can be borrowed at once and [joined](crate::Join). `Default` is an empty column.
#[derive(Debug)]
pub struct ColumnMut<'w, C> {
    borrow: Borrow<'w, C>,
}

/// How a column holds its storage. Users meet `Unique` alone, or `Gone` after they moved a column out; queries that are
/// put together from the columns of a world take some and share others.
#[derive(Debug)]
enum Borrow<'w, C> {
    Gone,
    Shared(&'w SparseSet<C>),
    Unique(&'w mut SparseSet<C>),
}

impl<C> Default for ColumnMut<'_, C> {
    fn default() -> Self {
        Self { borrow: Borrow::Gone }
    }
}

impl<'w, C> ColumnMut<'w, C> {
    #[inline]
    pub(crate) fn new(set: &'w mut SparseSet<C>) -> Self {
        Self { borrow: Borrow::Unique(set) }
    }

    pub(crate) fn set(&self) -> Option<&SparseSet<C>> {
        match &self.borrow {
            Borrow::Gone => None,
            Borrow::Shared(set) => Some(set),
            Borrow::Unique(set) => Some(set),
        }
    }

    pub(crate) fn set_mut(&mut self) -> Option<&mut SparseSet<C>> {
        match &mut self.borrow {
            Borrow::Unique(set) => Some(set),
            Borrow::Gone | Borrow::Shared(_) => None,
        }
    }

    /// The storage to read, for as long as the world is borrowed; others may share it too.
    #[inline]
    pub(crate) fn share(&mut self) -> Option<&'w SparseSet<C>> {
        let set: &'w SparseSet<C> = match core::mem::take(self).borrow {
            Borrow::Gone => return None,
            Borrow::Shared(set) => set,
            Borrow::Unique(set) => set,
        };
        self.borrow = Borrow::Shared(set);
        Some(set)
    }

    /// The storage to change, for as long as the world is borrowed; nobody else gets it.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<&'w mut SparseSet<C>> {
        match core::mem::take(self).borrow {
            Borrow::Unique(set) => Some(set),
            Borrow::Gone | Borrow::Shared(_) => None,
        }
    }

    /// The value of an entity. Computes in **O(1)**.
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<&C> {
        self.set()?.get(entity)
    }

    /// The value of an entity, to change. Computes in **O(1)**.
    #[must_use]
    pub fn get_mut(&mut self, entity: Entity) -> Option<&mut C> {
        self.set_mut()?.get_mut(entity)
    }

    /// Whether an entity has a value here.
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.get(entity).is_some()
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// The values, packed, in the order of [`entities`](Self::entities).
    #[must_use]
    pub fn as_slice(&self) -> &[C] {
        self.set().map_or(&[], SparseSet::as_slice)
    }

    /// The values to change, packed, in the order of [`entities`](Self::entities).
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [C] {
        self.set_mut().map_or(&mut [], |set| set.split_mut().1)
    }

    /// The entities that have a value, in the order of the values.
    pub fn entities(&self) -> impl ExactSizeIterator<Item = Entity> + '_ {
        self.set().map_or(SparseIndex::nobody(), SparseSet::index).iter()
    }

    /// Each entity with its value, in the order of the values.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Entity, &C)> {
        self.entities().zip(self.as_slice())
    }

    /// Each entity with its value to change, in the order of the values.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (Entity, &mut C)> {
        let (index, values) = match self.set_mut() {
            Some(set) => set.split_mut(),
            None => (SparseIndex::nobody(), Default::default()),
        };
        index.iter().zip(values)
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

    /// The living entities by ascending index.
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
