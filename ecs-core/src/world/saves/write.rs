//! Saving: streams a world into a serializer, without copying columns.
//!
//! Each struct of this file borrows a part of the world and implements `Serialize`, which streams that part. So a save takes little memory
//! besides that of its format, and nothing can change meanwhile.

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::ser::{Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple};
use serde::{Serialize, Serializer};

use super::commands::SaveCommands;
use super::runs::{AsRuns, ListsAsRuns};
use super::{ColumnWriter, FIELDS, FORMAT, QueueWriter, SECTIONS, Saves, ValueWriter, is_saved, list_name};
use crate::allocator::Allocator;
use crate::codec::{BySerde, Encoded, SaveAs};
use crate::entity::Entity;
use crate::events::{EventCursor, Events, SaveEvents};
use crate::mask::BitMask;
use crate::sparse::Source;
use crate::state::{SaveState, State};
use crate::storage::{ReaderMarks, Storage, Values};
use crate::view::{Deferred, Members};
use crate::world::{Core, EcsWorld, Holds, Token};

/// A world that is declared with `#[derive(Serialize)]`.
///
/// Hashes and deltas visit the same columns and values: they compare exactly what a save contains.
///
/// # Examples
///
/// ```
/// use ecs_world::{SaveWorld, prelude::*};
///
/// fn is_in_step<W: SaveWorld>(world: &W, hash: u64) -> bool {
///     world.state_hash() == hash
/// }
///
/// ecs_world! { #[derive(Serialize)] struct Game; components: u32 as Health; }
///
/// let (mut here, there) = (Game::default(), Game::default());
/// assert!(is_in_step(&here, there.state_hash()));
/// here.spawn(5_u32);
/// assert!(!is_in_step(&here, there.state_hash()));
/// ```
#[diagnostic::on_unimplemented(
    message = "the declaration of world `{Self}` does not derive `Serialize`",
    label = "this needs a world that can be saved, hashed and compared",
    note = "add `Serialize` to the derives of `{Self}`, or begin its `ecs_world!` with `#[derive(Serialize)] pub struct {Self};`"
)]
pub trait SaveWorld: Saves {
    /// Passes a column to a visitor.
    #[doc(hidden)]
    fn __save_column<V: ColumnWriter>(storages: &Self::Storages, column: usize, visitor: V) -> V::Output;
    /// Passes the pending values of a component to a visitor.
    #[doc(hidden)]
    fn __save_queue<V: QueueWriter>(queues: &Self::Queues, component: usize, visitor: V) -> V::Output;
    /// Passes a value to a visitor.
    #[doc(hidden)]
    fn __save_value<V: ValueWriter>(&self, value: usize, visitor: V) -> V::Output;
}

/// A type whose values can be in a save.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Serialize`, and so no save can have its values",
    label = "saves of this world would have it",
    note = "derive `serde::Serialize` for `{Self}`, or write `#[transient]` before the entry, if it is not a relation, to leave it out of saves"
)]
pub trait InSaves: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> InSaves for T {}

/// Passes a column to a visitor. For generated code.
pub fn save_column<T: InSaves, S: Storage<Value = T>, V: ColumnWriter>(storage: &S, visitor: V) -> V::Output {
    visitor.column::<S, BySerde>(storage)
}

/// Passes a column whose values are written by `F` to a visitor. For generated code.
pub fn save_column_as<T, F: SaveAs<T>, S: Storage<Value = T>, V: ColumnWriter>(storage: &S, visitor: V) -> V::Output {
    visitor.column::<S, F>(storage)
}

/// Passes the pending values of a component to a visitor. For generated code.
pub fn save_queue<W: Holds<T>, T: InSaves + 'static, V: QueueWriter>(queues: &W::Queues, visitor: V) -> V::Output {
    visitor.queue::<T, BySerde>(W::queued(queues))
}

/// Passes pending values that are written by `F` to a visitor. For generated code.
pub fn save_queue_as<W: Holds<T>, T: 'static, F: SaveAs<T>, V: QueueWriter>(
    queues: &W::Queues,
    visitor: V,
) -> V::Output {
    visitor.queue::<T, F>(W::queued(queues))
}

/// Passes a resource, or the fields of a system, to a visitor. For generated code.
pub fn save_value<T: InSaves, V: ValueWriter>(value: &T, visitor: V) -> V::Output {
    visitor.value(value)
}

/// Passes a value that is written by `F` to a visitor. For generated code.
pub fn save_value_as<T, F: SaveAs<T>, V: ValueWriter>(value: &T, visitor: V) -> V::Output {
    visitor.value(&Encoded::<T, F>::new(value))
}

/// Passes a state to a visitor. For generated code.
pub fn save_state<T: InSaves, V: ValueWriter>(state: &State<T>, visitor: V) -> V::Output {
    visitor.value(state)
}

/// Passes a state whose values are written by `F` to a visitor. For generated code.
pub fn save_state_as<T, F: SaveAs<T>, V: ValueWriter>(state: &State<T>, visitor: V) -> V::Output {
    visitor.value(&SaveState::<T, F>::new(state))
}

