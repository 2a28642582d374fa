//! The world: the components of a particle, and the systems that move it.

use ecs_world::prelude::*;

use crate::scene::{self, Emitter, Scene};

/// A vector with three axes.
pub type Vector = [f32; 3];

/// Position of a particle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(pub Vector);

/// Velocity of a particle, in units per second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Velocity(pub Vector);

/// Remaining lifetime of a particle, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lifetime(pub f32);

/// All components of a particle.
#[derive(Debug, Clone, Copy, Bundle)]
pub struct Particle {
    pub position: Position,
    pub velocity: Velocity,
    pub lifetime: Lifetime,
}

/// Seconds per frame.
#[derive(Debug, Default, Clone, Copy)]
pub struct Step(pub f32);

/// What acts on all particles.
#[derive(Debug, Default, Clone, Copy)]
pub struct Forces {
    /// Gravity and wind together, in units per second squared.
    pub pull: Vector,
    /// The share of speed that is lost per second.
    pub drag: f32,
}

impl Forces {
    /// Returns the forces of a scene.
    pub fn new(scene: &Scene) -> Self {
        let scene::Forces { gravity, wind, drag } = scene.forces;
        Self { pull: [0, 1, 2].map(|axis| gravity[axis] + wind[axis]), drag }
    }
}

/// A source of pseudorandom numbers, the same ones for the same seed (splitmix64).
#[derive(Debug, Default)]
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number between two others.
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit into an f32")]
    fn between(&mut self, [low, high]: [f32; 2]) -> f32 {
        let share = (self.next() >> 40) as f32 / (1_u64 << 24) as f32;
        low + (high - low) * share
    }
}

/// Spawns particles at the emitters.
#[derive(Debug, Default)]
pub struct Emit {
    emitters: Vec<Source>,
}

impl Emit {
    /// Multiplies the rates of all emitters.
    pub fn scale(&mut self, factor: f32) {
        self.emitters.iter_mut().for_each(|source| source.scale(factor));
    }
}

/// An emitter, and the fraction of a particle that is still due.
#[derive(Debug)]
pub struct Source {
    position: Vector,
    direction: Vector,
    spread: f32,
    rate: f32,
    speed: [f32; 2],
    lifetime: [f32; 2],
    owed: f32,
}

impl Source {
    /// Returns a source for each emitter of a scene.
    pub fn all(scene: &Scene, scale: f32) -> Vec<Self> {
        scene.emitters.iter().map(|emitter| Self::new(emitter, scale)).collect()
    }

    fn new(emitter: &Emitter, scale: f32) -> Self {
        Self {
            position: emitter.position,
            direction: emitter.direction,
            spread: emitter.spread,
            rate: emitter.rate * scale,
            speed: emitter.speed,
            lifetime: emitter.lifetime,
            owed: 0.0,
        }
    }

    /// Multiplies the rate of the emitter.
    pub fn scale(&mut self, factor: f32) {
        self.rate *= factor;
    }

    /// Spawns the particles that are due after one more step.
    pub fn emit(&mut self, step: Step, random: &mut Random, mut spawn: impl FnMut(Particle)) {
        self.owed += self.rate * step.0;
        while self.owed >= 1.0 {
            self.owed -= 1.0;
            spawn(self.particle(random));
        }
    }

    fn particle(&self, random: &mut Random) -> Particle {
        let strayed = self.direction.map(|axis| axis + random.between([-self.spread, self.spread]));
        let length = strayed.iter().map(|axis| axis * axis).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        let speed = random.between(self.speed) / length;
        Particle {
            position: Position(self.position),
            velocity: Velocity(strayed.map(|axis| axis * speed)),
            lifetime: Lifetime(random.between(self.lifetime)),
        }
    }
}

#[system]
impl Emit {
    fn run(&mut self, step: &Step, random: &mut Random, commands: &mut Commands<World>) {
        for source in &mut self.emitters {
            source.emit(*step, random, |particle| commands.spawn(particle));
        }
    }
}

/// Changes velocities by forces.
#[system(parallel)]
pub fn accelerate(velocity: &mut Velocity, forces: &Forces, step: &Step) {
    for (axis, pull) in velocity.0.iter_mut().zip(forces.pull) {
        *axis += (pull - *axis * forces.drag) * step.0;
    }
}

/// Changes positions by velocities. (`move` is a keyword.)
#[system(parallel)]
pub fn advance(position: &mut Position, velocity: &Velocity, step: &Step) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed * step.0;
    }
}

/// Ages particles, despawns old ones, and counts them. (Callbacks run one at a time, so they may change the system.)
#[derive(Debug, Default)]
pub struct Age {
    /// Number of spawned particles.
    pub spawned: u64,
    /// Number of despawned particles.
    pub died: u64,
}

#[system(parallel)]
impl Age {
    fn run(&self, entity: Entity, lifetime: &mut Lifetime, step: &Step, commands: &mut Commands<World>) {
        lifetime.0 -= step.0;
        if lifetime.0 <= 0.0 {
            commands.despawn(entity);
        }
    }

    fn on_added(&mut self, _: Entity) {
        self.spawned += 1;
    }

    fn on_removed(&mut self, _: Entity) {
        self.died += 1;
    }
}

ecs_world! {
    components: Position, Velocity, Lifetime;
    resources: Step, Forces, Random;
    systems: Emit, sync, accelerate, advance, Age;
}

/// The systems, in the order in which they run.
pub const SYSTEMS: [fn(&mut World); 4] = [World::run_emit, World::run_accelerate, World::run_advance, World::run_age];

/// Names of these systems.
pub const NAMES: [&str; SYSTEMS.len()] = ["Emit", "accelerate", "advance", "Age"];

/// Creates a world for a scene whose emitters are scaled by a factor.
pub fn world(scene: &Scene, seed: u64, scale: f32) -> World {
    let mut world = World::default();
    world.resources.step = Step(scene.step);
    world.resources.forces = Forces::new(scene);
    world.resources.random = Random(seed);
    world.systems.emit.emitters = Source::all(scene, scale);
    world
}

/// Returns a checksum of the whole state (FNV-1a): handles, positions, velocities and lifetimes, in the order of the view. Equal states
/// have equal numbers, on every machine.
pub fn checksum(world: &World) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |word: u64| sum = (sum ^ word).wrapping_mul(0x0100_0000_01b3);
    for (entity, position, velocity) in world.query_position_velocity() {
        add(entity.to_bits());
        for axis in position.0.into_iter().chain(velocity.0) {
            add(u64::from(axis.to_bits()));
        }
        add(world.get::<Lifetime>(entity).map_or(0, |lifetime| u64::from(lifetime.0.to_bits())));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{SYSTEMS, checksum, world};
    use crate::scene;

    #[test]
    fn the_checksum_is_the_same_on_every_machine() {
        let scene = scene::load(None).unwrap();
        let mut world = world(&scene, 1, 0.05);
        (0..60).for_each(|_| world.run());
        assert_eq!(format!("{:x}", checksum(&world)), "80ccb9beda946bc");
    }

    #[test]
    fn systems_one_by_one_do_what_a_run_does() {
        let scene = scene::load(None).unwrap();
        let [mut whole, mut single] = [1, 1].map(|seed| world(&scene, seed, 0.02));
        for frame in 0..200 {
            whole.run();
            for run in SYSTEMS {
                run(&mut single);
            }
            assert_eq!(checksum(&whole), checksum(&single), "frame {frame}");
        }
        assert!(whole.systems.age.died > 0);
    }
}
