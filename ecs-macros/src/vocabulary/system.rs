//! The kinds of systems, and when schedules run them.

use proc_macro2::Ident;

/// The kind of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A type with state, owned by the world.
    Impl,
    /// A function.
    Fn,
    /// `#[system]` could not read it, and reported why.
    Broken,
}

/// How a method takes its system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Receiver {
    None,
    Shared,
    Mut,
}

/// When a change of state runs a schedule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Change {
    Enter,
    Exit,
}

impl Change {
    const ALL: [(&'static str, Self); 2] = [("on_enter", Self::Enter), ("on_exit", Self::Exit)];

    pub(crate) fn named(name: &Ident) -> Option<Self> {
        Self::ALL.iter().find(|(own, _)| name == own).map(|(_, change)| *change)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, change)| *change == self).map_or("", |(name, _)| name)
    }
}
