//! A `Clone` or a `Drop` that panics while a snapshot is taken or restored.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;

use super::Position;

thread_local! {
    /// Number of clones and drops until one panics; 0 for never.
    static LEFT: Cell<u32> = const { Cell::new(0) };
}

/// Counts down, and panics at the last call.
fn count() {
    LEFT.with(|left| {
        let now = left.get();
        left.set(now.saturating_sub(1));
        assert_ne!(now, 1, "it is time to panic");
    });
}

macro_rules! fragile {
    ($($Name:ident)*) => {
        $(
            #[derive(Debug, PartialEq)]
            pub struct $Name(u32);

            impl Clone for $Name {
                fn clone(&self) -> Self {
                    count();
                    Self(self.0)
                }
            }

            impl Drop for $Name {
                fn drop(&mut self) {
                    count();
                }
            }
        )*
    };
}
fragile!(Sparse Slot Chunked Packed Hashed Treed Sent Kept);

#[derive(Debug, Clone, Default)]
pub struct Fails(bool);

#[system]
fn fail(fails: &Fails) {
    assert!(!fails.0, "the system panics");
}

#[system(changed(Sparse))]
fn look(_: &Sparse) {}

ecs_world! {
    #[derive(Snapshot)]
    pub struct World;
    components: Sparse, #[storage(vec)] Slot, #[storage(hashed_array_tree(chunk = 2))] Chunked, #[storage(packed)] Packed,
        #[storage(hash_map)] Hashed, #[storage(btree_map)] Treed, Position;
    resources: Kept = Kept(0), Fails;
    events: Sent;
    systems: look, fail;
    groups: (Sparse, Position);
}

fn filled(from: u32, count: u32) -> World {
    let mut world = World::default();
    for n in from..from + count {
        let entity = world.spawn((Sparse(n), Slot(n), Position(n)));
        world.insert(entity, (Chunked(n), Packed(n), Hashed(n), Treed(n))).unwrap();
    }
    world.events.sent.send(Sent(from));
    world.commands().spawn(Sparse(from));
    world
}

/// Repeats a call with a panic at each clone and drop in turn, until it succeeds; returns the number of calls.
fn each_panic(
    mut prepare: impl FnMut() -> World,
    mut call: impl FnMut(&mut World),
    mut check: impl FnMut(&mut World),
) -> u32 {
    for turn in 1.. {
        let mut world = prepare();
        LEFT.with(|left| left.set(turn));
        let result = catch_unwind(AssertUnwindSafe(|| call(&mut world)));
        LEFT.with(|left| left.set(0));
        if result.is_ok() {
            return turn;
        }
        check(&mut world);
    }
    0
}

#[test]
fn a_world_is_empty_and_whole_after_a_restore_that_panics() {
    let snapshot = filled(10, 3).snapshot();
    let turns = each_panic(
        || {
            let mut world = filled(0, 5);
            world.reserve_entity();
            world
        },
        |world| world.restore(&snapshot),
        |world| {
            world.check_invariants().unwrap();
            assert!(world.is_empty());
            world.flush();
            assert!(world.is_empty(), "no command is pending");
            world.run();
        },
    );
    assert!(turns > 20, "{turns}");
    // Handles from before the restore do not refer to entities that are spawned afterwards.
    let mut world = filled(0, 2);
    let mut old: Vec<_> = world.entities().collect();
    old.push(world.reserve_entity());
    LEFT.with(|left| left.set(3));
    assert!(catch_unwind(AssertUnwindSafe(|| world.restore(&snapshot))).is_err());
    LEFT.with(|left| left.set(0));
    world.spawn_batch((0..10).map(Position));
    assert!(old.iter().all(|entity| !world.contains(*entity)));
    world.restore(&snapshot);
    world.check_invariants().unwrap();
    assert_eq!(world.len(), 3);
}

