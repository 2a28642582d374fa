//! Generates the implementations for snapshots of a world, if `#[derive(Snapshot)]` requests them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Context, past, structs};
use crate::model::{Aspect, System};
use crate::names;
use crate::vocabulary::{EntryId, EntryKind, Kind};

/// A value outside of the core that snapshots have.
struct Value {
    field: Ident,
    ty: TokenStream,
    /// Its place in the world.
    path: TokenStream,
    /// Its initial value in a snapshot, which alone requires `Clone`.
    start: TokenStream,
}

pub(super) fn generate(context: &Context) -> Option<TokenStream> {
    if !context.world.snapshots {
        return None;
    }
    let Context { world, k, names, .. } = context;
    let (name, saved) = (&world.name, &names.saved);
    let values = values(context);
    let fields: Vec<_> = values.iter().map(|value| &value.field).collect();
    let places: Vec<_> = values.iter().map(|value| &value.path).collect();
    let transient = world.transient();
    let mentions =
        |view: &usize| transient.iter().any(|component| mentions(&context.plan.views()[*view].aspect, *component));
    let (entered, copied): (Vec<_>, Vec<_>) = (0..context.plan.views().len()).partition(mentions);
    let views: Vec<_> = copied.into_iter().map(names::view).collect();
    let left_out = transient_items(context, &transient, &entered);
    let (visitor, copy) = (names::local("visitor"), names::local("saved"));
    let (to, from) = (names::local("to"), names::local("from"));
    let components = components(context, &visitor);
    let pasts = pasts(context);
    let used = quote! { let _ = (&#to, &#from); };
    let structure = structure(context, &values);
    Some(quote! {
        #structure
        impl #k::Snapshots for #name {
            type Saved = #saved;
            fn __each_saved<__EcsVisitor: #k::EachClone<Self>>(#visitor: &mut __EcsVisitor) {
                let _ = &#visitor;
                #(#components)*
            }
            #pasts
            fn __copy_views(#to: &mut Self::Views, #from: &Self::Views) {
                #used
                #(::core::clone::Clone::clone_from(&mut #to.#views, &#from.#views);)*
            }
            fn __save(&self, #copy: &mut #saved) {
                let _ = &#copy;
                #(#k::Saved::save(&mut #copy.#fields, &self.#places);)*
            }
            fn __restore(&mut self, #copy: &#saved) {
                let _ = &#copy;
                #(#k::Saved::restore(&#copy.#fields, &mut self.#places);)*
            }
            fn __copy_saved(#to: &mut #saved, #from: &#saved) {
                #used
                #(#k::Saved::copy_from(&mut #to.#fields, &#from.#fields);)*
            }
            #left_out
        }
    })
}

/// The struct of these values, which is empty at first.
fn structure(context: &Context, values: &[Value]) -> TokenStream {
    let (saved, visibility) = (&context.names.saved, &context.world.visibility);
    let fields: Vec<_> = values.iter().map(|value| &value.field).collect();
    let (types, starts) = (values.iter().map(|value| &value.ty), values.iter().map(|value| &value.start));
    quote! {
        #[doc(hidden)]
        #visibility struct #saved { #(#fields: #types),* }
        impl ::core::default::Default for #saved {
            fn default() -> Self {
                Self { #(#fields: #starts),* }
            }
        }
    }
}

/// How the pasts of components are copied, if some are double-buffered.
fn pasts(context: &Context) -> Option<TokenStream> {
    let (world, k) = (context.world, &context.k);
    let kept = past::kept(context).into_iter().map(|component| &world.components()[component]);
    let types: Vec<_> = kept.filter(|component| component.transient.is_none()).map(|component| &component.ty).collect();
    let [to, from] = ["to", "from"].map(names::local);
    (!types.is_empty()).then(|| {
        quote! {
            fn __copy_pasts(#to: &mut Self::Storages, #from: &Self::Storages) {
                #(#k::copy_past::<Self, #types>(#to, #from);)*
            }
        }
    })
}

