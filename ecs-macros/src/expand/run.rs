//! Generates a run of a system, given the parts of the world in locals: its call, or the loop that calls it per entity.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::caller::Caller;
use super::fetches::{driven, shape_columns, sources, splits};
use super::locals::Locals;
use super::{Context, companions, parallel, readers};
use crate::model::{ArgumentKind, Aspect, Change, QueryRequest};
use crate::names;
use crate::plan::Loop;
use crate::tuples::nest;

/// All calls of a system, given the parts of the world in these locals.
pub(super) fn generate(context: &Context, number: usize, locals: &Locals) -> TokenStream {
    let Context { world, k, plan, .. } = context;
    let system = &world.systems[number];
    let (prepared, forgotten) = prepared(context, number, locals);
    let (readers, passed) = readers::generate(context, number, locals);
    let call = Caller { context, system, locals, per_entity: system.per_entity(), apart: false };
    let (decided, entities) = (call.decided(&passed), &locals.entities);
    let (traced, called) = (names::local("_traced"), system.name.to_string());
    let decided = quote! { #readers #decided let #traced = #k::traced(#entities, #number, #called); };
    if let (Some(view), true) = (plan.view_of(number), system.parallel) {
        let (found, forgotten_too) = companions::finding(context, number, None, locals);
        let drive = parallel::drive(context, number, view, locals);
        return quote! { #decided #prepared #found #drive #forgotten_too #forgotten };
    }
    let run = call.call(&system.run, "run");
    let Some(view) = plan.view_of(number) else { return quote! { #decided #prepared #run #forgotten } };
    let (fetch, columns, pattern) = driven(context, system, Some(view), locals);
    let fetches_all = system.unfetched().is_empty();
    let (views, field) = (&locals.views, names::view(view));
    if let Some(Change { component, added, .. }) = system.changes_of(None).next() {
        let (first, rest) = companions::filters(context, number, None, locals);
        return quote! {
            #decided
            #prepared
            #k::drive_changed::<Self, #fetch, _, #view, #component, #added>(
                &#views.#field, #columns, #entities, #first, #rest, |#pattern| #run,
            );
            #forgotten
        };
    }
    let view_of_system = quote! { &#views.#field };
    let searched = sources(context, &plan.searched(number, None), locals);
    let driven = match plan.views()[view].loop_of(fetches_all) {
        Loop::Owned => quote! {
            #k::drive::<Self, #fetch, _, #view, #fetches_all>(#view_of_system, #columns, #entities, |#pattern| #run);
        },
        Loop::Listed => {
            quote! { #k::drive_listed::<Self, #fetch, _, #view>(#view_of_system, #columns, |#pattern| #run); }
        }
        Loop::Searched if !searched.is_empty() => quote! {
            #k::drive_among::<Self, #fetch, _, #view>(
                #view_of_system, #columns, #entities, &[#(#searched),*], |#pattern| #run,
            );
        },
        Loop::Searched => quote! {
            #k::drive_searched::<Self, #fetch, _, #view, #fetches_all>(
                #view_of_system, #columns, #entities, |#pattern| #run,
            );
        },
    };
    quote! { #decided #prepared #driven #forgotten }
}

/// The statements before the loop, which make queries and the spawner, and those after it, which forget the changes that queries filtered
/// by.
fn prepared(context: &Context, number: usize, locals: &Locals) -> (TokenStream, TokenStream) {
    let (k, shared) = (&context.k, context.plan.splits(number));
    let system = &context.world.systems[number];
    let Locals { entities, commands, reserved, spawner, .. } = locals;
    let reborrowed = system.per_entity() && !system.parallel;
    let mut forgotten = TokenStream::new();
    let prepared = system.run.arguments.iter().enumerate().filter_map(|(at, argument)| match &argument.kind {
        ArgumentKind::Query(shape) => {
            let (name, columns) = (Locals::query(at), shape_columns(context, shape, locals, shared, at));
            let mutable = reborrowed.then(|| quote! { mut });
            let request = system.requests.iter().find(|request| request.argument == at);
            let (found, forget) = companions::finding(context, number, Some(at), locals);
            let listed = (!found.is_empty()).then(|| companions::found(Some(at)));
            forgotten.extend(forget);
            let query = query(context, number, request, listed, &columns, locals);
            Some(quote_spanned! { argument.span=> #found let #mutable #name = #query; })
        }
        ArgumentKind::Spawner => Some(quote! { let mut #spawner = #k::Spawner::new(#entities, #reserved, #commands); }),
        _ => None,
    });
    let (splits, prepared) = (splits(context, system, shared, locals), prepared.collect::<TokenStream>());
    let apart = companions::borrowed_apart(context, number, locals);
    (quote! { #apart #splits #prepared }, forgotten)
}

/// A query over these columns: of the view with exactly its requirements, if these include filters; or of the listed entities.
fn query(
    context: &Context,
    system: usize,
    request: Option<&QueryRequest>,
    listed: Option<Ident>,
    columns: &TokenStream,
    locals: &Locals,
) -> TokenStream {
    let (k, Locals { entities, views, .. }) = (&context.k, locals);
    let filtered = request.filter(|request| !request.with.is_empty() || request.aspect.has_filters());
    let query = if let Some(found) = &listed {
        quote! { #k::query_found::<Self, _>(#k::Found::entities(&#found), #columns, #views, #entities) }
    } else {
        quote! { #k::query_over::<Self, _>(#columns, #views, #entities) }
    };
    let Some(request) = filtered else { return query };
    let searched = sources(context, &context.plan.searched(system, Some(request)), locals);
    let among = (listed.is_none() && !searched.is_empty()).then(|| quote! { .among(&[#(#searched),*]) });
    if let (None, Some(view)) = (listed, context.plan.view_of_query(request)) {
        return quote! { #k::query_of_view::<Self, _, #view>(#columns, #views, #entities) #among };
    }
    let QueryRequest { aspect: Aspect { none, any, .. }, with, .. } = request;
    let filters = [("with", with), ("without", none), ("any", any)].into_iter().filter(|(_, list)| !list.is_empty());
    let filters = filters.map(|(name, components)| {
        let name = names::local(name);
        let types = components.iter().map(|component| context.world.components()[*component].ty.to_token_stream());
        let types = nest(&types.collect::<Vec<_>>());
        quote! { .#name::<#types>() }
    });
    quote! { #query #(#filters)* #among }
}
