//! Reading a save: values are appended to the storages of a new world as they are read, without owners. Everything else is kept until the
//! end, since the fields of a save can be in any order. Then a world is [built](super::build) from it.
//!
//! ```text
//! field of the save     kept in                             used by `build`
//! generations, free     Loading                             slots
//! components            the storages of `Loading::world`    owners are assigned
//!                       Loading::columns: rows
//! relations, lists      Loading                             links, orders of views
//! resources, states ..  the fields of `Loading::world`      as they are
//! reserved, commands    Loading                             at the end
//! ```
//!
//! A column belongs to the new world as soon as its values are read, so a later error drops them together with that world.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::columns::Heading;
use super::commands::ReadCommands;
use super::entries::{Columns, DeferredViews, Entries, Lists, Relations, Section};
use super::names::{EachName, Name, Named};
use super::runs::{ReadRuns, Runs};
use super::{
    ColumnReader, FIELDS, FIELDS_OF, FORMAT, Load, QueueReader, RUNS_SINCE, RemovedReader, Saves, ValueReader,
    ValueSeed,
};
use crate::codec::{BySerde, LoadAs};
use crate::commands::SavedBatch;
use crate::entity::Entity;
use crate::events::{EventCursor, Events, LoadEvents};
use crate::relation::SavedOrder;
use crate::state::{LoadState, State};
use crate::storage::Storage;
use crate::view::Deferred;
use crate::world::{Core, Holds, Token, tidy};

/// A world that is declared with `#[derive(Deserialize)]`.
///
/// Loading fills a new world, hence the bound `Default`, which all worlds satisfy.
#[diagnostic::on_unimplemented(
    message = "the declaration of world `{Self}` does not derive `Deserialize`",
    label = "this needs a world that can be loaded",
    note = "add `Deserialize` to the derives of `{Self}`, or begin its `ecs_world!` with `#[derive(Deserialize)] pub struct {Self};`"
)]
pub trait LoadWorld: Saves + Default {
    /// Passes the column with this number to a visitor; calls [`none`](ColumnReader::none) if there is no such column.
    #[doc(hidden)]
    fn __load_column<'de, V: ColumnReader<'de>>(storages: &mut Self::Storages, column: usize, visitor: V) -> V::Output;
    /// Creates the past of each value in a column of pasts that is empty.
    #[doc(hidden)]
    fn __make_past(&mut self, _column: usize, _: Token) {}
    /// Passes the queue of pending values of the component with this number to a visitor. Transient components have none.
    #[doc(hidden)]
    fn __load_queue<'de, V: QueueReader<'de>>(queues: &mut Self::Queues, component: usize, visitor: V) -> V::Output;
    /// Passes the type of the removed entry with this number to a visitor.
    #[doc(hidden)]
    fn __skip_removed<'de, V: RemovedReader<'de>>(_removed: usize, visitor: V) -> V::Output {
        visitor.untyped()
    }
    /// Passes the seed that reads a value to a visitor, by the number of the value in [`VALUES`](Saves::VALUES).
    #[doc(hidden)]
    fn __load_value<'de, V: ValueReader<'de>>(&mut self, value: usize, visitor: V) -> V::Output;
}

/// A type whose values can be read from a save.
///
/// It has no methods. It exists for its error message, which names the type of the user instead of a trait of serde.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Deserialize`, and so its values cannot be loaded",
    label = "this world is loaded with it",
    note = "derive `serde::Deserialize` for `{Self}`, or write `#[transient]` before the entry, if it is not a relation, to leave it out of saves; in `#[removed(..)]`, the name without a type is enough for formats that describe themselves"
)]
pub trait OutOfSaves: DeserializeOwned + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + 'static> OutOfSaves for T {}

/// Passes a column to a visitor. For generated code.
///
/// The bound [`OutOfSaves`] gives the error message; the values are read by the `Deserialize` of their type.
pub fn load_column<'de, T: OutOfSaves, S: Storage<Value = T>, V: ColumnReader<'de>>(
    storage: &mut S,
    visitor: V,
) -> V::Output {
    visitor.column::<S, BySerde>(storage)
}

