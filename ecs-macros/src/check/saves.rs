//! Rules for what a declaration says about saves.

use proc_macro2::Ident;

use crate::messages::saves as say;
use crate::model::{SavedAs, SavedWord, World};
use crate::report::Errors;
use crate::vocabulary::EntryKind;

/// An entry that can be in saves.
struct Saveable<'a> {
    /// The word for its kind; two entries with one word have different names.
    word: &'static str,
    name: &'a Ident,
    saved_as: &'a SavedAs,
    transient: bool,
}

fn entries(world: &World) -> impl Iterator<Item = Saveable<'_>> {
    let fields = world.entries.all().filter(|(id, _)| id.kind != EntryKind::Condition).map(|(id, field)| Saveable {
        word: id.kind.word(),
        name: &field.name,
        saved_as: &field.saved_as,
        transient: field.transient.is_some(),
    });
    fields.chain(world.systems.iter().map(|system| Saveable {
        word: "system",
        name: &system.name,
        saved_as: &system.saved_as,
        transient: system.transient.is_some(),
    }))
}

/// Refuses words about saves in sets: a set is in several worlds, each with its own saves.
pub(super) fn sets_say_nothing(set: &World, errors: &mut Errors) {
    let words = entries(set).filter_map(|own| own.saved_as.word).chain(set.history.word);
    words.for_each(|SavedWord { name, span }| errors.at(span, say::in_a_set(name)));
}

/// Checks all rules for a world.
pub(super) fn check(world: &World, errors: &mut Errors) {
    if world.serialize.or(world.deserialize).is_none() {
        let first = entries(world).find_map(|own| own.saved_as.word).or(world.history.word);
        if let Some(SavedWord { name, span }) = first {
            errors.at(span, say::without_saves(name, &world.name.to_string()));
        }
        return;
    }
    for own in entries(world) {
        if let Some(SavedWord { name, span }) = own.saved_as.word.filter(|_| own.transient) {
            errors.at(span, say::of_a_transient_entry(name, &own.name.to_string()));
        }
    }
    versions_are_not_later(world, errors);
    former_names_are_free(world, errors);
    removed_names_are_free(world, errors);
}

/// `#[since(..)]` must not be later than the version of the world.
fn versions_are_not_later(world: &World, errors: &mut Errors) {
    let version = world.history.version.map(|(version, _)| version);
    for own in entries(world) {
        let Some((since, span)) = own.saved_as.since else { continue };
        if since == 1 {
            errors.at(span, say::since_the_beginning(&own.name.to_string()));
        } else if since > version.unwrap_or(1) {
            errors.at(span, say::since_a_later_version(since, &world.name.to_string(), version));
        }
    }
}

/// A former name must identify one entry of its kind.
fn former_names_are_free(world: &World, errors: &mut Errors) {
    let mut taken: Vec<(&str, String, &Ident)> = Vec::new();
    for own in entries(world) {
        for old in &own.saved_as.renamed {
            let text = old.value();
            let other = entries(world).find(|other| other.word == own.word && *other.name == text);
            let first = taken.iter().find(|(word, name, _)| *word == own.word && *name == text);
            if let Some(other) = other {
                let is_own = other.name == own.name;
                let refusal =
                    if is_own { say::renamed_to_itself(&text) } else { say::renamed_from_another(&text, own.word) };
                errors.on(old, refusal);
            } else if let Some((_, _, first)) = first {
                errors.on(old, say::two_renamed(&text, &first.to_string(), &own.name.to_string()));
            }
            taken.push((own.word, text, own.name));
        }
    }
}

/// A removed name must be neither declared nor the former name of an entry.
fn removed_names_are_free(world: &World, errors: &mut Errors) {
    let mut removed: Vec<(Option<&str>, String)> = Vec::new();
    for own in &world.history.removed {
        let (section, name) = (own.section, own.name.value());
        let of_section =
            || entries(world).filter(move |entry| section.is_none_or(|own| own.strip_suffix('s') == Some(entry.word)));
        let renamed = || of_section().find(|entry| entry.saved_as.renamed.iter().any(|old| old.value() == name));
        let is_same = |other: Option<&str>| section.is_none() || other.is_none() || other == section;
        // A transient entry is in no save, but may have been in earlier ones.
        if let Some(entry) = of_section().find(|entry| *entry.name == name && !entry.transient) {
            errors.on(&own.name, say::removed_and_declared(&name, entry.word));
        } else if let Some(entry) = renamed() {
            errors.on(&own.name, say::removed_and_renamed(&name, &entry.name.to_string()));
        } else if removed.iter().any(|(other, text)| *text == name && is_same(*other)) {
            errors.on(&own.name, say::removed_twice(&name));
        }
        removed.push((section, name));
    }
}
