//! Cuts a declaration around entries with a `cfg`, whose beginning and end are found as the grammar reads them.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::buffer::Cursor;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, Ident, Token, Type, Visibility};

use super::section::at_title;

/// Some tokens of a declaration, and the `cfg`s and `cfg_attr`s that apply to them.
#[derive(Default)]
pub(crate) struct Piece {
    pub(crate) conditions: Vec<Attribute>,
    pub(crate) tokens: TokenStream,
}

/// Cuts a declaration around each entry that has a `cfg`.
pub(crate) fn pieces(declaration: TokenStream) -> syn::Result<Vec<Piece>> {
    let read = |input: ParseStream| {
        let (mut pieces, mut between) = (Vec::new(), Piece::default());
        while !input.is_empty() {
            next(input, &mut pieces, &mut between)?;
        }
        pieces.push(between);
        Ok(pieces)
    };
    read.parse2(declaration)
}

/// Reads an entry with a `cfg`, or the next token or attribute between such entries.
fn next(input: ParseStream, pieces: &mut Vec<Piece>, between: &mut Piece) -> syn::Result<()> {
    let readable = input.peek(Token![#]) && input.fork().call(Attribute::parse_outer).is_ok();
    let attributes = if readable { input.call(Attribute::parse_outer)? } else { vec![] };
    if attributes.is_empty() {
        input.parse::<TokenTree>()?.to_tokens(&mut between.tokens);
        return Ok(());
    }
    if at_title(input) || !attributes.iter().any(is_condition) {
        between.tokens.append_all(attributes);
        return Ok(());
    }
    pieces.push(std::mem::take(between));
    pieces.push(piece(attributes, input)?);
    Ok(())
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

/// Reads an entry, the `struct` or the `set` after its attributes.
fn piece(attributes: Vec<Attribute>, input: ParseStream) -> syn::Result<Piece> {
    let (conditions, others): (_, Vec<_>) = attributes.into_iter().partition(is_condition);
    let mut piece = Piece { conditions, tokens: TokenStream::new() };
    piece.tokens.append_all(others);
    let is_item = input.peek(Token![pub]) || input.peek(Token![struct]) || input.peek(Ident) && input.peek2(Ident);
    let end = extent(input, if is_item { item } else { entry });
    while input.cursor() != end && !input.is_empty() {
        input.parse::<TokenTree>()?.to_tokens(&mut piece.tokens);
    }
    if input.peek(Token![,]) {
        input.parse::<TokenTree>()?.to_tokens(&mut piece.tokens);
    }
    Ok(piece)
}

/// The end of something; if it cannot be read, the next comma or semicolon.
fn extent(input: ParseStream<'_>, read: fn(ParseStream) -> syn::Result<()>) -> Cursor<'_> {
    let fork = input.fork();
    if read(&fork).is_ok() {
        return fork.cursor();
    }
    let mut cursor = input.cursor();
    while let Some((token, after)) = cursor.token_tree() {
        if matches!(&token, TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';')) {
            break;
        }
        cursor = after;
    }
    cursor
}

fn entry(input: ParseStream) -> syn::Result<()> {
    input.parse::<Option<Token![..]>>()?;
    input.parse::<Type>()?;
    if input.peek(syn::token::Brace) {
        input.parse::<TokenTree>()?;
    }
    if input.parse::<Option<Token![as]>>()?.is_some() {
        input.parse::<Ident>()?;
    }
    // The properties of a relation, unless they were read with the type or its name.
    if input.peek(syn::token::Paren) {
        input.parse::<TokenTree>()?;
    }
    if input.parse::<Option<Token![=]>>()?.is_some() {
        input.parse::<Expr>()?;
    }
    Ok(())
}

fn item(input: ParseStream) -> syn::Result<()> {
    input.parse::<Visibility>()?;
    if input.parse::<Option<Token![struct]>>()?.is_none() {
        input.parse::<Ident>()?;
    }
    input.parse::<Ident>().map(drop)
}
