//! Change detection: a reader visits the changed positions after a system moved them, and 1 % of 1 000 000 values after they changed.
//!
//! Plain `Vec`s have no marks: the reader compares each value with a copy of the value that it read last.

use bevy_ecs::prelude::{Changed, Query as BevyQuery, ResMut, Resource, Schedule, World as BevyWorld};
use bevy_ecs::schedule::SingleThreadedExecutor;
use ecs_world::prelude::*;

use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

/// Entities that a system moves.
const MOVED: usize = 10_000;
/// Entities of which one in a hundred changes.
const MANY: usize = 1_000_000;

#[derive(Debug, Clone, Copy, PartialEq, bevy_ecs::component::Component)]
struct Position([f32; 3]);
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Velocity([f32; 3]);
/// Sum of what was read, which is exact in any order.
#[derive(Debug, Clone, Copy, Default, Resource)]
struct Read(f64);

impl Position {
    fn of(number: usize) -> Self {
        Self([(number % 1024) as f32, 0.0, 0.0])
    }

    #[inline]
    fn step(&mut self, velocity: &Velocity) {
        for (axis, speed) in self.0.iter_mut().zip(velocity.0) {
            // Not a remainder, which would take longer than everything that is compared.
            let next = *axis + speed;
            *axis = if next >= 4096.0 { next - 4096.0 } else { next };
        }
    }
}

impl Velocity {
    fn of(number: usize) -> Self {
        Self([1.0, (number % 3) as f32, 2.0])
    }
}

impl Read {
    #[inline]
    fn add(&mut self, position: &Position) {
        self.0 += f64::from(position.0[0]);
    }
}

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let size = Size { units: MOVED, steps: 10 };
    contest.run("move all, read what changed", size, || {
        vec![
            Contestant::new(Library::Vec, Moving(Plain::new(MOVED))),
            Contestant::new(Library::EcsWorld, Moving(Ours::new(MOVED))),
            Contestant::new(Library::Bevy, Moving(Bevy::new(MOVED))),
        ]
    });
    contest.run("read 1 % changed of 1 000 000", Size { units: MANY / 100, steps: 1 }, || {
        vec![
            Contestant::new(Library::Vec, Sparse::<Plain>::new()),
            Contestant::new(Library::EcsWorld, Sparse::<Ours>::new()),
            Contestant::new(Library::Bevy, Sparse::<Bevy>::new()),
        ]
    });
}

/// Operations of each library.
trait Tracked {
    fn new(count: usize) -> Self;
    /// Moves all entities.
    fn advance(&mut self);
    /// Writes the value of an entity, by its number.
    fn write(&mut self, number: usize);
    /// Reads what changed since the last call.
    fn read(&mut self);
    fn check(&mut self, sum: &mut Checksum);
}

struct Moving<T>(T);

impl<T: Tracked> Workload for Moving<T> {
    fn step(&mut self) {
        self.0.advance();
        self.0.read();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.check(sum);
    }
}

/// One value in a hundred is written before each step, and the step reads it.
struct Sparse<T> {
    tracked: T,
    random: Random,
}

impl<T: Tracked> Sparse<T> {
    fn new() -> Self {
        let mut tracked = T::new(MANY);
        tracked.read();
        Self { tracked, random: Random(7) }
    }
}

impl<T: Tracked> Workload for Sparse<T> {
    fn prepare(&mut self) {
        for first in (0..MANY).step_by(100) {
            self.tracked.write(first + self.random.below(100));
        }
    }

    fn step(&mut self) {
        self.tracked.read();
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.tracked.check(sum);
    }
}

struct Plain {
    positions: Vec<Position>,
    velocities: Vec<Velocity>,
    last: Vec<Position>,
    read: Read,
}

impl Tracked for Plain {
    fn new(count: usize) -> Self {
        let nowhere = Position([-1.0; 3]);
        Self {
            positions: (0..count).map(Position::of).collect(),
            velocities: (0..count).map(Velocity::of).collect(),
            last: vec![nowhere; count],
            read: Read::default(),
        }
    }

    fn advance(&mut self) {
        for (position, velocity) in self.positions.iter_mut().zip(&self.velocities) {
            position.step(velocity);
        }
    }

    fn write(&mut self, number: usize) {
        self.positions[number].step(&Velocity([1.0; 3]));
    }

    fn read(&mut self) {
        for (position, last) in self.positions.iter().zip(&mut self.last) {
            if position != last {
                self.read.add(position);
                *last = *position;
            }
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.read.0.to_bits());
    }
}

#[system]
fn advance(position: &mut Position, velocity: &Velocity) {
    position.step(velocity);
}

#[system(changed(Position))]
fn read(position: &Position, read: &mut Read) {
    read.add(position);
}

ecs_world! {
    struct World;
    components: Position, Velocity;
    resources: Read;
    systems: advance, read;
}

struct Ours {
    world: World,
    entities: Vec<Entity>,
}

impl Tracked for Ours {
    fn new(count: usize) -> Self {
        let mut world = World::default();
        let entities = world.spawn_batch((0..count).map(|number| (Position::of(number), Velocity::of(number))));
        Self { entities: entities.into_iter().collect(), world }
    }

    fn advance(&mut self) {
        self.world.run_advance();
    }

    fn write(&mut self, number: usize) {
        if let Some(position) = self.world.get_mut::<Position>(self.entities[number]) {
            position.step(&Velocity([1.0; 3]));
        }
    }

    fn read(&mut self) {
        self.world.run_read();
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.world.resources.read.0.to_bits());
    }
}

struct Bevy {
    world: BevyWorld,
    entities: Vec<bevy_ecs::entity::Entity>,
    advance: Schedule,
    read: Schedule,
}

fn bevy_advance(mut query: BevyQuery<(&mut Position, &Velocity)>) {
    query.iter_mut().for_each(|(mut position, velocity)| position.step(velocity));
}

fn bevy_read(query: BevyQuery<&Position, Changed<Position>>, mut read: ResMut<Read>) {
    query.iter().for_each(|position| read.add(position));
}

impl Tracked for Bevy {
    fn new(count: usize) -> Self {
        let mut world = BevyWorld::new();
        world.init_resource::<Read>();
        let all = (0..count).map(|number| (Position::of(number), Velocity::of(number)));
        let entities = world.spawn_batch(all.collect::<Vec<_>>()).collect();
        let [mut advance, mut read] = [(); 2].map(|()| Schedule::default());
        for schedule in [&mut advance, &mut read] {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
        advance.add_systems(bevy_advance);
        read.add_systems(bevy_read);
        Self { world, entities, advance, read }
    }

    fn advance(&mut self) {
        self.advance.run(&mut self.world);
    }

    fn write(&mut self, number: usize) {
        if let Some(mut position) = self.world.get_mut::<Position>(self.entities[number]) {
            position.step(&Velocity([1.0; 3]));
        }
    }

    fn read(&mut self) {
        self.read.run(&mut self.world);
    }

    fn check(&mut self, sum: &mut Checksum) {
        sum.count(self.world.resource::<Read>().0.to_bits());
    }
}
