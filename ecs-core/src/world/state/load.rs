//! Building a world from parts, by the code that loads saves; and replacing the state of a world by that of another one, except for
//! transient entries.
//!
//! This takes two steps, so that the world does not change if there is an error. First a second world is built from the parts, with all
//! checks of loading a save. Then its state is moved into the world. Data that did not change stays in place, at its address.

mod moved;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::marker::PhantomData;
use core::mem;

use serde::Deserialize;
use serde::de::DeserializeSeed;

use moved::{Put, Take, owners};

use super::bytes::{Bytes, CodeError};
use super::others::other_events;
use super::parts::{FIRST_COLUMN, Part, Rows, first_value, number_of_commands};
use crate::codec::LoadAs;
use crate::storage::Storage;
use crate::view::Deferred;
use crate::world::saves::{
    ColumnReader, EachName, Load, LoadWorld, Loading, ReadCommands, Runs, SaveWorld, ValueReader, ValueSeed, list_name,
};
use crate::world::snapshots::{Unfinished, add_transient, discard_transient};
use crate::world::{Core, Token, tidy};

/// Builds a world from its parts, which are in the order that `parts.rs` documents.
///
/// # Errors
///
/// If the parts are not a valid state. A part of the wrong kind counts as missing, which the checks of a save report unless its type has no
/// state.
pub(super) fn world_of<W: LoadWorld>(parts: Vec<Part>) -> Result<W, String> {
    let mut loading = Loading::<W>::new(Load::new());
    (loading.schema, loading.version) = (W::SCHEMA_HASH, W::VERSION);
    let mut parts = parts.into_iter();
    let mut next = || parts.next().ok_or("a part is missing");
    let of = |name: &str, error: &CodeError| format!("`{name}`: {error}");
    for numbers in [&mut loading.generations, &mut loading.free] {
        *numbers = into_numbers(next()?);
    }
    for (number, (name, _)) in W::COLUMNS.iter().enumerate() {
        let Part::Column(column) = next()? else { continue };
        let storages = &mut loading.core().storages;
        W::__load_column(storages, number, ReadRows(&column.rows)).map_err(|error| of(name, &error))?;
        loading.give_rows(number, &column.entities, &column.unseen);
    }
    for relation in 0..W::RELATIONS.len() {
        if let Part::Order(order) = next()? {
            loading.relations[relation] = Some(order.into_saved());
        }
    }
    for view in 0..W::VIEWS.len() {
        loading.lists[view] = Some(Runs::of(&into_numbers(next()?)));
    }
    for (number, (_, name)) in W::VALUES.iter().enumerate() {
        if let Part::Value(bytes) = next()? {
            let read = loading.world.__load_value(number, ReadValue(&bytes));
            read.map_err(|error| of(name, &error))?;
            loading.values[number] = true;
        }
    }
    for (view, name) in (0..W::VIEWS.len()).map(|view| (view, list_name::<W>(view))) {
        let Part::Value(bytes) = next()? else { continue };
        if !bytes.is_empty() {
            let (list, noted, gone, new) =
                whole(&bytes, |bytes| Deserialize::deserialize(bytes)).map_err(|error| of(&name, &error))?;
            loading.deferred[view] = Some(Deferred { list, noted, gone, new });
        }
    }
    if let Part::Value(bytes) = next()? {
        loading.reserved =
            whole(&bytes, |bytes| Deserialize::deserialize(bytes)).map_err(|error| of("reserved", &error))?;
    }
    if let Part::Value(bytes) = next()? {
        let read = ReadCommands { skips_unknown: false, world: PhantomData };
        loading.commands = whole(&bytes, |bytes| read.deserialize(bytes)).map_err(|error| of("commands", &error))?;
    }
    if let Part::Value(bytes) = next()? {
        load_rest(&mut loading, &bytes).map_err(|error| of("rest", &error))?;
    }
    loading.into_world()
}

/// Reads the last part: state that belongs to no entry.
fn load_rest<W: LoadWorld>(loading: &mut Loading<W>, bytes: &[u8]) -> Result<(), CodeError> {
    type Rest = (u64, bool, Option<u64>, (u64, u64));
    let (dropped, is_running, budget, next) = whole(bytes, |bytes| {
        let rest: Rest = Deserialize::deserialize(&mut *bytes)?;
        // A tuple is encoded as its elements, one after the other. The last one is the list of sorted components.
        EachName(&mut |name| loading.note_sorted(name)).deserialize(bytes)?;
        Ok(rest)
    })?;
    let core = loading.core();
    (core.dropped_commands, core.is_running) = (dropped, is_running);
    tidy::set_budget(&mut loading.world, budget.map(|budget| usize::try_from(budget).unwrap_or(usize::MAX)));
    loading.tidy_next = next;
    Ok(())
}

