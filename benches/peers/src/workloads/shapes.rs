//! The forms in which users write loops: query parameters, ad-hoc queries and joins, by `for` and by `for_each`.
//!
//! 10 000 entities have a position; 5 000 of them, in random order, were given a velocity. Systems request a group if a library has groups.

use ecs_world::prelude::*;

use super::motion::{Position, Velocity, advance, position, velocity};
use super::view::Plain;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 10_000;

/// Name, entities that move, a step of ours, one of hecs and one of `bevy_ecs`.
type Row<'a> = (&'a str, &'a [usize], fn(&mut Ours), fn(&mut hecs::World), fn(&mut Bevy));

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let half = &Random(3).shuffled(ENTITIES)[..ENTITIES / 2];
    let all: &Vec<usize> = &(0..ENTITIES).collect();
    let rows: [Row<'_>; 6] = [
        ("query parameter, for", half, by_parameter, hecs_for, bevy_for),
        ("query parameter, for_each", half, by_parameter_each, hecs_each, bevy_each),
        ("query_mut, for", half, by_query, hecs_for, bevy_for),
        ("query_mut, for_each", half, by_query_each, hecs_each, bevy_each),
        ("query_mut, for, all have both", all, by_query, hecs_for, bevy_for),
        ("columns and join, all have both", all, by_join, hecs_for, bevy_for),
    ];
    for (name, order, ours, hecs, bevy) in rows {
        contest.run(name, Size { units: order.len(), steps: 20 }, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(order, ENTITIES)),
                Contestant::new(Library::EcsWorld, By { world: Ours::filled(order), step: ours }),
                Contestant::new(Library::Hecs, By { world: hecs_filled(order, ENTITIES), step: hecs }),
                Contestant::new(Library::Bevy, By { world: Bevy::filled(order, ENTITIES), step: bevy }),
            ]
        });
    }
}

/// A world and its step.
pub struct By<W> {
    /// The world.
    pub world: W,
    /// A step.
    pub step: fn(&mut W),
}

#[system]
fn for_loop(moving: Query<'_, Ours, (&mut Position, &Velocity)>) {
    for (position, velocity) in moving {
        advance(position, velocity);
    }
}

#[system]
fn for_each(mut moving: Query<'_, Ours, (&mut Position, &Velocity)>) {
    moving.for_each(|(position, velocity)| advance(position, velocity));
}

ecs_world! {
    struct Ours;
    components: Position, Velocity;
    systems(by_for): for_loop;
    systems(by_for_each): for_each;
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

fn by_parameter(world: &mut Ours) {
    world.run_for_loop();
}

fn by_parameter_each(world: &mut Ours) {
    world.run_for_each();
}

fn by_query(world: &mut Ours) {
    for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
        advance(position, velocity);
    }
}

fn by_query_each(world: &mut Ours) {
    world.query_mut::<(&mut Position, &Velocity)>().for_each(|(position, velocity)| advance(position, velocity));
}

fn by_join(world: &mut Ours) {
    let mut columns = world.columns();
    for (position, velocity) in (&mut columns.position, &columns.velocity).join() {
        advance(position, velocity);
    }
}

impl Workload for By<Ours> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.query::<&Position>().iter().for_each(|position| sum.add(&position.0));
    }
}

/// Creates a world of `entities` entities, of which those in `order` move.
pub fn hecs_filled(order: &[usize], entities: usize) -> hecs::World {
    let mut world = hecs::World::new();
    let entities: Vec<_> = (0..entities).map(|n| world.spawn((position(n),))).collect();
    for n in order {
        world.insert_one(entities[*n], velocity(*n)).unwrap();
    }
    world
}

/// Visits moving entities by a `for` loop.
pub fn hecs_for(world: &mut hecs::World) {
    for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
        advance(position, velocity);
    }
}

/// Visits moving entities by `for_each`.
pub fn hecs_each(world: &mut hecs::World) {
    let moving = world.query_mut::<(&mut Position, &Velocity)>();
    moving.into_iter().for_each(|(position, velocity)| advance(position, velocity));
}

impl Workload for By<hecs::World> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.query_mut::<&Position>().into_iter().for_each(|position| sum.add(&position.0));
    }
}

/// A world of `bevy_ecs`, and its query.
pub struct Bevy {
    world: bevy_ecs::world::World,
    moving: bevy_ecs::query::QueryState<(&'static mut Position, &'static Velocity)>,
}

impl Bevy {
    /// Creates a world of `entities` entities, of which those in `order` move.
    pub fn filled(order: &[usize], entities: usize) -> Self {
        let mut world = bevy_ecs::world::World::new();
        let entities: Vec<_> = (0..entities).map(|n| world.spawn(position(n)).id()).collect();
        for n in order {
            world.entity_mut(entities[*n]).insert(velocity(*n));
        }
        Self { moving: world.query(), world }
    }
}

/// Visits moving entities by a `for` loop.
pub fn bevy_for(bevy: &mut Bevy) {
    for (mut position, velocity) in bevy.moving.iter_mut(&mut bevy.world) {
        advance(&mut position, velocity);
    }
}

/// Visits moving entities by `for_each`.
pub fn bevy_each(bevy: &mut Bevy) {
    bevy.moving.iter_mut(&mut bevy.world).for_each(|(mut position, velocity)| advance(&mut position, velocity));
}

impl Workload for By<Bevy> {
    fn step(&mut self) {
        (self.step)(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        let Bevy { world, .. } = &mut self.world;
        world.query::<&Position>().iter(world).for_each(|position| sum.add(&position.0));
    }
}