#[test]
fn a_snapshot_is_not_complete_after_a_panic_until_it_is_taken_again() {
    let world = filled(0, 4);
    let (mut snapshot, mut target) = (filled(10, 2).snapshot(), World::default());
    let mut turns = 0;
    for turn in 1.. {
        turns = turn;
        LEFT.with(|left| left.set(turn));
        let result = catch_unwind(AssertUnwindSafe(|| world.snapshot_into(&mut snapshot)));
        LEFT.with(|left| left.set(0));
        if result.is_ok() {
            break;
        }
        assert!(!snapshot.is_complete() && !snapshot.clone().is_complete());
        let refused = catch_unwind(AssertUnwindSafe(|| target.restore(&snapshot)));
        assert!(refused.is_err() && target.is_empty());
    }
    assert!(turns > 20, "{turns}");
    target.restore(&snapshot);
    target.check_invariants().unwrap();
    assert_eq!((target.len(), snapshot.is_complete()), (4, true));
}

#[test]
fn a_snapshot_is_not_complete_after_a_panic_of_clone_from() {
    let source = filled(0, 4).snapshot();
    let mut target = filled(20, 3);
    let values = |world: &World| {
        let all = world.query::<(Entity, &Position, &Sparse)>();
        all.iter().map(|(entity, position, sparse)| (entity, position.0, sparse.0)).collect::<Vec<_>>()
    };
    let before = values(&target);
    assert_eq!(before.len(), 3);
    let mut turns = 0;
    for turn in 1.. {
        turns = turn;
        let mut snapshot = filled(10, 2).snapshot();
        assert!(snapshot.is_complete());
        LEFT.with(|left| left.set(turn));
        let result = catch_unwind(AssertUnwindSafe(|| snapshot.clone_from(&source)));
        LEFT.with(|left| left.set(0));
        if result.is_err() {
            assert!(!snapshot.is_complete(), "{turn}");
            let refused = catch_unwind(AssertUnwindSafe(|| target.restore(&snapshot))).unwrap_err();
            assert!(refused.downcast_ref::<&str>().unwrap().starts_with("the snapshot is not complete"), "{turn}");
            assert_eq!(values(&target), before, "{turn}");
            target.check_invariants().unwrap();
            snapshot.clone_from(&source);
        }
        let mut world = World::default();
        world.restore(&snapshot);
        world.check_invariants().unwrap();
        assert_eq!((world.len(), snapshot.is_complete()), (4, true), "{turn}");
        if result.is_ok() {
            break;
        }
    }
    assert!(turns > 20, "{turns}");
}

#[test]
fn events_age_again_after_a_run_and_a_restore_that_panic() {
    let snapshot = filled(10, 3).snapshot();
    for turn in [1, 5] {
        let mut world = filled(0, 5);
        // A run that panics keeps all events for the next run.
        world.resources.fails.0 = true;
        assert!(catch_unwind(AssertUnwindSafe(|| world.run())).is_err());
        world.resources.fails.0 = false;
        LEFT.with(|left| left.set(turn));
        assert!(catch_unwind(AssertUnwindSafe(|| world.restore(&snapshot))).is_err());
        LEFT.with(|left| left.set(0));
        world.events.sent.send(Sent(7));
        world.run();
        assert!(world.events.sent.iter().any(|sent| sent.0 == 7));
        world.run();
        assert!(!world.events.sent.iter().any(|sent| sent.0 == 7));
    }
}

#[test]
fn a_timeline_lacks_a_frame_whose_clone_panicked_and_keeps_the_others() {
    let world = filled(0, 4);
    for turn in [1, 5, 9] {
        let mut timeline = ecs_world::Timeline::new(2);
        for frame in [1, 2] {
            timeline.save(frame, &world);
        }
        LEFT.with(|left| left.set(turn));
        assert!(catch_unwind(AssertUnwindSafe(|| timeline.save(3, &world))).is_err());
        LEFT.with(|left| left.set(0));
        assert!(timeline.frames().eq([2]), "the oldest frame was removed to make room");
        let mut target = World::default();
        assert!(timeline.load(3, &mut target).is_err() && target.is_empty());
        timeline.load(2, &mut target).unwrap();
        timeline.save(3, &world);
        timeline.load(3, &mut target).unwrap();
        target.check_invariants().unwrap();
        assert_eq!((target.len(), timeline.len()), (4, 2));
    }
}
