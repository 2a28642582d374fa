//! Generates the views: the aspect of each, how it is kept, and where it is stored.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, past};
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
            #owned
            #[inline]
            fn view(#all: &#views) -> &#ty { &#all.#field }
            #[inline]
            fn view_mut(#all: &mut #views) -> &mut #ty { &mut #all.#field }
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

/// The function that returns the storages that a view owns, if it owns some.
fn owned(context: &Context, view: &View) -> Option<TokenStream> {
    let (k, list) = (&context.k, list(context, view)?);
    Some(quote! { fn owned() -> impl #k::OwnedStorages<Self> { <#list as #k::OwnedStorages<Self>>::LIST } })
}

/// The storages that a view owns, as a list of types.
fn list(context: &Context, View { kept, owned, .. }: &View) -> Option<TokenStream> {
    let (k, first) = (&context.k, context.alias(*owned.first()?));
    if *kept == Kept::Storage {
        return Some(quote! { #k::IsStorage<#first> });
    }
    Some(owned.iter().rev().fold(quote! { () }, |rest, component| {
        let alias = context.alias(*component);
        if past::is_kept(context, *component) {
            quote! { #k::OwnsBoth<#alias, #rest> }
        } else {
            quote! { #k::Owns<#alias, #rest> }
        }
    }))
}
