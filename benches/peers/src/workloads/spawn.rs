//! A world is created and 10 000 entities with four components are spawned: one by one, as a batch, as columns.
//!
//! When columns are measured, libraries without columns use batches.

use ecs_world::prelude::*;

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};

const ENTITIES: usize = 10_000;

/// A matrix.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Transform(#[expect(dead_code, reason = "it is never read")] [f32; 16]);
/// A position in space.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Position([f32; 3]);
/// A direction.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Rotation(#[expect(dead_code, reason = "it is never read")] [f32; 3]);
/// A change of position per step.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Velocity(#[expect(dead_code, reason = "it is never read")] [f32; 3]);
vec_storage!(Transform, Position, Rotation, Velocity);

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let size = Size { units: ENTITIES, steps: 1 };
    contest.run("spawn, 4 components, one by one", size, || {
        vec![
            Contestant::new(Library::Vec, Spawn::new(plain::one_by_one, plain::check)),
            Contestant::new(Library::EcsWorld, Spawn::new(ours::one_by_one, ours::check)),
            Contestant::new(Library::Hecs, Spawn::new(on_hecs::one_by_one, on_hecs::check)),
            Contestant::new(Library::Bevy, Spawn::new(on_bevy::one_by_one, on_bevy::check)),
            Contestant::new(Library::Sparsey, Spawn::new(on_sparsey::one_by_one, on_sparsey::check)),
            Contestant::new(Library::Shipyard, Spawn::new(on_shipyard::one_by_one, on_shipyard::check)),
            Contestant::new(Library::Specs, Spawn::new(on_specs::one_by_one, on_specs::check)),
            Contestant::new(Library::Gecs, Spawn::new(on_gecs::one_by_one, on_gecs::check)),
        ]
    });
    contest.run("spawn, 4 components, batch", size, || {
        let mut contestants = batches();
        contestants.push(Contestant::new(Library::EcsWorld, Spawn::new(ours::batch, ours::check)));
        contestants.push(Contestant::new(Library::Hecs, Spawn::new(on_hecs::batch, on_hecs::check)));
        contestants
    });
    contest.run("spawn, 4 components, columns", size, || {
        let mut contestants = batches();
        contestants.push(Contestant::new(Library::EcsWorld, Spawn::new(ours::columns, ours::check)));
        contestants.push(Contestant::new(Library::Hecs, Spawn::new(on_hecs::columns, on_hecs::check)));
        contestants
    });
}

/// Contestants with batches but without columns, and the baseline. (specs and gecs have neither.)
fn batches() -> Vec<Contestant> {
    vec![
        Contestant::new(Library::Vec, Spawn::new(plain::columns, plain::check)),
        Contestant::new(Library::Bevy, Spawn::new(on_bevy::batch, on_bevy::check)),
        Contestant::new(Library::Sparsey, Spawn::new(on_sparsey::batch, on_sparsey::check)),
        Contestant::new(Library::Shipyard, Spawn::new(on_shipyard::batch, on_shipyard::check)),
    ]
}

/// Components of entity `n`.
fn parts(n: usize) -> (Transform, Position, Rotation, Velocity) {
    (Transform([1.0; 16]), Position([n as f32, 0.0, 1.0]), Rotation([0.0; 3]), Velocity([1.0, 0.5, 0.25]))
}

/// Components of all entities.
fn all() -> impl ExactSizeIterator<Item = (Transform, Position, Rotation, Velocity)> {
    (0..ENTITIES).map(parts)
}

/// A way to create a full world. The world of the previous step is dropped first.
struct Spawn<W, Make, Check> {
    world: Option<W>,
    make: Make,
    check: Check,
}

impl<W, Make: FnMut() -> W, Check: FnMut(&mut W, &mut Checksum)> Spawn<W, Make, Check> {
    fn new(make: Make, check: Check) -> Self {
        Self { world: None, make, check }
    }
}

impl<W, Make: FnMut() -> W, Check: FnMut(&mut W, &mut Checksum)> Workload for Spawn<W, Make, Check> {
    fn step(&mut self) {
        self.world = None;
        self.world = Some((self.make)());
    }

    fn check(&mut self, sum: &mut Checksum) {
        (self.check)(self.world.as_mut().unwrap(), sum);
    }
}

mod plain {
    use super::*;

    #[derive(Default)]
    pub struct Plain {
        transforms: Vec<Transform>,
        positions: Vec<Position>,
        rotations: Vec<Rotation>,
        velocities: Vec<Velocity>,
    }

    pub fn one_by_one() -> Plain {
        let mut world = Plain::default();
        for (transform, position, rotation, velocity) in all() {
            world.transforms.push(transform);
            world.positions.push(position);
            world.rotations.push(rotation);
            world.velocities.push(velocity);
        }
        world
    }

    pub fn columns() -> Plain {
        Plain {
            transforms: all().map(|parts| parts.0).collect(),
            positions: all().map(|parts| parts.1).collect(),
            rotations: all().map(|parts| parts.2).collect(),
            velocities: all().map(|parts| parts.3).collect(),
        }
    }

    pub fn check(world: &mut Plain, sum: &mut Checksum) {
        world.positions.iter().for_each(|position| sum.add(&position.0));
    }
}

mod ours {
    use super::*;

    ecs_world! {
        pub struct Game;
        components: Transform, Position, Rotation, Velocity;
    }

    pub fn one_by_one() -> Game {
        let mut world = Game::default();
        for parts in all() {
            world.spawn(parts);
        }
        world
    }

