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
use core::marker::PhantomData;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

pub(in crate::world) use read::ReadCommands;

use super::{QueueWriter, SaveWorld};
use crate::codec::{Encoded, SaveAs};
use crate::commands::{Changes, Commands, Kind, Queue, all_changes};
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
    /// The batches, in the order in which they are joined.
    commands: Vec<&'a Commands<W>>,
    /// The changes of all batches. Consecutive changes of the same shape are one entry.
    changes: Vec<Changes>,
}

impl<'a, W: EcsWorld> SaveCommands<'a, W> {
    /// Collects the pending commands of a world. The error says which of them cannot be saved.
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

/// The name of an operation; `None` for those that cannot be saved: functions, and clones, whose values are only made when they are
/// applied.
fn name_of(kind: Kind) -> Option<&'static str> {
    OPERATIONS.iter().find(|(own, _)| *own == kind).map(|(_, name)| *name)
}

/// The error for a command that cannot be saved.
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

/// Number of values of each component that these changes insert.
///
/// It tells a reader how many values to expect. Runs in **O(changes + components)** time.
fn counts<W: EcsWorld>(changes: &[Changes]) -> Vec<usize> {
    let mut counts = vec![0; W::COMPONENTS.len()];
    for Changes { shape, entities } in changes {
        for component in &shape.inserted {
            counts[*component] += entities.len();
        }
    }
    counts
}

/// The values of a queue, by component.
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

/// The values of one component, in all batches.
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

/// Writes the values of a queue as elements of a sequence.
///
/// All batches of a component share one sequence, and each batch adds its values.
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