/// Reads a value that consists of all given bytes.
///
/// # Errors
///
/// If the value is damaged, or bytes are left.
fn whole<'de, T>(bytes: &'de [u8], read: impl FnOnce(&mut Bytes<'de>) -> Result<T, CodeError>) -> Result<T, CodeError> {
    let mut bytes = Bytes::new(bytes);
    let value = read(&mut bytes)?;
    if bytes.is_empty() { Ok(value) } else { Err(CodeError("there are bytes behind the value".into())) }
}

/// The numbers of a part; empty if the part is of another kind.
fn into_numbers(part: Part) -> Vec<u32> {
    match part {
        Part::Numbers(numbers) => numbers,
        _ => Vec::new(),
    }
}

/// Number of values of this size for which memory is reserved before they are read. It is bounded, as the rows of a forged delta may take
/// no bytes.
fn reserved(rows: usize, size: usize) -> usize {
    rows.min((1 << 20) / size.max(1))
}

/// The error for a row that is not the value of its component.
#[cold]
fn wrong_value(row: usize, error: &CodeError) -> CodeError {
    CodeError(format!("row {row}: {error}"))
}

/// The error for a row with bytes behind its value, or whose value continues in the next row.
#[cold]
fn wrong_size(row: usize) -> CodeError {
    CodeError(format!("row {row} has more or fewer bytes than its value"))
}

/// Appends the values of a column to its storage, without owners.
///
/// Reading a row must consume exactly its bytes; otherwise, the column is damaged.
struct ReadRows<'a>(&'a Rows);

impl ColumnReader<'_> for ReadRows<'_> {
    type Output = Result<(), CodeError>;

    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Result<(), CodeError> {
        let rows = self.0;
        let mut values = Vec::with_capacity(reserved(rows.len(), size_of::<S::Value>()));
        let mut bytes = Bytes::new(&rows.bytes);
        for row in 0..rows.len() {
            let left = bytes.len().checked_sub(rows.get(row).len());
            match F::load(&mut bytes) {
                Ok(value) if Some(bytes.len()) == left => values.push(value),
                Ok(_) => return Err(wrong_size(row)),
                Err(error) => return Err(wrong_value(row, &error)),
            }
        }
        storage.append_unowned(values);
        Ok(())
    }

    fn none(self) -> Result<(), CodeError> {
        Err(CodeError("there is no such column".into()))
    }
}

/// Decodes these rows of a column: a `Vec` of its component.
///
/// # Errors
///
/// If a row is not a value of the component.
pub(super) fn decode_rows<W: LoadWorld>(
    column: usize,
    rows: &Rows,
    which: &[usize],
) -> Result<Option<Box<dyn Any>>, CodeError> {
    W::__load_column(&mut W::Storages::default(), column, DecodeRows(rows, which)).map(Some)
}

/// Decodes the rows with the given numbers.
///
/// The storage that it visits is empty and only determines the type.
struct DecodeRows<'a>(&'a Rows, &'a [usize]);

impl ColumnReader<'_> for DecodeRows<'_> {
    type Output = Result<Box<dyn Any>, CodeError>;

    fn column<S: Storage, F: LoadAs<S::Value>>(self, _: &mut S) -> Self::Output {
        let mut values = Vec::with_capacity(reserved(self.1.len(), size_of::<S::Value>()));
        for row in self.1 {
            values.push(F::load(&mut Bytes::new(self.0.get(*row)))?);
        }
        Ok(Box::new(values))
    }

    fn none(self) -> Self::Output {
        Err(CodeError("there is no such column".into()))
    }
}

/// Reads a value into its place in the new world.
struct ReadValue<'a>(&'a [u8]);

impl<'de> ValueReader<'de> for ReadValue<'de> {
    type Output = Result<(), CodeError>;

    fn value<T: ValueSeed<'de>>(self, seed: T) -> Result<(), CodeError> {
        whole(self.0, |bytes| seed.deserialize(bytes))
    }

    fn none(self) -> Result<(), CodeError> {
        Err(CodeError("there is no such value".into()))
    }
}