/// Passes events and the cursors of systems to a visitor. For generated code.
pub fn save_events<T: InSaves, V: ValueWriter>(
    events: &Events<T>,
    cursors: &[(&'static str, &EventCursor<T>)],
    visitor: V,
) -> V::Output {
    save_events_as::<T, BySerde, V>(events, cursors, visitor)
}

/// Passes events that are written by `F`, and the cursors of systems, to a visitor. For generated code.
pub fn save_events_as<T, F: SaveAs<T>, V: ValueWriter>(
    events: &Events<T>,
    cursors: &[(&'static str, &EventCursor<T>)],
    visitor: V,
) -> V::Output {
    visitor.events::<_, T, F>(&SaveEvents { events, cursors, format: PhantomData::<F> }, events)
}

/// Writes the fields of [`FIELDS`], in this order. Runs in the time that the `Serialize` of all values takes.
///
/// # Errors
///
/// If a pending command cannot be saved, which is checked before the first field is written, or if the format refuses a value.
pub(super) fn world<W: SaveWorld, S: Serializer>(world: &W, serializer: S) -> Result<S::Ok, S::Error> {
    let core = world.__core(Token::new());
    let commands = SaveCommands::new(core).map_err(S::Error::custom)?;
    let mut save = serializer.serialize_struct(W::NAME, FIELDS.len())?;
    save.serialize_field("format", &FORMAT)?;
    save.serialize_field("schema", &W::SCHEMA_HASH)?;
    save.serialize_field("generations", core.entities.allocator.generations())?;
    save.serialize_field("free", core.entities.allocator.free_slots())?;
    save.serialize_field("components", &Columns(core))?;
    save.serialize_field("relations", &Relations(core))?;
    save.serialize_field("lists", &Lists(core))?;
    for section in SECTIONS {
        save.serialize_field(section, &Section(world, section))?;
    }
    save.serialize_field("dropped_commands", &core.dropped_commands)?;
    save.serialize_field("is_running", &core.is_running)?;
    save.serialize_field("tidy_budget", &core.at_end.map(|at_end| at_end.budget as u64))?;
    save.serialize_field("tidy_next", &(core.tidy.next.0 as u64, core.tidy.next.1 as u64))?;
    save.serialize_field("sorted", &sorted(core))?;
    save.serialize_field("reserved", &reserved(core))?;
    save.serialize_field("commands", &commands)?;
    save.serialize_field("deferred", &DeferredViews(core))?;
    save.serialize_field("version", &W::VERSION)?;
    save.end()
}

/// The handles of reserved entities, in the order in which they were reserved.
///
/// They are the handles that the allocator allocates next, so loading can check them.
pub(in crate::world) fn reserved<W: EcsWorld>(core: &Core<W>) -> Vec<Entity> {
    handles_of(core.reserved.count, &core.entities.allocator)
}

/// The handles of this many reserved entities.
fn handles_of(reserved: u32, allocator: &Allocator) -> Vec<Entity> {
    (0..reserved).map(|ahead| allocator.nth_next(ahead)).collect()
}

/// The names of the components that the user sorted, except for transient ones.
pub(in crate::world) fn sorted<W: EcsWorld>(core: &Core<W>) -> Vec<&'static str> {
    let (mut left_alone, mut sorted) = (core.tidy.left_alone, Vec::new());
    while let Some(component) = left_alone.pop_first() {
        if !W::TRANSIENT.contains(&component) {
            sorted.push(W::COMPONENTS[component]);
        }
    }
    sorted
}

/// The changes that views have deferred, by name. Views without deferred changes have no entry.
struct DeferredViews<'a, W: EcsWorld>(&'a Core<W>);

impl<W: EcsWorld> Serialize for DeferredViews<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let views = deferred_views(self.0);
        let mut map = serializer.serialize_map(Some(views.len()))?;
        for (view, Deferred { list, noted, gone, new }) in &views {
            map.serialize_entry(&list_name::<W>(*view), &(list, noted, gone, new))?;
        }
        map.end()
    }
}

/// The views with deferred changes that are saved, and these changes.
fn deferred_views<W: EcsWorld>(core: &Core<W>) -> Vec<(usize, Deferred)> {
    let mut views = Vec::new();
    for view in W::SETTLING {
        if is_saved::<W>(*view)
            && let Some(own) = W::__view_alone(&core.views, *view)
        {
            let deferred = own.deferred();
            if !deferred.is_empty() {
                views.push((*view, deferred));
            }
        }
    }
    views
}

/// The columns, by name.
struct Columns<'a, W: EcsWorld>(&'a Core<W>);

impl<W: SaveWorld> Serialize for Columns<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(W::COLUMNS.len()))?;
        for (column, (name, _)) in W::COLUMNS.iter().enumerate() {
            map.serialize_entry(name, &Column::<W>(&self.0.storages, column))?;
        }
        map.end()
    }
}

/// One column, by its number.
struct Column<'a, W: EcsWorld>(&'a W::Storages, usize);

