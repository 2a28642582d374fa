//! Derives `Relation`: a struct with one field of the type `Entity` becomes a component with a target, and one with an `EntitySet` a
//! component with several.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Member, Type};

use crate::bundle;
use crate::messages::relations as say;
use crate::names;
use crate::report::Errors;

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let krate = bundle::krate(input, "relation", say::broken_attribute, &mut errors);
    bundle::refuse_on_fields(input, "relation", &mut errors);
    let krate = krate.to_token_stream();
    let target = if let Data::Struct(data) = &input.data {
        target(input, &data.fields, &mut errors)
    } else {
        errors.on(&input.ident, say::not_a_struct());
        None
    };
    let generated = match target {
        Some((target, is_many)) => generate(input, &target, is_many, &krate),
        None => stand_in(input, &krate),
    };
    errors.report(&generated)
}

/// The field of the target, and whether it holds several targets.
fn target(input: &DeriveInput, fields: &Fields, errors: &mut Errors) -> Option<(Member, bool)> {
    let mut members = fields.members();
    let (Some(target), None) = (members.next(), fields.iter().nth(1)) else {
        match fields.iter().nth(1) {
            Some(second) => errors.on(second, say::fields(fields.len())),
            None => errors.on(&input.ident, say::fields(0)),
        }
        return None;
    };
    let field = fields.iter().next()?;
    let name = crate::vocabulary::path_of(&field.ty).map(crate::vocabulary::last);
    match name {
        Some(name) if name == "Entity" => Some((target, false)),
        Some(name) if name == "EntitySet" => Some((target, true)),
        _ => {
            let is_optional = name.is_some_and(|name| name == "Option");
            let message =
                if is_optional { say::optional_target() } else { say::field_of_another_type(is_several(&field.ty)) };
            errors.on(&field.ty, message);
            None
        }
    }
}

/// Returns true if a type looks as if it held several values, such as `Vec<Entity>` or `[Entity; 2]`.
fn is_several(ty: &Type) -> bool {
    let last = crate::vocabulary::path_of(ty).and_then(|path| path.segments.last());
    last.is_some_and(|last| !last.arguments.is_none()) || matches!(ty, Type::Array(_) | Type::Slice(_))
}

/// A relation without targets in place of one that was refused, so that no world reports that it is no relation, or how many targets it
/// has.
fn stand_in(input: &DeriveInput, krate: &TokenStream) -> TokenStream {
    let (name, (generics, own, bounds)) = (names::derived(input), input.generics.split_for_impl());
    let k = quote! { #krate::__private };
    quote! {
        impl #generics #k::VisitHandles for #name #own #bounds {
            fn visit_handles(&mut self, _: &mut dyn ::core::ops::FnMut(&mut #k::Entity)) {}
        }
        impl #generics #k::Relation for #name #own #bounds {
            const REFUSED: ::core::primitive::bool = true;

            fn targets(&self) -> &[#k::Entity] { &[] }
        }
    }
}

fn generate(input: &DeriveInput, target: &Member, is_many: bool, krate: &TokenStream) -> TokenStream {
    let (name, (generics, own, bounds)) = (names::derived(input), input.generics.split_for_impl());
    let k = quote! { #krate::__private };
    let (span, visit) = (names::generated_at(target.span()), names::local("visit"));
    let (all, several) = if is_many {
        let several = quote::quote_spanned! { span=>
            const MANY: ::core::primitive::bool = true;

            fn remove_target(&mut self, target: #k::Entity) {
                let _: ::core::primitive::bool = #k::EntitySet::remove(&mut self.#target, target);
            }
        };
        (quote::quote_spanned! { span=> #k::EntitySet::as_slice(&self.#target) }, Some(several))
    } else {
        (quote::quote_spanned! { span=> ::core::slice::from_ref(&self.#target) }, None)
    };
    quote! {
        impl #generics #k::VisitHandles for #name #own #bounds {
            fn visit_handles(&mut self, #visit: &mut dyn ::core::ops::FnMut(&mut #k::Entity)) {
                #k::VisitHandles::visit_handles(&mut self.#target, #visit)
            }
        }
        impl #generics #k::Relation for #name #own #bounds {
            fn targets(&self) -> &[#k::Entity] { #all }
            #several
        }
    }
}
