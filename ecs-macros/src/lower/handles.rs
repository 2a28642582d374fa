//! `#[handles]` on a component: the world replaces the handles in its values when it copies or moves entities.

use syn::Attribute;

use super::attributes::{has_no_arguments, refuse_of_components, take};
use crate::messages::handles as say;
use crate::report::Errors;

/// Removes the attribute from a component, if it is there.
pub(super) fn handles(attributes: &mut Vec<Attribute>, is_relation: bool, errors: &mut Errors) -> bool {
    let read = |own: &Attribute, errors: &mut Errors| {
        if has_no_arguments(own, say::with_arguments, errors) && is_relation {
            errors.on(own, say::on_a_relation());
        }
    };
    take(attributes, is_handles, say::twice, read, errors).is_some() && !is_relation
}

/// Reports the attribute on anything but a component.
pub(super) fn refuse(attributes: &mut Vec<Attribute>, what: &str, errors: &mut Errors) {
    refuse_of_components(attributes, is_handles, say::on_no_component, what, errors);
}

pub(super) fn is_handles(attribute: &Attribute) -> bool {
    attribute.path().is_ident("handles")
}
