//! Systems whose entities are divided among two threads, compared with one thread: `cargo bench --features rayon --bench parallel`.
//!
//! A loop that touches no memory measures, in the same rounds, what two threads can gain on this machine at this moment; without this
//! control, a speed-up means little.
#![allow(missing_docs, reason = "a program that prints a table")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ecs_world::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

#[path = "parallel/kinds.rs"]
mod kinds;

#[derive(Debug, Clone, Copy)]
struct Matrix([[f32; 4]; 4]);
#[derive(Debug, Clone, Copy)]
struct Position([f32; 3]);
#[derive(Debug, Clone, Copy)]
struct Velocity([f32; 3]);
#[derive(Debug, Clone, Copy)]
struct Seldom(u32);

/// Inverts a matrix by Gauss-Jordan elimination with pivots.
fn inverse(mut left: [[f32; 4]; 4]) -> [[f32; 4]; 4] {
    let mut right = [[0.0; 4]; 4];
    for (at, row) in right.iter_mut().enumerate() {
        row[at] = 1.0;
    }
    for column in 0..4 {
        let largest = |a: &usize, b: &usize| left[*a][column].abs().total_cmp(&left[*b][column].abs());
        let pivot = (column..4).max_by(largest).unwrap_or(column);
        left.swap(column, pivot);
        right.swap(column, pivot);
        let scale = 1.0 / left[column][column];
        left[column] = left[column].map(|value| value * scale);
        right[column] = right[column].map(|value| value * scale);
        for row in (0..4).filter(|row| *row != column) {
            let factor = left[row][column];
            for at in 0..4 {
                left[row][at] -= factor * left[column][at];
                right[row][at] -= factor * right[column][at];
            }
        }
    }
    right
}

fn invert(matrix: &mut Matrix, times: u32) {
    for _ in 0..times {
        matrix.0 = inverse(black_box(matrix.0));
    }
}

fn step(position: &mut Position, velocity: &Velocity) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed;
    }
}

/// The systems of the usual suite: a hundred inversions for each of a thousand entities; then one; then hardly any work.
mod systems {
    use super::{Commands, Entity, Matrix, Position, Seldom, Velocity, World, invert, step, system};

    #[system(parallel)]
    pub(super) fn heavy(matrix: &mut Matrix) {
        invert(matrix, 100);
    }

    #[system(parallel)]
    pub(super) fn once(matrix: &mut Matrix) {
        invert(matrix, 1);
    }

    #[system(parallel)]
    pub(super) fn group(position: &mut Position, velocity: &Velocity) {
        step(position, velocity);
    }

    #[system(view = list, parallel)]
    pub(super) fn list(matrix: &mut Matrix, seldom: &mut Seldom) {
        invert(matrix, 1);
        seldom.0 += 1;
    }

    #[system(parallel)]
    pub(super) fn command(entity: Entity, seldom: &Seldom, commands: &mut Commands<World>) {
        commands.insert(entity, Seldom(seldom.0 ^ 1));
    }
}

use systems::{command, group, heavy, list, once};

ecs_world! {
    struct World;
    components: Matrix, Position, Velocity, Seldom;
    systems: heavy, once, group, list, command;
}

#[expect(clippy::cast_precision_loss, reason = "numbers below 2^24")]
fn filled(entities: u32) -> World {
    let mut world = World::default();
    let value = |n: u32| n as f32 * 0.01 + 1.0;
    world.spawn_batch((0..entities).map(|n| {
        let mut matrix = [[0.5; 4]; 4];
        for (at, row) in matrix.iter_mut().enumerate() {
            row[at] = value(n) + 3.0;
        }
        (Matrix(matrix), Position([0.0; 3]), Velocity([value(n); 3]), Seldom(n))
    }));
    world
}

/// Performs `rounds` rounds of arithmetic, which the compiler cannot shorten.
fn busy(rounds: u64) -> u64 {
    (0..rounds).fold(1, |value: u64, n| black_box(value.wrapping_mul(0x0100_0000_01b3) ^ n))
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Shortest time of all rounds: the question is what two free cores do, and on a busy machine they are seldom free.
fn best(times: Vec<Duration>) -> Duration {
    times.into_iter().min().unwrap_or_default()
}

/// Work that is measured alternately on one thread and on two.
struct Row<'a> {
    name: &'a str,
    run: Box<dyn FnMut() + Send + 'a>,
}

const ROUNDS: usize = 401;

/// Measures the rows on both pools in each round, so that disturbances of the machine affect all of them.
fn measure(rows: &mut [Row], pools: &[ThreadPool; 2], rounds: usize) -> Vec<[Duration; 2]> {
    let mut times = vec![[const { Vec::new() }; 2]; rows.len()];
    for _ in 0..rounds {
        for (row, times) in rows.iter_mut().zip(&mut times) {
            for (pool, times) in pools.iter().zip(times) {
                times.push(pool.install(|| timed(|| (row.run)())));
            }
        }
    }
    times.into_iter().map(|times| times.map(best)).collect()
}

const LOOPS: u64 = 500_000;

fn main() {
    // `cargo test --benches` only checks that the bench starts.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let pools = [1, 2].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start"));
    let mut worlds = [1_000, 1_000, 1_000_000, 100_000, 100_000].map(filled);
    let [heavy, once, group, list, command] = &mut worlds;
    let row = |name, run| Row { name, run };
    let mut rows = [
        row("control: arithmetic alone", Box::new(|| _ = black_box(rayon::join(|| busy(LOOPS), || busy(LOOPS)))) as _),
        row("100 inversions each, 1 000 entities", Box::new(|| heavy.run_heavy())),
        row("one inversion each, 1 000 entities", Box::new(|| once.run_once())),
        row("position += velocity, 1 million, a group", Box::new(|| group.run_group())),
        row("one inversion each, 100 000, a list", Box::new(|| list.run_list())),
        row("a command each, 100 000, applied", Box::new(|| command.run_command())),
    ];
    println!("| | one thread, us | two threads, us | speed-up |\n|---|---:|---:|---:|");
    let times = measure(&mut rows, &pools, ROUNDS);
    for (Row { name, .. }, times) in rows.iter().zip(times) {
        let [alone, both] = times.map(|time| time.as_secs_f64() * 1e6);
        println!("| {name} | {alone:.0} | {both:.0} | {:.2} |", alone / both);
    }
    drop(rows);
    println!("\n| | in turn, us | parallel, one thread | two threads | speed-up |\n|---|---:|---:|---:|---:|");
    for kinds::Row { name, in_turn, alone, divided } in kinds::rows() {
        // Each case has its own world, always on the same pool. The sequential system uses the pool of two threads, too: either thread may
        // perform a run, and its cache may or may not contain the data of earlier runs.
        let mut worlds = [(in_turn, 1), (alone, 0), (divided, 1)];
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS / 4 {
            for ((run, pool), times) in worlds.iter_mut().zip(&mut times) {
                times.push(pools[*pool].install(|| timed(run)));
            }
        }
        let [in_turn, alone, both] = times.map(|times| best(times).as_secs_f64() * 1e6);
        println!("| {name} | {in_turn:.0} | {alone:.0} | {both:.0} | {:.2} |", in_turn / both);
    }
}
