//! Filters in the type of a query that are written as in `queries:`: `Query<'_, World, (&A, without(B))>` is not Rust, so the item could
//! not be read at all. They are rewritten as types, `Without<(B)>`, which are refused with messages of their own.

use std::borrow::Cow;
use std::iter;

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use syn::Item;

use crate::vocabulary::FILTERS;

/// Reads an item, with such filters rewritten as types if it cannot be read otherwise. Also returns the tokens that were read.
pub(super) fn read(item: &TokenStream) -> (syn::Result<Item>, Cow<'_, TokenStream>) {
    let parsed = syn::parse2(item.clone());
    if parsed.is_err() {
        let rewritten = rewritten(item.clone(), false);
        if let Ok(item) = syn::parse2(rewritten.clone()) {
            return (Ok(item), Cow::Owned(rewritten));
        }
    }
    (parsed, Cow::Borrowed(item))
}

/// Tokens, with those in the `<..>` of each `Query` rewritten.
fn rewritten(tokens: TokenStream, within: bool) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let (mut output, mut after_query, mut depth) = (TokenStream::new(), false, usize::from(within));
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == '<' && (after_query || depth > 0) => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        after_query = matches!(&token, TokenTree::Ident(name) if name == "Query");
        output.extend(match token {
            TokenTree::Ident(name)
                if depth > 0
                    && let Some(filter) = filter_type(&name) =>
            {
                match tokens.next_if(|next| matches!(next, TokenTree::Group(group) if is_parenthesised(group))) {
                    Some(components) => as_type(filter, &name, components),
                    None => TokenTree::from(name).into(),
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), rewritten(group.stream(), depth > 0));
                inner.set_span(group.span());
                TokenTree::from(inner).into()
            }
            other => other.into(),
        });
    }
    output
}

fn is_parenthesised(group: &Group) -> bool {
    group.delimiter() == Delimiter::Parenthesis
}

/// `without(A, B)` as `Without<(A, B)>`.
fn as_type(filter: &str, name: &Ident, components: TokenTree) -> TokenStream {
    let name = Ident::new(filter, name.span());
    let bracket = |bracket| {
        let mut bracket = Punct::new(bracket, Spacing::Alone);
        bracket.set_span(components.span());
        TokenTree::from(bracket)
    };
    let (open, close) = (bracket('<'), bracket('>'));
    iter::once(name.into()).chain([open, components, close]).collect()
}

/// The type that other libraries have for a filter of this name.
fn filter_type(name: &Ident) -> Option<&'static str> {
    FILTERS.into_iter().find(|(word, _)| name == word).map(|(_, filter)| filter)
}
