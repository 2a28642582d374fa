//! The named entries of a save: which entry a name refers to, and how its content is read or skipped.
//!
//! A section of a save is a map from names to contents. Reading an entry takes two decisions: what its name refers to in this declaration
//! (an entry, perhaps by a former name; a removed entry; nothing), and what to do with its content (read it, skip it by its type, let the
//! format skip it). [`Entries`] makes the first decision, in the same way for all sections; a [`Kind`] makes the second.
//!
//! | kind | name | content |
//! |---|---|---|
//! | [`Columns`] | a component | entities, values, unseen rows |
//! | [`Relations`] | a relation | the order of its index |
//! | [`Lists`] | the requirement of a view | entities in their order |
//! | [`DeferredViews`] | the requirement of a view | changes that it has not settled |
//! | [`Section`] | a resource, events, a state, a system | a value |

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::columns::ReadColumn;
use super::names::{Name, Named};
use super::read::{LoadWorld, Loading};
use super::removed::{SkipSection, not_in_saves};
use super::{Found, SECTIONS, ValueReader, ValueSeed, find_removed, list_name, present_name};
use crate::entity::Entity;
use crate::relation::SavedOrder;
use crate::view::Deferred;

/// A kind of named entries.
///
/// The number of an entry is its position in a constant of the world: [`COLUMNS`](Saves::COLUMNS), [`VALUES`](Saves::VALUES), relations or
/// views.
pub(super) trait Kind<W: LoadWorld>: Copy {
    /// Whether entries only contain an order, so that unknown ones are skipped under any policy.
    const ORDER_ALONE: bool = false;

    /// The word for an entry in messages: "component", "resource" and so on.
    fn word(self) -> &'static str;
    /// The section of the declaration that such an entry is in.
    fn section(self) -> &'static str {
        "components"
    }
    /// The number of the entry with this name; former names are looked up, too.
    fn find(self, name: &str) -> Option<usize>;
    /// Returns true if the entry with this number was read before. If `read` does not record that, this function marks the entry as read.
    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool;
    /// Reads the content of an entry.
    ///
    /// # Errors
    ///
    /// If it is not the content of such an entry; the message names the entry.
    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error>;
    /// Reads and drops the content of an entry with an unknown name.
    fn skip<'de, D: Deserializer<'de>>(self, _: &Loading<W>, from: D) -> Result<(), D::Error> {
        IgnoredAny::deserialize(from).map(|_| ())
    }
    /// Reads and drops the content of a removed entry.
    ///
    /// The declaration may name its former type, by which formats that are not self-describing can skip it.
    fn skip_removed<'de, D: Deserializer<'de>>(
        self,
        loading: &Loading<W>,
        _removed: usize,
        from: D,
    ) -> Result<(), D::Error> {
        self.skip(loading, from)
    }
}

/// Columns of components, whose values are stored in the new world as they are read.
#[derive(Clone, Copy)]
pub(super) struct Columns;

