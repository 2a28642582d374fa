//! Values as text, for messages: printed like a derived `Debug`, but by their `Serialize`. Floats with different bits have different texts.
//!
//! ```text
//! Some(3)    Position { x: 1.0, y: 2.0 }    Red    ["a", "b"]    {1: 'c'}    NaN(0x7fc00000)
//! ```
//!
//! So components need not implement `Debug`, and the text shows what a save contains. The bits of a `NaN` are shown because two worlds may
//! differ in nothing else.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

use super::hasher::Refused;

/// The text of a value.
///
/// If the value refuses to be serialised, the text is what was printed before it refused, and a remark. Runs in the time of its
/// `Serialize`.
pub(super) fn text_of<T: Serialize + ?Sized>(value: &T) -> String {
    let mut text = String::new();
    if value.serialize(Text(&mut text)).is_err() {
        text.push_str("(refuses to be serialised)");
    }
    text
}

/// A serializer that appends to a text.
///
/// Each call of serde consumes it; each part of a value is passed a new one for the same text.
struct Text<'a>(&'a mut String);

impl Text<'_> {
    /// Prints a value without parts: a number, a string in quotes, or the name of a unit.
    fn print(self, value: impl fmt::Debug) -> Result<(), Refused> {
        write!(self.0, "{value:?}").map_err(|_| Refused)
    }
}

