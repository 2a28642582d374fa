//! The entries of sections: `[attributes] Type [as Name] [= initial value]`, and queries.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseBuffer, ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Path, PathArguments, Token, Type, parse_quote_spanned, token};

use super::signature::Signature;
use crate::messages::conditions::{condition_with_value, method_of_a_system};
use crate::messages::events::event_with_value;
use crate::messages::relations as say_relations;
use crate::messages::system::{empty_filter, filter_twice, negated};
use crate::messages::world as say;
use crate::report::Errors;
use crate::vocabulary::{EntryKind, Origin, last, path_of};

/// An entry of a section: a component, resource, event, state, condition or system.
pub(crate) struct Entry {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ty: Type,
    pub(crate) rename: Option<Ident>,
    pub(crate) initial: Option<Expr>,
    /// How sets refer to it, if some bring it.
    pub(crate) origin: Option<Origin>,
    /// The signature that the companion macro of a function passes on.
    pub(crate) signature: Option<Box<Signature>>,
}

/// Whether an entry can have an initial value.
#[derive(Clone, Copy)]
pub(super) enum Initial {
    Allowed,
    /// It cannot; the function returns the message.
    Rejected(fn() -> String),
}

impl Initial {
    pub(super) fn of(kind: EntryKind) -> Self {
        match kind {
            EntryKind::Component => Self::Rejected(say::component_with_value),
            EntryKind::Event => Self::Rejected(event_with_value),
            EntryKind::Condition => Self::Rejected(condition_with_value),
            EntryKind::Resource | EntryKind::State => Self::Allowed,
        }
    }
}

impl Entry {
    pub(super) fn parse(input: ParseStream, initial: Initial) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        if let Some(attribute) = attributes.last().filter(|_| input.is_empty()) {
            return Err(syn::Error::new_spanned(attribute, say::no_type()));
        }
        let ty = ty(input)?;
        let rename = input
            .parse::<Option<Token![as]>>()?
            .map(|word| input.parse::<Ident>().map_err(|_| syn::Error::new_spanned(word, say::as_without_name())));
        let rename = rename.transpose()?;
        let goes_on = input.peek(token::Paren) || input.peek(token::Brace) || input.peek(Token![:]);
        if matches!(initial, Initial::Allowed) && goes_on {
            return Err(input.error(say::value_without_equals()));
        }
        let equals = input.parse::<Option<Token![=]>>()?;
        if let (Some(equals), Initial::Rejected(words)) = (equals, initial) {
            return Err(syn::Error::new_spanned(equals, words()));
        }
        let initial = equals.map(|equals| value(equals, input)).transpose()?;
        Ok(Self { attributes, ty, rename, initial, origin: None, signature: None })
    }

    /// Reads an entry of `relations:`: `[attributes] Type [as Name] (policies)`. The policies become an attribute of the component.
    pub(super) fn parse_relation(input: ParseStream) -> syn::Result<Self> {
        let mut attributes = input.call(Attribute::parse_outer)?;
        refuse_relation_attribute(&attributes)?;
        if let Some(attribute) = attributes.last().filter(|_| input.is_empty()) {
            return Err(syn::Error::new_spanned(attribute, say::no_type()));
        }
        let (ty, policies) = without_parentheses(ty(input)?);
        let mut rename = None;
        if policies.is_none()
            && let Some(word) = input.parse::<Option<Token![as]>>()?
        {
            rename = Some(input.parse::<Ident>().map_err(|_| syn::Error::new_spanned(word, say::as_without_name()))?);
        }
        let policies = match policies {
            Some(policies) => policies,
            None if input.peek(token::Paren) => {
                let content;
                syn::parenthesized!(content in input);
                content.parse()?
            }
            None => {
                return Err(syn::Error::new_spanned(
                    rename.map_or_else(|| ty.to_token_stream(), ToTokens::into_token_stream),
                    say_relations::no_policy(),
                ));
            }
        };
        if let Some(word) = input.parse::<Option<Token![as]>>()? {
            return Err(syn::Error::new_spanned(word, say_relations::name_after_policies()));
        }
        if let Some(equals) = input.parse::<Option<Token![=]>>()? {
            return Err(syn::Error::new_spanned(equals, say::component_with_value()));
        }
        attributes.push(parse_quote_spanned! { ty.span()=> #[relation(#policies)] });
        Ok(Self { attributes, ty, rename, initial: None, origin: None, signature: None })
    }

    /// The path of the type, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        path_of(&self.ty)
    }

    /// The name of the entry: `as Name`, or the last segment of its path.
    pub(crate) fn name(&self) -> Option<&Ident> {
        self.rename.as_ref().or_else(|| Some(&self.path()?.segments.last()?.ident))
    }
}

