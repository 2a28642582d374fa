//! Owns the grammar: from tokens to a [`WorldDecl`], with one error for each thing that cannot be read, going on after it.

mod entry;
mod piece;
mod section;
mod signature;

pub(crate) use entry::{Entry, QueryDecl, path_of};
pub(crate) use piece::{Piece, pieces};
pub(crate) use section::{Section, Step, WorldItem};
pub(crate) use signature::{Kind, Method, Receiver, Signature};

use proc_macro2::{TokenStream, TokenTree};

use crate::messages::world as say;
use crate::names;
use crate::report::Errors;

/// What a call of `ecs_world!` says.
#[derive(Default)]
pub(crate) struct WorldDecl {
    /// The path of the facade.
    pub(crate) krate: TokenStream,
    pub(crate) item: Option<WorldItem>,
    pub(crate) components: Vec<Entry>,
    pub(crate) resources: Vec<Entry>,
    pub(crate) systems: Vec<Step>,
    pub(crate) queries: Vec<QueryDecl>,
    pub(crate) groups: Vec<QueryDecl>,
    /// One per system of `systems`, in that order.
    pub(crate) signatures: Vec<Signature>,
}

/// The groups that the chain of companions passes on: `[crate] { declaration } { signature } ..`.
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

/// Reads a declaration and the signatures of its systems.
pub(crate) fn world(input: Input, errors: &mut Errors) -> WorldDecl {
    let mut world = WorldDecl { krate: input.krate, ..WorldDecl::default() };
    section::sections(input.declaration, &mut world, errors);
    for tokens in input.rest {
        match syn::parse2::<Signature>(tokens) {
            Ok(signature) => world.signatures.push(signature),
            Err(error) => {
                errors.at(error.span(), say::broken_signature(&error));
                world.signatures.push(Signature::broken(names::local("unreadable")));
            }
        }
    }
    world
}

impl WorldDecl {
    /// The systems without the `sync`s between them.
    pub(crate) fn system_entries(&self) -> impl Iterator<Item = &Entry> {
        self.systems.iter().filter_map(|step| match step {
            Step::System(entry) => Some(entry.as_ref()),
            Step::Sync(_) => None,
        })
    }
}
