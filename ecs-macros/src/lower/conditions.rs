//! Owns conditions: what the parameters of each mean, and which of them a system names after `run_if =`.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::Type;
use syn::spanned::Spanned;

use super::parameters::{self, generic_types};
use super::{Scope, fields, rare, states};
use crate::messages::{conditions as say, set as say_set, states as say_states, world as say_world};
use crate::model::{Argument, Call, Condition, Merged, RunIf, What};
use crate::names;
use crate::parse::{Entry, RunIfDecl, Signature};
use crate::report::Errors;
use crate::vocabulary::{Kind, Receiver, path_of};

/// The conditions, each with its parameters. What two sets bring together is one.
pub(super) fn conditions(
    entries: Vec<(Entry, Signature)>,
    scope: &Scope,
    merged: &mut Vec<Merged>,
    errors: &mut Errors,
) -> Vec<Condition> {
    let mut conditions: Vec<Condition> = Vec::new();
    for (entry, signature) in entries {
        let Some(name) = fields::usable_name(&entry, "condition", errors) else {
            fields::leave_out(&entry, errors);
            continue;
        };
        let keys = |origin: &Entry| origin.origin.iter().flat_map(|origin| origin.keys.clone()).collect::<Vec<_>>();
        let own = keys(&entry);
        let known = |first: &&Condition| {
            let mut keys = first.field.origin.iter().flat_map(|origin| &origin.keys);
            keys.any(|key| own.contains(key))
        };
        if conditions.iter().any(|first| known(&first)) {
            continue;
        }
        let snake = names::snake_case(&name.to_string());
        let item = parameters::item(&entry, &signature);
        if let Some(first) = conditions.iter_mut().find(|first| first.field.snake == snake) {
            let same = item.is_some() && first.item == item;
            if let Some(origin) = first.field.origin.as_mut().filter(|_| same) {
                origin.keys.extend(own);
                let (first, second) = (first.field.ty.clone(), entry.ty);
                merged.push(Merged { first, second, is_fn: true, span: name.span() });
            } else {
                errors.on(&name, same_name(first, &entry, item.as_ref(), &snake));
                fields::leave_out(&entry, errors);
            }
            continue;
        }
        if !signature.condition && signature.kind != Kind::Broken {
            errors.on(&name, say::system_among_conditions(&name));
            fields::leave_out(&entry, errors);
            continue;
        }
        let before = errors.len();
        let call = call(&signature, &name.to_string(), scope, errors);
        let broken = signature.kind == Kind::Broken || errors.len() > before;
        let mut field = fields::field(entry, name, snake);
        rare::refuse(&mut field.attributes, "condition", errors);
        conditions.push(Condition { field, public: signature.public, item, call, broken });
    }
    conditions
}

fn same_name(first: &Condition, second: &Entry, item: Option<&Ident>, name: &str) -> String {
    let tokens = |ty: &Type| ty.to_token_stream().to_string().replace(' ', "");
    let is_own = first.field.origin.is_none() && second.origin.is_none();
    if is_own && item.is_some() && first.item.as_ref() == item || tokens(&first.field.ty) == tokens(&second.ty) {
        return say_world::twice("condition", name);
    }
    let describe = |ty| format!("the condition `{}`", tokens(ty));
    let of_set = first.field.origin.is_some() || second.origin.is_some();
    let clash = if of_set { say_set::clash } else { say_world::clash };
    clash(name, &describe(&first.field.ty), &describe(&second.ty))
}

/// What a world passes to a condition.
fn call(signature: &Signature, name: &str, scope: &Scope, errors: &mut Errors) -> Call {
    let place = format!("condition `{name}`");
    let arguments = (1..).zip(&signature.run.parameters).map(|(number, ty)| {
        let what = parameter(ty, &place, scope, errors).unwrap_or_else(|| {
            errors.on(ty, say::unsupported_parameter(name, number));
            What::Unknown
        });
        Argument { what, span: ty.span() }
    });
    Call { receiver: Receiver::None, arguments: arguments.collect() }
}

/// What a parameter means; `None` if a condition cannot take it, and `Unknown` if what it names is not there.
fn parameter(ty: &Type, place: &str, scope: &Scope, errors: &mut Errors) -> Option<What> {
    let Type::Reference(reference) = fields::unwrapped(ty) else {
        let is_reader = path_of(ty)?.segments.last()?.ident == "EventReader";
        return is_reader.then(|| parameters::reader(ty, place, scope, errors));
    };
    if reference.mutability.is_some() {
        return None;
    }
    let path = path_of(&reference.elem)?;
    let inner = generic_types(&reference.elem).into_iter().next_back().and_then(path_of);
    let kind = path.segments.last().map(|segment| segment.ident.to_string());
    let found = match (kind.as_deref(), inner) {
        (Some("Events"), Some(event)) => {
            scope.event(event, place, errors).map(|event| What::Event { event, mutable: false })
        }
        (Some("Events"), None) => {
            errors.on(reference, say_world::events_without_kind(place));
            None
        }
        (Some("State"), None) if !scope.is_resource(path) => {
            errors.on(reference, say_states::state_without_kind(place));
            None
        }
        (Some("State"), Some(state)) if !scope.is_resource(path) => {
            scope.state(state, place, errors).map(|resource| What::Resource { resource, mutable: false })
        }
        _ => scope.resource(path, place, errors).map(|resource| What::Resource { resource, mutable: false }),
    };
    Some(found.unwrap_or(What::Unknown))
}

/// When a system runs; reported and `None` if that cannot be said.
pub(super) fn run_if(decl: &RunIfDecl, system: &str, scope: &Scope, errors: &mut Errors) -> Option<RunIf> {
    let mut all = |list: &[RunIfDecl]| -> Option<Vec<RunIf>> {
        let list: Vec<_> = list.iter().map(|one| run_if(one, system, scope, errors)).collect();
        list.into_iter().collect()
    };
    match decl {
        RunIfDecl::Holds(path) => scope.condition(path, system, errors).map(RunIf::Holds),
        RunIfDecl::InState(path) => {
            let place = format!("`in_state` of system `{system}`");
            states::value(path, &place, scope, errors).map(RunIf::InState)
        }
        RunIfDecl::OnEvent(path) => {
            scope.event(path, &format!("`on_event` of system `{system}`"), errors).map(RunIf::OnEvent)
        }
        RunIfDecl::Not(one) => run_if(one, system, scope, errors).map(|one| RunIf::Not(Box::new(one))),
        RunIfDecl::All(list) => all(list).map(RunIf::All),
        RunIfDecl::Any(list) => all(list).map(RunIf::Any),
    }
}
