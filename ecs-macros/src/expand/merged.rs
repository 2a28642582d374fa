//! Generates checks that entries of one name are one type or function: macros cannot see whether two paths lead to the same item.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use crate::model::{Merged, Reunited, World};
use crate::names;

pub(super) fn generate(world: &World) -> TokenStream {
    let krate = &world.krate;
    let assertions = world.merged.iter().map(|Merged { first, second, is_fn, span }| {
        if *is_fn {
            quote_spanned! { *span=> const _: () = #krate::__private::same_function(#second, #first); }
        } else {
            quote_spanned! { *span=> const _: () = #krate::__private::same_type::<#second, #first>(); }
        }
    });
    let reunited = world.reunited.iter().map(|Reunited { first, second, refusal, span }| {
        quote_spanned! { names::generated_at(*span)=>
            const _: () = {
                use #krate::__private::TwoSets as _;
                ::core::assert!(<#krate::__private::Markers<#second, #first>>::SAME, #refusal)
            };
        }
    });
    assertions.chain(reunited).collect()
}
