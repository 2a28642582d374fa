//! Pending commands in saves: a list of changes, and the values of each component that wait for them.
//!
//! Changes that do the same, one after the other, are one entry: the operation, what it removes, what it inserts, and an entity for each.
//! Values are in one list per component, in the order of the changes that insert them.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::removed::SkipAll;
use super::{Found, LoadWorld, QueueReader, QueueWriter, RemovedReader, SaveWorld, find_removed, present_name};
use crate::codec::{Decoded, Encoded, LoadAs, SaveAs};
use crate::commands::{Changes, Commands, Kind, Queue, SavedBatch, Shape, all_changes};
use crate::entity::Entity;
use crate::world::{Core, EcsWorld};

/// The operations and their names.
const OPERATIONS: [(Kind, &str); 7] = [
    (Kind::Spawn, "spawn"),
    (Kind::Insert, "insert"),
    (Kind::Exchange, "exchange"),
    (Kind::Remove, "remove"),
    (Kind::RemoveAny, "remove_any"),
    (Kind::Despawn, "despawn"),
    (Kind::DespawnWith, "despawn_with"),
];

/// Whether changes of an operation have entities.
fn has_entity(kind: Kind) -> bool {
    !matches!(kind, Kind::Spawn | Kind::DespawnWith)
}

/// What a change is in a save: the operation, the components that it removes, each with whether the entity may lack it, those that it
/// inserts, and an entity per change.
type SavedChanges<Name> = (Name, Vec<(Name, bool)>, Vec<Name>, Vec<Option<Entity>>);

/// The pending commands of a world, in the queues in which they wait.
pub(in crate::world) struct SaveCommands<'a, W: EcsWorld>(Vec<SaveQueue<'a, W>>);

struct SaveQueue<'a, W: EcsWorld> {
    commands: Vec<&'a Commands<W>>,
    changes: Vec<Changes>,
}

impl<'a, W: EcsWorld> SaveCommands<'a, W> {
    /// Those of a world, or why no save can have them.
    pub(in crate::world) fn new(core: &'a Core<W>) -> Result<Self, String> {
        let own = vec![&core.commands];
        #[cfg(feature = "rayon")]
        let all = [own, core.queued.iter().collect()];
        #[cfg(not(feature = "rayon"))]
        let all = [own];
        let queues = all.into_iter().map(|commands| {
            let changes = all_changes(commands.iter().copied());
            SaveQueue { commands, changes }
        });
        let mut queues: Vec<_> = queues.collect();
        while queues.pop_if(|queue| queue.changes.is_empty()).is_some() {}
        let mut changes = queues.iter().flat_map(|queue| &queue.changes);
        match changes.find(|changes| name_of(changes.shape.kind).is_none()) {
            Some(changes) => Err(refusal::<W>(changes.shape.kind)),
            None => Ok(Self(queues)),
        }
    }
}

fn name_of(kind: Kind) -> Option<&'static str> {
    OPERATIONS.iter().find(|(own, _)| *own == kind).map(|(_, name)| *name)
}

/// Why no save can have a command.
fn refusal<W: EcsWorld>(kind: Kind) -> String {
    let what = match kind {
        Kind::CloneEntity => "`commands.clone_entity`, which saves do not have",
        Kind::CloneTree => "`commands.clone_tree`, which saves do not have",
        _ => "a function queued with `commands.queue`, which no save can have",
    };
    format!("among the pending commands of world `{}` is {what}: call `flush` before saving", W::NAME)
}

impl<W: SaveWorld> Serialize for SaveCommands<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<W: SaveWorld> Serialize for SaveQueue<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (AllChanges::<W>(&self.changes, PhantomData), AllValues(self)).serialize(serializer)
    }
}

struct AllChanges<'a, W>(&'a [Changes], PhantomData<W>);

impl<W: EcsWorld> Serialize for AllChanges<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |component: usize| W::COMPONENTS[component];
        serializer.collect_seq(self.0.iter().map(|Changes { shape, entities }| {
            let removed: Vec<_> = shape.removed.iter().map(|(own, is_optional)| (name(*own), *is_optional)).collect();
            let inserted: Vec<_> = shape.inserted.iter().map(|own| name(*own)).collect();
            (name_of(shape.kind).unwrap_or_default(), removed, inserted, entities)
        }))
    }
}

/// The number of values of each component that these changes insert.
fn counts<W: EcsWorld>(changes: &[Changes]) -> Vec<usize> {
    let mut counts = vec![0; W::COMPONENTS.len()];
    for Changes { shape, entities } in changes {
        for component in &shape.inserted {
            counts[*component] += entities.len();
        }
    }
    counts
}

