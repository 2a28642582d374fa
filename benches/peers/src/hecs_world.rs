//! The workloads on hecs.

use crate::{Bench, Health, Mark, Position, Velocity, parts};

/// A hecs world and the handles of its entities.
#[derive(Default)]
pub struct World {
    world: hecs::World,
    entities: Vec<hecs::Entity>,
}

impl Bench for World {
    fn filled(entities: usize) -> Self {
        let mut world = Self::default();
        for n in 0..entities {
            world.entities.push(world.world.spawn(parts(n)));
        }
        world
    }

    fn spawn(entities: usize) -> u64 {
        let mut world = hecs::World::new();
        for n in 0..entities {
            world.spawn(parts(n));
        }
        u64::from(world.len())
    }

    fn iterate(&mut self) -> u64 {
        for (position, velocity) in self.world.query_mut::<(&mut Position, &Velocity)>() {
            for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
                *axis += speed;
            }
        }
        u64::from(self.world.get::<&Position>(self.entities[7]).unwrap().0[0].to_bits())
    }

    fn add_remove(&mut self) -> u64 {
        for (n, entity) in self.entities.iter().enumerate() {
            self.world.insert_one(*entity, Mark(n as u32)).unwrap();
        }
        let world = &mut self.world;
        self.entities.iter().map(|entity| u64::from(world.remove_one::<Mark>(*entity).unwrap().0)).sum()
    }

    fn get(&mut self, order: &[u32]) -> u64 {
        order.iter().map(|at| u64::from(self.world.get::<&Health>(self.entities[*at as usize]).unwrap().0)).sum()
    }
}
