//! Visitors, to which generated code passes the columns, queues and values of a world, in order to save, load, hash or compare them.
//!
//! ```text
//! W::__save_column(storages, 3, Write(serializer))        generated: a `match` of numbers, with one call per column
//!   3 => save_column(&storages.health, visitor)           the type of the storage is known here
//!     visitor.column::<SparseSet<Health>, BySerde>(..)    and passed to the visitor, which is generic over it
//! ```
//!
//! Generated code knows the types but not the form of a save; a visitor knows the form but not the types. So a further use of all values,
//! such as the hashes of `world/state`, is a further visitor and needs no further generated code.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{LoadAs, SaveAs};
use crate::commands::Queue;
use crate::events::{Events, LoadEvents, SavedEvents};
use crate::state::{LoadState, State};
use crate::storage::Storage;

/// Visits a column that is saved.
///
/// It is a trait and not a closure because it is generic over the storage, whose type differs from column to column. `F` writes the values.
pub trait ColumnWriter {
    /// The result of the visit.
    type Output;
    /// Visits the column.
    fn column<S: Storage, F: SaveAs<S::Value>>(self, storage: &S) -> Self::Output;
    /// Called if there is no such column.
    fn none(self) -> Self::Output;
}

/// Visits the pending values of a component that is saved.
pub trait QueueWriter {
    /// The result of the visit.
    type Output;
    /// Visits the values.
    fn queue<T, F: SaveAs<T>>(self, queue: &Queue<T>) -> Self::Output;
    /// Called if there is no such component.
    fn none(self) -> Self::Output;
}

/// Visits a value that is saved.
pub trait ValueWriter: Sized {
    /// The result of the visit.
    type Output;
    /// Visits the value.
    fn value<T: Serialize>(self, value: &T) -> Self::Output;
    /// Visits events: the form in which a save contains them, and the events themselves, which `F` writes.
    fn events<T: Serialize, E, F: SaveAs<E>>(self, saved: &T, _: &Events<E>) -> Self::Output {
        self.value(saved)
    }
    /// Called if there is no such value.
    fn none(self) -> Self::Output;
}

/// Visits a column that is loaded.
pub trait ColumnReader<'de> {
    /// The result of the visit.
    type Output;
    /// Visits the column.
    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Self::Output;
    /// Called if there is no such column.
    fn none(self) -> Self::Output;
}

/// Visits the pending values of a component that is loaded.
pub trait QueueReader<'de> {
    /// The result of the visit.
    type Output;
    /// Visits the values.
    fn queue<T, F: LoadAs<T>>(self, queue: &mut Queue<T>) -> Self::Output;
    /// Called if there is no such component.
    fn none(self) -> Self::Output;
}

/// Visits the type of a removed entry.
pub trait RemovedReader<'de> {
    /// The result of the visit.
    type Output;
    /// Visits the type.
    fn typed<T: DeserializeOwned>(self) -> Self::Output;
    /// Called if the declaration does not name the type.
    fn untyped(self) -> Self::Output;
}

/// Visits a value that is loaded.
pub trait ValueReader<'de> {
    /// The result of the visit.
    type Output;
    /// Visits the seed that reads the value.
    fn value<T: ValueSeed<'de>>(self, seed: T) -> Self::Output;
    /// Called if there is no such value.
    fn none(self) -> Self::Output;
}

/// Reads a value into its place, or passes the place to a function.
pub trait ValueSeed<'de>: serde::de::DeserializeSeed<'de, Value = ()> {
    /// The part of the value that a save contains.
    type Lent: 'static;
    /// Passes that part to a function, which can replace it.
    fn lend(self, to: &mut dyn FnMut(&mut Self::Lent));
    /// For events: from now on, cursors outside the world count as not having read events from this number on.
    fn part_from(self, _number: u64) {}
}

impl<T: 'static, F: LoadAs<T>> ValueSeed<'_> for LoadState<'_, T, F> {
    type Lent = State<T>;

    fn lend(self, to: &mut dyn FnMut(&mut State<T>)) {
        to(self.0);
    }
}

impl<E: 'static, F: LoadAs<E>> ValueSeed<'_> for LoadEvents<'_, '_, E, F> {
    type Lent = SavedEvents<E>;

    fn lend(self, to: &mut dyn FnMut(&mut SavedEvents<E>)) {
        self.lend_saved(to);
    }

    fn part_from(self, number: u64) {
        self.begin_life_from(number);
    }
}
