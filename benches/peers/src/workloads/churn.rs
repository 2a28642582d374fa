//! Each frame despawns 1 % of 100 000 entities by handle, in random order, and spawns as many, of the same kinds. Half of them have a
//! health. A system moves them, so that libraries with views must maintain one; it does not run during measurements. Times are per pair of
//! despawn and spawn.

use ecs_world::prelude::*;
use shipyard::{EntitiesViewMut, IntoIter as _, View, ViewMut};
use specs::{Join as _, WorldExt as _, WriteStorage};

use super::motion::{Position, Velocity, advance, position, velocity};
use super::vec_storage;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 100_000;
/// Number of entities that are despawned and spawned per frame.
pub const CHURNED: usize = ENTITIES / 100;

/// Remaining health.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Health(pub f32);
vec_storage!(Health);

/// Runs the contest of this file.
pub fn run(contest: &mut Contest) {
    contest.run("despawn and respawn 1 % of 100 000", Size { units: CHURNED, steps: 4 }, || {
        vec![
            Contestant::new(Library::Vec, Churn::<Plain>::new()),
            Contestant::new(Library::EcsWorld, Churn::<Ours>::new()),
            Contestant::new(Library::Hecs, Churn::<hecs::World>::new()),
            Contestant::new(Library::Bevy, Churn::<bevy_ecs::world::World>::new()),
            Contestant::new(Library::Sparsey, Churn::<Sparsey>::new()),
            Contestant::new(Library::Shipyard, Churn::<shipyard::World>::new()),
            Contestant::new(Library::Specs, Churn::<Specs>::new()),
            Contestant::new(Library::Gecs, Churn::<on_gecs::Gecs>::new()),
        ]
    });
}

/// Components of entity `n`, if it is a stone.
pub fn stone(n: usize) -> (Position, Velocity) {
    (position(n), velocity(n))
}

/// Components of entity `n`, if it is a beast.
pub fn beast(n: usize) -> (Position, Velocity, Health) {
    (stone(n).0, stone(n).1, Health(n as f32))
}

/// Operations that this file needs of a world.
pub trait Population: Default {
    type Handle: Copy;

    /// Spawns entities: those with even numbers are stones, the others beasts.
    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, keep: impl FnMut(usize, Self::Handle));

    /// Despawns entities.
    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>);

    /// Adds velocities to positions, and adds positions to a checksum.
    fn advance(&mut self, sum: &mut Checksum);
}

/// A world whose entities are despawned and spawned.
pub struct Churn<W: Population> {
    /// The world.
    pub world: W,
    handles: Vec<W::Handle>,
    order: Vec<usize>,
    frame: usize,
}

impl<W: Population> Churn<W> {
    /// Creates a world and spawns all entities.
    pub fn new() -> Self {
        let (mut world, mut handles) = (W::default(), Vec::new());
        world.spawn_all(0..ENTITIES, |_, handle| handles.push(handle));
        Self { world, handles, order: Random(3).shuffled(ENTITIES), frame: 0 }
    }
}

impl<W: Population> Workload for Churn<W> {
    fn step(&mut self) {
        let churned = &self.order[self.frame * CHURNED..][..CHURNED];
        self.world.despawn_all(churned.iter().map(|n| self.handles[*n]));
        self.world.spawn_all(churned.iter().copied(), |n, handle| self.handles[n] = handle);
        self.frame = (self.frame + 1) % (ENTITIES / CHURNED);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.advance(sum);
    }
}

/// A hand-written slot map: slots refer to rows, rows to slots, and removed slots are reused with the next generation.
#[derive(Default)]
pub struct Plain {
    positions: Vec<Position>,
    velocities: Vec<Velocity>,
    healths: Vec<Option<Health>>,
    owners: Vec<u32>,
    slots: Vec<Slot>,
    free: Vec<u32>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    row: u32,
    generation: u32,
}

impl Plain {
    /// Adds velocities to positions.
    pub fn advance_all(&mut self) {
        for (position, velocity) in self.positions.iter_mut().zip(&self.velocities) {
            advance(position, velocity);
        }
    }

