//! Owns `#[view(list)]` on an entry: how its view is to be kept.

use proc_macro2::Ident;
use syn::Attribute;

use crate::messages::views as say;
use crate::model::{ViewKind, Wish};
use crate::planner::Kept;
use crate::report::Errors;

/// Takes the wish out of the attributes of an entry.
pub(super) fn wish(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Option<Wish> {
    let is_view = |attribute: &Attribute| attribute.path().is_ident("view");
    let mut wishes = attributes.extract_if(.., |attribute| is_view(attribute));
    let first = wishes.next().and_then(|attribute| read(&attribute, errors));
    for attribute in wishes {
        errors.on(&attribute, say::wish_twice());
    }
    first
}

fn read(attribute: &Attribute, errors: &mut Errors) -> Option<Wish> {
    let Ok(kind) = attribute.parse_args::<Ident>() else {
        errors.on(attribute, say::broken_wish());
        return None;
    };
    let wish = named(&kind);
    if wish.is_none() {
        errors.on(&kind, say::unknown_view(&kind.to_string(), ViewKind::names()));
    }
    wish
}

/// The wish for a kind of view of this name.
pub(super) fn named(kind: &Ident) -> Option<Wish> {
    ViewKind::named(&kind.to_string()).map(|known| Wish { kind: known, span: kind.span() })
}

/// The wish of a query parameter for a kind of view of this name; reported if it cannot have one.
pub(super) fn of_a_parameter(kind: &Ident, errors: &mut Errors) -> Option<Wish> {
    let wish = named(kind).filter(|wish| wish.kind != Kept::Group);
    if wish.is_none() {
        errors.on(kind, say::not_of_a_parameter(&kind.to_string(), ViewKind::of_parameters()));
    }
    wish
}
