//! Finds one number, text or boolean in a value without converting the rest: searches compare it, and plots sample it.

use std::fmt;

use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};

use crate::parts::parts;

/// A step of a path: the name of a field or variant, or the position in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    name: String,
    position: Option<usize>,
}

impl Step {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), position: name.parse().ok() }
    }

    pub(crate) fn path(names: &[String]) -> Vec<Self> {
        names.iter().map(|name| Self::new(name)).collect()
    }
}

/// The value at the end of a path.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Scalar {
    Bool(bool),
    /// A whole number; one beyond the range of `i128` is an error.
    Int(i128),
    Float(f64),
    /// An `f32`: converted to `f64`, it could differ from the decimal number that a user writes.
    Single(f32),
    Text(String),
}

impl Scalar {
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Bool(is) => Some(f64::from(u8::from(*is))),
            #[expect(clippy::cast_precision_loss, reason = "a plot has no more precision")]
            Self::Int(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            Self::Single(number) => Some((*number).into()),
            Self::Text(_) => None,
        }
    }
}

/// A serializer that follows a path and returns the value at its end; `None` if that is a list, a map or a struct, or the path leads
/// nowhere.
#[derive(Clone, Copy)]
pub(crate) struct Probe<'p>(pub(crate) &'p [Step]);

/// The error of a `Serialize` implementation.
#[derive(Debug)]
pub(crate) struct ProbeError(String);

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ProbeError {}

impl serde::ser::Error for ProbeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Found = Result<Option<Scalar>, ProbeError>;

impl<'p> Probe<'p> {
    #[expect(clippy::unnecessary_wraps, reason = "it is what the methods of a serializer return")]
    fn end(self, scalar: impl FnOnce() -> Scalar) -> Found {
        Ok(self.0.is_empty().then(scalar))
    }

    /// The rest of the path, if the path begins with this name.
    fn below(self, name: &str) -> Option<Self> {
        let (first, rest) = self.0.split_first()?;
        (first.name == name).then_some(Probe(rest))
    }

    fn inside(self) -> Inside<'p> {
        Inside { probe: Some(self), at: 0, is_next: false, found: None }
    }

    fn inside_variant(self, variant: &str) -> Inside<'p> {
        Inside { probe: self.below(variant), at: 0, is_next: false, found: None }
    }
}

macro_rules! ints {
    ($($function:ident $ty:ty),*) => {
        $(fn $function(self, value: $ty) -> Found {
            self.end(|| Scalar::Int(value.into()))
        })*
    };
}

impl<'p> Serializer for Probe<'p> {
    type Ok = Option<Scalar>;
    type Error = ProbeError;
    type SerializeSeq = Inside<'p>;
    type SerializeTuple = Inside<'p>;
    type SerializeTupleStruct = Inside<'p>;
    type SerializeTupleVariant = Inside<'p>;
    type SerializeMap = Inside<'p>;
    type SerializeStruct = Inside<'p>;
    type SerializeStructVariant = Inside<'p>;

