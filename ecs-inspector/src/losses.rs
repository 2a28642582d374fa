//! Finds what a value loses when it is written as JSON and read again: a serializer without output, which ignores losses in the part that
//! an edit replaces.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::parts::parts;
use crate::probe::ProbeError;

/// A serializer at a place of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Losses<'p> {
    /// The path leads on to the part that is replaced; an empty path is that part, in which nothing can be lost.
    Towards(&'p [String]),
    /// Beside the part that is replaced.
    Beside,
}

/// What was found in a part of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// Whether the part is `null` in JSON.
    is_null: bool,
    /// What is lost, if anything.
    pub(crate) lost: Option<&'static str>,
}

type Result<T = Found, E = ProbeError> = std::result::Result<T, E>;

/// The loss of a float that JSON cannot represent.
pub(crate) const NOT_FINITE: &str = "a number that is not finite";

const KEPT: Found = Found { is_null: false, lost: None };
const NULL: Found = Found { is_null: true, lost: None };

impl<'p> Losses<'p> {
    /// Result for a float.
    fn float(self, is_finite: bool) -> Found {
        if is_finite { KEPT } else { self.lost(NOT_FINITE) }
    }

    fn lost(self, what: &'static str) -> Found {
        let is_replaced = matches!(self, Self::Towards([]));
        Found { is_null: true, lost: Some(what).filter(|_| !is_replaced) }
    }

    /// The place of the field or variant of this name.
    fn below(self, name: &str) -> Self {
        match self {
            Self::Towards([]) => self,
            Self::Towards([first, rest @ ..]) if first == name => Self::Towards(rest),
            _ => Self::Beside,
        }
    }

    fn inside(self) -> Inside<'p> {
        Inside { place: self, at: 0, key: String::new(), lost: None }
    }
}

macro_rules! kept {
    ($($function:ident $ty:ty),*) => {
        $(fn $function(self, _: $ty) -> Result {
            Ok(KEPT)
        })*
    };
}

impl<'p> Serializer for Losses<'p> {
    type Ok = Found;
    type Error = ProbeError;
    type SerializeSeq = Inside<'p>;
    type SerializeTuple = Inside<'p>;
    type SerializeTupleStruct = Inside<'p>;
    type SerializeTupleVariant = Inside<'p>;
    type SerializeMap = Inside<'p>;
    type SerializeStruct = Inside<'p>;
    type SerializeStructVariant = Inside<'p>;

    kept! {
        serialize_bool bool, serialize_char char, serialize_str &str, serialize_bytes &[u8],
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128
    }

    fn serialize_f32(self, value: f32) -> Result {
        Ok(self.float(value.is_finite()))
    }

    fn serialize_f64(self, value: f64) -> Result {
        Ok(self.float(value.is_finite()))
    }

    fn serialize_none(self) -> Result {
        Ok(NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        let found = value.serialize(self)?;
        // It would be read as `None`.
        Ok(if found.is_null && found.lost.is_none() { self.lost("an option within an option") } else { found })
    }

    fn serialize_unit(self) -> Result {
        Ok(NULL)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        Ok(NULL)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result {
        Ok(KEPT)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        // The value is in an object, so it is not `null` itself.
        let lost = value.serialize(self.below(variant))?.lost;
        Ok(Found { is_null: false, lost })
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'p>> {
        Ok(self.inside())
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'p>> {
        Ok(self.inside())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'p>> {
        Ok(self.inside())
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Inside<'p>> {
        Ok(self.below(variant).inside())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'p>> {
        Ok(self.inside())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'p>> {
        Ok(self.inside())
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Inside<'p>> {
        Ok(self.below(variant).inside())
    }
}

/// Serializer of a compound value.
pub(crate) struct Inside<'p> {
    place: Losses<'p>,
    /// Number of elements so far.
    at: usize,
    /// The key of the next value of a map.
    key: String,
    lost: Option<&'static str>,
}

impl Inside<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let name = self.at.to_string();
        self.at += 1;
        self.field(&name, value)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        let found = value.serialize(self.place.below(name))?;
        self.lost = self.lost.or(found.lost);
        Ok(())
    }

    fn end(self) -> Found {
        Found { is_null: false, lost: self.lost }
    }
}

parts! { Inside => Found }

impl SerializeMap for Inside<'_> {
    type Ok = Found;
    type Error = ProbeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        // As in JSON, where all keys are texts. Keys that JSON cannot represent were refused before.
        self.key = match serde_json::to_value(key) {
            Ok(serde_json::Value::String(key)) => key,
            Ok(key) => key.to_string(),
            Err(_) => String::new(),
        };
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = std::mem::take(&mut self.key);
        self.field(&key, value)
    }

    fn end(self) -> Result {
        Ok(self.end())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::*;

    #[derive(Serialize)]
    struct Newtype<T>(T);

    #[derive(Serialize)]
    enum Choice<T> {
        Unit,
        One(T),
        Two(u8, T),
        Named { a: T },
    }

    fn lost(value: impl Serialize, path: &str) -> bool {
        let path: Vec<_> = path.split('.').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        value.serialize(Losses::Towards(&path)).expect("it is serialised").lost.is_some()
    }

    fn lost_beside(value: impl Serialize) -> bool {
        value.serialize(Losses::Beside).expect("it is serialised").lost.is_some()
    }

    #[test]
    fn what_json_has_is_not_lost() {
        assert!(!lost_beside((1_u8, "a", 'b', true, 0.5_f32, 0.5_f64, ((), Newtype(())))));
        assert!(!lost_beside((Some(1), Some(Some(2)), None::<u8>, None::<Option<u8>>, Some(Choice::One(())))));
        assert!(!lost_beside((Choice::<()>::Unit, Choice::Two(1, None::<u8>), Choice::Named { a: u64::MAX })));
        assert!(!lost_beside(BTreeMap::from([(1, Some("a")), (2, None)])));
    }

    #[test]
    fn numbers_that_are_not_finite_and_options_of_nothing_are_lost_wherever_they_are() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(lost_beside(number) && lost_beside(Some(number)) && lost_beside(Newtype(Some(number))));
            assert!(lost_beside((0.5, number)) && lost_beside((number, 0.5)) && lost_beside(vec![vec![number]]));
            assert!(lost_beside(Choice::One(number)) && lost_beside(Choice::Two(0, number)));
            assert!(lost_beside(Choice::Named { a: number }) && lost_beside(BTreeMap::from([("a", number)])));
        }
        assert!(lost_beside(f32::NAN));
        assert!(lost_beside(Some(())) && lost_beside(Some(None::<u8>)) && lost_beside(Some(Newtype(()))));
        assert!(lost_beside(Some(Some(None::<u8>))));
    }

    #[test]
    fn nothing_is_lost_in_the_part_that_is_replaced() {
        let nan = f64::NAN;
        assert!(!lost(nan, "") && !lost(Some(nan), "") && !lost(Some(()), "") && !lost((nan, [nan]), ""));
        assert!(!lost((1.0, nan), "1") && lost((1.0, nan), "0") && lost((nan, nan), "1"));
        assert!(!lost((1, [Some(())]), "1") && !lost((1, [Some(())]), "1.0") && lost((1, [Some(()); 2]), "1.0"));
        assert!(!lost(Choice::One(nan), "One") && !lost(Choice::Named { a: nan }, "Named.a"));
        assert!(!lost(Choice::Two(1, nan), "Two.1") && lost(Choice::Two(1, nan), "Two.0"));
        assert!(!lost(BTreeMap::from([(1, nan), (2, 0.5)]), "1") && lost(BTreeMap::from([(1, nan), (2, 0.5)]), "2"));
    }
}
