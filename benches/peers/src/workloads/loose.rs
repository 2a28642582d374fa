//! Ad-hoc queries in worlds without systems or groups, whose storages stay in the order of insertion, by `for` and by `for_each`.
//!
//! 10 000 entities have a position; 5 000 of them, in random order, were given a velocity. The same with 100 entities, of which 50 move.

use ecs_world::prelude::*;
use shipyard::IntoIter as _;
use specs::{Join as _, WorldExt as _};

use super::motion::{Position, Velocity, advance, position, velocity};
use super::shapes::{Bevy, By, bevy_each, bevy_for, hecs_each, hecs_filled, hecs_for};
use super::view::{Plain, Shipyard, Sparsey, Specs};
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    for (entities, steps, size) in [(10_000, 20, ""), (100, 2_000, ", 50 of 100")] {
        let order = &Random(3).shuffled(entities)[..entities / 2];
        let of = Size { units: order.len(), steps };
        contest.run(&format!("query_mut, for, no group{size}"), of, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(order, entities)),
                Contestant::new(Library::EcsWorld, By { world: Ours::filled(order, entities), step: for_loop }),
                Contestant::new(Library::Hecs, By { world: hecs_filled(order, entities), step: hecs_for }),
                Contestant::new(Library::Bevy, By { world: Bevy::filled(order, entities), step: bevy_for }),
                Contestant::new(Library::Sparsey, For(Sparsey::ungrouped(order, entities))),
                Contestant::new(Library::Shipyard, For(Shipyard::filled(order, entities))),
                Contestant::new(Library::Specs, For(Specs::filled(order, entities))),
            ]
        });
        contest.run(&format!("query_mut, for_each, no group{size}"), of, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(order, entities)),
                Contestant::new(Library::EcsWorld, By { world: Ours::filled(order, entities), step: for_each }),
                Contestant::new(Library::Hecs, By { world: hecs_filled(order, entities), step: hecs_each }),
                Contestant::new(Library::Bevy, By { world: Bevy::filled(order, entities), step: bevy_each }),
                Contestant::new(Library::Sparsey, Sparsey::ungrouped(order, entities)),
                Contestant::new(Library::Shipyard, Shipyard::filled(order, entities)),
                Contestant::new(Library::Specs, Specs::filled(order, entities)),
            ]
        });
    }
}

ecs_world! {
    struct Ours;
    components: Position, Velocity;
}

impl Ours {
    fn filled(order: &[usize], entities: usize) -> Self {
        let mut world = Self::default();
        let entities: Vec<_> = (0..entities).map(|n| world.spawn(position(n))).collect();
        for n in order {
            world.insert(entities[*n], velocity(*n)).unwrap();
        }
        world
    }
}

fn for_loop(world: &mut Ours) {
    for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
        advance(position, velocity);
    }
}

fn for_each(world: &mut Ours) {
    world.query_mut::<(&mut Position, &Velocity)>().for_each(|(position, velocity)| advance(position, velocity));
}

impl Workload for By<Ours> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

/// A world that is visited by a `for` loop instead of `for_each`.
struct For<W>(W);

impl Workload for For<Sparsey> {
    fn step(&mut self) {
        for (position, velocity) in &mut self.0.0.query_all::<(&mut Position, &Velocity)>() {
            advance(position, velocity);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.check(sum);
    }
}

impl Workload for For<Shipyard> {
    fn step(&mut self) {
        self.0.0.run(|mut positions: shipyard::ViewMut<Position>, velocities: shipyard::View<Velocity>| {
            for (position, velocity) in (&mut positions, &velocities).iter() {
                advance(position, velocity);
            }
        });
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.check(sum);
    }
}

impl Workload for For<Specs> {
    fn step(&mut self) {
        let (mut positions, velocities) = (self.0.0.write_storage::<Position>(), self.0.0.read_storage::<Velocity>());
        for (position, velocity) in (&mut positions, &velocities).join() {
            advance(position, velocity);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.check(sum);
    }
}