    ints! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64
    }

    fn serialize_u128(self, value: u128) -> Found {
        let value = i128::try_from(value).map_err(ProbeError::custom)?;
        self.end(|| Scalar::Int(value))
    }

    fn serialize_bool(self, value: bool) -> Found {
        self.end(|| Scalar::Bool(value))
    }

    fn serialize_f32(self, value: f32) -> Found {
        self.end(|| Scalar::Single(value))
    }

    fn serialize_f64(self, value: f64) -> Found {
        self.end(|| Scalar::Float(value))
    }

    fn serialize_char(self, value: char) -> Found {
        self.end(|| Scalar::Text(value.into()))
    }

    fn serialize_str(self, value: &str) -> Found {
        self.end(|| Scalar::Text(value.into()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Found {
        let [Step { position: Some(at), .. }] = self.0 else { return Ok(None) };
        Ok(value.get(*at).map(|byte| Scalar::Int((*byte).into())))
    }

    fn serialize_none(self) -> Found {
        Ok(None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Found {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Found {
        Ok(None)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Found {
        Ok(None)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Found {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Found {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Found {
        match self.below(variant) {
            Some(below) => value.serialize(below),
            None => self.end(|| Scalar::Text(variant.into())),
        }
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'p>, ProbeError> {
        Ok(self.inside())
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'p>, ProbeError> {
        Ok(self.inside())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'p>, ProbeError> {
        Ok(self.inside())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'p>, ProbeError> {
        Ok(self.inside_variant(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'p>, ProbeError> {
        Ok(self.inside())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'p>, ProbeError> {
        Ok(self.inside())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'p>, ProbeError> {
        Ok(self.inside_variant(variant))
    }
}

/// Serializer of a compound value, of which at most one part is visited.
pub(crate) struct Inside<'p> {
    /// `None` if the path leads into another variant.
    probe: Option<Probe<'p>>,
    /// Number of elements so far.
    at: usize,
    /// Whether the path leads into the next value of a map.
    is_next: bool,
    found: Option<Scalar>,
}

impl Inside<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ProbeError> {
        let at = self.at;
        self.at += 1;
        if let Some(Probe([Step { position: Some(position), .. }, rest @ ..])) = self.probe
            && *position == at
        {
            self.found = value.serialize(Probe(rest))?;
        }
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), ProbeError> {
        if let Some(below) = self.probe.and_then(|probe| probe.below(name)) {
            self.found = value.serialize(below)?;
        }
        Ok(())
    }

    fn end(self) -> Option<Scalar> {
        self.found
    }
}

parts! { Inside => Option<Scalar> }

impl SerializeMap for Inside<'_> {
    type Ok = Option<Scalar>;
    type Error = ProbeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), ProbeError> {
        let Some(Probe([first, ..])) = self.probe else { return Ok(()) };
        self.is_next = match key.serialize(Probe(&[]))? {
            Some(Scalar::Text(name)) => name == first.name,
            Some(Scalar::Int(number)) => number.to_string() == first.name,
            _ => false,
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ProbeError> {
        if let Some(Probe([_, rest @ ..])) = self.probe
            && core::mem::take(&mut self.is_next)
        {
            self.found = value.serialize(Probe(rest))?;
        }
        Ok(())
    }

    fn end(self) -> Found {
        Ok(self.found)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    struct Ship {
        name: &'static str,
        position: (f32, u64),
        kind: Kind,
        cargo: BTreeMap<u8, Vec<bool>>,
        pilot: Option<i8>,
    }

    #[derive(Serialize)]
    enum Kind {
        Freighter { load: u8 },
        Scout,
        Tug(u16),
    }

    fn find(value: &impl Serialize, path: &str) -> Option<Scalar> {
        let path: Vec<_> = path.split('.').filter(|name| !name.is_empty()).map(Step::new).collect();
        value.serialize(Probe(&path)).unwrap()
    }

    #[test]
    fn a_path_leads_to_each_part_of_a_value() {
        let ship = Ship {
            name: "Ada",
            position: (1.5, u64::MAX),
            kind: Kind::Freighter { load: 9 },
            cargo: [(3, vec![true])].into(),
            pilot: Some(-4),
        };
        assert_eq!(find(&ship, "name"), Some(Scalar::Text("Ada".into())));
        assert_eq!(find(&ship, "position.0"), Some(Scalar::Single(1.5)));
        assert_eq!(find(&ship, "position.1"), Some(Scalar::Int(u64::MAX.into())));
        assert_eq!(find(&ship, "kind.Freighter.load"), Some(Scalar::Int(9)));
        assert_eq!(find(&ship, "cargo.3.0"), Some(Scalar::Bool(true)));
        assert_eq!(find(&ship, "pilot"), Some(Scalar::Int(-4)));
    }

    #[test]
    fn a_path_that_leads_nowhere_finds_nothing() {
        let ship = Ship { name: "Bo", position: (0.0, 0), kind: Kind::Scout, cargo: BTreeMap::new(), pilot: None };
        for path in
            ["", "mass", "name.0", "position", "position.2", "position.x", "kind.Freighter.load", "cargo.3", "pilot"]
        {
            assert_eq!(find(&ship, path), None, "{path}");
        }
    }

    #[test]
    fn a_variant_is_found_by_its_name() {
        assert_eq!(find(&Kind::Scout, ""), Some(Scalar::Text("Scout".into())));
        assert_eq!(find(&Kind::Tug(7), ""), Some(Scalar::Text("Tug".into())));
        assert_eq!(find(&Kind::Tug(7), "Tug"), Some(Scalar::Int(7)));
    }
}
