//! Schedules: the entries of `systems:` and of each `systems(name):`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Path, Token, parenthesized, token};

use super::entry::{Entry, Initial};
use super::set;
use crate::messages::system as say;
use crate::vocabulary::Change;

/// `systems: ..` or `systems(name): ..`
pub(crate) struct ScheduleDecl {
    /// The contents of the parentheses; `None` for the schedule of `run()`.
    pub(crate) name: Option<ScheduleName>,
    pub(crate) steps: Vec<Step>,
}

/// The contents of the parentheses of `systems(..):`.
pub(crate) enum ScheduleName {
    /// `render`
    Named(Ident),
    /// `on_enter = Phase::Play`
    At(Change, Path),
    /// `on_enter = Level(3)`, whose value has no path.
    NoPath(Span),
    /// Anything else, with the word that it begins with.
    Unreadable(Span, Option<Ident>),
}

impl ScheduleName {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Named(name) => name.span(),
            Self::At(_, path) => path.span(),
            Self::NoPath(span) | Self::Unreadable(span, _) => *span,
        }
    }

    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.call(Ident::parse_any)?;
        let change = Change::named(&name);
        let change = change.filter(|_| input.peek(Token![=]) || input.is_empty());
        let Some(change) = change else { return Ok(Self::Named(name)) };
        input.parse::<Token![=]>()?;
        Ok(Self::At(change, input.parse()?))
    }
}

/// An entry of `systems:`.
pub(crate) enum Step {
    System(Box<Entry>),
    Sync(Span),
    /// `..set`: the systems of a set, in its order.
    Set(Path),
}

impl Step {
    pub(super) fn parse(input: ParseStream) -> syn::Result<Self> {
        if set::at_spread(input) {
            return set::spread(input).map(Self::Set);
        }
        let alone = input.peek2(Token![,]) || ends_after_one(input);
        if alone && input.fork().parse::<Ident>().is_ok_and(|name| name == "sync") {
            return Ok(Self::Sync(input.parse::<Ident>()?.span()));
        }
        let system = Entry::parse(input, Initial::Allowed)?;
        refuse_method(&system)?;
        Ok(Self::System(Box::new(system)))
    }
}

/// Refuses `Physics::run`: a system with state is listed by its type. (The name of a module begins with a small letter.)
fn refuse_method(system: &Entry) -> syn::Result<()> {
    let Some(path) = system.path() else { return Ok(()) };
    let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    match (segments.next().as_deref(), segments.next()) {
        (Some("run"), Some(ty)) if ty.starts_with(char::is_uppercase) => {
            Err(syn::Error::new_spanned(path, say::run_of_a_type(&ty)))
        }
        _ => Ok(()),
    }
}

fn ends_after_one(input: ParseStream) -> bool {
    let fork = input.fork();
    fork.parse::<TokenTree>().is_ok() && fork.is_empty()
}

/// Reads `(render)` or `(on_enter = Phase::Play)`, if it is there.
pub(super) fn name(input: ParseStream) -> syn::Result<Option<ScheduleName>> {
    if !input.peek(token::Paren) {
        return Ok(None);
    }
    let content;
    let parentheses = parenthesized!(content in input).span.join();
    let name = content.call(ScheduleName::parse);
    let rest: TokenStream = content.parse()?;
    Ok(Some(match name {
        Ok(name) if rest.is_empty() => name,
        Ok(ScheduleName::At(_, path)) => ScheduleName::NoPath(path.span()),
        Ok(ScheduleName::Named(name)) => ScheduleName::Unreadable(parentheses, Some(name)),
        _ => ScheduleName::Unreadable(parentheses, None),
    }))
}
