//! Snapshots: a restored world is exactly in the saved state, and continues as the saved one did.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]
#![allow(clippy::needless_pass_by_value, reason = "the world passes readers by value")]

#[path = "common/components.rs"]
mod components;
#[path = "snapshots/everything.rs"]
mod everything;
#[path = "snapshots/failing.rs"]
mod failing;
#[path = "snapshots/timeline.rs"]
mod timeline;
#[path = "snapshots/transient.rs"]
mod transient;

use components::{Position, Velocity};
use ecs_world::prelude::*;
use ecs_world::{ChangeReader, Snapshot, Snapshots};

#[derive(Debug, Clone, PartialEq)]
pub struct Name(String);

/// The calls of `on_added` (true) and `on_removed` (false).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heard(Vec<(bool, Entity)>);

#[derive(Debug, Clone, Default)]
pub struct Watch;

#[system]
impl Watch {
    fn run(&mut self, _: &Position, _: &Velocity) {}

    fn on_added(&mut self, entity: Entity, heard: &mut Heard) {
        heard.0.push((true, entity));
    }

    fn on_removed(&mut self, entity: Entity, heard: &mut Heard) {
        heard.0.push((false, entity));
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Hit(u32);

#[derive(Debug, Clone, Default)]
pub struct Counter {
    hits: u32,
}

#[system]
impl Counter {
    fn run(&mut self, hits: EventReader<'_, Hit>) {
        self.hits += hits.iter().map(|hit| hit.0).sum::<u32>();
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    Menu,
    Play,
}

#[derive(Relation, Debug, Clone, Copy, PartialEq)]
pub struct ChildOf(Entity);

ecs_world! {
    /// A world with some of everything.
    #[derive(Debug, Snapshot, Clone)]
    pub struct Game;
    components: #[tracked] Position, Velocity, Name;
    relations: ChildOf (tree, cascade);
    resources: Heard;
    events: Hit;
    states: Phase = Phase::Menu;
    systems: Watch, Counter;
    queries: (Position, without(Velocity));
}

fn positions(world: &mut Game) -> Vec<u32> {
    world.columns().position.as_slice().iter().map(|position| position.0).collect()
}

#[test]
fn worlds_of_any_size_are_restored_into_worlds_of_any_size() {
    for saved in [0, 1, 2, 3, 64, 1_025] {
        let mut world = Game::default();
        let all = world.spawn_batch((0..saved).map(|n| (Position(n), Velocity(n)))).into_vec();
        let snapshot = world.snapshot();
        for present in [0, 1, 2, 3, 64, 1_025, 3_000] {
            let mut other = Game::default();
            other.spawn_batch((0..present).map(|n| (Position(n + 7), Name(n.to_string()))));
            other.restore(&snapshot);
            other.check_invariants().unwrap();
            assert!(other.entities().eq(all.iter().copied()));
            assert!(positions(&mut other).into_iter().eq(0..saved));
            assert_eq!(other.columns().name.len(), 0);
            assert_eq!(other.spawn(()), world.clone().spawn(()), "the next handle");
        }
    }
}

#[test]
fn a_snapshot_does_not_change_with_its_world() {
    let mut world = Game::default();
    let ship = world.spawn((Position(1), Name("Ann".into())));
    let snapshot = world.snapshot();
    world.get_mut::<Name>(ship).unwrap().0.push('a');
    world.despawn(ship).unwrap();
    world.spawn(Position(2));
    assert_eq!(snapshot.len(), 1);
    assert!(!snapshot.is_empty() && snapshot.is_complete());
    world.restore(&snapshot);
    assert_eq!(world.get::<Name>(ship), Some(&Name("Ann".into())));
    assert_eq!(format!("{snapshot:?}"), r#"Snapshot { world: "Game", entities: 1, .. }"#);
}

#[test]
fn handles_continue_from_the_snapshot() {
    let mut world = Game::default();
    let all = world.spawn_batch((0..5).map(Position)).into_vec();
    world.despawn(all[1]).unwrap();
    world.despawn(all[3]).unwrap();
    let snapshot = world.snapshot();
    let spawn = |world: &mut Game| [(); 4].map(|()| world.spawn(()));
    let first = spawn(&mut world);
    world.despawn(all[0]).unwrap();
    world.restore(&snapshot);
    assert_eq!(spawn(&mut world), first, "free slots are reused in the same order, with the same generations");
    assert!(world.contains(all[0]));
    assert!(!world.contains(all[1]));
}

#[test]
fn a_restore_calls_no_callback() {
    let mut world = Game::default();
    let snapshot = world.snapshot();
    world.spawn((Position(1), Velocity(1)));
    let heard = world.resources.heard.clone();
    let with_one = world.snapshot();
    world.restore(&snapshot);
    assert_eq!(world.resources.heard, Heard::default());
    world.restore(&with_one);
    assert_eq!(world.resources.heard, heard, "the log is restored");
    world.run();
    assert_eq!(world.resources.heard, heard);
}

#[test]
fn pending_commands_and_reserved_entities_are_restored() {
    let mut world = Game::default();
    let ship = world.spawn(Position(1));
    let reserved = world.reserve_entity();
    world.commands().insert(reserved, Name("late".into()));
    world.commands().despawn(ship);
    world.commands().spawn_batch((0..3).map(|n| (Position(n), Velocity(n))));
    world.commands().queue(|world: &mut Game, at: Entity| world.resources.heard.0.push((true, at)), ship);
    let snapshot = world.snapshot();
    world.flush();
    let after = |world: &mut Game| {
        let all: Vec<_> = world.entities().collect();
        (all, positions(world), world.get::<Name>(reserved).cloned(), world.resources.heard.clone())
    };
    let expected = after(&mut world);
    for _ in 0..2 {
        world.commands().spawn(Position(99));
        world.reserve_entity();
        world.restore(&snapshot);
        assert_eq!((world.len(), world.contains(reserved)), (1, false));
        world.flush();
        assert_eq!(after(&mut world), expected);
        world.check_invariants().unwrap();
    }
}

#[test]
fn a_restored_world_has_the_pending_values_of_the_snapshot_and_no_others() {
    for [saved, pending] in [0, 1, 2, 3, 64].iter().flat_map(|saved| [0, 1, 2, 3, 64].map(|pending| [*saved, pending]))
    {
        let mut source = Game::default();
        source.commands().spawn_batch((0..saved).map(Position));
        let snapshot = source.snapshot();
        let mut world = Game::default();
        world.commands().spawn_batch((100..100 + pending).map(|n| (Position(n), Name(n.to_string()))));
        for _ in 0..2 {
            world.restore(&snapshot);
            world.flush();
            assert!(world.query::<&Position>().iter().eq((0..saved).map(Position).collect::<Vec<_>>().iter()));
            assert_eq!(
                (world.len(), world.query::<&Name>().count()),
                (saved as usize, 0),
                "{saved} saved values over {pending} pending ones"
            );
            world.check_invariants().unwrap();
        }
    }
}

#[test]
fn a_world_without_commands_is_restored_over_one_with_commands_and_the_reverse() {
    let empty = Game::default().snapshot();
    let mut source = Game::default();
    source.commands().spawn(Position(1));
    let pending = source.snapshot();
    let mut world = Game::default();
    for _ in 0..2 {
        for (snapshot, expected) in [(&empty, 0), (&pending, 1), (&empty, 0), (&pending, 1)] {
            world.restore(snapshot);
            assert_eq!(world.commands().len(), expected);
        }
        world.flush();
        assert_eq!((world.len(), world.commands().len()), (1, 0));
    }
}

#[test]
fn events_and_readers_are_restored() {
    let mut world = Game::default();
    world.events.hit.send(Hit(1));
    world.run();
    world.events.hit.send(Hit(10));
    let snapshot = world.snapshot();
    let mut cursor = EventCursor::default();
    cursor.skip(&world.events.hit);
    for _ in 0..3 {
        world.run();
        assert_eq!(world.systems.counter.hits, 11);
        world.events.hit.send(Hit(100));
        world.run();
        assert_eq!(world.systems.counter.hits, 111);
        world.restore(&snapshot);
        assert_eq!(world.systems.counter.hits, 1);
        assert!(world.events.hit.iter().eq(&[Hit(1), Hit(10)]));
    }
    world.events.hit.send(Hit(5));
    assert!(world.events.hit.read(&mut cursor).eq(&[Hit(5)]), "a cursor outside receives what is sent afterwards");
}

#[test]
fn the_past_of_components_is_restored() {
    mod buffered {
        use super::{Position, Velocity};
        use ecs_world::prelude::*;

        ecs_world! {
            #[derive(Snapshot)]
            pub struct World;
            components: #[double_buffered] Position, #[storage(vec)] #[double_buffered] Velocity;
        }
    }
    let mut world = buffered::World::default();
    let [one, two] = [1, 2].map(|n| world.spawn((Position(n), Velocity(n))));
    world.get_mut::<Position>(one).unwrap().0 = 10;
    world.get_mut::<Velocity>(two).unwrap().0 = 20;
    let snapshot = world.snapshot();
    world.run();
    world.despawn(one).unwrap();
    world.spawn(Position(5));
    let mut other = buffered::World::default();
    for world in [&mut world, &mut other] {
        world.restore(&snapshot);
        world.check_invariants().unwrap();
        assert_eq!(
            (world.past::<Position>(one), world.get::<Position>(one)),
            (Some(&Position(1)), Some(&Position(10)))
        );
        assert_eq!(
            (world.past::<Velocity>(two), world.get::<Velocity>(two)),
            (Some(&Velocity(2)), Some(&Velocity(20)))
        );
        world.run();
        assert_eq!(world.past::<Position>(one), Some(&Position(10)));
    }
}

#[test]
fn states_and_requested_transitions_are_restored() {
    let mut world = Game::default();
    world.run();
    world.states.phase.set(Phase::Play);
    let snapshot = world.snapshot();
    world.run();
    assert!(world.states.phase == Phase::Play);
    world.states.phase.set(Phase::Menu);
    world.restore(&snapshot);
    assert!(world.states.phase == Phase::Menu);
    assert_eq!(world.states.phase.requested(), Some(&Phase::Play));
    world.run();
    assert!(world.states.phase == Phase::Play);
}

#[test]
fn relations_and_the_order_of_siblings_are_restored() {
    let mut world = Game::default();
    let parent = world.spawn(());
    let children: Vec<_> = (0..4).map(|n| world.spawn((Position(n), ChildOf(parent)))).collect();
    world.remove::<ChildOf>(children[1]).unwrap();
    let snapshot = world.snapshot();
    let of_parent = |world: &Game| world.tree::<ChildOf>().children(parent).collect::<Vec<_>>();
    let expected = of_parent(&world);
    world.despawn(parent).unwrap();
    world.restore(&snapshot);
    assert_eq!(of_parent(&world), expected);
    world.check_invariants().unwrap();
    world.despawn(parent).unwrap();
    assert!(world.entities().eq([children[1]]), "the cascade despawns the children that are linked");
}

#[test]
fn positions_that_were_cached_after_the_snapshot_are_not_used() {
    mod cached {
        use super::{Position, Velocity};
        use ecs_world::prelude::*;

        #[system(view = list)]
        fn advance(position: &mut Position, velocity: &Velocity) {
            position.0 = position.0.wrapping_mul(31) + velocity.0;
        }

        ecs_world! {
            #[derive(Snapshot)]
            pub struct World;
            components: Position, Velocity;
            systems: advance;
        }
    }
    let mut world = cached::World::default();
    // Two orders after the same number of changes, so that counts alone do not tell them apart.
    let all = world.spawn_batch((0..200).map(Position)).into_vec();
    let snapshot = world.snapshot();
    let insert = |world: &mut cached::World, order: &mut dyn Iterator<Item = &Entity>| {
        for (n, entity) in (0..).zip(order) {
            world.insert(*entity, Velocity(n)).unwrap();
        }
    };
    let run = |world: &mut cached::World| {
        (0..5).for_each(|_| world.run());
        world.columns().position.as_slice().to_vec()
    };
    let mut expected = vec![];
    for _ in 0..2 {
        insert(&mut world, &mut all.iter());
        let forwards = run(&mut world);
        world.restore(&snapshot);
        insert(&mut world, &mut all.iter().rev());
        let backwards = run(&mut world);
        world.restore(&snapshot);
        expected.push((forwards, backwards));
    }
    let mut fresh = cached::World::default();
    fresh.spawn_batch((0..200).map(Position));
    insert(&mut fresh, &mut all.iter().rev());
    assert_eq!(expected[0].1, run(&mut fresh));
    assert_eq!(expected[0], expected[1]);
}

#[test]
fn classes_that_tidying_computed_after_the_snapshot_are_not_used() {
    let mut world = Game::default();
    let all = world.spawn_batch((0..50).map(Position)).into_vec();
    let snapshot = world.snapshot();
    let tidied = |world: &mut Game, step: usize| {
        for entity in all.iter().step_by(step).take(10) {
            world.insert(*entity, Name(String::new())).unwrap();
        }
        world.tidy();
        world.check_invariants().unwrap();
        positions(world)
    };
    let second = tidied(&mut world, 2);
    world.restore(&snapshot);
    let third = tidied(&mut world, 3);
    let mut fresh = Game::default();
    fresh.restore(&snapshot);
    assert_eq!(tidied(&mut fresh, 3), third);
    assert_ne!(second, third);
}

#[test]
fn a_sorted_order_and_the_budget_of_tidying_are_restored() {
    let mut world = Game::default();
    world.spawn_batch((0..10).map(|n| Position((n * 7) % 10)));
    world.sort_by_key::<Position, _>(|position| position.0);
    world.set_tidy_budget(Some(3));
    let snapshot = world.snapshot();
    world.unsort::<Position>();
    world.set_tidy_budget(None);
    world.tidy();
    assert_ne!(positions(&mut world), (0..10).collect::<Vec<_>>());
    world.restore(&snapshot);
    assert_eq!((positions(&mut world), world.tidy_budget()), ((0..10).collect(), Some(3)));
    assert_eq!(world.tidy().left_alone, 1);
}

#[test]
fn a_reader_outside_of_the_world_visits_all_values_after_a_restore() {
    let mut world = Game::default();
    let all = world.spawn_batch((0..3).map(Position)).into_vec();
    let snapshot = world.snapshot();
    let mut reader = ChangeReader::<Position>::new(&mut world);
    let mut changed = |world: &mut Game| {
        let mut changed = vec![];
        reader.for_each(world, |entity, _| changed.push(entity));
        changed
    };
    world.despawn(all[1]).unwrap();
    assert_eq!(changed(&mut world), []);
    world.restore(&snapshot);
    assert_eq!(changed(&mut world), all, "a reader that was registered after the snapshot visits all values");
    world.get_mut::<Position>(all[2]).unwrap().0 = 9;
    assert_eq!(changed(&mut world), [all[2]]);
    world.check_invariants().unwrap();
}

#[test]
fn clones_of_snapshots_are_equal_and_reuse_memory() {
    let mut world = Game::default();
    world.spawn((Position(1), Name("one".into())));
    let first = world.snapshot();
    world.spawn((Position(2), Name("two".into())));
    let mut second = first.clone();
    assert_eq!(second.len(), 1);
    world.snapshot_into(&mut second);
    assert_eq!(second.len(), 2);
    second.clone_from(&first);
    world.restore(&second);
    assert_eq!(positions(&mut world), [1]);
    world.check_invariants().unwrap();
}

/// Library code, which is generic over the world.
fn twice<W: Snapshots>(world: &mut W, run: fn(&mut W)) -> Snapshot<W> {
    let before = world.snapshot();
    run(world);
    world.restore(&before);
    run(world);
    let mut after = before;
    world.snapshot_into(&mut after);
    after
}

#[test]
fn library_code_takes_snapshots_of_any_world_that_has_them() {
    let mut world = Game::default();
    let after = twice(&mut world, |world| {
        world.spawn(Position(1));
    });
    assert_eq!((after.len(), world.len()), (1, 1));
}

#[test]
fn snapshots_go_to_other_threads() {
    let mut world = Game::default();
    world.spawn(Position(5));
    let snapshot = world.snapshot();
    let mut other = std::thread::spawn(move || {
        let mut world = Game::default();
        world.restore(&snapshot);
        world
    })
    .join()
    .unwrap();
    assert_eq!(positions(&mut other), [5]);
}

#[test]
fn an_empty_world_has_snapshots() {
    mod nothing {
        ecs_world::ecs_world! { #[derive(Snapshot)] pub struct World; }
    }
    let mut world = nothing::World::default();
    let entity = world.spawn(());
    let snapshot = world.snapshot();
    world.clear();
    world.restore(&snapshot);
    assert!(world.contains(entity));
}
