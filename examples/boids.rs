//! A flock: each boid steers by the past of its neighbours, so that all of them see the same state, whatever the order and the thread.
//!
//! ```sh
//! cargo run --release --example boids
//! cargo run --release --features rayon --example boids -- --threads 4
//! cargo run --release --features rayon --example boids -- --threads 4 --boids 50000 --runs 200
//! ```
//!
//! It prints a checksum of the state, which is the same on any number of threads.
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the numbers are small"
)]
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]

use std::time::Instant;

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Position([f32; 2]);

#[derive(Debug, Clone, Copy, PartialEq)]
struct Velocity([f32; 2]);

/// Boids within this distance steer by one another.
const SIGHT: f32 = 2.0;
/// Boids within this distance avoid one another.
const NEAR: f32 = 0.8;
/// Maximum number of neighbours that count, which limits the cost of a dense flock.
const NEIGHBOURS: usize = 24;
const STEP: f32 = 1.0 / 30.0;
const SPEED: f32 = 4.0;

/// The boids by cell of a grid that wraps around: those of cell `c` are `boids[starts[c]..starts[c + 1]]`.
#[derive(Debug, Default)]
struct Grid {
    /// Cells per side.
    side: usize,
    starts: Vec<usize>,
    boids: Vec<Entity>,
}

impl Grid {
    fn width(&self) -> f32 {
        self.side as f32 * SIGHT
    }

    fn cell(&self, position: &Position) -> [usize; 2] {
        position.0.map(|x| (x / SIGHT) as usize % self.side)
    }

    /// Returns the boids in the cell of a position and in the cells around it.
    fn around(&self, position: &Position) -> impl Iterator<Item = Entity> {
        let ([column, row], side) = (self.cell(position), self.side);
        let around = move |at: usize| [at + side - 1, at, at + 1].map(|at| at % side);
        let cells = around(row).into_iter().flat_map(move |row| around(column).map(|column| row * side + column));
        cells.flat_map(|cell| &self.boids[self.starts[cell]..self.starts[cell + 1]]).copied()
    }
}

/// Sorts the boids into cells, by their positions when the run started.
#[system]
fn sort(grid: &mut Grid, all: Query<'_, World, (Entity, &Past<Position>)>) {
    let Grid { side, starts, boids } = grid;
    let cell = |position: &Position| {
        let [column, row] = position.0.map(|x| (x / SIGHT) as usize % *side);
        row * *side + column
    };
    starts.clear();
    starts.resize(*side * *side + 1, 0);
    // `starts` contains the number of boids of each cell first, then its end, and finally its start.
    all.iter().for_each(|(_, past)| starts[cell(past)] += 1);
    let mut count = 0;
    for start in &mut *starts {
        count += *start;
        *start = count;
    }
    boids.clear();
    boids.extend(all.iter().map(|(boid, _)| boid));
    for (boid, past) in &all {
        let start = &mut starts[cell(past)];
        *start -= 1;
        boids[*start] = boid;
    }
}

/// Returns the shortest way from one place to another, around the edges if need be.
fn way(from: &Position, to: &Position, width: f32) -> [f32; 2] {
    let [x, y] = [0, 1].map(|axis| {
        let straight = to.0[axis] - from.0[axis];
        if straight > width / 2.0 {
            straight - width
        } else if straight < -width / 2.0 {
            straight + width
        } else {
            straight
        }
    });
    [x, y]
}

fn length([x, y]: [f32; 2]) -> f32 {
    (x * x + y * y).sqrt()
}

