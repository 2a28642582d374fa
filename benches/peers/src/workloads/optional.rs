//! A component that half of 10 000 entities have, at random, beside two that all have: as a system, and as an ad-hoc query in a `for` loop.

use ecs_world::prelude::*;

use super::motion::{Position, Velocity, advance, position, velocity};
use super::shapes::By;
use crate::checksum::Checksum;
use crate::contest::{Contest, Contestant, Library, Size, Workload};
use crate::random::Random;

const ENTITIES: usize = 10_000;

#[derive(Debug, Clone, Copy, bevy_ecs::component::Component)]
struct Drag(f32);

/// Runs the contests of this file.
pub fn run(contest: &mut Contest) {
    let mut has_drag = vec![false; ENTITIES];
    Random(6).shuffled(ENTITIES)[..ENTITIES / 2].iter().for_each(|n| has_drag[*n] = true);
    let rows = [("an optional component, system", system as fn(&mut Ours)), ("an optional component, for", for_loop)];
    for (name, step) in rows {
        contest.run(name, Size { units: ENTITIES, steps: 20 }, || {
            vec![
                Contestant::new(Library::Vec, Plain::filled(&has_drag)),
                Contestant::new(Library::EcsWorld, By { world: Ours::filled(&has_drag), step }),
                Contestant::new(Library::Hecs, Hecs::filled(&has_drag)),
                Contestant::new(Library::Bevy, Bevy::filled(&has_drag)),
            ]
        });
    }
}

/// Components of entity `n`.
fn parts(n: usize) -> (Position, Velocity, Drag) {
    (position(n), velocity(n), Drag(0.5 + n as f32 / 65_536.0))
}

fn slow_down(position: &mut Position, velocity: &mut Velocity, drag: Option<&Drag>) {
    if let Some(drag) = drag {
        velocity.0.iter_mut().for_each(|speed| *speed *= drag.0);
    }
    advance(position, velocity);
}

/// An `Option` per entity.
struct Plain {
    positions: Vec<Position>,
    velocities: Vec<Velocity>,
    drags: Vec<Option<Drag>>,
}

impl Plain {
    fn filled(has_drag: &[bool]) -> Self {
        let drags = has_drag.iter().enumerate().map(|(n, has_drag)| has_drag.then(|| parts(n).2));
        Self {
            positions: (0..ENTITIES).map(position).collect(),
            velocities: (0..ENTITIES).map(velocity).collect(),
            drags: drags.collect(),
        }
    }
}

impl Workload for Plain {
    fn step(&mut self) {
        for ((position, velocity), drag) in self.positions.iter_mut().zip(&mut self.velocities).zip(&self.drags) {
            slow_down(position, velocity, drag.as_ref());
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.positions.iter().for_each(|position| sum.add(&position.0));
    }
}

#[system]
fn movement(position: &mut Position, velocity: &mut Velocity, drag: Option<&Drag>) {
    slow_down(position, velocity, drag);
}

ecs_world! {
    struct Ours;
    components: Position, Velocity, Drag;
    systems: movement;
}

impl Ours {
    fn filled(has_drag: &[bool]) -> Self {
        let mut world = Self::default();
        for (n, has_drag) in has_drag.iter().enumerate() {
            let (position, velocity, drag) = parts(n);
            world.spawn((position, velocity, has_drag.then_some(drag)));
        }
        world
    }
}

fn system(world: &mut Ours) {
    world.run_sequential();
}

fn for_loop(world: &mut Ours) {
    for (position, velocity, drag) in world.query_mut::<(&mut Position, &mut Velocity, Option<&Drag>)>() {
        slow_down(position, velocity, drag);
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

struct Hecs(hecs::World);

impl Hecs {
    fn filled(has_drag: &[bool]) -> Self {
        let mut world = hecs::World::new();
        for (n, has_drag) in has_drag.iter().enumerate() {
            let (position, velocity, drag) = parts(n);
            if *has_drag {
                world.spawn((position, velocity, drag))
            } else {
                world.spawn((position, velocity))
            };
        }
        Self(world)
    }
}

impl Workload for Hecs {
    fn step(&mut self) {
        for (position, velocity, drag) in self.0.query_mut::<(&mut Position, &mut Velocity, Option<&Drag>)>() {
            slow_down(position, velocity, drag);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.0.query_mut::<&Position>().into_iter().for_each(|position| sum.add(&position.0));
    }
}

struct Bevy {
    world: bevy_ecs::world::World,
    moving: bevy_ecs::query::QueryState<(&'static mut Position, &'static mut Velocity, Option<&'static Drag>)>,
}

impl Bevy {
    fn filled(has_drag: &[bool]) -> Self {
        let mut world = bevy_ecs::world::World::new();
        for (n, has_drag) in has_drag.iter().enumerate() {
            let (position, velocity, drag) = parts(n);
            let mut entity = world.spawn((position, velocity));
            if *has_drag {
                entity.insert(drag);
            }
        }
        Self { moving: world.query(), world }
    }
}

impl Workload for Bevy {
    fn step(&mut self) {
        for (mut position, mut velocity, drag) in self.moving.iter_mut(&mut self.world) {
            slow_down(&mut position, &mut velocity, drag);
        }
    }

    fn check(&mut self, sum: &mut Checksum) {
        self.world.query::<&Position>().iter(&self.world).for_each(|position| sum.add(&position.0));
    }
}
