//! Writing values as bytes.
//!
//! | value | bytes |
//! |---|---|
//! | numbers, `char` | all bytes, little-endian |
//! | `bool` | 0 or 1 |
//! | strings and bytes | the length, then the bytes |
//! | `Option` | 0, or 1 and the value |
//! | units | none |
//! | variants | the number of the variant, then its fields |
//! | tuples, structs | the fields in order |
//! | sequences and maps | the number of elements, then the elements |
//!
//! Lengths and numbers of variants are [written](write_number) with 7 bits per byte. Names and types are not written, so bytes must be read
//! by the type that wrote them. The encoding does not depend on the width of `usize`.

use alloc::vec::Vec;

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

use super::{CodeError, write_number};

/// Appends the bytes of a value.
///
/// # Errors
///
/// If the value refuses to be serialised.
pub(in super::super) fn encode<T: Serialize + ?Sized>(value: &T, bytes: &mut Vec<u8>) -> Result<(), CodeError> {
    value.serialize(Writer(bytes))
}

/// A serializer that appends to bytes. Each part of a value is passed a new one for the same bytes.
struct Writer<'a>(&'a mut Vec<u8>);

macro_rules! fixed {
    ($($name:ident($ty:ty),)*) => {
        $(#[inline]
        fn $name(self, value: $ty) -> Result<(), CodeError> {
            self.0.extend_from_slice(&value.to_le_bytes());
            Ok(())
        })*
    };
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = CodeError;
    type SerializeSeq = Elements<'a>;
    type SerializeTuple = Fields<'a>;
    type SerializeTupleStruct = Fields<'a>;
    type SerializeTupleVariant = Fields<'a>;
    type SerializeMap = Elements<'a>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Fields<'a>;

    fixed! {
        serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64), serialize_i128(i128), serialize_u8(u8),
        serialize_u16(u16), serialize_u32(u32), serialize_u64(u64), serialize_u128(u128), serialize_f32(f32), serialize_f64(f64),
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), CodeError> {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_char(self, value: char) -> Result<(), CodeError> {
        self.serialize_u32(u32::from(value))
    }

    fn serialize_str(self, text: &str) -> Result<(), CodeError> {
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), CodeError> {
        write_number(self.0, bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), CodeError> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), CodeError> {
        self.0.push(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), CodeError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), CodeError> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, number: u32, _: &'static str) -> Result<(), CodeError> {
        write_number(self.0, u64::from(number));
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), CodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), CodeError> {
        write_number(self.0, u64::from(number));
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'a>, CodeError> {
        Ok(Elements::new(self.0))
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Fields<'a>, CodeError> {
        Ok(Fields(self.0))
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Fields<'a>, CodeError> {
        Ok(Fields(self.0))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Fields<'a>, CodeError> {
        write_number(self.0, u64::from(number));
        Ok(Fields(self.0))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Elements<'a>, CodeError> {
        Ok(Elements::new(self.0))
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'a>, CodeError> {
        Ok(Fields(self.0))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Fields<'a>, CodeError> {
        write_number(self.0, u64::from(number));
        Ok(Fields(self.0))
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// Writes the number of elements, then the elements.
///
/// Serde may announce no number, or a wrong one. So one byte is reserved, and the actual number is written at the end. If it takes more
/// than one byte, the elements are moved once.
///
/// ```text
/// 3 elements      00 ..   ->   03 ..          the reserved byte is overwritten
/// 200 elements    00 ..   ->   c8 01 ..       the elements move by a byte
/// ```
struct Elements<'a> {
    bytes: &'a mut Vec<u8>,
    /// The position of the reserved byte.
    start: usize,
    /// Number of elements so far.
    count: u64,
}

impl<'a> Elements<'a> {
    /// Reserves a byte for the number.
    fn new(bytes: &'a mut Vec<u8>) -> Self {
        let start = bytes.len();
        bytes.push(0);
        Self { bytes, start, count: 0 }
    }

    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodeError> {
        value.serialize(Writer(self.bytes))
    }

    /// Writes the number. Runs in **O(1)** time for up to 127 elements; otherwise in **O(bytes)**, as the elements are moved.
    #[expect(clippy::unnecessary_wraps, reason = "the traits of serde require it")]
    fn finish(self) -> Result<(), CodeError> {
        let mut number = Vec::new();
        write_number(&mut number, self.count);
        self.bytes.splice(self.start..=self.start, number);
        Ok(())
    }
}

impl SerializeSeq for Elements<'_> {
    type Ok = ();
    type Error = CodeError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodeError> {
        self.count += 1;
        self.part(value)
    }

    fn end(self) -> Result<(), CodeError> {
        self.finish()
    }
}

impl SerializeMap for Elements<'_> {
    type Ok = ();
    type Error = CodeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), CodeError> {
        self.count += 1;
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodeError> {
        self.part(value)
    }

    fn end(self) -> Result<(), CodeError> {
        self.finish()
    }
}

/// Writes fields, one after the other, without their number, which follows from the type.
struct Fields<'a>(&'a mut Vec<u8>);

macro_rules! unnamed {
    ($($of:ident::$add:ident),*) => {
        $(impl $of for Fields<'_> {
            type Ok = ();
            type Error = CodeError;

            #[inline]
            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CodeError> {
                value.serialize(Writer(self.0))
            }

            #[inline]
            fn end(self) -> Result<(), CodeError> {
                Ok(())
            }
        })*
    };
}

unnamed! { SerializeTuple::serialize_element, SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field }

macro_rules! named {
    ($($of:ident),*) => {
        $(impl $of for Fields<'_> {
            type Ok = ();
            type Error = CodeError;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), CodeError> {
                value.serialize(Writer(self.0))
            }

            #[inline]
            fn end(self) -> Result<(), CodeError> {
                Ok(())
            }
        })*
    };
}

named! { SerializeStruct, SerializeStructVariant }
