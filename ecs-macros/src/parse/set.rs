//! Sets: the entries of `include:`, `..set` among systems, and what the macro of a set passes on.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Path, Token, Type, braced, bracketed, parenthesized};

use super::WorldDecl;
use super::entry::{self, QueryDecl};
use super::signature::Signature;
use crate::messages::set as say;
use crate::report::Errors;
use crate::vocabulary::{ByKind, EntryKind, SetOrigin, Subject, last, path_of};

/// An entry of `include:`: `path::to::set { Type as Name, .. }`.
pub(crate) struct Include {
    pub(crate) path: Path,
    pub(crate) renames: Vec<Rename>,
    /// What the macro of the set passed on; `None` before that, and if it cannot be read.
    pub(crate) set: Option<SetDecl>,
}

/// `Position as BPosition`.
pub(crate) struct Rename {
    pub(crate) from: Ident,
    pub(crate) to: Ident,
}

impl Include {
    pub(super) fn parse(input: ParseStream) -> syn::Result<Self> {
        if let Some(attribute) = input.call(Attribute::parse_outer)?.first() {
            return Err(syn::Error::new_spanned(attribute, refusal_of(attribute, input)));
        }
        let path = set_path(input)?;
        if let Some(word) = input.parse::<Option<Token![as]>>()? {
            return Err(syn::Error::new_spanned(word, say::set_with_as()));
        }
        let renames = if input.peek(syn::token::Brace) { renames(input)? } else { vec![] };
        Ok(Self { path, renames, set: None })
    }

    /// The place of the name of the set, which is used for all its entries.
    pub(crate) fn span(&self) -> Span {
        self.path.segments.last().map_or_else(|| self.path.span(), |segment| segment.ident.span())
    }

    /// The last segment of its path.
    pub(crate) fn name(&self) -> String {
        last(&self.path)
    }

    /// Reads the set from what its macro passed on; reported if that is something else.
    pub(super) fn read(&mut self, tokens: &TokenStream, errors: &mut Errors) {
        if !is_set(tokens) {
            errors.on(&self.path, say::not_a_set(&self.name()));
            return;
        }
        match syn::parse2(moved(tokens.clone(), self.span())) {
            Ok(set) => self.set = Some(set),
            Err(error) => errors.on(&self.path, say::broken_set(&self.name(), &error)),
        }
    }
}

/// Removes an include of the set itself: rustc would look for its macro until it gave up.
pub(super) fn no_set_includes_itself(declared: &mut WorldDecl, errors: &mut Errors) {
    let Some(item) = declared.item.as_ref().filter(|_| declared.subject == Subject::Set) else { return };
    declared.includes.retain(|include| {
        let own = include.path.is_ident(&item.name);
        if own {
            errors.on(&include.path, say::includes_itself(&item.name));
            errors.leave_out(&include.path);
        }
        !own
    });
}

/// Reads the path of a set.
fn set_path(input: ParseStream) -> syn::Result<Path> {
    let refusal = input.error(say::no_set());
    let ty = entry::ty(input).map_err(|_| refusal.clone())?;
    path_of(&ty).cloned().ok_or(refusal)
}

/// Reads `{ Position as BPosition, .. }`.
fn renames(input: ParseStream) -> syn::Result<Vec<Rename>> {
    let content;
    braced!(content in input);
    entry::whole(&content, |content| {
        let mut renames = Vec::new();
        while !content.is_empty() {
            renames.push(rename(content)?);
            entry::comma(content, &say::broken_rename())?;
        }
        Ok(renames)
    })
}

fn rename(input: ParseStream) -> syn::Result<Rename> {
    let refusal = input.error(say::broken_rename());
    let read = || Ok((input.parse()?, input.parse::<Token![as]>()?, input.parse()?));
    let (from, _, to) = read().map_err(|_: syn::Error| refusal)?;
    Ok(Rename { from, to })
}

/// Returns true if `..set` follows.
pub(super) fn at_spread(input: ParseStream) -> bool {
    let fork = input.fork();
    fork.call(Attribute::parse_outer).is_ok() && fork.peek(Token![..])
}

/// Reads `..set`.
pub(super) fn spread(input: ParseStream) -> syn::Result<Path> {
    if let Some(attribute) = input.call(Attribute::parse_outer)?.first() {
        return Err(syn::Error::new_spanned(attribute, refusal_of(attribute, input)));
    }
    let dots: Token![..] = input.parse()?;
    // The end of a section has no span.
    let ends = input.is_empty();
    set_path(input).map_err(|error| if ends { syn::Error::new_spanned(dots, say::no_set()) } else { error })
}

/// The message for an attribute before a set, whose path follows.
fn refusal_of(attribute: &Attribute, input: ParseStream) -> String {
    let has_condition = attribute.path().is_ident("run_if")
        || attribute.path().is_ident("system") && attribute.to_token_stream().to_string().contains("run_if");
    if !has_condition {
        return say::attribute_on_include();
    }
    let set = input.fork();
    let path = set.parse::<Option<Token![..]>>().and_then(|_| set.parse::<Path>());
    say::condition_on_a_set(&path.map_or_else(|_| "set".into(), |path| last(&path)))
}

/// Whether these tokens are a set, and not the signature of a system.
pub(super) fn is_set(tokens: &TokenStream) -> bool {
    matches!(tokens.clone().into_iter().next(), Some(TokenTree::Ident(word)) if word == "set")
}

