//! Commands of parallel systems hold a bounded amount of memory, whether the systems run one after another or on threads of a pool.
//!
//! Threads have queues of their own, so a few bytes more or less mean nothing here.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "systems take options by value")]
#![allow(unsafe_code, reason = "an allocator that counts is written with `unsafe`")]

#[path = "common/components.rs"]
mod components;
#[path = "steady/growth.rs"]
mod growth;
#[path = "steady/marks.rs"]
mod marks;

use components::{Position, Velocity};
use ecs_world::prelude::*;
use growth::{Growth, alone};
use marks::{Echo, Mark, Spark};

mod busy {
    use super::*;

    #[system]
    fn spark(spawner: &mut Spawner<World>) {
        for number in 0..10 {
            let spark = spawner.spawn(Spark([number; 4]));
            spawner.insert(spark, Mark(number));
        }
    }

    #[system]
    fn reap(entity: Entity, _: &Spark, commands: &mut Commands<World>) {
        commands.despawn(entity);
    }

    /// Responds to each mark that is inserted or removed, in the same sync.
    #[derive(Debug, Clone, Default)]
    pub struct Answer;

    #[system]
    impl Answer {
        fn run(&mut self, _: &Mark) {}

        fn on_added(&mut self, entity: Entity, mark: &Mark, commands: &mut Commands<World>) {
            commands.insert(entity, Echo(mark.0));
        }

        fn on_removed(&mut self, entity: Entity, _mark: &Mark, commands: &mut Commands<World>) {
            commands.remove::<Echo>(entity);
        }
    }

    #[system]
    fn mark(entity: Entity, position: &Position, mark: Option<&Mark>, commands: &mut Commands<World>) {
        if mark.is_none() {
            commands.insert(entity, Mark(position.0.into()));
        } else {
            commands.remove::<Mark>(entity);
        }
    }

    /// These systems do not conflict, so each has a queue if systems run in parallel.
    #[system(parallel)]
    fn push(entity: Entity, position: &mut Position, commands: &mut Commands<World>) {
        position.0 += 1;
        commands.insert(entity, Echo(0));
    }

    #[system(parallel)]
    fn pull(entity: Entity, velocity: &mut Velocity, commands: &mut Commands<World>) {
        velocity.0 += 1;
        commands.remove::<Echo>(entity);
    }

    #[system]
    fn walk(mut all: Query<'_, World, (Entity, &Velocity)>, commands: &mut Commands<World>) {
        all.par_for_each_with(commands, |commands, (entity, _)| commands.insert(entity, Echo(1)));
        commands.spawn(Spark([0; 4]));
    }

    ecs_world! {
        pub struct World;
        components: Position, Velocity, Mark, Echo, Spark;
        systems: spark, reap, Answer, mark, sync, push, pull, walk;
        systems(threads): push, pull;
    }

    pub fn filled() -> World {
        let mut world = World::default();
        world.spawn_batch((0..300).map(|number| (Position(number), Velocity(number))));
        world
    }
}

#[test]
fn a_run_with_spawners_callbacks_and_parallel_systems_does_not_grow() {
    let _alone = alone();
    let mut world = busy::filled();
    // Whether threads pay off is measured, and differs between runs, so what they need is allocated before growth is counted.
    #[cfg(feature = "rayon")]
    for _ in 0..10 {
        world.par_run();
    }
    let growth = Growth::of(|_| world.run());
    if cfg!(feature = "rayon") { growth.is_bounded() } else { growth.is_none() }
}

#[test]
fn parallel_systems_of_one_stage_release_the_memory_of_their_commands() {
    let _alone = alone();
    let mut world = busy::filled();
    Growth::of(|_| world.run_threads()).is_bounded();
}

#[cfg(feature = "rayon")]
#[test]
fn parallel_and_sequential_runs_share_the_memory_of_their_commands() {
    let _alone = alone();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads can be started");
    let mut world = busy::filled();
    pool.install(|| {
        Growth::of(|_| {
            world.par_run();
            world.run_sequential();
            world.run_threads();
        })
        .is_bounded();
    });
}
