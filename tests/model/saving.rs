//! Executes snapshots, and with the feature `serde`, deltas. The world and the reference are saved and restored together.

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
        let (counted, mut snapshot) = old.unwrap_or_else(|| (0, World::default().snapshot()));
        let expected = self.reference.save(counted);
        let saved = self.act(&mut |world| world.snapshot_into(&mut snapshot));
        assert_eq!(saved, expected.as_ref().map(drop).map_err(|panicked| *panicked));
        assert_eq!(snapshot.is_complete(), saved.is_ok());
        // An interrupted snapshot is dropped.
        if let Ok(reference) = expected {
            assert_eq!(snapshot.len(), reference.entities.len());
            let readers = [&self.readers[0], &self.readers[1]].map(Clone::clone);
            self.saves[slot] = Some(Box::new(Save { snapshot, reference, readers }));
        }
    }

    /// Restores both worlds. If user code panics, the world is empty; then both start again, since some of its resources are restored.
    pub(super) fn restore(&mut self, slot: usize) {
        let Some(save) = self.saves[slot].take() else { return };
        let expected = self.reference.restore(&save.reference);
        let restored = self.act(&mut |world| world.restore(&save.snapshot));
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

    /// Applies deltas from the world to one of the snapshots and back, and loads a save into a new world: the state must stay the same.
    ///
    /// Readers outside of the world receive the events after the snapshot again, and all events from the first one on by which a delta
    /// replaces another event or one that was dropped.
    #[cfg(feature = "serde")]
    pub(super) fn go_and_return(&mut self, slot: usize) {
        let mut former = World::default();
        if let Some(save) = &self.saves[slot] {
            former.restore(&save.snapshot);
        }
        // A pending clone of an entity has no values yet that could be saved.
        let (Ok(forward), Ok(back)) = (former.diff(&self.world), self.world.diff(&former)) else { return };
        let now = self.world.state_hash();
        self.world.apply(&forward).expect("the delta starts from this state");
        assert_eq!(self.world.first_difference(&former), None);
        self.world.check_invariants().unwrap_or_else(|error| panic!("{error} after a delta"));
        self.world.apply(&back).expect("the delta back starts from that state");
        assert_eq!(self.world.state_hash(), now);
        let reference = self.saves[slot].as_ref().map(|save| save.reference.clone()).unwrap_or_default();
        let again = self.reference.first_other_event(&reference).min(reference.first_other_event(&self.reference));
        let again = if reference.sent < self.reference.sent { again.min(reference.sent) } else { again };
        self.reference.read = self.reference.read.map(|read| read.min(again));
        let saved = postcard::to_allocvec(&self.world).expect("all pending commands can be saved");
        let mut loaded: World = postcard::from_bytes(&saved).expect("the save is valid");
        loaded.check_invariants().unwrap_or_else(|error| panic!("{error} in a loaded world"));
        assert_eq!(loaded.first_difference(&self.world), None);
        assert_eq!((loaded.state_hash(), loaded.content_hash()), (now, self.world.content_hash()));
    }

    /// Without the feature there are no deltas.
    #[cfg(not(feature = "serde"))]
    pub(super) fn go_and_return(&mut self, _: usize) {}
}
