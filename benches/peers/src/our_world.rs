//! The workloads on a world that `ecs_world!` declares.

use ecs_world::prelude::*;

use crate::{Bench, Health, Mark, Position, Velocity, parts};

#[system]
fn movement(position: &mut Position, velocity: &Velocity) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed;
    }
}

ecs_world! {
    struct Game;
    components: Position, Velocity, Health, Mark;
    systems: movement;
}

/// A world and the handles of its entities.
#[derive(Default)]
pub struct World {
    game: Game,
    entities: Vec<Entity>,
}

impl Bench for World {
    fn filled(entities: usize) -> Self {
        let mut world = Self::default();
        for n in 0..entities {
            world.entities.push(world.game.spawn(parts(n)));
        }
        world
    }

    fn spawn(entities: usize) -> u64 {
        let mut game = Game::default();
        for n in 0..entities {
            game.spawn(parts(n));
        }
        game.len() as u64
    }

    fn iterate(&mut self) -> u64 {
        self.game.run();
        u64::from(self.game.get::<Position>(self.entities[7]).unwrap().0[0].to_bits())
    }

    fn add_remove(&mut self) -> u64 {
        for (n, entity) in self.entities.iter().enumerate() {
            self.game.insert(*entity, Mark(n as u32)).unwrap();
        }
        let game = &mut self.game;
        self.entities.iter().filter_map(|entity| game.remove::<Mark>(*entity).unwrap()).map(|mark| u64::from(mark.0)).sum()
    }

    fn get(&mut self, order: &[u32]) -> u64 {
        order.iter().map(|at| u64::from(self.game.get::<Health>(self.entities[*at as usize]).unwrap().0)).sum()
    }
}
