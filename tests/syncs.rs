//! Sync points: commands in the order of systems, syncs between systems, reserved entities.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use ecs_world::ChangeErrorKind;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark;

/// The entities that systems visited, and those that they reserved.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    numbers: Vec<u32>,
    marks: usize,
    reserved: Vec<Entity>,
}

#[system]
fn mark(entity: Entity, number: &Number, commands: &mut Commands<World>) {
    if number.0.is_multiple_of(2) {
        commands.insert(entity, Mark);
        commands.insert(entity, Number(number.0 + 1));
    } else {
        commands.despawn(entity);
    }
}

#[system]
fn look(number: &Number, mark: Option<&Mark>, seen: &mut Seen) {
    seen.numbers.push(number.0);
    seen.marks += usize::from(mark.is_some());
}

#[system]
fn grow(number: &Number, commands: &mut Commands<World>) {
    commands.spawn(Number(number.0 * 10));
}

#[system]
fn reserve(seen: &mut Seen, spawner: &mut Spawner<World>) {
    let first = spawner.spawn(Number(100));
    let second = spawner.spawn(());
    spawner.insert(second, Number(first.index()));
    spawner.despawn(first);
    seen.reserved.extend([first, second]);
}

ecs_world! {
    #[derive(Clone)]
    pub struct World;
    components: Number, Mark;
    resources: Seen;
    systems: mark, look, sync, grow, look as look_again, reserve, reserve as reserve_again;
}

fn numbers(world: &World) -> Vec<u32> {
    world.query::<&Number>().iter().map(|number| number.0).collect()
}

#[test]
fn a_sync_applies_the_commands_of_earlier_systems_for_later_ones() {
    let mut world = World::default();
    let entities = world.spawn_batch([Number(1), Number(2), Number(4)]);
    world.run();
    let Seen { numbers: seen, marks, .. } = std::mem::take(&mut world.resources.seen);
    // `look` runs before the sync and sees the former entities; `look_again` runs after it, and sees no entity that `grow` spawns.
    assert_eq!((seen, marks), (vec![1, 2, 4, 5, 3], 2));
    assert!(!world.contains(entities[0]) && world.has::<Mark>(entities[1]));
    assert_eq!(numbers(&world)[..4], [5, 3, 50, 30], "commands are applied in order");
    world.check_invariants().unwrap();
}

#[test]
fn a_single_system_is_followed_by_a_sync() {
    let mut world = World::default();
    world.spawn_batch([Number(2), Number(3)]);
    world.run_mark();
    assert_eq!(numbers(&world), [3]);
    world.commands().spawn(Number(8));
    world.run_look();
    assert_eq!(world.resources.seen.numbers, [3], "earlier commands are applied after the system");
    assert_eq!(numbers(&world), [3, 8]);
}

#[test]
fn reserved_entities_become_alive_at_the_sync() {
    let mut world = World::default();
    let entities = world.spawn_batch([Mark, Mark, Mark]);
    world.despawn(entities[0]).unwrap();
    world.despawn(entities[2]).unwrap();
    world.run_reserve();
    let reserved = std::mem::take(&mut world.resources.seen.reserved);
    assert_eq!(
        reserved.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["2v3", "0v3"],
        "the slot that was freed last is used first"
    );
    assert!(!world.contains(reserved[0]), "a later command despawns the entity");
    assert_eq!(world.get::<Number>(reserved[1]), Some(&Number(2)));
    assert_eq!(world.dropped_commands(), 0);
    world.check_invariants().unwrap();
}

#[test]
fn two_systems_reserve_different_entities() {
    let mut world = World::default();
    world.run();
    let reserved = &world.resources.seen.reserved;
    let all: std::collections::BTreeSet<_> = reserved.iter().collect();
    assert_eq!((reserved.len(), all.len()), (4, 4));
    assert_eq!(world.len(), 2);
    assert!(world.contains(reserved[1]) && world.contains(reserved[3]));
}

#[test]
fn a_command_for_a_dead_entity_is_dropped_and_counted() {
    let mut world = World::default();
    let entity = world.spawn((Number(1), Mark));
    world.commands().remove::<Mark>(entity);
    world.commands().remove::<Mark>(entity);
    world.flush();
    assert_eq!(world.dropped_commands(), 0, "a command is not dropped if only the component is missing");
    world.commands().despawn(entity);
    world.commands().insert(entity, Mark);
    world.commands().remove::<Number>(entity);
    world.commands().despawn(entity);
    world.commands().spawn(Number(2));
    world.flush();
    assert_eq!((world.dropped_commands(), world.len()), (3, 1));
    let successor = world.entities().next().unwrap();
    assert_eq!(
        (successor.index(), world.has::<Mark>(successor)),
        (entity.index(), false),
        "the next entity in the slot is unchanged"
    );
}

