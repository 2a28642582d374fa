//! Readers of the past and writers of the present share a stage, and parallel systems read the past of neighbours: with the same result on
//! any number of threads.
#![allow(clippy::needless_pass_by_value, reason = "the world passes queries by value")]
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(f32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Velocity(f32);
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Neighbours(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wall;
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Middle(f32);

/// Writes the present and reads its past.
#[system]
pub fn advance(position: &mut Position, past: &Past<Position>, velocity: &Past<Velocity>) {
    position.0 = past.0 + velocity.0 * 0.25;
}

/// Reads the past of all entities, and writes a component whose past others read.
#[system(parallel)]
pub fn steer(
    velocity: &mut Velocity,
    own: &Past<Position>,
    speed: &Past<Velocity>,
    all: Query<'_, World, (&Past<Position>, Option<&Past<Velocity>>)>,
) {
    let near = all.iter().filter(|(other, _)| (other.0 - own.0).abs() < 3.0);
    let (count, sum) = near.fold((0.0, 0.0), |(count, sum), (other, fast)| {
        (count + 1.0, sum + other.0 - own.0 + fast.map_or(0.0, |fast| fast.0 * 0.1))
    });
    velocity.0 = speed.0 * 0.9 + sum / count;
}

/// Reads only the past.
#[system]
pub fn count(neighbours: &mut Neighbours, own: &Past<Position>, all: Query<'_, World, &Past<Position>>) {
    neighbours.0 = all.iter().map(|other| u32::from((other.0 - own.0).abs() < 1.0)).sum();
}

/// Visits another view, and has a condition.
#[system(with(Wall), run_if = any_with(Wall))]
pub fn middle(past: &Past<Position>, middle: &mut Middle) {
    middle.0 += past.0;
}

/// Reads the present, so it runs after all systems that write it.
#[system]
pub fn spread(
    entity: Entity,
    position: &Position,
    past: &Past<Position>,
    velocity: &Velocity,
    commands: &mut Commands<World>,
) {
    if position.0 > past.0 + 40.0 && velocity.0 > 0.0 {
        commands.insert(entity, (Velocity(-velocity.0), Wall));
    }
}

ecs_world! {
    #[derive(Debug, Clone)]
    pub struct World;
    components: #[double_buffered] Position, #[double_buffered] Velocity, Neighbours, Wall;
    resources: Middle;
    systems: advance, steer, count, middle, spread;
}

fn filled() -> World {
    let mut world = World::default();
    let mut x = 0.0_f32;
    for number in 0..700_u16 {
        x = (x * 1.7 + f32::from(number)).rem_euclid(97.0);
        let one = world.spawn((Position(x), Velocity(x * 0.1 - 3.0), Neighbours(0)));
        if number % 5 == 0 {
            world.insert(one, Wall).expect("the entity is alive");
        }
        if number % 7 == 0 {
            world.remove::<Velocity>(one).expect("the entity is alive");
        }
    }
    world
}

#[test]
fn readers_of_the_past_and_a_writer_of_the_present_share_a_stage() {
    let stages: Vec<_> = World::PLAN.schedules[0].parts.iter().flat_map(|part| part.stages).collect();
    assert_eq!(stages, [&&["advance", "steer", "count", "middle"][..], &&["spread"][..]]);
    let plan = World::PLAN.to_string();
    assert!(plan.contains("2: spread (after advance: Position; steer: Velocity)"), "{plan}");
    assert!(plan.contains("steer: writes Velocity; reads Past<Position>, Past<Velocity>\n"), "{plan}");
}

#[test]
fn systems_that_share_a_stage_see_one_past_in_any_order() {
    let mut world = filled();
    let before: Vec<_> =
        world.query::<(Entity, &Position)>().iter().map(|(entity, position)| (entity, *position)).collect();
    world.run_sequential();
    assert!(before.iter().all(|(entity, position)| world.past(*entity) == Some(position)));
    let near = |own: f32| before.iter().filter(|(_, other)| (other.0 - own).abs() < 1.0).count();
    for (entity, position) in &before {
        let counted = world.get::<Neighbours>(*entity).map(|neighbours| neighbours.0 as usize);
        assert_eq!(counted, Some(near(position.0)));
    }
    let walls: f32 = world.query::<(&Past<Position>, &Wall)>().iter().map(|(past, _)| past.0).sum();
    assert!((world.resources.middle.0 - walls).abs() < 1.0);
}

#[cfg(feature = "rayon")]
#[test]
fn the_state_is_the_same_on_any_number_of_threads() {
    const RUNS: usize = 8;
    let state = |world: &World| format!("{world:?}");
    let mut sequential = filled();
    (0..RUNS).for_each(|_| sequential.run_sequential());
    sequential.check_invariants().expect("the world is consistent");
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        for is_parallel in [false, true] {
            let mut world = filled();
            pool.install(|| (0..RUNS).for_each(|_| if is_parallel { world.par_run() } else { world.run() }));
            world.check_invariants().expect("the world is consistent");
            assert!(state(&world) == state(&sequential), "{threads} threads");
        }
    }
}

#[test]
fn parallel_iterations_of_queries_read_the_past() {
    let mut world = filled();
    world.query_mut::<(&mut Position, &Past<Position>)>().par_for_each(|(position, past)| position.0 = past.0 * 2.0);
    let mut expected = filled();
    expected.query_mut::<&mut Position>().for_each(|position| position.0 *= 2.0);
    assert_eq!(world.columns().position.as_slice(), expected.columns().position.as_slice());
}
