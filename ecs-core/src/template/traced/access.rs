//! Accesses that record the position of the next value: the elements of a sequence, the entries of a map, the content of a variant.
//!
//! ```text
//! Waves { list: [Wave { count: x }] }      the path, while the value of `count` is read: list.0.count
//!   TracedMap       appends the key        list
//!   TracedSeq       appends the position   0
//!   TracedMap       appends the key        count
//! ```
//!
//! A variant adds no part to the path: its content has the same path. Each access removes its part after a value was read without an error,
//! so that an error in what follows is not reported there.

use alloc::string::{String, ToString};

use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::Traced;

/// A sequence, and the position of its next element.
///
/// The position is the last part of the path.
pub(super) struct TracedSeq<'a, A>(pub(super) Traced<'a, A>, pub(super) usize);

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for TracedSeq<'_, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Self(Traced { inner, trace, depth, .. }, position) = self;
        trace.enter(*depth, position.to_string());
        *position += 1;
        let element =
            inner.next_element_seed(Traced { inner: seed, trace, depth: *depth + 1, fields: &[], key: None })?;
        // Errors of the sequence itself are reported at its own path, without the position of an element.
        trace.path.truncate(*depth);
        Ok(element)
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.inner.size_hint()
    }
}

/// A map, and the key of its next value.
///
/// The key was recorded as text when it was read, whatever its type is.
pub(super) struct TracedMap<'a, A>(pub(super) Traced<'a, A>, pub(super) String);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for TracedMap<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Self(Traced { inner, trace, depth, .. }, key) = self;
        trace.path.truncate(*depth);
        inner.next_key_seed(Traced { inner: seed, trace, depth: *depth, fields: &[], key: Some(key) })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let Self(Traced { inner, trace, depth, fields, .. }, key) = self;
        trace.enter(*depth, core::mem::take(key));
        let value = inner.next_value_seed(Traced { inner: seed, trace, depth: *depth + 1, fields, key: None })?;
        trace.path.truncate(*depth);
        Ok(value)
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.inner.size_hint()
    }
}

impl<'de, 'a, A: EnumAccess<'de>> EnumAccess<'de> for Traced<'a, A> {
    type Error = A::Error;
    type Variant = Traced<'a, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (variant, inner) = self.inner.variant_seed(seed)?;
        Ok((variant, Traced { inner, trace: self.trace, depth: self.depth, fields: &[], key: None }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Traced<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let Self { inner, trace, depth, .. } = self;
        inner.newtype_variant_seed(Traced { inner: seed, trace, depth, fields: &[], key: None })
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        let Self { inner, trace, depth, .. } = self;
        inner.tuple_variant(len, Traced { inner: visitor, trace, depth, fields: &[], key: None })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let Self { inner, trace, depth, .. } = self;
        inner.struct_variant(fields, Traced { inner: visitor, trace, depth, fields, key: None })
    }
}
