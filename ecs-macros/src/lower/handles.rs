//! `#[handles]` on a component: the world replaces the handles in its values when it copies or moves entities.

use syn::{Attribute, Meta};

use crate::messages::{handles as say, one};
use crate::report::Errors;

/// Removes the attribute from a component, if it is there.
pub(super) fn handles(attributes: &mut Vec<Attribute>, is_relation: bool, errors: &mut Errors) -> bool {
    let mut all = attributes.extract_if(.., |attribute| is_handles(attribute));
    let Some(first) = all.next() else { return false };
    if !matches!(first.meta, Meta::Path(_)) {
        errors.on(&first, say::with_arguments());
    } else if is_relation {
        errors.on(&first, say::on_a_relation());
    }
    for attribute in all {
        errors.on(&attribute, say::twice());
    }
    !is_relation
}

/// Reports the attribute on anything but a component.
pub(super) fn refuse(attributes: &mut Vec<Attribute>, what: &str, errors: &mut Errors) {
    for attribute in attributes.extract_if(.., |attribute| is_handles(attribute)) {
        errors.on(&attribute, say::on_no_component(&one(what)));
    }
}

pub(super) fn is_handles(attribute: &Attribute) -> bool {
    attribute.path().is_ident("handles")
}
