//! Attributes of entries that nothing is generated for: they would be dropped without a word.

use syn::Attribute;

use crate::messages::system as say;
use crate::report::Errors;

/// Reports all attributes of a function's entry but documentation: there is no field of the world that could have them.
pub(super) fn refuse(attributes: &[Attribute], section: &str, errors: &mut Errors) {
    for attribute in attributes.iter().filter(|attribute| !attribute.path().is_ident("doc")) {
        let name = attribute.path().segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        errors.on(attribute, say::attribute_without_effect(&name, section));
    }
}
