//! Generates the views: whom each holds, and where it is.

use proc_macro2::TokenStream;
use quote::quote;

use super::Context;
use crate::model::Aspect;
use crate::names;

pub(super) fn generate(context: &Context) -> TokenStream {
    context.plan.views().iter().enumerate().map(|(number, aspect)| view(context, number, aspect)).collect()
}

fn view(context: &Context, number: usize, aspect: &Aspect) -> TokenStream {
    let Context { world, k, names, mask, .. } = context;
    let (name, views, field) = (&world.name, &names.views, names::view(number));
    let all = names::local("views");
    let Aspect { all: required, none, any } = aspect;
    quote! {
        impl #k::HasView<#number> for #name {
            const ASPECT: #k::Aspect<#mask> = #k::Aspect::new(
                #k::Mask::of(&[#(#required),*]),
                #k::Mask::of(&[#(#none),*]),
                #k::Mask::of(&[#(#any),*]),
            );
            fn view(#all: &#views) -> &#k::ListView { &#all.#field }
            fn view_mut(#all: &mut #views) -> &mut #k::ListView { &mut #all.#field }
        }
    }
}
