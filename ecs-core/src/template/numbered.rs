//! Templates as components by number, for messages between programs with the same declaration.

use core::fmt;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserializer, Serialize, Serializer};

use super::Template;
use super::saved::{ReadValue, Value};
use crate::world::{EcsWorld, LoadWorld, SaveWorld, numbers};

/// A template that is serialised with the numbers of its components: see [`Template::numbered`].
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Serialize, Deserialize)] struct Health(u32);
/// # struct Sound;
/// ecs_world! {
///     #[derive(Serialize, Deserialize)]
///     struct World;
///     components: #[transient] Sound, Health;
/// }
///
/// let orc = Template::<World>::new().with((Health(9), Sound));
/// assert_eq!(serde_json::to_string(&orc).unwrap(), r#"{"Health":9}"#);
/// assert_eq!(serde_json::to_string(&orc.numbered()).unwrap(), "[[1,9]]");
/// ```
pub struct Numbered<'a, W: EcsWorld>(&'a Template<W>);

impl<W: EcsWorld> fmt::Debug for Numbered<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Numbered").field(self.0).finish()
    }
}

impl<W: EcsWorld> Template<W> {
    /// Returns a form of the template that is serialised without names: the number of components, and for each its number and value.
    /// Transient components are left out.
    ///
    /// It can only be read by [`read_numbered`](Self::read_numbered) of a world with the same [`SCHEMA_HASH`](crate::Saves::SCHEMA_HASH).
    /// Use it for messages between running programs; for data that is stored, serialise the template itself, which writes names.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "serde")] {
    /// # use ecs_world::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Debug, PartialEq, Clone, Serialize, Deserialize)] struct Health(u32);
    /// # #[derive(Debug, PartialEq, Clone, Serialize, Deserialize)] struct Armour(u32);
    /// # ecs_world! { #[derive(Serialize, Deserialize)] struct World; components: Health, Armour; }
    /// let written = serde_json::to_string(&Template::<World>::new().with(Armour(7)).numbered()).unwrap();
    /// assert_eq!(written, "[[1,7]]");
    /// let mut read = Template::<World>::new();
    /// read.read_numbered(&mut serde_json::Deserializer::from_str(&written)).unwrap();
    /// assert_eq!(read.get::<Armour>(), Some(&Armour(7)));
    /// # }
    /// ```
    #[must_use]
    pub fn numbered(&self) -> Numbered<'_, W> {
        Numbered(self)
    }

    /// Replaces the components by those that [`numbered`](Self::numbered) wrote, and keeps the memory. Runs in **O(components of the
    /// world)** time, plus that of the format.
    ///
    /// # Errors
    ///
    /// If a number is that of no component of the world, or of a transient one, or is not above the one before it, or if a value cannot be
    /// read. The template is then empty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use ecs_world::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Serialize, Deserialize)] struct Health(u32);
    /// # ecs_world! { #[derive(Serialize, Deserialize)] struct World; components: Health; }
    /// let mut template = Template::<World>::new();
    /// for (text, is_right) in [("[[0,9]]", true), ("[]", true), ("[[1,9]]", false), ("[[0,9],[0,8]]", false)] {
    ///     let read = template.read_numbered(&mut serde_json::Deserializer::from_str(text));
    ///     assert_eq!((read.is_ok(), template.is_empty()), (is_right, text != "[[0,9]]"));
    /// }
    /// ```
    pub fn read_numbered<'de, D: Deserializer<'de>>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        W: LoadWorld,
    {
        self.clear();
        let read = deserializer.deserialize_seq(ReadAll(self));
        if read.is_err() {
            self.clear();
        }
        read
    }
}

impl<W: SaveWorld> Serialize for Numbered<'_, W> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let own = || numbers(self.0.mask).filter(|component| !W::TRANSIENT.contains(component));
        let mut all = serializer.serialize_seq(Some(own().count()))?;
        for component in own() {
            all.serialize_element(&(component, Value { template: self.0, component }))?;
        }
        all.end()
    }
}

struct ReadAll<'a, W: EcsWorld>(&'a mut Template<W>);

impl<'de, W: LoadWorld> Visitor<'de> for ReadAll<'_, W> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "components of world `{}` by number", W::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        let mut least = 0;
        while let Some(component) = all.next_element_seed(ReadOne { template: &mut *self.0, least })? {
            least = component + 1;
        }
        Ok(())
    }
}

/// Reads the number of a component, at least `least`, and its value.
struct ReadOne<'a, W: EcsWorld> {
    template: &'a mut Template<W>,
    /// One more than the number before; as numbers ascend, no component can be given twice.
    least: usize,
}

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadOne<'_, W> {
    type Value = usize;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for ReadOne<'_, W> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number of a component, and its value")
    }

    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<usize, A::Error> {
        let Some(component) = pair.next_element::<usize>()? else { return Err(A::Error::invalid_length(0, &self)) };
        if component >= W::COMPONENTS.len() || W::TRANSIENT.contains(&component) {
            return Err(A::Error::custom(format_args!("world `{}` saves no component {component}", W::NAME)));
        }
        if component < self.least {
            return Err(A::Error::custom(format_args!("component {component} is not above the one before it")));
        }
        match pair.next_element_seed(ReadValue { template: self.template, component })? {
            Some(()) => Ok(component),
            None => Err(A::Error::custom(format_args!("component {component} lacks its value"))),
        }
    }
}