    pub fn batch() -> Game {
        let mut world = Game::default();
        world.spawn_batch(all());
        world
    }

    pub fn columns() -> Game {
        let mut world = Game::default();
        let columns: (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = (
            all().map(|parts| parts.0).collect(),
            all().map(|parts| parts.1).collect(),
            all().map(|parts| parts.2).collect(),
            all().map(|parts| parts.3).collect(),
        );
        world.spawn_columns(columns).unwrap();
        world
    }

    pub fn check(world: &mut Game, sum: &mut Checksum) {
        world.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

mod on_hecs {
    use hecs::{ColumnBatchBuilder, ColumnBatchType, Component, World};

    use super::*;

    pub fn one_by_one() -> World {
        let mut world = World::new();
        for parts in all() {
            world.spawn(parts);
        }
        world
    }

    pub fn batch() -> World {
        let mut world = World::new();
        world.spawn_batch(all());
        world
    }

    pub fn columns() -> World {
        let mut world = World::new();
        let mut kind = ColumnBatchType::new();
        kind.add_bundle::<(Transform, Position, Rotation, Velocity)>();
        let batch = kind.into_batch(ENTITIES as u32);
        write(&batch, all().map(|parts| parts.0));
        write(&batch, all().map(|parts| parts.1));
        write(&batch, all().map(|parts| parts.2));
        write(&batch, all().map(|parts| parts.3));
        world.spawn_column_batch(batch.build().unwrap());
        world
    }

    fn write<C: Component>(batch: &ColumnBatchBuilder, column: impl Iterator<Item = C>) {
        let mut writer = batch.writer::<C>().unwrap();
        for value in column {
            let _ = writer.push(value);
        }
    }

    pub fn check(world: &mut World, sum: &mut Checksum) {
        world.query_mut::<&Position>().into_iter().for_each(|position| sum.add(&position.0));
    }
}

mod on_bevy {
    use bevy_ecs::world::World;

    use super::*;

    pub fn one_by_one() -> World {
        let mut world = World::new();
        for parts in all() {
            world.spawn(parts);
        }
        world
    }

    pub fn batch() -> World {
        let mut world = World::new();
        world.spawn_batch(all());
        world
    }

    pub fn check(world: &mut World, sum: &mut Checksum) {
        world.query::<&Position>().iter(world).for_each(|position| sum.add(&position.0));
    }
}

mod on_sparsey {
    use sparsey::World;

    use super::*;

    fn empty() -> World {
        World::builder()
            .register::<Transform>()
            .register::<Position>()
            .register::<Rotation>()
            .register::<Velocity>()
            .build()
    }

    pub fn one_by_one() -> World {
        let mut world = empty();
        for parts in all() {
            world.create(parts);
        }
        world
    }

    pub fn batch() -> World {
        let mut world = empty();
        world.extend(all());
        world
    }

    pub fn check(world: &mut World, sum: &mut Checksum) {
        world.for_each::<&Position>(|position| sum.add(&position.0));
    }
}

mod on_shipyard {
    use shipyard::{EntitiesViewMut, ViewMut, World};

    use super::*;

    pub fn one_by_one() -> World {
        let world = World::new();
        world.run(
            |mut entities: EntitiesViewMut,
             mut transforms: ViewMut<Transform>,
             mut positions: ViewMut<Position>,
             mut rotations: ViewMut<Rotation>,
             mut velocities: ViewMut<Velocity>| {
                for parts in all() {
                    entities.add_entity((&mut transforms, &mut positions, &mut rotations, &mut velocities), parts);
                }
            },
        );
        world
    }

    pub fn batch() -> World {
        let mut world = World::new();
        world.bulk_add_entity(all());
        world
    }

    pub fn check(world: &mut World, sum: &mut Checksum) {
        world.iter::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

mod on_specs {
    use specs::{Join as _, World, WorldExt as _, WriteStorage};

    use super::*;

    pub fn one_by_one() -> World {
        let mut world = World::new();
        world.register::<Transform>();
        world.register::<Position>();
        world.register::<Rotation>();
        world.register::<Velocity>();
        fill(&world);
        world.maintain();
        world
    }

    fn fill(world: &World) {
        type Written<'a> = (
            specs::Entities<'a>,
            WriteStorage<'a, Transform>,
            WriteStorage<'a, Position>,
            WriteStorage<'a, Rotation>,
            WriteStorage<'a, Velocity>,
        );
        let (entities, mut transforms, mut positions, mut rotations, mut velocities): Written = world.system_data();
        for (transform, position, rotation, velocity) in all() {
            let entity = entities.build_entity().with(transform, &mut transforms).with(position, &mut positions);
            entity.with(rotation, &mut rotations).with(velocity, &mut velocities).build();
        }
    }

    pub fn check(world: &mut World, sum: &mut Checksum) {
        world.read_storage::<Position>().join().for_each(|position| sum.add(&position.0));
    }
}

mod on_gecs {
    use gecs::prelude::*;

    use super::{Checksum, Position, Rotation, Transform, Velocity, all};

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(Spawned, dyn, Transform, Position, Rotation, Velocity);
    }

    pub fn one_by_one() -> Gecs {
        let mut world = Gecs::default();
        for parts in all() {
            world.create::<Spawned>(parts);
        }
        world
    }

    pub fn check(world: &mut Gecs, sum: &mut Checksum) {
        ecs_iter!(world, |position: &Position| sum.add(&position.0));
    }
}
