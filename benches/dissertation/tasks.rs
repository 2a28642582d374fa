//! The three workloads whose time is measured.

use ecs_world::prelude::*;

use crate::contestants::{Size, Task};
use crate::measure::{Random, Workload};
use crate::schemes::Scheme;
use crate::worlds::{P0, P1, P2, P3, P4, Subject, insert};

/// Spawns entities that have each of the eight components with a probability of `percent` in a hundred.
pub fn scattered<W: Subject>(world: &mut W, entities: usize, percent: usize) -> Vec<Entity> {
    let mut random = Random(7);
    let mut all = Vec::with_capacity(entities);
    for n in 0..entities {
        let entity = world.spawn(());
        for number in 0..8 {
            if random.chance(percent) {
                insert(world, entity, number, [n as f32, 1.0, 0.25]);
            }
        }
        all.push(entity);
    }
    all
}

/// Sum of all positions, in any order.
fn positions<W: Subject>(world: &W) -> u64 {
    // Loops, since adapters of the iterator of each world would take long to compile.
    let mut sum = 0;
    for position in world.query::<&P0>() {
        for axis in position.0 {
            sum += u64::from(axis.to_bits());
        }
    }
    sum
}

/// Iteration without changes: one system visits the entities that have two of eight components, a quarter of all.
pub struct Iteration;

struct Iterating<W, S> {
    world: W,
    scheme: S,
}

impl Task for Iteration {
    fn new<W: Subject, S: Scheme>(mut world: W, mut scheme: S, size: Size) -> impl Workload + 'static {
        for entity in scattered(&mut world, size.entities, 50) {
            scheme.changed(&world, entity);
        }
        scheme.settle(&mut world);
        Iterating { world, scheme }
    }
}

impl<W: Subject, S: Scheme> Workload for Iterating<W, S> {
    fn step(&mut self) {
        self.scheme.movement(&mut self.world);
    }

    fn check(&mut self) -> u64 {
        positions(&self.world)
    }
}

/// In each update, a number of operations add or remove one of the two components of a system; then the system runs.
pub struct AddRemove;

struct Changing<W, S> {
    world: W,
    scheme: S,
    entities: Vec<Entity>,
    random: Random,
    operations: usize,
}

impl Task for AddRemove {
    fn new<W: Subject, S: Scheme>(mut world: W, mut scheme: S, size: Size) -> impl Workload + 'static {
        let entities = scattered(&mut world, size.entities, 50);
        for entity in &entities {
            scheme.changed(&world, *entity);
        }
        scheme.settle(&mut world);
        Changing { world, scheme, entities, random: Random(3), operations: size.parameter }
    }
}

impl<W: Subject, S: Scheme> Workload for Changing<W, S> {
    fn step(&mut self) {
        let Self { world, scheme, entities, random, operations } = self;
        for _ in 0..*operations {
            let entity = entities[random.below(entities.len())];
            if random.chance(50) {
                if world.remove::<P0>(entity).expect("the entity is alive").is_none() {
                    world.insert(entity, P0([0.0; 3])).expect("the entity is alive");
                }
            } else if world.remove::<P1>(entity).expect("the entity is alive").is_none() {
                world.insert(entity, P1([1.0; 3])).expect("the entity is alive");
            }
            scheme.changed(world, entity);
        }
        scheme.settle(world);
        scheme.movement(world);
    }

    fn check(&mut self) -> u64 {
        positions(&self.world)
    }
}

/// Two emitters spawn particles in clusters of 50, with different components; these accelerate, move, and are despawned when their time is
/// up.
pub struct Particles;

/// A scene of particles: each lives for 50 to 149 frames, so a hundredth of them is emitted per frame.
pub struct Emitting<W, S> {
    pub world: W,
    scheme: S,
    random: Random,
    per_frame: usize,
    emitted: usize,
    dead: Vec<Entity>,
}

impl<W: Subject, S: Scheme> Emitting<W, S> {
    /// Creates a scene of about `entities` particles, and runs it for `frames` frames.
    pub fn after(world: W, scheme: S, entities: usize, frames: usize) -> Self {
        let (random, per_frame) = (Random(11), entities / 100);
        let mut scene = Self { world, scheme, random, per_frame, emitted: 0, dead: Vec::new() };
        (0..frames).for_each(|_| scene.frame());
        scene
    }

    fn emit(&mut self) {
        for _ in 0..self.per_frame {
            let life = (50 + self.random.below(100)) as f32;
            let particle = (P0([0.0; 3]), P1([1.0, 2.0, 3.0]), P3([life, 1.0, 0.0]));
            let entity = if (self.emitted / 50).is_multiple_of(2) {
                self.world.spawn((particle, P2([0.0, -0.5, 0.25])))
            } else {
                self.world.spawn((particle, P4([0.5; 3])))
            };
            self.emitted += 1;
            self.scheme.changed(&self.world, entity);
        }
    }

    fn age(&mut self) {
        let Self { world, scheme, dead, .. } = self;
        world.query_mut::<(Entity, &mut P3)>().for_each(|(entity, life)| {
            life.0[0] -= life.0[1];
            if life.0[0] <= 0.0 {
                dead.push(entity);
            }
        });
        // In an order that does not depend on a storage, so that all contestants reuse the same indices.
        dead.sort_unstable();
        for entity in dead.drain(..) {
            world.despawn(entity).expect("the entity is alive");
            scheme.changed(world, entity);
        }
    }

    fn frame(&mut self) {
        self.emit();
        self.scheme.settle(&mut self.world);
        self.scheme.accelerate(&mut self.world);
        self.scheme.movement(&mut self.world);
        self.age();
        self.scheme.settle(&mut self.world);
    }
}

impl Task for Particles {
    fn new<W: Subject, S: Scheme>(world: W, scheme: S, size: Size) -> impl Workload + 'static {
        Emitting::after(world, scheme, size.entities, 200)
    }
}

impl<W: Subject, S: Scheme> Workload for Emitting<W, S> {
    fn step(&mut self) {
        self.frame();
    }

    fn check(&mut self) -> u64 {
        positions(&self.world)
    }
}
