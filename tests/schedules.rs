//! Schedules: several lists of systems of one world, each with a method of its own.
#![allow(missing_docs, unreachable_pub, reason = "the worlds here are for these tests alone")]
#![allow(clippy::unwrap_used, reason = "the functions here are parts of tests")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(u32);
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tick(u32);

/// The systems that ran, in order.
#[derive(Debug, Default)]
pub struct Log(Vec<&'static str>);

#[system]
fn double(number: &mut Number) {
    number.0 *= 2;
}

/// A system with a state in two schedules.
#[derive(Debug, Default)]
struct Count {
    runs: u32,
    visited: u32,
}

#[system]
impl Count {
    fn run(&mut self, mut numbers: Query<'_, World, &Number>, log: &mut Log) {
        self.runs += 1;
        self.visited += u32::try_from(numbers.iter_mut().count()).unwrap();
        log.0.push("count");
    }
}

#[system]
fn grow(log: &mut Log, commands: &mut Commands<World>) {
    commands.spawn(Number(1));
    log.0.push("grow");
}

#[system]
fn tick(log: &mut Log, ticks: &mut Events<Tick>) {
    ticks.send(Tick(0));
    log.0.push("tick");
}

mod visuals {
    use super::*;

    #[system]
    pub fn draw(log: &mut Log) {
        log.0.push("draw");
    }

    #[system]
    pub fn flip(log: &mut Log) {
        log.0.push("flip");
    }

    ecs_components! {
        pub set shown;
        resources: Log;
        systems: draw, sync, flip;
    }

    ecs_components! {
        pub set framed;
        include: shown;
        systems: ..shown;
    }
}

ecs_world! {
    include: visuals::shown, visuals::framed;
    components: Number;
    resources: Log;
    events: Tick;
    systems: grow, Count = Count { runs: 10, visited: 0 }, sync, tick;
    systems(render): ..shown, Count, double;
    systems(LateUpdate): grow, sync, ..framed, grow as grow_again;
    systems(empty):;
}

/// The systems that ran since the last call.
fn ran(world: &mut World) -> Vec<&'static str> {
    std::mem::take(&mut world.resources.log.0)
}

#[test]
fn each_schedule_runs_its_systems_in_the_order_of_their_declaration() {
    let mut world = World::default();
    world.run();
    assert_eq!(ran(&mut world), ["grow", "count", "tick"]);
    world.run_render();
    assert_eq!(ran(&mut world), ["draw", "flip", "count"]);
    world.run_late_update();
    assert_eq!(ran(&mut world), ["grow", "draw", "flip", "grow"]);
    world.run_empty();
    assert!(ran(&mut world).is_empty());
}

#[test]
fn a_system_in_several_schedules_has_one_state_and_one_view() {
    let mut world = World::default();
    world.run();
    world.run_render();
    world.run_count();
    assert_eq!((world.systems.count.runs, world.systems.count.visited), (13, 2));
    assert_eq!(world.managed_double().len(), 1);
    assert_eq!(World::PLAN.views.len(), 1);
    assert_eq!(World::PLAN.views[0].systems, ["double"]);
}

#[test]
fn commands_are_applied_at_the_end_of_each_schedule() {
    let mut world = World::default();
    world.run_late_update();
    assert_eq!(world.len(), 2);
    world.run_render();
    assert!(world.query::<&Number>().iter().all(|number| number.0 == 2));
    world.commands().spawn(Number(5));
    world.run_empty();
    assert_eq!(world.len(), 3, "commands that were pending are applied, too");
    world.check_invariants().unwrap();
}

#[test]
fn only_run_ages_events_whatever_other_schedules_do() {
    let mut world = World::default();
    world.run();
    for _ in 0..3 {
        world.run_render();
        world.run_late_update();
        world.run_empty();
    }
    assert_eq!(world.events.tick.len(), 1);
    world.run();
    assert_eq!(world.events.tick.len(), 2, "an event is kept for one full run after its own");
    world.run_tick();
    world.run_render();
    assert_eq!(world.events.tick.len(), 3);
    world.run();
    assert_eq!(world.events.tick.len(), 3, "two events of the last run and one of this run");
}

/// A world whose `run()` has nothing to do.
mod without_a_main_schedule {
    use super::*;

    #[system]
    fn add(number: &mut Number) {
        number.0 += 1;
    }

    ecs_world! {
        components: Number;
        systems(fixed): add;
    }

    #[test]
    fn a_world_may_have_only_named_schedules() {
        let mut world = World::default();
        let entity = world.spawn(Number(0));
        world.run();
        assert_eq!(world.get::<Number>(entity), Some(&Number(0)));
        world.run_fixed();
        world.run_fixed();
        world.run_add();
        assert_eq!(world.get::<Number>(entity), Some(&Number(3)));
    }
}
