//! The grammar: from tokens to a [`WorldDecl`], with one error for each thing that cannot be read, after which reading continues.

mod condition;
mod entry;
mod piece;
mod schedule;
mod section;
mod set;
mod signature;
mod slips;

pub(crate) use condition::RunIfDecl;
pub(crate) use entry::{Entry, QueryDecl};
pub(crate) use piece::{Piece, pieces};
pub(crate) use schedule::{ScheduleDecl, ScheduleName, Step};
pub(crate) use section::WorldItem;
pub(crate) use set::{Include, Member, SetStep};
pub(crate) use signature::{Method, QueryFilter, Signature};

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::Path;

use section::Section;

use crate::messages::{self, world as say};
use crate::names;
use crate::report::Errors;
use crate::vocabulary::{ByKind, Subject, last};

/// The declaration in a call of `ecs_world!` or `ecs_components!`.
#[derive(Default)]
pub(crate) struct WorldDecl {
    pub(crate) subject: Subject,
    /// The path of the facade.
    pub(crate) krate: TokenStream,
    pub(crate) item: Option<WorldItem>,
    pub(crate) includes: Vec<Include>,
    pub(crate) entries: ByKind<Vec<Entry>>,
    pub(crate) schedules: Vec<ScheduleDecl>,
    pub(crate) queries: Vec<QueryDecl>,
    pub(crate) groups: Vec<QueryDecl>,
    /// The signatures by the paths of the companion macros that passed them on: the companion of a system is called once, however often the
    /// system is listed.
    pub(crate) signatures: BTreeMap<String, Signature>,
}

/// The groups that the chain of macros passes on: `[crate] { declaration } { set } .. { signature } ..`.
pub(crate) struct Input {
    pub(crate) krate: TokenStream,
    pub(crate) declaration: TokenStream,
    pub(crate) rest: Vec<TokenStream>,
}

impl Input {
    pub(crate) fn new(tokens: TokenStream) -> Self {
        let mut groups = groups(tokens);
        let mut next = || groups.next().unwrap_or_default();
        Self { krate: next(), declaration: next(), rest: groups.collect() }
    }
}

/// The contents of each group that macros pass to each other.
pub(crate) fn groups(tokens: TokenStream) -> impl Iterator<Item = TokenStream> {
    tokens.into_iter().filter_map(|token| if let TokenTree::Group(group) = token { Some(group.stream()) } else { None })
}

/// Reads a declaration, the sets that it includes and the signatures of its systems.
pub(crate) fn world(input: Input, subject: Subject, errors: &mut Errors) -> WorldDecl {
    let world = declared(input.declaration, subject, |_| true, errors);
    let mut world = WorldDecl { krate: input.krate, ..world };
    let mut rest = input.rest.into_iter();
    for (include, tokens) in world.includes.iter_mut().zip(&mut rest) {
        include.read(&tokens, errors);
    }
    let signatures = world.companions().zip(rest).map(|((path, entry), tokens)| {
        let signature = signature(entry, tokens, errors);
        (path, signature)
    });
    world.signatures = signatures.collect();
    world
}

/// Reads only the sections that name the next macros: the last stage reads all sections, and reports what it cannot read.
pub(crate) fn macros(declaration: TokenStream, subject: Subject) -> WorldDecl {
    without_errors(declaration, subject, Section::names_macros)
}

/// Reads the name of what is declared, but none of its sections.
pub(crate) fn name(declaration: TokenStream, subject: Subject) -> Ident {
    without_errors(declaration, subject, |_| false).name()
}

fn without_errors(declaration: TokenStream, subject: Subject, reads: fn(Section) -> bool) -> WorldDecl {
    let mut ignored = Errors::default();
    let declared = declared(declaration, subject, reads, &mut ignored);
    ignored.reported_elsewhere();
    declared
}

/// Reads these sections of a declaration.
fn declared(declaration: TokenStream, subject: Subject, reads: fn(Section) -> bool, errors: &mut Errors) -> WorldDecl {
    let mut world = WorldDecl { subject, ..WorldDecl::default() };
    section::sections(declaration, &mut world, reads, errors);
    set::no_set_includes_itself(&mut world, errors);
    world
}

/// The signature of a system; if it cannot be read, one that says nothing.
fn signature(entry: &Entry, tokens: TokenStream, errors: &mut Errors) -> Signature {
    if set::is_set(&tokens) {
        let name = entry.path().map(last).unwrap_or_default();
        errors.on(&entry.ty, messages::set::set_without_dots(&name));
        return Signature::broken(names::local("set"));
    }
    syn::parse2(tokens).unwrap_or_else(|error| {
        errors.at(error.span(), say::broken_signature(&error));
        Signature::broken(names::local("unreadable"))
    })
}

/// The path of the companion of a system: that of the system, without generic arguments.
pub(crate) fn companion(path: &Path) -> String {
    let leading = if path.leading_colon.is_some() { "::" } else { "" };
    let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    format!("{leading}{}", segments.join("::"))
}

impl WorldDecl {
    /// The name of what is declared.
    pub(crate) fn name(&self) -> Ident {
        let name = self.item.as_ref().map(|item| item.name.clone());
        name.unwrap_or_else(|| names::ident("World", Span::call_site()))
    }

    /// The systems of all schedules and the functions, by the paths of their companions, each of which is called once; without those of
    /// sets.
    fn companions(&self) -> impl Iterator<Item = (String, &Entry)> {
        let entries = self.schedules.iter().flat_map(|schedule| &schedule.steps).filter_map(|step| match step {
            Step::System(entry) => Some((companion(entry.path()?), entry.as_ref())),
            Step::Sync(_) | Step::Set(_) => None,
        });
        let functions = self.entries.all().filter(|(id, _)| id.kind.is_function());
        let functions = functions.filter_map(|(_, entry)| Some((companion(entry.path()?), entry)));
        let entries = entries.chain(functions);
        let mut seen = BTreeSet::new();
        entries.filter(move |(path, _)| seen.insert(path.clone()))
    }

    /// The paths of the macros that pass on external declarations: those of sets, then those of systems.
    pub(crate) fn macros(&self) -> impl Iterator<Item = &Path> {
        let systems = self.companions().filter_map(|(_, entry)| entry.path());
        self.includes.iter().map(|include| &include.path).chain(systems)
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;
    use crate::vocabulary::EntryKind;

    #[test]
    fn sections_that_name_no_macro_are_left_to_the_last_stage() {
        let declaration = quote! {
            struct Game; include: bodies; components: A, 5; conditions: late; systems: fall, ..bodies, sync, late;
            systems(render): draw, fall; queries: (A); groups: (A);
        };
        let before = macros(declaration.clone(), Subject::World);
        assert_eq!(before.name(), "Game");
        assert!(
            before.entries[EntryKind::Component].is_empty() && before.queries.is_empty() && before.groups.is_empty()
        );
        let paths: Vec<_> = before.macros().map(last).collect();
        assert_eq!(paths, ["bodies", "fall", "late", "draw"]);
        let mut errors = Errors::default();
        let whole = declared(declaration.clone(), Subject::World, |_| true, &mut errors);
        assert_eq!(errors.len(), 1, "5 is not a type");
        errors.reported_elsewhere();
        assert!(whole.macros().map(last).eq(paths), "the last stage expects the macros that the chain has called");
        assert_eq!(name(declaration, Subject::World), "Game");
    }
}
