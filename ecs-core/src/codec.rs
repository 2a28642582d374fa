//! How values are written and read: by their own implementations of the traits of serde, or by the functions of a module.
//!
//! Both are types, so that what reads and writes the values of a world is one generic function each, whatever an entry says.
//!
//! ```text
//! the entry says nothing     BySerde            value.serialize(..)            T::deserialize(..)
//! #[saved(with = module)]    a generated type   module::serialize(value, ..)   module::deserialize(..)
//! ```
//!
//! [`Encoded`] and [`Decoded`] turn such a type into something that implements the traits of serde, so that values can be elements of
//! sequences and fields of structs that the run time writes itself.

use core::fmt;
use core::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Number of elements up to which a sequence is read whose elements take no bytes: nothing else would bound a length that input gives.
pub(crate) const MOST_EMPTY: u32 = 1 << 24;

/// How values of the type `T` are written.
///
/// No value is needed to choose it: the choice is a type, and so a call is as direct as that of `Serialize` itself.
pub trait SaveAs<T> {
    /// Writes one.
    ///
    /// # Errors
    ///
    /// If the format refuses it.
    fn save<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>;
}

/// How values of the type `T` are read.
///
/// Values are owned: nothing that a world holds borrows from the input.
pub trait LoadAs<T> {
    /// Reads one.
    ///
    /// # Errors
    ///
    /// If the input is no value of the type.
    fn load<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>;
}

/// As the type itself says.
///
/// It is what columns, resources, events and states have unless their entry says something else.
#[derive(Debug)]
pub struct BySerde;

impl<T: Serialize> SaveAs<T> for BySerde {
    #[inline]
    fn save<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

impl<T: DeserializeOwned> LoadAs<T> for BySerde {
    #[inline]
    fn load<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// A value that is written as `F` says.
///
/// It borrows the value; the form is a parameter and takes no memory.
pub struct Encoded<'a, T, F>(&'a T, PhantomData<F>);

impl<'a, T, F> Encoded<'a, T, F> {
    /// This one.
    #[inline]
    pub const fn new(value: &'a T) -> Self {
        Self(value, PhantomData)
    }
}

impl<T, F: SaveAs<T>> Serialize for Encoded<'_, T, F> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        F::save(self.0, serializer)
    }
}

impl<T, F> fmt::Debug for Encoded<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoded").finish_non_exhaustive()
    }
}

/// A value that is read as `F` says.
///
/// Its field is public, so that what was read is moved out of it.
pub struct Decoded<T, F> {
    /// The value.
    pub value: T,
    format: PhantomData<F>,
}

impl<'de, T, F: LoadAs<T>> Deserialize<'de> for Decoded<T, F> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { value: F::load(deserializer)?, format: PhantomData })
    }
}

impl<T, F> fmt::Debug for Decoded<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoded").finish_non_exhaustive()
    }
}