    fn push(&mut self, position: Position, velocity: Velocity, health: Option<Health>) -> (u32, u32) {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            self.slots.len() as u32 - 1
        });
        self.slots[slot as usize].row = self.positions.len() as u32;
        self.positions.push(position);
        self.velocities.push(velocity);
        self.healths.push(health);
        self.owners.push(slot);
        (slot, self.slots[slot as usize].generation)
    }

    fn remove(&mut self, (slot, generation): (u32, u32)) {
        let own = &mut self.slots[slot as usize];
        assert_eq!(own.generation, generation);
        own.generation += 1;
        let row = own.row as usize;
        self.free.push(slot);
        self.positions.swap_remove(row);
        self.velocities.swap_remove(row);
        self.healths.swap_remove(row);
        self.owners.swap_remove(row);
        if let Some(moved) = self.owners.get(row) {
            self.slots[*moved as usize].row = row as u32;
        }
    }
}

impl Population for Plain {
    type Handle = (u32, u32);

    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
        for n in numbers {
            let handle = if n.is_multiple_of(2) {
                self.push(stone(n).0, stone(n).1, None)
            } else {
                self.push(beast(n).0, beast(n).1, Some(beast(n).2))
            };
            keep(n, handle);
        }
    }

    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        handles.for_each(|handle| self.remove(handle));
    }

    fn advance(&mut self, sum: &mut Checksum) {
        self.advance_all();
        self.positions.iter().for_each(|position| sum.add(&position.0));
        self.healths.iter().flatten().for_each(|health| sum.add(&[health.0]));
    }
}

#[system]
fn movement(position: &mut Position, velocity: &Velocity) {
    advance(position, velocity);
}

ecs_world! {
    struct Ours;
    components: Position, Velocity, Health;
    systems: movement;
}

impl Population for Ours {
    type Handle = Entity;

    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
        for n in numbers {
            let handle = if n.is_multiple_of(2) { self.spawn(stone(n)) } else { self.spawn(beast(n)) };
            keep(n, handle);
        }
    }

    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        handles.for_each(|handle| self.despawn(handle).unwrap());
    }

    fn advance(&mut self, sum: &mut Checksum) {
        self.run_sequential();
        self.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
        self.query::<&Health>().iter().for_each(|health| sum.add(&[health.0]));
    }
}

impl Population for hecs::World {
    type Handle = hecs::Entity;

    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
        for n in numbers {
            let handle = if n.is_multiple_of(2) { self.spawn(stone(n)) } else { self.spawn(beast(n)) };
            keep(n, handle);
        }
    }

    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        handles.for_each(|handle| self.despawn(handle).unwrap());
    }

    fn advance(&mut self, sum: &mut Checksum) {
        for (position, velocity) in self.query_mut::<(&mut Position, &Velocity)>() {
            advance(position, velocity);
            sum.add(&position.0);
        }
        self.query_mut::<&Health>().into_iter().for_each(|health| sum.add(&[health.0]));
    }
}

impl Population for bevy_ecs::world::World {
    type Handle = bevy_ecs::entity::Entity;

    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
        for n in numbers {
            let handle = if n.is_multiple_of(2) { self.spawn(stone(n)).id() } else { self.spawn(beast(n)).id() };
            keep(n, handle);
        }
    }

    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        handles.for_each(|handle| _ = self.despawn(handle));
    }

    fn advance(&mut self, sum: &mut Checksum) {
        self.query::<(&mut Position, &Velocity)>().iter_mut(self).for_each(|(mut position, velocity)| {
            advance(&mut position, velocity);
            sum.add(&position.0);
        });
        self.query::<&Health>().iter(self).for_each(|health| sum.add(&[health.0]));
    }
}

struct Sparsey(sparsey::World);

impl Default for Sparsey {
    fn default() -> Self {
        Self(sparsey::World::builder().add_group::<(Position, Velocity)>().register::<Health>().build())
    }
}

