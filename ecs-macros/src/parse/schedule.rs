//! Owns schedules: the entries of `systems:` and of each `systems(name):`.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Path, Token, parenthesized, token};

use super::Subject;
use super::entry::{Entry, Initial};
use super::set;
use crate::messages::schedules as say;
use crate::names;
use crate::report::Errors;

/// `systems: ..` or `systems(name): ..`
pub(crate) struct ScheduleDecl {
    /// The name in parentheses; without one, it is what `run()` runs.
    pub(crate) name: Option<Ident>,
    pub(crate) steps: Vec<Step>,
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
        Ok(Self::System(Box::new(Entry::parse(input, Initial::Allowed)?)))
    }
}

fn ends_after_one(input: ParseStream) -> bool {
    let fork = input.fork();
    fork.parse::<proc_macro2::TokenTree>().is_ok() && fork.is_empty()
}

/// Reads `(render)`, if it stands here; what else stands in parentheses is reported, and means the systems of `run()`.
pub(super) fn name(input: ParseStream, errors: &mut Errors) -> syn::Result<Option<Ident>> {
    if !input.peek(token::Paren) {
        return Ok(None);
    }
    let content;
    let parentheses = parenthesized!(content in input).span.join();
    match content.call(Ident::parse_any) {
        Ok(name) if content.is_empty() => Ok(Some(name)),
        _ => {
            content.parse::<proc_macro2::TokenStream>()?;
            errors.at(parentheses, say::no_schedule());
            Ok(None)
        }
    }
}

/// Adds the entries of a section to its schedule.
pub(super) fn extend(
    schedules: &mut Vec<ScheduleDecl>,
    name: Option<Ident>,
    steps: Vec<Step>,
    subject: Subject,
    errors: &mut Errors,
) {
    if let (Some(name), Subject::Set) = (&name, subject) {
        errors.on(name, say::schedule_in_a_set(name));
    }
    let same = |schedule: &&mut ScheduleDecl| text(schedule.name.as_ref()) == text(name.as_ref());
    match schedules.iter_mut().find(same) {
        Some(first) => {
            if let Some(name) = &name {
                errors.on(name, say::schedule_twice(name));
            }
            first.steps.extend(steps);
        }
        None => schedules.push(ScheduleDecl { name, steps }),
    }
}

/// What a schedule is told by: two that would have one method are one.
fn text(name: Option<&Ident>) -> Option<String> {
    name.map(|name| names::snake_case(&name.to_string()))
}
