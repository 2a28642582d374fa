//! Owns `#[derive(Snapshot)]` on a world: no derive of rustc, but a request for what makes snapshots.

use syn::punctuated::Punctuated;
use syn::{Attribute, Path, Token};

use crate::vocabulary::last;

/// Takes `Snapshot` out of the derives of a world, and returns whether it was there.
pub(super) fn snapshots(attributes: &mut Vec<Attribute>) -> bool {
    let mut found = false;
    attributes.retain_mut(|attribute| {
        let Some(derives) = derives(attribute) else { return true };
        let others: Vec<_> = derives.iter().filter(|path| last(path) != "Snapshot").collect();
        if others.len() == derives.len() {
            return true;
        }
        found = true;
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
