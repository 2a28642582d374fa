//! Double-buffered components compared with a naive reference: random changes and runs of worlds with each storage, a group, a partial
//! group, a list and a scan, and the expected components of each entity.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

use ecs_world::CloneEntities;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(i64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Velocity(i64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frozen;
/// A component without a past.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass(i64);

macro_rules! world_of_a_kind {
    ($name:ident, $($storage:tt)*) => {
        pub mod $name {
            use super::*;

            #[system]
            pub fn mix(position: &mut Position, velocity: &mut Velocity, past: &Past<Position>, speed: &Past<Velocity>) {
                position.0 += past.0 + 3 * speed.0;
                velocity.0 += past.0 - speed.0;
            }

            #[system(without(Frozen))]
            pub fn thaw(position: &mut Position, past: &Past<Position>) {
                position.0 += past.0;
            }

            #[system(view = list)]
            pub fn weigh(mass: &mut Mass, past: &Past<Position>) {
                mass.0 += past.0;
            }

            ecs_world! {
                #[derive(Debug, Clone)]
                pub struct World;
                components: #[double_buffered] $($storage)* Position, #[double_buffered] Velocity, Frozen, Mass;
                systems: mix, thaw, weigh;
            }

            #[test]
            fn the_past_follows_each_value() {
                super::follows::<World>(World::run, World::shrink_to_fit, |world| {
                    let _ = world.tidy();
                }, |world| world.sort_by::<Velocity>(|a, b| b.0.cmp(&a.0)));
            }
        }
    };
}

world_of_a_kind!(sparse_set,);
world_of_a_kind!(vec, #[storage(vec)]);
world_of_a_kind!(packed, #[storage(packed)]);
world_of_a_kind!(hashed_array_tree, #[storage(hashed_array_tree(chunk = 8))]);
world_of_a_kind!(hash_map, #[storage(hash_map)]);
world_of_a_kind!(btree_map, #[storage(btree_map)]);

/// The expected state of an entity: present and past of both components, whether it is frozen, its mass.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Expected {
    position: Option<(i64, i64)>,
    velocity: Option<(i64, i64)>,
    frozen: bool,
    mass: Option<i64>,
}

fn run(all: &mut [(Entity, Expected)]) {
    for (_, one) in all.iter_mut() {
        for value in [&mut one.position, &mut one.velocity].into_iter().flatten() {
            value.1 = value.0;
        }
        if let (Some(position), Some(velocity)) = (&mut one.position, &mut one.velocity) {
            position.0 += position.1 + 3 * velocity.1;
            velocity.0 += position.1 - velocity.1;
        }
        if let (Some(position), false) = (&mut one.position, one.frozen) {
            position.0 += position.1;
        }
        if let (Some(position), Some(mass)) = (one.position, &mut one.mass) {
            *mass += position.1;
        }
        // Keeps values small.
        for value in [&mut one.position, &mut one.velocity].into_iter().flatten() {
            value.0 %= 1_000;
        }
    }
}

fn agrees<W: HasPast<Position> + HasPast<Velocity> + Holds<Frozen> + Has<Mass>>(
    world: &mut W,
    all: &[(Entity, Expected)],
) {
    world.check_invariants().expect("the past has the same positions as the present");
    for (entity, expected) in all {
        let position =
            world.get::<Position>(*entity).zip(world.past::<Position>(*entity)).map(|(now, past)| (now.0, past.0));
        let velocity =
            world.get::<Velocity>(*entity).zip(world.past::<Velocity>(*entity)).map(|(now, past)| (now.0, past.0));
        let (frozen, mass) = (world.has::<Frozen>(*entity), world.get::<Mass>(*entity).map(|mass| mass.0));
        assert_eq!(Expected { position, velocity, frozen, mass }, *expected);
    }
    assert_eq!(
        world.query::<&Past<Position>>().iter().count(),
        all.iter().filter(|(_, one)| one.position.is_some()).count()
    );
}

/// Performs one of ten changes of an entity.
fn change<W: HasPast<Position> + HasPast<Velocity> + Has<Frozen> + Has<Mass> + CloneEntities>(
    world: &mut W,
    entity: &mut Entity,
    own: &mut Expected,
    choice: u64,
    x: i64,
) {
    match choice {
        0 | 1 => {
            world.insert(*entity, Position(x)).expect("the entity is alive");
            own.position = Some((x, own.position.map_or(x, |old| old.1)));
        }
        2 => {
            world.insert(*entity, (Velocity(x), Position(x))).expect("the entity is alive");
            own.velocity = Some((x, own.velocity.map_or(x, |old| old.1)));
            own.position = Some((x, own.position.map_or(x, |old| old.1)));
        }
        3 => {
            world.remove_any::<Position>(*entity).expect("the entity is alive");
            own.position = None;
        }
        4 => {
            world.remove_any::<(Velocity, Frozen)>(*entity).expect("the entity is alive");
            (own.velocity, own.frozen) = (None, false);
        }
        5 => {
            world.insert(*entity, (Frozen, Mass(x))).expect("the entity is alive");
            (own.frozen, own.mass) = (true, Some(x));
        }
        6 => {
            world.despawn(*entity).expect("the entity is alive");
            *entity = world.spawn((Velocity(x), Mass(x)));
            *own = Expected { velocity: Some((x, x)), mass: Some(x), ..Expected::default() };
        }
        7 => {
            let old = own.position.is_some();
            let exchanged = world.exchange::<Position, _>(*entity, (Position(x), Mass(x)));
            assert_eq!(exchanged.is_ok(), old);
            if let Some(position) = &mut own.position {
                position.0 = x;
                own.mass = Some(x);
            }
        }
        8 => {
            let clone = world.clone_entity(*entity).expect("the entity is alive");
            world.despawn(*entity).expect("the entity is alive");
            *entity = clone;
            own.position.iter_mut().chain(&mut own.velocity).for_each(|value| value.1 = value.0);
        }
        _ => {
            if let Some(position) = world.get_mut::<Position>(*entity) {
                position.0 = x;
            }
            own.position.iter_mut().for_each(|value| value.0 = x);
        }
    }
}

/// Performs random changes and runs, with each number of entities, and compares the world with the expected entities.
fn follows<W: HasPast<Position> + HasPast<Velocity> + Has<Frozen> + Has<Mass> + CloneEntities>(
    step: fn(&mut W),
    shrink: fn(&mut W),
    tidy: fn(&mut W),
    sort: fn(&mut W),
) {
    for count in [0, 1, 2, 3, 63, 64, 65, 200] {
        let (mut world, mut all) = (W::default(), Vec::<(Entity, Expected)>::new());
        let mut seed = 88_172_645_463_325_252_u64 + count;
        let mut random = |below: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % below
        };
        for n in 0..count {
            let x = i64::try_from(n).expect("the number fits");
            let entity = world.spawn(Position(x));
            all.push((entity, Expected { position: Some((x, x)), ..Expected::default() }));
        }
        for operation in 0..300 {
            let x = i64::try_from(random(50)).expect("the number fits");
            let pick = usize::try_from(random(1 << 20)).expect("the number fits") % all.len().max(1);
            let Some((entity, own)) = all.get_mut(pick) else { break };
            match random(15) {
                choice @ ..10 => change(&mut world, entity, own, choice, x),
                10 => sort(&mut world),
                11 => shrink(&mut world),
                12 => tidy(&mut world),
                13 => {
                    let values = vec![Position(x), Position(x + 1), Position(x + 2)];
                    let spawned = world.spawn_columns(values).expect("the columns have one length");
                    let positions = spawned.into_iter().zip(x..).map(|(entity, x)| (entity, Some((x, x))));
                    all.extend(positions.map(|(one, position)| (one, Expected { position, ..Expected::default() })));
                }
                _ => {
                    step(&mut world);
                    run(&mut all);
                    world.query_mut::<&mut Position>().for_each(|value| value.0 %= 1_000);
                    world.query_mut::<&mut Velocity>().for_each(|value| value.0 %= 1_000);
                }
            }
            if operation % 7 == 0 {
                agrees(&mut world, &all);
            }
        }
        agrees(&mut world, &all);
    }
}
