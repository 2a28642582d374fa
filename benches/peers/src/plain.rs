//! The program that one writes by hand: a `Vec` per component, entities are positions.

use crate::{Bench, Health, Mark, Position, Velocity, parts};

/// Plain `Vec`s.
#[derive(Default)]
pub struct Plain {
    position: Vec<Position>,
    velocity: Vec<Velocity>,
    health: Vec<Health>,
    mark: Vec<Option<Mark>>,
}

impl Plain {
    fn push(&mut self, n: usize) {
        let (position, velocity, health) = parts(n);
        self.position.push(position);
        self.velocity.push(velocity);
        self.health.push(health);
        self.mark.push(None);
    }
}

impl Bench for Plain {
    fn filled(entities: usize) -> Self {
        let mut world = Self::default();
        (0..entities).for_each(|n| world.push(n));
        world
    }

    fn spawn(entities: usize) -> u64 {
        std::hint::black_box(&Self::filled(entities)).position.len() as u64
    }

    fn iterate(&mut self) -> u64 {
        for (position, velocity) in self.position.iter_mut().zip(&self.velocity) {
            for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
                *axis += speed;
            }
        }
        u64::from(self.position[7].0[0].to_bits())
    }

    fn add_remove(&mut self) -> u64 {
        for (n, mark) in self.mark.iter_mut().enumerate() {
            *mark = Some(Mark(n as u32));
        }
        self.mark.iter_mut().filter_map(Option::take).map(|mark| u64::from(mark.0)).sum()
    }

    fn get(&mut self, order: &[u32]) -> u64 {
        order.iter().map(|at| u64::from(self.health[*at as usize].0)).sum()
    }
}
