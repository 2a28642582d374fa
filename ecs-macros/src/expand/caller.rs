//! Generates the call of a function of a system.
//!
//! The types of a signature are never written again: values of the right storages are passed by position, and rustc unifies them with the
//! parameters of the system, wherever it was declared.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::locals::Locals;
use super::{Context, conditions, structs};
use crate::model::{Argument, ArgumentKind, Call, System};
use crate::names;
use crate::vocabulary::{Kind, Receiver};

/// Generates the call of a function of a system.
pub(super) struct Caller<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) system: &'a System,
    pub(super) locals: &'a Locals,
    pub(super) per_entity: bool,
    /// Whether state, resources and events are already borrowed, as locals.
    pub(super) apart: bool,
}

impl Caller<'_> {
    /// The statements that evaluate the condition of the system, and return before it runs if it does not hold; after all conditions, the
    /// events are `passed`.
    pub(super) fn decided(&self, passed: &TokenStream) -> Option<TokenStream> {
        let mut readers = 0..;
        let mut pass = |what: &ArgumentKind, span| match what {
            ArgumentKind::Reader { .. } => Locals::reader(readers.next().unwrap_or_default(), span).into_token_stream(),
            what => self.argument(0, what, span),
        };
        let holds = conditions::test(self.context, self.system.run_if.as_ref()?, &mut pass);
        let decided = names::local("holds");
        Some(quote! { let #decided = #holds; #passed if ::core::ops::Not::not(#decided) { return; } })
    }

    pub(super) fn call(&self, call: &Call, method: &str) -> TokenStream {
        let ty = &self.system.ty;
        let arguments = call
            .arguments
            .iter()
            .enumerate()
            .map(|(number, Argument { kind: what, span })| self.argument(number, what, *span));
        if self.system.kind == Kind::Fn {
            return quote! { #ty(#(#arguments),*) };
        }
        let (systems, field) = (&self.locals.systems, structs::state_field(self.system));
        let receiver = match call.receiver {
            Receiver::None => None,
            Receiver::Shared if self.apart => Some(Locals::state().to_token_stream()),
            receiver => Some(self.locals.borrow(systems, &field, receiver == Receiver::Mut, Span::call_site())),
        };
        let method = names::ident(&format!("__ecs_{method}"), Span::call_site());
        let arguments = receiver.into_iter().chain(arguments);
        quote! { <#ty>::#method(#(#arguments),*) }
    }

    pub(super) fn argument(&self, number: usize, what: &ArgumentKind, span: Span) -> TokenStream {
        let (k, Locals { commands, spawner, .. }) = (&self.context.k, self.locals);
        match what {
            ArgumentKind::Component(_) | ArgumentKind::Entity | ArgumentKind::Cause | ArgumentKind::Former { .. } => {
                let local = Locals::argument(number);
                quote! { #local }
            }
            ArgumentKind::Entry { .. } if self.apart => {
                let local = Locals::argument(number);
                quote! { #local }
            }
            ArgumentKind::Entry { entry, mutable } => self.locals.entry(self.context, *entry, *mutable, span),
            ArgumentKind::Reader { .. } => {
                let world = self.context.world;
                let of_conditions = world.read_by_condition(self.system);
                let before = self.system.run.arguments.iter().take(number).map(|argument| &argument.kind);
                let before = of_conditions.iter().chain(before).filter(|what| what.reader().is_some());
                Locals::reader(before.count(), span).into_token_stream()
            }
            ArgumentKind::Related { is_tree, .. } => {
                let entities = &self.locals.entities;
                let related = if *is_tree {
                    quote! { #k::tree }
                } else {
                    quote! { #k::sources }
                };
                quote_spanned! { span=> #related::<Self, _>(#entities) }
            }
            // Located at the parameter, where rustc reports a type of another world.
            ArgumentKind::Commands => Locals::at(commands, span).into_token_stream(),
            ArgumentKind::Spawner => quote! { &mut #spawner },
            ArgumentKind::Query(_) => {
                let query = Locals::at(&Locals::query(number), span);
                if self.apart {
                    quote! { #k::Query::share(&#query) }
                } else if self.per_entity {
                    quote! { #k::Query::reborrow(&mut #query) }
                } else {
                    quote! { #query }
                }
            }
            ArgumentKind::Unknown => TokenStream::new(),
        }
    }
}
