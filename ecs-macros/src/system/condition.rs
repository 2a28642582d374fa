//! `#[condition]`: leaves the function unchanged, and adds a companion macro that passes its signature to `ecs_world!`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Item, ReturnType, Type, Visibility};

use super::parse::{Arguments, SystemDecl};
use super::{check, expand, filters, parse};
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
    let beside = read(item.clone(), arguments, &mut errors).map(|condition| {
        check(&condition, &mut errors);
        expand::companion_of(&condition, "condition", errors.len() > 0)
    });
    errors.report(&quote! { #item #beside })
}

/// Reads the item; reported and `None` if it cannot be a condition.
fn read(item: TokenStream, arguments: Arguments, errors: &mut Errors) -> Option<SystemDecl> {
    let item = filters::function(&item).map_or_else(|| syn::parse2(item), |function| Ok(Item::Fn(function)));
    match parse::readable(item, errors)? {
        Item::Fn(function) => parse::of_fn(function, arguments, say::on_a_method, errors),
        other => {
            errors.on(&other, say::wrong_item());
            parse::of_type(other)
        }
    }
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
        check::parameters_name_what_they_take(condition, method, errors);
        check::type_parameters_follow_from_parameters(method, true, errors);
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
