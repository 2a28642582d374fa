//! The rule that an item has one `#[system]`. Each would generate a companion macro, and rustc would report two items of one name.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
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
    let words = repeated.iter().filter_map(|attribute| match &attribute.meta {
        Meta::List(list) => Some(names::shown(&list.tokens)),
        _ => None,
    });
    let words: Vec<_> = [names::shown(arguments)].into_iter().chain(words).filter(|words| !words.is_empty()).collect();
    errors.on(first, say::system_attribute_twice(&name, &words.join(", ")));
    true
}

/// Returns true for `#[system]` and `#[ecs_world::system]`, with arguments or without.
fn is_system(attribute: &Attribute) -> bool {
    let path = attribute.path();
    path.is_ident("system") || path.to_token_stream().to_string().replace(' ', "") == "ecs_world::system"
}
