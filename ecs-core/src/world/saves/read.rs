//! Loading: reads all of a save, and then builds a new world of it.
//!
//! Values go into the storages of the new world as they are read, without owners; all else is kept until the end, since the fields of a
//! save can be in any order. Then each part is checked and built on the one before: slots, masks, owners of values, relations, views.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::mem;

use serde::de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{ColumnReader, FIELDS, FORMAT, Load, SECTIONS, Saves, ValueReader, is_saved, list_name};
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::events::{EventCursor, Events, LoadEvents};
use crate::mask::BitMask;
use crate::relation::{RelationIndex, SavedOrder};
use crate::state::State;
use crate::storage::Storage;
use crate::view::{Members, Transition};
use crate::world::{Core, Token, relations, tidy};

/// Bytes of values for which memory is reserved before they are read.
const RESERVED: usize = 1 << 20;

/// A world that is declared with `#[derive(Deserialize)]`.
pub trait LoadWorld: Saves + Default {
    /// Passes a column to a visitor.
    #[doc(hidden)]
    fn __load_column<'de, V: ColumnReader<'de>>(storages: &mut Self::Storages, column: usize, visitor: V) -> V::Output;
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
    visitor.column(storage)
}

/// Passes what reads a resource, or the fields of a system, to a visitor, for generated code.
pub fn load_value<'de, T: OutOfSaves, V: ValueReader<'de>>(value: &mut T, visitor: V) -> V::Output {
    visitor.value(Into(value))
}

/// Passes what reads a state to a visitor, for generated code.
pub fn load_state<'de, T: OutOfSaves, V: ValueReader<'de>>(state: &mut State<T>, visitor: V) -> V::Output {
    visitor.value(Into(state))
}