/// Passes a column whose values are read by `F` to a visitor. For generated code.
pub fn load_column_as<'de, T, F: LoadAs<T>, S: Storage<Value = T>, V: ColumnReader<'de>>(
    storage: &mut S,
    visitor: V,
) -> V::Output {
    visitor.column::<S, F>(storage)
}

/// Passes the queue of pending values of a component to a visitor. For generated code.
pub fn load_queue<'de, W: Holds<T>, T: OutOfSaves + 'static, V: QueueReader<'de>>(
    queues: &mut W::Queues,
    visitor: V,
) -> V::Output {
    visitor.queue::<T, BySerde>(W::queue(queues))
}

/// Passes a queue whose values are read by `F` to a visitor. For generated code.
pub fn load_queue_as<'de, W: Holds<T>, T: 'static, F: LoadAs<T>, V: QueueReader<'de>>(
    queues: &mut W::Queues,
    visitor: V,
) -> V::Output {
    visitor.queue::<T, F>(W::queue(queues))
}

/// Passes the seed that reads a resource, or the fields of a system, to a visitor. For generated code.
pub fn load_value<'de, T: OutOfSaves, V: ValueReader<'de>>(value: &mut T, visitor: V) -> V::Output {
    load_value_as::<T, BySerde, V>(value, visitor)
}

/// Passes the seed of a value that is read by `F` to a visitor. For generated code.
pub fn load_value_as<'de, T: 'static, F: LoadAs<T>, V: ValueReader<'de>>(value: &mut T, visitor: V) -> V::Output {
    visitor.value(Into(value, PhantomData::<F>))
}

/// Passes the seed that reads a state to a visitor. For generated code.
pub fn load_state<'de, T: OutOfSaves, V: ValueReader<'de>>(state: &mut State<T>, visitor: V) -> V::Output {
    load_state_as::<T, BySerde, V>(state, visitor)
}

/// Passes the seed of a state whose values are read by `F` to a visitor. For generated code.
pub fn load_state_as<'de, T: 'static, F: LoadAs<T>, V: ValueReader<'de>>(
    state: &mut State<T>,
    visitor: V,
) -> V::Output {
    visitor.value(LoadState(state, PhantomData::<F>))
}

/// Passes the seed that reads events to a visitor. For generated code.
pub fn load_events<'de, T: OutOfSaves, V: ValueReader<'de>>(
    events: &mut Events<T>,
    cursors: &mut [(&'static [&'static str], &mut EventCursor<T>)],
    visitor: V,
) -> V::Output {
    load_events_as::<T, BySerde, V>(events, cursors, visitor)
}

/// Passes the seed of events that are read by `F` to a visitor. For generated code.
pub fn load_events_as<'de, T: 'static, F: LoadAs<T>, V: ValueReader<'de>>(
    events: &mut Events<T>,
    cursors: &mut [(&'static [&'static str], &mut EventCursor<T>)],
    visitor: V,
) -> V::Output {
    visitor.value(LoadEvents { events, cursors, format: PhantomData::<F> })
}

/// Replaces a value by one that is read.
///
/// The former value is dropped once the new one has been read; if there is an error, it stays.
struct Into<'a, T, F>(&'a mut T, PhantomData<F>);

impl<'de, T, F: LoadAs<T>> DeserializeSeed<'de> for Into<'_, T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        *self.0 = F::load(deserializer)?;
        Ok(())
    }
}

impl<T: 'static, F: LoadAs<T>> ValueSeed<'_> for Into<'_, T, F> {
    type Lent = T;

    fn lend(self, to: &mut dyn FnMut(&mut T)) {
        to(self.0);
    }
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for Load<W> {
    type Value = W;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<W, D::Error> {
        deserializer.deserialize_struct(W::NAME, FIELDS, SaveVisitor(self))?.into_world().map_err(D::Error::custom)
    }
}

/// The entities of a column. Their values are already in the storage, without owners.
#[derive(Clone, Default)]
pub(super) struct Rows {
    /// In the order of the values.
    pub(super) entities: Runs,
    /// The rows with changes that a system has not seen yet, per system.
    ///
    /// These are numbers of rows and not indices of entities, since companions of a value are found by its row.
    pub(super) unseen: Vec<Runs>,
}

