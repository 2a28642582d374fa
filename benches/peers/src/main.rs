//! Prints how long each workload takes here over plain `Vec`s, and over hecs, as ratios of interleaved rounds in one run.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml [-- rounds]`. Every contestant of a workload must come to
//! the same checksum.

mod contest;
mod hecs_world;
mod our_world;
mod plain;

use contest::{Contest, Contestant};

/// How many entities the workloads use, except for random lookups.
pub const ENTITIES: usize = 10_000;
/// How many entities random lookups choose from.
pub const MANY: usize = 1_000_000;

/// A position in space.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Position(pub [f32; 3]);
/// A change of position per second.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Velocity(pub [f32; 3]);
/// What is left of a life.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Health(pub u32);
/// Something that comes and goes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Mark(pub u32);

/// What a workload works on, per contestant.
pub trait Bench {
    /// A fresh world with this many entities that have a position, a velocity and a health.
    fn filled(entities: usize) -> Self;
    /// Makes a world, spawns entities one by one; the number of them.
    fn spawn(entities: usize) -> u64;
    /// Adds velocities to positions; the sum of some positions.
    fn iterate(&mut self) -> u64;
    /// Adds a mark to each entity, then removes it from each; the sum of the marks.
    fn add_remove(&mut self) -> u64;
    /// Looks healths up in a given order; their sum.
    fn get(&mut self, order: &[u32]) -> u64;
}

/// The components of entity `n`.
pub fn parts(n: usize) -> (Position, Velocity, Health) {
    (Position([n as f32, 0.0, 1.0]), Velocity([1.0, 0.5, 0.25]), Health(n as u32 % 100))
}

/// Pseudo-random indices below `below` (splitmix64).
fn random_order(below: usize) -> Vec<u32> {
    let mut state = 1_u64;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (0..below).map(|_| (next() % below as u64) as u32).collect()
}

fn contestants() -> [(&'static str, Contestant); 3] {
    [
        ("Vec", Contestant::new::<plain::Plain>()),
        ("ecs-world", Contestant::new::<our_world::World>()),
        ("hecs", Contestant::new::<hecs_world::World>()),
    ]
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(41);
    let order = random_order(MANY);
    let mut contest = Contest::new(rounds, contestants());
    contest.run("spawn 10 000, 3 components", ENTITIES, |contestant| (contestant.spawn)(ENTITIES));
    contest.run("position += velocity, 10 000", ENTITIES, |contestant| (contestant.iterate)());
    contest.run("add a component, remove it, 10 000", ENTITIES, |contestant| (contestant.add_remove)());
    contest.run("get by handle, random, of 1 million", MANY, |contestant| (contestant.get)(&order));
}
