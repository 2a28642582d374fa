//! The declaration of an entry of a section, and what a world says about older saves.

use proc_macro2::{Ident, Span};
use syn::{Attribute, Expr, LitStr, Path, Type};

use super::{Buffers, Relation, StorageKind};
use crate::vocabulary::Origin;

/// An entry: a component, a resource, a state, a type of events, a condition.
#[expect(clippy::struct_excessive_bools, reason = "each attribute without arguments is one")]
pub(crate) struct Field {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ty: Type,
    /// The path of the type, to compare with those in signatures.
    pub(crate) path: Option<Path>,
    /// The name of the entry.
    pub(crate) name: Ident,
    pub(crate) renamed: bool,
    /// The name in snake case: part of the names of queries.
    pub(crate) snake: String,
    pub(crate) initial: Option<Expr>,
    /// How the values of a component are kept.
    pub(crate) storage: StorageKind,
    /// Whether the storage is given explicitly, even if it is the default one.
    pub(crate) stored: bool,
    /// The properties of a component that is a relation.
    pub(crate) relation: Option<Relation>,
    /// Whether few entities have a component, if that is specified.
    pub(crate) rare: Option<bool>,
    /// Whether changes of a component are tracked for readers that are registered at run time.
    pub(crate) tracked: bool,
    /// The place of `#[transient]`, with which no snapshot has its values.
    pub(crate) transient: Option<Span>,
    /// How saves contain its values.
    pub(crate) saved_as: SavedAs,
    /// Whether the world visits the handles in the values of a component that is not a relation.
    pub(crate) handles: bool,
    /// Whether the past of a component is kept.
    pub(crate) buffers: Buffers,
    /// How sets refer to it, if some bring it.
    pub(crate) origin: Option<Origin>,
}

impl Field {
    /// Whether the past of a component is kept.
    pub(crate) fn is_double_buffered(&self) -> bool {
        self.buffers == Buffers::Double
    }
}

/// What an entry says about its saves.
#[derive(Default)]
pub(crate) struct SavedAs {
    /// The module that writes and reads its values.
    pub(crate) with: Option<Path>,
    /// The names that it had.
    pub(crate) renamed: Vec<LitStr>,
    /// The first version of the world that has it.
    pub(crate) since: Option<(u32, Span)>,
    /// The first of these attributes.
    pub(crate) word: Option<SavedWord>,
}

/// An attribute for saves.
#[derive(Clone, Copy)]
pub(crate) struct SavedWord {
    pub(crate) name: &'static str,
    /// The place of its name.
    pub(crate) span: Span,
}

/// What a world says about older saves.
#[derive(Default)]
pub(crate) struct History {
    /// The version of its declaration.
    pub(crate) version: Option<(u32, Span)>,
    pub(crate) removed: Vec<Removed>,
    /// The first of these attributes.
    pub(crate) word: Option<SavedWord>,
}

/// An entry that the world had in an earlier version.
pub(crate) struct Removed {
    /// The section that declared it; `None` for an entry of this name in any section.
    pub(crate) section: Option<&'static str>,
    pub(crate) name: LitStr,
    /// The type of its values, with which they can be skipped in any format.
    pub(crate) ty: Option<Type>,
}
