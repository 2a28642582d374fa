//! A component is looked up by handle, in random order, among a million entities.

use ecs_world::prelude::*;
use specs::{Builder as _, WorldExt as _};

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 1_000_000;

/// A position in space.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Position(#[expect(dead_code, reason = "it is never read")] [f32; 3]);
/// A change of position per second.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Velocity([f32; 3]);
/// Remaining health.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Health(#[expect(dead_code, reason = "it is never read")] u32);
vec_storage!(Position, Velocity, Health);

/// Runs the contest of this file.
pub fn run(contest: &mut Contest) {
    contest.run("get by handle, random, of 1 million", Size { units: ENTITIES, steps: 1 }, || {
        let order = &Random(2).shuffled(ENTITIES);
        vec![
            Contestant::new(Library::Vec, Plain::filled(order)),
            Contestant::new(Library::EcsWorld, Ours::filled(order)),
            Contestant::new(Library::Hecs, Hecs::filled(order)),
            Contestant::new(Library::Bevy, Bevy::filled(order)),
            Contestant::new(Library::Sparsey, Sparsey::filled(order)),
            Contestant::new(Library::Shipyard, Shipyard::filled(order)),
            Contestant::new(Library::Specs, Specs::filled(order)),
            Contestant::new(Library::Gecs, on_gecs::OnGecs::filled(order)),
        ]
    });
}

/// Components of entity `n`.
fn parts(n: usize) -> (Position, Velocity, Health) {
    (Position([n as f32, 0.0, 1.0]), Velocity([n as f32, 0.5, 0.25]), Health(n as u32 % 100))
}

/// Handles in the order in which they are looked up.
fn arranged<E: Copy>(order: &[usize], handles: impl Iterator<Item = E>) -> Vec<E> {
    let handles: Vec<_> = handles.collect();
    order.iter().map(|n| handles[*n]).collect()
}

/// Sum of the values that were looked up.
#[derive(Debug, Default)]
pub struct Sum(u64);

impl Sum {
    fn add(&mut self, velocity: &Velocity) {
        self.0 = self.0.wrapping_add(u64::from(velocity.0[0].to_bits()));
    }
}

struct Plain {
    _positions: Vec<Position>,
    velocities: Vec<Velocity>,
    _healths: Vec<Health>,
    order: Vec<u32>,
    sum: Sum,
}

impl Plain {
    fn filled(order: &[usize]) -> Self {
        Self {
            _positions: (0..ENTITIES).map(|n| parts(n).0).collect(),
            velocities: (0..ENTITIES).map(|n| parts(n).1).collect(),
            _healths: (0..ENTITIES).map(|n| parts(n).2).collect(),
            order: arranged(order, 0..ENTITIES as u32),
            sum: Sum::default(),
        }
    }
}

impl Workload for Plain {
    fn step(&mut self) {
        for at in &self.order {
            self.sum.add(&self.velocities[*at as usize]);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.sum.0);
    }
}

ecs_world! {
    struct Game;
    components: Position, Velocity, Health;
}

struct Ours {
    world: Game,
    order: Vec<Entity>,
    sum: Sum,
}

impl Ours {
    fn filled(order: &[usize]) -> Self {
        let mut world = Game::default();
        let order = arranged(order, (0..ENTITIES).map(|n| world.spawn(parts(n))));
        Self { world, order, sum: Sum::default() }
    }
}

impl Workload for Ours {
    fn step(&mut self) {
        for entity in &self.order {
            self.sum.add(self.world.get::<Velocity>(*entity).unwrap());
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.sum.0);
    }
}

struct Hecs {
    world: hecs::World,
    order: Vec<hecs::Entity>,
    sum: Sum,
}

impl Hecs {
    fn filled(order: &[usize]) -> Self {
        let mut world = hecs::World::new();
        let order = arranged(order, (0..ENTITIES).map(|n| world.spawn(parts(n))));
        Self { world, order, sum: Sum::default() }
    }
}

impl Workload for Hecs {
    fn step(&mut self) {
        let view = self.world.view_mut::<&Velocity>();
        for entity in &self.order {
            self.sum.add(view.get(*entity).unwrap());
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.sum.0);
    }
}

