//! The twin: the same simulation over plain `Vec`s, as it would be written without a library.

use std::iter::zip;

use crate::scene::Scene;
use crate::simulation::{Forces, Random, Source, Step, Vector};

/// Particles in three parallel vectors.
#[derive(Debug)]
pub struct Twin {
    positions: Vec<Vector>,
    velocities: Vec<Vector>,
    lifetimes: Vec<f32>,
    emitters: Vec<Source>,
    random: Random,
    forces: Forces,
    step: Step,
}

/// The equivalent of each system of the world, in the same order.
pub const SYSTEMS: [fn(&mut Twin); 4] = [Twin::emit, Twin::accelerate, Twin::advance, Twin::age];

impl Twin {
    /// Creates the twin of the world with the same arguments.
    pub fn new(scene: &Scene, seed: u64, scale: f32) -> Self {
        Self {
            positions: vec![],
            velocities: vec![],
            lifetimes: vec![],
            emitters: Source::all(scene, scale),
            random: Random(seed),
            forces: Forces::new(scene),
            step: Step(scene.step),
        }
    }

    /// Multiplies the rates of all emitters.
    pub fn scale(&mut self, factor: f32) {
        self.emitters.iter_mut().for_each(|source| source.scale(factor));
    }

    fn emit(&mut self) {
        let Self { positions, velocities, lifetimes, emitters, random, step, .. } = self;
        for source in emitters {
            source.emit(*step, random, |particle| {
                positions.push(particle.position.0);
                velocities.push(particle.velocity.0);
                lifetimes.push(particle.lifetime.0);
            });
        }
    }

    fn accelerate(&mut self) {
        let Self { forces, step, .. } = *self;
        for velocity in &mut self.velocities {
            for (axis, pull) in zip(velocity, forces.pull) {
                *axis += (pull - *axis * forces.drag) * step.0;
            }
        }
    }

    fn advance(&mut self) {
        for (position, velocity) in zip(&mut self.positions, &self.velocities) {
            for (axis, speed) in zip(position, velocity) {
                *axis += speed * self.step.0;
            }
        }
    }

    fn age(&mut self) {
        let mut at = 0;
        while at < self.lifetimes.len() {
            self.lifetimes[at] -= self.step.0;
            if self.lifetimes[at] <= 0.0 {
                self.positions.swap_remove(at);
                self.velocities.swap_remove(at);
                self.lifetimes.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SYSTEMS, Twin};
    use crate::scene;
    use crate::simulation::{self, Lifetime, World};

    /// The bits of a particle, for sorting: worlds and twins store particles in different orders.
    type Bits = ([u32; 3], [u32; 3], u32);

    fn bits(position: [f32; 3], velocity: [f32; 3], lifetime: f32) -> Bits {
        (position.map(f32::to_bits), velocity.map(f32::to_bits), lifetime.to_bits())
    }

    fn run(twin: &mut Twin) {
        for run in SYSTEMS {
            run(twin);
        }
    }

    fn of_world(world: &World) -> Vec<Bits> {
        let particles = world.query_position_velocity().iter();
        let lifetime = |entity| world.get::<Lifetime>(entity).expect("each particle ages").0;
        let mut all: Vec<_> = particles.map(|(entity, at, speed)| bits(at.0, speed.0, lifetime(entity))).collect();
        all.sort_unstable();
        all
    }

    fn of_twin(twin: &Twin) -> Vec<Bits> {
        let values = twin.positions.iter().zip(&twin.velocities).zip(&twin.lifetimes);
        let mut all: Vec<_> = values.map(|((position, velocity), age)| bits(*position, *velocity, *age)).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn the_twin_holds_the_particles_of_the_world_to_the_bit() {
        let scene = scene::load(None).unwrap();
        let mut world = simulation::world(&scene, 7, 0.02);
        let mut twin = Twin::new(&scene, 7, 0.02);
        assert_eq!(of_world(&world), of_twin(&twin));
        for frame in 0..500 {
            if frame == 300 {
                world.systems.emit.scale(1.25);
                twin.scale(1.25);
            }
            world.run();
            run(&mut twin);
            if frame % 50 < 2 {
                assert_eq!(of_world(&world), of_twin(&twin), "frame {frame}");
            }
        }
        assert!(world.systems.age.died > 500 && world.len() > 500);
    }

    #[test]
    fn another_seed_gives_another_twin() {
        let scene = scene::load(None).unwrap();
        let [one, other] = [1, 2].map(|seed| {
            let mut twin = Twin::new(&scene, seed, 0.02);
            (0..3).for_each(|_| run(&mut twin));
            of_twin(&twin)
        });
        assert!(one.len() == other.len() && one != other);
    }
}
