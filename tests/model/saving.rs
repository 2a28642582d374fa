//! Executes snapshots: the world and the reference are saved together, and continue from there when they are restored.

use ecs_world::Snapshot;
use ecs_world::prelude::*;

use super::executor::Executor;
use super::reference::Reference;
use super::world::{Ping, World};

/// A state that was saved.
pub(super) struct Save {
    snapshot: Snapshot<World>,
    reference: Reference,
    /// The readers outside of the world, which belong to its events at that time.
    readers: [EventCursor<Ping>; 2],
}

impl Save {
    /// How many counted values the snapshot has.
    pub(super) fn counted(&self) -> usize {
        self.reference.counted_in_the_world()
    }
}

impl Executor {
    /// Saves both worlds, into the memory of an earlier snapshot if there is one.
    pub(super) fn save(&mut self, slot: usize) {
        let old = self.saves[slot].take().map(|save| (save.counted(), save.snapshot));
        let expected = self.reference.save(old.as_ref().map(|(counted, _)| *counted));
        let saved = self.act(|world| {
            let Some((_, mut snapshot)) = old else { return world.snapshot() };
            world.snapshot_into(&mut snapshot);
            snapshot
        });
        // One that user code interrupts is dropped.
        assert_eq!(saved.as_ref().map(drop), expected.as_ref().map(drop));
        if let (Ok(snapshot), Ok(reference)) = (saved, expected) {
            assert_eq!((snapshot.len(), snapshot.is_complete()), (reference.entities.len(), true));
            let readers = [&self.readers[0], &self.readers[1]].map(Clone::clone);
            self.saves[slot] = Some(Box::new(Save { snapshot, reference, readers }));
        }
    }

    /// Restores both worlds. If user code panics, the world is empty; then both begin anew, since some of its resources are restored.
    pub(super) fn restore(&mut self, slot: usize) {
        let Some(save) = self.saves[slot].take() else { return };
        let expected = self.reference.restore(&save.reference);
        let restored = self.act(|world| world.restore(&save.snapshot));
        assert_eq!(restored, expected);
        if restored.is_ok() {
            self.readers = [&save.readers[0], &save.readers[1]].map(Clone::clone);
        } else {
            self.world.check_invariants().unwrap_or_else(|error| panic!("{error} after a restore that panicked"));
            assert!(self.world.is_empty() && self.world.commands().is_empty());
            self.world = World::default();
            self.readers = Default::default();
        }
        self.saves[slot] = Some(save);
    }
}
