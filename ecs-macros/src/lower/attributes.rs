//! Attributes of entries: those for which nothing is generated, which would be dropped silently, and unknown ones.

use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Path, Token};

use crate::messages::attributes::OF_WORLDS;
use crate::messages::{attributes as say_attributes, is_slip_of, nearest, one, system as say};
use crate::names;
use crate::report::Errors;
use crate::vocabulary::EntryKind;

/// Attributes that rustc accepts on a field.
const OF_RUSTC: [&str; 9] = ["doc", "cfg", "cfg_attr", "allow", "expect", "warn", "deny", "forbid", "deprecated"];

/// Derives without attributes of their own.
const WITHOUT_ATTRIBUTES: [&str; 9] =
    ["Clone", "Copy", "Debug", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];

/// Whether an attribute or a derive of a world can give a meaning to attributes of its fields.
pub(super) fn give_meaning<'a>(attributes: impl IntoIterator<Item = &'a Attribute>) -> bool {
    attributes.into_iter().any(|attribute| {
        if !attribute.path().is_ident("derive") {
            return !OF_RUSTC.iter().any(|name| attribute.path().is_ident(name));
        }
        let derives = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).unwrap_or_default();
        let last = |path: &Path| path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        derives.iter().any(|derive| !WITHOUT_ATTRIBUTES.contains(&last(derive).as_str()))
    })
}

/// Removes an attribute that an entry may have once, and reads it; `None` if it is not there. Further ones are reported, each as `twice`
/// says.
pub(super) fn take<T>(
    attributes: &mut Vec<Attribute>,
    is_own: impl Fn(&Attribute) -> bool,
    twice: impl Fn() -> String,
    read: impl FnOnce(&Attribute, &mut Errors) -> T,
    errors: &mut Errors,
) -> Option<T> {
    let mut all = attributes.extract_if(.., |attribute| is_own(attribute));
    let first = read(&all.next()?, errors);
    for attribute in all {
        errors.on(&attribute, twice());
    }
    Some(first)
}

/// Reports the arguments of an attribute that takes none. Returns true if it has none.
pub(super) fn has_no_arguments(attribute: &Attribute, refusal: impl Fn() -> String, errors: &mut Errors) -> bool {
    let has_none = matches!(attribute.meta, Meta::Path(_));
    if !has_none {
        errors.on(attribute, refusal());
    }
    has_none
}

/// Removes and reports an attribute of components on `what`, an entry of another kind.
pub(super) fn refuse_of_components(
    attributes: &mut Vec<Attribute>,
    is_own: impl Fn(&Attribute) -> bool,
    refusal: impl Fn(&str) -> String,
    what: &str,
    errors: &mut Errors,
) {
    for attribute in attributes.extract_if(.., |attribute| is_own(attribute)) {
        errors.on(&attribute, refusal(&one(what)));
    }
}

/// Removes and reports attributes of an entry that mean nothing; if derives of the world may give a meaning to any, only those that are
/// spelt like one of an entry.
pub(super) fn refuse_unknown(attributes: &mut Vec<Attribute>, kind: EntryKind, any_means: bool, errors: &mut Errors) {
    let own = kind.attributes();
    let is_unknown = |attribute: &Attribute| {
        let Some(name) = attribute.path().get_ident().map(ToString::to_string) else { return false };
        let is_known = own.iter().chain(&OF_RUSTC).any(|known| *known == name);
        !is_known && (!any_means || nearest(&name, own.iter().copied()).is_some())
    };
    for attribute in attributes.extract_if(.., |attribute| is_unknown(attribute)) {
        let name = attribute.path().get_ident().map(ToString::to_string).unwrap_or_default();
        errors.on(&attribute, say_attributes::unknown(&name, kind.word(), own));
    }
}

/// Removes and reports attributes of a world that are misspellings of its own. All others are left to rustc: the library cannot know what
/// other crates provide.
pub(super) fn refuse_misspelt(attributes: &mut Vec<Attribute>, errors: &mut Errors) {
    let meant = |attribute: &Attribute| {
        let name = attribute.path().get_ident()?.to_string();
        OF_WORLDS.iter().find(|own| is_slip_of(&name, own)).map(|own| (name, *own))
    };
    for attribute in attributes.extract_if(.., |attribute| meant(attribute).is_some()) {
        if let Some((name, own)) = meant(&attribute) {
            errors.on(&attribute, say_attributes::misspelt(&name, own));
        }
    }
}

/// Removes and reports attributes of entries on a world, unless another attribute or a derive may give a meaning to them.
pub(super) fn refuse_those_of_entries(attributes: &mut Vec<Attribute>, errors: &mut Errors) {
    let kind = EntryKind::Component;
    let is_of_entries = |attribute: &Attribute| kind.attributes().iter().any(|own| attribute.path().is_ident(own));
    if give_meaning(attributes.iter().filter(|attribute| !is_of_entries(attribute))) {
        return;
    }
    for attribute in attributes.extract_if(.., |attribute| is_of_entries(attribute)) {
        errors.on(&attribute, say_attributes::of_an_entry(&names::shown(&attribute.meta), kind.section()));
    }
}

/// Reports all attributes of a function's entry except documentation: no field of the world could have them.
pub(super) fn refuse(attributes: &[Attribute], section: &str, errors: &mut Errors) {
    for attribute in attributes.iter().filter(|attribute| !attribute.path().is_ident("doc")) {
        let name = attribute.path().segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        errors.on(attribute, say::attribute_without_effect(&name, section));
    }
}
