//! Reading a save: values go into the storages of a new world as they are read, without owners; all else is kept until the end, since the
//! fields of a save can be in any order. Then a world is [built](super::build) of it.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::mem;

use serde::de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::columns::ReadColumn;
use super::commands::ReadCommands;
use super::removed::SkipSection;
use super::{
    ColumnReader, FIELDS, FIELDS_OF, FORMAT, Found, Load, QueueReader, RemovedReader, SECTIONS, Saves, ValueReader,
    find_removed, list_name, present_name,
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
#[diagnostic::on_unimplemented(
    message = "the declaration of world `{Self}` does not ask for `Deserialize`",
    label = "this needs a world that can be loaded",
    note = "write `#[derive(Deserialize)] pub struct {Self};` at the beginning of its `ecs_world!`"
)]
pub trait LoadWorld: Saves + Default {
    /// Passes a column to a visitor.
    #[doc(hidden)]
    fn __load_column<'de, V: ColumnReader<'de>>(storages: &mut Self::Storages, column: usize, visitor: V) -> V::Output;
    /// Passes the queue of pending values of a component to a visitor.
    #[doc(hidden)]
    fn __load_queue<'de, V: QueueReader<'de>>(queues: &mut Self::Queues, component: usize, visitor: V) -> V::Output;
    /// Passes the type of an entry that was removed to a visitor, by its number.
    #[doc(hidden)]
    fn __skip_removed<'de, V: RemovedReader<'de>>(_removed: usize, visitor: V) -> V::Output {
        visitor.untyped()
    }
    /// Passes what reads a value to a visitor.
    #[doc(hidden)]
    fn __load_value<'de, V: ValueReader<'de>>(&mut self, value: usize, visitor: V) -> V::Output;
}

/// A type whose values are read from a save.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `Deserialize`, and so its values cannot be loaded",
    label = "this world is loaded with it",
    note = "derive `serde::Deserialize` for `{Self}`, or write `#[transient]` before the entry to leave it out of saves"
)]
pub trait OutOfSaves: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> OutOfSaves for T {}

/// Passes a column to a visitor, for generated code.
pub fn load_column<'de, T: OutOfSaves, S: Storage<Value = T>, V: ColumnReader<'de>>(
    storage: &mut S,
    visitor: V,
) -> V::Output {
    visitor.column::<S, BySerde>(storage)
}

/// The same for values that are read as `F` says.
pub fn load_column_as<'de, T, F: LoadAs<T>, S: Storage<Value = T>, V: ColumnReader<'de>>(
    storage: &mut S,
    visitor: V,
) -> V::Output {
    visitor.column::<S, F>(storage)
}

/// Passes the queue of pending values of a component to a visitor, for generated code.
pub fn load_queue<'de, W: Holds<T>, T: OutOfSaves + 'static, V: QueueReader<'de>>(
    queues: &mut W::Queues,
    visitor: V,
) -> V::Output {
    visitor.queue::<T, BySerde>(W::queue(queues))
}

/// The same for values that are read as `F` says.
pub fn load_queue_as<'de, W: Holds<T>, T: 'static, F: LoadAs<T>, V: QueueReader<'de>>(
    queues: &mut W::Queues,
    visitor: V,
) -> V::Output {
    visitor.queue::<T, F>(W::queue(queues))
}

/// Passes what reads a resource, or the fields of a system, to a visitor, for generated code.
pub fn load_value<'de, T: OutOfSaves, V: ValueReader<'de>>(value: &mut T, visitor: V) -> V::Output {
    load_value_as::<T, BySerde, V>(value, visitor)
}

/// The same for a value that is read as `F` says.
pub fn load_value_as<'de, T, F: LoadAs<T>, V: ValueReader<'de>>(value: &mut T, visitor: V) -> V::Output {
    visitor.value(Into(value, PhantomData::<F>))
}

/// Passes what reads a state to a visitor, for generated code.
pub fn load_state<'de, T: OutOfSaves, V: ValueReader<'de>>(state: &mut State<T>, visitor: V) -> V::Output {
    load_state_as::<T, BySerde, V>(state, visitor)
}

/// The same for a state with values that are read as `F` says.
pub fn load_state_as<'de, T, F: LoadAs<T>, V: ValueReader<'de>>(state: &mut State<T>, visitor: V) -> V::Output {
    visitor.value(LoadState(state, PhantomData::<F>))
}

/// Passes what reads events to a visitor, for generated code.
pub fn load_events<'de, T: OutOfSaves, V: ValueReader<'de>>(
    events: &mut Events<T>,
    cursors: &mut [(&'static [&'static str], &mut EventCursor<T>)],
    visitor: V,
) -> V::Output {
    load_events_as::<T, BySerde, V>(events, cursors, visitor)
}

