//! Reading values from bytes, which are not trusted.
//!
//! Each method consumes the bytes that the type requires, or returns an error. No method panics, whatever the bytes are, and none reserves
//! more memory for a length than there are bytes. Types that require a self-describing format (`deserialize_any`) cannot be read.

use alloc::format;
use alloc::string::ToString;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::CodeError;
use crate::codec::MOST_EMPTY;

/// Bytes, which are read from the front.
#[derive(Debug, Clone)]
pub(in super::super) struct Bytes<'de> {
    /// The bytes that were not read yet. They are a slice of the input, so that strings and bytes can be borrowed from it.
    rest: &'de [u8],
    /// Number of elements without bytes that may still be read (I2).
    empty: u32,
}

impl<'de> Bytes<'de> {
    /// Creates a reader that begins at the first byte.
    pub(in super::super) fn new(rest: &'de [u8]) -> Self {
        Self { rest, empty: MOST_EMPTY }
    }

    /// Number of bytes that are left.
    pub(in super::super) fn len(&self) -> usize {
        self.rest.len()
    }

    pub(in super::super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the next `count` bytes.
    ///
    /// # Errors
    ///
    /// If fewer are left.
    pub(in super::super) fn take(&mut self, count: usize) -> Result<&'de [u8], CodeError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(ends_early)?;
        self.rest = rest;
        Ok(taken)
    }

    /// Returns the next `N` bytes.
    fn array<const N: usize>(&mut self) -> Result<[u8; N], CodeError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or_else(ends_early)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// Reads a number with 7 bits per byte.
    ///
    /// Only the shortest form is valid, so equal values have equal bytes, and a delta that is read and written again is unchanged.
    ///
    /// # Errors
    ///
    /// If it is not in the shortest form, takes more than 64 bits, or ends early.
    pub(in super::super) fn number(&mut self) -> Result<u64, CodeError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits || (byte == 0 && shift > 0) {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(CodeError("a length or a number is malformed".to_string()))
    }

    /// Reads a length.
    pub(in super::super) fn length(&mut self) -> Result<usize, CodeError> {
        usize::try_from(self.number()?).map_err(|_| ends_early())
    }

    /// Reads a number below 2^32.
    pub(in super::super) fn index(&mut self) -> Result<u32, CodeError> {
        u32::try_from(self.number()?).map_err(|_| CodeError("a number is too large".to_string()))
    }

    /// Checks the limit of elements without bytes (I2), after an element was read. `before` is the number of bytes that were left before
    /// it.
    fn count(&mut self, before: usize) -> Result<(), CodeError> {
        if self.rest.len() == before {
            let too_many = || CodeError("there are more than 2^24 elements without bytes".to_string());
            self.empty = self.empty.checked_sub(1).ok_or_else(too_many)?;
        }
        Ok(())
    }
}

/// The error for bytes that end within a value.
#[cold]
fn ends_early() -> CodeError {
    CodeError("the bytes end early".to_string())
}

macro_rules! fixed {
    ($($name:ident: $ty:ident => $visit:ident,)*) => {
        $(#[inline]
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
            visitor.$visit($ty::from_le_bytes(self.array()?))
        })*
    };
}

/// Reads the encoding that [`write`](super::write) documents. It contains no names of fields, so `identifier` and `ignored_any` are errors.
impl<'de> Deserializer<'de> for &mut Bytes<'de> {
    type Error = CodeError;

    fixed! {
        deserialize_i8: i8 => visit_i8, deserialize_i16: i16 => visit_i16, deserialize_i32: i32 => visit_i32,
        deserialize_i64: i64 => visit_i64, deserialize_i128: i128 => visit_i128, deserialize_u8: u8 => visit_u8,
        deserialize_u16: u16 => visit_u16, deserialize_u32: u32 => visit_u32, deserialize_u64: u64 => visit_u64,
        deserialize_u128: u128 => visit_u128, deserialize_f32: f32 => visit_f32, deserialize_f64: f64 => visit_f64,
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, CodeError> {
        Err(CodeError("a type asks what comes next, which bytes of a delta do not say".to_string()))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        match self.array()? {
            [value @ (0 | 1)] => visitor.visit_bool(value == 1),
            [other] => Err(CodeError(format!("{other} is no `bool`"))),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        let number = u32::from_le_bytes(self.array()?);
        visitor.visit_char(char::from_u32(number).ok_or_else(|| CodeError(format!("{number} is no `char`")))?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        let length = self.length()?;
        let text = core::str::from_utf8(self.take(length)?);
        visitor.visit_borrowed_str(text.map_err(|error| CodeError(error.to_string()))?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        let length = self.length()?;
        visitor.visit_borrowed_bytes(self.take(length)?)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        match self.array()? {
            [0] => visitor.visit_none(),
            [1] => visitor.visit_some(self),
            [other] => Err(CodeError(format!("{other} is no `Option`"))),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, CodeError> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, CodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        let left = self.length()?;
        visitor.visit_seq(Elements { bytes: self, left, is_given: true })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, left: usize, visitor: V) -> Result<V::Value, CodeError> {
        visitor.visit_seq(Elements { bytes: self, left, is_given: false })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, CodeError> {
        visitor.visit_seq(Elements { bytes: self, left, is_given: false })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CodeError> {
        let left = self.length()?;
        visitor.visit_map(Elements { bytes: self, left, is_given: true })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodeError> {
        visitor.visit_seq(Elements { bytes: self, left: fields.len(), is_given: false })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodeError> {
        visitor.visit_enum(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! { identifier ignored_any }
}

/// Reads elements, keys and values, or fields.
///
/// The lengths of sequences and maps are in the input, so elements without bytes are counted. Those of tuples and structs follow from the
/// type.
struct Elements<'a, 'de> {
    bytes: &'a mut Bytes<'de>,
    /// Number of elements that were not read yet; in a map, number of pairs.
    left: usize,
    /// Whether the length is in the input, instead of following from the type.
    is_given: bool,
}

impl<'de> SeqAccess<'de> for Elements<'_, 'de> {
    type Error = CodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, CodeError> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let before = self.bytes.len();
        let value = seed.deserialize(&mut *self.bytes)?;
        if self.is_given {
            self.bytes.count(before)?;
        }
        Ok(Some(value))
    }

    /// At most the number of bytes, so that a large length alone reserves no memory.
    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(self.bytes.len()))
    }
}

impl<'de> MapAccess<'de> for Elements<'_, 'de> {
    type Error = CodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, CodeError> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, CodeError> {
        seed.deserialize(&mut *self.bytes)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.min(self.bytes.len()))
    }
}

/// The type itself refuses numbers of variants that do not exist.
impl<'de> EnumAccess<'de> for &mut Bytes<'de> {
    type Error = CodeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), CodeError> {
        let number = self.index()?;
        let value = seed.deserialize(IntoDeserializer::<CodeError>::into_deserializer(number))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Bytes<'de> {
    type Error = CodeError;

    fn unit_variant(self) -> Result<(), CodeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, CodeError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, left: usize, visitor: V) -> Result<V::Value, CodeError> {
        visitor.visit_seq(Elements { bytes: self, left, is_given: false })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CodeError> {
        visitor.visit_seq(Elements { bytes: self, left: fields.len(), is_given: false })
    }
}