/// The statements that visit each saved component.
fn components(context: &Context, visitor: &Ident) -> Vec<TokenStream> {
    let (world, k) = (context.world, &context.k);
    let saved = world.components().iter().filter(|component| component.transient.is_none()).map(|component| {
        let ty = &component.ty;
        quote_spanned! { names::generated_at(ty.span())=>
            #k::save_component::<Self, #ty, __EcsVisitor>(#visitor);
        }
    });
    saved.collect()
}

/// Whether an aspect depends on a component.
fn mentions(aspect: &Aspect, component: usize) -> bool {
    let Aspect { all, none, any } = aspect;
    [all, none, any].into_iter().any(|list| list.contains(&component))
}

/// How a restored world treats what snapshots leave out, if there is anything: the pending values of these components, and these views.
fn transient_items(context: &Context, transient: &[usize], views: &[usize]) -> Option<TokenStream> {
    if transient.is_empty() {
        return None;
    }
    let (world, k) = (context.world, &context.k);
    let types: Vec<_> = transient.iter().map(|component| &world.components()[*component].ty).collect();
    let [storages, all, change, queues] = ["storages", "views", "change", "queues"].map(names::local);
    Some(quote! {
        fn __enter_transient(
            #storages: &mut Self::Storages,
            #all: &mut Self::Views,
            #change: &#k::Transition<Self::Mask>,
        ) {
            let _ = (&#storages, &#all, &#change);
            #(#k::after::<Self, #views>(#storages, #all, #change);)*
        }
        fn __pending_transient(#queues: &Self::Queues) -> ::core::option::Option<::core::primitive::usize> {
            #(if #k::is_pending::<Self, #types>(#queues) {
                return ::core::option::Option::Some(#transient);
            })*
            ::core::option::Option::None
        }
        fn __discard_transient(#queues: &mut Self::Queues) {
            #(#k::discard_pending::<Self, #types>(#queues);)*
        }
    })
}

/// The values of a world outside of its core: fields of systems, resources, events, states, and the cursors of readers.
fn values(context: &Context) -> Vec<Value> {
    let Context { world, k, .. } = context;
    let owned = |system: &&System| system.kind == Kind::Impl && system.transient.is_none();
    let systems = world.systems.iter().filter(owned).enumerate();
    let systems = systems.map(|(number, system)| {
        let (field, ty) = (structs::state_field(system), &system.ty);
        let start = quote_spanned! { names::generated_at(ty.span())=> #k::saved::<#ty>() };
        value("system", number, quote! { #k::Saved<#ty> }, quote! { systems.#field }, start)
    });
    let is_saved = |entry: &EntryId| world.entries[*entry].transient.is_none();
    let entries = EntryKind::values().flat_map(|kind| context.all(kind)).filter(is_saved).map(|entry| {
        let (container, field, own) = (names::container(entry.kind), context.field(entry), &world.entries[entry].ty);
        let start = match entry.kind {
            EntryKind::Event => "saved_events",
            EntryKind::State => "saved_state",
            _ => "saved",
        };
        let (start, ty) = (names::local(start), context.ty(entry));
        let start = quote_spanned! { names::generated_at(own.span())=> #k::#start::<#own>() };
        value(entry.kind.word(), entry.number, quote! { #k::Saved<#ty> }, quote! { #container.#field }, start)
    });
    let cursors = world.systems.iter().enumerate().flat_map(|(number, system)| {
        world.read_once(system).into_iter().enumerate().map(move |(at, event)| (number, at, event))
    });
    let cursors = cursors.filter(|(.., event)| is_saved(&EntryKind::Event.number(*event)));
    let cursors = cursors.map(|(number, at, event)| {
        let (field, ty) = (names::cursor(number, at), &world.entries[EntryKind::Event.number(event)].ty);
        let ty = quote! { #k::EventCursor<#ty> };
        let (path, start) = (quote! { __cursors.#field }, quote! { #k::saved::<#ty>() });
        Value { field, ty: quote! { #k::Saved<#ty> }, path, start }
    });
    systems.chain(entries).chain(cursors).collect()
}

fn value(what: &str, number: usize, ty: TokenStream, path: TokenStream, start: TokenStream) -> Value {
    Value { field: names::ident(&format!("{what}_{number}"), Span::call_site()), ty, path, start }
}
