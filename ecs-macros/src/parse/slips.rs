//! Entries that are written as a parameter of a system, `State<Phase>`, or as a value, `Phase::Play`.

use syn::{Path, Type};

use super::entry::Entry;
use crate::messages::entries as say;
use crate::names;
use crate::vocabulary::{EntryKind, generic_types, last};

/// Refuses such entries. An entry with a name after `as` has a type of the user.
pub(super) fn refuse(kind: EntryKind, entry: Entry) -> syn::Result<Entry> {
    let refusal = if let Some(inner) = wrapped(kind, &entry) {
        say::wrapped_entry(kind.section(), &names::shown(inner), &names::shown(&entry.ty))
    } else if let Some(owner) = owner_of_value(kind, &entry) {
        say::value_as_an_entry(&names::shown(&entry.ty), &names::shown(&owner))
    } else {
        return Ok(entry);
    };
    Err(syn::Error::new_spanned(&entry.ty, refusal))
}

/// `Phase` of `State<Phase>`, in `states:`.
fn wrapped(kind: EntryKind, entry: &Entry) -> Option<&Type> {
    let path = entry.path().filter(|_| entry.rename.is_none())?;
    let is_of_library = path.segments.first().is_some_and(|first| first.ident == "ecs_world");
    let wrappers: &[&str] = match kind {
        EntryKind::Event => &["Events", "Event", "EventReader", "EventWriter", "MessageReader", "MessageWriter"],
        EntryKind::State => &["State", "NextState"],
        EntryKind::Resource => &["Res", "ResMut"],
        EntryKind::Component | EntryKind::Condition => &[],
    };
    let is_wrapper = wrappers.contains(&last(path).as_str()) && (path.segments.len() == 1 || is_of_library);
    match generic_types(&entry.ty)[..] {
        [inner] if is_wrapper => Some(inner),
        _ => None,
    }
}

/// `Phase` of `Phase::Play`: what is within a type is not a type, but a value. (A module whose name begins with an upper-case letter is taken
/// for a type, too, unless the entry has another name.)
fn owner_of_value(kind: EntryKind, entry: &Entry) -> Option<Path> {
    let mut owner = entry.path().filter(|_| entry.rename.is_none())?.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    let can_have_value = matches!(kind, EntryKind::State | EntryKind::Resource);
    let is_type = last(&owner).starts_with(char::is_uppercase) && last(&owner) != "Self";
    (can_have_value && is_type).then_some(owner)
}
