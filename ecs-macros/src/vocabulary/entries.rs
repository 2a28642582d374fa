//! The kinds of entries that sections declare: one table, and collections with one element per kind.

use std::ops::{Index, IndexMut};

/// A kind of entry, in the order in which a world lists its contents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum EntryKind {
    Component,
    Resource,
    Event,
    State,
    Condition,
}

/// The properties of a kind.
struct Row {
    /// The section that declares entries of this kind, and the field of a world that holds their values.
    section: &'static str,
    /// The word for one entry, in messages, and in what the macros of sets pass on.
    word: &'static str,
    /// `State` if systems take `&State<Phase>`; `None` if they take the value itself.
    wrapper: Option<&'static str>,
    holds: Holds,
}

/// What a world holds for an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// A value per entity.
    Column,
    /// One value per world.
    Value,
    /// A function.
    Function,
}

impl EntryKind {
    pub(crate) const ALL: [Self; 5] = [Self::Component, Self::Resource, Self::Event, Self::State, Self::Condition];

    const fn row(self) -> Row {
        match self {
            Self::Component => Row { section: "components", word: "component", wrapper: None, holds: Holds::Column },
            Self::Resource => Row { section: "resources", word: "resource", wrapper: None, holds: Holds::Value },
            Self::Event => Row { section: "events", word: "event", wrapper: Some("Events"), holds: Holds::Value },
            Self::State => Row { section: "states", word: "state", wrapper: Some("State"), holds: Holds::Value },
            Self::Condition => Row { section: "conditions", word: "condition", wrapper: None, holds: Holds::Function },
        }
    }

    pub(crate) const fn section(self) -> &'static str {
        self.row().section
    }

    pub(crate) const fn word(self) -> &'static str {
        self.row().word
    }

    /// The attributes with a meaning for an entry, besides those of rustc.
    pub(crate) const fn attributes(self) -> &'static [&'static str] {
        match self.row().holds {
            Holds::Column => {
                &["storage", "rare", "tracked", "handles", "double_buffered", "transient", "saved", "renamed", "since"]
            }
            Holds::Value => &["transient", "saved", "renamed", "since"],
            Holds::Function => &[],
        }
    }

    pub(crate) const fn wrapper(self) -> Option<&'static str> {
        self.row().wrapper
    }

    /// Whether its entries are functions, which have companion macros, and not types.
    pub(crate) fn is_function(self) -> bool {
        self.row().holds == Holds::Function
    }

    /// Whether a world holds one value per entry.
    pub(crate) fn is_value(self) -> bool {
        self.row().holds == Holds::Value
    }

    /// The kinds of which a world holds one value per entry.
    pub(crate) fn values() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|kind| kind.is_value())
    }

    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub(crate) fn of_wrapper(wrapper: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.wrapper() == Some(wrapper))
    }

    /// The entry of this kind and number.
    pub(crate) fn number(self, number: usize) -> EntryId {
        EntryId { kind: self, number }
    }
}

/// An entry, by its number among those of its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct EntryId {
    pub(crate) kind: EntryKind,
    pub(crate) number: usize,
}

/// One `T` per kind of entry.
#[derive(Clone, Default, Debug)]
pub(crate) struct ByKind<T>([T; EntryKind::ALL.len()]);

impl<T> ByKind<T> {
    pub(crate) fn of(each: impl FnMut(EntryKind) -> T) -> Self {
        Self(EntryKind::ALL.map(each))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (EntryKind, &T)> {
        EntryKind::ALL.into_iter().zip(&self.0)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (EntryKind, &mut T)> {
        EntryKind::ALL.into_iter().zip(&mut self.0)
    }

    pub(crate) fn map<U>(self, mut each: impl FnMut(EntryKind, T) -> U) -> ByKind<U> {
        let mut kinds = EntryKind::ALL.into_iter();
        ByKind(self.0.map(|own| each(kinds.next().expect("there is one kind per element"), own)))
    }
}

impl<T> ByKind<Vec<T>> {
    /// All entries, those of one kind after those of another.
    pub(crate) fn all(&self) -> impl Iterator<Item = (EntryId, &T)> {
        self.iter().flat_map(|(kind, list)| (0..).zip(list).map(move |(number, own)| (kind.number(number), own)))
    }
}

impl<T> Index<EntryKind> for ByKind<T> {
    type Output = T;

    fn index(&self, kind: EntryKind) -> &T {
        &self.0[kind as usize]
    }
}

impl<T> IndexMut<EntryKind> for ByKind<T> {
    fn index_mut(&mut self, kind: EntryKind) -> &mut T {
        &mut self.0[kind as usize]
    }
}

impl<T> Index<EntryId> for ByKind<Vec<T>> {
    type Output = T;

    fn index(&self, id: EntryId) -> &T {
        &self[id.kind][id.number]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_at_its_index_and_is_found_by_its_words() {
        for (at, kind) in EntryKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at);
            assert_eq!(EntryKind::of_word(kind.word()), Some(kind));
            assert!(kind.wrapper().is_none_or(|wrapper| EntryKind::of_wrapper(wrapper) == Some(kind)));
            assert!(!(kind.is_function() && kind.is_value()));
        }
        assert_eq!((EntryKind::of_word("system"), EntryKind::of_wrapper("Query")), (None, None));
    }

    #[test]
    fn lists_by_kind_are_iterated_in_the_order_of_kinds() {
        let lists = ByKind::of(|kind| vec![kind.word(); usize::from(kind.is_value()) * 2]);
        let all: Vec<_> = lists.all().map(|(id, word)| (id.kind, id.number, *word)).collect();
        assert_eq!(all.len(), EntryKind::values().count() * 2);
        assert_eq!(all[3], (EntryKind::Event, 1, "event"));
        assert!(lists.all().all(|(id, word)| lists[id] == *word && id.kind.word() == *word));
        assert_eq!(lists.map(|kind, list| (kind, list.len()))[EntryKind::State], (EntryKind::State, 2));
    }
}