/// The values, by component.
struct AllValues<'a, 'w, W: EcsWorld>(&'a SaveQueue<'w, W>);

impl<W: SaveWorld> Serialize for AllValues<'_, '_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = counts::<W>(&self.0.changes);
        let mut map = serializer.serialize_map(Some(counts.iter().filter(|count| **count > 0).count()))?;
        for (component, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            map.serialize_entry(W::COMPONENTS[component], &Values { queue: self.0, component, count })?;
        }
        map.end()
    }
}

/// The values of a component, of all batches.
struct Values<'a, 'w, W: EcsWorld> {
    queue: &'a SaveQueue<'w, W>,
    component: usize,
    count: usize,
}

impl<W: SaveWorld> Serialize for Values<'_, '_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(Some(self.count))?;
        for queues in self.queue.commands.iter().flat_map(|commands| commands.all_queues()) {
            W::__save_queue(queues, self.component, Elements(&mut all))?;
        }
        all.end()
    }
}

/// Writes the values of a queue as elements.
struct Elements<'a, S>(&'a mut S);

impl<S: SerializeSeq> QueueWriter for Elements<'_, S> {
    type Output = Result<(), S::Error>;

    fn queue<T, F: SaveAs<T>>(self, queue: &Queue<T>) -> Self::Output {
        queue.iter().try_for_each(|value| self.0.serialize_element(&Encoded::<T, F>::new(value)))
    }

    fn none(self) -> Self::Output {
        Ok(())
    }
}

/// Reads pending commands.
pub(in crate::world) struct ReadCommands<W> {
    pub(in crate::world) skips_unknown: bool,
    pub(in crate::world) world: PhantomData<W>,
}

impl<W> Clone for ReadCommands<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for ReadCommands<W> {}

impl<W: LoadWorld> ReadCommands<W> {
    /// The number of a component.
    fn component(self, name: &str) -> Result<Found, String> {
        let is_saved = |component: &usize| !W::TRANSIENT.contains(component);
        let present = present_name::<W>("components", name);
        let component = W::COMPONENTS.iter().position(|own| *own == present).filter(is_saved);
        match component.map(Found::Entry).or_else(|| find_removed::<W>(name).map(Found::Removed)) {
            None if !self.skips_unknown => Err(format!(
                "pending commands of the save have the component `{name}`, which world `{}` does not declare: load it with \
                 `Load::new().skip_unknown()` to leave it out",
                W::NAME
            )),
            found => Ok(found.unwrap_or(Found::Unknown)),
        }
    }

    /// Changes of what was read, unless they make no sense.
    fn changes(self, (operation, removed, inserted, entities): SavedChanges<String>) -> Result<Changes, String> {
        let kind = OPERATIONS.iter().find(|(_, name)| *name == operation).map(|(kind, _)| *kind);
        let kind = kind.ok_or_else(|| format!("`{operation}` is no operation of a pending command"))?;
        let mut shape = Shape { kind, removed: Vec::new(), inserted: Vec::new() };
        for (name, is_optional) in removed {
            // What is transient is not in the file, and can be removed all the same.
            let transient = W::TRANSIENT.iter().copied().find(|component| W::COMPONENTS[*component] == name);
            let component = transient.map_or_else(|| self.component(&name), |component| Ok(Found::Entry(component)))?;
            if let Found::Entry(component) = component {
                shape.removed.push((component, is_optional));
            }
        }
        for name in inserted {
            if let Found::Entry(component) = self.component(&name)? {
                shape.inserted.push(component);
            }
        }
        let can_remove = matches!(kind, Kind::Exchange | Kind::Remove | Kind::RemoveAny | Kind::DespawnWith);
        let can_insert = matches!(kind, Kind::Spawn | Kind::Insert | Kind::Exchange);
        let is_twice =
            has_twice(shape.removed.iter().map(|(own, _)| *own)) || has_twice(shape.inserted.iter().copied());
        let is_right =
            (can_remove || shape.removed.is_empty()) && (can_insert || shape.inserted.is_empty()) && !is_twice;
        if !is_right || entities.iter().any(|entity| entity.is_some() != has_entity(kind)) {
            return Err(format!("a pending command `{operation}` of the save is damaged"));
        }
        Ok(Changes { shape, entities })
    }
}

