//! Generates the implementations for saves of a world, if `#[derive(Serialize)]` or `#[derive(Deserialize)]` requests them.
//!
//! All of it is passed through a macro of the runtime, which has the feature `serde` or reports that it is missing.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::saved::{Column, Value, columns, presents, schema, values};
use super::{Context, formats, lints};
use crate::methods;
use crate::names;

pub(super) fn generate(context: &Context) -> Option<TokenStream> {
    let (world, k, krate) = (context.world, &context.k, &context.world.krate);
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
    // Within the call of the macro, as attributes of the call would have no effect.
    let items = lints::allow_deprecated(world, quote! { #both #serialize #state #deserialize });
    Some(quote_spanned! { span=> #krate::__private::#with_serde! { #items } })
}

/// The code that both directions need.
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
    /// The name of a function of the runtime.
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

    /// The arms of a match that pass columns to a visitor.
    fn columns(self, context: &Context, columns: &[Column]) -> Vec<TokenStream> {
        let (k, borrow) = (&context.k, self.borrow());
        let [all, visitor] = ["storages", "visitor"].map(names::local);
        let arms = columns.iter().enumerate().map(|(at, Column { ty, path, format, span, .. })| {
            let function = self.function("column", format.is_some());
            let format = format.as_ref().map(|format| quote! { #format, });
            quote_spanned! { *span=> #at => #k::#function::<#ty, #format _, _>(#borrow #all.#path, #visitor), }
        });
        arms.collect()
    }

    /// The arms of a match that pass queues to a visitor.
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

    /// The arms of a match that pass other values to a visitor.
    fn values(self, context: &Context, values: &[Value]) -> Vec<TokenStream> {
        let (k, borrow, visitor) = (&context.k, self.borrow(), names::local("visitor"));
        let arms = values.iter().enumerate().map(|(at, value)| {
            let Value { section, ty, path, cursors, format, span, .. } = value;
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
            quote_spanned! { *span=> #at => #k::#function::<#ty, #format _>(#borrow self.#path, #cursors #visitor), }
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

/// The function that makes the pasts of components if an earlier save has none.
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

/// The part of the function names that stands for the values of a section.
fn function(section: &str) -> &'static str {
    match section {
        "events" => "events",
        "states" => "state",
        _ => "value",
    }
}
