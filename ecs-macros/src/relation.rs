//! Owns `#[derive(Relation)]`: a struct with one field of the type `Entity` becomes a component with a target.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Member};

use crate::bundle;
use crate::messages::relations as say;
use crate::report::Errors;

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let krate = bundle::krate(input, "relation", say::broken_attribute, &mut errors);
    let generated = if let Data::Struct(data) = &input.data {
        target(input, &data.fields, &mut errors).map(|target| generate(input, &target, &krate.to_token_stream()))
    } else {
        errors.on(&input.ident, say::not_a_struct());
        None
    };
    errors.report(&generated.unwrap_or_default())
}

/// The field of the target.
fn target(input: &DeriveInput, fields: &Fields, errors: &mut Errors) -> Option<Member> {
    let mut members = fields.members();
    let (Some(target), None) = (members.next(), fields.iter().nth(1)) else {
        match fields.iter().nth(1) {
            Some(second) => errors.on(second, say::fields(fields.len())),
            None => errors.on(&input.ident, say::fields(0)),
        }
        return None;
    };
    let is_entity =
        |ty: &syn::Type| crate::vocabulary::path_of(ty).is_some_and(|path| crate::vocabulary::last(path) == "Entity");
    match fields.iter().find(|field| !is_entity(&field.ty)) {
        Some(other) => {
            errors.on(&other.ty, say::field_of_another_type());
            None
        }
        None => Some(target),
    }
}

fn generate(input: &DeriveInput, target: &Member, krate: &TokenStream) -> TokenStream {
    let (name, (generics, own, bounds)) = (&input.ident, input.generics.split_for_impl());
    let k = quote! { #krate::__private };
    let one = quote::quote_spanned! { target.span()=> ::core::slice::from_ref(&self.#target) };
    quote! {
        impl #generics #k::Relation for #name #own #bounds {
            fn targets(&self) -> &[#k::Entity] { #one }
        }
    }
}
