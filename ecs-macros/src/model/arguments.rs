//! The parameters of systems and conditions, and how they borrow components.

use proc_macro2::Span;

use super::Buffer;
use crate::vocabulary::{EntryId, Receiver};

/// A call of a function of a system.
pub(crate) struct Call {
    pub(crate) receiver: Receiver,
    pub(crate) arguments: Vec<Argument>,
}

/// An argument, and the place of its type.
pub(crate) struct Argument {
    pub(crate) kind: ArgumentKind,
    pub(crate) span: Span,
}

/// What a world passes for a parameter.
pub(crate) enum ArgumentKind {
    Component(Borrow),
    Entity,
    /// A resource, a state, or the events of a kind.
    Entry {
        entry: EntryId,
        mutable: bool,
    },
    /// The events that were sent since the system was last reached.
    Reader {
        event: usize,
    },
    /// The sources of a relation, or its parents and children.
    Related {
        relation: usize,
        is_tree: bool,
    },
    Commands,
    Spawner,
    /// Why an entity stops matching.
    Cause,
    /// The value of a component that was replaced.
    Former {
        component: usize,
    },
    Query(Shape),
    /// Nothing: an error was reported.
    Unknown,
}

impl ArgumentKind {
    /// The entry that this borrows, as a read.
    pub(super) fn read(&self) -> Option<Self> {
        match self {
            Self::Entry { entry, .. } => Some(Self::Entry { entry: *entry, mutable: false }),
            Self::Reader { event } => Some(Self::Reader { event: *event }),
            _ => None,
        }
    }

    /// The event of a reader.
    pub(crate) fn reader(&self) -> Option<usize> {
        if let Self::Reader { event } = self { Some(*event) } else { None }
    }

    pub(crate) fn per_entity(&self) -> bool {
        matches!(self, Self::Component(_) | Self::Entity)
    }

    /// The component that is taken for each entity.
    pub(crate) fn borrow(&self) -> Option<Borrow> {
        if let Self::Component(borrow) = self { Some(*borrow) } else { None }
    }
}

/// How a component is borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Borrow {
    pub(crate) component: usize,
    pub(crate) mutable: bool,
    pub(crate) optional: bool,
    /// Whether it is a `Mut`, which marks the value when it is written.
    pub(crate) noted: bool,
    pub(crate) buffer: Buffer,
}

impl Borrow {
    /// A component that is read, and required.
    pub(crate) fn read(component: usize) -> Self {
        Self { component, mutable: false, optional: false, noted: false, buffer: Buffer::Present }
    }

    /// Whether it is a `Past`, which conflicts with nothing.
    pub(crate) fn is_past(self) -> bool {
        self.buffer == Buffer::Past
    }
}

/// What a query parameter fetches.
pub(crate) enum Shape {
    Component(Borrow),
    Entity,
    Tuple(Vec<Shape>),
}

impl Shape {
    /// The components that it borrows.
    pub(crate) fn borrows(&self) -> Vec<Borrow> {
        match self {
            Self::Component(borrow) => vec![*borrow],
            Self::Entity => vec![],
            Self::Tuple(parts) => parts.iter().flat_map(Self::borrows).collect(),
        }
    }
}
