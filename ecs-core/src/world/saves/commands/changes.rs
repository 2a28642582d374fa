//! Reading the changes of pending commands: an operation, the components that it removes, each with whether the entity may lack it, the
//! components that it inserts, and an entity per command.
//!
//! Names are looked up as they are read, and listing a component twice is an error. So a list of names never takes more memory than a list
//! of all components.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};

use super::{OPERATIONS, ReadCommands, has_entity};
use crate::commands::{Changes, Kind, Shape};
use crate::entity::Entity;
use crate::world::saves::names::{EachName, Name, Named};
use crate::world::saves::{Found, LoadWorld};

/// Reads a list of changes, each of which can stand for many commands.
pub(super) struct ReadList<W>(pub(super) ReadCommands<W>);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadList<W> {
    type Value = Vec<Changes>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for ReadList<W> {
    type Value = Vec<Changes>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pending changes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(changes) = list.next_element_seed(ReadChanges(self.0))? {
            all.push(changes);
        }
        Ok(all)
    }
}

/// Reads changes of one shape. A shape that no command can have is an error.
struct ReadChanges<W>(ReadCommands<W>);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadChanges<W> {
    type Value = Changes;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Changes, D::Error> {
        deserializer.deserialize_tuple(4, self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for ReadChanges<W> {
    type Value = Changes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an operation, the components that it removes and inserts, and entities")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Changes, A::Error> {
        let Self(read) = self;
        let lacks = |number| Err(A::Error::invalid_length(number, &self));
        let operation = parts.next_element_seed(Name(&mut find_operation, Named::Key))?;
        let Some((kind, operation)) = operation else { return lacks(0) };
        let mut shape = Shape { kind, removed: Vec::new(), inserted: Vec::new() };
        let mut lacks_required = false;
        let mut remove = |found, is_optional: bool| {
            let Found::Entry(component) = found else {
                lacks_required |= !is_optional;
                return Ok(());
            };
            if add_removed(&mut shape, component, is_optional) { Ok(()) } else { Err(damaged(operation)) }
        };
        let Some(()) = parts.next_element_seed(EachRemoved(read, &mut remove))? else { return lacks(1) };
        let mut insert = |name: &str| {
            let Found::Entry(component) = read.component(name)? else { return Ok(()) };
            if add_inserted(&mut shape, component) { Ok(()) } else { Err(damaged(operation)) }
        };
        let Some(()) = parts.next_element_seed(EachName(&mut insert))? else { return lacks(2) };
        let Some(entities) = parts.next_element::<Vec<Option<Entity>>>()? else { return lacks(3) };
        if !is_possible(&shape, &entities) {
            return Err(A::Error::custom(damaged(operation)));
        }
        // No entity has a component that the world does not declare. Leaving it out of the shape would despawn other entities.
        let matches_none = kind == Kind::DespawnWith && lacks_required;
        Ok(Changes { shape, entities: if matches_none { Vec::new() } else { entities } })
    }
}

/// The operation with this name.
fn find_operation(name: &str) -> Result<(Kind, &'static str), String> {
    let known = OPERATIONS.iter().find(|(_, own)| *own == name);
    known.copied().ok_or_else(|| format!("`{name}` is no operation of a pending command"))
}

/// The error for changes that no command can make.
fn damaged(operation: &str) -> String {
    format!("a pending command `{operation}` of the save is damaged")
}

/// Adds a component that is removed; returns false if the shape had it already.
fn add_removed(shape: &mut Shape, component: usize, is_optional: bool) -> bool {
    let is_twice = shape.removed.iter().any(|(own, _)| *own == component);
    shape.removed.push((component, is_optional));
    !is_twice
}

/// Adds a component that is inserted; returns false if the shape had it already.
fn add_inserted(shape: &mut Shape, component: usize) -> bool {
    let is_twice = shape.inserted.contains(&component);
    shape.inserted.push(component);
    !is_twice
}

/// Returns true if the operation of a shape has such components and entities.
fn is_possible(shape: &Shape, entities: &[Option<Entity>]) -> bool {
    let kind = shape.kind;
    let can_remove = matches!(kind, Kind::Exchange | Kind::Remove | Kind::RemoveAny | Kind::DespawnWith);
    let can_insert = matches!(kind, Kind::Spawn | Kind::Insert | Kind::Exchange);
    (can_remove || shape.removed.is_empty())
        && (can_insert || shape.inserted.is_empty())
        && entities.iter().all(|entity| entity.is_some() == has_entity(kind))
}

/// Reads a list of components that are removed, and passes each to a function, together with whether the entity may lack it.
struct EachRemoved<'a, W>(ReadCommands<W>, &'a mut dyn FnMut(Found, bool) -> Result<(), String>);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for EachRemoved<'_, W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for EachRemoved<'_, W> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of components that are removed")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some((found, is_optional)) = list.next_element_seed(ReadRemoved(self.0))? {
            (self.1)(found, is_optional).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// Reads a component that is removed, and whether the entity may lack it.
struct ReadRemoved<W>(ReadCommands<W>);

impl<'de, W: LoadWorld> DeserializeSeed<'de> for ReadRemoved<W> {
    type Value = (Found, bool);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de, W: LoadWorld> Visitor<'de> for ReadRemoved<W> {
    type Value = (Found, bool);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a component, and whether the entity may lack it")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let mut find = |name: &str| {
            // Values of transient components are not in the save, but commands can remove such components.
            for component in W::TRANSIENT {
                if W::COMPONENTS[*component] == name {
                    return Ok(Found::Entry(*component));
                }
            }
            self.0.component(name)
        };
        let found = parts.next_element_seed(Name(&mut find, Named::Key))?;
        match (found, parts.next_element()?) {
            (Some(found), Some(is_optional)) => Ok((found, is_optional)),
            _ => Err(A::Error::invalid_length(1, &self)),
        }
    }
}
