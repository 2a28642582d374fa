//! Visitors of one column, value or component that [`Inspect`](super::Inspect) finds by number or name. Each is called with the types that
//! belong to it.
//!
//! A visitor of columns or values is notified if the number is unknown (`none`). Callers have found the number before, so only formats that
//! disagree with the world could cause that.

use serde::de::Error as _;
use serde::{Deserializer, Serialize, Serializer};

use super::super::each::sealed::Sealed;
use super::super::saves::{ColumnReader, ColumnWriter, ValueReader, ValueSeed, ValueWriter};
use super::StorageSize;
use crate::allocator::Allocator;
use crate::codec::{LoadAs, SaveAs};
use crate::entity::Entity;
use crate::error::{ChangeError, ChangeErrorKind};
use crate::storage::{ErasedStorage, Storage};
use crate::world::{Core, EachComponent, EcsWorld, Holds, Token};

/// Writes the value of one entity.
pub(super) struct WriteOne<'a, S> {
    /// It may be dead, or lack the component; then nothing is written.
    pub(super) entity: Entity,
    /// Handles are compared with it, since a storage only knows indices.
    pub(super) living: &'a Allocator,
    pub(super) format: S,
}

impl<S: Serializer> ColumnWriter for WriteOne<'_, S> {
    type Output = Option<Result<S::Ok, S::Error>>;

    fn column<T: Storage, F: SaveAs<T::Value>>(self, storage: &T) -> Self::Output {
        storage.value(self.entity, self.living).map(|value| F::save(value, self.format))
    }

    fn none(self) -> Self::Output {
        None
    }
}

/// Writes the values of several entities.
///
/// Formats are taken one by one from `next`, each with its entity; their results are passed to `each`.
pub(super) struct WriteSeveral<'a, N, F> {
    /// To skip dead entities.
    pub(super) living: &'a Allocator,
    /// Called until it returns `None`, also after a skipped entity.
    pub(super) next: N,
    /// Not called for a skipped entity, whose format is dropped.
    pub(super) each: F,
}

impl<S, N, F> ColumnWriter for WriteSeveral<'_, N, F>
where
    S: Serializer,
    N: FnMut() -> Option<(Entity, S)>,
    F: FnMut(Entity, Result<S::Ok, S::Error>),
{
    type Output = ();

    fn column<T: Storage, A: SaveAs<T::Value>>(mut self, storage: &T) {
        while let Some((entity, format)) = (self.next)() {
            if let Some(value) = storage.value(entity, self.living) {
                (self.each)(entity, A::save(value, format));
            }
        }
    }

    fn none(self) {}
}

/// Writes a value that belongs to no entity.
pub(super) struct WriteEntry<S>(pub(super) S);

impl<S: Serializer> ValueWriter for WriteEntry<S> {
    type Output = Option<Result<S::Ok, S::Error>>;

    fn value<T: Serialize>(self, value: &T) -> Self::Output {
        Some(value.serialize(self.0))
    }

    fn none(self) -> Self::Output {
        None
    }
}

/// Reads a value that belongs to no entity.
pub(super) struct ReadEntry<D>(pub(super) D);

impl<'de, D: Deserializer<'de>> ValueReader<'de> for ReadEntry<D> {
    type Output = Result<(), D::Error>;

    fn value<T: ValueSeed<'de>>(self, seed: T) -> Self::Output {
        seed.deserialize(self.0)
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such value"))
    }
}

/// The entity whose value is read into an empty storage: its first slot.
fn first() -> Entity {
    Entity::of_generation(0, 1)
}

/// Reads one value into an empty storage.
///
/// The storage is one of a set of empty ones, which is dropped afterwards, so the type of the value need not be known to read it.
pub(super) struct ReadOne<D>(pub(super) D);

impl<'de, D: Deserializer<'de>> ColumnReader<'de> for ReadOne<D> {
    type Output = Result<(), D::Error>;

    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Self::Output {
        storage.push(first(), F::load(self.0)?);
        Ok(())
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such column"))
    }
}

/// Takes a value out of a storage, and inserts it into an entity.
pub(super) struct Insert<'a, W: EcsWorld> {
    pub(super) world: &'a mut W,
    pub(super) entity: Entity,
    /// Storages of no world, with one value at [`first`].
    pub(super) storages: W::Storages,
    /// Set by the visit. Also `Ok` if the storage has no value, which is impossible.
    pub(super) result: Result<(), ChangeErrorKind>,
}

impl<W: EcsWorld> Sealed<W> for Insert<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Insert<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = W::storage_mut(&mut self.storages).take(first()) {
            self.result = self.world.insert(self.entity, value).map_err(|error| error.kind);
        }
    }
}

/// Removes a component of an entity.
pub(super) struct Remove<'a, W> {
    pub(super) world: &'a mut W,
    pub(super) entity: Entity,
    /// `Ok(false)` until the visit, and if the entity lacks the component.
    pub(super) result: Result<bool, ChangeError>,
}

impl<W: EcsWorld> Sealed<W> for Remove<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Remove<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        self.result = self.world.remove::<C>(self.entity).map(|removed| removed.is_some());
    }
}

/// Measures a storage.
pub(super) struct Measure<'a, W> {
    pub(super) world: &'a W,
    /// `None` until the visit, and if the world has no component with this number.
    pub(super) size: Option<StorageSize>,
}

impl<W: EcsWorld> Sealed<W> for Measure<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Measure<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        let Core { storages, .. } = self.world.__core(Token::new());
        let (storage, value_bytes) = (W::storage(storages), size_of::<C>());
        self.size = Some(StorageSize {
            storage: core::any::type_name::<W::Storage>(),
            len: storage.values(),
            value_bytes,
            values_bytes: storage.value_bytes(),
        });
    }
}
