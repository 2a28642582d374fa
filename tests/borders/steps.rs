//! Iteration over numbers of entities around a block of 8 values and a run of 256 steps.

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct A(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct B(pub u32);
/// Stored in an order of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct C(pub u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Out;

/// Iterates a group: all values are in slices.
#[system]
fn add(a: &mut A, b: &B) {
    a.0 += b.0;
}

/// Iterates a list, whose values are adjacent or not.
#[system(view = list, without(Out))]
fn add_listed(a: &mut A, c: &C) {
    a.0 += c.0;
}

/// Iterates a storage.
#[system]
fn double(c: &mut C) {
    c.0 *= 2;
}

/// Iterates the shorter of two storages.
#[system(view = scan)]
fn scan(b: &mut B, c: &C) {
    b.0 += c.0;
}

ecs_world! {
    #[derive(Debug)]
    pub struct World;
    components: A, B, C, Out;
    systems: add, add_listed, double, scan;
    groups: (A, B);
}

/// A world in which entity number `n` has the values `n`, `10 n` and `100 n`.
fn world(count: u32) -> (World, Vec<Entity>) {
    let mut world = World::default();
    world.spawn(A(u32::MAX / 2));
    world.spawn(B(u32::MAX / 2));
    let entities = world.spawn_batch((0..count).map(|n| (A(n), B(10 * n), C(100 * n))));
    (world, entities.into_vec())
}

/// Asserts that each entity has the values that correspond to its number.
#[track_caller]
fn assert_values(world: &World, entities: &[Entity], context: &str, expected: impl Fn(u32) -> [u32; 3]) {
    for (n, entity) in (0..).zip(entities) {
        let found = [
            world.get::<A>(*entity).map(|a| a.0),
            world.get::<B>(*entity).map(|b| b.0),
            world.get::<C>(*entity).map(|c| c.0),
        ];
        assert_eq!(found, expected(n).map(Some), "{n} of {} {context}", entities.len());
    }
}

#[test]
fn walks_in_blocks_of_8_visit_any_number_of_entities_once() {
    for count in [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 23, 24, 25, 1_003] {
        let (mut world, entities) = world(count);
        world.run_add();
        world.run_double();
        assert_values(&world, &entities, "by systems", |n| [11 * n, 10 * n, 200 * n]);
        world.query_mut::<(&mut A, &B)>().for_each(|(a, b)| a.0 += b.0);
        world.query_mut::<&mut C>().for_each(|c| c.0 += 1);
        let (sum, visited) =
            world.query_mut::<(&A, &B)>().fold((0, 0), |(sum, visited), (a, b)| (sum + a.0 + b.0, visited + 1));
        assert_eq!((sum, visited), ((0..count).map(|n| 31 * n).sum(), count));
        for (a, b) in &mut world.query_mut::<(&mut A, &B)>() {
            a.0 -= b.0;
        }
        assert_values(&world, &entities, "by queries", |n| [11 * n, 10 * n, 200 * n + 1]);
    }
}

/// Positions at the ends of runs, among `count`.
fn edges(count: u32) -> impl Iterator<Item = u32> {
    let edges = [0, 1, 2, 3, 254, 255, 256, 257, 511, 512, 513];
    edges.into_iter().chain([count / 2, count.saturating_sub(2), count.saturating_sub(1)]).filter(move |at| *at < count)
}

#[test]
fn walks_in_runs_of_256_visit_any_number_of_entities_once() {
    for count in [0, 1, 2, 3, 255, 256, 257, 511, 512, 513, 1_003] {
        let (mut whole, entities) = world(count);
        whole.run_add_listed();
        whole.run_scan();
        assert_values(&whole, &entities, "in one run", |n| [101 * n, 110 * n, 100 * n]);
        for moved in edges(count) {
            let (mut world, entities) = world(count);
            let entity = entities[moved as usize];
            // Its value is moved to the end, and the last one to its position: this breaks the run.
            let value = world.remove::<C>(entity).unwrap().unwrap();
            world.insert(entity, value).unwrap();
            world.run_add_listed();
            world.run_scan();
            assert_values(&world, &entities, "in a broken run", |n| [101 * n, 110 * n, 100 * n]);
            // It leaves the list, and the last entity takes its position there, too.
            world.insert(entity, Out).unwrap();
            world.run_add_listed();
            assert_values(&world, &entities, "after one entity left the list", |n| {
                [if n == moved { 101 * n } else { 201 * n }, 110 * n, 100 * n]
            });
        }
    }
}

/// Worlds whose values all have the same size.
macro_rules! sizes {
    ($($name:ident $size:literal)*) => {$(
        mod $name {
            use super::*;

            #[derive(Debug, Clone, Copy, PartialEq)]
            pub struct Own(pub [u8; $size]);
            #[derive(Debug, Clone, Copy, PartialEq)]
            pub struct Other(pub [u8; $size]);

            #[system]
            fn alone(own: &mut Own) {
                own.0[$size - 1] ^= 0x55;
            }

            #[system]
            fn together(own: &mut Own, other: &Other, entity: Entity) {
                own.0[$size - 1] ^= other.0[0] ^ entity.index().to_le_bytes()[0];
            }

            #[system]
            fn two(own: &mut Own, other: &mut Other) {
                std::mem::swap(&mut own.0, &mut other.0);
            }

            ecs_world! {
                pub struct World;
                components: Own, Other;
                systems: alone, together, two;
                groups: (Own, Other);
            }
        }

        let numbers = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 1_003];
        for count in numbers {
            use $name::{Other, Own, World};
            let of = |n: usize| [n.to_le_bytes()[0]; $size];
            let mut world = World::default();
            world.spawn(Own([1; $size]));
            let entities = world.spawn_batch((0..count).map(|n| (Own(of(n)), Other(of(3 * n)))));
            world.run();
            for (n, entity) in entities.iter().enumerate() {
                let mut own = of(n);
                own[$size - 1] ^= 0x55 ^ of(3 * n)[0] ^ entity.index().to_le_bytes()[0];
                let found = (world.get::<Own>(*entity).unwrap().0, world.get::<Other>(*entity).unwrap().0);
                assert_eq!(found, (of(3 * n), own), "{n} of {count} values of {} bytes", $size);
            }
        }
    )*};
}

#[test]
fn values_of_any_size_are_visited_once() {
    sizes!(size1 1 size2 2 size3 3 size7 7 size8 8 size9 9 size12 12);
}