impl Population for Sparsey {
    type Handle = sparsey::Entity;

    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
        for n in numbers {
            let handle = if n.is_multiple_of(2) { self.0.create(stone(n)) } else { self.0.create(beast(n)) };
            keep(n, handle);
        }
    }

    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        handles.for_each(|handle| _ = self.0.destroy(handle));
    }

    fn advance(&mut self, sum: &mut Checksum) {
        self.0.for_each::<(&mut Position, &Velocity)>(|(position, velocity)| {
            advance(position, velocity);
            sum.add(&position.0);
        });
        self.0.for_each::<&Health>(|health| sum.add(&[health.0]));
    }
}

impl Population for shipyard::World {
    type Handle = shipyard::EntityId;

    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
        self.run(
            |mut entities: EntitiesViewMut,
             mut positions: ViewMut<Position>,
             mut velocities: ViewMut<Velocity>,
             mut healths: ViewMut<Health>| {
                for n in numbers {
                    let handle = if n.is_multiple_of(2) {
                        entities.add_entity((&mut positions, &mut velocities), stone(n))
                    } else {
                        entities.add_entity((&mut positions, &mut velocities, &mut healths), beast(n))
                    };
                    keep(n, handle);
                }
            },
        );
    }

    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        handles.for_each(|handle| _ = self.delete_entity(handle));
    }

    fn advance(&mut self, sum: &mut Checksum) {
        self.run(|mut positions: ViewMut<Position>, velocities: View<Velocity>| {
            for (position, velocity) in (&mut positions, &velocities).iter() {
                advance(position, velocity);
                sum.add(&position.0);
            }
        });
        self.iter::<&Health>().iter().for_each(|health| sum.add(&[health.0]));
    }
}

struct Specs(specs::World);

impl Default for Specs {
    fn default() -> Self {
        let mut world = specs::World::new();
        world.register::<Position>();
        world.register::<Velocity>();
        world.register::<Health>();
        Self(world)
    }
}

impl Population for Specs {
    type Handle = specs::Entity;

    fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
        type Written<'a> =
            (specs::Entities<'a>, WriteStorage<'a, Position>, WriteStorage<'a, Velocity>, WriteStorage<'a, Health>);
        let (entities, mut positions, mut velocities, mut healths): Written = self.0.system_data();
        for n in numbers {
            let (position, velocity, health) = beast(n);
            let entity = entities.build_entity().with(position, &mut positions).with(velocity, &mut velocities);
            let entity = if n.is_multiple_of(2) { entity } else { entity.with(health, &mut healths) };
            keep(n, entity.build());
        }
        drop((entities, positions, velocities, healths));
        self.0.maintain();
    }

    fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
        self.0.delete_entities(&handles.collect::<Vec<_>>()).unwrap();
    }

    fn advance(&mut self, sum: &mut Checksum) {
        let (mut positions, velocities) = (self.0.write_storage::<Position>(), self.0.read_storage::<Velocity>());
        for (position, velocity) in (&mut positions, &velocities).join() {
            advance(position, velocity);
            sum.add(&position.0);
        }
        self.0.read_storage::<Health>().join().for_each(|health| sum.add(&[health.0]));
    }
}

mod on_gecs {
    use gecs::prelude::*;

    use super::{Checksum, Health, Population, Position, Velocity, advance, beast, stone};

    ecs_world! {
        ecs_name!(Gecs);
        ecs_archetype!(Stone, dyn, Position, Velocity);
        ecs_archetype!(Beast, dyn, Position, Velocity, Health);
    }

    impl Population for Gecs {
        type Handle = EntityAny;

        fn spawn_all(&mut self, numbers: impl Iterator<Item = usize>, mut keep: impl FnMut(usize, Self::Handle)) {
            for n in numbers {
                let handle = if n.is_multiple_of(2) {
                    self.create::<Stone>(stone(n)).into()
                } else {
                    self.create::<Beast>(beast(n)).into()
                };
                keep(n, handle);
            }
        }

        fn despawn_all(&mut self, handles: impl Iterator<Item = Self::Handle>) {
            handles.for_each(|handle| _ = self.destroy_any(handle));
        }

        fn advance(&mut self, sum: &mut Checksum) {
            ecs_iter!(self, |position: &mut Position, velocity: &Velocity| {
                advance(position, velocity);
                sum.add(&position.0);
            });
            ecs_iter!(self, |health: &Health| sum.add(&[health.0]));
        }
    }
}