/// Passes what reads events to a visitor, for generated code.
pub fn load_events<'de, T: OutOfSaves, V: ValueReader<'de>>(
    events: &mut Events<T>,
    cursors: &mut [(&'static str, &mut EventCursor<T>)],
    visitor: V,
) -> V::Output {
    visitor.value(LoadEvents { events, cursors })
}

/// Replaces a value by one that is read.
struct Into<'a, T>(&'a mut T);

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Into<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        *self.0 = T::deserialize(deserializer)?;
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
struct Rows {
    entities: Vec<u32>,
    /// The rows whose changes each system has not seen.
    unseen: Vec<Vec<u32>>,
}

/// What was read so far.
struct Loading<W: LoadWorld> {
    policy: Load<W>,
    world: W,
    /// The fields that were read, as bits.
    fields: u32,
    schema: u64,
    generations: Vec<u32>,
    free: Vec<u32>,
    columns: Vec<Option<Rows>>,
    relations: Vec<Option<SavedOrder>>,
    lists: Vec<Option<Vec<u32>>>,
    values: Vec<bool>,
    tidy_next: (u64, u64),
    sorted: Vec<String>,
}

impl<W: LoadWorld> Loading<W> {
    fn new(policy: Load<W>) -> Self {
        Self {
            policy,
            world: W::default(),
            fields: 0,
            schema: 0,
            generations: Vec::new(),
            free: Vec::new(),
            columns: vec![None; W::COLUMNS.len()],
            relations: vec![None; W::RELATIONS.len()],
            lists: vec![None; W::VIEWS.len()],
            values: vec![false; W::VALUES.len()],
            tidy_next: (0, 0),
            sorted: Vec::new(),
        }
    }

    fn core(&mut self) -> &mut Core<W> {
        self.world.__core_mut(Token::new())
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
        match (0..FIELDS.len()).find(|field| loading.fields >> field & 1 == 0) {
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
            "format" => check_format(u32::deserialize(deserializer)?),
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
            section => deserializer.deserialize_map(Entries(loading, Section(section))),
        }
    }
}

fn check_format<E: Error>(format: u32) -> Result<(), E> {
    if format == FORMAT {
        return Ok(());
    }
    Err(E::custom(format_args!("the save is of format {format}, and this version of ecs-world reads format {FORMAT}")))
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
}

#[derive(Clone, Copy)]
struct Columns;

impl<W: LoadWorld> Kind<W> for Columns {
    fn word(self) -> &'static str {
        "component"
    }

    fn find(self, name: &str) -> Option<usize> {
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
}

#[derive(Clone, Copy)]
struct Relations;

impl<W: LoadWorld> Kind<W> for Relations {
    fn word(self) -> &'static str {
        "relation"
    }

    fn find(self, name: &str) -> Option<usize> {
        W::RELATIONS.iter().position(|relating| W::COMPONENTS[relating.component] == name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.relations[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        loading.relations[number] = Some(Deserialize::deserialize(from)?);
        Ok(())
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

/// Resources, events, states or systems.
#[derive(Clone, Copy)]
struct Section(&'static str);

impl<W: LoadWorld> Kind<W> for Section {
    fn word(self) -> &'static str {
        word(self.0)
    }

    fn find(self, name: &str) -> Option<usize> {
        W::VALUES.iter().position(|own| *own == (self.0, name))
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        mem::replace(&mut loading.values[number], true)
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        let read = loading.world.__load_value(number, ReadValue(from));
        read.map_err(|error| D::Error::custom(format_args!("{} `{}`: {error}", word(self.0), W::VALUES[number].1)))
    }
}

/// What an entry of a section is called.
fn word(section: &str) -> &'static str {
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
            let mut find = |name: &str| match kind.find(name) {
                Some(number) if kind.is_read(loading, number) => Err(format!("the save has the {word} `{name}` twice")),
                None if !skips => Err(format!(
                    "the save has the {word} `{name}`, which world `{}` does not declare: load it with \
                     `Load::new().skip_unknown()` to leave it out",
                    W::NAME
                )),
                found => Ok(found),
            };
            let Some(number) = map.next_key_seed(Name(&mut find, Named::Key))? else { break };
            map.next_value_seed(Entry(loading, kind, number))?;
        }
        Ok(())
    }
}

/// Reads the value of an entry with this number, or of an unknown one.
struct Entry<'a, W: LoadWorld, K>(&'a mut Loading<W>, K, Option<usize>);

impl<'de, W: LoadWorld, K: Kind<W>> DeserializeSeed<'de> for Entry<'_, W, K> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.2 {
            Some(number) => self.1.read(self.0, number, deserializer),
            None => self.1.skip(deserializer),
        }
    }
}

/// Reads a name, and finds its number; `None` is left out.
struct Name<'a, F>(&'a mut F, Named);

/// Where a name is: formats write fields and keys in different ways.
#[derive(Clone, Copy)]
enum Named {
    Field,
    Key,
}

impl<'de, F: FnMut(&str) -> Result<Option<usize>, String>> DeserializeSeed<'de> for Name<'_, F> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        match self.1 {
            Named::Field => deserializer.deserialize_identifier(self),
            Named::Key => deserializer.deserialize_str(self),
        }
    }
}

impl<F: FnMut(&str) -> Result<Option<usize>, String>> Visitor<'_> for Name<'_, F> {
    type Value = Option<usize>;

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

/// Reads a column: its values into the storage, without owners. Returns the entities.
struct ReadColumn<D>(D, &'static str);

impl<'de, D: Deserializer<'de>> ColumnReader<'de> for ReadColumn<D> {
    type Output = Result<Rows, D::Error>;

    fn column<S: Storage<Value: DeserializeOwned>>(self, storage: &mut S) -> Self::Output {
        self.0.deserialize_tuple(3, ColumnVisitor(storage, self.1))
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such column"))
    }
}

struct ColumnVisitor<'a, S>(&'a mut S, &'static str);

impl<'de, S: Storage<Value: DeserializeOwned>> Visitor<'de> for ColumnVisitor<'_, S> {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component `{}`: its entities, their values, and the changes that systems have not seen", self.1)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Rows, A::Error> {
        let name = self.1;
        let lacks = |what| A::Error::custom(format_args!("component `{name}` has no {what}"));
        let entities: Vec<u32> = parts.next_element()?.ok_or_else(|| lacks("entities"))?;
        let count = entities.len();
        parts.next_element_seed(ReadRows { storage: self.0, name, count })?.ok_or_else(|| lacks("values"))?;
        let unseen = parts.next_element()?.ok_or_else(|| lacks("changes"))?;
        Ok(Rows { entities, unseen })
    }
}

