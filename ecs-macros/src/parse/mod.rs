//! Owns the grammar: from tokens to a [`WorldDecl`], with one error for each thing that cannot be read, going on after it.

mod entry;
mod piece;
mod section;
mod set;
mod signature;

pub(crate) use entry::{Entry, Origin, QueryDecl, path_of};
pub(crate) use piece::{Piece, pieces};
pub(crate) use section::{Section, Step, WorldItem};
pub(crate) use set::{Include, Member, SetStep, last};
pub(crate) use signature::{Kind, Method, Receiver, Signature};

use proc_macro2::{TokenStream, TokenTree};
use syn::Path;

use crate::messages::{self, world as say};
use crate::names;
use crate::report::Errors;

/// What is declared: both have the same sections.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Subject {
    /// By `ecs_world!`.
    #[default]
    World,
    /// By `ecs_components!`.
    Set,
}

impl Subject {
    /// The macro that declares it.
    fn macro_name(self) -> &'static str {
        match self {
            Self::World => "ecs_world",
            Self::Set => "ecs_components",
        }
    }
}

/// What a call of `ecs_world!` or `ecs_components!` says.
#[derive(Default)]
pub(crate) struct WorldDecl {
    pub(crate) subject: Subject,
    /// The path of the facade.
    pub(crate) krate: TokenStream,
    pub(crate) item: Option<WorldItem>,
    pub(crate) includes: Vec<Include>,
    pub(crate) components: Vec<Entry>,
    pub(crate) resources: Vec<Entry>,
    pub(crate) events: Vec<Entry>,
    pub(crate) systems: Vec<Step>,
    pub(crate) queries: Vec<QueryDecl>,
    pub(crate) groups: Vec<QueryDecl>,
    /// One per system of `systems`, in that order.
    pub(crate) signatures: Vec<Signature>,
}

/// The groups that the chain of companions passes on: `[crate] { declaration } { set } .. { signature } ..`.
pub(crate) struct Input {
    pub(crate) krate: TokenStream,
    pub(crate) declaration: TokenStream,
    pub(crate) rest: Vec<TokenStream>,
}

impl Input {
    pub(crate) fn new(tokens: TokenStream) -> Self {
        let mut groups = tokens.into_iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        let mut next = || groups.next().unwrap_or_default();
        Self { krate: next(), declaration: next(), rest: groups.collect() }
    }
}

/// Reads a declaration, the sets that it includes and the signatures of its systems.
pub(crate) fn world(input: Input, subject: Subject, errors: &mut Errors) -> WorldDecl {
    let mut world = WorldDecl { subject, krate: input.krate, ..WorldDecl::default() };
    section::sections(input.declaration, &mut world, errors);
    set::no_set_includes_itself(&mut world, errors);
    let mut rest = input.rest.into_iter();
    for (include, tokens) in world.includes.iter_mut().zip(&mut rest) {
        include.read(&tokens, errors);
    }
    let companions = world.system_entries().filter(|entry| entry.path().is_some());
    world.signatures = companions.zip(rest).map(|(entry, tokens)| signature(entry, tokens, errors)).collect();
    world
}

/// The signature of a system; one of which nothing is known, if it cannot be read.
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

impl WorldDecl {
    /// The systems without the `sync`s between them, and without those of sets.
    pub(crate) fn system_entries(&self) -> impl Iterator<Item = &Entry> {
        self.systems.iter().filter_map(|step| match step {
            Step::System(entry) => Some(entry.as_ref()),
            Step::Sync(_) | Step::Set(_) => None,
        })
    }

    /// The paths of the macros that know what stands elsewhere: of sets, then of systems.
    pub(crate) fn macros(&self) -> impl Iterator<Item = &Path> {
        let systems = self.system_entries().filter_map(Entry::path);
        self.includes.iter().map(|include| &include.path).chain(systems)
    }
}
