//! Owns the entries of `queries:` and `groups:`.

use quote::ToTokens;
use syn::Type;
use syn::spanned::Spanned;

use super::{Scope, rare, wish};
use crate::messages::{views as say_views, world as say};
use crate::model::{Aspect, Query, Wish};
use crate::parse::{QueryDecl, path_of};
use crate::planner::Kept;
use crate::report::Errors;

/// The queries of sets, each aspect once, and then those of the declaration itself, which may ask for the same.
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
        queries.extend(query.filter(|query| !queries.iter().any(|first| first.aspect == query.aspect)));
    }
    let of_sets = queries.len();
    for decl in own {
        let shown = decl.all.iter().map(show).collect::<Vec<_>>().join(", ");
        let Some(query) = query(decl, what, scope, errors) else { continue };
        match queries.iter().position(|first| first.aspect == query.aspect) {
            None => queries.push(query),
            Some(at) if at < of_sets => {
                let wish = query.wish.or(queries[at].wish);
                queries[at] = Query { wish, ..query };
            }
            Some(_) => errors.at(query.span, say::twice(what, &shown)),
        }
    }
    queries
}

fn query(mut decl: QueryDecl, what: &str, scope: &Scope, errors: &mut Errors) -> Option<Query> {
    let span = decl.tokens.span();
    let before = errors.len();
    let aspect = Aspect {
        all: components(&decl.all, what, scope, errors),
        none: components(&decl.without, what, scope, errors),
        any: components(&decl.any, what, scope, errors),
    };
    if errors.len() > before {
        return None;
    }
    rare::refuse(&mut decl.attributes, what, errors);
    let wish = wish::wish(&mut decl.attributes, errors);
    let wish = if what == "group" {
        if let Some(wish) = wish {
            errors.at(wish.span, say_views::wish_twice());
        }
        Some(Wish { kind: Kept::Group, span })
    } else {
        wish
    };
    Some(Query { attributes: decl.attributes, aspect, wish, span })
}

fn show(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

/// The components of a list, ascending; one that stands twice is reported.
fn components(types: &[Type], what: &str, scope: &Scope, errors: &mut Errors) -> Vec<usize> {
    let mut components = Vec::new();
    for ty in types {
        let Some(path) = component_path(ty, errors) else { continue };
        let Some(component) = scope.component(path, &format!("this {what}"), errors) else { continue };
        if components.contains(&component) {
            errors.on(ty, say::twice("component", &scope.components[component].name.to_string()));
        } else {
            components.push(component);
        }
    }
    components.sort_unstable();
    components
}

fn component_path<'a>(ty: &'a Type, errors: &mut Errors) -> Option<&'a syn::Path> {
    if let Type::Reference(reference) = ty {
        errors.on(ty, say::query_component_by_reference(&show(&reference.elem)));
        return None;
    }
    let path = path_of(ty);
    if path.is_none() {
        errors.on(ty, say::query_component_without_path());
    }
    path
}
