//! The contents of a save: the columns of components and of their pasts, and the values of other sections, with the names and types that
//! make the schema. This file lists them; the code that writes and reads them is generated in `saves.rs`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::{Context, formats, past, structs};
use crate::model::System;
use crate::names;
use crate::vocabulary::{EntryId, EntryKind, Kind};

/// The values of one component in a storage.
pub(super) struct Column {
    pub(super) name: String,
    pub(super) component: usize,
    pub(super) is_past: bool,
    /// The type of the values.
    pub(super) ty: TokenStream,
    /// Its place in the storages.
    pub(super) path: TokenStream,
    /// The type with the functions that write and read its values, if its entry names them.
    pub(super) format: Option<TokenStream>,
    pub(super) span: Span,
}

/// A value outside of the core.
pub(super) struct Value {
    pub(super) section: &'static str,
    pub(super) name: String,
    pub(super) ty: TokenStream,
    pub(super) path: TokenStream,
    /// The cursors of events, each with the names of its system, the present name first.
    pub(super) cursors: Vec<(Vec<String>, Ident)>,
    /// The type with the functions that write and read it, if its entry names them.
    pub(super) format: Option<TokenStream>,
    pub(super) span: Span,
}

/// The columns: those of all saved components, then those of their pasts.
pub(super) fn columns(context: &Context) -> Vec<Column> {
    let (world, k) = (context.world, &context.k);
    let saved = || world.components().iter().enumerate().filter(|(_, component)| component.transient.is_none());
    let presents = saved().map(|(number, component)| {
        let (field, present, ty) = (context.component(number), past::present(context, number), &component.ty);
        Column {
            name: component.name.to_string(),
            component: number,
            is_past: false,
            ty: ty.to_token_stream(),
            path: quote! { #field #present },
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
            path: quote! { #field.past },
            format: component.saved_as.with.is_some().then(|| {
                let format = formats::format_of(context, "component", &component.name);
                quote! { #k::PastAs<#format> }
            }),
            span: names::generated_at(ty.span()),
        }
    });
    presents.chain(pasts).collect()
}

/// The columns of present values.
pub(super) fn presents(columns: &[Column]) -> impl Iterator<Item = &Column> {
    columns.iter().filter(|column| !column.is_past)
}

/// Resources, events with the cursors of systems, states, and the fields of systems.
pub(super) fn values(context: &Context) -> Vec<Value> {
    let world = context.world;
    let is_saved = |entry: &EntryId| world.entries[*entry].transient.is_none();
    let entries = EntryKind::values().flat_map(|kind| context.all(kind)).filter(is_saved).map(|entry| {
        let (container, field, own) = (names::container(entry.kind), context.field(entry), &world.entries[entry]);
        Value {
            section: entry.kind.section(),
            name: own.name.to_string(),
            ty: own.ty.to_token_stream(),
            path: quote! { #container.#field },
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
            path: quote! { systems.#field },
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

/// The names and types of everything that is saved, one per line.
pub(super) fn schema(context: &Context, columns: &[Column], values: &[Value]) -> String {
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

/// The systems that read changes of each component: saves have their marks in this order.
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