#[test]
fn commands_stay_pending_when_the_world_is_cleared() {
    let mut world = World::default();
    let entity = world.spawn(Number(1));
    world.commands().spawn(Number(2));
    world.commands().insert(entity, Mark);
    world.clear();
    assert_eq!(world.commands().len(), 2);
    world.flush();
    assert_eq!((numbers(&world), world.dropped_commands()), (vec![2], 1));
}

#[test]
fn values_of_different_bundles_are_queued_together() {
    let mut world = World::default();
    let (one, two) = (world.spawn(()), world.spawn(()));
    world.commands().insert(one, (Number(1), Mark));
    world.commands().insert(two, (Mark, Number(2)));
    world.commands().insert(one, Number(3));
    world.commands().spawn((Number(4), (Mark,)));
    world.commands().insert(two, Mark);
    world.flush();
    assert_eq!(numbers(&world), [3, 2, 4]);
    assert_eq!(world.query::<&Mark>().iter().count(), 3);
}

#[test]
fn commands_can_be_taken_out_of_one_world_and_given_to_another() {
    let (mut world, mut other) = (World::default(), World::default());
    let entity = world.spawn(Number(1));
    world.commands().insert(entity, Number(2));
    world.commands().spawn(Number(3));
    std::mem::swap(world.commands(), other.commands());
    world.flush();
    other.flush();
    assert_eq!((numbers(&world), numbers(&other)), (vec![1], vec![3]));
    assert_eq!(other.dropped_commands(), 1, "a handle of another world refers to no entity");
    world.check_invariants().unwrap();
    other.check_invariants().unwrap();
}

#[test]
fn a_reserved_entity_is_alive_from_the_flush_on() {
    for count in [0, 1, 2, 3, 70] {
        let mut world = World::default();
        let old = world.spawn_batch((0..3).map(Number)).into_vec();
        world.despawn(old[1]).unwrap();
        let reserved: Vec<_> = (0..count).map(|_| world.reserve_entity()).collect();
        let distinct: std::collections::BTreeSet<_> = reserved.iter().collect();
        assert_eq!(distinct.len(), count);
        for (entity, number) in reserved.iter().zip(10..) {
            assert!(!world.contains(*entity) && world.get::<Number>(*entity).is_none());
            assert_eq!(
                world.insert(*entity, Mark).unwrap_err().kind,
                ChangeErrorKind::NoSuchEntity(*entity),
                "a reserved entity is not alive yet"
            );
            world.commands().insert(*entity, Number(number));
        }
        assert_eq!(world.len(), 2);
        world.check_invariants().unwrap();
        world.flush();
        assert_eq!((world.len(), world.dropped_commands()), (2 + count, 0));
        assert!(reserved.iter().zip(10..).all(|(entity, number)| world.get(*entity) == Some(&Number(number))));
        world.check_invariants().unwrap();
    }
}

#[test]
fn a_reserved_entity_keeps_its_handle_whatever_the_world_spawns() {
    let mut world = World::default();
    let one = world.reserve_entity();
    let spawned = world.spawn(Number(1));
    assert!(world.contains(one) && one != spawned, "the reserved entity becomes alive before the next spawn");
    let two = world.reserve_entity();
    world.despawn(spawned).unwrap();
    assert_eq!(world.component_names(two), Some(vec![]));
    let three = world.reserve_entity();
    world.clear();
    assert!(![one, two, three].into_iter().any(|entity| world.contains(entity)), "clearing despawns reserved entities");
    let four = world.reserve_entity();
    let mut clone = world.clone();
    world.run();
    clone.flush();
    assert!(world.contains(four) && clone.contains(four));
    world.check_invariants().unwrap();
}

#[test]
fn a_spawner_outside_of_systems_commands_what_one_inside_does() {
    let mut world = World::default();
    let old = world.spawn(Number(1));
    world.commands().spawn(Number(2));
    let mut spawner = world.spawner();
    let first = spawner.spawn((Number(3), Mark));
    let second = spawner.reserve_entity();
    spawner.insert(second, Number(first.index()));
    spawner.despawn(old);
    assert_eq!(spawner.len(), 4);
    assert_eq!((world.len(), world.contains(first)), (1, false));
    world.flush();
    assert!(!world.contains(old) && world.has::<Mark>(first));
    assert_eq!(world.get::<Number>(second), Some(&Number(first.index())));
    assert_eq!((world.len(), world.dropped_commands()), (3, 0));
    world.check_invariants().unwrap();
}

/// Library code, which is generic over the world.
fn twins<W: Has<Number>>(world: &mut W) -> [Entity; 2] {
    let one = world.reserve_entity();
    let other = world.spawner().spawn(Number(one.index()));
    world.commands().insert(one, Number(other.index()));
    world.flush();
    [one, other]
}

#[test]
fn library_code_reserves_entities_of_any_world() {
    let mut world = World::default();
    let [one, other] = twins(&mut world);
    assert_eq!(world.get::<Number>(one), Some(&Number(other.index())));
    assert_eq!(world.get::<Number>(other), Some(&Number(one.index())));
}