/// Refuses `#[relation(..)]`, which only the section `relations:` and sets write.
fn refuse_relation_attribute(attributes: &[Attribute]) -> syn::Result<()> {
    match attributes.iter().find(|attribute| attribute.path().is_ident("relation")) {
        Some(attribute) => Err(syn::Error::new_spanned(attribute, say_relations::relation_as_an_attribute())),
        None => Ok(()),
    }
}

/// Reports and removes `#[relation(..)]` at entries of other sections.
pub(super) fn refuse_relations(entries: &mut [Entry], errors: &mut Errors) {
    for entry in entries {
        if let Err(error) = refuse_relation_attribute(&entry.attributes) {
            errors.add(error);
            entry.attributes.retain(|attribute| !attribute.path().is_ident("relation"));
        }
    }
}

/// Separates a type from the parentheses after it, which are parsed like those of `Fn(A)`.
fn without_parentheses(mut ty: Type) -> (Type, Option<TokenStream>) {
    let mut policies = None;
    if let Type::Path(path) = &mut ty
        && let Some(last) = path.path.segments.last_mut()
        && let PathArguments::Parenthesized(arguments) = &last.arguments
    {
        policies = Some(arguments.inputs.to_token_stream());
        last.arguments = PathArguments::None;
    }
    (ty, policies)
}

/// Reads a type; if there is none, the message is one of this crate.
pub(super) fn ty(input: ParseStream) -> syn::Result<Type> {
    let begins = match input.cursor().token_tree() {
        Some((TokenTree::Ident(ident), _)) => ident != "as",
        Some((TokenTree::Punct(punct), _)) => matches!(punct.as_char(), ':' | '<' | '&' | '*' | '!'),
        Some((TokenTree::Group(_), _)) => true,
        _ => false,
    };
    if !begins {
        return Err(input.error(say::no_type()));
    }
    if input.peek(token::Bracket) || input.peek(token::Brace) {
        // Parsed alone, so that syn does not report unread tokens if this is not a type.
        let (refusal, brackets) = (input.error(say::entries_in_brackets()), input.parse::<TokenTree>()?);
        return syn::parse2(brackets.into()).map_err(|_| refusal);
    }
    let refusal = input.error(say::broken_type());
    input.parse::<Type>().map_err(|_| refusal)
}

/// Reads the value after `=`.
fn value(equals: Token![=], input: ParseStream) -> syn::Result<Expr> {
    if input.is_empty() || input.peek(Token![,]) {
        return Err(syn::Error::new_spanned(equals, say::no_value()));
    }
    input.parse().map_err(|error: syn::Error| {
        // The end of a section has no span.
        let span = if input.is_empty() { equals.span } else { error.span() };
        syn::Error::new(span, say::broken_value(&error))
    })
}

/// An entry of `queries:` or `groups:`.
#[derive(Default)]
pub(crate) struct QueryDecl {
    pub(crate) attributes: Vec<Attribute>,
    /// The whole entry, as the place of errors.
    pub(crate) tokens: TokenStream,
    /// The components that are fetched.
    pub(crate) all: Vec<Type>,
    /// The components that are required but not fetched.
    pub(crate) with: Vec<Type>,
    pub(crate) without: Vec<Type>,
    pub(crate) any: Vec<Type>,
}

