//! Generates the implementations for the relations among the components.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::Context;
use crate::messages::relations as say;
use crate::model::{OnDespawn, Relation};
use crate::names;

/// The constant of all relations, if there are any.
pub(super) fn constant(context: &Context) -> Option<TokenStream> {
    let k = &context.k;
    let relations: Vec<_> = context.world.relations().collect();
    let all = relations.iter().map(|(component, Relation { is_tree, is_many, on_despawn })| {
        let (ty, on_despawn) = (&context.world.components()[*component].ty, variant(*on_despawn));
        quote! { #k::Relating::of::<#ty>(#k::OnDespawn::#on_despawn, #is_tree, #is_many) }
    });
    (!relations.is_empty()).then(|| quote! { const RELATIONS: &'static [#k::Relating<Self>] = &[#(#all),*]; })
}

fn variant(on_despawn: OnDespawn) -> Ident {
    match on_despawn {
        OnDespawn::Cascade => format_ident!("Cascade"),
        OnDespawn::Clear => format_ident!("Clear"),
        OnDespawn::Keep => format_ident!("Keep"),
    }
}

/// What a relation adds to the implementation of `Holds`.
pub(super) fn targets(context: &Context, component: usize) -> Option<TokenStream> {
    let (k, field) = (&context.k, &context.world.components()[component]);
    let (ty, span) = (&field.ty, names::generated_at(field.ty.span()));
    field.relation.map(|relation| {
        let remove = relation.is_many.then(|| {
            quote_spanned! { span=> const REMOVE_TARGET: fn(&mut #ty, #k::Entity) = <#ty as #k::Relation>::remove_target; }
        });
        quote_spanned! { span=>
            const TARGETS: fn(&#ty) -> &[#k::Entity] = <#ty as #k::Relation>::targets;
            #remove
        }
    })
}

/// The traits through which library code finds a relation.
pub(super) fn traits(context: &Context, component: usize) -> Option<TokenStream> {
    let (k, world) = (&context.k, &context.world.name);
    let number = context.world.relations().position(|(own, _)| own == component)?;
    let field = &context.world.components()[component];
    let (ty, span) = (&field.ty, names::generated_at(field.ty.span()));
    let tree = field.relation.filter(|relation| relation.is_tree).map(|_| {
        quote_spanned! { span=> impl #k::HasTree<#ty> for #world {} }
    });
    let is_many = field.relation.is_some_and(|relation| relation.is_many);
    let wrong = say::other_targets(&field.name.to_string(), is_many);
    Some(quote_spanned! { span=>
        const _: () = ::core::assert!(<#ty as #k::Relation>::REFUSED || <#ty as #k::Relation>::MANY == #is_many, #wrong);
        impl #k::HasRelation<#ty> for #world {
            const RELATION: ::core::primitive::usize = #number;
        }
        #tree
    })
}
