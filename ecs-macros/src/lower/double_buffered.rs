//! `#[double_buffered]` on a component, whose past is then kept.

use syn::{Attribute, Meta};

use crate::messages::{one, past as say};
use crate::model::{Buffers, Field, StorageKind};
use crate::report::Errors;

/// Removes the attribute from a component, if it is there; reported if the component cannot have a past.
pub(super) fn buffers(field: &mut Field, errors: &mut Errors) -> Buffers {
    let mut all = field.attributes.extract_if(.., |attribute| is_double_buffered(attribute));
    let Some(first) = all.next() else { return Buffers::Single };
    for attribute in all {
        errors.on(&attribute, say::twice());
    }
    let name = field.name.to_string();
    let refusal = match &first.meta {
        Meta::Path(_) if field.relation.is_some() => say::of_a_relation(&name),
        Meta::Path(_) if field.storage == StorageKind::Tag => say::of_a_tag(&name),
        Meta::Path(_) => return Buffers::Double,
        _ => say::broken(),
    };
    errors.on(&first, refusal);
    // Reading its past is not a second error.
    if field.relation.is_none() && field.storage != StorageKind::Tag { Buffers::Double } else { Buffers::Single }
}

/// Reports the attribute on anything but a component.
pub(super) fn refuse(attributes: &mut Vec<Attribute>, what: &str, errors: &mut Errors) {
    for attribute in attributes.extract_if(.., |attribute| is_double_buffered(attribute)) {
        errors.on(&attribute, say::on_no_component(&one(what)));
    }
}

pub(super) fn is_double_buffered(attribute: &Attribute) -> bool {
    attribute.path().is_ident("double_buffered")
}
