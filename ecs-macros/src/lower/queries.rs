//! Owns the entries of `queries:` and `groups:`.

use quote::ToTokens;
use syn::Type;
use syn::spanned::Spanned;

use super::{Scope, wish};
use crate::messages::{views as say_views, world as say};
use crate::model::{Aspect, Query, ViewKind, Wish};
use crate::parse::{QueryDecl, path_of};
use crate::report::Errors;

pub(super) fn queries(decls: Vec<QueryDecl>, what: &str, scope: &Scope, errors: &mut Errors) -> Vec<Query> {
    let mut queries: Vec<Query> = Vec::new();
    for mut decl in decls {
        let span = decl.tokens.span();
        let before = errors.len();
        let aspect = Aspect {
            all: components(&decl.all, what, scope, errors),
            none: components(&decl.without, what, scope, errors),
            any: components(&decl.any, what, scope, errors),
        };
        if errors.len() > before {
            continue;
        }
        if queries.iter().any(|query| query.aspect == aspect) {
            errors.at(span, say::twice(what, &decl.all.iter().map(show).collect::<Vec<_>>().join(", ")));
            continue;
        }
        let wish = wish::wish(&mut decl.attributes, errors);
        let wish = if what == "group" {
            if let Some(wish) = wish {
                errors.at(wish.span, say_views::wish_twice());
            }
            Some(Wish { kind: ViewKind::Group, span })
        } else {
            wish
        };
        queries.push(Query { attributes: decl.attributes, aspect, wish, span });
    }
    queries
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
        errors.on(ty, say::no_type());
    }
    path
}
