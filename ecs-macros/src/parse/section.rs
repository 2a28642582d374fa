//! Owns sections: which there are, where each ends, and the `struct Name;` that may stand among them.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Token, Visibility};

use super::entry::{self, Entry, Initial};
use super::{QueryDecl, WorldDecl};
use crate::messages::{nearest, world as say};
use crate::report::Errors;

/// The sections of a declaration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Components,
    Resources,
    Systems,
    Queries,
}

impl Section {
    pub(crate) const ALL: [(&'static str, Self); 4] = [
        ("components", Self::Components),
        ("resources", Self::Resources),
        ("systems", Self::Systems),
        ("queries", Self::Queries),
    ];

    pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL.iter().map(|(name, _)| *name)
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, section)| *section)
    }
}

/// An entry of `systems:`.
pub(crate) enum Step {
    System(Box<Entry>),
    Sync(Span),
}

/// `#[derive(Clone)] pub struct Name;`
pub(crate) struct WorldItem {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) name: Ident,
}

impl Parse for WorldItem {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        input.parse::<Token![struct]>()?;
        let name = input.parse()?;
        if !input.is_empty() && !input.peek(Token![;]) {
            return Err(input.error(say::world_with_body()));
        }
        Ok(Self { attributes, visibility, name })
    }
}

/// Reads all sections into the declaration.
pub(super) fn sections(tokens: TokenStream, world: &mut WorldDecl, errors: &mut Errors) {
    let mut seen = Vec::new();
    let read = |input: ParseStream| {
        while !input.is_empty() {
            if input.parse::<Option<Token![;]>>()?.is_none() {
                next(input, world, &mut seen, errors)?;
            }
        }
        Ok(())
    };
    if let Err(error) = read.parse2(tokens) {
        errors.add(error);
    }
}

/// Reads the item or section that begins here.
fn next(input: ParseStream, world: &mut WorldDecl, seen: &mut Vec<Section>, errors: &mut Errors) -> syn::Result<()> {
    if input.peek(Token![#]) || input.peek(Token![pub]) || input.peek(Token![struct]) {
        match input.parse::<WorldItem>() {
            Ok(item) if world.item.is_none() => world.item = Some(item),
            Ok(item) => errors.on(&item.name, say::second_world()),
            Err(error) => errors.add(error),
        }
        return skip_body(input);
    }
    let Some(name) = header(input, errors)? else { return Ok(()) };
    let body = body(input, errors)?;
    if let Some(section) = meant(&name, errors) {
        if seen.contains(&section) {
            errors.on(&name, say::section_twice(&name));
        }
        seen.push(section);
        fill(section, body, world, errors);
    }
    Ok(())
}

/// Reads `name:`; on anything else reports it and skips to the next `;`.
fn header(input: ParseStream, errors: &mut Errors) -> syn::Result<Option<Ident>> {
    let refusal = input.error(say::no_section());
    let name = input.call(syn::ext::IdentExt::parse_any).ok();
    let colon = input.peek(Token![:]) && !input.peek(Token![::]);
    if let (Some(name), true) = (name, colon) {
        input.parse::<Token![:]>()?;
        return Ok(Some(name));
    }
    errors.add(refusal);
    skip_body(input)?;
    Ok(None)
}

/// Skips what follows a mistake that is reported.
fn skip_body(input: ParseStream) -> syn::Result<()> {
    let mut unheard = Errors::default();
    let skipped = body(input, &mut unheard);
    unheard.reported_elsewhere();
    skipped.map(drop)
}

/// The tokens up to the next `;`, or up to a header that follows without one.
fn body(input: ParseStream, errors: &mut Errors) -> syn::Result<TokenStream> {
    let mut body = TokenStream::new();
    while !input.is_empty() && input.parse::<Option<Token![;]>>()?.is_none() {
        if !body.is_empty() && at_header(input) {
            errors.add(input.error(say::no_semicolon()));
            break;
        }
        input.parse::<TokenTree>()?.to_tokens(&mut body);
    }
    Ok(body)
}

fn at_header(input: ParseStream) -> bool {
    let known = input.fork().parse::<Ident>().is_ok_and(|name| Section::named(&name.to_string()).is_some());
    known && input.peek2(Token![:]) && !input.peek2(Token![::])
}

/// The section of this name, or the one that was probably meant.
fn meant(name: &Ident, errors: &mut Errors) -> Option<Section> {
    let text = name.to_string();
    let section = Section::named(&text);
    if section.is_none() {
        let near = nearest(&text, Section::names());
        errors.on(name, say::unknown_section(&text, near));
        return near.and_then(Section::named);
    }
    section
}

fn fill(section: Section, body: TokenStream, world: &mut WorldDecl, errors: &mut Errors) {
    match section {
        Section::Components => {
            let entry = |input: ParseStream| Entry::parse(input, Initial::Rejected);
            world.components.extend(entry::list(body, "component", entry, errors));
        }
        Section::Resources => {
            let entry = |input: ParseStream| Entry::parse(input, Initial::Allowed);
            world.resources.extend(entry::list(body, "resource", entry, errors));
        }
        Section::Systems => world.systems.extend(entry::list(body, "system", Step::parse, errors)),
        Section::Queries => world.queries.extend(entry::list(body, "query", QueryDecl::parse, errors)),
    }
}

impl Step {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let alone = input.peek2(Token![,]) || ends_after_one(input);
        if alone && input.fork().parse::<Ident>().is_ok_and(|name| name == "sync") {
            return Ok(Self::Sync(input.parse::<Ident>()?.span()));
        }
        Ok(Self::System(Box::new(Entry::parse(input, Initial::Allowed)?)))
    }
}

fn ends_after_one(input: ParseStream) -> bool {
    let fork = input.fork();
    fork.parse::<TokenTree>().is_ok() && fork.is_empty()
}
