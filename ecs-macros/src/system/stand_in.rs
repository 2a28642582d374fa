//! Replacements for items whose parameters rustc would refuse, too: the functions in question take `()` in place of such parameters, and do
//! nothing. So one error is reported, with a message of this crate.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Block, FnArg, ImplItem, ImplItemFn, Item, Signature, parse_quote};

use super::parameters::is_refused;
use super::parse::METHODS;

/// The item with replacements for the functions that rustc would refuse, if it has any.
pub(super) fn of(item: &Item) -> Option<TokenStream> {
    match item {
        Item::Fn(function) if has_refused(&function.sig) => {
            let mut function = function.clone();
            replace(&mut function.sig, &mut function.block);
            Some(function.into_token_stream())
        }
        Item::Impl(block) if block.items.iter().any(|member| called(member).is_some_and(|of| has_refused(&of.sig))) => {
            let mut block = block.clone();
            for member in &mut block.items {
                if let ImplItem::Fn(function) = member
                    && is_called(function)
                {
                    replace(&mut function.sig, &mut function.block);
                }
            }
            Some(block.into_token_stream())
        }
        _ => None,
    }
}

/// The member, if it is a function of a system that the world calls.
fn called(member: &ImplItem) -> Option<&ImplItemFn> {
    if let ImplItem::Fn(function) = member { Some(function).filter(|function| is_called(function)) } else { None }
}

fn is_called(function: &ImplItemFn) -> bool {
    METHODS.iter().any(|role| function.sig.ident == role)
}

fn has_refused(signature: &Signature) -> bool {
    signature.inputs.iter().any(is_refused)
}

/// Makes a function harmless, if it has a parameter that is refused.
fn replace(signature: &mut Signature, body: &mut Block) {
    if !has_refused(signature) {
        return;
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
}
