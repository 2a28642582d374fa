//! Reading the columns of a save: entities, values and marks, row by row, so that an error names the component and the row.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};

use super::ColumnReader;
use super::read::Rows;
use super::runs::{ReadLists, ReadRuns};
use crate::codec::{Decoded, LoadAs, MOST_EMPTY};
use crate::storage::Storage;

/// Bytes of values for which memory is reserved before they are read.
///
/// A save may announce any number of values. Beyond these bytes memory grows as values are read.
const RESERVED: usize = 1 << 20;

/// Bytes of a value up to which memory is reserved for all of them: the slots, which were read, took a byte each.
const SMALL: usize = 16;

/// A column that is read: its name, how its numbers are, and the number of slots if that was read.
#[derive(Clone, Copy)]
pub(super) struct Heading {
    pub(super) name: &'static str,
    pub(super) numbers: ReadRuns,
    /// `None` if generations come behind the columns in the save.
    pub(super) slots: Option<usize>,
}

impl Heading {
    /// The number of entities, if so many can be alive. That of values without a size, which may take no input, is bounded in any case.
    ///
    /// # Errors
    ///
    /// If more are listed than can be alive.
    fn count<T, E: Error>(self, count: u64) -> Result<usize, E> {
        let unknown = if size_of::<T>() == 0 { MOST_EMPTY } else { u32::MAX };
        let most = self.slots.map_or(u64::from(unknown), |slots| slots as u64);
        let fitting = usize::try_from(count).ok().filter(|_| count <= most);
        fitting.ok_or_else(|| {
            E::custom(format_args!(
                "component `{}` lists {count} entities, and no more than {most} can be alive in the save",
                self.name
            ))
        })
    }

    /// The number of values for which memory is reserved: for all if they are small, and otherwise up to a size.
    fn reserved<T>(self, count: usize) -> usize {
        let size = size_of::<T>();
        if size <= SMALL && self.slots.is_some() { count } else { count.min(RESERVED / size.max(1)) }
    }
}

/// Reads a column: its values into the storage, without owners. Returns the entities.
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

/// Entities are read first, so that the number of values is known before any is read.
struct ColumnVisitor<'a, S, F>(&'a mut S, Heading, PhantomData<F>);

impl<'de, S: Storage, F: LoadAs<S::Value>> Visitor<'de> for ColumnVisitor<'_, S, F> {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component `{}`: its entities, their values, and the changes that systems have not seen", self.1.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Rows, A::Error> {
        let heading = self.1;
        let lacks = |what| A::Error::custom(format_args!("component `{}` has no {what}", heading.name));
        let entities = parts.next_element_seed(heading.numbers)?.ok_or_else(|| lacks("entities"))?;
        let count = heading.count::<S::Value, _>(entities.count())?;
        let rows = ReadRows { heading, count, values: PhantomData::<(S::Value, F)> };
        self.0.append_unowned(parts.next_element_seed(rows)?.ok_or_else(|| lacks("values"))?);
        // Another declaration had other systems, so more lists are no mistake yet; one more than are needed tells that they are too many.
        let mut most = 1;
        self.0.each_reader(&mut |_| most += 1);
        let lists = ReadLists { numbers: heading.numbers, most };
        let unseen = parts.next_element_seed(lists)?.ok_or_else(|| lacks("changes"))?;
        Ok(Rows { entities, unseen })
    }
}

/// Reads as many values as there are entities.
///
/// An error names the component and the row, as a format would only say where it is.
struct ReadRows<T, F> {
    heading: Heading,
    /// Number of entities, and so of values.
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
        let mut all = Vec::with_capacity(heading.reserved::<T>(count));
        for row in 0..count {
            let value = values.next_element::<Decoded<T, F>>();
            let value =
                value.map_err(|error| A::Error::custom(format_args!("component `{name}`, row {row}: {error}")))?;
            let Some(value) = value else {
                return Err(A::Error::custom(format_args!("component `{name}` has {row} values for {count} entities")));
            };
            all.push(value.value);
        }
        match values.next_element::<Decoded<T, F>>()? {
            Some(_) => {
                Err(A::Error::custom(format_args!("component `{name}` has more values than its {count} entities")))
            }
            None => Ok(all),
        }
    }
}
