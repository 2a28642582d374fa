//! `#[transient]` on an entry: no snapshot has its values.

use proc_macro2::Span;
use syn::Attribute;
use syn::spanned::Spanned;

use super::attributes::{has_no_arguments, take};
use crate::messages::transient as say;
use crate::report::Errors;

/// Removes the attribute from an entry, if it is there, and returns its place.
pub(super) fn transient(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Option<Span> {
    let read = |own: &Attribute, errors: &mut Errors| {
        has_no_arguments(own, say::broken, errors);
        own.path().span()
    };
    take(attributes, is_transient, say::twice, read, errors)
}

pub(super) fn is_transient(attribute: &Attribute) -> bool {
    attribute.path().is_ident("transient")
}
