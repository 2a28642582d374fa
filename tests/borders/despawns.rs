//! Despawns from groups with any number of entities, at each position, whether or not the storages hold values outside of the group.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct A(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct B(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct C(pub u32);

#[system]
fn outer(a: &mut A, b: &B) {
    a.0 = a.0.max(b.0);
}

#[system]
fn inner(a: &mut A, b: &B, c: &C) {
    a.0 = a.0.max(b.0).max(c.0);
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: A, B, C;
    systems: outer, inner;
    queries: (A, B), (A, B, C);
}

/// Maps the number of an entity to its set of components.
type Kinds = fn(u32) -> u32;

/// All entities in the inner group; all only in the outer one; then mixtures of two, three and all six sets of components.
const KINDS: [Kinds; 6] =
    [|_| 0, |_| 1, |number| number % 2, |number| number % 3, |number| number % 6, |number| 5 - number % 6];

fn filled(count: u32, kinds: Kinds) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities = (0..count).map(|number| match kinds(number) {
        0 => world.spawn((A(number), B(number), C(number))),
        1 => world.spawn((A(number), B(number))),
        2 => world.spawn(A(number)),
        3 => world.spawn(B(number)),
        4 => world.spawn((C(number), A(number))),
        _ => world.spawn((B(number), C(number))),
    });
    let entities = entities.collect();
    (world, entities)
}

/// The entities of each group in the order of iteration.
fn order(world: &World) -> [Vec<Entity>; 2] {
    [
        world.query_a_b().iter().map(|(entity, ..)| entity).collect(),
        world.query_a_b_c().iter().map(|(entity, ..)| entity).collect(),
    ]
}

/// Removes an entity from a group: the last one takes its place.
fn without(group: &[Entity], gone: Entity) -> Vec<Entity> {
    let mut left = group.to_vec();
    if let Some(position) = left.iter().position(|entity| *entity == gone) {
        left.swap_remove(position);
    }
    left
}

#[test]
fn an_entity_is_despawned_from_each_position_of_nested_groups() {
    for kinds in KINDS {
        for count in [1, 2, 3, 7, 64, 65] {
            let (world, entities) = filled(count, kinds);
            let [_, inner] = order(&world);
            for gone in &entities {
                let mut world = world.clone();
                world.despawn(*gone).unwrap();
                world.check_invariants().unwrap();
                let [outer_left, inner_left] = order(&world);
                assert_eq!(inner_left, without(&inner, *gone));
                assert!(outer_left.starts_with(&inner_left) && !outer_left.contains(gone));
            }
        }
    }
}

#[test]
fn all_entities_are_despawned_in_any_order() {
    for kinds in KINDS {
        for count in [0, 1, 2, 3, 64, 65, 1_023, 1_024, 1_025] {
            for step in [1, 7, 1_031] {
                let (mut world, entities) = filled(count, kinds);
                for at in 0..entities.len() {
                    world.despawn(entities[at * step % entities.len()]).unwrap();
                    if count < 100 || at % 200 == 0 {
                        world.check_invariants().unwrap();
                    }
                    let left = entities.len() - at - 1;
                    assert_eq!(world.len(), left, "{count} entities in steps of {step}");
                }
                world.check_invariants().unwrap();
                world.run();
            }
        }
    }
}

#[test]
fn a_group_of_all_values_keeps_the_same_order_as_one_with_values_beyond_it() {
    for count in [1, 2, 3, 64, 65] {
        let (full, entities) = filled(count, |_| 0);
        let mut beyond = full.clone();
        for number in [A(900), A(901)] {
            beyond.spawn(number);
        }
        beyond.spawn(B(902));
        beyond.spawn(C(903));
        for gone in &entities {
            let (mut full, mut beyond) = (full.clone(), beyond.clone());
            full.despawn(*gone).unwrap();
            beyond.despawn(*gone).unwrap();
            assert_eq!(order(&full), order(&beyond), "despawned {gone:?} of {count}");
        }
    }
}
