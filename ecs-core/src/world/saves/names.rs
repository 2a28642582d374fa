//! Names in saves. They are looked up as they are read, since input can have any number of names, of any length.

use alloc::string::String;
use core::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};

/// Reads a name and passes it to a function, whose result it returns.
///
/// The function receives the name as a `&str`, so that a name is only copied if an error message needs it.
pub(super) struct Name<'a, T>(pub(super) &'a mut dyn FnMut(&str) -> Result<T, String>, pub(super) Named);

/// The kind of a name: formats write fields and keys in different ways.
#[derive(Clone, Copy)]
pub(super) enum Named {
    /// A field of the save, in formats that have names.
    Field,
    /// A key of a map or an element of a list, which is a string in any format.
    Key,
}

impl<'de, T> DeserializeSeed<'de> for Name<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        match self.1 {
            Named::Field => deserializer.deserialize_identifier(self),
            Named::Key => deserializer.deserialize_str(self),
        }
    }
}

impl<T> Visitor<'_> for Name<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        (self.0)(name).map_err(E::custom)
    }
}

/// Reads a list of names and passes each to a function at once, so that a list of any length takes no memory.
pub(in crate::world) struct EachName<'a>(pub(in crate::world) &'a mut dyn FnMut(&str) -> Result<(), String>);

impl<'de> DeserializeSeed<'de> for EachName<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for EachName<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of names")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<(), A::Error> {
        while names.next_element_seed(Name(&mut *self.0, Named::Key))?.is_some() {}
        Ok(())
    }
}
