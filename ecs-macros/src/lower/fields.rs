//! Entries that are not functions: the name of each, and that no name is taken twice.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Attribute, Path, Type};

use super::{attributes, double_buffered, handles, lifetimes, rare, relation, saved, storage, tracked, transient};
use crate::messages::{relations as say_relations, set as say_set, world as say};
use crate::model::{Buffers, Field, SavedAs, StorageKind};
use crate::names;
use crate::parse::Entry;
use crate::report::Errors;
use crate::vocabulary::{EntryKind, unwrapped};

/// Names with another meaning among the parameters of a system.
const PARAMETERS: [&str; 8] =
    ["Entity", "Query", "Commands", "Spawner", "Option", "Events", "EventReader", "RemovalCause"];

/// Whether a name has another meaning among the parameters of a system, so that no component or resource can have it.
pub(super) fn is_parameter(name: &str) -> bool {
    PARAMETERS.contains(&name)
}

/// The entries of a kind that is not a function, by their names.
///
/// `any_means` says whether attributes of the world may give a meaning to attributes that are unknown here.
pub(super) fn fields(kind: EntryKind, mut entries: Vec<Entry>, any_means: bool, errors: &mut Errors) -> Vec<Field> {
    if kind == EntryKind::Component {
        entries.retain(|entry| can_be_component(entry, errors));
    }
    entries.retain(|entry| owns_its_data(entry, kind, errors));
    let mut fields = named(entries, kind.word(), errors);
    let has = |attribute: &str| kind.attributes().contains(&attribute);
    for field in &mut fields {
        if has("transient") {
            field.transient = transient::transient(&mut field.attributes, errors);
        }
        if has("saved") {
            field.saved_as = saved::saved_as(&mut field.attributes, errors);
        }
        match kind {
            EntryKind::Component => {
                let said = storage::storage(&mut field.attributes, errors);
                field.stored = said.is_some();
                field.storage = said.unwrap_or(StorageKind::SparseSet);
                field.relation = relation::relation(&mut field.attributes, errors);
                field.rare = rare::rare(&mut field.attributes, errors);
                field.tracked = tracked::tracked(&mut field.attributes, errors);
                field.handles = handles::handles(&mut field.attributes, field.relation.is_some(), errors);
                field.buffers = double_buffered::buffers(field, errors);
                continue;
            }
            EntryKind::Resource | EntryKind::State => storage::refuse(&mut field.attributes, errors),
            // Reported below, as any unknown attribute. (Conditions are not among these entries: they are functions.)
            EntryKind::Event | EntryKind::Condition => {}
        }
        rare::refuse(&mut field.attributes, kind.word(), errors);
        tracked::refuse(&mut field.attributes, kind.word(), errors);
        handles::refuse(&mut field.attributes, kind.word(), errors);
        double_buffered::refuse(&mut field.attributes, kind.word(), errors);
    }
    for field in fields.iter_mut().filter(|field| field.origin.is_none()) {
        attributes::refuse_unknown(&mut field.attributes, kind, any_means, errors);
    }
    fields
}

/// Refuses tuples, which are bundles, and references, which own nothing.
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

/// Refuses borrowed data, as a world and its contents are `'static`.
fn owns_its_data(entry: &Entry, kind: EntryKind, errors: &mut Errors) -> bool {
    let Some(borrow) = lifetimes::borrow(&entry.ty) else { return true };
    errors.on(&borrow, say::borrowed_data(kind.word()));
    leave_out(entry, errors);
    false
}

/// The message for a type that visibly has no size, and so cannot be kept by value.
fn without_a_size(ty: &Type, what: &str) -> Option<String> {
    match unwrapped(ty) {
        Type::TraitObject(object) if object.dyn_token.is_none() => Some(say::no_comma(what)),
        Type::Slice(_) | Type::TraitObject(_) | Type::ImplTrait(_) => Some(say::without_a_size(what)),
        Type::Path(path) if path.path.is_ident("str") => Some(say::without_a_size(what)),
        _ => None,
    }
}

/// Notes that an entry was refused, so that requiring it is not a second error.
pub(super) fn leave_out(entry: &Entry, errors: &mut Errors) {
    errors.leave_out(&entry.ty);
    errors.leave_out(&entry.rename);
    // The keys by which sets name it.
    for key in entry.origin.iter().flat_map(|origin| &origin.keys) {
        errors.leave_out(key);
    }
}

/// Each entry with its name; reported and left out if the name is taken or missing.
fn named(entries: Vec<Entry>, what: &str, errors: &mut Errors) -> Vec<Field> {
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

/// An entry as a field with its name.
pub(super) fn field(entry: Entry, name: Ident, snake: String) -> Field {
    let path = entry.path().cloned();
    let (renamed, storage, stored) = (is_renamed(&entry, &name), StorageKind::SparseSet, false);
    let Entry { attributes, ty, initial, origin, .. } = entry;
    let (relation, rare, tracked, transient, handles, buffers) = (None, None, false, None, false, Buffers::Single);
    Field {
        attributes,
        ty,
        path,
        name,
        renamed,
        snake,
        initial,
        storage,
        stored,
        relation,
        rare,
        tracked,
        transient,
        saved_as: SavedAs::default(),
        handles,
        buffers,
        origin,
    }
}

/// Returns true if its name is not the one in its declaration.
fn is_renamed(entry: &Entry, name: &Ident) -> bool {
    let spelled = |path: &Path| path.segments.last().is_some_and(|segment| segment.ident == *name);
    match &entry.origin {
        Some(origin) => !origin.spellings.first().is_some_and(spelled),
        None => entry.rename.is_some(),
    }
}

/// The message for two entries of one name: one type twice, or two types that need different names.
fn same_name(first: &Field, second: &Entry, name: &Ident, what: &str) -> String {
    let tokens = |ty: &Type| ty.to_token_stream().to_string();
    let is_relation_entry = |attributes: &[Attribute]| attributes.iter().any(relation::is_relation);
    let are_both_kinds = is_relation_entry(&first.attributes) != is_relation_entry(&second.attributes);
    if are_both_kinds && first.origin.is_none() && second.origin.is_none() && tokens(&first.ty) == tokens(&second.ty) {
        return say_relations::also_a_component(&name.to_string());
    }
    if tokens(&first.ty) == tokens(&second.ty) {
        return say::twice(what, &name.to_string());
    }
    let describe = |ty| format!("the {what} `{}`", names::shown(ty));
    let of_set = first.origin.is_some() || second.origin.is_some();
    let clash = if of_set { say_set::clash } else { say::clash };
    clash(&first.snake, &describe(&first.ty), &describe(&second.ty))
}

/// The name of an entry, if a field can have it.
pub(super) fn usable_name(entry: &Entry, what: &str, errors: &mut Errors) -> Option<Ident> {
    let Some(name) = entry.name() else {
        errors.on(&entry.ty, say::no_name(what));
        return None;
    };
    let text = name.to_string();
    let snake = names::snake_case(&text);
    let is_value = EntryKind::of_word(what).is_some_and(|kind| !kind.is_function());
    let refusal = if names::NEVER_RAW.contains(&snake.as_str()) {
        say::never_raw(&text, &snake)
    } else if is_value && is_parameter(&text) {
        say::like_a_parameter(&text)
    } else {
        return Some(name.clone());
    };
    errors.on(name, refusal);
    None
}
