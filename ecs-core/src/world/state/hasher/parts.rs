//! Values that have parts: sequences and maps, tuples, and structs. Serde passes their parts one by one, and then says that they end.
//!
//! | value | while its parts are added | when it ends |
//! |---|---|---|
//! | a sequence, a map | a hash of its own ([`Counted`]) | that hash, as one word |
//! | a tuple, a tuple struct | the hash itself | nothing |
//! | a struct with names | the hash itself ([`Fields`]) | nothing, unless fields were left out |
//!
//! The number of fields of a type is known from the type, and so it needs no word; that of a sequence is a part of the value. A tuple struct
//! with `skip_serializing_if` has now more and now fewer: a word for that would be a multiplication more for each `struct Position(f32, f32)`
//! of each world, so such types are an exception that `docs/STATE.md` lists.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant,
};

use super::{Hasher, Refused, UNIT};

/// Adds one word: the hash of the elements and of their number. It is behind them, since serde does not always know it before.
///
/// Keys and values of a map alternate in the chain, in the order in which the map yields them: a hash map, whose order depends on a
/// seed, has another hash in each process.
pub(in crate::world::state) struct Counted<'a> {
    pub(super) hasher: &'a mut Hasher,
    /// A hash of its own, so that the elements cannot be confused with what follows the sequence.
    pub(super) elements: Hasher,
    /// Number of elements so far; of a map, of keys.
    pub(super) count: u64,
}

impl Counted<'_> {
    /// Passes the sequence on as one word, whatever its length is.
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

/// Fields with names, which do not count, and of which a type may leave some out. One that leaves out any adds a mark for all of them: fields
/// one after the other would not tell which are there.
pub(in crate::world::state) struct Fields<'a> {
    hasher: &'a mut Hasher,
    /// The hash before the first field, to begin anew with a mark if a field is left out.
    before: Hasher,
    /// The numbers of those that are left out.
    left_out: Hasher,
    /// Number of fields so far, those that were left out among them.
    count: u64,
}

impl<'a> Fields<'a> {
    /// Keeps the hash as it is before the first field. Runs in **O(1)** time: a hasher is one word.
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

    /// Notes the number of a field that the type skips.
    fn leave_out(&mut self) {
        self.left_out.word(self.count);
        self.count += 1;
    }

    /// A struct without fields adds the word of a unit (I2). One that left some out replaces the words that its fields added by a mark,
    /// which contains them: it is made of the words of what is there and of the numbers of what is missing.
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