/// Reads as many values as there are entities.
struct ReadRows<'a, S> {
    storage: &'a mut S,
    name: &'static str,
    count: usize,
}

impl<'de, S: Storage<Value: DeserializeOwned>> DeserializeSeed<'de> for ReadRows<'_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, S: Storage<Value: DeserializeOwned>> Visitor<'de> for ReadRows<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} values of component `{}`", self.count, self.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<(), A::Error> {
        let Self { storage, name, count } = self;
        storage.reserve(count.min(RESERVED / size_of::<S::Value>().max(1)));
        for row in 0..count {
            let value = values.next_element::<S::Value>();
            let value =
                value.map_err(|error| A::Error::custom(format_args!("component `{name}`, row {row}: {error}")))?;
            let Some(value) = value else {
                return Err(A::Error::custom(format_args!("component `{name}` has {row} values for {count} entities")));
            };
            storage.push_unowned(value);
        }
        match values.next_element::<S::Value>()? {
            Some(_) => {
                Err(A::Error::custom(format_args!("component `{name}` has more values than its {count} entities")))
            }
            None => Ok(()),
        }
    }
}

/// Gives the values of a column to their entities, and marks what systems have not seen: all of it, if the save is of another declaration.
struct AssignOwners<'a>(&'a [Entity], Option<&'a [Vec<u32>]>);

impl ColumnReader<'_> for AssignOwners<'_> {
    type Output = Result<(), &'static str>;

    fn column<S: Storage<Value: DeserializeOwned>>(self, storage: &mut S) -> Self::Output {
        let Self(owners, unseen) = self;
        storage.assign_owners(owners);
        unseen.map_or(Ok(()), |unseen| mark(storage, owners, unseen))
    }

    fn none(self) -> Self::Output {
        Err("there is no such column")
    }
}

/// Marks these rows for each system that reads changes, and no others.
fn mark<S: Storage>(storage: &S, owners: &[Entity], unseen: &[Vec<u32>]) -> Result<(), &'static str> {
    let source = storage.source();
    let (mut readers, mut is_right) = (unseen.iter(), true);
    storage.each_reader(&mut |marks| {
        let mut put = |row: usize, is_marked| match owners.get(row).and_then(|own| source.step_of(own.index())) {
            Some(at) => marks.put(at, is_marked),
            None => is_right = false,
        };
        (0..owners.len()).for_each(|row| put(row, false));
        match readers.next() {
            Some(rows) => rows.iter().for_each(|row| put(*row as usize, true)),
            None => is_right = false,
        }
    });
    let is_right = is_right && readers.next().is_none();
    if is_right { Ok(()) } else { Err("its changes that systems have not seen are damaged") }
}

impl<W: LoadWorld> Loading<W> {
    /// Builds the world of what was read (I1 of saves).
    fn into_world(mut self) -> Result<W, String> {
        self.check_complete()?;
        let (generations, free) = (mem::take(&mut self.generations), mem::take(&mut self.free));
        let allocator = Allocator::of_saved(generations, free)
            .map_err(|error| format!("the entities of the save are damaged: {error}"))?;
        let slots = allocator.slots() as usize;
        let core = self.core();
        core.entities.allocator = allocator;
        core.entities.masks.resize(slots, W::Mask::EMPTY);
        core.entities.wear.note(u64::MAX);
        let columns = mem::take(&mut self.columns);
        for (column, rows) in columns.iter().enumerate() {
            if let Some(rows) = rows {
                self.give(column, rows)?;
            }
        }
        self.check_pasts(&columns)?;
        if !W::RELATIONS.is_empty() {
            self.relate(&columns)?;
        }
        self.fill_views();
        self.resume_tidying()?;
        Ok(self.world)
    }

