//! Owns components and resources: how each is called, and that none stands twice.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Path, Type};

use super::{rare, storage};
use crate::messages::{set as say_set, world as say};
use crate::model::{Field, StorageKind};
use crate::names;
use crate::parse::Entry;
use crate::report::Errors;

/// Names that mean something else among the parameters of a system.
const PARAMETERS: [&str; 7] = ["Entity", "Query", "Commands", "Spawner", "Option", "Events", "EventReader"];

pub(super) fn components(entries: Vec<Entry>, errors: &mut Errors) -> Vec<Field> {
    let entries = entries.into_iter().filter(|entry| can_be_component(entry, errors)).collect();
    let mut components = fields(entries, "component", errors);
    for component in &mut components {
        let said = storage::storage(&mut component.attributes, errors);
        component.stored = said.is_some();
        component.storage = said.unwrap_or(StorageKind::SparseSet);
        component.rare = rare::rare(&mut component.attributes, errors);
    }
    components
}

pub(super) fn resources(entries: Vec<Entry>, errors: &mut Errors) -> Vec<Field> {
    let mut resources = fields(entries, "resource", errors);
    for resource in &mut resources {
        storage::refuse(&mut resource.attributes, errors);
        rare::refuse(&mut resource.attributes, "resource", errors);
    }
    resources
}

pub(super) fn events(entries: Vec<Entry>, errors: &mut Errors) -> Vec<Field> {
    let mut events = fields(entries, "event", errors);
    for event in &mut events {
        rare::refuse(&mut event.attributes, "event", errors);
    }
    events
}

pub(super) fn states(entries: Vec<Entry>, errors: &mut Errors) -> Vec<Field> {
    let mut states = fields(entries, "state", errors);
    for state in &mut states {
        storage::refuse(&mut state.attributes, errors);
        rare::refuse(&mut state.attributes, "state", errors);
        state.is_state = true;
    }
    states
}

/// Tuples are bundles, and references own nothing.
fn can_be_component(entry: &Entry, errors: &mut Errors) -> bool {
    let refusal = match unwrapped(&entry.ty) {
        Type::Tuple(_) => say::tuple_component(),
        Type::Reference(_) => say::reference_component(),
        _ => return true,
    };
    errors.on(&entry.ty, refusal);
    leave_out(entry, errors);
    false
}

/// What is kept by value has a size, as far as its type shows.
fn without_a_size(ty: &Type, what: &str) -> Option<String> {
    match unwrapped(ty) {
        Type::TraitObject(object) if object.dyn_token.is_none() => Some(say::no_comma(what)),
        Type::Slice(_) | Type::TraitObject(_) | Type::ImplTrait(_) => Some(say::without_a_size(what)),
        Type::Path(path) if path.path.is_ident("str") => Some(say::without_a_size(what)),
        _ => None,
    }
}

/// What asks for an entry that is refused is no error of its own.
pub(super) fn leave_out(entry: &Entry, errors: &mut Errors) {
    errors.leave_out(&entry.ty);
    errors.leave_out(&entry.rename);
}

/// A type without parentheses, and without the invisible group in which a `macro_rules!` passes it on.
pub(super) fn unwrapped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => unwrapped(&group.elem),
        Type::Paren(paren) => unwrapped(&paren.elem),
        ty => ty,
    }
}

fn fields(entries: Vec<Entry>, what: &str, errors: &mut Errors) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for entry in entries {
        if let Some(refusal) = without_a_size(&entry.ty, what) {
            errors.on(&entry.ty, refusal);
            leave_out(&entry, errors);
            continue;
        }
        let Some(name) = usable_name(&entry, what, errors) else {
            leave_out(&entry, errors);
            continue;
        };
        let snake = names::snake_case(&name.to_string());
        if let Some(first) = fields.iter().find(|first| first.snake == snake) {
            errors.on(&name, same_name(first, &entry, &name, what));
            leave_out(&entry, errors);
            continue;
        }
        fields.push(field(entry, name, snake));
    }
    fields
}

/// An entry by its name.
pub(super) fn field(entry: Entry, name: Ident, snake: String) -> Field {
    let path = entry.path().cloned();
    let (renamed, storage, stored) = (is_renamed(&entry, &name), StorageKind::SparseSet, false);
    let Entry { attributes, ty, initial, origin, .. } = entry;
    Field { attributes, ty, path, name, renamed, snake, initial, storage, stored, rare: None, origin, is_state: false }
}

/// Whether it goes by a name that its declaration does not spell.
fn is_renamed(entry: &Entry, name: &Ident) -> bool {
    let spelled = |path: &Path| path.segments.last().is_some_and(|segment| segment.ident == *name);
    match &entry.origin {
        Some(origin) => !origin.spellings.first().is_some_and(spelled),
        None => entry.rename.is_some(),
    }
}

/// Two entries of one name: one type twice, or two types that need to be told apart.
fn same_name(first: &Field, second: &Entry, name: &Ident, what: &str) -> String {
    let tokens = |ty: &Type| ty.to_token_stream().to_string();
    if tokens(&first.ty) == tokens(&second.ty) {
        return say::twice(what, &name.to_string());
    }
    let describe = |ty| format!("the {what} `{}`", tokens(ty).replace(' ', ""));
    let of_set = first.origin.is_some() || second.origin.is_some();
    let clash = if of_set { say_set::clash } else { say::clash };
    clash(&first.snake, &describe(&first.ty), &describe(&second.ty))
}

/// The name of an entry, if a field can be called so.
pub(super) fn usable_name(entry: &Entry, what: &str, errors: &mut Errors) -> Option<Ident> {
    let Some(name) = entry.name() else {
        errors.on(&entry.ty, say::no_name(what));
        return None;
    };
    let text = name.to_string();
    let snake = names::snake_case(&text);
    let refusal = if names::NEVER_RAW.contains(&snake.as_str()) {
        say::never_raw(&text, &snake)
    } else if !["system", "condition"].contains(&what) && PARAMETERS.contains(&text.as_str()) {
        say::like_a_parameter(&text)
    } else {
        return Some(name.clone());
    };
    errors.on(name, refusal);
    None
}
