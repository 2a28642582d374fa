//! `position += velocity`: two of four components, in worlds where all entities have all four.

use ecs_world::prelude::*;
use shipyard::IntoIter as _;
use specs::{Builder as _, Join as _, WorldExt as _};

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};

/// A matrix that is never read.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Transform(#[expect(dead_code, reason = "it is never read")] [f32; 16]);
/// A position in space.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Position([f32; 3]);
/// A direction that is never read.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Rotation(#[expect(dead_code, reason = "it is never read")] [f32; 3]);
/// A change of position per step.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Velocity([f32; 3]);
vec_storage!(Transform, Position, Rotation, Velocity);

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    for (name, units, steps) in
        [("position += velocity, 10 000", 10_000, 20), ("position += velocity, 1 million", 1_000_000, 1)]
    {
        contest.run(name, Size { units, steps }, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(units)),
                Contestant::new(Library::EcsWorld, Ours::filled(units)),
                Contestant::new(Library::Hecs, Hecs::filled(units)),
                Contestant::new(Library::Bevy, Bevy::filled(units)),
                Contestant::new(Library::Sparsey, Sparsey::filled(units)),
                Contestant::new(Library::Shipyard, Shipyard::filled(units)),
                Contestant::new(Library::Specs, Specs::filled(units)),
                Contestant::new(Library::Gecs, on_gecs::Gecs::filled(units)),
            ]
        });
    }
}

/// Components of entity `n`.
fn parts(n: usize) -> (Transform, Position, Rotation, Velocity) {
    (Transform([1.0; 16]), Position([n as f32, 0.0, 1.0]), Rotation([0.0; 3]), Velocity([1.0, 0.5, 0.25]))
}

fn advance(position: &mut Position, velocity: &Velocity) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed;
    }
}

struct Plain {
    _transforms: Vec<Transform>,
    positions: Vec<Position>,
    _rotations: Vec<Rotation>,
    velocities: Vec<Velocity>,
}

impl Plain {
    fn filled(entities: usize) -> Self {
        Self {
            _transforms: (0..entities).map(|n| parts(n).0).collect(),
            positions: (0..entities).map(|n| parts(n).1).collect(),
            _rotations: (0..entities).map(|n| parts(n).2).collect(),
            velocities: (0..entities).map(|n| parts(n).3).collect(),
        }
    }
}

impl Workload for Plain {
    fn step(&mut self) {
        for (position, velocity) in self.positions.iter_mut().zip(&self.velocities) {
            advance(position, velocity);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.positions.iter().for_each(|position| sum.add(&position.0));
    }
}

#[system]
fn movement(position: &mut Position, velocity: &Velocity) {
    advance(position, velocity);
}

ecs_world! {
    struct Ours;
    components: Transform, Position, Rotation, Velocity;
    systems: movement;
}

impl Ours {
    fn filled(entities: usize) -> Self {
        let mut world = Self::default();
        for n in 0..entities {
            world.spawn(parts(n));
        }
        world
    }
}

impl Workload for Ours {
    fn step(&mut self) {
        self.run_sequential();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

struct Hecs(hecs::World);

impl Hecs {
    fn filled(entities: usize) -> Self {
        let mut world = hecs::World::new();
        for n in 0..entities {
            world.spawn(parts(n));
        }
        Self(world)
    }
}

impl Workload for Hecs {
    fn step(&mut self) {
        self.0
            .query_mut::<(&mut Position, &Velocity)>()
            .into_iter()
            .for_each(|(position, velocity)| advance(position, velocity));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.query_mut::<&Position>().into_iter().for_each(|position| sum.add(&position.0));
    }
}

struct Bevy {
    world: bevy_ecs::world::World,
    moving: bevy_ecs::query::QueryState<(&'static mut Position, &'static Velocity)>,
}

impl Bevy {
    fn filled(entities: usize) -> Self {
        let mut world = bevy_ecs::world::World::new();
        for n in 0..entities {
            world.spawn(parts(n));
        }
        Self { moving: world.query(), world }
    }
}

impl Workload for Bevy {
    fn step(&mut self) {
        self.moving.iter_mut(&mut self.world).for_each(|(mut position, velocity)| advance(&mut position, velocity));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.query::<&Position>().iter(&self.world).for_each(|position| sum.add(&position.0));
    }
}

struct Sparsey(sparsey::World);

impl Sparsey {
    fn filled(entities: usize) -> Self {
        let mut world = sparsey::World::builder()
            .add_group::<(Position, Velocity)>()
            .register::<Transform>()
            .register::<Rotation>()
            .build();
        for n in 0..entities {
            world.create(parts(n));
        }
        Self(world)
    }
}

impl Workload for Sparsey {
    fn step(&mut self) {
        self.0.for_each::<(&mut Position, &Velocity)>(|(position, velocity)| advance(position, velocity));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.for_each::<&Position>(|position| sum.add(&position.0));
    }
}

struct Shipyard(shipyard::World);

impl Shipyard {
    fn filled(entities: usize) -> Self {
        let mut world = shipyard::World::new();
        for n in 0..entities {
            world.add_entity(parts(n));
        }
        Self(world)
    }
}

impl Workload for Shipyard {
    fn step(&mut self) {
        self.0.run(|mut positions: shipyard::ViewMut<Position>, velocities: shipyard::View<Velocity>| {
            (&mut positions, &velocities).iter().for_each(|(position, velocity)| advance(position, velocity));
        });
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.iter::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

struct Specs(specs::World);

impl Specs {
    fn filled(entities: usize) -> Self {
        let mut world = specs::World::new();
        world.register::<Transform>();
        world.register::<Position>();
        world.register::<Rotation>();
        world.register::<Velocity>();
        for n in 0..entities {
            let (transform, position, rotation, velocity) = parts(n);
            world.create_entity().with(transform).with(position).with(rotation).with(velocity).build();
        }
        Self(world)
    }
}

impl Workload for Specs {
    fn step(&mut self) {
        let (mut positions, velocities) = (self.0.write_storage::<Position>(), self.0.read_storage::<Velocity>());
        (&mut positions, &velocities).join().for_each(|(position, velocity)| advance(position, velocity));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.read_storage::<Position>().join().for_each(|position| sum.add(&position.0));
    }
}

mod on_gecs {
    use gecs::prelude::*;

    use super::{Checksum, Position, Rotation, Transform, Velocity, Workload, advance, parts};

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(Moving, dyn, Transform, Position, Rotation, Velocity);
    }

    impl Gecs {
        pub fn filled(entities: usize) -> Self {
            let mut world = Self::default();
            for n in 0..entities {
                world.create::<Moving>(parts(n));
            }
            world
        }
    }

    impl Workload for Gecs {
        fn step(&mut self) {
            ecs_iter!(self, |position: &mut Position, velocity: &Velocity| advance(position, velocity));
        }

        fn check(&mut self, sum: &mut Checksum) {
            ecs_iter!(self, |position: &Position| sum.add(&position.0));
        }
    }
}