    /// All that the world declares is there, or the policy says otherwise; and the save is of this declaration.
    fn check_complete(&self) -> Result<(), String> {
        let policy = self.policy;
        let column = self.columns.iter().position(Option::is_none).map(|column| ("component", W::COLUMNS[column].0));
        let value = self.values.iter().position(|is_read| !is_read);
        let value = value.map(|value| (word(W::VALUES[value].0), W::VALUES[value].1));
        if let Some((word, name)) = column.or(value).filter(|_| !policy.defaults_missing) {
            return Err(format!(
                "the save has no {word} `{name}`, which world `{}` declares: load it with \
                 `Load::new().default_missing()` to let it start as in a new world",
                W::NAME
            ));
        }
        if self.schema != W::SCHEMA_HASH && !policy.defaults_missing && !policy.skips_unknown {
            return Err(format!(
                "the save is of a world with another declaration than `{}`, in which a type or a kind of entry differs: \
                 load it with a policy of `Load` if its types are the same",
                W::NAME
            ));
        }
        Ok(())
    }

    /// Gives the values of a column to these entities, and the component to their masks.
    fn give(&mut self, column: usize, Rows { entities: indices, unseen }: &Rows) -> Result<(), String> {
        let is_of_this_declaration = self.schema == W::SCHEMA_HASH;
        let (name, component) = W::COLUMNS[column];
        let is_past = is_past::<W>(column);
        let Core { storages, entities, .. } = self.core();
        let mut is_listed = vec![false; if is_past { entities.masks.len() } else { 0 }];
        let mut owners = Vec::with_capacity(indices.len());
        for (row, index) in indices.iter().enumerate() {
            let Some(entity) = entities.allocator.entity_at(*index) else {
                return Err(format!(
                    "component `{name}`, row {row}: no entity with index {index} is alive in the save"
                ));
            };
            let mask = entities.masks[*index as usize];
            let is_twice = if is_past {
                if !mask.contains(component) {
                    return Err(format!("component `{name}`, row {row}: {entity} has a past and no present"));
                }
                mem::replace(&mut is_listed[*index as usize], true)
            } else {
                mask.contains(component)
            };
            if is_twice {
                return Err(format!("component `{name}`, row {row}: {entity} has a second value"));
            }
            if !is_past {
                entities.masks.set(*index as usize, mask.union(W::Mask::bit(component)));
            }
            owners.push(entity);
        }
        let unseen = is_of_this_declaration.then_some(&unseen[..]);
        W::__load_column(storages, column, AssignOwners(&owners, unseen))
            .map_err(|error| format!("component `{name}`: {error}"))
    }

    /// Each value of a double-buffered component has its past.
    fn check_pasts(&self, columns: &[Option<Rows>]) -> Result<(), String> {
        let count = |column: usize| columns[column].as_ref().map_or(0, |rows| rows.entities.len());
        for past in (0..columns.len()).filter(|column| is_past::<W>(*column)) {
            let (name, component) = W::COLUMNS[past];
            let present = W::COLUMNS.iter().position(|(_, own)| *own == component).map_or(0, count);
            if count(past) != present {
                return Err(format!(
                    "component `{name}` has {} values, and there are {present} present ones",
                    count(past)
                ));
            }
        }
        Ok(())
    }

