//! Owns the rule for types of parameters that rustc refuses, too: queries and queues without a world, and filters in the form
//! of other libraries. [`stand_in`](super::stand_in) keeps rustc from reporting them again.

use quote::ToTokens;
use syn::{FnArg, Type};

use super::parse::Method;
use crate::messages::system as say;
use crate::report::Errors;
use crate::vocabulary::{generic_types, last, path_of, unwrapped};

/// Reports each type that names too much or too little.
pub(super) fn check(method: &Method, errors: &mut Errors) {
    for (place, message) in method.types().filter_map(refusal) {
        errors.on(place, message);
    }
}

/// Returns true if a parameter is one that [`check`] reports.
pub(super) fn is_refused(parameter: &FnArg) -> bool {
    matches!(parameter, FnArg::Typed(typed) if refusal(&typed.ty).is_some())
}

/// What is wrong with a type, and where.
fn refusal(ty: &Type) -> Option<(&Type, String)> {
    let ty = unwrapped(ty);
    if let Type::Reference(reference) = ty {
        return queue(&reference.elem);
    }
    if last(path_of(ty)?) == "Query" {
        return match generic_types(ty).as_slice() {
            [world, ..] if path_of(world).is_none() && !matches!(world, Type::ImplTrait(_)) => {
                Some((ty, say::query_without_world()))
            }
            [] | [_] => Some((ty, say::query_without_world())),
            [_, fetched] => filter_within(fetched),
            [_, _, rest, ..] => Some(filter_within(rest).unwrap_or_else(|| (rest, say::query_of_more()))),
        };
    }
    queue(ty).or_else(|| filter(ty).map(|(word, components)| (ty, say::filter_as_a_parameter(word, &components))))
}

/// `Commands` and `Spawner` without a world.
fn queue(ty: &Type) -> Option<(&Type, String)> {
    let name = last(path_of(ty)?);
    let is_bare = ["Commands", "Spawner"].contains(&name.as_str()) && generic_types(ty).is_empty();
    is_bare.then(|| (ty, say::queue_without_world(&name)))
}

/// The first filter in what a query fetches.
fn filter_within(ty: &Type) -> Option<(&Type, String)> {
    match unwrapped(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().find_map(filter_within),
        ty => filter(ty).map(|(word, components)| (ty, say::filter_in_a_query(word, &components))),
    }
}

/// `With<A>`, `Without<(A, B)>` or `Or<(With<A>, With<B>)>`: the word for such a filter here, and its components.
fn filter(ty: &Type) -> Option<(&'static str, String)> {
    let word = match last(path_of(ty)?).as_str() {
        "With" => "with",
        "Without" => "without",
        "Or" => "any",
        "Changed" => "changed",
        "Added" => "added",
        _ => return None,
    };
    let components: Vec<_> = generic_types(ty).into_iter().flat_map(components).collect();
    (!components.is_empty()).then(|| (word, components.join(", ")))
}

/// The components of a filter, as they are written.
fn components(ty: &Type) -> Vec<String> {
    match unwrapped(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(components).collect(),
        ty if filter(ty).is_some() => generic_types(ty).into_iter().flat_map(components).collect(),
        ty => vec![ty.to_token_stream().to_string().replace(' ', "")],
    }
}
