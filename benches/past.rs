//! Cost of double-buffered components: the copy when a run starts, compared with `Vec::clone_from`; systems that read the past; and
//! structural changes, with and without a past: `cargo bench --bench past`.
//!
//! Ratios of interleaved rounds.
#![allow(missing_docs, reason = "worlds are generated in modules of this one bench")]

use std::hint::black_box;

use ecs_world::prelude::*;

#[path = "rounds/mod.rs"]
mod rounds;
use rounds::compare;

#[derive(Debug, Clone, Copy)]
pub struct Position([f32; 3]);
#[derive(Debug, Clone, Copy)]
pub struct Velocity([f32; 3]);
/// A value that cannot be copied byte by byte.
#[derive(Debug, Clone)]
pub struct Name(String);

const ENTITIES: usize = 100_000;
/// Entities that change.
const CHANGED: usize = 10_000;
const ROUNDS: usize = 51;

mod plain {
    use super::*;

    #[system]
    fn movement(position: &mut Position, velocity: &Velocity) {
        for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
            *axis += speed;
        }
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Name;
        systems(step): movement;
    }
}

mod buffered {
    use super::*;

    #[system]
    fn movement(position: &mut Position, past: &Past<Position>, velocity: &Velocity) {
        for ((axis, past), speed) in position.0.iter_mut().zip(past.0).zip(velocity.0) {
            *axis = past + speed;
        }
    }

    ecs_world! {
        pub struct World;
        components: #[double_buffered] Position, Velocity, #[double_buffered] Name;
        systems(step): movement;
    }
}

/// Structural changes of a world, each of which is undone.
macro_rules! changes {
    ($module:ident) => {
        pub(crate) mod $module {
            use super::*;

            type World = super::super::$module::World;

            pub(crate) fn filled(entities: usize) -> (World, Vec<Entity>) {
                let mut world = World::default();
                let bundle = |_| (Position([0.0; 3]), Velocity([1.0, 0.5, 0.25]));
                let all = world.spawn_batch((0..entities).map(bundle)).into_vec();
                (world, all)
            }

            pub(crate) fn spawn(world: &mut World) {
                for _ in 0..CHANGED {
                    black_box(world.spawn((Position([0.0; 3]), Velocity([0.0; 3]))));
                }
                world.clear();
            }

            pub(crate) fn batch(world: &mut World) {
                world.spawn_batch((0..CHANGED).map(|_| (Position([0.0; 3]), Velocity([0.0; 3]))));
                world.clear();
            }

            pub(crate) fn insert((world, all): &mut (World, Vec<Entity>)) {
                for entity in all.iter() {
                    world.remove::<Position>(*entity).expect("the entity is alive");
                }
                for entity in all.iter() {
                    world.insert(*entity, Position([0.0; 3])).expect("the entity is alive");
                }
            }
        }
    };
}

mod changes {
    use super::*;

    changes!(plain);
    changes!(buffered);
}

fn main() {
    copies();
    let ((mut without, _), (mut with, _)) = (changes::plain::filled(CHANGED), changes::buffered::filled(CHANGED));
    compare(
        "a step of 10 000 entities, as a ratio to position += velocity",
        ROUNDS,
        &mut [
            ("position += velocity", &mut || (0..50).for_each(|_| without.run_step())),
            ("position = past + velocity", &mut || (0..50).for_each(|_| with.run_step())),
        ],
    );
    let (mut without, mut with) = (plain::World::default(), buffered::World::default());
    compare(
        "spawn 10 000 entities and clear the world, as a ratio to the same without a past",
        ROUNDS,
        &mut [
            ("one by one, without", &mut || changes::plain::spawn(&mut without)),
            ("one by one", &mut || changes::buffered::spawn(&mut with)),
        ],
    );
    compare(
        "the same as a batch",
        ROUNDS,
        &mut [
            ("a batch, without", &mut || changes::plain::batch(&mut without)),
            ("a batch", &mut || changes::buffered::batch(&mut with)),
        ],
    );
    let (mut without, mut with) = (changes::plain::filled(CHANGED), changes::buffered::filled(CHANGED));
    compare(
        "remove and insert a component of 10 000 entities, as a ratio to the same without a past",
        ROUNDS,
        &mut [
            ("without", &mut || changes::plain::insert(&mut without)),
            ("double-buffered", &mut || changes::buffered::insert(&mut with)),
        ],
    );
}

/// Measures the copy when a run starts, in worlds whose `run()` has no systems.
fn copies() {
    let (mut world, _) = changes::buffered::filled(ENTITIES);
    let positions: Vec<_> = world.query::<&Position>().iter().copied().collect();
    let mut copy = positions.clone();
    compare(
        "the copy of 100 000 positions (12 bytes each), as a ratio to `Vec::clone_from`",
        ROUNDS,
        &mut [
            ("Vec::clone_from", &mut || {
                for _ in 0..10 {
                    copy.clone_from(black_box(&positions));
                    black_box(&copy);
                }
            }),
            ("run()", &mut || (0..10).for_each(|_| world.run())),
        ],
    );
    let mut world = buffered::World::default();
    world.spawn_batch((0..ENTITIES / 10).map(|number| Name(format!("entity number {number}"))));
    let names: Vec<_> = world.query::<&Name>().iter().cloned().collect();
    assert!(names.iter().all(|name| !name.0.is_empty()));
    let mut copy = names.clone();
    compare(
        "the copy of 10 000 strings, as a ratio to `Vec::clone_from`",
        ROUNDS,
        &mut [
            ("Vec::clone_from", &mut || {
                copy.clone_from(black_box(&names));
                black_box(&copy);
            }),
            ("run()", &mut || world.run()),
        ],
    );
}