impl Rows {
    /// The rows of these entities, of which these are unseen.
    fn of(entities: &[u32], unseen: &[Vec<u32>]) -> Self {
        Self { entities: Runs::of(entities), unseen: unseen.iter().map(|rows| Runs::of(rows)).collect() }
    }
}

/// What was read from a save so far.
pub(in crate::world) struct Loading<W: LoadWorld> {
    /// What to do if the save and the declaration differ.
    pub(super) policy: Load<W>,
    /// A new world, to whose storages values are appended without owners as columns are read. It is not consistent until it is
    /// [built](Self::into_world), and no other code sees it until then.
    pub(in crate::world) world: W,
    /// The fields that were read: a bit per position in [`FIELDS`], of which there are 20.
    fields: u32,
    /// The format version. It is the first field of each save that this library writes.
    format: u32,
    /// The hash of the declaration of the world that was saved.
    pub(in crate::world) schema: u64,
    /// The version of that declaration.
    pub(in crate::world) version: u32,
    pub(in crate::world) generations: Vec<u32>,
    pub(in crate::world) free: Vec<u32>,
    /// By number of the column; `None` if the column was not read.
    pub(super) columns: Vec<Option<Rows>>,
    pub(in crate::world) relations: Vec<Option<SavedOrder>>,
    pub(in crate::world) lists: Vec<Option<Runs>>,
    /// Whether each value was read, by number of the value.
    pub(in crate::world) values: Vec<bool>,
    /// The unit and the position at which tidying continues.
    pub(in crate::world) tidy_next: (u64, u64),
    /// Whether the user had sorted each component, by number of the component.
    pub(super) sorted: Vec<bool>,
    pub(in crate::world) reserved: Vec<Entity>,
    pub(in crate::world) commands: Vec<SavedBatch<W>>,
    pub(in crate::world) deferred: Vec<Option<Deferred>>,
}

impl<W: LoadWorld> Loading<W> {
    /// Creates a new world, of which nothing has been read.
    pub(in crate::world) fn new(policy: Load<W>) -> Self {
        Self {
            policy,
            world: W::default(),
            fields: 0,
            format: FORMAT,
            schema: 0,
            version: 1,
            generations: Vec::new(),
            free: Vec::new(),
            columns: vec![None; W::COLUMNS.len()],
            relations: vec![None; W::RELATIONS.len()],
            lists: vec![None; W::VIEWS.len()],
            values: vec![false; W::VALUES.len()],
            tidy_next: (0, 0),
            sorted: vec![false; W::COMPONENTS.len()],
            reserved: Vec::new(),
            commands: Vec::new(),
            deferred: vec![None; W::VIEWS.len()],
        }
    }

    /// The state of the new world, which is filled.
    pub(in crate::world) fn core(&mut self) -> &mut Core<W> {
        self.world.__core_mut(Token::new())
    }

    /// Sets the entities of a column whose values are already in its storage, and the rows with changes that a system has not seen yet, per
    /// system.
    pub(in crate::world) fn give_rows(&mut self, column: usize, entities: &[u32], unseen: &[Vec<u32>]) {
        self.columns[column] = Some(Rows::of(entities, unseen));
    }

    /// How numbers are encoded in the save.
    pub(super) fn numbers(&self) -> ReadRuns {
        ReadRuns { are_runs: self.format >= RUNS_SINCE }
    }

    /// What is known about a column before it is read.
    pub(super) fn heading(&self, name: &'static str) -> Heading {
        let has_slots = has_field(self.fields, "generations");
        Heading { name, numbers: self.numbers(), slots: has_slots.then_some(self.generations.len()) }
    }
}

/// Reads the fields of a save.
///
/// In formats with names, the fields can be in any order; in other formats, they are in that of [`FIELDS`]. A field that is unknown,
/// missing or occurs twice is an error.
struct SaveVisitor<W>(Load<W>);