/// The same for events that are read as `F` says.
pub fn load_events_as<'de, T, F: LoadAs<T>, V: ValueReader<'de>>(
    events: &mut Events<T>,
    cursors: &mut [(&'static [&'static str], &mut EventCursor<T>)],
    visitor: V,
) -> V::Output {
    visitor.value(LoadEvents { events, cursors, format: PhantomData::<F> })
}

/// Replaces a value by one that is read.
struct Into<'a, T, F>(&'a mut T, PhantomData<F>);

impl<'de, T, F: LoadAs<T>> DeserializeSeed<'de> for Into<'_, T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        *self.0 = F::load(deserializer)?;
        Ok(())
    }
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for Load<W> {
    type Value = W;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<W, D::Error> {
        deserializer.deserialize_struct(W::NAME, FIELDS, SaveVisitor(self))?.into_world().map_err(D::Error::custom)
    }
}

/// The entities of a column, whose values are in its storage, without owners.
#[derive(Clone, Default)]
pub(super) struct Rows {
    pub(super) entities: Vec<u32>,
    /// The rows whose changes each system has not seen.
    pub(super) unseen: Vec<Vec<u32>>,
}

/// What was read so far.
pub(in crate::world) struct Loading<W: LoadWorld> {
    pub(super) policy: Load<W>,
    pub(in crate::world) world: W,
    /// The fields that were read, as bits.
    fields: u32,
    format: u32,
    pub(in crate::world) schema: u64,
    /// The version of the declaration that wrote it.
    pub(in crate::world) version: u32,
    pub(in crate::world) generations: Vec<u32>,
    pub(in crate::world) free: Vec<u32>,
    pub(super) columns: Vec<Option<Rows>>,
    pub(in crate::world) relations: Vec<Option<SavedOrder>>,
    pub(in crate::world) lists: Vec<Option<Vec<u32>>>,
    pub(in crate::world) values: Vec<bool>,
    pub(in crate::world) tidy_next: (u64, u64),
    pub(in crate::world) sorted: Vec<String>,
    pub(in crate::world) reserved: Vec<Entity>,
    pub(in crate::world) commands: Vec<SavedBatch<W>>,
    pub(in crate::world) deferred: Vec<Option<Deferred>>,
}

impl<W: LoadWorld> Loading<W> {
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
            sorted: Vec::new(),
            reserved: Vec::new(),
            commands: Vec::new(),
            deferred: vec![None; W::VIEWS.len()],
        }
    }

    pub(in crate::world) fn core(&mut self) -> &mut Core<W> {
        self.world.__core_mut(Token::new())
    }

    /// The entities of a column, whose values are in its storage, without owners; and the rows whose changes each system has not seen.
    pub(in crate::world) fn give_rows(&mut self, column: usize, entities: Vec<u32>, unseen: Vec<Vec<u32>>) {
        self.columns[column] = Some(Rows { entities, unseen });
    }
}

/// Reads the fields of a save.
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
        let mut find = |name: &str| {
            let field = FIELDS.iter().position(|field| *field == name);
            field.map(Some).ok_or_else(|| format!("`{name}` is no field of a save"))
        };
        while let Some(field) = fields.next_key_seed(Name(&mut find, Named::Field))? {
            if let Some(field) = field {
                fields.next_value_seed(Field(&mut loading, field))?;
            }
        }
        match (0..FIELDS_OF[loading.format as usize]).find(|field| loading.fields >> field & 1 == 0) {
            Some(missing) => Err(A::Error::missing_field(FIELDS[missing])),
            None => Ok(loading),
        }
    }
}

/// Reads one field.
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
            "format" => check_format(u32::deserialize(deserializer)?).map(|format| loading.format = format),
            "schema" => u64::deserialize(deserializer).map(|schema| loading.schema = schema),
            "generations" => Vec::deserialize(deserializer).map(|generations| loading.generations = generations),
            "free" => Vec::deserialize(deserializer).map(|free| loading.free = free),
            "components" => deserializer.deserialize_map(Entries(loading, Columns)),
            "relations" => deserializer.deserialize_map(Entries(loading, Relations)),
            "lists" => deserializer.deserialize_map(Entries(loading, Lists)),
            "dropped_commands" => u64::deserialize(deserializer).map(|count| loading.core().dropped_commands = count),
            "is_running" => bool::deserialize(deserializer).map(|is| loading.core().is_running = is),
            "tidy_budget" => Option::<u64>::deserialize(deserializer).map(|budget| {
                let budget = budget.map(|budget| usize::try_from(budget).unwrap_or(usize::MAX));
                tidy::set_budget(&mut loading.world, budget);
            }),
            "tidy_next" => <(u64, u64)>::deserialize(deserializer).map(|next| loading.tidy_next = next),
            "sorted" => Vec::deserialize(deserializer).map(|sorted| loading.sorted = sorted),
            "reserved" => Vec::deserialize(deserializer).map(|reserved| loading.reserved = reserved),
            "commands" => {
                let read = ReadCommands { skips_unknown: loading.policy.skips_unknown, world: PhantomData };
                read.deserialize(deserializer).map(|commands| loading.commands = commands)
            }
            "version" => u32::deserialize(deserializer).map(|version| loading.version = version),
            "deferred" => deserializer.deserialize_map(Entries(loading, Views)),
            section => deserializer.deserialize_map(Entries(loading, Section(section))),
        }
    }
}

