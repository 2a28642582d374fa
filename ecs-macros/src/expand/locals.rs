//! Generates the locals of generated functions: the parts of the world, and borrows of their fields.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Context, past};
use crate::model::System;
use crate::names;
use crate::vocabulary::{ByKind, EntryId, EntryKind};

/// The locals of a generated function: the parts of the world.
pub(super) struct Locals {
    pub(super) systems: Ident,
    /// The part that holds the entries of each kind.
    pub(super) containers: ByKind<Ident>,
    pub(super) cursors: Ident,
    pub(super) core: Ident,
    pub(super) storages: Ident,
    pub(super) views: Ident,
    pub(super) entities: Ident,
    pub(super) commands: Ident,
    pub(super) reserved: Ident,
    pub(super) spawner: Ident,
    /// Whether each field has a local of its own, instead of a local per part.
    pub(super) by_field: bool,
    /// The system whose `run` this is.
    pub(super) running: Option<usize>,
}

impl Locals {
    pub(super) fn new() -> Self {
        Self {
            systems: names::local("systems"),
            containers: ByKind::of(|kind| names::local(kind.section())),
            cursors: names::local("cursors"),
            core: names::local("core"),
            storages: names::local("storages"),
            views: names::local("views"),
            entities: names::local("entities"),
            commands: names::local("commands"),
            reserved: names::local("reserved"),
            spawner: names::local("spawner"),
            by_field: false,
            running: None,
        }
    }

    /// Borrows the parts of the world that a system may use as separate locals, which closures of older editions capture one by one, too.
    /// (Some may be unused: rustc does not report that of locals that a macro of another crate makes.)
    pub(super) fn take_apart(&self, context: &Context, system: &System, token: &Ident) -> TokenStream {
        let Self { core, storages, views, entities, commands, reserved, .. } = self;
        let k = &context.k;
        // Most systems are such, and rustc checks each part that they borrow.
        if system.needs_only_storages() {
            return quote! {
                let Self { __ecs: #core, .. } = self;
                let #k::Parts { storages: #storages, views: #views, entities: #entities, .. } = #k::parts(#core, #token);
            };
        }
        let fields = self.fields(context);
        quote! {
            #fields
            let #k::Parts {
                storages: #storages, views: #views, entities: #entities, commands: #commands, reserved: #reserved,
            } = #k::parts(#core, #token);
        }
    }

    /// Borrows the fields of the world separately.
    pub(super) fn fields(&self, context: &Context) -> TokenStream {
        let Self { systems, cursors, core, .. } = self;
        let (fields, containers) = (EntryKind::values().map(names::container), self.containers());
        let cursors = context.has_readers.then(|| quote! { __cursors: #cursors, });
        quote! {
            let Self {
                systems: #systems, #(#fields: #containers,)* #cursors __ecs: #core,
            } = self;
        }
    }

    fn containers(&self) -> impl Iterator<Item = &Ident> {
        EntryKind::values().map(|kind| &self.containers[kind])
    }

    pub(super) fn argument(number: usize) -> Ident {
        names::local(&format!("a{number}"))
    }

    /// The state of a system, borrowed for all threads.
    pub(super) fn state() -> Ident {
        names::local("state")
    }

    /// A reader of events, by its number among those of the system; errors are reported at the parameter.
    pub(super) fn reader(number: usize, span: Span) -> Ident {
        Self::at(&names::local(&format!("r{number}")), span)
    }

    /// The same local, whose errors are reported at a place in user code.
    pub(super) fn at(local: &Ident, span: Span) -> Ident {
        Ident::new(&local.to_string(), local.span().located_at(span))
    }

    pub(super) fn query(number: usize) -> Ident {
        names::local(&format!("q{number}"))
    }

    /// The values of a component before the boundary of a group, and those from the boundary on.
    pub(super) fn split(component: usize) -> [Ident; 2] {
        ["front", "back"].map(|side| names::local(&format!("{side}{component}")))
    }

    /// The part of the world that holds the entries of a kind.
    pub(super) fn container(&self, kind: EntryKind) -> &Ident {
        if kind == EntryKind::Component { &self.storages } else { &self.containers[kind] }
    }

    /// An entry, borrowed.
    pub(super) fn entry(&self, context: &Context, entry: EntryId, mutable: bool, span: Span) -> TokenStream {
        let field = context.field(entry);
        if entry.kind == EntryKind::Component
            && !self.by_field
            && let Some(present) = past::present(context, entry.number)
        {
            let (storages, word) = (&self.storages, mutable.then(|| quote! { mut }));
            return quote_spanned! { span=> &#word #storages.#field #present };
        }
        self.borrow(self.container(entry.kind), &field, mutable, span)
    }

    /// The local of the past of a component, if each field has its own local.
    pub(super) fn past(context: &Context, component: usize) -> Ident {
        names::local(&format!("past_{}", context.world.components()[component].snake))
    }

    /// Whether the system whose `run` this is writes a component.
    pub(super) fn writes(&self, context: &Context, component: usize) -> bool {
        self.running.is_some_and(|system| context.world.systems[system].writes(component))
    }

    /// A field of a part of the world, borrowed.
    pub(super) fn borrow(&self, part: &Ident, field: &Ident, mutable: bool, span: Span) -> TokenStream {
        let word = mutable.then(|| quote! { mut });
        if !self.by_field {
            return quote_spanned! { span=> &#word #part.#field };
        }
        let local = by_field(part, field);
        if mutable {
            quote_spanned! { span=> &mut *#local }
        } else {
            quote! { #local }
        }
    }
}

/// The local of a field of a part.
pub(super) fn by_field(part: &Ident, field: &Ident) -> Ident {
    let field = field.to_string();
    names::local(&format!("{part}_{}", field.trim_start_matches("r#")))
}
