//! The rule that an item has one `#[system]`. Each would generate a companion macro, and rustc would report two items of one name.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Attribute, Item, Meta};

use super::parse::type_name;
use crate::messages::system as say;
use crate::names;
use crate::report::Errors;

/// Reports and removes further `#[system]`s of an item. `arguments` are those of the first. Returns true if there were any.
pub(super) fn refuse(item: &mut Item, arguments: &TokenStream, errors: &mut Errors) -> bool {
    let (name, attributes): (Option<Ident>, _) = match item {
        Item::Fn(function) => (Some(function.sig.ident.clone()), &mut function.attrs),
        Item::Impl(block) => (type_name(&block.self_ty), &mut block.attrs),
        _ => return false,
    };
    let repeated: Vec<_> = attributes.extract_if(.., |attribute| is_system(attribute)).collect();
    let (Some(name), Some(first)) = (name, repeated.first()) else { return !repeated.is_empty() };
    let further = repeated.iter().filter_map(|attribute| match &attribute.meta {
        Meta::List(list) => Some(&list.tokens),
        _ => None,
    });
    let all = || [arguments].into_iter().chain(further.clone());
    let shown = all().map(|words| names::shown(words).trim_end_matches([',', ' ']).to_owned());
    let shown: Vec<_> = shown.filter(|words| !words.is_empty()).collect();
    let mut keywords = BTreeSet::new();
    let mut are_distinct = true;
    for keyword in all().flat_map(Clone::clone).filter(|token| matches!(token, TokenTree::Ident(_))) {
        are_distinct &= keywords.insert(keyword.to_string());
    }
    errors.on(first, say::system_attribute_twice(&name, &shown.join(", "), are_distinct));
    true
}

/// Returns true for `#[system]`, `#[ecs_world::system]` and `#[ecs_world::prelude::system]`, with arguments or without.
fn is_system(attribute: &Attribute) -> bool {
    let segments = &attribute.path().segments;
    let is_of_library = segments.len() == 1 || segments.first().is_some_and(|first| first.ident == "ecs_world");
    is_of_library && segments.last().is_some_and(|last| last.ident == "system")
}