/// Replaces the state of a world by that of another one. Columns, values and pending commands that did not change stay in place; so do
/// transient components of entities that are alive in both worlds, and other transient entries.
///
/// A column whose part did not change may still need to be moved: loading may have reordered it for groups, and it may belong to other
/// entities, as parts of columns contain no generations.
///
/// The only code of the user that is called is the `Serialize` of events, before anything changes, and the `Drop` of former values.
pub(super) fn replace<W: SaveWorld + LoadWorld>(world: &mut W, mut loaded: W, is_changed: &[bool]) {
    let others = other_events(world, &loaded, is_changed);
    // From here on, a panic in the `Drop` of a former value leaves the world between both states.
    let unfinished = Unfinished(world);
    for (value, number) in others {
        unfinished.0.__load_value(value, PartFrom(number));
    }
    let first = first_value::<W>();
    for value in 0..W::VALUES.len() {
        if is_changed.get(first + value) == Some(&true) {
            unfinished.0.__load_value(value, ExchangeWith(&mut loaded, value));
        }
    }
    let new = mem::take(loaded.__core_mut(Token::new()));
    let core = unfinished.0.__core_mut(Token::new());
    // If a slot was used again, its column is moved even if the values of both entities are equal, so that nothing of the former one stays.
    let mut moved = Vec::new();
    for column in 0..W::COLUMNS.len() {
        if is_changed.get(FIRST_COLUMN + column) == Some(&true) || owners(&new, column) != owners(core, column) {
            moved.push(column);
        }
    }
    let Core { mut storages, views, mut entities, commands, reserved, .. } = new;
    let Core { dropped_commands, is_running, tidy, at_end, .. } = new;
    discard_transient(core, &entities);
    for column in moved {
        let taken = W::__load_column(&mut storages, column, Take);
        W::__load_column(&mut core.storages, column, Put(taken, &entities.allocator));
    }
    mem::swap(&mut entities.times, &mut core.entities.times);
    (core.entities, core.views, core.tidy, core.at_end) = (entities, views, tidy, at_end);
    (core.dropped_commands, core.is_running) = (dropped_commands, is_running);
    core.reserved = reserved;
    // Commands that did not change may have values of transient components, which parts do not contain.
    if is_changed.get(number_of_commands::<W>()) == Some(&true) {
        core.commands = commands;
        #[cfg(feature = "rayon")]
        {
            core.queued = new.queued;
        }
    }
    core.cached_at.forget();
    add_transient(core, &mut |storages, views, change| {
        for view in 0..W::VIEWS.len() {
            if W::VIEWS[view].any_of(W::TRANSIENT) {
                W::__enter(storages, views, view, change);
            }
        }
    });
    mem::forget(unfinished);
}

/// Tells events that those from this number on will be replaced by others.
struct PartFrom(u64);

impl<'de> ValueReader<'de> for PartFrom {
    type Output = ();

    fn value<T: ValueSeed<'de>>(self, seed: T) {
        seed.part_from(self.0);
    }

    fn none(self) {}
}

/// Exchanges the value with this number with that of another world.
///
/// A visitor sees the value of one world, so this takes two nested visits; the inner one is [`Exchange`].
struct ExchangeWith<'a, W>(&'a mut W, usize);

impl<'de, W: LoadWorld> ValueReader<'de> for ExchangeWith<'_, W> {
    type Output = ();

    fn value<T: ValueSeed<'de>>(self, seed: T) {
        seed.lend(&mut |own| self.0.__load_value(self.1, Exchange(own)));
    }

    fn none(self) {}
}

/// Exchanges a value with the borrowed one. Both have the same number and thus the same type, which `Any` recovers.
struct Exchange<'a>(&'a mut dyn Any);

impl<'de> ValueReader<'de> for Exchange<'_> {
    type Output = ();

    fn value<T: ValueSeed<'de>>(self, seed: T) {
        seed.lend(&mut |other| {
            if let Some(own) = self.0.downcast_mut::<T::Lent>() {
                mem::swap(own, other);
            }
        });
    }

    fn none(self) {}
}

#[cfg(test)]
mod tests {
    use super::super::bytes::encode;
    use super::*;

    #[test]
    fn a_value_with_missing_or_further_bytes_is_refused() {
        let mut bytes = Vec::new();
        encode(&(7_u8, 8_u32), &mut bytes).expect("the value can be serialised");
        let read = |bytes: &[u8]| whole(bytes, |bytes| <(u8, u32)>::deserialize(bytes)).ok();
        assert_eq!(read(&bytes), Some((7, 8)));
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        bytes.push(0);
        assert_eq!(read(&bytes), None);
    }
}
