//! Filters in the type of a query that are written as in `queries:`: `Query<'_, World, (&A, without(B))>` is not Rust, so the item could
//! not be read at all. They are rewritten as types, `Without<(B)>`, which are refused with messages of their own.

use std::borrow::Cow;
use std::iter;

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use syn::{Expr, Item, ItemFn, Stmt};

use crate::vocabulary::FILTERS;

/// Reads an item, with such filters rewritten as types if it cannot be read otherwise. Also returns the tokens that were read.
pub(super) fn read(item: &TokenStream) -> (syn::Result<Item>, Cow<'_, TokenStream>) {
    if let Some(function) = function(item) {
        return (Ok(Item::Fn(function)), Cow::Borrowed(item));
    }
    let parsed = syn::parse2(item.clone());
    if parsed.is_err() {
        let rewritten = rewritten(item.clone(), false);
        if let Ok(item) = syn::parse2(rewritten.clone()) {
            return (Ok(item), Cow::Owned(rewritten));
        }
    }
    (parsed, Cow::Borrowed(item))
}

/// Reads a function, whose body stays as it is: rustc has parsed it, and to read it here once more would take most of the time. `None` if
/// the item is something else, or its body begins with attributes of the function.
pub(super) fn function(item: &TokenStream) -> Option<ItemFn> {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else { return None };
    let is_attribute = |token: TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '#');
    if body.delimiter() != Delimiter::Brace || body.stream().into_iter().next().is_some_and(is_attribute) {
        return None;
    }
    let mut empty = Group::new(Delimiter::Brace, TokenStream::new());
    empty.set_span(body.span());
    tokens.push(empty.into());
    // Other items are read whole: an `impl` block without its functions is no system.
    let is_function = tokens.iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "fn"));
    let Ok(Item::Fn(mut function)) = is_function.then(|| syn::parse2(tokens.into_iter().collect()))? else {
        return None;
    };
    function.block.stmts = vec![Stmt::Expr(Expr::Verbatim(body.stream()), None)];
    Some(function)
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

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::*;

    /// The item as it is written after it was read, if it is read as a function.
    fn written(item: &TokenStream) -> Option<String> {
        function(item).map(|function| function.into_token_stream().to_string())
    }

    #[test]
    fn a_function_is_written_as_it_was_read_whatever_its_body() {
        for item in [
            quote! { fn act() {} },
            quote! { #[a] #[b(c)] pub(crate) fn act<'a, T: Copy>(&mut self, p: &'a mut P) -> [u8; { N }] where T: Fn() -> u8 { p.go()?; { x } } },
            quote! { const extern "C" fn act(f: fn()) { let x = |y| y + 1; } },
            quote! { async fn act() { what follows is no syntax of today ;;; => } },
        ] {
            assert_eq!(written(&item), Some(item.to_string()));
        }
    }

    #[test]
    fn what_is_no_plain_function_is_read_whole() {
        for item in [
            quote! { fn act(); },
            quote! { fn act() { #![allow(x)] } },
            quote! { impl A { fn act() {} } },
            quote! { impl Act<fn()> for A { fn act() {} } },
            quote! { struct A { act: fn() } },
            quote! { struct A(fn()); },
            quote! { mod a { fn act() {} } },
            quote! { fn act(p: &P without(A)) {} },
            quote! {},
        ] {
            assert_eq!(written(&item), None, "{item}");
        }
    }

    #[test]
    fn a_body_with_a_second_attribute_of_the_item_is_kept() {
        let item = quote! { #[system] fn act(p: &P) { p.go(); Self::more() } };
        let (read, tokens) = read(&item);
        assert_eq!(read.unwrap().into_token_stream().to_string(), item.to_string());
        assert_eq!(tokens.to_string(), item.to_string());
    }
}