impl<W: LoadWorld> Kind<W> for Columns {
    fn word(self) -> &'static str {
        "component"
    }

    fn find(self, name: &str) -> Option<usize> {
        let name = present_name::<W>("components", name);
        W::COLUMNS.iter().position(|(own, _)| *own == name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.columns[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        let reader = ReadColumn(from, loading.heading(W::COLUMNS[number].0));
        let rows = W::__load_column(&mut loading.core().storages, number, reader)?;
        loading.columns[number] = Some(rows);
        Ok(())
    }

    fn skip_removed<'de, D: Deserializer<'de>>(
        self,
        loading: &Loading<W>,
        removed: usize,
        from: D,
    ) -> Result<(), D::Error> {
        W::__skip_removed(removed, SkipSection { from, section: "components", numbers: loading.numbers() })
    }
}

/// Orders of relations, which are kept until all columns have been read.
#[derive(Clone, Copy)]
pub(super) struct Relations;

/// The order of a relation that became a component is skipped. A relation that the world does not declare is reported by its column.
impl<W: LoadWorld> Kind<W> for Relations {
    const ORDER_ALONE: bool = true;

    fn word(self) -> &'static str {
        "relation"
    }

    fn find(self, name: &str) -> Option<usize> {
        let name = present_name::<W>("components", name);
        W::RELATIONS.iter().position(|relating| W::COMPONENTS[relating.component] == name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.relations[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        loading.relations[number] = Some(Deserialize::deserialize(from)?);
        Ok(())
    }

    fn skip<'de, D: Deserializer<'de>>(self, _: &Loading<W>, from: D) -> Result<(), D::Error> {
        SavedOrder::deserialize(from).map(|_| ())
    }

    fn skip_removed<'de, D: Deserializer<'de>>(self, _: &Loading<W>, _: usize, from: D) -> Result<(), D::Error> {
        SavedOrder::deserialize(from).map(|_| ())
    }
}

/// Lists of views. If the world has no such view, its list is skipped under any policy, as it only contains an order.
#[derive(Clone, Copy)]
pub(super) struct Lists;

impl<W: LoadWorld> Kind<W> for Lists {
    const ORDER_ALONE: bool = true;

    fn word(self) -> &'static str {
        "list"
    }

    fn find(self, name: &str) -> Option<usize> {
        let name = present_list_name(name, &|name| present_name::<W>("components", name));
        (0..W::VIEWS.len()).find(|view| list_name::<W>(*view) == name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.lists[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        loading.lists[number] = Some(loading.numbers().deserialize(from)?);
        Ok(())
    }

    fn skip<'de, D: Deserializer<'de>>(self, loading: &Loading<W>, from: D) -> Result<(), D::Error> {
        loading.numbers().deserialize(from).map(|_| ())
    }
}

/// Deferred changes of views.
#[derive(Clone, Copy)]
pub(super) struct DeferredViews;

/// The list of a view before the changes, the entities that were noted, those that left, and those that entered.
type SavedDeferred = (Option<Vec<Entity>>, Vec<Entity>, Vec<Entity>, Vec<Entity>);

impl<W: LoadWorld> Kind<W> for DeferredViews {
    const ORDER_ALONE: bool = true;

    fn word(self) -> &'static str {
        "view"
    }

    fn find(self, name: &str) -> Option<usize> {
        Kind::<W>::find(Lists, name)
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        loading.deferred[number].is_some()
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        let (list, noted, gone, new) = SavedDeferred::deserialize(from)?;
        loading.deferred[number] = Some(Deferred { list, noted, gone, new });
        Ok(())
    }

    fn skip<'de, D: Deserializer<'de>>(self, _: &Loading<W>, from: D) -> Result<(), D::Error> {
        SavedDeferred::deserialize(from).map(|_| ())
    }
}

/// Resources, events, states or systems.
#[derive(Clone, Copy)]
pub(super) struct Section(pub(super) &'static str);

impl<W: LoadWorld> Kind<W> for Section {
    fn word(self) -> &'static str {
        word(self.0)
    }

    fn section(self) -> &'static str {
        self.0
    }

    fn find(self, name: &str) -> Option<usize> {
        let name = present_name::<W>(self.0, name);
        W::VALUES.iter().position(|own| *own == (self.0, name))
    }

    fn is_read(self, loading: &mut Loading<W>, number: usize) -> bool {
        mem::replace(&mut loading.values[number], true)
    }

    fn read<'de, D: Deserializer<'de>>(self, loading: &mut Loading<W>, number: usize, from: D) -> Result<(), D::Error> {
        let read = loading.world.__load_value(number, ReadValue(from));
        read.map_err(|error| D::Error::custom(format_args!("{} `{}`: {error}", word(self.0), W::VALUES[number].1)))
    }

    fn skip_removed<'de, D: Deserializer<'de>>(
        self,
        loading: &Loading<W>,
        removed: usize,
        from: D,
    ) -> Result<(), D::Error> {
        W::__skip_removed(removed, SkipSection { from, section: self.0, numbers: loading.numbers() })
    }
}

/// The present name of the list that was once called `name`.
///
/// The name of a list is made of names of components, which `present_of` replaces by their present names; the text between them stays. Runs
/// in **O(name)** time, plus one search of the renamed components per word.
fn present_list_name(name: &str, present_of: &dyn for<'a> Fn(&'a str) -> &'a str) -> String {
    let (mut present, mut rest) = (String::new(), name);
    while !rest.is_empty() {
        let is_name = |character: char| !matches!(character, ',' | ' ' | '(' | ')');
        let end = rest.find(|character| !is_name(character)).unwrap_or(rest.len());
        let (word, next) = rest.split_at(end);
        present += present_of(word);
        let end = next.find(is_name).unwrap_or(next.len());
        let (between, next) = next.split_at(end);
        present += between;
        rest = next;
    }
    present
}

