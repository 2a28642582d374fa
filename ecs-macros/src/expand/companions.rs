//! Generates the companions of the values of a component: the marks of each reader of its changes.
//!
//! Several companions form a balanced tree of pairs, so that the path to each is short.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Index;

use super::locals::{Locals, by_field};
use super::{Context, past};
use crate::model::{Change, Tracker};
use crate::names;

/// A companion of the values of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The marks of readers that are registered at run time. They are the first part.
    Registered,
    /// The marks of a system.
    Reader(Tracker),
}

fn parts(context: &Context, component: usize) -> Vec<Part> {
    let registered = context.world.components()[component].tracked.then_some(Part::Registered);
    let readers = context.trackers[component].iter().copied().map(Part::Reader);
    registered.into_iter().chain(readers).collect()
}

/// Returns true if the values of a component have companions.
pub(super) fn accompany(context: &Context, component: usize) -> bool {
    context.world.components()[component].tracked || !context.trackers[component].is_empty()
}

/// The type of the companions of a component's values.
pub(super) fn ty(context: &Context, component: usize) -> Option<TokenStream> {
    let k = &context.k;
    let parts = parts(context, component).into_iter().map(|part| match part {
        Part::Registered => quote! { #k::Registered },
        Part::Reader(tracker) => marks(context, tracker.added),
    });
    let parts: Vec<_> = parts.collect();
    (!parts.is_empty()).then(|| tree(&parts, |left, right| quote! { #k::Readers<#left, #right> }))
}

/// The type of the marks of a reader.
pub(super) fn marks(context: &Context, added: bool) -> TokenStream {
    let k = &context.k;
    quote! { #k::ChangeMarks<#added> }
}

/// A balanced tree of parts, two of which `pair` joins.
fn tree(parts: &[TokenStream], pair: impl Copy + Fn(TokenStream, TokenStream) -> TokenStream) -> TokenStream {
    match parts {
        [] => quote! { () },
        [part] => part.clone(),
        parts => {
            let (left, right) = parts.split_at(parts.len() / 2);
            pair(tree(left, pair), tree(right, pair))
        }
    }
}

/// A balanced tree of tuples of two.
fn pairs(parts: &[TokenStream]) -> TokenStream {
    tree(parts, |left, right| quote! { (#left, #right) })
}

/// The path to one of `count` parts of a tree.
fn path(count: usize, part: usize) -> TokenStream {
    if count < 2 {
        return TokenStream::new();
    }
    let left = count / 2;
    let (side, rest) = if part < left { (0, path(left, part)) } else { (1, path(count - left, part - left)) };
    let side = Index::from(side);
    quote! { .#side #rest }
}

/// The path from a storage to the marks that a system reads.
pub(super) fn path_to(context: &Context, system: usize, change: Change) -> TokenStream {
    let (parts, own) =
        (parts(context, change.component), Part::Reader(Tracker { system, added: change.added, query: change.query }));
    let place = parts.iter().position(|part| *part == own);
    let path = path(parts.len(), place.unwrap_or_default());
    quote! { .with #path }
}

/// The local of the marks that a system reads, if each field has its own local.
pub(super) fn local(context: &Context, locals: &Locals, change: Change) -> Ident {
    let storage = by_field(&locals.storages, &context.component(change.component));
    let query = change.query.map(|query| query.to_string()).unwrap_or_default();
    // The kind comes first: at the end, it could be the end of a component's name.
    names::local(&format!("{}{query}_{storage}", if change.added { "added" } else { "changed" }))
}

/// The index and the column of a component that a system writes and filters by changes.
fn apart(component: usize) -> [Ident; 2] {
    ["index", "column"].map(|what| names::local(&format!("{what}_{component}")))
}

/// The column of a component that the running system writes and filters by changes; `None` otherwise.
pub(super) fn column(context: &Context, component: usize, locals: &Locals) -> Option<TokenStream> {
    let system = &context.world.systems[locals.running?];
    let filters = system.changes.iter().any(|change| change.component == component);
    let [_, column] = apart(component);
    (filters && system.writes(component)).then(|| quote! { #column })
}

/// The statements before the columns of a system: components that it writes and filters by changes are borrowed apart, with the marks of
/// all other readers.
pub(super) fn borrowed_apart(context: &Context, system: usize, locals: &Locals) -> TokenStream {
    let (k, own) = (&context.k, &context.world.systems[system]);
    let mut components: Vec<_> = own.changes.iter().map(|change| change.component).collect();
    components.sort_unstable();
    components.dedup();
    let written = components.into_iter().filter(|component| own.writes(*component)).map(|component| {
        let (storage, parts) = (storage(context, component, locals), parts(context, component));
        let value = &context.world.components()[component].ty;
        let (companion, [index, column]) = (ty(context, component), apart(component));
        let marks = parts.iter().enumerate().map(|(at, part)| match part {
            Part::Reader(Tracker { system: own, added, .. }) if *own == system => {
                quote! { <#k::Words<#added> as ::core::default::Default>::default() }
            }
            _ => {
                let path = path(parts.len(), at);
                quote! { #k::marks::<#value, _>(&#storage.with #path) }
            }
        });
        let marks = pairs(&marks.collect::<Vec<_>>());
        if own.notes(component) {
            let notes = names::local(&format!("notes_{component}"));
            return quote! {
                let #notes = #marks;
                let (#index, #column) = #k::apart_noted::<_, #companion>(&mut #storage.own, &#notes);
            };
        }
        quote! { let (#index, #column) = #k::apart::<_, #companion>(&mut #storage.own, #marks); }
    });
    written.collect()
}

/// A storage as a place expression, whose fields can be borrowed.
fn storage(context: &Context, component: usize, locals: &Locals) -> TokenStream {
    let (part, field) = (&locals.storages, context.component(component));
    if locals.by_field {
        let local = by_field(part, &field);
        quote! { #local }
    } else {
        let present = past::present(context, component);
        quote! { #part.#field #present }
    }
}

/// The filters by changes of a query parameter, or of the entities of the system itself: the first, and pairs of the others.
pub(super) fn filters(
    context: &Context,
    system: usize,
    query: Option<usize>,
    locals: &Locals,
) -> (TokenStream, TokenStream) {
    let (k, own) = (&context.k, &context.world.systems[system]);
    let mut filters = own.changes_of(query).map(|change| {
        let (storage, path) = (storage(context, change.component, locals), path_to(context, system, *change));
        let [index, _] = apart(change.component);
        let is_written = own.writes(change.component);
        let marks = if locals.by_field && !is_written {
            let marks = local(context, locals, *change);
            quote! { &mut *#marks }
        } else {
            quote! { &mut #storage #path }
        };
        let index = match (is_written, locals.by_field) {
            (true, _) => quote! { #index },
            (false, true) => quote! { #k::indexed(#storage) },
            (false, false) => quote! { #k::indexed(&#storage.own) },
        };
        quote! { #k::changes(#index, #marks) }
    });
    let first = filters.next().unwrap_or_default();
    (first, pairs(&filters.collect::<Vec<_>>()))
}

/// The local of the entities that the filters by changes found.
pub(super) fn found(query: Option<usize>) -> Ident {
    names::local(&query.map_or_else(|| "found".into(), |query| format!("found{query}")))
}

/// The statement that lists the entities that pass filters by changes, and the one that forgets these changes; empty if there are no such
/// filters.
pub(super) fn finding(
    context: &Context,
    system: usize,
    query: Option<usize>,
    locals: &Locals,
) -> (TokenStream, TokenStream) {
    if context.world.systems[system].changes_of(query).next().is_none() {
        return Default::default();
    }
    let (k, found, (first, rest)) = (&context.k, found(query), filters(context, system, query, locals));
    (quote! { let #found = #k::found(#first, #rest); }, quote! { ; #k::Found::forget(#found); })
}
