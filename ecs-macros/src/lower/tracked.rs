//! `#[tracked]` on a component: its changes are tracked for readers that are registered at run time.

use syn::{Attribute, Meta};

use crate::messages::{changes as say, one};
use crate::report::Errors;

/// Removes the attribute from a component, if it is there.
pub(super) fn tracked(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> bool {
    let mut all = attributes.extract_if(.., |attribute| is_tracked(attribute));
    let Some(first) = all.next() else { return false };
    if !matches!(first.meta, Meta::Path(_)) {
        errors.on(&first, say::broken_tracked());
    }
    for attribute in all {
        errors.on(&attribute, say::tracked_twice());
    }
    true
}

/// Reports the attribute on anything but a component.
pub(super) fn refuse(attributes: &mut Vec<Attribute>, what: &str, errors: &mut Errors) {
    for attribute in attributes.extract_if(.., |attribute| is_tracked(attribute)) {
        errors.on(&attribute, say::tracked_on_no_component(&one(what)));
    }
}

pub(super) fn is_tracked(attribute: &Attribute) -> bool {
    attribute.path().is_ident("tracked")
}
