//! Basic operations of a world, compared with the same work on plain `Vec`s: `cargo bench --bench basics`.
//!
//! Ratios against other libraries come from `benches/peers`.
#![allow(missing_docs, reason = "what criterion's macros write has none")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, Default)]
struct Position([f32; 3]);
#[derive(Debug, Clone, Copy, Default)]
struct Velocity([f32; 3]);
#[derive(Debug, Clone, Copy, Default)]
struct Mark(u32);

#[system]
fn movement(position: &mut Position, velocity: &Velocity) {
    step(position, velocity);
}

fn step(position: &mut Position, velocity: &Velocity) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed;
    }
}

ecs_world! {
    struct World;
    components: Position, Velocity, Mark;
    systems: movement;
}

const SIZES: [usize; 2] = [1_000, 100_000];

fn columns(entities: usize) -> (Vec<Position>, Vec<Velocity>) {
    (vec![Position::default(); entities], vec![Velocity([1.0, 0.5, 0.25]); entities])
}

fn filled(entities: usize) -> (World, Vec<Entity>) {
    let mut world = World::default();
    let entities = world.spawn_columns(columns(entities)).expect("the columns are of one length").into_vec();
    (world, entities)
}

fn spawn(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("spawn");
    for size in SIZES {
        group.bench_with_input(BenchmarkId::new("one by one", size), &size, |bencher, size| {
            bencher.iter(|| {
                let mut world = World::default();
                for _ in 0..*size {
                    world.spawn((Position::default(), Velocity::default()));
                }
                world
            });
        });
        group.bench_with_input(BenchmarkId::new("columns", size), &size, |bencher, size| {
            bencher.iter(|| filled(*size));
        });
        group.bench_with_input(BenchmarkId::new("plain Vec", size), &size, |bencher, size| {
            bencher.iter(|| columns(*size));
        });
    }
}

fn iterate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("iterate");
    for size in SIZES {
        let (mut world, _) = filled(size);
        group.bench_function(BenchmarkId::new("system", size), |bencher| bencher.iter(|| world.run()));
        group.bench_function(BenchmarkId::new("query", size), |bencher| {
            bencher.iter(|| {
                for (_, position, velocity) in world.query_position_velocity_mut() {
                    step(position, velocity);
                }
            });
        });
        let (mut positions, velocities) = columns(size);
        group.bench_function(BenchmarkId::new("plain Vec", size), |bencher| {
            bencher.iter(|| {
                for (position, velocity) in positions.iter_mut().zip(&velocities) {
                    step(position, velocity);
                }
                black_box(&mut positions);
            });
        });
    }
}

fn change(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("change");
    for size in SIZES {
        let (mut world, entities) = filled(size);
        group.bench_function(BenchmarkId::new("insert, then remove", size), |bencher| {
            bencher.iter(|| {
                for entity in &entities {
                    world.insert(*entity, Mark(1)).expect("the entity lives");
                }
                for entity in &entities {
                    black_box(world.remove::<Mark>(*entity).expect("the entity lives").map(|mark| mark.0));
                }
            });
        });
        let (mut world, mut entities) = filled(size);
        group.bench_function(BenchmarkId::new("despawn and respawn one in a hundred", size), |bencher| {
            bencher.iter(|| {
                for entity in entities.iter_mut().step_by(100) {
                    world.despawn(*entity).expect("the entity lives");
                    *entity = world.spawn((Position::default(), Velocity::default()));
                }
            });
        });
    }
}

fn look_up(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("get");
    for size in SIZES {
        let (world, entities) = filled(size);
        let order: Vec<usize> = (0..size).map(|n| n * 7_919 % size).collect();
        group.bench_function(BenchmarkId::new("by handle", size), |bencher| {
            bencher.iter(|| {
                order.iter().filter_map(|at| world.get::<Position>(entities[*at])).map(|it| it.0[0]).sum::<f32>()
            });
        });
        let (positions, _) = columns(size);
        group.bench_function(BenchmarkId::new("plain Vec", size), |bencher| {
            bencher.iter(|| order.iter().map(|at| positions[*at].0[0]).sum::<f32>());
        });
    }
}

criterion_group!(benches, spawn, iterate, change, look_up);
criterion_main!(benches);
