//! `#[rare]` on a component: whether few entities have it.

use syn::{Attribute, LitBool, Meta};

use super::attributes::{refuse_of_components, take};
use crate::messages::rare as say;
use crate::report::Errors;

/// Removes the attribute from a component; `None` if there is none.
pub(super) fn rare(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Option<bool> {
    take(attributes, is_rare, say::rare_twice, read, errors).flatten()
}

/// Reports `#[rare]` on anything but a component.
pub(super) fn refuse(attributes: &mut Vec<Attribute>, what: &str, errors: &mut Errors) {
    refuse_of_components(attributes, is_rare, say::rare_on_no_component, what, errors);
}

pub(super) fn is_rare(attribute: &Attribute) -> bool {
    attribute.path().is_ident("rare")
}

fn read(attribute: &Attribute, errors: &mut Errors) -> Option<bool> {
    let said = said(attribute);
    if said.is_none() {
        errors.on(attribute, say::broken_rare());
    }
    said
}

/// `#[rare]` or `#[rare(false)]`; `None` for anything else.
pub(super) fn said(attribute: &Attribute) -> Option<bool> {
    if let Meta::Path(_) = attribute.meta {
        return Some(true);
    }
    attribute.parse_args().ok().filter(|said: &LitBool| !said.value).map(|_| false)
}
