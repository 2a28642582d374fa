//! Generates whether a system runs: decided in its own function, when its turn comes, from what it is passed.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::{Context, states};
use crate::model::{RunIf, StateValue, What};

/// The way of a system to what its condition reads.
pub(super) type Pass<'a> = &'a dyn Fn(&What, Span) -> TokenStream;

/// Whether a condition holds.
pub(super) fn test(context: &Context, run_if: &RunIf, pass: Pass) -> TokenStream {
    let tests = |list: &[RunIf]| list.iter().map(|one| test(context, one, pass)).collect::<Vec<_>>();
    match run_if {
        RunIf::Holds(condition) => {
            let condition = &context.world.conditions[*condition];
            let (ty, arguments) = (&condition.field.ty, &condition.call.arguments);
            let arguments = arguments.iter().map(|argument| pass(&argument.what, argument.span));
            quote! { #ty(#(#arguments),*) }
        }
        RunIf::InState(value @ StateValue { state, .. }) => {
            let state = pass(&What::Resource { resource: *state, mutable: false }, Span::call_site());
            states::is(context, value, &state)
        }
        RunIf::Not(one) => {
            let one = test(context, one, pass);
            quote! { ::core::ops::Not::not(#one) }
        }
        RunIf::All(list) => {
            let list = tests(list);
            quote! { (#(#list)&&*) }
        }
        RunIf::Any(list) => {
            let list = tests(list);
            quote! { (#(#list)||*) }
        }
    }
}
