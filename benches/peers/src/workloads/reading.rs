//! Ad-hoc queries that only read, by `for` and by `collect`, without a view; the values of both components are in the same order or in
//! different ones.
//!
//! 10 000 entities have a position; all of them were given a velocity, in the same order or in random order. Integers are summed; floats
//! only if the values are in the same order, because their sum depends on the order.

use std::hint::black_box;

use ecs_world::prelude::*;

use super::motion::{Position, Velocity, position, velocity};
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 10_000;

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let ordered: Vec<usize> = (0..ENTITIES).collect();
    let shuffled = Random(3).shuffled(ENTITIES);
    contest.run("query that reads, for, sums of floats", Size { units: ENTITIES, steps: 20 }, || {
        vec![
            Contestant::new(Library::Vec, Sums { of: Columns::filled(&ordered), sums: [0.0; 3] }),
            Contestant::new(Library::EcsWorld, Sums { of: Ours::filled(&ordered), sums: [0.0; 3] }),
            Contestant::new(Library::Hecs, Sums { of: hecs_filled(&ordered), sums: [0.0; 3] }),
            Contestant::new(Library::Bevy, Sums { of: Bevy::filled(&ordered), sums: [0.0; 3] }),
        ]
    });
    for (name, order) in
        [("query that reads, for, in one order", &ordered), ("query that reads, for, shuffled", &shuffled)]
    {
        contest.run(name, Size { units: ENTITIES, steps: 20 }, || {
            vec![
                Contestant::new(Library::Vec, Read { of: Columns::filled(order), total: 0 }),
                Contestant::new(Library::EcsWorld, Read { of: Ours::filled(order), total: 0 }),
                Contestant::new(Library::Hecs, Read { of: hecs_filled(order), total: 0 }),
                Contestant::new(Library::Bevy, Read { of: Bevy::filled(order), total: 0 }),
            ]
        });
    }
    for (name, order) in [("collect a map, in one order", &ordered), ("collect a map, shuffled", &shuffled)] {
        contest.run(name, Size { units: ENTITIES, steps: 20 }, || {
            vec![
                Contestant::new(Library::Vec, Numbers { of: Columns::filled(order), numbers: vec![] }),
                Contestant::new(Library::EcsWorld, Numbers { of: Ours::filled(order), numbers: vec![] }),
                Contestant::new(Library::Hecs, Numbers { of: hecs_filled(order), numbers: vec![] }),
                Contestant::new(Library::Bevy, Numbers { of: Bevy::filled(order), numbers: vec![] }),
            ]
        });
    }
    contest.run("collect filtered handles", Size { units: ENTITIES, steps: 20 }, || {
        vec![
            Contestant::new(Library::Vec, Far { of: Columns::filled(&ordered), count: 0 }),
            Contestant::new(Library::EcsWorld, Far { of: Ours::filled(&ordered), count: 0 }),
            Contestant::new(Library::Hecs, Far { of: hecs_filled(&ordered), count: 0 }),
            Contestant::new(Library::Bevy, Far { of: Bevy::filled(&ordered), count: 0 }),
        ]
    });
}

/// A world that is read, and the sum.
struct Read<W> {
    of: W,
    total: u64,
}

/// Operations of each library.
trait Reads {
    /// Returns the sum of a number of each entity, in any order.
    fn total(&mut self) -> u64;
    /// Returns the sums of three floats of each entity, in the order of insertion.
    fn sums(&mut self) -> [f32; 3];
    /// Collects a number of each entity, in any order.
    fn numbers(&mut self) -> Vec<u64>;
    /// Collects the handles of entities whose position is far ([`is_far`]), and returns how many there are.
    fn far(&mut self) -> usize;
}

/// A world that is read, and the numbers that were collected last.
struct Numbers<W> {
    of: W,
    numbers: Vec<u64>,
}

/// A world that is read, and the number of handles that were collected.
struct Far<W> {
    of: W,
    count: usize,
}

fn is_far(position: &Position) -> bool {
    position.0[0] > 100.0
}

/// A world that is read, and the sums of its floats.
struct Sums<W> {
    of: W,
    sums: [f32; 3],
}

fn number(position: &Position, velocity: &Velocity) -> u64 {
    u64::from((position.0[0] * velocity.0[2]).to_bits())
}

fn add(sums: [f32; 3], position: &Position, velocity: &Velocity) -> [f32; 3] {
    let [x, y, z] = position.0;
    let [u, v, w] = velocity.0;
    [sums[0] + x * u, sums[1] + y * v, sums[2] + z * w]
}

impl<W: Reads> Workload for Sums<W> {
    fn step(&mut self) {
        self.sums = self.of.sums();
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.add(&self.sums);
    }
}

impl<W: Reads> Workload for Read<W> {
    fn step(&mut self) {
        self.total = self.total.wrapping_add(self.of.total());
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.total);
    }
}

impl<W: Reads> Workload for Numbers<W> {
    fn step(&mut self) {
        self.numbers = self.of.numbers();
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.numbers.iter().fold(0, |sum, number| sum.wrapping_add(*number)));
    }
}

