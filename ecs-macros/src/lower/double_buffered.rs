//! `#[double_buffered]` on a component, whose past is then kept.

use syn::{Attribute, Meta};

use super::attributes::{refuse_of_components, take};
use crate::messages::past as say;
use crate::model::{Buffers, Field, StorageKind};
use crate::report::Errors;

/// Removes the attribute from a component, if it is there; reported if the component cannot have a past.
pub(super) fn buffers(field: &mut Field, errors: &mut Errors) -> Buffers {
    let first = take(&mut field.attributes, is_double_buffered, say::twice, |own, _| own.clone(), errors);
    let Some(first) = first else { return Buffers::Single };
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
    refuse_of_components(attributes, is_double_buffered, say::on_no_component, what, errors);
}

pub(super) fn is_double_buffered(attribute: &Attribute) -> bool {
    attribute.path().is_ident("double_buffered")
}
