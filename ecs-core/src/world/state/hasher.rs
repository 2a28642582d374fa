//! The hash of values: 64 bits, without a seed, the same on all platforms. `docs/STATE.md` defines it.
//!
//! The `Serialize` of a value turns it into a sequence of 64-bit words, over which the hash is a chain: the hash so far and the word are
//! combined by exclusive or and multiplied by a constant, and the two halves of the 128-bit product are combined by exclusive or again. So
//! each bit of a word affects all bits of the hash.
//!
//! A mark is a step with another constant. Except by chance, no word leads to the same hash, so a mark cannot be mistaken for a part of a
//! value.
//!
//! - **I1** The hash depends neither on the width of `usize` or the byte order of the platform, nor on the names of types and fields.
//! - **I2** The words of a value determine where it ends: they are never the beginning of the words of another value of its type, and each
//!   value has at least a word or a mark. So two sequences of values have equal words only if the values are equal one by one. Tuple
//!   structs and tuple variants that leave fields out violate this, because serde only passes the fields that are present.
//!
//! | value | words |
//! |---|---|
//! | integers, `bool`, `char` | one, sign-extended; for 128 bits two, the lower one first |
//! | floats | their bits: two `NaN`s may differ, and `0.0` and `-0.0` do |
//! | strings and bytes | the number of bytes, then eight bytes per word |
//! | `Option` | 0, or 1 and the words of the value |
//! | `()`, a unit struct, a tuple without elements | 0 |
//! | a variant | its number, then the words of its fields |
//! | a newtype struct | the words of its value |
//! | tuples and structs | the words of their fields, in order |
//! | a struct with named fields that leaves some out | a mark |
//! | sequences and maps | one: the hash of the elements and their number |
//! | a value that refuses to be serialised | a mark |
//!
//! The hash detects differences. It does not protect against deliberate collisions: the constants are public, and there is no key.
//!
//! ```text
//! Foe { at: Position { x: 1, y: 2 }, target: None }
//!
//! START -- 1 --> h1 -- 2 --> h2 -- 0 --> h3           one word each: x, y, and 0 for `None`
//! step(h, w)     the halves of (h ^ w) * FACTOR, combined by exclusive or
//! vec![3, 4]     a chain of its own from START over 3, 4, 2 (the number), whose result is one word of the outer chain
//! ```

mod parts;

use alloc::string::String;
use core::fmt;

use parts::{Counted, Fields};
use serde::ser::Error;
use serde::{Serialize, Serializer};

/// The hash of no words: digits of pi.
const START: u64 = 0x243f_6a88_85a3_08d3;
/// The factor for words: an odd number.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c55;
/// The factor for marks.
const MARK_FACTOR: u64 = 0x082e_fa98_ec4e_6c89;
/// The mark of a value that refuses to be serialised.
const REFUSED: u64 = u64::MAX;
/// The word of a value without fields.
const UNIT: u64 = 0;

/// The hash of the words that were added so far.
///
/// It is `Copy`, so that additions can be undone by keeping the former value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hasher(u64);

impl Hasher {
    pub(super) const NEW: Self = Self(START);

    /// The hash of one value.
    #[inline(always)]
    pub(super) fn of<T: Serialize + ?Sized>(value: &T) -> u64 {
        let mut hasher = Self::NEW;
        hasher.value(value);
        hasher.0
    }

    /// Adds a word. Runs in **O(1)** time: one multiplication.
    #[inline(always)]
    pub(super) fn word(&mut self, word: u64) {
        self.step(word, FACTOR);
    }

    /// Adds a mark. Not inlined, as marks are rare.
    #[cold]
    fn mark(&mut self, mark: u64) {
        self.step(mark, MARK_FACTOR);
    }

