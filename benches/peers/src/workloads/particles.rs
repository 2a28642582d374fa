//! Particles are emitted, accelerated, moved, and despawned when their time is up: about 10 000 live at a time.

use ecs_world::prelude::*;
use shipyard::IntoIter as _;
use specs::{Join as _, WorldExt as _, WriteStorage};

use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const EMITTED: usize = 200;
const LONGEST: usize = 99;
const ALIVE: usize = EMITTED * (LONGEST + 1) / 2;

/// A position in space.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Position([f32; 3]);
/// A change of position per second.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Velocity([f32; 3]);
/// Number of frames that are left.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Lifetime(u32);
vec_storage!(Position, Velocity, Lifetime);

/// Runs the contest of this file. The time is given per living particle and frame.
pub fn run(contest: &mut Contest) {
    contest.run("particles, 10 000", Size { units: ALIVE, steps: 10 }, || {
        vec![
            warmed(Library::Vec, Plain::default()),
            warmed(Library::EcsWorld, Ours::default()),
            warmed(Library::Hecs, Hecs::default()),
            warmed(Library::Bevy, Bevy::default()),
            warmed(Library::Sparsey, Sparsey::default()),
            warmed(Library::Shipyard, Shipyard::default()),
            warmed(Library::Specs, Specs::default()),
            warmed(Library::Gecs, on_gecs::OnGecs::default()),
        ]
    });
}

/// Creates a contestant, and runs it until its number of particles is steady.
fn warmed(library: Library, mut workload: impl Workload + 'static) -> Contestant {
    (0..=LONGEST).for_each(|_| workload.step());
    Contestant::new(library, workload)
}

/// A source of particles.
#[derive(Debug, Clone, Copy)]
pub struct Emitter(Random);

impl Default for Emitter {
    fn default() -> Self {
        Self(Random(4))
    }
}

impl Emitter {
    fn particle(&mut self) -> (Position, Velocity, Lifetime) {
        let velocity = [self.0.share(), self.0.share(), self.0.share()];
        (Position([0.0; 3]), Velocity(velocity), Lifetime(1 + self.0.below(LONGEST) as u32))
    }

    fn particles(&mut self) -> impl ExactSizeIterator<Item = (Position, Velocity, Lifetime)> {
        (0..EMITTED).map(|_| self.particle())
    }
}

fn pull(velocity: &mut Velocity) {
    for (axis, pull) in velocity.0.iter_mut().zip([0.5, 0.0, -9.8]) {
        *axis += (pull - *axis * 0.1) * 0.02;
    }
}

fn shift(position: &mut Position, velocity: &Velocity) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed * 0.02;
    }
}

/// Counts a frame; returns whether it was the last one.
fn wither(lifetime: &mut Lifetime) -> bool {
    lifetime.0 -= 1;
    lifetime.0 == 0
}

fn add(sum: &mut Checksum, position: &Position, velocity: &Velocity) {
    let ([x, y, z], [u, v, w]) = (position.0, velocity.0);
    sum.add(&[x, y, z, u, v, w]);
}

#[derive(Default)]
struct Plain {
    positions: Vec<Position>,
    velocities: Vec<Velocity>,
    lifetimes: Vec<Lifetime>,
    emitter: Emitter,
}

