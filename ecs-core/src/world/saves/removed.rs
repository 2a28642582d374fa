//! Removed entries in saves that still have them: their content is read and dropped.
//!
//! Self-describing formats such as JSON can skip anything. Other formats can only skip values whose type they know. So `#[removed]` may
//! name the former type of an entry; its content is then read in the form of its section, and each value is dropped at once.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeOwned, Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::read::OutOfSaves;
use super::runs::ReadRuns;
use super::{RemovedReader, Saves};
use crate::codec::MOST_EMPTY;
use crate::world::{CloneForPast, Core, KeepsPast, Token};

/// Reads a removed entry of a section: by its type, or in a self-describing format without one.
pub(super) struct SkipSection<D> {
    /// Where its content is read from.
    pub(super) from: D,
    /// The section, which determines the form of the content.
    pub(super) section: &'static str,
    /// How this save encodes numbers of entities.
    pub(super) numbers: ReadRuns,
}

impl<'de, D: Deserializer<'de>> RemovedReader<'de> for SkipSection<D> {
    type Output = Result<(), D::Error>;

    fn typed<T: DeserializeOwned>(self) -> Self::Output {
        let from = self.from;
        match self.section {
            "components" if self.numbers.are_runs => skip::<(SkipAll<i64>, SkipAll<T>, SkipAll<SkipAll<i64>>), D>(from),
            "components" => skip::<(SkipAll<u32>, SkipAll<T>, SkipAll<SkipAll<u32>>), D>(from),
            "events" => skip::<(u64, SkipAll<T>, SkipAll<T>, SkipAll<(String, u64)>), D>(from),
            "states" => skip::<(T, Option<T>, bool), D>(from),
            _ => skip::<T, D>(from),
        }
    }

    fn untyped(self) -> Self::Output {
        skip::<IgnoredAny, D>(self.from)
    }
}

/// The error for an entry of a save that the world does not declare, or declares as transient. `entry` describes the entry and where it is.
pub(super) fn not_in_saves<W: Saves>(entry: &str, section: &str, name: &str) -> String {
    let (own, remedy) = (W::NAME, how_to_leave_out::<W>(name));
    if W::TRANSIENT_NAMES.contains(&(section, name)) {
        return format!("{entry}, which is `#[transient]` in world `{own}`, so it is not loaded: {remedy}");
    }
    format!("{entry}, which world `{own}` does not declare: {remedy}")
}

/// What to do about an entry of a save that the world does not load, for error messages.
///
/// Whether the save is of an earlier version is not known yet, as the version is the last field.
fn how_to_leave_out<W: Saves>(name: &str) -> String {
    format!(
        "in a version after that of the save, write `#[removed(\"{name}\")]` before `struct {};`, or `#[renamed(\"{name}\")]` before \
         the entry that it became; or load it with `Load::new().skip_unknown()` to leave it out",
        W::NAME
    )
}

/// Reads a value and drops it.
///
/// # Errors
///
/// If the content is not a value of that type.
fn skip<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    T::deserialize(from).map(drop)
}

/// Passes the type of a removed entry to a visitor. For generated code.
pub fn skip_removed<'de, T: OutOfSaves, V: RemovedReader<'de>>(visitor: V) -> V::Output {
    visitor.typed::<T>()
}

/// A sequence of values that are read and dropped. The number of values without a size is limited, since they may take no input.
pub(super) struct SkipAll<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SkipAll<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Self(PhantomData))
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for SkipAll<T> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("values that were removed")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self, A::Error> {
        let most = if size_of::<T>() == 0 { u64::from(MOST_EMPTY) } else { u64::MAX };
        let mut count = 0;
        while values.next_element::<T>()?.is_some() {
            count += 1;
            if count > most {
                return Err(A::Error::custom("a removed entry has more than 2^24 values without a size"));
            }
        }
        Ok(self)
    }
}

/// Creates the pasts of a component for which a save has none. For generated code. Runs in **O(values)** time.
pub fn make_past<W: KeepsPast<C>, C: CloneForPast + 'static>(world: &mut W, token: Token) {
    let Core { storages, entities, .. } = world.__core_mut(token);
    W::both_mut(storages).make_missing(&entities.allocator);
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, SeqDeserializer};

    use super::*;

    /// Reads `count` values that take no input.
    fn skip_units(count: u32) -> Result<(), Error> {
        let units = (0..count).map(|_| ().into_deserializer());
        SkipAll::<()>::deserialize(SeqDeserializer::<_, Error>::new(units)).map(drop)
    }

    #[test]
    #[cfg_attr(miri, ignore = "counts to 2^24 three times, which an interpreter does in hours")]
    fn the_number_of_skipped_values_is_limited() {
        for count in [0, 1, 2, 3, MOST_EMPTY - 1, MOST_EMPTY] {
            assert!(skip_units(count).is_ok(), "{count}");
        }
        let error = skip_units(MOST_EMPTY + 1).expect_err("one more is refused");
        assert_eq!(error.to_string(), "a removed entry has more than 2^24 values without a size");
    }
}
