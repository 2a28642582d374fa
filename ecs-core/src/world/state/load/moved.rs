//! Moving columns from one world to another of the same declaration.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::mem;

use crate::allocator::Allocator;
use crate::codec::{LoadAs, SaveAs};
use crate::entity::Entity;
use crate::storage::{Storage, StorageTasks as _};
use crate::world::Core;
use crate::world::saves::{ColumnReader, ColumnWriter, SaveWorld, mark, unseen};

/// The entities of a column, in the order of its values.
pub(super) fn owners<W: SaveWorld>(core: &Core<W>, column: usize) -> Vec<Entity> {
    W::__save_column(&core.storages, column, Owners(&core.entities.allocator))
}

/// The entities of a storage, in the order of its values.
struct Owners<'a>(&'a Allocator);

impl ColumnWriter for Owners<'_> {
    type Output = Vec<Entity>;

    fn column<S: Storage, F: SaveAs<S::Value>>(self, storage: &S) -> Vec<Entity> {
        owners_of(storage.source().iter(), self.0)
    }

    fn none(self) -> Vec<Entity> {
        Vec::new()
    }
}

/// The live entities with these indices.
fn owners_of(indices: impl Iterator<Item = u32>, living: &Allocator) -> Vec<Entity> {
    indices.filter_map(|index| living.entity_at(index)).collect()
}

/// Takes a storage out of a world. It is returned as `Any`, since the type of the result cannot depend on the storage.
pub(super) struct Take;

impl ColumnReader<'_> for Take {
    type Output = Option<Box<dyn Any>>;

    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Option<Box<dyn Any>> {
        Some(Box::new(mem::replace(storage, S::EMPTY)))
    }

    fn none(self) -> Option<Box<dyn Any>> {
        None
    }
}

/// Moves the values of the taken storage into the visited one, in the same order. Systems keep the marks of the taken storage; for readers
/// outside the world, which only the visited storage knows, all values count as changed.
///
/// Does nothing if the storages have different types, which cannot occur, as both belong to one component.
pub(super) struct Put<'a>(pub(super) Option<Box<dyn Any>>, pub(super) &'a Allocator);

impl ColumnReader<'_> for Put<'_> {
    type Output = ();

    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) {
        let Some(from) = self.0 else { return };
        let Ok(mut from) = from.downcast::<S>() else { return };
        let rows = from.source().list();
        let owners = owners_of(rows.iter().copied(), self.1);
        let marks = unseen(&*from);
        storage.clear();
        storage.reserve(owners.len());
        for entity in &owners {
            if let Some(value) = from.take(*entity) {
                storage.push_unowned(value);
            }
        }
        storage.assign_owners(&owners);
        let marked = mark(storage, &rows, &marks);
        debug_assert!(marked.is_ok(), "both storages have the same readers");
    }

    fn none(self) {}
}
