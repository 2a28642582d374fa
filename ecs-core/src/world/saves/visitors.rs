//! Visitors: how generated code passes the columns, queues and values of a world to what saves, loads, hashes and compares them.
//!
//! ```text
//! W::__save_column(storages, 3, Write(serializer))        generated: a `match` of numbers, with one call per column
//!   3 => save_column(&storages.health, visitor)           the type of the storage is known here
//!     visitor.column::<SparseSet<Health>, BySerde>(..)    and passed to the visitor, which is generic over it
//! ```
//!
//! Generated code knows the types and nothing of the form of a save; a visitor knows the form and no type. So a further use of all values,
//! such as the hashes of `world/state`, is a further visitor, and generates nothing.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::{LoadAs, SaveAs};
use crate::commands::Queue;
use crate::events::{Events, LoadEvents, SavedEvents};
use crate::state::{LoadState, State};
use crate::storage::Storage;

/// Visits a column that is saved.
///
/// A trait and not a closure, since it is generic over the storage: each column has another type. `F` is how its values are
/// written.
pub trait ColumnWriter {
    /// What is returned.
    type Output;
    /// Visits it.
    fn column<S: Storage, F: SaveAs<S::Value>>(self, storage: &S) -> Self::Output;
    /// Is told that there is no such column.
    fn none(self) -> Self::Output;
}

/// Visits the pending values of a component that is saved.
pub trait QueueWriter {
    /// What is returned.
    type Output;
    /// Visits them.
    fn queue<T, F: SaveAs<T>>(self, queue: &Queue<T>) -> Self::Output;
    /// Is told that there is no such component.
    fn none(self) -> Self::Output;
}

/// Visits a value that is saved.
pub trait ValueWriter: Sized {
    /// What is returned.
    type Output;
    /// Visits it.
    fn value<T: Serialize>(self, value: &T) -> Self::Output;
    /// Visits events, which are written as `F` says, and what a save has of them.
    fn events<T: Serialize, E, F: SaveAs<E>>(self, saved: &T, _: &Events<E>) -> Self::Output {
        self.value(saved)
    }
    /// Is told that there is no such value.
    fn none(self) -> Self::Output;
}

/// Visits a column that is loaded.
pub trait ColumnReader<'de> {
    /// What is returned.
    type Output;
    /// Visits it.
    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Self::Output;
    /// Is told that there is no such column.
    fn none(self) -> Self::Output;
}

/// Visits the pending values of a component that is loaded.
pub trait QueueReader<'de> {
    /// What is returned.
    type Output;
    /// Visits them.
    fn queue<T, F: LoadAs<T>>(self, queue: &mut Queue<T>) -> Self::Output;
    /// Is told that there is no such component.
    fn none(self) -> Self::Output;
}

/// Visits the type of an entry that is not declared any more.
pub trait RemovedReader<'de> {
    /// What is returned.
    type Output;
    /// Visits it.
    fn typed<T: DeserializeOwned>(self) -> Self::Output;
    /// Is told that the declaration does not say it.
    fn untyped(self) -> Self::Output;
}

/// Visits a value that is loaded.
pub trait ValueReader<'de> {
    /// What is returned.
    type Output;
    /// Visits what reads it.
    fn value<T: ValueSeed<'de>>(self, seed: T) -> Self::Output;
    /// Is told that there is no such value.
    fn none(self) -> Self::Output;
}

/// Reads a value into its place, or lends it.
pub trait ValueSeed<'de>: serde::de::DeserializeSeed<'de, Value = ()> {
    /// What a save has of it.
    type Lent: 'static;
    /// Lends it to a function, which can replace it by another one.
    fn lend(self, to: &mut dyn FnMut(&mut Self::Lent));
    /// Of events: cursors outside of the world have read none with this number or a later one.
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
