//! Generates what saves of a world are made of, if `#[derive(Serialize)]` or `#[derive(Deserialize)]` asks for them.
//!
//! All of it is passed through a macro of the run time, which has the feature `serde` or says that it is missing.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Context, past, structs};
use crate::methods;
use crate::model::System;
use crate::names;
use crate::vocabulary::{EntryId, EntryKind, Kind};

/// The values of one component in a storage.
struct Column {
    name: String,
    component: usize,
    is_past: bool,
    /// The type of the values.
    ty: TokenStream,
    /// Where it is among the storages.
    place: TokenStream,
    span: Span,
}

/// A value outside of the core.
struct Value {
    section: &'static str,
    name: String,
    ty: TokenStream,
    place: TokenStream,
    /// The cursors of events, with the names of their systems.
    cursors: Vec<(String, Ident)>,
    span: Span,
}

pub(super) fn generate(context: &Context) -> Option<TokenStream> {
    let (world, k) = (context.world, &context.k);
    let span = world.serialize.or(world.deserialize)?;
    let (columns, values) = (columns(context), values(context));
    let both = both(context, &columns, &values);
    let serialize = world.serialize.map(|_| serialize(context, &columns, &values));
    let deserialize = world.deserialize.map(|_| deserialize(context, &columns, &values));
    let state = world.serialize.map(|_| {
        let (name, forwarders) = (&world.name, methods::forwarders_of_states(k));
        quote! { impl #name { #forwarders } }
    });
    let with_serde = names::ident("__with_serde", span);
    Some(quote_spanned! { span=> #k::#with_serde! { #both #serialize #state #deserialize } })
}

/// What both directions need.
fn both(context: &Context, columns: &[Column], values: &[Value]) -> TokenStream {
    let Context { world, k, names, plan, .. } = context;
    let (name, storages, views) = (&world.name, &names.storages, &names.views);
    let (all, own, change) = (names::local("storages"), names::local("views"), names::local("change"));
    let view = names::local("view");
    let schema = schema(context, columns, values);
    let (column_names, components) =
        (columns.iter().map(|column| &column.name), columns.iter().map(|column| column.component));
    let (sections, value_names) = (values.iter().map(|value| value.section), values.iter().map(|value| &value.name));
    let numbers = 0..plan.views().len();
    quote! {
        impl #k::Saves for #name {
            const SCHEMA: &'static ::core::primitive::str = #schema;
            const COLUMNS: &'static [(&'static ::core::primitive::str, ::core::primitive::usize)] =
                &[#((#column_names, #components)),*];
            const VALUES: &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] =
                &[#((#sections, #value_names)),*];
            fn __enter(
                #all: &mut #storages,
                #own: &mut #views,
                #view: ::core::primitive::usize,
                #change: &#k::Transition<Self::Mask>,
            ) {
                let _ = (&#all, &#own, &#change);
                match #view {
                    #(#numbers => #k::after::<Self, #numbers>(#all, #own, #change),)*
                    _ => {}
                }
            }
        }
    }
}

fn serialize(context: &Context, columns: &[Column], values: &[Value]) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (name, storages) = (&world.name, &names.storages);
    let [all, queues, number, visitor] = ["storages", "queues", "number", "visitor"].map(names::local);
    let arms = columns.iter().enumerate().map(|(at, Column { ty, place, span, .. })| {
        quote_spanned! { *span=> #at => #k::save_column::<#ty, _, _>(&#all.#place, #visitor), }
    });
    let queue_arms = presents(columns).map(|Column { component, ty, span, .. }| {
        quote_spanned! { *span=> #component => #k::save_queue::<Self, #ty, _>(#queues, #visitor), }
    });
    let value_arms = values.iter().enumerate().map(|(at, value)| {
        let Value { section, ty, place, cursors, span, .. } = value;
        let (readers, fields): (Vec<_>, Vec<_>) = cursors.iter().cloned().unzip();
        let cursors = (*section == "events").then(|| quote! { &[#((#readers, &self.__cursors.#fields)),*], });
        let function = names::local(&format!("save_{}", function(section)));
        quote_spanned! { *span=> #at => #k::#function::<#ty, _>(&self.#place, #cursors #visitor), }
    });
    quote! {
        impl #k::SaveWorld for #name {
            fn __save_column<__EcsVisitor: #k::ColumnWriter>(
                #all: &#storages,
                #number: ::core::primitive::usize,
                #visitor: __EcsVisitor,
            ) -> __EcsVisitor::Output {
                let _ = &#all;
                match #number {
                    #(#arms)*
                    _ => #k::ColumnWriter::none(#visitor),
                }
            }
            fn __save_queue<__EcsVisitor: #k::QueueWriter>(
                #queues: &Self::Queues,
                #number: ::core::primitive::usize,
                #visitor: __EcsVisitor,
            ) -> __EcsVisitor::Output {
                let _ = &#queues;
                match #number {
                    #(#queue_arms)*
                    _ => #k::QueueWriter::none(#visitor),
                }
            }
            fn __save_value<__EcsVisitor: #k::ValueWriter>(
                &self,
                #number: ::core::primitive::usize,
                #visitor: __EcsVisitor,
            ) -> __EcsVisitor::Output {
                match #number {
                    #(#value_arms)*
                    _ => #k::ValueWriter::none(#visitor),
                }
            }
        }
        impl #k::serde::Serialize for #name {
            fn serialize<__EcsSerializer: #k::serde::Serializer>(
                &self,
                #visitor: __EcsSerializer,
            ) -> ::core::result::Result<__EcsSerializer::Ok, __EcsSerializer::Error> {
                #k::save_world(self, #visitor)
            }
        }
    }
}

