//! Runs by stages, on any number of threads, leave the same world as a run in the declared order, bit for bit.
#![cfg(feature = "rayon")]
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    clippy::suboptimal_flops,
    reason = "the numbers here are small, and their accuracy does not matter"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::manual_is_multiple_of,
    clippy::type_complexity,
    reason = "these are systems, and play"
)]

#[path = "determinism/herds.rs"]
mod herds;
#[path = "determinism/market.rs"]
mod market;
#[path = "determinism/swarm.rs"]
mod swarm;

use ecs_world::EcsWorld;
use rayon::ThreadPool;

/// The common interface of the worlds of these tests.
trait World: EcsWorld + Clone + Send + std::fmt::Debug {
    fn run(&mut self);
    fn par_run(&mut self);
    fn run_sequential(&mut self);
    fn begin() -> Self;
}

macro_rules! worlds {
    ($($module:ident),*) => {
        $(impl World for $module::World {
            fn run(&mut self) {
                self.run();
            }
            fn par_run(&mut self) {
                self.par_run();
            }
            fn run_sequential(&mut self) {
                self.run_sequential();
            }
            fn begin() -> Self {
                $module::new()
            }
        })*
    };
}

worlds!(swarm, market, herds);

/// All observable state of a world: live entities and their components, all values in stored order, the states of systems, resources,
/// events. (Floats are printed with all digits.)
fn state<W: World>(world: &W) -> String {
    let entities: Vec<_> = world.entities().map(|entity| (entity, world.component_names(entity))).collect();
    format!("{entities:?}\n{world:#?}")
}

fn pool(threads: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

/// Asserts that two states are equal; otherwise reports the first line that differs.
fn assert_same(one: &str, other: &str, context: &str) {
    let differs = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    assert!(differs.is_none() && one.len() == other.len(), "{context}: {differs:?}");
}

fn assert_same_on_any_number_of_threads<W: World>() {
    const RUNS: usize = 100;
    let mut sequential = W::begin();
    (0..RUNS).for_each(|_| sequential.run_sequential());
    sequential.check_invariants().expect("the world is consistent");
    assert!(sequential.len() > 100, "{} entities are too few to show anything", sequential.len());
    let expected = state(&sequential);
    for threads in [1, 2, 4] {
        let pool = pool(threads);
        let mut world = W::begin();
        pool.install(|| (0..RUNS).for_each(|_| world.run()));
        world.check_invariants().expect("the world is consistent");
        assert_same(&state(&world), &expected, &format!("{threads} threads"));
        let mut world = W::begin();
        pool.install(|| (0..RUNS).for_each(|_| world.par_run()));
        assert_same(&state(&world), &expected, &format!("{threads} threads, with `par_run`"));
    }
    let mut world = W::begin();
    (0..RUNS).for_each(|run| if run % 3 == 0 { world.run_sequential() } else { world.run() });
    assert_same(&state(&world), &expected, "each third run sequential, outside of the pool");
}

#[test]
fn sums_of_floats_are_the_same_on_any_number_of_threads() {
    assert_same_on_any_number_of_threads::<swarm::World>();
}

#[test]
fn commands_callbacks_and_reserved_entities_have_one_order_on_any_number_of_threads() {
    assert_same_on_any_number_of_threads::<market::World>();
}

#[test]
fn views_of_all_kinds_are_the_same_on_any_number_of_threads() {
    assert_same_on_any_number_of_threads::<herds::World>();
}

/// The tests would prove little if each system had a stage of its own, or if no systems conflicted.
#[test]
fn the_worlds_have_sixteen_systems_and_more_in_parallel_stages() {
    for plan in [swarm::World::PLAN, market::World::PLAN, herds::World::PLAN] {
        let stages: Vec<_> = plan.schedules[0].parts.iter().flat_map(|part| part.stages).collect();
        let widest = stages.iter().map(|stage| stage.len()).max();
        assert!(plan.systems.len() >= 16 && widest >= Some(3) && stages.len() >= 6, "{plan}");
    }
}
