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
        let Some(changes) = parts.next_element_seed(ReadList(self.0))? else { return Err(lacks("changes")) };
        let (mut batch, mut left) = (SavedBatch::new(), counts(W::COMPONENTS.len(), &changes));
        let values = ReadValues { read: self.0, queues: batch.queues(), left: &mut left };
        let Some(()) = parts.next_element_seed(values)? else { return Err(lacks("values")) };
        if let Some((name, count)) = first_left(W::COMPONENTS, &left) {
            return Err(A::Error::custom(format_args!("pending commands of the save lack {count} values of `{name}`")));
        }
        for own in changes {
            batch.push(own);
        }
        Ok(batch)
    }
}

/// The error for a queue that ends too early.
fn lacks<E: Error>(what: &str) -> E {
    E::custom(format_args!("pending commands of the save have no {what}"))
}

/// The name of the first component of which values are missing, and how many.
fn first_left(names: &[&'static str], left: &[usize]) -> Option<(&'static str, usize)> {
    let component = left.iter().position(|count| *count > 0)?;
    Some((names[component], left[component]))
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
            match values.next_element::<Decoded<T, F>>() {
                Ok(Some(Decoded { value, .. })) => queue.push_back(value),
                Ok(None) => return Err(too_few(name, number, count)),
                Err(error) => return Err(wrong_value(name, number, &error)),
            }
        }
        match values.next_element::<Decoded<T, F>>()? {
            Some(_) => Err(too_many(name)),
            None => Ok(()),
        }
    }
}

/// The error for a pending value that the format refuses.
#[cold]
fn wrong_value<E: Error>(name: &str, number: usize, error: &E) -> E {
    E::custom(format_args!("pending commands, component `{name}`, value {number}: {error}"))
}

/// The error for a list of pending values that ends too early.
#[cold]
fn too_few<E: Error>(name: &str, number: usize, count: usize) -> E {
    E::invalid_length(number, &format!("{count} pending values of `{name}`").as_str())
}

/// The error for a list with more pending values than the changes insert.
#[cold]
fn too_many<E: Error>(name: &str) -> E {
    E::custom(format_args!("pending commands have more values of `{name}` than changes"))
}