    /// Multiplies into 128 bits and combines the halves by exclusive or, so that the upper bits of the product, which depend on all bits of
    /// the factors, affect the lower ones.
    ///
    /// On 64-bit processors the product is one instruction, so a word costs the latency of one multiplication. (This is the folded
    /// multiplication of `wyhash`, without its key.)
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a product are taken apart on purpose")]
    fn step(&mut self, word: u64, factor: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(factor);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    /// Adds the words of a value.
    ///
    /// A value that refuses to be serialised adds a mark instead, whatever words it had passed before. Runs in the time of its `Serialize`.
    #[inline(always)]
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) {
        let before = *self;
        if value.serialize(&mut *self).is_err() {
            *self = before;
            self.mark(REFUSED);
        }
    }

    /// Adds the number of bytes, then the bytes: eight per word, little-endian. The last word is padded with zeros.
    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// The hash of all words that were added.
    pub(super) fn finish(self) -> u64 {
        self.0
    }
}

/// The error of a value that refuses to be serialised. Its message is not part of the hash.
#[derive(Debug)]
pub(super) struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value cannot be serialised")
    }
}

impl core::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Methods that add one word.
macro_rules! words {
    ($($name:ident($ty:ty) = |$value:ident| $word:expr;)*) => {
        $(#[inline(always)]
        fn $name(self, $value: $ty) -> Result<(), Refused> {
            self.word($word);
            Ok(())
        })*
    };
}

impl<'a> Serializer for &'a mut Hasher {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Counted<'a>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Counted<'a>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Fields<'a>;

    words! {
        serialize_bool(bool) = |value| u64::from(value);
        serialize_i8(i8) = |value| i64::from(value).cast_unsigned();
        serialize_i16(i16) = |value| i64::from(value).cast_unsigned();
        serialize_i32(i32) = |value| i64::from(value).cast_unsigned();
        serialize_i64(i64) = |value| value.cast_unsigned();
        serialize_u8(u8) = |value| u64::from(value);
        serialize_u16(u16) = |value| u64::from(value);
        serialize_u32(u32) = |value| u64::from(value);
        serialize_u64(u64) = |value| value;
        serialize_f32(f32) = |value| u64::from(value.to_bits());
        serialize_f64(f64) = |value| value.to_bits();
        serialize_char(char) = |value| u64::from(u32::from(value));
    }

    fn serialize_i128(self, value: i128) -> Result<(), Refused> {
        self.serialize_u128(value.cast_unsigned())
    }

    #[expect(clippy::cast_possible_truncation, reason = "the halves are taken apart on purpose")]
    fn serialize_u128(self, value: u128) -> Result<(), Refused> {
        self.word(value as u64);
        self.word((value >> 64) as u64);
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Refused> {
        self.bytes(text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Refused> {
        self.bytes(bytes);
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Refused> {
        self.word(0);
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        self.word(1);
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Refused> {
        self.word(UNIT);
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Refused> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, number: u32, _: &'static str) -> Result<(), Refused> {
        self.word(u64::from(number));
        Ok(())
    }

    #[inline(always)]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Refused> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        self.word(u64::from(number));
        value.serialize(self)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Counted<'a>, Refused> {
        Ok(Counted { hasher: self, elements: Hasher::NEW, count: 0 })
    }

    #[inline(always)]
    fn serialize_tuple(self, fields: usize) -> Result<Self, Refused> {
        if fields == 0 {
            self.word(UNIT);
        }
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple_struct(self, _: &'static str, fields: usize) -> Result<Self, Refused> {
        self.serialize_tuple(fields)
    }

    #[inline]
    fn serialize_tuple_variant(self, _: &'static str, number: u32, _: &'static str, _: usize) -> Result<Self, Refused> {
        self.word(u64::from(number));
        Ok(self)
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Counted<'a>, Refused> {
        Ok(Counted { hasher: self, elements: Hasher::NEW, count: 0 })
    }

    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'a>, Refused> {
        Ok(Fields::new(self))
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Fields<'a>, Refused> {
        self.word(u64::from(number));
        Ok(Fields::new(self))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), Refused> {
        let mut text = String::new();
        fmt::Write::write_fmt(&mut text, format_args!("{value}")).map_err(|_| Refused)?;
        self.serialize_str(&text)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests;