/// The word for an entry of a section, in messages.
pub(super) fn word(section: &str) -> &'static str {
    const WORDS: [&str; 4] = ["resource", "event", "state", "system"];
    let number = SECTIONS.iter().position(|own| *own == section);
    number.map_or("value", |number| WORDS[number])
}

/// Reads a map of named entries.
pub(super) struct Entries<'a, W: LoadWorld, K>(pub(super) &'a mut Loading<W>, pub(super) K);

impl<'de, W: LoadWorld, K: Kind<W>> Visitor<'de> for Entries<'_, W, K> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(loading, kind) = self;
        loop {
            let mut find = |name: &str| find(loading, kind, name);
            let Some(found) = map.next_key_seed(Name(&mut find, Named::Key))? else { break };
            map.next_value_seed(Entry(loading, kind, found))?;
        }
        Ok(())
    }
}

/// Finds what the name of an entry refers to.
///
/// # Errors
///
/// If the entry was read before, or if the world has no such entry and the policy does not skip it.
fn find<W: LoadWorld, K: Kind<W>>(loading: &mut Loading<W>, kind: K, name: &str) -> Result<Found, String> {
    let (word, skips) = (kind.word(), loading.policy.skips_unknown || K::ORDER_ALONE);
    match (kind.find(name), find_removed::<W>(kind.section(), name)) {
        (Some(number), _) if kind.is_read(loading, number) => Err(format!("the save has the {word} `{name}` twice")),
        (Some(number), _) => Ok(Found::Entry(number)),
        (None, Some(removed)) => Ok(Found::Removed(removed)),
        (None, None) if skips => Ok(Found::Unknown),
        (None, None) => Err(not_in_saves::<W>(&format!("the save has the {word} `{name}`"), kind.section(), name)),
    }
}

/// Reads the content of an entry, or skips it.
///
/// The name is looked up before the content is read, so that no value is built only to be dropped.
struct Entry<'a, W: LoadWorld, K>(&'a mut Loading<W>, K, Found);

impl<'de, W: LoadWorld, K: Kind<W>> DeserializeSeed<'de> for Entry<'_, W, K> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.2 {
            Found::Entry(number) => self.1.read(self.0, number, deserializer),
            Found::Removed(number) => self.1.skip_removed(self.0, number, deserializer),
            Found::Unknown => self.1.skip(self.0, deserializer),
        }
    }
}

/// Reads a value into its place in the new world.
struct ReadValue<D>(D);

impl<'de, D: Deserializer<'de>> ValueReader<'de> for ReadValue<D> {
    type Output = Result<(), D::Error>;

    fn value<T: ValueSeed<'de>>(self, seed: T) -> Self::Output {
        seed.deserialize(self.0)
    }

    fn none(self) -> Self::Output {
        Err(D::Error::custom("there is no such value"))
    }
}
