//! The rule for types of parameters that rustc refuses, too: queries and queues without a world, components by value in queries, and
//! filters and resources as other libraries write them. [`stand_in`](super::stand_in) keeps rustc from reporting them again.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{FnArg, GenericArgument, Lifetime, Pat, PathArguments, Type};

use super::parse::Method;
use crate::messages::system as say;
use crate::names;
use crate::report::Errors;
use crate::vocabulary::{filter_type, generic_types, last, path_of, unwrapped};

/// The place of a mistake in a type, and the message.
type Refusal = (TokenStream, String);

/// Reports each parameter whose type is refused.
pub(super) fn check(method: &Method, errors: &mut Errors) {
    for (place, message) in method.parameters().filter_map(|(name, ty)| refusal(name, ty)) {
        errors.on(&place, message);
    }
}

/// Returns true if a parameter is one that [`check`] reports.
pub(super) fn is_refused(parameter: &FnArg) -> bool {
    let FnArg::Typed(typed) = parameter else { return false };
    let name = if let Pat::Ident(pattern) = typed.pat.as_ref() { Some(&pattern.ident) } else { None };
    refusal(name, &typed.ty).is_some()
}

/// The mistake in the type of a parameter of this name, if there is one.
fn refusal(name: Option<&Ident>, ty: &Type) -> Option<Refusal> {
    let ty = unwrapped(ty);
    if let Type::Reference(reference) = ty {
        return queue(&reference.elem);
    }
    if let Some(lifetime) = static_borrow(ty) {
        return Some((lifetime.to_token_stream(), say::static_borrow(&last(path_of(ty)?))));
    }
    if last(path_of(ty)?) == "Query" {
        return query(name, ty);
    }
    let as_a_parameter = || {
        filter_type(ty).map(|(word, components)| (ty.to_token_stream(), say::filter_as_a_parameter(word, &components)))
    };
    queue(ty).or_else(as_a_parameter).or_else(|| wrapper(ty))
}

/// A mistake in a `Query`: too many types, too few, or something that no query fetches.
fn query(name: Option<&Ident>, ty: &Type) -> Option<Refusal> {
    let whole = |message: String| Some((ty.to_token_stream(), message));
    match generic_types(ty).as_slice() {
        [world, ..] if !matches!(unwrapped(world), Type::Path(_) | Type::ImplTrait(_)) => {
            whole(say::query_without_world())
        }
        [] | [_] => whole(say::query_without_world()),
        [_, fetched] => filter_within(name, fetched).or_else(|| by_value_within(fetched)),
        [_, _, rest, ..] => {
            let more = || (rest.to_token_stream(), say::query_of_more());
            Some(filter_within(name, rest).unwrap_or_else(more))
        }
    }
}

/// The lifetime `'static` of a type that borrows the world.
fn static_borrow(ty: &Type) -> Option<&Lifetime> {
    let segment = path_of(ty)?.segments.last()?;
    let borrows = ["Query", "EventReader", "Tree", "Sources"].iter().any(|name| segment.ident == name);
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Lifetime(lifetime)) if borrows && lifetime.ident == "static" => Some(lifetime),
        _ => None,
    }
}

/// `Commands` and `Spawner` without a world.
fn queue(ty: &Type) -> Option<Refusal> {
    let name = last(path_of(ty)?);
    let is_bare = ["Commands", "Spawner"].contains(&name.as_str()) && generic_types(ty).is_empty();
    is_bare.then(|| (ty.to_token_stream(), say::queue_without_world(&name)))
}

/// `Res<Time>` and similar types of other libraries.
fn wrapper(ty: &Type) -> Option<Refusal> {
    let types = generic_types(ty);
    let (name, inner) = (last(path_of(ty)?), *types.last()?);
    // `NextState` is a resource there: `ResMut<NextState<Phase>>`.
    if name == "ResMut" && path_of(inner).is_some_and(|path| last(path) == "NextState") {
        return wrapper(inner).map(|(_, message)| (ty.to_token_stream(), message));
    }
    let inner = names::shown(inner);
    let cure = match name.as_str() {
        "Local" => "a field of a system with state: `#[system] impl Type { fn run(&mut self, ..) {} }`".into(),
        "NextState" => format!("`&mut State<{inner}>`"),
        "Res" => format!("`&{inner}`"),
        "ResMut" => format!("`&mut {inner}`"),
        "EventWriter" | "MessageWriter" => format!("`&mut Events<{inner}>`"),
        "MessageReader" => format!("`EventReader<'_, {inner}>`"),
        "Ref" => format!("`&{inner}`, and `#[system(changed({inner}))]` to visit only values that changed"),
        "RemovedComponents" => format!(
            "a system with the callback `on_removed`: `#[system] impl Type {{ fn run(&self, _: &{inner}) {{}} fn on_removed(&self, _: \
             &{inner}) {{}} }}`"
        ),
        "Single" => format!("`Query<'_, World, {inner}>`, and call `single` or `single_mut` of it"),
        "ParamSet" => {
            "each query as a parameter, and keep them apart by filters: `#[system(without(parameter: Component))]`"
                .into()
        }
        "On" if types.len() == 1 => format!("`EventReader<'_, {inner}>`"),
        "On" => "a system with the callback `on_added`, `on_removed` or `on_replaced`".into(),
        _ => return None,
    };
    Some((ty.to_token_stream(), say::wrapper_of_another_library(&name, &cure)))
}

/// The first filter in what a query fetches.
fn filter_within(name: Option<&Ident>, ty: &Type) -> Option<Refusal> {
    match unwrapped(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().find_map(|part| filter_within(name, part)),
        ty => filter_type(ty).map(|(word, components)| {
            let name = name.map(ToString::to_string);
            (ty.to_token_stream(), say::filter_in_a_query(word, &components, name.as_deref()))
        }),
    }
}

/// The first type in what a query fetches that is neither borrowed nor known to be fetched by value.
fn by_value_within(ty: &Type) -> Option<Refusal> {
    let ty = unwrapped(ty);
    if let Type::Tuple(tuple) = ty {
        return tuple.elems.iter().find_map(by_value_within);
    }
    match path_of(ty).map(last).as_deref() {
        Some("Entity" | "Mut") => None,
        Some("Option") => match unwrapped(generic_types(ty).last()?) {
            Type::Tuple(_) => Some((ty.to_token_stream(), say::option_of_several())),
            inner if is_entity_by_reference(inner) => Some((ty.to_token_stream(), say::entity_by_reference())),
            inner => by_value_within(inner),
        },
        _ if is_entity_by_reference(ty) => Some((ty.to_token_stream(), say::entity_by_reference())),
        _ if matches!(ty, Type::Reference(_)) => None,
        _ if ty.to_token_stream().to_string().contains('\'') => {
            Some((ty.to_token_stream(), say::struct_in_a_query(&shown(ty))))
        }
        _ => Some((ty.to_token_stream(), say::component_by_value_in_a_query(&shown(ty)))),
    }
}

/// Returns true for `&Entity` and `&mut Entity`.
fn is_entity_by_reference(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    let is_of_library = |path: &&syn::Path| path.segments.len() == 1 || path.segments[0].ident == "ecs_world";
    path_of(&reference.elem).filter(is_of_library).is_some_and(|path| last(path) == "Entity")
}

/// A type for a sentence.
fn shown(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}
