//! Generates the views: the aspect of each, how it is kept, and where it is stored.

use proc_macro2::TokenStream;
use quote::quote;

use super::Context;
use crate::model::Aspect;
use crate::names;
use crate::plan::{Kept, View};

pub(super) fn generate(context: &Context) -> TokenStream {
    context.plan.views().iter().enumerate().map(|(number, own)| view(context, number, own)).collect()
}

/// The type of a view. Those that settle later keep reports if a system has callbacks.
pub(super) fn ty(context: &Context, view: &View) -> TokenStream {
    let k = &context.k;
    let reports = view.systems.iter().any(|system| context.world.systems[*system].has_callbacks());
    match view.kept {
        Kept::Storage => quote! { #k::StorageView },
        Kept::Group => quote! { #k::GroupView },
        Kept::List => quote! { #k::ListView },
        Kept::Delayed => quote! { #k::DelayedView<#reports> },
        Kept::ActivePassive => quote! { #k::ActivePassiveView<#reports> },
        Kept::Scan => quote! { #k::ScanView },
    }
}

fn view(context: &Context, number: usize, view: &View) -> TokenStream {
    let Context { world, k, names, mask, .. } = context;
    let (name, views, field) = (&world.name, &names.views, names::view(number));
    let all = names::local("views");
    let Aspect { all: required, none, any } = &view.aspect;
    let [required, none, any] = [required, none, any].map(|components| mask_of(context, components));
    let ty = ty(context, view);
    let owned = owned(context, view);
    // Its functions are inline for the reason that methods of queries are.
    quote! {
        impl #k::HasView<#number> for #name {
            const ASPECT: #k::Aspect<#mask> = #k::Aspect::new(#required, #none, #any);
            type View = #ty;
            #[inline]
            fn view(#all: &#views) -> &#ty { &#all.#field }
            #[inline]
            fn view_mut(#all: &mut #views) -> &mut #ty { &mut #all.#field }
            #owned
        }
    }
}

/// The mask of these components. (Numbers that are borrowed in place would be one more constant to evaluate.)
fn mask_of(context: &Context, components: &[usize]) -> TokenStream {
    let (Context { k, mask, .. }, numbers) = (context, names::local("numbers"));
    if components.is_empty() {
        return quote! { <#mask as #k::BitMask>::EMPTY };
    }
    quote! { { let #numbers = [#(#components),*]; <#mask>::of(&#numbers) } }
}

/// How the storages that a view owns are kept in its order.
fn owned(context: &Context, view: &View) -> Option<TokenStream> {
    let Context { k, names, .. } = context;
    let (storages, all) = (&names.storages, names::local("storages"));
    let (entity, position, values) = (names::local("entity"), names::local("position"), names::local("values"));
    let (is_lost, components) = (names::local("is_lost"), &view.owned);
    let fields: Vec<_> = view.owned.iter().map(|component| context.component(*component)).collect();
    let first = fields.first()?;
    let kept = (view.kept != Kept::Storage).then(|| {
        quote! {
            #[inline]
            fn bring(#all: &mut #storages, #entity: #k::Entity, #position: ::core::primitive::usize) {
                #(#k::Grouped::bring(&mut #all.#fields, #entity, #position);)*
            }
            #[inline]
            fn leave(
                #all: &mut #storages,
                #entity: #k::Entity,
                #position: ::core::primitive::usize,
                #is_lost: impl ::core::ops::Fn(::core::primitive::usize) -> ::core::primitive::bool,
            ) {
                #(#k::Grouped::leave(&mut #all.#fields, #entity, #position, #is_lost(#components));)*
            }
            #[inline]
            fn owned_have(#all: &#storages, #values: ::core::primitive::usize) -> ::core::primitive::bool {
                #(#k::ErasedStorage::values(&#all.#fields) == #values)&&*
            }
        }
    });
    Some(quote! {
        #kept
        #[inline]
        fn front(#all: &#storages) -> ::core::option::Option<#k::Source<'_>> {
            ::core::option::Option::Some(#k::ErasedStorage::source(&#all.#first))
        }
    })
}
