//! A deserializer that records its position in a document, and the fields that a type ignores. It forwards everything to that of a format,
//! and so do the visitors and accesses that it wraps.
//!
//! Types with a derived `Deserialize` skip unknown fields, unless they say otherwise: in a file that people write, such a field is a
//! mistake.
//!
//! ```text
//! the format    -- Traced deserializer -->    the type
//!                  notes: a struct requests these fields
//! the type      -- Traced visitor -->         the format
//!                  notes: key `Health`, then key `curent`: path Health.curent
//! the type ignores the value: the path goes into `ignored`, with `current` as the nearest field
//! ```
//!
//! Everything that serde passes between a format and a type goes through one of seven traits, each of which [`Traced`], [`TracedSeq`] or
//! [`TracedMap`] implements by forwarding to the value that it wraps. No value is copied, and a type that implements `Deserialize` by hand
//! is traced, too.

mod access;

use access::{TracedMap, TracedSeq};

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use crate::nearest::did_you_mean;

/// The record of a [`Traced`] deserializer.
///
/// There is one for each component of a document. It outlives the value and the error, as it is read after both.
#[derive(Debug, Default)]
pub(super) struct Trace {
    /// The keys and positions that lead to the value that was read last.
    path: Vec<String>,
    /// The paths of ignored fields, each with a suggestion.
    ignored: Vec<(String, String)>,
}

/// Maximum number of ignored fields that are recorded.
///
/// Bounds the memory for a document of nothing but unknown fields.
const MOST_IGNORED: usize = 64;

impl Trace {
    /// The path of the value that was read last, below another path.
    pub(super) fn path(&self, below: &str) -> String {
        self.path.iter().fold(below.to_string(), |path, part| format!("{path}.{part}"))
    }

    /// The ignored fields below a path, each with a suggestion.
    pub(super) fn into_ignored(self, below: &str) -> impl Iterator<Item = (String, String)> {
        self.ignored.into_iter().map(move |(path, suggestion)| (format!("{below}{path}"), suggestion))
    }

    /// Sets the part of the path at this depth.
    ///
    /// Deeper parts are removed first, so an error in a value without parts is reported at its key, and not at the last part of the value
    /// before it.
    fn enter(&mut self, depth: usize, part: String) {
        self.path.truncate(depth);
        self.path.push(part);
    }

    /// Records that the value at the path is ignored, unless there are many already.
    ///
    /// The suggestion is made at once, while the fields of the enclosing struct are known. Runs in **O(fields)** comparisons of names.
    fn ignore(&mut self, fields: &[&'static str]) {
        if self.ignored.len() < MOST_IGNORED {
            let suggestion = self.path.last().map(|name| did_you_mean(name, fields.iter().copied()));
            self.ignored.push((self.path(""), suggestion.unwrap_or_default()));
        }
    }
}

/// Wraps a deserializer, a visitor, an access or a seed.
///
/// `T` is the wrapped type. Each call passes the references to the trace and the key on to the wrapper of the next value.
pub(super) struct Traced<'a, T> {
    /// The wrapped value, to which calls are forwarded.
    inner: T,
    trace: &'a mut Trace,
    /// Number of parts in the path to this value.
    depth: usize,
    /// The fields of the struct around this value, or of this value.
    fields: &'static [&'static str],
    /// Destination for the text of a key.
    key: Option<&'a mut String>,
}

impl<'a, T> Traced<'a, T> {
    /// Begins a path. Ignored fields that were recorded before are kept.
    pub(super) fn new(inner: T, trace: &'a mut Trace) -> Self {
        trace.path.clear();
        Self { inner, trace, depth: 0, fields: &[], key: None }
    }
}

