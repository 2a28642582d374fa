//! The entries of `queries:` and `groups:`.

use syn::Type;
use syn::spanned::Spanned;

use super::{Scope, rare, requested};
use crate::messages::{query as say_query, views as say_views, world as say};
use crate::model::{Aspect, Query, RequestedKind};
use crate::names;
use crate::parse::QueryDecl;
use crate::planner::Kept;
use crate::report::Errors;
use crate::vocabulary::{filter_type, path_of};

/// The queries of sets, each aspect once, and then those of the declaration itself, which may request the same.
pub(super) fn queries(
    of_sets: Vec<QueryDecl>,
    own: Vec<QueryDecl>,
    what: &str,
    scope: &Scope,
    errors: &mut Errors,
) -> Vec<Query> {
    let mut queries: Vec<Query> = Vec::new();
    for decl in of_sets {
        let query = query(decl, what, scope, errors);
        let Some(query) = query else { continue };
        match queries.iter_mut().find(|first| first.is_same_request(&query)) {
            Some(first) if first.requested.is_none() => first.requested = query.requested,
            // Two kinds are a contradiction, which the planner reports.
            Some(first)
                if query.requested.is_some_and(|own| first.requested.is_none_or(|first| first.kind != own.kind)) =>
            {
                queries.push(query);
            }
            Some(_) => {}
            None => queries.push(query),
        }
    }
    let of_sets = queries.len();
    for decl in own {
        let shown = decl.all.iter().map(names::shown).collect::<Vec<_>>().join(", ");
        let Some(query) = query(decl, what, scope, errors) else { continue };
        match queries.iter().position(|first| first.is_same_request(&query)) {
            None => queries.push(query),
            Some(at) if at < of_sets => {
                let requested = query.requested.or(queries[at].requested);
                queries[at] = Query { requested, ..query };
            }
            Some(_) => errors.at(query.span, say::twice(what, &shown)),
        }
    }
    queries
}

fn query(mut decl: QueryDecl, what: &str, scope: &Scope, errors: &mut Errors) -> Option<Query> {
    let span = decl.tokens.span();
    let before = errors.len();
    let fetched = components(&decl.all, what, scope, errors);
    let unfetched = with(&decl.with, &fetched, what, scope, errors);
    let mut all = [fetched, unfetched.clone()].concat();
    all.sort_unstable();
    let aspect = Aspect {
        all,
        none: components(&decl.without, what, scope, errors),
        any: components(&decl.any, what, scope, errors),
    };
    if errors.len() > before {
        return None;
    }
    rare::refuse(&mut decl.attributes, what, errors);
    let requested = requested::kind(&mut decl.attributes, errors);
    let requested = if what == "group" {
        if let Some(requested) = requested {
            errors.at(requested.span, say_views::kind_of_a_group());
        }
        Some(RequestedKind { kind: Kept::Group, span })
    } else {
        requested
    };
    Some(Query { attributes: decl.attributes, aspect, with: unfetched, requested, span })
}

/// The components that are required but not fetched, ascending; those that are fetched are reported.
fn with(types: &[Type], fetched: &[usize], what: &str, scope: &Scope, errors: &mut Errors) -> Vec<usize> {
    let with = components(types, what, scope, errors);
    let mut ignored = Errors::default();
    for ty in types {
        let component = path_of(ty).and_then(|path| scope.component(path, what, &mut ignored));
        let Some(component) = component else { continue };
        let name = scope.components()[component].name.to_string();
        if what == "group" {
            errors.on(ty, say::with_in_a_group(&name));
        } else if fetched.contains(&component) {
            errors.on(ty, say::required_already(&format!("this {what}"), &name));
        }
    }
    ignored.reported_elsewhere();
    with
}

/// The components of a list, ascending; one that is given twice is reported.
fn components(types: &[Type], what: &str, scope: &Scope, errors: &mut Errors) -> Vec<usize> {
    let mut components = Vec::new();
    for ty in types {
        let Some(path) = component_path(ty, errors) else { continue };
        if let Some((word, components)) = filter_type(ty).filter(|_| !scope.is_component(path)) {
            errors.on(ty, say_query::filter_as_a_component(word, &components));
            continue;
        }
        let Some(component) = scope.component(path, &format!("this {what}"), errors) else { continue };
        if components.contains(&component) {
            errors.on(ty, say::twice("component", &scope.components()[component].name.to_string()));
        } else {
            components.push(component);
        }
    }
    components.sort_unstable();
    components
}

fn component_path<'a>(ty: &'a Type, errors: &mut Errors) -> Option<&'a syn::Path> {
    if let Type::Reference(reference) = ty {
        errors.on(ty, say::query_component_by_reference(&names::shown(&reference.elem)));
        return None;
    }
    let path = path_of(ty);
    if path.is_none() {
        errors.on(ty, say::query_component_without_path());
    }
    path
}
