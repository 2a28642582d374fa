//! `position += velocity` for some of 100 000 entities, whose velocities were inserted in shuffled order: with groups, if a library has
//! them, and without.

use ecs_world::prelude::*;
use shipyard::IntoIter as _;
use specs::{Builder as _, Join as _, WorldExt as _};

use super::kinds::{Moving, list, scan};
use super::motion::{Position, Velocity, advance, position, velocity};
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 100_000;

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    for (name, share) in [("10 % of 100 000 move, shuffled", 10), ("50 % of 100 000 move, shuffled", 50)] {
        let order = &Random(1).shuffled(ENTITIES)[..ENTITIES * share / 100];
        let size = Size { units: order.len(), steps: 5 };
        contest.run(name, size, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(order, ENTITIES)),
                Contestant::new(Library::EcsWorld, Ours::filled(order)),
                Contestant::new(Library::Hecs, Hecs::filled(order)),
                Contestant::new(Library::Bevy, Bevy::filled(order)),
                Contestant::new(Library::Sparsey, Sparsey::grouped(order, ENTITIES)),
                Contestant::new(Library::Shipyard, Shipyard::filled(order, ENTITIES)),
                Contestant::new(Library::Specs, Specs::filled(order, ENTITIES)),
                Contestant::new(Library::Gecs, on_gecs::Gecs::filled(order)),
            ]
        });
        contest.run(&format!("{share} % move, shuffled, as a list"), size, || {
            let mut contestants = ungrouped(order);
            contestants.push(Contestant::new(Library::EcsWorld, Moving::<list::Ours>::filled(order, ENTITIES)));
            contestants
        });
        contest.run(&format!("{share} % move, shuffled, as a scan"), size, || {
            let mut contestants = ungrouped(order);
            contestants.push(Contestant::new(Library::EcsWorld, Moving::<scan::Ours>::filled(order, ENTITIES)));
            contestants
        });
    }
}

/// Contestants without groups: each step looks components up.
fn ungrouped(order: &[usize]) -> Vec<Contestant> {
    vec![
        Contestant::new(Library::Vec, Plain::filled(order, ENTITIES)),
        Contestant::new(Library::Sparsey, Sparsey::ungrouped(order, ENTITIES)),
        Contestant::new(Library::Shipyard, Shipyard::filled(order, ENTITIES)),
        Contestant::new(Library::Specs, Specs::filled(order, ENTITIES)),
    ]
}

/// Moving entities are stored separately from resting ones.
pub struct Plain {
    moving: Vec<Position>,
    velocities: Vec<Velocity>,
    resting: Vec<Position>,
}

impl Plain {
    /// Creates a world of `entities` entities, of which those in `order` move.
    pub fn filled(order: &[usize], entities: usize) -> Self {
        let mut rests = vec![true; entities];
        for n in order {
            rests[*n] = false;
        }
        Self {
            moving: order.iter().map(|n| position(*n)).collect(),
            velocities: order.iter().map(|n| velocity(*n)).collect(),
            resting: (0..entities).filter(|n| rests[*n]).map(position).collect(),
        }
    }
}

impl Workload for Plain {
    fn step(&mut self) {
        for (position, velocity) in self.moving.iter_mut().zip(&self.velocities) {
            advance(position, velocity);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.moving.iter().chain(&self.resting).for_each(|position| sum.add(&position.0));
    }
}

#[system]
fn movement(position: &mut Position, velocity: &Velocity) {
    advance(position, velocity);
}

ecs_world! {
    struct Ours;
    components: Position, Velocity;
    systems: movement;
}

impl Ours {
    fn filled(order: &[usize]) -> Self {
        let mut world = Self::default();
        let entities: Vec<_> = (0..ENTITIES).map(|n| world.spawn(position(n))).collect();
        for n in order {
            world.insert(entities[*n], velocity(*n)).unwrap();
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
    fn filled(order: &[usize]) -> Self {
        let mut world = hecs::World::new();
        let entities: Vec<_> = (0..ENTITIES).map(|n| world.spawn((position(n),))).collect();
        for n in order {
            world.insert_one(entities[*n], velocity(*n)).unwrap();
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
    fn filled(order: &[usize]) -> Self {
        let mut world = bevy_ecs::world::World::new();
        let entities: Vec<_> = (0..ENTITIES).map(|n| world.spawn(position(n)).id()).collect();
        for n in order {
            world.entity_mut(entities[*n]).insert(velocity(*n));
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

/// A world of sparsey.
pub struct Sparsey(pub sparsey::World);

impl Sparsey {
    fn grouped(order: &[usize], entities: usize) -> Self {
        Self::filled(sparsey::World::builder().add_group::<(Position, Velocity)>().build(), order, entities)
    }

    /// Creates a world of `entities` entities, of which those in `order` move.
    pub fn ungrouped(order: &[usize], entities: usize) -> Self {
        let world = sparsey::World::builder().register::<Position>().register::<Velocity>().build();
        Self::filled(world, order, entities)
    }

    fn filled(mut world: sparsey::World, order: &[usize], entities: usize) -> Self {
        let entities: Vec<_> = (0..entities).map(|n| world.create((position(n),))).collect();
        for n in order {
            world.insert(entities[*n], (velocity(*n),));
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

/// A world of shipyard.
pub struct Shipyard(pub shipyard::World);

impl Shipyard {
    /// Creates a world of `entities` entities, of which those in `order` move.
    pub fn filled(order: &[usize], entities: usize) -> Self {
        let mut world = shipyard::World::new();
        let entities: Vec<_> = (0..entities).map(|n| world.add_entity(position(n))).collect();
        for n in order {
            world.add_component(entities[*n], velocity(*n));
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

/// A world of specs.
pub struct Specs(pub specs::World);

impl Specs {
    /// Creates a world of `entities` entities, of which those in `order` move.
    pub fn filled(order: &[usize], entities: usize) -> Self {
        let mut world = specs::World::new();
        world.register::<Position>();
        world.register::<Velocity>();
        let entities: Vec<_> = (0..entities).map(|n| world.create_entity().with(position(n)).build()).collect();
        for n in order {
            world.write_storage().insert(entities[*n], velocity(*n)).unwrap();
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

    use super::{Checksum, ENTITIES, Position, Velocity, Workload, advance, position, velocity};

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(Resting, dyn, Position);
        ecs_archetype!(Moving, dyn, Position, Velocity);
    }

    impl Gecs {
        /// Velocities cannot be inserted later, so moving entities are spawned with them.
        pub fn filled(order: &[usize]) -> Self {
            let mut world = Self::default();
            let mut rests = vec![true; ENTITIES];
            for n in order {
                rests[*n] = false;
                world.create::<Moving>((position(*n), velocity(*n)));
            }
            for n in (0..ENTITIES).filter(|n| rests[*n]) {
                world.create::<Resting>((position(n),));
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
