//! Generates the calls of systems that divide their entities over threads.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::caller::Caller;
use super::fetches::driven;
use super::locals::Locals;
use super::{Context, structs};
use crate::model::{Argument, ArgumentKind, System};
use crate::names;
use crate::vocabulary::Receiver;

/// The call of `run` for each entity of a view, with the statements before it.
pub(super) fn drive(context: &Context, system: &System, view: usize, locals: &Locals) -> TokenStream {
    let k = &context.k;
    let caller = Caller { context, system, locals, per_entity: true, apart: true };
    let (apart, run) = (borrowed_apart(context, system, locals), caller.call(&system.run, "run"));
    let (fetch, columns, pattern) = driven(context, system, view, locals);
    let fetches_all = system.unfetched().is_empty();
    let Locals { views, entities, commands, .. } = locals;
    let field = names::view(view);
    // What cannot be shared by threads is found out at the closure: at the entry of the system.
    let place = names::generated_at(system.span());
    if system.run.arguments.iter().any(|argument| matches!(argument.kind, ArgumentKind::Commands)) {
        let closure = quote_spanned! { place=> |#commands, #pattern| #run };
        return quote! {
            #apart
            #k::drive_parallel_with::<Self, #fetch, _, #view, #fetches_all>(
                &#views.#field, #columns, #entities, #commands, #closure,
            );
        };
    }
    let closure = quote_spanned! { place=> |#pattern| #run };
    quote! {
        #apart
        #k::drive_parallel::<Self, #fetch, _, #view, #fetches_all>(&#views.#field, #columns, #entities, #closure);
    }
}

/// Borrows what all threads share, each thing by itself: closures of older editions capture whole locals.
fn borrowed_apart(context: &Context, system: &System, locals: &Locals) -> TokenStream {
    let own = (system.run.receiver == Receiver::Shared).then(|| {
        let (state, field) = (Locals::state(), structs::state_field(system));
        let borrowed = locals.borrow(&locals.systems, &field, false, Span::call_site());
        quote! { let #state = #borrowed; }
    });
    let caller = Caller { context, system, locals, per_entity: true, apart: false };
    let shared = system.run.arguments.iter().enumerate().filter_map(|(number, Argument { kind: what, span })| {
        let is_shared = matches!(what, ArgumentKind::Entry { .. });
        let (local, borrowed) = (Locals::argument(number), caller.argument(number, what, *span));
        is_shared.then(|| quote! { let #local = #borrowed; })
    });
    quote! { #own #(#shared)* }
}