impl<'de, W: LoadWorld> Visitor<'de> for SaveVisitor<W> {
    type Value = Loading<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a save of world `{}`", W::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Loading<W>, A::Error> {
        let mut loading = Loading::new(self.0);
        for (field, name) in FIELDS.iter().enumerate() {
            let read = fields.next_element_seed(Field(&mut loading, field))?;
            read.ok_or_else(|| A::Error::missing_field(name))?;
            if field + 1 == FIELDS_OF[loading.format as usize] {
                break;
            }
        }
        Ok(loading)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Loading<W>, A::Error> {
        let mut loading = Loading::new(self.0);
        while let Some(field) = fields.next_key_seed(Name(&mut find_field, Named::Field))? {
            fields.next_value_seed(Field(&mut loading, field))?;
        }
        match first_missing(loading.fields, loading.format) {
            Some(missing) => Err(A::Error::missing_field(missing)),
            None => Ok(loading),
        }
    }
}

/// Returns true if a field is among these bits.
fn has_field(fields: u32, name: &str) -> bool {
    FIELDS.iter().zip(0..).any(|(own, field)| *own == name && fields >> field & 1 == 1)
}

/// The position of a field in [`FIELDS`].
fn find_field(name: &str) -> Result<usize, String> {
    FIELDS.iter().position(|field| *field == name).ok_or_else(|| format!("`{name}` is no field of a save"))
}

/// The first field that saves of this format have, and that is not among these bits.
fn first_missing(fields: u32, format: u32) -> Option<&'static str> {
    let missing = (0..FIELDS_OF[format as usize]).find(|field| fields >> field & 1 == 0);
    missing.map(|field| FIELDS[field])
}

/// Reads the field with this position in [`FIELDS`], which is also the number of its bit in `fields`.
///
/// Small fields are read into place. A map of named entries is read by [`Entries`], with the kind of the field.
struct Field<'a, W: LoadWorld>(&'a mut Loading<W>, usize);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for Field<'_, W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self(loading, field) = self;
        if loading.fields >> field & 1 == 1 {
            return Err(D::Error::duplicate_field(FIELDS[field]));
        }
        loading.fields |= 1 << field;
        match FIELDS[field] {
            "format" => loading.format = check_format(u32::deserialize(deserializer)?)?,
            "schema" => loading.schema = u64::deserialize(deserializer)?,
            "generations" => loading.generations = Vec::deserialize(deserializer)?,
            "free" => loading.free = Vec::deserialize(deserializer)?,
            "components" => deserializer.deserialize_map(Entries(loading, Columns))?,
            "relations" => deserializer.deserialize_map(Entries(loading, Relations))?,
            "lists" => deserializer.deserialize_map(Entries(loading, Lists))?,
            "dropped_commands" => loading.core().dropped_commands = u64::deserialize(deserializer)?,
            "is_running" => loading.core().is_running = bool::deserialize(deserializer)?,
            "tidy_budget" => tidy::set_budget(&mut loading.world, budget(Option::deserialize(deserializer)?)),
            "tidy_next" => loading.tidy_next = <(u64, u64)>::deserialize(deserializer)?,
            "sorted" => EachName(&mut |name| loading.note_sorted(name)).deserialize(deserializer)?,
            "reserved" => loading.reserved = Vec::deserialize(deserializer)?,
            "commands" => {
                let read = ReadCommands { skips_unknown: loading.policy.skips_unknown, world: PhantomData };
                loading.commands = read.deserialize(deserializer)?;
            }
            "version" => loading.version = u32::deserialize(deserializer)?,
            "deferred" => deserializer.deserialize_map(Entries(loading, DeferredViews))?,
            section => deserializer.deserialize_map(Entries(loading, Section(section)))?,
        }
        Ok(())
    }
}

/// The budget of tidying, as a world has it.
fn budget(saved: Option<u64>) -> Option<usize> {
    saved.map(|budget| usize::try_from(budget).unwrap_or(usize::MAX))
}

/// Returns the format version, or an error if it cannot be read.
///
/// `docs/SAVES.md` promises that older versions can be read, so the lower bound never rises.
fn check_format<E: Error>(format: u32) -> Result<u32, E> {
    if (1..=FORMAT).contains(&format) {
        return Ok(format);
    }
    Err(E::custom(format_args!(
        "the save is of format {format}, and this version of ecs-world reads formats 1 to {FORMAT}"
    )))
}
