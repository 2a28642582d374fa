//! `#[derive(Snapshot)]`, `#[derive(Serialize)]` and `#[derive(Deserialize)]` on a world: not derives of rustc, but requests for snapshots
//! and saves.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Path, Token};

use crate::vocabulary::last;

/// Removes a name from the derives of a world, and returns where it was.
pub(super) fn take(attributes: &mut Vec<Attribute>, name: &str) -> Option<Span> {
    let mut found = None;
    attributes.retain_mut(|attribute| {
        let Some(derives) = derives(attribute) else { return true };
        let (own, others): (Vec<_>, Vec<_>) = derives.iter().partition(|path| last(path) == name);
        let Some(first) = own.first() else { return true };
        found = Some(first.span());
        let is_left = !others.is_empty();
        *attribute = syn::parse_quote! { #[derive(#(#others),*)] };
        is_left
    });
    found
}

fn derives(attribute: &Attribute) -> Option<Punctuated<Path, Token![,]>> {
    let is_derive = attribute.path().is_ident("derive");
    is_derive.then(|| attribute.parse_args_with(Punctuated::parse_terminated).ok()).flatten()
}