impl QueryDecl {
    pub(super) fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        if !input.peek(syn::token::Paren) {
            return Err(input.error(say::query_without_parentheses()));
        }
        let content;
        let paren = syn::parenthesized!(content in input);
        let mut query = Self { attributes, ..Self::default() };
        paren.surround(&mut query.tokens, |tokens| quote! { .. }.to_tokens(tokens));
        whole(&content, |content| {
            while !content.is_empty() {
                query.part(content)?;
                comma(content, &say::no_comma_in_query())?;
            }
            Ok(())
        })?;
        Ok(query)
    }

    /// Reads a component, `with(..)`, `without(..)` or `any(..)`.
    fn part(&mut self, input: ParseStream) -> syn::Result<()> {
        if !input.peek(syn::Ident) || !input.peek2(syn::token::Paren) {
            self.all.push(ty(input)?);
            return Ok(());
        }
        let kind: Ident = input.parse()?;
        let content;
        syn::parenthesized!(content in input);
        if content.peek(Token![!]) {
            let not: Token![!] = content.parse()?;
            return Err(syn::Error::new_spanned(not, negated(&kind, last(&content.parse::<Path>()?))));
        }
        let types = whole(&content, types)?;
        let list = match kind.to_string().as_str() {
            "with" => &mut self.with,
            "without" => &mut self.without,
            "any" => &mut self.any,
            _ => return Err(syn::Error::new_spanned(&kind, say::unknown_filter(&kind))),
        };
        if types.is_empty() {
            return Err(syn::Error::new_spanned(&kind, empty_filter(&kind)));
        }
        if !list.is_empty() {
            return Err(syn::Error::new_spanned(&kind, filter_twice(&kind)));
        }
        list.extend(types);
        Ok(())
    }
}

fn types(input: ParseStream) -> syn::Result<Vec<Type>> {
    let mut types = Vec::new();
    while !input.is_empty() {
        types.push(ty(input)?);
        comma(input, &say::no_comma_in_query())?;
    }
    Ok(types)
}

/// Reads a comma, unless the input ends.
pub(super) fn comma(input: ParseStream, refusal: &str) -> syn::Result<()> {
    if input.is_empty() || input.parse::<Option<Token![,]>>()?.is_some() { Ok(()) } else { Err(input.error(refusal)) }
}

/// Reads the contents of parentheses. After an error the rest is skipped, so that it is not a second error.
pub(super) fn whole<T>(content: &ParseBuffer, read: impl FnOnce(ParseStream) -> syn::Result<T>) -> syn::Result<T> {
    let result = read(content);
    content.parse::<TokenStream>()?;
    result
}

/// Reads entries to the end; one that cannot be read is reported, and skipped up to its comma.
pub(super) fn list<T>(
    tokens: TokenStream,
    what: &str,
    one: impl Fn(ParseStream) -> syn::Result<T>,
    errors: &mut Errors,
) -> Vec<T> {
    let mut list = Vec::new();
    let read = |input: ParseStream| {
        while !input.is_empty() {
            let start = input.fork();
            match one(input) {
                Ok(entry) => list.push(entry),
                Err(error) => {
                    errors.add(error);
                    skip_entry(&start, input, errors)?;
                }
            }
            let kind = EntryKind::of_word(what);
            let alone = kind.is_some_and(|kind| matches!(Initial::of(kind), Initial::Rejected(_)));
            let goes_on = alone && (input.peek(token::Paren) || input.peek(token::Brace));
            let refusal = match goes_on {
                true => say::more_than_a_path(what),
                false if what == "system" && input.peek(Token![.]) => method_of_a_system(),
                false => say::no_comma(what),
            };
            if let Err(error) = comma(input, &refusal) {
                errors.add(error);
                if !input.peek(syn::Ident) && !input.peek(Token![#]) {
                    skip_entry(&input.fork(), input, errors)?;
                    input.parse::<Option<Token![,]>>()?;
                }
            }
        }
        Ok(())
    };
    if let Err(error) = read.parse2(tokens) {
        errors.add(error);
    }
    list
}

/// Removes each entry whose type is already listed under another name, since a world finds a value by its type.
pub(super) fn one_name_per_type(entries: &mut Vec<Entry>, what: &str, errors: &mut Errors) {
    let mut names = BTreeMap::new();
    entries.retain(|entry| {
        let Some(name) = entry.name().map(Ident::to_string) else { return true };
        let ty = entry.ty.to_token_stream().to_string();
        let first = names.entry(ty).or_insert_with(|| name.clone());
        if *first != name {
            errors.on(&entry.ty, say::type_twice(what, first, &name));
            errors.leave_out(&entry.rename);
        }
        *first == name
    });
}

/// Skips to the next comma, and leaves out the tokens between it and the start of the entry.
fn skip_entry(start: ParseStream, input: ParseStream, errors: &mut Errors) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    while start.cursor() != input.cursor() && !start.is_empty() {
        errors.leave_out(&start.parse::<TokenTree>()?);
    }
    Ok(())
}
