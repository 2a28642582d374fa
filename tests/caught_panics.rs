//! After a panic that is caught, each event was passed to each reader or still will be, once.
#![allow(missing_docs, unreachable_pub, reason = "the world here is for these tests alone")]
#![allow(clippy::needless_pass_by_value, reason = "the world passes readers by value")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit(pub u32);
/// The name of the item that is to panic.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fault(pub &'static str);
/// The events that were passed to each system.
#[derive(Debug, Clone, Default)]
pub struct Log(pub Vec<(&'static str, u32)>);

impl Fault {
    fn strike(&self, name: &str) {
        assert!(self.0 != name, "{name} panics");
    }
}

#[condition]
fn any_hit(hits: EventReader<'_, Hit>, fault: &Fault) -> bool {
    fault.strike("condition");
    !hits.is_empty()
}

#[condition]
fn sound(fault: &Fault) -> bool {
    fault.strike("second condition");
    true
}

#[system]
fn first(log: &mut Log, fault: &Fault) {
    let _ = log;
    fault.strike("first");
}

#[system]
fn early(hits: EventReader<'_, Hit>, log: &mut Log) {
    log.0.extend(hits.into_iter().map(|hit| ("early", hit.0)));
}

#[system(run_if = all(any_hit, not(not(sound))))]
fn guarded(hits: EventReader<'_, Hit>, log: &mut Log) {
    log.0.extend(hits.into_iter().map(|hit| ("guarded", hit.0)));
}

#[system(run_if = on_event(Hit))]
fn late(hits: EventReader<'_, Hit>, log: &mut Log, fault: &Fault) {
    log.0.extend(hits.into_iter().map(|hit| ("late", hit.0)));
    fault.strike("late");
}

#[system]
fn draw(log: &mut Log) {
    let _ = log;
}

ecs_world! {
    #[derive(Clone)]
    pub struct Game;
    resources: Fault, Log;
    events: Hit;
    conditions: any_hit, sound;
    systems: first, early, guarded, late;
    systems(render): draw;
}

impl Game {
    /// Runs `runs` times; the item named by `fault` panics each time.
    fn run_with(&mut self, fault: &'static str, runs: usize) {
        self.resources.fault.0 = fault;
        for _ in 0..runs {
            assert!(catch_unwind(AssertUnwindSafe(|| self.run())).is_err(), "{fault}");
        }
        self.resources.fault.0 = "";
    }

    /// All events that were passed to systems, sorted by the names of these.
    fn passed(&mut self) -> Vec<(&'static str, u32)> {
        let mut passed = std::mem::take(&mut self.resources.log.0);
        passed.sort_unstable();
        passed
    }
}

const FAULTS: [&str; 4] = ["first", "condition", "second condition", "late"];

#[test]
fn each_reader_is_passed_each_event_once_whatever_panics_however_often() {
    for fault in FAULTS {
        for runs in 0..4 {
            let mut world = Game::default();
            world.events.hit.send(Hit(1));
            world.run_with(fault, runs.min(if fault == "late" { 1 } else { runs }));
            world.events.hit.send(Hit(2));
            world.run();
            world.run();
            let expected = ["early", "guarded", "late"].map(|name| [(name, 1), (name, 2)]);
            assert_eq!(world.passed(), expected.as_flattened(), "{fault}, {runs} times");
        }
    }
}

#[test]
fn a_system_that_panics_was_passed_its_events() {
    let mut world = Game::default();
    world.events.hit.send(Hit(1));
    world.run_with("late", 1);
    assert_eq!(world.passed(), [("early", 1), ("guarded", 1), ("late", 1)]);
    world.run();
    assert_eq!(world.passed(), []);
}

#[test]
fn a_run_that_panicked_does_not_age_events() {
    for fault in ["first", "condition"] {
        let mut world = Game::default();
        world.events.hit.send(Hit(1));
        world.run_with(fault, 3);
        // The end of another schedule does not end the run that panicked.
        world.run_render();
        assert_eq!(world.clone().events.hit.len(), 1);
        let mut clone = world.clone();
        clone.run();
        assert_eq!(clone.passed().last(), Some(&("late", 1)), "a clone continues in the same way");
        world.run();
        world.run();
        assert_eq!(world.events.hit.len(), 0, "events are dropped after complete runs");
    }
}

#[test]
fn events_can_be_dropped_by_hand_while_no_run_ends() {
    let mut world = Game::default();
    for event in 0..5 {
        world.events.hit.send(Hit(event));
        world.run_with("first", 1);
    }
    assert_eq!(world.events.hit.len(), 5);
    world.update_events();
    world.update_events();
    assert!(world.events.hit.is_empty());
}
