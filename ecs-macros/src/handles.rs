//! Derives `VisitHandles`: the fields of a struct or an enum that hold handles are visited, in order.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Meta, Type, WherePredicate, parse_quote};

use crate::bundle;
use crate::messages::handles as say;
use crate::names;
use crate::report::Errors;
use crate::vocabulary::{generic_types, last, path_of, unwrapped};

/// Generic types of the standard library that hold handles if their first parameter does.
const CONTAINERS: [&str; 4] = ["Option", "Vec", "VecDeque", "Box"];

pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let krate = bundle::krate(input, "handles", say::broken_attribute, &mut errors);
    let k = quote! { #krate::__private };
    let variants: Vec<_> = match &input.data {
        Data::Struct(data) => vec![(quote! { Self }, &data.fields)],
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| {
                let name = &variant.ident;
                (quote! { Self::#name }, &variant.fields)
            })
            .collect(),
        Data::Union(_) => {
            errors.on(&input.ident, say::not_a_struct());
            return errors.report(&TokenStream::new());
        }
    };
    let mut bounds = Vec::new();
    let mut arms = Vec::new();
    let mut visits_any = false;
    for (path, fields) in variants {
        let visited: Vec<_> = fields.iter().map(|field| is_visited(field, &mut errors)).collect();
        visits_any |= visited.contains(&true);
        arms.push(arm(&path, fields, &visited, &k));
        let marked = fields.iter().filter(|field| field.attrs.iter().any(is_handles));
        bounds.extend(marked.filter(|field| names_parameter(input, &field.ty)).map(|field| bound(&field.ty, &k)));
    }
    if !visits_any {
        errors.on(&input.ident, say::no_handles());
        arms.clear();
    }
    errors.report(&generate(input, &arms, bounds, &k))
}

fn generate(input: &DeriveInput, arms: &[TokenStream], bounds: Vec<WherePredicate>, k: &TokenStream) -> TokenStream {
    let name = names::derived(input);
    let mut generics = input.generics.clone();
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    let (all, own, bounds) = generics.split_for_impl();
    let visit = visit();
    let body = if arms.is_empty() {
        quote! { let _ = #visit; }
    } else {
        quote! { match self { #(#arms)* } }
    };
    quote! {
        impl #all #k::VisitHandles for #name #own #bounds {
            fn visit_handles(&mut self, #visit: &mut dyn ::core::ops::FnMut(&mut #k::Entity)) {
                #body
            }
        }
    }
}

fn visit() -> Ident {
    names::local("visit")
}

fn is_handles(attribute: &Attribute) -> bool {
    attribute.path().is_ident("handles")
}

/// Whether a field is visited: it is marked, or its type holds handles according to its name.
fn is_visited(field: &Field, errors: &mut Errors) -> bool {
    let mut marks = field.attrs.iter().filter(|attribute| is_handles(attribute));
    let Some(first) = marks.next() else { return holds_handles(&field.ty) };
    if !matches!(first.meta, Meta::Path(_)) {
        errors.on(first, say::with_arguments());
    }
    if let Some(second) = marks.next() {
        errors.on(second, say::twice());
    }
    true
}

/// Whether a type holds handles, as far as its name tells.
fn holds_handles(ty: &Type) -> bool {
    match unwrapped(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().any(holds_handles),
        Type::Array(array) => holds_handles(&array.elem),
        Type::Slice(slice) => holds_handles(&slice.elem),
        ty => match contained(ty) {
            Some((content, _)) => holds_handles(content),
            None => path_of(ty).map(last).is_some_and(|name| name == "Entity" || name == "EntitySet"),
        },
    }
}

/// What a container contains, and whether that is one value.
fn contained(ty: &Type) -> Option<(&Type, bool)> {
    let name = path_of(ty).map(last).filter(|name| CONTAINERS.contains(&name.as_str()))?;
    Some((generic_types(ty).into_iter().next()?, name == "Box"))
}

/// `Self::Variant { first: f0, .. } => { .. }`
fn arm(path: &TokenStream, fields: &Fields, visited: &[bool], k: &TokenStream) -> TokenStream {
    let members = fields.members().zip(fields).zip(visited).enumerate().filter(|(_, (_, is_visited))| **is_visited);
    let (mut patterns, mut calls) = (Vec::new(), Vec::new());
    for (number, ((member, field), _)) in members {
        let binding = format_ident!("f{number}", span = visit().span());
        patterns.push(quote! { #member: #binding });
        let is_marked = field.attrs.iter().any(is_handles);
        calls.push(if is_marked { whole(&field.ty, &binding, k) } else { part(&field.ty, &binding, k) });
    }
    quote! { #path { #(#patterns,)* .. } => { #(#calls)* } }
}

/// Visits a value of a type that implements the trait. All tokens are at the type, so that rustc shows the field whose type does not.
fn whole(ty: &Type, binding: &Ident, k: &TokenStream) -> TokenStream {
    let (visit, ty) = (visit(), ty.to_token_stream());
    let k: TokenStream = k.clone().into_iter().map(|token| at(token, ty.span())).collect();
    quote_spanned! { ty.span()=> <#ty as #k::VisitHandles>::visit_handles(#binding, #visit); }
}

fn at(mut token: TokenTree, span: Span) -> TokenTree {
    token.set_span(names::generated_at(span));
    token
}

/// Visits the parts of a value that hold handles: a tuple may hold other values, too.
fn part(ty: &Type, binding: &Ident, k: &TokenStream) -> TokenStream {
    let inner = format_ident!("{binding}_", span = binding.span());
    match unwrapped(ty) {
        Type::Tuple(tuple) => {
            let elements: Vec<_> = tuple.elems.iter().enumerate().collect();
            let local = |number: usize| format_ident!("{binding}_{number}", span = binding.span());
            let patterns = elements.iter().map(|(number, ty)| {
                if holds_handles(ty) {
                    local(*number).into_token_stream()
                } else {
                    quote! { _ }
                }
            });
            let held = elements.iter().filter(|(_, ty)| holds_handles(ty));
            let calls = held.map(|(number, ty)| part(ty, &local(*number), k));
            quote! { let (#(#patterns,)*) = #binding; #(#calls)* }
        }
        Type::Array(array) => each(&array.elem, binding, &inner, k),
        Type::Slice(slice) => each(&slice.elem, binding, &inner, k),
        ty => match contained(ty) {
            Some((content, true)) => {
                let call = part(content, &inner, k);
                quote! { let #inner = &mut **#binding; #call }
            }
            Some((content, false)) => each(content, binding, &inner, k),
            None => whole(ty, binding, k),
        },
    }
}

fn each(content: &Type, binding: &Ident, inner: &Ident, k: &TokenStream) -> TokenStream {
    let call = part(content, inner, k);
    quote! { ::core::iter::Iterator::for_each(::core::iter::IntoIterator::into_iter(#binding), |#inner| { #call }); }
}

/// Whether a type names a type parameter of the item.
fn names_parameter(input: &DeriveInput, ty: &Type) -> bool {
    fn names(tokens: TokenStream, parameters: &[&Ident]) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(name) => parameters.contains(&&name),
            TokenTree::Group(group) => names(group.stream(), parameters),
            _ => false,
        })
    }
    let parameters: Vec<_> = input.generics.type_params().map(|parameter| &parameter.ident).collect();
    names(ty.to_token_stream(), &parameters)
}

fn bound(ty: &Type, k: &TokenStream) -> WherePredicate {
    parse_quote! { #ty: #k::VisitHandles }
}
