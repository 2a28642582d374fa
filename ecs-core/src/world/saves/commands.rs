//! Pending commands in saves: a list of changes, and the values of each component that they insert.
//!
//! Consecutive changes of the same shape are one entry: the operation, the components that it removes and inserts, and one entity per
//! change. Values are in one list per component, in the order of the changes that insert them.
//!
//! ```text
//! [                                                     a queue: the pending one, then those of threads
//!   [ [["spawn",  [],                    ["Health"], [null, null]],
//!      ["remove", [["Armour", false]],   [],         [entity]]],       changes
//!     {"Health": [3, 5]} ]                                             values: two, as two spawns insert one each
//! ]
//! ```

mod changes;
mod read;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::slice;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

pub(in crate::world) use read::ReadCommands;

use super::{QueueWriter, SaveWorld};
use crate::codec::{Encoded, SaveAs};
use crate::commands::{Changes, Commands, Kind, Queue, Shape};
use crate::world::{Core, EcsWorld};

/// The operations that can be saved, and their names.
///
/// The names are part of the format, so renaming one requires a new format version.
const OPERATIONS: [(Kind, &str); 7] = [
    (Kind::Spawn, "spawn"),
    (Kind::Insert, "insert"),
    (Kind::Exchange, "exchange"),
    (Kind::Remove, "remove"),
    (Kind::RemoveAny, "remove_any"),
    (Kind::Despawn, "despawn"),
    (Kind::DespawnWith, "despawn_with"),
];

/// Returns true if changes of an operation have an entity.
///
/// The other operations spawn one, or act on all entities that match.
fn has_entity(kind: Kind) -> bool {
    !matches!(kind, Kind::Spawn | Kind::DespawnWith)
}

/// The pending commands of a world, by queue.
pub(in crate::world) struct SaveCommands<'a, W: EcsWorld>(Vec<SaveQueue<'a, W>>);

/// One queue of commands, with the changes that they make.
///
/// The commands of several threads are one queue of the save, batch after batch, in the order in which the next sync would join them.
struct SaveQueue<'a, W: EcsWorld> {
    /// The values of the batches, in the order in which these are joined.
    queues: Vec<&'a W::Queues>,
    /// The changes of all batches. Consecutive changes of the same shape are one entry.
    changes: Vec<Changes>,
}

impl<'a, W: EcsWorld> SaveCommands<'a, W> {
    /// Collects the pending commands of a world. The error says which of them cannot be saved.
    pub(in crate::world) fn new(core: &'a Core<W>) -> Result<Self, String> {
        let mut all = vec![SaveQueue::of(slice::from_ref(&core.commands))?];
        #[cfg(feature = "rayon")]
        all.push(SaveQueue::of(&core.queued)?);
        while all.pop_if(|queue| queue.changes.is_empty()).is_some() {}
        Ok(Self(all))
    }
}

impl<'a, W: EcsWorld> SaveQueue<'a, W> {
    /// Collects commands as one queue. The error says which of them cannot be saved.
    fn of(commands: &'a [Commands<W>]) -> Result<Self, String> {
        let (mut queues, mut changes) = (Vec::new(), Vec::new());
        for commands in commands {
            commands.each_queues(&mut |own| queues.push(own));
            commands.add_changes(&mut changes);
        }
        match first_refused(&changes) {
            Some(kind) => Err(refusal(kind, W::NAME)),
            None => Ok(Self { queues, changes }),
        }
    }
}

/// The operation of the first of these changes that cannot be saved.
fn first_refused(changes: &[Changes]) -> Option<Kind> {
    changes.iter().map(|changes| changes.shape.kind).find(|kind| name_of(*kind).is_none())
}

/// The name of an operation; `None` for those that cannot be saved: functions, and clones, whose values are only made when they are
/// applied.
fn name_of(kind: Kind) -> Option<&'static str> {
    OPERATIONS.iter().find(|(own, _)| *own == kind).map(|(_, name)| *name)
}

