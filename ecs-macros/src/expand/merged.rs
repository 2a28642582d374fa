//! Generates what holds entries of one name to one type: macros cannot see whether two paths lead to the same.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use crate::messages::set as say;
use crate::model::{Merged, Reunited, World};
use crate::names;

pub(super) fn generate(world: &World) -> TokenStream {
    let krate = &world.krate;
    let assertions = world.merged.iter().map(|Merged { first, second, span }| {
        quote_spanned! { *span=> const _: () = #krate::__private::same_type::<#second, #first>(); }
    });
    assertions.chain(world.reunited.iter().map(same_set)).collect()
}

/// The trait stands here for its words, which name the sets.
fn same_set(Reunited { first, second, refusal, span }: &Reunited) -> TokenStream {
    let (label, note) = (say::label_of_two_sets(), say::one_source());
    let (same, same_set) = (names::local_at("Same", *span), names::local_at("same_set", *span));
    quote_spanned! { *span=>
        const _: () = {
            #[diagnostic::on_unimplemented(message = #refusal, label = #label, note = #note)]
            trait #same<T: ?::core::marker::Sized> {}
            impl<T: ?::core::marker::Sized> #same<T> for T {}
            const fn #same_set<A: #same<B>, B>() {}
            #same_set::<#second, #first>();
        };
    }
}
