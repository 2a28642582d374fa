//! Generates fetches, and the columns that they use.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

use super::locals::Locals;
use super::{Context, companions, past};
use crate::model::{ArgumentKind, Borrow, Call, Shape, Split, System};
use crate::names;
use crate::tuples::{ARITY, HALF, SMALL, nest};
use crate::vocabulary::EntryKind;

/// The fetch of `run` per entity, its columns, and the pattern of the closure; the columns are in the order of a view, or in any.
pub(super) fn driven(
    context: &Context,
    system: &System,
    view: Option<usize>,
    locals: &Locals,
) -> (TokenStream, TokenStream, TokenStream) {
    let (k, owned) = (&context.k, view.map_or(&[][..], |view| &context.plan.views()[view].owned));
    let mut parts = per_entity(context, &system.run, locals, owned);
    parts.extend(system.iterated().iter().map(|component| {
        let (storage, borrow) = (context.storage(*component), Borrow::read(*component));
        let column = column(context, borrow, locals, owned.contains(component));
        (quote! { #k::Read<#storage> }, column, quote! { _ })
    }));
    nested(context, &parts)
}

/// The fetches per entity, their columns, and the patterns of the closure; `owned` are the components in the order of the view.
pub(super) fn per_entity(
    context: &Context,
    call: &Call,
    locals: &Locals,
    owned: &[usize],
) -> Vec<(TokenStream, TokenStream, TokenStream)> {
    let parts = call.arguments.iter().enumerate().filter_map(|(number, argument)| {
        let (fetch, column) = match &argument.kind {
            ArgumentKind::Component(borrow) => {
                let aligned = !borrow.optional && owned.contains(&borrow.component);
                (fetch(context, *borrow), column(context, *borrow, locals, aligned))
            }
            ArgumentKind::Entity => handle(context, locals),
            _ => return None,
        };
        let local = Locals::argument(number);
        Some((fetch, column, quote! { #local }))
    });
    parts.collect()
}

/// A fetch, its columns, and the pattern of its items.
type Part = (TokenStream, TokenStream, TokenStream);

/// The tuple of these fetches; of tuples, if there are more than a tuple has.
pub(super) fn nested(context: &Context, parts: &[Part]) -> Part {
    if parts.len() > ARITY {
        return nested(context, &parts.chunks(ARITY).map(|chunk| nested(context, chunk)).collect::<Vec<_>>());
    }
    let all =
        |parts: &[Part], part: fn(&Part) -> &TokenStream| nest(&parts.iter().map(part).cloned().collect::<Vec<_>>());
    let pattern = all(parts, |part| &part.2);
    if parts.len() <= SMALL {
        return (all(parts, |part| &part.0), all(parts, |part| &part.1), pattern);
    }
    // The library has no fetch for such a tuple, but one for its halves.
    let (k, (first, second)) = (&context.k, parts.split_at(HALF));
    let halves = |part| [all(first, part), all(second, part)];
    let ([first_fetch, second_fetch], [first, second]) = (halves(|part| &part.0), halves(|part| &part.1));
    (quote! { #k::Flat<(#first_fetch, #second_fetch)> }, quote! { (#first, #second) }, pattern)
}

fn handle(context: &Context, locals: &Locals) -> (TokenStream, TokenStream) {
    let (k, entities) = (&context.k, &locals.entities);
    (quote! { #k::Handle }, quote! { #entities.handles() })
}

/// The fetch of a component.
fn fetch(context: &Context, borrow: Borrow) -> TokenStream {
    let k = &context.k;
    let storage = if borrow.is_past() {
        past::storage(context, borrow.component)
    } else {
        context.storage(borrow.component).into_token_stream()
    };
    let fetch = if borrow.noted {
        quote! { #k::WriteMut<#storage> }
    } else if borrow.mutable {
        quote! { #k::Write<#storage> }
    } else {
        quote! { #k::Read<#storage> }
    };
    if borrow.optional {
        quote! { #k::Maybe<#fetch> }
    } else {
        fetch
    }
}

/// The column of a component, borrowed as requested; `aligned` if it is in the order of the view.
fn column(context: &Context, borrow: Borrow, locals: &Locals, aligned: bool) -> TokenStream {
    let (k, entry) = (&context.k, EntryKind::Component.number(borrow.component));
    let marked = |column: TokenStream| {
        if aligned {
            quote! { #column.aligned() }
        } else {
            column
        }
    };
    if borrow.is_past() {
        return marked(past_column(context, borrow.component, locals));
    }
    if borrow.mutable
        && let Some(column) = companions::column(context, borrow.component, locals)
    {
        return marked(column);
    }
    let storage = locals.entry(context, entry, borrow.mutable, Span::call_site());
    if let (false, Some(companion)) = (borrow.mutable, companions::ty(context, borrow.component)) {
        let own = if locals.by_field && !locals.writes(context, borrow.component) {
            storage
        } else {
            quote! { #storage.own }
        };
        return marked(quote! { #k::read_own::<_, #companion>(#own) });
    }
    // One call is less for rustc to check than a call and a method.
    match (borrow.mutable, aligned) {
        _ if borrow.noted => marked(quote! { #k::write_noted(#storage) }),
        (true, true) => quote! { #k::write_aligned(#storage) },
        (true, false) => quote! { #k::write(#storage) },
        (false, true) => quote! { #k::read_aligned(#storage) },
        (false, false) => quote! { #k::read(#storage) },
    }
}

/// The column of the past of a component.
fn past_column(context: &Context, component: usize, locals: &Locals) -> TokenStream {
    let k = &context.k;
    if locals.by_field {
        let local = Locals::past(context, component);
        return quote! { #k::read(#local) };
    }
    let (all, field) = (&locals.storages, context.component(component));
    quote! { #k::read(&#all.#field.past) }
}

/// The sources of components, one of which may be iterated without its values.
pub(super) fn sources(context: &Context, components: &[usize], locals: &Locals) -> Vec<TokenStream> {
    let k = &context.k;
    let source = |component: &usize| {
        let column = column(context, Borrow::read(*component), locals, false);
        quote! { #k::source_of(#column) }
    };
    components.iter().map(source).collect()
}

/// The columns that a query parameter requires, some of which may be split between several queries.
pub(super) fn shape_columns(
    context: &Context,
    shape: &Shape,
    locals: &Locals,
    splits: &[Split],
    argument: usize,
) -> TokenStream {
    match shape {
        Shape::Component(borrow) => {
            match splits.iter().find(|split| split.component == borrow.component && !borrow.is_past()) {
                Some(split) => part(split, argument),
                None => column(context, *borrow, locals, false),
            }
        }
        Shape::Entity => handle(context, locals).1,
        Shape::Tuple(parts) => {
            let parts = parts.iter().map(|part| shape_columns(context, part, locals, splits, argument));
            quote! { (#(#parts,)*) }
        }
    }
}

/// The part of a split component that a query borrows.
fn part(split: &Split, argument: usize) -> TokenStream {
    let [front, back] = Locals::split(split.component);
    if split.front.contains(&argument) { front.into_token_stream() } else { back.into_token_stream() }
}

/// Splits the components that queries share, each at the boundary of a group.
pub(super) fn splits(context: &Context, system: &System, splits: &[Split], locals: &Locals) -> TokenStream {
    let k = &context.k;
    let splits = splits.iter().map(|Split { component, view, front, back }| {
        let (views, field) = (&locals.views, names::view(*view));
        let storage = locals.entry(context, EntryKind::Component.number(*component), true, Span::call_site());
        let [before, after] = Locals::split(*component);
        // A side that several queries borrow is only read.
        let reads =
            [front, back].map(|side| side.iter().all(|argument| !system.writes_in_query(*argument, *component)));
        let read = [&before, &after].into_iter().zip(reads).filter(|(_, reads)| *reads).map(|(part, _)| part);
        quote! {
            let (#before, #after) = #k::Sortable::split(#storage, #k::GroupView::boundary(&#views.#field));
            #(let #read = #read.to_read();)*
        }
    });
    splits.collect()
}
