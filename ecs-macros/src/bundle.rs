//! Derives `Bundle`: a struct becomes a bundle that is inserted and removed as the tuple of its fields.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Fields, Member, Path, Type, WherePredicate, parse_quote};

use crate::messages::bundle as say;
use crate::names;
use crate::report::Errors;
use crate::tuples::{nest, places};

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let krate = krate(input, "bundle", say::broken_attribute, &mut errors);
    refuse_on_fields(input, "bundle", &mut errors);
    let generated = if let Data::Struct(data) = &input.data {
        fields_differ(&data.fields, &mut errors);
        generate(input, &data.fields, &krate)
    } else {
        errors.on(&input.ident, say::not_a_struct());
        TokenStream::new()
    };
    errors.report(&generated)
}

/// Refuses two fields of one type, as they hold one component twice. If one component is in fields of two types, the world refuses it.
fn fields_differ(fields: &Fields, errors: &mut Errors) {
    let is_unit = |ty: &Type| matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty());
    let mut seen = BTreeSet::new();
    for Field { ty, .. } in fields.iter().filter(|field| !is_unit(&field.ty)) {
        let text = ty.to_token_stream().to_string();
        if !seen.insert(text.clone()) {
            errors.on(ty, say::field_twice(&text.replace(' ', "")));
        }
    }
}

/// The path of the facade, which a derive does not know: from `crate = ..` in its attribute, or else `::ecs_world`.
pub(crate) fn krate(input: &DeriveInput, attribute: &str, refusal: fn() -> String, errors: &mut Errors) -> Path {
    let mut krate: Path = parse_quote! { ::ecs_world };
    for attribute in input.attrs.iter().filter(|it| it.path().is_ident(attribute)) {
        let read = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                krate = meta.value()?.parse()?;
                return Ok(());
            }
            Err(meta.error(""))
        });
        if let Err(error) = read {
            errors.at(error.span(), refusal());
        }
    }
    krate
}

/// Refuses an attribute on fields, for derives whose attribute belongs to the struct only.
pub(crate) fn refuse_on_fields(input: &DeriveInput, attribute: &str, errors: &mut Errors) {
    for field in fields(&input.data) {
        for own in field.attrs.iter().filter(|it| it.path().is_ident(attribute)) {
            errors.on(own, say::attribute_of_a_field(attribute));
        }
    }
}

/// All fields of an item, those of variants included.
fn fields(data: &Data) -> Vec<&Field> {
    match data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(data) => data.fields.named.iter().collect(),
    }
}

fn generate(input: &DeriveInput, fields: &Fields, krate: &Path) -> TokenStream {
    let k = quote! { #krate::__private };
    let (name, types) = (names::derived(input), fields.iter().map(|field| &field.ty));
    let members: Vec<Member> = fields.members().collect();
    let tuple = nest(&types.clone().map(ToTokens::to_token_stream).collect::<Vec<_>>());
    // Clippy refuses a final `()` in a function.
    let taken =
        (!members.is_empty()).then(|| nest(&members.iter().map(|member| quote! { self.#member }).collect::<Vec<_>>()));
    let places = places(members.len());
    let (own, own_types, own_bounds) = input.generics.split_for_impl();
    let generics = with_world(input, types, &k);
    let (all, _, bounds) = generics.split_for_impl();
    quote! {
        impl #all #k::Bundle<EcsWorldOfBundle> for #name #own_types #bounds {
            type Replaced = <#tuple as #k::Bundle<EcsWorldOfBundle>>::Replaced;
            type Kind = #k::StructKind<#tuple>;
        }
        impl #own #k::IntoTuple for #name #own_types #own_bounds {
            type Tuple = #tuple;
            fn into_tuple(self) -> Self::Tuple { #taken }
            fn from_tuple(tuple: Self::Tuple) -> Self { Self { #(#members: tuple #places),* } }
        }
    }
}

/// The generics of the struct, and a world for which each field is a bundle.
fn with_world<'a>(input: &DeriveInput, types: impl Iterator<Item = &'a Type>, k: &TokenStream) -> syn::Generics {
    let mut generics = input.generics.clone();
    generics.params.push(parse_quote! { EcsWorldOfBundle: #k::EcsWorld });
    let bounds = types.map(|ty| -> WherePredicate {
        // The whole bound has the span of the field, so that rustc shows the field that does not satisfy it.
        let bound = quote! { #k::Bundle<EcsWorldOfBundle> }.into_iter().map(|mut token| {
            // It keeps its own context, which `$crate` needs.
            token.set_span(token.span().located_at(ty.span()));
            token
        });
        let bound: TokenStream = bound.collect();
        parse_quote! { #ty: #bound }
    });
    generics.make_where_clause().predicates.extend(bounds);
    generics
}
