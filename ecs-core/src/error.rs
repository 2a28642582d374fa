//! The errors of a world. Each names what is wrong, and returns the values that were passed in.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::Entity;

/// The handle names no live entity: it was despawned, or belongs to another world.
///
/// Contains the value that was to be inserted, so that it is not lost. Implements `Debug` for every `T`, and so can be unwrapped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NoSuchEntity<T = ()> {
    /// The handle that was given.
    pub entity: Entity,
    /// The value that was to be inserted; `()` for other operations.
    pub value: T,
}

impl<T> NoSuchEntity<T> {
    /// Returns the value that was to be inserted.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> fmt::Debug for NoSuchEntity<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NoSuchEntity").field("entity", &self.entity).finish_non_exhaustive()
    }
}

impl<T> fmt::Display for NoSuchEntity<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no entity {} lives in this world: it was despawned, or comes from another world", self.entity)
    }
}

impl<T> Error for NoSuchEntity<T> {}

/// The reason why nothing was exchanged, with the value that was to be inserted. Implements `Debug` for every `T`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ExchangeError<T = ()> {
    /// The handle names no live entity.
    NoSuchEntity(NoSuchEntity<T>),
    /// The entity lacks a component that was to be removed.
    Missing(T),
}

impl<T> ExchangeError<T> {
    /// Returns the value that was to be inserted.
    pub fn into_inner(self) -> T {
        match self {
            Self::NoSuchEntity(error) => error.value,
            Self::Missing(value) => value,
        }
    }
}

impl<T> fmt::Debug for ExchangeError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchEntity(error) => fmt::Debug::fmt(error, f),
            Self::Missing(_) => f.write_str("Missing"),
        }
    }
}

impl<T> fmt::Display for ExchangeError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchEntity(error) => fmt::Display::fmt(error, f),
            Self::Missing(_) => f.write_str("the entity lacks a component that was to be removed"),
        }
    }
}

impl<T> Error for ExchangeError<T> {}

/// A query does not match exactly one entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SingleError {
    /// No entity matches.
    None,
    /// More than one entity matches.
    Many,
}

impl fmt::Display for SingleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no entity matches the query, where one was expected",
            Self::Many => "several entities match the query, where one was expected",
        })
    }
}

impl Error for SingleError {}

/// The reason why components of several entities cannot be borrowed together. Positions are those of the handles in the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisjointError {
    /// The handle at this position names no live entity.
    NoSuchEntity(usize),
    /// The entity at this position lacks the component.
    Missing(usize),
    /// The entity at the second position is the same as at the first.
    Duplicate(usize, usize),
}

impl fmt::Display for DisjointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchEntity(at) => write!(f, "the handle at position {at} names no living entity"),
            Self::Missing(at) => write!(f, "the entity at position {at} does not have the component"),
            Self::Duplicate(first, second) => write!(f, "the entity at position {first} is given again at {second}"),
        }
    }
}

impl Error for DisjointError {}

/// The columns passed to `spawn_columns` differ in length. Contains them; implements `Debug` for every `T`.
#[derive(Clone, PartialEq, Eq)]
pub struct UnequalColumns<T> {
    /// The columns, untouched.
    pub columns: T,
}

impl<T> fmt::Debug for UnequalColumns<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UnequalColumns")
    }
}

impl<T> fmt::Display for UnequalColumns<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the columns differ in length: each needs one value per entity")
    }
}

impl<T> Error for UnequalColumns<T> {}

/// A world violates one of its invariants: a bug in this library. `Display` names the invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvariantError(pub(crate) String);

impl fmt::Display for InvariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for InvariantError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    #[test]
    fn a_broken_promise_says_which() {
        assert_eq!(super::InvariantError("the mask of 3v1".into()).to_string(), "the mask of 3v1");
    }
}
