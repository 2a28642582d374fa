//! Owns `#[condition]`: leaves the function as it is, and puts a companion beside it that hands its signature to `ecs_world!`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, ReturnType, Type, Visibility};

use super::parse::{Arguments, SystemDecl};
use super::{check, expand, parse};
use crate::messages::conditions as say;
use crate::report::Errors;

/// `#[condition(export)] fn`
pub(crate) fn of(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let only_export = arguments.is_empty() || arguments.to_string() == "export";
    if !only_export {
        errors.on(&arguments, say::wrong_argument());
    }
    let arguments = if only_export { parse::arguments(arguments, &mut errors) } else { Arguments::default() };
    let beside = match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Fn(function)) => {
            let condition = parse::of_fn(function, arguments);
            check(&condition, &mut errors);
            Some(expand::companion_of(&condition, "condition", errors.len() > 0))
        }
        Ok(other) => {
            errors.on(&other, say::wrong_item());
            None
        }
        Err(error) => {
            errors.add(error);
            None
        }
    };
    errors.report(&quote! { #item #beside })
}

fn check(condition: &SystemDecl, errors: &mut Errors) {
    check::function_hides_no_macro(condition, errors);
    let public = matches!(condition.visibility, Some(Visibility::Public(_)));
    if let Some(export) = condition.arguments.export.as_ref().filter(|_| !public) {
        errors.on(export, say::hidden(&condition.name));
    }
    for method in &condition.methods {
        check::function_is_plain(method, errors);
        check::parameters_have_no_cfg(method, errors);
        let output = &method.signature.output;
        if !matches!(output, ReturnType::Type(_, ty) if is_bool(ty)) {
            errors.on(&condition.name, say::no_bool(&condition.name));
        }
    }
}

fn is_bool(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_bool(&group.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| segment.ident == "bool"),
        _ => false,
    }
}