/// The error for a command that cannot be saved.
fn refusal(kind: Kind, world: &str) -> String {
    let what = match kind {
        Kind::CloneEntity => "`commands.clone_entity`, which saves do not have",
        Kind::CloneTree => "`commands.clone_tree`, which saves do not have",
        _ => "a function queued with `commands.queue`, which no save can have",
    };
    format!("among the pending commands of world `{world}` is {what}: call `flush` before saving")
}

impl<W: SaveWorld> Serialize for SaveCommands<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<W: SaveWorld> Serialize for SaveQueue<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (AllChanges(&self.changes, W::COMPONENTS), AllValues(self)).serialize(serializer)
    }
}

/// Changes, with the names of all components of their world.
struct AllChanges<'a>(&'a [Changes], &'a [&'static str]);

impl Serialize for AllChanges<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(Some(self.0.len()))?;
        for Changes { shape, entities } in self.0 {
            let (name, removed, inserted) = named(shape, self.1);
            all.serialize_element(&(name, removed, inserted, entities))?;
        }
        all.end()
    }
}

/// A shape in a save.
type NamedShape = (&'static str, Vec<(&'static str, bool)>, Vec<&'static str>);

/// The operation of a shape and the components that it removes and inserts, by name.
fn named(shape: &Shape, names: &[&'static str]) -> NamedShape {
    let removed = shape.removed.iter().map(|(own, is_optional)| (names[*own], *is_optional)).collect();
    let inserted = shape.inserted.iter().map(|own| names[*own]).collect();
    (name_of(shape.kind).unwrap_or_default(), removed, inserted)
}

/// Number of values of each of `components` that these changes insert.
///
/// It tells a reader how many values to expect. Runs in **O(changes + components)** time.
fn counts(components: usize, changes: &[Changes]) -> Vec<usize> {
    let mut counts = vec![0; components];
    for Changes { shape, entities } in changes {
        for component in &shape.inserted {
            counts[*component] += entities.len();
        }
    }
    counts
}

/// The components of which these changes insert a value, with the number of their values.
fn inserted(components: usize, changes: &[Changes]) -> Vec<(usize, usize)> {
    counts(components, changes).into_iter().enumerate().filter(|(_, count)| *count > 0).collect()
}

/// The values of a queue, by component.
struct AllValues<'a, 'w, W: EcsWorld>(&'a SaveQueue<'w, W>);

impl<W: SaveWorld> Serialize for AllValues<'_, '_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let inserted = inserted(W::COMPONENTS.len(), &self.0.changes);
        let mut map = serializer.serialize_map(Some(inserted.len()))?;
        for (component, count) in inserted {
            map.serialize_entry(W::COMPONENTS[component], &Values { queue: self.0, component, count })?;
        }
        map.end()
    }
}

/// The values of one component, in all batches.
struct Values<'a, 'w, W: EcsWorld> {
    queue: &'a SaveQueue<'w, W>,
    component: usize,
    count: usize,
}

impl<W: SaveWorld> Serialize for Values<'_, '_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(Some(self.count))?;
        for queues in &self.queue.queues {
            W::__save_queue(queues, self.component, Elements(&mut all))?;
        }
        all.end()
    }
}

/// Writes the values of a queue as elements of a sequence.
///
/// All batches of a component share one sequence, and each batch adds its values.
struct Elements<'a, S>(&'a mut S);

impl<S: SerializeSeq> QueueWriter for Elements<'_, S> {
    type Output = Result<(), S::Error>;

    fn queue<T, F: SaveAs<T>>(self, queue: &Queue<T>) -> Self::Output {
        for value in queue.iter() {
            self.0.serialize_element(&Encoded::<T, F>::new(value))?;
        }
        Ok(())
    }

    fn none(self) -> Self::Output {
        Ok(())
    }
}