fn deserialize(context: &Context, columns: &[Column], values: &[Value]) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (name, storages) = (&world.name, &names.storages);
    let [all, queues, number, visitor] = ["storages", "queues", "number", "visitor"].map(names::local);
    let arms = columns.iter().enumerate().map(|(at, Column { ty, place, span, .. })| {
        quote_spanned! { *span=> #at => #k::load_column::<#ty, _, _>(&mut #all.#place, #visitor), }
    });
    let queue_arms = presents(columns).map(|Column { component, ty, span, .. }| {
        quote_spanned! { *span=> #component => #k::load_queue::<Self, #ty, _>(#queues, #visitor), }
    });
    let value_arms = values.iter().enumerate().map(|(at, value)| {
        let Value { section, ty, place, cursors, span, .. } = value;
        let (readers, fields): (Vec<_>, Vec<_>) = cursors.iter().cloned().unzip();
        let cursors = (*section == "events").then(|| quote! { &mut [#((#readers, &mut self.__cursors.#fields)),*], });
        let function = names::local(&format!("load_{}", function(section)));
        quote_spanned! { *span=> #at => #k::#function::<#ty, _>(&mut self.#place, #cursors #visitor), }
    });
    quote! {
        impl #k::LoadWorld for #name {
            fn __load_column<'de, __EcsVisitor: #k::ColumnReader<'de>>(
                #all: &mut #storages,
                #number: ::core::primitive::usize,
                #visitor: __EcsVisitor,
            ) -> __EcsVisitor::Output {
                let _ = &#all;
                match #number {
                    #(#arms)*
                    _ => #k::ColumnReader::none(#visitor),
                }
            }
            fn __load_queue<'de, __EcsVisitor: #k::QueueReader<'de>>(
                #queues: &mut Self::Queues,
                #number: ::core::primitive::usize,
                #visitor: __EcsVisitor,
            ) -> __EcsVisitor::Output {
                let _ = &#queues;
                match #number {
                    #(#queue_arms)*
                    _ => #k::QueueReader::none(#visitor),
                }
            }
            fn __load_value<'de, __EcsVisitor: #k::ValueReader<'de>>(
                &mut self,
                #number: ::core::primitive::usize,
                #visitor: __EcsVisitor,
            ) -> __EcsVisitor::Output {
                match #number {
                    #(#value_arms)*
                    _ => #k::ValueReader::none(#visitor),
                }
            }
        }
        impl<'de> #k::serde::Deserialize<'de> for #name {
            fn deserialize<__EcsDeserializer: #k::serde::Deserializer<'de>>(
                #visitor: __EcsDeserializer,
            ) -> ::core::result::Result<Self, __EcsDeserializer::Error> {
                #k::load_world(#visitor)
            }
        }
    }
}

/// The columns that are no pasts.
fn presents(columns: &[Column]) -> impl Iterator<Item = &Column> {
    columns.iter().filter(|column| !column.is_past)
}

