//! Generates the implementation for each state: which schedules its transitions run.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::Context;
use crate::model::{StateValue, When};
use crate::names;
use crate::vocabulary::{Change, EntryId, EntryKind};

pub(super) fn generate(context: &Context) -> TokenStream {
    context.all(EntryKind::State).map(|state| of(context, state)).collect()
}

fn of(context: &Context, entry: EntryId) -> TokenStream {
    let Context { world, k, .. } = context;
    let (name, field, ty) = (&world.name, context.field(entry), &world.entries[entry].ty);
    let state = entry.number;
    let (exit, enter) = (hook(context, state, Change::Exit), hook(context, state, Change::Enter));
    let (token, value, other) = (names::local("token"), names::local("value"), names::local("other"));
    // A state that cannot be compared is reported where it is declared.
    let same = quote_spanned! { ty.span()=> <#ty as ::core::cmp::PartialEq>::eq(#value, #other) };
    quote! {
        impl #k::ChangeState<#ty, #state> for #name {
            fn __is(#value: &#ty, #other: &#ty) -> ::core::primitive::bool { #same }
            fn __state(&mut self, _: #k::Token) -> &mut #k::State<#ty> { &mut self.states.#field }
            fn __exit(&mut self, #token: #k::Token) { let _ = #token; #exit }
            fn __enter(&mut self, #token: #k::Token) { let _ = #token; #enter }
        }
    }
}

/// Runs the schedules of the present value; two paths can name one value.
///
/// All values are compared before anything runs, since a schedule can change the state.
fn hook(context: &Context, state: usize, hooked: Change) -> Option<TokenStream> {
    let schedules = context.world.schedules.iter().enumerate().filter_map(|(number, schedule)| match &schedule.when {
        When::At(change, value) if *change == hooked && value.state == state => {
            let (k, field) = (&context.k, context.field(EntryKind::State.number(state)));
            let test = is(context, value, &quote! { &self.states.#field });
            let is_meant = names::local(&format!("is_{number}"));
            let compare = quote! { let #is_meant = #test; };
            Some((compare, quote! { if #is_meant { #k::run_schedule::<Self, #number>(self); } }))
        }
        _ => None,
    });
    let (compared, schedules): (Vec<_>, Vec<_>) = schedules.unzip();
    (!schedules.is_empty()).then(|| quote! { #(#compared)* #(#schedules)* })
}

/// The test whether a borrowed state has a value. The value keeps the user's tokens, so that rustc reports an unknown one there.
pub(super) fn is(context: &Context, StateValue { state, value }: &StateValue, lent: &TokenStream) -> TokenStream {
    let (k, name, ty) = (&context.k, &context.world.name, &context.world.entries[EntryKind::State.number(*state)].ty);
    let value = quote_spanned! { value.span()=> &<#ty>::#value };
    quote! { <#name as #k::ChangeState<#ty, #state>>::__is(#k::State::get(#lent), #value) }
}
