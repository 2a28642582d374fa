//! Reading the columns of a save: entities, values and marks, row by row, so that an error message can name the component and the row.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};

use super::ColumnReader;
use super::read::Rows;
use super::runs::{ReadLists, ReadRuns, Runs};
use crate::codec::{Decoded, LoadAs, MOST_EMPTY};
use crate::storage::Storage;

/// Upper bound of the memory, in bytes, that is reserved before values are read.
///
/// A save can announce any number of values. Beyond this bound, memory grows as values are read.
const RESERVED: usize = 1 << 20;

/// Size of a value, in bytes, up to which memory for all values is reserved at once: the slots, which were read before, took at least a
/// byte of input each.
const SMALL: usize = 16;

/// A column that is about to be read: its name, the encoding of its numbers, and the number of slots if it is known.
#[derive(Clone, Copy)]
pub(super) struct Heading {
    pub(super) name: &'static str,
    pub(super) numbers: ReadRuns,
    /// `None` if the save has its generations after the columns.
    pub(super) slots: Option<usize>,
}

impl Heading {
    /// Checks the number of entities, whose values have this size. The number of values without a size is always bounded, as such values
    /// may take no input.
    ///
    /// # Errors
    ///
    /// If there are more entities than can be alive.
    fn count<E: Error>(self, count: u64, size: usize) -> Result<usize, E> {
        let most = self.most(size);
        match usize::try_from(count) {
            Ok(fitting) if count <= most => Ok(fitting),
            _ => Err(E::custom(format_args!(
                "component `{}` lists {count} entities, and no more than {most} can be alive in the save",
                self.name
            ))),
        }
    }

    /// The most entities that can have a value of this size.
    fn most(self, size: usize) -> u64 {
        let unknown = if size == 0 { MOST_EMPTY } else { u32::MAX };
        self.slots.map_or(u64::from(unknown), |slots| slots as u64)
    }

    /// Number of values of this size for which memory is reserved: all of them if they are small, otherwise up to [`RESERVED`] bytes.
    fn reserved(self, count: usize, size: usize) -> usize {
        if size <= SMALL && self.slots.is_some() { count } else { count.min(RESERVED / size.max(1)) }
    }
}

/// The parts of a column that do not depend on its type.
impl Heading {
    /// The error for a column that lacks a part.
    fn lacks<E: Error>(self, what: &str) -> E {
        E::custom(format_args!("component `{}` has no {what}", self.name))
    }

    /// Reads the entities.
    fn entities<'de, A: SeqAccess<'de>>(self, parts: &mut A) -> Result<Runs, A::Error> {
        match parts.next_element_seed(self.numbers)? {
            Some(entities) => Ok(entities),
            None => Err(self.lacks("entities")),
        }
    }

    /// Reads the rows that systems have not seen.
    ///
    /// Saves of another declaration had other systems, so more lists than readers are not an error yet. One more than needed is kept, so
    /// that a surplus can be detected later.
    fn unseen<'de, A: SeqAccess<'de>>(self, parts: &mut A, readers: usize) -> Result<Vec<Runs>, A::Error> {
        match parts.next_element_seed(ReadLists { numbers: self.numbers, most: readers + 1 })? {
            Some(unseen) => Ok(unseen),
            None => Err(self.lacks("changes")),
        }
    }
}

/// Reads a column: appends its values to the storage, without owners, and returns the entities.
pub(super) struct ReadColumn<D>(pub(super) D, pub(super) Heading);

impl<'de, D: Deserializer<'de>> ColumnReader<'de> for ReadColumn<D> {
    type Output = Result<Rows, D::Error>;

    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Self::Output {
        self.0.deserialize_tuple(3, ColumnVisitor(storage, self.1, PhantomData::<F>))
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such column"))
    }
}

/// Reads the three parts of a column: entities first, so that the number of values is known before any value is read.
struct ColumnVisitor<'a, S, F>(&'a mut S, Heading, PhantomData<F>);

impl<'de, S: Storage, F: LoadAs<S::Value>> Visitor<'de> for ColumnVisitor<'_, S, F> {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component `{}`: its entities, their values, and the changes that systems have not seen", self.1.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Rows, A::Error> {
        let heading = self.1;
        let entities = heading.entities(&mut parts)?;
        let count = heading.count(entities.count(), size_of::<S::Value>())?;
        let rows = ReadRows { heading, count, values: PhantomData::<(S::Value, F)> };
        let Some(values) = parts.next_element_seed(rows)? else { return Err(heading.lacks("values")) };
        self.0.append_unowned(values);
        Ok(Rows { entities, unseen: heading.unseen(&mut parts, S::READERS)? })
    }
}

/// Reads `count` values.
///
/// An error names the component and the row, as the format itself would only name a position in the input.
struct ReadRows<T, F> {
    heading: Heading,
    /// Number of entities, and thus of values.
    count: usize,
    values: PhantomData<(T, F)>,
}

impl<'de, T, F: LoadAs<T>> DeserializeSeed<'de> for ReadRows<T, F> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T, F: LoadAs<T>> Visitor<'de> for ReadRows<T, F> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} values of component `{}`", self.count, self.heading.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Vec<T>, A::Error> {
        let Self { heading, count, .. } = self;
        let name = heading.name;
        let mut all = Vec::with_capacity(heading.reserved(count, size_of::<T>()));
        for row in 0..count {
            match values.next_element::<Decoded<T, F>>() {
                Ok(Some(value)) => all.push(value.value),
                Ok(None) => return Err(too_few(name, row, count)),
                Err(error) => return Err(wrong_row(name, row, &error)),
            }
        }
        match values.next_element::<Decoded<T, F>>()? {
            Some(_) => Err(too_many(name, count)),
            None => Ok(all),
        }
    }
}

/// The error for a value that the format refuses.
#[cold]
fn wrong_row<E: Error>(name: &str, row: usize, error: &E) -> E {
    E::custom(format_args!("component `{name}`, row {row}: {error}"))
}

/// The error for a column with fewer values than entities.
#[cold]
fn too_few<E: Error>(name: &str, row: usize, count: usize) -> E {
    E::custom(format_args!("component `{name}` has {row} values for {count} entities"))
}

/// The error for a column with more values than entities.
#[cold]
fn too_many<E: Error>(name: &str, count: usize) -> E {
    E::custom(format_args!("component `{name}` has more values than its {count} entities"))
}
