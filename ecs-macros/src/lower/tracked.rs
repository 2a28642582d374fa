//! `#[tracked]` on a component: its changes are tracked for readers that are registered at run time.

use syn::Attribute;

use super::attributes::{has_no_arguments, refuse_of_components, take};
use crate::messages::changes as say;
use crate::report::Errors;

/// Removes the attribute from a component, if it is there.
pub(super) fn tracked(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> bool {
    let read = |own: &Attribute, errors: &mut Errors| has_no_arguments(own, say::broken_tracked, errors);
    take(attributes, is_tracked, say::tracked_twice, read, errors).is_some()
}

/// Reports the attribute on anything but a component.
pub(super) fn refuse(attributes: &mut Vec<Attribute>, what: &str, errors: &mut Errors) {
    refuse_of_components(attributes, is_tracked, say::tracked_on_no_component, what, errors);
}

pub(super) fn is_tracked(attribute: &Attribute) -> bool {
    attribute.path().is_ident("tracked")
}