impl Workload for Plain {
    fn step(&mut self) {
        for (position, velocity, lifetime) in self.emitter.particles() {
            self.positions.push(position);
            self.velocities.push(velocity);
            self.lifetimes.push(lifetime);
        }
        self.velocities.iter_mut().for_each(pull);
        self.positions.iter_mut().zip(&self.velocities).for_each(|(position, velocity)| shift(position, velocity));
        for row in (0..self.lifetimes.len()).rev() {
            if wither(&mut self.lifetimes[row]) {
                self.positions.swap_remove(row);
                self.velocities.swap_remove(row);
                self.lifetimes.swap_remove(row);
            }
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.positions.iter().zip(&self.velocities).for_each(|(position, velocity)| add(sum, position, velocity));
    }
}

#[system]
fn emit(emitter: &mut Emitter, commands: &mut Commands<Ours>) {
    for particle in emitter.particles() {
        commands.spawn(particle);
    }
}

#[system]
fn accelerate(velocity: &mut Velocity) {
    pull(velocity);
}

#[system]
fn advance(position: &mut Position, velocity: &Velocity) {
    shift(position, velocity);
}

#[system]
fn age(entity: Entity, lifetime: &mut Lifetime, commands: &mut Commands<Ours>) {
    if wither(lifetime) {
        commands.despawn(entity);
    }
}

ecs_world! {
    struct Ours;
    components: Position, Velocity, Lifetime;
    resources: Emitter;
    systems: emit, sync, accelerate, advance, age;
}

impl Workload for Ours {
    fn step(&mut self) {
        self.run_sequential();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.query::<(&Position, &Velocity)>().iter().for_each(|(position, velocity)| add(sum, position, velocity));
    }
}

#[derive(Default)]
struct Hecs {
    world: hecs::World,
    emitter: Emitter,
    withered: Vec<hecs::Entity>,
}

impl Workload for Hecs {
    fn step(&mut self) {
        self.world.spawn_batch(self.emitter.particles());
        self.world.query_mut::<&mut Velocity>().into_iter().for_each(pull);
        self.world.query_mut::<(&mut Position, &Velocity)>().into_iter().for_each(|(position, velocity)| {
            shift(position, velocity);
        });
        self.world.query_mut::<(hecs::Entity, &mut Lifetime)>().into_iter().for_each(|(entity, lifetime)| {
            if wither(lifetime) {
                self.withered.push(entity);
            }
        });
        for entity in self.withered.drain(..) {
            self.world.despawn(entity).unwrap();
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.query_mut::<(&Position, &Velocity)>().into_iter().for_each(|(position, velocity)| {
            add(sum, position, velocity);
        });
    }
}

struct Bevy {
    world: bevy_ecs::world::World,
    falling: bevy_ecs::query::QueryState<&'static mut Velocity>,
    moving: bevy_ecs::query::QueryState<(&'static mut Position, &'static Velocity)>,
    aging: bevy_ecs::query::QueryState<(bevy_ecs::entity::Entity, &'static mut Lifetime)>,
    emitter: Emitter,
    withered: Vec<bevy_ecs::entity::Entity>,
}

impl Default for Bevy {
    fn default() -> Self {
        let mut world = bevy_ecs::world::World::new();
        let (falling, moving, aging) = (world.query(), world.query(), world.query());
        Self { world, falling, moving, aging, emitter: Emitter::default(), withered: Vec::new() }
    }
}

impl Workload for Bevy {
    fn step(&mut self) {
        self.world.spawn_batch(self.emitter.particles());
        self.falling.iter_mut(&mut self.world).for_each(|mut velocity| pull(&mut velocity));
        self.moving.iter_mut(&mut self.world).for_each(|(mut position, velocity)| shift(&mut position, velocity));
        self.aging.iter_mut(&mut self.world).for_each(|(entity, mut lifetime)| {
            if wither(&mut lifetime) {
                self.withered.push(entity);
            }
        });
        for entity in self.withered.drain(..) {
            self.world.despawn(entity);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.moving.iter(&self.world).for_each(|(position, velocity)| add(sum, position, velocity));
    }
}

struct Sparsey {
    world: sparsey::World,
    emitter: Emitter,
    withered: Vec<sparsey::Entity>,
}

impl Default for Sparsey {
    fn default() -> Self {
        let world = sparsey::World::builder().add_group::<(Position, Velocity)>().register::<Lifetime>().build();
        Self { world, emitter: Emitter::default(), withered: Vec::new() }
    }
}

impl Workload for Sparsey {
    fn step(&mut self) {
        self.world.extend(self.emitter.particles());
        self.world.for_each::<&mut Velocity>(pull);
        self.world.for_each::<(&mut Position, &Velocity)>(|(position, velocity)| shift(position, velocity));
        self.world.for_each::<(sparsey::Entity, &mut Lifetime)>(|(entity, lifetime)| {
            if wither(lifetime) {
                self.withered.push(entity);
            }
        });
        for entity in self.withered.drain(..) {
            self.world.destroy(entity);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.for_each::<(&Position, &Velocity)>(|(position, velocity)| add(sum, position, velocity));
    }
}

#[derive(Default)]
struct Shipyard {
    world: shipyard::World,
    emitter: Emitter,
    withered: Vec<shipyard::EntityId>,
}

impl Workload for Shipyard {
    fn step(&mut self) {
        self.world.bulk_add_entity(self.emitter.particles());
        self.world.run(|mut velocities: shipyard::ViewMut<Velocity>| (&mut velocities).iter().for_each(pull));
        self.world.run(|mut positions: shipyard::ViewMut<Position>, velocities: shipyard::View<Velocity>| {
            (&mut positions, &velocities).iter().for_each(|(position, velocity)| shift(position, velocity));
        });
        self.world.run(|mut lifetimes: shipyard::ViewMut<Lifetime>| {
            (&mut lifetimes).iter().with_id().for_each(|(entity, lifetime)| {
                if wither(lifetime) {
                    self.withered.push(entity);
                }
            });
        });
        for entity in self.withered.drain(..) {
            self.world.delete_entity(entity);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world
            .iter::<(&Position, &Velocity)>()
            .iter()
            .for_each(|(position, velocity)| add(sum, position, velocity));
    }
}

struct Specs {
    world: specs::World,
    emitter: Emitter,
    withered: Vec<specs::Entity>,
}

impl Default for Specs {
    fn default() -> Self {
        let mut world = specs::World::new();
        world.register::<Position>();
        world.register::<Velocity>();
        world.register::<Lifetime>();
        Self { world, emitter: Emitter::default(), withered: Vec::new() }
    }
}

impl Specs {
    fn emit(&mut self) {
        type Written<'a> =
            (specs::Entities<'a>, WriteStorage<'a, Position>, WriteStorage<'a, Velocity>, WriteStorage<'a, Lifetime>);
        let (entities, mut positions, mut velocities, mut lifetimes): Written = self.world.system_data();
        for (position, velocity, lifetime) in self.emitter.particles() {
            let entity = entities.build_entity().with(position, &mut positions).with(velocity, &mut velocities);
            entity.with(lifetime, &mut lifetimes).build();
        }
    }
}

impl Workload for Specs {
    fn step(&mut self) {
        self.emit();
        self.world.maintain();
        (&mut self.world.write_storage::<Velocity>()).join().for_each(pull);
        (&mut self.world.write_storage::<Position>(), &self.world.read_storage::<Velocity>())
            .join()
            .for_each(|(position, velocity)| shift(position, velocity));
        for (entity, lifetime) in (&self.world.entities(), &mut self.world.write_storage::<Lifetime>()).join() {
            if wither(lifetime) {
                self.withered.push(entity);
            }
        }
        self.world.delete_entities(&self.withered).unwrap();
        self.withered.clear();
    }

