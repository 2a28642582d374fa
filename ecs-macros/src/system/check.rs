//! Rules for systems that the item alone can break: one function each.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Generics, Meta, Path, PathArguments, ReceiverKind, ReturnType,
    Safety, Type, TypeParamBound, Visibility, WherePredicate,
};

use super::parameters;
use super::parse::{Method, Owner, ParameterFilter, SystemDecl};
use crate::messages::{parallel as say_parallel, system as say};
use crate::names;
use crate::report::Errors;
use crate::vocabulary::{last, path_of};

pub(super) fn system(system: &SystemDecl, errors: &mut Errors) {
    match &system.owner {
        None => {
            function_hides_no_macro(system, errors);
            exported_function_is_public(system, errors);
        }
        Some(owner) => {
            type_is_generic_or_plain(owner, errors);
            run_exists(system, errors);
            parallel_run_shares_its_state(system, errors);
        }
    }
    views_and_filters_are_of_query_parameters(system, errors);
    for method in &system.methods {
        receiver_is_a_borrow(method, errors);
        function_is_plain(method, errors);
        nothing_is_returned(method, errors);
        parameters_have_no_cfg(method, errors);
        parameters_name_what_they_take(system, method, errors);
        parameters::check(method, errors);
        type_parameters_follow_from_parameters(method, false, errors);
    }
}

/// `view(moving) = none` and `without(moving: Frozen)` must name a parameter of `run` that is a query.
fn views_and_filters_are_of_query_parameters(system: &SystemDecl, errors: &mut Errors) {
    let Some(run) = system.methods.iter().find(|method| method.role == "run") else { return };
    let is_query = |parameter: &Ident| {
        let found = run.parameters().find(|(name, _)| *name == Some(parameter));
        found.is_some_and(|(_, ty)| path_of(ty).is_some_and(|path| last(path) == "Query"))
    };
    for (parameter, _) in &system.arguments.parameter_views {
        if !is_query(parameter) {
            errors.on(parameter, say::view_of_no_query(&system.name, parameter));
        }
    }
    for ParameterFilter { parameter, filter, .. } in &system.arguments.parameter_filters {
        if !is_query(parameter) {
            errors.on(parameter, say::filter_of_no_query(&system.name, filter, parameter));
        }
    }
    for (filter, paths) in system.arguments.filters() {
        if let Some(parameter) = paths.first().and_then(Path::get_ident).filter(|first| is_query(first)) {
            let rest: Vec<_> = paths.iter().skip(1).map(names::shown).collect();
            let rest = if rest.is_empty() { "Component".into() } else { rest.join(", ") };
            errors.on(parameter, say::query_as_a_component(&filter, parameter, &rest));
        }
    }
}

pub(super) fn function_hides_no_macro(system: &SystemDecl, errors: &mut Errors) {
    let name = system.name.to_string();
    if name == "sync" {
        errors.on(&system.name, say::called_sync());
    } else if names::hides_macro(&name) {
        errors.on(&system.name, say::hides_macro(&name));
    }
}

/// Worlds of other crates call the function by its own path.
fn exported_function_is_public(system: &SystemDecl, errors: &mut Errors) {
    let public = matches!(system.visibility, Some(Visibility::Public(_)));
    if let Some(export) = system.arguments.export.as_ref().filter(|_| !public) {
        errors.on(export, say::exported_and_private(&system.name));
    }
}

/// A companion macro is for all instances of a type, so the block must be, too.
fn type_is_generic_or_plain(owner: &Owner, errors: &mut Errors) {
    let Type::Path(path) = &owner.ty else { return };
    let Some(segment) = path.path.segments.last() else { return };
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return };
    let parameters: Vec<_> = owner.generics.type_params().map(|parameter| &parameter.ident).collect();
    let constants: Vec<_> = owner.generics.const_params().map(|parameter| &parameter.ident).collect();
    for argument in &arguments.args {
        let generic = match argument {
            GenericArgument::Type(Type::Path(ty)) => {
                parameters.iter().chain(&constants).any(|parameter| ty.path.is_ident(*parameter))
            }
            GenericArgument::Type(_) | GenericArgument::Const(_) => false,
            _ => true,
        };
        if !generic {
            errors.on(argument, say::instance(&segment.ident));
        }
    }
}

fn run_exists(system: &SystemDecl, errors: &mut Errors) {
    if !system.methods.iter().any(|method| method.role == "run") {
        let callback = system.methods.first().map(|method| &method.role);
        errors.on(&system.name, say::no_run(&system.name, callback));
    }
}

/// Several threads call it at once.
fn parallel_run_shares_its_state(system: &SystemDecl, errors: &mut Errors) {
    let run = system.methods.iter().find(|method| method.role == "run" && system.arguments.parallel.is_some());
    if let Some(FnArg::Receiver(receiver)) = run.and_then(|run| run.signature.inputs.first())
        && matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_)))
    {
        errors.on(receiver, say_parallel::receiver(&system.name));
    }
}

fn receiver_is_a_borrow(method: &Method, errors: &mut Errors) {
    for input in &method.signature.inputs {
        if let FnArg::Receiver(receiver) = input
            && !matches!(receiver.kind, ReceiverKind::Reference(..))
        {
            errors.on(receiver, say::receiver(&method.signature.ident));
        }
    }
}

