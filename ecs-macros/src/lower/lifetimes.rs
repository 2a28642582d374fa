//! Finds borrowed data in the type of an entry.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{GenericArgument, Lifetime, Path, PathArguments, Type, TypeParamBound};

/// The first lifetime in a type that is not `'static`, or the first reference without one. Lifetimes in the parameters of
/// functions and closures borrow nothing.
pub(super) fn borrow(ty: &Type) -> Option<TokenStream> {
    match ty {
        Type::Reference(reference) => match &reference.lifetime {
            Some(lifetime) => short(lifetime).or_else(|| borrow(&reference.elem)),
            None => Some(reference.and_token.to_token_stream()),
        },
        Type::Path(path) => in_path(&path.path),
        Type::TraitObject(object) => object.bounds.iter().find_map(in_bound),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(borrow),
        Type::Array(array) => borrow(&array.elem),
        Type::Slice(slice) => borrow(&slice.elem),
        Type::Ptr(pointer) => borrow(&pointer.elem),
        Type::Paren(paren) => borrow(&paren.elem),
        Type::Group(group) => borrow(&group.elem),
        _ => None,
    }
}

fn in_path(path: &Path) -> Option<TokenStream> {
    let arguments = path.segments.iter().filter_map(|segment| match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    });
    arguments.flatten().find_map(|argument| match argument {
        GenericArgument::Lifetime(lifetime) => short(lifetime),
        GenericArgument::Type(ty) => borrow(ty),
        GenericArgument::AssocType(equated) => borrow(&equated.ty),
        _ => None,
    })
}

fn in_bound(bound: &TypeParamBound) -> Option<TokenStream> {
    match bound {
        TypeParamBound::Lifetime(lifetime) => short(lifetime),
        TypeParamBound::Trait(bound) if bound.lifetimes.is_none() => in_path(&bound.path),
        _ => None,
    }
}

/// A lifetime other than `'static`.
fn short(lifetime: &Lifetime) -> Option<TokenStream> {
    (lifetime.ident != "static").then(|| lifetime.to_token_stream())
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn lifetimes_and_references_borrow() {
        let cases: [(Type, &str); 8] = [
            (parse_quote! { Name<'a> }, "'a"),
            (parse_quote! { Name<'_> }, "'_"),
            (parse_quote! { Option<&str> }, "&"),
            (parse_quote! { names::Many<u8, (u8, [&'b str; 2])> }, "'b"),
            (parse_quote! { Box<dyn Draw + 'a> }, "'a"),
            (parse_quote! { Box<dyn Draw<'a>> }, "'a"),
            (parse_quote! { Box<dyn Iterator<Item = &u8>> }, "&"),
            (parse_quote! { &'static Name<'a> }, "'a"),
        ];
        for (ty, found) in cases {
            assert_eq!(borrow(&ty).map(|tokens| tokens.to_string()).as_deref(), Some(found));
        }
    }

    #[test]
    fn static_data_and_functions_borrow_nothing() {
        let cases: [Type; 6] = [
            parse_quote! { Name },
            parse_quote! { Option<&'static str> },
            parse_quote! { Name<'static, fn(&u8) -> &u8> },
            parse_quote! { Box<dyn Fn(&str) -> u8 + 'static> },
            parse_quote! { Box<dyn for<'a> Draw<'a>> },
            parse_quote! { (u8, [u8; 2], *const u8) },
        ];
        for ty in cases {
            assert!(borrow(&ty).is_none(), "{}", ty.to_token_stream());
        }
    }
}
