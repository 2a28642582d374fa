//! What systems access.

use std::collections::BTreeMap;

use crate::model::{ArgumentKind, Borrow, System, World};
use crate::vocabulary::{EntryId, EntryKind};

/// Data that several systems may read, or one may write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Shared {
    Entry(EntryId),
    /// The past of a component, which no system writes.
    Past(usize),
    /// Handles of entities to spawn, given out in order.
    Spawner,
}

impl Shared {
    /// Its name for users.
    pub(crate) fn name(self, world: &World) -> String {
        match self {
            Self::Entry(entry) => {
                let name = &world.entries[entry].name;
                entry.kind.wrapper().map_or_else(|| name.to_string(), |wrapper| format!("{wrapper}<{name}>"))
            }
            Self::Past(component) => format!("Past<{}>", world.components()[component].name),
            Self::Spawner => "Spawner".into(),
        }
    }
}

/// What `run` of a system accesses.
///
/// The state of a system is its own. Masks, handles and views are read by all systems and written by none, as commands are applied at
/// syncs. Each system has a queue of its own for commands, so that they conflict with nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Access {
    touched: BTreeMap<Shared, bool>,
    /// Whether it issues commands, by itself or through a spawner.
    pub(crate) commands: bool,
}

impl Access {
    /// What a system accesses, and what its condition reads; with the components whose storages it iterates without their values.
    pub(crate) fn of(world: &World, system: &System, searched: impl Iterator<Item = usize>) -> Self {
        let mut access = Self::default();
        let component = |number: usize| Shared::Entry(EntryKind::Component.number(number));
        let by_condition = world.read_by_condition(system);
        let arguments = system.run.arguments.iter().map(|argument| &argument.kind);
        for what in by_condition.iter().chain(arguments) {
            match what {
                ArgumentKind::Component(borrow) => access.borrow(*borrow),
                ArgumentKind::Query(shape) => {
                    shape.borrows().into_iter().for_each(|borrow| access.borrow(borrow));
                }
                ArgumentKind::Entry { entry, mutable } => access.touch(Shared::Entry(*entry), *mutable),
                // The cursor belongs to this system alone.
                ArgumentKind::Reader { event } => access.touch(Shared::Entry(EntryKind::Event.number(*event)), false),
                ArgumentKind::Related { relation, .. } => access.touch(component(*relation), false),
                ArgumentKind::Commands => access.commands = true,
                ArgumentKind::Spawner => {
                    access.commands = true;
                    access.touch(Shared::Spawner, true);
                }
                ArgumentKind::Entity | ArgumentKind::Cause | ArgumentKind::Former { .. } | ArgumentKind::Unknown => {}
            }
        }
        for change in &system.changes {
            access.touch(component(change.component), false);
        }
        for iterated in system.iterated().iter().copied().chain(searched) {
            access.touch(component(iterated), false);
        }
        access
    }

    /// Records that a component is read, or written, or that its past is read.
    fn borrow(&mut self, borrow: Borrow) {
        if borrow.is_past() {
            self.touch(Shared::Past(borrow.component), false);
        } else {
            self.touch(Shared::Entry(EntryKind::Component.number(borrow.component)), borrow.mutable);
        }
    }

    /// Records that something is read, or written.
    pub(crate) fn touch(&mut self, what: Shared, writes: bool) {
        *self.touched.entry(what).or_default() |= writes;
    }

    /// What is accessed, each once, and whether it is written.
    pub(crate) fn touched(&self) -> impl Iterator<Item = (Shared, bool)> {
        self.touched.iter().map(|(what, writes)| (*what, *writes))
    }
}
