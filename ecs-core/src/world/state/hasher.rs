//! The hash of values: without a seed, of 64 bits, the same on all platforms. `docs/STATE.md` defines it.
//!
//! A value is a sequence of words of 64 bits, by its `Serialize`; the hash is a chain over them. A word is multiplied with a constant into
//! 128 bits, whose halves are added without carry, so each bit of a word affects all bits of the hash.
//!
//! - **I1** Nothing depends on the width of `usize` or on the order of bytes, and nothing on the names of types and fields.

use alloc::string::String;
use core::fmt;

use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

/// The hash of no words.
const START: u64 = 0x243f_6a88_85a3_08d3;
/// What words are multiplied with: odd, with as many ones as zeros.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c55;
/// The word of a field that a type leaves out, and of a value that refuses to be serialised.
const LEFT_OUT: u64 = u64::MAX;

/// A hash that grows by words.
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

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a product are taken apart on purpose")]
    pub(super) fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(FACTOR);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    /// Adds the words of a value.
    #[inline(always)]
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) {
        if value.serialize(&mut *self).is_err() {
            self.word(LEFT_OUT);
        }
    }

    /// Adds bytes: eight are a word, the first one lowest, the last word is filled with zeros. Then their number.
    fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(word));
        }
        self.word(bytes.len() as u64);
    }

    pub(super) fn finish(self) -> u64 {
        self.0
    }
}

/// A value refused to be serialised. What it says is no part of the hash.
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
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

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
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Refused> {
        Ok(())
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
        Ok(Counted { hasher: self, count: 0 })
    }

    #[inline(always)]
    fn serialize_tuple(self, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_variant(self, _: &'static str, number: u32, _: &'static str, _: usize) -> Result<Self, Refused> {
        self.word(u64::from(number));
        Ok(self)
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Counted<'a>, Refused> {
        Ok(Counted { hasher: self, count: 0 })
    }

    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Refused> {
        Ok(self)
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        number: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Refused> {
        self.word(u64::from(number));
        Ok(self)
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

/// Adds elements, and then their number.
pub(super) struct Counted<'a> {
    hasher: &'a mut Hasher,
    count: u64,
}

impl SerializeSeq for Counted<'_> {
    type Ok = ();
    type Error = Refused;

    #[inline(always)]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.count += 1;
        value.serialize(&mut *self.hasher)
    }

    #[inline]
    fn end(self) -> Result<(), Refused> {
        self.hasher.word(self.count);
        Ok(())
    }
}

impl SerializeMap for Counted<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        self.count += 1;
        key.serialize(&mut *self.hasher)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        value.serialize(&mut *self.hasher)
    }

    fn end(self) -> Result<(), Refused> {
        self.hasher.word(self.count);
        Ok(())
    }
}

/// Fields in the order of their declaration: their number is known.
macro_rules! fields {
    ($($of:ident::$add:ident),*) => {
        $(impl $of for &mut Hasher {
            type Ok = ();
            type Error = Refused;

            #[inline(always)]
            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                value.serialize(&mut **self)
            }

            #[inline(always)]
            fn end(self) -> Result<(), Refused> {
                Ok(())
            }
        })*
    };
}

fields! { SerializeTuple::serialize_element, SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field }

/// The same with names, which do not count.
macro_rules! named_fields {
    ($($of:ident),*) => {
        $(impl $of for &mut Hasher {
            type Ok = ();
            type Error = Refused;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Refused> {
                value.serialize(&mut **self)
            }

            fn skip_field(&mut self, _: &'static str) -> Result<(), Refused> {
                self.word(LEFT_OUT);
                Ok(())
            }

            #[inline(always)]
            fn end(self) -> Result<(), Refused> {
                Ok(())
            }
        })*
    };
}

