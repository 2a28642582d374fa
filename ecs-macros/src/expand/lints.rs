//! Lints that the generated code of a world must not trigger, since users could not fix it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
use syn::Attribute;

use crate::model::World;

/// Allows the items to use what is declared as `#[deprecated]`: that warning is for users of the world.
pub(super) fn allow_deprecated(world: &World, items: TokenStream) -> TokenStream {
    let is_deprecated = |attributes: &[Attribute]| attributes.iter().any(|own| own.path().is_ident("deprecated"));
    let mut entries = world.entries.all().map(|(_, entry)| &entry.attributes);
    let mut systems = world.systems.iter().map(|system| &system.attributes);
    if entries.any(|own| is_deprecated(own)) || systems.any(|own| is_deprecated(own)) {
        each_item(items)
    } else {
        items
    }
}

/// Writes the attribute before each item. An item ends with braces, a semicolon, or both; braces between `<` and `>` are an argument of a
/// type.
fn each_item(items: TokenStream) -> TokenStream {
    let is_punct = |token: &TokenTree, sign| matches!(token, TokenTree::Punct(own) if own.as_char() == sign);
    let mut tokens = items.into_iter().peekable();
    let (mut all, mut is_first, mut depth, mut is_arrow) = (TokenStream::new(), true, 0_usize, false);
    while let Some(token) = tokens.next() {
        if is_first {
            all.extend(quote! { #[allow(deprecated)] });
            depth = 0;
        }
        if is_punct(&token, '<') {
            depth += 1;
        } else if is_punct(&token, '>') && !is_arrow {
            depth = depth.saturating_sub(1);
        }
        is_arrow = is_punct(&token, '-');
        let is_body = depth == 0 && matches!(&token, TokenTree::Group(own) if own.delimiter() == Delimiter::Brace);
        is_first = is_punct(&token, ';') || is_body && !tokens.peek().is_some_and(|next| is_punct(next, ';'));
        all.extend([token]);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_begins_with_the_attribute() {
        let items = quote! {
            #[doc = "it"] pub struct A { b: u8 }
            struct B(u8);
            const _: () = { { 1; } };
            impl A {}
            impl Holds<Grid<{ 2 * 2 }>> for fn(A<{ 1 }>) -> B {}
        };
        let expected = quote! {
            #[allow(deprecated)] #[doc = "it"] pub struct A { b: u8 }
            #[allow(deprecated)] struct B(u8);
            #[allow(deprecated)] const _: () = { { 1; } };
            #[allow(deprecated)] impl A {}
            #[allow(deprecated)] impl Holds<Grid<{ 2 * 2 }>> for fn(A<{ 1 }>) -> B {}
        };
        assert_eq!(each_item(items).to_string(), expected.to_string());
        assert!(each_item(TokenStream::new()).is_empty());
    }
}
