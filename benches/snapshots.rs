//! Cost of snapshots, compared with copying the same bytes: `cargo bench --bench snapshots`.
//!
//! Ratios of interleaved rounds: a snapshot and a restore of 100 000 entities with four components, compared with copies of the same number
//! of blocks of the same sizes; and a game of 10 000 entities that rolls eight frames back in each frame, as a share of a frame at 60
//! frames per second.
#![allow(missing_docs, reason = "worlds are generated in modules of this one bench")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ecs_world::Timeline;
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy)]
pub struct Position([f32; 3]);
#[derive(Debug, Clone, Copy)]
pub struct Velocity([f32; 3]);
#[derive(Debug, Clone, Copy)]
pub struct Health {
    current: u32,
    most: u32,
}
#[derive(Debug, Clone, Copy)]
pub struct Team(u64);

/// Bytes of the values of an entity.
const VALUES: usize = size_of::<Position>() + size_of::<Velocity>() + size_of::<Health>() + size_of::<Team>();

const ENTITIES: usize = 100_000;
const PLAYED: usize = 10_000;
/// Frames that are run again in each frame.
const FRAMES: u64 = 8;
const ROUNDS: usize = 101;

#[system]
fn movement(position: &mut Position, velocity: &Velocity) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed;
    }
}

#[system]
fn regenerate(health: &mut Health, team: &Team) {
    health.current = (health.current + u32::from(team.0 == 1)).min(health.most);
}

ecs_world! {
    #[derive(Snapshot)]
    pub struct World;
    components: Position, Velocity, Health, Team;
    systems: movement, regenerate;
}

fn filled(entities: usize) -> World {
    let mut world = World::default();
    world.spawn_batch((0..entities).map(|n| {
        (Position([0.0; 3]), Velocity([1.0, 0.5, 0.25]), Health { current: 1, most: 100 }, Team(n as u64 % 2))
    }));
    world
}

/// Blocks of memory of the same sizes as the state of a world: values, the two tables of each storage, generations and masks.
struct Blocks(Vec<Vec<u8>>);

impl Blocks {
    fn of(entities: usize) -> Self {
        let values = [size_of::<Position>(), size_of::<Velocity>(), size_of::<Health>(), size_of::<Team>()];
        let tables = [4; 9].into_iter().chain([1]);
        Self(values.into_iter().chain(tables).map(|size| vec![1; size * entities]).collect())
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    fn copy_from(&mut self, other: &Self) {
        for (own, source) in self.0.iter_mut().zip(&other.0) {
            own.copy_from_slice(source);
        }
        black_box(&mut self.0);
    }
}

fn timed(mut function: impl FnMut()) -> Duration {
    let start = Instant::now();
    function();
    start.elapsed()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn whole_worlds() {
    let mut world = filled(ENTITIES);
    let mut snapshot = world.snapshot();
    let (mut blocks, source) = (Blocks::of(ENTITIES), Blocks::of(ENTITIES));
    let rounds = (0..ROUNDS).map(|_| {
        let copied = timed(|| blocks.copy_from(&source)).as_secs_f64();
        let saved = timed(|| world.snapshot_into(black_box(&mut snapshot))).as_secs_f64();
        let restored = timed(|| world.restore(black_box(&snapshot))).as_secs_f64();
        [copied, saved, restored]
    });
    let rounds: Vec<_> = rounds.collect();
    let column = |at: usize| median(rounds.iter().map(|round| round[at]).collect());
    let bytes = source.bytes();
    println!("{ENTITIES} entities, {} bytes of values and {} in all per entity", VALUES, bytes / ENTITIES);
    for (name, at) in [("copy", 0), ("snapshot_into", 1), ("restore", 2)] {
        let ratio = median(rounds.iter().map(|round| round[0] / round[at]).collect());
        #[expect(clippy::cast_precision_loss, reason = "a few megabytes")]
        let speed = bytes as f64 / column(at) / 1e9;
        println!("  {name:14} {:8.1} us  {speed:5.1} GB/s  {:5.0} % of copying", column(at) * 1e6, ratio * 100.0);
    }
}

fn rollback() {
    let mut world = filled(PLAYED);
    let mut timeline = Timeline::new(16);
    for frame in 0..FRAMES {
        timeline.save(frame, &world);
        world.run();
    }
    let mut frame = FRAMES;
    let rounds = (0..ROUNDS).map(|_| {
        let (mut copies, mut runs) = (Duration::ZERO, Duration::ZERO);
        copies += timed(|| timeline.load(frame - FRAMES, &mut world).expect("the frame was saved"));
        for again in frame - FRAMES..frame {
            copies += timed(|| timeline.save(again, &world));
            runs += timed(|| world.run());
        }
        frame += 1;
        timeline.save(frame - 1, &world);
        world.run();
        [copies.as_secs_f64(), runs.as_secs_f64()]
    });
    let rounds: Vec<_> = rounds.collect();
    let share = |at: usize| median(rounds.iter().map(|round| round[at]).collect()) * 60.0 * 100.0;
    println!(
        "{PLAYED} entities, {FRAMES} frames back and again in each of 60 frames per second, as shares of a frame:"
    );
    println!("  restoring and saving {:5.1} %", share(0));
    println!("  running {:5.1} %", share(1));
}

fn main() {
    whole_worlds();
    rollback();
}
