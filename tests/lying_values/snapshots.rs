//! Snapshots, whose values lie while they are copied.

use crate::values::{CLONING, DROPPING, while_lying};
use crate::worlds::{World, assert_continues, attempts, change, truth, world};

#[test]
fn a_world_whose_values_lie_as_a_snapshot_is_taken_does_not_change() {
    attempts(|context| {
        let mut world = world();
        world.flush();
        let before = truth(&world);
        let mut snapshot = World::default().snapshot();
        for _ in 0..2 {
            let taken = while_lying(CLONING | DROPPING, || world.snapshot_into(&mut snapshot));
            assert_eq!(snapshot.is_complete(), taken.is_some(), "{context}");
            assert_eq!(truth(&world), before, "{context}");
        }
        // Whatever the copies contain, a world that is restored from them is consistent.
        if snapshot.is_complete() {
            let mut other = World::default();
            other.restore(&snapshot);
            assert_continues(&mut other, context);
        }
        assert_continues(&mut world, context);
    });
}

#[test]
fn a_world_whose_values_lie_as_it_is_restored_is_whole() {
    attempts(|context| {
        let mut world = world();
        world.flush();
        let (snapshot, before) = (world.snapshot(), truth(&world));
        (0..4).for_each(|_| change(&mut world));
        if while_lying(CLONING | DROPPING, || world.restore(&snapshot)).is_none() {
            assert!(world.is_empty(), "{context}: a restore that panicked leaves the world empty");
        }
        assert_continues(&mut world, context);
        world.flush();
        world.restore(&snapshot);
        assert_eq!(truth(&world), before, "{context}: without lies, the state of the snapshot is restored");
    });
}

#[test]
fn a_copy_of_a_snapshot_of_values_that_lie_is_whole_or_not_complete() {
    attempts(|context| {
        let mut world = world();
        world.flush();
        let (snapshot, mut copy) = (world.snapshot(), World::default().snapshot());
        let copied = while_lying(CLONING | DROPPING, || copy.clone_from(&snapshot));
        assert_eq!(copy.is_complete(), copied.is_some(), "{context}");
        if copy.is_complete() {
            world.restore(&copy);
        }
        assert_continues(&mut world, context);
    });
}