    /// Links the sources of relations to their targets, and brings them into the order of the save.
    fn relate(&mut self, columns: &[Option<Rows>]) -> Result<(), String> {
        let orders = mem::take(&mut self.relations);
        let core = self.core();
        for (number, order) in orders.iter().enumerate() {
            let Some(order) = order else { continue };
            let of = |error| format!("relation `{}`: {error}", W::COMPONENTS[W::RELATIONS[number].component]);
            core.entities.relations[number] = RelationIndex::of_saved(order, &core.entities.allocator).map_err(of)?;
        }
        for (number, relating) in W::RELATIONS.iter().enumerate() {
            let column = W::COLUMNS.iter().position(|(_, component)| *component == relating.component);
            let Some(rows) = column.and_then(|column| columns[column].as_ref()) else { continue };
            for index in &rows.entities {
                if let Some(source) = core.entities.allocator.entity_at(*index) {
                    relations::link_loaded(core, number, source);
                }
            }
        }
        for (number, order) in orders.iter().enumerate() {
            let Some(order) = order else { continue };
            core.entities.relations[number].arrange_saved(order, &core.entities.allocator);
        }
        relations::check(core).map_err(|error| format!("the relations of the save are damaged: {error}"))
    }

    /// Adds the entities to the views: to a group in the order of the first storage that it owns, to a list in the order of the save, and
    /// those that are not in it by ascending index. So orders that fit stay as they are.
    fn fill_views(&mut self) {
        let lists = mem::take(&mut self.lists);
        let Core { storages, views, entities, .. } = self.core();
        for (view, list) in lists.iter().enumerate() {
            let Some((own, aspect)) = W::__view(views, view) else { continue };
            let all = 0..entities.allocator.slots();
            let order: Vec<u32> = match own.members() {
                Members::Prefix(_) => {
                    let lead = W::VIEWS[view].owned.first().and_then(|component| W::__storage(storages, *component));
                    lead.map(|lead| lead.source().iter().collect()).unwrap_or_default()
                }
                Members::Listed(_) => {
                    let saved = list.as_deref().filter(|_| is_saved::<W>(view)).unwrap_or_default();
                    saved.iter().copied().chain(all).collect()
                }
                Members::Whole | Members::NotKept => continue,
            };
            let mut is_in = vec![false; entities.masks.len()];
            for index in order {
                let Some(entity) = entities.allocator.entity_at(index) else { continue };
                let mask = entities.masks[index as usize];
                if aspect.matches(&mask) && !mem::replace(&mut is_in[index as usize], true) {
                    W::__enter(storages, views, view, &Transition::spawned(entity, mask));
                }
            }
            if let Some((own, aspect)) = W::__view_mut(views, view) {
                own.settle(entities, &aspect);
                if let Some(reports) = own.reports() {
                    reports.clear();
                }
            }
        }
    }

    /// Continues to tidy where the saved world would have. That all is in order is not believed.
    fn resume_tidying(&mut self) -> Result<(), String> {
        let sorted = mem::take(&mut self.sorted);
        let (unit, position) = self.tidy_next;
        let (skips_unknown, units) = (self.policy.skips_unknown, W::VIEWS.len() + W::COMPONENTS.len());
        let tidy = &mut self.core().tidy;
        for name in &sorted {
            match W::COMPONENTS.iter().position(|own| own == name) {
                Some(component) => tidy.leave(component),
                None if skips_unknown => {}
                None => return Err(format!("the save has sorted `{name}`, which is no component of `{}`", W::NAME)),
            }
        }
        let unit = usize::try_from(unit).ok().filter(|unit| *unit < units);
        if let (Some(unit), Ok(position)) = (unit, usize::try_from(position)) {
            tidy.next = (unit, position);
        }
        Ok(())
    }
}

/// Whether a column has the past of a component: the second one of it.
fn is_past<W: Saves>(column: usize) -> bool {
    W::COLUMNS[..column].iter().any(|(_, component)| *component == W::COLUMNS[column].1)
}
