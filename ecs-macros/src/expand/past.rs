//! Generates what double-buffered components have in addition: a storage of their past, beside that of the present in one field.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::Context;
use crate::names;

/// Whether a component is double-buffered.
pub(super) fn is_kept(context: &Context, component: usize) -> bool {
    context.world.components()[component].is_double_buffered()
}

/// The double-buffered components.
pub(super) fn kept(context: &Context) -> Vec<usize> {
    (0..context.world.components().len()).filter(|component| is_kept(context, *component)).collect()
}

/// The path from the field of a component to the storage of its present.
pub(super) fn present(context: &Context, component: usize) -> Option<TokenStream> {
    is_kept(context, component).then(|| quote! { .present })
}

/// The type of the storage of a past.
pub(super) fn storage(context: &Context, component: usize) -> TokenStream {
    let (k, ty) = (&context.k, &context.world.components()[component].ty);
    context.storage_of(component, &quote! { #k::Past<#ty> }, false)
}

/// The fields of the pasts in the columns, with their types.
pub(super) fn fields(context: &Context) -> (Vec<Ident>, Vec<TokenStream>) {
    let kept = kept(context).into_iter();
    kept.map(|number| (field(context, number), storage(context, number))).unzip()
}

fn field(context: &Context, component: usize) -> Ident {
    names::past(&context.world.components()[component].snake)
}

/// The constant that lists the double-buffered components of a world.
pub(super) fn constant(context: &Context) -> Option<TokenStream> {
    let kept = kept(context);
    (!kept.is_empty()).then(|| quote! { const DOUBLE_BUFFERED: &'static [::core::primitive::usize] = &[#(#kept),*]; })
}

/// The implementations for the past of a component.
pub(super) fn traits(context: &Context, component: usize) -> Option<TokenStream> {
    if !is_kept(context, component) {
        return None;
    }
    let (k, world, names) = (&context.k, context.world, &context.names);
    let (ty, field_of, storage) =
        (&world.components()[component].ty, context.component(component), storage(context, component));
    let (name, storages, present, lent) =
        (&world.name, &names.storages, context.storage(component), field(context, component));
    let (all, columns) = (names::local("all"), names::local("columns"));
    Some(quote_spanned! { names::generated_at(ty.span())=>
        impl #k::KeepsPast<#ty> for #name {
            type Past = #storage;
            fn both_mut(#all: &mut #storages) -> &mut #k::Buffered<#present, #storage> { &mut #all.#field_of }
        }
        impl #k::Reads<#k::Past<#ty>> for #name {
            const COMPONENT: ::core::primitive::usize = #component;
            const READ: #k::Access = #k::Access::Past(#component);
            type Values = #storage;
            fn values(#all: &#storages) -> &Self::Values { &#all.#field_of.past }
            fn lent_values<'w>(#columns: &mut Self::Columns<'w>) -> ::core::option::Option<&'w Self::Values> {
                ::core::option::Option::Some(#columns.#lent)
            }
        }
    })
}

/// The statements at the start of `run()` that copy present values to the pasts.
pub(super) fn copies(context: &Context, token: &Ident) -> TokenStream {
    let k = &context.k;
    let copies = kept(context).into_iter().map(|component| {
        let ty = &context.world.components()[component].ty;
        quote_spanned! { names::generated_at(ty.span())=> #k::keep_past::<Self, #ty>(self, #token); }
    });
    copies.collect()
}