impl<W: SaveWorld> Serialize for Column<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        W::__save_column(self.0, self.1, Write(serializer))
    }
}

/// Writes what generated code passes to it: a column as three lists, any other value as itself.
struct Write<S>(S);

impl<S: Serializer> ColumnWriter for Write<S> {
    type Output = Result<S::Ok, S::Error>;

    fn column<T: Storage, F: SaveAs<T::Value>>(self, storage: &T) -> Self::Output {
        let mut column = self.0.serialize_tuple(3)?;
        column.serialize_element(&AsRuns::source(storage.source()))?;
        column.serialize_element(&AllValues::<T, F>(storage, PhantomData))?;
        column.serialize_element(&ListsAsRuns(&unseen(storage)))?;
        column.end()
    }

    fn none(self) -> Self::Output {
        Err(S::Error::custom("there is no such column"))
    }
}

impl<S: Serializer> ValueWriter for Write<S> {
    type Output = Result<S::Ok, S::Error>;

    fn value<T: Serialize>(self, value: &T) -> Self::Output {
        value.serialize(self.0)
    }

    fn none(self) -> Self::Output {
        Err(S::Error::custom("there is no such value"))
    }
}

/// The rows with changes that a system has not seen yet: one list per system that reads changes of the component, in the order of
/// declaration.
///
/// A row is the number of a value in the order of the storage. Runs in **O(values)** time per list.
pub(in crate::world) fn unseen<T: Storage>(storage: &T) -> Vec<Vec<u32>> {
    let mut unseen = Vec::new();
    if const { T::READERS > 0 } {
        storage.each_reader(&mut |marks| unseen.push(marked_rows(storage.source(), marks)));
    }
    unseen
}

/// The rows of a source whose positions are marked.
fn marked_rows(source: Source<'_>, marks: &dyn ReaderMarks) -> Vec<u32> {
    let rows = (0_u32..).zip(source.iter());
    let marked = rows.filter(|(_, index)| source.step_of(*index).is_some_and(|at| marks.is_marked(at)));
    marked.map(|(row, _)| row).collect()
}

/// The values of a storage, in the order of its entities, so that each value is written without its entity.
struct AllValues<'a, S, F>(&'a S, PhantomData<F>);

impl<T: Storage, F: SaveAs<T::Value>> Serialize for AllValues<'_, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (_, values) = self.0.parts();
        let mut all = serializer.serialize_seq(Some(self.0.values()))?;
        for value in values.each() {
            all.serialize_element(&Encoded::<_, F>::new(value))?;
        }
        all.end()
    }
}

/// The orders of the indices of relations, by name.
///
/// They contain the order of nodes and sources. Which entity has which target is part of the values.
struct Relations<'a, W: EcsWorld>(&'a Core<W>);

impl<W: EcsWorld> Serialize for Relations<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let indices = &self.0.entities.relations;
        let mut map = serializer.serialize_map(Some(indices.len()))?;
        for (relation, index) in indices.iter().enumerate() {
            map.serialize_entry(W::COMPONENTS[W::RELATIONS[relation].component], &index.saved_order())?;
        }
        map.end()
    }
}

/// The lists of views, by name.
///
/// Views with deferred changes have no entry, as their list is saved with these changes; groups have none, as storages have their order.
struct Lists<'a, W: EcsWorld>(&'a Core<W>);

impl<W: EcsWorld> Serialize for Lists<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lists = lists(self.0);
        let mut map = serializer.serialize_map(Some(lists.len()))?;
        for (view, list) in lists {
            map.serialize_entry(&list_name::<W>(view), &AsRuns::list(list))?;
        }
        map.end()
    }
}

/// The views with a list that is saved, and these lists.
fn lists<W: EcsWorld>(core: &Core<W>) -> Vec<(usize, &[u32])> {
    let mut lists = Vec::new();
    for view in 0..W::VIEWS.len() {
        if is_saved::<W>(view)
            && let Some(own) = W::__view_alone(&core.views, view)
            && let Members::Listed(list) = own.members()
        {
            lists.push((view, list.indices()));
        }
    }
    lists
}

/// The values of a section, by name. The second field is the name of the section in generated code.
struct Section<'a, W>(&'a W, &'static str);

impl<W: SaveWorld> Serialize for Section<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let own = values_of(self.1, W::VALUES);
        let mut map = serializer.serialize_map(Some(own.len()))?;
        for (value, name) in own {
            map.serialize_entry(name, &Value(self.0, value))?;
        }
        map.end()
    }
}

/// The numbers and names of the values of a section.
fn values_of(section: &str, values: &[(&'static str, &'static str)]) -> Vec<(usize, &'static str)> {
    let own = values.iter().enumerate().filter(|(_, (own, _))| *own == section);
    own.map(|(value, (_, name))| (value, *name)).collect()
}

/// One value, by its number.
struct Value<'a, W>(&'a W, usize);

impl<W: SaveWorld> Serialize for Value<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.__save_value(self.1, Write(serializer))
    }
}