/// Forwards methods to the deserializer of the format, with a wrapped visitor.
///
/// Those of structs, of units and of ignored values do more, and are written out.
macro_rules! pass_on {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {
        $(fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            let Self { inner, trace, depth, key, .. } = self;
            inner.$method($($argument,)* Traced { inner: visitor, trace, depth, fields: &[], key })
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Traced<'_, D> {
    type Error = D::Error;

    pass_on! {
        deserialize_any();
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_newtype_struct(name: &'static str);
        deserialize_seq();
        deserialize_tuple(len: usize);
        deserialize_tuple_struct(name: &'static str, len: usize);
        deserialize_map();
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier();
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let Self { inner, trace, depth, key, .. } = self;
        inner.deserialize_struct(name, fields, Traced { inner: visitor, trace, depth, fields, key })
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_nothing(visitor, D::deserialize_unit)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        self.deserialize_nothing(visitor, |inner, visitor| inner.deserialize_unit_struct(name, visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let Self { inner, trace, fields, .. } = self;
        trace.ignore(fields);
        inner.deserialize_ignored_any(visitor)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

impl<'de, D: Deserializer<'de>> Traced<'_, D> {
    /// Deserialises a type without a value. Not all formats have a unit (TOML has none), so an empty map or list is accepted, too.
    ///
    /// Compact formats write no bytes for it and cannot tell what comes next, so for those the call is forwarded unchanged.
    fn deserialize_nothing<V: Visitor<'de>>(
        self,
        visitor: V,
        compact: impl FnOnce(D, V) -> Result<V::Value, D::Error>,
    ) -> Result<V::Value, D::Error> {
        let Self { inner, .. } = self;
        if inner.is_human_readable() { inner.deserialize_any(Nothing(visitor)) } else { compact(inner, visitor) }
    }
}

/// Accepts what formats write for a type without a value: a unit, an empty map, an empty list.
struct Nothing<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Nothing<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)?;
        f.write_str(", written as `{}`")
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<V::Value, A::Error> {
        match map.next_key::<String>()? {
            None => self.0.visit_unit(),
            Some(_) => Err(A::Error::invalid_type(Unexpected::Map, &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<V::Value, A::Error> {
        match seq.next_element::<serde::de::IgnoredAny>()? {
            None => self.0.visit_unit(),
            Some(_) => Err(A::Error::invalid_type(Unexpected::Seq, &self)),
        }
    }
}

/// Forwards values to the visitor.
///
/// They have no parts, so nothing is recorded.
macro_rules! visit {
    ($($method:ident: $ty:ty;)*) => {
        $(fn $method<E: Error>(self, value: $ty) -> Result<V::Value, E> {
            self.inner.$method(value)
        })*
    };
}

/// Forwards values that can be keys, and records their text.
macro_rules! visit_key {
    ($($method:ident: $ty:ty;)*) => {
        $(fn $method<E: Error>(self, value: $ty) -> Result<V::Value, E> {
            if let Some(key) = self.key {
                *key = value.to_string();
            }
            self.inner.$method(value)
        })*
    };
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Traced<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    visit! {
        visit_i8: i8;
        visit_i16: i16;
        visit_i32: i32;
        visit_i128: i128;
        visit_u8: u8;
        visit_u16: u16;
        visit_u32: u32;
        visit_u128: u128;
        visit_f32: f32;
        visit_f64: f64;
        visit_bytes: &[u8];
        visit_borrowed_bytes: &'de [u8];
        visit_byte_buf: Vec<u8>;
    }

    visit_key! {
        visit_bool: bool;
        visit_i64: i64;
        visit_u64: u64;
        visit_char: char;
        visit_str: &str;
        visit_borrowed_str: &'de str;
        visit_string: String;
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        let Self { inner, trace, depth, fields, key } = self;
        inner.visit_some(Traced { inner: deserializer, trace, depth, fields, key })
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        let Self { inner, trace, depth, fields, key } = self;
        inner.visit_newtype_struct(Traced { inner: deserializer, trace, depth, fields, key })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        let Self { inner, trace, depth, fields, .. } = self;
        inner.visit_seq(TracedSeq(Traced { inner: seq, trace, depth, fields, key: None }, 0))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let Self { inner, trace, depth, fields, .. } = self;
        inner.visit_map(TracedMap(Traced { inner: map, trace, depth, fields, key: None }, String::new()))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<V::Value, A::Error> {
        let Self { inner, trace, depth, fields, key } = self;
        inner.visit_enum(Traced { inner: variant, trace, depth, fields, key })
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Traced<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        let Self { inner, trace, depth, fields, key } = self;
        inner.deserialize(Traced { inner: deserializer, trace, depth, fields, key })
    }
}
