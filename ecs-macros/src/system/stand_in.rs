//! Owns the form in which an item is left whose parameters rustc would refuse, too: the functions in question take `()` in
//! place of such parameters, and do nothing. So one error is reported, in our words.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Block, FnArg, ImplItem, Item, Signature, parse_quote};

use super::parameters::is_refused;
use super::parse::METHODS;

/// The item as it is, or with replacements for the functions that rustc would refuse.
pub(super) fn of(item: &TokenStream) -> TokenStream {
    replaced(item).unwrap_or_else(|| item.clone())
}

fn replaced(item: &TokenStream) -> Option<TokenStream> {
    match syn::parse2(item.clone()).ok()? {
        Item::Fn(mut function) => replace(&mut function.sig, &mut function.block).then(|| function.into_token_stream()),
        Item::Impl(mut block) => {
            let mut any = false;
            for member in &mut block.items {
                if let ImplItem::Fn(function) = member
                    && METHODS.iter().any(|role| function.sig.ident == role)
                {
                    any |= replace(&mut function.sig, &mut function.block);
                }
            }
            any.then(|| block.into_token_stream())
        }
        _ => None,
    }
}

/// Makes a function harmless, if it has a parameter that is refused.
fn replace(signature: &mut Signature, body: &mut Block) -> bool {
    if !signature.inputs.iter().any(is_refused) {
        return false;
    }
    for input in &mut signature.inputs {
        let is_refused = is_refused(input);
        if let FnArg::Typed(typed) = input {
            *typed.pat = parse_quote! { _ };
            if is_refused {
                *typed.ty = parse_quote! { () };
            }
        }
    }
    *body = parse_quote! { { ::core::unimplemented!() } };
    true
}