    fn check(&mut self, sum: &mut Checksum) {
        (&self.world.read_storage::<Position>(), &self.world.read_storage::<Velocity>())
            .join()
            .for_each(|(position, velocity)| add(sum, position, velocity));
    }
}

mod on_gecs {
    use gecs::prelude::*;

    use super::{Checksum, Emitter, Lifetime, Position, Velocity, Workload, add, pull, shift, wither};

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(Particle, dyn, Position, Velocity, Lifetime);
    }

    #[derive(Default)]
    pub struct OnGecs {
        world: Gecs,
        emitter: Emitter,
        withered: Vec<Entity<Particle>>,
    }

    impl Workload for OnGecs {
        fn step(&mut self) {
            let Self { world, emitter, withered } = self;
            for particle in emitter.particles() {
                world.create::<Particle>(particle);
            }
            ecs_iter!(world, |velocity: &mut Velocity| pull(velocity));
            ecs_iter!(world, |position: &mut Position, velocity: &Velocity| shift(position, velocity));
            ecs_iter!(world, |entity: &Entity<Particle>, lifetime: &mut Lifetime| {
                if wither(lifetime) {
                    withered.push(*entity);
                }
            });
            for entity in withered.drain(..) {
                world.destroy(entity);
            }
        }

        fn check(&mut self, sum: &mut Checksum) {
            let world = &mut self.world;
            ecs_iter!(world, |position: &Position, velocity: &Velocity| add(sum, position, velocity));
        }
    }
}
