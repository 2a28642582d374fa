//! Cost of change detection for writers of values, and what it saves their readers: `cargo bench --bench changes`.
//!
//! Ratios of interleaved rounds: `position += velocity` with and without readers of changed positions; and a reader of the 1 % of positions
//! that changed, compared with a query of all positions.
#![allow(missing_docs, reason = "worlds are generated in modules of this one bench")]

use std::hint::black_box;

use ecs_world::prelude::*;

#[path = "rounds/mod.rs"]
mod rounds;
use rounds::{compare, ratio, timed};

#[derive(Debug, Clone, Copy)]
pub struct Position([f32; 3]);
#[derive(Debug, Clone, Copy)]
pub struct Velocity([f32; 3]);

/// Entities that a system moves.
const MOVED: usize = 10_000;
/// Entities of which one in a hundred changes.
const MANY: usize = 1_000_000;
const ROUNDS: usize = 101;
const RUNS: usize = 50;

fn step(position: &mut Position, velocity: &Velocity) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed;
    }
}

/// A world with a system that writes positions as `$Position`, and with these readers of changed positions.
macro_rules! world {
    ($name:ident, $Position:ty, [$($Reader:ident),*]) => {
        mod $name {
            use super::*;

            #[system]
            fn movement(mut position: $Position, velocity: &Velocity) {
                step(&mut position, velocity);
            }

            $(
                #[derive(Debug, Default)]
                pub struct $Reader(pub f32);

                #[system(changed(Position))]
                impl $Reader {
                    fn run(&mut self, position: &Position) {
                        self.0 += position.0[0];
                    }
                }
            )*

            ecs_world! {
                pub struct World;
                components: Position, Velocity;
                systems: movement;
                systems(read): $($Reader),*;
            }

            pub(super) fn filled(entities: usize) -> World {
                let mut world = World::default();
                world.spawn_batch((0..entities).map(|_| (Position([0.0; 3]), Velocity([1.0, 0.5, 0.25]))));
                world
            }
        }
    };
}

world!(untracked, &mut Position, []);
world!(one, &mut Position, [A]);
world!(four, &mut Position, [A, B, C, D]);
world!(sixteen, &mut Position, [A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P]);
world!(noted, Mut<'_, Position>, [A]);

fn main() {
    let (mut untracked, mut one, mut four) = (untracked::filled(MOVED), one::filled(MOVED), four::filled(MOVED));
    let (mut sixteen, mut noted) = (sixteen::filled(MOVED), noted::filled(MOVED));
    compare(
        "position += velocity, 10 000 entities, as a ratio to the same without readers",
        ROUNDS,
        &mut [
            ("&mut, untracked", &mut || (0..RUNS).for_each(|_| untracked.run())),
            ("&mut, 1 reader", &mut || (0..RUNS).for_each(|_| one.run())),
            ("&mut, 4 readers", &mut || (0..RUNS).for_each(|_| four.run())),
            ("&mut, 16 readers", &mut || (0..RUNS).for_each(|_| sixteen.run())),
            ("Mut, 1 reader", &mut || (0..RUNS).for_each(|_| noted.run())),
        ],
    );
    let mut many = one::filled(MANY);
    let entities: Vec<Entity> = many.query::<(Entity, &Position)>().iter().map(|(entity, _)| entity).collect();
    many.run_read();
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS / 4 {
        let all = timed(&mut || {
            let sum: f32 = many.query::<&Position>().iter().map(|position| position.0[0]).sum();
            black_box(sum);
        });
        let unchanged = timed(&mut || many.run_read());
        for entity in entities.iter().step_by(100) {
            many.get_mut::<Position>(*entity).expect("the entity has a position").0[0] += 1.0;
        }
        let changed = timed(&mut || many.run_read());
        rounds.push(vec![all, unchanged, changed]);
    }
    println!("readers of 1 000 000 entities, as a ratio to a query of all");
    println!("  {:<40} {:.3}", "nothing changed", ratio(&rounds, 1));
    println!("  {:<40} {:.3}", "1 % changed", ratio(&rounds, 2));
}
