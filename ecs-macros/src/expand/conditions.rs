//! Generates the test whether a system runs: made in its own function, when its turn comes, from what is passed to it. All conditions are
//! evaluated, whatever the first ones return.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::{Context, states};
use crate::model::{ArgumentKind, RunIf, StateValue};
use crate::vocabulary::EntryKind;

/// How a system passes what its condition reads.
pub(super) type Pass<'a> = &'a mut dyn FnMut(&ArgumentKind, Span) -> TokenStream;

/// Whether a condition holds.
pub(super) fn test(context: &Context, run_if: &RunIf, pass: Pass) -> TokenStream {
    match run_if {
        RunIf::Holds(condition) => {
            let ty = &context.world.entries[EntryKind::Condition.number(*condition)].ty;
            let arguments = &context.world.conditions[*condition].call.arguments;
            let arguments = arguments.iter().map(|argument| pass(&argument.kind, argument.span));
            quote! { #ty(#(#arguments),*) }
        }
        RunIf::InState(value @ StateValue { state, .. }) => {
            let entry = EntryKind::State.number(*state);
            let state = pass(&ArgumentKind::Entry { entry, mutable: false }, Span::call_site());
            states::is(context, value, &state)
        }
        RunIf::OnEvent(event) => {
            let (k, reader) = (&context.k, pass(&ArgumentKind::Reader { event: *event }, Span::call_site()));
            quote! { ::core::ops::Not::not(#k::EventReader::is_empty(&#reader)) }
        }
        RunIf::AnyWith(component) => {
            let entry = EntryKind::Component.number(*component);
            let (k, storage) = (&context.k, pass(&ArgumentKind::Entry { entry, mutable: false }, Span::call_site()));
            quote! { ::core::cmp::PartialOrd::gt(&#k::ErasedStorage::values(#storage), &0) }
        }
        RunIf::Not(one) => {
            let one = test(context, one, pass);
            quote! { ::core::ops::Not::not(#one) }
        }
        RunIf::All(list) => together(context, list, &quote! { ::core::ops::BitAnd::bitand }, pass),
        RunIf::Any(list) => together(context, list, &quote! { ::core::ops::BitOr::bitor }, pass),
    }
}

/// Combines several conditions by a function of two values, as `&&` would not evaluate all of them.
fn together(context: &Context, list: &[RunIf], function: &TokenStream, pass: Pass) -> TokenStream {
    let tests: Vec<_> = list.iter().map(|one| test(context, one, pass)).collect();
    let tests = tests.into_iter().reduce(|first, second| quote! { #function(#first, #second) });
    tests.unwrap_or_default()
}