/// Steers by the past of neighbours. `advance` writes the present of all boids meanwhile.
#[system(parallel)]
fn steer(
    boid: Entity,
    velocity: &mut Velocity,
    position: &Past<Position>,
    heading: &Past<Velocity>,
    grid: &Grid,
    others: Query<'_, World, (&Past<Position>, &Past<Velocity>)>,
) {
    let (mut count, mut centre, mut speed, mut apart) = (0.0, [0.0; 2], [0.0; 2], [0.0; 2]);
    let others = grid.around(position).filter(|other| *other != boid).filter_map(|other| others.get(other));
    let others = others.map(|(place, heading)| (way(position, place, grid.width()), heading));
    for (way, heading) in others.filter(|(way, _)| length(*way) < SIGHT).take(NEIGHBOURS) {
        count += 1.0;
        let push = (NEAR - length(way)).max(0.0);
        for axis in 0..2 {
            centre[axis] += way[axis];
            speed[axis] += heading.0[axis];
            apart[axis] -= way[axis] * push;
        }
    }
    velocity.0 = heading.0;
    if count > 0.0 {
        for axis in 0..2 {
            let (cohesion, alignment) = (centre[axis] / count, speed[axis] / count - heading.0[axis]);
            velocity.0[axis] += STEP * (cohesion + 2.0 * alignment + 40.0 * apart[axis]);
        }
    }
    let fast = length(velocity.0).max(0.001);
    velocity.0 = velocity.0.map(|axis| axis * SPEED / fast);
}

#[system]
fn advance(position: &mut Position, velocity: &Past<Velocity>, grid: &Grid) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis = (*axis + speed * STEP).rem_euclid(grid.width());
    }
}

ecs_world! {
    components: #[double_buffered] Position, #[double_buffered] Velocity;
    resources: Grid;
    systems: sort, steer, advance;
}

/// Creates a world with boids, whose places depend only on the number of boids.
fn flock(boids: usize) -> World {
    let mut world = World::default();
    world.resources.grid.side = ((boids as f32 / 2.5).sqrt() as usize).max(3);
    let (width, mut seed) = (world.resources.grid.width(), 1_u32);
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    let bundles = (0..boids).map(|_| {
        let position = Position([random() * width * 0.999, random() * width * 0.999]);
        (position, Velocity([random() - 0.5, random() - 0.5].map(|axis| axis * SPEED)))
    });
    world.spawn_batch(bundles);
    world
}

/// Returns a hash (FNV) of the bits of all values, in their order.
fn checksum(world: &World) -> u64 {
    let values = world.query_position_velocity().into_iter();
    let bits = values.flat_map(|(_, position, velocity)| [position.0, velocity.0]).flatten().map(f32::to_bits);
    bits.fold(0xcbf2_9ce4_8422_2325, |hash, bits| (hash ^ u64::from(bits)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns how much the boids fly in one direction: 1 if all do, 0 without boids.
fn order(world: &World) -> f32 {
    let mut sum = [0.0; 2];
    for velocity in world.query::<&Velocity>() {
        sum = [sum[0] + velocity.0[0], sum[1] + velocity.0[1]];
    }
    length(sum) / (world.len().max(1) as f32 * SPEED)
}

/// Returns the number after an option, or a default.
fn option(name: &str, otherwise: usize) -> usize {
    let mut arguments = std::env::args().skip_while(|argument| argument != name).skip(1);
    match arguments.next() {
        Some(number) => number.parse().unwrap_or_else(|_| panic!("{name} takes a number")),
        None => otherwise,
    }
}

#[cfg(feature = "rayon")]
fn on_threads(threads: usize, work: impl FnOnce() + Send) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads can be started").install(work);
}

#[cfg(not(feature = "rayon"))]
fn on_threads(threads: usize, work: impl FnOnce() + Send) {
    assert!(threads == 1, "write `--features rayon` for several threads");
    work();
}

fn main() {
    let (boids, runs, threads) = (option("--boids", 20_000), option("--runs", 100), option("--threads", 1));
    let mut world = flock(boids);
    let start = Instant::now();
    on_threads(threads, || (0..runs).for_each(|_| world.run()));
    let per_run = start.elapsed().as_secs_f64() * 1e3 / runs.max(1) as f64;
    eprintln!("{boids} boids, {runs} runs, {threads} threads: {per_run:.2} ms per run, order {:.3}", order(&world));
    println!("{:016x}", checksum(&world));
}