impl<'a> Text<'a> {
    /// Begins a value with parts. [`Parts::close`] appends its closing bracket when serde ends the value.
    #[expect(clippy::unnecessary_wraps, reason = "the traits of serde require it")]
    fn open(self, name: &str, open: &str, close: &'static str) -> Result<Parts<'a>, Refused> {
        self.0.push_str(name);
        self.0.push_str(open);
        Ok(Parts { text: self.0, close, is_first: true })
    }
}

macro_rules! printed {
    ($($name:ident($ty:ty),)*) => {
        $(fn $name(self, value: $ty) -> Result<(), Refused> {
            self.print(value)
        })*
    };
}

impl<'a> Serializer for Text<'a> {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    printed! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64), serialize_i128(i128),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64), serialize_u128(u128), serialize_char(char),
        serialize_str(&str), serialize_bytes(&[u8]),
    }

    fn serialize_f32(self, value: f32) -> Result<(), Refused> {
        if value.is_nan() { self.print(format_args!("NaN({:#x})", value.to_bits())) } else { self.print(value) }
    }

    fn serialize_f64(self, value: f64) -> Result<(), Refused> {
        if value.is_nan() { self.print(format_args!("NaN({:#x})", value.to_bits())) } else { self.print(value) }
    }

    fn serialize_none(self) -> Result<(), Refused> {
        self.print(format_args!("None"))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        self.serialize_newtype_struct("Some", value)
    }

    fn serialize_unit(self) -> Result<(), Refused> {
        self.print(())
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<(), Refused> {
        self.print(format_args!("{name}"))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Result<(), Refused> {
        self.print(format_args!("{name}"))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Refused> {
        let mut parts = self.open(name, "(", ")")?;
        parts.part(value)?;
        parts.close()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        self.serialize_newtype_struct(name, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Refused> {
        self.open("", "[", "]")
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Refused> {
        self.open("", "(", ")")
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, Refused> {
        self.open(name, "(", ")")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Refused> {
        self.open(name, "(", ")")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Refused> {
        self.open("", "{", "}")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, Refused> {
        self.open(name, " { ", " }")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Refused> {
        self.open(name, " { ", " }")
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// Appends the parts of a value, with commas between them.
///
/// The opening bracket was appended before; [`close`](Parts::close) appends the closing one.
struct Parts<'a> {
    text: &'a mut String,
    /// The bracket or brace that ends the value.
    close: &'static str,
    /// Whether the next part is the first one, before which there is no comma.
    is_first: bool,
}

impl Parts<'_> {
    /// Appends a part without a name: an element, a field of a tuple, or a key.
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.named("", "", value)
    }

    /// Appends a part with its name. `name` and `colon` are empty for a part without one.
    fn named<T: Serialize + ?Sized>(&mut self, name: &str, colon: &str, value: &T) -> Result<(), Refused> {
        let comma = if core::mem::take(&mut self.is_first) { "" } else { ", " };
        self.text.extend([comma, name, colon]);
        value.serialize(Text(self.text))
    }

    /// Appends the closing bracket.
    #[expect(clippy::unnecessary_wraps, reason = "the traits of serde require it")]
    fn close(self) -> Result<(), Refused> {
        self.text.push_str(self.close);
        Ok(())
    }
}

macro_rules! unnamed {
    ($($of:ident::$add:ident),*) => {
        $(impl $of for Parts<'_> {
            type Ok = ();
            type Error = Refused;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                self.part(value)
            }

            fn end(self) -> Result<(), Refused> {
                self.close()
            }
        })*
    };
}

unnamed! {
    SerializeSeq::serialize_element, SerializeTuple::serialize_element, SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
}

macro_rules! named {
    ($($of:ident),*) => {
        $(impl $of for Parts<'_> {
            type Ok = ();
            type Error = Refused;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Refused> {
                self.named(name, ": ", value)
            }

            fn end(self) -> Result<(), Refused> {
                self.close()
            }
        })*
    };
}

named! { SerializeStruct, SerializeStructVariant }

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.text.push_str(": ");
        value.serialize(Text(self.text))
    }

    fn end(self) -> Result<(), Refused> {
        self.close()
    }
}

/// Number of bytes of a text that are shown before the first difference, and from it on.
const SHOWN: (usize, usize) = (24, 72);

/// Cuts two texts around their first difference.
///
/// Both are cut at the same positions, rounded outwards to a character boundary, and `..` marks what is left out. Runs in
/// **O(common bytes)** time.
///
/// ```text
/// 24 bytes are shown before the difference, and 72 from it on
///
/// one      "x" * 30 + "a"                     ..xxxxxxxxxxxxxxxxxxxxxxxxa
/// other    "x" * 30 + "b" + "y" * 100         ..xxxxxxxxxxxxxxxxxxxxxxxxbyyy .. with 71 of 100 y
/// ```
pub(super) fn around_difference(one: &str, other: &str) -> [String; 2] {
    let common = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    [one, other].map(|text| {
        let start = text.floor_char_boundary(common.saturating_sub(SHOWN.0));
        let end = text.ceil_char_boundary(common.saturating_add(SHOWN.1));
        let (before, behind) = (if start > 0 { ".." } else { "" }, if end < text.len() { ".." } else { "" });
        format!("{before}{}{behind}", text.get(start..end).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;
    use alloc::collections::BTreeMap;

    use super::*;

    #[test]
    fn values_are_printed_as_debug_prints_them() {
        assert_eq!(text_of(&(1_u8, -2_i64, true, 'x', "y")), "(1, -2, true, 'x', \"y\")");
        assert_eq!(text_of(&[1.0_f32, -0.0, f32::INFINITY]), "(1.0, -0.0, inf)");
        assert_eq!(text_of(&f32::from_bits(0x7fc0_0001)), "NaN(0x7fc00001)");
        assert_eq!(text_of(&(Some(3_u8), None::<u8>, ())), "(Some(3), None, ())");
        assert_eq!(text_of(&BTreeMap::from([(1_u8, "a"), (2, "b")])), "{1: \"a\", 2: \"b\"}");
        assert_eq!(text_of(&Ok::<[u8; 0], u8>([])), "Ok(())");
        assert_eq!(text_of(&[3_u8, 4][..]), "[3, 4]");
        // In a human-readable format, it would be a string.
        assert_eq!(text_of(&core::net::Ipv4Addr::new(192, 0, 2, 1)), "(192, 0, 2, 1)");
    }

    #[test]
    fn long_texts_are_cut_around_the_first_difference() {
        assert_eq!(around_difference("3", "4"), ["3", "4"].map(str::to_owned));
        assert_eq!(around_difference("", "4"), ["", "4"].map(str::to_owned));
        for length in [23, 24, 25, 71, 72, 73, 1_000] {
            let (one, other) = ("x".repeat(length) + "a", "x".repeat(length) + "b" + &"y".repeat(100));
            let [one, other] = around_difference(&one, &other);
            assert_eq!(one.starts_with(".."), length > 24, "{length}: {one}");
            assert!(one.ends_with('a') && other.ends_with("y..") && other.len() < 110, "{length}: {other}");
        }
        for length in [0, 1, 2, 3, 70, 71, 72, 73] {
            let [one, _] = around_difference(&("a".to_owned() + &"y".repeat(length)), "b");
            assert_eq!(one.ends_with(".."), length > 71, "{length} characters after the difference: {one}");
        }
        let [one, _] = around_difference(&"ä".repeat(100), &("ä".repeat(50) + "b"));
        assert!(one.contains('ä'), "texts are cut between characters");
    }
}
