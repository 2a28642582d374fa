//! Generates what saves of a world are made of, if `#[derive(Serialize)]` or `#[derive(Deserialize)]` asks for them.
//!
//! All of it is passed through a macro of the run time, which has the feature `serde` or says that it is missing.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Context, formats, lints, past, structs};
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
    /// How its values are written and read, if its entry says it.
    format: Option<TokenStream>,
    span: Span,
}

/// A value outside of the core.
struct Value {
    section: &'static str,
    name: String,
    ty: TokenStream,
    place: TokenStream,
    /// The cursors of events, with the names of their systems, the present one first.
    cursors: Vec<(Vec<String>, Ident)>,
    /// How it is written and read, if its entry says it.
    format: Option<TokenStream>,
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
        let of_deltas = world.deserialize.map(|_| methods::forwarders_of_deltas(k));
        quote! { impl #name { #forwarders #of_deltas } }
    });
    let with_serde = names::ident("__with_serde", span);
    // Within the call of a macro, as attributes of the call would have no effect.
    let items = lints::allow_deprecated(world, quote! { #both #serialize #state #deserialize });
    Some(quote_spanned! { span=> #k::#with_serde! { #items } })
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
    let (formats, history) = (formats::types(context), formats::history(context));
    quote! {
        #formats
        impl #k::Saves for #name {
            const SCHEMA: &'static ::core::primitive::str = #schema;
            const COLUMNS: &'static [(&'static ::core::primitive::str, ::core::primitive::usize)] =
                &[#((#column_names, #components)),*];
            const VALUES: &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] =
                &[#((#sections, #value_names)),*];
            #history
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

/// Whether values are written or read.
#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Save,
    Load,
}

impl Direction {
    /// A function of the run time.
    fn function(self, what: &str, is_formatted: bool) -> Ident {
        let word = if self == Self::Save { "save" } else { "load" };
        names::local(&format!("{word}_{what}{}", if is_formatted { "_as" } else { "" }))
    }

    /// How the values are borrowed.
    fn borrow(self) -> TokenStream {
        if self == Self::Save {
            quote! { & }
        } else {
            quote! { &mut }
        }
    }

    /// The arms of a match that pass columns on.
    fn columns(self, context: &Context, columns: &[Column]) -> Vec<TokenStream> {
        let (k, borrow) = (&context.k, self.borrow());
        let [all, visitor] = ["storages", "visitor"].map(names::local);
        let arms = columns.iter().enumerate().map(|(at, Column { ty, place, format, span, .. })| {
            let function = self.function("column", format.is_some());
            let format = format.as_ref().map(|format| quote! { #format, });
            quote_spanned! { *span=> #at => #k::#function::<#ty, #format _, _>(#borrow #all.#place, #visitor), }
        });
        arms.collect()
    }

    /// The arms of a match that pass queues on.
    fn queues(self, context: &Context, columns: &[Column]) -> Vec<TokenStream> {
        let k = &context.k;
        let [queues, visitor] = ["queues", "visitor"].map(names::local);
        let arms = presents(columns).map(|Column { component, ty, format, span, .. }| {
            let function = self.function("queue", format.is_some());
            let format = format.as_ref().map(|format| quote! { #format, });
            quote_spanned! { *span=> #component => #k::#function::<Self, #ty, #format _>(#queues, #visitor), }
        });
        arms.collect()
    }

    /// The arms of a match that pass other values on.
    fn values(self, context: &Context, values: &[Value]) -> Vec<TokenStream> {
        let (k, borrow, visitor) = (&context.k, self.borrow(), names::local("visitor"));
        let arms = values.iter().enumerate().map(|(at, value)| {
            let Value { section, ty, place, cursors, format, span, .. } = value;
            let cursors = cursors.iter().map(|(names, field)| {
                let first = &names[0];
                let names = if self == Self::Save {
                    quote! { #first }
                } else {
                    quote! { &[#(#names),*] }
                };
                quote! { (#names, #borrow self.__cursors.#field) }
            });
            let cursors = (*section == "events").then(|| quote! { #borrow [#(#cursors),*], });
            let function = self.function(function(section), format.is_some());
            let format = format.as_ref().map(|format| quote! { #format, });
            quote_spanned! { *span=> #at => #k::#function::<#ty, #format _>(#borrow self.#place, #cursors #visitor), }
        });
        arms.collect()
    }
}

fn serialize(context: &Context, columns: &[Column], values: &[Value]) -> TokenStream {
    let Context { world, k, names, .. } = context;
    let (name, storages) = (&world.name, &names.storages);
    let [all, queues, number, visitor] = ["storages", "queues", "number", "visitor"].map(names::local);
    let (arms, queue_arms) = (Direction::Save.columns(context, columns), Direction::Save.queues(context, columns));
    let value_arms = Direction::Save.values(context, values);
    let formats = formats::writing(context);
    quote! {
        #formats
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
    let (arms, queue_arms) = (Direction::Load.columns(context, columns), Direction::Load.queues(context, columns));
    let value_arms = Direction::Load.values(context, values);
    let (formats, removed) = (formats::reading(context), formats::removed(context));
    let pasts = making_pasts(context, columns);
    quote! {
        #formats
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
            #pasts
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
            #removed
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

/// What makes the pasts of components of which an earlier save has none.
fn making_pasts(context: &Context, columns: &[Column]) -> Option<TokenStream> {
    let k = &context.k;
    let [number, token] = ["number", "token"].map(names::local);
    let pasts = columns.iter().enumerate().filter(|(_, column)| column.is_past);
    let arms: Vec<_> = pasts
        .map(|(at, Column { component, span, .. })| {
            let ty = &context.world.components()[*component].ty;
            quote_spanned! { *span=> #at => #k::make_past::<Self, #ty>(self, #token), }
        })
        .collect();
    (!arms.is_empty()).then(|| {
        quote! {
            fn __make_past(&mut self, #number: ::core::primitive::usize, #token: #k::Token) {
                match #number {
                    #(#arms)*
                    _ => {}
                }
            }
        }
    })
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
            format: component
                .saved_as
                .with
                .is_some()
                .then(|| formats::format_of(context, "component", &component.name)),
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
            format: component.saved_as.with.is_some().then(|| {
                let format = formats::format_of(context, "component", &component.name);
                quote! { #k::PastAs<#format> }
            }),
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
            format: own.saved_as.with.is_some().then(|| formats::format_of(context, entry.kind.word(), &own.name)),
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
            format: system.saved_as.with.is_some().then(|| formats::format_of(context, "system", &system.name)),
            span: names::generated_at(system.ty.span()),
        }
    });
    entries.chain(systems).collect()
}

/// The cursors of systems that read an event once.
fn cursors(context: &Context, event: usize) -> Vec<(Vec<String>, Ident)> {
    let systems = context.world.systems.iter().enumerate();
    let cursors = systems.flat_map(|(number, system)| {
        let read = context.world.read_once(system).into_iter().enumerate();
        read.filter(move |(_, read)| *read == event).map(move |(at, _)| {
            let former = system.saved_as.renamed.iter().map(syn::LitStr::value);
            (std::iter::once(system.name.to_string()).chain(former).collect(), names::cursor(number, at))
        })
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
