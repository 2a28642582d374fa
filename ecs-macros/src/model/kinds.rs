//! The kinds of storages and views, and their names.

use proc_macro2::Span;

use crate::planner::Kept;

/// How the values of a component are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StorageKind {
    SparseSet,
    Vec,
    Packed,
    HashedArrayTree { chunk: usize },
    Hashed,
    Ordered,
    Tag,
}

impl StorageKind {
    const ALL: [(&'static str, Self); 7] = [
        ("sparse_set", Self::SparseSet),
        ("vec", Self::Vec),
        ("packed", Self::Packed),
        ("hashed_array_tree", Self::HashedArrayTree { chunk: 64 }),
        ("hash_map", Self::Hashed),
        ("btree_map", Self::Ordered),
        ("tag", Self::Tag),
    ];

    /// Maximum number of slots in a chunk.
    pub(crate) const MOST_CHUNK: usize = 1 << 16;

    pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL.iter().map(|(name, _)| *name)
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, kind)| *kind)
    }

    pub(crate) fn name(self) -> &'static str {
        let same = |kind: &Self| std::mem::discriminant(kind) == std::mem::discriminant(&self);
        Self::ALL.iter().find(|(_, kind)| same(kind)).map_or("", |(name, _)| name)
    }

    /// Whether groups may determine the order of the values.
    pub(crate) fn is_free(self) -> bool {
        self == Self::SparseSet
    }

    /// Whether the order of the values is determined by something else, so that `tidy` leaves it unchanged.
    pub(crate) fn is_ordered(self) -> bool {
        matches!(self, Self::Vec | Self::Packed | Self::HashedArrayTree { .. } | Self::Tag)
    }
}

/// The kinds of views that a user can request.
pub(crate) struct ViewKind;

impl ViewKind {
    const ALL: [Kept; 5] = [Kept::Group, Kept::List, Kept::Delayed, Kept::ActivePassive, Kept::Scan];

    pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL.iter().map(|kind| kind.name())
    }

    /// The kinds for query parameters, which receive a group if storages are left for one.
    pub(crate) fn of_parameters() -> impl Iterator<Item = &'static str> + Clone {
        let kinds = Self::ALL.iter().filter(|kind| !matches!(kind, Kept::Group));
        std::iter::once("none").chain(kinds.map(|kind| kind.name()))
    }

    pub(crate) fn named(name: &str) -> Option<Kept> {
        Self::ALL.iter().find(|kind| kind.name() == name).copied()
    }
}

/// The properties of a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Relation {
    /// Whether it is a tree, in which no entity may be its own ancestor.
    pub(crate) is_tree: bool,
    /// Whether an entity can have several targets.
    pub(crate) is_many: bool,
    pub(crate) on_despawn: OnDespawn,
}

impl Relation {
    pub(crate) fn words() -> impl Iterator<Item = &'static str> + Clone {
        ["tree", "many"].into_iter().chain(OnDespawn::ALL.iter().map(|(name, _)| *name))
    }
}

/// What happens to an entity when the target of its relation is despawned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnDespawn {
    Cascade,
    Clear,
    Keep,
}

impl OnDespawn {
    const ALL: [(&'static str, Self); 3] = [("cascade", Self::Cascade), ("clear", Self::Clear), ("keep", Self::Keep)];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| *own == name).map(|(_, policy)| *policy)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, policy)| *policy == self).map_or("", |(name, _)| name)
    }
}

/// Number of values of a component per entity.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Buffers {
    Single,
    /// The present and the past.
    Double,
}

/// Which value of a component is borrowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Buffer {
    Present,
    Past,
}

/// A kind of view that is requested, and where.
#[derive(Clone, Copy)]
pub(crate) struct RequestedKind {
    pub(crate) kind: Kept,
    pub(crate) span: Span,
}