struct Bevy {
    world: bevy_ecs::world::World,
    velocities: bevy_ecs::query::QueryState<&'static Velocity>,
    order: Vec<bevy_ecs::entity::Entity>,
    sum: Sum,
}

impl Bevy {
    fn filled(order: &[usize]) -> Self {
        let mut world = bevy_ecs::world::World::new();
        let order = arranged(order, (0..ENTITIES).map(|n| world.spawn(parts(n)).id()));
        Self { velocities: world.query(), world, order, sum: Sum::default() }
    }
}

impl Workload for Bevy {
    fn step(&mut self) {
        let velocities = self.velocities.query(&self.world);
        for entity in &self.order {
            self.sum.add(velocities.get(*entity).unwrap());
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.sum.0);
    }
}

struct Sparsey {
    world: sparsey::World,
    order: Vec<sparsey::Entity>,
    sum: Sum,
}

impl Sparsey {
    fn filled(order: &[usize]) -> Self {
        let mut world =
            sparsey::World::builder().register::<Position>().register::<Velocity>().register::<Health>().build();
        let order = arranged(order, (0..ENTITIES).map(|n| world.create(parts(n))));
        Self { world, order, sum: Sum::default() }
    }
}

impl Workload for Sparsey {
    fn step(&mut self) {
        let velocities = self.world.borrow::<Velocity>();
        for entity in &self.order {
            self.sum.add(velocities.get(*entity).unwrap());
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.sum.0);
    }
}

struct Shipyard {
    world: shipyard::World,
    order: Vec<shipyard::EntityId>,
    sum: Sum,
}

impl Shipyard {
    fn filled(order: &[usize]) -> Self {
        let mut world = shipyard::World::new();
        let order = arranged(order, (0..ENTITIES).map(|n| world.add_entity(parts(n))));
        Self { world, order, sum: Sum::default() }
    }
}

impl Workload for Shipyard {
    fn step(&mut self) {
        self.world.run(|velocities: shipyard::View<Velocity>| {
            for entity in &self.order {
                self.sum.add(&velocities[*entity]);
            }
        });
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.sum.0);
    }
}

struct Specs {
    world: specs::World,
    order: Vec<specs::Entity>,
    sum: Sum,
}

impl Specs {
    fn filled(order: &[usize]) -> Self {
        let mut world = specs::World::new();
        world.register::<Position>();
        world.register::<Velocity>();
        world.register::<Health>();
        let mut spawn = |(position, velocity, health)| {
            world.create_entity().with::<Position>(position).with::<Velocity>(velocity).with::<Health>(health).build()
        };
        let order = arranged(order, (0..ENTITIES).map(|n| spawn(parts(n))));
        Self { world, order, sum: Sum::default() }
    }
}

impl Workload for Specs {
    fn step(&mut self) {
        let velocities = self.world.read_storage::<Velocity>();
        for entity in &self.order {
            self.sum.add(velocities.get(*entity).unwrap());
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.sum.0);
    }
}

mod on_gecs {
    use gecs::prelude::*;

    use super::{Checksum, ENTITIES, Health, Position, Sum, Velocity, Workload, arranged, parts};

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(Living, dyn, Position, Velocity, Health);
    }

    pub struct OnGecs {
        world: Gecs,
        order: Vec<Entity<Living>>,
        sum: Sum,
    }

    impl OnGecs {
        pub fn filled(order: &[usize]) -> Self {
            let mut world = Gecs::default();
            let order = arranged(order, (0..ENTITIES).map(|n| world.create::<Living>(parts(n))));
            Self { world, order, sum: Sum::default() }
        }
    }

    impl Workload for OnGecs {
        fn step(&mut self) {
            let Self { world, order, sum } = self;
            for entity in order {
                ecs_find!(world, *entity, |velocity: &Velocity| sum.add(velocity)).unwrap();
            }
        }

        fn check(&mut self, sum: &mut Checksum) {
            sum.count(self.sum.0);
        }
    }
}
