//! Owns the way to the pipeline: `ecs_world!` hands itself from companion to companion, each of which adds the signature of
//! its system, and ends in `__ecs_finish!`.
//!
//! A companion hands over with one nested expansion. More than [`LONGEST`] systems are collected in chunks, each into a
//! macro of its own, so that the depth stays far below rustc's limit of 128.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Path;

use crate::carrier;
use crate::names;
use crate::parse::{self, Input, WorldDecl, path_of};
use crate::report::Errors;

/// As many systems are collected in one chain.
const LONGEST: usize = 64;

/// As many systems go into one chunk, where there are more than [`LONGEST`].
const CHUNK: usize = 32;

/// The first stage: `[crate] { declaration }`.
pub(crate) fn start(tokens: TokenStream) -> TokenStream {
    let input = Input::new(tokens);
    if carrier::is_needed(&input.declaration) {
        let world = world_name(&declared(&input.declaration));
        return carrier::load(&input.krate, &world, input.declaration);
    }
    follow(&input.krate, &input.declaration)
}

/// What a declaration says, as far as it can be read; the last stage reports what cannot.
fn declared(declaration: &TokenStream) -> WorldDecl {
    let mut unheard = Errors::default();
    let input = Input { krate: TokenStream::new(), declaration: declaration.clone(), rest: vec![] };
    let world = parse::world(input, &mut unheard);
    unheard.reported_elsewhere();
    world
}

/// Sends a declaration without `cfg` along its systems.
pub(crate) fn follow(krate: &TokenStream, declaration: &TokenStream) -> TokenStream {
    let world = declared(declaration);
    let systems: Vec<_> = world.system_entries().filter_map(|entry| path_of(&entry.ty).map(macro_path)).collect();
    let goal = quote! { [#krate] { #declaration } };
    let finish = quote! { #krate::__private::__ecs_finish };
    if systems.len() <= LONGEST {
        return chain(&systems, &finish, &goal);
    }
    in_chunks(&systems, &world_name(&world), krate, &finish, &goal)
}

/// `first! { [ [second] .. [last] ] payload }`
fn chain(macros: &[TokenStream], last: &TokenStream, payload: &TokenStream) -> TokenStream {
    let mut all = macros.iter().chain([last]);
    let first = all.next();
    quote! { #first ! { [ #([#all])* ] #payload } }
}

fn in_chunks(
    systems: &[TokenStream],
    world: &Ident,
    krate: &TokenStream,
    finish: &TokenStream,
    goal: &TokenStream,
) -> TokenStream {
    let collect = quote! { #krate::__private::__ecs_chunk };
    let (mut collected, mut holders) = (TokenStream::new(), Vec::new());
    for (number, chunk) in systems.chunks(CHUNK).enumerate() {
        let (holder, path) = names::chunk(world, number);
        collected.extend(chain(chunk, &collect, &quote! { { #holder } { #path } }));
        holders.push(path.to_token_stream());
    }
    collected.extend(chain(&holders, finish, goal));
    collected
}

/// The end of a chunk: `[] { name } { path } { signature } ..` becomes a macro that hands all the signatures on. It is
/// called by a path, as editors find only such macros when they come from macros.
pub(crate) fn chunk(tokens: TokenStream) -> TokenStream {
    let mut groups = tokens.into_iter().skip(1).filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    });
    let (name, path) = (groups.next().unwrap_or_default(), groups.next().unwrap_or_default());
    quote! {
        macro_rules! #name {
            ( [ [$($next:tt)+] $($more:tt)* ] $($all:tt)* ) => { $($next)+ ! { [$($more)*] $($all)* #({ #groups })* } };
        }
        use #name as #path;
    }
}

/// The path of a system's companion: that of the system, without generic arguments.
fn macro_path(path: &Path) -> TokenStream {
    let leading = &path.leading_colon;
    let segments = path.segments.iter().map(|segment| &segment.ident);
    quote! { #leading #(#segments)::* }
}

fn world_name(world: &WorldDecl) -> Ident {
    let name = world.item.as_ref().map(|item| item.name.clone());
    name.unwrap_or_else(|| names::ident("World", proc_macro2::Span::call_site()))
}
