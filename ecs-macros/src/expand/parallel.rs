//! Generates the calls of systems that divide their entities over threads.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::caller::Caller;
use super::fetches::{driven, sources};
use super::locals::Locals;
use super::{Context, companions, structs};
use crate::model::{Argument, ArgumentKind, System};
use crate::names;
use crate::vocabulary::Receiver;

/// The call that runs `run` for the entities of a view, or for those with changes, and the statements before it.
pub(super) fn drive(context: &Context, number: usize, view: usize, locals: &Locals) -> TokenStream {
    let (k, system) = (&context.k, &context.world.systems[number]);
    let caller = Caller { context, system, locals, per_entity: true, apart: true };
    let (apart, run) = (borrowed_apart(context, system, locals), caller.call(&system.run, "run"));
    let is_found = system.changes_of(None).next().is_some();
    let (fetch, columns, pattern) = driven(context, system, Some(view).filter(|_| !is_found), locals);
    let fetches_all = system.unfetched().is_empty();
    let Locals { views, entities, commands, .. } = locals;
    let (field, found) = (names::view(view), companions::found(None));
    // What threads cannot share is reported at the closure: at the entry of the system.
    let span = names::generated_at(system.span());
    let has_commands = system.run.arguments.iter().any(|argument| matches!(argument.kind, ArgumentKind::Commands));
    let (given, closure) = if has_commands {
        (quote! { #commands, }, quote_spanned! { span=> |#commands, #pattern| #run })
    } else {
        (TokenStream::new(), quote_spanned! { span=> |#pattern| #run })
    };
    let function = names::local(match (is_found, has_commands) {
        (false, false) => "drive_parallel",
        (false, true) => "drive_parallel_with",
        (true, false) => "drive_found",
        (true, true) => "drive_found_with",
    });
    if is_found {
        let listed = quote! { #k::Found::entities(&#found) };
        return quote! {
            #apart
            #k::#function::<Self, #fetch, _, #view>(#listed, #columns, #entities, #given #closure);
        };
    }
    let searched = sources(context, &context.plan.searched(number, None), locals);
    quote! {
        #apart
        #k::#function::<Self, #fetch, _, #view, #fetches_all>(
            &#views.#field, #columns, #entities, &[#(#searched),*], #given #closure,
        );
    }
}

/// Borrows what all threads share, each thing separately: closures of older editions capture whole locals.
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
