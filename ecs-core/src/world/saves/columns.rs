//! Reading the columns of a save: entities, values and marks, row by row, so that an error names the component and the row.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};

use super::ColumnReader;
use super::read::Rows;
use crate::codec::{Decoded, LoadAs};
use crate::storage::Storage;

/// Bytes of values for which memory is reserved before they are read.
const RESERVED: usize = 1 << 20;

/// Bytes of a value up to which memory is reserved for all of them: the entities, which were read, took a byte each.
const SMALL: usize = 16;

/// Reads a column: its values into the storage, without owners. Returns the entities.
pub(super) struct ReadColumn<D>(pub(super) D, pub(super) &'static str);

impl<'de, D: Deserializer<'de>> ColumnReader<'de> for ReadColumn<D> {
    type Output = Result<Rows, D::Error>;

    fn column<S: Storage, F: LoadAs<S::Value>>(self, storage: &mut S) -> Self::Output {
        self.0.deserialize_tuple(3, ColumnVisitor(storage, self.1, PhantomData::<F>))
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such column"))
    }
}

struct ColumnVisitor<'a, S, F>(&'a mut S, &'static str, PhantomData<F>);

impl<'de, S: Storage, F: LoadAs<S::Value>> Visitor<'de> for ColumnVisitor<'_, S, F> {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "component `{}`: its entities, their values, and the changes that systems have not seen", self.1)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Rows, A::Error> {
        let name = self.1;
        let lacks = |what| A::Error::custom(format_args!("component `{name}` has no {what}"));
        let entities: Vec<u32> = parts.next_element()?.ok_or_else(|| lacks("entities"))?;
        let count = entities.len();
        let rows = ReadRows { storage: self.0, name, count, format: PhantomData::<F> };
        parts.next_element_seed(rows)?.ok_or_else(|| lacks("values"))?;
        let unseen = parts.next_element()?.ok_or_else(|| lacks("changes"))?;
        Ok(Rows { entities, unseen })
    }
}

/// Reads as many values as there are entities.
struct ReadRows<'a, S, F> {
    storage: &'a mut S,
    name: &'static str,
    count: usize,
    format: PhantomData<F>,
}

impl<'de, S: Storage, F: LoadAs<S::Value>> DeserializeSeed<'de> for ReadRows<'_, S, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, S: Storage, F: LoadAs<S::Value>> Visitor<'de> for ReadRows<'_, S, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} values of component `{}`", self.count, self.name)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<(), A::Error> {
        let Self { storage, name, count, .. } = self;
        let size = size_of::<S::Value>();
        storage.reserve(if size <= SMALL { count } else { count.min(RESERVED / size) });
        for row in 0..count {
            let value = values.next_element::<Decoded<S::Value, F>>();
            let value =
                value.map_err(|error| A::Error::custom(format_args!("component `{name}`, row {row}: {error}")))?;
            let Some(value) = value else {
                return Err(A::Error::custom(format_args!("component `{name}` has {row} values for {count} entities")));
            };
            storage.push_unowned(value.value);
        }
        match values.next_element::<Decoded<S::Value, F>>()? {
            Some(_) => {
                Err(A::Error::custom(format_args!("component `{name}` has more values than its {count} entities")))
            }
            None => Ok(()),
        }
    }
}
