//! Derives `Query`: queries can fetch a struct of references, as the tuple of its fields.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{
    Data, DeriveInput, Field, Fields, GenericArgument, GenericParam, Generics, Lifetime, Member, PathArguments, Type,
    parse_quote,
};

use crate::messages::query as say;
use crate::report::Errors;
use crate::tuples::{nest, places};
use crate::{bundle, names};

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let krate = bundle::krate(input, "query", say::broken_attribute, &mut errors);
    bundle::refuse_on_fields(input, "query", &mut errors);
    let generated = if let Data::Struct(data) = &input.data {
        generate(input, &data.fields, &quote! { #krate::__private }, &mut errors)
    } else {
        errors.on(&input.ident, say::not_a_struct());
        None
    };
    errors.report(&generated.unwrap_or_default())
}

/// What a field fetches.
struct Fetched<'a> {
    /// The component; `None` for the handle.
    component: Option<&'a Type>,
    writes: bool,
}

fn generate(input: &DeriveInput, fields: &Fields, k: &TokenStream, errors: &mut Errors) -> Option<TokenStream> {
    let mut lifetimes = input.generics.lifetimes();
    let lifetime = lifetimes.next().map(|parameter| parameter.lifetime.clone());
    if let Some(second) = lifetimes.next() {
        errors.on(second, say::several_lifetimes());
        return None;
    }
    let fetched: Option<Vec<_>> =
        fields.iter().map(|field| fetched(field, errors)).collect::<Vec<_>>().into_iter().collect();
    let fetched = fetched?;
    borrows_do_not_alias(fields, &fetched, errors);
    let world = names::local("EcsWorldOfQuery");
    let generics = with_world(&input.generics, &fetched, &world, k);
    let types = fields.iter().map(|field| field.ty.to_token_stream()).collect::<Vec<_>>();
    let (name, members) = (names::derived(input), fields.members().collect::<Vec<Member>>());
    let (tuple, places) = (nest(&types), places(members.len()));
    let (all, _, bounds) = generics.split_for_impl();
    let (_, own, _) = input.generics.split_for_impl();
    let [shorter, elided]: [Lifetime; 2] = [parse_quote! { '__ecs }, parse_quote! { '_ }];
    // The lint `single_use_lifetimes` requires that a lifetime that is used once is elided.
    let marked = without_lifetime(&generics, lifetime.as_ref());
    let (all_marked, _, _) = marked.as_ref().unwrap_or(&generics).split_for_impl();
    let own_marked = with_lifetime(&input.generics, marked.as_ref().map_or(lifetime.as_ref(), |_| Some(&elided)));
    let fields_of_item = if members.is_empty() {
        quote! { _ }
    } else {
        quote! { tuple }
    };
    let item = with_lifetime(&input.generics, lifetime.as_ref().map(|_| &shorter));
    let reads = fetched.iter().all(|fetched| !fetched.writes).then(|| {
        quote! { impl #all_marked #k::ReadQueryData<#world> for #name #own_marked #bounds {} }
    });
    Some(quote! {
        impl #all_marked #k::QueryData<#world> for #name #own_marked #bounds {
            type Kind = #k::StructQuery;
        }
        #reads
        impl #all #k::QueryStruct<#world> for #name #own #bounds {
            type Tuple = #tuple;
            type Item<'__ecs> = #name #item;
            fn from_tuple<'__ecs>(#fields_of_item: #k::QueryItem<'__ecs, #world, Self::Tuple>) -> Self::Item<'__ecs> {
                #name { #(#members: tuple #places),* }
            }
        }
    })
}

/// What a field fetches; reported if a query cannot fetch it.
fn fetched<'a>(field: &'a Field, errors: &mut Errors) -> Option<Fetched<'a>> {
    let fetched = fetched_by(&field.ty);
    if fetched.is_none() {
        errors.on(&field.ty, say::unsupported_field());
    }
    fetched
}

/// A component that is written must not be in another field. If one component is in fields of two types, the world refuses it.
fn borrows_do_not_alias(fields: &Fields, fetched: &[Fetched], errors: &mut Errors) {
    let mut seen = BTreeMap::new();
    for (field, Fetched { component, writes }) in fields.iter().zip(fetched) {
        let Some(component) = component else { continue };
        let text = component.to_token_stream().to_string();
        let before = seen.insert(text.clone(), *writes);
        if before.is_some_and(|before| before || *writes) {
            errors.on(&field.ty, say::aliased(&text.replace(' ', "")));
        }
    }
}

fn fetched_by(ty: &Type) -> Option<Fetched<'_>> {
    match ty {
        Type::Group(group) => fetched_by(&group.elem),
        Type::Paren(paren) => fetched_by(&paren.elem),
        Type::Reference(reference) => {
            Some(Fetched { component: Some(&reference.elem), writes: reference.mutability.is_some() })
        }
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            match &last.arguments {
                PathArguments::None if last.ident == "Entity" => Some(Fetched { component: None, writes: false }),
                PathArguments::AngleBracketed(arguments) if last.ident == "Option" => match arguments.args.first()? {
                    GenericArgument::Type(inner) => fetched_by(inner).filter(|inner| inner.component.is_some()),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// The generics of the struct, and a world that has the components.
fn with_world(own: &Generics, fetched: &[Fetched], world: &proc_macro2::Ident, k: &TokenStream) -> Generics {
    let mut generics = own.clone();
    let types: Vec<_> = own.type_params().map(|parameter| parameter.ident.clone()).collect();
    generics.params.push(parse_quote! { #world: #k::EcsWorld });
    let bounds = &mut generics.make_where_clause().predicates;
    // Components are `'static`, and so are their type arguments.
    bounds.extend(types.iter().map(|ty| -> syn::WherePredicate {
        parse_quote! { #ty: 'static }
    }));
    bounds.extend(fetched.iter().filter_map(|Fetched { component, writes }| -> Option<syn::WherePredicate> {
        let component = component.as_ref()?;
        Some(if *writes {
            parse_quote! { #world: #k::Has<#component> }
        } else {
            parse_quote! { #world: #k::Reads<#component> }
        })
    }));
    generics
}

/// The generic arguments of the struct, with another lifetime.
fn with_lifetime(generics: &Generics, lifetime: Option<&Lifetime>) -> TokenStream {
    let arguments = generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(_) => lifetime.to_token_stream(),
        GenericParam::Type(ty) => ty.ident.to_token_stream(),
        GenericParam::Const(constant) => constant.ident.to_token_stream(),
    });
    let arguments: Vec<_> = arguments.collect();
    if arguments.is_empty() {
        TokenStream::new()
    } else {
        quote! { <#(#arguments),*> }
    }
}

/// The generics without the lifetime, which can then be elided; `None` if a bound names it.
fn without_lifetime(generics: &Generics, lifetime: Option<&Lifetime>) -> Option<Generics> {
    let mut generics = generics.clone();
    generics.params =
        generics.params.into_iter().filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_))).collect();
    let text = [generics.params.to_token_stream(), generics.where_clause.to_token_stream()].map(|it| it.to_string());
    let is_named = |text: &String| lifetime.is_some_and(|lifetime| text.contains(&lifetime.to_string()));
    (!text.iter().any(is_named)).then_some(generics)
}
