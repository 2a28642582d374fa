//! Implementations of the traits of serde for structs of the library: with field names if the format has them, and in order otherwise.
//!
//! A macro, so that `serde` is used without its procedural macros, which not every user of the feature compiles.
//!
//! It generates the same as `#[derive(Serialize, Deserialize)]`: unknown and duplicate fields are errors, formats without names have the
//! fields in order, and formats may refer to a field by text, bytes or number.
//!
//! A [`FixedStep`](crate::FixedStep) of 10 ms:
//!
//! ```text
//! JSON        {"step": {"secs": 0, "nanos": 10000000}, "max_steps": 4, "accumulated": {"secs": 0, "nanos": 0}}
//!             `accumulated` can be missing, as it has a default; `max_steps` cannot; a fourth name is an error
//! postcard    the three values in this order: a format without names has no missing fields
//! ```

/// Implements `Serialize` and `Deserialize` for a struct with these fields. A field with a default can be missing in formats with names.
/// The function is called with each value that was read, and returns what is wrong with it, if anything.
///
/// The function rejects what the methods of the type cannot produce, so no save yields a value that a program cannot create.
macro_rules! named_fields {
    ($Type:ident { $($field:ident: $ty:ty $(= $default:expr)?),+ $(,)? }, $problem:expr) => {
        const _: () = {
            use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
            use serde::ser::{Serialize, SerializeStruct, Serializer};

            const FIELDS: &[&str] = &[$(stringify!($field)),+];

            impl Serialize for $Type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let mut fields = serializer.serialize_struct(stringify!($Type), FIELDS.len())?;
                    $(fields.serialize_field(stringify!($field), &self.$field)?;)+
                    fields.end()
                }
            }

            impl<'de> Deserialize<'de> for $Type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let read = deserializer.deserialize_struct(stringify!($Type), FIELDS, Fields)?;
                    let problem: Option<&'static str> = $problem(&read);
                    problem.map_or(Ok(read), |problem| Err(D::Error::custom(problem)))
                }
            }

            struct Fields;

            impl<'de> Visitor<'de> for Fields {
                type Value = $Type;

                fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str(concat!("struct ", stringify!($Type)))
                }

                fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<$Type, A::Error> {
                    Ok($Type {
                        $($field: fields.next_element()?.ok_or_else(|| A::Error::missing_field(stringify!($field)))?),+
                    })
                }

                fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<$Type, A::Error> {
                    $(let mut $field: Option<$ty> = None;)+
                    while let Some(name) = fields.next_key_seed($crate::named_fields::FieldName(FIELDS))? {
                        $(if name == stringify!($field) {
                            if $field.replace(fields.next_value()?).is_some() {
                                return Err(A::Error::duplicate_field(name));
                            }
                        })+
                    }
                    $($(let $field = $field.or(Some($default));)?)+
                    Ok($Type {
                        $($field: $field.ok_or_else(|| A::Error::missing_field(stringify!($field)))?),+
                    })
                }
            }
        };
    };
}

pub(crate) use named_fields;
use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

/// Deserializes the name of one of these fields.
///
/// # Errors
///
/// If there is no field with this name or number.
pub(crate) struct FieldName(pub(crate) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = &'static str;

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        let field = self.0.iter().find(|field| **field == name);
        field.copied().ok_or_else(|| E::unknown_field(name, self.0))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<&'static str, E> {
        let field = self.0.iter().find(|field| field.as_bytes() == name);
        field.copied().ok_or_else(|| E::custom("an unknown field"))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<&'static str, E> {
        let field = usize::try_from(number).ok().and_then(|number| self.0.get(number));
        field.copied().ok_or_else(|| E::custom(format_args!("there is no field {number}")))
    }
}
