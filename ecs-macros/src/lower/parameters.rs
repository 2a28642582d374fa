//! What the parameters of systems and of conditions have in common.

use proc_macro2::Ident;
use syn::{Path, Type, TypeReference};

use super::Scope;
use super::lookup::{self, Wrapped};
use crate::messages::events as say_events;
use crate::model::ArgumentKind;
use crate::parse::{Entry, Signature};
use crate::report::Errors;
use crate::vocabulary::{EntryId, EntryKind, generic_types, last, path_of, unwrapped};

/// The identity of a system or condition, whatever path names it. `None` for paths with generic arguments, as one item is then many
/// functions or types.
pub(super) fn item(entry: &Entry, signature: &Signature) -> Option<Ident> {
    let is_generic = |path: &Path| path.segments.iter().any(|segment| !segment.arguments.is_none());
    signature.item.clone().filter(|_| !entry.path().is_some_and(is_generic))
}

/// `EventReader<'_, E>`; reported and `Unknown` if it names no event of the world.
pub(super) fn reader(ty: &Type, place: &str, scope: &Scope, errors: &mut Errors) -> ArgumentKind {
    let Some(path) = generic_types(ty).into_iter().next_back().and_then(path_of) else {
        errors.on(ty, say_events::reader_without_kind(place));
        return ArgumentKind::Unknown;
    };
    let event = scope.entry(EntryKind::Event, path, place, errors);
    event.map_or(ArgumentKind::Unknown, |event| ArgumentKind::Reader { event: event.number })
}

/// A type such as `Events<Hit>` or `State<Phase>`: its name, and the kind of entry in it.
pub(super) struct Wrapper {
    pub(super) name: String,
    kind: EntryKind,
    unnamed: fn(&str) -> String,
}

pub(super) fn wrapper(path: &Path) -> Option<Wrapper> {
    let name = last(path);
    let kind = EntryKind::of_wrapper(&name)?;
    lookup::wrapped(kind).map(|Wrapped { unnamed, .. }| Wrapper { name, kind, unnamed })
}

/// The entry of `&Events<E>` or `&State<S>`; reported if there is none, or none is named.
pub(super) fn wrapped(
    wrapper: &Wrapper,
    reference: &TypeReference,
    place: &str,
    scope: &Scope,
    errors: &mut Errors,
) -> Option<EntryId> {
    let Some(path) = generic_types(&reference.elem).into_iter().next_back().and_then(path_of) else {
        errors.on(reference, (wrapper.unnamed)(place));
        return None;
    };
    scope.entry(wrapper.kind, path, place, errors)
}

/// The type in `Option<..>`.
pub(super) fn within_option(ty: &Type) -> Option<&Type> {
    generic_types(ty).into_iter().next_back().map(unwrapped)
}

/// Whether a type is `Mut<..>`.
pub(super) fn is_mut(ty: &Type) -> bool {
    path_of(ty).and_then(|path| path.segments.last()).is_some_and(|segment| segment.ident == "Mut")
}
