//! Owns `#[cfg]` on entries: a hidden struct carries the declaration through a derive, since rustc evaluates `cfg` in the
//! input of derives, and only there.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Data, DeriveInput, Meta};

use crate::chain;

/// Whether any `cfg` stands in a declaration.
pub(crate) fn is_needed(declaration: &TokenStream) -> bool {
    let mut after_hash = false;
    for token in declaration.clone() {
        if let (true, TokenTree::Group(group)) = (after_hash, &token) {
            let first = group.stream().into_iter().next();
            if matches!(first, Some(TokenTree::Ident(name)) if name == "cfg" || name == "cfg_attr") {
                return true;
            }
        }
        after_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
    }
    false
}

/// Puts a declaration into the fields of a struct: those pieces that have a `cfg` under it, the rest without.
pub(crate) fn load(krate: &TokenStream, declaration: TokenStream) -> TokenStream {
    let carrier = carrier(&declaration);
    let pieces = pieces(declaration).into_iter().enumerate().map(|(number, piece)| {
        let field = Ident::new(&format!("_{number}"), Span::mixed_site());
        let Piece { cfgs, tokens } = piece;
        quote! { #(#cfgs)* #[ecs { #tokens }] #field: () }
    });
    quote! {
        #[derive(#krate::__private::Decl)]
        #[ecs { #krate }]
        struct #carrier { #(#pieces),* }
    }
}

/// The name of the struct: one per world, so that several can stand in one module.
fn carrier(declaration: &TokenStream) -> Ident {
    let mut names = declaration.clone().into_iter().skip_while(|token| token.to_string() != "struct").skip(1);
    let world = names.next().map_or("World".into(), |name| name.to_string());
    Ident::new(&format!("__{world}Declaration"), Span::call_site())
}

/// Some tokens of a declaration, and the `cfg`s that they stand under.
struct Piece {
    cfgs: Vec<TokenStream>,
    tokens: TokenStream,
}

/// Cuts a declaration at each entry that has attributes; its piece goes up to the comma or semicolon after it.
fn pieces(declaration: TokenStream) -> Vec<Piece> {
    let mut pieces = vec![Piece { cfgs: vec![], tokens: TokenStream::new() }];
    let mut tokens = declaration.into_iter().peekable();
    let (mut angles, mut after_attribute) = (0_usize, false);
    while let Some(token) = tokens.next() {
        let attribute = match (&token, tokens.peek()) {
            (TokenTree::Punct(hash), Some(TokenTree::Group(group))) if hash.as_char() == '#' => Some(group.clone()),
            _ => None,
        };
        let last = pieces.len() - 1;
        if let Some(group) = attribute {
            tokens.next();
            if !after_attribute {
                pieces.push(Piece { cfgs: vec![], tokens: TokenStream::new() });
            }
            after_attribute = true;
            attach(pieces.last_mut(), &token, &group);
            continue;
        }
        after_attribute = false;
        let ends = ends_entry(&token, &mut angles);
        match (ends, pieces[last].cfgs.is_empty()) {
            (true, false) => {
                let tokens = separator(token, &mut pieces[last]);
                pieces.push(Piece { cfgs: vec![], tokens });
            }
            _ => token.to_tokens(&mut pieces[last].tokens),
        }
    }
    pieces
}

/// A `cfg` goes before the piece, any other attribute stays in it.
fn attach(piece: Option<&mut Piece>, hash: &TokenTree, group: &proc_macro2::Group) {
    let Some(piece) = piece else { return };
    let name = group.stream().into_iter().next().map(|token| token.to_string());
    if matches!(name.as_deref(), Some("cfg" | "cfg_attr")) {
        piece.cfgs.push(quote! { #hash #group });
    } else {
        quote! { #hash #group }.to_tokens(&mut piece.tokens);
    }
}

/// A comma goes away with its entry; a semicolon stays, since it ends the section.
fn separator(token: TokenTree, entry: &mut Piece) -> TokenStream {
    if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',') {
        token.to_tokens(&mut entry.tokens);
        return TokenStream::new();
    }
    token.into_token_stream()
}

/// Whether a token ends an entry; commas between `<` and `>` do not.
fn ends_entry(token: &TokenTree, angles: &mut usize) -> bool {
    let TokenTree::Punct(punct) = token else { return false };
    match punct.as_char() {
        '<' => *angles += 1,
        '>' => *angles = angles.saturating_sub(1),
        ',' => return *angles == 0,
        ';' => {
            *angles = 0;
            return true;
        }
        _ => {}
    }
    false
}

/// Takes the declaration out of the struct again, without what `cfg` removed, and sends it on.
pub(crate) fn unload(input: &DeriveInput) -> TokenStream {
    let Data::Struct(data) = &input.data else { return TokenStream::new() };
    let krate = carried(&input.attrs);
    let declaration = data.fields.iter().flat_map(|field| {
        let attributes = field.attrs.iter().filter(|it| !it.path().is_ident("ecs") && !it.path().is_ident("cfg"));
        let tokens = carried(&field.attrs);
        quote! { #(#attributes)* #tokens }
    });
    let declaration = declaration.collect();
    chain::follow(&krate, &declaration)
}

/// The tokens of `#[ecs { .. }]`.
fn carried(attributes: &[Attribute]) -> TokenStream {
    let carried = attributes.iter().filter(|attribute| attribute.path().is_ident("ecs"));
    carried
        .filter_map(|attribute| if let Meta::List(list) = &attribute.meta { Some(list.tokens.clone()) } else { None })
        .collect()
}
