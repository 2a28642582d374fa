//! Values that have parts: sequences and maps, tuples, and structs. Serde passes their parts one by one, and then ends the value.
//!
//! | value | parts are added to | when it ends |
//! |---|---|---|
//! | a sequence, a map | a separate hash ([`Counted`]) | that hash is added, as one word |
//! | a tuple, a tuple struct | the hash itself | nothing is added |
//! | a struct with named fields | the hash itself ([`Fields`]) | a mark is added if fields were left out |
//!
//! The number of fields follows from the type, so it needs no word; the length of a sequence is part of the value. The number of fields of
//! a tuple struct with `skip_serializing_if` varies. A word for it would cost each `struct Position(f32, f32)` of each world another
//! multiplication, so such types are an exception, which `docs/STATE.md` lists.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant,
};

use super::{Hasher, Refused, UNIT};

/// Adds one word: the hash of the elements, followed by their number, which serde does not always know in advance.
///
/// Keys and values of a map alternate, in the order in which the map yields them. So the hash of a hash map whose order depends on a seed
/// differs between processes.
pub(in crate::world::state) struct Counted<'a> {
    pub(super) hasher: &'a mut Hasher,
    /// The hash of the elements, which is separate so that they cannot be confused with what follows the sequence.
    pub(super) elements: Hasher,
    /// Number of elements so far; in a map, number of keys.
    pub(super) count: u64,
}

impl Counted<'_> {
    /// Adds the sequence as one word, whatever its length.
    #[inline]
    fn finish(mut self) {
        self.elements.word(self.count);
        self.hasher.word(self.elements.finish());
    }
}

impl SerializeSeq for Counted<'_> {
    type Ok = ();
    type Error = Refused;

    #[inline(always)]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.count += 1;
        value.serialize(&mut self.elements)
    }

    #[inline]
    fn end(self) -> Result<(), Refused> {
        self.finish();
        Ok(())
    }
}

impl SerializeMap for Counted<'_> {
    type Ok = ();
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        self.count += 1;
        key.serialize(&mut self.elements)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        value.serialize(&mut self.elements)
    }

    fn end(self) -> Result<(), Refused> {
        self.finish();
        Ok(())
    }
}

/// Adds fields in the order of their declaration. Their number follows from the type.
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

/// Adds named fields, some of which a type may leave out. Names are not part of the hash.
///
/// If fields are left out, a mark for the whole struct is added instead, since the words of the other fields do not tell which fields are
/// present.
pub(in crate::world::state) struct Fields<'a> {
    hasher: &'a mut Hasher,
    /// The hash before the first field, to which a mark is added if a field is left out.
    before: Hasher,
    /// The hash of the numbers of the fields that were left out.
    left_out: Hasher,
    /// Number of fields so far, including those that were left out.
    count: u64,
}

impl<'a> Fields<'a> {
    /// Keeps a copy of the hash before the first field. Runs in **O(1)** time: a hasher is one word.
    #[inline(always)]
    pub(super) fn new(hasher: &'a mut Hasher) -> Self {
        let before = *hasher;
        Self { hasher, before, left_out: Hasher::NEW, count: 0 }
    }

    #[inline(always)]
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.count += 1;
        value.serialize(&mut *self.hasher)
    }

    /// Records the number of a field that the type skips.
    fn leave_out(&mut self) {
        self.left_out.word(self.count);
        self.count += 1;
    }

    /// Ends the struct. Without fields, it adds the word of a unit (I2). If fields were left out, the words that were added are replaced by
    /// a mark, which depends on the words of the present fields and the numbers of the others.
    #[inline(always)]
    fn finish(self) {
        if self.count == 0 {
            self.hasher.word(UNIT);
        }
        if self.left_out != Hasher::NEW {
            self.hasher.word(self.left_out.finish());
            let fields = self.hasher.finish();
            *self.hasher = self.before;
            self.hasher.mark(fields);
        }
    }
}

macro_rules! named_fields {
    ($($Trait:ident),*) => {
        $(impl $Trait for Fields<'_> {
            type Ok = ();
            type Error = Refused;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Refused> {
                self.add(value)
            }

            fn skip_field(&mut self, _: &'static str) -> Result<(), Refused> {
                self.leave_out();
                Ok(())
            }

            #[inline(always)]
            fn end(self) -> Result<(), Refused> {
                self.finish();
                Ok(())
            }
        })*
    };
}

named_fields! { SerializeStruct, SerializeStructVariant }
