//! Conditions: the meaning of their parameters, and of `run_if =` of systems.

use syn::Type;
use syn::spanned::Spanned;

use super::{Scope, attributes, fields, parameters, rare, states};
use crate::messages::{conditions as say, set as say_set, world as say_world};
use crate::model::{Argument, ArgumentKind, Call, Condition, Field, Merged, RunIf};
use crate::names;
use crate::parse::{Entry, RunIfDecl, Signature};
use crate::report::Errors;
use crate::vocabulary::{EntryKind, Kind, Receiver, path_of, unwrapped};

/// The conditions, each with its parameters. A condition that two sets bring is one condition.
pub(super) fn conditions(
    entries: Vec<Entry>,
    scope: &Scope,
    merged: &mut Vec<Merged>,
    errors: &mut Errors,
) -> (Vec<Field>, Vec<Condition>) {
    let mut conditions: Vec<(Field, Condition)> = Vec::new();
    for mut entry in entries {
        let Some(signature) = entry.signature.take() else { continue };
        let Some(name) = fields::usable_name(&entry, EntryKind::Condition.word(), errors) else {
            fields::leave_out(&entry, errors);
            continue;
        };
        let own: Vec<_> = entry.origin.iter().flat_map(|origin| origin.keys.clone()).collect();
        let known = |first: &Field| {
            let mut keys = first.origin.iter().flat_map(|origin| &origin.keys);
            keys.any(|key| own.contains(key))
        };
        if conditions.iter().any(|(first, _)| known(first)) {
            continue;
        }
        let snake = names::snake_case(&name.to_string());
        let item = parameters::item(&entry, &signature);
        if let Some((first, condition)) = conditions.iter_mut().find(|(first, _)| first.snake == snake) {
            let is_one_item = item.is_some() && condition.item == item;
            if let Some(origin) = first.origin.as_mut().filter(|_| is_one_item) {
                origin.keys.extend(own);
                let (first, second) = (first.ty.clone(), entry.ty);
                merged.push(Merged { first, second, is_fn: true, span: name.span() });
            } else {
                errors.on(&name, same_name(first, &entry, is_one_item));
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
        rare::refuse(&mut field.attributes, EntryKind::Condition.word(), errors);
        attributes::refuse(&field.attributes, "conditions", errors);
        conditions.push((field, Condition { public: signature.public, item, call, broken }));
    }
    conditions.into_iter().unzip()
}

fn same_name(first: &Field, second: &Entry, is_one_item: bool) -> String {
    let tokens = |ty: &Type| names::shown(ty);
    let is_own = first.origin.is_none() && second.origin.is_none();
    if is_own && is_one_item || tokens(&first.ty) == tokens(&second.ty) {
        return say_world::twice(EntryKind::Condition.word(), &first.snake);
    }
    let describe = |ty| format!("the condition `{}`", tokens(ty));
    let of_set = first.origin.is_some() || second.origin.is_some();
    let clash = if of_set { say_set::clash } else { say_world::clash };
    clash(&first.snake, &describe(&first.ty), &describe(&second.ty))
}

/// The call of a condition, with what a world passes to it.
fn call(signature: &Signature, name: &str, scope: &Scope, errors: &mut Errors) -> Call {
    let place = format!("condition `{name}`");
    let arguments = (1..).zip(&signature.run.parameters).map(|(number, ty)| {
        let what = parameter(ty, &place, scope, errors).unwrap_or_else(|| {
            errors.on(ty, say::unsupported_parameter(name, number));
            ArgumentKind::Unknown
        });
        Argument { kind: what, span: ty.span() }
    });
    Call { receiver: Receiver::None, arguments: arguments.collect() }
}

/// The meaning of a parameter; `None` if a condition cannot take it, and `Unknown` if what it names does not exist.
fn parameter(ty: &Type, place: &str, scope: &Scope, errors: &mut Errors) -> Option<ArgumentKind> {
    let Type::Reference(reference) = unwrapped(ty) else {
        let is_reader = path_of(ty)?.segments.last()?.ident == "EventReader";
        return is_reader.then(|| parameters::reader(ty, place, scope, errors));
    };
    if reference.mutability.is_some() {
        return None;
    }
    let path = path_of(&reference.elem)?;
    let wrapper = parameters::wrapper(path);
    let wrapper = wrapper.filter(|wrapper| fields::is_parameter(&wrapper.name) || !scope.is_resource(path));
    let found = match wrapper {
        Some(wrapper) => parameters::wrapped(&wrapper, reference, place, scope, errors),
        None => scope.entry(EntryKind::Resource, path, place, errors),
    };
    Some(found.map_or(ArgumentKind::Unknown, |entry| ArgumentKind::Entry { entry, mutable: false }))
}

/// The condition of a system; reported and `None` if it means nothing.
pub(super) fn run_if(decl: &RunIfDecl, system: &str, scope: &Scope, errors: &mut Errors) -> Option<RunIf> {
    let mut all = |list: &[RunIfDecl]| -> Option<Vec<RunIf>> {
        let list: Vec<_> = list.iter().map(|one| run_if(one, system, scope, errors)).collect();
        list.into_iter().collect()
    };
    match decl {
        RunIfDecl::Holds(path) => scope
            .entry(EntryKind::Condition, path, &format!("system `{system}`"), errors)
            .map(|it| RunIf::Holds(it.number)),
        RunIfDecl::InState(path) => {
            let place = format!("`in_state` of system `{system}`");
            states::value(path, &place, scope, errors).map(RunIf::InState)
        }
        RunIfDecl::OnEvent(path) => {
            let place = format!("`on_event` of system `{system}`");
            scope.entry(EntryKind::Event, path, &place, errors).map(|it| RunIf::OnEvent(it.number))
        }
        RunIfDecl::AnyWith(path) => scope.component_of_any_with(path, system, errors).map(RunIf::AnyWith),
        RunIfDecl::Not(one) => run_if(one, system, scope, errors).map(|one| RunIf::Not(Box::new(one))),
        RunIfDecl::All(list) => all(list).map(RunIf::All),
        RunIfDecl::Any(list) => all(list).map(RunIf::Any),
    }
}
