//! Generates the implementations for each component, each resource and each type of events.

use std::iter;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Context, callbacks, past, relations};
use crate::messages::storages as say;
use crate::model::{Field, StorageKind};
use crate::names;
use crate::tuples::{ARITY, nest};
use crate::vocabulary::{EntryId, EntryKind};

pub(super) fn generate(context: &Context) -> TokenStream {
    let components = (0..context.world.components().len()).map(|number| component(context, number));
    // Generic code accesses a state like a resource, and likewise whatever else a world holds one value of.
    let resources = EntryKind::values().filter(|kind| *kind != EntryKind::Event).flat_map(|kind| context.all(kind));
    let resources = resources.map(|entry| resource(context, entry));
    let events = context.all(EntryKind::Event).map(|entry| event(context, entry));
    let lists = iter::once(lists(context));
    components.chain(lists).chain(resources).chain(events).collect()
}

/// The components as a list of types, with the implementations that pass the list to generic code. An alias names it, which may be less
/// visible than the world, as its components may.
fn lists(context: &Context) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (name, list) = (&world.name, &names.components);
    let components: Vec<_> = (0..world.components().len()).map(|number| context.alias(number)).collect();
    let lists: Vec<_> = components.chunks(ARITY).map(|chunk| quote! { #k::List<(#(#chunk,)*)> }).collect();
    let all = match lists.as_slice() {
        [] => quote! { #k::List<()> },
        [one] => one.clone(),
        several => nest(several),
    };
    let (among, visitor) = (names::local("among"), names::local("visitor"));
    quote! {
        type #list = #all;
        // With `for`, rustc requires `Clone` only where it is needed.
        impl #k::CloneComponents<'_> for #name
        where
            for<'x> #list: #k::CloneList<'x, #name>,
        {
            fn __each_clone<__EcsVisitor: #k::EachClone<Self>>(#among: &Self::Mask, #visitor: &mut __EcsVisitor) {
                <#list as #k::CloneList<'_, Self>>::visit_clone(#among, #visitor)
            }
        }
    }
}

fn component(context: &Context, number: usize) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (name, storages, queues, all_columns) = (&world.name, &names.storages, &names.queues, &names.columns);
    let (ty, alias, field) = (&world.components()[number].ty, context.alias(number), context.component(number));
    let (storage, aliased) = (context.storage(number), context.aliased_storage(number));
    let tag = tag(context, number);
    let (all, columns, token) = (names::local("all"), names::local("columns"), names::local("token"));
    let (targets, traits) = (relations::targets(context, number), relations::traits(context, number));
    let (handles, replaced) = (handles(context, number), callbacks::replaced(context, number));
    let (key, lend, kind) = if world.components()[number].relation.is_some() {
        (
            quote! { #token },
            quote! { #k::lend_read_column(&mut #columns.#field, #token) },
            quote! { #k::ComponentKind<false> },
        )
    } else if past::is_kept(context, number) {
        // A component that is not `Clone` is reported at its entry.
        let span = names::generated_at(ty.span());
        let kind = quote_spanned! { span=> #k::ComponentKind<true, #k::BothStorages> };
        (quote! { _ }, quote! { &mut #columns.#field }, kind)
    } else {
        (quote! { _ }, quote! { &mut #columns.#field }, quote! { #k::ComponentKind })
    };
    let (present, pasts) = (past::present(context, number), past::traits(context, number));
    // Two entries of one type, one of them behind an alias, implement each trait twice: rustc reports both entries, once per trait. This
    // crate cannot report it first, as macros see no types, and rustc compares implementations before it evaluates constants; nor can the
    // two traits be one, as `Bundle` is also implemented for all tuples.
    let span = names::generated_at(ty.span());
    let implementations = quote_spanned! { span=>
        type #alias = #ty;
        type #storage = #aliased;
        impl #k::Holds<#alias> for #name {
            const ID: ::core::primitive::usize = #number;
            #targets
            #handles
            type Storage = #storage;
            fn storage(#all: &#storages) -> &#storage { &#all.#field #present }
            fn storage_mut(#all: &mut #storages) -> &mut #storage { &mut #all.#field #present }
            // With this bound, the lifetime can be written at a call, as in the trait.
            fn column<'a, 'w: 'w>(#columns: &'a mut #all_columns<'w>, #key: #k::Token) -> &'a mut #k::ColumnMut<'w, #alias, #storage> {
                #lend
            }
            fn queue(#all: &mut #queues) -> &mut #k::Queue<#alias> { &mut #all.#field }
            fn queued(#all: &#queues) -> &#k::Queue<#alias> { &#all.#field }
            #replaced
        }
        impl #k::Bundle<#name> for #alias {
            type Replaced = ::core::option::Option<Self>;
            type Kind = #kind;
        }
    };
    quote! { #tag #implementations #traits #pasts }
}

/// Refuses relations in `components:`, at the entry. No macro sees which traits a type implements.
pub(super) fn no_relations(context: &Context) -> Option<TokenStream> {
    let k = &context.k;
    let plain = context.world.components().iter().filter(|component| component.relation.is_none());
    // A short name, as these tokens are repeated for each component.
    let plain: Vec<_> = plain
        .map(|Field { ty, .. }| quote_spanned! { names::generated_at(ty.span())=> <__EcsUnrelated<#ty>>::is_listed(); })
        .collect();
    (!plain.is_empty()).then(|| {
        quote! {
            const _: () = {
                use #k::{NoRelation as _, Unrelated as __EcsUnrelated};
                fn __no_relations() { #(#plain)* }
            };
        }
    })
}

/// The function that visits the handles in values, if there are any. A missing trait is reported at the component.
fn handles(context: &Context, number: usize) -> Option<TokenStream> {
    let (k, Field { ty, relation, handles, .. }) = (&context.k, &context.world.components()[number]);
    let span = names::generated_at(ty.span());
    let function = match relation {
        Some(_) => quote_spanned! { span=> <#ty as #k::Relation>::visit_targets },
        None if *handles => quote_spanned! { span=> <#ty as #k::VisitHandles>::visit_handles },
        None => return None,
    };
    Some(quote_spanned! { span=>
        const VISIT_HANDLES: ::core::option::Option<fn(&mut #ty, &mut dyn ::core::ops::FnMut(&mut #k::Entity))> =
            ::core::option::Option::Some(#function);
    })
}

/// Checks that a tag has no size; the error is reported at the component.
fn tag(context: &Context, number: usize) -> Option<TokenStream> {
    let Field { ty, storage, .. } = &context.world.components()[number];
    let refusal = say::tag_with_a_size();
    (*storage == StorageKind::Tag).then(|| {
        quote_spanned! { ty.span()=>
            const _: () = ::core::assert!(::core::mem::size_of::<#ty>() == 0, #refusal);
        }
    })
}

fn resource(context: &Context, entry: EntryId) -> TokenStream {
    let Context { world, k, .. } = context;
    let (name, field) = (&world.name, context.field(entry));
    let (ty, container) = (context.ty(entry), names::container(entry.kind));
    quote_spanned! { names::generated_at(world.entries[entry].ty.span())=>
        impl #k::HasResource<#ty> for #name {
            fn resource(&self) -> &#ty { &self.#container.#field }
            fn resource_mut(&mut self) -> &mut #ty { &mut self.#container.#field }
        }
    }
}

fn event(context: &Context, entry: EntryId) -> TokenStream {
    let Context { world, k, .. } = context;
    let (name, ty, field) = (&world.name, &world.entries[entry].ty, context.field(entry));
    quote_spanned! { names::generated_at(ty.span())=>
        impl #k::HasEvents<#ty> for #name {
            fn events(&self) -> &#k::Events<#ty> { &self.events.#field }
            fn events_mut(&mut self) -> &mut #k::Events<#ty> { &mut self.events.#field }
        }
    }
}
