//! `#[view(list)]` on an entry: the kind of view that it requests.

use proc_macro2::Ident;
use syn::Attribute;

use crate::messages::views as say;
use crate::model::{RequestedKind, ViewKind};
use crate::planner::Kept;
use crate::report::Errors;

/// Removes the requested kind from the attributes of an entry.
pub(super) fn kind(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Option<RequestedKind> {
    let is_view = |attribute: &Attribute| attribute.path().is_ident("view");
    let mut kinds = attributes.extract_if(.., |attribute| is_view(attribute));
    let first = kinds.next().and_then(|attribute| read(&attribute, errors));
    for attribute in kinds {
        errors.on(&attribute, say::kind_twice());
    }
    first
}

fn read(attribute: &Attribute, errors: &mut Errors) -> Option<RequestedKind> {
    let Ok(kind) = attribute.parse_args::<Ident>() else {
        errors.on(attribute, say::broken_kind());
        return None;
    };
    let requested = named(&kind);
    if requested.is_none() {
        errors.on(&kind, say::unknown_view(&kind.to_string(), ViewKind::names()));
    }
    requested
}

/// The request for a kind of view of this name.
pub(super) fn named(kind: &Ident) -> Option<RequestedKind> {
    ViewKind::named(&kind.to_string()).map(|known| RequestedKind { kind: known, span: kind.span() })
}

/// The request of a query parameter for a kind of view of this name; reported if it cannot have one.
pub(super) fn of_a_parameter(kind: &Ident, errors: &mut Errors) -> Option<RequestedKind> {
    let requested = named(kind).filter(|requested| requested.kind != Kept::Group);
    if requested.is_none() {
        errors.on(kind, say::not_of_a_parameter(&kind.to_string(), ViewKind::of_parameters()));
    }
    requested
}
