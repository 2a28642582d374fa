//! The vocabulary that all stages share: what is declared, how it is identified, and how paths are read. Uses no stage.

mod entries;
mod filters;
mod origin;
mod system;

pub(crate) use entries::{ByKind, EntryId, EntryKind};
pub(crate) use filters::{FILTERS, filter_type};
pub(crate) use origin::{Origin, SetOrigin};
pub(crate) use system::{Change, Kind, Receiver};

use syn::{GenericArgument, Path, PathArguments, Type};

/// What is declared; both have the same sections.
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

/// A type without parentheses, and without the invisible group in which a `macro_rules!` passes it on.
pub(crate) fn unwrapped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => unwrapped(&group.elem),
        Type::Paren(paren) => unwrapped(&paren.elem),
        ty => ty,
    }
}

/// The types among the generic arguments of the last segment.
pub(crate) fn generic_types(ty: &Type) -> Vec<&Type> {
    let arguments = path_of(ty).and_then(|path| path.segments.last()).map(|segment| &segment.arguments);
    let Some(PathArguments::AngleBracketed(arguments)) = arguments else { return vec![] };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}
