//! How values are serialized and deserialized: by their own implementations of the traits of serde, or by the functions of a module.
//!
//! Both ways are types, so that the code that reads and writes the values of a world is one generic function each, whatever an entry
//! declares.
//!
//! ```text
//! without an attribute       BySerde            value.serialize(..)            T::deserialize(..)
//! #[saved(with = module)]    a generated type   module::serialize(value, ..)   module::deserialize(..)
//! ```
//!
//! [`Encoded`] and [`Decoded`] adapt such a type to the traits of serde, so that values can be elements of sequences and fields of structs
//! that the run time writes itself.

use core::fmt;
use core::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maximum length of a sequence whose elements take no bytes: nothing else would bound a length that the input declares.
pub(crate) const MOST_EMPTY: u32 = 1 << 24;

/// How values of the type `T` are serialized.
///
/// The choice is a type and not a value, so a call is as direct as that of `Serialize` itself.
pub trait SaveAs<T> {
    /// Serializes a value.
    ///
    /// # Errors
    ///
    /// If the format rejects the value.
    fn save<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>;
}

/// How values of the type `T` are deserialized.
///
/// Values are owned: no value of a world borrows from the input.
pub trait LoadAs<T> {
    /// Deserializes a value.
    ///
    /// # Errors
    ///
    /// If the input is not a value of the type.
    fn load<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>;
}

/// Uses the implementations of `Serialize` and `Deserialize` of the type itself.
///
/// The default of columns, resources, events and states, unless their entry specifies another way.
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

/// A value that is serialized by `F`.
///
/// It borrows the value; `F` is only a type parameter and takes no memory.
pub struct Encoded<'a, T, F>(&'a T, PhantomData<F>);

impl<'a, T, F> Encoded<'a, T, F> {
    /// Wraps a value.
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

/// A value that is deserialized by `F`.
///
/// Its field is public, so that the value can be moved out of it.
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
