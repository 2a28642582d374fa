//! `#[storage(packed)]` on a component: how its values are kept.

use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, ExprLit, Lit, LitInt, Token};

use super::attributes::take;
use crate::messages::storages as say;
use crate::model::StorageKind;
use crate::report::Errors;

/// The contents of the parentheses: a kind, and its argument.
struct Written {
    kind: Ident,
    chunk: Option<Expr>,
}

impl Parse for Written {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let kind = input.parse()?;
        if !input.peek(syn::token::Paren) {
            return Ok(Self { kind, chunk: None });
        }
        let content;
        syn::parenthesized!(content in input);
        let name: Ident = content.parse()?;
        content.parse::<Token![=]>()?;
        let chunk = content.parse()?;
        if name != "chunk" || !content.is_empty() {
            return Err(syn::Error::new(name.span(), say::broken_storage()));
        }
        Ok(Self { kind, chunk: Some(chunk) })
    }
}

/// Removes the storage from the attributes of a component, if there is one.
pub(super) fn storage(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Option<StorageKind> {
    take(attributes, is_storage, say::storage_twice, read, errors).flatten()
}

/// Reports storages on entries that cannot have one.
pub(super) fn refuse(attributes: &mut Vec<Attribute>, errors: &mut Errors) {
    for attribute in attributes.extract_if(.., |attribute| is_storage(attribute)) {
        errors.on(&attribute, say::storage_of_a_resource());
    }
}

pub(super) fn is_storage(attribute: &Attribute) -> bool {
    attribute.path().is_ident("storage")
}

fn read(attribute: &Attribute, errors: &mut Errors) -> Option<StorageKind> {
    let Ok(Written { kind, chunk }) = attribute.parse_args() else {
        errors.on(attribute, say::broken_storage());
        return None;
    };
    let Some(known) = StorageKind::named(&kind.to_string()) else {
        errors.on(&kind, say::unknown_storage(&kind.to_string(), StorageKind::names()));
        return None;
    };
    match (known, chunk) {
        (StorageKind::HashedArrayTree { .. }, Some(chunk)) => {
            let Expr::Lit(ExprLit { lit: Lit::Int(chunk), .. }) = &chunk else {
                errors.on(&chunk, say::computed_chunk());
                return None;
            };
            Some(StorageKind::HashedArrayTree { chunk: size(chunk, errors)? })
        }
        (known, Some(chunk)) => {
            errors.on(&chunk, say::chunk_of_what_has_none(known.name()));
            Some(known)
        }
        (known, None) => Some(known),
    }
}

/// The number of slots of a chunk: a power of two, by which shifts and masks can divide.
fn size(chunk: &LitInt, errors: &mut Errors) -> Option<usize> {
    let size =
        chunk.base10_parse().ok().filter(|size: &usize| size.is_power_of_two() && *size <= StorageKind::MOST_CHUNK);
    if size.is_none() {
        errors.on(chunk, say::broken_chunk(&chunk.to_string(), StorageKind::MOST_CHUNK));
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_powers_of_two_up_to_a_limit() {
        let accepted = |written: usize| {
            let mut errors = Errors::default();
            let literal = LitInt::new(&written.to_string(), proc_macro2::Span::call_site());
            let size = size(&literal, &mut errors);
            errors.reported_elsewhere();
            size
        };
        let most = StorageKind::MOST_CHUNK;
        let sizes = [1, 2, 4, 8, 32, 64, 128, most / 2, most];
        assert_eq!(sizes.map(accepted), sizes.map(Some));
        assert!([0, 3, 5, 63, 65, most - 1, most + 1, 2 * most].into_iter().all(|size| accepted(size).is_none()));
    }
}
