//! `#[cfg]` on entries: a hidden struct carries the declaration through a derive, since rustc evaluates `cfg` only in the input of derives.
//!
//! Each entry with a `cfg` becomes a field with that `cfg`, and the tokens between such entries become fields without one. The tokens are
//! in `#[ecs { .. }]`; so are the attributes that a `cfg_attr` adds, since they mean nothing on a field.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Data, DeriveInput, Ident, Meta};

use crate::names;
use crate::parse::{self, Piece};
use crate::vocabulary::Subject;

/// Returns true if a declaration has a `cfg`.
pub(crate) fn is_needed(declaration: &TokenStream) -> bool {
    let mut after_hash = false;
    for token in declaration.clone() {
        if let (true, TokenTree::Group(group)) = (after_hash, &token)
            && begins_with_cfg(group.stream())
        {
            return true;
        }
        after_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
    }
    false
}

/// Whether an attribute is a `cfg` or `cfg_attr`, also within the invisible group in which a `macro_rules!` passes it on.
fn begins_with_cfg(attribute: TokenStream) -> bool {
    match attribute.into_iter().next() {
        Some(TokenTree::Ident(name)) => name == "cfg" || name == "cfg_attr",
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => begins_with_cfg(group.stream()),
        _ => false,
    }
}

/// Puts a declaration into the fields of a struct.
pub(crate) fn load(krate: &TokenStream, name: &Ident, declaration: TokenStream, subject: Subject) -> TokenStream {
    let carrier = names::carrier(name);
    let pieces = match parse::pieces(declaration) {
        Ok(pieces) => pieces,
        Err(error) => return error.to_compile_error(),
    };
    let pieces = pieces.into_iter().enumerate().map(|(number, Piece { conditions, tokens })| {
        let (field, conditions) = (names::local(&format!("_{number}")), conditions.iter().map(condition));
        quote! { #(#conditions)* #[ecs { #tokens }] #field: () }
    });
    let derive = match subject {
        Subject::World => quote! { Decl },
        Subject::Set => quote! { SetDecl },
    };
    quote! {
        #[derive(#krate::__private::#derive)]
        #[ecs { #krate }]
        struct #carrier { #(#pieces),* }
    }
}

/// A `cfg` is put on the field; a `cfg_attr` is changed so that it adds its attributes to the tokens.
fn condition(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) if attribute.path().is_ident("cfg_attr") => {
            let inner = carried_by_cfg_attr(list.tokens.clone());
            quote! { #[cfg_attr(#inner)] }
        }
        _ => attribute.to_token_stream(),
    }
}

/// `test, a, b` of a `cfg_attr` becomes `test, ecs { #[a] }, ecs { #[b] }`.
fn carried_by_cfg_attr(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut parts = tokens.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','));
    let test: TokenStream = parts.next().unwrap_or_default().iter().cloned().collect();
    let attributes = parts.filter(|part| !part.is_empty()).map(|part| match part {
        [TokenTree::Ident(name), ..] if name == "cfg" => part.iter().cloned().collect(),
        [TokenTree::Ident(name), TokenTree::Group(group)] if name == "cfg_attr" => {
            let inner = carried_by_cfg_attr(group.stream());
            quote! { cfg_attr(#inner) }
        }
        _ => quote! { ecs { #[#(#part)*] } },
    });
    quote! { #test #(, #attributes)* }
}

/// Extracts the path of the facade and the declaration from the struct, without what `cfg` removed.
pub(crate) fn unload(input: &DeriveInput) -> Option<(TokenStream, TokenStream)> {
    let Data::Struct(data) = &input.data else { return None };
    let declaration = data.fields.iter().flat_map(|field| carried(&field.attrs)).collect();
    Some((carried(&input.attrs), declaration))
}

/// The tokens of `#[ecs { .. }]`, one after another.
fn carried(attributes: &[Attribute]) -> TokenStream {
    let carried = attributes.iter().filter(|attribute| attribute.path().is_ident("ecs"));
    carried
        .filter_map(|attribute| if let Meta::List(list) = &attribute.meta { Some(list.tokens.clone()) } else { None })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of the struct that carries a declaration.
    fn fields(declaration: TokenStream) -> Vec<String> {
        let carrier = load(&quote! { ::ecs_world }, &names::local("Game"), declaration, Subject::World);
        let carrier: DeriveInput = syn::parse2(carrier).expect("the carrier is a struct");
        let Data::Struct(data) = carrier.data else { panic!("the carrier is a struct") };
        data.fields
            .iter()
            .map(|field| field.attrs.iter().map(ToTokens::to_token_stream).collect::<TokenStream>().to_string())
            .collect()
    }

    fn field(conditions: &TokenStream, tokens: &TokenStream) -> String {
        quote! { #conditions #[ecs { #tokens }] }.to_string()
    }

    #[test]
    fn a_cfg_removes_its_entry_with_the_comma_and_nothing_else() {
        let none = TokenStream::new();
        for entry in [
            quote! { A },
            quote! { #[doc = "a"] Pair<fn(u8) -> u8, u8> as A },
            quote! { A = 1 << 4 },
            quote! { (A, without(B)) },
            quote! { A (tree, cascade) },
            quote! { A as C (keep) },
            quote! { A<B> (clear) },
            quote! { 5 + 5 },
        ] {
            let carried = fields(quote! { section: #[cfg(x)] #entry, B; });
            let expected = [
                field(&none, &quote! { section: }),
                field(&quote! { #[cfg(x)] }, &quote! { #entry, }),
                field(&none, &quote! { B; }),
            ];
            assert_eq!(carried, expected);
        }
    }

    #[test]
    fn what_a_cfg_attr_adds_is_carried_as_tokens() {
        let carried = fields(quote! { #[cfg_attr(x, derive(Debug), cfg_attr(y, doc = "a"), cfg(z))] pub struct Game; });
        let condition = quote! {
            #[cfg_attr(x, ecs { #[derive(Debug)] }, cfg_attr(y, ecs { #[doc = "a"] }), cfg(z))]
        };
        assert_eq!(carried[1], field(&condition, &quote! { pub struct Game }));
    }

    #[test]
    fn a_cfg_in_an_invisible_group_is_recognised() {
        let invisible = |tokens| proc_macro2::Group::new(Delimiter::None, tokens);
        for (attribute, needed) in [
            (quote! { cfg_attr(x, derive(Debug)) }, true),
            (quote! { cfg(x) }, true),
            (quote! { derive(Debug) }, false),
        ] {
            let (once, twice) = (invisible(attribute.clone()), invisible(invisible(attribute).to_token_stream()));
            assert_eq!(is_needed(&quote! { #[#once] struct Game; }), needed);
            assert_eq!(is_needed(&quote! { #[#twice] struct Game; }), needed);
        }
    }

    #[test]
    fn a_cfg_on_a_section_is_left_for_the_grammar_to_refuse() {
        let declaration = quote! { #[cfg(x)] components: A; };
        assert_eq!(fields(declaration.clone()), [field(&TokenStream::new(), &declaration)]);
    }
}