/// What the functions for the values of a section are called.
fn function(section: &str) -> &'static str {
    match section {
        "events" => "events",
        "states" => "state",
        _ => "value",
    }
}

/// The columns: of all components that are saved, and then of their pasts.
fn columns(context: &Context) -> Vec<Column> {
    let (world, k) = (context.world, &context.k);
    let saved = || world.components().iter().enumerate().filter(|(_, component)| component.transient.is_none());
    let presents = saved().map(|(number, component)| {
        let (field, present, ty) = (context.component(number), past::present(context, number), &component.ty);
        Column {
            name: component.name.to_string(),
            component: number,
            is_past: false,
            ty: ty.to_token_stream(),
            place: quote! { #field #present },
            span: names::generated_at(ty.span()),
        }
    });
    let pasts = saved().filter(|(number, _)| past::is_kept(context, *number)).map(|(number, component)| {
        let (field, ty) = (context.component(number), &component.ty);
        Column {
            name: format!("Past<{}>", component.name),
            component: number,
            is_past: true,
            ty: quote! { #k::Past<#ty> },
            place: quote! { #field.past },
            span: names::generated_at(ty.span()),
        }
    });
    presents.chain(pasts).collect()
}

/// Resources, events with the cursors of systems, states, and the fields of systems.
fn values(context: &Context) -> Vec<Value> {
    let world = context.world;
    let is_saved = |entry: &EntryId| world.entries[*entry].transient.is_none();
    let entries = EntryKind::values().flat_map(|kind| context.all(kind)).filter(is_saved).map(|entry| {
        let (home, field, own) = (names::home(entry.kind), context.field(entry), &world.entries[entry]);
        Value {
            section: entry.kind.section(),
            name: own.name.to_string(),
            ty: own.ty.to_token_stream(),
            place: quote! { #home.#field },
            cursors: if entry.kind == EntryKind::Event { cursors(context, entry.number) } else { vec![] },
            span: names::generated_at(own.ty.span()),
        }
    });
    let owned = |system: &&System| system.kind == Kind::Impl && system.transient.is_none();
    let systems = world.systems.iter().filter(owned).map(|system| {
        let field = structs::state_field(system);
        Value {
            section: "systems",
            name: system.name.to_string(),
            ty: system.ty.to_token_stream(),
            place: quote! { systems.#field },
            cursors: vec![],
            span: names::generated_at(system.ty.span()),
        }
    });
    entries.chain(systems).collect()
}

/// The cursors of systems that read an event once.
fn cursors(context: &Context, event: usize) -> Vec<(String, Ident)> {
    let systems = context.world.systems.iter().enumerate();
    let cursors = systems.flat_map(|(number, system)| {
        let read = context.world.read_once(system).into_iter().enumerate();
        read.filter(move |(_, read)| *read == event)
            .map(move |(at, _)| (system.name.to_string(), names::cursor(number, at)))
    });
    cursors.collect()
}

/// The names and types of all that is saved, one per line.
fn schema(context: &Context, columns: &[Column], values: &[Value]) -> String {
    let line = |section: &str, name: &str, ty: &TokenStream| {
        let ty: String = ty.to_string().chars().filter(|character| !character.is_whitespace()).collect();
        format!("{section} {name}: {ty}\n")
    };
    let columns = columns.iter().map(|column| {
        let ty = &context.world.components()[column.component].ty;
        let relation = context.world.components()[column.component].relation.is_some();
        line(if relation { "relations" } else { "components" }, &column.name, &ty.to_token_stream())
    });
    let changes = world_changes(context);
    columns.chain(changes).chain(values.iter().map(|value| line(value.section, &value.name, &value.ty))).collect()
}

/// The systems that read changes of each component, whose order saves have.
fn world_changes<'a>(context: &'a Context) -> impl Iterator<Item = String> + use<'a> {
    let world = context.world;
    let readers =
        context.trackers.iter().zip(world.components()).filter(|(_, component)| component.transient.is_none());
    readers.flat_map(move |(trackers, component)| {
        trackers.iter().map(move |tracker| {
            let what = if tracker.added { "added" } else { "changed" };
            format!("{what} {}: {}\n", component.name, world.systems[tracker.system].name)
        })
    })
}
