//! Implements serde's traits for serializers of compound values, which differ only in how they handle an element and a field.

/// Implements the traits of lists and structs for a type with the methods `element`, `field` and `end`.
macro_rules! parts {
    ($Inside:ident => $Ok:ty) => {
        $crate::parts::parts! {
            lists $Inside => $Ok:
            SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
            SerializeTupleVariant serialize_field
        }
        $crate::parts::parts! { structs $Inside => $Ok: SerializeStruct, SerializeStructVariant }
    };
    (lists $Inside:ident => $Ok:ty: $($list:ident $element:ident),*) => {
        $(impl serde::ser::$list for $Inside<'_> {
            type Ok = $Ok;
            type Error = $crate::probe::ProbeError;

            fn $element<T: serde::Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Self::Error> {
                self.element(value)
            }

            fn end(self) -> Result<Self::Ok, Self::Error> {
                Ok(self.end())
            }
        })*
    };
    (structs $Inside:ident => $Ok:ty: $($structure:ident),*) => {
        $(impl serde::ser::$structure for $Inside<'_> {
            type Ok = $Ok;
            type Error = $crate::probe::ProbeError;

            fn serialize_field<T: serde::Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Self::Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<Self::Ok, Self::Error> {
                Ok(self.end())
            }
        })*
    };
}

pub(crate) use parts;
