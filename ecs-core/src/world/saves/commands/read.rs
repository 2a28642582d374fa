//! Reading pending commands: the changes are checked, and the values that they insert are appended to queues.
//!
//! The input is not trusted: components are found by name, and each component must have as many values as the changes insert. Entities may
//! be dead when the commands are applied, in which case the command is dropped, as always. So a batch that was read satisfies the invariant
//! of all batches: each command finds its values at the front of the queues.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::changes::ReadList;
use super::counts;
use crate::codec::{Decoded, LoadAs};
use crate::commands::{Queue, SavedBatch};
use crate::world::EcsWorld;
use crate::world::saves::removed::{SkipAll, not_in_saves};
use crate::world::saves::{Found, LoadWorld, QueueReader, RemovedReader, find_removed, present_name};

/// Maximum number of queues: that of the world, and that of the systems of a stage.
const MOST_QUEUES: usize = 2;

/// Reads pending commands.
pub(in crate::world) struct ReadCommands<W> {
    /// Whether components that the world does not declare are skipped.
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
    /// Finds a component by name.
    ///
    /// # Errors
    ///
    /// If the world has no such component and the policy does not skip it.
    pub(super) fn component(self, name: &str) -> Result<Found, String> {
        let is_saved = |component: &usize| !W::TRANSIENT.contains(component);
        let present = present_name::<W>("components", name);
        let component = W::COMPONENTS.iter().position(|own| *own == present).filter(is_saved);
        match component.map(Found::Entry).or_else(|| find_removed::<W>("components", name).map(Found::Removed)) {
            None if !self.skips_unknown => Err(not_in_saves::<W>(
                &format!("pending commands of the save have the component `{name}`"),
                "components",
                name,
            )),
            found => Ok(found.unwrap_or(Found::Unknown)),
        }
    }
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
            if all.len() == MOST_QUEUES {
                return Err(A::Error::custom("a save has at most two queues of pending commands"));
            }
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
        let changes = parts.next_element_seed(ReadList(self.0))?.ok_or_else(|| lacks("changes"))?;
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
///
/// If the map lacks a component, its count stays as it is, which is reported as an error after the map ends.
struct ReadValues<'a, W: EcsWorld> {
    read: ReadCommands<W>,
    queues: &'a mut W::Queues,
    /// Number of values of each component that are expected but were not read yet.
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

/// Reads and drops the pending values of a removed component.
struct SkipPending<W>(usize, PhantomData<W>);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for SkipPending<W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        W::__skip_removed(self.0, SkipValues(deserializer))
    }
}

/// Reads and drops values, by the type that the declaration names; without one, the format skips them.
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

/// Appends `count` values to a queue.
///
/// The number is that of the changes, not one that the input announces, so a queue is never longer than the list of changes.
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

/// Reads `count` values, and then tries to read another one, which would be an error.
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
