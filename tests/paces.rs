//! `run` decides by itself whether it uses other threads; the result is the same either way.
#![cfg(feature = "rayon")]
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;
use rayon::ThreadPool;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Left(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Right(pub u64);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Both(pub u64);
/// Amount of work in a step of a system.
#[derive(Debug, Clone, Copy)]
pub struct Weight(pub u32);
/// The run in which a system panics.
#[derive(Debug, Clone, Default)]
pub struct Fuse(pub Option<u64>);
#[derive(Debug, Clone, Copy)]
pub struct Grown(pub u64);

fn grow(number: &mut u64, weight: Weight) {
    for _ in 0..=weight.0 {
        *number = std::hint::black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
    }
}

#[system]
pub fn left(entity: Entity, left: &mut Left, weight: &Weight, commands: &mut Commands<World>) {
    grow(&mut left.0, *weight);
    if left.0 % 16 == 1 {
        commands.insert(entity, Both(left.0));
    }
}

#[system]
pub fn right(entity: Entity, right: &mut Right, weight: &Weight, commands: &mut Commands<World>) {
    grow(&mut right.0, *weight);
    if right.0 % 16 == 2 {
        commands.remove::<Both>(entity);
    }
}

#[derive(Debug, Clone, Default)]
pub struct Count(u64);

#[system]
impl Count {
    fn run(&mut self, fuse: &Fuse, grown: &mut Events<Grown>) {
        self.0 += 1;
        grown.send(Grown(self.0));
        assert_ne!(fuse.0, Some(self.0), "this run panics");
    }
}

#[system(run_if = on_event(Grown), parallel)]
pub fn both(both: &mut Both) {
    both.0 = both.0.rotate_left(1);
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: Left, Right, Both;
    resources: Weight = Weight(0), Fuse;
    events: Grown;
    systems: left, right, Count, sync, both;
    systems(render): right, left;
}

fn filled(entities: u64, weight: u32) -> World {
    let mut world = World::default();
    world.resources.weight.0 = weight;
    world.spawn_batch((0..entities).map(|n| (Left(n), Right(n + 1))));
    world.spawn_batch((0..entities * 3).map(Both));
    world
}

fn state(world: &World) -> String {
    let entities: Vec<_> = world.entities().map(|entity| (entity, world.component_names(entity))).collect();
    format!("{entities:?}\n{world:#?}")
}

fn pool(threads: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

/// Worlds with few and with more entities, with light and with heavy steps.
const WORLDS: [(u64, u32, usize); 5] = [(0, 0, 200), (1, 0, 200), (40, 0, 200), (2, 30_000, 20), (300, 200, 20)];

#[test]
fn a_run_ends_in_the_state_of_sequential_and_parallel_runs() {
    assert_eq!(World::PLAN.schedules[0].parts[0].stages, [["left", "right", "Count"]]);
    for (entities, weight, runs) in WORLDS {
        let [mut sequential, mut parallel, mut run] = [(); 3].map(|()| filled(entities, weight));
        for _ in 0..runs {
            sequential.run_sequential();
            parallel.par_run();
            run.run();
        }
        assert_eq!(sequential.systems.count.0, u64::try_from(runs).expect("a small number"));
        let expected = state(&sequential);
        assert!(state(&parallel) == expected, "{entities} entities, `par_run`");
        assert!(state(&run) == expected, "{entities} entities, `run`");
    }
}

#[test]
fn the_state_is_the_same_in_pools_of_any_size_and_in_nested_pools() {
    for (entities, weight, runs) in WORLDS {
        let mut sequential = filled(entities, weight);
        (0..runs).for_each(|_| sequential.run_sequential());
        let expected = state(&sequential);
        for threads in [1, 2, 3] {
            let (outer, inner) = (pool(threads), pool(3 - threads % 3));
            let mut world = filled(entities, weight);
            outer.install(|| (0..runs / 2).for_each(|_| world.run()));
            outer.install(|| inner.install(|| (runs / 2..runs - 1).for_each(|_| world.run())));
            world.run();
            assert!(state(&world) == expected, "{entities} entities on {threads} threads");
        }
    }
}

#[test]
fn a_clone_continues_like_the_world() {
    let mut world = filled(20, 0);
    (0..100).for_each(|_| world.run());
    let mut clone = world.clone();
    assert_eq!(state(&clone), state(&world));
    for _ in 0..100 {
        world.run();
        clone.run();
    }
    assert!(state(&clone) == state(&world));
}

#[test]
fn each_schedule_decides_for_itself_with_the_same_result() {
    let [mut world, mut sequential] = [(); 2].map(|()| filled(3, 10));
    for run in 0..300 {
        if run % 3 == 0 {
            world.run();
            sequential.run_sequential();
        }
        world.run_render();
        sequential.run_right();
        sequential.run_left();
    }
    assert!(state(&world) == state(&sequential));
}

#[test]
fn a_pool_of_one_thread_runs_systems_on_the_calling_thread() {
    let mut world = filled(2, 0);
    let pool = pool(1);
    let threads = || (std::thread::current().id(), rayon::current_num_threads());
    for _ in 0..100 {
        let (before, after) = pool.install(|| (threads(), (world.run(), threads()).1));
        assert_eq!((before.1, before), (1, after));
    }
}

#[test]
fn a_panic_in_a_run_of_any_kind_leaves_a_consistent_world() {
    for run in [World::run, World::par_run, World::run_sequential] {
        for last in [1, 2, 3, 6, 7, 39, 40, 41, 80] {
            let mut world = filled(last, 0);
            world.resources.fuse.0 = Some(last);
            (1..last).for_each(|_| run(&mut world));
            assert!(catch_unwind(AssertUnwindSafe(|| run(&mut world))).is_err(), "run {last} panics");
            world.check_invariants().unwrap_or_else(|error| panic!("after run {last}: {error}"));
            (0..100).for_each(|_| run(&mut world));
            world.check_invariants().unwrap_or_else(|error| panic!("after run {last} and 100 more: {error}"));
            assert_eq!(world.systems.count.0, last + 100);
        }
    }
}

/// Light iteration stays on the calling thread and heavy iteration does not; the results are equal.
#[test]
fn parallel_iteration_has_the_same_result_however_heavy_its_steps_are() {
    for weight in [0, 300] {
        for threads in [1, 2, 4] {
            for count in [0, 1, 2, 3, 64, 65, 513, 2_000] {
                let mut world = World::default();
                world.spawn_batch((0..count).map(|n| (Left(n), Right(n))));
                let mut commands = Commands::default();
                let grown = |number: u64| {
                    let mut number = number;
                    grow(&mut number, Weight(weight));
                    number
                };
                let (folded, pending) = pool(threads).install(|| {
                    let mut query = world.query_mut::<(Entity, &mut Left, &Right)>();
                    query.par_for_each_with(&mut commands, |commands, (entity, left, right)| {
                        left.0 = grown(right.0);
                        commands.insert(entity, Both(left.0));
                    });
                    let listed = |mut all: Vec<u64>, (_, left, right): (Entity, &mut Left, &Right)| {
                        all.push(grown(right.0).wrapping_sub(left.0).wrapping_add(right.0));
                        all
                    };
                    (query.par_fold(Vec::new, listed, |one, other| [one, other].concat()), commands.len())
                });
                assert!(folded.into_iter().eq(0..count), "{count} steps of weight {weight} on {threads} threads");
                assert_eq!(pending as u64, count);
                world.commands().append(&mut commands);
                world.flush();
                assert!(world.query::<&Both>().iter().map(|both| both.0).eq((0..count).map(grown)));
            }
        }
    }
}