impl<W: Reads> Workload for Far<W> {
    fn step(&mut self) {
        self.count += self.of.far();
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.count as u64);
    }
}

struct Columns {
    positions: Vec<Position>,
    velocities: Vec<Velocity>,
}

impl Columns {
    fn filled(order: &[usize]) -> Self {
        Self {
            positions: order.iter().map(|n| position(*n)).collect(),
            velocities: order.iter().map(|n| velocity(*n)).collect(),
        }
    }
}

impl Reads for Columns {
    fn total(&mut self) -> u64 {
        let mut total = 0_u64;
        for (position, velocity) in self.positions.iter().zip(&self.velocities) {
            total = total.wrapping_add(number(position, velocity));
        }
        total
    }

    fn sums(&mut self) -> [f32; 3] {
        let mut sums = [0.0; 3];
        for (position, velocity) in self.positions.iter().zip(&self.velocities) {
            sums = add(sums, position, velocity);
        }
        sums
    }

    fn numbers(&mut self) -> Vec<u64> {
        self.positions.iter().zip(&self.velocities).map(|(position, velocity)| number(position, velocity)).collect()
    }

    fn far(&mut self) -> usize {
        let far = self.positions.iter().enumerate().filter(|(_, position)| is_far(position));
        black_box(far.map(|(at, _)| at).collect::<Vec<_>>()).len()
    }
}

ecs_world! {
    struct Ours;
    components: Position, Velocity;
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

impl Reads for Ours {
    fn total(&mut self) -> u64 {
        let mut total = 0_u64;
        for (position, velocity) in self.query::<(&Position, &Velocity)>() {
            total = total.wrapping_add(number(position, velocity));
        }
        total
    }

    fn sums(&mut self) -> [f32; 3] {
        let mut sums = [0.0; 3];
        for (position, velocity) in self.query::<(&Position, &Velocity)>() {
            sums = add(sums, position, velocity);
        }
        sums
    }

    fn numbers(&mut self) -> Vec<u64> {
        let all = self.query::<(&Position, &Velocity)>();
        all.iter().map(|(position, velocity)| number(position, velocity)).collect()
    }

    fn far(&mut self) -> usize {
        let all = self.query::<(Entity, &Position)>();
        let far = all.iter().filter(|(_, position)| is_far(position));
        black_box(far.map(|(entity, _)| entity).collect::<Vec<_>>()).len()
    }
}

fn hecs_filled(order: &[usize]) -> hecs::World {
    let mut world = hecs::World::new();
    let entities: Vec<_> = (0..ENTITIES).map(|n| world.spawn((position(n),))).collect();
    for n in order {
        world.insert_one(entities[*n], velocity(*n)).unwrap();
    }
    world
}

impl Reads for hecs::World {
    fn total(&mut self) -> u64 {
        let mut total = 0_u64;
        for (position, velocity) in self.query_mut::<(&Position, &Velocity)>() {
            total = total.wrapping_add(number(position, velocity));
        }
        total
    }

    fn sums(&mut self) -> [f32; 3] {
        let mut sums = [0.0; 3];
        for (position, velocity) in self.query_mut::<(&Position, &Velocity)>() {
            sums = add(sums, position, velocity);
        }
        sums
    }

    fn numbers(&mut self) -> Vec<u64> {
        let all = self.query_mut::<(&Position, &Velocity)>();
        all.into_iter().map(|(position, velocity)| number(position, velocity)).collect()
    }

    fn far(&mut self) -> usize {
        let all = self.query_mut::<(hecs::Entity, &Position)>();
        let far = all.into_iter().filter(|(_, position)| is_far(position));
        black_box(far.map(|(entity, _)| entity).collect::<Vec<_>>()).len()
    }
}

struct Bevy {
    world: bevy_ecs::world::World,
    read: bevy_ecs::query::QueryState<(&'static Position, &'static Velocity)>,
    handles: bevy_ecs::query::QueryState<(bevy_ecs::entity::Entity, &'static Position)>,
}

impl Bevy {
    fn filled(order: &[usize]) -> Self {
        let mut world = bevy_ecs::world::World::new();
        let entities: Vec<_> = (0..ENTITIES).map(|n| world.spawn(position(n)).id()).collect();
        for n in order {
            world.entity_mut(entities[*n]).insert(velocity(*n));
        }
        Self { read: world.query(), handles: world.query(), world }
    }
}

impl Reads for Bevy {
    fn total(&mut self) -> u64 {
        let mut total = 0_u64;
        for (position, velocity) in self.read.iter(&self.world) {
            total = total.wrapping_add(number(position, velocity));
        }
        total
    }

    fn sums(&mut self) -> [f32; 3] {
        let mut sums = [0.0; 3];
        for (position, velocity) in self.read.iter(&self.world) {
            sums = add(sums, position, velocity);
        }
        sums
    }

    fn numbers(&mut self) -> Vec<u64> {
        self.read.iter(&self.world).map(|(position, velocity)| number(position, velocity)).collect()
    }

    fn far(&mut self) -> usize {
        let far = self.handles.iter(&self.world).filter(|(_, position)| is_far(position));
        black_box(far.map(|(entity, _)| entity).collect::<Vec<_>>()).len()
    }
}
