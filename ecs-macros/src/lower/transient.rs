//! `#[transient]` on an entry: no snapshot has its values.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Meta};

use crate::messages::transient as say;
use crate::report::Errors;

/// Removes the attribute from an entry, if it is there, and returns its place.
pub(super) fn transient(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Option<Span> {
    let mut all = attributes.extract_if(.., |attribute| is_transient(attribute));
    let first = all.next()?;
    if !matches!(first.meta, Meta::Path(_)) {
        errors.on(&first, say::broken());
    }
    for attribute in all {
        errors.on(&attribute, say::twice());
    }
    Some(first.path().span())
}

pub(super) fn is_transient(attribute: &Attribute) -> bool {
    attribute.path().is_ident("transient")
}
