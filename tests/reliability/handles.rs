//! Stale, foreign and forged handles.

use std::collections::BTreeSet;

use ecs_world::prelude::*;

use super::components::{Position, Tag, panics};

ecs_world! {
    pub struct World;
    components: Position, Tag;
    queries: (Position);
}

// 5: an entity that was despawned twice freed its slot twice, so that two later entities shared it.
#[test]
fn an_entity_that_is_despawned_twice_gives_its_slot_back_once() {
    for commanded in [[false, false], [false, true], [true, false], [true, true]] {
        let mut world = World::default();
        let entity = world.spawn(Position(0));
        for commanded in commanded {
            if commanded {
                world.commands().despawn(entity);
            } else {
                let _ = world.despawn(entity);
            }
        }
        world.flush();
        let slots: BTreeSet<_> = (0..3).map(|n| world.spawn(Position(n)).index()).collect();
        assert_eq!((slots.len(), world.len()), (3, 3));
        assert_eq!(world.query::<&Position>().iter().map(|position| position.0).collect::<Vec<_>>(), [0, 1, 2]);
        world.check_invariants().unwrap();
    }
}

// 5: a despawn by a stale handle removed the components of the entity that used the slot by then.
#[test]
fn a_command_by_a_stale_handle_leaves_the_next_entity_of_its_slot_alone() {
    let mut world = World::default();
    let stale = world.spawn(Position(1));
    world.commands().despawn(stale);
    world.commands().spawn((Position(2), Tag));
    world.commands().despawn(stale);
    world.commands().remove::<Tag>(stale);
    world.commands().insert(stale, Position(3));
    world.flush();
    let (successor, position) = world.query::<(Entity, &Position)>().with::<Tag>().single().unwrap();
    assert_eq!((successor.index(), *position, world.dropped_commands()), (stale.index(), Position(2), 3));
}

// 7: after enough uses of a slot, one of its stale handles was valid again.
#[test]
fn no_handle_of_a_slot_revives_however_often_the_slot_is_used() {
    let mut world = World::default();
    let (first, mut last) = (world.spawn(Tag), None);
    world.despawn(first).unwrap();
    for round in 1..=70_000_u32 {
        let entity = world.spawn(Tag);
        assert_eq!((entity.index(), entity.generation()), (first.index(), 1 + 2 * round));
        assert!(!world.has::<Tag>(first) && !last.is_some_and(|last| world.contains(last)));
        world.despawn(entity).unwrap();
        last = Some(entity);
    }
}

/// 2^32 values, which take no memory.
fn too_many() -> Vec<Tag> {
    vec![[Tag; 1 << 20]; 1 << 12].into_flattened()
}

// 7: more entities than there are indices wrapped around, or stopped halfway, with the first half alive, but in no view.
#[test]
fn more_columns_than_there_are_indices_are_refused_before_anything_changes() {
    let mut world = World::default();
    world.spawn((Position(1), Tag));
    assert!(panics(|| world.spawn_columns(too_many())));
    assert_eq!(world.len(), 1);
    world.check_invariants().unwrap();
    assert_eq!(world.spawn(Tag).index(), 1);
}

// 8: an index from outside made a world allocate memory up to it.
#[test]
fn a_reservation_beyond_all_indices_panics_and_does_not_allocate() {
    let mut world = World::default();
    world.spawn(Position(1));
    for count in [1 << 32, 1 << 40, usize::MAX] {
        assert!(panics(|| world.reserve::<Tag>(count)));
        assert!(panics(|| world.reserve::<()>(count)));
        assert!(panics(|| world.reserve::<(Position, Tag)>(count)));
    }
    assert_eq!(world.len(), 1);
    world.check_invariants().unwrap();
}

// 8: any number was accepted as a handle, and used as an index.
#[test]
fn no_number_but_a_living_handle_reaches_an_entity() {
    let mut world = World::default();
    let entity = world.spawn(Position(1));
    for bit in 0..64 {
        let Some(other) = Entity::from_bits(entity.to_bits() ^ 1 << bit) else { continue };
        assert!(!world.contains(other) && world.get::<Position>(other).is_none(), "bit {bit}");
        assert!(world.query_position().get(other).is_none() && world.despawn(other).is_err(), "bit {bit}");
        assert!(world.get_disjoint_mut::<Position, 2>([entity, other]).is_err(), "bit {bit}");
    }
    assert!(world.contains(entity));
}