/// A format that can be read.
fn check_format<E: Error>(format: u32) -> Result<u32, E> {
    if (1..=FORMAT).contains(&format) {
        return Ok(format);
    }
    Err(E::custom(format_args!(
        "the save is of format {format}, and this version of ecs-world reads formats 1 to {FORMAT}"
    )))
}

/// A kind of named entries.
trait Kind<W: LoadWorld>: Copy {
    /// Whether entries have orders and no data, so that unknown ones are left out under any policy.
    const ORDER_ALONE: bool = false;

    /// What an entry is called.
    fn word(self) -> &'static str;
    /// The number of an entry.
    fn find(self, name: &str) -> Option<usize>;
    /// Whether the entry with this number was read already; it counts as read from then on, if it is not.
    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool;
    /// Reads it.
    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error>;
    /// Reads one of an unknown name.
    fn skip<'de, D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        IgnoredAny::deserialize(from).map(|_| ())
    }
    /// Reads one that was removed.
    fn skip_removed<'de, D: Deserializer<'de>>(self, _removed: usize, from: D) -> Result<(), D::Error> {
        Kind::<W>::skip(self, from)
    }
}

#[derive(Clone, Copy)]
struct Columns;

impl<W: LoadWorld> Kind<W> for Columns {
    fn word(self) -> &'static str {
        "component"
    }

    fn find(self, name: &str) -> Option<usize> {
        let name = present_name::<W>("components", name);
        W::COLUMNS.iter().position(|(own, _)| *own == name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.columns[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        let reader = ReadColumn(from, W::COLUMNS[number].0);
        let rows = W::__load_column(&mut loading.core().storages, number, reader)?;
        loading.columns[number] = Some(rows);
        Ok(())
    }

    fn skip_removed<'de, D: Deserializer<'de>>(self, removed: usize, from: D) -> Result<(), D::Error> {
        W::__skip_removed(removed, SkipSection(from, "components"))
    }
}

#[derive(Clone, Copy)]
struct Relations;

impl<W: LoadWorld> Kind<W> for Relations {
    fn word(self) -> &'static str {
        "relation"
    }

    fn find(self, name: &str) -> Option<usize> {
        let name = present_name::<W>("components", name);
        W::RELATIONS.iter().position(|relating| W::COMPONENTS[relating.component] == name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.relations[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        loading.relations[number] = Some(Deserialize::deserialize(from)?);
        Ok(())
    }

    fn skip_removed<'de, D: Deserializer<'de>>(self, _: usize, from: D) -> Result<(), D::Error> {
        SavedOrder::deserialize(from).map(|_| ())
    }
}

#[derive(Clone, Copy)]
struct Lists;

impl<W: LoadWorld> Kind<W> for Lists {
    const ORDER_ALONE: bool = true;

    fn word(self) -> &'static str {
        "list"
    }

    fn find(self, name: &str) -> Option<usize> {
        let name = present_list_name::<W>(name);
        (0..W::VIEWS.len()).find(|view| list_name::<W>(*view) == name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.lists[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        loading.lists[number] = Some(Vec::deserialize(from)?);
        Ok(())
    }

    fn skip<'de, D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        Vec::<u32>::deserialize(from).map(|_| ())
    }
}

/// What views have not settled.
#[derive(Clone, Copy)]
struct Views;

type SavedDeferred = (Option<Vec<Entity>>, Vec<Entity>, Vec<Entity>, Vec<Entity>);

impl<W: LoadWorld> Kind<W> for Views {
    const ORDER_ALONE: bool = true;

    fn word(self) -> &'static str {
        "view"
    }

    fn find(self, name: &str) -> Option<usize> {
        Kind::<W>::find(Lists, name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.deferred[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        let (list, noted, gone, new) = SavedDeferred::deserialize(from)?;
        loading.deferred[number] = Some(Deferred { list, noted, gone, new });
        Ok(())
    }

    fn skip<'de, D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        SavedDeferred::deserialize(from).map(|_| ())
    }
}

/// Resources, events, states or systems.
#[derive(Clone, Copy)]
struct Section(&'static str);

impl<W: LoadWorld> Kind<W> for Section {
    fn word(self) -> &'static str {
        word(self.0)
    }

    fn find(self, name: &str) -> Option<usize> {
        let name = present_name::<W>(self.0, name);
        W::VALUES.iter().position(|own| *own == (self.0, name))
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        mem::replace(&mut loading.values[number], true)
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        let read = loading.world.__load_value(number, ReadValue(from));
        read.map_err(|error| D::Error::custom(format_args!("{} `{}`: {error}", word(self.0), W::VALUES[number].1)))
    }

    fn skip_removed<'de, D: Deserializer<'de>>(self, removed: usize, from: D) -> Result<(), D::Error> {
        W::__skip_removed(removed, SkipSection(from, self.0))
    }
}

/// The present name of the list that had this one.
fn present_list_name<W: Saves>(name: &str) -> String {
    let (mut present, mut rest) = (String::new(), name);
    while !rest.is_empty() {
        let is_name = |character: char| !matches!(character, ',' | ' ' | '(' | ')');
        let end = rest.find(|character| !is_name(character)).unwrap_or(rest.len());
        let (word, next) = rest.split_at(end);
        present += present_name::<W>("components", word);
        let end = next.find(is_name).unwrap_or(next.len());
        let (between, next) = next.split_at(end);
        present += between;
        rest = next;
    }
    present
}

/// What an entry of a section is called.
pub(super) fn word(section: &str) -> &'static str {
    const WORDS: [&str; 4] = ["resource", "event", "state", "system"];
    let number = SECTIONS.iter().position(|own| *own == section);
    number.map_or("value", |number| WORDS[number])
}

/// Reads a map of named entries.
struct Entries<'a, W: LoadWorld, K>(&'a mut Loading<W>, K);