pub(super) fn function_is_plain(method: &Method, errors: &mut Errors) {
    let signature = &method.signature;
    let words = [
        signature.asyncness.map(|word| (word.span(), "async")),
        if let Safety::Unsafe(word) = &signature.safety { Some((word.span(), "unsafe")) } else { None },
        signature.abi.as_ref().map(|word| (word.span(), "extern")),
    ];
    for (span, word) in words.into_iter().flatten() {
        errors.at(span, say::qualified(&method.signature.ident, word));
    }
}

fn nothing_is_returned(method: &Method, errors: &mut Errors) {
    let ReturnType::Type(_, ty) = &method.signature.output else { return };
    match ty.as_ref() {
        Type::Tuple(tuple) if tuple.elems.is_empty() => {}
        Type::Never(_) => errors.on(ty, say::never_returns(&method.signature.ident)),
        _ => errors.on(ty, say::returns(&method.signature.ident)),
    }
}

/// An attribute macro sees what `cfg` will remove, so the signature would be wrong.
pub(super) fn parameters_have_no_cfg(method: &Method, errors: &mut Errors) {
    let inputs = method.signature.inputs.iter().map(|input| match input {
        FnArg::Receiver(receiver) => &receiver.attrs,
        FnArg::Typed(typed) => &typed.attrs,
    });
    for attribute in inputs.chain([&method.attributes]).flatten().filter(|attribute| is_cfg(attribute)) {
        errors.on(attribute, say::cfg_inside());
    }
}

/// A world only reads names, and that of a type parameter identifies nothing.
pub(super) fn parameters_name_what_they_take(system: &SystemDecl, method: &Method, errors: &mut Errors) {
    let all = system.owner.iter().map(|owner| &owner.generics).chain([&method.signature.generics]);
    let generic: Vec<_> = all.flat_map(Generics::type_params).map(|parameter| &parameter.ident).collect();
    for ty in method.types() {
        names_what_it_takes(ty, &generic, errors);
    }
}

/// Reports a type parameter where this parameter, or a part of it, must name a component, a resource, an event or a state.
fn names_what_it_takes(ty: &Type, generic: &[&Ident], errors: &mut Errors) {
    let parameter = |ty: &Type| path_of(ty).and_then(Path::get_ident).cloned().filter(|name| generic.contains(&name));
    match ty {
        Type::Reference(reference) => match parameter(&reference.elem) {
            Some(name) => errors.on(&name, say::type_parameter(&name)),
            None => names_what_it_takes(&reference.elem, generic, errors),
        },
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|part| names_what_it_takes(part, generic, errors)),
        ty => {
            let Some(segment) = path_of(ty).and_then(|path| path.segments.last()) else { return };
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return };
            let types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            match segment.ident.to_string().as_str() {
                kind @ ("Events" | "EventReader" | "State") => {
                    if let Some(name) = types.last().and_then(parameter) {
                        errors.on(&name, say::type_parameter_as_a_kind(&name, kind));
                    }
                }
                "Mut" | "Past" | "Tree" | "Sources" => {
                    if let Some(name) = types.last().and_then(parameter) {
                        errors.on(&name, say::type_parameter(&name));
                    }
                }
                "Query" | "Option" => types.for_each(|part| names_what_it_takes(part, generic, errors)),
                _ => {}
            }
        }
    }
}

/// A world does not name type parameters: they must follow from what it passes. A condition is passed no world.
pub(super) fn type_parameters_follow_from_parameters(method: &Method, is_condition: bool, errors: &mut Errors) {
    let generics = &method.signature.generics;
    for parameter in &generics.params {
        let (name, examples): (_, fn(&Ident) -> String) = match parameter {
            GenericParam::Type(parameter) if !is_condition => (&parameter.ident, say::of_a_world),
            GenericParam::Type(parameter) => (&parameter.ident, say::of_a_value),
            GenericParam::Const(parameter) => (&parameter.ident, say::of_a_value),
            GenericParam::Lifetime(_) => continue,
        };
        if !method.types().chain(equated(generics)).any(|ty| determines(ty.to_token_stream(), name)) {
            errors.on(name, say::parameter_of_nothing(name, &examples(name)));
        }
    }
}

/// The types in `Iterator<Item = T>` and the like.
fn equated(generics: &Generics) -> impl Iterator<Item = &Type> {
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_clauses = clauses.filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => Some(&predicate.bounds),
        _ => None,
    });
    let bounds = generics.type_params().map(|parameter| &parameter.bounds).chain(of_clauses).flatten();
    let segments = bounds.filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last(),
        _ => None,
    });
    let arguments = segments.filter_map(|segment| match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    });
    arguments.flatten().filter_map(|argument| match argument {
        GenericArgument::AssocType(equated) => Some(&equated.ty),
        _ => None,
    })
}

/// Whether a type determines a parameter: it does not in `W::Item` and `<W as Trait>::Item`.
fn determines(ty: TokenStream, name: &Ident) -> bool {
    let mut tokens = ty.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match token {
            TokenTree::Group(group) => determines(group.stream(), name),
            TokenTree::Ident(ident) => ident == *name && !tokens.peek().is_some_and(projects),
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// Whether this token after a name means that an associated item is taken.
fn projects(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == ':',
        TokenTree::Ident(word) => word == "as",
        _ => false,
    }
}

/// Whether an attribute may remove the item that it is on: `cfg`, also in a `cfg_attr`.
fn is_cfg(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
            let mut given = list.tokens.clone().into_iter().skip_while(|token| !is_comma(token));
            given.any(|token| matches!(token, TokenTree::Ident(word) if word == "cfg" || word == "cfg_attr"))
        }
        _ => attribute.path().is_ident("cfg"),
    }
}
