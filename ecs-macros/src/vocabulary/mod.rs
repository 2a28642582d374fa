//! Owns the words that all stages share: what is declared, how it is told apart, and how paths are read. Knows no stage.

mod entries;
mod origin;
mod system;

pub(crate) use entries::{ByKind, EntryId, EntryKind};
pub(crate) use origin::{Origin, SetOrigin};
pub(crate) use system::{Change, Kind, Receiver};

use syn::{Path, Type};

/// What is declared: both have the same sections.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Subject {
    /// By `ecs_world!`.
    #[default]
    World,
    /// By `ecs_components!`.
    Set,
}

impl Subject {
    /// The macro that declares it.
    pub(crate) fn macro_name(self) -> &'static str {
        match self {
            Self::World => "ecs_world",
            Self::Set => "ecs_components",
        }
    }
}

/// The path of a type, also where a `macro_rules!` passed it on as a `$t:ty`.
pub(crate) fn path_of(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(path) if path.qself.is_none() => Some(&path.path),
        Type::Group(group) => path_of(&group.elem),
        Type::Paren(paren) => path_of(&paren.elem),
        _ => None,
    }
}

/// The last segment of a path, as text.
pub(crate) fn last(path: &Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}
