//! Templates in formats of serde: maps from the names of components to their values. Transient components are left out.
//!
//! A template keeps its values in queues, as commands do, so it is read and written by the code for pending values in saves.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Template;
use crate::codec::{LoadAs, SaveAs};
use crate::commands::Queue;
use crate::mask::BitMask;
use crate::nearest::did_you_mean;
use crate::world::{
    EcsWorld, LoadWorld, QueueReader, QueueWriter, RemovedReader, SaveWorld, Saves, find_removed, present_name,
};

/// The components that are saved, by name and number, in the order of the declaration.
fn components<W: Saves>() -> impl Iterator<Item = (&'static str, usize)> {
    // The column of a past, which has the same number, comes after that of its component.
    let mut before = W::Mask::EMPTY;
    W::COLUMNS.iter().copied().filter(move |(_, component)| {
        let is_first = !before.contains(*component);
        before = before.union(W::Mask::bit(*component));
        is_first
    })
}

/// The number of the component that has or had this name.
///
/// # Errors
///
/// A message that says why there is none: it is transient, was removed, or is unknown; then with the nearest name of a component, or of
/// `words`.
pub(super) fn find<W: Saves>(name: &str, words: &[&'static str]) -> Result<usize, String> {
    let name = present_name::<W>("components", name);
    if let Some((_, component)) = components::<W>().find(|(own, _)| *own == name) {
        return Ok(component);
    }
    if W::COMPONENTS.contains(&name) {
        return Err(format!("component `{name}` is transient: it is neither saved nor loaded"));
    }
    if find_removed::<W>("components", name).is_some() {
        return Err(format!("component `{name}` was removed from world `{}`", W::NAME));
    }
    let near = did_you_mean(name, components::<W>().map(|(own, _)| own).chain(words.iter().copied()));
    Err(format!("world `{}` has no component `{name}`{near}", W::NAME))
}

/// A map from names to values. Handles are those of the world that they were taken from.
impl<W: SaveWorld> Serialize for Template<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let own = || components::<W>().filter(|(_, component)| self.mask.contains(*component));
        let mut map = serializer.serialize_map(Some(own().count()))?;
        for (name, component) in own() {
            map.serialize_entry(name, &Value { template: self, component })?;
        }
        map.end()
    }
}

/// A value of a template.
///
/// Written by its `Serialize`, or as the declaration says; the queue knows its type.
pub(super) struct Value<'a, W: EcsWorld> {
    pub(super) template: &'a Template<W>,
    pub(super) component: usize,
}

impl<W: SaveWorld> Serialize for Value<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        W::__save_queue(self.template.queues(), self.component, Write(serializer))
    }
}

struct Write<S>(S);

impl<S: Serializer> QueueWriter for Write<S> {
    type Output = Result<S::Ok, S::Error>;

    fn queue<T, F: SaveAs<T>>(self, queue: &Queue<T>) -> Self::Output {
        match queue.front() {
            Some(value) => F::save(value, self.0),
            None => self.none(),
        }
    }

    fn none(self) -> Self::Output {
        Err(S::Error::custom("there is no such value"))
    }
}

/// Refuses components that the world does not declare or that occur twice, by their names.
impl<'de, W: LoadWorld> Deserialize<'de> for Template<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Components(PhantomData))
    }
}

/// Reads a map from names to values. Each value goes into the queue of its component as it is read.
struct Components<W>(PhantomData<fn() -> W>);

impl<'de, W: LoadWorld> Visitor<'de> for Components<W> {
    type Value = Template<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a template: components of world `{}` by name", W::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Template<W>, A::Error> {
        let mut reader = Reader::new();
        // A template of an earlier version of the world may have a component that was removed.
        let find = |reader: &Reader<W>, name: &str| match find_removed::<W>("components", name) {
            Some(removed) => Ok(Err(removed)),
            None => reader.find(name, &[]).map(Ok),
        };
        while let Some(found) = map.next_key_seed(Name(|name: &str| find(&reader, name)))? {
            let component = match found {
                Ok(component) => component,
                Err(removed) => {
                    map.next_value_seed(Removed(removed, PhantomData::<fn() -> W>))?;
                    continue;
                }
            };
            let name = W::COMPONENTS[component];
            map.next_value_seed(reader.value(component))
                .map_err(|error| A::Error::custom(format_args!("component `{name}`: {error}")))?;
        }
        Ok(reader.template)
    }
}

/// Reads and drops the value of a component that was removed.
struct Removed<W>(usize, PhantomData<fn() -> W>);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for Removed<W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        W::__skip_removed(self.0, Read(deserializer))
    }
}

impl<'de, D: Deserializer<'de>> RemovedReader<'de> for Read<D> {
    type Output = Result<(), D::Error>;

    fn typed<T: DeserializeOwned>(self) -> Self::Output {
        T::deserialize(self.0).map(drop)
    }

    fn untyped(self) -> Self::Output {
        IgnoredAny::deserialize(self.0).map(drop)
    }
}

/// Reads a name, and converts it by a function.
///
/// The function borrows the name, so that it is not copied. Its error becomes that of the format, which adds the position.
pub(super) struct Name<F>(pub(super) F);

impl<'de, T, F: FnOnce(&str) -> Result<T, String>> DeserializeSeed<'de> for Name<F> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Name<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        (self.0)(name).map_err(E::custom)
    }
}

/// Reads the components of a template, for saved templates and for documents.
pub(super) struct Reader<W: EcsWorld> {
    /// The components that were read so far.
    pub(super) template: Template<W>,
}

impl<W: LoadWorld> Reader<W> {
    pub(super) fn new() -> Self {
        Self { template: Template::new() }
    }

    /// The number of a component that was not read yet; a misspelt name can also mean one of `words`.
    pub(super) fn find(&self, name: &str, words: &[&'static str]) -> Result<usize, String> {
        let component = find::<W>(name, words)?;
        if self.template.mask.contains(component) {
            return Err(format!("the template has the component `{name}` twice"));
        }
        Ok(component)
    }

    /// Reads the value of a component.
    pub(super) fn value(&mut self, component: usize) -> ReadValue<'_, W> {
        ReadValue { template: &mut self.template, component }
    }
}

/// Reads the value of a component into a template, which then has it; if that fails, the mask is unchanged.
pub(super) struct ReadValue<'a, W: EcsWorld> {
    pub(super) template: &'a mut Template<W>,
    pub(super) component: usize,
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadValue<'_, W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { template, component } = self;
        W::__load_queue(&mut template.values, component, Read(deserializer))?;
        template.mask = template.mask.union(W::Mask::bit(component));
        Ok(())
    }
}

/// Reads one value, whose type is known where it is used.
struct Read<D>(D);

impl<'de, D: Deserializer<'de>> QueueReader<'de> for Read<D> {
    type Output = Result<(), D::Error>;

    fn queue<T, F: LoadAs<T>>(self, queue: &mut Queue<T>) -> Self::Output {
        queue.push_back(F::load(self.0)?);
        Ok(())
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such value"))
    }
}
