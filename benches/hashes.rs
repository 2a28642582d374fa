//! Cost of state hashes, compared with summing the same values, and of deltas: `cargo bench --bench hashes --features serde`.
//!
//! Ratios of interleaved rounds, for 10 000 entities with four components. The sums read each number of each value once, and each index.
//! Deltas are of 10 000 and of 100 000 such entities, of which one in a hundred has moved.
#![allow(missing_docs, reason = "worlds are generated in modules of this one bench")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Position([f32; 3]);
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Velocity([f32; 3]);
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Health {
    current: u32,
    most: u32,
}
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Team(u64);

const ENTITIES: usize = 10_000;
const ROUNDS: usize = 201;

ecs_world! {
    #[derive(Clone, Serialize, Deserialize)]
    pub struct World;
    components: Position, Velocity, Health, Team;
}

fn filled(entities: usize) -> World {
    let mut world = World::default();
    world.spawn_batch((0..entities).map(|n| {
        (Position([0.5; 3]), Velocity([1.0, 0.5, 0.25]), Health { current: 1, most: 100 }, Team(n as u64 % 2))
    }));
    world
}

/// The values of such a world, and the indices of each column, in plain vectors.
struct Plain {
    vectors: [Vec<[f32; 3]>; 2],
    health: Vec<(u32, u32)>,
    teams: Vec<u64>,
    indices: [Vec<u32>; 4],
}

impl Plain {
    fn filled(entities: usize) -> Self {
        let indices = [(); 4].map(|()| (0..).take(entities).collect());
        let vectors = [[0.5; 3], [1.0, 0.5, 0.25]].map(|vector| vec![vector; entities]);
        Self { vectors, health: vec![(1, 100); entities], teams: vec![1; entities], indices }
    }

    /// Sums the bits of all values as integers, and all indices.
    fn sum(&self) -> u64 {
        let floats = self.vectors.iter().flatten().flatten().map(|value| u64::from(value.to_bits()));
        let health = self.health.iter().map(|(current, most)| u64::from(*current) + u64::from(*most));
        let indices = self.indices.iter().flatten().map(|index| u64::from(*index));
        [floats.sum::<u64>(), health.sum(), self.teams.iter().sum(), indices.sum()].iter().sum()
    }
}

fn timed(mut function: impl FnMut() -> u64) -> Duration {
    let start = Instant::now();
    black_box(function());
    start.elapsed()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Prints the size and times of a delta of a world of `entities` entities, of which one in a hundred moved.
fn deltas(entities: usize) {
    let base = filled(entities);
    let mut world = base.clone();
    let moved: Vec<_> = world.entities().step_by(100).collect();
    for entity in &moved {
        world.get_mut::<Position>(*entity).expect("each entity has a position").0[1] = 7.0;
    }
    let mut client = base.clone();
    let (mut hashes, mut diffs, mut applied, mut bytes) = (vec![], vec![], vec![], 0);
    for _ in 0..21 {
        hashes.push(timed(|| black_box(&world).state_hash()).as_secs_f64());
        let start = Instant::now();
        let delta = world.diff(&base).expect("the world can be saved");
        diffs.push(start.elapsed().as_secs_f64());
        client.clone_from(&base);
        let start = Instant::now();
        client.apply(&delta).expect("the client is in the base state");
        applied.push(start.elapsed().as_secs_f64());
        bytes = delta.len();
    }
    let [hash, diff, apply] = [hashes, diffs, applied].map(|times| median(times) * 1e3);
    println!("{entities} entities, of which {} moved: {bytes} bytes, {:.1} for each", moved.len(), {
        f64::from(u32::try_from(bytes).unwrap_or_default()) / f64::from(u32::try_from(moved.len()).unwrap_or_default())
    });
    println!("state_hash {hash:.2} ms, diff {diff:.2} ms, apply {apply:.2} ms");
}

fn main() {
    let (world, plain) = (filled(ENTITIES), Plain::filled(ENTITIES));
    let (mut sums, mut states, mut contents, mut parts) = (vec![], vec![], vec![], vec![]);
    for _ in 0..ROUNDS {
        sums.push(timed(|| black_box(&plain).sum()).as_secs_f64());
        states.push(timed(|| black_box(&world).state_hash()).as_secs_f64());
        contents.push(timed(|| black_box(&world).content_hash()).as_secs_f64());
        parts.push(timed(|| black_box(&world).part_hashes().len() as u64).as_secs_f64());
    }
    let sum = median(sums);
    println!("{ENTITIES} entities with four components; adding them up takes {:.3} ms", sum * 1e3);
    for (name, times) in [("state_hash", states), ("content_hash", contents), ("part_hashes", parts)] {
        let time = median(times);
        println!("{name:>12}: {:.3} ms, {:.1} times as long", time * 1e3, time / sum);
    }
    deltas(10_000);
    deltas(100_000);
}