fn has_twice(components: impl Iterator<Item = usize>) -> bool {
    let mut all: Vec<_> = components.collect();
    all.sort_unstable();
    all.windows(2).any(|pair| pair[0] == pair[1])
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadCommands<W> {
    type Value = Vec<SavedBatch<W>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for ReadCommands<W> {
    type Value = Vec<SavedBatch<W>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("queues of pending commands")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut queues: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(batch) = queues.next_element_seed(ReadQueue(self))? {
            all.push(batch);
        }
        Ok(all)
    }
}

/// Reads one queue of pending commands.
struct ReadQueue<W>(ReadCommands<W>);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadQueue<W> {
    type Value = SavedBatch<W>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for ReadQueue<W> {
    type Value = SavedBatch<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pending changes, and their values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let lacks = |what| A::Error::custom(format_args!("pending commands of the save have no {what}"));
        let changes: Vec<SavedChanges<String>> = parts.next_element()?.ok_or_else(|| lacks("changes"))?;
        let changes = changes.into_iter().map(|changes| self.0.changes(changes));
        let changes = changes.collect::<Result<Vec<_>, _>>().map_err(A::Error::custom)?;
        let (mut batch, mut left) = (SavedBatch::new(), counts::<W>(&changes));
        let values = ReadValues { read: self.0, queues: batch.queues(), left: &mut left };
        parts.next_element_seed(values)?.ok_or_else(|| lacks("values"))?;
        if let Some(component) = left.iter().position(|count| *count > 0) {
            let (name, count) = (W::COMPONENTS[component], left[component]);
            return Err(A::Error::custom(format_args!("pending commands of the save lack {count} values of `{name}`")));
        }
        for own in changes {
            batch.push(own);
        }
        Ok(batch)
    }
}

/// Reads the values of pending commands.
struct ReadValues<'a, W: EcsWorld> {
    read: ReadCommands<W>,
    queues: &'a mut W::Queues,
    /// The number of values that are expected of each component and were not read.
    left: &'a mut [usize],
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadValues<'_, W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for ReadValues<'_, W> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pending values by component")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match self.read.component(&name).map_err(A::Error::custom)? {
                Found::Unknown => drop(map.next_value::<IgnoredAny>()?),
                Found::Removed(number) => map.next_value_seed(SkipPending::<W>(number, PhantomData))?,
                Found::Entry(component) => {
                    let count = core::mem::take(&mut self.left[component]);
                    map.next_value_seed(ReadPending::<W> { queues: self.queues, component, count })?;
                }
            }
        }
        Ok(())
    }
}

/// Reads the pending values of a component that was removed.
struct SkipPending<W>(usize, PhantomData<W>);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for SkipPending<W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        W::__skip_removed(self.0, SkipValues(deserializer))
    }
}

struct SkipValues<D>(D);

impl<'de, D: Deserializer<'de>> RemovedReader<'de> for SkipValues<D> {
    type Output = Result<(), D::Error>;

    fn typed<T: DeserializeOwned>(self) -> Self::Output {
        SkipAll::<T>::deserialize(self.0).map(drop)
    }

    fn untyped(self) -> Self::Output {
        IgnoredAny::deserialize(self.0).map(|_| ())
    }
}

/// Reads the pending values of a component.
struct ReadPending<'a, W: EcsWorld> {
    queues: &'a mut W::Queues,
    component: usize,
    count: usize,
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadPending<'_, W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { queues, component, count } = self;
        W::__load_queue(queues, component, Fill { deserializer, name: W::COMPONENTS[component], count })
    }
}

/// Reads this many values into a queue.
struct Fill<D> {
    deserializer: D,
    name: &'static str,
    count: usize,
}

impl<'de, D: Deserializer<'de>> QueueReader<'de> for Fill<D> {
    type Output = Result<(), D::Error>;

    fn queue<T, F: LoadAs<T>>(self, queue: &mut Queue<T>) -> Self::Output {
        let Self { deserializer, name, count } = self;
        deserializer.deserialize_seq(FillVisitor { queue, name, count, format: PhantomData::<F> })
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom(format_args!("pending commands have no values of `{}`", self.name)))
    }
}

struct FillVisitor<'a, T, F> {
    queue: &'a mut Queue<T>,
    name: &'static str,
    count: usize,
    format: PhantomData<F>,
}

impl<'de, T, F: LoadAs<T>> Visitor<'de> for FillVisitor<'_, T, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} pending values of component `{}`", self.count, self.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<(), A::Error> {
        let Self { queue, name, count, .. } = self;
        for number in 0..count {
            let value = values.next_element::<Decoded<T, F>>();
            let value = value.map_err(|error| {
                A::Error::custom(format_args!("pending commands, component `{name}`, value {number}: {error}"))
            })?;
            let Some(Decoded { value, .. }) = value else {
                return Err(A::Error::invalid_length(number, &format!("{count} pending values of `{name}`").as_str()));
            };
            queue.push_back(value);
        }
        match values.next_element::<Decoded<T, F>>()? {
            Some(_) => {
                Err(A::Error::custom(format_args!("pending commands have more values of `{name}` than changes")))
            }
            None => Ok(()),
        }
    }
}