named_fields! { SerializeStruct, SerializeStructVariant }

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of these words, by the definition in `docs/STATE.md`.
    fn words(words: &[u64]) -> u64 {
        words.iter().fold(0x243f_6a88_85a3_08d3, |hash: u64, word| {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c55;
            u64::try_from(product & u128::from(u64::MAX)).expect("64 bits")
                ^ u64::try_from(product >> 64).expect("64 bits")
        })
    }

    #[test]
    fn known_values_have_known_hashes() {
        assert_eq!(Hasher::of(&()), 0x243f_6a88_85a3_08d3);
        assert_eq!(Hasher::of(&0_u8), 0x11db_e097_f265_f91a);
        assert_eq!(Hasher::of(&1_u64), 0x7fe3_5ace_7118_7eae);
        assert_eq!(Hasher::of(&"position"), words(&[u64::from_le_bytes(*b"position"), 8]));
    }

    #[test]
    fn numbers_are_words_whatever_their_width() {
        assert_eq!(Hasher::of(&3_u8), words(&[3]));
        assert_eq!(Hasher::of(&(3_u16, 3_u32, 3_u64, 3_usize)), words(&[3; 4]));
        assert_eq!(Hasher::of(&(-3_i8, -3_i16, -3_i32, -3_i64)), words(&[3_u64.wrapping_neg(); 4]));
        assert_eq!(Hasher::of(&(true, 'a')), words(&[1, 97]));
        assert_eq!(Hasher::of(&(1_u128 << 64 | 5)), words(&[5, 1]));
        assert_eq!(Hasher::of(&-1_i128), words(&[u64::MAX; 2]));
    }

    #[test]
    fn floats_are_their_bits() {
        assert_eq!(Hasher::of(&1.5_f32), words(&[u64::from(1.5_f32.to_bits())]));
        assert_eq!(Hasher::of(&1.5_f64), words(&[1.5_f64.to_bits()]));
        assert_ne!(Hasher::of(&0.0_f32), Hasher::of(&-0.0_f32));
        let nans = [0x7fc0_0000, 0x7fc0_0001].map(|bits| Hasher::of(&f32::from_bits(bits)));
        assert_ne!(nans[0], nans[1], "a NaN is what its bits are");
    }

    #[test]
    fn texts_and_sequences_are_followed_by_their_lengths() {
        assert_eq!(Hasher::of(""), words(&[0]));
        assert_eq!(Hasher::of("ab"), words(&[0x6261, 2]));
        assert_eq!(Hasher::of("abcdefgh"), words(&[0x6867_6665_6463_6261, 8]));
        assert_eq!(Hasher::of("abcdefghi"), words(&[0x6867_6665_6463_6261, 0x69, 9]));
        assert_eq!(Hasher::of(&[3_u8, 4][..]), words(&[3, 4, 2]));
        assert_ne!(Hasher::of(&(vec![1_u8], vec![2_u8, 3])), Hasher::of(&(vec![1_u8, 2], vec![3_u8])));
    }

    #[test]
    fn options_and_variants_are_numbered() {
        assert_eq!(Hasher::of(&None::<u8>), words(&[0]));
        assert_eq!(Hasher::of(&Some(7_u8)), words(&[1, 7]));
        assert_eq!(Hasher::of(&Err::<u8, u8>(7)), words(&[1, 7]));
    }

    #[test]
    fn each_bit_of_a_word_changes_about_half_of_the_hash() {
        let base = Hasher::of(&0x0123_4567_89ab_cdef_u64);
        let changed = (0..64).map(|bit| (Hasher::of(&(0x0123_4567_89ab_cdef_u64 ^ 1 << bit)) ^ base).count_ones());
        let mean = changed.sum::<u32>() / 64;
        assert!((24..=40).contains(&mean), "{mean} bits");
    }

    #[test]
    fn two_changes_do_not_cancel_each_other() {
        let mut seen = std::collections::BTreeSet::new();
        for first in 0..64 {
            for second in 0..64 {
                assert!(seen.insert(Hasher::of(&(1_u64 << first, 1_u64 << second))));
            }
        }
    }

    #[test]
    fn a_value_that_refuses_counts_as_left_out() {
        struct Refusing;
        impl Serialize for Refusing {
            fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
                Err(S::Error::custom("no"))
            }
        }
        let mut hasher = Hasher::NEW;
        hasher.value(&Refusing);
        assert_eq!(hasher.finish(), words(&[u64::MAX]));
    }
}
