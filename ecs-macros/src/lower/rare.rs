//! `#[rare]` on a component: whether few entities have it.

use syn::{Attribute, LitBool, Meta};

use crate::messages::{one, rare as say};
use crate::report::Errors;

/// Removes the attribute from a component; `None` if there is none.
pub(super) fn rare(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Option<bool> {
    let mut all = attributes.extract_if(.., |attribute| is_rare(attribute));
    let first = all.next().and_then(|attribute| read(&attribute, errors));
    for attribute in all {
        errors.on(&attribute, say::rare_twice());
    }
    first
}

/// Reports `#[rare]` on anything but a component.
pub(super) fn refuse(attributes: &mut Vec<Attribute>, what: &str, errors: &mut Errors) {
    for attribute in attributes.extract_if(.., |attribute| is_rare(attribute)) {
        errors.on(&attribute, say::rare_on_no_component(&one(what)));
    }
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
