//! Two systems have query parameters that read a component whose storage the group of a third system owns. The third system moves half of
//! 10 000 entities; the queries visit the nine in ten that are alive. As declared, and with the entry of `groups:` that `world.advice()`
//! names.

use super::motion::{Position, Velocity, advance, position, velocity};
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 10_000;

#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Health(u32);
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Dead;
#[derive(Debug, Clone, Copy, Default)]
struct Found(u64);

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let (mut moves, mut is_dead) = (vec![false; ENTITIES], vec![false; ENTITIES]);
    Random(7).shuffled(ENTITIES)[..ENTITIES / 2].iter().for_each(|n| moves[*n] = true);
    Random(8).shuffled(ENTITIES)[..ENTITIES / 10].iter().for_each(|n| is_dead[*n] = true);
    let entities: Vec<_> = moves.into_iter().zip(is_dead).collect();
    let size = Size { units: ENTITIES, steps: 20 };
    let others = || {
        vec![
            Contestant::new(Library::Vec, Plain::filled(&entities)),
            Contestant::new(Library::Hecs, Hecs::filled(&entities)),
            Contestant::new(Library::Bevy, Bevy::filled(&entities)),
        ]
    };
    contest.run("query parameters beside a group", size, || {
        let mut contestants = others();
        contestants.push(Contestant::new(Library::EcsWorld, as_declared::Ours::filled(&entities)));
        contestants
    });
    contest.run("the same as an entry of groups", size, || {
        let mut contestants = others();
        contestants.push(Contestant::new(Library::EcsWorld, as_entry::Ours::filled(&entities)));
        contestants
    });
}

/// Health of entity `n`.
fn health(n: usize) -> Health {
    Health((n * 7 % 100) as u32)
}

/// Sums the health of entities to the right of a line.
fn tally<'a>(living: impl Iterator<Item = (&'a Position, &'a Health)>) -> u64 {
    living.filter(|(position, _)| position.0[0] > 3_000.0).map(|(_, health)| u64::from(health.0)).sum()
}

/// Finds the minimum of a number per entity.
fn least<'a>(living: impl Iterator<Item = (&'a Position, &'a Health)>) -> u64 {
    living.map(|(position, health)| u64::from(health.0) * 1_000 + u64::from(position.0[2].to_bits())).min().unwrap_or(0)
}

/// Entities in the order: moving and dead, moving and alive, resting and alive, resting and dead.
struct Plain {
    positions: Vec<Position>,
    velocities: Vec<Velocity>,
    healths: Vec<Health>,
    /// Range of the living entities.
    living: std::ops::Range<usize>,
    found: u64,
}

impl Plain {
    fn filled(entities: &[(bool, bool)]) -> Self {
        let of = |kind| (0..entities.len()).filter(move |n| entities[*n] == kind);
        let order: Vec<_> =
            of((true, true)).chain(of((true, false))).chain(of((false, false))).chain(of((false, true))).collect();
        let first = of((true, true)).count();
        Self {
            positions: order.iter().map(|n| position(*n)).collect(),
            velocities: order.iter().filter(|n| entities[**n].0).map(|n| velocity(*n)).collect(),
            healths: order.iter().map(|n| health(*n)).collect(),
            living: first..entities.len() - of((false, true)).count(),
            found: 0,
        }
    }
}

impl Workload for Plain {
    fn step(&mut self) {
        for (position, velocity) in self.positions.iter_mut().zip(&self.velocities) {
            advance(position, velocity);
        }
        let living = || self.positions[self.living.clone()].iter().zip(&self.healths[self.living.clone()]);
        self.found += tally(living()) + least(living());
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.positions.iter().for_each(|position| sum.add(&position.0));
        sum.count(self.found);
    }
}

/// The same systems with other entries of `groups:`.
macro_rules! ours {
    ($module:ident: $($entry:tt)*) => {
        mod $module {
            use super::{Checksum, Dead, Found, Health, Position, Velocity, Workload};
            use super::{health, least, position, tally, velocity};
            use ecs_world::prelude::*;

            #[system]
            fn advance(position: &mut Position, velocity: &Velocity) {
                super::advance(position, velocity);
            }

            #[system(without(living: Dead))]
            fn sum_up(living: Query<'_, Ours, (&Position, &Health)>, found: &mut Found) {
                found.0 += tally(living.iter());
            }

            #[system(without(living: Dead))]
            fn find_least(living: Query<'_, Ours, (&Position, &Health)>, found: &mut Found) {
                found.0 += least(living.iter());
            }

            ecs_world! {
                pub struct Ours;
                components: Position, Velocity, Health, Dead;
                resources: Found;
                systems: advance, sum_up, find_least;
                $($entry)*
            }

            impl Ours {
                pub fn filled(entities: &[(bool, bool)]) -> Self {
                    let mut world = Self::default();
                    for (n, (moves, is_dead)) in entities.iter().enumerate() {
                        let velocity = moves.then(|| velocity(n));
                        world.spawn((position(n), health(n), velocity, is_dead.then_some(Dead)));
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
                    sum.count(self.resources.found.0);
                }
            }
        }
    };
}

ours! { as_declared: }
ours! { as_entry: groups: (Position, Health, without(Dead)); }

struct Hecs {
    world: hecs::World,
    found: u64,
}

impl Hecs {
    fn filled(entities: &[(bool, bool)]) -> Self {
        let mut world = hecs::World::new();
        for (n, (moves, is_dead)) in entities.iter().enumerate() {
            let entity = world.spawn((position(n), health(n)));
            if *moves {
                world.insert_one(entity, velocity(n)).unwrap();
            }
            if *is_dead {
                world.insert_one(entity, Dead).unwrap();
            }
        }
        Self { world, found: 0 }
    }
}

impl Workload for Hecs {
    fn step(&mut self) {
        for (position, velocity) in self.world.query_mut::<(&mut Position, &Velocity)>() {
            advance(position, velocity);
        }
        self.found += tally(self.world.query_mut::<(&Position, &Health)>().without::<&Dead>().into_iter());
        self.found += least(self.world.query_mut::<(&Position, &Health)>().without::<&Dead>().into_iter());
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.query_mut::<&Position>().into_iter().for_each(|position| sum.add(&position.0));
        sum.count(self.found);
    }
}

type Living = (&'static Position, &'static Health);

struct Bevy {
    world: bevy_ecs::world::World,
    moving: bevy_ecs::query::QueryState<(&'static mut Position, &'static Velocity)>,
    living: bevy_ecs::query::QueryState<Living, bevy_ecs::query::Without<Dead>>,
    found: u64,
}

impl Bevy {
    fn filled(entities: &[(bool, bool)]) -> Self {
        let mut world = bevy_ecs::world::World::new();
        for (n, (moves, is_dead)) in entities.iter().enumerate() {
            let mut entity = world.spawn((position(n), health(n)));
            if *moves {
                entity.insert(velocity(n));
            }
            if *is_dead {
                entity.insert(Dead);
            }
        }
        Self { moving: world.query(), living: world.query_filtered(), world, found: 0 }
    }
}

impl Workload for Bevy {
    fn step(&mut self) {
        for (mut position, velocity) in self.moving.iter_mut(&mut self.world) {
            advance(&mut position, velocity);
        }
        self.found += tally(self.living.iter(&self.world));
        self.found += least(self.living.iter(&self.world));
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.query::<&Position>().iter(&self.world).for_each(|position| sum.add(&position.0));
        sum.count(self.found);
    }
}