impl<'de, W: LoadWorld, K: Kind<W>> Visitor<'de> for Entries<'_, W, K> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(loading, kind) = self;
        let (word, skips) = (kind.word(), loading.policy.skips_unknown || K::ORDER_ALONE);
        loop {
            let mut find = |name: &str| match (kind.find(name), find_removed::<W>(name)) {
                (Some(number), _) if kind.is_read(loading, number) => {
                    Err(format!("the save has the {word} `{name}` twice"))
                }
                (Some(number), _) => Ok(Found::Entry(number)),
                (None, Some(removed)) => Ok(Found::Removed(removed)),
                (None, None) if skips => Ok(Found::Unknown),
                (None, None) => Err(format!(
                    "the save has the {word} `{name}`, which world `{}` does not declare: load it with \
                     `Load::new().skip_unknown()` to leave it out",
                    W::NAME
                )),
            };
            let Some(found) = map.next_key_seed(Name(&mut find, Named::Key))? else { break };
            map.next_value_seed(Entry(loading, kind, found))?;
        }
        Ok(())
    }
}

/// Reads the value of an entry, or of one that is left out.
struct Entry<'a, W: LoadWorld, K>(&'a mut Loading<W>, K, Found);

impl<'de, W: LoadWorld, K: Kind<W>> DeserializeSeed<'de> for Entry<'_, W, K> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.2 {
            Found::Entry(number) => self.1.read(self.0, number, deserializer),
            Found::Removed(number) => self.1.skip_removed(number, deserializer),
            Found::Unknown => self.1.skip(deserializer),
        }
    }
}

/// Reads a name, and finds what it means.
struct Name<'a, F>(&'a mut F, Named);

/// Where a name is: formats write fields and keys in different ways.
#[derive(Clone, Copy)]
enum Named {
    Field,
    Key,
}

impl<'de, F: FnMut(&str) -> Result<T, String>, T> DeserializeSeed<'de> for Name<'_, F> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        match self.1 {
            Named::Field => deserializer.deserialize_identifier(self),
            Named::Key => deserializer.deserialize_str(self),
        }
    }
}

impl<F: FnMut(&str) -> Result<T, String>, T> Visitor<'_> for Name<'_, F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        (self.0)(name).map_err(E::custom)
    }
}

struct ReadValue<D>(D);

impl<'de, D: Deserializer<'de>> ValueReader<'de> for ReadValue<D> {
    type Output = Result<(), D::Error>;

    fn value<T: DeserializeSeed<'de, Value = ()>>(self, seed: T) -> Self::Output {
        seed.deserialize(self.0)
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such value"))
    }
}
