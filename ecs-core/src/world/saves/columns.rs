//! Reading the columns of a save: entities, values and marks, row by row, so that an error message can name the component and the row.

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
    /// Checks the number of entities. The number of values without a size is always bounded, as such values may take no input.
    ///
    /// # Errors
    ///
    /// If there are more entities than can be alive.
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

    /// Number of values for which memory is reserved: all of them if they are small, otherwise up to [`RESERVED`] bytes.
    fn reserved<T>(self, count: usize) -> usize {
        let size = size_of::<T>();
        if size <= SMALL && self.slots.is_some() { count } else { count.min(RESERVED / size.max(1)) }
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
        let lacks = |what| A::Error::custom(format_args!("component `{}` has no {what}", heading.name));
        let entities = parts.next_element_seed(heading.numbers)?.ok_or_else(|| lacks("entities"))?;
        let count = heading.count::<S::Value, _>(entities.count())?;
        let rows = ReadRows { heading, count, values: PhantomData::<(S::Value, F)> };
        self.0.append_unowned(parts.next_element_seed(rows)?.ok_or_else(|| lacks("values"))?);
        // Saves of another declaration had other systems, so more lists are not an error yet. One more than needed is kept, so that a
        // surplus can be detected later.
        let mut most = 1;
        self.0.each_reader(&mut |_| most += 1);
        let lists = ReadLists { numbers: heading.numbers, most };
        let unseen = parts.next_element_seed(lists)?.ok_or_else(|| lacks("changes"))?;
        Ok(Rows { entities, unseen })
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
