//! Templates in formats of serde: maps from the names of components to their values. Transient components are left out.
//!
//! Saves pass columns to visitors, and so their types to what reads and writes values of templates. There is no such column in a template:
//! values are found by [`EachComponent`], which knows the world and not that they are saved, so both meet in `dyn Any`.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::any::Any;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Error, MapAccess, Visitor};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Template;
use crate::bundle::BundleKind;
use crate::mask::BitMask;
use crate::nearest::did_you_mean;
use crate::storage::Storage;
use crate::world::{ColumnReader, ColumnWriter, EachComponent, EcsWorld, Holds, LoadWorld, SaveWorld, Saves, each};

/// The columns of components: all but those of pasts.
fn columns<W: Saves>() -> impl Iterator<Item = (usize, &'static str, usize)> {
    let columns = W::COLUMNS.iter().enumerate().map(|(column, (name, component))| (column, *name, *component));
    columns.filter(|(column, _, component)| W::COLUMNS[..*column].iter().all(|(_, before)| before != component))
}

/// The column and the number of the component with this name; otherwise what to say of it.
pub(super) fn find<W: Saves>(name: &str) -> Result<(usize, usize), String> {
    if let Some((column, _, component)) = columns::<W>().find(|(_, own, _)| *own == name) {
        return Ok((column, component));
    }
    if W::COMPONENTS.contains(&name) {
        return Err(format!("component `{name}` is transient: it is neither saved nor loaded"));
    }
    let near = did_you_mean(name, columns::<W>().map(|(_, own, _)| own));
    Err(format!("world `{}` has no component `{name}`{near}", W::NAME))
}

/// A map from names to values. Handles are those of the world that they came from.
impl<W: SaveWorld> Serialize for Template<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let own = || columns::<W>().filter(|(_, _, component)| self.mask.contains(*component));
        let storages = W::Storages::default();
        let mut map = serializer.serialize_map(Some(own().count()))?;
        for (column, name, component) in own() {
            map.serialize_entry(name, &Value { template: self, storages: &storages, column, component })?;
        }
        map.end()
    }
}

/// A value of a template.
struct Value<'a, W: EcsWorld> {
    template: &'a Template<W>,
    /// Of no world: they give the visitor its type.
    storages: &'a W::Storages,
    column: usize,
    component: usize,
}

impl<W: SaveWorld> Serialize for Value<'_, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut find = Find::<W> { queues: self.template.queues(), found: None };
        W::__each_component(&W::Mask::bit(self.component), &mut find);
        W::__save_column(self.storages, self.column, Write { value: find.found, serializer })
    }
}

struct Find<'a, W: EcsWorld> {
    queues: &'a W::Queues,
    found: Option<&'a dyn Any>,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Find<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Find<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        self.found = W::queued(self.queues).front().map(|value| value as &dyn Any);
    }
}

struct Write<'a, S> {
    value: Option<&'a dyn Any>,
    serializer: S,
}

impl<S: Serializer> ColumnWriter for Write<'_, S> {
    type Output = Result<S::Ok, S::Error>;

    fn column<T: Storage<Value: Serialize>>(self, _: &T) -> Self::Output {
        match self.value.and_then(<dyn Any>::downcast_ref::<T::Value>) {
            Some(value) => value.serialize(self.serializer),
            None => self.none(),
        }
    }

    fn none(self) -> Self::Output {
        Err(S::Error::custom("there is no such value"))
    }
}

/// Refuses what the world does not declare, and components that occur twice, by their names.
impl<'de, W: LoadWorld> Deserialize<'de> for Template<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Components(PhantomData))
    }
}

struct Components<W>(PhantomData<fn() -> W>);

impl<'de, W: LoadWorld> Visitor<'de> for Components<W> {
    type Value = Template<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a template: components of world `{}` by name", W::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Template<W>, A::Error> {
        let mut reader = Reader::new();
        while let Some((column, component)) = map.next_key_seed(Name(|name: &str| reader.find(name)))? {
            let name = W::COMPONENTS[component];
            map.next_value_seed(reader.value(column, component))
                .map_err(|error| A::Error::custom(format_args!("component `{name}`: {error}")))?;
        }
        Ok(reader.template)
    }
}

/// Reads a name, and what it means.
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

/// Reads the components of a template.
pub(super) struct Reader<W: EcsWorld> {
    pub(super) template: Template<W>,
    /// Of no world: they give the visitor its type.
    storages: W::Storages,
}

impl<W: LoadWorld> Reader<W> {
    pub(super) fn new() -> Self {
        Self { template: Template::new(), storages: W::Storages::default() }
    }

    /// The column and the number of a component that was not read yet.
    pub(super) fn find(&self, name: &str) -> Result<(usize, usize), String> {
        let (column, component) = find::<W>(name)?;
        if self.template.mask.contains(component) {
            return Err(format!("the template has the component `{name}` twice"));
        }
        Ok((column, component))
    }

    /// Reads the value of a component.
    pub(super) fn value(&mut self, column: usize, component: usize) -> ReadValue<'_, W> {
        ReadValue { reader: self, column, component }
    }
}

pub(super) struct ReadValue<'a, W: EcsWorld> {
    reader: &'a mut Reader<W>,
    column: usize,
    component: usize,
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadValue<'_, W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { reader: Reader { template, storages }, column, component } = self;
        let value = W::__load_column(storages, column, Read(deserializer))?;
        let mut put = Put::<W> { queues: &mut template.values, value: Some(value), is_done: false };
        let own = W::Mask::bit(component);
        W::__each_component(&own, &mut put);
        if !put.is_done {
            return Err(D::Error::custom("there is no such value"));
        }
        template.mask = template.mask.union(own);
        Ok(())
    }
}

struct Read<D>(D);

impl<'de, D: Deserializer<'de>> ColumnReader<'de> for Read<D> {
    type Output = Result<Box<dyn Any>, D::Error>;

    fn column<S: Storage<Value: DeserializeOwned>>(self, _: &mut S) -> Self::Output {
        Ok(Box::new(S::Value::deserialize(self.0)?))
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such value"))
    }
}

struct Put<'a, W: EcsWorld> {
    queues: &'a mut W::Queues,
    value: Option<Box<dyn Any>>,
    is_done: bool,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Put<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Put<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(Ok(value)) = self.value.take().map(<Box<dyn Any>>::downcast::<C>) {
            C::Kind::enqueue(*value, self.queues);
            self.is_done = true;
        }
    }
}