/// The tokens of a set, located where it is included: rustc cannot show those of another crate.
fn moved(tokens: TokenStream, span: Span) -> TokenStream {
    let token = |token| match token {
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), moved(group.stream(), span))),
        other => other,
    };
    let tokens = tokens.into_iter().map(token).map(|mut token| {
        token.set_span(span);
        token
    });
    tokens.collect()
}

/// What the macro of a set passes on: all of its contents, with those of the sets that it includes.
pub(crate) struct SetDecl {
    pub(crate) name: Ident,
    /// The set itself, and all sets that it includes.
    pub(crate) origins: Vec<SetOrigin>,
    pub(crate) members: ByKind<Vec<Member>>,
    pub(crate) steps: Vec<SetStep>,
    /// The systems of included sets that it does not run, with the identities of their items.
    pub(crate) unscheduled: Vec<(Member, Option<Ident>)>,
    pub(crate) queries: Vec<QueryDecl>,
}

/// A member of a set: `Position (Position) [key]`, `#[storage(vec)] Mass (Mass) [key]`, or `Gravity (Gravity) [key] = key`.
pub(crate) struct Member {
    /// Its attributes: the storage of a component, whether it is rare, a relation, tracked, transient, ..
    pub(crate) attributes: Vec<Attribute>,
    /// Its name in the module of the set.
    pub(crate) name: Ident,
    /// How the set spells it: the last segment of its path.
    pub(crate) spelling: Path,
    /// Its keys in signatures, whatever it is renamed to: its own, and one for each member that was merged with it.
    pub(crate) keys: Vec<Ident>,
    /// The key of its initial value, if a set gives one; the module of the set then has a function for that value.
    pub(crate) valued_by: Option<Ident>,
    /// The signature of a system or another function.
    pub(crate) signature: Option<Box<Signature>>,
}

/// A step of the systems of a set.
pub(crate) enum SetStep {
    System(Box<Member>),
    Sync(Span),
}

impl SetDecl {
    /// The names of all members.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Ident> {
        let systems = self.steps.iter().filter_map(|step| match step {
            SetStep::System(member) => Some(member.as_ref()),
            SetStep::Sync(_) => None,
        });
        self.members.all().map(|(_, member)| member).chain(systems).map(|member| &member.name)
    }

    /// Reads `origin ..`, an entry (`component ..`), `system ..`, `sync`, `unscheduled ..` or `query ..`.
    fn part(&mut self, input: ParseStream) -> syn::Result<()> {
        let what: Ident = input.parse()?;
        match what.to_string().as_str() {
            "origin" => self.origins.push(SetOrigin { name: input.parse()?, marker: input.parse()? }),
            "unscheduled" => self.unscheduled.push(unscheduled(input)?),
            "system" => self.steps.push(SetStep::System(Box::new(signed(input)?))),
            "sync" => self.steps.push(SetStep::Sync(what.span())),
            "query" => self.queries.push(query(input)?),
            other => match EntryKind::of_word(other) {
                Some(kind) if kind.is_function() => self.members[kind].push(signed(input)?),
                Some(kind) => self.members[kind].push(input.parse()?),
                None => return Err(syn::Error::new(what.span(), say::unknown_part(other))),
            },
        }
        Ok(())
    }
}

impl Parse for SetDecl {
    /// Reads `set physics origin .. component .. resource .. system .. sync unscheduled .. query ..`.
    fn parse(input: ParseStream) -> syn::Result<Self> {
        input.parse::<Ident>()?;
        let name = input.parse()?;
        let (origins, steps, unscheduled, queries) = (vec![], vec![], vec![], vec![]);
        let mut set = Self { name, origins, members: ByKind::default(), steps, unscheduled, queries };
        while !input.is_empty() {
            set.part(input)?;
        }
        Ok(set)
    }
}

/// Reads a system or another function with its signature.
fn signed(input: ParseStream) -> syn::Result<Member> {
    let member = input.parse()?;
    let signature;
    braced!(signature in input);
    Ok(Member { signature: Some(signature.parse().map(Box::new)?), ..member })
}

/// Reads a system without its signature: `tick (tick) [key] { item }`.
fn unscheduled(input: ParseStream) -> syn::Result<(Member, Option<Ident>)> {
    let member = input.parse()?;
    let item;
    braced!(item in input);
    Ok((member, item.parse()?))
}

impl Parse for Member {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let name = input.parse()?;
        let (spelling, keys);
        parenthesized!(spelling in input);
        bracketed!(keys in input);
        let spelling = spelling.parse()?;
        let keys = all(&keys)?;
        let valued = input.parse::<Option<Token![=]>>()?.is_some();
        let valued_by = if valued { Some(input.parse()?) } else { None };
        Ok(Self { attributes, name, spelling, keys, valued_by, signature: None })
    }
}

/// Reads `#[view(list)] [keys] [keys] [keys] [keys]`: fetched, required beside these, excluded, any of.
fn query(input: ParseStream) -> syn::Result<QueryDecl> {
    let mut query = QueryDecl { attributes: input.call(Attribute::parse_outer)?, ..QueryDecl::default() };
    for list in [&mut query.all, &mut query.with, &mut query.without, &mut query.any] {
        let keys;
        bracketed!(keys in input);
        *list = all::<Type>(&keys)?;
    }
    Ok(query)
}

fn all<T: Parse>(content: &ParseBuffer) -> syn::Result<Vec<T>> {
    let mut all = Vec::new();
    while !content.is_empty() {
        all.push(content.parse()?);
    }
    Ok(all)
}
